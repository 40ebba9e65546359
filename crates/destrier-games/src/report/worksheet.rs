//! A worksheet: boards to solve on paper, with solutions at the end.

use super::request::ReportRequest;
use super::tally::ReportTally;
use crate::output::html::{Answers, Card};
use crate::search::Judge;
use askama::Template;

/// A worksheet.
#[derive(Template)]
#[template(path = "report/worksheet.html")]
pub(super) struct Worksheet {
    title: String,
    cards: Vec<Card>,
    /// The number of boards that the user wants, if there are fewer.
    wanted: Option<usize>,
}

impl Worksheet {
    /// Creates a worksheet of the biggest misses. Two subjects have half of the boards each.
    pub(super) fn new(request: &ReportRequest, tally: &ReportTally, max: usize) -> Self {
        let mut judge = Judge::default();
        let columns = 0..tally.tops.len();
        let subjects: Vec<usize> =
            columns.filter(|&column| !request.comparison.is_of_opponents(column)).collect();
        let mut spots = Vec::new();
        for (place, &column) in subjects.iter().enumerate() {
            let share = (max - spots.len()) / (subjects.len() - place);
            let answers = tally.tops[column].missed.all().filter(|spot| spot.is_solved(&mut judge));
            spots.extend(answers.take(share));
        }
        let cards = (1..).zip(spots).map(|(number, spot)| {
            Card::new(format!("board-{number}"), spot, Answers::AtEnd, &mut judge).numbered(number)
        });
        let cards: Vec<Card> = cards.collect();
        let wanted = (cards.len() < max).then_some(max);
        Self { title: format!("{}: worksheet", request.comparison.title()), cards, wanted }
    }
}
