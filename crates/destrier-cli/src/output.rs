//! What a command writes: the formats it offers, and the columns of its table.

use crate::failure::Failure;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use destrier_games::Table;
use destrier_games::output::{OUTPUT_FORMATS, OutputFormat};
use std::path::Path;

/// The formats that a command offers, its default first.
pub(crate) fn formats(default: &str, offers: impl Fn(&OutputFormat) -> bool) -> Vec<&'static OutputFormat> {
    let mut formats: Vec<_> = OUTPUT_FORMATS.into_iter().filter(|format| offers(format)).collect();
    formats.sort_by_key(|format| format.name != default);
    formats
}

/// Parses the name of one of the formats. The help describes each.
pub(crate) fn format_parser(
    formats: Vec<&'static OutputFormat>,
) -> impl TypedValueParser<Value = &'static OutputFormat> {
    let values = formats.iter().map(|format| PossibleValue::new(format.name).help(format.description));
    PossibleValuesParser::new(values).try_map(move |name| {
        formats.iter().copied().find(|format| format.name == name).ok_or("there is no such format")
    })
}

/// The format of `--format`, or else the one of the file's ending, or without a file the default: the first one offered.
pub(crate) fn choose_format(
    named: Option<&'static OutputFormat>,
    file: Option<&Path>,
    offered: &[&'static OutputFormat],
) -> Result<&'static OutputFormat, Failure> {
    match (named, file) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(offered[0]),
        (None, Some(file)) => of_ending(file)
            .ok_or_else(|| Failure::usage_at(file, "its ending names no format: say which with --format")),
    }
}

fn of_ending(file: &Path) -> Option<&'static OutputFormat> {
    let ending = file.extension()?.to_ascii_lowercase();
    OUTPUT_FORMATS.into_iter().find(|format| format.endings.iter().any(|known| ending == *known))
}

/// The ending that stands for each format, in a sentence.
pub(crate) fn endings_help(formats: &[&OutputFormat]) -> String {
    let endings = formats.iter().filter_map(|format| {
        let ending = format.endings.first()?;
        let is_name = *ending == format.name;
        Some(if is_name { format!(".{ending}") } else { format!(".{ending} for a {}", format.name) })
    });
    format!("Endings are {}.", listed(endings, "and"))
}

/// Words in a sentence: `csv, jsonl or parquet`.
pub(crate) fn listed(words: impl Iterator<Item = String>, conjunction: &str) -> String {
    let mut words: Vec<String> = words.collect();
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} {conjunction} {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// The columns of `--columns`, `None` without it.
pub(crate) fn select_columns(
    table: Table,
    names: &[String],
    format: &OutputFormat,
) -> Result<Option<Vec<usize>>, Failure> {
    if names.is_empty() {
        return Ok(None);
    }
    if !format.is_table {
        return Err(Failure::usage(format!("--columns: a {} has no columns; see --format", format.name)));
    }
    table.select(names).map(Some).map_err(|error| Failure::usage(format!("--columns: {error}")))
}

/// The names of columns.
pub(crate) fn names(table: Table, columns: &[usize]) -> Vec<&'static str> {
    columns.iter().map(|&column| &*table.columns()[column].name).collect()
}

/// All columns of a table.
pub(crate) fn all(table: Table) -> Vec<usize> {
    (0..table.columns().len()).collect()
}

/// The columns of a table up to the one of this name.
pub(crate) fn up_to(table: Table, last: &str) -> Vec<usize> {
    table.column(last).into_iter().flat_map(|last| 0..=last).collect()
}
