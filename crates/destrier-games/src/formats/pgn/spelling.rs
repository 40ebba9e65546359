//! Spellings found in old files: alternative forms of moves, results and numbers, and annotation signs.
//!
//! A spelling is accepted if its meaning does not depend on the position, or if it names both squares of the move:
//! UCI notation like `g1f3` and long algebraic notation like `Ng1-f3`. Others are damage: short captures without `x`,
//! and piece letters in lower case or in another language.

use super::tags::decode;
use crate::chess::{CastlingSide, GameResult, San};
use std::borrow::Cow;

/// The maximum number of digits of a move number.
pub(super) const MAX_DIGITS: usize = 5;

/// A word of the movetext.
#[derive(Clone, Copy, Debug)]
pub(super) enum Word {
    /// A move number.
    Number,
    Result(GameResult),
    Move(San),
    /// An annotation sign of a move.
    Sign,
    Unreadable,
}

/// The maximum length of such a word in bytes.
const MAX_WORD_LENGTH: usize = 24;

/// Signs that stand alone or directly after a move: evaluation, en passant, check and mate.
const SIGNS: [&str; 34] = [
    "+-", "-+", "+/-", "-/+", "+/=", "=/+", "+=", "=+", "=", "~", "±", "∓", "∞", "⩲", "⩱", "□", "○", "⊙",
    "⇆", "⇄", "⟳", "↑", "→", "∆", "Δ", "⌓", "⯹", "ep", "ep+", "ch", "dbl", "dis", "mate", "++",
];

/// Signs that only stand alone: novelty, diagram, check and mate.
const SIGNS_APART: [&str; 5] = ["N", "TN", "D", "+", "#"];

/// Parses a word in any spelling, including the standard ones.
pub(super) fn read(word: &[u8]) -> Word {
    if word.len() > MAX_WORD_LENGTH {
        return Word::Unreadable;
    }
    // The dashes and minus sign of Unicode, and the dashes of Windows.
    let text = &*decode(word).replace(['–', '—', '−', '\u{96}', '\u{97}'], "-");
    let bare = text.trim_end_matches(['+', '#']);
    if let Ok(result) = bare.parse::<GameResult>() {
        return Word::Result(result);
    }
    if matches!(bare, "@@@@" | "0000" | "null") {
        return Word::Move(San::Null);
    }
    if SIGNS.contains(&text) || SIGNS_APART.contains(&text) {
        return Word::Sign;
    }
    let text = &*without_figurines(text);
    if let Some(san) = read_castling(bare) {
        return Word::Move(san);
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, after) = text.split_at(digits);
    let after = match after.chars().next() {
        Some('…') if digits > 0 => after.trim_start_matches('…'),
        // Castling with zeros.
        Some('-') => text,
        _ => after,
    };
    if after.is_empty() && (1..=MAX_DIGITS).contains(&digits) && !number.starts_with("00") {
        return Word::Number;
    }
    let signs = SIGNS.iter().filter_map(|sign| after.strip_suffix(sign));
    let moves = std::iter::once(after.trim_end_matches(['+', '#'])).chain(signs);
    moves.into_iter().find_map(read_move).map_or(Word::Unreadable, Word::Move)
}

/// Returns the move that stands directly before a result, like in `Nc61-0`, and its length.
pub(super) fn move_before_result(word: &[u8]) -> Option<(San, usize)> {
    let results = [&b"1-0"[..], b"0-1", b"1/2-1/2", "½-½".as_bytes()];
    let before = results.into_iter().find_map(|result| word.strip_suffix(result))?;
    match read(before) {
        Word::Move(san) => Some((san, before.len())),
        _ => None,
    }
}

/// Replaces figurines of either color with letters. A pawn has no letter.
fn without_figurines(text: &str) -> Cow<'_, str> {
    const PIECES: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];
    if !text.contains(|c| matches!(c, '♔'..='♟')) {
        return text.into();
    }
    let letters = text.chars().filter_map(|c| match c {
        '♔'..='♟' => {
            Some(PIECES[(c as usize - '♔' as usize) % PIECES.len()]).filter(|&piece| piece != 'P')
        }
        // The variation selectors for text and emoji.
        '\u{fe0e}' | '\u{fe0f}' => None,
        c => Some(c),
    });
    letters.collect()
}

/// Parses a move without check signs.
fn read_move(text: &str) -> Option<San> {
    if text.ends_with(['+', '#']) {
        return None;
    }
    if let Some(castling) = read_castling(text) {
        return Some(castling);
    }
    let mut plain = text.replace([':', '×'], "x");
    if let Some((from, to)) = text.split_once('-')
        && from.len() >= 2
        && from.ends_with(|last| matches!(last, '1'..='8'))
        && to.starts_with(|first| matches!(first, 'a'..='h'))
    {
        plain = [from, to].concat();
    }
    if let [.., b'1' | b'8', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n'] = plain.as_bytes() {
        plain.insert(plain.len() - 1, '=');
    }
    San::from_ascii(plain.replace('/', "=").as_bytes()).ok()
}

/// Parses castling with zeros or lower-case letters.
fn read_castling(text: &str) -> Option<San> {
    match text.replace(['o', '0'], "O").as_str() {
        "O-O" => Some(San::Castling(CastlingSide::King)),
        "O-O-O" => Some(San::Castling(CastlingSide::Queen)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the SAN of a move, or the kind of any other word.
    fn kind(word: impl AsRef<[u8]>) -> String {
        match read(word.as_ref()) {
            Word::Number => "number".into(),
            Word::Result(result) => result.to_string(),
            Word::Sign => "sign".into(),
            Word::Move(san) => san.to_string(),
            Word::Unreadable => "unreadable".into(),
        }
    }

    #[test]
    fn reads_alternative_move_spellings() {
        for (word, san) in [
            ("Nf3", "Nf3"),
            ("12exd8=Q+", "exd8=Q"),
            ("o-o", "O-O"),
            ("0-0", "O-O"),
            ("O-0", "O-O"),
            ("0-0-0+", "O-O-O"),
            ("o–o—o#", "O-O-O"),
            ("0-0=", "O-O"),
            ("e2-e4", "e2e4"),
            ("12e2-e4", "e2e4"),
            ("12…e7-e5", "e7e5"),
            ("Ng1-f3+", "Ng1f3"),
            ("N1-f3", "N1f3"),
            ("N:f3", "Nxf3"),
            ("e4:d5++", "e4xd5"),
            ("exd8Q", "exd8=Q"),
            ("e7-e8q+", "e7e8=Q"),
            ("e7e8n", "e7e8=N"),
            ("b1b", "b1=B"),
            ("bxa8/R#", "bxa8=R"),
            ("exd6ep", "exd6"),
            ("exd6ep+", "exd6"),
            ("Nf3ch", "Nf3"),
            ("Qxf7mate", "Qxf7"),
            ("Nf3±", "Nf3"),
            ("Nf3□", "Nf3"),
            ("Nf3+-", "Nf3"),
            ("Nf3=", "Nf3"),
            ("e8=", "e8"),
            ("@@@@", "--"),
            ("0000", "--"),
            ("null", "--"),
            ("g1f3", "g1f3"),
            ("e7e8q+", "e7e8=Q"),
            ("♘f3", "Nf3"),
            ("♞f3+", "Nf3"),
            ("12…♚e8", "Ke8"),
            ("♕\u{fe0e}a1×b2", "Qa1xb2"),
            ("♝c4:f7+", "Bc4xf7"),
            ("♖a1–d1", "Ra1d1"),
            ("e8=♛#", "e8=Q"),
            ("e7xd8♖", "e7xd8=R"),
            ("♙e4", "e4"),
            ("♟e7-e5", "e7e5"),
        ] {
            assert_eq!(kind(word), san, "{word:?}");
        }
        assert_eq!(kind(b"Nf3\xb1"), "Nf3");
    }

    #[test]
    fn reads_signs_results_and_numbers() {
        for word in SIGNS.iter().chain(&SIGNS_APART).chain(&["+−"]) {
            assert_eq!(kind(word), "sign", "{word:?}");
        }
        assert_eq!(kind(b"\xb1"), "sign");
        for (word, result) in [
            ("1-0", "1-0"),
            ("0–1", "0-1"),
            ("1/2—1/2", "1/2-1/2"),
            ("½-½", "1/2-1/2"),
            ("½", "1/2-1/2"),
            ("1/2", "1/2-1/2"),
            ("1−0", "1-0"),
        ] {
            assert_eq!(kind(word), result, "{word:?}");
        }
        assert_eq!([kind(b"1\x960"), kind(b"\xbd-\xbd")], ["1-0", "1/2-1/2"]);
        for word in ["1", "12345", "1…", "12……"] {
            assert_eq!(kind(word), "number", "{word:?}");
        }
    }

    #[test]
    fn moves_may_touch_results() {
        for (word, san, length) in [
            ("Nc61-0", "Nc6", 3),
            ("e8=Q#0-1", "e8=Q", 5),
            ("12.Kg11/2-1/2", "", 0),
            ("e41/2-1/2", "e4", 2),
            ("e4½-½", "e4", 2),
        ] {
            let found = move_before_result(word.as_bytes());
            let expected = (length > 0).then(|| (san.to_owned(), length));
            assert_eq!(found.map(|(san, length)| (san.to_string(), length)), expected, "{word}");
        }
        for word in ["1-0", "x1-0", "Kg1/2-1/2", "Nc6*"] {
            assert!(move_before_result(word.as_bytes()).is_none(), "{word}");
        }
    }

    #[test]
    fn rejects_meaningless_and_ambiguous_words() {
        for word in [
            "-",
            "Nc7+-+",
            "N-f3",
            "e4-",
            "-e4",
            "e2-e4-e5",
            "Nf3N",
            "nf3",
            "Sf3",
            "e8/X",
            "e4/",
            "1-1",
            "0-0-0-0",
            "o-",
            "1-",
            "00",
            "000",
            "00…",
            "…",
            "…e4",
            "123456…",
            "e9",
            "é",
            "\u{fffd}",
            "<html>",
            "[%clk",
            "=e4",
            "ch.",
            "±±",
            "e4==",
            "♘",
            "♘♘f3",
            "f3♘",
            "Nf3 a very long word",
        ] {
            assert_eq!(kind(word), "unreadable", "{word:?}");
        }
        assert_eq!(kind("Nf3".to_owned() + &"+".repeat(1000)), "unreadable");
    }
}
