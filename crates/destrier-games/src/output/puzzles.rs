//! Findings as puzzles, in the columns of Lichess's puzzle file.
//!
//! A puzzle is identified by its position, so that no position is written twice. The rating is an estimate, and its
//! deviation the error of estimates. The popularity and the number of plays are empty: only Lichess's players can say them.

use super::format::{Ending, OutputFormat, OutputRequest, OutputWriter};
use crate::scan::{Collected, Collecting, Collector, CollectorNeeds, CurrentGame, Found, Scan, Steps};
use crate::search::{Difficulty, FoundPosition, Puzzle, PuzzleSearch, Selection};
use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::Arc;

/// One puzzle per row.
pub(super) static PUZZLES: OutputFormat = OutputFormat {
    name: "puzzles",
    description: "One puzzle per row, in the columns of Lichess's puzzle file",
    endings: &[],
    ending: Ending::RowByRow,
    is_table: false,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    Box::new(PuzzleFile {
        // The puzzles are unique, and are searched for below.
        collector: Arc::new(Puzzles { selection: Selection { unique: false, ..request.selection } }),
        written: HashSet::new(),
    })
}

const HEADER: &[u8] =
    b"PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n";

/// The most puzzles that are remembered, to write none twice: some 16 MiB. Later puzzles are still compared with these.
const MAX_REMEMBERED: usize = 1 << 19;

/// Writes a row per puzzle.
struct PuzzleFile {
    collector: Arc<Puzzles>,
    /// The positions of the puzzles written so far.
    written: HashSet<u64>,
}

impl OutputWriter for PuzzleFile {
    fn steps(&self, scan: &Scan) -> Steps {
        scan.steps(&self.collector)
    }

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(HEADER)
    }

    fn append(&mut self, rows: Collected, out: &mut dyn Write) -> io::Result<()> {
        for Row { position, text } in rows.get::<Vec<Row>>()? {
            if self.written.contains(&position) {
                continue;
            }
            if self.written.len() < MAX_REMEMBERED {
                self.written.insert(position);
            }
            out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    fn rows(&self) -> Option<u64> {
        (self.written.len() < MAX_REMEMBERED).then_some(self.written.len() as u64)
    }

    fn state(&self) -> Option<serde_json::Value> {
        serde_json::to_value(&self.written).ok()
    }

    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()> {
        self.written = serde::Deserialize::deserialize(state)?;
        Ok(())
    }
}

/// Finds the puzzles.
struct Puzzles {
    selection: Selection,
}

/// A row, with a number for the position to solve.
struct Row {
    position: u64,
    text: String,
}

/// Rows under construction.
#[derive(Default)]
struct Rows {
    rows: Vec<Row>,
    size: usize,
    search: PuzzleSearch,
}

impl Collector for Puzzles {
    type Accumulator = Rows;
    type Output = Vec<Row>;

    fn accumulator(&self) -> Rows {
        Rows::default()
    }

    fn size(&self, rows: &Rows) -> usize {
        rows.size
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds::findings(&self.selection)
    }

    fn found(&self, _: &CurrentGame<'_>, found: Found<'_>, collecting: &mut Collecting<'_, Self>) {
        let Found { position: found, findings } = found;
        let Some(puzzle) = collecting.accumulator.search.find(found, findings) else { return };
        if collecting.tally.row() {
            let row = row(found, &puzzle);
            collecting.accumulator.size += size_of::<Row>() + row.text.len();
            collecting.accumulator.rows.push(row);
            collecting.take_if_large();
        }
    }

    fn finish(&self, rows: Rows) -> Vec<Row> {
        rows.rows
    }
}

fn row(found: &FoundPosition<'_>, puzzle: &Puzzle) -> Row {
    let start = puzzle.start.fen();
    let position = number(&puzzle.position());
    let is_chess960 = puzzle.start.has_chess960_castling();
    let moves =
        puzzle.moves.iter().map(|played| if is_chess960 { played.chess960_uci() } else { played.uci() });
    let moves: Vec<String> = moves.map(|played| played.to_string()).collect();
    let link = found.link().or_else(|| found.game.link().map(|link| link.into_owned())).unwrap_or_default();
    // A link with a comma or a quote is no link to a game.
    let link = if link.contains([',', '"']) { String::new() } else { link };
    let rating = Difficulty::of(&puzzle.position(), &puzzle.moves[1..]).rating();
    let (id, moves, themes) = (id(position), moves.join(" "), puzzle.themes.join(" "));
    let text = format!("{id},{start},{moves},{rating},{},,,{themes},{link},\n", Difficulty::ERROR);
    Row { position, text }
}

/// Returns a number for a position, regardless of its move numbers: the hash *FNV-1a*.
fn number(position: &crate::chess::Position) -> u64 {
    let fen = position.fen();
    let fields = fen.splitn(5, ' ').take(4).flat_map(|field| field.bytes().chain([b' ']));
    fields.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Returns the number as letters and digits: Lichess's alphabet, but longer than its five.
fn id(mut number: u64) -> String {
    const ALPHABET: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut id = String::new();
    while id.len() < 11 {
        id.push(char::from(ALPHABET[(number % 62) as usize]));
        number /= 62;
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Source;
    use crate::output::write_to_memory;
    use crate::search::Pattern;

    const SAMPLE: &str = include_str!("../../../../samples/puzzles.csv");

    fn open_writer() -> Box<dyn OutputWriter> {
        let forks = Selection::of(&[Pattern::by_name("knight-fork").unwrap()]);
        let selection = Selection { played: Some(true), ..forks };
        open(OutputRequest::new(crate::TableRows::new(crate::Table::Findings, &[], &selection), selection))
    }

    fn written(writer: &mut dyn OutputWriter, text: &str) -> String {
        let scan = Scan::new([Source::of_memory("puzzles.csv", text.as_bytes())]);
        String::from_utf8(write_to_memory(writer, &scan).unwrap().output).unwrap()
    }

    fn of_solver(moves: &str) -> impl Iterator<Item = &str> {
        moves.split(' ').skip(1).step_by(2)
    }

    /// Lichess's own puzzles with forks come back with the same solutions.
    #[test]
    fn puzzles_of_lichess_have_the_same_solutions() {
        let text = written(&mut *open_writer(), SAMPLE);
        let mut same = 0;
        for row in text.lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            assert_eq!(fields.len(), 10, "{row}");
            let (fen, moves) = (fields[1], fields[2]);
            assert!(moves.split(' ').count().is_multiple_of(2), "{row}");
            assert!((400..=3000).contains(&fields[3].parse().unwrap()) && fields[4] == "293", "{row}");
            assert!(fields[7].split(' ').any(|theme| theme == "fork" || theme == "mate"), "{row}");
            let Some(of_lichess) = SAMPLE.lines().find(|row| row.contains(fen)) else { continue };
            let of_lichess = of_lichess.split(',').nth(2).unwrap();
            // The opponent may have several moves that are about as good.
            let mut solutions = of_solver(moves).zip(of_solver(of_lichess));
            assert!(solutions.all(|(move_here, move_there)| move_here == move_there), "{row}\n{of_lichess}");
            same += 1;
        }
        assert!(same >= 3, "{text}");
    }

    #[test]
    fn no_position_is_written_twice() {
        let (header, rows) = SAMPLE.split_once('\n').unwrap();
        let rows: String = rows.split_inclusive('\n').take(12).collect();
        let few = format!("{header}\n{rows}");
        let mut writer = open_writer();
        let once = written(&mut *writer, &few);
        assert!(once.len() > HEADER.len());
        let state = writer.state().unwrap();
        let mut resumed = open_writer();
        resumed.restore(&state).unwrap();
        assert_eq!(written(&mut *resumed, &few).as_bytes(), HEADER);
        let mut twice = open_writer();
        assert_eq!(written(&mut *twice, &format!("{few}{rows}")), once);
        assert_eq!(twice.rows(), Some(once.lines().count() as u64 - 1));
    }
}
