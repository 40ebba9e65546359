//! `destrier list`.

use clap::Args;
use destrier::functions::FUNCTIONS;
use destrier::values::VALUES;
use destrier_games::table::Kind;
use destrier_games::{PATTERNS, feature_columns};
use serde::Serialize;
use std::io::{self, BufWriter, Write};

/// Say what each pattern is: those that are searched for in games, the values of a position, and the functions of
/// `destrier board`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  destrier list         # for people
  destrier list --json  # for programs")]
pub(crate) struct List {
    /// Print one JSON document: patterns, values and functions, with all that their registries say
    #[arg(long)]
    json: bool,
}

/// The document of `--json`: keys in the order of the fields.
#[derive(Serialize)]
struct Document {
    patterns: Vec<Pattern>,
    values: Vec<PositionValue>,
    functions: Vec<Function>,
}

#[derive(Serialize)]
struct Pattern {
    name: &'static str,
    definition: &'static str,
    source: &'static str,
    cost: &'static str,
    example: &'static str,
    fields: Vec<Field>,
}

/// Something that a finding of a pattern tells.
#[derive(Serialize)]
struct Field {
    name: &'static str,
    definition: &'static str,
    kind: &'static str,
}

/// A value of a position, for each side.
#[derive(Serialize)]
struct PositionValue {
    name: &'static str,
    definition: &'static str,
    source: &'static str,
    cost: &'static str,
    kind: &'static str,
    /// The columns of `destrier features` that hold it.
    columns: Vec<String>,
}

#[derive(Serialize)]
struct Function {
    name: &'static str,
    definition: &'static str,
    source: &'static str,
    arguments: Vec<Argument>,
}

#[derive(Serialize)]
struct Argument {
    name: &'static str,
    /// Absent where its place says what it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    flag: Option<&'static str>,
    required: bool,
    definition: &'static str,
}

impl Document {
    fn of_registries() -> Self {
        let pattern = |pattern: &destrier_games::Pattern| Pattern {
            name: pattern.name,
            definition: pattern.definition,
            source: pattern.source,
            cost: pattern.cost,
            example: pattern.example,
            fields: pattern
                .fields
                .iter()
                .map(|field| Field { name: field.name, definition: field.definition, kind: word(field.kind) })
                .collect(),
        };
        let argument = |argument: &destrier::functions::Argument| Argument {
            name: argument.name,
            flag: argument.flag,
            required: argument.required,
            definition: argument.definition,
        };
        let function = |function: &destrier::functions::Function| Function {
            name: function.name,
            definition: function.definition,
            source: function.source,
            arguments: function.arguments.iter().map(argument).collect(),
        };
        let columns = feature_columns(false);
        let value = |value: &destrier::values::Definition| {
            let own = ["white", "black"].map(|side| format!("{side}_{}", value.name));
            let own: Vec<_> = columns.iter().filter(|column| own.contains(&column.name)).collect();
            PositionValue {
                name: value.name,
                definition: value.definition,
                source: value.source,
                cost: value.cost,
                kind: own.first().map_or("", |column| word(column.kind)),
                columns: own.into_iter().map(|column| column.name.clone()).collect(),
            }
        };
        Self {
            patterns: PATTERNS.into_iter().map(pattern).collect(),
            values: VALUES.iter().map(value).collect(),
            functions: FUNCTIONS.iter().copied().map(function).collect(),
        }
    }
}

impl List {
    pub(crate) fn run(self) -> io::Result<u8> {
        let mut out = BufWriter::new(io::stdout().lock());
        if self.json {
            serde_json::to_writer_pretty(&mut out, &Document::of_registries())?;
            writeln!(out)?;
            out.flush()?;
            return Ok(0);
        }
        writeln!(out, "Patterns in games; S is the side whose pattern it is, O the other\n")?;
        for pattern in PATTERNS {
            entry(&mut out, 0, pattern.name, pattern.definition)?;
            for field in pattern.fields {
                entry(&mut out, 2, field.name, field.definition)?;
            }
            writeln!(out, "    for example {}", pattern.example)?;
            origin(&mut out, pattern.source, pattern.cost)?;
            writeln!(out)?;
        }
        writeln!(out, "Values of a position, for each side\n")?;
        for value in VALUES {
            entry(&mut out, 0, value.name, value.definition)?;
            origin(&mut out, value.source, value.cost)?;
        }
        writeln!(out, "\nFunctions of destrier board\n")?;
        for function in FUNCTIONS {
            entry(&mut out, 0, function.name, function.definition)?;
        }
        out.flush()?;
        Ok(0)
    }
}

/// What the cells of a kind hold, whatever the format.
const fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "text",
        Kind::Truth => "truth",
        Kind::Number => "number",
        Kind::Set => "set",
        Kind::List => "list",
    }
}

/// Where something comes from, and what it costs.
fn origin(out: &mut impl Write, source: &str, cost: &str) -> io::Result<()> {
    entry(out, 4, "source", source)?;
    entry(out, 4, "cost", cost)
}

/// A name and, beside it in lines of 80 columns, its definition.
fn entry(out: &mut impl Write, indent: usize, name: &str, definition: &str) -> io::Result<()> {
    const NAMES: usize = 20;
    const COLUMNS: usize = 80;
    write!(out, "{:indent$}{name:<width$}", "", width = NAMES - indent)?;
    let mut column = NAMES;
    for (i, word) in definition.split(' ').enumerate() {
        if i > 0 && column + 1 + word.chars().count() > COLUMNS {
            write!(out, "\n{:NAMES$}{word}", "")?;
            column = NAMES;
        } else {
            let space = if i == 0 { "" } else { " " };
            write!(out, "{space}{word}")?;
            column += space.len();
        }
        column += word.chars().count();
    }
    writeln!(out)
}
