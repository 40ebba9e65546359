//! Scans give the same text, problems and counts in the same order.

use crate::compress::{COMPRESSIONS, compress};
use crate::copies;
use crate::scan::{Scanned, assert_same_lines, findings, problems, scan_of, text};
use destrier_games::Scan;
use std::num::NonZero;
use std::path::PathBuf;
use tempfile::TempDir;

const THREADS: [usize; 4] = [1, 2, 3, 8];

/// Files in a temporary folder.
struct Files {
    folder: TempDir,
    paths: Vec<PathBuf>,
}

impl Files {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), paths: Vec::new() }
    }

    fn with(mut self, name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        self.paths.push(path);
        self
    }

    fn with_missing(mut self, name: &str) -> Self {
        self.paths.push(self.folder.path().join(name));
        self
    }

    fn scan(&self, threads: usize) -> Scan {
        scan_of(&self.paths, threads)
    }
}

/// Creates files of all kinds: intact, damaged, truncated, empty and missing. Most have more than one block.
fn mixture() -> Files {
    let damaged = copies(3).replace(" 7. ", " 7. Ke9 ").replace("3. d4 ", "3. d4 { ");
    let torn = compress("zst", copies(4).as_bytes(), 3);
    let puzzles = include_str!("../../../../samples/puzzles.csv");
    let row = puzzles.lines().nth(1).unwrap();
    let many_puzzles = format!("{puzzles}{row}\nshort\n{}", format!("{row}\n").repeat(900));
    let positions =
        "r3k3/8/8/1N6/8/8/8/4K3 w q -\n# a comment\n\nr3k3/8/8/1N6/8/8/8/4K3 x q -\n".repeat(1500);
    Files::new()
        .with_missing("first.pgn")
        .with("a.pgn", copies(2))
        .with("empty.pgn", "")
        .with("damaged.pgn.gz", compress("gz", damaged.as_bytes(), 5))
        .with("torn.pgn.zst", &torn[..torn.len() - 20])
        .with_missing("missing.pgn")
        .with("puzzles.csv.bz2", compress("bz2", many_puzzles.as_bytes(), 1))
        .with("positions.epd", positions)
        .with("other.pgn.xz", b"\xfd7zXZ\0\0")
        .with("damaged.pgn", damaged)
        .with_missing("last.pgn")
}

/// Checks that two scans have the same results and steps.
#[track_caller]
fn assert_same(found: &Scanned<Vec<u8>>, expected: &Scanned<Vec<u8>>) {
    assert_same_lines(&found.text(), &expected.text());
    assert_eq!(found.problems(), expected.problems());
    assert_eq!(found.ended, expected.ended);
    let places = |scanned: &Scanned<_>| -> Vec<_> {
        scanned.steps.iter().map(|step| (step.next, step.totals)).collect()
    };
    assert_eq!(places(found), places(expected));
}

/// Checks that a scan gives the same results with any number of threads, and returns them.
#[track_caller]
fn same_in_threads(scan: &Scan) -> Scanned<Vec<u8>> {
    let one = findings(scan);
    for threads in THREADS {
        let threads = NonZero::new(threads).unwrap();
        assert_same(&findings(&Scan { threads, ..scan.clone() }), &one);
    }
    one
}

#[test]
fn every_compression_gives_the_same_findings() {
    let content = copies(30);
    let plain = Files::new().with("games.pgn", &content);
    let one = same_in_threads(&plain.scan(1));
    assert_eq!((one.ended.totals.games, one.ended.totals.positions), (1800, 30 * 4936));
    assert!(one.problems().is_empty() && one.steps.len() > 20);
    for compression in COMPRESSIONS {
        for parts in [1, 40] {
            let name = format!("games.pgn.{compression}");
            let compressed = Files::new().with(&name, compress(compression, content.as_bytes(), parts));
            let scanned = findings(&compressed.scan(if parts == 1 { 2 } else { 3 }));
            let from = compressed.paths[0].to_str().unwrap();
            assert_same_lines(&scanned.text().replace(from, plain.paths[0].to_str().unwrap()), &one.text());
            assert_eq!((scanned.problems().len(), scanned.ended), (0, one.ended), "{name} in {parts} parts");
        }
    }
}

#[test]
fn any_number_of_threads_scans_all_kinds_of_files_alike() {
    let mixture = mixture();
    let one = same_in_threads(&mixture.scan(1));
    let totals = one.ended.totals;
    assert_eq!(totals.unreadable, 5, "{:?}", one.problems());
    assert!(totals.damaged > 1500 && totals.rows > 5000, "{totals:?}");
    assert_eq!(one.problems().len() as u64, totals.damaged + totals.unreadable);
    assert_eq!(one.text().lines().count() as u64, totals.rows);
}

/// More threads than files and more files than threads. Most files have no block.
#[test]
fn any_number_of_threads_scans_small_files_alike() {
    let mut files = Files::new();
    for i in 0..150 {
        let name = format!("{i}.pgn");
        files = match i % 3 {
            0 => files.with_missing(&name),
            1 => files.with(&name, ""),
            _ => files.with(&name, "[FEN \"r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1\"]\n\n1. Nc7+ Ke9"),
        };
    }
    let totals = same_in_threads(&files.scan(1)).ended.totals;
    assert_eq!((totals.unreadable, totals.damaged, totals.games), (50, 50, 50));
}

/// The row limit is exact. The scan ends with the game that contains the last row.
#[test]
fn any_number_of_threads_stops_at_the_same_row() {
    for files in [Files::new().with("games.pgn", copies(6)), mixture()] {
        let all = findings(&files.scan(1));
        let rows = all.ended.totals.rows;
        for limit in [0, 1, rows / 3, rows - 1, rows, rows + 1] {
            let limited = same_in_threads(&Scan { limit: Some(limit), ..files.scan(1) });
            let expected: String = all.text().split_inclusive('\n').take(limit as usize).collect();
            assert_same_lines(&limited.text(), &expected);
            assert_eq!(limited.ended.totals.rows, limit.min(rows));
            let problems = limited.problems();
            assert_eq!(problems, all.problems()[..problems.len()]);
            assert!(limit <= rows || limited.ended == all.ended, "the limit {limit} of {rows}");
        }
    }
}

#[test]
fn any_number_of_threads_stops_at_the_first_damage() {
    let mixture = mixture();
    let strict = same_in_threads(&Scan { strict: true, ..mixture.scan(1) });
    assert!(strict.ended.at_damage);
    assert_eq!((strict.ended.totals.damaged, strict.ended.totals.unreadable), (1, 1));
    let problems = strict.problems();
    assert!(problems.len() == 2 && problems[1].starts_with("damaged.pgn.gz: game "), "{problems:?}");
    let all = findings(&mixture.scan(1)).text();
    assert!(all.starts_with(&strict.text()));

    let sound = Files::new().with("games.pgn", copies(2));
    assert!(!same_in_threads(&Scan { strict: true, ..sound.scan(1) }).ended.at_damage);
}

/// A scan that resumes after any step gives the remaining results.
#[test]
fn a_scan_resumes_after_any_step() {
    let content = copies(8);
    let gz = compress("gz", content.as_bytes(), 7);
    for files in [Files::new().with("games.pgn", &content).with("games.pgn.gz", gz), mixture()] {
        let all = findings(&files.scan(1));
        for (i, step) in all.steps.iter().enumerate() {
            let resumed = Scan { start: step.next.unwrap(), before: step.totals, ..files.scan(1 + i % 2) };
            let rest = findings(&resumed);
            assert_same_lines(&rest.text(), &text(&all.steps[i + 1..]));
            assert_eq!(rest.problems(), problems(&all.steps[i + 1..]), "behind step {i}: {:?}", step.next);
            assert_eq!(rest.ended, all.ended);
            let places = rest.steps.iter().map(|step| step.next);
            assert!(places.eq(all.steps[i + 1..].iter().map(|step| step.next)));

            // The limit includes rows written before.
            let limit = (step.totals.rows + all.ended.totals.rows) / 2;
            let some = findings(&Scan { limit: Some(limit), ..resumed });
            assert!(rest.text().starts_with(&some.text()));
            assert_eq!(some.text().lines().count() as u64, limit - step.totals.rows);
            assert_eq!(some.ended.totals.rows, limit);
        }
    }
}
