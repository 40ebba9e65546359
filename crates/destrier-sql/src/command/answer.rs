//! Answers in each format.

use super::failure::Failure;
use super::text_table::TextTable;
use clap::ValueEnum;
use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringArray};
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::{LineDelimitedWriter, WriterBuilder};
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::Compression;
use datafusion::parquet::errors::ParquetError;
use datafusion::parquet::file::properties::WriterProperties;
use destrier_games::output::PartialFile;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

/// The format of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    /// A table for people
    Table,
    /// CSV with a header; spaces separate the items of a list
    Csv,
    /// One JSON object per line and row
    Json,
    /// Parquet; holds one result
    Parquet,
}

impl AnswerFormat {
    /// Returns the format for the extension of a file name.
    pub(crate) fn by_ending(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "json" | "jsonl" | "ndjson" => Some(Self::Json),
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }
}

/// The destination of answers.
pub(crate) enum Sink {
    Stdout(BufWriter<io::Stdout>),
    File(PartialFile),
}

impl Sink {
    /// Returns the width of the terminal, if this is one.
    fn screen(&self) -> Option<usize> {
        match self {
            Self::Stdout(_) => terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into()),
            Self::File(_) => None,
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// Writes an answer, one batch at a time.
pub(crate) enum AnswerWriter<'a> {
    Table(TextTable, &'a mut Sink),
    Csv(&'a mut Sink),
    Json(LineDelimitedWriter<&'a mut Sink>),
    Parquet(Box<ArrowWriter<&'a mut Sink>>),
}

impl<'a> AnswerWriter<'a> {
    /// Starts an answer with these columns.
    pub(crate) fn new(format: AnswerFormat, schema: SchemaRef, sink: &'a mut Sink) -> Result<Self, Failure> {
        Ok(match format {
            AnswerFormat::Table => Self::Table(TextTable::new(schema, sink.screen()), sink),
            AnswerFormat::Csv => {
                sink.write_all(&in_csv(&RecordBatch::new_empty(schema), true)?)?;
                Self::Csv(sink)
            }
            AnswerFormat::Json => Self::Json(WriterBuilder::new().with_explicit_nulls(true).build(sink)),
            AnswerFormat::Parquet => {
                let properties =
                    WriterProperties::builder().set_compression(Compression::ZSTD(Default::default()));
                let writer =
                    ArrowWriter::try_new(sink, schema, Some(properties.build())).map_err(of_parquet)?;
                Self::Parquet(Box::new(writer))
            }
        })
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        match self {
            Self::Table(table, sink) => {
                table.write(batch, sink)?;
                sink.flush()?;
            }
            Self::Csv(sink) => {
                sink.write_all(&in_csv(batch, false)?)?;
                sink.flush()?;
            }
            Self::Json(writer) => {
                writer.write(batch).map_err(of_arrow)?;
                writer.get_mut().flush()?;
            }
            Self::Parquet(writer) => writer.write(batch).map_err(of_parquet)?,
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<(), Failure> {
        match self {
            Self::Table(table, sink) => {
                table.finish(sink)?;
                sink.flush()?;
            }
            Self::Csv(sink) => sink.flush()?,
            Self::Json(mut writer) => {
                writer.finish().map_err(of_arrow)?;
                writer.get_mut().flush()?;
            }
            Self::Parquet(writer) => {
                writer.close().map_err(of_parquet)?;
            }
        }
        Ok(())
    }
}

/// Returns rows as CSV. A buffer is needed because the CSV writer hides the error of a sink.
fn in_csv(batch: &RecordBatch, with_header: bool) -> Result<Vec<u8>, Failure> {
    let mut writer = csv::WriterBuilder::new().with_header(with_header).build(Vec::new());
    writer.write(&flat(batch)?).map_err(of_arrow)?;
    Ok(writer.into_inner())
}

/// Converts columns of lists and structs to text, because CSV has neither.
fn flat(batch: &RecordBatch) -> Result<RecordBatch, Failure> {
    let mut fields = Vec::new();
    let mut columns = Vec::new();
    for (field, column) in batch.schema().fields().iter().zip(batch.columns()) {
        if field.data_type().is_nested() {
            fields.push(Arc::new(Field::new(field.name(), DataType::Utf8, true)));
            columns.push(as_text(column).map_err(of_arrow)?);
        } else {
            fields.push(Arc::clone(field));
            columns.push(Arc::clone(column));
        }
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).map_err(of_arrow)
}

fn as_text(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    let texts: StringArray = match column.as_list_opt::<i32>() {
        Some(lists) => {
            let lists = lists.iter().map(|list| list.map(|list| formatted(&list)).transpose());
            lists.map(|list| list.map(|list| list.map(|items| items.join(" ")))).collect::<Result<_, _>>()?
        }
        None => {
            let texts = formatted(column)?.into_iter().enumerate();
            texts.map(|(row, text)| column.is_valid(row).then_some(text)).collect()
        }
    };
    Ok(Arc::new(texts))
}

fn formatted(array: &dyn Array) -> Result<Vec<String>, ArrowError> {
    let options = FormatOptions::default();
    let formatter = ArrayFormatter::try_new(array, &options)?;
    Ok((0..array.len()).map(|row| formatter.value(row).to_string()).collect())
}

/// Converts a writer's error, which usually is a file's.
fn of_arrow(error: ArrowError) -> Failure {
    match error {
        ArrowError::IoError(_, error) => Failure::Output(error),
        error => Failure::refused(error.to_string()),
    }
}

fn of_parquet(error: ParquetError) -> Failure {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => Failure::Output(*error),
            Err(error) => Failure::refused(error.to_string()),
        },
        error => Failure::refused(error.to_string()),
    }
}
