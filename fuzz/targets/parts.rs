//! A file that is read in two parts, at different places, is the file: each record is in one part alone, as it stands
//! and where, and with its number if that is asked for. The first byte names the line where the parts meet, the second
//! how far behind its start, the third how much of one game comes before, so that who looks back for the beginning of a
//! game finds something else.
#![no_main]

use destrier_games::{Bytes, Part};
use libfuzzer_sys::fuzz_target;
use std::io::{self, Cursor, Read};
use std::mem::replace;
use std::ops::Range;
use std::path::Path;
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
    let text = Text(file.into());
    for numbered in [true, false] {
        let whole = part(name, &text, 0..length, numbered);
        let parts = [0..place, place..length].map(|range| part(name, &text, range, numbered));
        assert!(parts.concat() == whole, "{name} parted at {place}");
    }
}

/// Number, offset and text of the records of a part; none where the file cannot be opened.
fn part(name: &str, text: &Text, range: Range<u64>, numbered: bool) -> Vec<(u64, u64, Vec<u8>)> {
    let Ok(mut part) = Part::open(Path::new(name), text, range, numbered) else { return Vec::new() };
    let mut records = Vec::new();
    while let Ok(Some(block)) = part.next_block() {
        let number = |number| if numbered { number } else { 0 };
        records.extend(
            block.records().map(|record| (number(record.number), record.offset, record.bytes.to_vec())),
        );
    }
    records
}

/// A file in memory.
struct Text(Arc<[u8]>);

impl Bytes for Text {
    fn read_from(&self, offset: u64, _: u64) -> io::Result<Box<dyn Read + Send>> {
        let mut rest = Cursor::new(Arc::clone(&self.0));
        rest.set_position(offset);
        Ok(Box::new(rest))
    }
}
