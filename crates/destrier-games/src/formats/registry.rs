//! The registry of input formats, and the detection of a file's format.

use super::epd::EPD;
use super::foreign;
use super::format::{Decoder, InputFormat};
use super::missing_columns::MissingColumns;
#[cfg(feature = "files")]
use super::parquet::PARQUET;
use super::pgn::{PGN, is_line_of_game};
use super::puzzles::PUZZLES;
use super::text::{UTF_16, ends_with_returns, first_line, is_utf_16, replace_returns};
use std::path::Path;
use std::sync::Arc;

/// The supported formats. Files that are not recognized by name or first line are read as the first one.
pub static INPUT_FORMATS: [&InputFormat; if cfg!(feature = "files") { 4 } else { 3 }] = [
    &PGN,
    &EPD,
    &PUZZLES,
    #[cfg(feature = "files")]
    &PARQUET,
];

/// The error for text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// The text is UTF-16.
    #[error("{UTF_16}")]
    Utf16,
    /// The name is that of a puzzle file, but columns are missing.
    #[error(transparent)]
    MissingColumns(#[from] MissingColumns),
    /// The content is no file of games.
    #[error("{0}")]
    NotGames(&'static str),
    /// The name is that of a table.
    #[error("a Parquet table must be a file that is not compressed, because its index is at the end")]
    Table,
}

/// Detects the format of a text by its name or else its first line. Returns its decoder and the offset of the first
/// record, after the header.
///
/// If lines end with a carriage return alone, these are replaced with line feeds.
///
/// ```
/// use destrier_games::{Reader, RecordEnd, open_text};
///
/// let mut text = b"FEN,Moves\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2\n".to_vec();
/// let (decoder, start) = open_text("puzzles", &mut text)?;
/// let mut rows = Reader::new(&text[start..], RecordEnd::Line);
/// let game = decoder.read(rows.next_record()?.unwrap()).unwrap()?;
/// assert_eq!(game.tags.value("FEN").as_deref(), Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the text is UTF-16 or no file of games, or if the name is that of a puzzle file but required
/// columns are missing.
pub fn open_text(name: &str, text: &mut [u8]) -> Result<(Arc<dyn Decoder>, usize), TextError> {
    if is_utf_16(text) {
        return Err(TextError::Utf16);
    }
    if ends_with_returns(text, true) {
        replace_returns(text, None);
    }
    let (decoder, start) = open(Path::new(name), text)?;
    Ok((decoder, start.unwrap_or(text.len())))
}

/// Returns the decoder for a file with this name and beginning, and the offset of the first record. The offset is
/// `None` if the header does not end within `beginning`.
pub(crate) fn open(path: &Path, beginning: &[u8]) -> Result<(Arc<dyn Decoder>, Option<usize>), TextError> {
    let named = InputFormat::of_name(path);
    if named.is_some_and(InputFormat::is_table) {
        return Err(TextError::Table);
    }
    if let Some(reason) = foreign::by_content(path, beginning) {
        return Err(TextError::NotGames(reason));
    }
    let format = named.or_else(|| recognized_by_content(beginning)).ok_or(TextError::NotGames(NO_CHESS))?;
    let text = format.text.as_ref().ok_or(TextError::Table)?;
    Ok((text.open)(beginning)?)
}

const NO_CHESS: &str = "not a file of games or positions; if it is one, name it so that it ends in .pgn";

/// The file name extensions of compressed files.
const COMPRESSED: [&str; 3] = ["gz", "bz2", "zst"];

impl InputFormat {
    /// Returns the format for a file name extension, ignoring case and an extension of compression (`.gz`, `.bz2`,
    /// `.zst`).
    #[must_use]
    pub fn of_name(path: &Path) -> Option<&'static Self> {
        let name = path.file_name()?.as_encoded_bytes();
        let name = without_ending(name, &COMPRESSED).unwrap_or(name);
        INPUT_FORMATS.into_iter().find(|format| without_ending(name, format.endings).is_some())
    }
}

/// Returns whether the extension of a file name is that of a compressed file.
#[must_use]
pub fn is_compressed_name(path: &Path) -> bool {
    path.file_name().is_some_and(|name| without_ending(name.as_encoded_bytes(), &COMPRESSED).is_some())
}

/// Removes the extension if it is one of `endings`, ignoring case.
fn without_ending<'a>(name: &'a [u8], endings: &[&str]) -> Option<&'a [u8]> {
    let dot = name.iter().rposition(|&byte| byte == b'.')?;
    let (rest, ending) = (&name[..dot], &name[dot + 1..]);
    endings.iter().any(|one| ending.eq_ignore_ascii_case(one.as_bytes())).then_some(rest)
}

/// Detects the format from the beginning of a source: by its first line, or by any line like those of a PGN game.
fn recognized_by_content(beginning: &[u8]) -> Option<&'static InputFormat> {
    let Some((start, end)) = first_line(beginning) else { return Some(&PGN) };
    let line = &beginning[start..end];
    let mut formats = INPUT_FORMATS.iter().copied();
    let mut lines = beginning.split(|&byte| byte == b'\n');
    formats
        .find(|format| format.text.as_ref().is_some_and(|text| (text.is_shown_by)(line)))
        .or_else(|| lines.any(is_line_of_game).then_some(&PGN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_text_finds_first_record() {
        let begin = |name: &str, text: &str| {
            let mut text = text.as_bytes().to_vec();
            open_text(name, &mut text).map(|(decoder, start)| {
                (decoder.format().name, String::from_utf8(text[start..].to_vec()).unwrap())
            })
        };
        let both = |format: &'static str, text: &str| Ok((format, text.to_owned()));
        assert_eq!(begin("a.pgn", "FEN,Moves\n1"), both("pgn", "FEN,Moves\n1"));
        assert_eq!(begin("", "FEN,Moves\r1\r2"), both("puzzles", "1\n2"));
        assert_eq!(begin("a.csv", "FEN,Moves"), both("puzzles", ""));
        assert_eq!(begin("a", ""), both("pgn", ""));
        assert!(matches!(begin("a.csv", "1. e4"), Err(TextError::MissingColumns(_))));
        let mut utf_16 = [0xff, 0xfe, b'1', 0];
        assert_eq!(open_text("", &mut utf_16).unwrap_err(), TextError::Utf16);
    }

    #[test]
    fn detects_format_by_name() {
        for (name, format) in [
            ("a.pgn", Some("pgn")),
            ("dir.epd/A.PGN.ZST", Some("pgn")),
            ("a.b.pgn.gz", Some("pgn")),
            ("a.epd", Some("epd")),
            ("a.Fen.bz2", Some("epd")),
            ("a.csv.zst", Some("puzzles")),
            ("a.Parquet", Some("parquet")),
            ("a.pgn.xz", None),
            ("a.pgn.gz.gz", None),
            ("a.pgn.txt", None),
            ("a.gz", None),
            ("pgn", None),
            ("pgn.gz", None),
            ("-", None),
            ("..", None),
            ("", None),
        ] {
            assert_eq!(InputFormat::of_name(Path::new(name)).map(|format| format.name), format, "{name}");
        }
    }

    #[test]
    fn detects_format_by_first_line() {
        const FEN: &str = "r3k3/8/8/1N6/8/8/8/4K3 w q -";
        for (text, format) in [
            ("", "pgn"),
            ("\r\n\r\n", "pgn"),
            ("[Event \"FEN,Moves\"]\n", "pgn"),
            ("1. e4 e5\n", "pgn"),
            ("% FEN,Moves\n; x\n# y\n[Event \"?\"]\n", "pgn"),
            ("1/2-1/2", "pgn"),
            ("8/8/8/8/8/8/8 w", "pgn"),
            ("PuzzleId,FEN,Moves,Rating\n", "puzzles"),
            ("\r\n \"Moves\",\"FEN\"\r\n", "puzzles"),
            (FEN, "epd"),
            ("# forks\n\n# by knights\n8/8/8/8/8/8/8/8\n", "epd"),
            ("8/8/8/8/8/8/8/8;", "epd"),
            ("rnb~qkbnr/8/8/8/8/8/8/8[Qq]_w_-_-", "epd"),
        ] {
            for text in [text.to_owned(), format!("\u{feff}{text}"), text.replace('\n', "\r\n")] {
                assert_eq!(recognized_by_content(text.as_bytes()).unwrap().name, format, "{text:?}");
            }
        }
        for text in ["Dear diary,\ntoday I lost.\n", "a/b/c/d/e/f/g/h w", "PuzzleId,Fen,Moves\n"] {
            assert!(recognized_by_content(text.as_bytes()).is_none(), "{text}");
        }
        assert!(recognized_by_content(b"Game 1\n\n1. e4 e5\n").is_some());
    }

    #[test]
    fn puzzles_begin_after_header() {
        for (text, start) in [
            ("FEN,Moves\n8", Some(10)),
            ("FEN,Moves\r\n8", Some(11)),
            ("\n\nFEN,Moves\n", Some(12)),
            ("FEN,Moves", None),
        ] {
            assert_eq!(open(Path::new("a.csv"), text.as_bytes()).unwrap().1, start, "{text:?}");
        }
    }
}
