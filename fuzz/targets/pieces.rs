//! A file has the same games and the same lines however it arrives: in pieces of any length, with interruptions, and
//! behind a game so long that what is read at a time ends anywhere in it. The first five bytes say how.
#![no_main]

#[path = "../support/pieces.rs"]
mod pieces;

use destrier_games::Reader;
use libfuzzer_sys::fuzz_target;
use pieces::Pieces;
use std::io::Read;

/// What a reader asks of its input at a time.
const BLOCK: usize = 256 << 10;

fuzz_target!(|bytes: &[u8]| {
    let Some((&[place, lengths @ ..], file)) = bytes.split_first_chunk::<5>() else { return };
    let pieces = || Pieces::new(file, lengths);
    assert_eq!(records(Reader::games(pieces())), records(Reader::games(file)));
    assert_eq!(records(Reader::lines(pieces())), records(Reader::lines(file)));

    // The same game ahead, once short and once so long that what is read first ends within the file.
    let game_of = |comment: usize| [&b"1. e4 {"[..], &vec![b'x'; comment], b"} *\n\n\n"].concat();
    let short = game_of(0);
    let long = game_of(BLOCK - short.len() - usize::from(place) * (file.len() + 1) / 256);
    let behind_short = records(Reader::games((&short[..]).chain(file)));
    let mut behind_long = records(Reader::games((&long[..]).chain(pieces())));
    let longer = long.len() - short.len();
    behind_long[0].2.drain(7..7 + longer);
    for (_, offset, _) in &mut behind_long[1..] {
        *offset -= longer as u64;
    }
    assert_eq!(behind_long, behind_short);
});

/// Number, offset and text of each record.
fn records(mut reader: Reader<impl Read>) -> Vec<(u64, u64, Vec<u8>)> {
    let mut records = Vec::new();
    while let Some(record) = reader.next_record().expect("nothing fails") {
        assert!(!record.truncated);
        records.push((record.number, record.offset, record.bytes.to_vec()));
    }
    records
}
