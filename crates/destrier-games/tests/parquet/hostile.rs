//! Damaged and hostile tables are errors. They never panic or hang, and the rest of the input is read.

use super::{ODD, converted, findings, scan_of, table_source};
use destrier_games::Source;

fn small_table() -> Vec<u8> {
    let sample = include_str!("../../../../samples/lichess.pgn");
    let games: Vec<&str> = sample.split("\n\n[Event").take(6).collect();
    let text = games.join("\n\n[Event");
    converted(&scan_of(vec![Source::of_memory("a.pgn", (text + "\n\n" + ODD).as_bytes())], 1))
}

/// Scans a table, and games after it.
fn scanned(table: &[u8]) -> (usize, u64) {
    let after = Source::of_memory("after.pgn", &b"1. e4 e5 2. Nf3 *\n"[..]);
    let (_, problems, totals) = findings(&scan_of(vec![table_source(table), after], 1));
    assert!(totals.games >= 1);
    (problems.len(), totals.games)
}

#[test]
fn cut_tables_are_errors() {
    let table = small_table();
    for length in (0..table.len()).step_by(211) {
        let (problems, games) = scanned(&table[..length]);
        assert_eq!((problems, games), (1, 1), "{length} bytes");
    }
}

#[test]
fn flipped_bits_are_errors_or_other_games() {
    let table = small_table();
    let mut random = fastrand::Rng::with_seed(26);
    let mut differ = 0;
    let usual = scanned(&table);
    for round in 0..200 {
        let mut damaged = table.clone();
        // Half of the damage is in the index at the end.
        let start = if round % 2 == 0 { 0 } else { damaged.len() * 2 / 3 };
        for _ in 0..random.usize(1..4) {
            let at = random.usize(start..damaged.len());
            damaged[at] ^= 1 << random.u8(0..8);
        }
        let found = std::panic::catch_unwind(|| scanned(&damaged));
        let found = found.unwrap_or_else(|_| panic!("round {round}"));
        differ += usize::from(found != usual);
    }
    assert!(differ > 60, "{differ}");
}
