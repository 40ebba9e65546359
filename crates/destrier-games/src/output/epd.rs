//! Positions with findings as EPD, for engines and trainers.

use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use super::position_line::position_line;
use super::text::text_file;
use crate::scan::{Collecting, Collector, CollectorNeeds, CurrentGame, Found};
use crate::search::Selection;

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
    text_file("", Positions { selection: request.selection })
}

/// Writes each position with findings as a [line](position_line).
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

    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds::findings(&self.selection)
    }

    fn found(&self, game: &CurrentGame<'_>, found: Found<'_>, collecting: &mut Collecting<'_, Self>) {
        let Found { position: found, findings } = found;
        findings.retain(|_| collecting.tally.row());
        if findings.is_empty() {
            return;
        }
        let line = position_line(&game.place(found.ply()), found, findings);
        collecting.accumulator.extend_from_slice(line.as_bytes());
        collecting.take_if_large();
    }

    fn finish(&self, text: Vec<u8>) -> Vec<u8> {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Source;
    use crate::output::write_to_memory;
    use crate::scan::Scan;

    fn epd(name: &str, text: &str) -> String {
        let scan = Scan::new([Source::of_memory(name, text.as_bytes())]);
        let mut writer = text_file("", Positions { selection: Selection::default() });
        String::from_utf8(write_to_memory(&mut *writer, &scan).unwrap().output).unwrap()
    }

    #[test]
    fn a_move_of_several_patterns_is_written_once() {
        let text = epd("a.epd", "1r1q2rk/N5pp/7N/8/8/8/8/4K3 w - - 0 1");
        assert!(text.contains(" w - - bm Nf7# Nc6; id \"a.epd 1\"; c0 \"Nf7# forks "), "{text}");
        assert!(text.contains("Nf7# mates the king on h8"), "{text}");
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
