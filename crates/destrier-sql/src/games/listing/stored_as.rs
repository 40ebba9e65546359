//! Storage formats of games, with their names in `STORED AS`.

use destrier_games::{INPUT_FORMATS, InputFormat, unsupported_name};
use std::path::Path;

/// A storage format.
pub(crate) type StoredAs = &'static InputFormat;

/// Returns the name of a format in `STORED AS`.
pub(crate) fn name(format: StoredAs) -> String {
    format.name.to_uppercase()
}

/// Returns the formats of text. `STORED AS PARQUET` is DataFusion's.
pub(crate) fn formats() -> impl Iterator<Item = StoredAs> {
    INPUT_FORMATS.into_iter().filter(|format| !format.is_table())
}

/// Returns the format of a file, by its name.
pub(crate) fn of_name(name: &str) -> Option<StoredAs> {
    InputFormat::of_name(Path::new(name))
}

/// Returns whether the name of a file is that of a Parquet table.
pub(crate) fn is_table_name(name: &str) -> bool {
    of_name(name).is_some_and(InputFormat::is_table)
}

/// Returns the format with a name.
pub(crate) fn by_name(given: &str) -> Option<StoredAs> {
    formats().find(|format| name(format) == given)
}

/// Returns whether a table reads a file in a folder, by its name: only one format, or any.
pub(crate) fn is_read(name: &str, only: Option<StoredAs>) -> bool {
    match of_name(name) {
        Some(format) => only.is_none_or(|only| format == only),
        // An error, so that no games are missing without a message.
        None => only.is_none() && unsupported_name(Path::new(name)).is_some(),
    }
}
