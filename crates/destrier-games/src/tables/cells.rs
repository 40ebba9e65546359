//! The destination of cells: columns of a batch, or lines of text.

use crate::chess::SanWithSign;
use crate::formats::pgn::{Tag, Tags};
use crate::games::Date;
use destrier::batch::ABSENT;
use std::fmt::Display;

/// Receives cells. Each must have the type of its column.
pub(crate) trait Cells {
    /// Writes null.
    fn null(&mut self);

    fn text(&mut self, text: &str);

    /// Writes a text that is formatted on the fly.
    fn written(&mut self, text: &dyn Display);

    /// Writes a number or a truth value, in a format without types.
    fn plain(&mut self, value: &dyn Display);

    fn truth(&mut self, truth: bool) {
        self.plain(&truth);
    }

    fn number(&mut self, number: Option<i64>) {
        match number {
            Some(number) => self.plain(&number),
            None => self.null(),
        }
    }

    fn real(&mut self, real: Option<f64>) {
        match real {
            Some(real) => self.plain(&real),
            None => self.null(),
        }
    }

    /// Writes a date. Month and day must be known.
    fn date(&mut self, date: Option<Date>);

    /// Writes a set of squares for each row.
    fn sets(&mut self, sets: &[u64]);

    /// Writes a number, or [`ABSENT`], for each row.
    fn numbers(&mut self, numbers: &[u8]) {
        for &number in numbers {
            self.number((number != ABSENT).then_some(number.into()));
        }
    }

    fn list(&mut self, names: &mut dyn Iterator<Item = &'static str>);

    /// Writes a list of moves.
    fn sans(&mut self, sans: &[SanWithSign]);

    fn tags(&mut self, tags: &Tags<'_>);

    fn optional_text(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.null(),
        }
    }
}

/// Returns the tags of a game, only the first of each name.
pub(crate) fn first_of_each_name<'a>(tags: &Tags<'a>) -> Vec<Tag<'a>> {
    let mut first: Vec<Tag<'_>> = Vec::new();
    for tag in tags.iter() {
        if first.iter().all(|other| other.name != tag.name) {
            first.push(tag);
        }
    }
    first
}
