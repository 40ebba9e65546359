//! The chances of a game with their outcomes: found, missed or neither.

use super::pattern::{Finding, Pattern};
use super::worth::Grade;
use destrier::Color;

/// A chance with its outcome over all its findings, and what the user of the chance adds.
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
    /// [`Worth::is_opportunity`](super::Worth::is_opportunity).
    pub is_opportunity: bool,
    /// The gravest miss among the findings.
    gravest: Option<Grade>,
    /// What the user of the chance adds.
    pub extra: T,
}

impl<T> GameChance<T> {
    /// Returns the grade of the gravest miss, or `None` if the move was played on one of the turns.
    #[must_use]
    pub fn missed(&self) -> Option<Grade> {
        self.gravest.filter(|_| !self.is_played())
    }

    /// Returns whether the chance is an opportunity that was played.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.is_opportunity && self.is_played()
    }

    /// Returns whether the chance is an opportunity that was missed by at least [`Grade::MISSED`].
    #[must_use]
    pub fn is_missed(&self) -> bool {
        self.is_opportunity && self.missed() >= Some(Grade::MISSED)
    }

    fn is_played(&self) -> bool {
        self.played == Some(true)
    }
}

/// The chances of a game. They decide what was found and missed in it.
///
/// ```
/// use destrier_games::{Event, Game, GameChances, Grade, Positions, Reader, Selection, WorthFilter};
///
/// // White plays the fork on the second turn.
/// let pgn = "[FEN \"r3k2r/8/8/1N6/8/8/8/R3K3 w kq - 0 1\"]\n\n1. Ra2 Rg8 2. Nc7+ *\n";
/// let mut reader = Reader::games(pgn.as_bytes());
/// let game = Game::pgn(reader.next_record()?.expect("a game"));
/// let selection = Selection { worth: Some(WorthFilter::default()), ..Selection::default() };
/// let (mut chances, mut first) = (GameChances::default(), None);
/// game.search(Some(&selection), Default::default(), &mut Positions::new(), |event| {
///     let Event::Found(_, findings) = event else { return };
///     for finding in findings.iter() {
///         first.get_or_insert(*finding);
///         chances.add(finding, || ());
///     }
/// })?;
/// let first = first.expect("a finding");
/// assert_eq!((first.missed(), chances.missed(&first)), (Some(Grade::Blunder), None));
/// assert!(chances.all()[0].is_found());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameChances<T> {
    /// Sorted by number. New chances nearly always have the highest number.
    chances: Vec<GameChance<T>>,
}

impl<T> GameChances<T> {
    /// Adds a finding of a whole game's search and returns its chance. `extra` is called for the first finding.
    /// Returns `None` for findings without a chance.
    pub fn add(&mut self, finding: &Finding, extra: impl FnOnce() -> T) -> Option<&mut GameChance<T>> {
        let number = finding.chance?.number;
        let index =
            self.chances.binary_search_by_key(&number, |chance| chance.number).unwrap_or_else(|index| {
                let chance = GameChance {
                    number,
                    pattern: finding.pattern,
                    side: finding.side,
                    played: None,
                    is_opportunity: false,
                    gravest: None,
                    extra: extra(),
                };
                self.chances.insert(index, chance);
                index
            });
        let chance = &mut self.chances[index];
        chance.played = chance.played.max(finding.played);
        chance.is_opportunity |= finding.worth.is_some_and(|worth| worth.is_opportunity);
        chance.gravest = chance.gravest.max(finding.missed());
        Some(chance)
    }

    /// Returns the chance with a number.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&GameChance<T>> {
        let index = self.chances.binary_search_by_key(&number, |chance| chance.number).ok()?;
        Some(&self.chances[index])
    }

    /// Returns the grade of missing the move of a finding, or `None` if it was played on another turn of its chance.
    #[must_use]
    pub fn missed(&self, finding: &Finding) -> Option<Grade> {
        let chance = self.get(finding.chance?.number)?;
        finding.missed().filter(|_| !chance.is_played())
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
