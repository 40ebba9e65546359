//! A worksheet: boards to solve on paper, with solutions at the end.

use super::top::Top;
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
    /// Creates a worksheet of the biggest misses of each of several players, who have as many boards each.
    pub(super) fn new(title: &str, misses: &[&Top], max: usize) -> Self {
        let mut judge = Judge::default();
        let mut spots = Vec::new();
        for (place, top) in misses.iter().enumerate() {
            let share = (max - spots.len()) / (misses.len() - place);
            let answers = top.all().filter(|spot| spot.is_solved(&mut judge));
            spots.extend(answers.take(share));
        }
        let cards = (1..).zip(spots).map(|(number, spot)| {
            Card::new(format!("board-{number}"), spot, Answers::AtEnd, &mut judge).numbered(number)
        });
        let cards: Vec<Card> = cards.collect();
        let wanted = (cards.len() < max).then_some(max);
        Self { title: format!("{title}: worksheet"), cards, wanted }
    }
}
