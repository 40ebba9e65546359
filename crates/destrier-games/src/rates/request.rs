//! What to count, and whose chances.

use super::keys::RateKey;
use crate::games::GameFilter;
use crate::scan::GameCondition;
use crate::search::{Engine, FindingFilter};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A request for rates.
#[derive(Clone)]
pub struct RateRequest {
    /// The keys of the groups, in the order of their columns, without repetition.
    pub keys: Vec<&'static RateKey>,
    /// Which findings form chances, and which sides have rows.
    pub filter: FindingFilter,
    /// The engine that judges moves; see [`Selection::engine`](crate::Selection::engine).
    pub engine: Option<Engine>,
    /// Whether to leave out the judge; see [`Selection::quick`](crate::Selection::quick).
    pub quick: bool,
    /// The condition of the scan, which knows the player's color.
    pub condition: Arc<dyn GameCondition>,
    /// Whether each group has one row for the player that the condition names and one for the opponents.
    pub with_opponents: bool,
    /// Whether to compute the worth of moves. Without it, only chances are counted.
    pub with_worth: bool,
}

impl fmt::Debug for RateRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { keys, filter, with_opponents, with_worth, .. } = self;
        f.debug_struct("RateRequest")
            .field("keys", &keys.iter().map(|key| key.name).collect::<Vec<_>>())
            .field("filter", filter)
            .field("with_opponents", with_opponents)
            .field("with_worth", with_worth)
            .finish_non_exhaustive()
    }
}

impl RateRequest {
    /// Creates a request for the findings in all games that pass a filter, grouped by some keys.
    #[must_use]
    pub fn new(keys: Vec<&'static RateKey>, filter: FindingFilter) -> Self {
        let condition = Arc::new(GameFilter::default());
        Self { keys, filter, engine: None, quick: false, condition, with_opponents: false, with_worth: true }
    }
}

/// Whose chances a row counts, if a player is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// The player's chances.
    Player,
    /// The opponents' chances.
    Opponents,
}

impl Who {
    /// Returns `player` or `opponents`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Opponents => "opponents",
        }
    }
}
