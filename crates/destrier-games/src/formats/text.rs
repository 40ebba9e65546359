//! Helpers shared by all text formats: line ends, first lines, words, padding.

/// Returns whether the lines of a text end with a carriage return alone.
///
/// The text must have no line feed, and at least one carriage return that no line feed can follow. If the text goes on
/// (`!is_all`), two are needed, because one may be a stray in a long line.
pub(crate) fn ends_with_returns(text: &[u8], is_all: bool) -> bool {
    let within =
        text.split_last().map_or(0, |(_, within)| within.iter().filter(|&&byte| byte == b'\r').count());
    let last = is_all && text.ends_with(b"\r");
    !text.contains(&b'\n') && within + usize::from(last) > usize::from(!is_all)
}

/// Replaces carriage returns with line feeds, except before a line feed. `next` is the byte after the text.
pub(crate) fn replace_returns(text: &mut [u8], next: Option<u8>) {
    let mut next = next;
    for byte in text.iter_mut().rev() {
        let is_replaced = *byte == b'\r' && next != Some(b'\n');
        next = Some(*byte);
        if is_replaced {
            *byte = b'\n';
        }
    }
}

/// Returns whether a text starts with a byte-order mark of UTF-16.
pub(crate) const fn is_utf_16(text: &[u8]) -> bool {
    matches!(text, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
}

/// The error message for UTF-16.
pub(crate) const UTF_16: &str = "UTF-16 text is not supported; convert it to UTF-8";

/// Returns start and end of the first line that is neither blank nor a comment (`#`, `;` or `%`). Excludes surrounding
/// spaces, byte-order marks and the line end.
pub(crate) fn first_line(beginning: &[u8]) -> Option<(usize, usize)> {
    let mut at = 0;
    for whole in beginning.split_inclusive(|&byte| byte == b'\n') {
        let line = whole.strip_prefix(b"\xef\xbb\xbf").unwrap_or(whole).trim_ascii_start();
        let start = at + whole.len() - line.len();
        let line = line.trim_ascii_end();
        at += whole.len();
        if !matches!(line.first(), None | Some(b'#' | b';' | b'%')) {
            return Some((start, start + line.len()));
        }
    }
    None
}

/// Returns whether a byte is padding: white space, ^Z (from old editors) or zero (from damaged disks).
pub(crate) const fn is_filling(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0x1a | 0)
}

/// Returns whether a line has only [padding](is_filling).
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|&byte| is_filling(byte))
}

/// Splits a text into words with their offsets.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].iter().position(|byte| !byte.is_ascii_whitespace())?;
        let start = at;
        at = text[at..].iter().position(u8::is_ascii_whitespace).map_or(text.len(), |length| start + length);
        Some((start, &text[start..at]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_first_line() {
        let text = "\u{feff}\r\n # no\r\n\u{feff} yes\r\n";
        assert_eq!(first_line(text.as_bytes()), Some((16, 19)));
        assert_eq!(first_line(b"\xef\xbb\xbf  a b \r\nc"), Some((5, 8)));
        assert_eq!(first_line(b"# a\n\n"), None);
    }

    #[test]
    fn keeps_returns_before_line_feeds() {
        for (text, next, replaced) in [
            ("\ra\r\rb", None, "\na\n\nb"),
            ("a\r\nb\r\r\n", None, "a\r\nb\n\r\n"),
            ("a\r", None, "a\n"),
            ("a\r", Some(b'\r'), "a\n"),
            ("a\r", Some(b'\n'), "a\r"),
        ] {
            let mut bytes = text.as_bytes().to_vec();
            replace_returns(&mut bytes, next);
            assert_eq!(bytes, replaced.as_bytes(), "{text:?}");
        }
    }

    #[test]
    fn detects_carriage_return_line_ends() {
        for (text, so_far, is_all) in [
            ("", false, false),
            ("a", false, false),
            ("a\r", false, true),
            ("a\rb", false, true),
            ("a\rb\r", false, true),
            ("a\rb\rc", true, true),
            ("a\r\n", false, false),
            ("a\r\nb", false, false),
            ("a\rb\nc", false, false),
            ("a\rb\rc\n", false, false),
        ] {
            let found = [false, true].map(|is_all| ends_with_returns(text.as_bytes(), is_all));
            assert_eq!(found, [so_far, is_all], "{text:?}");
        }
    }
}
