//! The chances of a game with their outcomes: found, missed or neither.

use super::miss::Miss;
use super::pattern::{Finding, Pattern};
use destrier::Color;
use std::collections::HashMap;

/// A chance with its outcome over all its findings, and what the user of the chance adds.
///
/// A chance was missed if its move was not played and one of its findings was missed. The finding that cost most represents
/// it. Chances whose representatives stand in the same position are one missed turn, and the one that cost most represents
/// that turn: only this chance counts as missed.
#[derive(Clone, Copy, Debug)]
pub struct GameChance<T> {
    /// The [number](super::Chance::number) of the chance within the game.
    pub number: u32,
    /// The pattern.
    pub pattern: &'static Pattern,
    /// The side that has the chance.
    pub side: Color,
    /// Whether the move was played on one of the turns. `None` if the game ended on its only turn, or if there is no
    /// move.
    pub played: Option<bool>,
    /// Whether the move wins something on one of the turns; see
    /// [`Worth::is_opportunity`](super::Worth::is_opportunity). Defences, and chances that another one represents, are not
    /// opportunities.
    pub is_opportunity: bool,
    /// The ply of the finding that represents the chance: its move as it was played, the miss, or else the first.
    pub ply: u32,
    /// The miss that represents the chance.
    miss: Option<Miss>,
    /// Whether another chance represents the missed turn.
    is_represented: bool,
    /// What the user of the chance adds.
    pub extra: T,
}

impl<T> GameChance<T> {
    /// Returns the miss, if the chance represents a missed turn. It may be a defence, or less than a mistake.
    #[must_use]
    pub fn miss(&self) -> Option<Miss> {
        self.miss.filter(|_| !self.is_represented)
    }

    /// Returns whether the chance is an opportunity that was played.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.is_opportunity && self.is_played()
    }

    /// Returns whether the chance represents a missed turn: a move that wins something was missed by at least
    /// [`Grade::MISSED`](super::Grade::MISSED).
    #[must_use]
    pub fn is_missed(&self) -> bool {
        self.miss().is_some_and(|miss| miss.counts() && miss.wins)
    }

    /// Returns whether the chance represents a turn on which a defence was missed by at least
    /// [`Grade::MISSED`](super::Grade::MISSED).
    #[must_use]
    pub fn is_missed_defence(&self) -> bool {
        self.miss().is_some_and(|miss| miss.counts() && !miss.wins)
    }

    /// Returns whether another chance represents the missed turn.
    #[must_use]
    pub const fn is_represented(&self) -> bool {
        self.is_represented
    }

    fn is_played(&self) -> bool {
        self.played == Some(true)
    }
}

/// The chances of a game. They decide what was found and missed in it.
///
/// ```
/// use destrier_games::{Event, Game, GameChances, Grade, Positions, Reader, Selection, Judging};
///
/// // White plays the fork on the second turn.
/// let pgn = "[FEN \"r3k2r/8/8/1N6/8/8/8/R3K3 w kq - 0 1\"]\n\n1. Ra2 Rg8 2. Nc7+ *\n";
/// let mut reader = Reader::games(pgn.as_bytes());
/// let game = Game::pgn(reader.next_record()?.expect("a game"));
/// let selection = Selection { judging: Some(Judging::default()), ..Selection::default() };
/// let (mut chances, mut first) = (GameChances::default(), None);
/// game.search(Some(&selection), Default::default(), &mut Positions::new(), |event| {
///     let Event::Found(found, findings) = event else { return };
///     for finding in findings.iter() {
///         first.get_or_insert(*finding);
///         chances.add(found.ply(), finding, || ());
///     }
/// })?;
/// assert_eq!(first.expect("a finding").missed(), Some(Grade::Blunder));
/// let fork = &chances.end()[0];
/// assert!(fork.is_found() && fork.miss().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameChances<T> {
    /// Sorted by number. New chances nearly always have the highest number.
    chances: Vec<GameChance<T>>,
}

impl<T> GameChances<T> {
    /// Adds a finding of a whole game's search, given its ply, and returns its chance. `extra` is called for the first
    /// finding. Returns `None` for findings without a chance.
    pub fn add(
        &mut self,
        ply: u32,
        finding: &Finding,
        extra: impl FnOnce() -> T,
    ) -> Option<&mut GameChance<T>> {
        let number = finding.chance?.number;
        let index = self.index(number).unwrap_or_else(|index| {
            let chance = GameChance {
                number,
                pattern: finding.pattern,
                side: finding.side,
                played: None,
                is_opportunity: false,
                ply,
                miss: None,
                is_represented: false,
                extra: extra(),
            };
            self.chances.insert(index, chance);
            index
        });
        let chance = &mut self.chances[index];
        chance.is_opportunity |= finding.worth.is_some_and(|worth| worth.is_opportunity);
        if chance.is_played() {
            return Some(chance);
        }
        chance.played = chance.played.max(finding.played);
        if chance.is_played() {
            (chance.ply, chance.miss) = (ply, None);
        } else if let Some(miss) = finding.miss
            && chance.miss.is_none_or(|other| miss.compare(&other).is_gt())
        {
            (chance.ply, chance.miss) = (ply, Some(miss));
        }
        Some(chance)
    }

    /// Decides which chances represent missed turns, after all findings were added. Returns the chances by number.
    pub fn end(&mut self) -> &[GameChance<T>] {
        // The chance that cost most on each turn.
        let mut turns: HashMap<u32, (usize, Miss)> = HashMap::new();
        for (index, chance) in self.chances.iter().enumerate() {
            let Some(miss) = chance.miss else { continue };
            let best = turns.entry(chance.ply).or_insert((index, miss));
            if miss.compare(&best.1).is_gt() {
                *best = (index, miss);
            }
        }
        for (index, chance) in self.chances.iter_mut().enumerate() {
            let Some(miss) = chance.miss else { continue };
            chance.is_represented = turns.get(&chance.ply).is_some_and(|(best, _)| *best != index);
            if miss.counts() {
                chance.is_opportunity = chance.is_missed();
            }
        }
        &self.chances
    }

    /// Returns the chance with a number.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&GameChance<T>> {
        Some(&self.chances[self.index(number).ok()?])
    }

    fn index(&self, number: u32) -> Result<usize, usize> {
        self.chances.binary_search_by_key(&number, |chance| chance.number)
    }

    /// Returns the chances by number.
    #[must_use]
    pub fn all(&self) -> &[GameChance<T>] {
        &self.chances
    }

    /// Removes all chances.
    pub fn clear(&mut self) {
        self.chances.clear();
    }
}
