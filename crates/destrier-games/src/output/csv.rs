//! CSV (RFC 4180): a line a row, after a line with the names of the columns.

use super::cells::{Cell, Cells};
use super::format::{Ending, Output, OutputFormat, OutputRequest};
use super::text::{Encoder, TextFile};
use arrow_array::RecordBatch;
use std::io::Write as _;

/// Comma-separated values.
pub(super) static CSV: OutputFormat = OutputFormat {
    name: "csv",
    description: "Comma-separated values, with a header",
    endings: &["csv"],
    ending: Ending::RowByRow,
    is_table: true,
    open,
};

fn open(request: OutputRequest) -> Box<dyn Output> {
    let mut header = Vec::new();
    for (i, column) in request.rows.columns().iter().enumerate() {
        if i > 0 {
            header.push(b',');
        }
        write_text(&mut header, &column.name);
    }
    header.push(b'\n');
    TextFile::table(header, request.rows, Csv)
}

/// Writes rows as comma-separated values. Null is nothing at all, lists have spaces between their names.
struct Csv;

impl Encoder for Csv {
    fn encode(&self, batch: &RecordBatch, text: &mut Vec<u8>) {
        let columns: Vec<Cells<'_>> = batch.columns().iter().map(Cells::new).collect();
        for row in 0..batch.num_rows() {
            for (i, column) in columns.iter().enumerate() {
                if i > 0 {
                    text.push(b',');
                }
                write_cell(text, column.cell(row));
            }
            text.push(b'\n');
        }
    }
}

fn write_cell(text: &mut Vec<u8>, cell: Cell<'_>) {
    // Memory does not fail to be written.
    let _ = match cell {
        Cell::Null => Ok(()),
        Cell::Text(value) => return write_text(text, value),
        Cell::Truth(truth) => text.write_all(if truth { b"true" } else { b"false" }),
        Cell::Number(number) => write!(text, "{number}"),
        Cell::Date(day) => write!(text, "{day}"),
        Cell::Set(set) => write!(text, "{set:016x}"),
        Cell::List(names) => {
            for (i, name) in names.into_iter().enumerate() {
                if i > 0 {
                    text.push(b' ');
                }
                text.extend_from_slice(name.as_bytes());
            }
            return;
        }
        Cell::Map(tags) => {
            let tags: Vec<_> = tags.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
            return write_text(text, &tags.join("; "));
        }
    };
}

/// Quoted where it would be taken for more than one value, and where it is empty, which is not null.
fn write_text(text: &mut Vec<u8>, value: &str) {
    // Without a branch a byte, since most texts are whole.
    let parts = |special: bool, byte: u8| special | matches!(byte, b',' | b'"' | b'\n' | b'\r');
    if value.is_empty() || value.bytes().fold(false, parts) {
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

    #[test]
    fn cells_of_every_kind() {
        for (cell, written) in [
            (Cell::Null, ""),
            (Cell::Truth(true), "true"),
            (Cell::Number(-7), "-7"),
            (Cell::Date("2020-01-02".to_owned()), "2020-01-02"),
            (Cell::Set(0x8000_0000_0000_0001), "8000000000000001"),
            (Cell::List(vec!["a1", "h8"]), "a1 h8"),
            (Cell::List(vec![]), ""),
            (Cell::Text(""), "\"\""),
            (Cell::Text("a \"b\""), "\"a \"\"b\"\"\""),
            (Cell::Text("c,"), "\"c,\""),
            (Cell::Map(vec![("a", "1"), ("b", "2,")]), "\"a=1; b=2,\""),
        ] {
            let mut text = Vec::new();
            write_cell(&mut text, cell);
            assert_eq!(String::from_utf8(text).unwrap(), written);
        }
    }
}
