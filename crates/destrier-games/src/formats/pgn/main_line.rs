//! The places of moves in a movetext, and the places where text about them can be inserted.

use super::movetext::{Moves, Skipped, Token};
use super::tags::Tags;
use std::mem;
use std::ops::ControlFlow::{Break, Continue};

/// The main line of a movetext without tags, as places in the text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MainLine {
    /// The place for text before the first move, after the comments there.
    pub(crate) start: usize,
    pub(crate) moves: Vec<PlacedMove>,
    /// The end of the parsed text: the end of all text, or the start of the first token that is not part of the main
    /// line, including its move number.
    pub(crate) end: usize,
    pub(crate) has_result: bool,
}

/// The place of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedMove {
    /// The start of the move, without its number.
    pub(crate) start: usize,
    /// The end of the move, without annotation signs.
    pub(crate) end: usize,
    /// The end of its signs, NAGs and comments, but before variations.
    pub(crate) after: usize,
    pub(crate) has_number: bool,
    /// Whether an annotator judged the move with `!`, `?` or a NAG from `$1` to `$6`.
    pub(crate) is_judged: bool,
}

impl MainLine {
    /// Parses a movetext up to a number of moves, or up to the first unreadable one.
    pub(crate) fn read(text: &[u8], max: usize) -> Self {
        let mut line = Self { start: 0, moves: Vec::new(), end: text.len(), has_result: false };
        let mut moves = Moves::new(text, &Tags::of(Vec::new()));
        // Whether the next comment belongs to the last move, and the start of the next move's number.
        let (mut belongs, mut has_number, mut number) = (true, false, None);
        loop {
            let start = moves.offset();
            let skipped = match moves.step() {
                Continue(skipped) => skipped,
                Break(None) => return line,
                Break(Some(Token::Move { text: token, .. })) if line.moves.len() < max => {
                    // The token excludes a promotion in parentheses, a check sign after it, and the last dot of `e.p.`.
                    let is_in_passing = token.ends_with(b".p");
                    let rest = text[moves.offset()..].iter();
                    let end = moves.offset()
                        + rest
                            .take_while(|&&byte| matches!(byte, b'+' | b'#') || is_in_passing && byte == b'.')
                            .count();
                    let has_number = mem::take(&mut has_number) || matches!(token[0], b'1'..=b'9');
                    line.moves.push(PlacedMove { start, end, after: end, has_number, is_judged: false });
                    (belongs, number) = (true, None);
                    continue;
                }
                Break(Some(_)) => {
                    line.end = number.unwrap_or(start);
                    return line;
                }
            };
            let end = moves.offset();
            let mut last = line.moves.last_mut();
            if let Some(last) = &mut last {
                last.is_judged |= match skipped {
                    Skipped::Mark => true,
                    Skipped::Glyph => matches!(&text[start..end], [b'$', b'1'..=b'6']),
                    _ => false,
                };
            }
            number = number.filter(|_| skipped == Skipped::Blank);
            match skipped {
                Skipped::Blank => {}
                Skipped::Number => (belongs, has_number, number) = (false, true, Some(start)),
                Skipped::Variation => belongs = false,
                Skipped::Result => (belongs, line.has_result) = (false, true),
                Skipped::Mark | Skipped::Glyph | Skipped::Sign | Skipped::Comment | Skipped::LineComment => {
                    if belongs {
                        let line_break = skipped == Skipped::LineComment && end < text.len();
                        *last.map_or(&mut line.start, |last| &mut last.after) = end + usize::from(line_break);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text with bars around each move, and carets where text about the start or a move goes.
    fn places(text: &str, max: usize) -> String {
        let line = MainLine::read(text.as_bytes(), max);
        let mut signs = vec![(line.start, '^')];
        for place in line.moves {
            signs.extend([(place.start, '|'), (place.end, '|'), (place.after, '^')]);
        }
        signs.push((line.end, '$'));
        let mut marked = text.to_owned();
        signs.sort_by_key(|&(at, _)| at);
        signs.iter().rev().for_each(|&(at, sign)| marked.insert(at, sign));
        marked
    }

    #[test]
    fn annotations_end_before_variations() {
        for (text, marked) in [
            ("1. e4 e5 *", "^1. |e4|^ |e5|^ *$"),
            ("{a} 1. e4! $10 {b} (1. d4 {c}) {d} e5", "{a}^ 1. |e4|! $10 {b}^ (1. d4 {c}) {d} |e5|^$"),
            ("1.e4 ; a\n; b\n(1.d4) e5 ;c\r\n", "^1.|e4| ; a\n; b\n^(1.d4) |e5| ;c\r\n^$"),
            ("e4 [%clk 0:01] +- N {a} e5 ; b", "^|e4| [%clk 0:01] +- N {a}^ |e5| ; b^$"),
            ("bxa8(Q)+ (b4) Kb1", "^|bxa8(Q)+|^ (b4) |Kb1|^$"),
            ("exd6e.p.! 0-0+", "^|exd6e.p.|!^ |0-0+|^$"),
            ("1. e4 1 - 0 {a}", "^1. |e4|^ 1 - 0 {a}$"),
            ("", "^$"),
            ("{a}", "{a}^$"),
        ] {
            let found = places(text, 100);
            assert!(found.starts_with(marked), "{found}");
        }
    }

    #[test]
    fn main_line_ends_before_unreadable_token() {
        for (text, max, end) in [
            ("1. e4 e5 2. Nf3 Nc6 *", 2, "1. e4 e5 "),
            ("1. e4 e5 2. Nf3 Nc6 *", 3, "1. e4 e5 2. Nf3 "),
            ("1. e4 {a} 2... xx {b} *", 9, "1. e4 {a} "),
            ("1. e4 2. {a} xx *", 9, "1. e4 2. {a} "),
            ("1. e4 {a", 9, "1. e4 "),
            ("1. e4 1-0 e5", 9, "1. e4 1-0 "),
        ] {
            let line = MainLine::read(text.as_bytes(), max);
            assert_eq!(&text[..line.end], end);
            assert_eq!(line.has_result, end.contains("1-0"));
        }
    }

    #[test]
    fn detects_numbers_and_judgments() {
        let text = "1. e4 e5! 2.Nf3 $1 2... Nc6 $7 3Bb5 (3. d4!) a6 {!} ?! 0-0 $14";
        let moves = MainLine::read(text.as_bytes(), 100).moves;
        let numbered: Vec<_> = moves.iter().map(|place| place.has_number).collect();
        assert_eq!(numbered, [true, false, true, true, true, false, false]);
        let judged: Vec<_> = moves.iter().map(|place| place.is_judged).collect();
        assert_eq!(judged, [false, true, true, false, false, true, false]);
    }
}
