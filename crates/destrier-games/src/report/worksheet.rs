//! A worksheet: boards to solve on paper, with solutions at the end.

use super::top::Top;
use crate::output::html::{Answers, Card, Spot};
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
    /// Creates a worksheet of the biggest misses of each of several players. They have as many boards each, as far as they
    /// have misses.
    pub(super) fn new(title: &str, misses: &[&Top], max: usize) -> Self {
        let mut judge = Judge::default();
        let mut rest: Vec<_> = misses.iter().map(|top| top.all()).collect();
        let mut chosen: Vec<Vec<&Spot>> = vec![Vec::new(); rest.len()];
        let mut wanted = max;
        loop {
            let before = wanted;
            for (spots, rest) in chosen.iter_mut().zip(&mut rest) {
                if wanted > 0
                    && let Some(spot) = rest.find(|spot| spot.is_solved(&mut judge))
                {
                    spots.push(spot);
                    wanted -= 1;
                }
            }
            if wanted == 0 || wanted == before {
                break;
            }
        }
        let cards = (1..).zip(chosen.into_iter().flatten()).map(|(number, spot)| {
            Card::new(format!("board-{number}"), spot, Answers::AtEnd, &mut judge).numbered(number)
        });
        let cards: Vec<Card> = cards.collect();
        let wanted = (cards.len() < max).then_some(max);
        Self { title: format!("{title}: worksheet"), cards, wanted }
    }
}
