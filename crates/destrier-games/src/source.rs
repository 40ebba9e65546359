//! Sources: files as streams of plain bytes.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// How much of a compressed file is read at a time.
const BLOCK: usize = 128 << 10;

/// Opens a file, `-` being the standard input. Zstandard is recognized by its first bytes, and may have any number of
/// frames.
///
/// # Errors
///
/// When the file cannot be opened, its first bytes cannot be read, or it is packed in another way.
pub fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    let input: Box<dyn Read + Send> =
        if path.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    let mut input = BufReader::with_capacity(BLOCK, input);
    let mut magic = Vec::new();
    (&mut input).take(4).read_to_end(&mut magic)?;
    let packing = Packing::of(&magic);
    let input = io::Cursor::new(magic).chain(input);
    match packing {
        Packing::None => Ok(Box::new(input)),
        Packing::Zstandard => {
            let mut decoder = zstd::Decoder::with_buffer(BufReader::with_capacity(BLOCK, input))?;
            // Files packed with long-distance matching ask for a window of up to 2 GiB.
            decoder.window_log_max(31)?;
            Ok(Box::new(decoder))
        }
        Packing::Other(name) => {
            Err(io::Error::other(format!("packed with {name}, which is not read yet; unpack it first")))
        }
    }
}

/// How a file is packed.
enum Packing {
    None,
    Zstandard,
    Other(&'static str),
}

impl Packing {
    /// What the first four bytes of a file say.
    fn of(magic: &[u8]) -> Self {
        match *magic {
            // A frame, or one of the sixteen kinds of skippable frame.
            [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Self::Zstandard,
            [0x1f, 0x8b, ..] => Self::Other("gzip"),
            [b'B', b'Z', b'h', b'1'..=b'9'] => Self::Other("bzip2"),
            [0xfd, b'7', b'z', b'X'] => Self::Other("xz"),
            [b'P', b'K', 3, 4] => Self::Other("zip"),
            _ => Self::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_told_by_the_first_bytes() {
        let name = |magic: &[u8]| match Packing::of(magic) {
            Packing::None => "none",
            Packing::Zstandard => "zstd",
            Packing::Other(name) => name,
        };
        let packed = zstd::encode_all(&b"1. e4 *"[..], 3).unwrap();
        assert_eq!(name(&packed[..4]), "zstd");
        assert_eq!(name(b"\x5f\x2a\x4d\x18"), "zstd");
        assert_eq!(name(b"\x1f\x8b\x08\x00"), "gzip");
        assert_eq!(name(b"BZh9"), "bzip2");
        assert_eq!(name(b"\xfd7zX"), "xz");
        assert_eq!(name(b"PK\x03\x04"), "zip");
        for plain in [&b""[..], b"1.", b"[Eve", b"BZh*", b"\xef\xbb\xbf["] {
            assert_eq!(name(plain), "none");
        }
    }
}
