//! The rows that a scan makes of files, and the formats of these.

use crate::games::listing::source_names::SourceNames;
use crate::games::listing::stored_as::StoredAs;
use crate::games::rows::Rows;
use datafusion::object_store::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

/// The format of files, and the rows that a scan makes of them.
#[derive(Clone, Debug)]
pub(crate) struct GamesFormat {
    pub(crate) rows: Rows,
    /// What files hold. `None`: the name or first line of each file tells.
    pub(crate) stored_as: Option<StoredAs>,
    /// How files are named in rows.
    pub(crate) names: Arc<SourceNames>,
}

impl GamesFormat {
    /// A file name by which the reader knows what a file holds.
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
}
