//! The kind of rows of a scan, and the format of its files.

use crate::games::listing::source_names::SourceNames;
use crate::games::listing::stored_as::StoredAs;
use datafusion::object_store::path::Path;
use destrier_games::{INPUT_FORMATS, Pattern, Table, listed};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// The format of files, and the kind of rows of a scan.
#[derive(Clone, Debug)]
pub(crate) struct GamesFormat {
    pub(crate) rows: Table,
    /// The format of the files. With `None`, the name or else the beginning of each file determines it.
    pub(crate) stored_as: Option<StoredAs>,
    /// The patterns of findings.
    pub(crate) patterns: Arc<[&'static Pattern]>,
    /// Whether material alone says what was missed, without the judge.
    pub(crate) is_quick: bool,
    /// The names of files in rows.
    pub(crate) names: Arc<SourceNames>,
}

impl GamesFormat {
    /// Returns a path with the extension of the format, for the reader.
    pub(super) fn path(&self, file: &Path) -> PathBuf {
        match self.stored_as {
            Some(format) => format!("file.{}", format.endings[0]).into(),
            None => file.filename().unwrap_or_default().into(),
        }
    }

    /// Returns the name of the format, or of all possible formats.
    pub(super) fn file_type(&self) -> &'static str {
        static ANY: LazyLock<String> =
            LazyLock::new(|| listed(INPUT_FORMATS.iter().map(|format| format.name.to_owned()), "or"));
        self.stored_as.map_or(&ANY, |format| format.name)
    }
}
