//! The formats of files.

use super::names::Names;
use super::rows::Rows;
use datafusion::common::{plan_datafusion_err, plan_err};
use datafusion::error::Result;
use datafusion::object_store::path::Path;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What `STORED AS` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StoredAs {
    /// Games.
    Pgn,
    /// A position a line.
    Epd,
    /// Puzzles, a row each.
    Puzzles,
}

impl StoredAs {
    pub(super) const ALL: [Self; 3] = [Self::Pgn, Self::Epd, Self::Puzzles];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "PGN",
            Self::Epd => "EPD",
            Self::Puzzles => "PUZZLES",
        }
    }

    /// The endings of such files' names, before that of a packing.
    pub(super) const fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Pgn => &["pgn"],
            Self::Epd => &["epd", "fen"],
            Self::Puzzles => &["csv"],
        }
    }

    /// What the name of a file says that it holds, packed or not, in capitals or not.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let ending = |name: &str, endings: &[&str]| -> Option<usize> {
            let (rest, ending) = name.rsplit_once('.')?;
            endings.iter().any(|one| ending.eq_ignore_ascii_case(one)).then_some(rest.len())
        };
        let name = ending(name, &["gz", "bz2", "zst"]).map_or(name, |length| &name[..length]);
        Self::ALL.into_iter().find(|format| ending(name, format.endings()).is_some())
    }

    /// Whether a file in a folder is read, by its name: only of one format, or of any.
    pub(super) fn is_read(name: &str, only: Option<Self>) -> bool {
        Self::of_name(name).is_some_and(|format| only.is_none_or(|only| format == only))
    }
}

/// A format of files, and what is read of them.
#[derive(Clone, Debug)]
pub(super) struct GamesFormat {
    /// What a row is.
    pub(super) rows: Rows,
    /// What files hold; each name or content tells it where that is not said.
    pub(super) stored_as: Option<StoredAs>,
    /// How files are named in rows.
    pub(super) names: Arc<Names>,
}

impl GamesFormat {
    /// The name that tells what a file holds.
    pub(super) fn layout_name(&self, file: &Path) -> PathBuf {
        match self.stored_as {
            Some(stored_as) => format!("file.{}", stored_as.endings()[0]).into(),
            None => file.filename().unwrap_or_default().into(),
        }
    }

    pub(super) const fn file_type(&self) -> &'static str {
        match self.stored_as {
            Some(StoredAs::Pgn) => "pgn",
            Some(StoredAs::Epd) => "epd",
            Some(StoredAs::Puzzles) => "puzzles",
            None => "pgn, epd or puzzles",
        }
    }

    /// As the options of a table say.
    ///
    /// # Errors
    ///
    /// When there is an option of another name, or it says something else.
    pub(super) fn with_options(stored_as: StoredAs, options: &HashMap<String, String>) -> Result<Self> {
        let mut rows = Rows::default();
        for (key, value) in options {
            match key.strip_prefix("format.").unwrap_or(key) {
                "rows" => rows = value.parse().map_err(|error| plan_datafusion_err!("{error}"))?,
                other => return plan_err!("{} has the option rows, not {other}", stored_as.name()),
            }
        }
        Ok(Self { rows, stored_as: Some(stored_as), names: Arc::default() })
    }
}
