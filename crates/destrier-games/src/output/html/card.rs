//! A board with its story, as an article of a page.

use super::spot::Spot;
use crate::picture::Diagram;
use crate::search::Judge;
use askama::Template;
use std::fmt::Display;

/// Where the answer of a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// Below the board.
    Shown,
    /// Below the board, but hidden until the reader asks for it.
    Below,
    /// At the end of the page.
    AtEnd,
}

/// A board with its story.
#[derive(Template)]
#[template(path = "output/html/card.html")]
pub(crate) struct Card {
    pub(crate) id: String,
    pub(crate) heading: String,
    pub(crate) before: Option<String>,
    pub(crate) about: Vec<String>,
    pub(crate) board: String,
    pub(crate) answer: Answer,
    pub(crate) answers: Answers,
}

/// The answer of a card: the line that wins, the explanation, the game's move, and where to find the game.
#[derive(Template)]
#[template(path = "output/html/answer.html")]
pub(crate) struct Answer {
    pub(crate) line: String,
    pub(crate) explained: String,
    pub(crate) played: String,
    pub(crate) link: Option<String>,
    pub(crate) show: String,
}

impl Answer {
    pub(crate) fn new(spot: &Spot, judge: &mut Judge) -> Self {
        Self {
            line: spot.line(judge),
            explained: spot.explained(),
            played: spot.played(),
            link: spot.link().map(str::to_owned),
            show: spot.show(),
        }
    }
}

impl Card {
    /// Creates a card without a number. The board is seen from the side of the finding.
    pub(crate) fn new(id: String, spot: &Spot, answers: Answers, judge: &mut Judge) -> Self {
        let drawing = spot.finding.drawing(&spot.position);
        let diagram = Diagram {
            board: spot.position.board(),
            drawing: (answers != Answers::AtEnd).then_some(&drawing),
            flip: !spot.finding.side.is_white(),
        };
        let heading = match answers {
            Answers::Shown => spot.solution(),
            Answers::Below | Answers::AtEnd => format!("{} to move", spot.position.turn().title()),
        };
        Self {
            id,
            heading,
            before: None,
            about: spot.about(),
            board: diagram.svg(),
            answer: Answer::new(spot, judge),
            answers,
        }
    }

    /// Writes a number before the heading.
    pub(crate) fn numbered(mut self, number: impl Display) -> Self {
        self.heading = format!("{number}. {}", self.heading);
        self
    }

    fn is_quiz(&self) -> bool {
        self.answers != Answers::Shown
    }
}
