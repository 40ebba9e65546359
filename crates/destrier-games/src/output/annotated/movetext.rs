//! The movetext into which notes are inserted.

use crate::chess::{GameResult, Positions, Unscreened};
use crate::formats::pgn::{MainLine, PlacedMove};
use crate::formats::{Game, MoveText, Start};
use destrier::Color;
use std::borrow::Cow;

/// A movetext that ends with a result, and the places of its moves.
pub(super) struct Movetext<'a> {
    pub(super) text: Cow<'a, [u8]>,
    line: MainLine,
}

impl<'a> Movetext<'a> {
    /// Returns the original movetext of a PGN game, or the moves in SAN for other formats. A damaged game ends after
    /// `max` moves.
    ///
    /// Bytes that are not UTF-8 are read as Latin-1 and converted to UTF-8, as in tags.
    pub(super) fn of(game: &Game<'a>, result: GameResult, max: u32) -> Self {
        let text = match game.moves {
            MoveText::San { game: text, .. } => in_utf8(&text[game.tags.length..]),
            _ => Cow::Owned(moves_in_san(game, result, max)),
        };
        let mut line = MainLine::read(&text, max as usize);
        // Padding at the end of a file.
        let padding = text[..line.end].iter().rev();
        let padding =
            padding.take_while(|byte| byte.is_ascii_whitespace() || matches!(byte, 0 | 0x1a)).count();
        let end = line.end - padding;
        let text = if line.has_result {
            match text {
                Cow::Borrowed(text) => Cow::Borrowed(&text[..end]),
                Cow::Owned(mut text) => {
                    text.truncate(end);
                    Cow::Owned(text)
                }
            }
        } else {
            let mut text = text[..end].to_vec();
            // The text may end with a `;` comment.
            if !text.is_empty() {
                text.push(b'\n');
            }
            line.start = line.start.min(text.len());
            line.moves.iter_mut().for_each(|place| place.after = place.after.min(text.len()));
            text.extend_from_slice(result.to_string().as_bytes());
            Cow::Owned(text)
        };
        Self { text, line }
    }

    /// Returns the place of the last of `ply` moves, if the text has that many.
    pub(super) fn place(&self, ply: u32) -> Option<PlacedMove> {
        match ply.checked_sub(1) {
            Some(index) => self.line.moves.get(index as usize).copied(),
            None => Some(PlacedMove {
                start: 0,
                end: 0,
                after: self.line.start,
                has_number: true,
                is_judged: true,
            }),
        }
    }
}

/// Converts bytes that are not UTF-8 from Latin-1.
fn in_utf8(text: &[u8]) -> Cow<'_, [u8]> {
    if str::from_utf8(text).is_ok() {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len() + text.len() / 8);
    for chunk in text.utf8_chunks() {
        decoded.push_str(chunk.valid());
        decoded.extend(chunk.invalid().iter().copied().map(char::from));
    }
    Cow::Owned(decoded.into_bytes())
}

/// Formats the first moves of a game in SAN with move numbers and a result, in lines of 80 columns.
fn moves_in_san(game: &Game<'_>, result: GameResult, max: u32) -> Vec<u8> {
    let mut text = Wrapped::default();
    let Ok(Start::Position(start)) = game.start() else { return Vec::new() };
    // The damage has already been reported.
    let _ = game.replay(&start, &mut Positions::new(), &Unscreened, |positions| {
        for (ply, position, next) in positions.iter() {
            let Some(next) = next.filter(|_| ply < max) else { return };
            match position.turn() {
                Color::White => text.push(&format!("{}.", position.number())),
                Color::Black if ply == 0 => text.push(&format!("{}...", position.number())),
                Color::Black => {}
            }
            text.push(&next.san(&position).to_string());
        }
    });
    text.push(&result.to_string());
    text.text.into_bytes()
}

/// A text in lines of 80 columns.
#[derive(Default)]
struct Wrapped {
    text: String,
    column: usize,
}

impl Wrapped {
    const COLUMNS: usize = 80;

    /// Appends a word without breaking it.
    fn push(&mut self, word: &str) {
        if self.column > 0 && self.column + 1 + word.len() > Self::COLUMNS {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += word.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_not_broken() {
        let mut text = Wrapped::default();
        let [long, rest] = ["x".repeat(100), "y".repeat(78)];
        [&long, "a", &rest, "b"].iter().for_each(|word| text.push(word));
        assert_eq!(text.text, format!("{long}\na {rest}\nb"));
    }

    #[test]
    fn bytes_that_are_not_utf8_are_latin1() {
        assert!(matches!(in_utf8("{é ½}".as_bytes()), Cow::Borrowed(_)));
        assert_eq!(&*in_utf8(b"{\xe9} \xbd-\xbd \xc2\xbd"), "{é} ½-½ ½".as_bytes());
    }
}
