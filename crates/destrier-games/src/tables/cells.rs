//! Where the cells of rows go: into the columns of a batch, or into lines of text.

use crate::formats::pgn::{Tag, Tags};
use crate::games::Date;
use std::fmt::Display;

/// Takes cells, each of its column's type.
pub(crate) trait Cells {
    /// There is no value.
    fn null(&mut self);

    fn text(&mut self, text: &str);

    /// A text that is made while it is written.
    fn written(&mut self, text: &dyn Display);

    fn truth(&mut self, truth: bool);

    fn number(&mut self, number: Option<i64>);

    fn real(&mut self, real: Option<f64>);

    /// A day: month and day are known.
    fn date(&mut self, date: Option<Date>);

    /// A set of squares in each of some rows.
    fn sets(&mut self, sets: &[u64]);

    /// A number in each of some rows, or [`ABSENT`](destrier::batch::ABSENT).
    fn numbers(&mut self, numbers: &[u8]);

    fn list(&mut self, names: &mut dyn Iterator<Item = &'static str>);

    fn tags(&mut self, tags: Option<&Tags<'_>>);

    fn optional_text(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.null(),
        }
    }
}

/// The tags of a game, of each name the first.
pub(crate) fn first_of_each_name<'a>(tags: &Tags<'a>) -> Vec<Tag<'a>> {
    let mut first: Vec<Tag<'_>> = Vec::new();
    for tag in tags.iter() {
        if first.iter().all(|other| other.name != tag.name) {
            first.push(tag);
        }
    }
    first
}
