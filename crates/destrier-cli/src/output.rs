//! Output formats and columns of commands.

use crate::failure::Failure;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use destrier_games::output::{OUTPUT_FORMATS, OutputFormat};
use destrier_games::{JudgedBy, Selection, Table, listed};
use std::path::Path;

/// Returns the formats that a command offers, the default first.
pub(crate) fn formats(default: &str, offers: impl Fn(&OutputFormat) -> bool) -> Vec<&'static OutputFormat> {
    let mut formats: Vec<_> = OUTPUT_FORMATS.into_iter().filter(|format| offers(format)).collect();
    formats.sort_by_key(|format| format.name != default);
    formats
}

/// Returns a parser for the name of one of the formats. The help describes each.
pub(crate) fn format_parser(
    formats: Vec<&'static OutputFormat>,
) -> impl TypedValueParser<Value = &'static OutputFormat> {
    let values = formats.iter().map(|format| PossibleValue::new(format.name).help(format.description));
    PossibleValuesParser::new(values).try_map(move |name| {
        formats.iter().copied().find(|format| format.name == name).ok_or("there is no such format")
    })
}

/// Returns the format named with `--format`, else the format of the file's ending, else the first one offered.
pub(crate) fn choose_format(
    named: Option<&'static OutputFormat>,
    file: Option<&Path>,
    offered: &[&'static OutputFormat],
) -> Result<&'static OutputFormat, Failure> {
    match (named, file) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(offered[0]),
        (None, Some(file)) => of_ending(file)
            .ok_or_else(|| Failure::usage_at(file, "unknown file ending; choose a format with --format")),
    }
}

fn of_ending(file: &Path) -> Option<&'static OutputFormat> {
    let ending = file.extension()?.to_ascii_lowercase();
    OUTPUT_FORMATS.into_iter().find(|format| format.endings.iter().any(|known| ending == *known))
}

/// Returns a sentence that lists the file ending of each format.
pub(crate) fn endings_help(formats: &[&OutputFormat]) -> String {
    let endings = formats.iter().filter_map(|format| {
        let ending = format.endings.first()?;
        let is_name = *ending == format.name;
        Some(if is_name { format!(".{ending}") } else { format!(".{ending} for a {}", format.name) })
    });
    format!("File endings: {}.", listed(endings, "and"))
}

/// Returns the columns named with `--columns`, `None` without the option. The selection then computes what they need.
pub(crate) fn select_columns(
    table: Table,
    names: &[String],
    format: &OutputFormat,
    selection: &mut Selection,
    judged_by: &JudgedBy,
) -> Result<Option<Vec<usize>>, Failure> {
    if names.is_empty() {
        return Ok(None);
    }
    if !format.is_table {
        return Err(Failure::usage(format!(
            "--columns: the format {} has no columns; choose a table with --format",
            format.name
        )));
    }
    table
        .select(names, selection, judged_by)
        .map(Some)
        .map_err(|error| Failure::usage(format!("--columns: {error}")))
}

/// Returns the names of columns.
pub(crate) fn names(table: Table, columns: &[usize]) -> Vec<&'static str> {
    columns.iter().map(|&column| &*table.columns()[column].name).collect()
}

/// Returns all columns of a table.
pub(crate) fn all(table: Table) -> Vec<usize> {
    (0..table.columns().len()).collect()
}
