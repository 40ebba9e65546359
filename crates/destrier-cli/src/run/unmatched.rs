//! Explains why no game passed the filters.

use crate::output::listed;
use destrier_games::pgn::Tags;
use destrier_games::{
    Collecting, Collector, Entry, GameEnd, GameFilter, GameNeeds, Scan, Spellings, Step, opening_name,
    without_case,
};
use indicatif::HumanCount;
use std::borrow::Cow;
use std::cmp::Reverse;

/// Explains why none of `games` passed a filter. `player` is the option that names its players. `again` reads the games
/// a second time, if that is possible. Without it, the message has no counts and no similar names.
pub(super) fn explain(filter: &GameFilter, player: &str, games: u64, again: Option<Scan>) -> String {
    let conditions = conditions(filter, player);
    let no_game = match games {
        1 => "no game".to_owned(),
        _ => format!("none of the {} games", HumanCount(games)),
    };
    let needs_counts = |condition: &Condition| conditions.len() > 1 || condition.wanted.is_some();
    let counts = again.filter(|_| conditions.iter().any(needs_counts)).and_then(|scan| {
        let mut sum = Counts::new(&conditions);
        let count = |step: Step<Counts>| {
            step.output.into_iter().for_each(|counts| sum.add(counts));
            Ok(())
        };
        scan.run(&Count(&conditions), count).ok().map(|_| sum)
    });
    let unmet = match &counts {
        Some(counts) => conditions.iter().zip(&counts.0).find(|(_, count)| count.met == 0),
        None => None,
    };
    match (&conditions[..], &counts, unmet) {
        (_, _, Some((condition, count))) => {
            let similar = count.similar.iter().filter_map(|similar| similar.spellings.most_often());
            let similar = similar.collect::<Vec<_>>().join(", ");
            let similar = if similar.is_empty() { String::new() } else { format!("; similar: {similar}") };
            format!("{no_game} {}{similar}", condition.predicate)
        }
        ([condition], _, _) => format!("{no_game} {}", condition.predicate),
        (_, None, _) => {
            let options = listed(conditions.iter().map(|condition| condition.option.clone()), "and");
            format!("{no_game} meets all filters: {options}")
        }
        (_, Some(counts), None) => {
            let met = conditions.iter().zip(&counts.0).map(|(condition, count)| {
                let verb = if count.met == 1 { "meets" } else { "meet" };
                format!("{} {verb} {}", HumanCount(count.met), condition.option)
            });
            format!("{no_game} meets all filters: {}", met.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A condition of a filter.
struct Condition {
    /// The option as the user types it.
    option: String,
    /// The verb phrase for a game that meets the condition.
    predicate: String,
    filter: GameFilter,
    /// The names that the condition looks for.
    wanted: Option<Wanted>,
}

/// Names that a condition looks for.
struct Wanted {
    /// The names in lower case.
    names: Vec<String>,
    /// Returns the names of a game that may be one.
    of_game: for<'a> fn(&Tags<'a>) -> Vec<Cow<'a, str>>,
    /// Finds the end of the part of the tag that is matched.
    end: fn(char) -> bool,
}

impl Wanted {
    /// The least Jaro-Winkler similarity of similar names. Equal names have 1.
    const MIN: f64 = 0.85;
    /// The most similar names in a message.
    const MAX: usize = 3;

    /// Adds the similar names in the tags of a game.
    fn add(&self, tags: &Tags<'_>, similar: &mut Vec<Similar>) {
        for value in (self.of_game)(tags) {
            for wanted in &self.names {
                if let Some((similarity, name)) = self.similar(wanted, value.trim()) {
                    insert(similar, Similar::new(similarity, name));
                }
            }
        }
    }

    /// Returns the part of a tag to suggest instead, and its similarity. If only a later word is similar, such as the
    /// surname in `Magnus Carlsen`, suggests the whole tag.
    fn similar<'a>(&self, wanted: &str, tag: &'a str) -> Option<(u64, &'a str)> {
        let beginning = tag.split(self.end).next().unwrap_or_default();
        let words = |text: &'a str| text.split(|c: char| !c.is_alphanumeric());
        // Of equally similar parts, the first wins.
        let candidates = [(beginning, beginning), (tag, tag)]
            .into_iter()
            .chain(words(beginning).map(|word| (word, beginning)))
            .chain(words(&tag[beginning.len()..]).map(|word| (word, tag)));
        let mut best: Option<(f64, &str)> = None;
        for (compared, name) in candidates {
            let similarity = strsim::jaro_winkler(wanted, &compared.to_lowercase());
            if similarity >= Self::MIN && best.is_none_or(|(least, _)| similarity > least) {
                best = Some((similarity, name));
            }
        }
        best.map(|(similarity, name)| ((similarity * 1e6) as u64, name))
    }
}

/// A name that is similar to a wanted one.
#[derive(Clone)]
struct Similar {
    /// The similarity in millionths.
    similarity: u64,
    /// The name without case.
    name: String,
    spellings: Spellings,
}

impl Similar {
    fn new(similarity: u64, name: &str) -> Self {
        let mut spellings = Spellings::default();
        spellings.add(name, 1);
        Self { similarity, name: without_case(name), spellings }
    }

    /// Returns the place in the list of the most similar names.
    fn key(&self) -> (Reverse<u64>, &str) {
        (Reverse(self.similarity), &self.name)
    }
}

/// Inserts a name into the list of the most similar ones, sorted by similarity.
fn insert(similar: &mut Vec<Similar>, mut new: Similar) {
    if let Some(at) = similar.iter().position(|known| known.name == new.name) {
        let mut known = similar.remove(at);
        known.spellings.merge(new.spellings);
        // A name may be similar to two wanted names.
        known.similarity = known.similarity.max(new.similarity);
        new = known;
    }
    let at = similar.partition_point(|known| known.key() < new.key());
    similar.insert(at, new);
    similar.truncate(Wanted::MAX);
}

/// Splits a filter into its conditions.
fn conditions(filter: &GameFilter, player: &str) -> Vec<Condition> {
    let GameFilter { players, min_elo, max_elo, result, eco, opening, since, until, time_control, speeds } =
        filter.clone();
    let none = GameFilter::default;
    let mut conditions = Vec::new();
    let mut add = |option: &str, value: String, predicate: String, filter: GameFilter| {
        let option = format!("--{option} {value}");
        conditions.push(Condition { option, predicate, filter, wanted: None });
    };
    if !players.is_empty() {
        let names = || players.iter().map(ToString::to_string);
        let names_or = listed(names(), "or");
        let joined = names().collect::<Vec<_>>().join(",");
        let filter = GameFilter { players: players.clone(), ..none() };
        add(player, joined, format!("has a player named {names_or}"), filter);
    }
    if let Some(elo) = min_elo {
        let filter = GameFilter { min_elo, ..none() };
        add("min-elo", elo.to_string(), format!("has two players rated {elo} or higher"), filter);
    }
    if let Some(elo) = max_elo {
        let filter = GameFilter { max_elo, ..none() };
        add("max-elo", elo.to_string(), format!("has two players rated {elo} or lower"), filter);
    }
    if let Some(known) = result {
        let filter = GameFilter { result, ..none() };
        add("result", known.to_string(), format!("has the result {known}"), filter);
    }
    if let Some(prefix) = &eco {
        let predicate = format!("has an ECO code that begins with {prefix}");
        add("eco", prefix.clone(), predicate, GameFilter { eco: eco.clone(), ..none() });
    }
    if let Some(text) = &opening {
        let predicate = format!("has an opening whose name contains {text}");
        add("opening", text.clone(), predicate, GameFilter { opening: opening.clone(), ..none() });
    }
    if let Some(date) = since {
        let filter = GameFilter { since, ..none() };
        add("since", date.to_string(), format!("is dated {date} or later"), filter);
    }
    if let Some(date) = until {
        let filter = GameFilter { until, ..none() };
        add("until", date.to_string(), format!("is dated {date} or earlier"), filter);
    }
    if let Some(text) = &time_control {
        let predicate = format!("has the time control {text}");
        add(
            "time-control",
            text.clone(),
            predicate,
            GameFilter { time_control: time_control.clone(), ..none() },
        );
    }
    if !speeds.is_empty() {
        let names = || speeds.iter().map(ToString::to_string);
        let predicate = format!("has the speed {}", listed(names(), "or"));
        let joined = names().collect::<Vec<_>>().join(",");
        add("speed", joined, predicate, GameFilter { speeds: speeds.clone(), ..none() });
    }
    for condition in &mut conditions {
        let GameFilter { players, opening, .. } = &condition.filter;
        if !players.is_empty() {
            let names = players.iter().map(|player| player.to_string().to_lowercase()).collect();
            let end = |c: char| c == ',' || c.is_whitespace();
            condition.wanted = Some(Wanted { names, of_game: players_of, end });
        } else if let Some(text) = opening {
            let end = |c| matches!(c, ':' | ',');
            condition.wanted = Some(Wanted { names: vec![text.to_lowercase()], of_game: openings_of, end });
        }
    }
    conditions
}

fn players_of<'a>(tags: &Tags<'a>) -> Vec<Cow<'a, str>> {
    ["White", "Black"].into_iter().filter_map(|tag| tags.value(tag)).collect()
}

fn openings_of<'a>(tags: &Tags<'a>) -> Vec<Cow<'a, str>> {
    opening_name(tags).into_iter().collect()
}

/// Counts the games that meet each condition.
struct Count<'a>(&'a [Condition]);

/// The number of games that meet each condition, and similar names.
struct Counts(Vec<ConditionCount>);

#[derive(Clone, Default)]
struct ConditionCount {
    met: u64,
    similar: Vec<Similar>,
}

impl Counts {
    fn new(conditions: &[Condition]) -> Self {
        Self(vec![ConditionCount::default(); conditions.len()])
    }

    fn add(&mut self, other: Self) {
        for (count, other) in self.0.iter_mut().zip(other.0) {
            count.met += other.met;
            for similar in other.similar {
                insert(&mut count.similar, similar);
            }
        }
    }
}

impl Collector for Count<'_> {
    type Accumulator = Counts;
    type Output = Counts;

    fn accumulator(&self) -> Counts {
        Counts::new(self.0)
    }

    fn game_needs(&self) -> GameNeeds {
        let mut needs = GameNeeds::all();
        needs.moves = false;
        needs
    }

    fn end(&self, _: &str, entry: &Entry<'_>, _: &GameEnd<'_>, collecting: &mut Collecting<'_, Counts>) {
        let Ok(game) = &entry.game else { return };
        for (condition, count) in self.0.iter().zip(&mut collecting.accumulator.0) {
            if condition.filter.admits(game) {
                count.met += 1;
            } else if let Some(wanted) = &condition.wanted
                && count.met == 0
            {
                wanted.add(&game.tags, &mut count.similar);
            }
        }
    }

    fn finish(&self, accumulator: Counts) -> Counts {
        accumulator
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use destrier_games::Source;

    /// Returns the message about games with these tags.
    fn message(filter: &GameFilter, tags: &[&str]) -> String {
        let games: String = tags.iter().map(|tags| format!("{tags}\n\n1. e4 *\n\n")).collect();
        let scan = Scan::new([Source::of_memory("a.pgn", games.into_bytes())]);
        explain(filter, "player", tags.len() as u64, Some(scan))
    }

    fn of_players(names: &[&str]) -> GameFilter {
        GameFilter {
            players: names.iter().map(|name| name.parse().unwrap()).collect(),
            ..GameFilter::default()
        }
    }

    #[test]
    fn messages_suggest_similar_names() {
        for (names, tags, end) in [
            (&["Spilman"][..], &["[White \"Spielman, Rudolf\"]"][..], "named Spilman; similar: Spielman"),
            (&["spilman"], &["[Black \"Spilmanchess\"]"], "named spilman; similar: Spilmanchess"),
            (&["Carlsen"], &["[White \"Magnus Carlsen\"]"], "named Carlsen; similar: Magnus Carlsen"),
            (&["Karlsen, Magnus"], &["[White \"Carlsen, Magnus\"]"], "; similar: Carlsen, Magnus"),
            (&["Carlsen"], &["[White \"Anand\"]", "[Event \"Carlsen\"]"], "named Carlsen"),
            (&["Karpov", "Kasparow"], &["[Black \"Kasparov\"]"], "Karpov or Kasparow; similar: Kasparov"),
            (
                &["anna1"],
                &[
                    "[White \"anna4\"]",
                    "[White \"anna2\"]",
                    "[White \"anna3\"][Black \"anna\"]",
                    "[Black \"anna2\"]",
                ],
                "; similar: anna, anna2, anna3",
            ),
        ] {
            let message = message(&of_players(names), tags);
            let start = match tags.len() {
                1 => "no game has a player".to_owned(),
                games => format!("none of the {games} games has a player"),
            };
            assert!(message.starts_with(&start), "{message}");
            assert!(message.ends_with(end), "{message}");
        }
        let opening = GameFilter { opening: Some("sicillian".to_owned()), ..GameFilter::default() };
        assert_eq!(
            message(
                &opening,
                &["[Opening \"Italian Game\"]", "[Opening \"Sicilian Defense: Najdorf Variation\"]"]
            ),
            "none of the 2 games has an opening whose name contains sicillian; similar: Sicilian Defense"
        );
    }

    #[test]
    fn messages_name_the_unmet_condition_or_count_all() {
        let tags = ["[White \"A\"][ECO \"B90\"]", "[White \"B\"][ECO \"B91\"]", "[White \"C\"][ECO \"C20\"]"];
        let eco = |players: &[&str], eco: &str| GameFilter { eco: Some(eco.into()), ..of_players(players) };
        assert_eq!(
            message(&eco(&["C"], "b9"), &tags),
            "none of the 3 games meets all filters: 1 meets --player C, 2 meet --eco b9"
        );
        assert_eq!(
            message(&eco(&["C"], "E"), &tags),
            "none of the 3 games has an ECO code that begins with E"
        );
        assert_eq!(
            message(&eco(&["Dvoretsky"], "E"), &tags),
            "none of the 3 games has a player named Dvoretsky"
        );
    }

    #[test]
    fn messages_have_no_counts_without_a_second_pass() {
        let eco = GameFilter { eco: Some("B9".into()), ..GameFilter::default() };
        assert_eq!(
            explain(&eco, "player", 1234, None),
            "none of the 1,234 games has an ECO code that begins with B9"
        );
        let both = GameFilter { eco: Some("B9".into()), ..of_players(&["A", "B"]) };
        assert_eq!(
            explain(&both, "player", 2, None),
            "none of the 2 games meets all filters: --player A,B and --eco B9"
        );
    }

    #[test]
    fn every_condition_has_an_option_and_a_phrase() {
        let full = GameFilter {
            players: of_players(&["A"]).players,
            min_elo: Some(2000),
            max_elo: Some(2100),
            result: "1-0".parse().ok(),
            eco: Some("B9".into()),
            opening: Some("najdorf".into()),
            since: "2020-05".parse().ok(),
            until: "2021".parse().ok(),
            time_control: Some("600+5".into()),
            speeds: vec!["blitz".parse().unwrap(), "rapid".parse().unwrap()],
        };
        let conditions = conditions(&full, "player");
        let options: Vec<_> = conditions.iter().map(|condition| &condition.option[..]).collect();
        assert_eq!(
            options,
            [
                "--player A",
                "--min-elo 2000",
                "--max-elo 2100",
                "--result 1-0",
                "--eco B9",
                "--opening najdorf",
                "--since 2020-05",
                "--until 2021",
                "--time-control 600+5",
                "--speed blitz,rapid",
            ]
        );
        let words: Vec<_> = conditions.iter().map(|condition| &condition.predicate[..]).collect();
        assert_eq!(
            words,
            [
                "has a player named A",
                "has two players rated 2000 or higher",
                "has two players rated 2100 or lower",
                "has the result 1-0",
                "has an ECO code that begins with B9",
                "has an opening whose name contains najdorf",
                "is dated 2020-05 or later",
                "is dated 2021 or earlier",
                "has the time control 600+5",
                "has the speed blitz or rapid",
            ]
        );
        for condition in conditions {
            assert_ne!(condition.filter, GameFilter::default(), "{}", condition.option);
        }
    }
}
