//! The counts of a group.

use super::counter::Counted;
use super::wilson::wilson_interval;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// The counts of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateCounts {
    /// Games, with or without a chance.
    pub games: u64,
    /// Positions of these games.
    pub positions: u64,
    /// Chances.
    pub chances: u64,
    /// Chances that win something: one of their findings is an opportunity.
    pub opportunities: u64,
    /// Opportunities whose move was played.
    pub found: u64,
    /// Turns on which a move that wins something was missed, by at least a mistake.
    pub missed: u64,
    /// Turns on which a move was missed that would only have avoided a loss. They are not opportunities.
    pub defences: u64,
    /// Opportunities of the other side.
    pub allowed: u64,
}

impl RateCounts {
    /// The least number of found or missed opportunities for a meaningful rate.
    const FEW: u64 = 10;

    /// Adds what a game with a number of positions adds to the group.
    pub(crate) fn add(&mut self, counted: Counted<'_>, positions: u64) {
        match counted {
            Counted::Game => {
                self.games += 1;
                self.positions += positions;
            }
            Counted::Allowed(_) => self.allowed += 1,
            Counted::Own(chance) => {
                self.chances += 1;
                self.opportunities += u64::from(chance.is_opportunity);
                self.found += u64::from(chance.is_found());
                self.missed += u64::from(chance.is_missed());
                self.defences += u64::from(chance.is_missed_defence());
            }
        }
    }

    /// Returns the fraction of found opportunities among those found or missed.
    #[must_use]
    pub fn found_rate(&self) -> Option<f64> {
        let decided = self.found + self.missed;
        (decided > 0).then(|| self.found as f64 / decided as f64)
    }

    /// Returns the 95% Wilson interval of the found rate.
    #[must_use]
    pub fn found_rate_interval(&self) -> Option<(f64, f64)> {
        wilson_interval(self.found, self.found + self.missed)
    }

    /// Returns whether the group is too small for a meaningful found rate: fewer than ten opportunities were found or
    /// missed.
    #[must_use]
    pub const fn is_few(&self) -> bool {
        self.found + self.missed < Self::FEW
    }

    /// Returns a count per 100 games.
    #[must_use]
    pub fn per_100_games(&self, count: u64) -> Option<f64> {
        (self.games > 0).then(|| 100.0 * count as f64 / self.games as f64)
    }
}

impl AddAssign for RateCounts {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.chances += other.chances;
        self.opportunities += other.opportunities;
        self.found += other.found;
        self.missed += other.missed;
        self.defences += other.defences;
        self.allowed += other.allowed;
    }
}
