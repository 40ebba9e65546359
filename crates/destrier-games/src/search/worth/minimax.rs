//! The search behind the worth of a move: every move for some plies, then captures until the position is quiet.
//!
//! The result is that of plain minimax, to the pawn; the search only leaves out what cannot change it. Apart from
//! alpha-beta it uses one bound: a side that is not in check may stop capturing, so a move that gives no check gains at
//! most what it captures (the wiki's *Futility Pruning* and *Delta Pruning*, here without a margin and without error).

use crate::chess::{CheckSquares, KingSafety, Move, Position};
use destrier::{Bitboard, Color, Piece, Rank, Sets, Square};

/// Material or a mate, for the side to move: pawns, or ±(`MATE` - plies to the mate).
pub(super) type Score = i32;

/// The score of a mate on the board, less the plies that lead to it.
const MATE: Score = 1000;

/// The least score of a forced mate.
pub(super) const LEAST_MATE: Score = 900;

/// The greatest score of being mated.
pub(super) const MOST_MATED: Score = -LEAST_MATE;

/// Beyond every score.
pub(super) const INFINITE: Score = 10_000;

/// How many plies of captures are searched at most.
pub(super) const QUIET_PLIES: u32 = 12;

/// How many plies from the root have a killer move of their own.
const KILLER_PLIES: usize = 8;

/// A search with its scratch memory, to be used for many positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    /// The moves of all positions on the current line, one after the other.
    moves: Vec<Ranked>,
    /// For each ply the last move that refuted another (the wiki's *Killer Heuristic*).
    killers: [Killers; KILLER_PLIES],
    /// Positions visited so far.
    nodes: u64,
}

/// The value of a piece in pawns. A king has none.
const fn value(piece: Piece) -> Score {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 0,
    }
}

/// The material of the side to move less that of the other, in pawns.
pub(crate) fn balance(position: &Position) -> Score {
    let sets = position.sets();
    let (own, other) = (sets.color(position.turn()), sets.color(!position.turn()));
    let count = |set: Bitboard| set.len() as Score;
    Piece::ALL
        .into_iter()
        .map(|piece| {
            let pieces = sets.piece(piece);
            value(piece) * (count(pieces & own) - count(pieces & other))
        })
        .sum()
}

/// The piece on a square, if there is one.
fn piece_on(sets: &Sets, square: Square) -> Option<Piece> {
    Piece::ALL.into_iter().find(|&piece| sets.piece(piece).contains(square))
}

/// The material that a move gains at once.
pub(super) fn gain(sets: &Sets, played: Move) -> Score {
    match played {
        Move::Normal { to, promotion, .. } => {
            let taken = match (sets.white | sets.black).contains(to) {
                true => piece_on(sets, to).map_or(0, value),
                false => 0,
            };
            taken + promotion.map_or(0, |piece| value(piece) - 1)
        }
        Move::EnPassant { .. } => 1,
        Move::Castling { .. } => 0,
    }
}

/// Whether a move captures one of the other side's pieces, or promotes to a queen.
pub(super) fn is_gaining(played: Move, them: Bitboard) -> bool {
    match played {
        Move::Normal { to, promotion, .. } => promotion == Some(Piece::Queen) || them.contains(to),
        Move::EnPassant { .. } => true,
        Move::Castling { .. } => false,
    }
}

impl Search {
    /// Positions visited so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score after a move, for the side that moves, if it lies between two bounds; otherwise a bound on the side
    /// where it lies. `depth` plies follow with every move.
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

    /// The best of every move, with `depth` plies to go.
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
        let killers = self.killers[(ply as usize).min(KILLER_PLIES - 1)];
        // Before the last ply only what may give more than the material on the board is looked at.
        let shallow = depth == 1;
        let quiet_gain_nothing = shallow
            && !safety.is_check()
            && alpha >= bal
            // A lesser piece than a queen may be worth more, where a queen stalemates.
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

    /// Captures and promotions to a queen, as long as `plies` last; on the first ply checks, too. In check every move.
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

    /// Appends all legal moves, the likely refutations first.
    fn push_all(&mut self, position: &Position, safety: &KingSafety, sets: &Sets, killers: Killers) {
        let moves = &mut self.moves;
        position.each_legal_move(safety, |played| moves.push(Ranked::of(played, sets, killers)));
    }

    /// Appends the captures, the promotions to a queen and, if they are asked for, the other moves that give check.
    fn push_forcing(
        &mut self,
        position: &Position,
        safety: &KingSafety,
        sets: &Sets,
        with_checks: bool,
        killers: Killers,
    ) {
        let moves = &mut self.moves;
        let mut push = |played| moves.push(Ranked::of(played, sets, killers));
        let them = sets.color(!position.turn());
        let last_ranks = !Bitboard::PAWN_RANKS;
        let captures = |piece| if piece == Piece::Pawn { them | last_ranks } else { them };
        let gains = |played| is_gaining(played, them);
        if with_checks {
            let checks = position.check_squares();
            let mut push_forcing = |played| {
                if gains(played) || checks.gives_check(position, played) {
                    push(played);
                }
            };
            let squares = |piece, from| captures(piece) | checks.of(piece, from);
            position.each_legal_move_to(safety, squares, &mut push_forcing);
            position.each_castling(&mut push_forcing);
        } else {
            let mut push_gains = |played| {
                if gains(played) {
                    push(played);
                }
            };
            position.each_legal_move_to(safety, |piece, _| captures(piece), &mut push_gains);
        }
        position.each_en_passant(&mut push);
    }

    /// The next of the moves from an index on: of those that are left the likeliest refutation. `ordered` says that no
    /// ranks are left to compare.
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
        let killers = &mut self.killers[(ply as usize).min(KILLER_PLIES - 1)];
        if killers[0] != Some(played) {
            *killers = [Some(played), killers[0]];
        }
    }
}

/// Moves that refuted others on the same ply, the last first.
type Killers = [Option<Move>; 2];

/// A move, and how likely it refutes the move before it (the wiki's *Move Ordering*).
#[derive(Clone, Copy, Debug)]
struct Ranked {
    rank: i32,
    /// The material that it gains at once.
    gain: Score,
    played: Move,
}

impl Ranked {
    /// Captures come first, of much before little and by little before much. A killer comes before a capture of a pawn.
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

/// Whether a side has a pawn on the rank before its last.
fn may_promote(color: Color, sets: &Sets) -> bool {
    let seventh = if color.is_white() { Rank::Seventh } else { Rank::Second };
    (sets.pawns & sets.color(color)).intersects(seventh.bitboard())
}

/// Whether a move gains no more than the material that it captures: it gives no check, so that the other side may stop
/// capturing, and leaves that side a move. Says no where that is not seen at once.
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
