//! The order in which the search tries moves (the wiki's *Move Ordering*): the sooner a good move comes, the more of the
//! others need no search.

use super::exchange::{gains_at_least, value};
use crate::chess::{Move, Position};
use destrier::{Bitboard, Piece};

/// A move with its rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) played: Move,
    pub(super) rank: i32,
}

/// The greatest depth of a line, in plies.
pub(super) const MAX_PLY: usize = 96;

/// The rank of the move that was best before.
const FIRST: i32 = 1 << 30;

/// The least rank of captures and promotions that lose nothing.
pub(super) const GOOD: i32 = 1 << 20;

/// The rank of quiet checks among captures.
pub(super) const CHECK: i32 = GOOD - 1;

/// The rank of killers. Other quiet moves are below, at their history.
const KILLER: i32 = 1 << 18;

/// The greatest rank of captures that lose material.
const BAD: i32 = -(1 << 20);

/// The greatest history of a move.
const MAX_HISTORY: i32 = 1 << 14;

/// What the search has learned about quiet moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    /// The last two quiet moves that refuted others on a ply (the wiki's *Killer Heuristic*).
    killers: Vec<[Option<Move>; 2]>,
    /// How often a quiet move refuted others, by side, from square and to square (*History Heuristic*).
    history: Vec<i32>,
}

/// Returns whether a move captures or promotes. Other moves are quiet.
#[inline]
pub(in crate::search) const fn is_forcing(played: Move, them: Bitboard) -> bool {
    match played {
        Move::Normal { to, promotion, .. } => promotion.is_some() || them.contains(to),
        Move::EnPassant { .. } => true,
        Move::Castling { .. } => false,
    }
}

impl Order {
    pub(super) fn start(&mut self) {
        self.killers.clear();
        self.killers.resize(MAX_PLY + 2, [None; 2]);
        self.history.clear();
        self.history.resize(2 * 64 * 64, 0);
    }

    fn index(position: &Position, played: Move) -> usize {
        let (from, to) = match played {
            Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
            Move::Castling { king, rook } => (king, rook),
        };
        usize::from(position.turn().index()) << 12 | usize::from(from.index()) << 6 | usize::from(to.index())
    }

    /// Ranks a move: the best move known, captures by what they gain, killers, other moves by history, and captures
    /// that lose material.
    #[inline]
    pub(super) fn rank(&self, position: &Position, played: Move, best: Option<Move>, ply: usize) -> i32 {
        if best == Some(played) {
            return FIRST;
        }
        let sets = position.sets();
        if is_forcing(played, sets.color(!position.turn())) {
            return rank_forcing(position, played);
        }
        if self.killers[ply].contains(&Some(played)) {
            return KILLER;
        }
        self.history[Self::index(position, played)]
    }

    /// Remembers that a quiet move refuted the move before, after others had failed to.
    pub(super) fn remember(
        &mut self,
        position: &Position,
        played: Move,
        failed: impl Iterator<Item = Move>,
        ply: usize,
        depth: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(played) {
            *killers = [Some(played), killers[0]];
        }
        let bonus = (depth * depth * 16).clamp(0, 1200);
        self.learn(Self::index(position, played), bonus);
        for other in failed {
            self.learn(Self::index(position, other), -bonus);
        }
    }

    /// Moves a history toward its limit, so that new experience counts more than old.
    fn learn(&mut self, index: usize, bonus: i32) {
        let history = &mut self.history[index];
        *history += bonus - *history * bonus.abs() / MAX_HISTORY;
    }
}

/// Ranks a capture or promotion: the most valuable victim first, then the least valuable attacker.
pub(super) fn rank_forcing(position: &Position, played: Move) -> i32 {
    let (piece, victim, promotion) = match played {
        Move::Normal { piece, to, promotion, .. } => (piece, position.piece_at(to), promotion),
        _ => (Piece::Pawn, Some(Piece::Pawn), None),
    };
    let (victim, promoted) = (victim.map_or(0, value), promotion.map_or(0, value));
    let rank = 16 * (victim + promoted) - value(piece) / 16;
    let is_sure = promotion.is_none() && victim >= value(piece);
    if is_sure || gains_at_least(position, played, 0) { GOOD + rank } else { BAD + rank }
}

/// Moves the move with the highest rank to the front and returns it.
#[inline]
pub(super) fn pick(moves: &mut [Ranked]) -> Option<Ranked> {
    let mut best = 0;
    for index in 1..moves.len() {
        if moves[index].rank > moves[best].rank {
            best = index;
        }
    }
    if best > 0 {
        moves.swap(0, best);
    }
    moves.first().copied()
}
