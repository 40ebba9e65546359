//! JSON lines: an object a row.

use super::RowFormat;
use crate::table::{Cell, Column, names};

/// Writes rows as JSON objects, a line each, keys in the order of the columns. What a row does not have is left out.
#[derive(Debug)]
pub struct JsonLines {
    /// Of each column its name as a key, with the colon.
    keys: Vec<String>,
}

impl JsonLines {
    /// Lines with keys for these columns.
    #[must_use]
    pub fn new(columns: &[Column]) -> Self {
        let key = |column: &Column| format!("{}:", serde_json::Value::from(&column.name[..]));
        Self { keys: columns.iter().map(key).collect() }
    }
}

impl RowFormat for JsonLines {
    type Part = Vec<u8>;

    fn part(&self) -> Vec<u8> {
        Vec::new()
    }

    fn size(&self, part: &Vec<u8>) -> usize {
        part.len()
    }

    fn row(&self, part: &mut Vec<u8>, cells: &[Cell<'_>]) {
        let mut before = b'{';
        for (key, &cell) in self.keys.iter().zip(cells) {
            if cell != Cell::Absent {
                part.push(before);
                part.extend_from_slice(key.as_bytes());
                write_cell(part, cell);
                before = b',';
            }
        }
        part.extend_from_slice(b"}\n");
    }
}

fn write_cell(part: &mut Vec<u8>, cell: Cell<'_>) {
    match cell {
        Cell::Absent | Cell::Null => part.extend_from_slice(b"null"),
        Cell::Text(text) => write_text(part, text),
        Cell::Truth(truth) => part.extend_from_slice(if truth { b"true" } else { b"false" }),
        Cell::Number(number) => part.extend_from_slice(number.to_string().as_bytes()),
        Cell::Set(set) => part.extend_from_slice(format!("\"{set:016x}\"").as_bytes()),
        Cell::Squares(_) | Cell::Names(_) => {
            part.push(b'[');
            for (i, name) in names(cell).enumerate() {
                if i > 0 {
                    part.push(b',');
                }
                write_text(part, name);
            }
            part.push(b']');
        }
    }
}

fn write_text(part: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(part, text).expect("text goes into memory");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Kind;
    use destrier::Square;

    #[test]
    fn cells_of_every_kind() {
        let column = |name: &str| Column::new(name, "", Kind::Text);
        let lines = JsonLines::new(&["a", "b", "\"c\"", "d"].map(column));
        let mut part = lines.part();
        let squares = Square::A1.bitboard().union(Square::H8.bitboard());
        lines.row(&mut part, &[Cell::Absent, Cell::Null, Cell::Truth(true), Cell::Truth(false)]);
        lines.row(
            &mut part,
            &[Cell::Number(u64::MAX), Cell::Set(squares), Cell::Squares(squares), Cell::Absent],
        );
        lines.row(
            &mut part,
            &[
                Cell::Text("é"),
                Cell::Text("a\"b\\c\n\u{1}"),
                Cell::Names(&["check", "royal"]),
                Cell::Names(&[]),
            ],
        );
        assert_eq!((lines.size(&part), lines.size(&lines.part())), (part.len(), 0));
        assert_eq!(
            String::from_utf8(part).unwrap(),
            r#"{"b":null,"\"c\"":true,"d":false}
{"a":18446744073709551615,"b":"8000000000000001","\"c\"":["a1","h8"]}
{"a":"é","b":"a\"b\\c\n\u0001","\"c\"":["check","royal"],"d":[]}
"#
        );
    }
}
