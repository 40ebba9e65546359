//! The program of a pattern.

use super::columns::ColumnProgram;
use super::game_moves::GameMoves;
use super::narrow::Narrowing;
use super::nodes::{Entry, Id, Subject};
use destrier::{Color, Sets};

/// A pattern that was read.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(super) entries: Vec<Entry>,
    pub(super) subject: Subject,
    /// The conditions that depend on the position alone, those that also depend on where a piece comes from, and the
    /// others. The cheapest come first.
    pub(super) on_position: Vec<Id>,
    pub(super) on_origin: Vec<Id>,
    pub(super) on_move: Vec<Id>,
    /// The conditions on the position, for many positions at once.
    pub(super) columns: ColumnProgram,
    /// What the conditions say of a move before it is made.
    pub(super) narrowing: Narrowing,
    pub(super) targets: Option<Id>,
    pub(super) mirror: bool,
    pub(super) then: Option<GameMoves>,
    /// Whether a node needs to know the earlier moves of the game.
    pub(super) needs_history: bool,
}

impl Program {
    /// Adds a bit to the marks of the positions that may have the pattern.
    pub(crate) fn mark(&self, sets: Sets<&[u64]>, turns: &[Color], bit: u64, marks: &mut [u64]) {
        self.columns.mark(sets, turns, bit, marks);
    }

    /// Returns whether the pattern is one of moves.
    pub(crate) const fn is_move(&self) -> bool {
        matches!(self.subject, Subject::Moves(_))
    }

    /// Returns whether a finding has a square.
    pub(crate) const fn has_square(&self) -> bool {
        !matches!(self.subject, Subject::Standing(None))
    }

    /// Returns whether a finding has targets.
    pub(crate) const fn has_targets(&self) -> bool {
        self.targets.is_some()
    }

    /// Returns whether the search must know the earlier moves of the game.
    pub(crate) const fn needs_history(&self) -> bool {
        self.needs_history
    }
}
