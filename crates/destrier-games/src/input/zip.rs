//! Zip archives. An archive is read like a directory: each member with the name of an input file is a source.
//!
//! rawzip reads the list of members, one at a time. The bytes of a member are decompressed like those of other sources,
//! so that all data before damage is read.

use super::bytes::{Bytes, Watched};
use super::compression::Compression;
use super::source::Source;
use super::walk::{Unlisted, is_hidden};
use crate::formats::InputFormat;
use rawzip::{MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ZipArchive, ZipFileHeaderRecord};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a member is stored.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// The path of the archive.
    pub(super) archive: PathBuf,
    compression: Compression,
    /// The checksum and the size of the decompressed bytes.
    checksum: u32,
    size: u64,
}

/// A member with the name of an input file: its place in the archive, or the reason why it cannot be read.
struct Found {
    name: String,
    stored: io::Result<(Range<u64>, Member)>,
}

/// The maximum number of members to read, to bound memory.
const MOST: usize = 100_000;

/// Returns whether a file begins like a zip archive. Does not read from pipes.
pub(super) fn is_archive(path: &Path) -> bool {
    let mut magic = Vec::new();
    let mut read = || File::open(path)?.take(Compression::MAGIC).read_to_end(&mut magic);
    path.is_file() && read().is_ok() && Compression::of(&magic) == Compression::ZIP
}

/// Adds the members of an archive to the sources, sorted by name.
///
/// The path of a member is the archive's path, a slash and the member's name. Like in directories, hidden members and
/// members with names of other files are skipped. If the list of members is damaged, an error follows the members
/// before the damage.
pub(super) fn add_members(archive: &Path, sources: &mut Vec<Result<Source, Unlisted>>) {
    let mut found = Vec::new();
    let mut listed = list(archive, &mut found);
    if shares_data(&found) {
        found.clear();
        let reason = "its files share data, as in a decompression bomb; extract it first if you trust it";
        listed = Err(invalid(reason));
    }
    found.sort_by(|one, other| one.name.split('/').cmp(other.name.split('/')));
    sources.extend(found.into_iter().map(|found| found.source(archive)));
    sources.extend(listed.err().map(|error| Err(Unlisted { path: archive.to_owned(), error })));
}

/// Finds the members of an archive.
fn list(archive: &Path, found: &mut Vec<Found>) -> io::Result<()> {
    // Larger than any record.
    let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let zip = ZipArchive::from_file(File::open(archive)?, &mut buffer).map_err(damaged)?;
    let mut members = zip.entries(&mut buffer);
    while let Some(header) = members.next_entry().map_err(damaged)? {
        let name = String::from_utf8_lossy(header.file_path().as_ref()).into_owned();
        let is_skipped = header.is_dir() || name.split('/').any(|part| is_hidden(Path::new(part)));
        if is_skipped || InputFormat::of_name(Path::new(&name)).is_none() {
            continue;
        }
        if found.len() == MOST {
            return Err(invalid("only the first 100,000 files are read; extract the archive first"));
        }
        let stored = Member::of(archive, &header).and_then(|member| {
            let (start, end) = zip.get_entry(header.wayfinder()).map_err(damaged)?.compressed_data_range();
            Ok((start..end, member))
        });
        found.push(Found { name, stored });
    }
    Ok(())
}

fn damaged(error: rawzip::Error) -> io::Error {
    match error.into_kind() {
        rawzip::ErrorKind::IO(error) => error,
        kind => invalid(format!("damaged zip archive ({kind}); get an intact file")),
    }
}

fn invalid(reason: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

/// Returns whether several members are stored in the same place. Such a small archive can expand to any size.
fn shares_data(found: &[Found]) -> bool {
    let mut ranges: Vec<_> =
        found.iter().filter_map(|found| found.stored.as_ref().ok()).map(|(range, _)| range).collect();
    ranges.sort_by_key(|range| range.start);
    ranges.windows(2).any(|two| two[0].end > two[1].start)
}

impl Found {
    fn source(self, archive: &Path) -> Result<Source, Unlisted> {
        let mut path = OsString::from(archive);
        path.push("/");
        path.push(self.name);
        match self.stored {
            Ok((range, member)) => {
                Ok(Source::of_member(path, Arc::new(Stored { archive: archive.to_owned(), range }), member))
            }
            Err(error) => Err(Unlisted { path: path.into(), error }),
        }
    }
}

impl Member {
    fn of(archive: &Path, header: &ZipFileHeaderRecord<'_>) -> io::Result<Self> {
        if header.flags().is_encrypted() {
            return Err(invalid("encrypted, which is not supported; extract it first"));
        }
        let compression = match header.compression_method().as_u16() {
            0 => Compression::None,
            8 => Compression::Deflate,
            12 => Compression::Bzip2,
            20 | 93 => Compression::Zstandard,
            _ => Compression::Other(header.compression_method().name().unwrap_or("an unknown method")),
        };
        let (archive, checksum, size) = (archive.to_owned(), header.crc32(), header.uncompressed_size_hint());
        Ok(Self { archive, compression, checksum, size })
    }

    /// Decompresses the stored bytes. Checks their checksum and size at the end.
    pub(super) fn decompress(
        &self,
        input: impl BufRead + Send + 'static,
        max_ratio: u32,
        buffer: usize,
    ) -> io::Result<impl BufRead + Send + 'static> {
        let input = self.compression.decompress(input, max_ratio, None)?;
        let checked =
            Checked { input, crc: flate2::Crc::new(), length: 0, checksum: self.checksum, size: self.size };
        Ok(BufReader::with_capacity(buffer, checked))
    }
}

/// The decompressed bytes of a member, then an error if they are not what the archive says.
struct Checked {
    input: Box<dyn Read + Send>,
    crc: flate2::Crc,
    length: u64,
    checksum: u32,
    size: u64,
}

impl Read for Checked {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(output)?;
        self.crc.update(&output[..read]);
        self.length += read as u64;
        if read == 0 && !output.is_empty() && (self.crc.sum(), self.length) != (self.checksum, self.size) {
            // Only once.
            (self.checksum, self.size) = (self.crc.sum(), self.length);
            return Err(invalid(
                "damaged zip data (wrong checksum or size); all of it was read; get an intact file",
            ));
        }
        Ok(read)
    }
}

/// The stored bytes of a member.
struct Stored {
    archive: PathBuf,
    range: Range<u64>,
}

impl Bytes for Stored {
    fn read_from(&self, offset: u64, _likely_end: u64) -> io::Result<Box<dyn Read + Send>> {
        let start = self.range.end.min(self.range.start.saturating_add(offset));
        let mut file = File::open(&self.archive)?;
        file.seek(SeekFrom::Start(start))?;
        Ok(Box::new(StoredReader { file: Watched::new(file)?, left: self.range.end - start }))
    }

    fn size(&self) -> Option<u64> {
        Some(self.range.end - self.range.start)
    }
}

/// Reads a part of a file, which must not end earlier.
struct StoredReader {
    file: Watched,
    left: u64,
}

impl Read for StoredReader {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let most = output.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let read = self.file.read(&mut output[..most])?;
        self.left -= read as u64;
        if read == 0 && most > 0 {
            let message =
                "the archive ends within this file; the data before the cut was read; get a complete archive";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        Ok(read)
    }
}
