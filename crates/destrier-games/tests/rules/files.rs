//! Real games and puzzles, and dirty files.

use crate::data;
use crate::oracle::{Agreed, same_game, same_games};
use destrier_games::{Positions, Reader, Source, Stream};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

const MANIFEST: &str = env!("CARGO_MANIFEST_DIR");

/// The number of plies between positions that are compared in full.
const PLIES: u32 = 16;

/// Compares the games of a file, half of them in each of two threads.
fn games(path: &Path) -> Agreed {
    let half = |half: u64| {
        let Stream { decoder, input, .. } = open(path);
        let mut reader = Reader::new(input, decoder.record_end());
        let mut positions = Positions::new();
        let mut agreed = Agreed::default();
        while let Some(record) = reader.next_record().unwrap() {
            if record.number % 2 == half {
                agreed.add(same_game(record, &*decoder, &mut positions, PLIES));
            }
        }
        agreed
    };
    std::thread::scope(|threads| {
        let other = threads.spawn(|| half(1));
        let mut agreed = half(0);
        agreed.add(other.join().unwrap());
        agreed
    })
}

fn open(path: &Path) -> Stream {
    Source::new(path).open(&Arc::default()).unwrap()
}

fn puzzles(path: &Path) -> Agreed {
    let Stream { decoder, input, .. } = open(path);
    let mut reader = Reader::new(input, decoder.record_end());
    let mut positions = Positions::new();
    let mut agreed = Agreed::default();
    while let Some(record) = reader.next_record().unwrap() {
        assert!(!record.bytes.contains(&b'"'), "the test splits rows at commas");
        agreed.add(same_game(record, &*decoder, &mut positions, 1));
    }
    agreed
}

const fn sound(games: u64, positions: u64) -> Agreed {
    Agreed { games, damaged: 0, variants: 0, positions }
}

#[test]
fn the_samples_replay_as_in_shakmaty() {
    assert_eq!(games(&Path::new(MANIFEST).join("../../samples/lichess.pgn")), sound(60, 4936));
    assert_eq!(puzzles(&Path::new(MANIFEST).join("../../samples/puzzles.csv")), sound(80, 468));
}

/// Each file has the games and positions that `expected.txt` states. One file is UTF-16, which is not supported.
#[test]
fn malformed_files_replay_as_in_shakmaty() {
    let folder = Path::new(MANIFEST).join("tests/data/dirt");
    let expected = std::fs::read_to_string(folder.join("expected.txt")).unwrap();
    let mut files = 0;
    for line in expected.lines().filter(|line| !line.starts_with(' ')) {
        let (name, counts) = line.split_once(' ').unwrap();
        let stream = Source::new(folder.join(name)).open(&Arc::default());
        assert_eq!(stream.is_err(), name == "utf-16.pgn", "{name}");
        let agreed = stream.map(|stream| same_games(stream.input)).unwrap_or_default();
        let Agreed { games, damaged, variants, positions } = agreed;
        let found = format!("games={games} damaged={damaged} skipped={variants} positions={positions}");
        assert_eq!(found, counts, "{name}");
        files += 1;
    }
    let is_game = |name: &OsStr| name.as_encoded_bytes().ends_with(b".pgn");
    let listed =
        std::fs::read_dir(folder).unwrap().filter(|entry| is_game(&entry.as_ref().unwrap().file_name()));
    assert_eq!(files, listed.count());
}

#[test]
fn larger_files_replay_as_in_shakmaty() {
    for (name, counts) in [
        ("lichess-2013-01.pgn", sound(58, 3763)),
        ("lichess-2021-10.pgn", sound(300, 20_009)),
        ("gnuchess-book.pgn.zst", sound(145_716, 11_410_552)),
        ("lichess-puzzles.csv", sound(5250, 29_748)),
    ] {
        if let Some(path) = data::file(name) {
            let found = if name.ends_with("csv") { puzzles(&path) } else { games(&path) };
            assert_eq!(found, counts, "{name}");
        }
    }
}
