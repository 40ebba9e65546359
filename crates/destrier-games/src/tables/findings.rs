//! The table of findings.

use super::cells::Cells;
use super::column::{Column, Fill, FindingRow};
use super::game_facts::GameFact;
use super::games::SOURCE;
use super::positions::PLY;
use crate::chess::Evaluation;
use crate::schema::ColumnKind;
use crate::search::{EngineVerdict, Grade, PATTERNS, Worth};

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
        of_findings("ply", PLY, ColumnKind::Number, |cells, row| cells.number(Some(row.found.ply().into()))),
        of_findings(
            "fen",
            "the position, the en passant square only where such a capture is legal",
            ColumnKind::Text,
            |cells, row| cells.text(&row.found.position.fen()),
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
    let of_worth =
        |name, definition, fill| Column::new(name, definition, ColumnKind::Number, Fill::Worth(fill));
    let of_engine =
        |name, definition, fill| Column::new(name, definition, ColumnKind::Number, Fill::Engine(fill));
    columns.extend([
        of_worth("wins", "what the move gains in pawns; 100 for a forced mate, -100 for being mated", |cells, row| {
            worth(cells, row, |worth| Some(worth.wins));
        }),
        of_worth(
            "missed_by",
            "how much more the move gains than the game's move; 0 if it was played, null where the game ends",
            |cells, row| worth(cells, row, |worth| worth.missed_by),
        ),
        Column::new(
            "missed",
            "how grave it was not to play the move: inaccuracy, mistake or blunder; null if it was played, or if the \
             game's move was about as good",
            ColumnKind::Text,
            Fill::Worth(|cells, row| match row.finding.worth {
                Some(worth) => cells.optional_text(worth.missed.map(Grade::name)),
                None => cells.absent(),
            }),
        ),
        of_worth(
            "eval_before",
            "the game's own evaluation of the position, in centipawns for the side to move; mate in n moves is 10000 - n",
            |cells, row| evaluation(cells, row, row.found.game_move().before),
        ),
        of_worth(
            "eval_after",
            "the game's own evaluation after its move, in centipawns for the side that moved",
            |cells, row| evaluation(cells, row, row.found.game_move().after),
        ),
        of_engine(
            "eval",
            "the engine's evaluation of the move, in centipawns for the side to move; mate in n moves is 10000 - n, \
             being mated -10000 + n; null unless an engine judged it",
            |cells, row| verdict(cells, row, |verdict| Some(verdict.of_move)),
        ),
        of_engine(
            "eval_best",
            "the same of the best move: the highest of the engine's evaluations of the position, the move and the \
             game's move",
            |cells, row| verdict(cells, row, |verdict| Some(verdict.of_best)),
        ),
        of_engine(
            "eval_game",
            "the same of the game's move; null where the game ends",
            |cells, row| verdict(cells, row, |verdict| verdict.of_game),
        ),
    ]);
    columns
}

/// Fills a cell with a number of a move's worth. Findings without a move have none.
fn worth(cells: &mut dyn Cells, row: &FindingRow<'_>, number: impl Fn(Worth) -> Option<i32>) {
    match row.finding.worth {
        Some(worth) => cells.number(number(worth).map(i64::from)),
        None => cells.absent(),
    }
}

fn evaluation(cells: &mut dyn Cells, row: &FindingRow<'_>, evaluation: Option<Evaluation>) {
    let side = row.found.position.turn();
    match evaluation {
        Some(evaluation) => cells.number(Some(evaluation.centipawns(side).into())),
        None if row.finding.worth.is_some() => cells.null(),
        None => cells.absent(),
    }
}

/// Fills a cell with one of an engine's evaluations. Without an engine there is no such cell.
fn verdict(
    cells: &mut dyn Cells,
    row: &FindingRow<'_>,
    evaluation: impl Fn(EngineVerdict) -> Option<Evaluation>,
) {
    let side = row.found.position.turn();
    match row.finding.engine {
        Some(verdict) => {
            cells.number(evaluation(verdict).map(|evaluation| evaluation.centipawns(side).into()));
        }
        None => cells.absent(),
    }
}
