//! Finds where a game ends without reading its moves. [The rule](super#where-a-game-ends) stands in the module.

use super::lexer::{LOOK_AHEAD, is_blank, plain_tag_quotes, starts_line, tag_name, tag_quotes};
use memchr::{memchr, memchr2, memchr3, memmem, memrchr, memrchr2};
use std::borrow::Cow;
use std::mem;

/// What the next byte belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    /// Tags or movetext.
    #[default]
    Text,
    /// A comment in braces.
    Comment,
    /// A `;` comment or a `%` line, up to the end of the line.
    Line,
}

/// Searches for the end of a game in text that arrives in pieces. It looks at each byte about once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boundary {
    inside: Inside,
    /// The bytes that the search has passed.
    seen: usize,
    /// Whether the line has nothing but blanks up to here.
    line_start: bool,
    /// Whether a blank line stands between here and the last tag or move.
    blank_line: bool,
    /// Whether the line before ends with moves: not within a comment, and not with a hidden line.
    after_moves: bool,
    /// Whether movetext has begun: with a move, or anything else that cannot stand before the first one.
    moved: bool,
    /// Whether there is more than comments.
    is_game: bool,
    /// The name of the first tag pair.
    first_tag: Cow<'static, [u8]>,
}

impl Boundary {
    /// A search from the first byte of a game.
    pub(crate) fn new() -> Self {
        Self { line_start: true, ..Self::default() }
    }

    /// The length of the game at the start of `text`, or `None` if its end is not in it. The text is that of the call
    /// before with more at its end, and `complete` if no more will come.
    pub(crate) fn find(&mut self, text: &[u8], complete: bool) -> Option<usize> {
        while let Some(&byte) = text.get(self.seen) {
            let rest = &text[self.seen..];
            self.seen += match self.inside {
                Inside::Line => {
                    let end = memchr(b'\n', rest);
                    if end.is_some() {
                        (self.inside, self.line_start, self.after_moves) = (Inside::Text, true, false);
                    }
                    end.map_or(rest.len(), |end| end + 1)
                }
                _ if is_blank(byte) => 1,
                _ if byte == b'[' && self.line_start && self.begins_game(text, complete)? => {
                    return Some(self.end(text));
                }
                Inside::Comment => {
                    let end = memchr2(b'}', b'\n', rest);
                    self.line_start = end.is_some_and(|end| rest[end] == b'\n');
                    if end.is_some() && !self.line_start {
                        self.inside = Inside::Text;
                    }
                    end.map_or(rest.len(), |end| end + 1)
                }
                Inside::Text => match byte {
                    b'\n' => {
                        let before = self.before(text);
                        if self.line_start {
                            if mem::take(&mut self.after_moves) && ends_with_result(before) {
                                return Some(self.end(text));
                            }
                            self.blank_line = true;
                        } else if self.moved {
                            if let Some(glued) = glued_game(before) {
                                return Some(self.seen - glued);
                            }
                            self.after_moves = true;
                        }
                        self.line_start = true;
                        1
                    }
                    b'{' => self.enter(Inside::Comment),
                    b';' => self.enter(Inside::Line),
                    b'%' if starts_line(text, self.seen) => self.enter(Inside::Line),
                    b'[' if !self.moved => self.pass_tag(rest, complete)?,
                    // Numbers, glyphs, and the end of a damaged tag.
                    b'0'..=b'9' | b'.' | b'$' | b'!' | b'?' | b'(' | b')' | b']' if !self.moved => {
                        (self.is_game, self.line_start) = (true, false);
                        1
                    }
                    b'1' if self.blank_line && starts_first_move(rest, complete)? => {
                        return Some(self.end(text));
                    }
                    _ => self.pass_moves(rest),
                },
            };
        }
        complete.then(|| self.end(text))
    }

    /// Whether the text up to the end that was found is a game: more than comments. A comment that is never closed is one,
    /// since nobody knows what it hides.
    pub(crate) fn is_game(&self) -> bool {
        self.is_game || self.inside == Inside::Comment
    }

    /// Whether the bracket at the start of a line, the next byte, begins the next game. `None` if the text is too short to
    /// tell.
    fn begins_game(&self, text: &[u8], complete: bool) -> Option<bool> {
        let rest = &text[self.seen..];
        let in_comment = self.inside == Inside::Comment;
        // Most tags. One that is too short to tell comes here again, since none is passed before it is closed.
        if !(self.moved || in_comment || self.blank_line)
            && (self.first_tag.is_empty() || !rest.starts_with(b"[Event"))
        {
            return Some(false);
        }
        let name = tag_name(rest, complete)?;
        let is_event = name == b"Event";
        let is_first = name == &*self.first_tag;
        Some(match name {
            b"" => false,
            _ if in_comment => true,
            _ if self.moved => {
                is_event
                    || is_first
                    || self.blank_line
                    || self.after_moves && ends_with_result(self.before(text))
            }
            _ if self.blank_line => is_event || is_first,
            _ => is_event && is_first,
        })
    }

    /// The length of the tag that the text starts with, or of another bracket before the moves, with the line break behind
    /// it.
    fn pass_tag(&mut self, text: &[u8], complete: bool) -> Option<usize> {
        let longest = &text[..text.len().min(LONGEST)];
        let length = match plain_tag_quotes(longest) {
            Some((_, close)) => close + 2,
            None => match memchr(b'\n', longest) {
                Some(end) => tag_quotes(&longest[..end]).1,
                None if longest.len() == LONGEST => self.enter(Inside::Line),
                None if complete => tag_quotes(longest).1,
                None => return None,
            },
        };
        if self.first_tag.is_empty() {
            self.first_tag = match tag_name(text, true) {
                Some(b"Event") => Cow::Borrowed(b"Event"),
                name => Cow::Owned(name.unwrap_or_default().to_vec()),
            };
        }
        let ends_line = text.get(length) == Some(&b'\n');
        (self.is_game, self.line_start, self.blank_line) = (true, ends_line, false);
        Some(length + usize::from(ends_line))
    }

    /// The length of the moves and comments up to the end of the line, a `;`, or a comment that goes on beyond these.
    fn pass_moves(&mut self, text: &[u8]) -> usize {
        (self.is_game, self.moved) = (true, true);
        (self.line_start, self.blank_line) = (false, false);
        let length = match memchr3(b'\n', b'{', b';', text) {
            Some(brace) if text[brace] == b'{' => {
                brace + memchr2(b'\n', b';', &text[brace..]).unwrap_or(text.len() - brace)
            }
            length => return length.unwrap_or(text.len()),
        };
        // The last brace tells whether a comment goes on.
        match memrchr2(b'{', b'}', &text[..length]) {
            Some(last) if text[last] == b'{' => last + self.enter(Inside::Comment),
            _ => length,
        }
    }

    /// The text that was passed, as far as the search looks back.
    fn before<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        &text[self.seen.saturating_sub(LONGEST)..self.seen]
    }

    /// The end of the game: behind the line break after its last word. What follows up to here is blank.
    fn end(&self, text: &[u8]) -> usize {
        let from = self.seen.saturating_sub(LONGEST);
        match from + without_blanks(&text[from..self.seen]).len() {
            0 => self.seen,
            last => {
                memchr(b'\n', &text[last..self.seen]).map_or(self.seen, |line_break| last + line_break + 1)
            }
        }
    }

    /// Takes what was passed beyond the first `keep` bytes out of the text, except what the search may look back at; how
    /// much that was.
    pub(crate) fn drop_seen(&mut self, text: &mut Vec<u8>, start: usize, keep: usize) -> usize {
        let dropped = self.seen.saturating_sub(keep + LONGEST);
        if dropped > 0 {
            text.drain(start + keep..start + keep + dropped);
            self.seen -= dropped;
        }
        dropped
    }

    const fn enter(&mut self, inside: Inside) -> usize {
        (self.inside, self.line_start) = (inside, false);
        1
    }
}

/// How far the search looks back, and the longest tag that it reads. A longer tag hides the rest of its line, so that
/// memory stays bounded.
const LONGEST: usize = 64 << 10;

/// A text without the blanks and line breaks at its end.
fn without_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().rev().take_while(|&&byte| byte == b'\n' || is_blank(byte)).count();
    &text[..text.len() - blanks]
}

/// Whether a text ends with a result in the usual spellings, and blanks.
fn ends_with_result(text: &[u8]) -> bool {
    matches!(
        without_blanks(text),
        [.., b'1', b'-', b'0']
            | [.., b'0', b'-', b'1']
            | [.., b'1', b'/', b'2']
            | [.., b'*']
            | [.., 0xc2, 0xbd]
    )
}

/// The length of the tags at the end of a line that begin a game right behind the result of the last, as in `1-0[Event "`:
/// files put together without a line break.
fn glued_game(text: &[u8]) -> Option<usize> {
    let last = *text.last()?;
    if !(last == b']' || is_blank(last)) || !without_blanks(text).ends_with(b"]") {
        return None;
    }
    let line = &text[memrchr(b'\n', text).map_or(0, |line_break| line_break + 1)..];
    let moves = without_blanks(&line[..memmem::rfind(line, b"[Event \"")?]);
    let is_hidden = memrchr2(b'{', b'}', moves).is_some_and(|brace| moves[brace] == b'{');
    (ends_with_result(moves) && !is_hidden).then(|| line.len() - moves.len())
}

/// Whether the text starts with the number of White's first move: `1.` without more dots, or `1` before a letter. `None`
/// if it is too short to tell.
fn starts_first_move(text: &[u8], complete: bool) -> Option<bool> {
    if !complete && text.len() < LOOK_AHEAD {
        return None;
    }
    let after = text[1..text.len().min(LOOK_AHEAD)].trim_ascii_start();
    Some(match after.strip_prefix(b".").map(<[u8]>::trim_ascii_start) {
        Some(after) => !after.starts_with(b".") && !after.starts_with("…".as_bytes()),
        None => after.first().is_some_and(u8::is_ascii_alphabetic),
    })
}

/// The last place up to `most` where a game begins whatever came before the text: at `[Event "` behind an empty line.
///
/// [`Boundary::find`] passes no line break without looking at the start of the next line: comments and movetext are passed
/// line by line, and tags, `;` comments and `%` lines end with their line. So it comes to the bracket in text or in a
/// comment. In a comment and after moves, `Event` at the start of a line begins a game; among tags, it does so behind a
/// blank line. If the search began behind the empty line, it began at the bracket.
#[cfg(feature = "files")]
pub(crate) fn certain_start(text: &[u8], most: usize) -> Option<usize> {
    let end = text.len().min(most.saturating_add(LOOK_AHEAD));
    memmem::rfind_iter(&text[..end], b"\n[Event")
        .map(|line_break| line_break + 1)
        .filter(|&start| start <= most)
        .filter(|&start| text[..start].ends_with(b"\n\n") || text[..start].ends_with(b"\n\r\n"))
        .find(|&start| tag_name(&text[start..], false) == Some(b"Event"))
}

#[cfg(test)]
mod tests;
