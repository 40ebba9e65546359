//! The output formats of rates and their registry.

use super::columns::RateCell;
use super::rows::Rates;
use super::table::write_table;
use crate::output::{of_parquet, write_csv_text};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use std::io::{self, Write};

/// An output format of rates: an entry of [`RATE_FORMATS`].
#[derive(Debug)]
pub struct RateFormat {
    /// The name.
    pub name: &'static str,
    /// A short description.
    pub description: &'static str,
    /// The file name extensions, without the dot.
    pub endings: &'static [&'static str],
    /// Whether the format is text that a terminal can show.
    pub is_text: bool,
    pub(super) write: fn(&Rates, &mut dyn Write) -> io::Result<()>,
}

/// Each format exists once, so names identify formats.
impl PartialEq for RateFormat {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// All output formats of rates.
pub static RATE_FORMATS: [&RateFormat; 4] = [
    &RateFormat {
        name: "table",
        description: "An aligned text table",
        endings: &["txt"],
        is_text: true,
        write: write_table,
    },
    &RateFormat {
        name: "csv",
        description: "Comma-separated values, with a header",
        endings: &["csv"],
        is_text: true,
        write: write_csv,
    },
    &RateFormat {
        name: "jsonl",
        description: "JSON lines, one object per row",
        endings: &["jsonl", "ndjson"],
        is_text: true,
        write: write_json_lines,
    },
    &RateFormat {
        name: "parquet",
        description: "A Parquet table for DuckDB, Polars, Spark and others",
        endings: &["parquet"],
        is_text: false,
        write: write_parquet,
    },
];

impl Rates {
    /// Writes the rates in a format.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn write(&self, format: &RateFormat, out: &mut dyn Write) -> io::Result<()> {
        (format.write)(self, out)
    }
}

fn write_csv(rates: &Rates, out: &mut dyn Write) -> io::Result<()> {
    let columns = rates.columns();
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    writeln!(out, "{}", names.join(","))?;
    let mut line = Vec::new();
    for row in &rates.rows {
        for (index, column) in columns.iter().enumerate() {
            if index > 0 {
                line.push(b',');
            }
            match rates.cell(column, row) {
                RateCell::Null => {}
                RateCell::Text(text) => write_csv_text(&mut line, text),
                RateCell::Count(count) => write!(line, "{count}")?,
                RateCell::Real(real) => write!(line, "{real}")?,
            }
        }
        line.push(b'\n');
        out.write_all(&line)?;
        line.clear();
    }
    Ok(())
}

fn write_json_lines(rates: &Rates, out: &mut dyn Write) -> io::Result<()> {
    let columns = rates.columns();
    for row in &rates.rows {
        for (index, column) in columns.iter().enumerate() {
            write!(out, "{}\"{}\":", if index == 0 { '{' } else { ',' }, column.name)?;
            match rates.cell(column, row) {
                RateCell::Null => write!(out, "null")?,
                RateCell::Text(text) => serde_json::to_writer(&mut *out, text)?,
                RateCell::Count(count) => write!(out, "{count}")?,
                RateCell::Real(real) => write!(out, "{real}")?,
            }
        }
        writeln!(out, "}}")?;
    }
    Ok(())
}

fn write_parquet(rates: &Rates, out: &mut dyn Write) -> io::Result<()> {
    let bytes = || -> Result<Vec<u8>, ParquetError> {
        let batch = rates.record_batch()?;
        let properties = WriterProperties::builder()
            .set_created_by(format!("destrier {}", env!("CARGO_PKG_VERSION")))
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?));
        let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties.build()))?;
        writer.write(&batch)?;
        writer.into_inner()
    };
    out.write_all(&bytes().map_err(of_parquet)?)
}
