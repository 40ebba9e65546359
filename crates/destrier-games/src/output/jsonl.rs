//! JSON lines: an object a row.

use super::cells::{Cell, Cells};
use super::format::{Ending, Output, OutputFormat, OutputRequest};
use super::text::{Encoder, TextFile};
use arrow_array::RecordBatch;
use std::io::Write as _;

/// A JSON object a row.
pub(super) static JSON_LINES: OutputFormat = OutputFormat {
    name: "jsonl",
    description: "A JSON object a row",
    endings: &["jsonl", "ndjson"],
    ending: Ending::RowByRow,
    is_table: true,
    open,
};

fn open(request: OutputRequest) -> Box<dyn Output> {
    let columns = request.rows.columns();
    let place = |name: &str| columns.iter().position(|column| column.name == name);
    let keys = columns.iter().map(|column| Key {
        key: format!("{}:", serde_json::Value::from(&*column.name)),
        absent_with: column.absent_with.and_then(place),
    });
    let keys = keys.collect();
    TextFile::table(Vec::new(), request.rows, JsonLines { keys })
}

/// Writes rows as JSON objects, a line each, keys in the order of the columns. What a row does not have is left out.
struct JsonLines {
    keys: Vec<Key>,
}

struct Key {
    /// The name of the column, quoted, with a colon.
    key: String,
    /// The column whose null means that a row has no such field.
    absent_with: Option<usize>,
}

impl Encoder for JsonLines {
    fn encode(&self, batch: &RecordBatch, text: &mut Vec<u8>) {
        let columns: Vec<Cells<'_>> = batch.columns().iter().map(Cells::new).collect();
        for row in 0..batch.num_rows() {
            let mut before = b'{';
            for (key, column) in self.keys.iter().zip(&columns) {
                if key.absent_with.is_some_and(|other| columns[other].is_null(row)) {
                    continue;
                }
                text.push(before);
                text.extend_from_slice(key.key.as_bytes());
                write_cell(text, column.cell(row));
                before = b',';
            }
            text.extend_from_slice(if before == b'{' { b"{}\n" } else { b"}\n" });
        }
    }
}

fn write_cell(text: &mut Vec<u8>, cell: Cell<'_>) {
    // Memory does not fail to be written.
    let _ = match cell {
        Cell::Null => text.write_all(b"null"),
        Cell::Text(value) => return write_text(text, value),
        Cell::Truth(truth) => text.write_all(if truth { b"true" } else { b"false" }),
        Cell::Number(number) => write!(text, "{number}"),
        Cell::Date(day) => write!(text, "\"{day}\""),
        Cell::Set(set) => write!(text, "\"{set:016x}\""),
        Cell::List(names) => {
            text.push(b'[');
            for (i, name) in names.into_iter().enumerate() {
                if i > 0 {
                    text.push(b',');
                }
                write_text(text, name);
            }
            write!(text, "]")
        }
        Cell::Map(tags) => {
            text.push(b'{');
            for (i, (name, value)) in tags.into_iter().enumerate() {
                if i > 0 {
                    text.push(b',');
                }
                write_text(text, name);
                text.push(b':');
                write_text(text, value);
            }
            write!(text, "}}")
        }
    };
}

fn write_text(text: &mut Vec<u8>, value: &str) {
    serde_json::to_writer(text, value).expect("text goes into memory");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_every_kind() {
        for (cell, written) in [
            (Cell::Null, "null"),
            (Cell::Truth(false), "false"),
            (Cell::Number(i64::MAX), "9223372036854775807"),
            (Cell::Date("2020-01-02".to_owned()), r#""2020-01-02""#),
            (Cell::Set(1 << 63 | 1), r#""8000000000000001""#),
            (Cell::List(vec!["check", "royal"]), r#"["check","royal"]"#),
            (Cell::List(vec![]), "[]"),
            (Cell::Text("a\"b\\c\n\u{1}é"), r#""a\"b\\c\n\u0001é""#),
            (Cell::Map(vec![("a", "1"), ("b", "\"")]), r#"{"a":"1","b":"\""}"#),
        ] {
            let mut text = Vec::new();
            write_cell(&mut text, cell);
            assert_eq!(String::from_utf8(text).unwrap(), written);
        }
    }
}
