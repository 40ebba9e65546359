//! The commands that list all findings of a group.

use super::comparison::Comparison;
use super::request::ReportRequest;
use super::sections::{Section, SectionKind};
use super::tally::Fate;
use crate::games::{Date, GameFilter, Player, Speed};
use crate::output::html::{quoted, visible};
use crate::rates::KeyValue;
use crate::search::{PATTERNS, Selection};

/// Options of `destrier scan`, with their values.
struct Options(Vec<(&'static str, Option<String>)>);

impl Options {
    fn flag(&mut self, name: &'static str) {
        self.0.push((name, None));
    }

    /// Adds an option, unless it is there.
    fn add(&mut self, name: &'static str, value: impl ToString) {
        if self.0.iter().all(|(known, _)| *known != name) {
            self.0.push((name, Some(value.to_string())));
        }
    }

    /// Adds an option, or replaces its value.
    fn replace(&mut self, name: &'static str, value: impl ToString) {
        self.0.retain(|(known, _)| *known != name);
        self.0.push((name, Some(value.to_string())));
    }
}

/// Returns the command that lists the findings of a group with a fate. It lists all of them, and some more: `destrier
/// scan` has no filters for opportunities and for the fate of whole chances. `None` if it has no option for the group, and for chances
/// neither found nor missed: `--not-played` leaves out games that end there.
pub(super) fn command(
    request: &ReportRequest,
    section: Section,
    column: usize,
    value: Option<&KeyValue>,
    fate: Fate,
) -> Option<String> {
    let mut options = Options(Vec::new());
    side(&request.comparison, column, fate, &mut options);
    period(&request.comparison, column, &mut options);
    of_filter(&request.filter, &mut options);
    of_selection(&request.selection, fate, &mut options);
    group(section, value, fate, &mut options)?;
    match fate {
        // The move may win less on the turn on which it was played.
        Fate::Found => {
            options.flag("--played");
            options.add("--one-per", "chance");
        }
        Fate::Missed => {
            options.flag("--missed");
            options.add("--one-per", "chance");
        }
        Fate::Neither => return None,
        Fate::Allowed => {
            options.add("--wins", LEAST_WIN);
            options.add("--one-per", "chance");
        }
    }
    if let Some(engine) = &request.selection.engine {
        options.add("--engine", engine.program().display());
        options.add("--nodes", engine.nodes());
    }
    let mut words = vec!["destrier scan".to_owned()];
    words.extend(request.inputs.iter().map(|input| quoted(input)));
    for (name, value) in options.0 {
        words.push(name.to_owned());
        words.extend(value.map(|value| quoted(&value)));
    }
    words.push("-f csv".to_owned());
    let command = words.join(" ");
    // A command with invisible characters could not be copied.
    (visible(&command) == command).then_some(command)
}

/// Every opportunity wins at least two pawns: one pawn never raises the winning chances by 0.2.
const LEAST_WIN: u32 = 2;

/// Adds whose findings they are.
fn side(comparison: &Comparison, column: usize, fate: Fate, options: &mut Options) {
    let player = comparison.player_of(column);
    if player.is_empty() {
        return;
    }
    options.add("--player", player.iter().map(name).collect::<Vec<_>>().join(","));
    let is_own = fate != Fate::Allowed;
    let is_player = is_own != comparison.is_of_opponents(column);
    options.add("--side", if is_player { "player" } else { "opponent" });
}

/// Returns a name for `--player`. The option takes a comma without a space as the start of another name, and the part
/// before a comma as the whole name.
fn name(player: &Player) -> String {
    let name = player.to_string();
    match name.split_once(',') {
        Some((surname, rest)) if !rest.starts_with(char::is_whitespace) => surname.to_owned(),
        _ => name,
    }
}

fn period(comparison: &Comparison, column: usize, options: &mut Options) {
    let Comparison::Periods(_, split) = comparison else { return };
    match (column, split.day_before()) {
        (0, Some(last)) => options.add("--until", last),
        _ => options.add("--since", split),
    }
}

/// Adds the condition of the group. Returns `None` if there is no such option.
fn group(section: Section, value: Option<&KeyValue>, fate: Fate, options: &mut Options) -> Option<()> {
    let Some(value) = value else { return Some(()) };
    if value.is_unknown() || *value == KeyValue::OTHER {
        return None;
    }
    let text = value.as_str();
    let is_allowed = fate == Fate::Allowed;
    match section.kind {
        SectionKind::All => {}
        SectionKind::Pattern => options.replace("--pattern", text),
        // The group has the color and the ratings of the side that allowed the opportunity.
        SectionKind::Color => {
            let is_white = (text == "white") != is_allowed;
            options.replace("--color", if is_white { "white" } else { "black" });
        }
        SectionKind::Elo if is_allowed => options.replace("--opponent-elo", text),
        SectionKind::OpponentElo if is_allowed => options.replace("--elo", text),
        SectionKind::Elo => options.replace("--elo", text),
        SectionKind::OpponentElo => options.replace("--opponent-elo", text),
        SectionKind::Speed => options.replace("--speed", text.parse::<Speed>().ok()?),
        SectionKind::Opening if is_eco(text) => options.replace("--eco", text),
        SectionKind::Opening => options.replace("--opening", text),
        SectionKind::Month => {
            let month: Date = text.parse().ok()?;
            // A condition may begin or end within the month.
            let is_within = |(known, value): &(&str, Option<String>), name| {
                *known == name && value.as_ref().is_some_and(|date| date.starts_with(text))
            };
            for name in ["--since", "--until"] {
                if !options.0.iter().any(|option| is_within(option, name)) {
                    options.replace(name, month);
                }
            }
        }
        SectionKind::Clock => return None,
    }
    Some(())
}

/// Returns whether the name of an opening is its ECO code.
fn is_eco(name: &str) -> bool {
    matches!(name.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'])
}

/// Adds the conditions on games, except players.
fn of_filter(filter: &GameFilter, options: &mut Options) {
    let GameFilter { players: _, min_elo, max_elo, result, eco, opening, since, until, time_control, speeds } =
        filter;
    let mut add = |name, value: Option<String>| {
        if let Some(value) = value {
            options.add(name, value);
        }
    };
    add("--min-elo", min_elo.map(|elo| elo.to_string()));
    add("--max-elo", max_elo.map(|elo| elo.to_string()));
    add("--result", result.map(|result| result.to_string()));
    add("--eco", eco.clone());
    add("--opening", opening.clone());
    add("--since", since.map(|date| date.to_string()));
    add("--until", until.map(|date| date.to_string()));
    add("--time-control", time_control.clone());
    let speeds: Vec<String> = speeds.iter().map(ToString::to_string).collect();
    add("--speed", (!speeds.is_empty()).then(|| speeds.join(",")));
}

/// Adds the conditions on findings.
fn of_selection(selection: &Selection, fate: Fate, options: &mut Options) {
    let Selection { patterns, color, elo, opponent_elo, class, safe, mate, .. } = selection;
    if *patterns != PATTERNS.into_iter().filter(|pattern| pattern.is_move).collect::<Vec<_>>() {
        options.add("--pattern", patterns.iter().map(|pattern| pattern.name).collect::<Vec<_>>().join(","));
    }
    let (elo, opponent_elo) = if fate == Fate::Allowed { (opponent_elo, elo) } else { (elo, opponent_elo) };
    if let Some(color) = color {
        options.add("--color", if fate == Fate::Allowed { (!*color).name() } else { color.name() });
    }
    if let Some(range) = elo {
        options.add("--elo", range);
    }
    if let Some(range) = opponent_elo {
        options.add("--opponent-elo", range);
    }
    if let Some(class) = class.and_then(|class| class.names().last()) {
        options.add("--class", class);
    }
    if *safe {
        options.flag("--safe");
    }
    if *mate {
        options.flag("--mate");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Pattern;

    fn request(comparison: Comparison) -> ReportRequest {
        let mut request = ReportRequest::new(comparison, GameFilter::default(), Selection::default());
        request.inputs = vec!["my games.pgn".to_owned()];
        request
    }

    #[test]
    fn commands_select_the_group() {
        let player = vec!["Eve".parse().unwrap()];
        let request = ReportRequest {
            filter: GameFilter { since: "2021".parse().ok(), ..GameFilter::default() },
            ..request(Comparison::Player(player))
        };
        let sections = Section::of(&request.comparison);
        let section = |kind| *sections.iter().find(|section| section.kind == kind).unwrap();
        let command = |kind, column, value, fate| {
            let value = match kind {
                SectionKind::Pattern => KeyValue::of_pattern(Pattern::by_name(value).unwrap()),
                _ => KeyValue::named(value),
            };
            command(&request, section(kind), column, Some(&value), fate)
        };
        let start = "destrier scan 'my games.pgn' --player Eve --side";
        assert_eq!(
            command(SectionKind::Pattern, 0, "knight-fork", Fate::Missed).unwrap(),
            format!("{start} player --since 2021 --pattern knight-fork --missed --one-per chance -f csv")
        );
        assert_eq!(
            command(SectionKind::Color, 0, "white", Fate::Allowed).unwrap(),
            format!("{start} opponent --since 2021 --color black --wins 2 --one-per chance -f csv")
        );
        assert_eq!(
            command(SectionKind::OpponentElo, 1, "1600-1799", Fate::Found).unwrap(),
            format!(
                "{start} opponent --since 2021 --opponent-elo 1600-1799 --played --one-per chance -f csv"
            )
        );
        assert_eq!(
            command(SectionKind::Month, 0, "2021-10", Fate::Found).unwrap(),
            format!("{start} player --since 2021-10 --until 2021-10 --played --one-per chance -f csv")
        );
        assert_eq!(
            command(SectionKind::Opening, 0, "Queen's Gambit", Fate::Missed).unwrap(),
            format!(
                r"{start} player --since 2021 --opening 'Queen'\''s Gambit' --missed --one-per chance -f csv"
            )
        );
        assert_eq!(command(SectionKind::Clock, 0, "10-29 s", Fate::Missed), None);
    }

    #[test]
    fn periods_end_the_day_before() {
        let request = request(Comparison::Periods(Vec::new(), "2021-03".parse().unwrap()));
        let all = Section::of(&request.comparison)[0];
        let command = |column| command(&request, all, column, None, Fate::Missed).unwrap();
        assert!(command(0).contains(" --until 2021-02-28 ") && command(1).contains(" --since 2021-03 "));
    }

    #[test]
    fn a_name_with_a_comma_stays_one_name() {
        let named = |text: &str| name(&text.parse().unwrap());
        assert_eq!(["Carlsen,M", "Carlsen, M", "eve"].map(named), ["Carlsen", "Carlsen, M", "eve"]);
    }
}
