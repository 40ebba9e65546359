//! The table of findings.

use super::column::{Column, Fill};
use super::game_facts::GameFact;
use super::games::SOURCE;
use super::positions::PLY;
use crate::schema::ColumnKind;
use crate::search::PATTERNS;

/// The columns: where a finding is, then the fields of all patterns, each once, in an order that keeps that of every
/// pattern.
pub(super) fn columns() -> Vec<Column> {
    let of_findings = |name, definition, kind, fill| Column::new(name, definition, kind, Fill::Finding(fill));
    let mut columns = vec![
        Column::of_game("source", SOURCE, GameFact::Source),
        Column::of_game(
            "game",
            "number of the game in its source, from 1; of a puzzle, its row; null for position files",
            GameFact::NumberOfGame,
        ),
        Column::of_game(
            "line_number",
            "number of the line in a position file, from 1; null for others",
            GameFact::NumberOfLine,
        ),
        Column::of_game("site", "the game's Site tag or the puzzle's id; null without", GameFact::Site),
        of_findings("ply", PLY, ColumnKind::Number, |cells, row| cells.number(Some(row.ply.into()))),
        of_findings(
            "fen",
            "the position, the en passant square only where such a capture is legal",
            ColumnKind::Text,
            |cells, row| cells.text(&row.position.fen()),
        ),
        of_findings("pattern", "name of the pattern", ColumnKind::Text, |cells, row| {
            cells.text(row.finding.pattern.name);
        }),
        of_findings("side", "whose pattern it is: white or black", ColumnKind::Text, |cells, row| {
            cells.text(row.finding.side.name());
        }),
    ];
    for pattern in PATTERNS {
        let mut before = columns.len();
        let fields: Vec<_> = pattern.fields().collect();
        for field in fields.into_iter().rev() {
            match columns.iter().position(|column| column.name == field.name) {
                Some(index) => before = index,
                None => {
                    let fill = Fill::PatternField(field.name);
                    columns.insert(before, Column::new(field.name, field.definition, field.kind, fill));
                }
            }
        }
    }
    columns
}
