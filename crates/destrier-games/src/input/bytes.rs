//! Random access to bytes: files, objects in a store and memory. Pipes can be read only from the start.

use std::fs::{self, File};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

/// Bytes that can be read from any offset.
pub trait Bytes: Send + Sync {
    /// Returns a reader from an offset to the end, which is empty beyond the end. `likely_end` is a hint: reading is
    /// likely to stop there. It may also lie beyond the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes cannot be read.
    fn read_from(&self, offset: u64, likely_end: u64) -> io::Result<Box<dyn Read + Send>>;

    /// Returns whether the bytes can be read repeatedly and from any offset. A pipe can be read only once, from its
    /// start.
    fn is_seekable(&self) -> bool {
        true
    }

    /// Returns the same bytes as they are now, if it costs little to read them from any offset: an open file, which stays the
    /// same if its path gets another one. A scan reads a long text of such bytes in pieces, in several threads. A store of
    /// objects would get a request for each piece.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes cannot be read.
    fn open(&self) -> io::Result<Option<Arc<dyn Bytes>>> {
        Ok(None)
    }

    /// Returns the number of bytes, if known.
    fn size(&self) -> Option<u64> {
        None
    }
}

/// A file, a pipe or a device.
pub(super) struct Path(pub(super) PathBuf);

impl Bytes for Path {
    fn read_from(&self, offset: u64, _likely_end: u64) -> io::Result<Box<dyn Read + Send>> {
        let mut file = File::open(&self.0)?;
        if offset > 0 {
            file.seek(SeekFrom::Start(offset))?;
        }
        Ok(Box::new(Watched::new(file)?))
    }

    fn is_seekable(&self) -> bool {
        fs::metadata(&self.0).is_ok_and(|metadata| metadata.is_file())
    }

    #[cfg(any(unix, windows))]
    fn open(&self) -> io::Result<Option<Arc<dyn Bytes>>> {
        if !self.is_seekable() {
            return Ok(None);
        }
        Ok(Some(Arc::new(OpenFile(Arc::new(File::open(&self.0)?)))))
    }

    fn size(&self) -> Option<u64> {
        fs::metadata(&self.0).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
    }
}

/// A file that stays open, also if it is replaced.
#[cfg(any(unix, windows))]
struct OpenFile(Arc<File>);

#[cfg(any(unix, windows))]
impl Bytes for OpenFile {
    fn read_from(&self, offset: u64, _likely_end: u64) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(ReaderAt { file: Arc::clone(&self.0), offset }))
    }

    fn size(&self) -> Option<u64> {
        self.0.metadata().ok().map(|metadata| metadata.len())
    }
}

/// Reads an open file from an offset. Several readers can share the file.
#[cfg(any(unix, windows))]
struct ReaderAt {
    file: Arc<File>,
    offset: u64,
}

#[cfg(any(unix, windows))]
impl Read for ReaderAt {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(&*self.file, output, self.offset)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(&*self.file, output, self.offset)?;
        self.offset += read as u64;
        Ok(read)
    }
}

/// Bytes in memory.
pub(super) struct Memory(pub(super) Arc<[u8]>);

impl Bytes for Memory {
    fn read_from(&self, offset: u64, _likely_end: u64) -> io::Result<Box<dyn Read + Send>> {
        let mut bytes = Cursor::new(Arc::clone(&self.0));
        bytes.set_position(offset);
        Ok(Box::new(bytes))
    }

    fn open(&self) -> io::Result<Option<Arc<dyn Bytes>>> {
        Ok(Some(Arc::new(Self(Arc::clone(&self.0)))))
    }

    fn size(&self) -> Option<u64> {
        Some(self.0.len() as u64)
    }
}

/// Standard input.
pub(super) struct StandardInput;

impl Bytes for StandardInput {
    fn read_from(&self, _offset: u64, _likely_end: u64) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(io::stdin()))
    }

    fn is_seekable(&self) -> bool {
        false
    }
}

/// A file that must not become shorter after it was opened. A truncated text could look like a shorter game.
pub(super) struct Watched {
    file: File,
    length: u64,
}

impl Watched {
    pub(super) fn new(file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { file, length })
    }
}

impl Read for Watched {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(output)?;
        if read == 0 && !output.is_empty() {
            let length = self.file.metadata()?.len();
            if length < self.length {
                return Err(became_shorter(self.length, length));
            }
        }
        Ok(read)
    }
}

/// Returns the error for a file that changed its size while it was read.
pub(super) fn became_shorter(from: u64, to: u64) -> io::Error {
    let message =
        format!("became shorter while it was read, from {from} to {to} bytes; the remaining data was read");
    io::Error::new(io::ErrorKind::UnexpectedEof, message)
}
