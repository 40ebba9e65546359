//! Zip archives. An archive is read like a directory: each member with the name of an input file is a source.
//!
//! rawzip reads the list of members, one at a time. The bytes of a member are decompressed like those of other sources,
//! so that all data before damage is read.

use super::bytes::{self, Bytes};
use super::compression::Compression;
use super::listing::{Unlisted, is_hidden};
use super::member::{Member, Stored, invalid};
use super::source::Source;
use crate::formats::{InputFormat, unsupported_name};
use rawzip::{MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ZipArchive};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A member with the name of an input file: its place in the archive, or the reason why it cannot be read.
struct Found {
    name: String,
    stored: io::Result<(Range<u64>, Member)>,
}

/// The maximum number of members to read, to bound memory.
const MAX: usize = 100_000;

/// Returns whether a file begins like a zip archive. Does not read from pipes.
pub(super) fn is_archive(path: &Path) -> bool {
    let mut magic = Vec::new();
    path.is_file()
        && File::open(path).and_then(|file| file.take(Compression::MAGIC).read_to_end(&mut magic)).is_ok()
        && begins_archive(&magic)
}

/// Returns whether bytes begin like a zip archive.
pub(super) fn begins_archive(bytes: &[u8]) -> bool {
    Compression::of(bytes) == Compression::ZIP
}

/// Adds the members of an archive to the sources, sorted by name.
///
/// The path of a member is the archive's path, a slash and the member's name. Like in directories, hidden members and
/// members with names of other files are skipped. If the list of members is damaged, an error follows the members
/// before the damage.
pub(super) fn add_members(archive: &Path, sources: &mut Vec<Result<Source, Unlisted>>) {
    let stored: Arc<dyn Bytes> = Arc::new(bytes::Path(archive.to_owned()));
    add_members_of(archive, File::open(archive), &stored, sources);
}

/// Adds the members of an archive in memory to the sources, sorted by name.
pub(super) fn add_members_of_memory(
    archive: &Path,
    bytes: Arc<[u8]>,
    sources: &mut Vec<Result<Source, Unlisted>>,
) {
    let stored: Arc<dyn Bytes> = Arc::new(bytes::Memory(Arc::clone(&bytes)));
    add_members_of(archive, Ok(Cursor::new(bytes)), &stored, sources);
}

fn add_members_of(
    archive: &Path,
    opened: io::Result<impl Read + Seek>,
    stored: &Arc<dyn Bytes>,
    sources: &mut Vec<Result<Source, Unlisted>>,
) {
    let mut found = Vec::new();
    let mut listed = opened.and_then(|opened| list(archive, opened, &mut found));
    if shares_data(&found) {
        found.clear();
        let reason = "its files share data, as in a decompression bomb; extract it first if you trust it";
        listed = Err(invalid(reason));
    }
    found.sort_by(|one, other| one.name.split('/').cmp(other.name.split('/')));
    sources.extend(found.into_iter().map(|found| found.source(archive, stored)));
    sources.extend(listed.err().map(|error| Err(Unlisted { path: archive.to_owned(), error })));
}

/// Finds the members of an archive.
fn list(archive: &Path, opened: impl Read + Seek, found: &mut Vec<Found>) -> io::Result<()> {
    // Larger than any record.
    let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let zip = ZipArchive::from_seekable(opened, &mut buffer).map_err(damaged)?;
    let mut members = zip.entries(&mut buffer);
    while let Some(header) = members.next_entry().map_err(damaged)? {
        let name = String::from_utf8_lossy(header.file_path().as_ref()).into_owned();
        let is_skipped = header.is_dir() || name.split('/').any(|part| is_hidden(Path::new(part)));
        let foreign = unsupported_name(Path::new(&name));
        if is_skipped || InputFormat::of_name(Path::new(&name)).is_none() && foreign.is_none() {
            continue;
        }
        if found.len() == MAX {
            return Err(invalid("only the first 100,000 files are read; extract the archive first"));
        }
        let stored = foreign.map_or(Ok(()), |reason| Err(invalid(reason))).and_then(|()| {
            let member = Member::of(archive, &header)?;
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

/// Returns whether several members are stored in the same place. Such a small archive can expand to any size.
fn shares_data(found: &[Found]) -> bool {
    let mut ranges: Vec<_> =
        found.iter().filter_map(|found| found.stored.as_ref().ok()).map(|(range, _)| range).collect();
    ranges.sort_by_key(|range| range.start);
    ranges.windows(2).any(|two| two[0].end > two[1].start)
}

impl Found {
    fn source(self, archive: &Path, stored: &Arc<dyn Bytes>) -> Result<Source, Unlisted> {
        let mut path = OsString::from(archive);
        path.push("/");
        path.push(self.name);
        match self.stored {
            Ok((range, member)) => {
                Ok(Source::of_member(path, Arc::new(Stored { archive: Arc::clone(stored), range }), member))
            }
            Err(error) => Err(Unlisted { path: path.into(), error }),
        }
    }
}
