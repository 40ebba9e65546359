//! What a source holds: games, positions or puzzles. Its name says so, or else its first line.

use crate::puzzle::Columns;
use std::path::Path;
use std::sync::Arc;

/// What a source holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Games, as PGN.
    Games,
    /// Positions, a FEN or EPD a line.
    Positions,
    /// Puzzles, a row each under these columns.
    Puzzles(Arc<Columns>),
}

/// A layout by its name alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    Games,
    Positions,
    Puzzles,
}

impl Layout {
    /// What the ending of a file's name says, behind that of a packing: `.pgn`, `.epd`, `.fen` or `.csv`, each also
    /// with `.gz`, `.bz2` or `.zst`, in capitals or not.
    pub(crate) fn of_name(path: &Path) -> Option<Named> {
        let name = path.file_name()?.as_encoded_bytes();
        let mut endings = name.rsplit(|&byte| byte == b'.').map(<[u8]>::to_ascii_lowercase);
        let mut parts = name.iter().filter(|&&byte| byte == b'.').count();
        let mut ending = endings.next()?;
        if let b"gz" | b"bz2" | b"zst" = &ending[..] {
            ending = endings.next()?;
            parts -= 1;
        }
        match &ending[..] {
            _ if parts == 0 => None,
            b"pgn" => Some(Named::Games),
            b"epd" | b"fen" => Some(Named::Positions),
            b"csv" => Some(Named::Puzzles),
            _ => None,
        }
    }

    /// What the beginning of a source says: puzzles have a header with `FEN` and `Moves`, positions begin with the
    /// placement of pieces, and all else are games.
    pub(crate) fn of_content(beginning: &[u8]) -> Named {
        let Some((start, end)) = first_line(beginning) else { return Named::Games };
        let line = &beginning[start..end];
        if Columns::read(line).is_ok() {
            Named::Puzzles
        } else if is_placement(line) {
            Named::Positions
        } else {
            Named::Games
        }
    }
}

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

/// Whether a line begins with the placement of a FEN: eight ranks of pieces and numbers, maybe with pieces in hand.
fn is_placement(line: &[u8]) -> bool {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'_' | b'[' | b';');
    let placement = line.split(is_end).next().unwrap_or_default();
    let is_rank =
        |rank: &[u8]| !rank.is_empty() && rank.iter().all(|byte| b"pnbrqkPNBRQK12345678~".contains(byte));
    placement.split(|&byte| byte == b'/').count() == 8 && placement.split(|&byte| byte == b'/').all(is_rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_layouts() {
        for (name, layout) in [
            ("a.pgn", Some(Named::Games)),
            ("dir.epd/A.PGN.ZST", Some(Named::Games)),
            ("a.b.pgn.gz", Some(Named::Games)),
            ("a.epd", Some(Named::Positions)),
            ("a.Fen.bz2", Some(Named::Positions)),
            ("a.csv.zst", Some(Named::Puzzles)),
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
            assert_eq!(Layout::of_name(Path::new(name)), layout, "{name}");
        }
    }

    #[test]
    fn first_lines_tell_layouts() {
        const FEN: &str = "r3k3/8/8/1N6/8/8/8/4K3 w q -";
        for (text, layout) in [
            ("", Named::Games),
            ("\r\n\r\n", Named::Games),
            ("[Event \"FEN,Moves\"]\n", Named::Games),
            ("1. e4 e5\n", Named::Games),
            ("% FEN,Moves\n; x\n# y\n[Event \"?\"]\n", Named::Games),
            ("1/2-1/2", Named::Games),
            ("a/b/c/d/e/f/g/h w", Named::Games),
            ("8/8/8/8/8/8/8 w", Named::Games),
            ("PuzzleId,Fen,Moves\n", Named::Games),
            ("PuzzleId,FEN,Moves,Rating\n", Named::Puzzles),
            ("\r\n \"Moves\",\"FEN\"\r\n", Named::Puzzles),
            (FEN, Named::Positions),
            ("# forks\n\n# by knights\n8/8/8/8/8/8/8/8\n", Named::Positions),
            ("8/8/8/8/8/8/8/8;", Named::Positions),
            ("rnb~qkbnr/8/8/8/8/8/8/8[Qq]_w_-_-", Named::Positions),
        ] {
            for text in [text.to_owned(), format!("\u{feff}{text}"), text.replace('\n', "\r\n")] {
                assert_eq!(Layout::of_content(text.as_bytes()), layout, "{text:?}");
            }
        }
    }

    #[test]
    fn the_first_line_is_found_without_what_surrounds_it() {
        let text = "\u{feff}\r\n # no\r\n\u{feff} yes\r\n";
        assert_eq!(first_line(text.as_bytes()), Some((16, 19)));
        assert_eq!(first_line(b"\xef\xbb\xbf  a b \r\nc"), Some((5, 8)));
        assert_eq!(first_line(b"# a\n\n"), None);
    }
}
