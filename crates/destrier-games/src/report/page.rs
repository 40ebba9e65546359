//! The page of a report.

use super::blind_spots::{BlindSpot, blind_spots};
use super::comparison::Comparison;
use super::lists::{GroupLists, section_lists};
use super::norms::Norms;
use super::request::ReportRequest;
use super::sections::{Section, SectionKind};
use super::table::{
    CellGroup, FoundRate, Number, Row, Table, expected_rate, has_known, list_id, percent, rows, table,
};
use super::tally::{Fate, Group, ReportTally};
use crate::output::grouped;
use crate::output::html::{Answers, Card, Spot, plain};
use crate::rates::KeyValue;
use crate::scan::Totals;
use crate::search::{Judge, JudgedBy};
use askama::Template;

/// The page of a report.
#[derive(Template)]
#[template(path = "report/page.html")]
pub(super) struct Page {
    title: String,
    summary: String,
    notes: Vec<String>,
    tiles: Vec<Tiles>,
    blind_spots: Vec<BlindSpots>,
    boards: Vec<Boards>,
    tables: Vec<Table>,
    lists: Vec<GroupLists>,
    /// What the norms say about all opportunities of the first column.
    norms: Option<String>,
    is_about_players: bool,
    /// Whether the page stands in a folder beside the page of the class.
    pub(super) is_of_class: bool,
    /// Whether the judge is left out.
    quick: bool,
    engine: Option<String>,
}

/// The main numbers of a column.
struct Tiles {
    name: String,
    cells: CellGroup,
    /// The rate to compare with, in words.
    beside: String,
}

/// The blind spots of a column.
struct BlindSpots {
    title: String,
    spots: Vec<SpotText>,
}

/// A blind spot in words.
struct SpotText {
    title: String,
    missed: Number,
    /// The number of opportunities that were found or missed.
    decided: String,
    rate: FoundRate,
    reference: String,
    points: String,
}

/// A section of boards.
struct Boards {
    id: String,
    title: String,
    introduction: &'static str,
    cards: Vec<Card>,
    /// Whether readers can solve the boards, so that the printed page has solutions.
    is_quiz: bool,
}

/// The most boards of each kind, if the page has one subject. With two, each has half.
pub(super) const MAX_MISSES: usize = 12;
const MAX_OTHERS: usize = 6;

/// The number of important findings to keep for a page with this many boards. Some misses are no answers.
pub(super) const fn max_kept(boards: usize) -> usize {
    2 * boards
}

impl Page {
    pub(super) fn new(
        request: &ReportRequest,
        sections: &[Section],
        tally: &ReportTally,
        totals: &Totals,
    ) -> Self {
        let columns = request.comparison.columns();
        let all_rows: Vec<Vec<Row>> = sections
            .iter()
            .zip(&tally.sections)
            .map(|(section, groups)| rows(*section, groups, &request.comparison))
            .collect();
        let subjects: Vec<usize> =
            (0..columns.len()).filter(|&column| !request.comparison.is_of_opponents(column)).collect();
        let tables = sections.iter().zip(&all_rows).enumerate().skip(1);
        let tables: Vec<Table> = tables
            .filter_map(|(index, (section, rows))| table(request, index, *section, rows, tally))
            .collect();
        let lists = sections.iter().zip(&all_rows).enumerate().filter(|(_, (_, rows))| has_known(rows));
        Self {
            title: request.comparison.title(),
            summary: summary(totals, sections, &all_rows),
            notes: [notes(totals, tally), without_games(request, tally, &subjects)].concat(),
            tiles: subjects.iter().map(|&column| tiles(request, tally, column)).collect(),
            blind_spots: subjects
                .iter()
                .map(|&column| {
                    let spots =
                        blind_spots(&request.comparison, request.norms.as_ref(), sections, tally, column);
                    let spots =
                        spots.iter().map(|spot| spot_text(request, sections, &all_rows, column, spot));
                    BlindSpots { title: of_column(&columns, &subjects, column), spots: spots.collect() }
                })
                .collect(),
            boards: boards(request, tally, &columns, &subjects),
            tables,
            lists: lists
                .flat_map(|(index, (section, rows))| section_lists(request, index, *section, rows))
                .collect(),
            norms: request.norms.as_ref().map(|norms| norms_text(norms, sections, tally)),
            is_about_players: request.comparison.is_about_players(),
            is_of_class: false,
            quick: request.judged_by == JudgedBy::Material,
            engine: request.judged_by.engine().map(|engine| {
                let program = engine.program().file_name().unwrap_or_default().to_string_lossy();
                format!("{program}, {} nodes a move", grouped(engine.nodes().get().into()))
            }),
        }
    }
}

/// Returns the end of a title that names the column, if there are several subjects.
fn of_column(columns: &[String], subjects: &[usize], column: usize) -> String {
    if subjects.len() > 1 { format!(": {}", columns[column]) } else { String::new() }
}

/// Formats the number of games and their months.
fn summary(totals: &Totals, sections: &[Section], rows: &[Vec<Row>]) -> String {
    let months = sections.iter().zip(rows).find(|(section, _)| section.kind == SectionKind::Month);
    let months = months.into_iter().flat_map(|(_, rows)| rows).filter_map(|row| row.value.as_ref());
    let months: Vec<&str> = months.filter(|value| !value.is_unknown()).map(KeyValue::as_str).collect();
    let games = format!("{} {}", grouped(totals.games), if totals.games == 1 { "game" } else { "games" });
    match (months.first(), months.last()) {
        (Some(first), Some(last)) if first == last => format!("{games}, {first}."),
        (Some(first), Some(last)) if *first == "other" => format!("{games}, up to {last}."),
        (Some(first), Some(last)) => format!("{games}, {first} to {last}."),
        _ => format!("{games}."),
    }
}

/// Says how many of the opportunities other players would find.
fn norms_text(norms: &Norms, sections: &[Section], tally: &ReportTally) -> String {
    let table = plain(norms.name());
    match expected_rate(norms, sections[0], None, 0, tally) {
        Some(rate) => format!(
            "According to {table}, other players find {} of such opportunities: players with the same rating at the \
             same speed, as far as the table has them.",
            percent(rate)
        ),
        None => format!("{table} has too few opportunities to compare with."),
    }
}

/// Says which games do not count.
pub(super) fn notes(totals: &Totals, tally: &ReportTally) -> Vec<String> {
    let notes = [
        (
            totals.damaged,
            "game is damaged and counts up to the damage",
            "games are damaged and count up to the damage",
        ),
        (totals.skipped, "game of another variant is left out", "games of other variants are left out"),
        (totals.filtered, "other game does not pass the filters", "other games do not pass the filters"),
        (
            tally.against_computers,
            "game against a computer is left out (--computers)",
            "games against computers are left out (--computers)",
        ),
        (
            tally.left_out,
            "game has no date or no player that passes the filters",
            "games have no date or no player that passes the filters",
        ),
        (
            tally.against_self,
            "game has this player on both sides; the names may belong to two people",
            "games have this player on both sides; the names may belong to two people",
        ),
    ];
    let notes = notes.into_iter().filter_map(|(number, one, several)| match number {
        0 => None,
        1 => Some(format!("1 {one}.")),
        _ => Some(format!("{} {several}.", grouped(number))),
    });
    notes.collect()
}

/// Says which of two players or periods has no game.
fn without_games(request: &ReportRequest, tally: &ReportTally, subjects: &[usize]) -> Vec<String> {
    let columns = request.comparison.columns();
    let has_games =
        |column| tally.sections.first().is_some_and(|all| all.contains_key(&(column, Vec::new())));
    let of = if matches!(request.comparison, Comparison::Periods(..)) { "" } else { "of " };
    let empty = subjects.iter().filter(|&&column| subjects.len() > 1 && !has_games(column));
    empty.map(|&column| format!("No game {of}{}.", columns[column])).collect()
}

fn tiles(request: &ReportRequest, tally: &ReportTally, column: usize) -> Tiles {
    let columns = request.comparison.columns();
    let group = |column| tally.sections.first().and_then(|groups| groups.get(&(column, Vec::new())));
    let none = Group::default();
    let other = (columns.len() > 1).then(|| 1 - column);
    let beside = other.and_then(|other| {
        let rate = group(other)?.counts.found_rate()?;
        Some(format!("{}: {}", columns[other], percent(rate)))
    });
    Tiles {
        name: columns[column].clone(),
        cells: CellGroup::new(request, 0, 0, column, group(column).unwrap_or(&none)),
        beside: beside.unwrap_or_default(),
    }
}

fn spot_text(
    request: &ReportRequest,
    sections: &[Section],
    all_rows: &[Vec<Row>],
    column: usize,
    spot: &BlindSpot,
) -> SpotText {
    let section = sections[spot.section];
    let row = all_rows[spot.section].iter().position(|row| row.value.as_ref() == Some(&spot.value));
    let link = row.map(|row| format!("#{}", list_id(spot.section, row, column, Fate::Missed)));
    let reference = match request.comparison.columns() {
        _ if spot.is_norm => "norm".to_owned(),
        columns if columns.len() == 1 => "all games".to_owned(),
        _ if matches!(request.comparison, Comparison::Periods(..)) => "all games of this period".to_owned(),
        columns => columns[1 - column].clone(),
    };
    SpotText {
        title: section.phrase(Some(&spot.value)),
        missed: Number { text: grouped(spot.counts.missed), link },
        decided: grouped(spot.counts.found + spot.counts.missed),
        rate: FoundRate::of(&spot.counts),
        reference: format!("{reference}: {}", percent(spot.reference)),
        points: format!("{:.1}", spot.points),
    }
}

/// Creates the boards: misses to solve, opportunities that were allowed, and moves that were played well.
fn boards(
    request: &ReportRequest,
    tally: &ReportTally,
    columns: &[String],
    subjects: &[usize],
) -> Vec<Boards> {
    let mut judge = Judge::default();
    let (mut board, mut number) = (0, 0);
    let mut all = Vec::new();
    let kinds = [
        (
            "missed",
            "Biggest misses",
            "Find the move that was missed. The biggest misses come first, one per game.",
        ),
        (
            "allowed",
            "Allowed",
            "What the opponent got, with the move before. Find the opponent's move; it is the threat to see in time.",
        ),
        ("found", "Played well", "Opportunities that were found."),
    ];
    for (name, title, introduction) in kinds {
        if name == "allowed" && !request.comparison.is_about_players() {
            continue;
        }
        for &column in subjects {
            let tops = &tally.tops[column];
            let (top, max, answers) = match name {
                "missed" => (&tops.missed, MAX_MISSES, Answers::Below),
                "allowed" => (&tops.allowed, MAX_OTHERS, Answers::Below),
                _ => (&tops.found, MAX_OTHERS, Answers::Shown),
            };
            let mut cards = Vec::new();
            let spots = top.one_per_game().filter(|spot| spot.is_solved(&mut judge));
            let spots: Vec<&Spot> = spots.take(max.div_ceil(subjects.len())).collect();
            for spot in spots {
                board += 1;
                let mut card = Card::new(format!("board-{board}"), spot, answers, &mut judge);
                if answers == Answers::Below {
                    number += 1;
                    card = card.numbered(number);
                }
                if name == "allowed" {
                    card.before = spot.move_before().map(|played| format!("After {played}"));
                }
                cards.push(card);
            }
            if !cards.is_empty() {
                let title = format!("{title}{}", of_column(columns, subjects, column));
                let is_quiz = answers != Answers::Shown;
                all.push(Boards { id: format!("{name}-{column}"), title, introduction, cards, is_quiz });
            }
        }
    }
    all
}
