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
    /// The file that a path names, behind links, where there is one: that is what is replaced, and not the link.
    pub(crate) fn target(path: &Path) -> PathBuf {
        fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
    }

    /// Whether a file can be written under its name, without touching anything. `over`: where there is one already.
    ///
    /// # Errors
    ///
    /// When it cannot.
    pub(crate) fn check_name(target: &Path, over: bool) -> Result<(), Failure> {
        match fs::metadata(target) {
            Ok(metadata) if !metadata.is_file() => {
                let reason = "not a file that could be written anew: redirect standard output instead";
                refused(target, reason)
            }
            Ok(_) if !over => refused(target, "exists; --force writes over it"),
            Ok(_) => Ok(()),
            Err(_) => match target.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                Some(folder) if !folder.exists() => refused(folder, "there is no such folder"),
                Some(folder) if !folder.is_dir() => refused(folder, "not a folder"),
                _ => Ok(()),
            },
        }
    }

    /// Whether nothing is in the way of a new file, without touching anything.
    ///
    /// # Errors
    ///
    /// When an interrupted run left what it wrote, or another run writes.
    pub(crate) fn check_new(target: &Path, over: bool) -> Result<(), Failure> {
        if let Ok(file) = File::open(Self::partial(target)) {
            lock(&file, &Self::partial(target))?;
        }
        match Self::beside(target).into_iter().find(|path| !over && path.symlink_metadata().is_ok()) {
            Some(path) => {
                let reason =
                    "left by an interrupted run; --resume goes on with it where it can, --force starts anew";
                refused(&path, reason)
            }
            None => Ok(()),
        }
    }

    /// The names of all that is written beside a file until it is whole.
    pub(crate) fn beside(target: &Path) -> [PathBuf; 2] {
        [Self::partial(target), Self::whole(target)]
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

    fn whole(target: &Path) -> PathBuf {
        beside(target, ".whole")
    }

    /// How many bytes were written, those of an earlier run among them.
    pub(crate) const fn length(&self) -> u64 {
        self.length
    }

    /// The file under its own name, whole.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.appear(self.file.get_ref(), &Self::partial(&self.target))
    }

    /// Another file under the name: the one that `write` makes of what was written.
    pub(crate) fn finish_with(
        mut self,
        write: impl FnOnce(&mut File, &mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        self.file.flush()?;
        let whole = Self::whole(&self.target);
        remove(&whole)?;
        let mut out = File::create_new(&whole)?;
        let file = self.file.get_mut();
        file.seek(SeekFrom::Start(0))?;
        write(file, &mut out)?;
        self.appear(&out, &whole)?;
        fs::remove_file(Self::partial(&self.target))
    }

    /// Gives a file the name, and the permissions of the one that it replaces.
    fn appear(&self, file: &File, path: &Path) -> io::Result<()> {
        if let Ok(metadata) = fs::metadata(&self.target) {
            file.set_permissions(metadata.permissions())?;
        }
        file.sync_all()?;
        fs::rename(path, &self.target)
    }

    /// Removes what was written of a file that is not whole, if anything was.
    pub(crate) fn remove(target: &Path) -> io::Result<()> {
        remove(&Self::partial(target))
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

/// Removes a file, if it is there.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
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
