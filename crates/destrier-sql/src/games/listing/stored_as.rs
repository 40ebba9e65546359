//! The formats that files of games are stored in, as `STORED AS` names them.

use destrier_games::{INPUT_FORMATS, InputFormat};
use std::path::Path;

/// A format of files.
pub(crate) type StoredAs = &'static InputFormat;

/// The name that `STORED AS` has for a format.
pub(crate) fn name(format: StoredAs) -> String {
    format.name.to_uppercase()
}

/// The format of a name.
pub(crate) fn by_name(given: &str) -> Option<StoredAs> {
    INPUT_FORMATS.into_iter().find(|format| name(format) == given)
}

/// Whether a table reads a file in a folder, by its name: files of one format, or of any.
pub(crate) fn is_read(name: &str, only: Option<StoredAs>) -> bool {
    InputFormat::of_name(Path::new(name)).is_some_and(|format| only.is_none_or(|only| format == only))
}
