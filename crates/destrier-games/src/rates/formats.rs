//! The output formats of rates and their registry.

use super::rows::Rates;
use super::table::write_table;
use crate::output::{
    CSV, FillCell, JSON_LINES, OutputFormat, PARQUET, write_batch, write_csv, write_json_lines,
};
use crate::tables::Cells;
use std::io;

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
    pub(super) write: Write,
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
    &of_table(&CSV, true, |rates, out| rates.write_text(write_csv, out)),
    &of_table(&JSON_LINES, true, |rates, out| rates.write_text(write_json_lines, out)),
    &of_table(&PARQUET, false, |rates, out| {
        write_batch(&rates.record_batch().map_err(io::Error::other)?, out)
    }),
];

type Write = fn(&Rates, &mut dyn io::Write) -> io::Result<()>;

/// Returns a format that other tables have, too.
const fn of_table(format: &OutputFormat, is_text: bool, write: Write) -> RateFormat {
    let OutputFormat { name, description, endings, .. } = *format;
    RateFormat { name, description, endings, is_text, write }
}

/// Writes a table with these names of columns and this number of rows.
type WriteText = fn(&[&str], usize, &FillCell<'_>, &mut dyn io::Write) -> io::Result<()>;

impl Rates {
    /// Writes the rates in a format.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn write(&self, format: &RateFormat, out: &mut dyn io::Write) -> io::Result<()> {
        (format.write)(self, out)
    }

    fn write_text(&self, write: WriteText, out: &mut dyn io::Write) -> io::Result<()> {
        let columns = self.columns();
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let fill = &|row: usize, column: usize, cells: &mut dyn Cells| {
            self.fill(&columns[column], &self.rows[row], cells);
        };
        write(&names, self.rows.len(), fill, out)
    }
}
