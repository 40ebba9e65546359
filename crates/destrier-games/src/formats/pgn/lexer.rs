//! Helpers shared by tags, movetext and game boundaries: tag pairs, blanks, byte-order marks.

use memchr::{memchr2, memchr3};
use std::ops::Range;

/// The byte-order mark of UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The value 1 in each of eight bytes.
pub(super) const ONES: u64 = u64::from_ne_bytes([1; 8]);

/// The number of bytes that suffice to recognize a tag pair or a move number. Real ones are shorter.
pub(super) const LOOK_AHEAD: usize = 64;

/// Returns whether a byte is white space within a line, or a byte that may stand between concatenated files: ^Z, zero
/// or part of a byte-order mark. Bytes of [wide spaces](wide_space_length) count, too: at the edge of a line, nothing
/// depends on the rest of a character that starts or ends with them.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\r' | 0x0c | 0x1a | 0 | 0xef | 0xbb | 0xbf | 0xc2 | 0xe2 | 0xe3 | 0x80
            ..=0x8b | 0x9f | 0xa0 | 0xaf
    )
}

/// Returns the length of the space outside of ASCII that the text starts with, or 0. Phones and web sites copy
/// no-break, narrow and zero-width spaces in place of blanks.
pub(super) const fn wide_space_length(text: &[u8]) -> usize {
    match text {
        // No-break space.
        [0xc2, 0xa0, ..] => 2,
        // U+2000 to U+200B, U+202F, U+205F, U+2060, U+3000 and the byte-order mark.
        [0xe2, 0x80, 0x80..=0x8b | 0xaf, ..]
        | [0xe2, 0x81, 0x9f | 0xa0, ..]
        | [0xe3, 0x80, 0x80, ..]
        | [0xef, 0xbb, 0xbf, ..] => 3,
        // No-break space in Latin-1.
        [0xa0, ..] => 1,
        _ => 0,
    }
}

/// Removes the white space within a line that the text starts with.
pub(super) fn trim_spaces(mut text: &[u8]) -> &[u8] {
    loop {
        let length = match text {
            [b' ' | b'\t', ..] => 1,
            _ => wide_space_length(text),
        };
        if length == 0 {
            return text;
        }
        text = &text[length..];
    }
}

/// Returns the length of the quote that the text starts with, or 0. Phones make quotes curly.
const fn quote_length(text: &[u8]) -> usize {
    match text {
        [b'"', ..] => 1,
        [0xe2, 0x80, 0x9c..=0x9f, ..] => 3,
        _ => 0,
    }
}

/// Returns whether a line starts at `at`.
pub(super) const fn starts_line(text: &[u8], at: usize) -> bool {
    at == 0 || text[at - 1] == b'\n'
}

/// Returns the name of the tag pair that the text starts with, like `[Event "`, or an empty name for other text.
/// Returns `None` if the text is too short to decide and not `complete`.
pub(super) fn tag_name(text: &[u8], complete: bool) -> Option<&[u8]> {
    let [b'[', text @ ..] = &text[..text.len().min(LOOK_AHEAD)] else {
        return (complete || !text.is_empty()).then_some(b"");
    };
    let (name, after) = text.split_at(name_length(text));
    let value = trim_spaces(after);
    let is_cut = value.is_empty() || value.len() < 3 && !value.is_ascii();
    if is_cut && !complete && text.len() < LOOK_AHEAD - 1 {
        return None;
    }
    let is_pair = quote_length(value) > 0 && value.len() < after.len();
    Some(if is_pair { name } else { b"" })
}

/// Returns the length of the tag name that the text starts with.
fn name_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()
}

/// Returns whether the text starts with a tag pair.
pub(super) fn starts_tag(text: &[u8]) -> bool {
    tag_name(text, true).is_some_and(|name| !name.is_empty())
}

/// The place of the value of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TagValue {
    /// The end of the text before the value, which has the name.
    pub(super) name_end: usize,
    /// The value without its quotes.
    pub(super) range: Range<usize>,
}

/// The number of bytes in which a value that continues on further lines must end. Programs wrap lines at 80 columns.
pub(super) const WRAPPED: usize = 1 << 10;

/// Returns the place of the value of the tag that the text starts with, if there is a value, and the end of the tag.
///
/// The text must have all of the tag's line, and [`WRAPPED`] bytes unless it ends before.
#[inline]
pub(super) fn tag_value(text: &[u8]) -> (Option<TagValue>, usize) {
    match plain_tag_quotes(text) {
        Some((quote, close)) => (Some(TagValue { name_end: quote - 1, range: quote + 1..close }), close + 1),
        None => rare_tag_value(text),
    }
}

/// Returns the place of the first of some bytes if it is within 40 bytes. For such distances, scanning eight bytes at
/// once is faster than memchr.
#[inline(always)]
pub(super) fn find_near<const N: usize>(bytes: [u8; N], text: &[u8]) -> Option<usize> {
    find_in_words(text, 5, |word| bytes.iter().fold(0, |found, &byte| found | equal(word, byte)))
}

/// Returns the place of the first byte of some words whose highest bit `found` sets. Bits after that may be wrong.
#[inline(always)]
fn find_in_words(text: &[u8], words: usize, found: impl Fn(u64) -> u64) -> Option<usize> {
    text.as_chunks().0.iter().take(words).enumerate().find_map(|(index, bytes)| {
        let found = found(u64::from_le_bytes(*bytes)) & (ONES << 7);
        (found != 0).then(|| 8 * index + found.trailing_zeros() as usize / 8)
    })
}

/// Sets the highest bit of the first byte of a word that equals `byte`. Other bits may be wrong after it.
#[inline(always)]
const fn equal(word: u64, byte: u8) -> u64 {
    let others = word ^ (ONES * byte as u64);
    others.wrapping_sub(ONES) & !others
}

/// Returns the quotes around the value of a tag in the usual form: a space before the value, no escapes, and a bracket
/// after it.
#[inline(always)]
pub(super) fn plain_tag_quotes(text: &[u8]) -> Option<(usize, usize)> {
    // The name ends at the first byte below `#` or at a bracket.
    let name = find_in_words(text, 3, |word| word.wrapping_sub(ONES * 0x23) & !word | equal(word, b']'));
    let quote = name.filter(|&name| text[name..].starts_with(b" \""))? + 1;
    let value = &text[quote + 1..];
    let end = find_near([b'"', b'\\', b'\n'], value).or_else(|| memchr3(b'"', b'\\', b'\n', value))?;
    value[end..].starts_with(b"\"]").then_some((quote, quote + 1 + end))
}

/// Does the same as [`tag_value`] for a tag in any form: with escapes, curly quotes or none, or a value that continues on
/// the next lines.
fn rare_tag_value(text: &[u8]) -> (Option<TagValue>, usize) {
    let name_end = 1 + name_length(&text[1..]);
    let after = trim_spaces(&text[name_end..]);
    let value_start = text.len() - after.len();
    let has_name = 1 < name_end && name_end < value_start;
    if has_name && quote_length(after) == 0 {
        let end = value_start + memchr2(b']', b'\n', after).unwrap_or(after.len());
        let value = TagValue { name_end, range: value_start..end };
        return ((value_start < end).then_some(value), end);
    }
    let opening =
        (1..text.len()).find(|&at| matches!(text[at], b']' | b'\n') || quote_length(&text[at..]) > 0);
    let Some(opening) = opening else { return (None, text.len()) };
    let start = opening + quote_length(&text[opening..]);
    if start == opening {
        return (None, opening);
    }
    let name_end = if has_name { name_end } else { text[..opening].trim_ascii_end().len() };
    let (end, next) = closing_quote(text, start).unwrap_or_else(|line_end| {
        let line = &text[..line_end];
        escaped_closing_quote(line, start).or_else(|| wrapped_closing_quote(text, line_end)).unwrap_or_else(
            || {
                let line = line.trim_ascii_end();
                let end = line.strip_suffix(b"]").unwrap_or(line).len();
                (end.max(start), line.len().max(start))
            },
        )
    });
    (Some(TagValue { name_end, range: start..end }), next)
}

/// Returns the place of the quote that closes a value on its line, and the end of that quote; without one, the end of
/// the line.
fn closing_quote(text: &[u8], start: usize) -> Result<(usize, usize), usize> {
    let mut at = start;
    while at < text.len() && text[at] != b'\n' {
        let length = quote_length(&text[at..]);
        if length > 0 && closes_value(&text[at + length..]) {
            return Ok((at, at + length));
        }
        let is_escape = text[at] == b'\\' && text.get(at + 1).is_some_and(|&escaped| escaped != b'\n');
        at += if is_escape { 2 } else { 1 };
    }
    Err(at)
}

/// Returns the same for a line without a closing quote that ends with `\"]`: the value ends with a backslash, which
/// its writer did not escape.
fn escaped_closing_quote(line: &[u8], start: usize) -> Option<(usize, usize)> {
    let end = line.trim_ascii_end().strip_suffix(b"\"]")?.len();
    (end >= start).then_some((end, end + 1))
}

/// Returns the same for a value that continues on the next lines, which are neither blank nor tags.
fn wrapped_closing_quote(text: &[u8], line_end: usize) -> Option<(usize, usize)> {
    let text = &text[..text.len().min(WRAPPED)];
    let mut start = line_end + 1;
    while start < text.len() {
        let line = text[start..].split(|&byte| byte == b'\n').next()?.trim_ascii();
        if line.is_empty() || line.starts_with(b"[") {
            return None;
        }
        match closing_quote(text, start) {
            Ok(closing) => return Some(closing),
            Err(end) => start = end + 1,
        }
    }
    None
}

/// Returns whether a quote closes the value of a tag: a bracket or the line end follows, possibly after blanks. Other
/// quotes belong to the value.
fn closes_value(after: &[u8]) -> bool {
    matches!(trim_spaces(after), [] | [b']' | b'\r' | b'\n', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_names_need_blank_and_quote() {
        for (text, name) in [("[A \"", "A"), ("[a_1\t \"x", "a_1"), ("[9 \"\"]", "9")] {
            assert_eq!(tag_name(text.as_bytes(), false), Some(name.as_bytes()), "{text}");
        }
        for text in ["", "[", "[A", "[A ", "[\"", "[ \"", "[A\"", "[A-B \"", "[A \n\"", "A \"", "[%a \""] {
            assert_eq!(tag_name(text.as_bytes(), true), Some(&b""[..]), "{text}");
        }
        for (text, name) in
            [("[A “1”]", "A"), ("[A\u{a0}\"1\"]", "A"), ("[A\u{200b} “1”]", "A"), ("[A“1”]", "")]
        {
            assert_eq!(tag_name(text.as_bytes(), false), Some(name.as_bytes()), "{text}");
        }
        for text in ["", "[", "[A", "[A "] {
            assert_eq!(tag_name(text.as_bytes(), false), None, "{text}");
        }
        for name in [60, 61, 62, 1000] {
            let text = format!("[{} \"", "x".repeat(name));
            assert_eq!(tag_name(text.as_bytes(), false).unwrap().len(), if name < 62 { name } else { 0 });
        }
    }

    #[test]
    fn plain_tags_match_rare_tags() {
        let words = [
            "A", "Event", "WhiteElo", " ", "\"", "x", "\\", "]", "[", "\n", "\t", "é", "#", "\"]", " \"",
            "1-0",
        ];
        let mut plain = 0;
        for seed in 0..50_000 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let text: String = (0..rng.usize(..12)).map(|_| *rng.choice(&words).unwrap()).collect();
            for text in [format!("[{text}"), format!("[Site \"{text}\"]\n"), format!("[{text} \"x\"]\n")] {
                assert_eq!(tag_value(text.as_bytes()), rare_tag_value(text.as_bytes()), "{text:?}");
                plain += usize::from(plain_tag_quotes(text.as_bytes()).is_some());
            }
        }
        assert!(plain > 10_000, "{plain}");
    }
}
