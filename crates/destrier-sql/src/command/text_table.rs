//! Answers as text tables.

use super::failure::Failure;
use super::terminal::plain;
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use std::io::{self, Write};

/// The number of rows that determine the widths of columns. A wider cell in a later row sticks out.
const MEASURED: usize = 1000;

/// Writes a table: collects its first rows, then keeps its layout.
pub(crate) struct TextTable {
    schema: SchemaRef,
    /// The width of the terminal, if the table goes to one.
    screen: Option<usize>,
    rows: Vec<Vec<String>>,
    layout: Option<Layout>,
}

/// How rows are written.
enum Layout {
    /// A row per line, in columns of these widths.
    Columns(Vec<usize>),
    /// A field per line, because the columns do not fit the terminal.
    Fields {
        /// The number of rows so far.
        rows: u64,
    },
}

impl TextTable {
    pub(crate) const fn new(schema: SchemaRef, screen: Option<usize>) -> Self {
        Self { schema, screen, rows: Vec::new(), layout: None }
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
        if self.layout.is_some() {
            self.print(sink)?;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self, sink: &mut impl Write) -> io::Result<()> {
        self.print(sink)?;
        match &self.layout {
            Some(Layout::Columns(widths)) => rule(widths, sink),
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
        let names: Vec<String> = fields.iter().map(|field| plain(field.name())).collect();
        if self.layout.is_none() {
            let widths = (0..fields.len()).map(|i| {
                let cells = self.rows.iter().chain([&names]).flat_map(|row| row[i].lines());
                cells.map(width).max().unwrap_or(0)
            });
            let widths: Vec<usize> = widths.collect();
            // Each column has a space on both sides and a bar.
            let total = widths.iter().map(|width| width + 3).sum::<usize>() + 1;
            let is_wide = self.screen.is_some_and(|screen| total > screen);
            self.layout = Some(if is_wide && fields.len() > 1 && !self.rows.is_empty() {
                Layout::Fields { rows: 0 }
            } else {
                rule(&widths, sink)?;
                line(&names, &widths, |_| false, sink)?;
                rule(&widths, sink)?;
                Layout::Columns(widths)
            });
        }
        for row in self.rows.drain(..) {
            match &mut self.layout {
                Some(Layout::Columns(widths)) => {
                    line(&row, widths, |i| fields[i].data_type().is_numeric(), sink)?;
                }
                Some(Layout::Fields { rows }) => {
                    *rows += 1;
                    writeln!(sink, "-[ row {rows} ]-")?;
                    lines(&names, &row, sink)?;
                }
                None => {}
            }
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

/// Writes a row with a line or more per field.
fn lines(names: &[String], cells: &[String], sink: &mut impl Write) -> io::Result<()> {
    let longest = names.iter().map(|name| width(name)).max().unwrap_or(0);
    for (name, cell) in names.iter().zip(cells) {
        let mut name = name.as_str();
        // An empty cell has a line, too.
        for text in cell.lines().chain(cell.is_empty().then_some("")) {
            writeln!(sink, "{}", format!("{name:<longest$} | {text}").trim_end())?;
            name = "";
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::array::{Int64Array, StringArray};
    use std::sync::Arc;

    fn written(batches: &[RecordBatch], screen: Option<usize>) -> String {
        let mut table = TextTable::new(batches[0].schema(), screen);
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
            written(&batches, Some(19)),
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
            written(&[batch(vec![], vec![])], Some(5)),
            "+---+------+\n| n | text |\n+---+------+\n+---+------+\n"
        );
    }

    #[test]
    fn rows_that_are_wider_than_the_terminal_have_a_line_per_field() {
        let batches =
            [batch(vec![Some(1), None], vec!["b\nlong one", "é"]), batch(vec![Some(-20)], vec![""])];
        assert_eq!(
            written(&batches, Some(18)),
            "\
-[ row 1 ]-
n    | 1
text | b
     | long one
-[ row 2 ]-
n    | NULL
text | é
-[ row 3 ]-
n    | -20
text |
"
        );
        assert!(written(&batches, None).starts_with("+--"));
    }

    #[test]
    fn rows_are_written_before_the_last_one_arrives() {
        let many = batch(vec![Some(7); MEASURED + 1], vec!["x"; MEASURED + 1]);
        let mut table = TextTable::new(many.schema(), None);
        let mut text = Vec::new();
        assert!(table.write(&many, &mut text).is_ok());
        assert_eq!(String::from_utf8_lossy(&text).lines().count(), MEASURED + 4);
        assert!(table.rows.is_empty());
    }
}
