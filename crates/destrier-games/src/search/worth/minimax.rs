//! The search behind the worth of a move: all moves for some plies, then captures until the position is quiet.
//!
//! The result equals that of plain minimax exactly. The search only skips moves that cannot change it. Besides
//! alpha-beta it uses one bound: a side that is not in check may stop capturing, so a move that does not check gains
//! at most what it captures. This is the wiki's *Futility Pruning* and *Delta Pruning*, here without a margin and
//! without error.

use crate::chess::{CheckSquares, KingSafety, Move, Position};
use destrier::{Bitboard, Color, Piece, Rank, Sets, Square};

/// A score for the side to move: material in pawns, or ±(`MATE` - plies to the mate).
pub(super) type Score = i32;

/// The score of an immediate mate. Each ply to the mate subtracts 1.
const MATE: Score = 1000;

/// The least score of a forced mate.
pub(super) const MIN_MATE: Score = 900;

/// The greatest score of being mated.
pub(super) const MAX_MATED: Score = -MIN_MATE;

/// Greater than every score.
pub(super) const INFINITE: Score = 10_000;

/// The maximum depth of the capture search.
pub(super) const QUIET_PLIES: u32 = 12;

/// The number of plies, from the root, that have their own killer moves.
const KILLER_PLIES: usize = 8;

/// A search with its scratch memory. Reuse it for many positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    /// The moves of all positions on the current line, in one stack.
    moves: Vec<Ranked>,
    /// The last two moves that refuted another, for each ply (the wiki's *Killer Heuristic*).
    killers: [Killers; KILLER_PLIES],
    /// The number of positions visited so far.
    nodes: u64,
}

/// Returns the value of a piece in pawns, 0 for a king.
const fn value(piece: Piece) -> Score {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 0,
    }
}

/// Returns the material of the side to move minus that of its opponent, in pawns.
pub(crate) fn balance(position: &Position) -> Score {
    let sets = position.sets();
    let (own, other) = (sets.color(position.turn()), sets.color(!position.turn()));
    Piece::ALL
        .into_iter()
        .map(|piece| {
            let pieces = sets.piece(piece);
            value(piece) * ((pieces & own).len() as Score - (pieces & other).len() as Score)
        })
        .sum()
}

/// Returns the piece on a square.
fn piece_on(sets: &Sets, square: Square) -> Option<Piece> {
    Piece::ALL.into_iter().find(|&piece| sets.piece(piece).contains(square))
}

/// Returns the immediate material gain of a move.
pub(super) fn gain(sets: &Sets, played: Move) -> Score {
    match played {
        Move::Normal { to, promotion, .. } => {
            let taken =
                if (sets.white | sets.black).contains(to) { piece_on(sets, to).map_or(0, value) } else { 0 };
            taken + promotion.map_or(0, |piece| value(piece) - 1)
        }
        Move::EnPassant { .. } => 1,
        Move::Castling { .. } => 0,
    }
}

/// Returns whether a move captures an opponent's piece or promotes to a queen.
pub(super) fn is_gaining(played: Move, them: Bitboard) -> bool {
    match played {
        Move::Normal { to, promotion, .. } => promotion == Some(Piece::Queen) || them.contains(to),
        Move::EnPassant { .. } => true,
        Move::Castling { .. } => false,
    }
}

impl Search {
    /// Returns the number of positions visited so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the score after a move, from the point of view of the side that moves, if it is within the window.
    /// Otherwise returns a bound on the same side of the window. All moves are searched for `depth` plies after the
    /// move.
    pub(super) fn score_after(
        &mut self,
        position: &Position,
        played: Move,
        depth: u32,
        (alpha, beta): (Score, Score),
    ) -> Score {
        self.moves.clear();
        self.killers = [[None; 2]; KILLER_PLIES];
        let after = position.after(played);
        let bal = -balance(position) - gain(&position.sets(), played);
        -self.full(&after, bal, depth, 1, -beta, -alpha)
    }

    /// Searches all moves for `depth` plies and returns the best score.
    pub(super) fn full(
        &mut self,
        position: &Position,
        bal: Score,
        depth: u32,
        ply: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        if depth == 0 {
            return self.quiet(position, bal, QUIET_PLIES, ply, alpha, beta);
        }
        self.nodes += 1;
        let safety = position.king_safety();
        let start = self.moves.len();
        let sets = position.sets();
        let killers = self.killers[ply as usize % KILLER_PLIES];
        // Before the last ply, only moves that may gain more than the current material matter.
        let shallow = depth == 1;
        let quiet_gain_nothing = shallow
            && !safety.is_check()
            && alpha >= bal
            // An underpromotion may be better if a queen would stalemate.
            && !may_promote(position.turn(), &sets)
            && (alpha >= 0 || position.has_several_moves(!position.turn()));
        if quiet_gain_nothing {
            if !position.has_legal_move(&safety) {
                return 0;
            }
            self.push_forcing(position, &safety, &sets, true, killers);
        } else {
            self.push_all(position, &safety, &sets, killers);
            if self.moves.len() == start {
                return if safety.is_check() { -(MATE - ply as Score) } else { 0 };
            }
        }
        let mut checks = None;
        let (mut next, mut ordered) = (start, false);
        while let Some(Ranked { played, gain, .. }) = self.pick(next, &mut ordered) {
            next += 1;
            if shallow && bal + gain <= alpha && gains_at_most_material(position, played, alpha, &mut checks)
            {
                continue;
            }
            let score = -self.full(&position.after(played), -(bal + gain), depth - 1, ply + 1, -beta, -alpha);
            if score > alpha {
                alpha = score;
                if alpha >= beta {
                    self.remember(played, ply);
                    break;
                }
            }
        }
        self.moves.truncate(start);
        alpha
    }

    /// Searches captures and promotions to a queen for `plies` plies, and checks on the first ply. In check, searches
    /// all moves.
    pub(super) fn quiet(
        &mut self,
        position: &Position,
        bal: Score,
        plies: u32,
        ply: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        self.nodes += 1;
        let safety = position.king_safety();
        let sets = position.sets();
        let start = self.moves.len();
        if safety.is_check() {
            self.push_all(position, &safety, &sets, [None; 2]);
            if self.moves.len() == start {
                return -(MATE - ply as Score);
            }
        } else if !position.has_legal_move(&safety) {
            return 0;
        }
        if plies == 0 {
            self.moves.truncate(start);
            return bal;
        }
        if !safety.is_check() {
            if bal >= beta {
                return bal;
            }
            alpha = alpha.max(bal);
            self.push_forcing(position, &safety, &sets, plies == QUIET_PLIES, [None; 2]);
        }
        let mut checks = None;
        let (mut next, mut ordered) = (start, false);
        while let Some(Ranked { played, gain, .. }) = self.pick(next, &mut ordered) {
            next += 1;
            if bal + gain <= alpha && gains_at_most_material(position, played, alpha, &mut checks) {
                continue;
            }
            let score =
                -self.quiet(&position.after(played), -(bal + gain), plies - 1, ply + 1, -beta, -alpha);
            if score > alpha {
                alpha = score;
                if alpha >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        alpha
    }

    /// Appends all legal moves, the likeliest refutations first.
    fn push_all(&mut self, position: &Position, safety: &KingSafety, sets: &Sets, killers: Killers) {
        let moves = &mut self.moves;
        position.each_legal_move(safety, |played| moves.push(Ranked::of(played, sets, killers)));
    }

    /// Appends the captures and promotions to a queen and, if requested, the other moves that check.
    fn push_forcing(
        &mut self,
        position: &Position,
        safety: &KingSafety,
        sets: &Sets,
        with_checks: bool,
        killers: Killers,
    ) {
        let moves = &mut self.moves;
        let them = sets.color(!position.turn());
        let captures = |piece| if piece == Piece::Pawn { them | !Bitboard::PAWN_RANKS } else { them };
        if with_checks {
            let checks = position.check_squares();
            let mut push = |played| {
                if is_gaining(played, them) || checks.gives_check(position, played) {
                    moves.push(Ranked::of(played, sets, killers));
                }
            };
            position.each_legal_move_to(
                safety,
                |piece, from| captures(piece) | checks.of(piece, from),
                &mut push,
            );
            position.each_castling(&mut push);
        } else {
            position.each_legal_move_to(safety, |piece, _| captures(piece), &mut |played| {
                if is_gaining(played, them) {
                    moves.push(Ranked::of(played, sets, killers));
                }
            });
        }
        position.each_en_passant(&mut |played| moves.push(Ranked::of(played, sets, killers)));
    }

    /// Returns the likeliest refutation among the moves from `index` on. If `ordered` is set, their ranks are equal
    /// and need no comparison.
    #[inline]
    fn pick(&mut self, next: usize, ordered: &mut bool) -> Option<Ranked> {
        let left = &mut self.moves[next..];
        if !*ordered {
            let mut best = 0;
            for index in 1..left.len() {
                if left[index].rank > left[best].rank {
                    best = index;
                }
            }
            *ordered = left.get(best)?.rank == 0;
            left.swap(0, best);
        }
        left.first().copied()
    }

    fn remember(&mut self, played: Move, ply: u32) {
        let killers = &mut self.killers[ply as usize % KILLER_PLIES];
        if killers[0] != Some(played) {
            *killers = [Some(played), killers[0]];
        }
    }
}

/// The last two moves that refuted others on the same ply, the latest first.
type Killers = [Option<Move>; 2];

/// A move with its rank in the move order (the wiki's *Move Ordering*).
#[derive(Clone, Copy, Debug)]
struct Ranked {
    rank: i32,
    /// The immediate material gain.
    gain: Score,
    played: Move,
}

impl Ranked {
    /// Ranks a move. Captures come first, by most valuable victim, then least valuable attacker. A killer comes
    /// before a capture of a pawn.
    #[inline]
    fn of(played: Move, sets: &Sets, killers: Killers) -> Self {
        let gain = gain(sets, played);
        let capture = match played {
            Move::Normal { piece, .. } if gain > 0 => 16 * gain + 10 - value(piece),
            Move::EnPassant { .. } => 25,
            _ => 0,
        };
        let is_killer = killers[0] == Some(played) || killers[1] == Some(played);
        let rank = capture + if is_killer { 40 } else { 0 };
        Self { rank, gain, played }
    }
}

/// Returns whether a side has a pawn on its seventh rank.
fn may_promote(color: Color, sets: &Sets) -> bool {
    let seventh = if color.is_white() { Rank::Seventh } else { Rank::Second };
    (sets.pawns & sets.color(color)).intersects(seventh.bitboard())
}

/// Returns whether a move gains at most the material that it captures: it does not check, so the opponent may stop
/// capturing, and it leaves the opponent a move. Returns `false` if that is not cheap to prove.
fn gains_at_most_material(
    position: &Position,
    played: Move,
    alpha: Score,
    checks: &mut Option<CheckSquares>,
) -> bool {
    let Move::Normal { piece, from, to, promotion: None } = played else { return false };
    if alpha < 0 && !position.has_several_moves(!position.turn()) {
        return false;
    }
    !checks.get_or_insert_with(|| position.check_squares()).of(piece, from).contains(to)
}
