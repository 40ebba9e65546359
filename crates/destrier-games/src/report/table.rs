//! The tables of a report: a row for each group, and cells for each column of the comparison.

use super::chart::Chart;
use super::comparison::Comparison;
use super::norms::Norms;
use super::request::ReportRequest;
use super::sections::{Section, SectionKind};
use super::tally::{Fate, Group, Groups, ReportTally};
use crate::output::grouped;
use crate::rates::{KeyValue, RateCounts};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A row of a section: a value of its key, and the group of each column.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) value: Option<KeyValue>,
    pub(super) groups: Vec<Group>,
}

/// A table on the page.
pub(super) struct Table {
    pub(super) id: String,
    pub(super) title: &'static str,
    pub(super) first_heading: &'static str,
    pub(super) columns: Vec<Heading>,
    pub(super) rows: Vec<TableRow>,
    pub(super) has_norms: bool,
    pub(super) chart: Option<Chart>,
}

/// The heading of a column of the comparison.
pub(super) struct Heading {
    pub(super) name: String,
    pub(super) span: usize,
    pub(super) is_of_opponents: bool,
    pub(super) shows_allowed: bool,
}

pub(super) struct TableRow {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) cells: Vec<CellGroup>,
    pub(super) norm: String,
}

/// The cells of a row in a column of the comparison.
pub(super) struct CellGroup {
    pub(super) is_of_opponents: bool,
    pub(super) games: String,
    pub(super) opportunities: Number,
    pub(super) found: Number,
    pub(super) missed: Number,
    /// The missed defences, with a link if they are listed.
    pub(super) defences: Number,
    pub(super) rate: FoundRate,
    pub(super) allowed: Option<Number>,
}

/// A count with a link to the findings that it counts.
pub(super) struct Number {
    pub(super) text: String,
    pub(super) link: Option<String>,
}

/// A found rate in words.
pub(super) struct FoundRate {
    pub(super) text: String,
    pub(super) interval: String,
    pub(super) is_few: bool,
}

impl FoundRate {
    pub(super) fn of(counts: &RateCounts) -> Self {
        match (counts.found_rate(), counts.found_rate_interval()) {
            (Some(rate), Some((low, high))) => Self {
                text: percent(rate),
                interval: format!("{:.0}–{}", 100.0 * low, percent(high)),
                is_few: counts.is_few(),
            },
            _ => Self { text: "–".to_owned(), interval: String::new(), is_few: false },
        }
    }
}

pub(super) fn percent(rate: f64) -> String {
    format!("{:.0}%", 100.0 * rate)
}

/// Returns the id of the lists of a group.
pub(super) fn group_id(section: usize, row: usize, column: usize) -> String {
    format!("g{section}-{row}-{column}")
}

/// Returns the id of a list.
pub(super) fn list_id(section: usize, row: usize, column: usize, fate: Fate) -> String {
    let fate = match fate {
        Fate::Found => "found",
        Fate::Missed => "missed",
        Fate::Defence => "defences",
        Fate::Neither => "neither",
        Fate::Allowed => "allowed",
    };
    format!("{}-{fate}", group_id(section, row, column))
}

/// Returns the id of a row of a table.
pub(super) fn row_id(section: usize, row: usize) -> String {
    format!("r{section}-{row}")
}

fn number(number: u64, id: impl FnOnce() -> String) -> Number {
    Number { text: grouped(number), link: (number > 0).then(|| format!("#{}", id())) }
}

impl CellGroup {
    pub(super) fn new(
        request: &ReportRequest,
        section: usize,
        row: usize,
        column: usize,
        group: &Group,
    ) -> Self {
        let [found, missed, mut defences, allowed] =
            [Fate::Found, Fate::Missed, Fate::Defence, Fate::Allowed]
                .map(|fate| number(group.count(fate), || list_id(section, row, column, fate)));
        if !request.with_defences {
            defences.link = None;
        }
        let shows_allowed = request.comparison.is_about_players();
        let is_of_opponents = request.comparison.is_of_opponents(column);
        Self {
            is_of_opponents,
            games: grouped(group.counts.games),
            opportunities: number(group.counts.opportunities, || group_id(section, row, column)),
            found,
            missed,
            defences,
            rate: FoundRate::of(&group.counts),
            allowed: (shows_allowed && !is_of_opponents).then_some(allowed),
        }
    }
}

/// Returns the rows of a section in order. Groups beyond the most rows are added up in one row.
pub(super) fn rows(section: Section, groups: &Groups, comparison: &Comparison) -> Vec<Row> {
    let (columns, max_listed) = (comparison.columns().len(), Group::max(comparison));
    let mut rows: BTreeMap<Option<KeyValue>, Vec<Group>> = BTreeMap::new();
    for ((column, values), group) in groups {
        let row = rows.entry(values.first().cloned()).or_insert_with(|| vec![Group::default(); columns]);
        row[*column] = group.clone();
    }
    let mut rows: Vec<Row> = rows.into_iter().map(|(value, groups)| Row { value, groups }).collect();
    if section.kind == SectionKind::Opening {
        rows.sort_by_key(|row| {
            let value = row.value.as_ref();
            let is_last = value.is_some_and(|value| value.is_unknown() || *value == KeyValue::OTHER);
            let games: u64 = row.groups.iter().map(|group| group.counts.games).sum();
            (is_last, Reverse(games))
        });
    }
    let max = section.most_rows();
    if rows.len() > max {
        // Of the months, the last ones stay.
        let others: Vec<Row> = match section.kind {
            SectionKind::Month => rows.drain(..=rows.len() - max).collect(),
            _ => rows.drain(max - 1..).collect(),
        };
        let mut sum = vec![Group::default(); columns];
        for row in others {
            sum.iter_mut().zip(row.groups).for_each(|(sum, group)| sum.merge(group, max_listed));
        }
        let row = Row { value: Some(KeyValue::OTHER), groups: sum };
        let index = if section.kind == SectionKind::Month { 0 } else { rows.len() };
        rows.insert(index, row);
    }
    rows
}

/// Returns the found rate that norms give for the opportunities of a group: the mean over its patterns, ratings and
/// speeds. `None` for sections without norms, and without norms for any of them.
pub(super) fn expected_rate(
    norms: &Norms,
    section: Section,
    value: Option<&KeyValue>,
    column: usize,
    tally: &ReportTally,
) -> Option<f64> {
    // Counts are whole numbers, so the sums do not depend on the order of the map.
    let (mut weights, mut total): (BTreeMap<(u64, u64), u64>, u64) = (BTreeMap::new(), 0);
    for ((of, values), group) in &tally.cells {
        let [pattern, elo, speed] = &values[..] else { continue };
        let decided = group.counts.found + group.counts.missed;
        let is_of_section = match section.kind {
            SectionKind::All => true,
            SectionKind::Pattern => Some(pattern) == value,
            SectionKind::Elo => Some(elo) == value,
            SectionKind::Speed => Some(speed) == value,
            _ => false,
        };
        if *of != column || decided == 0 || !is_of_section {
            continue;
        }
        if let Some(norm) = norms.counts(pattern.as_str(), elo.as_str(), speed.as_str()) {
            *weights.entry((norm.found, norm.found + norm.missed)).or_default() += decided;
            total += decided;
        }
    }
    let sum: f64 = weights
        .iter()
        .map(|((found, decided), weight)| *weight as f64 * *found as f64 / *decided as f64)
        .sum();
    (total > 0).then(|| sum / total as f64)
}

/// Returns whether the games have the key of a section.
pub(super) fn has_known(rows: &[Row]) -> bool {
    rows.iter().any(|row| row.value.as_ref().is_none_or(|value| !value.is_unknown()))
}

/// Creates the table of a section. `None` if the games do not have its key.
pub(super) fn table(
    request: &ReportRequest,
    index: usize,
    section: Section,
    rows: &[Row],
    tally: &ReportTally,
) -> Option<Table> {
    if !has_known(rows) {
        return None;
    }
    let columns = request.comparison.columns();
    let shows_allowed = request.comparison.is_about_players();
    let headings = columns.iter().enumerate().map(|(column, name)| {
        let is_of_opponents = request.comparison.is_of_opponents(column);
        let span = if is_of_opponents { 1 } else { 5 + usize::from(shows_allowed) };
        Heading { name: name.clone(), span, is_of_opponents, shows_allowed }
    });
    let norms = request.norms.as_ref();
    let norm_rates: Vec<Option<f64>> =
        rows.iter().map(|row| expected_rate(norms?, section, row.value.as_ref(), 0, tally)).collect();
    let table_rows = rows.iter().zip(&norm_rates).enumerate().map(|(number, (row, norm))| TableRow {
        id: row_id(index, number),
        name: row_name(section, row),
        cells: row
            .groups
            .iter()
            .enumerate()
            .map(|(column, group)| CellGroup::new(request, index, number, column, group))
            .collect(),
        norm: norm.map_or_else(|| "–".to_owned(), percent),
    });
    let charted: Vec<(String, Vec<RateCounts>)> = rows
        .iter()
        .map(|row| (row_name(section, row), row.groups.iter().map(|group| group.counts).collect()))
        .collect();
    Some(Table {
        id: format!("table-{index}"),
        title: section.title,
        first_heading: section.title.strip_prefix("By ").map_or("Games", heading_of),
        columns: headings.collect(),
        rows: table_rows.collect(),
        has_norms: norm_rates.iter().any(Option::is_some),
        chart: Chart::new(
            format!("chart-{index}"),
            format!("Found rate {}", section.title.to_lowercase()),
            &columns,
            &charted,
        ),
    })
}

/// Returns the heading of the first column for a title without its `By`.
fn heading_of(title: &'static str) -> &'static str {
    match title {
        "pattern" => "Pattern",
        "color" => "Color",
        "opening" => "Opening",
        "speed" => "Speed",
        "month" => "Month",
        "time left on the clock" => "Time left",
        _ => "Rating",
    }
}

/// Returns the name of a row.
pub(super) fn row_name(section: Section, row: &Row) -> String {
    match (&row.value, section.kind) {
        (Some(value), SectionKind::Month) if *value == KeyValue::OTHER => "earlier".to_owned(),
        (Some(value), _) if *value == KeyValue::OTHER => "others".to_owned(),
        (value, _) => section.row_name(value.as_ref()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_groups_are_added_up() {
        let section = Section::of(&Comparison::Collection);
        let opening = *section.iter().find(|section| section.kind == SectionKind::Opening).unwrap();
        let group =
            |games| Group { counts: RateCounts { games, ..RateCounts::default() }, ..Group::default() };
        let groups: Groups = (1..=20)
            .map(|games| ((0, vec![KeyValue::named(format!("opening {games}"))]), group(games)))
            .collect();
        let rows = rows(opening, &groups, &Comparison::Collection);
        assert_eq!(rows.len(), 12);
        assert_eq!(rows[0].value.as_ref().unwrap().as_str(), "opening 20");
        assert_eq!(
            (row_name(opening, &rows[11]), rows[11].groups[0].counts.games),
            ("others".to_owned(), 45)
        );
    }
}
