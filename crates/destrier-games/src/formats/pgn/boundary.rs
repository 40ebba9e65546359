//! Where a game ends, found without reading its moves.

use crate::chess::San;
use memchr::{memchr, memchr2, memchr3, memmem, memrchr, memrchr2};

/// What stands at the place where the search goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inside {
    /// Between tags, also such as follow moves; `line_start` when nothing but white space came before on the line,
    /// `blank_line` when a line without anything did since the last tag.
    Tags { line_start: bool, blank_line: bool },
    /// A tag's name.
    TagName,
    /// A tag's quoted value.
    TagValue,
    /// Moves.
    Movetext,
    /// A comment in braces.
    Comment,
    /// A `;` comment or a `%` line among the moves, up to the end of the line.
    Line,
    /// A `%` line among the tags, which is not blank.
    TagLine { blank_line: bool },
    /// A command like `[%clk 0:01:00]` before the first move or behind a blank line. One that is never closed is damage.
    Command,
}

/// Searches for the end of a game in text that arrives piece by piece, looking at each byte about once.
#[derive(Clone, Debug)]
pub(crate) struct Boundary {
    inside: Inside,
    /// How much of the text was looked at.
    seen: usize,
    /// Whether a tag was read.
    tagged: bool,
    /// The name of the first tag, with its bracket, where it is not `Event`.
    first_name: Vec<u8>,
    /// Whether the first tag is `Event`, as the standard has it: then no other tag begins a game.
    standard: bool,
    /// Whether anything but comments stands after the tags.
    begun: bool,
    /// Whether a move or a result does, or what may have been one: a blank line before ends nothing.
    moved: bool,
    /// What was passed last of the moves.
    last: Last,
    /// What stands before a blank line after the moves, if nothing but comments came since: what comes next ends the game
    /// if it does not go on with it.
    parted: Option<Before>,
}

impl Boundary {
    /// A search from the first byte of a game.
    pub(crate) const fn new() -> Self {
        Self {
            inside: Inside::Tags { line_start: true, blank_line: false },
            seen: 0,
            tagged: false,
            first_name: Vec::new(),
            standard: false,
            begun: false,
            moved: false,
            last: Last::Told(Before::Moves),
            parted: None,
        }
    }

    /// The length of the game at the start of `text`, or `None` when its end is not in it. The text is
    /// the same as in the call before, with more at its end; `complete` when there is no more to come.
    pub(crate) fn find(&mut self, text: &[u8], complete: bool) -> Option<usize> {
        while let Some(&byte) = text.get(self.seen) {
            let rest = &text[self.seen..];
            let step = match self.inside {
                Inside::Tags { line_start, blank_line } => match byte {
                    // As any blank line behind moves, seen from the line before.
                    b'\n' if line_start && self.moved => {
                        let behind = &text[self.seen.saturating_sub(LOOK_BEHIND)..self.seen];
                        let Some(line_break) = memrchr(b'\n', behind) else { return Some(self.seen + 1) };
                        self.seen -= behind.len() - line_break;
                        self.inside = Inside::Movetext;
                        Some(0)
                    }
                    b'\n' => {
                        self.inside = Inside::Tags { line_start: true, blank_line: blank_line || line_start };
                        Some(1)
                    }
                    b']' => Some(1),
                    blank if is_blank(blank) => Some(1),
                    b'%' if line_start => self.enter(Inside::TagLine { blank_line }),
                    b'[' if !self.tagged => {
                        starts_tag(rest, complete)?;
                        self.standard = starts_game(rest, complete)?;
                        if !self.standard {
                            self.first_name = tag_name(rest).to_vec();
                        }
                        self.tagged = true;
                        self.enter(Inside::TagName)
                    }
                    b'[' if blank_line || (line_start && (self.moved || self.standard)) => {
                        if starts_game(rest, complete)? || self.starts_first_tag(rest, complete)? {
                            return Some(self.seen);
                        }
                        self.pass_tag(rest)
                    }
                    b'[' => self.pass_tag(rest),
                    _ => {
                        self.inside = Inside::Movetext;
                        Some(0)
                    }
                },
                Inside::TagName => memchr3(b'"', b'\n', b']', rest).map(|end| {
                    self.inside = match rest[end] {
                        b'"' => Inside::TagValue,
                        newline => Inside::Tags { line_start: newline == b'\n', blank_line: false },
                    };
                    end + 1
                }),
                Inside::TagValue => match memchr3(b'"', b'\\', b'\n', rest) {
                    None => None,
                    Some(end) => {
                        let after = &rest[end + 1..];
                        let closes = match rest[end] {
                            b'\n' => Some(true),
                            b'"' => closes_value(after, complete),
                            // The escaped character may still have to arrive.
                            _ if after.is_empty() && !complete => None,
                            _ => Some(false),
                        };
                        let Some(closes) = closes else {
                            self.seen += end;
                            return None;
                        };
                        if closes {
                            self.inside = Inside::Tags { line_start: rest[end] == b'\n', blank_line: false };
                        }
                        let escapes = rest[end] == b'\\' && !after.starts_with(b"\n");
                        Some(end + 1 + usize::from(escapes))
                    }
                },
                Inside::Movetext => match byte {
                    b'{' => self.enter(Inside::Comment),
                    b';' => self.enter(Inside::Line),
                    b'\n' => {
                        let before = &text[self.seen.saturating_sub(LOOK_BEHIND)..self.seen];
                        if let Some(behind) = glued_game(before) {
                            return Some(self.seen - behind);
                        }
                        if let [_, moves @ ..] = rest
                            && moves.first().is_some_and(u8::is_ascii_alphanumeric)
                            && self.parted.is_none()
                        {
                            self.seen += 1;
                            self.seen += self.pass_moves(moves);
                            continue;
                        }
                        let (blanks, first) = line_start(&rest[1..], complete)?;
                        match first {
                            // What is filled up ends here.
                            _ if blanks == MOST_BLANKS && (self.tagged || self.moved) => {
                                return Some(self.seen + 1);
                            }
                            b'[' => match self.bracket(text, &rest[1 + blanks..], complete)? {
                                Bracket::Tag => {
                                    self.inside = Inside::Tags { line_start: true, blank_line: !self.moved };
                                    Some(1 + blanks)
                                }
                                Bracket::Moves => Some(1),
                                Bracket::NextGame => return Some(self.seen + 1),
                            },
                            b'\n' if self.moved => {
                                let (white, last_break) = white_space(&rest[1 + blanks..]);
                                let parted = self.parted.unwrap_or_else(|| self.last.before(text));
                                let next = &rest[1 + blanks + white..];
                                if white == MOST_BLANKS
                                    || parted.follows(next, complete)? == Follows::NextGame
                                {
                                    return Some(self.seen + 1);
                                }
                                self.parted = Some(parted);
                                Some(1 + blanks + last_break)
                            }
                            b'%' if blanks == 0 => self.enter(Inside::Line),
                            _ => Some(1),
                        }
                    }
                    blank if is_blank(blank) => Some(1),
                    // Elsewhere it is passed with the moves.
                    b'[' if rest.starts_with(b"[%") && (!self.moved || self.parted.is_some()) => {
                        self.begun = true;
                        self.enter(Inside::Command)
                    }
                    // A tag behind a comment on its line.
                    b'[' if !self.moved && starts_tag(rest, complete)? => {
                        self.inside = Inside::Tags { line_start: false, blank_line: false };
                        Some(0)
                    }
                    // What is passed among tags begins no game here, within a line.
                    b'%' | b']' => Some(self.pass_moves(rest)),
                    _ => {
                        if let Some(parted) = self.parted
                            && parted.follows(rest, complete)? == Follows::NextGame
                        {
                            return Some(self.seen);
                        }
                        Some(self.pass_moves(rest))
                    }
                },
                Inside::Comment => match memchr2(b'}', b'\n', rest) {
                    Some(end) if rest[end] == b'}' => {
                        self.inside = Inside::Movetext;
                        Some(end + 1)
                    }
                    Some(end) => match next_game(&rest[end + 1..], complete) {
                        None => {
                            self.seen += end;
                            return None;
                        }
                        Some(true) => return Some(self.seen + end + 1),
                        Some(false) => Some(end + 1),
                    },
                    None => None,
                },
                Inside::Line => memchr(b'\n', rest).inspect(|_| self.inside = Inside::Movetext),
                Inside::TagLine { blank_line } => memchr(b'\n', rest)
                    .inspect(|_| self.inside = Inside::Tags { line_start: false, blank_line }),
                Inside::Command => memchr3(b']', b'[', b'\n', rest).map(|end| {
                    let is_closed = rest[end] == b']';
                    self.inside = Inside::Movetext;
                    self.moved |= !is_closed;
                    end + usize::from(is_closed)
                }),
            };
            match step {
                Some(step) => self.seen += step,
                None => self.seen = text.len(),
            }
            self.seen = self.seen.min(text.len());
        }
        complete.then_some(text.len())
    }

    /// Whether what was looked at is a game: a tag or anything but comments is in it. A text of nothing but comments,
    /// `%` lines and blanks is none; but of a comment that is never closed nobody knows what was to be in it. Known once
    /// the end is found.
    pub(crate) const fn is_game(&self) -> bool {
        self.tagged || self.begun || matches!(self.inside, Inside::Comment)
    }

    /// Whether the text starts with a tag of the name that the first one has. `None` when it is too short to tell.
    fn starts_first_tag(&self, text: &[u8], complete: bool) -> Option<bool> {
        // Most begin with another letter.
        if text.get(1).is_some_and(|letter| self.first_name.get(1) != Some(letter)) {
            return Some(false);
        }
        Some(starts_tag(text, complete)? && tag_name(text) == self.first_name)
    }

    /// Passes a tag and the end of its line, where it is written as nearly all are; of another, the bracket.
    fn pass_tag(&mut self, text: &[u8]) -> Option<usize> {
        let closed = || {
            let (_, end) = plain_tag(text)?;
            match text[end + 2..] {
                [b'\n', ..] => Some(end + 3),
                [b'\r', b'\n', ..] => Some(end + 4),
                _ => None,
            }
        };
        match closed() {
            None => self.enter(Inside::TagName),
            length => {
                self.inside = Inside::Tags { line_start: true, blank_line: false };
                length
            }
        }
    }

    /// Passes moves and comments up to the end of the line, a `;`, or a comment that goes on beyond these, or else what
    /// stands before the first move; how many bytes that is.
    fn pass_moves(&mut self, text: &[u8]) -> usize {
        let length = self.moves_length(text);
        (self.begun, self.parted) = (true, None);
        self.last = Last::Text { start: self.seen, end: self.seen + length };
        length
    }

    /// As [`pass_moves`](Self::pass_moves). Whether a comment goes on, the last brace tells.
    fn moves_length(&mut self, text: &[u8]) -> usize {
        if !self.moved {
            let before = text.iter().take_while(|&&byte| stands_before_moves(byte)).count();
            if before > 0 {
                return before;
            }
            self.moved = true;
        }
        let length = match memchr3(b'\n', b'{', b';', text) {
            Some(brace) if text[brace] == b'{' => {
                brace + memchr2(b'\n', b';', &text[brace..]).unwrap_or(text.len() - brace)
            }
            length => return length.unwrap_or(text.len()),
        };
        match memrchr2(b'{', b'}', &text[..length]) {
            Some(last) if text[last] == b'{' => {
                self.inside = Inside::Comment;
                last + 1
            }
            _ => length,
        }
    }

    /// What the bracket is that begins a line after the moves. `None` when the text, with the line, is too short to tell.
    fn bracket(&self, text: &[u8], line: &[u8], complete: bool) -> Option<Bracket> {
        if line.len() < 2 && !complete {
            return None;
        }
        if line.starts_with(b"[%") {
            return Some(Bracket::Moves);
        }
        if !self.moved {
            // Behind a comment among the tags; which game it is of, is asked there.
            return Some(if self.tagged { Bracket::Tag } else { Bracket::NextGame });
        }
        let may_belong = self.standard && self.parted.is_none() && !starts_game(line, complete)?;
        if may_belong && starts_tag(line, complete)? {
            return Some(Bracket::Tag);
        }
        let before = self.parted.unwrap_or_else(|| self.last.before(text));
        let goes_on = before.follows(line, complete)? != Follows::NextGame;
        Some(if goes_on { Bracket::Moves } else { Bracket::NextGame })
    }

    /// Takes what was looked at beyond the first `keep` bytes out of the text, where it is not needed any more, not even
    /// to look back at; how much that was.
    pub(crate) fn drop_seen(&mut self, text: &mut Vec<u8>, start: usize, keep: usize) -> usize {
        let seen = self.seen.saturating_sub(keep + LOOK_BEHIND);
        if seen > 0 {
            self.last = Last::Told(self.last.before(&text[start..]));
            text.drain(start + keep..start + keep + seen);
            self.seen -= seen;
        }
        seen
    }

    const fn enter(&mut self, inside: Inside) -> Option<usize> {
        self.inside = inside;
        Some(1)
    }
}

/// A one in each of eight bytes.
pub(super) const ONES: u64 = u64::from_ne_bytes([1; 8]);

/// The places of the quotes around the value of the tag that a text begins with, where it is written as nearly all are: a
/// space before the value, no escape in it, and a bracket behind it.
#[inline]
pub(super) fn plain_tag(text: &[u8]) -> Option<(usize, usize)> {
    // Names are short, and found sooner from eight bytes at once than by a search made for long texts: up to the first
    // byte below `#` or the bracket. A byte found is marked at its highest bit, with no false one before the first.
    let mut name = None;
    for (place, bytes) in text.as_chunks().0.iter().take(3).enumerate() {
        let word = u64::from_le_bytes(*bytes);
        let closes = word ^ (ONES * b']' as u64);
        let ends =
            (word.wrapping_sub(ONES * 0x23) & !word | closes.wrapping_sub(ONES) & !closes) & (ONES << 7);
        if ends != 0 {
            name = Some(8 * place + ends.trailing_zeros() as usize / 8);
            break;
        }
    }
    let quote = name.filter(|&name| text[name..].starts_with(b" \""))? + 1;
    let value = &text[quote + 1..];
    let end = memchr3(b'"', b'\\', b'\n', value)?;
    value[end..].starts_with(b"\"]").then_some((quote, quote + 1 + end))
}

/// What a bracket is that begins a line after the moves or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    /// A tag that may be one of the same game.
    Tag,
    /// A command like `[%clk 0:01:00]`, which belongs into a comment, or what is damaged among the moves.
    Moves,
    /// The first tag of the next game.
    NextGame,
}

/// What was passed last that is neither a comment nor a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    /// Moves at these places of the text, comments among them.
    Text { start: usize, end: usize },
    /// What is no more in the text.
    Told(Before),
}

/// What stands last before a blank line, comments aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Result,
    Moves,
}

/// What follows moves and a blank line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follows {
    /// More of the same game, or a comment or a command: then what is behind it tells.
    SameGame,
    NextGame,
}

/// In UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How far one looks ahead, for what is not there in any real file.
const LOOK_AHEAD: usize = 64;

/// How far one looks back from the end of a line, and how much is kept of what was seen.
const LOOK_BEHIND: usize = 64 << 10;

/// How many blanks are passed at the start of a line, and how much white space behind moves. What is filled up with more
/// ends the game.
const MOST_BLANKS: usize = 4 << 10;

/// Whether a byte is white space within a line, or what may stand between files that were put together: ^Z, zeros, the
/// bytes of a byte-order mark.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0c | 0x1a | 0 | 0xef | 0xbb | 0xbf)
}

/// Whether a quote closes the value of a tag: what follows, blanks aside, is the bracket or the end of the line. A
/// name in quotes within the value does not. `None` when the text is too short to tell.
pub(super) fn closes_value(after: &[u8], complete: bool) -> Option<bool> {
    let blanks = after.iter().take(LOOK_AHEAD).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match after.get(blanks) {
        None if complete => Some(true),
        None => None,
        Some(b']' | b'\r' | b'\n') => Some(true),
        Some(_) => Some(blanks == LOOK_AHEAD),
    }
}

/// The first byte of a line that [is not blank](is_blank), and its place; a line break where there is none, a space at the
/// end of the text. `None` when the text is too short to tell.
fn line_start(line: &[u8], complete: bool) -> Option<(usize, u8)> {
    let blanks = line.iter().take(MOST_BLANKS).take_while(|&&byte| is_blank(byte)).count();
    match line.get(blanks) {
        None if complete => Some((blanks, b' ')),
        byte => byte.map(|&byte| (blanks, byte)),
    }
}

/// What may stand before the first move and is none: numbers, glyphs, parentheses.
const fn stands_before_moves(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'0'..=b'9' | b'.' | b'$' | b'!' | b'?' | b'(' | b')')
}

/// Where the next game begins on a line of moves, given up to the end of that line and told from there: files put together
/// when the first ends without a line break, as in `1-0[Event "`. Only right after a result.
fn glued_game(text: &[u8]) -> Option<usize> {
    if !text.last().is_some_and(|&byte| byte == b']' || is_blank(byte)) {
        return None;
    }
    let line = &text[memrchr(b'\n', text).map_or(0, |line_break| line_break + 1)..];
    if !without_blanks(line).ends_with(b"]") {
        return None;
    }
    let begins = |&bracket: &usize| starts_game(&line[bracket..], true) == Some(true);
    let bracket = memmem::rfind_iter(line, b"[Event").find(begins)?;
    let before = without_blanks(&line[..bracket]);
    let behind_comments = memrchr(b'}', before).map_or(before, |brace| &before[brace..]);
    let is_hidden = before.starts_with(b"%") || memchr2(b'{', b';', behind_comments).is_some();
    (ends_with_result(before) && !is_hidden).then_some(line.len() - before.len())
}

/// How much white space and filling a text begins with, which is a line break at first, and where the last line break of it
/// is.
fn white_space(text: &[u8]) -> (usize, usize) {
    let is_white = |byte: &&u8| **byte == b'\n' || is_blank(**byte);
    let white = text.iter().take(MOST_BLANKS).take_while(is_white).count();
    (white, memrchr(b'\n', &text[..white]).unwrap_or(0))
}

impl Last {
    /// What it ends with.
    fn before(self, text: &[u8]) -> Before {
        let (mut at, end) = match self {
            Self::Text { start, end } => (start, end),
            Self::Told(before) => return before,
        };
        let mut last = without_blanks(&text[..end]);
        // Where a comment at the end begins, only the braces before it tell.
        if let [.., b'{' | b'}'] = last {
            while at < end {
                let comment = memchr(b'{', &text[at..end]).map_or(end, |length| at + length);
                if !without_blanks(&text[at..comment]).is_empty() {
                    last = without_blanks(&text[..comment]);
                }
                at = memchr(b'}', &text[comment..end]).map_or(end, |length| comment + length + 1);
            }
        }
        if ends_with_result(last) { Before::Result } else { Before::Moves }
    }
}

impl Before {
    /// What follows a blank line and more white space behind it. Behind moves the number of White's first move and a tag
    /// begin a game. Behind a result all does but what goes on as no game begins: another result, a variation, a glyph, the
    /// number of another move. `None` when the text is too short to tell.
    fn follows(self, text: &[u8], complete: bool) -> Option<Follows> {
        let is_all = complete || text.len() >= LOOK_AHEAD;
        let text = &text[..text.len().min(LOOK_AHEAD)];
        let goes_on = match (self, text) {
            (_, [b'{' | b';' | b'%', ..] | [b'[', b'%', ..]) => true,
            _ if !is_all => return None,
            (_, []) => false,
            (Self::Moves, [b'[', tag @ ..]) => {
                memchr3(b'"', b']', b'\n', tag).is_none_or(|end| tag[end] != b'"')
            }
            (Self::Moves, _) => starts_move(text) != Some(Number::First),
            (Self::Result, [b'$', digit, ..]) => digit.is_ascii_digit(),
            (Self::Result, [b'!' | b'?', ..]) => {
                let behind = text.iter().find(|byte| !matches!(byte, b'!' | b'?'));
                behind.is_none_or(u8::is_ascii_whitespace)
            }
            // Of a variation with a blank line in it.
            (Self::Result, [b')', ..]) => true,
            (Self::Result, [b'(', variation @ ..]) => match variation.trim_ascii_start() {
                [b'{' | b';' | b'(', ..] => true,
                variation => starts_move(variation).is_some() || starts_result(variation),
            },
            (Self::Result, _) => starts_move(text) == Some(Number::Later) || starts_result(text),
        };
        Some(if goes_on { Follows::SameGame } else { Follows::NextGame })
    }
}

/// A text without the blanks and line breaks at its end.
fn without_blanks(text: &[u8]) -> &[u8] {
    let blanks = text.iter().rev().take_while(|&&byte| byte == b'\n' || is_blank(byte)).count();
    &text[..text.len() - blanks]
}

/// Whether the text ends with a result, in the spellings that many use.
fn ends_with_result(text: &[u8]) -> bool {
    let results: [&[u8]; 5] = [b"1-0", b"0-1", b"1/2", b"*", "½".as_bytes()];
    results.iter().any(|result| text.ends_with(result))
}

/// The number of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    /// Of White's first move.
    First,
    /// Of another.
    Later,
}

/// The number that the text starts with: with dots, or before a move in SAN.
fn starts_move(text: &[u8]) -> Option<Number> {
    let (number, after) = text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count());
    if !(1..=3).contains(&number.len()) {
        return None;
    }
    let is_first = matches!(number, [zeros @ .., b'0' | b'1'] if zeros.iter().all(|&digit| digit == b'0'));
    let after = after.trim_ascii_start();
    let behind_dot = after.strip_prefix(b".").map(<[u8]>::trim_ascii_start);
    let is_of_black = |dots: &[u8]| dots.starts_with(b"..") || dots.starts_with("…".as_bytes());
    if is_of_black(after) || behind_dot.is_some_and(is_of_black) {
        return Some(Number::Later);
    }
    let ends_move = |byte: &u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b'=');
    let word = after.split(ends_move).next().unwrap_or_default();
    let is_number = behind_dot.is_some() || San::from_ascii(word).is_ok();
    is_number.then_some(if is_first { Number::First } else { Number::Later })
}

/// Whether the text starts with a result, in any spelling that is read: around a dash there are blanks on both sides, or
/// none.
fn starts_result(text: &[u8]) -> bool {
    // The dashes and the minus sign of Unicode, and the dashes of Windows.
    const DASHES: [&[u8]; 6] = [b"-", "–".as_bytes(), "—".as_bytes(), "−".as_bytes(), b"\x96", b"\x97"];
    const BEGINNINGS: [&[u8]; 4] = [b"*", b"1/", "½".as_bytes(), b"\xbd"];
    let (after, other) = match text {
        _ if BEGINNINGS.iter().any(|beginning| text.starts_with(beginning)) => return true,
        [b'1', after @ ..] => (after, b'0'),
        [b'0', after @ ..] => (after, b'1'),
        _ => return false,
    };
    let blanks = |text: &[u8]| text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let before = blanks(after);
    let behind_dash = DASHES.iter().find_map(|dash| after[before..].strip_prefix(*dash));
    behind_dash.is_some_and(|text| {
        let behind = blanks(text);
        (before > 0) == (behind > 0) && text.get(behind) == Some(&other)
    })
}

/// Whether the text starts with a tag, like `[Event "`. `None` when it is too short to tell.
pub(super) fn starts_tag(text: &[u8], complete: bool) -> Option<bool> {
    let text = &text[..text.len().min(LOOK_AHEAD)];
    let too_short = if complete || text.len() == LOOK_AHEAD { Some(false) } else { None };
    let Some((&bracket, text)) = text.split_first() else { return too_short };
    if bracket != b'[' {
        return Some(false);
    }
    let name = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let blanks = text[name..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match text.get(name + blanks) {
        None => too_short,
        Some(b'"') => Some(name > 0 && blanks > 0),
        Some(_) => Some(false),
    }
}

/// Whether a line within a comment begins the next game: a tag does and, behind blanks, the tag that every game begins
/// with. `None` when the line is too short to tell.
fn next_game(line: &[u8], complete: bool) -> Option<bool> {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    match line.iter().take(MOST_BLANKS).take_while(|&&byte| is_blank(byte)).count() {
        0 => starts_tag(line, complete),
        // No comment is filled up so far.
        MOST_BLANKS => Some(!line[0].is_ascii_whitespace()),
        blanks => starts_game(&line[blanks..], complete),
    }
}

/// The name of the tag that a text starts with, and the bracket before it.
fn tag_name(text: &[u8]) -> &[u8] {
    let name = text.iter().take(LOOK_AHEAD).take_while(|byte| !matches!(byte, b' ' | b'\t' | b'"')).count();
    &text[..name]
}

/// Whether the text starts with the tag that every game begins with. `None` when it is too short to tell.
fn starts_game(text: &[u8], complete: bool) -> Option<bool> {
    const BEGINNING: &[u8] = b"[Event";
    // Known of most tags without a look at what follows the name.
    if text.len() >= BEGINNING.len() && !text.starts_with(BEGINNING) {
        return Some(false);
    }
    starts_tag(text, complete)
        .map(|tag| tag && text.starts_with(BEGINNING) && matches!(text[BEGINNING.len()], b' ' | b'\t'))
}

/// The last place up to `most` where a game begins in a text, whatever came before the text: an `Event` tag at the start
/// of a line, after one or more empty lines, before these a line that begins with a printable character other than `%`
/// and `]`.
///
/// That it is certain, [`Boundary::find`] shows. What state can it be in at the bracket, if not at the start of a game?
/// - A tag's name or value, a command, a `;` comment and a `%` line end with their line, and so are behind it.
/// - After moves, a comment or in an open comment such a tag begins the next game, or the empty line ended the last.
/// - Between tags it begins the next game, since an empty line came before; but the first tag, with nothing before it
///   than `%` lines, blanks and byte-order marks, is of a game that began with these. There is something else before it:
///   the line above the empty ones. So it is of a game that begins within that line, behind a comment: none begins there
///   with what is passed among tags.
#[cfg(feature = "files")]
pub(crate) fn certain_start(text: &[u8], most: usize) -> Option<usize> {
    let end = text.len().min(most.saturating_add(LOOK_AHEAD));
    memmem::rfind_iter(&text[..end], b"\n[Event")
        .map(|line_break| line_break + 1)
        .filter(|&start| start <= most)
        .find(|&start| starts_game(&text[start..], false) == Some(true) && is_behind_a_line(&text[..start]))
}

/// Whether a text, up to the start of a line, ends with one or more empty lines, and before these, whole, a line that
/// begins as [`certain_start`] says.
#[cfg(feature = "files")]
fn is_behind_a_line(text: &[u8]) -> bool {
    let mut text = text;
    let mut empty = 0;
    loop {
        let Some(before) = text.strip_suffix(b"\n") else { return false };
        let Some(line_break) = memrchr(b'\n', before) else { return false };
        let line = &before[line_break + 1..];
        text = &before[..=line_break];
        match line {
            [] | [b'\r'] => empty += 1,
            [first, ..] => return empty > 0 && first.is_ascii_graphic() && !matches!(first, b'%' | b']'),
        }
    }
}

#[cfg(test)]
mod tests;
