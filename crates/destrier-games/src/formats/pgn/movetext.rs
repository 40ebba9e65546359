//! The moves of a game, token by token, each with its place.

use super::lexer::{ONES, starts_tag};
use super::spelling::{self, LONGEST_NUMBER, Word};
use super::tags::{Tags, decode};
use crate::chess::{GameResult, San};
use destrier::Piece;
use memchr::{memchr, memchr3};
use std::ops::ControlFlow::{self, Break, Continue};

/// What stands in the main line of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A move in standard algebraic notation (SAN), or the null move `--`.
    Move {
        /// The move; its legality is not known here.
        san: San,
        /// As written.
        text: &'a [u8],
        /// Offset of its first byte in the game.
        offset: usize,
    },
    /// Something that is not a move where one should be, or that is never closed.
    Unreadable {
        /// As written.
        text: &'a [u8],
        /// Offset of its first byte in the game.
        offset: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
}

/// The tokens of a game's main line. Comments, variations, move numbers, glyphs and results are passed over, and so are
/// the signs of annotators after a move (`+-`, `±`, `N`, `e.p.`), and commands like `[%clk 0:01:00]`.
#[derive(Clone, Debug)]
pub struct Moves<'a> {
    game: &'a [u8],
    at: usize,
    /// The first result that was read.
    result: Option<GameResult>,
    /// Whether a move was read and no number since: where a sign may stand.
    moved: bool,
}

impl<'a> Moves<'a> {
    /// The moves that follow the tags of a game.
    #[must_use]
    pub const fn new(game: &'a [u8], tags: &Tags<'a>) -> Self {
        // They may be those of another game.
        let at = if tags.length < game.len() { tags.length } else { game.len() };
        Self { game, at, result: None, moved: false }
    }

    /// Whether all of the game was read.
    pub(crate) const fn at_end(&self) -> bool {
        self.at >= self.game.len()
    }

    /// The first result that was read; of the game, where all its moves were.
    pub(crate) const fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// How many bytes of the game were read.
    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    /// Visits the comments in braces of a text that begins and ends in the main line, without their braces.
    pub(super) fn each_comment(text: &'a [u8], mut visit: impl FnMut(&'a [u8])) {
        let mut rest = Self { game: text, at: 0, result: None, moved: false };
        while let Some(&byte) = text.get(rest.at) {
            match byte {
                b'{' => {
                    let start = rest.at + 1;
                    if rest.pass_after(b'}') {
                        visit(&text[start..rest.at - 1]);
                    }
                }
                b'(' => _ = rest.pass_variation(),
                b';' => rest.pass_line(),
                _ => rest.at += 1,
            }
        }
    }

    fn rest(&self) -> &'a [u8] {
        &self.game[self.at..]
    }

    /// Passes up to and with a byte, or to the end; whether it was found.
    fn pass_after(&mut self, byte: u8) -> bool {
        let found = memchr(byte, self.rest());
        self.at += found.map_or(self.rest().len(), |length| length + 1);
        found.is_some()
    }

    /// Passes up to the line break, which may begin a `%` line.
    fn pass_line(&mut self) {
        self.at += memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
    }

    /// Passes a variation with all that is nested in it; whether it is closed.
    fn pass_variation(&mut self) -> bool {
        let mut depth = 0usize;
        while let Some(&byte) = self.game.get(self.at) {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return true,
                b')' => depth -= 1,
                b'{' => _ = self.pass_after(b'}'),
                b';' => self.pass_line(),
                b'\n' if self.rest().first() == Some(&b'%') => self.pass_line(),
                _ => {}
            }
        }
        false
    }

    /// What a word is that is written as few are, and begins at `offset`; it is passed with all that belongs to it.
    /// `Err` says what is wrong with it.
    #[cold]
    fn read_rare(&mut self, offset: usize) -> Result<Word, &'static str> {
        let word = &self.game[offset..self.at];
        if word.starts_with(b"[") {
            return self.read_bracket(offset);
        }
        let read = match spelling::read(word) {
            // `e.p.`, by itself or close behind the move.
            Word::Unreadable if word.ends_with(b"e") && self.rest().starts_with(b".p") => {
                self.at += 2;
                let before = &word[..word.len() - 1];
                if before.is_empty() { Word::Sign } else { spelling::read(before) }
            }
            Word::Unreadable => self.pass_result(offset).map_or(Word::Unreadable, Word::Result),
            read => read,
        };
        match read {
            // Right at the end a sign may be what is left of a move.
            Word::Sign if !(self.moved && self.at < self.game.len()) && word != b"\xef\xbb\xbf" => {
                Err(NOT_A_MOVE)
            }
            Word::Unreadable => Err(NOT_A_MOVE),
            read => Ok(read),
        }
    }

    /// Passes a command, which begins at `offset`. A tag is damage: it may be one of another game.
    fn read_bracket(&mut self, offset: usize) -> Result<Word, &'static str> {
        let text = &self.game[offset..];
        if !text.starts_with(b"[%") {
            return Err(if starts_tag(text) { "a tag among moves" } else { NOT_A_MOVE });
        }
        let end = memchr3(b']', b'[', b'\n', &text[1..]).map(|length| 1 + length);
        let end = end.filter(|&end| text[end] == b']').ok_or(NOT_A_MOVE)?;
        self.at = offset + end + 1;
        Ok(Word::Sign)
    }

    /// Passes the rest of a result in words of their own, like `1 - 0`, whose dash begins at `offset`, if it is one.
    fn pass_result(&mut self, offset: usize) -> Option<GameResult> {
        if !matches!(&*decode(&self.game[offset..self.at]), "-" | "–" | "—" | "−" | "\u{96}" | "\u{97}")
        {
            return None;
        }
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let before = &self.game[..offset];
        let blanks = before.iter().rev().take_while(|&byte| blank(byte)).count();
        let before = &before[..before.len() - blanks];
        // No more than tells that the word is longer than a result.
        let word = before.iter().rev().take(4).take_while(|byte| !byte.is_ascii_whitespace()).count();
        let before = &before[before.len() - word..];
        let blanks = self.rest().iter().take_while(|&byte| blank(byte)).count();
        let after = &self.rest()[blanks..];
        let after = &after[..word_length(after)];
        let results = [
            ("1", "0", GameResult::WhiteWon),
            ("0", "1", GameResult::BlackWon),
            ("1/2", "1/2", GameResult::Draw),
            ("½", "½", GameResult::Draw),
        ];
        let is_found =
            |(white, black, _): &(&str, &str, _)| before == white.as_bytes() && after == black.as_bytes();
        let (.., result) = results.into_iter().find(is_found)?;
        self.at += blanks + after.len();
        Some(result)
    }

    /// A move to which a promotion in parentheses belongs, like `bxa8(Q)`, which is passed.
    #[cold]
    fn with_promotion(&mut self, san: San) -> San {
        match (san, self.rest()) {
            (
                San::Normal { piece: Piece::Pawn, file, rank, capture, to, promotion: None },
                &[b'(', letter @ (b'Q' | b'R' | b'B' | b'N'), b')', ..],
            ) => {
                self.at += 3;
                let promotion = Piece::from_letter(char::from(letter));
                San::Normal { piece: Piece::Pawn, file, rank, capture, to, promotion }
            }
            _ => san,
        }
    }
}

impl<'a> Iterator for Moves<'a> {
    type Item = Token<'a>;

    #[inline]
    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            if let Some(token) = self.next_plain() {
                return Some(token);
            }
            if let Break(token) = self.step() {
                return token;
            }
        }
    }
}

impl<'a> Moves<'a> {
    /// The next move, if it is written as nearly all are, and nothing else stands before it than blanks, its number and
    /// comments in braces. These are passed in any case. What it gives and passes, [`step`](Self::step) would, too.
    #[inline(always)]
    fn next_plain(&mut self) -> Option<Token<'a>> {
        if self.result.is_some() {
            return None;
        }
        loop {
            match *self.rest() {
                [b' ' | b'.', ..] => self.at += 1,
                [byte, ..] if byte.is_ascii_alphabetic() => {
                    let offset = self.at;
                    let (san, length) = plain_move(self.rest())?;
                    self.at += length + 1;
                    self.moved = true;
                    return Some(Token::Move { san, text: &self.game[offset..][..length], offset });
                }
                [b'1'..=b'9', ..] => {
                    self.at += plain_number(self.rest())?;
                    self.moved = false;
                }
                [b'{', ..] => self.at += plain_comment(self.rest())?,
                [b'\n', after, ..] if after != b'%' => self.at += 1,
                _ => return None,
            }
        }
    }

    /// Passes whatever stands here, or breaks with what comes next.
    #[inline(never)]
    fn step(&mut self) -> ControlFlow<Option<Token<'a>>> {
        let offset = self.at;
        let unreadable = |text, reason| Break(Some(Token::Unreadable { text, offset, reason }));
        let Some(&byte) = self.game.get(offset) else { return Break(None) };
        match byte {
            b' ' | b'\t' | b'\r' | 0x0c | b'.' | b'!' | b'?' | b')' => self.at += 1,
            // What may fill a file up to its end; sooner, something is lost.
            0x1a | 0 if self.result.is_some() => self.at += 1,
            b'\n' => {
                self.at += 1;
                if self.rest().first() == Some(&b'%') {
                    self.pass_line();
                }
            }
            b'{' => {
                if !self.pass_after(b'}') {
                    return unreadable(&self.game[offset..=offset], "a comment that is never closed");
                }
            }
            b';' => self.pass_line(),
            b'(' => {
                if !self.pass_variation() {
                    return unreadable(&self.game[offset..=offset], "a variation that is never closed");
                }
            }
            b'$' => {
                self.at += 1;
                self.at += self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
            }
            _ => {
                // `*`, a stray `}` and a bracket end words and begin none but their own.
                self.at += match byte {
                    b'[' => 1 + word_length(&self.rest()[1..]),
                    _ => word_length(self.rest()).max(1),
                };
                let word = match read_word(&self.game[offset..self.at]) {
                    Word::Unreadable => match self.read_rare(offset) {
                        Ok(word) => word,
                        Err(reason) => return unreadable(&self.game[offset..self.at], reason),
                    },
                    word => word,
                };
                let text = &self.game[offset..self.at];
                match word {
                    Word::Move(_) if self.result.is_some() => {
                        return unreadable(text, "a move after the result");
                    }
                    Word::Move(mut san) => {
                        self.moved = true;
                        if self.game.get(self.at) == Some(&b'(') {
                            san = self.with_promotion(san);
                        }
                        return Break(Some(Token::Move { san, text, offset }));
                    }
                    Word::Number => self.moved = false,
                    Word::Result(result) => self.result = self.result.or(Some(result)),
                    Word::Sign => {}
                    Word::Unreadable => return unreadable(text, NOT_A_MOVE),
                }
            }
        }
        Continue(())
    }
}

/// Up to white space, to a sign that stands for itself, or to a command or a tag.
fn word_length(text: &[u8]) -> usize {
    const ENDS_WORD: [bool; 256] = {
        let signs = b" \t\n\r\x0c\x1a\0{}()!?$;.*[";
        let mut ends = [false; 256];
        let mut i = 0;
        while i < signs.len() {
            ends[signs[i] as usize] = true;
            i += 1;
        }
        ends
    };
    let ends = |(at, &byte): (usize, &u8)| {
        ENDS_WORD[usize::from(byte)] && (byte != b'[' || begins_bracket(&text[at..]))
    };
    text.iter().enumerate().position(ends).unwrap_or(text.len())
}

/// Whether a command or a tag begins here, rather than a word with a bracket.
fn begins_bracket(text: &[u8]) -> bool {
    text.starts_with(b"[%") || starts_tag(text)
}

const NOT_A_MOVE: &str = "not a move";

/// The length of the comment that a text begins with. What stands behind it waits for that, and of a short one, like a
/// clock, it is known sooner from eight bytes at once than from a search made for long ones.
#[inline]
fn plain_comment(text: &[u8]) -> Option<usize> {
    const SHORT: usize = 5;
    for (chunk, bytes) in text.as_chunks().0.iter().take(SHORT).enumerate() {
        let others = u64::from_le_bytes(*bytes) ^ (ONES * b'}' as u64);
        let braces = others.wrapping_sub(ONES) & !others & (ONES << 7);
        if braces != 0 {
            return Some(8 * chunk + braces.trailing_zeros() as usize / 8 + 1);
        }
    }
    memchr(b'}', text).map(|length| length + 1)
}

/// The length of the number that a text begins with, and of a dot behind it, as nearly all are written, up to 999.
#[inline]
const fn plain_number(text: &[u8]) -> Option<usize> {
    match text {
        [b'1'..=b'9', b'.', ..] => Some(2),
        [b'1'..=b'9', b'0'..=b'9', b'.', ..] => Some(3),
        [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9', b'.', ..] => Some(4),
        _ => None,
    }
}

/// The move that a text begins with, and its length, as nearly all are written: in SAN, with no more than one check sign
/// and a blank behind it, which is looked for in eight bytes at once.
#[inline(always)]
fn plain_move(text: &[u8]) -> Option<(San, usize)> {
    let word = u64::from_le_bytes(*text.first_chunk()?);
    // The highest bit of each byte up to the space, with no false one before the first.
    let blanks = word.wrapping_sub(ONES * 0x21) & !word & (ONES << 7);
    let length = blanks.trailing_zeros() >> 3;
    match (word.checked_shr(8 * length)? as u8, length) {
        (_, 0) => return None,
        (b' ', _) => {}
        (b'\n', _) if text.get(length as usize + 1) != Some(&b'%') => {}
        _ => return None,
    }
    let from_end = word << (64 - 8 * length);
    let signs = u32::from(matches!((from_end >> 56) as u8, b'+' | b'#'));
    Some((San::from_end(from_end << (8 * signs))?, length as usize))
}

/// A word as nearly all are written.
fn read_word(word: &[u8]) -> Word {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == word.len() && digits <= LONGEST_NUMBER && !word.starts_with(b"00") {
        // What looks like castling, or is longer than any game, is no number.
        return Word::Number;
    }
    let signs = word.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count();
    let bare = &word[..word.len() - signs];
    if let Ok(san) = San::from_ascii(bare.get(digits..).unwrap_or_default()) {
        return Word::Move(san);
    }
    match bare {
        b"1-0" => Word::Result(GameResult::WhiteWon),
        b"0-1" => Word::Result(GameResult::BlackWon),
        b"1/2-1/2" => Word::Result(GameResult::Draw),
        _ => Word::Unreadable,
    }
}

#[cfg(test)]
mod tests;
