//! Positions with findings as EPD, for engines and trainers.

use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use super::text::TextFile;
use crate::formats::GameNumber;
use crate::scan::{Collecting, Collector, CurrentGame};
use crate::search::{Finding, FoundPosition, Selection};
use std::io::Write;

/// One position per line.
pub(super) static POSITIONS: OutputFormat = OutputFormat {
    name: "epd",
    description: "One position per line, with the moves found as `bm`",
    endings: &["epd"],
    ending: Ending::RowByRow,
    is_table: false,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    TextFile::of(Positions { selection: request.selection })
}

/// Writes each position with findings: the first four fields of its FEN, the moves as `bm`, a link or the location as
/// `id`, and the explanations as the comment `c0`.
struct Positions {
    selection: Selection,
}

impl Collector for Positions {
    type Accumulator = Vec<u8>;
    type Output = Vec<u8>;

    fn accumulator(&self) -> Vec<u8> {
        Vec::new()
    }

    fn size(&self, text: &Vec<u8>) -> usize {
        text.len()
    }

    fn selection(&self) -> Option<&Selection> {
        Some(&self.selection)
    }

    fn found(
        &self,
        game: &CurrentGame<'_>,
        found: &FoundPosition<'_>,
        findings: &mut Vec<Finding>,
        collecting: &mut Collecting<'_, Vec<u8>>,
    ) {
        findings.retain(|_| collecting.tally.row());
        if findings.is_empty() {
            return;
        }
        let position = found.position;
        let fen = position.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let mut best: Vec<String> = Vec::new();
        for san in findings.iter().filter_map(|finding| Some(position.san(finding.by?).to_string())) {
            // Several patterns may find the same move.
            if !best.contains(&san) {
                best.push(san);
            }
        }
        let best = if best.is_empty() { String::new() } else { format!(" bm {};", best.join(" ")) };
        let said: Vec<String> = findings.iter().map(|finding| finding.explain(position)).collect();
        let (id, said) = (quoted(&id(game, found)), quoted(&said.join(" ")));
        // Writing to memory cannot fail.
        let _ = writeln!(collecting.accumulator, "{}{best} id {id}; c0 {said};", fields.join(" "));
        collecting.take_if_large();
    }

    fn finish(&self, text: Vec<u8>) -> Vec<u8> {
        text
    }
}

/// Returns a link to the position or the game, or else source, game and ply.
fn id(game: &CurrentGame<'_>, found: &FoundPosition<'_>) -> String {
    let link = found.link().or_else(|| game.game.link().map(|link| link.into_owned()));
    link.unwrap_or_else(|| match (game.game.tags.value("PuzzleId"), game.entry.number) {
        (Some(id), _) => id.into_owned(),
        (None, GameNumber::Game(number)) => format!("{} {number}:{}", game.source, found.ply()),
        (None, GameNumber::Line(number)) => format!("{} {number}", game.source),
    })
}

/// Quotes a string. EPD strings have no escapes.
fn quoted(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_control() && *c != '"').collect();
    format!("\"{text}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Source;
    use crate::scan::Scan;

    fn epd(name: &str, text: &str) -> String {
        let scan = Scan::new([Source::of_memory(name, text.as_bytes())]);
        let mut text = Vec::new();
        scan.run(&Positions { selection: Selection::default() }, |step| {
            text.extend(step.output.unwrap());
            Ok(())
        })
        .unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_move_of_several_patterns_is_written_once() {
        let text = epd("a.epd", "1r1q2rk/N5pp/7N/8/8/8/8/4K3 w - - 0 1");
        assert!(text.contains(" w - - bm Nf7# Nc6; id \"a.epd 1\"; c0 \"Nf7# forks "), "{text}");
        assert!(text.contains("smothered"), "{text}");
    }

    #[test]
    fn positions_have_moves_and_an_id() {
        let game = "[FEN \"q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30\"]\n\n30. Nc7+ *";
        assert_eq!(
            epd("games.pgn", game),
            "q3k3/8/8/1N6/8/8/8/4K3 w - - bm Nc7+; id \"games.pgn 1:0\"; c0 \"Nc7+ forks king e8 and queen a8, a royal \
             fork. No black piece can capture the knight.\";\n\
             q3k3/2N5/8/8/8/8/8/4K3 b - - id \"games.pgn 1:1\"; c0 \"The white knight on c7 attacks king e8 and \
             queen a8, a royal fork. No black piece can capture the knight.\";\n"
        );
    }
}
