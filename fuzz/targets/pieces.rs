//! A file has the same games and the same lines however it arrives: in pieces of any length, with interruptions, and behind a
//! game so long that what is read at a time ends anywhere in it. The first two bytes say how.
#![no_main]

use destrier_games::Reader;
use libfuzzer_sys::fuzz_target;
use std::io::{self, Read};

/// What a reader asks of its input at a time.
const BLOCK: usize = 256 << 10;

fuzz_target!(|bytes: &[u8]| {
    let Some((&[most, place], file)) = bytes.split_first_chunk() else { return };
    let all = || Pieces { rest: file, most: usize::MAX, interrupted: true };
    let pieces = || Pieces { rest: file, most: 1 + usize::from(most), interrupted: false };
    let games = records(Reader::games(all()));
    assert_eq!(records(Reader::games(pieces())), games);
    assert_eq!(records(Reader::lines(pieces())), records(Reader::lines(all())));

    // The same game ahead, once short and once so long that what is read first ends within the file.
    let game_of = |comment: usize| [&b"1. e4 {"[..], &vec![b'x'; comment], b"} *\n\n\n"].concat();
    let short = game_of(0);
    let long = game_of(BLOCK - short.len() - usize::from(place) * (file.len() + 1) / 256);
    let behind_short = records(Reader::games((&short[..]).chain(all())));
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
        assert!(!record.cut);
        records.push((record.number, record.offset, record.bytes.to_vec()));
    }
    records
}

/// A file of which so many bytes come at most at a time.
struct Pieces<'a> {
    rest: &'a [u8],
    most: usize,
    interrupted: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let most = self.most.min(buffer.len());
        self.rest.read(&mut buffer[..most])
    }
}
