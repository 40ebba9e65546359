//! Sources: files as streams of plain bytes.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// How much of a compressed file is read at a time.
const BLOCK: usize = 128 << 10;

/// The magic number of a zstd frame, and the first of the sixteen of its skippable frames.
const ZSTD_FRAME: u32 = 0xfd2f_b528;
const ZSTD_SKIPPABLE_FRAME: u32 = 0x184d_2a50;

/// Opens a file, `-` being the standard input. Zstandard is recognized by its first bytes, and may have any number of
/// frames.
///
/// # Errors
///
/// When the file cannot be opened or its first bytes cannot be read.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    let input: Box<dyn Read> =
        if path.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    let mut input = BufReader::with_capacity(BLOCK, input);
    let mut magic = Vec::new();
    (&mut input).take(4).read_to_end(&mut magic)?;
    let is_zstd = <[u8; 4]>::try_from(&magic[..]).is_ok_and(|bytes| {
        let magic = u32::from_le_bytes(bytes);
        magic == ZSTD_FRAME || magic & !0xf == ZSTD_SKIPPABLE_FRAME
    });
    let input = io::Cursor::new(magic).chain(input);
    if !is_zstd {
        return Ok(Box::new(input));
    }
    let mut decoder = zstd::Decoder::with_buffer(BufReader::with_capacity(BLOCK, input))?;
    // Files packed with long-distance matching ask for a window of up to 2 GiB.
    decoder.window_log_max(31)?;
    Ok(Box::new(decoder))
}
