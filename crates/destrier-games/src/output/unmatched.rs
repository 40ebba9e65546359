//! The condition on games, which notes why it refuses them.

use super::text_table::grouped;
use crate::formats::pgn::Tags;
use crate::formats::{Game, GameNeeds, GameRanges};
use crate::games::{CONDITIONS, Colors, Condition, GameFilter, Player, in_seconds};
use crate::input::Entry;
use crate::names::listed;
use crate::scan::GameCondition;
use crate::search::FindingFilter;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A filter for games that can explain why no game passed it.
///
/// ```
/// use destrier_games::output::ExplainedFilter;
/// use destrier_games::{GameFilter, Scan, Selection, Source};
/// use std::sync::Arc;
///
/// let filter = GameFilter { players: vec!["Spilman".parse()?], ..GameFilter::default() };
/// let condition = Arc::new(ExplainedFilter::new(filter, Vec::new(), false));
/// let games = b"[White \"Spielman, Rudolf\"]\n\n1. e4 *\n".to_vec();
/// let scan = Scan::new([Source::of_memory("a.pgn", games)]);
/// let scan = Scan { condition: Arc::<ExplainedFilter>::clone(&condition), ..scan };
/// scan.sample(&Selection::default(), 1, 0)?;
/// assert_eq!(condition.explain(1), "no game has a player named Spilman; similar: Spielman");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ExplainedFilter {
    all: Watched,
    /// The same filter for each of some players.
    of_players: Vec<Watched>,
    /// The names in the filter that no game has had.
    missing_names: Mutex<Vec<Player>>,
    /// The conditions on findings, until a game has a side that meets those on sides.
    missing_side: Mutex<Option<FindingFilter>>,
}

/// A filter, and what the games so far lack to pass it.
#[derive(Debug)]
struct Watched {
    /// The option that names the players.
    option: &'static str,
    filter: GameFilter,
    /// Whether a game passed the filter. Then there is nothing to explain.
    is_passed: AtomicBool,
    /// A note for each condition that is set.
    notes: Vec<Note>,
}

/// What is known of a condition.
#[derive(Debug)]
struct Note {
    condition: &'static Condition,
    /// The names that the condition wants, in lower case.
    wanted: Vec<String>,
    /// Whether a game meets the condition. A game that was not read may.
    is_met: AtomicBool,
    /// The most similar names, by similarity and name without case.
    similar: Mutex<BTreeMap<(Reverse<u64>, String), String>>,
}

impl ExplainedFilter {
    /// Creates a filter that also explains which of some players are in no game. `players` are lists with the names of
    /// their options; without any, each name in the filter is a player. `is_resumed` says that earlier games are unknown.
    #[must_use]
    pub fn new(filter: GameFilter, players: Vec<(&'static str, Vec<Player>)>, is_resumed: bool) -> Self {
        let of_players =
            |(option, players)| Watched::new(option, GameFilter { players, ..filter.clone() }, is_resumed);
        let names = if players.is_empty() && !is_resumed { &filter.players[..] } else { &[] };
        Self {
            of_players: players.into_iter().map(of_players).collect(),
            missing_names: Mutex::new(names.to_vec()),
            missing_side: Mutex::default(),
            all: Watched::new("player", filter, is_resumed),
        }
    }

    /// Also explains why no side of a game can have findings that pass a filter.
    #[must_use]
    pub fn with_findings(self, filter: Option<FindingFilter>) -> Self {
        Self { missing_side: Mutex::new(filter), ..self }
    }

    /// Explains why none of the sides of `games` passed the filter for findings, if none did.
    #[must_use]
    pub fn explain_sides(&self, games: u64) -> Option<String> {
        let filter = self.missing_side.lock().unwrap_or_else(PoisonError::into_inner);
        let options = filter.as_ref()?.side_options();
        (!options.is_empty()).then(|| {
            format!("{} has a side that meets {}", none_of(games), listed(options.into_iter(), "and"))
        })
    }

    /// Explains why none of `games` passed the filter.
    #[must_use]
    pub fn explain(&self, games: u64) -> String {
        self.all.explain(games)
    }

    /// Explains for each player without a game why none passed the filter.
    pub fn explain_players(&self, games: u64) -> impl Iterator<Item = String> {
        let missing = self.of_players.iter().filter(|player| !player.is_passed.load(Ordering::Relaxed));
        let names = texts_of(&self.missing_names.lock().unwrap_or_else(PoisonError::into_inner));
        let names = names.map(|names| format!("no selected game has a player named {names}"));
        missing.map(move |player| player.explain(games)).chain(names)
    }

    fn watched(&self) -> impl Iterator<Item = &Watched> {
        [&self.all].into_iter().chain(&self.of_players)
    }
}

impl GameCondition for ExplainedFilter {
    fn admits(&self, source: &str, games: &[Entry<'_>]) -> io::Result<Vec<bool>> {
        let admitted = GameCondition::admits(&self.all.filter, source, games)?;
        for watched in self.watched().filter(|watched| !watched.is_passed.load(Ordering::Relaxed)) {
            for (entry, is_admitted) in games.iter().zip(&admitted) {
                let Ok(game) = &entry.game else { continue };
                if *is_admitted && watched.filter.admits(game) {
                    watched.is_passed.store(true, Ordering::Relaxed);
                    break;
                }
                watched.note(game);
            }
        }
        let mut names = self.missing_names.lock().unwrap_or_else(PoisonError::into_inner);
        if !names.is_empty() {
            let admitted = games.iter().zip(&admitted).filter(|(_, is_admitted)| **is_admitted);
            for game in admitted.filter_map(|(entry, _)| entry.game.as_ref().ok()) {
                names.retain(|name| name.colors(&game.tags) == Colors::NONE);
            }
        }
        let mut missing = self.missing_side.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(filter) = &*missing {
            let mut admitted = games.iter().zip(&admitted).filter(|(_, is_admitted)| **is_admitted);
            let has_side = admitted.any(|(entry, _)| {
                let tags = entry.game.as_ref().map(|game| &game.tags);
                tags.is_ok_and(|tags| filter.sides(tags, self.player(tags)) != Colors::NONE)
            });
            missing.take_if(|_| has_side);
        }
        Ok(admitted)
    }

    fn game_needs(&self) -> GameNeeds {
        self.all.filter.game_needs()
    }

    fn may_admit(&self, ranges: &GameRanges) -> bool {
        let is_read = GameCondition::may_admit(&self.all.filter, ranges);
        for watched in self.watched().filter(|_| !is_read) {
            for note in &watched.notes {
                if (note.condition.may_admit)(&watched.filter, ranges) {
                    note.is_met.store(true, Ordering::Relaxed);
                }
            }
        }
        is_read
    }

    fn player(&self, tags: &Tags<'_>) -> Colors {
        self.all.filter.colors(tags)
    }
}

/// Returns the first names in words, and how many there are besides. `None` if there are none.
fn texts_of(names: &[Player]) -> Option<String> {
    let mut texts: Vec<String> = names.iter().take(Note::MAX).map(ToString::to_string).collect();
    if names.len() > Note::MAX {
        texts.push(format!("{} others", names.len() - Note::MAX));
    }
    (!texts.is_empty()).then(|| listed(texts.into_iter(), "or"))
}

impl Watched {
    fn new(option: &'static str, filter: GameFilter, is_resumed: bool) -> Self {
        let note = |condition: &'static Condition| Note {
            condition,
            wanted: (condition.values)(&filter).iter().map(|name| name.to_lowercase()).collect(),
            is_met: AtomicBool::new(is_resumed),
            similar: Mutex::default(),
        };
        let notes = CONDITIONS.iter().map(note).filter(|note| !note.wanted.is_empty()).collect();
        Self { option, is_passed: AtomicBool::new(false), notes, filter }
    }

    /// Notes which conditions a refused game meets. Most are met soon, so that few are left to test in later games. We
    /// don't test a condition that is alone again: it is the reason.
    fn note(&self, game: &Game<'_>) {
        for note in self.notes.iter().filter(|note| !note.is_met.load(Ordering::Relaxed)) {
            if self.notes.len() > 1 && (note.condition.admits)(&self.filter, game) {
                note.is_met.store(true, Ordering::Relaxed);
            } else {
                for name in (note.condition.names)(&game.tags) {
                    note.add(name.trim(), note.condition.name_ends);
                }
            }
        }
    }

    fn explain(&self, games: u64) -> String {
        let no_game = none_of(games);
        let is_alone = self.notes.len() == 1;
        if let Some(note) = self.notes.iter().find(|note| is_alone || !note.is_met.load(Ordering::Relaxed)) {
            let values = listed((note.condition.values)(&self.filter).into_iter(), "or");
            let similar = note.similar.lock().unwrap_or_else(PoisonError::into_inner);
            let similar = similar.values().cloned().collect::<Vec<_>>().join(", ");
            let similar = if similar.is_empty() { similar } else { format!("; similar: {similar}") };
            let seconds = in_seconds(&values).filter(|_| note.condition.name == "time-control");
            let hint = seconds.map_or_else(String::new, |time| format!("; PGN counts seconds: {time}"));
            return format!("{no_game} {}{similar}{hint}", note.condition.phrase.replace("{}", &values));
        }
        let options = self.notes.iter().map(|Note { condition, .. }| {
            let option = if condition.name == "player" { self.option } else { condition.name };
            format!("--{option} {}", (condition.values)(&self.filter).join(","))
        });
        format!("{no_game} meets all filters: {}", listed(options, "and"))
    }
}

impl Note {
    /// The least Jaro-Winkler similarity of similar names, in millionths. Equal names have a million.
    const MIN: u64 = 850_000;
    /// The most similar names in a message.
    const MAX: usize = 3;

    /// Adds a name if it is similar to a wanted one. If only a later word is similar, such as the surname in
    /// `Magnus Carlsen`, adds the whole tag, otherwise its beginning.
    fn add(&self, tag: &str, ends: &[char]) {
        let beginning = tag.split(ends).next().unwrap_or_default();
        let words = |text| str::split(text, |c: char| !c.is_alphanumeric());
        // Of equally similar parts, the first wins.
        let parts = [(beginning, beginning), (tag, tag)]
            .into_iter()
            .chain(words(beginning).map(|word| (word, beginning)))
            .chain(words(&tag[beginning.len()..]).map(|word| (word, tag)))
            .filter(|(part, _)| !part.is_empty());
        let mut best = None;
        for (part, name) in parts {
            for wanted in &self.wanted {
                // In millionths, because floating-point numbers have no total order.
                let similarity = (strsim::jaro_winkler(wanted, &part.to_lowercase()) * 1e6) as u64;
                if similarity >= Self::MIN && best.is_none_or(|(least, _)| similarity > least) {
                    best = Some((similarity, name));
                }
            }
        }
        let Some((similarity, name)) = best else { return };
        let mut similar = self.similar.lock().unwrap_or_else(PoisonError::into_inner);
        let spelling = similar.entry((Reverse(similarity), name.to_lowercase())).or_default();
        // The choice depends on no order, so that the message is the same for any number of threads.
        if spelling.is_empty() || name < &**spelling {
            *spelling = name.to_owned();
        }
        if similar.len() > Self::MAX {
            similar.pop_last();
        }
    }
}

/// Returns the words for none of a number of games: the subject of a sentence.
///
/// ```
/// use destrier_games::output::none_of;
///
/// assert_eq!(none_of(1), "no game");
/// assert_eq!(none_of(2000), "none of the 2,000 games");
/// ```
#[must_use]
pub fn none_of(games: u64) -> String {
    match games {
        1 => "no game".to_owned(),
        _ => format!("none of the {} games", grouped(games)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Source;
    use crate::scan::Scan;
    use crate::search::Selection;
    use std::sync::Arc;

    /// Returns the message about games with these tags. `options` are those of the command.
    fn message(options: &str, tags: &[&str]) -> String {
        let mut filter = GameFilter::default();
        for option in options.split(" --").filter(|option| !option.is_empty()) {
            let (name, text) = option.split_once(' ').unwrap();
            let condition = CONDITIONS.iter().find(|condition| condition.name == name).unwrap();
            condition.parse(&mut filter, text, 0).unwrap();
        }
        let games: String = tags.iter().map(|tags| format!("{tags}\n\n1. e4 *\n\n")).collect();
        let condition = Arc::new(ExplainedFilter::new(filter, Vec::new(), false));
        let scan = Scan::new([Source::of_memory("a.pgn", games.into_bytes())]);
        let scan = Scan { condition: Arc::<ExplainedFilter>::clone(&condition), ..scan };
        scan.sample(&Selection::default(), 1, 0).unwrap();
        condition.explain(tags.len() as u64)
    }

    #[test]
    fn messages_suggest_similar_names() {
        for (options, tags, expected) in [
            (
                " --player Spilman",
                &["[White \"Spielman, Rudolf\"]"][..],
                "no game has a player named Spilman; similar: Spielman",
            ),
            (
                " --player spilman",
                &["[Black \"Spilmanchess\"]"],
                "no game has a player named spilman; similar: Spilmanchess",
            ),
            (
                " --player Carlsen",
                &["[White \"Magnus Carlsen\"]"],
                "no game has a player named Carlsen; similar: Magnus Carlsen",
            ),
            (
                " --player Karlsen, Magnus",
                &["[White \"Carlsen, Magnus\"]"],
                "no game has a player named Karlsen, Magnus; similar: Carlsen, Magnus",
            ),
            (
                " --player Carlsen",
                &["[White \"Anand\"]", "[Event \"Carlsen\"]"],
                "none of the 2 games has a player named Carlsen",
            ),
            (
                " --player Karpov,Kasparow",
                &["[Black \"KASPAROV\"]", "[Black \"Kasparov\"]"],
                "none of the 2 games has a player named Karpov or Kasparow; similar: KASPAROV",
            ),
            (
                " --player anna1",
                &["[White \"anna4\"]", "[White \"anna2\"]", "[White \"anna3\"][Black \"anna\"]"],
                "none of the 3 games has a player named anna1; similar: anna, anna2, anna3",
            ),
            (
                " --opening sicillian",
                &["[Opening \"Italian Game\"]", "[Opening \"Sicilian Defense: Najdorf Variation\"]"],
                "none of the 2 games has an opening whose name contains sicillian; similar: Sicilian Defense",
            ),
        ] {
            assert_eq!(message(options, tags), expected);
        }
    }

    #[test]
    fn messages_name_the_unmet_condition_or_all() {
        let tags = ["[White \"A\"][ECO \"B90\"]", "[White \"B\"][ECO \"B91\"]", "[White \"C\"][ECO \"C20\"]"];
        for (options, expected) in [
            (" --player C --eco b9", "meets all filters: --player C and --eco b9"),
            (" --player C --eco E", "has an ECO code that begins with E"),
            (" --time-control 3+2", "has the time control 3+2; PGN counts seconds: 180+2"),
            (" --time-control 15 --eco C", "has the time control 15; PGN counts seconds: 900"),
            (" --time-control 300+3", "has the time control 300+3"),
            (" --player Dvoretsky --eco E", "has a player named Dvoretsky"),
        ] {
            assert_eq!(message(options, &tags), format!("none of the 3 games {expected}"));
        }
    }

    /// A resumed run does not know what earlier games meet.
    #[test]
    fn unknown_games_may_meet_conditions() {
        let mut filter = GameFilter { eco: Some("B9".to_owned()), ..GameFilter::default() };
        let explain =
            |filter: &GameFilter| ExplainedFilter::new(filter.clone(), Vec::new(), true).explain(1234);
        assert_eq!(explain(&filter), "none of the 1,234 games has an ECO code that begins with B9");
        filter.min_elo = Some(2000);
        assert_eq!(
            explain(&filter),
            "none of the 1,234 games meets all filters: --min-elo 2000 and --eco B9"
        );
    }
}
