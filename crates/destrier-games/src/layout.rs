//! What a source holds: games, positions or puzzles. Its name says so, or else its first line.

use crate::puzzle::{Columns, MissingColumns};
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

/// Why a text is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// It is UTF-16.
    #[error("{UTF_16}")]
    Utf16,
    /// It is a puzzle file by its name, and lacks columns.
    #[error(transparent)]
    MissingColumns(#[from] MissingColumns),
}

impl Layout {
    /// What a file in memory holds, told by its name or else by its first line, and where its first record begins: behind
    /// the header of a puzzle file. Where lines end with a carriage return alone, these become line feeds.
    ///
    /// ```
    /// use destrier_games::{Game, Layout, Reader};
    ///
    /// let mut text = b"FEN,Moves\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2\n".to_vec();
    /// let (layout, start) = Layout::of_text("puzzles", &mut text)?;
    /// let mut rows = Reader::lines(&text[start..]);
    /// let game = Game::read(rows.next_record()?.unwrap(), &layout).unwrap()?;
    /// assert_eq!(game.tags.value("FEN").as_deref(), Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When it is UTF-16, or a puzzle file by its name and lacks the columns that one has.
    pub fn of_text(name: &str, text: &mut [u8]) -> Result<(Self, usize), TextError> {
        if is_utf_16(text) {
            return Err(TextError::Utf16);
        }
        if ends_with_returns(text, true) {
            replace_returns(text, None);
        }
        let (layout, start) = Self::of_beginning(Path::new(name), text)?;
        Ok((layout, start.unwrap_or(text.len())))
    }

    /// What the beginning of a file says of it, after its name, and where the first record begins; `None` if its header
    /// does not end.
    pub(crate) fn of_beginning(
        path: &Path,
        beginning: &[u8],
    ) -> Result<(Self, Option<usize>), MissingColumns> {
        match Self::of_name(path).unwrap_or_else(|| Self::of_content(beginning)) {
            Named::Games => Ok((Self::Games, Some(0))),
            Named::Positions => Ok((Self::Positions, Some(0))),
            Named::Puzzles => {
                let (start, end) = first_line(beginning).unwrap_or((0, 0));
                let columns = Columns::read(&beginning[start..end])?;
                let line_end = memchr::memchr(b'\n', &beginning[end..]);
                Ok((Self::Puzzles(Arc::new(columns)), line_end.map(|length| end + length + 1)))
            }
        }
    }

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
    fn texts_in_memory_tell_where_their_records_begin() {
        let begin = |name: &str, text: &str| {
            let mut text = text.as_bytes().to_vec();
            Layout::of_text(name, &mut text).map(|(layout, start)| {
                let puzzles = matches!(layout, Layout::Puzzles(_));
                (puzzles, String::from_utf8(text[start..].to_vec()).unwrap())
            })
        };
        let both = |puzzles: bool, text: &str| Ok((puzzles, text.to_owned()));
        assert_eq!(begin("a.pgn", "FEN,Moves\n1"), both(false, "FEN,Moves\n1"));
        assert_eq!(begin("", "FEN,Moves\r1\r2"), both(true, "1\n2"));
        assert_eq!(begin("a.csv", "FEN,Moves"), both(true, ""));
        assert_eq!(begin("a", ""), both(false, ""));
        assert!(matches!(begin("a.csv", "1. e4"), Err(TextError::MissingColumns(_))));
        let mut utf_16 = [0xff, 0xfe, b'1', 0];
        assert_eq!(Layout::of_text("", &mut utf_16).unwrap_err(), TextError::Utf16);
    }

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

    #[test]
    fn puzzles_begin_behind_the_end_of_their_header() {
        for (text, start) in [
            ("FEN,Moves\n8", Some(10)),
            ("FEN,Moves\r\n8", Some(11)),
            ("\n\nFEN,Moves\n", Some(12)),
            ("FEN,Moves", None),
        ] {
            assert_eq!(
                Layout::of_beginning(Path::new("a.csv"), text.as_bytes()).unwrap().1,
                start,
                "{text:?}"
            );
        }
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
