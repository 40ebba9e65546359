//! Finds a pattern in a position.

use super::evaluate::{Evaluation, Memory};
use super::game_moves::piece_of;
use super::moment::Occasion;
use super::narrow::{Checks, attacks_enough};
use super::nodes::Subject;
use super::program::Program;
use super::view::View;
use crate::chess::{Continuation, Move, Position, castled};
use destrier::{Bitboard, Color, Piece, Square};
use std::cmp::Reverse;

/// One occurrence of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence {
    pub(crate) side: Color,
    pub(crate) by: Option<Move>,
    /// Where the move ends, or the square of a standing pattern.
    pub(crate) square: Option<Square>,
    pub(crate) targets: Option<Bitboard>,
}

/// A search for a pattern.
#[derive(Clone, Copy)]
struct Finder<'a> {
    program: &'a Program,
    /// Whether the game must go on as the pattern says.
    in_game: bool,
}

impl Program {
    /// Visits the occurrences in a position, in order. `in_game` says whether the game must go on as the pattern says.
    pub(crate) fn find(
        &self,
        in_game: bool,
        memory: &mut Memory,
        occasion: &Occasion<'_>,
        visit: &mut dyn FnMut(Occurrence),
    ) {
        Finder { program: self, in_game }.find(memory, occasion, visit);
    }
}

impl Finder<'_> {
    fn find(self, memory: &mut Memory, occasion: &Occasion<'_>, visit: &mut dyn FnMut(Occurrence)) {
        let mirrors: &[bool] = if self.program.mirror { &[false, true] } else { &[false] };
        match self.program.subject {
            Subject::Moves(pieces) => self.moves(pieces, mirrors, memory, occasion, visit),
            Subject::Standing(_) => {
                for side in Color::ALL {
                    self.standing(side, mirrors, memory, occasion, visit);
                }
            }
        }
    }

    fn moves(
        self,
        pieces: [bool; 6],
        mirrors: &[bool],
        memory: &mut Memory,
        occasion: &Occasion<'_>,
        visit: &mut dyn FnMut(Occurrence),
    ) {
        let Occasion { position, .. } = *occasion;
        let side = position.turn();
        let (own, sets) = (position.board().color(side), position.board().sets());
        if !Piece::ALL
            .into_iter()
            .any(|piece| pieces[usize::from(piece.index())] && sets.piece(piece).intersects(own))
        {
            return;
        }
        let mut found: Vec<Occurrence> = Vec::new();
        for &is_mirrored in mirrors {
            let view = View::of(side, is_mirrored);
            let mut evaluation = Evaluation::new(&self.program.entries, memory, occasion, view);
            if !self.program.on_position.iter().all(|&id| evaluation.truth(id)) {
                continue;
            }
            let from = self.origins(own, &mut evaluation);
            let narrowing = &self.program.narrowing;
            let to = narrowing.destinations(&mut evaluation, view);
            let moves = Moves { pieces, from, to, checks: narrowing.checks() };
            let attacked = narrowing.attacked(&mut evaluation, view);
            moves.each(position, |by| {
                if attacked.is_some_and(|(set, least)| !attacks_enough(position, by, set, least)) {
                    return;
                }
                evaluation.set_move(by);
                if !self.program.on_move.iter().all(|&id| evaluation.truth(id))
                    || found.iter().any(|other| other.by == Some(by))
                    || !self.is_played(by, view, occasion)
                {
                    return;
                }
                let targets = self.program.targets.map(|id| view.set(evaluation.set(id, Bitboard::FULL)));
                found.push(Occurrence { side, by: Some(by), square: Some(end_of(by)), targets });
            });
        }
        found.sort_by_key(|found| found.by.map(order));
        found.into_iter().for_each(visit);
    }

    /// Returns the squares from which a move can meet the conditions.
    fn origins(self, own: Bitboard, evaluation: &mut Evaluation<'_>) -> Bitboard {
        let conditions = &self.program.on_origin;
        if conditions.is_empty() {
            return own;
        }
        let meets = |from: &Square| {
            evaluation.set_origin(from.bitboard());
            conditions.iter().all(|&id| evaluation.truth(id))
        };
        own.iter().filter(meets).collect()
    }

    /// Returns whether the game went on with a move and then as the pattern says.
    fn is_played(self, by: Move, view: View, occasion: &Occasion<'_>) -> bool {
        match &self.program.then {
            Some(then) if self.in_game => {
                occasion.next == Some(Continuation::Move(by)) && then.follow(1, view, occasion.game)
            }
            _ => true,
        }
    }

    fn standing(
        self,
        side: Color,
        mirrors: &[bool],
        memory: &mut Memory,
        occasion: &Occasion<'_>,
        visit: &mut dyn FnMut(Occurrence),
    ) {
        let Subject::Standing(squares) = self.program.subject else { return };
        let mut found: Vec<Occurrence> = Vec::new();
        for &is_mirrored in mirrors {
            let view = View::of(side, is_mirrored);
            let mut evaluation = Evaluation::new(&self.program.entries, memory, occasion, view);
            if !self.program.on_position.iter().all(|&id| evaluation.truth(id)) {
                continue;
            }
            if let Some(then) = self.program.then.as_ref().filter(|_| self.in_game)
                && !then.follow(0, view, occasion.game)
            {
                continue;
            }
            let mut try_square = |evaluation: &mut Evaluation<'_>, square: Option<Square>| {
                let real = square.map(|square| view.square(square));
                if self.program.on_move.iter().all(|&id| evaluation.truth(id))
                    && found.iter().all(|other| other.square != real)
                {
                    let targets = self.program.targets.map(|id| view.set(evaluation.set(id, Bitboard::FULL)));
                    found.push(Occurrence { side, by: None, square: real, targets });
                }
            };
            let Some(squares) = squares else {
                try_square(&mut evaluation, None);
                continue;
            };
            for square in evaluation.set(squares, Bitboard::FULL) {
                evaluation.set_square(square);
                try_square(&mut evaluation, Some(square));
            }
        }
        found.sort_by_key(|found| found.square);
        found.into_iter().for_each(visit);
    }
}

/// Moves that may show a pattern.
struct Moves {
    /// The kinds of pieces, by the index of the piece.
    pieces: [bool; 6],
    from: Bitboard,
    /// Where the moves end. Castling and captures en passant may end elsewhere.
    to: Bitboard,
    checks: Checks,
}

impl Moves {
    /// Visits those that are legal.
    fn each(&self, position: &Position, mut visit: impl FnMut(Move)) {
        let is_chosen = |piece: Piece| self.pieces[usize::from(piece.index())];
        if self.from.is_empty() || self.to.is_empty() && !is_chosen(Piece::Pawn) && !is_chosen(Piece::King) {
            return;
        }
        let safety = position.king_safety();
        let by_piece = self.pieces.map(|is_chosen| if is_chosen { self.to } else { Bitboard::EMPTY });
        let of = |piece: Piece, from: Square| {
            if self.from.contains(from) { by_piece[usize::from(piece.index())] } else { Bitboard::EMPTY }
        };
        if self.checks.is_given {
            let checks = position.check_squares();
            let to = |piece: Piece, from: Square| {
                // A pawn may promote to a piece that gives check.
                let is_promoting = piece == Piece::Pawn && PROMOTING.contains(from);
                let checks = if is_promoting {
                    Bitboard::FULL
                } else if self.checks.is_discovered {
                    checks.discovered(from)
                } else if self.checks.is_direct {
                    checks.direct(piece)
                } else {
                    checks.of(piece, from)
                };
                of(piece, from) & checks
            };
            position.each_legal_move_to(&safety, to, &mut visit);
        } else {
            position.each_legal_move_to(&safety, of, &mut visit);
        }
        // These two kinds of moves are not generated by their origin.
        let mut visit_from = |by: Move| {
            if self.from.contains(origin_of(by)) {
                visit(by);
            }
        };
        if is_chosen(Piece::Pawn) {
            position.each_en_passant(&mut visit_from);
        }
        if is_chosen(Piece::King) && !safety.is_check() {
            position.each_castling(&mut visit_from);
        }
    }
}

/// The ranks from which pawns promote.
const PROMOTING: Bitboard = Bitboard::from_bits(0x00ff_0000_0000_ff00);

/// Returns the square where a move ends. A king that castles lands beside its rook.
const fn end_of(by: Move) -> Square {
    match by {
        Move::Normal { to, .. } | Move::EnPassant { to, .. } => to,
        Move::Castling { king, rook } => castled(king, rook).0,
    }
}

/// Returns the square where a move begins.
const fn origin_of(by: Move) -> Square {
    match by {
        Move::Normal { from, .. } | Move::EnPassant { from, .. } => from,
        Move::Castling { king, .. } => king,
    }
}

/// Returns a key for the order of moves: by origin, destination and promotion, the queen first.
fn order(by: Move) -> (Square, Square, Option<Reverse<u8>>, bool) {
    let promotion = match by {
        Move::Normal { promotion, .. } => promotion.map(|piece| Reverse(piece.index())),
        Move::EnPassant { .. } | Move::Castling { .. } => None,
    };
    (origin_of(by), end_of(by), promotion, piece_of(by) == Piece::King && matches!(by, Move::Castling { .. }))
}
