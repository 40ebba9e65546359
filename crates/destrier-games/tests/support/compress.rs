//! Compressed files.
#![allow(dead_code, reason = "no test uses all of it")]

use std::io::Write;

/// The compression formats, by file name extension.
pub(crate) const COMPRESSIONS: [&str; 3] = ["gz", "bz2", "zst"];

/// Compresses a text, as a number of members, streams or frames.
pub(crate) fn compress(compression: &str, text: &[u8], parts: usize) -> Vec<u8> {
    text.chunks(text.len().div_ceil(parts)).flat_map(|part| compress_part(compression, part)).collect()
}

/// Compresses a text as a single member, stream or frame.
pub(crate) fn compress_part(compression: &str, text: &[u8]) -> Vec<u8> {
    match compression {
        "gz" => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        "bz2" => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        "zst" => {
            let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
            // Like the `zstd` command.
            encoder.include_checksum(true).unwrap();
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        _ => unreachable!("{compression}"),
    }
}
