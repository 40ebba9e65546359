//! The formats of output.

use crate::Failure;
use clap::ValueEnum;
use std::path::Path;

/// A format of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A table of how much was found, and the sharpest finds
    Summary,
    /// A JSON object a row
    Jsonl,
    /// Comma-separated values, with a header
    Csv,
    /// A table for DuckDB, Polars, Spark and others
    Parquet,
    /// The games with findings, each a comment with arrows and circles
    Pgn,
}

impl Format {
    pub(crate) fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The format that was named, or the one of the file's ending, or the usual one.
    pub(crate) fn choose(named: Option<Self>, file: Option<&Path>, usual: Self) -> Result<Self, Failure> {
        match (named, file) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(usual),
            (None, Some(file)) => Self::of_ending(file).ok_or_else(|| {
                Failure::usage(format!(
                    "{}: its ending names no format: say which with --format",
                    file.display()
                ))
            }),
        }
    }

    fn of_ending(file: &Path) -> Option<Self> {
        match file.extension()?.to_ascii_lowercase().to_str()? {
            "txt" => Some(Self::Summary),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            "csv" => Some(Self::Csv),
            "parquet" => Some(Self::Parquet),
            "pgn" => Some(Self::Pgn),
            _ => None,
        }
    }
}
