//! A file that appears under its name when it is whole.

use crate::Failure;
use crate::journal::beside;
use crate::names::handle;
use same_file::Handle;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is written as `NAME.partial` and has the name `NAME` when it is whole.
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
            Err(_) if target.symlink_metadata().is_ok() => {
                refused(target, "a link to nothing; name the file that it is to lead to")
            }
            Err(_) => match target.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                Some(folder) if !folder.exists() => refused(folder, "there is no such folder"),
                Some(folder) if !folder.is_dir() => refused(folder, "not a folder"),
                _ => Ok(()),
            },
        }
    }

    /// Whether nothing is in the way of a new file, without touching anything. `over`: only another run is.
    ///
    /// # Errors
    ///
    /// When another run writes, or something is there, as an interrupted run leaves it: that is told with `reason`.
    pub(crate) fn check_new(target: &Path, over: bool, reason: &str) -> Result<(), Failure> {
        hold(&Self::partial(target))?;
        match Self::beside(target).into_iter().find(|path| !over && path.symlink_metadata().is_ok()) {
            Some(path) => refused(&path, reason),
            None => Ok(()),
        }
    }

    /// The names of all that is written beside a file until it is whole.
    pub(crate) fn beside(target: &Path) -> [PathBuf; 2] {
        [Self::partial(target), Self::whole(target)]
    }

    /// Begins a file, where that is checked. `over`: in the place of what an earlier run left.
    ///
    /// # Errors
    ///
    /// When it cannot be written, or another run writes it.
    pub(crate) fn create(target: &Path, over: bool) -> Result<Self, Failure> {
        let partial = Self::partial(target);
        if over && partial.symlink_metadata().is_ok() {
            let _held = hold(&partial)?;
            // Not written over: it may be a link to a file of another, or another name of one.
            remove(&partial).map_err(|error| Failure::refused(format!("{}: {error}", partial.display())))?;
        }
        Self::open(target, 0, true)
    }

    /// Goes on with a file of which so many bytes are final.
    ///
    /// # Errors
    ///
    /// When there are less, or another run writes it.
    pub(crate) fn reopen(target: &Path, length: u64) -> Result<Self, Failure> {
        let partial = Self::partial(target);
        let reason = match partial.symlink_metadata() {
            Ok(metadata) if !metadata.is_file() => "no longer a file",
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
        let mut file = options.read(true).write(true).create_new(new).open(&partial).map_err(failed)?;
        lock(&file, &partial)?;
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Self { target: target.to_owned(), file: BufWriter::new(file), length })
    }

    /// Whether a file has its name already: it is there, of this length where it is known, and what was written under the
    /// other name is not. Where a run was killed between the two, the other name is removed.
    pub(crate) fn is_finished(target: &Path, length: Option<u64>) -> io::Result<bool> {
        let is_it = |path: &PathBuf| handle(path).is_some_and(|file| handle(target) == Some(file));
        if let Some(path) = Self::beside(target).into_iter().find(is_it) {
            remove(&Self::partial(target))?;
            remove(&path)?;
        }
        // Another may have come there, and what was written may have been taken away.
        let is_whole = |file: &Metadata| file.is_file() && length.is_none_or(|length| file.len() == length);
        Ok(fs::metadata(target).is_ok_and(|file| is_whole(&file)) && !Self::partial(target).exists())
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

    /// The file under its own name, whole. `over`: in the place of another.
    pub(crate) fn finish(mut self, over: bool) -> io::Result<()> {
        self.file.flush()?;
        self.appear(self.file.get_ref(), &Self::partial(&self.target), over)
    }

    /// Another file under the name: the one that `write` makes of what was written.
    pub(crate) fn finish_with(
        mut self,
        over: bool,
        write: impl FnOnce(&mut File, &mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        self.file.flush()?;
        let whole = Self::whole(&self.target);
        remove(&whole)?;
        let mut out = File::create_new(&whole)?;
        let file = self.file.get_mut();
        file.seek(SeekFrom::Start(0))?;
        write(file, &mut out)?;
        self.appear(&out, &whole, over)
    }

    /// Gives a file the name and, where it replaces another, its permissions.
    fn appear(&self, file: &File, path: &Path, over: bool) -> io::Result<()> {
        if over && let Ok(metadata) = fs::metadata(&self.target) {
            file.set_permissions(metadata.permissions())?;
        }
        file.sync_all()?;
        if over {
            fs::rename(path, &self.target)?;
        } else {
            name(path, &self.target)?;
        }
        let partial = Self::partial(&self.target);
        if path != partial {
            remove(&partial)?;
        }
        // Last of all: as long as the file has both names, a run that goes on knows that it is this one.
        if over { Ok(()) } else { remove(path) }
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

/// Gives a file a name that no other has. To rename it would replace what came there while it was written.
fn name(path: &Path, target: &Path) -> io::Result<()> {
    match fs::hard_link(path, target) {
        Ok(()) => Ok(()),
        // Some file systems have no such links.
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists && target.symlink_metadata().is_err() => {
            fs::rename(path, target)
        }
        Err(_) => {
            let (path, target) = (path.display(), target.display());
            let reason = format!("{target}: exists by now; what was written is in {path}");
            Err(io::Error::new(io::ErrorKind::AlreadyExists, reason))
        }
    }
}

/// Keeps other runs out of a file that an earlier one left, as long as it is open.
fn hold(path: &Path) -> Result<Option<Handle>, Failure> {
    // What is behind a link is of another, and to open a pipe may take forever.
    if !path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Ok(None);
    }
    let Some(file) = handle(path) else { return Ok(None) };
    lock(file.as_file(), path)?;
    // Another run may have begun with a file of its own before this one was locked.
    if handle(path).as_ref() == Some(&file) { Ok(Some(file)) } else { refused(path, BUSY) }
}

const BUSY: &str = "another run is writing it";

/// Keeps other runs out as long as the file is open.
fn lock(file: &File, path: &Path) -> Result<(), Failure> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => refused(path, BUSY),
        // Some file systems have no locks; then nobody is kept out.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn refused<T>(path: &Path, reason: &str) -> Result<T, Failure> {
    Err(Failure::refused(format!("{}: {reason}", path.display())))
}
