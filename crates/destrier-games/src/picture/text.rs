//! The text of a picture.

/// A text as it stands in XML. What XML cannot hold becomes a question mark.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// About how wide a text is in DejaVu Sans, in parts of the font's size. Fonts that may stand in are hardly wider.
pub(super) fn width(text: &str) -> f64 {
    let of_char = |c: char| match c {
        'i' | 'l' | 'j' => 0.28,
        ' ' | '.' | ',' | ':' | ';' | '/' | '\'' | 'I' => 0.33,
        'f' | 't' | 'r' | '(' | ')' | '-' => 0.4,
        's' | 'z' | 'c' => 0.54,
        'm' | 'M' | 'W' => 0.98,
        'w' | 'N' | 'Q' | '#' | '+' | '=' => 0.82,
        'A'..='Z' => 0.7,
        _ => 0.63,
    };
    text.chars().map(of_char).sum()
}

/// The lines of a text that fit a width; a word that is longer than a line has one of its own.
pub(super) fn wrapped(text: &str, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_what_fits() {
        assert_eq!(wrapped("one two three", 4.5), ["one two", "three"]);
        assert_eq!(wrapped("incommensurable a", 1.0), ["incommensurable", "a"]);
        assert!(wrapped("", 1.0).is_empty());
    }

    #[test]
    fn what_xml_reads_otherwise_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"\u{1}"), "a&lt;b&gt; &amp; &quot;c&quot;?");
    }
}
