//! `destrier list`.

use clap::Args;
use destrier::functions::FUNCTIONS;
use destrier::values::VALUES;
use destrier_games::PATTERNS;
use std::io::{self, BufWriter, Write};

/// Say what each pattern is: those that are searched for in games, the values of a position, and the functions of
/// `destrier board`.
#[derive(Args)]
pub(crate) struct List {}

impl List {
    pub(crate) fn run(self) -> io::Result<u8> {
        let mut out = BufWriter::new(io::stdout().lock());
        writeln!(out, "Patterns in games; S is the side whose pattern it is, O the other\n")?;
        for pattern in PATTERNS {
            entry(&mut out, 0, pattern.name, pattern.definition)?;
            for field in pattern.fields {
                entry(&mut out, 2, field.name, field.definition)?;
            }
            writeln!(out, "    for example {}\n", pattern.example)?;
        }
        writeln!(out, "Values of a position, for each side\n")?;
        for value in VALUES {
            entry(&mut out, 0, value.name, value.definition)?;
        }
        writeln!(out, "\nFunctions of destrier board\n")?;
        for function in FUNCTIONS {
            entry(&mut out, 0, function.name, function.definition)?;
        }
        out.flush()?;
        Ok(0)
    }
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
