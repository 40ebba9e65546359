//! Tables of games: what `destrier convert` writes, and how it is read again.

#[path = "support/data.rs"]
mod data;
#[path = "parquet/game_table.rs"]
mod game_table;
#[path = "parquet/hostile.rs"]
mod hostile;
#[path = "parquet/round_trip.rs"]
mod round_trip;
#[path = "support/scan.rs"]
mod scan;
#[path = "parquet/skipped.rs"]
mod skipped;

use destrier_games::output::{OutputWriter, games_writer, write_to_memory};
use destrier_games::{
    Bookmark, Ended, JudgedBy, Judging, Problem, Scan, Selection, Source, Step, Table, Totals,
};
use std::num::NonZero;
use std::path::PathBuf;

/// Keeps what a scan writes and reports.
#[derive(Default)]
struct Memory {
    written: Vec<u8>,
    problems: Vec<String>,
    /// The places where a scan can resume, with the length of the output and the state of the writer.
    checkpoints: Vec<(Bookmark, usize, Totals, serde_json::Value)>,
}

impl Memory {
    /// Runs a scan with a writer.
    fn run(&mut self, writer: &mut dyn OutputWriter, scan: &Scan) -> Ended {
        let mut steps = writer.steps(scan);
        for step in &mut steps {
            let Step { output, problems, totals, next } = step.unwrap();
            output.map_or(Ok(()), |collected| writer.append(collected, &mut self.written)).unwrap();
            self.problems.extend(problems.iter().map(Problem::to_string));
            if let (Some(next), Some(state)) = (next, writer.state()) {
                self.checkpoints.push((next, self.written.len(), totals, state));
            }
        }
        steps.ended()
    }
}

/// Runs a scan with a writer from the beginning.
fn run(output: &mut dyn OutputWriter, scan: &Scan) -> (Memory, Ended) {
    let mut memory = Memory::default();
    output.begin(&mut memory.written).unwrap();
    let ended = memory.run(output, scan);
    (memory, ended)
}

fn scan_of(sources: Vec<Source>, threads: usize) -> Scan {
    Scan { threads: NonZero::new(threads).unwrap(), ..Scan::new(sources) }
}

/// Converts games to a table.
fn converted(scan: &Scan) -> Vec<u8> {
    write_to_memory(&mut *games_writer(None), scan).unwrap().output
}

fn table_source(table: &[u8]) -> Source {
    Source::of_memory("games.parquet", table)
}

/// Returns a writer of all findings as JSON lines, with the worth of moves.
fn findings_writer() -> Box<dyn OutputWriter> {
    // The judge takes time.
    let quick = Judging { by: JudgedBy::Material, ..Judging::default() };
    let selection = Selection { judging: Some(quick), ..Selection::default() };
    let columns: Vec<usize> = (0..Table::Findings.columns().len()).collect();
    scan::json_lines(Table::Findings, &columns, selection)
}

/// Returns all findings as JSON lines, the problems, and the counts.
fn findings(scan: &Scan) -> (String, Vec<String>, Totals) {
    let (memory, ended) = run(&mut *findings_writer(), scan);
    (String::from_utf8(memory.written).unwrap(), memory.problems, ended.totals)
}

/// Returns games of all kinds: with clocks and evaluations, puzzles, positions, and messy and damaged games.
fn inputs(folder: &std::path::Path) -> Vec<PathBuf> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let positions = folder.join("positions.epd");
    std::fs::write(
        &positions,
        "7k/5N2/8/8/8/8/8/K7 w - -\nr3k3/8/8/1N6/8/8/8/4K3 w q - bm Nc7+;\nnot a position\n",
    )
    .unwrap();
    let odd = folder.join("odd.pgn");
    std::fs::write(&odd, ODD).unwrap();
    let puzzles = folder.join("puzzles.csv");
    let rows = std::fs::read_to_string(format!("{root}/samples/puzzles.csv")).unwrap();
    std::fs::write(&puzzles, rows + "a row without moves\n").unwrap();
    let mut inputs = vec![positions, odd, puzzles];
    inputs.push(format!("{root}/samples/lichess.pgn").into());
    let dirt = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/dirt");
    let mut dirt: Vec<_> = std::fs::read_dir(dirt).unwrap().map(|entry| entry.unwrap().path()).collect();
    dirt.sort();
    inputs.extend(dirt.into_iter().filter(|path| {
        path.extension().is_some_and(|ending| ending == "pgn") && !path.ends_with("utf-16.pgn")
    }));
    inputs.extend(data::file("lichess-2021-10.pgn"));
    inputs
}

/// Games whose tags, comments and moves are unusual.
const ODD: &str = r#"[Event "Quotes \"and\" backslashes \\\\ \\\" "]
[Site "here"]
[Link "https://example.org/1"]
[White "A"]
[White "B"]
[WhiteElo " 02000"]
[BlackElo "2100?"]
[Date "1992.??.??"]
[UTCDate "1992.11.02"]
[Result "?"]
[TimeControl "180+2"]

{ [%eval 1.5] } 1. e4 { [%eval #3] [%clk 0:02:59.5] } e5 { [%eval 94.99] } 2. Ke2 -- 3. Ke1 { [%eval -90] } 1-0

[Event "no moves"]
[UTCTime "12:00:00"]
[WhiteElo "0"]

1/2-1/2

[Event "promotions"]
[FEN "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1"]

1. a8=Q+ Kd7 2. h8=N a1=R+ 3. Kd2 h1=B 4. Qxa1 *

[Event "castling"]
[FEN "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"]
[Variant "From Position"]

1. O-O O-O-O 2. Rf7 *

[Event "Chess960"]
[FEN "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"]
[Variant "Chess960"]

1. O-O O-O-O 2. Re1 *

[Event "en passant"]
[FEN "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1"]

1... d5 2. exd6 *

[Event "another variant"]
[Variant "Atomic"]

1. e4 e5 2. Qh5 Nc6 3. Qxf7# *

[Event "bad start"]
[FEN "4k3/8/8/8 w - - 0 1"]

1. e4 *

[Event "illegal move"]

1. e4 e5 2. Nf6 Nc6 *
"#;
