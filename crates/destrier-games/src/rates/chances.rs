//! The chances of a game, built from its findings.

use crate::search::{Finding, FoundPosition, Grade, Pattern};
use destrier::Color;
use std::collections::HashMap;

/// A chance: facts about its first finding, and the outcome over all its findings.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChanceFacts {
    pub(super) pattern: &'static Pattern,
    pub(super) side: Color,
    /// The seconds on White's and Black's clocks at the first finding.
    pub(super) clocks: [Option<f64>; 2],
    pub(super) is_opportunity: bool,
    pub(super) is_played: bool,
    /// The gravest miss among the findings.
    gravest: Option<Grade>,
}

impl ChanceFacts {
    /// Returns the grade if the chance was missed by at least a mistake.
    pub(super) fn missed(&self) -> Option<Grade> {
        self.gravest.filter(|&grade| !self.is_played && grade >= Grade::Mistake)
    }
}

/// The chances of a game.
#[derive(Debug, Default)]
pub(super) struct GameChances {
    by_number: HashMap<u32, ChanceFacts>,
}

impl GameChances {
    /// Adds a finding. Findings must come in the order of the game.
    pub(super) fn add(&mut self, finding: &Finding, found: &FoundPosition<'_>, needs_clock: bool) {
        // The search of a whole game numbers the chances of all findings.
        let Some(chance) = finding.chance else { return };
        let facts = self.by_number.entry(chance.number).or_insert_with(|| ChanceFacts {
            pattern: finding.pattern,
            side: finding.side,
            clocks: if needs_clock { Color::ALL.map(|side| found.clock(side)) } else { [None; 2] },
            is_opportunity: false,
            is_played: false,
            gravest: None,
        });
        facts.is_played |= finding.played == Some(true);
        if let Some(worth) = finding.worth {
            facts.is_opportunity |= worth.is_opportunity;
            facts.gravest = facts.gravest.max(worth.missed);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &ChanceFacts> {
        self.by_number.values()
    }

    pub(super) fn clear(&mut self) {
        self.by_number.clear();
    }
}
