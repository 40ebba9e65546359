//! JSON lines: a line a finding.

use super::Output;
use crate::finding::{Value, Written};
use crate::{ScannedGame, Totals};
use destrier::Square;
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use std::time::Duration;

/// Writes a JSON object for each finding, its keys in a fixed order.
#[derive(Debug)]
pub struct JsonLines<W> {
    out: W,
}

impl<W: Write> JsonLines<W> {
    /// Lines that go to a writer, best a buffered one.
    pub const fn new(out: W) -> Self {
        Self { out }
    }

    fn pair(&mut self, before: &[u8], key: &str, value: impl Serialize) -> io::Result<()> {
        self.out.write_all(before)?;
        serde_json::to_writer(&mut self.out, key)?;
        self.out.write_all(b":")?;
        Ok(serde_json::to_writer(&mut self.out, &value)?)
    }
}

impl<W: Write> Output for JsonLines<W> {
    fn game(&mut self, scanned: &ScannedGame<'_>) -> io::Result<()> {
        let site = scanned.game.tags.get("Site").map(|tag| tag.value());
        for found in &scanned.found {
            let fen = found.position.fen();
            for finding in &found.findings {
                self.pair(b"{", "source", scanned.source)?;
                self.pair(b",", "game", scanned.game.number())?;
                self.pair(b",", "site", &site)?;
                self.pair(b",", "ply", found.ply)?;
                self.pair(b",", "fen", &fen)?;
                self.pair(b",", "pattern", finding.pattern.name)?;
                self.pair(b",", "side", finding.side.name())?;
                for (field, value) in finding.pattern.fields.iter().zip(&finding.values) {
                    self.pair(b",", field.name, value.written(&found.position))?;
                }
                self.out.write_all(b"}\n")?;
            }
        }
        Ok(())
    }

    fn finish(&mut self, _totals: &Totals, _time: Duration) -> io::Result<()> {
        self.out.flush()
    }
}

/// Sets and classes are lists, what cannot be said is null.
impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Squares(squares) => serializer.collect_seq(squares.iter().map(Square::name)),
            Value::Classes(classes) => classes.names().serialize(serializer),
            Value::Flag(flag) => flag.serialize(serializer),
            Value::Uci(_) | Value::San(_) | Value::Square(_) | Value::Line(_) => serializer.collect_str(self),
        }
    }
}
