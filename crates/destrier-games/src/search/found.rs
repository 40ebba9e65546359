//! A position in which something was found.

use super::worth::GameMove;
use crate::chess::{Position, Positions};
use crate::formats::pgn::Annotations;

/// A position with findings.
#[derive(Clone, Copy, Debug)]
pub struct FoundPosition<'a> {
    /// The position and its neighbors in the game.
    pub positions: &'a Positions,
    /// Which of them it is.
    pub index: usize,
    /// The position.
    pub position: &'a Position,
    /// What the game's comments tell, if the selection asks for the worth of moves; otherwise nothing.
    pub annotations: &'a Annotations,
}

impl FoundPosition<'_> {
    /// The moves made before the position.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.positions.ply(self.index)
    }

    /// How the game went on.
    #[must_use]
    pub fn game_move(&self) -> GameMove {
        GameMove::annotated(self.positions.next(self.index), self.ply(), self.annotations)
    }
}
