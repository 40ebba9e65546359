//! Findings as boards on a page of HTML, which needs no network, scripts or other files.

mod card;
mod spot;

pub(crate) use card::{Answer, Answers, Card};
pub(crate) use spot::{GameFacts, Spot, plain};

use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use crate::scan::{
    Collected, Collecting, Collector, CollectorNeeds, CurrentGame, Found, Scan, Steps, Totals,
};
use crate::search::{Judge, PositionNeeds, Selection};
use askama::Template;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// The style sheet of all pages.
pub(crate) const STYLE: &str = include_str!("style.css");

/// One board per finding.
pub(super) static HTML: OutputFormat = OutputFormat {
    name: "html",
    description: "A page with a board per finding",
    endings: &["html", "htm"],
    ending: Ending::RowByRow,
    is_table: false,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    let answers = if request.hide { Answers::Below } else { Answers::Shown };
    let collector = Boards { selection: request.selection, answers };
    Box::new(BoardsFile { collector: Arc::new(collector), cards: 0 })
}

/// The start of the page.
#[derive(Template)]
#[template(path = "output/html/findings.html")]
struct Head<'a> {
    title: &'a str,
}

/// The end of the page.
const END: &str = "</div>\n</main>\n</body>\n</html>\n";

/// Writes one card per finding.
struct Boards {
    selection: Selection,
    answers: Answers,
}

/// Cards under construction.
#[derive(Default)]
struct Cards {
    /// The cards, without the numbers that only the file knows.
    cards: Vec<Card>,
    size: usize,
    /// The facts about the current game, once a finding needs them.
    game: Option<Arc<GameFacts>>,
    judge: Judge,
}

impl Collector for Boards {
    type Accumulator = Cards;
    type Output = Vec<Card>;

    fn accumulator(&self) -> Cards {
        Cards::default()
    }

    fn size(&self, cards: &Cards) -> usize {
        cards.size
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds { positions: PositionNeeds::All, ..CollectorNeeds::findings(&self.selection) }
    }

    fn begin(&self, cards: &mut Cards, _: &CurrentGame<'_>) {
        cards.game = None;
    }

    fn found(&self, game: &CurrentGame<'_>, found: Found<'_>, collecting: &mut Collecting<'_, Self>) {
        let Found { position: found, findings } = found;
        for finding in findings.iter() {
            if !collecting.tally.row() {
                return;
            }
            let Cards { cards, size, game: facts, judge } = &mut *collecting.accumulator;
            let facts = facts.get_or_insert_with(|| Arc::new(GameFacts::of(game)));
            let spot = Spot::new(found, finding, facts);
            let card = Card::new(String::new(), &spot, self.answers, judge);
            *size += card.board.len() + card.answer.explained.len();
            cards.push(card);
            collecting.take_if_large();
        }
    }

    fn finish(&self, cards: Cards) -> Vec<Card> {
        cards.cards
    }
}

/// Writes and numbers the cards.
struct BoardsFile {
    collector: Arc<Boards>,
    /// The number of cards so far.
    cards: u64,
}

impl OutputWriter for BoardsFile {
    fn steps(&self, scan: &Scan) -> Steps {
        scan.steps(&self.collector)
    }

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write_template(&Head { title: "Findings" }, out)
    }

    fn append(&mut self, cards: Collected, out: &mut dyn Write) -> io::Result<()> {
        for mut card in cards.get::<Vec<Card>>()? {
            self.cards += 1;
            card.id = format!("finding-{}", self.cards);
            // Two numbers would be confusing: a move has one.
            let card = if card.answers == Answers::Shown { card } else { card.numbered(self.cards) };
            write_template(&card, out)?;
        }
        Ok(())
    }

    fn state(&self) -> Option<serde_json::Value> {
        Some(self.cards.into())
    }

    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()> {
        self.cards = state.as_u64().ok_or_else(|| io::Error::other("it has no number of boards"))?;
        Ok(())
    }

    fn finish(&mut self, _: &Totals, _: Duration, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(END.as_bytes())
    }
}

/// Writes a filled template.
pub(crate) fn write_template(template: &impl Template, out: &mut dyn Write) -> io::Result<()> {
    let text = template.render().map_err(io::Error::other)?;
    out.write_all(text.as_bytes())
}
