//! Bytes that can be read from any offset: a file, an object in a store, or, from the beginning alone, a pipe.

use std::fs::{self, File};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

/// Bytes that can be read from any offset.
pub trait Bytes: Send + Sync {
    /// Reads from an offset to the end; nothing if that is behind the end. It is likely that bytes are read up to
    /// `likely_end`, which may lie behind the end, too.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn read_from(&self, offset: u64, likely_end: u64) -> io::Result<Box<dyn Read + Send>>;

    /// Whether they can be read more than once, and from any offset. A pipe is read once, from its beginning.
    fn is_seekable(&self) -> bool {
        true
    }

    /// How many there are, where that is known.
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

    fn size(&self) -> Option<u64> {
        fs::metadata(&self.0).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
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

/// A file that must not end sooner than it did when it was opened: what is cut off may look like a shorter game.
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
                let message = format!(
                    "became shorter while it was read, {length} bytes where there were {}; what was there was read",
                    self.length
                );
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
            }
        }
        Ok(read)
    }
}
