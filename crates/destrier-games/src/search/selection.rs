//! Selections of findings.

use super::finding_filter::FindingFilter;
use super::judge::Judge;
use super::judging::Judging;
use super::language::{Moment, Occasion};
use super::one_per::{OnePer, Sample};
use super::pattern::{Finding, Pattern};
use super::patterns::{Memories, PatternScreen, TEXTS, TextSearch, search};
use super::worth::{GameMove, WorthFilter, WorthSearch};
use crate::chess::{Position, Positions};
use crate::formats::GameNeeds;
use crate::games::Colors;
use serde::Serialize;

/// Reduces findings that meet all other conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Thinning {
    /// Keep one finding per chance or per game.
    pub one_per: Option<OnePer>,
    /// Keep a random sample.
    pub sample: Option<Sample>,
}

/// The findings to search for: which ones, what the game and a judge must say of them, and how many to keep.
/// `Selection::default()` selects all findings.
///
/// ```
/// use destrier_games::{Classes, FindingFilter, Pattern, Position, Selection};
///
/// let position: Position = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1".parse()?;
/// let forks = FindingFilter { safe: true, ..FindingFilter::of(&[Pattern::by_name("knight-fork")?]) };
/// assert_eq!(Selection::from(forks.clone()).find(&position, None.into()).len(), 1);
/// let royal = FindingFilter { class: Some(Classes::Royal), ..forks };
/// assert!(Selection::from(royal).find(&position, None.into()).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Selection {
    /// Which findings.
    pub filter: FindingFilter,
    /// Select only moves that were played (`true`) or not played (`false`). At the end of a game, a move is neither.
    pub played: Option<bool>,
    /// How the worth of the selected moves is judged, or `None` if it is not computed.
    pub judging: Option<Judging>,
    /// Keeps only moves that begin the only line that wins, as in a puzzle: the move is the best one, and no other wins. The
    /// same holds at each later turn of its side, up to the mate or a gain of two pawns. It does not take back, and the game
    /// was not already won. The judge decides, of the findings that the thinning keeps. Needs the feature `files`.
    pub unique: bool,
    /// How many findings to keep.
    pub thinning: Thinning,
    /// Whether [`Chance::number`](super::Chance::number) counts the chances of all patterns. If set, all patterns are
    /// searched for, even those that are not selected.
    pub numbers_all_chances: bool,
}

/// Selects all findings that pass a filter.
impl From<FindingFilter> for Selection {
    fn from(filter: FindingFilter) -> Self {
        Self { filter, ..Self::default() }
    }
}

/// The error for a selection that no finding of its patterns can meet, or with two patterns of one name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{option}: {reason}")]
pub struct ContradictorySelection {
    /// The name of the command's option, such as `not-played`.
    pub option: &'static str,
    /// What is wrong with it.
    pub reason: String,
}

impl Selection {
    /// Checks that no two patterns share a name, and that some pattern has the fields that the conditions need.
    ///
    /// ```
    /// use destrier_games::{Pattern, Selection};
    ///
    /// let forking = Selection::of(&[Pattern::by_name("forking-knight")?]);
    /// assert_eq!(forking.check(), Ok(()));
    /// let played = Selection { played: Some(true), ..forking };
    /// let error = "played: none of the selected patterns is a move, as knight-fork is";
    /// assert_eq!(played.check().unwrap_err().to_string(), error);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If two patterns share a name, or none has the fields of a condition.
    pub fn check(&self) -> Result<(), ContradictorySelection> {
        let FindingFilter { patterns, class, safe, mate, .. } = &self.filter;
        for (index, pattern) in patterns.iter().enumerate() {
            if patterns[..index].iter().any(|other| other != pattern && other.name == pattern.name) {
                let reason = format!("two patterns are called `{}`", pattern.name);
                return Err(ContradictorySelection { option: "pattern", reason });
            }
        }
        let worth = self.worth().unwrap_or_default();
        let is_move = "is a move, as knight-fork is";
        let conditions = [
            ("class", class.is_some(), "classes", "has classes, as knight-fork has"),
            ("safe", *safe, "safe", "says whether the knight can be captured, as knight-fork does"),
            ("mate", *mate, "move", is_move),
            ("played", self.played == Some(true), "move", is_move),
            ("not-played", self.played == Some(false), "move", is_move),
            ("wins", worth.wins.is_some(), "move", is_move),
            ("missed", worth.missed.is_some(), "move", is_move),
            ("unique", self.unique, "move", is_move),
        ];
        for (option, is_set, field, needed) in conditions {
            if is_set && !patterns.iter().any(|pattern| pattern.has(field)) {
                let reason = format!("none of the selected patterns {needed}");
                return Err(ContradictorySelection { option, reason });
            }
        }
        Ok(())
    }

    /// Selects all findings of some patterns, given in any order.
    #[must_use]
    pub fn of(patterns: &[&'static Pattern]) -> Self {
        FindingFilter::of(patterns).into()
    }

    /// Returns the selected findings in a position, in order. `game` is the continuation of the game.
    ///
    /// Ignores [`unique`](Self::unique), the [thinning](Self::thinning), and the conditions on the players, plies and clocks.
    #[must_use]
    pub fn find(&self, position: &Position, game: GameMove) -> Vec<Finding> {
        let mut findings = Vec::new();
        let sides = self.filter.color.map_or(Colors::BOTH, Colors::only);
        let occasion = Occasion {
            position,
            next: game.next,
            moment: Moment::start(position),
            game: &|ply| game.next.filter(|_| ply == 0).map(|next| (*position, next)),
        };
        let mut memories = self.memories();
        self.search(self.filter.bits(), &occasion, sides, !0, &mut memories, &mut findings);
        self.keep_selected(&mut findings, position, sides);
        self.judge(
            &mut findings,
            position,
            game,
            || None,
            &mut WorthSearch::default(),
            &mut Judge::default(),
        );
        findings
    }

    /// Returns the parts of games that the search reads.
    #[must_use]
    pub fn game_needs(&self) -> GameNeeds {
        let mut needs = GameNeeds::moves();
        if self.filter.elo.is_some() || self.filter.opponent_elo.is_some() {
            needs = needs.and(GameNeeds::tags(&["WhiteElo", "BlackElo"]));
        }
        if self.filter.side.is_some() {
            needs = needs.and(GameNeeds::tags(&["White", "Black"]));
        }
        // The game's own evaluations decide what was missed.
        if self.judging.is_some() || self.filter.clock.is_some() {
            needs.and(GameNeeds::annotations())
        } else {
            needs
        }
    }

    /// Returns whether a game can be searched without visiting positions that have no findings.
    #[cfg(feature = "files")]
    pub(crate) fn can_skip_positions(&self) -> bool {
        // Tables have no marks of texts.
        self.thinning.one_per.is_none() && self.texts().next().is_none()
    }

    /// Returns whether there are conditions on the worth of moves.
    #[cfg(feature = "files")]
    pub(crate) fn has_conditions_on_worth(&self) -> bool {
        self.worth().is_some_and(|filter| filter.wins.is_some() || filter.missed.is_some())
    }

    /// Returns the kernel that marks positions that may have findings, many at once.
    pub(crate) fn screen(&self) -> PatternScreen {
        if self.numbers_all_chances {
            PatternScreen { patterns: PatternScreen::ALL.patterns | self.filter.bits() }
        } else {
            PatternScreen { patterns: self.filter.bits() }
        }
    }

    /// Marks the patterns that are texts and that some positions may have, by a bit for each.
    pub(super) fn mark_texts(&self, positions: &Positions, marks: &mut Vec<u64>) {
        marks.clear();
        marks.resize(positions.len(), 0);
        for (i, parsed) in self.texts().filter_map(Pattern::parsed).enumerate() {
            parsed.program.mark(positions.sets(), positions.turns(), 1 << (i % 64), marks);
        }
    }

    /// Appends the findings of the patterns with the given bits, except those that
    /// [`keep_selected`](Self::keep_selected) would remove in every position.
    pub(super) fn search(
        &self,
        patterns: u8,
        occasion: &Occasion<'_>,
        sides: Colors,
        texts: u64,
        memories: &mut Memories,
        findings: &mut Vec<Finding>,
    ) {
        let turn_is_selected = sides.contains(occasion.position.turn());
        let possible =
            if self.numbers_all_chances { patterns } else { self.possible(turn_is_selected) & patterns };
        search(possible, occasion.position, occasion.next, findings);
        if possible & TEXTS == 0 {
            return;
        }
        for (i, (pattern, memory)) in self.texts().zip(memories).enumerate() {
            if possible & pattern.bit() != 0
                && texts >> (i % 64) & 1 != 0
                && (self.numbers_all_chances || self.is_possible(pattern, turn_is_selected))
            {
                TextSearch { pattern, memory }.find(occasion, findings);
            }
        }
    }

    /// Returns the patterns that are texts.
    pub(super) fn texts(&self) -> impl Iterator<Item = &'static Pattern> {
        self.filter.patterns.iter().copied().filter(|pattern| pattern.text().is_some())
    }

    /// Returns the memory for a search for the patterns that are texts.
    pub(super) fn memories(&self) -> Memories {
        self.texts().map(|_| Default::default()).collect()
    }

    /// Returns whether a pattern that is a text depends on the game before a position.
    pub(super) fn needs_history(&self) -> bool {
        self.texts().any(|pattern| pattern.parsed().is_some_and(|parsed| parsed.program.needs_history()))
    }

    /// Keeps the findings that meet all conditions on single findings.
    pub(super) fn keep_selected(&self, findings: &mut Vec<Finding>, position: &Position, sides: Colors) {
        if self.numbers_all_chances || self.narrows() || sides != Colors::BOTH {
            findings.retain(|finding| self.selects(finding, position, sides));
        }
    }

    /// Judges the findings and keeps those that pass the filter on worth. `earlier` returns the position two plies earlier.
    pub(super) fn judge(
        &self,
        findings: &mut Vec<Finding>,
        position: &Position,
        game: GameMove,
        earlier: impl Fn() -> Option<Position>,
        search: &mut WorthSearch,
        judge: &mut Judge,
    ) {
        let Some(judging) = &self.judging else { return };
        judging.judge(findings, position, game, earlier, search, judge);
        if !judging.keeps_others {
            findings
                .retain(|finding| self.admits(finding) && judging.admits_answer(finding, position, judge));
        }
    }

    /// Returns whether a finding passes the conditions on what the game did and on the worth of moves. It need not be an
    /// [answer](WorthFilter::answers).
    pub(crate) fn admits(&self, finding: &Finding) -> bool {
        self.judging.as_ref().is_none_or(|judging| judging.admits(finding))
            && self.played.is_none_or(|played| finding.played == Some(played))
    }

    /// Returns the filter on the worth of moves, if it is computed.
    pub(crate) fn worth(&self) -> Option<WorthFilter> {
        self.judging.as_ref().map(|judging| judging.filter)
    }

    /// Returns the selection whose findings decide what became of the chances of a game. It also has the moves that were
    /// played, or that do not pass the filter on worth.
    pub(crate) fn of_chances(&self) -> Self {
        let thinning = Thinning { one_per: None, ..self.thinning };
        let judging = self.judging.clone().map(|judging| Judging { keeps_others: true, ..judging });
        let played = self.played.filter(|_| judging.is_none());
        Self { played, judging, unique: false, thinning, ..self.clone() }
    }

    const fn narrows(&self) -> bool {
        self.filter.class.is_some() || self.filter.safe || self.filter.mate || self.played.is_some()
    }

    /// Returns the bits of the patterns that can have selected findings. Such a pattern has the fields that the
    /// conditions need. A pattern of moves also needs the side to move to be selected.
    fn possible(&self, turn_is_selected: bool) -> u8 {
        if turn_is_selected && !self.narrows() {
            return u8::MAX;
        }
        let possible =
            self.filter.patterns.iter().filter(|pattern| self.is_possible(pattern, turn_is_selected));
        possible.fold(0, |bits, pattern| bits | pattern.bit())
    }

    fn is_possible(&self, pattern: &Pattern, turn_is_selected: bool) -> bool {
        let filter = &self.filter;
        (turn_is_selected || !pattern.is_move)
            && (filter.class.is_none() || pattern.has("classes"))
            && (!filter.safe || pattern.has("safe"))
            && (!filter.mate || pattern.is_move)
            && (self.played.is_none() || pattern.is_move)
    }

    fn selects(&self, finding: &Finding, position: &Position, sides: Colors) -> bool {
        let filter = &self.filter;
        sides.contains(finding.side)
            && (!self.numbers_all_chances || filter.patterns.contains(&finding.pattern))
            && self.played.is_none_or(|played| finding.played == Some(played))
            && (!filter.safe || finding.safe == Some(true))
            && filter.class.is_none_or(|least| finding.class >= Some(least))
            && (!filter.mate || finding.mates(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Continuation, Unscreened};
    use crate::formats::{Game, Start};
    use crate::input::Reader;
    use crate::search::{Classes, JudgedBy, PATTERNS, PlayerSide, find};
    use destrier::Color;

    /// Returns whether a finding is selected, judged by its written fields.
    fn is_selected(selection: &Selection, finding: &Finding, position: &Position) -> bool {
        let text = |field| finding.value(field).map(|value| value.written(position).to_string());
        let is = |field, expected: &str| text(field).as_deref() == Some(expected);
        let filter = &selection.filter;
        let side = filter.color.is_none_or(|color| color == finding.side);
        let class = match filter.class {
            None => true,
            Some(class) => text("classes").is_some_and(|classes| {
                class.names().last().is_none_or(|name| classes.split(',').any(|class| class == *name))
            }),
        };
        let played = match selection.played {
            None => true,
            Some(true) => is("played", "true"),
            Some(false) => is("played", "false"),
        };
        filter.patterns.contains(&finding.pattern)
            && side
            && class
            && played
            && (!filter.safe || is("safe", "true"))
            && (!filter.mate || text("san").is_some_and(|san| san.ends_with('#')))
    }

    fn random_selection(random: &mut fastrand::Rng) -> Selection {
        let mut patterns = PATTERNS.to_vec();
        random.shuffle(&mut patterns);
        patterns.truncate(random.usize(..=2 * PATTERNS.len()));
        let color = random.bool().then(|| random.choice(Color::ALL).unwrap());
        let classes = [Classes::None, Classes::Check, Classes::Royal, Classes::Family];
        let class = random.bool().then(|| random.choice(classes).unwrap());
        let filter = FindingFilter {
            color,
            class,
            safe: random.u8(..4) == 0,
            mate: random.u8(..4) == 0,
            ..FindingFilter::of(&patterns)
        };
        let played = [None, None, Some(true), Some(false)][random.usize(..4)];
        Selection { played, ..filter.into() }
    }

    /// Calls a function with each game and its starting position.
    fn each_game(games: &[u8], mut visit: impl FnMut(Game<'_>, Position)) {
        let mut reader = Reader::games(games);
        while let Some(record) = reader.next_record().unwrap() {
            let game = Game::pgn(record);
            let Ok(Start::Position(start)) = game.start() else { panic!("the game has no start") };
            visit(game, start);
        }
    }

    /// Calls a function with each position of the games.
    fn replay(games: &[u8], mut visit: impl FnMut(&Position, Option<Continuation>)) {
        each_game(games, |game, start| {
            game.replay(&start, &mut Positions::new(), &Unscreened, |positions| {
                positions.iter().for_each(|(_, position, next)| visit(&position, next));
            })
            .unwrap();
        });
    }

    #[test]
    fn selected_findings_are_all_that_meet_the_conditions() {
        const MATES: &str = "[FEN \"2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1\"]\n\n1. Nf7# *\n\n\
            [FEN \"q5rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1\"]\n\n1. Nf7# *\n\n\
            [FEN \"q3k3/7r/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nc7+ *\n\n\
            [FEN \"6k1/3r1ppp/8/8/4N3/2b1q3/5PPP/3R2K1 b - - 0 1\"]\n\n1... Qe1+ 2. Rxe1 *\n\n";
        let mates = MATES.repeat(50);
        let games = [mates.as_bytes(), include_bytes!("../../../../samples/lichess.pgn")].concat();
        let mut random = fastrand::Rng::with_seed(11);
        let (mut kept, mut left_out) = ([0; 5], [0; 5]);
        replay(&games, |position, next| {
            let all = find(position, next);
            for _ in 0..20 {
                let selection = random_selection(&mut random);
                let (selected, rest): (Vec<_>, Vec<_>) =
                    all.iter().copied().partition(|finding| is_selected(&selection, finding, position));
                let conditions = [
                    selection.filter.color.is_some(),
                    selection.filter.class.is_some(),
                    selection.filter.safe,
                    selection.filter.mate,
                    selection.played.is_some(),
                ];
                for (i, _) in conditions.iter().enumerate().filter(|(_, is_there)| **is_there) {
                    kept[i] += selected.len();
                    left_out[i] += rest.len();
                }
                assert_eq!(
                    selection.find(position, next.into()),
                    selected,
                    "{selection:?} {}",
                    position.fen()
                );
            }
        });
        assert!(kept.into_iter().chain(left_out).all(|count| count > 10), "{kept:?} {left_out:?}");
    }

    /// Except for chances, searching a whole game is the same as searching each position alone.
    #[test]
    fn searching_a_game_matches_searching_its_positions() {
        let mut random = fastrand::Rng::with_seed(12);
        let mut count = 0;
        each_game(include_bytes!("../../../../samples/lichess.pgn"), |game, start| {
            for _ in 0..10 {
                let selection = random_selection(&mut random);
                let found = game.findings(&selection);
                let numbered = game.findings(&Selection { numbers_all_chances: true, ..selection.clone() });
                let without_chance = |found: &[(u32, Finding)]| {
                    found
                        .iter()
                        .map(|&(ply, finding)| (ply, Finding { chance: None, ..finding }))
                        .collect::<Vec<_>>()
                };
                let mut expected = Vec::new();
                game.replay(&start, &mut Positions::new(), &Unscreened, |positions| {
                    for (ply, position, next) in positions.iter() {
                        expected
                            .extend(selection.find(&position, next.into()).into_iter().map(|of| (ply, of)));
                    }
                })
                .unwrap();
                assert_eq!(without_chance(&found), expected, "{selection:?}");
                assert_eq!(without_chance(&numbered), expected, "{selection:?}");
                count += found.len();
            }
        });
        assert!(count > 1000, "{count}");
    }

    #[test]
    fn patterns_are_sorted_and_unique() {
        let [a, b, c, ..] = PATTERNS;
        assert_eq!(FindingFilter::of(&[c, a, c, b, a]).patterns, [a, b, c]);
        assert!(FindingFilter::of(&[]).patterns.is_empty());
        assert_eq!(Selection::default().filter.patterns, PATTERNS);
        let position: Position = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1".parse().unwrap();
        for color in [None, Some(Color::White)] {
            let twice = FindingFilter { patterns: vec![a, a], color, ..FindingFilter::default() };
            assert_eq!(
                Selection::from(twice).find(&position, None.into()).len(),
                1,
                "a pattern is found once"
            );
        }
    }

    /// A resumed run compares its selection as JSON with that of the run before.
    #[test]
    fn different_selections_have_different_json() {
        let mut random = fastrand::Rng::with_seed(13);
        let selections: Vec<_> = (0..100).map(|_| random_selection(&mut random)).collect();
        let json = |selection: &Selection| serde_json::to_string(selection).unwrap();
        for a in &selections {
            for b in &selections {
                assert_eq!(json(a) == json(b), a == b, "{a:?} {b:?}");
            }
        }
        let default = Selection::default();
        let thinning = Thinning { sample: Some(Sample { seed: 1, highest: 2 }), ..Thinning::default() };
        let filter = FindingFilter { side: Some(PlayerSide::Player), ..FindingFilter::default() };
        for other in [
            Selection { judging: Some(Judging::default()), ..default.clone() },
            Selection {
                judging: Some(Judging { by: JudgedBy::Material, ..Judging::default() }),
                ..default.clone()
            },
            Selection { thinning, ..default.clone() },
            Selection::from(filter),
        ] {
            assert_ne!(json(&other), json(&default));
        }
    }
}
