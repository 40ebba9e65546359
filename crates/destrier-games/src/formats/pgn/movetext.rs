//! The moves of a game as tokens with their offsets.

use super::lexer::{ONES, find_near, starts_tag, trim_spaces, wide_space_length};
use super::spelling::{self, MAX_DIGITS, Word};
use super::tags::{Tags, decode};
use crate::chess::{GameResult, San};
use destrier::Piece;
use memchr::{memchr, memchr2};
use std::ops::ControlFlow::{self, Break, Continue};

/// A token of a game's main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// A move in standard algebraic notation (SAN), or the null move `--`.
    Move {
        /// The move, which need not be legal.
        san: San,
        /// The text as written.
        text: &'a [u8],
        /// The offset of its first byte in the game.
        offset: usize,
    },
    /// Text in the place of a move that is not a move, or an unclosed comment or variation.
    Unreadable {
        /// The text as written.
        text: &'a [u8],
        /// The offset of its first byte in the game.
        offset: usize,
        /// The reason.
        reason: &'static str,
    },
}

/// An iterator over the tokens of a game's main line.
///
/// It skips comments, variations, move numbers, NAGs and results, annotation signs after a move (`+-`, `±`, `N`,
/// `e.p.`), and commands like `[%clk 0:01:00]`.
#[derive(Clone, Debug)]
pub struct Moves<'a> {
    game: &'a [u8],
    at: usize,
    /// The first result.
    result: Option<GameResult>,
    /// Whether a move has been read and no number since, so that a sign may follow.
    moved: bool,
}

impl<'a> Moves<'a> {
    /// Returns the moves after the tags of a game.
    #[must_use]
    pub const fn new(game: &'a [u8], tags: &Tags<'a>) -> Self {
        // `tags` may belong to another game.
        let at = if tags.length < game.len() { tags.length } else { game.len() };
        Self { game, at, result: None, moved: false }
    }

    /// Returns whether the whole game has been read.
    pub(crate) const fn at_end(&self) -> bool {
        self.at >= self.game.len()
    }

    /// Returns the first result so far. It is the result of the game once all moves have been read.
    pub(crate) const fn result(&self) -> Option<GameResult> {
        self.result
    }

    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    /// Visits the comments in braces, without their braces, of a text that begins and ends in the main line.
    pub(super) fn each_comment(text: &'a [u8], mut visit: impl FnMut(&'a [u8])) {
        let mut rest = Self { game: text, at: 0, result: None, moved: false };
        while let Some(&byte) = text.get(rest.at) {
            match byte {
                b'{' => {
                    let start = rest.at + 1;
                    if rest.skip_after(b'}') {
                        visit(&text[start..rest.at - 1]);
                    }
                }
                b'(' => _ = rest.skip_variation(),
                b';' => rest.skip_line(),
                _ => rest.at += 1,
            }
        }
    }

    fn rest(&self) -> &'a [u8] {
        &self.game[self.at..]
    }

    /// Skips to after the next `byte`, or to the end. Returns whether the byte was found.
    fn skip_after(&mut self, byte: u8) -> bool {
        let found = memchr(byte, self.rest());
        self.at += found.map_or(self.rest().len(), |length| length + 1);
        found.is_some()
    }

    /// Skips to the line break, which may begin a `%` line.
    fn skip_line(&mut self) {
        self.at += memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
    }

    /// Skips a variation and those nested in it. Returns whether it is closed.
    fn skip_variation(&mut self) -> bool {
        let mut depth = 0usize;
        while let Some(&byte) = self.game.get(self.at) {
            self.at += 1;
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return true,
                b')' => depth -= 1,
                b'{' => _ = self.skip_after(b'}'),
                b';' => self.skip_line(),
                b'\n' if self.rest().first() == Some(&b'%') => self.skip_line(),
                _ => {}
            }
        }
        false
    }

    /// Classifies a word in a rare form that begins at `offset`, and skips everything that belongs to it. Returns the
    /// reason as an error.
    #[cold]
    fn read_rare(&mut self, offset: usize) -> Result<Word, &'static str> {
        let word = &self.game[offset..self.at];
        if word.starts_with(b"[") {
            return self.read_bracket(offset);
        }
        let read = match spelling::read(word) {
            // `e.p.`, alone or directly after a move.
            Word::Unreadable if word.ends_with(b"e") && self.rest().starts_with(b".p") => {
                self.at += 2;
                let before = &word[..word.len() - 1];
                if before.is_empty() { Word::Sign } else { spelling::read(before) }
            }
            Word::Unreadable => match spelling::move_before_result(word) {
                Some((san, length)) => {
                    self.at = offset + length;
                    Word::Move(san)
                }
                None => self.read_spaced_result(offset).map_or(Word::Unreadable, Word::Result),
            },
            read => read,
        };
        match read {
            // A sign at the very end may be the rest of a truncated move.
            Word::Sign if !(self.moved && self.at < self.game.len()) => Err(NOT_A_MOVE),
            Word::Unreadable => Err(invisible_character(word).unwrap_or(NOT_A_MOVE)),
            read => Ok(read),
        }
    }

    /// Skips a command that begins at `offset`. A tag is damage, since it may belong to another game.
    fn read_bracket(&mut self, offset: usize) -> Result<Word, &'static str> {
        let text = &self.game[offset..];
        if !text.starts_with(b"[%") {
            return Err(if starts_tag(text) { "a tag among moves" } else { NOT_A_MOVE });
        }
        let end = memchr2(b']', b'[', &text[1..]).map(|length| 1 + length);
        let end = end.filter(|&end| text[end] == b']').ok_or(NOT_A_MOVE)?;
        self.at = offset + end + 1;
        Ok(Word::Sign)
    }

    /// Skips the rest of a result with spaces, like `1 - 0`, whose dash begins at `offset`.
    fn read_spaced_result(&mut self, offset: usize) -> Option<GameResult> {
        if !matches!(&*decode(&self.game[offset..self.at]), "-" | "–" | "—" | "−" | "\u{96}" | "\u{97}")
        {
            return None;
        }
        let blanks = self.game[..offset].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let before = &self.game[..offset - blanks];
        // Four bytes are enough to see that the word is longer than a result.
        let word = before.iter().rev().take(4).take_while(|byte| !byte.is_ascii_whitespace()).count();
        let before = &before[before.len() - word..];
        let blanks = self.rest().iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let after = &self.rest()[blanks..];
        let after = &after[..word_length(after)];
        let results = [
            ("1", "0", GameResult::WhiteWon),
            ("0", "1", GameResult::BlackWon),
            ("1/2", "1/2", GameResult::Draw),
            ("½", "½", GameResult::Draw),
        ];
        let (.., result) = results
            .into_iter()
            .find(|(white, black, _)| before == white.as_bytes() && after == black.as_bytes())?;
        self.at += blanks + after.len();
        Some(result)
    }

    /// Adds a promotion in parentheses to a move, like `bxa8(Q)`, and skips it.
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
    /// Returns the next move if it is in the usual form and preceded only by blanks, its number and comments in braces.
    /// Skips these in any case. [`step`](Self::step) would return and skip the same.
    #[inline(always)]
    fn next_plain(&mut self) -> Option<Token<'a>> {
        let mut plain = self.plain()?;
        let next = plain.next();
        self.go_on_after(plain);
        let (san, length) = next?;
        let offset = self.at - length - 1;
        Some(Token::Move { san, text: &self.game[offset..][..length], offset })
    }

    /// Reads the next moves that are in the usual form, and returns their number.
    #[inline(always)]
    pub(crate) fn read_plain(&mut self, moves: &mut [San]) -> usize {
        // The copy of the state can stay in registers.
        let Some(mut plain) = self.plain() else { return 0 };
        let read = moves.iter_mut().map_while(|place| plain.next().map(|(san, _)| *place = san)).count();
        self.go_on_after(plain);
        read
    }

    /// Returns a parser of moves in the usual form, or `None` after a result.
    #[inline(always)]
    fn plain(&self) -> Option<PlainMoves<'a>> {
        self.result.is_none().then_some(PlainMoves { game: self.game, at: self.at, moved: self.moved })
    }

    #[inline(always)]
    const fn go_on_after(&mut self, plain: PlainMoves<'a>) {
        (self.at, self.moved) = (plain.at, plain.moved);
    }

    /// Skips one element that is not a token, or breaks with the next token.
    #[inline(never)]
    pub(super) fn step(&mut self) -> ControlFlow<Option<Token<'a>>, Skipped> {
        let offset = self.at;
        let unreadable = |text, reason| Break(Some(Token::Unreadable { text, offset, reason }));
        let Some(&byte) = self.game.get(offset) else { return Break(None) };
        Continue(match byte {
            b' ' | b'\t' | b'\r' | 0x0c | b'.' | b')' => {
                self.at += 1;
                Skipped::Blank
            }
            b'!' | b'?' => {
                self.at += 1;
                Skipped::Mark
            }
            // Padding at the end of a file. Before the result, it means that text was lost.
            0x1a | 0 if self.result.is_some() => {
                self.at += 1;
                Skipped::Blank
            }
            b'\n' => {
                self.at += 1;
                if self.rest().first() == Some(&b'%') {
                    self.skip_line();
                }
                Skipped::Blank
            }
            b'{' => {
                if !self.skip_after(b'}') {
                    return unreadable(&self.game[offset..=offset], "an unclosed comment");
                }
                Skipped::Comment
            }
            b';' => {
                self.skip_line();
                Skipped::LineComment
            }
            b'(' => {
                if !self.skip_variation() {
                    return unreadable(&self.game[offset..=offset], "an unclosed variation");
                }
                Skipped::Variation
            }
            b'$' => {
                self.at += 1;
                self.at += self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
                Skipped::Glyph
            }
            _ if wide_space_length(self.rest()) > 0 => {
                self.at += wide_space_length(self.rest());
                Skipped::Blank
            }
            _ => {
                // `*`, a stray `}` and a bracket end words, and each is a word of its own.
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
                    Word::Number => {
                        self.moved = false;
                        Skipped::Number
                    }
                    Word::Result(result) => {
                        self.result = self.result.or(Some(result));
                        Skipped::Result
                    }
                    Word::Sign => Skipped::Sign,
                    Word::Unreadable => return unreadable(text, NOT_A_MOVE),
                }
            }
        })
    }
}

/// A parser of moves in the usual form.
struct PlainMoves<'a> {
    game: &'a [u8],
    at: usize,
    moved: bool,
}

impl PlainMoves<'_> {
    /// Returns the next move and its length, and skips it with the byte after it; see [`Moves::next_plain`].
    #[inline(always)]
    fn next(&mut self) -> Option<(San, usize)> {
        loop {
            let rest = &self.game[self.at..];
            match *rest {
                [b' ' | b'.', ..] => self.at += 1,
                [byte, ..] if byte.is_ascii_alphabetic() => {
                    let (san, length) = plain_move(rest)?;
                    self.at += length + 1;
                    self.moved = true;
                    return Some((san, length));
                }
                [b'1'..=b'9', ..] => {
                    self.at += plain_number(rest)?;
                    self.moved = false;
                }
                [b'{', ..] => self.at += plain_comment(rest)?,
                [b'\n', after, ..] if after != b'%' => self.at += 1,
                _ => return None,
            }
        }
    }
}

/// An element between the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skipped {
    /// White space, a dot, or a stray parenthesis.
    Blank,
    /// `!` or `?`.
    Mark,
    /// A NAG, like `$1`.
    Glyph,
    /// Another annotation sign, or a command outside of comments.
    Sign,
    /// A comment in braces.
    Comment,
    /// A `;` comment, without its line break.
    LineComment,
    Variation,
    Number,
    Result,
}

/// Returns the length of the word: up to white space, a separate sign, a command or a tag.
fn word_length(text: &[u8]) -> usize {
    const ENDS_WORD: [bool; 256] = {
        let signs = b" \t\n\r\x0c\x1a\0{}()!?$;.*[\xa0\xc2\xe2\xe3\xef";
        let mut ends = [false; 256];
        let mut i = 0;
        while i < signs.len() {
            ends[signs[i] as usize] = true;
            i += 1;
        }
        ends
    };
    let end = text.iter().enumerate().position(|(at, &byte)| {
        ENDS_WORD[usize::from(byte)]
            && match byte {
                b'[' => begins_bracket(&text[at..]),
                // Otherwise part of a character in UTF-8.
                0xa0 => at == 0 || text[at - 1].is_ascii(),
                0x80.. => wide_space_length(&text[at..]) > 0,
                _ => true,
            }
    });
    end.unwrap_or(text.len())
}

/// Returns whether a command or a tag begins here, not a word with a bracket.
fn begins_bracket(text: &[u8]) -> bool {
    text.starts_with(b"[%") || starts_tag(text)
}

/// Returns whether a line may belong to a game: it starts with a bracket, a comment, a number or a move.
pub(in crate::formats) fn is_line_of_game(line: &[u8]) -> bool {
    let line = trim_spaces(line).trim_ascii_start();
    match line.first() {
        None => false,
        Some(b'[' | b'{' | b'(' | b';' | b'%' | b'*' | b'0'..=b'9') => true,
        Some(_) => !matches!(spelling::read(&line[..word_length(line)]), Word::Unreadable),
    }
}

const NOT_A_MOVE: &str = "not a move";

/// Returns the reason why a word with an invisible character is not a move.
fn invisible_character(word: &[u8]) -> Option<&'static str> {
    Some(match decode(word).chars().find(|c| !c.is_ascii())? {
        '\u{ad}' => "not a move, because of an invisible soft hyphen (U+00AD); remove it",
        '\u{200c}' | '\u{200d}' => "not a move, because of an invisible joiner (U+200C, U+200D); remove it",
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "not a move, because of an invisible mark for the direction of text; remove it"
        }
        '\u{2028}' | '\u{2029}' => "not a move, because of an invisible line separator of Unicode; remove it",
        _ => return None,
    })
}

/// Returns the length of the comment that a text begins with.
#[inline]
fn plain_comment(text: &[u8]) -> Option<usize> {
    find_near([b'}'], text).or_else(|| memchr(b'}', text)).map(|length| length + 1)
}

/// Returns the length of a move number up to 999 with its dot, if the text begins with one.
#[inline]
const fn plain_number(text: &[u8]) -> Option<usize> {
    match text {
        [b'1'..=b'9', b'.', ..] => Some(2),
        [b'1'..=b'9', b'0'..=b'9', b'.', ..] => Some(3),
        [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9', b'.', ..] => Some(4),
        _ => None,
    }
}

/// Parses a move in the usual form at the start of a text: SAN with at most one check sign and a blank after it, found
/// by scanning eight bytes at once. Also returns its length.
#[inline(always)]
fn plain_move(text: &[u8]) -> Option<(San, usize)> {
    let word = u64::from_le_bytes(*text.first_chunk()?);
    // The highest bit of each byte up to a space. Bits after the first match may be wrong.
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

/// Parses a word in the usual form.
fn read_word(word: &[u8]) -> Word {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == word.len() && digits <= MAX_DIGITS && !word.starts_with(b"00") {
        // The conditions exclude castling with zeros, and numbers longer than those of any game.
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
