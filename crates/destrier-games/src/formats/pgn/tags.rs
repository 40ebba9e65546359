//! The tag pairs of a game.

use super::lexer::{TagValue, is_blank, starts_line, starts_tag, tag_value, wide_space_length};
use memchr::memchr;
use std::borrow::Cow;
#[cfg(feature = "files")]
use std::fmt;

/// A tag pair, like `[White "Anderssen"]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// The name as written.
    pub name: &'a [u8],
    /// The value as written, with escapes.
    pub raw_value: &'a [u8],
    /// The offset of the value in the game.
    pub value_offset: usize,
    /// Whether the value has no escapes.
    pub is_plain: bool,
}

impl<'a> Tag<'a> {
    /// Returns whether the value is empty or `?`, which means unknown.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        matches!(self.raw_value, b"" | b"?")
    }

    /// Returns the value as plain text: resolves `\"` and `\\`, joins lines, and decodes bytes that are not UTF-8 as
    /// Latin-1.
    #[must_use]
    pub fn value(&self) -> Cow<'a, str> {
        let mut text = decode(self.raw_value);
        if self.is_plain || !text.contains(['\\', '\n']) {
            return text;
        }
        if text.contains('\n') {
            text = text.lines().map(str::trim).collect::<Vec<_>>().join(" ").into();
        }
        let mut plain = String::with_capacity(text.len());
        let mut characters = text.chars().peekable();
        while let Some(c) = characters.next() {
            plain.push(match (c, characters.peek()) {
                ('\\', Some(&escaped @ ('\\' | '"'))) => {
                    characters.next();
                    escaped
                }
                _ => c,
            });
        }
        plain.into()
    }
}

/// The tags of a game, in order.
#[derive(Clone, Debug)]
pub struct Tags<'a> {
    origin: Origin<'a>,
    /// The number of bytes up to the movetext.
    pub(crate) length: usize,
}

/// The place of a tag in its game. The tag has the usual form: a name, a space, a value without escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TagPlace {
    /// The opening bracket.
    pub(super) start: u32,
    /// The quote before the value.
    pub(super) quote: u32,
    /// The quote after the value.
    pub(super) close: u32,
}

impl TagPlace {
    /// Returns the offset after the closing bracket.
    pub(super) const fn end(&self) -> usize {
        self.close as usize + 2
    }

    fn name<'a>(&self, game: &'a [u8]) -> &'a [u8] {
        &game[self.start as usize + 1..self.quote as usize - 1]
    }

    fn tag<'a>(&self, game: &'a [u8]) -> Tag<'a> {
        let quote = self.quote as usize;
        tag(game, self.start as usize, TagValue { name_end: quote, range: quote + 1..self.close as usize })
    }
}

/// The places of all tags of a game, which the search for its end has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TagPlaces<'a> {
    pub(crate) tags: &'a [TagPlace],
    /// The number of bytes up to the movetext.
    pub(crate) length: usize,
}

/// Where tags come from.
#[derive(Clone, Debug)]
enum Origin<'a> {
    /// The text of a game.
    Text(Vec<Tag<'a>>),
    /// Places in the text of a game.
    Places(&'a [u8], &'a [TagPlace]),
    /// A row of a table.
    #[cfg(feature = "files")]
    Row {
        columns: &'a dyn TagColumns,
        row: usize,
        /// Tags in the text of the moves.
        others: Vec<Tag<'a>>,
    },
}

/// The tags of many games, as the columns of a table.
#[cfg(feature = "files")]
pub(crate) trait TagColumns: fmt::Debug + Sync {
    /// Returns a tag of a row.
    fn get(&self, row: usize, name: &str) -> Option<Tag<'_>>;

    /// Returns all tags of a row, in order.
    fn all(&self, row: usize) -> Vec<Tag<'_>>;
}

/// Returns no tags.
impl Default for Tags<'_> {
    fn default() -> Self {
        Self::of(Vec::new())
    }
}

impl<'a> Tags<'a> {
    /// The maximum number of tags kept per game, to bound memory. Real games have less than a tenth.
    pub(super) const MAX: usize = 1000;

    /// The initial capacity, which suffices for most games.
    const USUAL: usize = 20;

    /// The maximum number of bytes kept of a value.
    const MAX_VALUE_LENGTH: usize = 8 << 10;

    /// Parses the tags at the start of a game. Skips comments before a tag, and lines in brackets without a value.
    #[must_use]
    pub fn read(game: &'a [u8]) -> Self {
        let mut tags = Vec::new();
        let mut at = 0;
        while let Some(&byte) = game.get(at) {
            at += match byte {
                b'\n' | b' ' | b'\t' | b'\r' | 0x0c | 0x1a | 0 | b']' => 1,
                b'%' if starts_line(game, at) => line_length(&game[at..]),
                b'[' => {
                    let (value, length) = tag_value(&game[at..]);
                    if tags.is_empty() {
                        tags.reserve(Self::USUAL);
                    }
                    if let Some(TagValue { name_end, range }) = value
                        && tags.len() < Self::MAX
                    {
                        let value =
                            TagValue { name_end: at + name_end, range: at + range.start..at + range.end };
                        tags.push(tag(game, at, value));
                    }
                    length
                }
                b'{' | b';' => match comments_length(&game[at..]) {
                    Some(length) => length,
                    None => break,
                },
                _ => match wide_space_length(&game[at..]) {
                    0 => break,
                    length => length,
                },
            };
        }
        Self { origin: Origin::Text(tags), length: at }
    }

    /// Returns the tags at some places of a game.
    pub(crate) const fn at(game: &'a [u8], places: TagPlaces<'a>) -> Self {
        Self { origin: Origin::Places(game, places.tags), length: places.length }
    }

    /// Creates tags that are not written in brackets.
    pub(crate) const fn of(tags: Vec<Tag<'a>>) -> Self {
        Self { origin: Origin::Text(tags), length: 0 }
    }

    /// Returns the tags in a row of a table.
    #[cfg(feature = "files")]
    pub(crate) const fn of_row(columns: &'a dyn TagColumns, row: usize) -> Self {
        Self { origin: Origin::Row { columns, row, others: Vec::new() }, length: 0 }
    }

    /// Returns the tags in a row of a table, then those at the start of a text in that row.
    #[cfg(feature = "files")]
    pub(crate) fn of_row_with_text(columns: &'a dyn TagColumns, row: usize, text: &'a [u8]) -> Self {
        let Self { origin, length } = Self::read(text);
        let others = if let Origin::Text(tags) = origin { tags } else { Vec::new() };
        Self { origin: Origin::Row { columns, row, others }, length }
    }

    /// Iterates over the tags in order.
    pub fn iter(&self) -> impl Iterator<Item = Tag<'a>> {
        let (made, text) = match &self.origin {
            Origin::Text(tags) => (Vec::new(), &tags[..]),
            Origin::Places(game, places) => (places.iter().map(|place| place.tag(game)).collect(), &[][..]),
            #[cfg(feature = "files")]
            Origin::Row { columns, row, others } => (columns.all(*row), &others[..]),
        };
        made.into_iter().chain(text.iter().copied())
    }

    /// Returns the first tag with a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Tag<'a>> {
        match &self.origin {
            Origin::Text(tags) => tags.iter().copied().find(|tag| tag.name == name.as_bytes()),
            Origin::Places(game, places) => {
                let place = places.iter().find(|place| place.name(game) == name.as_bytes())?;
                Some(place.tag(game))
            }
            #[cfg(feature = "files")]
            Origin::Row { columns, row, others } => columns
                .get(*row, name)
                .or_else(|| others.iter().copied().find(|tag| tag.name == name.as_bytes())),
        }
    }

    /// Returns the value of the first tag with a name, or `None` if it is empty or `?`, which means unknown.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<Cow<'a, str>> {
        self.get(name).filter(|tag| !tag.is_unknown()).map(|tag| tag.value())
    }

    /// Returns the rating in the first tag with a name, or `None` if it is 0, above 65535 or not a number.
    pub(crate) fn rating(&self, name: &str) -> Option<u16> {
        parse_rating(&self.value(name)?)
    }
}

/// Returns the rating in a text.
pub(crate) fn parse_rating(text: &str) -> Option<u16> {
    text.trim().parse().ok().filter(|&rating| rating > 0)
}

/// Decodes bytes as UTF-8 or, if that fails, as Latin-1.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().copied().map(char::from).collect::<String>().into(),
    }
}

/// Returns the length of the line without its line break.
fn line_length(text: &[u8]) -> usize {
    memchr(b'\n', text).unwrap_or(text.len())
}

/// Returns the length of the comments and `%` lines that a text starts with, if a tag follows. At the start of a line,
/// anything in brackets is a tag, except commands like `[%clk 0:01:00]`. Elsewhere only tag pairs count.
fn comments_length(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    let mut line_start = false;
    loop {
        let rest = &text[at..];
        at += match rest.first()? {
            b'{' => memchr(b'}', rest)? + 1,
            b';' => line_length(rest),
            b'%' if starts_line(text, at) => line_length(rest),
            b'[' => {
                let is_tag = starts_tag(rest) || (line_start && !rest.starts_with(b"[%"));
                return is_tag.then_some(at);
            }
            b'\n' => 1,
            byte if is_blank(*byte) => 1,
            _ => return None,
        };
        line_start = rest[0] == b'\n' || (line_start && is_blank(rest[0]));
    }
}

/// Creates a tag from the places of its bracket and its value.
fn tag(game: &[u8], start: usize, TagValue { name_end, range }: TagValue) -> Tag<'_> {
    let value = game[range.clone()].trim_ascii_start();
    let value_offset = range.end - value.len();
    Tag {
        name: game[start + 1..name_end].trim_ascii(),
        raw_value: kept(value).trim_ascii_end(),
        value_offset,
        is_plain: false,
    }
}

/// Truncates a value to the maximum length, at a character boundary.
pub(crate) fn kept(value: &[u8]) -> &[u8] {
    let Some((mut kept, after)) = value.split_at_checked(Tags::MAX_VALUE_LENGTH) else { return value };
    // Drops up to three bytes of UTF-8. In Latin-1 text, these are up to three characters.
    if after.first().is_some_and(|byte| byte & 0xc0 == 0x80) {
        let signs = kept.iter().rev().take(2).take_while(|&byte| byte & 0xc0 == 0x80).count();
        kept = &kept[..kept.len() - signs - 1];
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(game: &str) -> (Vec<(String, String)>, &str) {
        let tags = Tags::read(game.as_bytes());
        let pairs = tags.iter().map(|t| (String::from_utf8_lossy(t.name).into(), t.value().into())).collect();
        (pairs, &game[tags.length..])
    }

    fn pairs<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
        pairs.map(|(name, value)| (name.into(), value.into())).into()
    }

    #[test]
    fn reads_tags_in_any_form() {
        assert_eq!(
            read("[One \"1\"] [Two \"2\"]\n% [No \"0\"]\n\n [Three\t\"3\" ]\r\n\r\n1. e4"),
            (pairs([("One", "1"), ("Two", "2"), ("Three", "3")]), "1. e4")
        );
        assert_eq!(read("[A \"x\\\"y\\\\z\\w\"]*"), (pairs([("A", "x\"y\\z\\w")]), "*"));
        assert_eq!(read("[A \"x\\\"]\"]*"), (pairs([("A", "x\"]")]), "*"));
        assert_eq!(read("[A \"x\\\n[B \"2\"]*"), (pairs([("A", "x\\"), ("B", "2")]), "*"));
        for moves in ["%\n*", "\u{f000}e4"] {
            assert_eq!(read(&format!("[A \"1\"]{moves}")), (pairs([("A", "1")]), moves));
        }
        assert_eq!(read("[A \"no end\n[B]\n[C\n[D \"4\"]e4"), (pairs([("A", "no end"), ("D", "4")]), "e4"));
        assert_eq!(read("[A \"never ends"), (pairs([("A", "never ends")]), ""));
        assert_eq!(read("[A \"ends in \\"), (pairs([("A", "ends in \\")]), ""));
        assert_eq!(read("[A"), (vec![], ""));
        assert_eq!(
            read("\u{feff}[A \"1\"]\n\u{feff}[B \"2\"]\u{feff}"),
            (pairs([("A", "1"), ("B", "2")]), "")
        );
        assert_eq!(read("%"), (vec![], ""));
        assert_eq!(read("1. e4 [A \"1\"]"), (vec![], "1. e4 [A \"1\"]"));
    }

    #[test]
    fn reads_values_whose_meaning_is_plain() {
        for (tags, values) in [
            ("[A \"x \\\"]\n[B \"2\"]", ["x \\", "2"]),
            ("[A \"x \\\"] \r\n[B \"\\\"]", ["x \\", "\\"]),
            ("[A one two]\n[B 2 ]", ["one two", "2"]),
            ("[A one\n[B 2", ["one", "2"]),
            ("[A “one”]\n[B\u{a0}„2“]", ["one", "2"]),
            ("[A \"one]\n[B \"2”]", ["one", "2"]),
            ("[A \"one\ntwo\"]\n[B \"2\r\n 3\r\n4\"]", ["one two", "2 3 4"]),
            ("[A \"a \\\"b\\\"\nc\"]\n[B \"2\"]", ["a \"b\" c", "2"]),
            // No value continues on a tag or after a blank line.
            ("[A \"one\n[B \"2\"]", ["one", "2"]),
            ("[B \"2\"]\n[A \"one\n\n1. e4 {\"]", ["one", "2"]),
        ] {
            let tags = Tags::read(tags.as_bytes());
            assert_eq!(["A", "B"].map(|name| tags.value(name).unwrap_or_default()), values, "{tags:?}");
        }
        let long = format!("[A \"{}\nx\"]", "long ".repeat(300));
        assert!(!Tags::read(long.as_bytes()).value("A").unwrap().ends_with('x'), "values end within 1 KiB");
    }

    #[test]
    fn skips_comments_before_tags() {
        for comment in ["{a}", "; a [B \"no\"]\n", "{a\n[B \"no\"]}\n% [B \"no\"]\n\n {b} ; c\n"] {
            let tags = read(&format!("[A \"1\"] {comment} [C \"2\"]{comment}[D \"3\"]\n1. e4")).0;
            assert_eq!(tags, pairs([("A", "1"), ("C", "2"), ("D", "3")]), "{comment}");
        }
        for passed in ["{a}\n[C 2]", "{a}\n \t[C 2]", "; a\n\n[C]", "{a}\n[C\"2\"]"] {
            let expected: &[_] = if passed.contains('2') {
                &[("A", "1"), ("C", "2"), ("D", "3")]
            } else {
                &[("A", "1"), ("D", "3")]
            };
            let expected: Vec<_> =
                expected.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            assert_eq!(
                read(&format!("[A \"1\"]\n{passed}\n[D \"3\"]\n\n1. e4")),
                (expected, "1. e4"),
                "{passed}"
            );
        }
        // Neither is before a tag.
        for moves in ["{a} e4", "{a", "; a", "{a} [%clk 1]", "{a} [C 2]", "{a}\n %\n[C \"2\"]", "{a}"] {
            assert_eq!(read(&format!("[A \"1\"]\n{moves}")), (pairs([("A", "1")]), moves));
        }
    }

    #[test]
    fn ratings_are_numbers_from_1_to_65535() {
        for (value, rating) in [
            (" 2000 ", Some(2000)),
            ("65535", Some(65535)),
            ("65536", None),
            ("0", None),
            ("?", None),
            ("1k", None),
        ] {
            let text = format!("[WhiteElo \"{value}\"]");
            assert_eq!(Tags::read(text.as_bytes()).rating("WhiteElo"), rating, "{value}");
        }
        assert_eq!(Tags::default().rating("WhiteElo"), None);
    }

    #[test]
    fn value_excludes_surrounding_text() {
        let tags = Tags::read(b"[A \" \t1 2 \"]\n[B\t\" \\\" \"]\n[C \" ? \"]");
        let found: Vec<_> = tags.iter().map(|tag| (tag.raw_value, tag.value_offset)).collect();
        assert_eq!(found, [(&b"1 2"[..], 6), (b"\\\"", 18), (b"?", 29)]);
        assert_eq!(tags.value("C"), None);
    }

    #[test]
    fn truncates_long_values_at_character_boundaries() {
        for (letter, length) in [("x", 1), ("é", 2), ("€", 3), ("♞", 3), ("🐴", 4)] {
            for before in 0..4 {
                let value = "x".repeat(before) + &letter.repeat(Tags::MAX_VALUE_LENGTH);
                let text = format!("[A \"{value}\"]");
                let kept = Tags::read(text.as_bytes()).value("A").unwrap().into_owned();
                assert!(value.starts_with(&kept));
                assert!((0..length).contains(&(Tags::MAX_VALUE_LENGTH - kept.len())), "{}", kept.len());
            }
        }
        let latin_1 = [&b"[A \""[..], &[0xe9; 2 * Tags::MAX_VALUE_LENGTH], b"\"]"].concat();
        assert_eq!(Tags::read(&latin_1).value("A").unwrap(), "é".repeat(Tags::MAX_VALUE_LENGTH));
        assert_eq!(kept(&[0x80; Tags::MAX_VALUE_LENGTH + 1]).len(), Tags::MAX_VALUE_LENGTH - 3);
    }

    #[test]
    fn quotes_within_values_do_not_close_them() {
        assert_eq!(read("[A \"Jim \"The Rock\" Beam\" ]e4"), (pairs([("A", "Jim \"The Rock\" Beam")]), "e4"));
    }

    #[test]
    fn bounds_number_and_length_of_tags() {
        let many = "[A \"1\"]\n".repeat(2 * Tags::MAX);
        let (tags, rest) = read(&many);
        assert_eq!((tags.len(), rest), (Tags::MAX, ""));
        let long = format!("[A \"{}\"]e4", "x".repeat(3 * Tags::MAX_VALUE_LENGTH));
        let (tags, rest) = read(&long);
        assert_eq!((tags[0].1.len(), rest), (Tags::MAX_VALUE_LENGTH, "e4"));
    }

    #[test]
    fn values_are_utf_8_or_latin_1() {
        let tags = Tags::read("[White \"Łódź\"]".as_bytes());
        assert_eq!(tags.value("White").unwrap(), "Łódź");
        let tags = Tags::read(b"[White \"M\xfcller\"]\n[Black \"?\"]\n[Round \"\"]");
        assert_eq!(tags.value("White").unwrap(), "Müller");
        assert_eq!((tags.value("Black"), tags.value("Round"), tags.value("Site")), (None, None, None));
        assert_eq!(tags.get("White").unwrap().value_offset, 8);
    }
}
