//! JSON lines: a line a finding.

use super::Output;
use crate::finding::{Value, Written};
use crate::{Finding, Found, ScannedGame, Totals};
use std::fmt::{self, Write as _};
use std::io::{self, Write};
use std::time::Duration;

/// Writes a JSON object for each finding, its keys in a fixed order.
#[derive(Debug)]
pub struct JsonLines<W> {
    out: W,
    line: String,
}

impl<W: Write> JsonLines<W> {
    /// Lines that go to a writer, best a buffered one.
    pub const fn new(out: W) -> Self {
        Self { out, line: String::new() }
    }
}

impl<W: Write> Output for JsonLines<W> {
    fn game(&mut self, scanned: &ScannedGame<'_>) -> io::Result<()> {
        if scanned.found.is_empty() {
            return Ok(());
        }
        // The keys and most values are plain names; what stands in tags and paths is escaped, once a game.
        let source = serde_json::to_string(scanned.source)?;
        let site = serde_json::to_string(&scanned.game.tags.get("Site").map(|tag| tag.value()))?;
        let number = scanned.game.number();
        for found in &scanned.found {
            let place = format!(
                r#"{{"source":{source},"game":{number},"site":{site},"ply":{},"fen":"{}""#,
                found.ply,
                found.position.fen()
            );
            for finding in &found.findings {
                self.line.clear();
                self.line.push_str(&place);
                write_finding(&mut self.line, finding, found).map_err(io::Error::other)?;
                self.out.write_all(self.line.as_bytes())?;
            }
        }
        Ok(())
    }

    fn finish(&mut self, _totals: &Totals, _time: Duration) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes what follows the place of a finding, up to the end of its line.
fn write_finding(line: &mut String, finding: &Finding, found: &Found) -> fmt::Result {
    write!(line, r#","pattern":"{}","side":"{}""#, finding.pattern.name, finding.side)?;
    for (field, value) in finding.pattern.fields.iter().zip(&finding.values) {
        write!(line, r#","{}":"#, field.name)?;
        write_json(line, value.written(&found.position))?;
    }
    line.write_str("}\n")
}

/// Writes a value: sets and classes as lists, what cannot be said as null, all else as a text.
fn write_json(line: &mut String, written: Written<'_>) -> fmt::Result {
    match written.value {
        Value::Squares(squares) => write_list(line, squares.iter().map(|square| square.name())),
        Value::Classes(classes) => write_list(line, classes.names().iter().copied()),
        Value::Flag(Some(flag)) => write!(line, "{flag}"),
        Value::Flag(None) => line.write_str("null"),
        Value::Uci(_) | Value::San(_) | Value::Square(_) | Value::Line(_) => write!(line, "\"{written}\""),
    }
}

fn write_list(line: &mut String, names: impl Iterator<Item = &'static str>) -> fmt::Result {
    line.push('[');
    for (i, name) in names.enumerate() {
        write!(line, "{}\"{name}\"", if i > 0 { "," } else { "" })?;
    }
    line.push(']');
    Ok(())
}
