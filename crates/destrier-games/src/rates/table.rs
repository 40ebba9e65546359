//! Rates as an aligned text table.

use super::counts::RateCounts;
use super::rows::{RateRow, Rates};
use crate::output::{TextColumn, text_table};
use std::io::{self, Write};

/// The maximum length of a group's name. Longer names are truncated.
const MAX_LENGTH: usize = 48;

pub(super) fn write_table(rates: &Rates, out: &mut dyn Write) -> io::Result<()> {
    let rows = &rates.rows;
    let mut columns = Vec::new();
    if rates.with_opponents {
        columns.push(text("who", rows, |row| row.who.map_or("", |who| who.name())));
    }
    for (index, key) in rates.keys.iter().enumerate() {
        columns.push(text(key.column, rows, |row| row.values[index].as_str()));
    }
    columns.push(number("games", rows, |row| row.counts.games.to_string()));
    columns.push(number("chances", rows, |row| row.counts.chances.to_string()));
    if rates.with_worth {
        columns.push(worth_count("opportunities", rows, |counts| counts.opportunities));
        columns.push(worth_count("found", rows, |counts| counts.found));
        columns.push(worth_count("missed", rows, |counts| counts.missed));
        columns.push(worth_count("defences", rows, |counts| counts.defences));
        columns.push(worth_count("allowed", rows, |counts| counts.allowed));
        if !rates.is_of_chances() {
            columns.push(number("missed/100 games", rows, |row| {
                let missed = row.counts.per_100_games(row.counts.missed).filter(|_| row.has_opportunities);
                missed.map_or_else(|| "-".to_owned(), |missed| format!("{missed:.1}"))
            }));
        }
        columns.push(number("found rate", rows, found_rate));
        columns.push(text("", rows, |row| {
            let is_small = row.counts.found_rate().is_some() && row.counts.is_few();
            if is_small { "few" } else { "" }
        }));
    }
    for line in text_table(&columns, [0, 0], "  ") {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn text<'a>(heading: &'a str, rows: &[RateRow], cell: impl Fn(&RateRow) -> &str) -> TextColumn<'a> {
    TextColumn { heading, is_number: false, cells: rows.iter().map(|row| shown(cell(row))).collect() }
}

fn number<'a>(heading: &'a str, rows: &[RateRow], cell: impl Fn(&RateRow) -> String) -> TextColumn<'a> {
    TextColumn { heading, is_number: true, cells: rows.iter().map(cell).collect() }
}

fn worth_count<'a>(heading: &'a str, rows: &[RateRow], count: fn(&RateCounts) -> u64) -> TextColumn<'a> {
    number(
        heading,
        rows,
        |row| {
            if row.has_opportunities { count(&row.counts).to_string() } else { "-".to_owned() }
        },
    )
}

/// Removes control characters, which tags may contain, and truncates long names.
fn shown(text: &str) -> String {
    let mut shown: String = text.chars().filter(|c| !c.is_control()).collect();
    if let Some((end, _)) = shown.char_indices().nth(MAX_LENGTH)
        && shown[end..].chars().nth(1).is_some()
    {
        shown.truncate(end);
        shown.push('…');
    }
    shown
}

/// Formats a found rate: `63% (51-73%)`, or `-` if nothing was found or missed.
fn found_rate(row: &RateRow) -> String {
    match (row.counts.found_rate(), row.counts.found_rate_interval()) {
        (Some(rate), Some((low, high))) => {
            format!("{:.0}% ({:.0}-{:.0}%)", 100.0 * rate, 100.0 * low, 100.0 * high)
        }
        _ => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_truncated_and_have_no_control_characters() {
        assert_eq!(shown("\u{1b}[2JEve\n"), "[2JEve");
        for length in [MAX_LENGTH - 1, MAX_LENGTH, MAX_LENGTH + 1] {
            assert_eq!(shown(&"é".repeat(length)), "é".repeat(length));
        }
        assert_eq!(shown(&"é".repeat(MAX_LENGTH + 2)), format!("{}…", "é".repeat(MAX_LENGTH)));
    }
}
