//! JSON lines: one object per row.

use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use super::text::{Encoder, FillCell, table, write_complete, write_plain, write_set};
use crate::chess::SanWithSign;
use crate::formats::pgn::Tags;
use crate::games::Date;
use crate::tables::{Cells, first_of_each_name};
use std::fmt::Display;
use std::io::{self, Write};

/// One JSON object per row.
pub(crate) static JSON_LINES: OutputFormat = OutputFormat {
    name: "jsonl",
    description: "JSON lines, one object per row",
    endings: &["jsonl", "ndjson"],
    ending: Ending::RowByRow,
    is_table: true,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    let encoder = JsonLines::new(request.rows.columns().iter().map(|column| &*column.name));
    table(Vec::new(), request.rows, encoder)
}

/// Writes a table whose rows are complete.
pub(crate) fn write_json_lines(
    names: &[&str],
    rows: usize,
    fill: &FillCell<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_complete(&[], &JsonLines::new(names.iter().copied()), names.len(), rows, fill, out)
}

/// Writes each row as a JSON object on its own line. The keys are in the order of the columns.
struct JsonLines {
    /// The quoted names of the columns, each with its comma and colon.
    keys: Vec<String>,
}

impl JsonLines {
    fn new<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        Self { keys: names.map(|name| format!(",{}:", serde_json::Value::from(name))).collect() }
    }
}

impl Encoder for JsonLines {
    fn cell(&self, column: usize, text: &mut Vec<u8>, fill: impl FnOnce(&mut dyn Cells)) {
        text.extend_from_slice(self.keys[column].as_bytes());
        fill(&mut JsonCell(text));
    }

    fn end_row(&self, start: usize, text: &mut Vec<u8>) {
        match text.get_mut(start) {
            Some(comma) => *comma = b'{',
            None => text.push(b'{'),
        }
        text.extend_from_slice(b"}\n");
    }
}

struct JsonCell<'a>(&'a mut Vec<u8>);

impl Cells for JsonCell<'_> {
    fn null(&mut self) {
        self.0.extend_from_slice(b"null");
    }

    fn text(&mut self, text: &str) {
        write_text(self.0, text);
    }

    fn written(&mut self, text: &dyn Display) {
        self.0.push(b'"');
        let start = self.0.len();
        write_plain(self.0, text, is_special, |text, value| {
            text.truncate(start - 1);
            write_text(text, value);
            text.pop();
        });
        self.0.push(b'"');
    }

    fn plain(&mut self, value: &dyn Display) {
        // Writing to memory cannot fail.
        let _ = write!(self.0, "{value}");
    }

    fn date(&mut self, date: Option<Date>) {
        match date {
            Some(date) => self.plain(&format_args!("\"{date}\"")),
            None => self.null(),
        }
    }

    fn sets(&mut self, sets: &[u64]) {
        for &set in sets {
            self.0.push(b'"');
            write_set(self.0, set);
            self.0.push(b'"');
        }
    }

    fn list(&mut self, names: &mut dyn Iterator<Item = &'static str>) {
        self.0.push(b'[');
        for (i, name) in names.enumerate() {
            if i > 0 {
                self.0.push(b',');
            }
            self.text(name);
        }
        self.0.push(b']');
    }

    fn sans(&mut self, sans: &[SanWithSign]) {
        self.0.push(b'[');
        for (i, san) in sans.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            self.plain(&format_args!("{comma}\"{san}\""));
        }
        self.0.push(b']');
    }

    fn tags(&mut self, tags: &Tags<'_>) {
        self.0.push(b'{');
        for (i, tag) in first_of_each_name(tags).into_iter().enumerate() {
            if i > 0 {
                self.0.push(b',');
            }
            self.text(&String::from_utf8_lossy(tag.name));
            self.0.push(b':');
            self.text(&tag.value());
        }
        self.0.push(b'}');
    }
}

const fn is_special(byte: u8) -> bool {
    byte < b' ' || byte == b'"' || byte == b'\\'
}

fn write_text(text: &mut Vec<u8>, value: &str) {
    // Branch-free per byte, because most texts need no escapes.
    if !value.bytes().fold(false, |special, byte| special | is_special(byte)) {
        text.push(b'"');
        text.extend_from_slice(value.as_bytes());
        text.push(b'"');
        return;
    }
    serde_json::to_writer(text, value).expect("writing to memory cannot fail");
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
        let tags = Tags::read(b"[a \"1\"]\n[b \"\\\"\"]\n");
        let cells: [(&dyn Fn(&mut JsonCell<'_>), &str); 17] = [
            (&|cell| cell.real(Some(0.5)), "0.5"),
            (&|cell| cell.real(Some(180.0)), "180"),
            (&|cell| cell.date("2020-01-02".parse().ok()), r#""2020-01-02""#),
            (&|cell| cell.null(), "null"),
            (&|cell| cell.truth(false), "false"),
            (&|cell| cell.number(Some(i64::MIN)), "-9223372036854775808"),
            (&|cell| cell.numbers(&[3]), "3"),
            (&|cell| cell.numbers(&[ABSENT]), "null"),
            (&|cell| cell.sets(&[1 << 63 | 1]), r#""8000000000000001""#),
            (&|cell| cell.list(&mut ["check", "royal"].into_iter()), r#"["check","royal"]"#),
            (&|cell| cell.list(&mut [].into_iter()), "[]"),
            (&|cell| cell.sans(&SANS), r#"["--","O-O+"]"#),
            (&|cell| cell.sans(&[]), "[]"),
            (&|cell| cell.text("a\"b\\c\n\u{1}é"), r#""a\"b\\c\n\u0001é""#),
            (&|cell| cell.written(&"a\"b\\c\n\u{1}é"), r#""a\"b\\c\n\u0001é""#),
            (&|cell| cell.written(&"é"), r#""é""#),
            (&|cell| cell.tags(&tags), r#"{"a":"1","b":"\""}"#),
        ];
        for (fill, written) in cells {
            let mut text = Vec::new();
            fill(&mut JsonCell(&mut text));
            assert_eq!(String::from_utf8(text).unwrap(), written);
        }
    }
}
