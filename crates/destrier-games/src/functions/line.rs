//! The line function.

use super::function::{Answer, Argument, ArgumentKind, Formulation, Function};
use destrier::Line;

/// The registry entry for [`Line::through`].
pub(super) static LINES: Function = Function {
    name: "lines",
    definition: "the rank, file, diagonal and anti-diagonal through a square",
    source: "On an empty Board; Diagonals; Anti-Diagonals",
    arguments: &[Argument::new("SQUARE", ArgumentKind::Square, "the square")],
    example: &["e4"],
    formulation: |arguments, i| {
        let square = arguments.square(0)?;
        Formulation::only(i, "by shift", "a shift or a table load per line", || {
            Answer::Lines(Line::ALL.map(|line| (line, line.through(square))))
        })
    },
    columns: None,
};
