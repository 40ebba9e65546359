//! Legal moves: makes every possible move and keeps it if the own king is not attacked afterward.

use super::attacks;
use super::board::{PieceKind, Position, Side};
use super::squares::{Set, file, rank, step};

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    /// The origin.
    pub(crate) from: usize,
    /// The destination; for castling, that of the king.
    pub(crate) to: usize,
    /// The promotion piece.
    pub(crate) promotion: Option<PieceKind>,
    /// The rook that castles with the king.
    pub(crate) rook: Option<usize>,
}

impl Position {
    /// Returns all legal moves, by origin and destination. No move captures a king: such positions do not occur in
    /// games, but must not cause a panic.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in (0..64).filter(|&square| self.owns(square, self.turn)) {
            if self.is(from, self.turn, PieceKind::Pawn) {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            for to in attacks::from(&self.board, from) {
                if !self.owns(to, self.turn) {
                    moves.push(Move { from, to, promotion: None, rook: None });
                }
            }
            if self.is(from, self.turn, PieceKind::King) {
                self.castling_moves(from, &mut moves);
            }
        }
        moves.retain(|m| !self.is(m.to, self.turn.other(), PieceKind::King));
        moves.retain(|m| !self.after(m).in_check(self.turn));
        moves.sort_by_key(|m| (m.from, m.to));
        moves
    }

    /// Returns whether the side to move is checkmated.
    pub(crate) fn is_mate(&self) -> bool {
        self.in_check(self.turn) && self.legal_moves().is_empty()
    }

    /// Returns whether the move is a capture, including en passant.
    pub(crate) fn is_capture(&self, m: &Move) -> bool {
        self.owns(m.to, self.turn.other()) || self.takes_en_passant(m)
    }

    /// Returns the position after the move.
    pub(crate) fn after(&self, m: &Move) -> Self {
        let mut next = self.clone();
        let (side, kind) = self.board[m.from].expect("a piece is on the origin");
        next.board[m.from] = None;
        if let Some(rook) = m.rook {
            next.board[rook] = None;
            next.board[rook_end(m.to)] = Some((side, PieceKind::Rook));
        }
        if self.takes_en_passant(m) {
            next.board[rank(m.from) * 8 + file(m.to)] = None;
        }
        next.board[m.to] = Some((side, m.promotion.unwrap_or(kind)));
        let double = kind == PieceKind::Pawn && rank(m.from).abs_diff(rank(m.to)) == 2;
        next.en_passant = double.then_some(m.from.midpoint(m.to));
        next.castling = Set::of(|rook| {
            self.castling.has(rook)
                && rook != m.from
                && rook != m.to
                && !(kind == PieceKind::King && self.owns(rook, side))
        });
        next.turn = side.other();
        next
    }

    fn takes_en_passant(&self, m: &Move) -> bool {
        self.is(m.from, self.turn, PieceKind::Pawn)
            && file(m.from) != file(m.to)
            && self.en_passant == Some(m.to)
            && self.board[m.to].is_none()
    }

    fn pawn_moves(&self, from: usize, moves: &mut Vec<Move>) {
        let side = self.turn;
        let mut targets = Vec::new();
        let one = step(from, 0, side.forward()).filter(|&to| self.board[to].is_none());
        let two = one.and_then(|one| step(one, 0, side.forward())).filter(|&to| self.board[to].is_none());
        targets.extend(one);
        if side.own_rank(from) == 1 {
            targets.extend(two);
        }
        for to in attacks::from(&self.board, from) {
            let beside = rank(from) * 8 + file(to);
            let passed = self.en_passant == Some(to)
                && self.board[to].is_none()
                && side.own_rank(to) == 5
                && self.is(beside, side.other(), PieceKind::Pawn);
            if passed || self.owns(to, side.other()) {
                targets.push(to);
            }
        }
        for to in targets {
            if side.own_rank(to) == 7 {
                for kind in [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight] {
                    moves.push(Move { from, to, promotion: Some(kind), rook: None });
                }
            } else {
                moves.push(Move { from, to, promotion: None, rook: None });
            }
        }
    }

    /// Adds castling moves. King and rook go to the g- and f-file or to the c- and d-file. Their paths must be empty,
    /// and no square of the king's path may be attacked. An attack that the rook uncovers is detected after the move
    /// is made.
    fn castling_moves(&self, king: usize, moves: &mut Vec<Move>) {
        let attacked = attacks::by_all(&self.board, self.turn.other());
        for rook in (0..64).filter(|&square| self.castling.has(square) && self.owns(square, self.turn)) {
            let to = rank(king) * 8 + if rook > king { 6 } else { 2 };
            let free = |square: usize| square == king || square == rook || self.board[square].is_none();
            if between(king, to).all(|square| free(square) && !attacked.has(square))
                && between(rook, rook_end(to)).all(free)
            {
                moves.push(Move { from: king, to, promotion: None, rook: Some(rook) });
            }
        }
    }
}

/// Returns the destination of the rook beside a castled king.
const fn rook_end(king_end: usize) -> usize {
    if file(king_end) == 6 { king_end - 1 } else { king_end + 1 }
}

/// Returns the range between two squares of a rank, both included.
fn between(a: usize, b: usize) -> std::ops::RangeInclusive<usize> {
    a.min(b)..=a.max(b)
}

/// Returns the side and the kind of the moving piece.
pub(crate) const fn mover(position: &Position, m: &Move) -> (Side, PieceKind) {
    position.board[m.from].expect("a piece is on the origin")
}
