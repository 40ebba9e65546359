//! What a scan asks of its input.

use crate::formats::{GameNeeds, GameRanges};
use std::fmt;
use std::sync::Arc;

/// What a scan asks of its input.
#[derive(Clone)]
pub(crate) struct ReadRequest {
    /// The parts of games to read.
    pub(crate) needs: GameNeeds,
    /// Returns whether a group of games with these ranges may have games that are needed.
    pub(crate) may_admit: Arc<dyn Fn(&GameRanges) -> bool + Send + Sync>,
}

impl ReadRequest {
    /// Asks for everything.
    pub(super) fn all() -> Self {
        Self { needs: GameNeeds::all(), may_admit: Arc::new(|_| true) }
    }
}

impl fmt::Debug for ReadRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadRequest").field("needs", &self.needs).finish_non_exhaustive()
    }
}
