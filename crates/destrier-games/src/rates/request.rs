//! What to count, and whose chances.

use super::keys::RateKey;
use crate::games::GameFilter;
use crate::scan::GameCondition;
use crate::search::{FindingFilter, JudgedBy};
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
    /// Who decides what was missed, or `None` to count only chances, without the worth of moves.
    pub judged_by: Option<JudgedBy>,
    /// The condition of the scan, which knows the player's color.
    pub condition: Arc<dyn GameCondition>,
    /// Whether each group has one row for the player that the condition names and one for the opponents.
    pub with_opponents: bool,
}

impl fmt::Debug for RateRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { keys, filter, judged_by, with_opponents, .. } = self;
        f.debug_struct("RateRequest")
            .field("keys", &keys.iter().map(|key| key.name).collect::<Vec<_>>())
            .field("filter", filter)
            .field("judged_by", judged_by)
            .field("with_opponents", with_opponents)
            .finish_non_exhaustive()
    }
}

impl RateRequest {
    /// Creates a request for the findings in all games that pass a filter, grouped by some keys.
    #[must_use]
    pub fn new(keys: Vec<&'static RateKey>, filter: FindingFilter) -> Self {
        let condition = Arc::new(GameFilter::default());
        let judged_by = Some(JudgedBy::Judge);
        Self { keys, filter, judged_by, condition, with_opponents: false }
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
