//! Findings as PGN text: tags, comments with arrows and circles, and variations.

use crate::chess::{Move, Position};
use crate::search::{Arrow, Drawing, Finding, Role};
use destrier::Color;
use std::fmt::Write;

/// Formats a tag pair on its own line.
pub(super) fn tag_pair(name: &str, value: &str) -> String {
    let value = value.replace(char::is_control, "").replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

/// Formats a comment on the findings in a position: the drawing, and the text of `destrier show`.
///
/// Arrows (`[%cal]`) and circles (`[%csl]`) use the usual colors: green for the move, red for attacked pieces, blue
/// for a square without a move.
pub(super) fn comment(findings: &[&Finding], position: &Position) -> String {
    let (mut circles, mut arrows) = (Vec::new(), Vec::new());
    for finding in findings {
        draw(&finding.drawing(position), &mut circles, &mut arrows);
    }
    let mut parts = Vec::new();
    for (command, drawn) in [("csl", circles), ("cal", arrows)] {
        if !drawn.is_empty() {
            parts.push(format!("[%{command} {}]", drawn.join(",")));
        }
    }
    parts.extend(findings.iter().map(|finding| finding.explain(position)));
    in_braces(&parts.join(" "))
}

/// Formats a comment. Replaces characters that would end it or break the line.
pub(super) fn in_braces(words: &str) -> String {
    let words = words.replace('}', ")").replace(char::is_control, " ");
    format!("{{ {words} }}")
}

/// Formats legal moves as a variation: `( 12. Nxc7+ Kd8 13. Nxa8 )`.
pub(super) fn variation(position: &Position, line: &[Move]) -> String {
    format!("({} )", moves(position, line))
}

/// Formats legal moves with their numbers, each word after a space: ` 12. Nxc7+ Kd8 13. Nxa8`.
pub(super) fn moves(position: &Position, line: &[Move]) -> String {
    let mut text = String::new();
    let mut position = *position;
    for (index, &played) in line.iter().enumerate() {
        let number = match (position.turn(), index) {
            (Color::White, _) => format!(" {}.", position.number()),
            (Color::Black, 0) => format!(" {}...", position.number()),
            (Color::Black, _) => String::new(),
        };
        // Writing to memory cannot fail.
        let _ = write!(text, "{number} {}", position.san(played));
        position = position.after(played);
    }
    text
}

/// Adds the circles and arrows of a drawing, without repetition. The arrow of a move marks its destination. Reasons
/// are omitted.
fn draw(drawing: &Drawing, circles: &mut Vec<String>, arrows: &mut Vec<String>) {
    for &(squares, role) in &drawing.squares {
        // The arrow marks the destination of the move. The given-up squares are omitted too.
        let is_drawn = role != Role::Move && !(role == Role::Place && drawing.has(Role::Move));
        if let (Some(color), true) = (color(role), is_drawn) {
            squares.iter().for_each(|square| add(circles, format!("{color}{square}")));
        }
    }
    for &Arrow { from, to, role } in &drawing.arrows {
        if let Some(color) = color(role) {
            add(arrows, format!("{color}{from}{to}"));
        }
    }
}

fn add(drawn: &mut Vec<String>, shape: String) {
    if !drawn.contains(&shape) {
        drawn.push(shape);
    }
}

/// Returns the letter of the color: green, red or blue.
const fn color(role: Role) -> Option<char> {
    match role {
        Role::Move => Some('G'),
        Role::Target => Some('R'),
        Role::Place => Some('B'),
        Role::Reason => None,
    }
}
