//! Findings as cards for Anki, which imports them as text with a tab between front and back.

use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use super::html::{Answer, GameFacts, Spot};
use super::text::text_file;
use crate::picture::Picture;
use crate::scan::{Collecting, Collector, CollectorNeeds, CurrentGame, Found};
use crate::search::{Finding, Judge, PositionNeeds, Selection};
use askama::Template;
use std::cmp::Reverse;
use std::sync::Arc;

/// One card per position.
pub(super) static CARDS: OutputFormat = OutputFormat {
    name: "anki",
    description: "Cards to learn from, which Anki imports: a board, and the line that wins",
    endings: &[],
    ending: Ending::RowByRow,
    is_table: false,
    open,
};

/// Lines for Anki that say how to read the file. The deck and the tags can be changed when it is imported.
const HEADER: &str =
    "#separator:tab\n#html:true\n#deck:Destrier\n#columns:Front\tBack\tTags\n#tags column:3\n";

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    let mut selection = request.selection;
    // It decides what is an answer.
    selection.judging.get_or_insert_default();
    text_file(HEADER, Cards { selection })
}

/// Writes a card for each position with an answer. Of several moves, it is the one that wins the most.
struct Cards {
    selection: Selection,
}

/// The cards of one thread.
#[derive(Default)]
struct Accumulator {
    text: Vec<u8>,
    /// The facts about the current game, once a card needs them.
    game: Option<Arc<GameFacts>>,
    judge: Judge,
}

/// The width of a board, in pixels.
const SIZE: u32 = 360;

/// The back of a card.
#[derive(Template)]
#[template(
    source = "{{ answer|safe }}<p>{% for part in about %}{{ part }}{% if !loop.last %} · {% endif %}{% endfor %}</p>",
    ext = "html"
)]
struct Back {
    answer: Answer,
    about: Vec<String>,
}

/// Returns the line of a card.
fn card(spot: &Spot, judge: &mut Judge) -> String {
    let mut picture = Picture::new(spot.position.board(), &spot.position.to_string());
    (picture.flip, picture.size) = (!spot.finding.side.is_white(), SIZE);
    let front = format!("{}<p>{} to move</p>", picture.svg(), spot.position.turn().title());
    let back = Back { answer: Answer::new(spot, judge), about: spot.about() }.to_string();
    let fields = [front, back, spot.finding.pattern.name.to_owned()];
    fields.map(|field| field.replace(['\n', '\t'], " ")).join("\t") + "\n"
}

impl Collector for Cards {
    type Accumulator = Accumulator;
    type Output = Vec<u8>;

    fn accumulator(&self) -> Accumulator {
        Accumulator::default()
    }

    fn size(&self, accumulator: &Accumulator) -> usize {
        accumulator.text.len()
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds { positions: PositionNeeds::All, ..CollectorNeeds::findings(&self.selection) }
    }

    fn begin(&self, accumulator: &mut Accumulator, _: &CurrentGame<'_>) {
        accumulator.game = None;
    }

    fn found(&self, game: &CurrentGame<'_>, found: Found<'_>, collecting: &mut Collecting<'_, Self>) {
        let Found { position: found, findings } = found;
        let moves = findings.iter().filter(|finding| finding.pattern.is_move);
        let wins = |finding: &&Finding| Reverse(finding.worth.map(|worth| worth.wins));
        let Some(finding) = moves.min_by_key(wins) else { return };
        let Accumulator { text, game: facts, judge } = &mut *collecting.accumulator;
        let facts = facts.get_or_insert_with(|| Arc::new(GameFacts::of(game)));
        let spot = Spot::new(found, finding, facts);
        // The answer is a move that was missed and is nearly the best one, or one that won when it was played.
        let is_found =
            finding.played == Some(true) && finding.worth.is_some_and(|worth| worth.is_opportunity);
        if (is_found || finding.is_answer(&spot.position, judge)) && collecting.tally.row() {
            text.extend_from_slice(card(&spot, judge).as_bytes());
            collecting.take_if_large();
        }
    }

    fn finish(&self, accumulator: Accumulator) -> Vec<u8> {
        accumulator.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Source;
    use crate::output::write_to_memory;
    use crate::scan::Scan;
    use crate::search::Judging;

    #[test]
    fn a_card_has_a_board_and_the_line_that_wins() {
        let games = "[White \"<b>\"]\n[FEN \"q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nd4 Qa1+ *";
        let scan = Scan::new([Source::of_memory("games.pgn", games.as_bytes())]);
        let selection = Selection { judging: Some(Judging::default()), ..Selection::default() };
        let mut writer = text_file(HEADER, Cards { selection });
        let written = String::from_utf8(write_to_memory(&mut *writer, &scan).unwrap().output).unwrap();
        let cards = written.strip_prefix(HEADER).unwrap();
        let fields: Vec<&str> = cards.strip_suffix('\n').unwrap().split('\t').collect();
        let [front, back, "knight-fork"] = fields[..] else { panic!("{fields:?}") };
        assert!(front.starts_with("<svg xmlns=") && front.ends_with("<p>White to move</p>"), "{front}");
        assert!(!front.contains("Nc7") && !cards.trim_end().contains('\n'), "{cards}");
        assert!(back.contains("<b>30. Nc7+") && back.contains("forks king e8 and queen a8"), "{back}");
        assert!(back.contains("&#60;b&#62; –"), "{back}");
    }
}
