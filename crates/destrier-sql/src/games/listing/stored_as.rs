//! The formats that files of games are stored in.

/// The endings of the names of compressed files.
const COMPRESSED: [&str; 3] = ["gz", "bz2", "zst"];

/// Whether a file is compressed, by its name.
pub(crate) fn is_compressed(name: &str) -> bool {
    without_ending(name, &COMPRESSED).is_some()
}

/// The name without its ending, if that is one of these, in capitals or not.
fn without_ending<'a>(name: &'a str, endings: &[&str]) -> Option<&'a str> {
    let (rest, ending) = name.rsplit_once('.')?;
    endings.iter().any(|one| ending.eq_ignore_ascii_case(one)).then_some(rest)
}

/// What a file holds, as `STORED AS` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredAs {
    /// Games.
    Pgn,
    /// A position a line.
    Epd,
    /// Puzzles, a row each.
    Puzzles,
}

impl StoredAs {
    pub(crate) const ALL: [Self; 3] = [Self::Pgn, Self::Epd, Self::Puzzles];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "PGN",
            Self::Epd => "EPD",
            Self::Puzzles => "PUZZLES",
        }
    }

    /// The endings of the names of such files, before the ending of a compression.
    pub(crate) const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Pgn => &["pgn"],
            Self::Epd => &["epd", "fen"],
            Self::Puzzles => &["csv"],
        }
    }

    /// What a file holds according to its name, compressed or not, in capitals or not.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let name = without_ending(name, &COMPRESSED).unwrap_or(name);
        Self::ALL.into_iter().find(|format| without_ending(name, format.endings()).is_some())
    }

    /// Whether a table reads a file in a folder, by its name: files of one format, or of any.
    pub(crate) fn is_read(name: &str, only: Option<Self>) -> bool {
        Self::of_name(name).is_some_and(|format| only.is_none_or(|only| format == only))
    }
}
