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
    text.chars().map(of_char).sum()
}

const fn of_char(c: char) -> f64 {
    match c {
        'i' | 'l' | 'j' => 0.28,
        ' ' | '.' | ',' | ':' | ';' | '/' | '\'' | 'I' => 0.33,
        'f' | 't' | 'r' | '(' | ')' | '-' => 0.4,
        's' | 'z' | 'c' => 0.54,
        'm' | 'M' | 'W' => 0.98,
        'w' | 'N' | 'Q' | '#' | '+' | '=' => 0.82,
        'A'..='Z' => 0.7,
        _ => 0.63,
    }
}

/// The lines of a text that fit a width; a word that is longer than a line is broken.
pub(super) fn wrapped(text: &str, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(broken(word, most)),
        }
    }
    lines
}

/// A word in parts that fit a width.
fn broken(word: &str, most: f64) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut of_part = 0.0;
    for c in word.chars() {
        let of_char = of_char(c);
        if of_part > 0.0 && of_part + of_char > most {
            parts.push(String::new());
            of_part = 0.0;
        }
        of_part += of_char;
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_what_fits() {
        assert_eq!(wrapped("one two three", 4.5), ["one two", "three"]);
        assert_eq!(wrapped("a abcdefgh i", 2.0), ["a", "abc", "def", "gh i"]);
        assert_eq!(wrapped("ab", 0.1), ["a", "b"]);
        assert!(wrapped("", 1.0).is_empty());
        // A full board has no run of empty squares, and no space.
        let longest = ["QNQNQNQN"; 8].join("/");
        assert!(wrapped(&longest, 40.0).iter().all(|line| width(line) <= 40.0));
        assert_eq!(wrapped(&longest, 40.0).concat(), longest);
    }

    #[test]
    fn capitals_are_wider() {
        assert!(width("A") > width("a") && width("Z") > width("z") && width("W") > width("A"));
    }

    #[test]
    fn what_xml_reads_otherwise_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"\u{1}"), "a&lt;b&gt; &amp; &quot;c&quot;?");
    }
}
