//! Findings as text in PGN: tags, a comment with arrows and circles, and a line of moves.

use crate::chess::{Move, Position};
use crate::search::{Arrow, Drawing, Finding, Role};
use destrier::Color;
use std::fmt::Write;

/// A tag pair on a line of its own.
pub(super) fn tag_pair(name: &str, value: &str) -> String {
    let value: String = value.chars().filter(|c| !c.is_control()).collect();
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

/// A comment on findings in a position: what is drawn on the board, and the words of `destrier show`.
///
/// Arrows (`[%cal]`) and circles (`[%csl]`) are drawn as viewers know them: green the move, red what the piece that moved
/// attacks, blue a square without a move.
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

/// A comment of these words, whatever they are.
pub(super) fn in_braces(words: &str) -> String {
    let words = words.replace('}', ")").replace(char::is_control, " ");
    format!("{{ {words} }}")
}

/// A line of legal moves as a variation: `( 12. Nxc7+ Kd8 13. Nxa8 )`.
pub(super) fn variation(position: &Position, line: &[Move]) -> String {
    format!("({} )", moves(position, line))
}

/// Legal moves with their numbers, a space before each word: ` 12. Nxc7+ Kd8 13. Nxa8`.
pub(super) fn moves(position: &Position, line: &[Move]) -> String {
    let mut text = String::new();
    let mut position = *position;
    for (index, &played) in line.iter().enumerate() {
        let number = match (position.turn(), index) {
            (Color::White, _) => format!(" {}.", position.number()),
            (Color::Black, 0) => format!(" {}...", position.number()),
            (Color::Black, _) => String::new(),
        };
        // Memory does not fail to be written.
        let _ = write!(text, "{number} {}", position.san(played));
        position = position.after(played);
    }
    text
}

/// Adds what shows a finding, each circle and arrow once. Where a move goes, its arrow shows; reasons are left out.
fn draw(drawing: &Drawing, circles: &mut Vec<String>, arrows: &mut Vec<String>) {
    let add = |drawn: &mut Vec<String>, shape: String| {
        if !drawn.contains(&shape) {
            drawn.push(shape);
        }
    };
    for &(squares, role) in &drawing.squares {
        // The move's square has its arrow; what it gives up is said in no comment either.
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

/// The color that viewers know by its letter: green, red or blue.
const fn color(role: Role) -> Option<char> {
    match role {
        Role::Move => Some('G'),
        Role::Target => Some('R'),
        Role::Place => Some('B'),
        Role::Reason => None,
    }
}
