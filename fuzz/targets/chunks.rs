//! A file has the same games and lines in chunks of any length, with interruptions, and after a game so long that a
//! block can end anywhere in the file. The first five bytes set the lengths.
#![no_main]

#[path = "../support/chunks.rs"]
mod chunks;

use chunks::Chunks;
use destrier_games::Reader;
use libfuzzer_sys::fuzz_target;
use std::io::Read;

/// The size of the reader's blocks.
const BLOCK: usize = 256 << 10;

fuzz_target!(|bytes: &[u8]| {
    let Some((&[place, lengths @ ..], file)) = bytes.split_first_chunk::<5>() else { return };
    let chunks = || Chunks::new(file, lengths);
    assert_eq!(records(Reader::games(chunks())), records(Reader::games(file)));
    assert_eq!(records(Reader::lines(chunks())), records(Reader::lines(file)));

    // Puts the same game in front, once short and once so long that the first block ends inside the file.
    let game_of = |comment: usize| [&b"1. e4 {"[..], &vec![b'x'; comment], b"} *\n\n\n"].concat();
    let short = game_of(0);
    let long = game_of(BLOCK - short.len() - usize::from(place) * (file.len() + 1) / 256);
    let after_short = records(Reader::games((&short[..]).chain(file)));
    let mut after_long = records(Reader::games((&long[..]).chain(chunks())));
    let longer = long.len() - short.len();
    after_long[0].2.drain(7..7 + longer);
    for (_, offset, _) in &mut after_long[1..] {
        *offset -= longer as u64;
    }
    assert_eq!(after_long, after_short);
});

/// Returns the number, offset and text of each record.
fn records(mut reader: Reader<impl Read>) -> Vec<(u64, u64, Vec<u8>)> {
    let mut records = Vec::new();
    while let Some(record) = reader.next_record().expect("reading memory cannot fail") {
        assert!(!record.truncated);
        records.push((record.number, record.offset, record.bytes.to_vec()));
    }
    records
}
