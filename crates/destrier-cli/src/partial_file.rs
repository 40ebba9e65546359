//! A file that appears under its name when it is whole.

use crate::Failure;
use crate::journal::beside;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is written as `NAME.partial` and renamed to `NAME` when it is whole.
#[derive(Debug)]
pub(crate) struct PartialFile {
    target: PathBuf,
    file: BufWriter<File>,
    length: u64,
}

impl PartialFile {
    /// Whether a file can be begun, without touching anything. `force`: where there is one already. `over_partial`:
    /// where an interrupted run left one.
    ///
    /// # Errors
    ///
    /// When there is one, or another run writes it.
    pub(crate) fn check(target: &Path, force: bool, over_partial: bool) -> Result<(), Failure> {
        match fs::metadata(target) {
            Ok(metadata) if !metadata.is_file() => {
                return refused(target, "not a file that could be written anew");
            }
            Ok(_) if !force => return refused(target, "exists; --force writes over it"),
            _ => {}
        }
        let partial = Self::partial(target);
        if let Ok(file) = File::open(&partial) {
            lock(&file, &partial)?;
            if !over_partial {
                let reason = "left by an interrupted run; --resume goes on with it, --force starts anew";
                return refused(&partial, reason);
            }
        }
        Ok(())
    }

    /// Begins a file, where that is checked.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or another run writes it.
    pub(crate) fn create(target: &Path) -> Result<Self, Failure> {
        Self::open(target, 0, true)
    }

    /// Goes on with a file of which so many bytes are final.
    ///
    /// # Errors
    ///
    /// When there are less, or another run writes it.
    pub(crate) fn reopen(target: &Path, length: u64) -> Result<Self, Failure> {
        let partial = Self::partial(target);
        let reason = match fs::metadata(&partial) {
            Ok(metadata) if metadata.len() >= length => return Self::open(target, length, false),
            Ok(_) => "shorter than it was",
            Err(_) => "no longer there",
        };
        let reason = format!("{}: {reason}; --force instead of --resume starts anew", partial.display());
        Err(Failure::usage(reason))
    }

    fn open(target: &Path, length: u64, new: bool) -> Result<Self, Failure> {
        let partial = Self::partial(target);
        let failed = |error: io::Error| Failure::refused(format!("{}: {error}", partial.display()));
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(new).open(&partial).map_err(failed)?;
        lock(&file, &partial)?;
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Self { target: target.to_owned(), file: BufWriter::new(file), length })
    }

    /// Whether a file has its name already: it is there, and what was written under the other name is not.
    pub(crate) fn is_finished(target: &Path) -> bool {
        target.is_file() && !Self::partial(target).exists()
    }

    fn partial(target: &Path) -> PathBuf {
        beside(target, ".partial")
    }

    /// How many bytes were written, those of an earlier run among them.
    pub(crate) const fn length(&self) -> u64 {
        self.length
    }

    /// The file under its own name, whole.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(Self::partial(&self.target), &self.target)
    }

    /// Another file under the name: the one that `write` makes of what was written.
    pub(crate) fn finish_with(
        mut self,
        write: impl FnOnce(&mut File, &mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        self.file.flush()?;
        let whole = beside(&self.target, ".whole");
        let mut out = File::create(&whole)?;
        let file = self.file.get_mut();
        file.seek(SeekFrom::Start(0))?;
        write(file, &mut out)?;
        out.sync_all()?;
        fs::rename(whole, &self.target)?;
        fs::remove_file(Self::partial(&self.target))
    }

    /// Nothing: what was written is removed.
    pub(crate) fn discard(self) -> io::Result<()> {
        fs::remove_file(Self::partial(&self.target))
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Keeps other runs out as long as the file is open.
fn lock(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => refused(path, "another run is writing it"),
        // Some file systems have no locks; then nobody is kept out.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn refused<T>(path: &Path, reason: &str) -> Result<T, Failure> {
    Err(Failure::refused(format!("{}: {reason}", path.display())))
}
