//! Norms: how often other players find patterns, from a table that `rates` wrote.

use crate::formats::csv_fields;
use crate::rates::RateCounts;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use bytes::Bytes;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;

/// Found rates of other players, by pattern, rating and speed.
#[derive(Clone, Debug, Default)]
pub struct Norms {
    /// The name of the table.
    name: String,
    /// For each pattern, rating and speed how often moves were found and missed. Absent parts stand for all.
    cells: HashMap<[Option<String>; 3], RateCounts>,
}

/// The error for a table that has no norms.
#[derive(Debug, thiserror::Error)]
pub enum NormsError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The ending of the file names no format.
    #[error("expected a table of `destrier rates` that ends in .csv, .jsonl or .parquet")]
    Ending,
    /// The content is not a table.
    #[error("not a table of `destrier rates`: {0}")]
    Invalid(String),
    /// A column is missing.
    #[error(
        "a table of norms needs the columns pattern, elo, speed, found and missed; make it with \
        `destrier rates --by pattern,elo,speed`"
    )]
    Columns,
    /// No move was found or missed.
    #[error("the table counts no opportunities, so there is nothing to compare with")]
    Empty,
}

fn invalid(reason: impl ToString) -> NormsError {
    NormsError::Invalid(reason.to_string())
}

/// The key columns that norms use.
const KEYS: [&str; 3] = ["pattern", "elo", "speed"];

impl Norms {
    /// The largest table in bytes.
    const MAX_SIZE: u64 = 64 << 20;

    /// Reads a table that `destrier rates` wrote as CSV, JSON lines or Parquet. Groups by other keys are added up.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not such a table.
    pub fn read(path: &Path) -> Result<Self, NormsError> {
        let length = fs::metadata(path)?.len();
        if length > Self::MAX_SIZE {
            return Err(invalid("it is larger than 64 MiB"));
        }
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        let mut norms = Self {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            ..Self::default()
        };
        match ending.to_str() {
            Some("csv") => norms.read_csv(&fs::read(path)?)?,
            Some("jsonl" | "ndjson") => norms.read_json_lines(&fs::read(path)?)?,
            Some("parquet") => norms.read_parquet(fs::read(path)?.into())?,
            _ => return Err(NormsError::Ending),
        }
        let has_counts = norms.cells.values().any(|counts| counts.found + counts.missed > 0);
        if has_counts { Ok(norms) } else { Err(NormsError::Empty) }
    }

    /// Returns the name of the table's file.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns how often a pattern was found and missed, by players with this rating at this speed. If the table has
    /// too few of them, returns the counts of all speeds, and then of all ratings. `None` if there are too few, too.
    pub(super) fn counts(&self, pattern: &str, elo: &str, speed: &str) -> Option<&RateCounts> {
        let (elo, speed) = (Some(elo), Some(speed));
        for pattern in [Some(pattern), None] {
            for (elo, speed) in [(elo, speed), (elo, None), (None, speed), (None, None)] {
                let key = [pattern, elo, speed].map(|name| name.map(str::to_owned));
                if let Some(counts) = self.cells.get(&key).filter(|counts| !counts.is_few()) {
                    return Some(counts);
                }
            }
        }
        None
    }

    /// Adds a row of the table to its cell and to the cells that contain it.
    fn add(&mut self, [pattern, elo, speed]: [Option<&str>; 3], found: u64, missed: u64) {
        let mut keys = vec![[pattern, elo, speed], [pattern, elo, None], [pattern, None, None]];
        keys.dedup();
        for key in keys {
            let counts = self.cells.entry(key.map(|name| name.map(str::to_owned))).or_default();
            counts.found = counts.found.saturating_add(found);
            counts.missed = counts.missed.saturating_add(missed);
        }
    }

    fn read_csv(&mut self, bytes: &[u8]) -> Result<(), NormsError> {
        let text = std::str::from_utf8(bytes).map_err(invalid)?;
        let mut lines = text.trim_start_matches('\u{feff}').lines().filter(|line| !line.trim().is_empty());
        let header: Vec<&str> = cells(lines.next().unwrap_or_default());
        let column = |name: &str| header.iter().position(|known| *known == name);
        let ([Some(pattern), Some(elo), Some(speed)], Some(found), Some(missed)) =
            (KEYS.map(column), column("found"), column("missed"))
        else {
            return Err(NormsError::Columns);
        };
        for (number, line) in (2..).zip(lines) {
            let row = cells(line);
            let [found, missed] = [found, missed].map(|column| match row.get(column) {
                // A pattern without moves can be neither found nor missed.
                Some(&"") => Ok(0),
                Some(cell) => cell
                    .parse::<u64>()
                    .map_err(|_| invalid(format!("line {number}: {cell:?} is not a count"))),
                None => Err(invalid(format!("line {number} has too few cells"))),
            });
            self.add([pattern, elo, speed].map(|key| row.get(key).copied()), found?, missed?);
        }
        Ok(())
    }

    fn read_json_lines(&mut self, bytes: &[u8]) -> Result<(), NormsError> {
        let text = std::str::from_utf8(bytes).map_err(invalid)?;
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let row: serde_json::Value =
                serde_json::from_str(line).map_err(|error| invalid(format!("line {number}: {error}")))?;
            let [found, missed] = ["found", "missed"].map(|name| match row.get(name) {
                Some(serde_json::Value::Null) => Ok(0),
                Some(count) => {
                    count.as_u64().ok_or_else(|| invalid(format!("line {number}: {count} is not a count")))
                }
                None => Err(NormsError::Columns),
            });
            if KEYS.iter().any(|key| row.get(key).is_none()) {
                return Err(NormsError::Columns);
            }
            self.add(KEYS.map(|key| row[key].as_str()), found?, missed?);
        }
        Ok(())
    }

    fn read_parquet(&mut self, bytes: Bytes) -> Result<(), NormsError> {
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).and_then(|builder| builder.build());
        for batch in reader.map_err(invalid)? {
            self.add_batch(&batch.map_err(invalid)?)?;
        }
        Ok(())
    }

    fn add_batch(&mut self, batch: &RecordBatch) -> Result<(), NormsError> {
        let counts = ["found", "missed"].map(|name| {
            let column = batch.column_by_name(name)?;
            (column.data_type() == &DataType::Int64).then(|| column.as_primitive::<Int64Type>())
        });
        let keys = KEYS.map(|name| {
            let column = batch.column_by_name(name)?;
            (column.data_type() == &DataType::Utf8).then(|| column.as_string::<i32>())
        });
        let ([Some(found), Some(missed)], [Some(pattern), Some(elo), Some(speed)]) = (counts, keys) else {
            return Err(NormsError::Columns);
        };
        for row in 0..batch.num_rows() {
            let [found, missed] = [found, missed].map(|counts| {
                let count = if counts.is_valid(row) { counts.value(row) } else { 0 };
                u64::try_from(count).map_err(|_| invalid("a count is negative"))
            });
            let keys = [pattern, elo, speed].map(|key| key.is_valid(row).then(|| key.value(row)));
            self.add(keys, found?, missed?);
        }
        Ok(())
    }
}

/// Splits a line into its cells.
fn cells(line: &str) -> Vec<&str> {
    csv_fields(line.as_bytes()).map(|(_, cell)| std::str::from_utf8(cell).unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Source;
    use crate::rates::{RATE_FORMATS, RateKey, RateRequest};
    use crate::scan::Scan;
    use crate::search::FindingFilter;

    #[test]
    fn every_format_of_rates_gives_the_same_norms() {
        let keys = ["pattern", "elo", "speed"].map(|name| RateKey::by_name(name).unwrap()).to_vec();
        let scan = Scan::new([Source::new("../../samples/lichess.pgn")]);
        let rates = RateRequest::new(keys, FindingFilter::default()).count(&scan).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut all = Vec::new();
        for format in RATE_FORMATS.iter().filter(|format| format.name != "table") {
            let path = folder.path().join(format!("norms.{}", format.endings[0]));
            let mut bytes = Vec::new();
            rates.write(format, &mut bytes).unwrap();
            fs::write(&path, bytes).unwrap();
            all.push(Norms::read(&path).unwrap());
        }
        let counts = |norms: &Norms| norms.counts("knight-fork", "1400-1599", "blitz").copied();
        let expected: u64 = rates
            .rows
            .iter()
            .filter(|row| row.values[0].as_str() == "knight-fork")
            .map(|row| row.counts.found)
            .sum();
        // No band has ten decided opportunities at a single speed, so the counts are those of all players.
        assert_eq!(counts(&all[0]).unwrap().found, expected);
        assert!(all.len() == 3 && all.iter().all(|norms| norms.cells == all[0].cells));
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        for (name, content, said) in [
            ("a.txt", "", "ends in .csv"),
            ("a.csv", "", "needs the columns"),
            ("a.csv", "pattern,found\n", "needs the columns"),
            ("a.csv", "pattern,elo,found,missed\na,1400-1599,1,1\n", "--by pattern,elo,speed"),
            ("a.csv", "pattern,elo,speed,found,missed\na,b,c,1,x\n", "line 2"),
            ("a.csv", "pattern,elo,speed,found,missed\na,b,c,1\n", "too few cells"),
            ("a.csv", "pattern,elo,speed,found,missed\na,b,c,0,0\n", "no opportunities"),
            ("a.jsonl", "{\"found\":null}\n", "needs the columns"),
            ("a.jsonl", "{\"pattern\":\"a\",\"elo\":\"b\",\"found\":1,\"missed\":1}\n", "needs the columns"),
            (
                "a.jsonl",
                "{\"pattern\":\"a\",\"elo\":null,\"speed\":null,\"found\":null,\"missed\":null}\n",
                "no opportunities",
            ),
            (
                "a.jsonl",
                "{\"pattern\":null,\"elo\":null,\"speed\":null,\"found\":1,\"missed\":\"x\"}\n",
                "is not a count",
            ),
            ("a.jsonl", "{\n", "line 1"),
            ("a.parquet", "PAR1", "not a table"),
        ] {
            let path = folder.path().join(name);
            fs::write(&path, content).unwrap();
            let error = Norms::read(&path).unwrap_err().to_string();
            assert!(error.contains(said), "{name} {content:?}: {error}");
        }
    }
}
