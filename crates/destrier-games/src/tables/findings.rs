//! The table of findings.

use super::cells::Cells;
use super::column::{Column, Fill, FindingCell, FindingRow};
use super::facts::facts;
use super::positions::{FEN, PLY};
use crate::chess::{Evaluation, GameResult};
use crate::formats::{FactTable, GameNeeds};
use crate::schema::ColumnKind;
use crate::search::{Grade, Judge, PATTERNS, balance};
use destrier::Color;

/// Returns the columns in five groups: finding, worth, position, mover and game.
pub(super) fn columns() -> Vec<Column> {
    let mut facts = facts(
        FactTable::Findings,
        &[
            "source",
            "game",
            "line_number",
            "site",
            "white",
            "black",
            "white_elo",
            "black_elo",
            "result",
            "date",
            "time",
        ],
    );
    let of_game = facts.split_off(4);
    let groups = [
        ("finding", of_finding(facts)),
        ("worth", of_worth()),
        ("position", of_position()),
        ("mover", of_mover()),
        ("game", of_game),
    ];
    let columns = groups
        .into_iter()
        .flat_map(|(group, columns)| columns.into_iter().map(move |column| Column { group, ..column }));
    columns.collect()
}

/// Adds to the location of the finding the fields of all patterns without repetition, in an order that is
/// consistent with that of each pattern.
fn of_finding(location: Vec<Column>) -> Vec<Column> {
    let mut columns = location;
    columns.extend([
        number("ply", PLY, |row| Some(row.found.ply().into())),
        written("fen", FEN, ColumnKind::Text, |cells, row| cells.text(&row.found.position.fen())),
        text("pattern", "name of the pattern", |row| Some(row.finding.pattern.name)),
        text("side", "side that has the pattern: white or black", |row| Some(row.finding.side.name())),
    ]);
    for pattern in PATTERNS {
        let mut before = columns.len();
        let fields: Vec<_> = pattern.fields().collect();
        for field in fields.into_iter().rev() {
            match columns.iter().position(|column| column.name == field.name) {
                Some(index) => before = index,
                None => {
                    let fill = Fill::PatternField(field.name);
                    columns.insert(before, Column::new(field.name, definition(field.name), field.kind, fill));
                }
            }
        }
    }
    // A fact of distant checks only, but the moves of other patterns mate, too.
    if let Some(mate) = columns.iter_mut().find(|column| column.name == "mate") {
        *mate = truth("mate", "whether the move mates; null without a move", |row| {
            row.finding.by.map(|_| row.finding.mates(row.found.position))
        });
    }
    columns.extend([
        number(
            "chance",
            "number of the chance in its game, from 1; findings of the same possibility on successive turns share it",
            |row| row.finding.chance.map(|chance| chance.number.into()),
        )
        .needing(GameNeeds { chances: true, ..GameNeeds::NOTHING }),
        number("first_ply", "ply of the chance's first finding", |row| {
            row.finding.chance.map(|chance| chance.first_ply.into())
        }),
    ]);
    columns
}

/// Returns the definition of a field. If patterns differ, it names the patterns of each definition.
fn definition(field: &str) -> String {
    let mut definitions: Vec<(Vec<&str>, &str)> = Vec::new();
    for pattern in PATTERNS {
        let Some(field) = pattern.fields().find(|of| of.name == field) else { continue };
        match definitions.iter_mut().find(|(_, definition)| *definition == field.definition) {
            Some((patterns, _)) => patterns.push(pattern.name),
            None => definitions.push((vec![pattern.name], field.definition)),
        }
    }
    match &definitions[..] {
        [(_, definition)] => (*definition).to_owned(),
        several => {
            let of_patterns =
                several.iter().map(|(patterns, text)| format!("{}: {text}", patterns.join(", ")));
            of_patterns.collect::<Vec<_>>().join("; ")
        }
    }
}

fn of_worth() -> Vec<Column> {
    let worth = || GameNeeds { worth: true, ..GameNeeds::annotations() };
    let engine = || GameNeeds { engine: true, ..GameNeeds::annotations() };
    vec![
        number("wins", "gain of the move in pawns; 100 for a forced mate, -100 for being mated", |row| {
            row.finding.worth.map(|worth| worth.wins.into())
        })
        .needing(worth()),
        number(
            "missed_by",
            "gain of the move minus that of the game's move; 0 if it was played, null if the game ends here",
            |row| row.finding.worth?.missed_by.map(i64::from),
        )
        .needing(worth()),
        text(
            "missed",
            "grade of missing the move: inaccuracy, mistake or blunder; null if it was played, or if the \
             game's move was about as good",
            |row| row.finding.missed().map(Grade::name),
        )
        .needing(worth()),
        real(
            "lost",
            "winning chances that the game's move cost, from 0 to 2; null unless missed",
            |row| Some((1_000.0 * row.finding.miss?.lost).round() / 1_000.0),
        )
        .needing(worth()),
        truth(
            "answer",
            "whether the missed move may be shown as the move to find: it is at most 0.1 winning chances behind the best \
             move and, if it mates, mates as fast as possible; where the built-in judge decides, a move that wins must \
             also leave winning chances of at least 0.25, or the game's move at most -0.8; null unless missed",
            |row| row.finding.miss.map(|_| row.finding.is_answer(row.found.position, &mut Judge::default())),
        )
        .needing(worth()),
        truth(
            "defence",
            "whether the missed move only avoids a loss: it neither mates nor leaves winning chances that are at least 0.1 \
             higher than two plies earlier; null unless missed",
            |row| Some(!row.finding.miss?.wins),
        )
        .needing(worth()),
        number(
            "eval_before",
            "the game's own evaluation of the position, in centipawns for the side to move; mate in n moves is 10000 - n",
            |row| centipawns(row, row.found.game_move().before),
        )
        .needing(GameNeeds::annotations()),
        number(
            "eval_after",
            "the game's own evaluation after its move, in centipawns for the side that moved",
            |row| centipawns(row, row.found.game_move().after),
        )
        .needing(GameNeeds::annotations()),
        number(
            "eval",
            "the judge's or the engine's evaluation of the move, in centipawns for the side to move; mate in n moves is \
             10000 - n, being mated -10000 + n; null if neither judged it",
            |row| centipawns(row, row.finding.verdict.map(|verdict| verdict.of_move)),
        )
        .needing(worth()),
        number(
            "eval_best",
            "like eval, for the best move: the highest of the engine's evaluations of the position, the move and the \
             game's move; null without an engine",
            |row| centipawns(row, row.finding.verdict.and_then(|verdict| verdict.of_best)),
        )
        .needing(engine()),
        number("eval_game", "like eval, for the game's move; null if the game ends here", |row| {
            centipawns(row, row.finding.verdict.and_then(|verdict| verdict.of_game))
        })
        .needing(worth()),
    ]
}

fn of_position() -> Vec<Column> {
    vec![
        number("move_number", "move number, as in the FEN", |row| Some(row.found.position.number().into())),
        written(
            "game_move",
            "the game's next move, in UCI notation; null if the game ends here",
            ColumnKind::Text,
            |cells, row| match row.found.next() {
                Some(next) => cells.written(&next.uci()),
                None => cells.null(),
            },
        ),
        written(
            "game_san",
            "the game's next move, in standard algebraic notation",
            ColumnKind::Text,
            |cells, row| match row.found.next() {
                Some(next) => cells.written(&next.san(row.found.position)),
                None => cells.null(),
            },
        ),
        real("clock", "seconds on the clock of the pattern's side, from the comments", |row| {
            row.found.clock(row.finding.side)
        })
        .needing(GameNeeds::annotations()),
        real("opponent_clock", "seconds on the clock of the other side", |row| {
            row.found.clock(!row.finding.side)
        })
        .needing(GameNeeds::annotations()),
        number("material", "material of the side to move minus that of the opponent, in pawns", |row| {
            Some(balance(row.found.position).into())
        }),
        written(
            "position_link",
            "link to the position; null if the game is not on Lichess or chess.com",
            ColumnKind::Text,
            |cells, row| {
                cells.optional_text(row.found.link().as_deref());
            },
        )
        .needing(GameNeeds::links()),
    ]
}

/// Returns the columns about the players, relative to the pattern's side.
fn of_mover() -> Vec<Column> {
    let player = |name, definition, fill| {
        written(name, definition, ColumnKind::SharedText, fill).needing(GameNeeds::players())
    };
    vec![
        player("player", "name of the pattern's side", |cells, row| {
            cells.optional_text(row.found.game.player(row.finding.side).as_deref());
        }),
        number("elo", "rating of the pattern's side", |row| {
            row.found.game.rating_of(row.finding.side).map(i64::from)
        })
        .needing(GameNeeds::players()),
        player("opponent", "name of the other side", |cells, row| {
            cells.optional_text(row.found.game.player(!row.finding.side).as_deref());
        }),
        number("opponent_elo", "rating of the other side", |row| {
            row.found.game.rating_of(!row.finding.side).map(i64::from)
        })
        .needing(GameNeeds::players()),
        real("score", "score of the pattern's side: 1, 0.5 or 0; null if the result is unknown", |row| {
            score(row.found.result(), row.finding.side)
        })
        .needing(GameNeeds::tags(&["Result"])),
    ]
}

const fn score(result: GameResult, side: Color) -> Option<f64> {
    match (result, side) {
        (GameResult::WhiteWon, Color::White) | (GameResult::BlackWon, Color::Black) => Some(1.0),
        (GameResult::Draw, _) => Some(0.5),
        (GameResult::WhiteWon | GameResult::BlackWon, _) => Some(0.0),
        (GameResult::Unknown, _) => None,
    }
}

fn number(name: &'static str, definition: &'static str, fill: fn(&FindingRow<'_>) -> Option<i64>) -> Column {
    Column::of_finding(name, definition, ColumnKind::Number, FindingCell::Number(fill))
}

fn real(name: &'static str, definition: &'static str, fill: fn(&FindingRow<'_>) -> Option<f64>) -> Column {
    Column::of_finding(name, definition, ColumnKind::Real, FindingCell::Real(fill))
}

fn truth(name: &'static str, definition: &'static str, fill: fn(&FindingRow<'_>) -> Option<bool>) -> Column {
    Column::of_finding(name, definition, ColumnKind::Truth, FindingCell::Truth(fill))
}

fn text(
    name: &'static str,
    definition: &'static str,
    fill: fn(&FindingRow<'_>) -> Option<&'static str>,
) -> Column {
    Column::of_finding(name, definition, ColumnKind::Text, FindingCell::Name(fill))
}

fn written(
    name: &'static str,
    definition: &'static str,
    kind: ColumnKind,
    fill: fn(&mut dyn Cells, &FindingRow<'_>),
) -> Column {
    Column::of_finding(name, definition, kind, FindingCell::Written(fill))
}

fn centipawns(row: &FindingRow<'_>, evaluation: Option<Evaluation>) -> Option<i64> {
    evaluation.map(|evaluation| evaluation.centipawns(row.found.position.turn()).into())
}
