//! Reads tables of any format as rows of JSON values, to compare formats.

use crate::common::printed;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;
use std::fs::{self, File};
use std::path::Path;

/// Names of columns, and rows of cells.
pub(crate) type Table = (Vec<String>, Vec<Vec<Value>>);

/// Returns the records of a CSV text.
pub(crate) fn csv_records(text: &str) -> Vec<Vec<String>> {
    let mut records = Vec::new();
    let (mut record, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                record.push(std::mem::take(&mut cell));
                records.push(std::mem::take(&mut record));
            }
            c => cell.push(c),
        }
    }
    assert!(record.is_empty() && cell.is_empty() && !quoted, "the last line ends");
    records
}

/// Returns a JSON value as CSV writes it.
fn in_csv(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(names) => names.iter().map(in_csv).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// Reads a Parquet file. `sets` are the columns of sets, which JSON writes as 16 hexadecimal digits.
pub(crate) fn parquet(path: &Path, sets: &[&str]) -> Table {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr().root_schema_ptr();
    let names = schema.get_fields().iter().map(|field| field.name().to_owned()).collect();
    let value = |name: &str, field: &Field| match field {
        Field::Null => Value::Null,
        Field::Bool(truth) => (*truth).into(),
        Field::Long(number) => (*number).into(),
        // JSON writes integers without a fraction.
        Field::Double(number) if number.fract() == 0.0 => (*number as i64).into(),
        Field::Double(number) => (*number).into(),
        Field::Date(_) => field.to_string().split(' ').next().unwrap().into(),
        Field::ULong(bits) if sets.contains(&name) => format!("{bits:016x}").into(),
        Field::Str(text) => text.clone().into(),
        Field::ListInternal(list) => {
            list.elements().iter().map(|name| name.to_string().trim_matches('"').to_owned()).collect()
        }
        other => panic!("{name}: {other:?}"),
    };
    let rows = reader.get_row_iter(None).unwrap();
    let rows = rows.map(|row| {
        row.unwrap().get_column_iter().map(|(name, field)| value(name, field)).collect::<Vec<_>>()
    });
    (names, rows.collect())
}

/// Asserts that a command writes the cells of its JSON lines as CSV and, with any number of threads, as Parquet. Returns
/// the names of the columns.
#[track_caller]
pub(crate) fn assert_formats_agree(command: &[&str], source: &str, sets: &[&str]) -> Vec<String> {
    let print = |further: &[&str]| printed([command, further, &[source]].concat());
    let lines = print(&["-f", "jsonl"]);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut records = csv_records(&print(&["-f", "csv"])).into_iter();
    let names = records.next().unwrap();
    let row = |line: &Value| -> Vec<Value> {
        assert!(line.as_object().unwrap().keys().all(|key| names.contains(key)), "{line}");
        names.iter().map(|name| line[name].clone()).collect()
    };
    let rows: Vec<Vec<Value>> = lines.iter().map(row).collect();
    let as_csv = rows.iter().map(|row| row.iter().map(in_csv).collect::<Vec<_>>());
    assert!(!rows.is_empty() && records.eq(as_csv), "{source}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.parquet");
    let write = |threads| {
        assert_eq!(print(&["--force", "-j", threads, "-o", path.to_str().unwrap()]), "");
        fs::read(&path).unwrap()
    };
    assert!(write("1") == write("5"), "{source}");
    let (columns, cells) = parquet(&path, sets);
    assert_eq!(columns, names);
    assert!(cells == rows, "{source}");
    names
}
