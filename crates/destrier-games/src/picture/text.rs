//! Text in a picture.

use destrier::{Board, Color};
use std::fmt::Write as _;

/// Escapes a text for XML. Replaces characters that XML does not allow with question marks.
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

/// Returns the approximate width of a text in DejaVu Sans, relative to the font size. Fallback fonts are hardly wider.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

const fn char_width(c: char) -> f64 {
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

/// Breaks a text into lines of a maximum width. Splits words that are longer than a line.
pub(super) fn wrapped(text: &str, max: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) <= max => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(broken(word, max)),
        }
    }
    lines
}

/// Splits a word into parts of a maximum width.
fn broken(word: &str, max: f64) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut part_width = 0.0;
    for c in word.chars() {
        let char_width = char_width(c);
        if part_width > 0.0 && part_width + char_width > max {
            parts.push(String::new());
            part_width = 0.0;
        }
        part_width += char_width;
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts
}

/// Lists the pieces of both sides, for screen readers.
pub(super) fn pieces_in_words(board: &Board) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        let mut pieces = Vec::new();
        for piece in destrier::Piece::ALL.into_iter().rev() {
            pieces.extend(board.of(color, piece).iter().map(|square| format!("{piece} {square}")));
        }
        let pieces = if pieces.is_empty() { "nothing".to_owned() } else { pieces.join(", ") };
        let _ = write!(text, "{} has {pieces}. ", color.title());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_lines_to_width() {
        assert_eq!(wrapped("one two three", 4.5), ["one two", "three"]);
        assert_eq!(wrapped("a abcdefgh i", 2.0), ["a", "abc", "def", "gh i"]);
        assert_eq!(wrapped("ab", 0.1), ["a", "b"]);
        assert!(wrapped("", 1.0).is_empty());
        // A full board: no runs of empty squares, and no spaces.
        let longest = ["QNQNQNQN"; 8].join("/");
        assert!(wrapped(&longest, 40.0).iter().all(|line| width(line) <= 40.0));
        assert_eq!(wrapped(&longest, 40.0).concat(), longest);
    }

    #[test]
    fn capitals_are_wider() {
        assert!(width("A") > width("a") && width("Z") > width("z") && width("W") > width("A"));
    }

    #[test]
    fn escapes_xml() {
        assert_eq!(escaped("a<b> & \"c\"\u{1}"), "a&lt;b&gt; &amp; &quot;c&quot;?");
    }
}
