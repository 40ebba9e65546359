//! A file that is read in two parts, at different places, is the file: each game is in one part alone, as it stands
//! and where, and with its number if that is asked for. The first byte names the line where the parts meet, the second
//! how far behind its start, the third how much of one game comes before, so that who looks back for the beginning of a
//! game finds something else.
#![no_main]

use destrier_games::{Entry, Game, MoveText, Source};
use libfuzzer_sys::fuzz_target;
use std::mem::replace;
use std::sync::Arc;

/// How far is looked back at first.
const LOOK_BACK: usize = 64 << 10;

fuzz_target!(|bytes: &[u8]| {
    let Some((&[line, behind, before], file)) = bytes.split_first_chunk() else { return };
    let starts = || {
        file.split_inclusive(|&byte| byte == b'\n').scan(0, |at, line| Some(replace(at, *at + line.len())))
    };
    let start = starts().nth(usize::from(line) % starts().count().max(1)).unwrap_or(0);
    let place = file.len().min(start + usize::from(behind));
    // Looking back from where the parts meet begins within the comment or at one of the first bytes behind it.
    let comment =
        [b"[Event \"1\"]\n\n1. e4 {", &vec![b'x'; LOOK_BACK - usize::from(before)][..], b"} *\n\n"].concat();
    in_two_parts("a.pgn", file.to_vec(), place);
    in_two_parts("a.pgn", [&comment, file].concat(), comment.len() + place);
    in_two_parts("a.epd", file.to_vec(), place);
    let header = b"PuzzleId,FEN,Moves\n";
    in_two_parts("a.csv", [header, file].concat(), header.len() + place);
});

fn in_two_parts(name: &str, file: Vec<u8>, place: usize) {
    // What is packed is in the part that begins with the file, which must be one alone.
    let (place, length) = (place.max(1) as u64, file.len() as u64);
    let source = Source::of_memory(name, file);
    for numbered in [true, false] {
        let part = |range| games(&source.clone().with_range(range, numbered), numbered);
        assert!([0..place, place..length].map(part).concat() == part(0..length), "{name} parted at {place}");
    }
}

/// Number, offset and text of the games of a source; none where it cannot be opened.
fn games(source: &Source, numbered: bool) -> Vec<(u64, u64, Vec<u8>)> {
    let Ok(mut blocks) = source.blocks(&Arc::default()) else { return Vec::new() };
    let mut games = Vec::new();
    while let Ok(Some(block)) = blocks.next_block() {
        let number = |entry: &Entry<'_>| if numbered { entry.number.get() } else { 0 };
        games.extend(block.games().map(|entry| (number(&entry), entry.offset, text(&entry))));
    }
    games
}

/// The text of a game in PGN; of a line what is read of it, or what is wrong with it.
fn text(entry: &Entry<'_>) -> Vec<u8> {
    match &entry.game {
        Ok(Game { moves: MoveText::San { game, .. }, .. }) => game.to_vec(),
        Ok(Game { tags, moves: MoveText::Uci { text, .. }, .. }) => {
            let tags = tags.iter().flat_map(|tag| [tag.name, b"=", tag.raw_value, b"\n"]);
            tags.chain([*text]).collect::<Vec<_>>().concat()
        }
        Err(damage) => damage.to_string().into_bytes(),
    }
}
