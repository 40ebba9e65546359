//! What all text formats have in common: line ends, first lines, words, filling.

/// Whether the lines of a text end with a carriage return alone, as far as it goes: there is no line feed, and a return
/// that none could follow; of a text that goes on two, since one may have got into a long line.
pub(crate) fn ends_with_returns(text: &[u8], is_all: bool) -> bool {
    let within =
        text.split_last().map_or(0, |(_, within)| within.iter().filter(|&&byte| byte == b'\r').count());
    let last = is_all && text.ends_with(b"\r");
    !text.contains(&b'\n') && within + usize::from(last) > usize::from(!is_all)
}

/// Makes carriage returns line feeds, but for those before one. `next` is the byte behind the text.
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

/// Whether a text is UTF-16, by its byte-order mark.
pub(crate) const fn is_utf_16(text: &[u8]) -> bool {
    matches!(text, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
}

/// Why UTF-16 is refused.
pub(crate) const UTF_16: &str = "UTF-16 text, which is not read; convert it to UTF-8 first";

/// Where the first line begins and ends that is neither blank nor a comment (`#`, `;` or `%`), spaces, byte-order marks
/// and the line end not among it.
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

/// Whether a byte is white space, or what old editors (^Z) and torn disks (zeros) leave at the end of a file.
pub(crate) const fn is_filling(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0x1a | 0)
}

/// Whether nothing is in a line but [filling](is_filling).
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|&byte| is_filling(byte))
}

/// The words of a text, each with its offset.
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
    fn the_first_line_is_found_without_what_surrounds_it() {
        let text = "\u{feff}\r\n # no\r\n\u{feff} yes\r\n";
        assert_eq!(first_line(text.as_bytes()), Some((16, 19)));
        assert_eq!(first_line(b"\xef\xbb\xbf  a b \r\nc"), Some((5, 8)));
        assert_eq!(first_line(b"# a\n\n"), None);
    }

    #[test]
    fn returns_before_line_feeds_are_left() {
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
    fn lines_end_with_returns_where_no_line_feed_could_follow() {
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
