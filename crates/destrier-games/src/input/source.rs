//! Sources of games.

use super::bytes::{self, Bytes, StandardInput};
use super::member::Member;
use super::stream::Stream;
use crate::formats::is_compressed_name;
use crate::formats::parquet::{self, GameTable};
use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A source of games: a file or standard input (`-`), a file found in a directory or a zip archive, an object in a
/// store, or a range of one of these.
#[derive(Clone)]
pub struct Source {
    path: PathBuf,
    name: Option<String>,
    pub(super) bytes: Arc<dyn Bytes>,
    /// The table, if the source is one that is not a file. It has no bytes.
    pub(super) table: Option<Arc<dyn GameTable>>,
    pub(super) range: Range<u64>,
    pub(super) is_numbered: bool,
    pub(super) max_ratio: u32,
    /// How many frames of a zstd file are decompressed at once.
    decoders: usize,
    /// How it is stored, if it is a member of a zip archive.
    member: Option<Arc<Member>>,
}

impl Source {
    /// The default maximum ratio of decompressed to compressed size. Games expand four to six times, decompression
    /// bombs a thousand times or more.
    pub const MAX_RATIO: u32 = 100;

    /// Creates a source from a path, which need not exist.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let bytes: Arc<dyn Bytes> = if path.as_os_str() == "-" {
            Arc::new(StandardInput)
        } else {
            Arc::new(bytes::Path(path.clone()))
        };
        Self::of_bytes(path, bytes)
    }

    /// Creates a source from any bytes. The format is detected by the extension of the path or else the first line.
    #[must_use]
    pub fn of_bytes(path: impl Into<PathBuf>, bytes: Arc<dyn Bytes>) -> Self {
        let range = 0..u64::MAX;
        let (path, max_ratio) = (path.into(), Self::MAX_RATIO);
        let (name, table, member) = (None, None, None);
        Self { path, name, bytes, table, range, is_numbered: true, max_ratio, decoders: 1, member }
    }

    /// Creates a source from a table that is not a file. It can be read only from its start.
    ///
    /// # Errors
    ///
    /// Returns an error if the table has neither games nor positions.
    pub fn of_table(name: impl Into<PathBuf>, table: Arc<dyn GameTable>) -> io::Result<Self> {
        parquet::check(&*table)?;
        Ok(Self { table: Some(table), ..Self::of_memory(name, [0_u8; 0]) })
    }

    /// Creates a source from the stored bytes of a member of a zip archive.
    pub(super) fn of_member(path: OsString, bytes: Arc<dyn Bytes>, member: Member) -> Self {
        Self { member: Some(Arc::new(member)), ..Self::of_bytes(path, bytes) }
    }

    /// Creates a source from bytes in memory. The extension of the path may determine the format.
    #[must_use]
    pub fn of_memory(path: impl Into<PathBuf>, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self::of_bytes(path, Arc::new(bytes::Memory(bytes.into())))
    }

    /// Returns the source with its bytes in another form.
    pub(super) fn with_bytes(&self, bytes: Arc<dyn Bytes>) -> Self {
        Self { bytes, ..self.clone() }
    }

    /// Sets the name of the source in outputs.
    #[must_use]
    pub fn named(self, name: String) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Sets the maximum ratio of decompressed to compressed size. A source that exceeds it after the first 64 MiB is a
    /// [`Bomb`](crate::Bomb).
    #[must_use]
    pub fn with_max_ratio(self, max_ratio: u32) -> Self {
        Self { max_ratio, ..self }
    }

    /// Decompresses several frames of a zstd file at once, if it says how long they are.
    #[must_use]
    pub(crate) fn with_decoders(self, decoders: usize) -> Self {
        Self { decoders, ..self }
    }

    /// Restricts the source to the games that begin in a range of its bytes.
    ///
    /// Consecutive ranges yield each game of the source exactly once. A compressed source is not divided: a range that
    /// begins at 0 covers all of it, and other ranges are empty.
    ///
    /// If `is_numbered`, games keep their numbers in the source, for which everything before the range must be read.
    /// Otherwise their numbers have no meaning.
    #[must_use]
    pub fn with_range(self, range: Range<u64>, is_numbered: bool) -> Self {
        Self { range, is_numbered, ..self }
    }

    /// Returns the path. The path of a member of a zip archive is the archive's path, a slash and the member's name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the file that is read: the archive of a member of a zip archive, otherwise the path.
    #[must_use]
    pub fn file(&self) -> &Path {
        self.member.as_ref().map_or(&self.path, |member| &member.archive)
    }

    /// Returns whether this is a member of a zip archive, or its name is that of a compressed file.
    #[must_use]
    pub fn has_compressed_name(&self) -> bool {
        self.member.is_some() || is_compressed_name(&self.path)
    }

    /// Returns whether this is standard input.
    #[must_use]
    pub fn is_standard_input(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Returns the name in outputs: the path as given, with `�` for anything that is not UTF-8.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        match &self.name {
            Some(name) => name.into(),
            None => self.path.to_string_lossy(),
        }
    }

    /// Returns the stored size in bytes, or `None` for standard input, pipes, missing files and tables that are not
    /// files.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.bytes.size().filter(|_| self.table.is_none())
    }

    /// Opens the whole source, which may have any number of gzip members, bzip2 streams or zstd frames. Supports zstd
    /// windows of up to 2 GiB.
    ///
    /// Adds the number of stored bytes that are read to `counter`.
    ///
    /// # Errors
    ///
    /// Returns an error if the source cannot be opened, and for the same reasons as [`Stream::open`].
    pub fn open(&self, counter: &Arc<AtomicU64>) -> io::Result<Stream> {
        self.stream(self.bytes.read_from(0, u64::MAX)?, counter)
    }

    /// Opens the stored bytes, which are read from their beginning.
    pub(super) fn stream(&self, input: Box<dyn Read + Send>, counter: &Arc<AtomicU64>) -> io::Result<Stream> {
        let Self { max_ratio, decoders, .. } = *self;
        Stream::open_member(&self.path, input, self.member.as_deref(), max_ratio, decoders, counter)
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, name, range, .. } = self;
        f.debug_struct("Source")
            .field("path", path)
            .field("name", name)
            .field("range", range)
            .finish_non_exhaustive()
    }
}
