//! What the game before and after a position adds to it.

use super::view::MoveSquares;
use crate::chess::{Continuation, Position};
use destrier::Bitboard;

/// What the earlier moves of a game say of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// The number of moves.
    pub(super) ply: u32,
    /// The squares of the last move, empty at the start and after a null move.
    pub(super) last: MoveSquares,
    /// The pieces that have not moved.
    pub(super) unmoved: Bitboard,
}

impl Moment {
    /// Returns the moment at the start of a game.
    pub(crate) fn start(position: &Position) -> Self {
        Self { ply: 0, last: MoveSquares::default(), unmoved: position.occupied() }
    }

    /// Returns the moment after the continuation from a position.
    pub(crate) fn after(self, position: &Position, next: Continuation) -> Self {
        let last = match next {
            Continuation::Move(played) => MoveSquares::of(position, played),
            Continuation::NullMove => MoveSquares::default(),
        };
        Self { ply: self.ply.saturating_add(1), last, unmoved: self.unmoved - last.all() }
    }

    /// Returns the same moment with another number of moves.
    pub(crate) const fn at(self, ply: u32) -> Self {
        Self { ply, ..self }
    }
}

/// A position in a game.
#[derive(Clone, Copy)]
pub(crate) struct Occasion<'a> {
    pub(crate) position: &'a Position,
    /// The continuation of the game.
    pub(crate) next: Option<Continuation>,
    pub(crate) moment: Moment,
    /// Returns the positions and continuations of the game by number; that of this position is 0.
    pub(crate) game: &'a dyn Fn(usize) -> Option<(Position, Continuation)>,
}

impl<'a> Occasion<'a> {
    /// Returns a position where the game ends.
    pub(crate) fn alone(position: &'a Position, moment: Moment) -> Self {
        Self { position, next: None, moment, game: &|_| None }
    }
}
