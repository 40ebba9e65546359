//! Answers as text tables.

use super::failure::Failure;
use super::terminal::plain;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use std::io::{self, Write};

/// The number of rows that determine the widths of columns. A wider cell in a later row sticks out.
const MEASURED: usize = 1000;

/// Writes a table: collects its first rows, then keeps the widths of its columns.
pub(crate) struct TextTable {
    schema: SchemaRef,
    rows: Vec<Vec<String>>,
    widths: Option<Vec<usize>>,
}

impl TextTable {
    pub(crate) const fn new(schema: SchemaRef) -> Self {
        Self { schema, rows: Vec::new(), widths: None }
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch, sink: &mut impl Write) -> Result<(), Failure> {
        let options = FormatOptions::default().with_null("NULL");
        let columns = batch.columns().iter().map(|column| ArrayFormatter::try_new(column, &options));
        let columns: Vec<ArrayFormatter<'_>> =
            columns.collect::<Result<_, _>>().map_err(|error| Failure::refused(error.to_string()))?;
        for row in 0..batch.num_rows() {
            let cells =
                columns.iter().map(|column| column.value(row).try_to_string().map(|text| plain(&text)));
            let cells: Result<Vec<String>, _> = cells.collect();
            self.rows.push(cells.map_err(|error| Failure::refused(error.to_string()))?);
            if self.rows.len() >= MEASURED {
                self.print(sink)?;
            }
        }
        // Show these rows before the next ones come.
        if self.widths.is_some() {
            self.print(sink)?;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self, sink: &mut impl Write) -> io::Result<()> {
        self.print(sink)?;
        match &self.widths {
            Some(widths) if !self.is_plan() => rule(widths, sink),
            _ => Ok(()),
        }
    }

    /// Returns whether this is the answer of EXPLAIN, which is easier to read without a frame.
    fn is_plan(&self) -> bool {
        self.schema.fields().iter().map(|field| field.name()).eq(["plan_type", "plan"])
    }

    fn print(&mut self, sink: &mut impl Write) -> io::Result<()> {
        if self.is_plan() {
            for (i, row) in self.rows.drain(..).enumerate() {
                let space = if i == 0 { "" } else { "\n" };
                writeln!(sink, "{space}{}", row[0])?;
                for line in row[1].lines() {
                    writeln!(sink, "  {line}")?;
                }
            }
            return Ok(());
        }
        let fields = self.schema.fields();
        if self.widths.is_none() {
            let names: Vec<String> = fields.iter().map(|field| plain(field.name())).collect();
            let widths = (0..fields.len()).map(|i| {
                let cells = self.rows.iter().chain([&names]).flat_map(|row| row[i].lines());
                cells.map(width).max().unwrap_or(0)
            });
            let widths: Vec<usize> = widths.collect();
            rule(&widths, sink)?;
            line(&names, &widths, |_| false, sink)?;
            rule(&widths, sink)?;
            self.widths = Some(widths);
        }
        let widths = self.widths.as_deref().unwrap_or_default();
        for row in self.rows.drain(..) {
            line(&row, widths, |i| fields[i].data_type().is_numeric(), sink)?;
        }
        Ok(())
    }
}

/// Returns the width of a text in a terminal, for European letters.
fn width(text: &str) -> usize {
    text.chars().count()
}

fn rule(widths: &[usize], sink: &mut impl Write) -> io::Result<()> {
    let dashes: Vec<String> = widths.iter().map(|width| "-".repeat(width + 2)).collect();
    writeln!(sink, "+{}+", dashes.join("+"))
}

/// Writes a row with as many lines as its tallest cell. Numbers are right-aligned.
fn line(
    cells: &[String],
    widths: &[usize],
    is_number: impl Fn(usize) -> bool,
    sink: &mut impl Write,
) -> io::Result<()> {
    let cells: Vec<Vec<&str>> = cells.iter().map(|cell| cell.lines().collect()).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
    for i in 0..height {
        for (column, (cell, columns)) in cells.iter().zip(widths).enumerate() {
            let text = cell.get(i).copied().unwrap_or_default();
            let space = " ".repeat(columns.saturating_sub(width(text)));
            let (before, after) = if is_number(column) { (&*space, "") } else { ("", &*space) };
            write!(sink, "| {before}{text}{after} ")?;
        }
        writeln!(sink, "|")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::array::{Int64Array, StringArray};
    use std::sync::Arc;

    fn written(batches: &[RecordBatch]) -> String {
        let mut table = TextTable::new(batches[0].schema());
        let mut text = Vec::new();
        for batch in batches {
            assert!(table.write(batch, &mut text).is_ok());
        }
        table.finish(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    fn batch(numbers: Vec<Option<i64>>, texts: Vec<&str>) -> RecordBatch {
        let (numbers, texts) = (Int64Array::from(numbers), StringArray::from(texts));
        RecordBatch::try_from_iter([("n", Arc::new(numbers) as _), ("text", Arc::new(texts) as _)]).unwrap()
    }

    #[test]
    fn columns_and_rows_fit_their_cells() {
        let batches =
            [batch(vec![Some(1), None], vec!["b\nlong one", "é"]), batch(vec![Some(-20)], vec![""])];
        assert_eq!(
            written(&batches),
            "\
+------+----------+
| n    | text     |
+------+----------+
|    1 | b        |
|      | long one |
| NULL | é        |
|  -20 |          |
+------+----------+
"
        );
        assert_eq!(
            written(&[batch(vec![], vec![])]),
            "+---+------+\n| n | text |\n+---+------+\n+---+------+\n"
        );
    }

    #[test]
    fn rows_are_written_before_the_last_one_arrives() {
        let many = batch(vec![Some(7); MEASURED + 1], vec!["x"; MEASURED + 1]);
        let mut table = TextTable::new(many.schema());
        let mut text = Vec::new();
        assert!(table.write(&many, &mut text).is_ok());
        assert_eq!(String::from_utf8_lossy(&text).lines().count(), MEASURED + 4);
        assert!(table.rows.is_empty());
    }
}
