//! The chances of a game, built from its findings.

use super::pattern::{Finding, Pattern};
use super::worth::Grade;
use destrier::Color;

/// A chance with its outcome over all its findings, and what the user of the chance adds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameChance<T> {
    /// The number of the chance within the game.
    pub(crate) number: u32,
    pub(crate) pattern: &'static Pattern,
    pub(crate) side: Color,
    pub(crate) is_played: bool,
    /// Whether the game continued with another move on one of the turns.
    pub(crate) is_left: bool,
    pub(crate) is_opportunity: bool,
    /// The gravest miss among the findings.
    gravest: Option<Grade>,
    pub(crate) extra: T,
}

impl<T> GameChance<T> {
    /// Returns the grade of the miss, or `None` if the move was played on one of the turns.
    pub(crate) fn missed(&self) -> Option<Grade> {
        self.gravest.filter(|_| !self.is_played)
    }

    /// Returns whether the chance is an opportunity that was played.
    pub(crate) const fn is_found(&self) -> bool {
        self.is_opportunity && self.is_played
    }

    /// Returns whether the chance is an opportunity that was missed by at least a mistake.
    pub(crate) fn is_missed(&self) -> bool {
        self.is_opportunity && self.missed() >= Some(Grade::Mistake)
    }
}

/// The chances of a game.
#[derive(Debug)]
pub(crate) struct GameChances<T> {
    /// Sorted by number. New chances nearly always have the highest number.
    chances: Vec<GameChance<T>>,
}

impl<T> Default for GameChances<T> {
    fn default() -> Self {
        Self { chances: Vec::new() }
    }
}

impl<T> GameChances<T> {
    /// Adds a finding of a whole game's search and returns its chance. `extra` is called for the first finding.
    /// Returns `None` for findings without a chance.
    pub(crate) fn add(&mut self, finding: &Finding, extra: impl FnOnce() -> T) -> Option<&mut GameChance<T>> {
        let number = finding.chance?.number;
        let index =
            self.chances.binary_search_by_key(&number, |chance| chance.number).unwrap_or_else(|index| {
                let chance = GameChance {
                    number,
                    pattern: finding.pattern,
                    side: finding.side,
                    is_played: false,
                    is_left: false,
                    is_opportunity: false,
                    gravest: None,
                    extra: extra(),
                };
                self.chances.insert(index, chance);
                index
            });
        let chance = &mut self.chances[index];
        chance.is_played |= finding.played == Some(true);
        chance.is_left |= finding.played == Some(false);
        if let Some(worth) = finding.worth {
            chance.is_opportunity |= worth.is_opportunity;
            chance.gravest = chance.gravest.max(worth.missed);
        }
        Some(chance)
    }

    /// Returns the chance with a number.
    pub(crate) fn get(&self, number: u32) -> Option<&GameChance<T>> {
        let index = self.chances.binary_search_by_key(&number, |chance| chance.number).ok()?;
        Some(&self.chances[index])
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &GameChance<T>> {
        self.chances.iter()
    }

    pub(crate) fn clear(&mut self) {
        self.chances.clear();
    }
}
