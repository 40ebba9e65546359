//! Finds the end of a game without parsing its moves. The module docs have [the rules](super#where-a-game-ends).

use super::lexer::{
    LOOK_AHEAD, WRAPPED, is_blank, plain_tag_quotes, starts_line, tag_name, tag_value, trim_spaces,
};
use super::tags::{TagPlace, TagPlaces, Tags};
use memchr::{memchr, memchr_iter, memchr2, memchr3, memmem, memrchr, memrchr2};
use std::borrow::Cow;
use std::mem;

/// The context of the next byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    /// Tags or movetext.
    Text,
    /// A comment in braces.
    Comment,
    /// A `;` comment or a `%` line, up to the line end.
    Line,
}

/// Searches for the end of a game in text that arrives in pieces. Looks at each byte about once.
#[derive(Clone, Debug)]
pub(crate) struct Boundary {
    inside: Inside,
    /// The number of bytes already searched.
    seen: usize,
    /// Whether the current line has only blanks so far.
    line_start: bool,
    /// Whether there is a blank line since the last tag or move.
    blank_line: bool,
    /// Whether the previous line ends with movetext, not within a comment or with a hidden line.
    after_moves: bool,
    /// Whether movetext has begun: with a move, or with any other text that cannot stand before the first move.
    moved: bool,
    /// Whether there is anything but comments.
    is_game: bool,
    first_tag: Cow<'static, [u8]>,
    /// The places of the tags so far. They are those of [`Tags::read`] unless there are odd tags.
    tags: Vec<TagPlace>,
    /// Whether there is anything before the movetext that is neither a tag in the usual form nor blank.
    has_odd_tags: bool,
    /// The number of bytes before the first one that belongs to no tag.
    movetext: Option<usize>,
}

impl Boundary {
    /// Creates a search from the first byte of a game.
    pub(crate) const fn new() -> Self {
        Self {
            inside: Inside::Text,
            seen: 0,
            line_start: true,
            blank_line: false,
            after_moves: false,
            moved: false,
            is_game: false,
            first_tag: Cow::Borrowed(&[]),
            tags: Vec::new(),
            has_odd_tags: false,
            movetext: None,
        }
    }

    /// Begins a search from the first byte of another game.
    pub(crate) fn restart(&mut self) {
        let mut tags = mem::take(&mut self.tags);
        tags.clear();
        *self = Self { tags, ..Self::new() };
    }

    /// Returns the places of the tags of the game, which has `length` bytes, or `None` if it must be read for them.
    pub(crate) fn tag_places(&self, length: usize) -> Option<TagPlaces<'_>> {
        let movetext = self.movetext.unwrap_or(length);
        // A game may end within a tag; see `glued_game`.
        let is_within = self.tags.last().is_none_or(|tag| tag.end() <= length) && movetext <= length;
        (is_within && !self.has_odd_tags).then_some(TagPlaces { tags: &self.tags, length: movetext })
    }

    /// Returns the length of the game at the start of `text`, or `None` if the game does not end there.
    ///
    /// Each call must pass the text of the previous call, with more at its end. `complete` means that no more text
    /// follows.
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
                _ if is_blank(byte) => {
                    // A part of a byte-order mark.
                    self.has_odd_tags |= byte >= 0x80;
                    1
                }
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
                    b'[' if !self.moved => self.skip_tag(rest, complete)?,
                    // Numbers, NAGs, and the end of a damaged tag.
                    b'0'..=b'9' | b'.' | b'$' | b'!' | b'?' | b'(' | b')' | b']' if !self.moved => {
                        self.has_odd_tags |= byte == b']';
                        self.begin_movetext();
                        (self.is_game, self.line_start) = (true, false);
                        1
                    }
                    b'1' if (self.blank_line || self.line_start && self.after_moves)
                        && starts_first_move(rest, complete)?
                        && (self.blank_line || ends_game(self.before(text))) =>
                    {
                        return Some(self.end(text));
                    }
                    _ => self.skip_moves(text),
                },
            };
        }
        complete.then(|| self.end(text))
    }

    /// Returns whether the text before the boundary is a game, not only comments. An unclosed comment counts as a game,
    /// since it may hide moves.
    pub(crate) fn is_game(&self) -> bool {
        self.is_game || self.inside == Inside::Comment
    }

    /// Returns whether the next byte, a bracket at the start of a line, begins the next game. Returns `None` if the
    /// text is too short to decide.
    fn begins_game(&self, text: &[u8], complete: bool) -> Option<bool> {
        let rest = &text[self.seen..];
        let in_comment = self.inside == Inside::Comment;
        // The common case. A tag that is too short to decide comes here again, since unclosed tags are not skipped.
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

    /// Returns the length of the tag, or other bracket before the moves, at the start of the text, and of the tags on the
    /// lines after it, with their line breaks.
    fn skip_tag(&mut self, text: &[u8], complete: bool) -> Option<usize> {
        let longest = &text[..text.len().min(MAX_LENGTH)];
        let mut length = match plain_tag_quotes(longest) {
            Some((quote, close)) => {
                self.note_tag(0, quote, close);
                close + 2
            }
            None => {
                let has_line = memchr(b'\n', longest).is_some();
                let length = if !has_line && longest.len() == MAX_LENGTH {
                    self.enter(Inside::Line)
                } else if complete || has_line && longest.len() >= WRAPPED {
                    tag_value(longest).1
                } else {
                    return None;
                };
                self.has_odd_tags = true;
                length
            }
        };
        if self.first_tag.is_empty() {
            self.first_tag = match tag_name(text, true) {
                Some(b"Event") => Cow::Borrowed(b"Event"),
                name => Cow::Owned(name.unwrap_or_default().to_vec()),
            };
        }
        let mut ends_line = text.get(length) == Some(&b'\n');
        length += usize::from(ends_line);
        // Usually more tags follow, one a line. `Event` may begin the next game.
        while ends_line
            && !self.first_tag.is_empty()
            && text[length..].starts_with(b"[")
            && !text[length..].starts_with(b"[Event")
            && let Some((quote, close)) = plain_tag_quotes(&text[length..text.len().min(length + MAX_LENGTH)])
        {
            self.note_tag(length, quote, close);
            length += close + 2;
            ends_line = text.get(length) == Some(&b'\n');
            length += usize::from(ends_line);
        }
        (self.is_game, self.line_start, self.blank_line) = (true, ends_line, false);
        Some(length)
    }

    /// Notes the place of a tag, `offset` bytes after those searched, and of its quotes. Tags after other text are not
    /// read.
    fn note_tag(&mut self, offset: usize, quote: usize, close: usize) {
        if self.movetext.is_none() && self.tags.len() < Tags::MAX {
            let start = (self.seen + offset) as u32;
            self.tags.push(TagPlace { start, quote: start + quote as u32, close: start + close as u32 });
        }
    }

    /// Notes that the next byte belongs to no tag.
    const fn begin_movetext(&mut self) {
        if self.movetext.is_none() {
            self.movetext = Some(self.seen);
        }
    }

    /// Returns the length of the moves and comments up to a line end where the game may end, a `;`, or a comment that
    /// continues after its line.
    fn skip_moves(&mut self, text: &[u8]) -> usize {
        let (before, text) = text.split_at(self.seen);
        self.begin_movetext();
        (self.is_game, self.moved) = (true, true);
        (self.line_start, self.blank_line) = (false, false);
        // Of a line that is known from its start.
        let is_usual = ["\n1.", "\n1. "].iter().any(|start| before.ends_with(start.as_bytes()));
        let mut at = if is_usual { plain_lines(text) } else { 0 };
        self.after_moves |= at > 0;
        loop {
            let line = &text[at..];
            let length = match memchr3(b'\n', b'{', b';', line) {
                Some(brace) if line[brace] == b'{' => {
                    let length = brace + memchr2(b'\n', b';', &line[brace..]).unwrap_or(line.len() - brace);
                    // The last brace tells whether a comment stays open.
                    match memrchr2(b'{', b'}', &line[..length]) {
                        Some(last) if line[last] == b'{' => return at + last + self.enter(Inside::Comment),
                        _ => length,
                    }
                }
                length => length.unwrap_or(line.len()),
            };
            at += length;
            // Usually more moves follow, and the line does not end with a tag.
            let moves_follow = match text[at..] {
                // Perhaps the first move of the next game.
                [b'\n', b'1'] | [b'\n', b'1', b'.' | b' ', ..] => false,
                [b'\n', next, ..] => next.is_ascii_alphanumeric(),
                _ => false,
            };
            if !moves_follow || without_blanks(&text[..at]).ends_with(b"]") {
                return at;
            }
            self.after_moves = true;
            at += 1;
        }
    }

    /// Returns the searched text, as far as the search looks back.
    fn before<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        &text[self.seen.saturating_sub(MAX_LENGTH)..self.seen]
    }

    /// Returns the end of the game: after the line break that follows its last word. The searched text after it is
    /// blank.
    fn end(&self, text: &[u8]) -> usize {
        let from = self.seen.saturating_sub(MAX_LENGTH);
        match from + without_blanks(&text[from..self.seen]).len() {
            0 => self.seen,
            last => {
                memchr(b'\n', &text[last..self.seen]).map_or(self.seen, |line_break| last + line_break + 1)
            }
        }
    }

    /// Removes searched text after the first `keep` bytes, except what the search may look back at. Returns the number
    /// of removed bytes.
    pub(crate) fn drop_seen(&mut self, text: &mut Vec<u8>, start: usize, keep: usize) -> usize {
        let dropped = self.seen.saturating_sub(keep + MAX_LENGTH);
        if dropped > 0 {
            text.drain(start + keep..start + keep + dropped);
            self.seen -= dropped;
        }
        dropped
    }

    const fn enter(&mut self, inside: Inside) -> usize {
        // A tag may follow a comment.
        self.has_odd_tags |= self.movetext.is_none();
        (self.inside, self.line_start) = (inside, false);
        1
    }
}

/// The distance that the search looks back, and the maximum length of a tag. A longer tag hides the rest of its line,
/// which bounds memory.
const MAX_LENGTH: usize = 64 << 10;

/// Returns the length of the first lines of some moves: lines without comments and brackets, before a line that begins
/// with a letter or with a number that is not of a first move. No game ends at such a line.
///
/// A loop over 32 bytes without branches is faster than a search for each line break. It stops at the lines before the
/// first other one.
fn plain_lines(text: &[u8]) -> usize {
    const CHUNK: usize = 32;
    let chunk = |at: usize| text.get(at..).and_then(<[u8]>::first_chunk::<CHUNK>);
    let mut at = 0;
    while let (Some(bytes), Some(next), Some(after)) = (chunk(at), chunk(at + 1), chunk(at + 2)) {
        let mut is_odd = false;
        for ((byte, next), after) in bytes.iter().zip(next).zip(after) {
            // A semicolon, a bracket, a brace, or an escape, which differ in two bits.
            is_odd |= byte & !0x60 == 0x1b;
            let is_first = (*next == b'1') & (after.wrapping_sub(b'0') > 9);
            is_odd |= (*byte == b'\n') & (((*next as i8) < b'0' as i8) | is_first);
        }
        if is_odd {
            break;
        }
        at += CHUNK;
    }
    // A line break at the end is left out, since the byte after it may be a bracket.
    memrchr(b'\n', &text[..at.saturating_sub(1)]).map_or(0, |line_break| line_break + 1)
}

/// Removes trailing blanks and line breaks.
fn without_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().rev().take_while(|&&byte| byte == b'\n' || is_blank(byte)).count();
    &text[..text.len() - blanks]
}

/// Returns whether a text ends with a result in a usual spelling, possibly followed by blanks.
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

/// Returns whether a text ends with a result, or its last line is a whole game: it begins with White's first move, has
/// a second one, and closes its variations and comments.
fn ends_game(text: &[u8]) -> bool {
    let text = without_blanks(text);
    let line = &text[memrchr(b'\n', text).map_or(0, |line_break| line_break + 1)..];
    let is_whole = line.starts_with(b"1")
        && starts_first_move(line, true) == Some(true)
        && memmem::find(line, b" 2.").is_some()
        && memchr_iter(b'(', line).count() == memchr_iter(b')', line).count()
        && memchr_iter(b'{', line).count() == memchr_iter(b'}', line).count();
    is_whole || ends_with_result(text)
}

/// Returns the length of the tags at the line end that begin a game directly after the last result.
///
/// For example, `1-0[Event "`. Files concatenated without a line break have such lines.
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

/// Returns whether the text starts with the number of White's first move: `1.` without more dots, or `1` before a
/// letter. Returns `None` if the text is too short to decide.
fn starts_first_move(text: &[u8], complete: bool) -> Option<bool> {
    if !complete && text.len() < LOOK_AHEAD {
        return None;
    }
    let after = text[1..text.len().min(LOOK_AHEAD)].trim_ascii_start();
    Some(match after.strip_prefix(b".").map(trim_spaces) {
        Some(after) => !after.starts_with(b".") && !after.starts_with("…".as_bytes()),
        None => after.first().is_some_and(u8::is_ascii_alphabetic),
    })
}

/// Returns the last place up to `max` where a game begins regardless of the text before it: `[Event "` after an empty
/// line.
///
/// [`Boundary::find`] looks at the start of every line. It skips comments and movetext line by line, and tags, `;`
/// comments and `%` lines end with their line. So it reaches the bracket in text or in a comment. In a comment and
/// after moves, `Event` at the start of a line begins a game; among tags, it does so after a blank line. A search that
/// begins after the empty line begins at the bracket.
#[cfg(feature = "files")]
pub(crate) fn certain_start(text: &[u8], max: usize) -> Option<usize> {
    let end = text.len().min(max.saturating_add(LOOK_AHEAD));
    memmem::rfind_iter(&text[..end], b"\n[Event")
        .map(|line_break| line_break + 1)
        .filter(|&start| start <= max)
        .filter(|&start| text[..start].ends_with(b"\n\n") || text[..start].ends_with(b"\n\r\n"))
        .find(|&start| tag_name(&text[start..], false) == Some(b"Event"))
}

#[cfg(test)]
mod tests;
