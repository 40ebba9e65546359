//! Where a game ends, found without reading its moves.

use memchr::{memchr, memchr2, memchr3, memrchr, memrchr2};

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
}

/// Searches for the end of a game in text that arrives piece by piece, looking at each byte about once.
#[derive(Clone, Debug)]
pub(crate) struct Boundary {
    inside: Inside,
    /// How much of the text was looked at.
    seen: usize,
    /// Whether a tag was read.
    tagged: bool,
    /// Where the first tag begins.
    first_tag: usize,
    /// Whether the first tag is `Event`, as the standard has it: then no other tag begins a game.
    standard: bool,
    /// Whether anything but comments stands after the tags: a blank line before the first move ends nothing.
    moved: bool,
}

impl Boundary {
    /// A search from the first byte of a game.
    pub(crate) const fn new() -> Self {
        Self {
            inside: Inside::Tags { line_start: true, blank_line: false },
            seen: 0,
            tagged: false,
            first_tag: 0,
            standard: false,
            moved: false,
        }
    }

    /// The length of the game at the start of `text`, or `None` when its end is not in it. The text is
    /// the same as in the call before, with more at its end; `complete` when there is no more to come.
    pub(crate) fn find(&mut self, text: &[u8], complete: bool) -> Option<usize> {
        while let Some(&byte) = text.get(self.seen) {
            let rest = &text[self.seen..];
            let step = match self.inside {
                Inside::Tags { line_start, blank_line } => match byte {
                    b'\n' if line_start && self.moved => return Some(self.seen + 1),
                    b'\n' => {
                        self.inside = Inside::Tags { line_start: true, blank_line: blank_line || line_start };
                        Some(1)
                    }
                    b' ' | b'\t' | b'\r' | b']' => Some(1),
                    // A byte-order mark, where files were put together.
                    0xef | 0xbb | 0xbf if line_start => Some(1),
                    b'%' if line_start => self.enter(Inside::TagLine { blank_line }),
                    b'[' if !self.tagged => {
                        self.first_tag = self.seen;
                        self.standard = starts_game(rest, complete)?;
                        self.tagged = true;
                        self.enter(Inside::TagName)
                    }
                    b'[' if blank_line || (line_start && (self.moved || self.standard)) => {
                        if starts_game(rest, complete)? || same_tag(rest, &text[self.first_tag..], complete)?
                        {
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
                        if let Some(end) = glued_game(&text[..self.seen]) {
                            return Some(end);
                        }
                        if let [_, moves @ ..] = rest
                            && moves.first().is_some_and(u8::is_ascii_alphanumeric)
                        {
                            self.seen += 1;
                            self.seen += self.pass_moves(moves);
                            continue;
                        }
                        let (blanks, first) = line_start(&rest[1..], complete)?;
                        match first {
                            b'[' => match self.bracket(&rest[1 + blanks..], complete)? {
                                Bracket::Command => Some(1),
                                Bracket::Tag => {
                                    self.inside = Inside::Tags { line_start: true, blank_line: false };
                                    Some(1 + blanks)
                                }
                                Bracket::NextGame => return Some(self.seen + 1),
                            },
                            b'\n' if self.moved && !continues(&rest[1..], complete)? => {
                                return Some(self.seen + 1);
                            }
                            b'%' if blanks == 0 => self.enter(Inside::Line),
                            _ => Some(1),
                        }
                    }
                    b' ' | b'\t' | b'\r' => Some(1),
                    _ => Some(self.pass_moves(rest)),
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
    /// `%` lines and blanks is none. Known once the end is found.
    pub(crate) const fn is_game(&self) -> bool {
        self.tagged || self.moved
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

    /// Passes moves and comments up to the end of the line, a `;`, or a comment that goes on beyond these; how many bytes
    /// that is. Whether a comment goes on, the last brace tells.
    fn pass_moves(&mut self, text: &[u8]) -> usize {
        self.moved = true;
        let length = match memchr3(b'\n', b'{', b';', text) {
            Some(brace) if text[brace] == b'{' => {
                brace + memchr2(b'\n', b';', &text[brace..]).unwrap_or(text.len() - brace)
            }
            length => return length.unwrap_or(text.len()),
        };
        match memrchr2(b'{', b'}', &text[..length]) {
            Some(brace) if text[brace] == b'{' => {
                self.inside = Inside::Comment;
                brace + 1
            }
            _ => length,
        }
    }

    /// What the bracket is that begins a line after the moves. `None` when the text is too short to tell.
    fn bracket(&self, text: &[u8], complete: bool) -> Option<Bracket> {
        if text.len() < 2 && !complete {
            return None;
        }
        if text.starts_with(b"[%") {
            return Some(Bracket::Command);
        }
        let belongs = self.standard && starts_tag(text, complete)? && !starts_game(text, complete)?;
        Some(if belongs { Bracket::Tag } else { Bracket::NextGame })
    }

    /// Takes what was looked at beyond the first `keep` bytes out of the text, where it is not needed any more;
    /// how much that was.
    pub(crate) fn drop_seen(&mut self, text: &mut Vec<u8>, start: usize, keep: usize) -> usize {
        let seen = self.seen.saturating_sub(keep);
        if seen > 0 {
            text.drain(start + keep..start + keep + seen);
            self.seen = keep;
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

/// What a line after the moves begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    /// A command like `[%clk 0:01:00]`, which belongs into a comment.
    Command,
    /// A tag of the same game.
    Tag,
    /// The first tag of the next game.
    NextGame,
}

/// In UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// How far one looks ahead, for what is not there in any real file: no more than this is kept of what was seen.
const LOOK_AHEAD: usize = 64;

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

/// The first byte of a line that is not a blank, nor of a byte-order mark, and its place; a line break where there is
/// none, a space at the end of the text. `None` when the text is too short to tell.
fn line_start(line: &[u8], complete: bool) -> Option<(usize, u8)> {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | 0xef | 0xbb | 0xbf);
    let blanks = line.iter().take(LOOK_AHEAD).take_while(|byte| blank(byte)).count();
    match line.get(blanks) {
        None if complete => Some((blanks, b' ')),
        byte => byte.map(|&byte| (blanks, byte)),
    }
}

/// Where the next game begins on a line of moves, given up to the end of that line: files put together when the first
/// ends without a line break, as in `1-0[Event "`. Only right after a result.
fn glued_game(text: &[u8]) -> Option<usize> {
    const LONGEST_LINE: usize = 512;
    let line = text.strip_suffix(b"\r").unwrap_or(text);
    if !line.ends_with(b"]") {
        return None;
    }
    let line_offset = line.len().saturating_sub(LONGEST_LINE);
    let line = &line[line_offset..];
    let line_offset = line_offset + memrchr(b'\n', line).map_or(0, |line_break| line_break + 1);
    let line = &text[line_offset..];
    let end = memrchr(b'[', line).filter(|&bracket| starts_game(&line[bracket..], true) == Some(true))?;
    let before = &line[..end];
    let before = before.strip_suffix(BYTE_ORDER_MARK).unwrap_or(before);
    let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2", b"*"];
    let ended = results.iter().any(|result| before.trim_ascii_end().ends_with(result));
    (ended && memchr(b';', before).is_none()).then_some(line_offset + before.len())
}

/// Whether what follows a blank line goes on with the moves before it: a move number other than 1, or a result. No game
/// begins so. `None` when the text is too short to tell.
fn continues(text: &[u8], complete: bool) -> Option<bool> {
    let text = &text[..text.len().min(LOOK_AHEAD)];
    let unknown = if complete || text.len() == LOOK_AHEAD { Some(false) } else { None };
    let white = text.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let text = &text[white..];
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = &text[..digits];
    match text.get(digits) {
        None => unknown,
        Some(b'.') => Some(!number.is_empty() && number != b"1" && digits <= 3),
        Some(b'*') => Some(digits == 0),
        Some(b'-') => match text.get(digits + 1) {
            None => unknown,
            Some(after) => Some(matches!((number, after), (b"1", b'0') | (b"0", b'1'))),
        },
        Some(b'/') => Some(number == b"1"),
        Some(_) => Some(false),
    }
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
    let blanks =
        line.iter().take(LOOK_AHEAD).take_while(|byte| matches!(byte, b' ' | b'\t' | 0xef | 0xbb | 0xbf));
    match blanks.count() {
        0 => starts_tag(line, complete),
        blanks => starts_game(&line[blanks..], complete),
    }
}

/// Whether two texts that start with tags start with ones of the same name. `None` when the first is too short to tell.
fn same_tag(text: &[u8], other: &[u8], complete: bool) -> Option<bool> {
    // Most begin with another letter.
    if text.get(1).is_some_and(|letter| other.get(1) != Some(letter)) {
        return Some(false);
    }
    if !starts_tag(text, complete)? {
        return Some(false);
    }
    let name = |text: &[u8]| text[1..].iter().take_while(|byte| !matches!(byte, b' ' | b'\t' | b'"')).count();
    Some(text[..1 + name(text)] == other[..1 + name(other)])
}

/// Whether the text starts with the tag that every game begins with. `None` when it is too short to tell.
fn starts_game(text: &[u8], complete: bool) -> Option<bool> {
    const BEGINNING: &[u8] = b"[Event";
    // Known of most tags without a look at what follows the name.
    if text.len() >= BEGINNING.len() && !text.starts_with(BEGINNING) {
        return Some(false);
    }
    starts_tag(text, complete)
        .map(|tag| tag && text.starts_with(BEGINNING) && !text[BEGINNING.len()].is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths of the games of a text that arrives in pieces of a size, and whether each is one.
    fn lengths(text: &str, piece: usize) -> Vec<(usize, bool)> {
        let mut lengths = Vec::new();
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let mut boundary = Boundary::new();
            let mut arrived = 0;
            let length = loop {
                arrived = (arrived + piece).min(rest.len());
                if let Some(length) = boundary.find(&rest[..arrived], arrived == rest.len()) {
                    break length;
                }
            };
            lengths.push((length, boundary.is_game()));
            rest = &rest[length..];
        }
        lengths
    }

    fn games(text: &str) -> Vec<&str> {
        texts(text).into_iter().map(|(text, _)| text).collect()
    }

    fn texts(text: &str) -> Vec<(&str, bool)> {
        let whole = lengths(text, usize::MAX);
        for piece in [1, 2, 3, 7] {
            assert_eq!(lengths(text, piece), whole, "in pieces of {piece}: {text:?}");
        }
        let mut rest = text;
        let mut games = Vec::new();
        for (length, is_game) in whole {
            let (game, after) = rest.split_at(length);
            games.push((game.trim(), is_game));
            rest = after;
        }
        games
    }

    #[test]
    fn games_end_at_blank_lines_and_tags() {
        assert_eq!(games("1. e4 *\n\n1. d4 *\n"), ["1. e4 *", "1. d4 *"]);
        assert_eq!(games("1. e4 *\r\n\r\n1. d4 *\r\n"), ["1. e4 *", "1. d4 *"]);
        assert_eq!(
            games("[A \"1\"]\n\n1. e4\ne5 *\n[A \"2\"]\n1. d4"),
            ["[A \"1\"]\n\n1. e4\ne5 *", "[A \"2\"]\n1. d4"]
        );
        assert_eq!(games("[A \"1\"]\n\n\n[B \"2\"]\n\n1. e4 *"), ["[A \"1\"]\n\n\n[B \"2\"]\n\n1. e4 *"]);
    }

    #[test]
    fn a_game_of_tags_alone_ends_where_the_next_begins() {
        let text = "[Event \"1\"]\n[FEN \"x\"]\n\n[Event \"2\"]\n\n1. e4 *";
        assert_eq!(games(text), ["[Event \"1\"]\n[FEN \"x\"]", "[Event \"2\"]\n\n1. e4 *"]);
        let text = "[Event \"1\"]\n\n%\n[Event \"2\"]\n\n1. e4 *";
        assert_eq!(games(text), ["[Event \"1\"]\n\n%", "[Event \"2\"]\n\n1. e4 *"]);
        let text = "[Site \"1\"]\n% a line that is not blank\n[Event \"1\"]\n\n1. e4 *";
        assert_eq!(games(text), [text]);
    }

    #[test]
    fn comments_and_lines_hide_what_looks_like_an_end() {
        for text in [
            "1. e4 {a\n\nb\n[c]\n} e5 *",
            "1. e4 {[Event \"x\"]} e5 *",
            "1. e4 ; {\n e5 *",
            "1. e4\n% [Event \"{\"]\n e5 *",
            "%{\n[A \"{\"]\n%[\n1. e4 *",
            "[A \"\\\"]{\\\\\"]\n1. e4 e5",
        ] {
            assert_eq!(
                games(&format!("{text}\n\n[Event \"2\"]\n\n1. d4 *")),
                [text, "[Event \"2\"]\n\n1. d4 *"]
            );
        }
    }

    #[test]
    fn a_comment_before_the_first_move_belongs_to_the_game() {
        for text in ["[A \"1\"]\n\n{comment}\n\n; another\n\n1. e4 *", "{comment}\r\n\r\n1. e4 *"] {
            assert_eq!(games(&format!("{text}\n\n1. d4 *")), [text, "1. d4 *"]);
        }
        assert_eq!(games("{no moves}\n\n[A \"2\"]\n\n1. d4"), ["{no moves}", "[A \"2\"]\n\n1. d4"]);
    }

    #[test]
    fn an_open_comment_or_tag_does_not_swallow_the_next_game() {
        for text in ["1. e4 {never closed", "1. e4 {\r", "1. e4"] {
            for end in ["\n", "\n\n", "\r\n\r\n", "\n \t\n"] {
                for next in ["[Event \"2\"]\n\n1. d4 {closed} *", "[Site  \"2\"]\n1. d4 *"] {
                    assert_eq!(games(&format!("{text}{end}{next}")), [text.trim(), next], "{text:?} {end:?}");
                }
            }
        }
        for next in ["\u{feff}[Site \"2\"]\n1. d4 *", "  [Event \"2\"]\n1. d4 *", "\u{feff} [Event \"2\"]"] {
            assert_eq!(games(&format!("1. e4 {{never closed\n{next}")), ["1. e4 {never closed", next.trim()]);
        }
        for text in ["[A \"never closed\n[B \"2\"]\n1. e4", "[A", "[A\n1. e4"] {
            let next = "[Event \"2\"]\n\n1. d4 {closed} *";
            assert_eq!(games(&format!("{text}\n\n{next}")), [text, next], "{text:?}");
        }
    }

    #[test]
    fn blanks_and_byte_order_marks_between_games() {
        assert_eq!(games("1. e4 *\n \t\r\n1. d4 *"), ["1. e4 *", "1. d4 *"]);
        assert_eq!(games("1. e4 *\n  [A \"2\"]\n1. d4 *"), ["1. e4 *", "[A \"2\"]\n1. d4 *"]);
        assert_eq!(games("1. e4 *\n\u{feff}[A \"2\"]\n1. d4 *"), ["1. e4 *", "\u{feff}[A \"2\"]\n1. d4 *"]);
        let far = " ".repeat(1000);
        assert_eq!(games(&format!("1. e4\n{far}e5 *\n\n1. d4")), [&format!("1. e4\n{far}e5 *")[..], "1. d4"]);
    }

    #[test]
    fn a_game_without_moves_ends_where_the_first_tag_comes_again() {
        let text = "[White \"A\"]\n[Site \"1\"]\n\n[White \"B\"]\n[WhiteElo \"2\"]\n\n1. e4 *";
        assert_eq!(
            games(text),
            ["[White \"A\"]\n[Site \"1\"]", "[White \"B\"]\n[WhiteElo \"2\"]\n\n1. e4 *"]
        );
        let text = "[White \"A\"]\n\n[WhiteElo \"1\"]\n[White \"A\"]\n\n1. e4 *";
        assert_eq!(games(text), [text]);
    }

    #[test]
    fn moves_go_on_behind_a_blank_line() {
        for text in [
            "1. e4 e5\n\n2. Nf3 Nc6 *",
            "[A \"1\"]\n\n1. e4\r\n\r\n1-0",
            "1. e4\n\n\n12... e5\n\n*",
            "1. e4\n \n1/2-1/2",
            "1. e4\n\n0-1",
        ] {
            assert_eq!(games(&format!("{text}\n\n[A \"2\"]\n\n1. d4 *")), [text, "[A \"2\"]\n\n1. d4 *"]);
        }
        for next in ["1. d4", "1... d5", "d4", "0-0", "1d4", "{1}", "1-", "1-1", "2 d4"] {
            assert_eq!(games(&format!("1. e4\n\n{next}")), ["1. e4", next]);
        }
    }

    #[test]
    fn a_second_event_begins_a_game_even_without_a_blank_line() {
        for cut in ["[Event \"1\"]\n[Site \"x", "[Event \"1\"]", "[Event \"1\"]\n[Si"] {
            let next = "[Event \"2\"]\n[EventDate \"1\"]\n\n1. e4 *";
            assert_eq!(games(&format!("{cut}\n{next}")), [cut, next]);
        }
    }

    #[test]
    fn quotes_within_a_value_do_not_close_it() {
        let game = "[White \"Jim \"The Rock\" Beam\"]\n[Black \"{\"]\n\n1. e4 *";
        assert_eq!(games(&format!("{game}\n\n1. d4")), [game, "1. d4"]);
    }

    #[test]
    fn tags_after_the_moves_belong_to_a_game_that_begins_with_event() {
        let next = "[Event \"2\"]\n\n1. d4 *";
        for game in [
            "[Event \"1\"]\n\n1. e4 *\n[Annotator \"x\"]\n  [Note \"{\"]",
            "[Event \"1\"]\n\n1. e4\n[Annotator \"x\"] [Note \";\"]\n% line\ne5\n[Opening \"y\"]\n2. d4 *",
            "[Event \"1\"]\n\n1. e4 *\n\u{feff}[Annotator \"never closed",
            "[Event \"1\"]\n\n{comment}\n[Site \"x\"]\n\n1. e4 *",
        ] {
            for between in ["\n", "\r\n", "\n\n", "\n \t\n\n", "\n\u{feff}"] {
                let text = format!("{game}{between}{next}");
                let found: Vec<&str> =
                    games(&text).iter().map(|game| game.trim_matches('\u{feff}').trim()).collect();
                assert_eq!(found, [game, next], "{text:?}");
            }
            assert_eq!(games(&format!("{game}\n\n[Site \"2\"]\n1. d4")), [game, "[Site \"2\"]\n1. d4"]);
        }
        let text = "[Site \"1\"]\n[Event \"1\"]\n\n1. e4 *\n[Site \"2\"]\n\n1. d4 *";
        assert_eq!(
            games(text),
            ["[Site \"1\"]\n[Event \"1\"]\n\n1. e4 *", "[Site \"2\"]\n\n1. d4 *"],
            "where a game begins with another tag"
        );
        let text = "[Event \"1\"]\n\n1. e4 *\n[Damaged\n\n1. d4 *";
        assert_eq!(games(text), ["[Event \"1\"]\n\n1. e4 *", "[Damaged\n\n1. d4 *"], "what is no tag");
    }

    #[test]
    fn a_command_outside_of_a_comment_ends_nothing() {
        for game in ["1. e4\n[%clk 0:01:00] e5\n [%\n*", "[Event \"1\"]\n\n1. e4\n[%clk 0:01:00]\ne5 *\n[%"] {
            let next = "[Event \"2\"]\n\n1. d4 *";
            let found = games(&format!("{game}\n{next}")).concat();
            assert_eq!(found, format!("{game}{next}"));
        }
        assert_eq!(games("1. e4\n[%clk 0:01:00] e5\n\n1. d4"), ["1. e4\n[%clk 0:01:00] e5", "1. d4"]);
    }

    #[test]
    fn files_put_together_without_a_line_break() {
        let next = "[Event \"2\"]\n\n1. d4 *";
        for end in ["1-0", "0-1", "1/2-1/2", "*", "1. e4 * "] {
            for mark in ["", "\u{feff}"] {
                let game = format!("[Event \"1\"]\n\n1. e4 {end}");
                let text = format!("{game}{mark}{next}").replace("\n\n", "\r\n\r\n");
                let found: Vec<String> = games(&text).iter().map(|game| game.replace("\r\n", "\n")).collect();
                assert_eq!(found, [game.trim(), &format!("{mark}{next}")]);
            }
        }
        for whole in [
            "1. e4 [Event \"x\"]\n*",
            "1. e4 * ; * [Event \"x\"]\n",
            "1. e4 * {* [Event \"x\"]\n}",
            "1. e4 *[x]\n",
        ] {
            assert_eq!(games(whole), [whole.trim()]);
        }
    }

    #[test]
    fn comments_alone_are_no_game() {
        for text in
            ["{comment}", "{never closed", "; line", "% line\n\n%", "{a}\n\n;b\n%c\n", " \n\t", "\u{feff}%"]
        {
            assert_eq!(texts(text), [(text.trim(), false)]);
            let with_game = format!("{text}\n[Event \"1\"]\n\n1. e4 *");
            assert!(texts(&with_game).last().unwrap().1, "{with_game:?}");
        }
        for text in ["[", "[Event \"1\"]", "*", "}", "{a} 1.", "{a}\n\n%\ne4", "<html>"] {
            assert_eq!(texts(text), [(text, true)]);
        }
    }

    /// Whatever a text is, its games do not depend on how it arrives. Byte by byte no tag and no line of moves is passed
    /// as a whole, so this holds the short ways against the long one, too.
    #[test]
    fn pieces_of_noise_equal_the_whole() {
        let words = [
            "[Event \"",
            "[Site \"x\"]",
            "\"]",
            "\n",
            "\n\n",
            "\r\n",
            " ",
            "1. e4 ",
            "1-0",
            "*",
            "{",
            "}",
            "[%clk 1]",
            "[",
            "]",
            "%",
            ";",
            "\\",
            "\"",
            "\u{feff}",
            "é",
            "[Event \"x\"]\n",
            "[A \"x\"]\r\n",
            "[A \"",
            "\ne4",
            "{a;",
            "\n2. d4",
        ];
        for seed in 0..10_000 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let text: String = (0..rng.usize(..40)).map(|_| *rng.choice(&words).unwrap()).collect();
            games(&text);
        }
    }

    #[test]
    fn pieces_of_games_equal_the_whole() {
        let text = include_str!("../../../../samples/lichess.pgn");
        assert_eq!(games(text).len(), 60);
        assert_eq!(games(&text.replace('\n', "\r\n")).len(), 60);
    }
}
