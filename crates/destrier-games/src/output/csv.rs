//! CSV (RFC 4180): a header with the names of the columns, then one line per row.

use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use super::text::{Encoder, FillCell, table, write_complete, write_plain, write_set};
use crate::chess::SanWithSign;
use crate::formats::pgn::Tags;
use crate::games::Date;
use crate::tables::{Cells, first_of_each_name};
use std::fmt::Display;
use std::io::{self, Write};

/// Comma-separated values.
pub(crate) static CSV: OutputFormat = OutputFormat {
    name: "csv",
    description: "Comma-separated values, with a header",
    endings: &["csv"],
    ending: Ending::RowByRow,
    is_table: true,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    let header = header(request.rows.columns().iter().map(|column| &*column.name));
    table(header, request.rows, Csv)
}

/// Writes a table whose rows are complete.
pub(crate) fn write_csv(
    names: &[&str],
    rows: usize,
    fill: &FillCell<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_complete(&header(names.iter().copied()), &Csv, names.len(), rows, fill, out)
}

fn header<'a>(names: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut header = Vec::new();
    for (i, name) in names.enumerate() {
        if i > 0 {
            header.push(b',');
        }
        write_text(&mut header, name);
    }
    header.push(b'\n');
    header
}

/// Writes rows as comma-separated values. Null is an empty cell; the items of a list are separated by spaces.
struct Csv;

impl Encoder for Csv {
    fn cell(&self, column: usize, text: &mut Vec<u8>, fill: impl FnOnce(&mut dyn Cells)) {
        if column > 0 {
            text.push(b',');
        }
        fill(&mut CsvCell(text));
    }

    fn end_row(&self, _: usize, text: &mut Vec<u8>) {
        text.push(b'\n');
    }
}

struct CsvCell<'a>(&'a mut Vec<u8>);

impl Cells for CsvCell<'_> {
    fn null(&mut self) {}

    fn text(&mut self, text: &str) {
        write_text(self.0, text);
    }

    fn written(&mut self, text: &dyn Display) {
        write_plain(self.0, text, is_special, write_text);
    }

    fn plain(&mut self, value: &dyn Display) {
        // Writing to memory cannot fail.
        let _ = write!(self.0, "{value}");
    }

    fn date(&mut self, date: Option<Date>) {
        if let Some(date) = date {
            self.plain(&date);
        }
    }

    fn sets(&mut self, sets: &[u64]) {
        sets.iter().for_each(|&set| write_set(self.0, set));
    }

    fn list(&mut self, names: &mut dyn Iterator<Item = &'static str>) {
        for (i, name) in names.enumerate() {
            if i > 0 {
                self.0.push(b' ');
            }
            self.0.extend_from_slice(name.as_bytes());
        }
    }

    fn sans(&mut self, sans: &[SanWithSign]) {
        for (i, san) in sans.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            self.plain(&format_args!("{space}{san}"));
        }
    }

    fn tags(&mut self, tags: &Tags<'_>) {
        let tags: Vec<_> = first_of_each_name(tags)
            .into_iter()
            .map(|tag| format!("{}={}", String::from_utf8_lossy(tag.name), tag.value()))
            .collect();
        self.text(&tags.join("; "));
    }
}

const fn is_special(byte: u8) -> bool {
    matches!(byte, b',' | b'"' | b'\n' | b'\r')
}

/// Writes a text. It is quoted if it contains special characters, or if it is empty, to distinguish it from null.
fn write_text(text: &mut Vec<u8>, value: &str) {
    // Branch-free per byte, because most texts need no quotes.
    if value.is_empty() || value.bytes().fold(false, |special, byte| special | is_special(byte)) {
        text.push(b'"');
        text.extend_from_slice(value.replace('"', "\"\"").as_bytes());
        text.push(b'"');
    } else {
        text.extend_from_slice(value.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{CastlingSide, San};
    use destrier::batch::ABSENT;

    const SANS: [SanWithSign; 2] = [
        SanWithSign { san: San::Null, sign: "" },
        SanWithSign { san: San::Castling(CastlingSide::King), sign: "+" },
    ];

    #[test]
    fn formats_cells_of_every_type() {
        let tags = Tags::read(b"[a \"1\"]\n[b \"2,\"]\n");
        let cells: [(&dyn Fn(&mut CsvCell<'_>), &str); 17] = [
            (&|cell| cell.real(Some(0.5)), "0.5"),
            (&|cell| cell.date("2020-01-02".parse().ok()), "2020-01-02"),
            (&|cell| cell.null(), ""),
            (&|cell| cell.truth(true), "true"),
            (&|cell| cell.number(Some(7)), "7"),
            (&|cell| cell.numbers(&[3]), "3"),
            (&|cell| cell.numbers(&[ABSENT]), ""),
            (&|cell| cell.sets(&[0x8000_0000_0000_0001]), "8000000000000001"),
            (&|cell| cell.list(&mut ["a1", "h8"].into_iter()), "a1 h8"),
            (&|cell| cell.list(&mut [].into_iter()), ""),
            (&|cell| cell.sans(&SANS), "-- O-O+"),
            (&|cell| cell.sans(&[]), ""),
            (&|cell| cell.text(""), "\"\""),
            (&|cell| cell.text("a \"b\""), "\"a \"\"b\"\"\""),
            (&|cell| cell.written(&"c,"), "\"c,\""),
            (&|cell| cell.written(&"c"), "c"),
            (&|cell| cell.tags(&tags), "\"a=1; b=2,\""),
        ];
        for (fill, written) in cells {
            let mut text = Vec::new();
            fill(&mut CsvCell(&mut text));
            assert_eq!(String::from_utf8(text).unwrap(), written);
        }
    }
}
