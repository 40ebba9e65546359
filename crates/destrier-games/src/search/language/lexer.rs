//! Splits the text of patterns into words.

use super::error::PatternError;

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A name or a word of the language.
    Word(&'a str),
    /// A number.
    Number(i64),
    /// A text, without its quotes.
    Text(&'a str),
    /// An operator, a bracket or a separator.
    Symbol(&'a str),
    /// The end of the file.
    End,
}

/// A word with its place, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) token: Token<'a>,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// All symbols. Those of two characters come before their first characters.
const SYMBOLS: [&str; 18] =
    ["..", "!=", "<=", ">=", "<", ">", "=", "(", ")", "{", "}", ",", ":", "&", "|", "~", "*", "+"];

/// The maximum number of digits of a number.
const MAX_DIGITS: usize = 9;

/// Reads words from any place of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
}

impl<'a> Lexer<'a> {
    /// Returns the word that begins at a place or after it.
    pub(super) fn word_from(self, place: usize) -> Result<Word<'a>, PatternError> {
        let start = self.skip_space(place);
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return Ok(Word { token: Token::End, start: place, end: place });
        };
        let (token, length) = match first {
            'a'..='z' => {
                let word = prefix(rest, |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
                (Token::Word(word), word.len())
            }
            '0'..='9' => {
                let digits = prefix(rest, |byte| byte.is_ascii_digit());
                match digits.parse() {
                    Ok(number) if digits.len() <= MAX_DIGITS => (Token::Number(number), digits.len()),
                    _ => {
                        let message = format!("at most {MAX_DIGITS} digits");
                        return Err(PatternError::new(self.text, start, start + digits.len(), message));
                    }
                }
            }
            '"' => match rest[1..].find(['"', '\n']) {
                Some(length) if rest.as_bytes()[1 + length] == b'"' => {
                    (Token::Text(&rest[1..1 + length]), length + 2)
                }
                end => {
                    let end = end.map_or(self.text.len(), |length| start + 1 + length);
                    let message = "this text has no closing quote on its line".to_owned();
                    return Err(PatternError::new(self.text, start, end, message));
                }
            },
            _ => {
                let symbol = SYMBOLS.iter().chain(&["-"]).find(|symbol| rest.starts_with(**symbol));
                let Some(symbol) = symbol else {
                    let message = format!("no word contains the character `{}`", first.escape_debug());
                    return Err(PatternError::new(self.text, start, start + first.len_utf8(), message));
                };
                (Token::Symbol(&rest[..symbol.len()]), symbol.len())
            }
        };
        Ok(Word { token, start, end: start + length })
    }

    /// Returns the name of a pattern that begins after a place, or `None` if there is no name.
    pub(super) fn pattern_name_from(self, place: usize) -> Option<Word<'a>> {
        let start = self.skip_space(place);
        let name = prefix(&self.text[start..], |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.split('-').all(|part| !part.is_empty());
        is_name.then_some(Word { token: Token::Word(name), start, end: start + name.len() })
    }

    /// Returns the place of the next word: after spaces, line ends and comments.
    fn skip_space(self, mut place: usize) -> usize {
        loop {
            let rest = &self.text[place..];
            let trimmed = rest.trim_start_matches(|first: char| first.is_whitespace() || first == '\u{feff}');
            place += rest.len() - trimmed.len();
            if !trimmed.starts_with('#') {
                return place;
            }
            place += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }
}

/// Returns the longest start of a text whose bytes are all of some kind. The bytes must be ASCII.
fn prefix(text: &str, is_part: impl Fn(u8) -> bool) -> &str {
    let length = text.bytes().position(|byte| !is_part(byte)).unwrap_or(text.len());
    &text[..length]
}
