//! Output formats, and how one is chosen.

use crate::failure::Failure;
use clap::ValueEnum;
use std::path::Path;

/// An output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
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

impl OutputFormat {
    pub(crate) fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The format of `--format`, or else the one of the file's ending, or without a file the `default`.
    pub(crate) fn choose(named: Option<Self>, file: Option<&Path>, default: Self) -> Result<Self, Failure> {
        match (named, file) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(default),
            (None, Some(file)) => Self::of_ending(file).ok_or_else(|| {
                Failure::usage_at(file, "its ending names no format: say which with --format")
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
