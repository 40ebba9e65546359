//! Parts of a table that a scan does not need are not read.

use super::{converted, findings, run, scan_of};
use destrier_games::{Bytes, GameFilter, OnePer, Scan, Selection, Source, Table, Thinning};
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that count how many of them are read.
struct Counted {
    bytes: Vec<u8>,
    read: Arc<AtomicU64>,
}

impl Bytes for Counted {
    fn read_from(&self, offset: u64, _: u64) -> io::Result<Box<dyn Read + Send>> {
        let rest = self.bytes.get(offset as usize..).unwrap_or_default().to_vec();
        Ok(Box::new(CountedRead { rest: Cursor::new(rest), read: Arc::clone(&self.read) }))
    }

    fn size(&self) -> Option<u64> {
        Some(self.bytes.len() as u64)
    }
}

struct CountedRead {
    rest: Cursor<Vec<u8>>,
    read: Arc<AtomicU64>,
}

impl Read for CountedRead {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let length = self.rest.read(output)?;
        self.read.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// Returns games in three row groups with rising ratings, dates and codes.
fn sorted_games() -> String {
    let mut text = String::new();
    for number in 0..40_000 {
        let (rating, year, month) = (1000 + number / 20, 1990 + number / 2000, 1 + number / 200 % 12);
        let eco = format!("{}{:02}", char::from(b'A' + (number / 8_000) as u8), number / 80 % 100);
        text += &format!(
            "[Event \"{number}\"]\n[WhiteElo \"{rating}\"]\n[BlackElo \"{rating}\"]\n[Date \"{year}.{month:02}.10\"]\n[ECO \
             \"{eco}\"]\n\n1. e4 e5 *\n\n"
        );
    }
    text
}

fn counted(table: &[u8]) -> (Source, Arc<AtomicU64>) {
    let read = Arc::<AtomicU64>::default();
    let bytes = Counted { bytes: table.to_vec(), read: Arc::clone(&read) };
    (Source::of_bytes("games.parquet", Arc::new(bytes)), read)
}

#[test]
fn row_groups_are_skipped_by_their_statistics() {
    let text = sorted_games();
    let games = Source::of_memory("games.pgn", text.as_bytes());
    let table = converted(&scan_of(vec![games.clone()], 2));
    let read_by = |filter: GameFilter| {
        let (source, read) = counted(&table);
        let scan = Scan { condition: Arc::new(filter), ..scan_of(vec![source], 2) };
        let (_, problems, totals) = findings(&scan);
        assert_eq!((problems, totals.games + totals.filtered), (Vec::new(), 40_000));
        (totals.games, read.load(Ordering::Relaxed))
    };
    let none = GameFilter::default();
    let (all, whole) = read_by(none.clone());
    assert_eq!(all, 40_000);
    let eco = |prefix: &str| GameFilter { eco: Some(prefix.to_owned()), ..none.clone() };
    let date = |date: &str| Some(date.parse().unwrap());
    let counts = [
        (GameFilter { min_elo: Some(2900), ..none.clone() }, 2_000, 1),
        (GameFilter { max_elo: Some(1099), ..none.clone() }, 2_000, 1),
        (GameFilter { min_elo: Some(1500), max_elo: Some(1899), ..none.clone() }, 8_000, 2),
        (GameFilter { min_elo: Some(4000), ..none.clone() }, 0, 0),
        (eco("e9"), 800, 1),
        (eco("b"), 8_000, 1),
        (eco("F"), 0, 0),
        (GameFilter { since: date("2009-01"), ..none.clone() }, 2_000, 1),
        (GameFilter { until: date("1990-12-31"), ..none.clone() }, 2_000, 1),
        (GameFilter { since: date("2015"), ..none.clone() }, 0, 0),
    ];
    for (filter, games, parts) in counts {
        let (admitted, read) = read_by(filter.clone());
        assert_eq!(admitted, games, "{filter:?}");
        // The index is always read. The last group is smaller than the others.
        assert!(read < whole / 6 + parts * whole * 2 / 5, "{filter:?}: {read} of {whole} bytes");
    }
    // The same games meet the conditions in the text.
    let filter = GameFilter { min_elo: Some(1500), max_elo: Some(1899), ..none };
    let scan = Scan { condition: Arc::new(filter), ..scan_of(vec![games], 2) };
    assert_eq!(findings(&scan).2.games, 8_000);
}

/// Columns that no column of the output needs are not read.
#[test]
fn only_needed_columns_are_read() {
    let sample = include_str!("../../../../samples/lichess.pgn");
    let table =
        converted(&scan_of(vec![Source::of_memory("a.pgn", format!("{sample}\n").repeat(4).as_bytes())], 2));
    let read_for_selected = |table_kind: Table, names: &[&str], selection: Selection| {
        let (source, read) = counted(&table);
        let columns: Vec<usize> = names.iter().map(|name| table_kind.column(name).unwrap()).collect();
        let mut writer = super::scan::json_lines(table_kind, &columns, selection);
        let (memory, _) = run(&mut *writer, &scan_of(vec![source], 1));
        (memory.written, read.load(Ordering::Relaxed))
    };
    let read_for = |table_kind, names: &[&str]| read_for_selected(table_kind, names, Selection::default());
    let (_, moves) = read_for(Table::Findings, &["fen", "san"]);
    let one_per_game = Selection {
        thinning: Thinning { one_per: Some(OnePer::Game), ..Thinning::default() },
        ..Selection::default()
    };
    let (_, without_marks) = read_for_selected(Table::Findings, &["fen", "san"], one_per_game);
    let (_, with_players) = read_for(Table::Findings, &["fen", "san", "white", "elo"]);
    let (_, with_clocks) = read_for(Table::Findings, &["fen", "san", "clock"]);
    let (games, without_moves) = read_for(Table::Games, &["white", "white_elo"]);
    let (everything, all) = read_for(Table::Games, &["white", "white_elo", "tags", "plies"]);
    assert!(games.starts_with(b"{\"white\":\"") && everything.len() > games.len());
    assert!(
        without_moves < moves && moves < with_players && with_players < all,
        "{without_moves} {moves} {all}"
    );
    assert!(moves < with_clocks, "{moves} {with_clocks}");
    // A game is searched twice, without its marks.
    assert!(without_moves < without_marks && without_marks < moves, "{without_marks} {moves}");
}
