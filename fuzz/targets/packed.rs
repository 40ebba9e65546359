//! Any bytes are opened as a file, packed or not, without a panic, and the same comes of them in pieces of any lengths.
//! Of a packed file comes what was packed; of one that is cut, a beginning of it and an error. With a bit changed, either
//! what was packed comes or an error. Before that come whole all parts (members, streams, frames) that lie before the
//! change; of the changed one other bytes may come, since its checksum stands at its end.
//!
//! The first byte says how it is packed; the next two where it is parted, cut and changed; one more, the lengths.
#![no_main]

#[path = "../../crates/destrier-games/tests/support/pack.rs"]
mod pack;
#[path = "../support/pieces.rs"]
mod pieces;

use destrier_games::{Source, Stream, open_text};
use libfuzzer_sys::fuzz_target;
use pack::{PACKINGS, pack_part};
use pieces::Pieces;
use std::io::{Cursor, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

/// How much is read at most: a few bytes may unpack to gigabytes.
const MOST: u64 = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    let Some((&[way, place @ .., length], rest)) = bytes.split_first_chunk::<4>() else { return };
    let place = usize::from(u16::from_le_bytes(place));
    match PACKINGS.get(usize::from(way)) {
        Some(packing) => packed(packing, place, length, rest),
        None => any(length, rest),
    }
});

/// What comes of a file.
#[derive(Debug, PartialEq)]
struct Opened {
    /// The decoder as it shows itself, with the columns of puzzles.
    decoder: Option<String>,
    offset: u64,
    bytes: Vec<u8>,
    /// Of what kind, as what a decoder says in detail depends on the pieces.
    error: Option<ErrorKind>,
}

fn open(name: &str, input: impl Read + Send + 'static) -> Opened {
    match Stream::open(Path::new(name), Box::new(input), Source::MAX_RATIO, &Arc::default()) {
        Err(refused) => Opened { decoder: None, offset: 0, bytes: Vec::new(), error: Some(refused.kind()) },
        Ok(stream) => {
            let mut bytes = Vec::new();
            let read = stream.input.take(MOST).read_to_end(&mut bytes);
            Opened {
                decoder: Some(format!("{:?}", stream.decoder)),
                offset: stream.offset,
                bytes,
                error: read.err().map(|error| error.kind()),
            }
        }
    }
}

/// A file of whatever it is; and one that is surely not packed, as which a text in memory is read.
fn any(length: u8, file: &[u8]) {
    let lengths = [length, 0, 40, 3];
    assert_eq!(open("", Pieces::new(file.to_vec(), lengths)), open("", Cursor::new(file.to_vec())));
    let text = [b" ", file].concat();
    same_as_in_memory(open("", Pieces::new(text.clone(), lengths)), &text);
}

/// What comes of a file is what a text in memory holds.
fn same_as_in_memory(found: Opened, text: &[u8]) {
    let mut text = text.to_vec();
    let expected = match open_text("", &mut text) {
        Err(_) => Opened { decoder: None, offset: 0, bytes: Vec::new(), error: Some(ErrorKind::InvalidData) },
        Ok((decoder, start)) => Opened {
            decoder: Some(format!("{decoder:?}")),
            offset: start as u64,
            bytes: text[start..].to_vec(),
            error: None,
        },
    };
    assert_eq!(found, expected);
}

fn packed(packing: &str, place: usize, length: u8, text: &[u8]) {
    let (one, two) = text.split_at(place % (text.len() + 1));
    let [first, second] = [one, two].map(|part| pack_part(packing, part));
    let file = [&first[..], &second].concat();

    same_as_in_memory(open("", Pieces::new(file.clone(), [length, 255, 0, 7])), text);
    // Of a text that is cut it cannot be told whether its lines end with returns.
    let lines = |bytes: &[u8]| bytes.iter().map(|&byte| if byte == b'\r' { b'\n' } else { byte }).collect();
    let plain: Vec<u8> = lines(text);
    if matches!(text, [0xff | 0xfe, ..]) {
        return;
    }

    // At least what tells the packing is left.
    let cut = MAGIC + place % (file.len() - MAGIC);
    let opened = open("a.pgn", Pieces::new(file[..cut].to_vec(), [length; 4]));
    let bytes: Vec<u8> = lines(&opened.bytes);
    assert!(plain.starts_with(&bytes));
    assert!(cut < first.len() || bytes.len() >= one.len());
    match opened.error {
        None => assert!(cut == first.len() && bytes.len() == one.len(), "cut at {cut}"),
        Some(error) => assert_eq!(error, ErrorKind::UnexpectedEof),
    }

    let mut changed = file.clone();
    changed[cut] ^= 1 << (length % 8);
    let opened = open("a.pgn", Cursor::new(changed));
    let bytes: Vec<u8> = lines(&opened.bytes);
    assert!(cut < first.len() || bytes.starts_with(&plain[..one.len()]), "changed at {cut}");
    let is_all = opened.error.is_none() && (bytes.len() as u64) < MOST;
    assert!(!is_all || bytes == plain, "changed at {cut}");
}

/// How many bytes tell how a file is packed.
const MAGIC: usize = 4;
