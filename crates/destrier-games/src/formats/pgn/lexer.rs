//! Helpers shared by tags, movetext and game boundaries: tag pairs, blanks, byte-order marks.

use memchr::memchr3;

/// The byte-order mark of UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The value 1 in each of eight bytes.
pub(super) const ONES: u64 = u64::from_ne_bytes([1; 8]);

/// The number of bytes that suffice to recognize a tag pair or a move number. Real ones are shorter.
pub(super) const LOOK_AHEAD: usize = 64;

/// Returns whether a byte is white space within a line, or a byte that may stand between concatenated files: ^Z, zero
/// or part of a byte-order mark.
pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0c | 0x1a | 0 | 0xef | 0xbb | 0xbf)
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
    let length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let (name, after) = text.split_at(length);
    match after.iter().find(|byte| !matches!(byte, b' ' | b'\t')) {
        Some(b'"') if after[0] != b'"' => Some(name),
        None if !complete && text.len() < LOOK_AHEAD - 1 => None,
        _ => Some(b""),
    }
}

/// Returns whether the text starts with a tag pair.
pub(super) fn starts_tag(text: &[u8]) -> bool {
    tag_name(text, true).is_some_and(|name| !name.is_empty())
}

/// Returns the quotes around the value of the tag that the text starts with, if there is a value, and the end of the
/// tag.
#[inline]
pub(super) fn tag_quotes(text: &[u8]) -> (Option<(usize, usize)>, usize) {
    match plain_tag_quotes(text) {
        Some(quotes) => (Some(quotes), quotes.1 + 1),
        None => rare_tag_quotes(text),
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

/// Does the same as [`tag_quotes`] for a tag in any form. The tag ends with its line at the latest.
fn rare_tag_quotes(text: &[u8]) -> (Option<(usize, usize)>, usize) {
    let Some(quote) = memchr3(b'"', b'\n', b']', text) else { return (None, text.len()) };
    if text[quote] != b'"' {
        return (None, quote);
    }
    let mut at = quote + 1;
    let (end, next) = loop {
        let Some(end) = memchr3(b'"', b'\\', b'\n', &text[at..]).map(|length| at + length) else {
            break (text.len(), text.len());
        };
        match text[end] {
            b'\n' => break (end, end),
            b'"' if closes_value(&text[end + 1..]) => break (end, end + 1),
            b'\\' if text.get(end + 1).is_some_and(|&escaped| escaped != b'\n') => at = end + 2,
            _ => at = end + 1,
        }
    };
    (Some((quote, end)), next)
}

/// Returns whether a quote closes the value of a tag: a bracket or the line end follows, possibly after blanks. Other
/// quotes belong to the value.
fn closes_value(after: &[u8]) -> bool {
    let next = after.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
    next.is_none_or(|byte| matches!(byte, b']' | b'\r' | b'\n'))
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
                assert_eq!(tag_quotes(text.as_bytes()), rare_tag_quotes(text.as_bytes()), "{text:?}");
                plain += usize::from(plain_tag_quotes(text.as_bytes()).is_some());
            }
        }
        assert!(plain > 10_000, "{plain}");
    }
}
