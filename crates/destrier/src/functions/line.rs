//! The function of lines.

use super::function::{Answer, Argument, ArgumentKind, Function, Way};
use crate::line::Line;

/// The registry's entry of [`Line::through`].
pub(super) static LINES: Function = Function {
    name: "lines",
    definition: "the rank, file, diagonal and anti-diagonal of a square",
    source: "On an empty Board; Diagonals; Anti-Diagonals",
    arguments: &[Argument::new("SQUARE", ArgumentKind::Square, "the square")],
    way: |arguments, i| {
        let square = arguments.square(0)?;
        Way::only(i, "by shift", "2 to 7 operations a line", || {
            Answer::Lines(Line::ALL.map(|line| (line, line.through(square))))
        })
    },
};
