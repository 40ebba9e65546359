//! Reading any bytes as a file, compressed or not, never panics, and the result does not depend on how the input is
//! split into chunks.
//!
//! - A compressed file gives the original text.
//! - A truncated file gives a prefix of the text and an error.
//! - A file with a flipped bit gives the original text or an error. All parts (members, streams, frames) before the
//!   flip are intact. The changed part may give other bytes before the error, because its checksum is at its end.
//!
//! The first byte selects the compression format, the next two where to split, truncate and change the file, and the
//! fourth the chunk length.
#![no_main]

#[path = "../support/chunks.rs"]
mod chunks;
#[path = "../../crates/destrier-games/tests/support/compress.rs"]
mod compress;

use chunks::Chunks;
use compress::{COMPRESSIONS, compress_part};
use destrier_games::{Source, Stream, open_text};
use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

/// The maximum number of bytes to read, because a few bytes may decompress to gigabytes.
const MAX_BYTES: u64 = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    let Some((&[format, place @ .., length], rest)) = bytes.split_first_chunk::<4>() else { return };
    let place = usize::from(u16::from_le_bytes(place));
    match COMPRESSIONS.get(usize::from(format)) {
        Some(compression) => compressed_text(compression, place, length, rest),
        None => any_bytes(length, rest),
    }
});

/// The result of reading a file.
#[derive(Debug, PartialEq)]
struct Opened {
    /// The decoder's debug output, which includes the columns of puzzles.
    decoder: Option<String>,
    offset: u64,
    bytes: Vec<u8>,
    /// Only the kind, because a decoder's message depends on the chunks.
    error: Option<ErrorKind>,
}

fn open(name: &str, input: impl Read + Send + 'static) -> Opened {
    match Stream::open(Path::new(name), Box::new(input), Source::MAX_RATIO, &Arc::default()) {
        Err(error) => Opened { decoder: None, offset: 0, bytes: Vec::new(), error: Some(error.kind()) },
        Ok(stream) => {
            let mut bytes = Vec::new();
            let read = stream.input.take(MAX_BYTES).read_to_end(&mut bytes);
            Opened {
                decoder: Some(format!("{:?}", stream.decoder)),
                offset: stream.offset,
                bytes,
                error: read.err().map(|error| error.kind()),
            }
        }
    }
}

/// Checks any file, and the same bytes after a space, which is never a compressed file, against text in memory.
fn any_bytes(length: u8, file: &[u8]) {
    let lengths = [length, 0, 40, 3];
    assert_eq!(open("", Chunks::new(file.to_vec(), lengths)), open("", Cursor::new(file.to_vec())));
    let text = [b" ", file].concat();
    same_as_in_memory(open("", Chunks::new(text.clone(), lengths)), &text);
}

/// Checks that reading a file gives the same as text in memory.
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

fn compressed_text(compression: &str, place: usize, length: u8, text: &[u8]) {
    let (one, two) = text.split_at(place % (text.len() + 1));
    let [first, second] = [one, two].map(|part| compress_part(compression, part));
    let file = [&first[..], &second].concat();

    same_as_in_memory(open("", Chunks::new(file.clone(), [length, 255, 0, 7])), text);
    // A truncated text may not show whether its lines end with carriage returns.
    let lines = |bytes: &[u8]| bytes.iter().map(|&byte| if byte == b'\r' { b'\n' } else { byte }).collect();
    let plain: Vec<u8> = lines(text);
    if matches!(text, [0xff | 0xfe, ..]) {
        return;
    }

    // Keeps at least the bytes that identify the format.
    let cut = MAGIC + place % (file.len() - MAGIC);
    let opened = open("a.pgn", Chunks::new(file[..cut].to_vec(), [length; 4]));
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
    let is_all = opened.error.is_none() && (bytes.len() as u64) < MAX_BYTES;
    assert!(!is_all || bytes == plain, "changed at {cut}");
}

/// The number of bytes that identify the compression format.
const MAGIC: usize = 4;
