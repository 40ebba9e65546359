//! Where answers go, and how they are written: as they come, a batch at a time.

use crate::table::{Table, plain};
use crate::{FAILURE, Failure, interrupt};
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
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Table,
    /// With a header; a list is its items with spaces between them
    Csv,
    /// A JSON object a row, each on a line
    Json,
    /// Parquet, one answer
    Parquet,
}

impl Format {
    /// The format that a file's name asks for.
    pub(crate) fn by_ending(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "json" | "jsonl" | "ndjson" => Some(Self::Json),
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }
}

/// Where answers go.
pub(crate) struct Output {
    format: Format,
    sink: BufWriter<Box<dyn Write + Send>>,
    /// Has its name when it is whole.
    file: Option<Partial>,
    /// Whether there was an answer.
    answered: bool,
}

/// A file under the name that it has until it is whole. If it never is, it is gone.
struct Partial {
    path: PathBuf,
    target: PathBuf,
    /// Whether it may take the place of another.
    over: bool,
}

impl Partial {
    /// Gives it its name.
    fn appear(&self) -> Result<(), Failure> {
        let Self { path, target, over } = self;
        if *over {
            fs::rename(path, target)?;
        } else {
            // To rename it would replace what came there while it was written.
            match fs::hard_link(path, target) {
                Ok(()) => fs::remove_file(path)?,
                // Some file systems have no such links.
                Err(error)
                    if error.kind() != io::ErrorKind::AlreadyExists && target.symlink_metadata().is_err() =>
                {
                    fs::rename(path, target)?;
                }
                Err(_) => {
                    // What may have taken hours is kept.
                    interrupt::set_unfinished(None);
                    let (path, target) = (path.display(), target.display());
                    let reason = format!("{target}: exists by now; what was written is in {path}");
                    return Err(Failure::refused(reason));
                }
            }
        }
        interrupt::set_unfinished(None);
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        interrupt::remove_unfinished();
    }
}

impl Output {
    pub(crate) fn standard(format: Format) -> Self {
        Self { format, sink: BufWriter::new(Box::new(io::stdout())), file: None, answered: false }
    }

    /// A file, which is not there yet unless `over`.
    pub(crate) fn file(target: &Path, format: Format, over: bool) -> Result<Self, Failure> {
        let refused = |reason: String| Failure::refused(format!("{}: {reason}", target.display()));
        match fs::metadata(target) {
            Ok(metadata) if !metadata.is_file() => {
                return Err(refused("not a file that could be written anew".to_owned()));
            }
            Ok(_) if !over => return Err(refused("exists; --force writes over it".to_owned())),
            Err(_) if target.symlink_metadata().is_ok() => {
                let reason = "a link to nothing; name the file that it is to lead to";
                return Err(refused(reason.to_owned()));
            }
            _ => {}
        }
        // Behind a link: that is what is replaced, and not the link.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let mut path = target.clone().into_os_string();
        path.push(".partial");
        let path = PathBuf::from(path);
        let file = File::create_new(&path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                let path = path.display();
                refused(format!("{path} is in the way: another run writes it, or has left it; move it away"))
            }
            _ => refused(error.to_string()),
        })?;
        interrupt::set_unfinished(Some(path.clone()));
        let partial = Partial { path, target, over };
        Ok(Self { format, sink: BufWriter::new(Box::new(file)), file: Some(partial), answered: false })
    }

    /// An answer with these columns, to be written next.
    pub(crate) fn answer(&mut self, schema: SchemaRef) -> Result<Answer<'_>, Failure> {
        if self.format == Format::Parquet && self.answered {
            let reason = "a Parquet file holds one answer, and there is another";
            return Err(Failure::Refused(FAILURE, reason.to_owned()));
        }
        let is_first = !std::mem::replace(&mut self.answered, true);
        let sink = &mut self.sink;
        Ok(match self.format {
            Format::Table => {
                if !is_first {
                    writeln!(sink)?;
                }
                Answer::Table(Table::new(schema), sink)
            }
            Format::Csv => {
                sink.write_all(&in_csv(&RecordBatch::new_empty(schema), true)?)?;
                Answer::Csv(sink)
            }
            Format::Json => Answer::Json(WriterBuilder::new().with_explicit_nulls(true).build(sink)),
            Format::Parquet => {
                let properties =
                    WriterProperties::builder().set_compression(Compression::ZSTD(Default::default()));
                let writer =
                    ArrowWriter::try_new(sink, schema, Some(properties.build())).map_err(of_parquet)?;
                Answer::Parquet(Box::new(writer))
            }
        })
    }

    /// What was written is whole.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        if self.format == Format::Parquet && !self.answered {
            return Err(Failure::refused("a Parquet file holds one answer, and there is none"));
        }
        self.flush()?;
        if let Some(file) = &self.file {
            file.appear()?;
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }

    /// Writes something beside the answers.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.sink, "{}", plain(text.to_owned()))?;
        // What comes next stands apart by it.
        self.answered = false;
        self.flush()
    }
}

type Sink<'a> = &'a mut BufWriter<Box<dyn Write + Send>>;

/// An answer on its way out.
pub(crate) enum Answer<'a> {
    Table(Table, Sink<'a>),
    Csv(Sink<'a>),
    Json(LineDelimitedWriter<Sink<'a>>),
    Parquet(Box<ArrowWriter<Sink<'a>>>),
}

impl Answer<'_> {
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

/// Rows in CSV. They are not written to the sink at once, since the writer would not say why it cannot.
fn in_csv(batch: &RecordBatch, with_header: bool) -> Result<Vec<u8>, Failure> {
    let mut writer = csv::WriterBuilder::new().with_header(with_header).build(Vec::new());
    writer.write(&flat(batch)?).map_err(of_arrow)?;
    Ok(writer.into_inner())
}

/// Columns of lists and structs as texts, which is all that CSV has.
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
    let options = FormatOptions::default();
    let written = |array: &dyn Array| -> Result<Vec<String>, ArrowError> {
        let formatter = ArrayFormatter::try_new(array, &options)?;
        Ok((0..array.len()).map(|row| formatter.value(row).to_string()).collect())
    };
    let texts: StringArray = match column.as_list_opt::<i32>() {
        Some(lists) => {
            let lists = lists.iter().map(|list| list.map(|list| written(&list)).transpose());
            lists.map(|list| list.map(|list| list.map(|items| items.join(" ")))).collect::<Result<_, _>>()?
        }
        None => {
            let texts = written(column)?.into_iter().enumerate();
            texts.map(|(row, text)| column.is_valid(row).then_some(text)).collect()
        }
    };
    Ok(Arc::new(texts))
}

/// An error of a writer: most are the file's.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_while_an_answer_is_written_is_only_replaced_by_force() {
        let folder = tempfile::tempdir().unwrap();
        let (target, partial) = (folder.path().join("a.csv"), folder.path().join("a.csv.partial"));
        let finished = |over: bool| {
            let Ok(mut output) = Output::file(&target, Format::Csv, over) else { panic!("an output") };
            assert!(output.line("an answer").is_ok());
            fs::write(&target, "precious").unwrap();
            output.finish()
        };
        let said = match finished(false) {
            Err(Failure::Refused(FAILURE, reason)) => reason,
            _ => panic!("not refused"),
        };
        let (there, left) = (target.display(), partial.display());
        assert_eq!(said, format!("{there}: exists by now; what was written is in {left}"));
        assert_eq!(fs::read_to_string(&target).unwrap(), "precious");
        assert_eq!(fs::read_to_string(&partial).unwrap(), "an answer\n");
        fs::remove_file(&partial).unwrap();

        assert!(finished(true).is_ok());
        assert_eq!(fs::read_to_string(&target).unwrap(), "an answer\n");
        assert!(!partial.exists());
        fs::remove_file(&target).unwrap();

        let Ok(output) = Output::file(&target, Format::Csv, false) else { panic!("an output") };
        assert!(output.finish().is_ok());
        assert!(target.exists() && !partial.exists());
    }
}
