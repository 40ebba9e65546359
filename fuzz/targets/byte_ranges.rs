//! Reading a file in two byte ranges gives the same games as reading the whole file. Each game is in exactly one range,
//! with the same text and offset, and with the same number if numbers are requested.
//!
//! The first byte selects the line where the ranges meet, and the second the distance from its start. The third sets
//! the length of a long game in front of the file. The reader looks back for the start of a game and can end up inside
//! it.
#![no_main]

use destrier_games::{Entry, Game, MoveText, Source};
use libfuzzer_sys::fuzz_target;
use std::mem::replace;
use std::sync::Arc;

/// The distance that the reader first looks back.
const LOOK_BACK: usize = 64 << 10;

fuzz_target!(|bytes: &[u8]| {
    let Some((&[line, behind, before], file)) = bytes.split_first_chunk() else { return };
    let starts = || {
        file.split_inclusive(|&byte| byte == b'\n').scan(0, |at, line| Some(replace(at, *at + line.len())))
    };
    let start = starts().nth(usize::from(line) % starts().count().max(1)).unwrap_or(0);
    let place = file.len().min(start + usize::from(behind));
    // Looking back from the split starts inside the comment or in the first bytes after it.
    let comment =
        [b"[Event \"1\"]\n\n1. e4 {", &vec![b'x'; LOOK_BACK - usize::from(before)][..], b"} *\n\n"].concat();
    ranges_match_whole_file("a.pgn", file.to_vec(), place);
    ranges_match_whole_file("a.pgn", [&comment, file].concat(), comment.len() + place);
    ranges_match_whole_file("a.epd", file.to_vec(), place);
    let header = b"PuzzleId,FEN,Moves\n";
    ranges_match_whole_file("a.csv", [header, file].concat(), header.len() + place);
});

fn ranges_match_whole_file(name: &str, file: Vec<u8>, place: usize) {
    // A compressed file belongs entirely to the range that starts at 0, which must not be empty.
    let (place, length) = (place.max(1) as u64, file.len() as u64);
    let source = Source::of_memory(name, file);
    for numbered in [true, false] {
        let part = |range| games(&source.clone().with_range(range, numbered), numbered);
        assert!([0..place, place..length].map(part).concat() == part(0..length), "{name} split at {place}");
    }
}

/// Returns the number, offset and text of each game; nothing if the source cannot be opened.
fn games(source: &Source, numbered: bool) -> Vec<(u64, u64, Vec<u8>)> {
    let Ok(mut blocks) = source.blocks(&Arc::default()) else { return Vec::new() };
    let mut games = Vec::new();
    while let Ok(Some(block)) = blocks.next_block() {
        let number = |entry: &Entry<'_>| if numbered { entry.number.get() } else { 0 };
        games.extend(block.games().map(|entry| (number(&entry), entry.offset, text(&entry))));
    }
    games
}

/// Returns the text of a PGN game, or the tags and moves of a line, or its error.
fn text(entry: &Entry<'_>) -> Vec<u8> {
    match &entry.game {
        Ok(Game { moves: MoveText::San { game, .. }, .. }) => game.to_vec(),
        Ok(Game { tags, moves: MoveText::Uci { text, .. }, .. }) => {
            let tags = tags.iter().flat_map(|tag| [tag.name, b"=", tag.raw_value, b"\n"]);
            tags.chain([*text]).collect::<Vec<_>>().concat()
        }
        // Only tables have other moves.
        Ok(_) => Vec::new(),
        Err(damage) => damage.to_string().into_bytes(),
    }
}
