//! `destrier list`: prints the registries of patterns, values and functions.

use crate::board::example;
use crate::color::is_in_color;
use crate::failure::{Failure, SUCCESS};
use crate::pattern_names::{NamedPatterns, pattern_parser};
use crate::show::board_drawing;
use crate::wrap::wrap;
use clap::Args;
use destrier::registry::VALUES;
use destrier_games::functions::FUNCTIONS;
use destrier_games::{Column, Judging, PATTERNS, Pattern, Position, Selection, Table};
use serde::Serialize;
use std::io::{self, BufWriter, Write};

/// Define the patterns, values and functions
///
/// Without arguments, lists the patterns in games, the values of a position, and the functions of `destrier board`.
/// With the name of a pattern, explains that pattern with a picture.
#[derive(Args)]
#[command(after_help = "\
Examples:
  destrier list              # all patterns, with their columns
  destrier list knight-fork  # one pattern, with a picture
  destrier list --json       # for programs")]
pub(crate) struct ListArgs {
    /// Explain this pattern, or check the patterns of a file and draw their examples
    #[arg(conflicts_with = "json", value_parser = pattern_parser(), hide_possible_values = true, value_name = "PATTERN")]
    pattern: Option<NamedPatterns>,

    /// Print everything as one JSON document
    #[arg(long)]
    json: bool,
}

/// The document that `--json` prints. Keys are in the order of the fields.
#[derive(Serialize)]
struct Document {
    patterns: Vec<PatternEntry>,
    worth: Vec<FieldEntry>,
    values: Vec<ValueEntry>,
    functions: Vec<FunctionEntry>,
}

#[derive(Serialize)]
struct PatternEntry {
    name: &'static str,
    in_short: &'static str,
    definition: &'static str,
    source: &'static str,
    cost: &'static str,
    example: &'static str,
    fields: Vec<FieldEntry>,
}

/// A field of findings.
#[derive(Serialize)]
struct FieldEntry {
    name: &'static str,
    definition: &'static str,
    kind: &'static str,
}

/// A value of a position, for each side.
#[derive(Serialize)]
struct ValueEntry {
    name: &'static str,
    definition: &'static str,
    source: &'static str,
    cost: &'static str,
    kind: &'static str,
    /// The columns of `destrier features` with this value.
    columns: Vec<&'static str>,
}

#[derive(Serialize)]
struct FunctionEntry {
    name: &'static str,
    definition: &'static str,
    source: &'static str,
    example: String,
    arguments: Vec<ArgumentEntry>,
}

#[derive(Serialize)]
struct ArgumentEntry {
    name: &'static str,
    /// Absent for positional arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<&'static str>,
    required: bool,
    definition: String,
}

impl Document {
    fn of_registries() -> Self {
        let patterns = PATTERNS.into_iter().map(|pattern| PatternEntry {
            name: pattern.name,
            in_short: pattern.in_short,
            definition: pattern.definition,
            source: pattern.source,
            cost: pattern.cost,
            example: pattern.example,
            fields: pattern
                .fields()
                .map(|field| FieldEntry {
                    name: field.name,
                    definition: field.definition,
                    kind: field.kind.name(),
                })
                .collect(),
        });
        let functions = FUNCTIONS.iter().map(|function| FunctionEntry {
            name: function.name,
            definition: function.definition,
            source: function.source,
            example: example(function),
            arguments: function
                .arguments
                .iter()
                .map(|argument| ArgumentEntry {
                    name: argument.name,
                    flag: argument.flag,
                    required: argument.required,
                    definition: argument.to_string(),
                })
                .collect(),
        });
        let columns = Table::Features.columns();
        let values = VALUES.iter().map(|value| {
            let own = ["white", "black"].map(|side| format!("{side}_{}", value.name));
            let own: Vec<_> =
                columns.iter().filter(|column| own.iter().any(|name| *name == column.name)).collect();
            ValueEntry {
                name: value.name,
                definition: value.definition,
                source: value.source,
                cost: value.cost,
                kind: own.first().map_or("", |column| column.kind.name()),
                columns: own.into_iter().map(|column| &*column.name).collect(),
            }
        });
        Self {
            patterns: patterns.collect(),
            worth: worth()
                .map(|column| FieldEntry {
                    name: &column.name,
                    definition: &column.definition,
                    kind: column.kind.name(),
                })
                .collect(),
            values: values.collect(),
            functions: functions.collect(),
        }
    }
}

impl ListArgs {
    pub(crate) fn run(self) -> Result<u8, Failure> {
        let mut out = BufWriter::new(io::stdout().lock());
        if let Some(NamedPatterns(patterns)) = self.pattern {
            for (i, pattern) in patterns.iter().enumerate() {
                if i > 0 {
                    writeln!(out)?;
                }
                match pattern.text() {
                    Some(text) => describe_text(&mut out, pattern, text, patterns.len() > 1)?,
                    None => describe(&mut out, pattern)?,
                }
            }
            out.flush()?;
            return Ok(SUCCESS);
        }
        if self.json {
            serde_json::to_writer_pretty(&mut out, &Document::of_registries()).map_err(io::Error::from)?;
            writeln!(out)?;
            out.flush()?;
            return Ok(SUCCESS);
        }
        writeln!(out, "Patterns in games (S: the side with the pattern, O: its opponent)\n")?;
        for pattern in PATTERNS {
            entry(&mut out, 0, pattern.name, pattern.in_short)?;
            entry(&mut out, 2, "when", pattern.definition)?;
            for field in pattern.fields() {
                entry(&mut out, 2, field.name, field.definition)?;
            }
            writeln!(out, "    for example {}", pattern.example)?;
            origin(&mut out, pattern.source, pattern.cost)?;
            writeln!(out)?;
        }
        if !Pattern::book().is_empty() {
            writeln!(out, "The pattern book, found if named: --pattern NAME\n")?;
            for pattern in Pattern::book() {
                entry(&mut out, 0, pattern.name, pattern.in_short)?;
            }
            writeln!(out)?;
        }
        writeln!(out, "Worth of a move, with --worth or --engine\n")?;
        for column in worth() {
            entry(&mut out, 0, &column.name, &column.definition)?;
        }
        writeln!(out, "\nValues of a position, for each side\n")?;
        for value in VALUES {
            entry(&mut out, 0, value.name, value.definition)?;
            origin(&mut out, value.source, value.cost)?;
        }
        writeln!(out, "\nFunctions of destrier board\n")?;
        for function in FUNCTIONS {
            entry(&mut out, 0, function.name, function.definition)?;
        }
        out.flush()?;
        Ok(SUCCESS)
    }
}

/// Explains a pattern: a sentence for players, an example on a board, the definition and the fields.
fn describe(out: &mut impl Write, pattern: &'static Pattern) -> io::Result<()> {
    out.write_all(wrap(pattern.in_short, 80, &format!("{}: ", pattern.name), "").as_bytes())?;
    let position: Position = pattern.example.parse().map_err(io::Error::other)?;
    let selection = Selection { judging: Some(Judging::default()), ..Selection::of(&[pattern]) };
    if let Some(finding) = selection.find(&position, None.into()).first() {
        writeln!(out, "\n{}\n{}", board_drawing(is_in_color())(&position, finding), pattern.example)?;
        out.write_all(wrap(&finding.explain(&position), 80, "", "").as_bytes())?;
    }
    writeln!(out, "\nDefinition (S: the side with the pattern, O: its opponent)\n")?;
    entry(out, 0, pattern.name, pattern.definition)?;
    for field in pattern.fields() {
        entry(out, 2, field.name, field.definition)?;
    }
    origin(out, pattern.source, pattern.cost)
}

/// Prints the text of a pattern and draws its examples. Of several patterns, it draws one example each.
fn describe_text(
    out: &mut impl Write,
    pattern: &'static Pattern,
    text: &str,
    is_one_of_many: bool,
) -> io::Result<()> {
    writeln!(out, "{text}")?;
    let examples = pattern.examples();
    let shown = if is_one_of_many { 1 } else { examples.len() };
    for (position, findings) in examples.iter().take(shown) {
        for finding in findings.iter().take(1) {
            writeln!(out, "\n{}\n{}", board_drawing(is_in_color())(position, finding), position.fen())?;
            out.write_all(wrap(&finding.explain(position), 80, "", "").as_bytes())?;
        }
    }
    Ok(())
}

/// Returns the columns of findings for the worth of a move.
fn worth() -> impl Iterator<Item = &'static Column> {
    Table::Findings.columns().iter().filter(|column| column.is_of_worth())
}

/// Writes the source and cost of an entry.
fn origin(out: &mut impl Write, source: &str, cost: &str) -> io::Result<()> {
    entry(out, 4, "source", source)?;
    entry(out, 4, "cost", cost)
}

/// Writes a name and its definition, wrapped at 80 columns.
fn entry(out: &mut impl Write, indent: usize, name: &str, definition: &str) -> io::Result<()> {
    const NAMES: usize = 26;
    const COLUMNS: usize = 80;
    let first = format!("{:indent$}{name:<width$}", "", width = NAMES - indent);
    out.write_all(wrap(definition, COLUMNS, &first, &" ".repeat(NAMES)).as_bytes())
}
