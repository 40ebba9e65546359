//! Batches of rows: of the size that is asked for, and smaller where rows are long.
//!
//! What is known of a game stands in each of its rows. Its texts are there once, and rows have views of them; all else
//! is written out for each row, and only as many rows are put together as have room in a batch.

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, RecordBatchOptions, UInt32Array};
use datafusion::arrow::compute::{concat_batches, take};
use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::error::Result;
use std::ops::Range;
use std::sync::Arc;
use tokio::sync::mpsc::Sender;

/// How many bytes the rows of a batch have at most. A longer row is alone.
const MOST_BYTES: usize = 8 << 20;

/// Cells of some rows.
pub(super) enum Cells {
    /// One a row.
    OfRows(ArrayRef),
    /// One a game, which all its rows have.
    OfGames(ArrayRef),
}

/// Rows that were made together: their cells, column by column, and of each its game.
pub(super) struct RowChunk {
    pub(super) columns: Vec<Cells>,
    /// In the order of the games; not looked at where no column is of games.
    pub(super) games: UInt32Array,
    pub(super) rows: usize,
}

impl RowChunk {
    /// How many bytes the rows up to each have, as far as they are cells of games.
    fn bytes_of_games(&self) -> Vec<usize> {
        let mut sums = vec![0; self.rows + 1];
        let of_games = self.columns.iter().filter_map(|cells| match cells {
            Cells::OfGames(array) => Some(array.as_ref()),
            Cells::OfRows(_) => None,
        });
        for array in of_games {
            let (mut last, mut length, mut sum) = (None, 0, 0);
            for (total, &game) in sums[1..].iter_mut().zip(self.games.values()) {
                if last != Some(game) {
                    length = bytes(array, game as usize..game as usize + 1);
                    last = Some(game);
                }
                sum += length;
                *total += sum;
            }
        }
        sums
    }

    /// How many bytes some rows have.
    fn bytes(&self, rows: Range<usize>, of_games: &[usize]) -> usize {
        let of_rows = self.columns.iter().map(|cells| match cells {
            Cells::OfRows(array) => bytes(array, rows.clone()),
            Cells::OfGames(_) => 0,
        });
        of_rows.sum::<usize>() + of_games[rows.end] - of_games[rows.start]
    }

    /// Some rows as a batch.
    fn batch(&self, schema: &SchemaRef, rows: Range<usize>) -> Result<RecordBatch> {
        let games = self.columns.iter().any(|cells| matches!(cells, Cells::OfGames(_)));
        let games = games.then(|| self.games.slice(rows.start, rows.len()));
        let arrays = self.columns.iter().map(|cells| match (cells, &games) {
            (Cells::OfGames(array), Some(games)) => take(array, games, None),
            (Cells::OfGames(array) | Cells::OfRows(array), _) => Ok(array.slice(rows.start, rows.len())),
        });
        let arrays = arrays.collect::<std::result::Result<_, _>>()?;
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        Ok(RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &options)?)
    }
}

/// How many bytes some cells have, but for the texts that views show and the bits that say which are null.
fn bytes(array: &dyn Array, rows: Range<usize>) -> usize {
    let within = |offsets: &[i32]| offsets[rows.start] as usize..offsets[rows.end] as usize;
    let offsets = rows.len() * size_of::<i32>();
    match array.data_type() {
        DataType::Utf8 => within(array.as_string::<i32>().value_offsets()).len() + offsets,
        DataType::List(_) => {
            let lists = array.as_list::<i32>();
            bytes(lists.values(), within(lists.value_offsets())) + offsets
        }
        DataType::Map(..) => {
            let maps = array.as_map();
            let entries = within(maps.value_offsets());
            maps.entries().columns().iter().map(|column| bytes(column, entries.clone())).sum::<usize>()
                + offsets
        }
        DataType::Utf8View => rows.len() * size_of::<u128>(),
        DataType::Boolean => rows.len().div_ceil(8),
        other => rows.len() * other.primitive_width().unwrap_or(0),
    }
}

/// Where rows go: together to batches, and these to who takes them.
pub(super) struct BatchSender {
    batches: Sender<Result<RecordBatch>>,
    schema: SchemaRef,
    /// How many rows a batch has, if they have room in it.
    batch_size: usize,
    /// How many rows are wanted still.
    wanted: usize,
    /// What makes the next batch.
    held: Vec<RecordBatch>,
    held_rows: usize,
    held_bytes: usize,
}

impl BatchSender {
    pub(super) const fn new(
        batches: Sender<Result<RecordBatch>>,
        schema: SchemaRef,
        batch_size: usize,
        wanted: usize,
    ) -> Self {
        Self { batches, schema, batch_size, wanted, held: Vec::new(), held_rows: 0, held_bytes: 0 }
    }

    /// How many rows a batch has, if they have room in it.
    pub(super) const fn batch_size(&self) -> usize {
        self.batch_size
    }

    /// Takes rows; whether more are wanted.
    ///
    /// # Errors
    ///
    /// When columns are not those of the table.
    pub(super) fn take(&mut self, made: &RowChunk) -> Result<bool> {
        if self.schema.fields().is_empty() {
            return self.count(made.rows);
        }
        let rows = made.rows.min(self.wanted);
        let of_games = made.bytes_of_games();
        let mut start = 0;
        while start < rows {
            let bytes = |end: usize| made.bytes(start..end, &of_games);
            let mut end = rows.min(start + self.batch_size - self.held_rows);
            if self.held_bytes + bytes(end) > MOST_BYTES {
                // How many rows have room is found by halves; the first has, if nothing is held.
                let mut fits = start + usize::from(self.held.is_empty());
                while end - fits > 1 {
                    let middle = fits + (end - fits) / 2;
                    match self.held_bytes + bytes(middle) <= MOST_BYTES {
                        true => fits = middle,
                        false => end = middle,
                    }
                }
                end = fits;
                if end > start {
                    self.hold(made.batch(&self.schema, start..end)?, bytes(end));
                }
                if !self.send()? {
                    return Ok(false);
                }
            } else {
                self.hold(made.batch(&self.schema, start..end)?, bytes(end));
                if self.held_rows == self.batch_size && !self.send()? {
                    return Ok(false);
                }
            }
            self.wanted -= end - start;
            start = end;
        }
        self.goes_on()
    }

    /// Takes rows without columns, which are only counted; whether more are wanted.
    fn count(&mut self, rows: usize) -> Result<bool> {
        let rows = rows.min(self.wanted);
        self.wanted -= rows;
        self.held_rows += rows;
        while self.held_rows >= self.batch_size {
            let rest = self.held_rows - self.batch_size;
            self.held_rows = self.batch_size;
            if !self.send()? {
                return Ok(false);
            }
            self.held_rows = rest;
        }
        self.goes_on()
    }

    fn goes_on(&mut self) -> Result<bool> {
        if self.wanted == 0 {
            self.finish()?;
            return Ok(false);
        }
        // Where no game meets the conditions nothing is ever sent.
        Ok(!self.batches.is_closed())
    }

    fn hold(&mut self, rows: RecordBatch, bytes: usize) {
        self.held_rows += rows.num_rows();
        self.held_bytes += bytes;
        self.held.push(rows);
    }

    /// Hands out what is held; whether it is taken.
    fn send(&mut self) -> Result<bool> {
        let rows = std::mem::take(&mut self.held_rows);
        let batch = match &self.held[..] {
            [] => {
                let options = RecordBatchOptions::new().with_row_count(Some(rows));
                RecordBatch::try_new_with_options(Arc::clone(&self.schema), Vec::new(), &options)?
            }
            [batch] => batch.clone(),
            held => concat_batches(&self.schema, held)?,
        };
        self.held.clear();
        self.held_bytes = 0;
        Ok(self.batches.blocking_send(Ok(batch)).is_ok())
    }

    /// Hands out what is left.
    ///
    /// # Errors
    ///
    /// When columns are not those of the table.
    pub(super) fn finish(&mut self) -> Result<()> {
        if self.held_rows > 0 {
            self.send()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::array::{StringArray, UInt8Array};
    use datafusion::arrow::datatypes::{Field, Schema};

    /// The batches that come of rows that are taken one after the other: of each how many rows it has.
    fn sizes(made: &[RowChunk], batch_size: usize, wanted: usize) -> Vec<usize> {
        let fields =
            vec![Field::new("text", DataType::Utf8, true), Field::new("number", DataType::UInt8, true)];
        let (batches, mut coming) = tokio::sync::mpsc::channel(1000);
        let mut out = BatchSender::new(batches, Arc::new(Schema::new(fields)), batch_size, wanted);
        if made.iter().all(|made| out.take(made).unwrap()) {
            out.finish().unwrap();
        }
        drop(out);
        let mut sizes = Vec::new();
        let mut last = 0;
        while let Ok(batch) = coming.try_recv() {
            let batch = batch.unwrap();
            let bytes = batch.get_array_memory_size();
            assert!(batch.num_rows() == 1 || bytes <= MOST_BYTES + (64 << 10), "{bytes}");
            for &number in batch.column(1).as_primitive::<datafusion::arrow::datatypes::UInt8Type>().values()
            {
                assert_eq!(number, last);
                last = last.wrapping_add(1);
            }
            sizes.push(batch.num_rows());
        }
        sizes
    }

    /// So many rows of each of some games, with a text of so many bytes; numbered from `first` on.
    fn made(games: &[(usize, usize)], first: usize) -> RowChunk {
        let texts: StringArray = games.iter().map(|&(length, _)| Some("x".repeat(length))).collect();
        let of_game = |(game, &(_, rows)): (usize, &(usize, usize))| vec![game as u32; rows];
        let games: UInt32Array = games.iter().enumerate().flat_map(of_game).collect::<Vec<_>>().into();
        let rows = games.len();
        let numbers: UInt8Array = (first..first + rows).map(|number| number as u8).collect::<Vec<_>>().into();
        RowChunk {
            columns: vec![Cells::OfGames(Arc::new(texts)), Cells::OfRows(Arc::new(numbers))],
            games,
            rows,
        }
    }

    #[test]
    fn rows_come_in_batches_of_the_size_that_is_asked_for() {
        let rows = || [made(&[(5, 7), (0, 3)], 0), made(&[(1, 25)], 10), made(&[], 35), made(&[(1, 1)], 35)];
        assert_eq!(sizes(&rows(), 10, usize::MAX), [10, 10, 10, 6]);
        assert_eq!(sizes(&rows(), 12, usize::MAX), [12, 12, 12]);
        assert_eq!(sizes(&rows(), 100, usize::MAX), [36]);
        assert_eq!(sizes(&rows(), 12, 30), [12, 12, 6]);
        assert_eq!(sizes(&[made(&[], 0)], 12, 30), [0; 0]);
    }

    #[test]
    fn of_long_rows_there_are_few_in_a_batch() {
        let most = MOST_BYTES;
        assert_eq!(sizes(&[made(&[(most / 4, 9)], 0)], 100, usize::MAX), [3, 3, 3]);
        // One that is too long is alone.
        let rows = [made(&[(10, 5), (2 * most, 2), (10, 3)], 0), made(&[(10, 100)], 10)];
        assert_eq!(sizes(&rows, 60, usize::MAX), [5, 1, 1, 60, 43]);
        // What is held goes out before what has no room with it.
        let rows = [made(&[(most / 2, 1)], 0), made(&[(most / 2, 1)], 1), made(&[(most / 3, 2)], 2)];
        assert_eq!(sizes(&rows, 60, usize::MAX), [1, 2, 1]);
    }

    #[test]
    fn lists_and_maps_are_as_long_as_what_is_in_them() {
        use datafusion::arrow::array::{ListBuilder, MapBuilder, StringBuilder, StringViewBuilder};
        let mut lists = ListBuilder::new(StringBuilder::new());
        lists.append_value([Some("abc")]);
        lists.append_value([Some("d"), Some("efgh")]);
        let lists = lists.finish();
        assert_eq!(
            [bytes(&lists, 0..1), bytes(&lists, 1..2), bytes(&lists, 0..2)],
            [4 + 4 + 3, 4 + 8 + 5, 28]
        );
        assert_eq!(bytes(&lists.slice(1, 1), 0..1), 17);
        let mut maps = MapBuilder::new(None, StringBuilder::new(), StringViewBuilder::new());
        maps.keys().append_value("Event");
        maps.values().append_value("x".repeat(100));
        maps.append(true).unwrap();
        maps.append(true).unwrap();
        let maps = maps.finish();
        assert_eq!([bytes(&maps, 0..1), bytes(&maps, 1..2)], [4 + 4 + 5 + 16, 4]);
    }
}
