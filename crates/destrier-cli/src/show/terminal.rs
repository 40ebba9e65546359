//! Draws a position and its patterns in the terminal.

use super::contents::Contents;
use super::subject::Subject;
use crate::wrap::wrap;
use anstyle::{Ansi256Color, Style};
use destrier::{Bitboard, Board, Color, File, Piece, Rank, Square};
use destrier_games::Role;
use destrier_games::picture::{Shown, key, numbers};
use std::fmt::Write as _;

/// Returns the width of text lines for a terminal of this width, if there is one.
pub(super) fn text_width(of_terminal: Option<u16>) -> usize {
    of_terminal.map_or(80, |columns| usize::from(columns).clamp(60, 100))
}

/// The capabilities of a terminal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capabilities {
    /// Shows characters beyond ASCII.
    pub(super) unicode: bool,
    /// Shows colors.
    pub(super) color: bool,
    /// The width of text lines. A FEN always stays on one line, so that you can copy it.
    pub(super) columns: usize,
}

/// Returns the characters around a marked square. They show its role without color.
const fn brackets(role: Role) -> [char; 2] {
    match role {
        Role::Move => ['(', ')'],
        Role::Target => ['[', ']'],
        Role::Place => ['<', '>'],
        Role::Reason => [':', ':'],
    }
}

/// Returns black on a light background. The background is one of the 240 colors that color schemes do not change.
fn style_of(square: Square, role: Option<Role>) -> Style {
    let background = match role {
        Some(Role::Move) => 115,
        Some(Role::Target) => 216,
        Some(Role::Place) => 117,
        Some(Role::Reason) => 250,
        None if Bitboard::LIGHT_SQUARES.contains(square) => 230,
        None => 187,
    };
    Style::new().fg_color(Some(Ansi256Color(16).into())).bg_color(Some(Ansi256Color(background).into()))
}

/// Draws the board and its text.
pub(super) fn draw(subject: &Subject, contents: &Contents, flip: bool, capabilities: Capabilities) -> String {
    let mut out = String::new();
    if let Some(origin) = &subject.origin {
        out += &wrap(origin, capabilities.columns, "", "");
    }
    out += &draw_board(subject.board, &contents.shown, flip, capabilities);
    let _ = writeln!(out, "{} to move: {}", subject.board.turn().title(), subject.fen);
    let key = key(&contents.shown).into_iter().map(|(role, label)| {
        let [left, right] = brackets(role);
        format!("{left} {right} {label}")
    });
    let key = key.collect::<Vec<_>>().join("   ");
    if !key.is_empty() {
        let _ = writeln!(out, "{key}");
    }
    if !(contents.shown.is_empty() && contents.notes.is_empty()) {
        out.push('\n');
    }
    for (number, shown) in (1..).zip(&contents.shown) {
        let number: usize = number;
        let number = if contents.shown.len() > 1 { format!("{number:>2}  ") } else { String::new() };
        let indent = " ".repeat(number.len());
        let text = format!("{}: {}", shown.name, shown.words);
        out += &wrap(&text, capabilities.columns, &number, &indent);
    }
    for note in &contents.notes {
        out += &wrap(note, capabilities.columns, "", "");
    }
    out
}

/// Draws a board with its marks.
pub(super) fn draw_board(board: Board, shown: &[Shown], flip: bool, capabilities: Capabilities) -> String {
    let mut out = String::new();
    let ranks: Vec<Rank> = if flip { Rank::ALL.into() } else { Rank::ALL.into_iter().rev().collect() };
    let files: Vec<File> = if flip { File::ALL.into_iter().rev().collect() } else { File::ALL.into() };
    for rank in ranks {
        let _ = write!(out, "{} ", &Square::new(File::A, rank).name()[1..]);
        for &file in &files {
            write_square(&mut out, board, shown, Square::new(file, rank), capabilities);
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    let names = files.iter().map(|&file| format!("  {}", &Square::new(file, Rank::First).name()[..1]));
    let _ = writeln!(out, " {}", names.collect::<String>());
    out
}

fn write_square(out: &mut String, board: Board, shown: &[Shown], square: Square, capabilities: Capabilities) {
    let role = role_of(shown, square);
    let [left, right] = role.map_or([' ', ' '], brackets);
    let middle = match board.piece_at(square) {
        Some((color, piece)) => letter(color, piece, capabilities),
        None => number_of(shown, square).unwrap_or(match (capabilities.color, capabilities.unicode) {
            (true, _) => ' ',
            (false, true) => '·',
            (false, false) => '.',
        }),
    };
    if capabilities.color {
        let style = style_of(square, role);
        let _ = write!(out, "{style}{left}{middle}{right}{style:#}");
    } else {
        let _ = write!(out, "{left}{middle}{right}");
    }
}

/// Returns the first role in which a square is marked.
fn role_of(shown: &[Shown], square: Square) -> Option<Role> {
    Role::ALL
        .into_iter()
        .find(|role| shown.iter().any(|shown| shown.drawing.squares_of(*role).contains(square)))
}

/// Returns the number of the first finding that marks a square, if it has one digit.
fn number_of(shown: &[Shown], square: Square) -> Option<char> {
    char::from_digit(u32::try_from(*numbers(shown, square).first()?).ok()?, 10)
}

/// Returns the character for a piece. Without color the background may be dark, where outlined figures do not look
/// white. Then pieces are letters, White's in capitals.
fn letter(color: Color, piece: Piece, capabilities: Capabilities) -> char {
    const FIGURES: [[char; 6]; 2] = [['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']];
    match (capabilities.unicode && capabilities.color, color) {
        (true, _) => FIGURES[usize::from(color.index())][usize::from(piece.index())],
        (false, Color::White) => piece.letter(),
        (false, Color::Black) => piece.letter().to_ascii_lowercase(),
    }
}

/// Returns whether the environment says that the terminal shows Unicode.
pub(super) fn supports_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    let is_utf8 = locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    is_utf8 && std::env::var("TERM").as_deref() != Ok("dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_width_has_bounds() {
        assert_eq!([None, Some(0), Some(72), Some(300)].map(text_width), [80, 60, 72, 100]);
    }
}
