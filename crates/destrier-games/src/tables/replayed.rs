//! What a replay of a game shows, for columns of games.

use crate::chess::{Position, Positions, SanWithSign};

/// The moves and the last position of the main line of the current game.
#[derive(Default)]
pub(crate) struct Replayed {
    sans: Vec<SanWithSign>,
    last: Option<Position>,
}

impl Replayed {
    /// Adds successive positions with their moves.
    pub(crate) fn add(&mut self, positions: &Positions) {
        self.sans.extend(positions.sans().flatten());
        if let Some(last) = positions.len().checked_sub(1) {
            self.last = Some(positions.position(last));
        }
    }

    /// Removes everything, to begin the next game.
    pub(crate) fn clear(&mut self) {
        self.sans.clear();
        self.last = None;
    }

    /// Returns the moves, or `None` if the game could not start.
    pub(crate) fn sans(&self) -> Option<&[SanWithSign]> {
        self.last.is_some().then_some(&self.sans)
    }

    /// Returns the last position, or `None` if the game could not start.
    pub(crate) const fn last(&self) -> Option<&Position> {
        self.last.as_ref()
    }
}
