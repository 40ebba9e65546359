//! The rows that a scan makes of files, and the formats of these.

use crate::games::listing::source_names::SourceNames;
use crate::games::listing::stored_as::StoredAs;
use datafusion::object_store::path::Path;
use destrier_games::{INPUT_FORMATS, Table};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// The format of files, and the rows that a scan makes of them.
#[derive(Clone, Debug)]
pub(crate) struct GamesFormat {
    pub(crate) rows: Table,
    /// What files hold. `None`: the name or first line of each file tells.
    pub(crate) stored_as: Option<StoredAs>,
    /// How files are named in rows.
    pub(crate) names: Arc<SourceNames>,
}

impl GamesFormat {
    /// A path whose ending shows the reader the format of a file.
    pub(super) fn path(&self, file: &Path) -> PathBuf {
        match self.stored_as {
            Some(format) => format!("file.{}", format.endings[0]).into(),
            None => file.filename().unwrap_or_default().into(),
        }
    }

    /// The name of the format, or of all that a file may have.
    pub(super) fn file_type(&self) -> &'static str {
        static ANY: LazyLock<String> = LazyLock::new(|| {
            let [names @ .., last] = INPUT_FORMATS.map(|format| format.name);
            format!("{} or {last}", names.join(", "))
        });
        self.stored_as.map_or(&ANY, |format| format.name)
    }
}
