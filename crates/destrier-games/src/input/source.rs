//! Sources: what is read, and where it comes from.

use super::bytes::{self, Bytes, StandardInput};
use super::stream::Stream;
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A file to read, as it was given or found in a directory (`-` is standard input), something in a store of objects, or
/// a range of one of these.
#[derive(Clone)]
pub struct Source {
    path: PathBuf,
    name: Option<String>,
    pub(super) bytes: Arc<dyn Bytes>,
    pub(super) range: Range<u64>,
    pub(super) is_numbered: bool,
    pub(super) max_ratio: u32,
}

impl Source {
    /// How many times its size is read of a compressed source, if nothing else is said. Games take four to six times
    /// their compressed size; what is made to take forever, from a thousand times on.
    pub const MAX_RATIO: u32 = 100;

    /// The source of a path, whether something is there or not.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let bytes: Arc<dyn Bytes> = match path.as_os_str() == "-" {
            true => Arc::new(StandardInput),
            false => Arc::new(bytes::Path(path.clone())),
        };
        Self::of_bytes(path, bytes)
    }

    /// Bytes from anywhere. The ending of the path shows their format, or else their first line does.
    #[must_use]
    pub fn of_bytes(path: impl Into<PathBuf>, bytes: Arc<dyn Bytes>) -> Self {
        let range = 0..u64::MAX;
        let (path, max_ratio) = (path.into(), Self::MAX_RATIO);
        Self { path, name: None, bytes, range, is_numbered: true, max_ratio }
    }

    /// Bytes in memory, under a path whose ending may show their format.
    #[must_use]
    pub fn of_memory(path: impl Into<PathBuf>, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self::of_bytes(path, Arc::new(bytes::Memory(bytes.into())))
    }

    /// The source, with another name in outputs.
    #[must_use]
    pub fn named(self, name: String) -> Self {
        Self { name: Some(name), ..self }
    }

    /// The source, read up to so many times its size where it is compressed. More is a [`Bomb`](crate::Bomb), unless it
    /// is within the first 64 MiB.
    #[must_use]
    pub fn with_max_ratio(self, max_ratio: u32) -> Self {
        Self { max_ratio, ..self }
    }

    /// The games that begin in a range of the source's bytes. Ranges that follow each other have together the games of
    /// the whole source, each once. A compressed source is not divided: the range that begins with 0 is all of it.
    ///
    /// Games keep their numbers in the source if `is_numbered`, for which everything before the range is read, too.
    /// Otherwise numbers mean nothing.
    #[must_use]
    pub fn with_range(self, range: Range<u64>, is_numbered: bool) -> Self {
        Self { range, is_numbered, ..self }
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is the standard input.
    #[must_use]
    pub fn is_standard_input(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// Its name in outputs: its path as it was given, with `�` for what is not UTF-8.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        match &self.name {
            Some(name) => name.into(),
            None => self.path.to_string_lossy(),
        }
    }

    /// Its size in bytes as it is stored; `None` of the standard input, pipes and what is not there.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.bytes.size()
    }

    /// Opens the whole of it. Any number of gzip members, bzip2 streams or zstd frames is read, these with windows of up
    /// to 2 GiB.
    ///
    /// `counter` is advanced by each byte that is read of the file as it is stored.
    ///
    /// # Errors
    ///
    /// As for [`Stream::open`], and when it cannot be opened.
    pub fn open(&self, counter: &Arc<AtomicU64>) -> io::Result<Stream> {
        Stream::open(&self.path, self.bytes.read_from(0, u64::MAX)?, self.max_ratio, counter)
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
