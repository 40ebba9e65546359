//! The lists of findings behind the numbers of a report.

use super::request::ReportRequest;
use super::sections::Section;
use super::table::{Row, group_id, list_id, row_id, row_name};
use super::tally::{Fate, Group};
use crate::output::grouped;
use crate::output::html::Spot;

/// The lists of a group, and the row of the table that shows its numbers.
pub(super) struct GroupLists {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) row: String,
    pub(super) lists: Vec<List>,
}

/// The findings of a group with the same fate.
pub(super) struct List {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) items: Vec<Item>,
    /// The number of findings that the list does not show, if any.
    pub(super) rest: Option<String>,
}

/// A finding in one line.
pub(super) struct Item {
    pub(super) text: String,
    pub(super) about: Vec<String>,
    pub(super) link: Option<String>,
    pub(super) show: String,
}

impl Item {
    fn new(spot: &Spot, fate: Fate) -> Self {
        let worth = spot.finding.worth;
        let wins = match worth {
            Some(_) if spot.finding.mates(&spot.position) => " mates".to_owned(),
            Some(worth) => format!(" {}", worth.words_of_miss()),
            None => String::new(),
        };
        let note = match (fate, spot.finding.played) {
            (Fate::Allowed, Some(true)) => " (played)",
            (Fate::Allowed, _) if worth.is_some_and(|worth| worth.is_missed()) => " (missed)",
            _ => "",
        };
        Self {
            text: format!("{} ({}){wins}{note}", spot.solution(), spot.finding.pattern.name),
            about: spot.about(),
            link: spot.link().map(str::to_owned),
            show: spot.show(),
        }
    }
}

/// Creates the lists of all groups of a section. Groups without opportunities have none.
pub(super) fn section_lists(
    request: &ReportRequest,
    index: usize,
    section: Section,
    rows: &[Row],
) -> Vec<GroupLists> {
    let columns = request.comparison.columns();
    let mut all = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        for (column, group) in row.groups.iter().enumerate() {
            let lists: Vec<List> = Fate::ALL
                .into_iter()
                .filter_map(|fate| list(request, index, number, column, group, fate))
                .collect();
            if !lists.is_empty() {
                let title = match columns.len() {
                    1 => row_name(section, row),
                    _ => format!("{}, {}", row_name(section, row), columns[column]),
                };
                all.push(GroupLists {
                    id: group_id(index, number, column),
                    title,
                    row: row_id(index, number),
                    lists,
                });
            }
        }
    }
    all
}

fn list(
    request: &ReportRequest,
    index: usize,
    number: usize,
    column: usize,
    group: &Group,
    fate: Fate,
) -> Option<List> {
    let is_shown = match fate {
        Fate::Allowed => request.comparison.is_about_players() && !request.comparison.is_of_opponents(column),
        Fate::Defence => request.with_defences,
        Fate::Found | Fate::Missed | Fate::Neither => true,
    };
    let total = group.count(fate);
    if !is_shown || total == 0 {
        return None;
    }
    let title = match fate {
        Fate::Missed => "Missed",
        Fate::Defence => "Missed, but only avoids a loss",
        Fate::Found => "Found",
        Fate::Neither => "Neither found nor missed",
        Fate::Allowed => "Allowed",
    };
    let spots = group.spots(fate);
    let rest = total - spots.len() as u64;
    Some(List {
        id: list_id(index, number, column, fate),
        title: format!("{title}: {}", grouped(total)),
        items: spots.iter().map(|spot| Item::new(spot, fate)).collect(),
        rest: (rest > 0).then(|| grouped(rest)),
    })
}
