//! The text of a summary.

use super::counts::{PatternCounts, SummaryCounts};
use crate::output::text_table::{TextColumn, grouped, text_table};
use crate::scan::Totals;
use crate::search::{Grade, Pattern, Selection};
use std::io::{self, Write};
use std::time::Duration;

/// A column of the table: its heading and how to count. Without a number, a pattern has no moves to count.
struct CountColumn {
    heading: &'static str,
    count: fn(&PatternCounts) -> u64,
    of_moves: bool,
}

const fn column(heading: &'static str, count: fn(&PatternCounts) -> u64) -> CountColumn {
    CountColumn { heading, count, of_moves: false }
}

const fn of_moves(heading: &'static str, count: fn(&PatternCounts) -> u64) -> CountColumn {
    CountColumn { heading, count, of_moves: true }
}

/// Returns the relevant columns for a selection.
fn columns(selection: &Selection) -> Vec<CountColumn> {
    let missed = selection.worth().and_then(|filter| filter.missed);
    let heading = if missed.is_some() { "missed" } else { "chances" };
    let mut columns = vec![column(heading, |row| row.chances), column("games", |row| row.games)];
    match missed {
        Some(min) => {
            let grades = [
                of_moves("blunders", |row| row.by_grade[Grade::Blunder as usize]),
                of_moves("mistakes", |row| row.by_grade[Grade::Mistake as usize]),
                of_moves("inaccuracies", |row| row.by_grade[Grade::Inaccuracy as usize]),
            ];
            columns.extend(grades.into_iter().take(Grade::ALL.len() - min as usize));
        }
        None if selection.judging.is_some() && !selection.has_conditions_on_worth() => columns.extend([
            of_moves("opportunities", |row| row.opportunities),
            of_moves("found", |row| row.found),
            of_moves("missed", |row| row.missed),
        ]),
        None => columns
            .extend([of_moves("played", |row| row.played), of_moves("not played", |row| row.not_played)]),
    }
    columns.extend([column("White", |row| row.by_side[0]), column("Black", |row| row.by_side[1])]);
    columns
}

/// Writes the totals, the table of counts, the findings and the time.
pub(super) fn write(
    selection: &Selection,
    counts: &SummaryCounts,
    color: bool,
    totals: &Totals,
    time: Duration,
    out: &mut dyn Write,
) -> io::Result<()> {
    let [bold, plain] = if color { ["\x1b[1m", "\x1b[0m"] } else { [""; 2] };
    let Totals { games, filtered, positions, damaged, skipped, .. } = *totals;
    writeln!(out, "{}, {}", counted(games, "game"), counted(positions, "position"))?;
    for (count, what) in [
        (damaged, "damaged, read up to the damage"),
        (skipped, "skipped, other variants"),
        (filtered, "excluded by filters"),
    ] {
        if count > 0 {
            writeln!(out, "{} {what}", counted(count, "game"))?;
        }
    }
    let columns = columns(selection);
    // Patterns without a move cannot be played, missed or worth anything: conditions on this leave them out.
    let needs_move =
        selection.has_conditions_on_worth() || selection.played.is_some() || selection.filter.mate;
    let rows: Vec<(&Pattern, &PatternCounts)> = selection
        .filter
        .patterns
        .iter()
        .copied()
        .zip(&counts.rows)
        .filter(|(pattern, _)| pattern.is_move || !needs_move)
        .collect();
    let names = rows.iter().map(|(pattern, _)| pattern.name.to_owned()).collect();
    let mut table = vec![TextColumn { heading: "pattern", is_number: false, cells: names }];
    table.extend(columns.iter().map(|CountColumn { heading, count, of_moves }| {
        let cells = rows.iter().map(|(pattern, row)| {
            let is_counted = pattern.is_move || !of_moves;
            if is_counted { grouped(count(row)) } else { "-".to_owned() }
        });
        TextColumn { heading, is_number: true, cells: cells.collect() }
    }));
    let lines = text_table(&table, [18, 7], " ");
    writeln!(out, "\n{bold}{}{plain}", lines[0])?;
    for line in &lines[1..] {
        writeln!(out, "{line}")?;
    }
    if counts.defences > 0 {
        let moves = counted(counts.defences, "missed move");
        writeln!(out, "\nnot counted: {moves} that would only have avoided a loss (--defences)")?;
    }
    if !counts.findings.is_empty() {
        let heading = match selection.judging {
            Some(_) => "The biggest misses, one per game",
            None => "Royal forks and mates from the highest-rated games, one per game",
        };
        writeln!(out, "\n{bold}{heading}{plain}")?;
        for (number, finding) in (1..).zip(&counts.findings) {
            for (index, line) in finding.lines.lines().enumerate() {
                match index {
                    0 => writeln!(out, "\n{number:>2}  {bold}{line}{plain}")?,
                    _ if line.is_empty() => writeln!(out)?,
                    _ => writeln!(out, "    {line}")?,
                }
            }
        }
    }
    let seconds = time.as_secs_f64();
    let speed = if seconds > 0.0 { (positions as f64 / seconds) as u64 } else { 0 };
    writeln!(out, "\n{seconds:.2} s, {} per second", counted(speed, "position"))
}

/// Formats a number with its noun: `1 game`, `2 games`.
fn counted(number: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(
            [0, 12, 999, 1000, 145_716, 11_264_836].map(grouped),
            ["0", "12", "999", "1,000", "145,716", "11,264,836"]
        );
        assert_eq!([0, 1, 2].map(|number| counted(number, "game")), ["0 games", "1 game", "2 games"]);
    }

    #[test]
    fn the_totals_come_first_and_the_time_last() {
        let selection = Selection::default();
        let lines = |totals: &Totals, milliseconds| {
            let mut out = Vec::new();
            let time = Duration::from_millis(milliseconds);
            write(&selection, &SummaryCounts::none(&selection), false, totals, time, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            let (first, rest) = text.split_once("\n\n").unwrap();
            (first.to_owned(), rest.rsplit_once("\n\n").unwrap().1.to_owned())
        };
        let totals = Totals {
            games: 1234,
            filtered: 7000,
            positions: 3000,
            damaged: 1,
            skipped: 6,
            ..Totals::default()
        };
        assert_eq!(
            lines(&totals, 1500),
            (
                "1,234 games, 3,000 positions\n1 game damaged, read up to the damage\n\
                 6 games skipped, other variants\n7,000 games excluded by filters"
                    .to_owned(),
                "1.50 s, 2,000 positions per second\n".to_owned()
            )
        );
        let sound = Totals { games: 1, positions: 3, ..Totals::default() };
        let expected = ("1 game, 3 positions".to_owned(), "0.00 s, 0 positions per second\n".to_owned());
        assert_eq!(lines(&sound, 0), expected);
    }
}
