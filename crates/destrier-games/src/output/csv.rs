//! CSV (RFC 4180): a line a row, after a line with the names of the columns.

use super::RowFormat;
use crate::table::{Cell, Column, names};

/// Writes rows as comma-separated values. Null is nothing at all, lists have spaces between their names.
#[derive(Clone, Copy, Debug, Default)]
pub struct Csv;

impl Csv {
    /// The first line.
    #[must_use]
    pub fn header(columns: &[Column]) -> Vec<u8> {
        let cells: Vec<Cell<'_>> = columns.iter().map(|column| Cell::Text(&column.name)).collect();
        let mut header = Vec::new();
        Self.row(&mut header, &cells);
        header
    }
}

impl RowFormat for Csv {
    type Part = Vec<u8>;

    fn part(&self) -> Vec<u8> {
        Vec::new()
    }

    fn size(&self, part: &Vec<u8>) -> usize {
        part.len()
    }

    fn row(&self, part: &mut Vec<u8>, cells: &[Cell<'_>]) {
        for (i, &cell) in cells.iter().enumerate() {
            if i > 0 {
                part.push(b',');
            }
            write_cell(part, cell);
        }
        part.push(b'\n');
    }
}

fn write_cell(part: &mut Vec<u8>, cell: Cell<'_>) {
    match cell {
        Cell::Absent | Cell::Null => {}
        Cell::Text(text) => write_text(part, text),
        Cell::Truth(truth) => part.extend_from_slice(if truth { b"true" } else { b"false" }),
        Cell::Number(number) => part.extend_from_slice(number.to_string().as_bytes()),
        Cell::Set(set) => part.extend_from_slice(format!("{set:016x}").as_bytes()),
        Cell::Squares(_) | Cell::Names(_) => {
            for (i, name) in names(cell).enumerate() {
                if i > 0 {
                    part.push(b' ');
                }
                part.extend_from_slice(name.as_bytes());
            }
        }
    }
}

/// Quoted where it would be taken for more than one value, and where it is empty, which is not null.
fn write_text(part: &mut Vec<u8>, text: &str) {
    if text.is_empty() || text.contains([',', '"', '\n', '\r']) {
        part.push(b'"');
        part.extend_from_slice(text.replace('"', "\"\"").as_bytes());
        part.push(b'"');
    } else {
        part.extend_from_slice(text.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Kind;
    use destrier::Square;

    #[test]
    fn cells_of_every_kind() {
        let columns = ["a", "b", "c,", "d"].map(|name| Column::new(name, "", Kind::Text));
        let mut text = Csv::header(&columns);
        let squares = Square::A1.bitboard().union(Square::H8.bitboard());
        Csv.row(&mut text, &[Cell::Absent, Cell::Null, Cell::Truth(true), Cell::Truth(false)]);
        Csv.row(&mut text, &[Cell::Number(7), Cell::Set(squares), Cell::Squares(squares), Cell::Absent]);
        Csv.row(
            &mut text,
            &[Cell::Text(""), Cell::Text("a \"b\""), Cell::Names(&["check"]), Cell::Names(&[])],
        );
        assert_eq!((Csv.size(&text), Csv.size(&Csv.part())), (text.len(), 0));
        assert_eq!(
            String::from_utf8(text).unwrap(),
            "a,b,\"c,\",d\n,,true,false\n7,8000000000000001,a1 h8,\n\"\",\"a \"\"b\"\"\",check,\n"
        );
    }
}
