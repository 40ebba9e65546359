//! Findings as chapters of a Lichess study, each starting in the position of a finding.
//!
//! Lichess names a chapter after the tag `ChapterName`. It has no tag for the side that is down: `Orientation` is what
//! it exports. With the orientation "automatic", it shows an interactive lesson from the side of the last move, and a
//! chapter that hides the next moves from the side to move. So the line ends with a move of the solver, and the result
//! is unknown: a known result would put White down. A study holds 64 chapters.

use super::chapter::chapter;
use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use super::text::text_file;
use crate::scan::{Collecting, Collector, CollectorNeeds, CurrentGame, Found};
use crate::search::{Judge, Selection};

/// One game per finding, as PGN.
pub(super) static STUDY: OutputFormat = OutputFormat {
    name: "study",
    description: "One chapter of a Lichess study per finding, as PGN",
    endings: &[],
    ending: Ending::Split { start: "[Event ", most: 64 },
    is_table: false,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    text_file("", Study { selection: request.selection })
}

/// Writes one [chapter] per finding.
struct Study {
    selection: Selection,
}

/// Chapters under construction.
#[derive(Default)]
struct Chapters {
    text: Vec<u8>,
    judge: Judge,
}

impl Collector for Study {
    type Accumulator = Chapters;
    type Output = Vec<u8>;

    fn accumulator(&self) -> Chapters {
        Chapters::default()
    }

    fn size(&self, chapters: &Chapters) -> usize {
        chapters.text.len()
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds::findings(&self.selection)
    }

    fn found(&self, game: &CurrentGame<'_>, found: Found<'_>, collecting: &mut Collecting<'_, Self>) {
        let Found { position: found, findings } = found;
        for finding in findings.iter() {
            if !collecting.tally.row() {
                return;
            }
            let Chapters { text, judge } = &mut *collecting.accumulator;
            text.extend_from_slice(chapter(game.entry.number.get(), found, finding, judge).as_bytes());
            collecting.take_if_large();
        }
    }

    fn finish(&self, chapters: Chapters) -> Vec<u8> {
        chapters.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Source;
    use crate::output::write_to_memory;
    use crate::scan::Scan;

    fn study(game: &str) -> String {
        let scan = Scan::new([Source::of_memory("games.pgn", game.as_bytes())]);
        let mut writer = text_file("", Study { selection: Selection::default() });
        String::from_utf8(write_to_memory(&mut *writer, &scan).unwrap().output).unwrap()
    }

    #[test]
    fn a_chapter_starts_in_the_position_and_has_the_winning_line() {
        let fen = "4k3/8/8/8/1n6/8/7P/Q3K3 b - - 0 30";
        let tags = "[White \"Eve\"]\n[Black \"Adam\"]\n[Date \"2021.10.01\"]\n";
        let text = study(&format!("{tags}[FEN \"{fen}\"]\n\n30... Kd7 *"));
        let name = "Eve - Adam, move 30";
        let said = "Nc2+ forks king e1 and queen a1, a royal fork. No white piece can capture the knight.";
        let start = format!(
            "[Event \"{name}\"]\n[Date \"2021.10.01\"]\n[White \"Eve\"]\n[Black \"Adam\"]\n[Result \"*\"]\n\
             [ChapterName \"{name}\"]\n[Orientation \"black\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n\
             {{ Black to move. }} 30... Nc2+ {{ {said} }} ( 30... Kd7 ) 31. K"
        );
        assert!(text.starts_with(&start) && text.ends_with(" Nxa1 *\n\n"), "{text}");
    }

    /// Lichess shows an interactive lesson from the side of the last move.
    #[test]
    fn lines_end_with_a_move_of_the_solver() {
        let sample = include_str!("../../../../samples/lichess.pgn");
        let sample = &sample[..sample.len() / 4];
        let mut lines = 0;
        // A finding without a move has a comment that may end the same way.
        let has_move =
            |chapter: &&str| chapter.contains("{ White to move. }") || chapter.contains("{ Black to move. }");
        for chapter in study(sample).split("[Event ").filter(has_move) {
            let is_white = chapter.contains("[Orientation \"white\"]");
            assert!(
                chapter.contains(&format!("{{ {} to move. }}", if is_white { "White" } else { "Black" }))
            );
            let movetext = chapter.rsplit(" }").next().unwrap();
            let movetext = movetext.rsplit(" )").next().unwrap();
            let words: Vec<&str> = movetext.split_whitespace().filter(|word| *word != "*").collect();
            // After the first move, the line goes on with pairs of moves.
            let moves = words.iter().filter(|word| !word.ends_with('.')).count();
            assert!(moves.is_multiple_of(2), "{chapter}");
            lines += usize::from(moves > 0);
        }
        assert!(lines > 50, "{lines}");
    }

    #[test]
    fn a_finding_without_a_move_is_a_position_with_a_comment() {
        let text = study("[FEN \"8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1\"]\n\n*");
        assert!(text.contains("[Event \"Game 1, move 1\"]\n"), "{text}");
        assert!(text.contains("\n\n{ [%csl Ba2]") && text.ends_with("} *\n\n"), "{text}");
    }
}
