//! Position files: one FEN or EPD per line.
//!
//! ```text
//! # a comment
//! 7k/5N2/8/8/8/8/8/K7 w - - 0 1
//! r3k3/8/8/1N6/8/8/8/4K3 w q - bm Nc7+; id "fork";
//! ```

use super::damage::Damage;
use super::format::{Addressing, Decoder, InputFormat, TextFormat};
use super::game::{Game, GameNumber, MoveText};
use super::pgn::{Tag, Tags};
use super::record::{Record, RecordEnd};
use super::text::{is_blank, words};
use std::sync::Arc;

/// One FEN or EPD per line.
pub(super) static EPD: InputFormat = InputFormat {
    name: "epd",
    endings: &["epd", "fen"],
    text: Some(TextFormat { is_shown_by: is_placement, open: |_| Ok((Arc::new(EpdDecoder), Some(0))) }),
};

#[derive(Debug)]
struct EpdDecoder;

impl Decoder for EpdDecoder {
    fn format(&self) -> &'static InputFormat {
        &EPD
    }

    fn record_end(&self) -> RecordEnd {
        RecordEnd::Line
    }

    fn addressing(&self) -> Addressing {
        Addressing::Line
    }

    fn line_number(&self, record: u64) -> Option<u64> {
        Some(record)
    }

    fn read<'a>(&'a self, record: Record<'a>) -> Option<Result<Game<'a>, Box<Damage>>> {
        let (value_offset, raw_value) = fen(record.bytes)?;
        let tags = Tags::of(vec![Tag { name: b"FEN", raw_value, value_offset, is_plain: false }]);
        // A line has no moves.
        let moves = MoveText::Uci { offset: record.bytes.len(), text: &[] };
        Some(Ok(Game::new(GameNumber::Line(record.number), record.offset, tags, moves)))
    }
}

/// Returns whether a line starts with the placement of a FEN: eight ranks of pieces and numbers, optionally with pieces
/// in hand.
fn is_placement(line: &[u8]) -> bool {
    let mut fields = line.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b'_' | b'[' | b';'));
    let mut ranks = fields.next().unwrap_or_default().split(|&byte| byte == b'/');
    ranks.clone().count() == 8
        && ranks
            .all(|rank| !rank.is_empty() && rank.iter().all(|byte| b"pnbrqkPNBRQK12345678~".contains(byte)))
}

/// Returns the FEN of a line and its offset, or `None` for a blank line or a comment (`#`, `;` or `%` at the start).
///
/// The FEN is the first four fields, and the next two if both are numbers. A shorter line may have fewer fields. The
/// rest is ignored, including everything after a semicolon: EPD operations, even the move counters `hmvc` and `fmvn`.
///
/// Fields are separated by spaces. If they are separated by tabs, so is the returned FEN. A byte-order mark and a
/// carriage return are ignored.
pub(crate) fn fen(line: &[u8]) -> Option<(usize, &[u8])> {
    let plain = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii_start();
    let start = line.len() - plain.len();
    if is_blank(plain) || matches!(plain[0], b'#' | b';' | b'%') {
        return None;
    }
    let fen = plain.split(|&byte| byte == b';').next().unwrap_or_default();
    let mut ends = [0; 6];
    let mut fields = 0;
    let mut numbers = 0;
    for (offset, field) in words(fen).take(6) {
        ends[fields] = offset + field.len();
        fields += 1;
        numbers += usize::from(fields > 4 && field.iter().all(u8::is_ascii_digit));
    }
    let end = match (fields, numbers) {
        (6, 2) => ends[5],
        (4.., _) => ends[3],
        _ => ends[fields - 1],
    };
    Some((start, &fen[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    const PLACEMENT: &str = "r3k3/8/8/1N6/8/8/8/4K3";

    fn read(line: &str) -> Option<(usize, &str)> {
        fen(line.as_bytes()).map(|(offset, fen)| (offset, std::str::from_utf8(fen).unwrap()))
    }

    #[test]
    fn skips_blank_lines_and_comments() {
        for line in ["", "\r\n", " \t ", "# 8/8", "; 8/8", "% 8/8", "  # 8/8", "\u{feff}", "\u{feff}# 8/8"] {
            assert_eq!(read(line), None, "{line:?}");
        }
    }

    #[test]
    fn fen_ends_before_operations() {
        for (fen, rest) in [
            ("w q - 0 1", ""),
            ("w q - 0 1", "\r\n"),
            ("w q - 12 34", " bm Nc7+; id \"fork\";"),
            ("w q - 12 34", "; a comment"),
            ("w q - 12 34", ";D1 20 ;D2 400"),
            ("w q -", " bm Nc7+; id \"fork\";\r"),
            ("w q -", " hmvc 5; fmvn 20;"),
            ("w q -", "; id \"fork\";"),
            ("w q -", " 0"),
            ("w q -", " 0 bm Nc7+;"),
            ("w q -", " bm 1;"),
            ("w q -", ""),
            ("w q", ""),
            ("w", " \r\n"),
            ("", ""),
        ] {
            let fen = format!("{PLACEMENT} {fen}");
            let line = format!("{fen}{rest}");
            assert_eq!(read(&line), Some((0, fen.trim_end())), "{line:?}");
            assert_eq!(read(&format!("\u{feff} {line}")), Some((4, fen.trim_end())), "{line:?}");
            assert!(Position::from_fen(fen.as_bytes()).is_ok(), "{fen:?}");
        }
    }

    /// A line that is cut off is still an invalid FEN.
    #[test]
    fn truncated_fen_stays_invalid() {
        for line in [
            "hello",
            "8/8/8/8/8/8/8 w - - 0 1",
            "r3k3/8/8/1N6/8/8/8/4K3 bm Nc7+;",
            "r3k3/8/8/1N6/8/8/8/4K3 w bm Nc7+;",
            "r3k3/8/8/1N6/8/8/8/4K3 w q bm Nc7+;",
        ] {
            let (_, fen) = fen(line.as_bytes()).unwrap();
            assert!(Position::from_fen(fen).is_err(), "{line:?}");
        }
    }

    #[test]
    fn words_have_offsets() {
        let words: Vec<_> = words(b" e2e4 \t e7e5\n").collect();
        assert_eq!(words, [(1, &b"e2e4"[..]), (8, b"e7e5")]);
        assert_eq!(super::words(b"  ").count(), 0);
    }

    #[test]
    fn move_counters_are_last_two_fields() {
        for (line, text) in [
            ("8/8 w - - 5 6 x", "8/8 w - - 5 6"),
            ("8/8 w - - 5 x", "8/8 w - -"),
            ("8/8 w - 4 5 x", "8/8 w - 4"),
            ("8/8 w - 4 x 6", "8/8 w - 4"),
            ("8/8 w", "8/8 w"),
            ("8/8\tw\t-\t- 5", "8/8\tw\t-\t-"),
        ] {
            assert_eq!(fen(line.as_bytes()), Some((0, text.as_bytes())), "{line}");
        }
    }
}
