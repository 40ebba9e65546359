//! The Lichess puzzle file: comma-separated values with a header, one puzzle per row.
//!
//! ```text
//! PuzzleId,FEN,Moves,Rating,...
//! 03izk,6k1/5p2/1ppp3p/4p3/P7/6K1/1PP3PP/8 b - - 0 32,f7f5 b2b4 g8f7 a4a5,1500,...
//! ```
//!
//! Columns are found by name. Only `FEN` and `Moves` are required. A puzzle is read as a game from its FEN. All fields
//! except the moves become its tags.

use super::damage::Damage;
use super::format::{Addressing, Decoder, InputFormat, TextFormat};
use super::game::{Game, GameNumber, MoveText};
use super::missing_columns::MissingColumns;
use super::pgn::{Tag, Tags, kept};
use super::record::{Record, RecordEnd};
use super::text::{first_line, is_blank};
use memchr::{memchr, memchr_iter};
use std::sync::Arc;

/// One puzzle per row, after a header.
pub(super) static PUZZLES: InputFormat = InputFormat {
    name: "puzzles",
    endings: &["csv"],
    text: Some(TextFormat { is_shown_by: |line| PuzzleColumns::read(line).is_ok(), open }),
};

fn open(beginning: &[u8]) -> Result<(Arc<dyn Decoder>, Option<usize>), MissingColumns> {
    let (start, end) = first_line(beginning).unwrap_or((0, 0));
    let header_line = 1 + memchr_iter(b'\n', &beginning[..start]).count() as u64;
    let columns = PuzzleColumns { header_line, ..PuzzleColumns::read(&beginning[start..end])? };
    let line_end = memchr(b'\n', &beginning[end..]);
    Ok((Arc::new(columns), line_end.map(|length| end + length + 1)))
}

impl Decoder for PuzzleColumns {
    fn format(&self) -> &'static InputFormat {
        &PUZZLES
    }

    fn record_end(&self) -> RecordEnd {
        RecordEnd::Line
    }

    fn addressing(&self) -> Addressing {
        if self.names.iter().any(|name| name == "PuzzleId") { Addressing::Id } else { Addressing::Row }
    }

    fn line_number(&self, record: u64) -> Option<u64> {
        Some(self.header_line + record)
    }

    fn read<'a>(&'a self, record: Record<'a>) -> Option<Result<Game<'a>, Box<Damage>>> {
        if is_blank(record.bytes) {
            return None;
        }
        Some(match self.tags(record.bytes) {
            Ok(PuzzleRow { tags, moves: (offset, text) }) => {
                let moves = MoveText::Uci { offset, text };
                Ok(Game::new(GameNumber::Game(record.number), record.offset, Tags::of(tags), moves))
            }
            Err(reason) => Err(Damage::new(record.offset, record.bytes, reason)),
        })
    }
}

/// The column names of a puzzle file.
///
/// ```
/// use destrier_games::PuzzleColumns;
///
/// let columns = PuzzleColumns::read(b"PuzzleId,FEN,Moves,Rating").unwrap();
/// assert_eq!(columns.names(), ["PuzzleId", "FEN", "Moves", "Rating"]);
///
/// let missing = PuzzleColumns::read(b"source,game,fen").unwrap_err();
/// assert_eq!(missing.to_string(), "a puzzle file needs the columns FEN and Moves; this one has source, game, fen");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleColumns {
    names: Vec<String>,
    fen: usize,
    moves: usize,
    /// The line of the header in its file.
    header_line: u64,
}

/// A parsed row.
#[derive(Debug)]
pub(crate) struct PuzzleRow<'a> {
    /// A tag for each column but `Moves`, after a `Site` tag with the puzzle's id, unless that is empty.
    ///
    /// Names are those of the header and need not be valid in PGN (letters, digits, `_`). Values are those of the row:
    /// a doubled quote stays doubled. [`Tag::value`] treats a backslash before a quote or a backslash as an escape.
    pub(crate) tags: Vec<Tag<'a>>,
    /// The moves in UCI notation, and their offset in the row.
    pub(crate) moves: (usize, &'a [u8]),
}

impl PuzzleColumns {
    /// Parses a header. Ignores a byte-order mark, quotes and spaces around names, and the line end.
    ///
    /// # Errors
    ///
    /// Returns an error if the column `FEN` or `Moves` is missing.
    pub fn read(header: &[u8]) -> Result<Self, MissingColumns> {
        let header = header.strip_prefix(b"\xef\xbb\xbf").unwrap_or(header).trim_ascii();
        let names: Vec<String> = fields(header)
            .map(|(_, name)| String::from_utf8_lossy(name.trim_ascii()).into_owned())
            .filter(|_| !header.is_empty())
            .collect();
        match ["FEN", "Moves"].map(|name| names.iter().position(|column| column == name)) {
            [Some(fen), Some(moves)] => Ok(Self { names, fen, moves, header_line: 1 }),
            _ => Err(MissingColumns::of(&names)),
        }
    }

    /// Returns the column names in order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Parses a row. Ignores fields beyond the header. Fields after `FEN` and `Moves` may be missing.
    ///
    /// # Errors
    ///
    /// Returns a message if the row ends before its FEN or its moves.
    pub(crate) fn tags<'a>(&'a self, row: &'a [u8]) -> Result<PuzzleRow<'a>, String> {
        let mut tags = Vec::with_capacity(self.names.len());
        let (mut site, mut moves) = (None, None);
        let mut count = 0;
        for ((column, name), (value_offset, raw_value)) in self.names.iter().enumerate().zip(fields(row)) {
            count += 1;
            if column == self.moves {
                moves = Some((value_offset, raw_value));
                continue;
            }
            // Bounds memory, as for tags of PGN games.
            let raw_value = kept(raw_value);
            if name == "PuzzleId" && !raw_value.is_empty() && site.is_none() {
                site = Some(Tag { name: b"Site", raw_value, value_offset, is_plain: false });
            }
            tags.push(Tag { name: name.as_bytes(), raw_value, value_offset, is_plain: false });
        }
        if let Some(site) = site {
            tags.insert(0, site);
        }
        match moves {
            Some(moves) if count > self.fen => Ok(PuzzleRow { tags, moves }),
            _ => {
                let needed = self.fen.max(self.moves) + 1;
                let fields = if count == 1 { "field" } else { "fields" };
                Err(format!("a row of {count} {fields}, but FEN and Moves need {needed}"))
            }
        }
    }
}

/// Splits a row into fields with their offsets. A quoted field loses its quotes, but doubled quotes stay doubled. An
/// unclosed quote is an ordinary character. An empty row has one empty field.
pub(crate) fn fields(row: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let row = without_line_end(row);
    let mut next = Some(0);
    // After one unclosed quote, do not scan the row to its end again for the others.
    let mut quotes = true;
    std::iter::from_fn(move || {
        let start = next?;
        let quoted = row.get(start) == Some(&b'"') && quotes;
        let closing = quoted.then(|| closing_quote(&row[start + 1..])).flatten();
        quotes &= !quoted || closing.is_some();
        let (start, end, after) = match closing {
            Some(length) => (start + 1, start + 1 + length, start + 2 + length),
            None => {
                let end = memchr(b',', &row[start..]).map_or(row.len(), |length| start + length);
                (start, end, end)
            }
        };
        next = (after < row.len()).then_some(after + 1);
        Some((start, &row[start..end]))
    })
}

/// Returns the position of the quote that closes a field: the first one before a comma or the row's end, except doubled
/// ones.
fn closing_quote(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr(b'"', &text[at..])?;
        match text.get(at + 1) {
            None | Some(b',') => return Some(at),
            Some(b'"') => at += 2,
            Some(_) => at += 1,
        }
    }
}

fn without_line_end(row: &[u8]) -> &[u8] {
    let row = row.strip_suffix(b"\n").unwrap_or(row);
    row.strip_suffix(b"\r").unwrap_or(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::text::words;
    use std::borrow::Cow;

    fn read(row: &str) -> Vec<(usize, &str)> {
        fields(row.as_bytes()).map(|(at, field)| (at, std::str::from_utf8(field).unwrap())).collect()
    }

    fn tags<'a>(row: &PuzzleRow<'a>) -> Vec<(String, Cow<'a, str>, usize)> {
        let tag =
            |tag: &Tag<'a>| (String::from_utf8(tag.name.into()).unwrap(), tag.value(), tag.value_offset);
        row.tags.iter().map(tag).collect()
    }

    #[test]
    fn fields_have_offsets() {
        assert_eq!(read("a,bc,,d"), [(0, "a"), (2, "bc"), (5, ""), (6, "d")]);
        assert_eq!(read("a,\r\n"), [(0, "a"), (2, "")]);
        assert_eq!(read("a\n"), [(0, "a")]);
        assert_eq!(read(""), [(0, "")]);
        assert_eq!(read(","), [(0, ""), (1, "")]);
    }

    #[test]
    fn quoted_fields_may_contain_commas() {
        assert_eq!(read("\"a,b\",c,\"\",\"d\"\r\n"), [(1, "a,b"), (6, "c"), (9, ""), (12, "d")]);
        assert_eq!(read("\"say \"\"yes\"\", or\",c"), [(1, "say \"\"yes\"\", or"), (18, "c")]);
        assert_eq!(read("\"a\"b\",c"), [(1, "a\"b"), (6, "c")]);
        assert_eq!(read("a\"b,c\""), [(0, "a\"b"), (4, "c\"")]);
        assert_eq!(read("\"a,b,\"c"), [(0, "\"a"), (3, "b"), (5, "\"c")]);
        assert_eq!(read("\""), [(0, "\"")]);
        assert_eq!(read("\"\""), [(1, "")]);
        assert_eq!(read("\"\"\""), [(0, "\"\"\"")]);
    }

    /// Without the shortcut, each quote would cause a scan of the whole row.
    #[test]
    fn unclosed_quotes_take_linear_time() {
        assert_eq!(fields("\"a,".repeat(1 << 20).as_bytes()).count(), (1 << 20) + 1);
    }

    #[test]
    fn finds_columns_by_name() {
        let names = |header: &str| PuzzleColumns::read(header.as_bytes()).unwrap().names().to_vec();
        assert_eq!(names("\u{feff}PuzzleId,FEN,Moves\r\n"), ["PuzzleId", "FEN", "Moves"]);
        assert_eq!(names("\u{feff}\"Moves\", FEN,\"My \"\"own\"\" \""), ["Moves", "FEN", "My \"\"own\"\""]);
        assert_eq!(names("Moves,FEN"), ["Moves", "FEN"]);
        for header in ["", "\r\n", "FEN", "Moves,Fen", "source,game,fen,move"] {
            assert!(PuzzleColumns::read(header.as_bytes()).is_err(), "{header}");
        }
        assert!(PuzzleColumns::read(b"\n").unwrap_err().to_string().ends_with("this one has none"));
    }

    #[test]
    fn row_becomes_tags_and_moves() {
        let columns = PuzzleColumns::read(b"PuzzleId,FEN,Moves,Themes,GameUrl").unwrap();
        let row =
            columns.tags(b"03izk,8/8/8 w - - 0 1,f7f5 b2b4,\"short, sweet\",https://x.y/z,more\r\n").unwrap();
        assert_eq!(
            tags(&row),
            [
                ("Site", "03izk", 0),
                ("PuzzleId", "03izk", 0),
                ("FEN", "8/8/8 w - - 0 1", 6),
                ("Themes", "short, sweet", 33),
                ("GameUrl", "https://x.y/z", 47),
            ]
            .map(|(name, value, offset)| (name.to_owned(), value.into(), offset))
        );
        assert_eq!(row.moves, (22, &b"f7f5 b2b4"[..]));
        let moves: Vec<_> = words(row.moves.1).collect();
        assert_eq!(moves, [(0, &b"f7f5"[..]), (5, b"b2b4")]);
    }

    #[test]
    fn row_needs_only_fen_and_moves() {
        let columns = PuzzleColumns::read(b"Moves,PuzzleId,FEN,Themes").unwrap();
        let row = columns.tags(b"e2e4,,8/8").unwrap();
        let fen = ("FEN".to_owned(), "8/8".into(), 6);
        assert_eq!(tags(&row), [("PuzzleId".to_owned(), "".into(), 5), fen]);
        assert_eq!(row.moves, (0, &b"e2e4"[..]));
        for (row, reason) in [
            ("e2e4,id\r\n", "a row of 2 fields, but FEN and Moves need 3"),
            ("", "a row of 1 field, but FEN and Moves need 3"),
        ] {
            assert_eq!(columns.tags(row.as_bytes()).unwrap_err(), reason);
        }
    }

    #[test]
    fn site_tag_comes_first() {
        let columns = PuzzleColumns::read(b"FEN,Moves,Site,PuzzleId").unwrap();
        let row = columns.tags(b"8/8,e2e4,elsewhere,id").unwrap();
        assert_eq!(tags(&row)[0], ("Site".to_owned(), "id".into(), 19));
        assert_eq!(row.tags.len(), 4);
    }
}
