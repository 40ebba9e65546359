//! Files that appear under their final name when they are complete.

use super::format::OpenFile;
use same_file::Handle;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why a file cannot be written. The message names the file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The reason.
    pub reason: String,
    /// What the caller can do.
    pub kind: FileErrorKind,
}

/// What the caller can do about a file that cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileErrorKind {
    /// The file exists: overwrite it.
    Exists,
    /// The temporary file is not as an interrupted run left it: start over.
    Changed,
    /// Something else: name another file, or wait for the other run.
    Other,
}

/// A file that is written as `NAME.partial` and renamed to `NAME` when it is complete. It is locked against other runs.
///
/// ```
/// use destrier_games::output::PartialFile;
/// use std::io::Write;
///
/// let folder = tempfile::tempdir()?;
/// let target = folder.path().join("forks.csv");
/// PartialFile::check_name(&target, false)?;
/// let mut file = PartialFile::create(&target, false)?;
/// file.write_all(b"game,ply\n")?;
/// assert!(!target.exists());
/// file.finish(false)?;
/// assert_eq!(std::fs::read(&target)?, b"game,ply\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PartialFile {
    target: PathBuf,
    file: BufWriter<File>,
    length: u64,
}

impl PartialFile {
    /// Returns the names of the temporary files for a target.
    #[must_use]
    pub fn temporary_names(target: &Path) -> [PathBuf; 2] {
        [partial(target), whole(target)]
    }

    /// Returns the name of a further file of an output that is split: `NAME-2.pgn` for `NAME.pgn`.
    #[must_use]
    pub fn split_name(target: &Path, number: usize) -> PathBuf {
        let mut name = target.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{number}"));
        if let Some(ending) = target.extension() {
            name.push(".");
            name.push(ending);
        }
        target.with_file_name(name)
    }

    /// Checks that a file can have this name. Changes nothing. With `overwrite`, an existing file may be replaced.
    ///
    /// # Errors
    ///
    /// If it cannot.
    pub fn check_name(target: &Path, overwrite: bool) -> Result<(), FileError> {
        match fs::metadata(target) {
            Ok(metadata) if metadata.is_dir() => refused(target, "a folder; name a file in it"),
            Ok(metadata) if !metadata.is_file() => {
                let reason = "not a regular file; redirect standard output to it instead";
                refused(target, reason)
            }
            Ok(_) if !overwrite => Err(error(target, "already exists", FileErrorKind::Exists)),
            Ok(_) => Ok(()),
            Err(_) if target.symlink_metadata().is_ok() => {
                refused(target, "a broken link; name the file that it should point to")
            }
            Err(_) => match target.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                Some(folder) if !folder.exists() => refused(folder, "there is no such folder"),
                Some(folder) if !folder.is_dir() => refused(folder, "not a folder"),
                _ => Ok(()),
            },
        }
    }

    /// Checks that a file's name ends as its format does, if it has an ending.
    ///
    /// # Errors
    ///
    /// If it ends like another format.
    pub fn check_ending(target: &Path, ending: &str) -> Result<(), FileError> {
        match target.extension() {
            Some(other) if !other.eq_ignore_ascii_case(ending) => refused(
                target,
                &format!("the file is written as {ending}; choose a name that ends in .{ending}"),
            ),
            _ => Ok(()),
        }
    }

    /// Checks that a new folder can have this name. Changes nothing.
    ///
    /// # Errors
    ///
    /// If it cannot.
    pub fn check_folder_name(target: &Path) -> Result<(), FileError> {
        match fs::read_dir(target) {
            Ok(mut entries) => match entries.next() {
                Some(_) => refused(target, "not empty; name a new folder"),
                None => Ok(()),
            },
            Err(_) if target.symlink_metadata().is_ok() => {
                refused(target, "already exists; name a new folder")
            }
            Err(_) => Self::check_name(target, false),
        }
    }

    /// Fails if another run is writing the file, or, with `reason`, if an interrupted run has left its files. Changes
    /// nothing. With `overwrite`, files that were left may be replaced.
    ///
    /// # Errors
    ///
    /// In these cases.
    pub fn check_new(target: &Path, overwrite: bool, reason: &str) -> Result<(), FileError> {
        hold(&partial(target))?;
        for path in [partial(target), whole(target)] {
            if !overwrite && path.symlink_metadata().is_ok() {
                return refused(&path, reason);
            }
        }
        Ok(())
    }

    /// Creates the file. Call the checks first. With `overwrite`, replaces a file that an earlier run left.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, or another run is writing it.
    pub fn create(target: &Path, overwrite: bool) -> Result<Self, FileError> {
        let partial = partial(target);
        if overwrite && partial.symlink_metadata().is_ok() {
            let _held = hold(&partial)?;
            // Remove it instead of overwriting it: it may be a link to another file.
            remove(&partial).map_err(|reason| error(&partial, reason, FileErrorKind::Other))?;
        }
        Self::open(target, 0, true)
    }

    /// Opens a file again, and truncates it to this length.
    ///
    /// # Errors
    ///
    /// If the file is shorter, or another run is writing it.
    pub fn reopen(target: &Path, length: u64) -> Result<Self, FileError> {
        let partial = partial(target);
        let reason = match partial.symlink_metadata() {
            Ok(metadata) if !metadata.is_file() => "no longer a regular file, but needed to resume",
            Ok(metadata) if metadata.len() >= length => return Self::open(target, length, false),
            Ok(_) => "shorter than when the run was interrupted",
            Err(_) => "missing, but needed to resume",
        };
        Err(error(&partial, reason, FileErrorKind::Changed))
    }

    fn open(target: &Path, length: u64, new: bool) -> Result<Self, FileError> {
        let partial = partial(target);
        let failed = |reason: io::Error| error(&partial, reason, FileErrorKind::Other);
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create_new(new).open(&partial).map_err(failed)?;
        lock(&file, &partial)?;
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Self { target: target.to_owned(), file: BufWriter::new(file), length })
    }

    /// Returns whether a file is complete: it has its final name, this length if known, and no `.partial` file beside
    /// it. If the run was killed while the file had two names, removes the temporary one.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be removed.
    pub fn is_finished(target: &Path, length: Option<u64>) -> io::Result<bool> {
        let mut names = [partial(target), whole(target)].into_iter();
        if let Some(path) = names.find(|path| handle(path).is_some_and(|file| handle(target) == Some(file))) {
            remove(&partial(target))?;
            remove(&path)?;
        }
        // Someone may have replaced the file.
        let is_whole = fs::metadata(target)
            .is_ok_and(|file| file.is_file() && length.is_none_or(|length| file.len() == length));
        Ok(is_whole && !partial(target).exists())
    }

    /// Does the same as [`is_finished`](Self::is_finished) for a folder.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be removed.
    pub fn is_finished_folder(target: &Path) -> io::Result<bool> {
        let is_whole =
            fs::read_dir(target).is_ok_and(|mut entries| entries.next().is_some()) && !whole(target).exists();
        if is_whole {
            remove(&partial(target))?;
        }
        Ok(is_whole)
    }

    /// Returns the number of bytes written, including those of an earlier run.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Gives the file its final name. With `overwrite`, replaces an existing file.
    ///
    /// # Errors
    ///
    /// If writing fails. The kind is [`AlreadyExists`](io::ErrorKind::AlreadyExists) if another file has appeared.
    pub fn finish(mut self, overwrite: bool) -> io::Result<()> {
        self.file.flush()?;
        self.appear(self.file.get_ref(), &partial(&self.target), overwrite)
    }

    /// Lets `write` make the final file from this one, and gives it the name.
    ///
    /// # Errors
    ///
    /// The errors of `write` and of [`finish`](Self::finish).
    pub fn finish_with(
        mut self,
        overwrite: bool,
        write: impl FnOnce(&mut File, &mut File) -> io::Result<()>,
    ) -> io::Result<()> {
        self.file.flush()?;
        let whole = whole(&self.target);
        remove(&whole)?;
        let mut out = File::create_new(&whole)?;
        let file = self.file.get_mut();
        file.seek(SeekFrom::Start(0))?;
        write(file, &mut out)?;
        self.appear(&out, &whole, overwrite)
    }

    /// Lets `write` make the files of a folder from this one, and gives the folder the name. Returns the number of files.
    ///
    /// # Errors
    ///
    /// The errors of `write` and of [`finish`](Self::finish).
    pub fn finish_folder(
        mut self,
        write: impl FnOnce(&mut File, &mut OpenFile<'_>) -> io::Result<()>,
    ) -> io::Result<usize> {
        self.file.flush()?;
        let whole = whole(&self.target);
        // A killed run may have left it.
        if whole.is_dir() {
            fs::remove_dir_all(&whole)?;
        }
        fs::create_dir(&whole)?;
        let file = self.file.get_mut();
        file.seek(SeekFrom::Start(0))?;
        let mut number = 0;
        write(file, &mut |name| {
            number += 1;
            Ok(Box::new(BufWriter::new(File::create_new(whole.join(name))?)))
        })?;
        fs::rename(&whole, &self.target)?;
        remove(&partial(&self.target))?;
        Ok(number)
    }

    /// Splits the file and gives the final names: the first file gets the name, the others get it with `-2`, `-3` and so
    /// on before the ending. Each has at most `most` lines that begin with `start`. Returns the number of files.
    ///
    /// # Errors
    ///
    /// The errors of [`finish`](Self::finish).
    pub fn finish_split(mut self, overwrite: bool, start: &str, most: usize) -> io::Result<usize> {
        self.file.flush()?;
        let starts = starts(self.file.get_mut(), start, most)?;
        for (number, range) in (2..).zip(starts.windows(2).skip(1)) {
            let mut part = Self::piece(&Self::split_name(&self.target, number))?;
            let file = self.file.get_mut();
            file.seek(SeekFrom::Start(range[0]))?;
            io::copy(&mut file.take(range[1] - range[0]), &mut part.file)?;
            part.finish_again(overwrite)?;
        }
        let count = starts.len() - 1;
        match count {
            1 => self.finish(overwrite)?,
            // This comes last: a resumed run begins again without this file.
            _ => {
                self.finish_with(overwrite, |file, out| {
                    io::copy(&mut file.take(starts[1]), out).map(|_| ())
                })?;
            }
        }
        Ok(count)
    }

    /// Creates a file again that an interrupted run may have left.
    fn piece(target: &Path) -> io::Result<Self> {
        let partial = partial(target);
        remove(&partial)?;
        let file = OpenOptions::new().read(true).write(true).create_new(true).open(&partial)?;
        Ok(Self { target: target.to_owned(), file: BufWriter::new(file), length: 0 })
    }

    /// Gives the file its final name, unless an interrupted run has written the same file before.
    fn finish_again(mut self, overwrite: bool) -> io::Result<()> {
        self.file.flush()?;
        if !overwrite && is_same(&partial(&self.target), &self.target) {
            return self.discard();
        }
        self.finish(overwrite)
    }

    /// Gives a file the final name. If it replaces another file, it gets that file's permissions.
    fn appear(&self, file: &File, path: &Path, overwrite: bool) -> io::Result<()> {
        if overwrite && let Ok(metadata) = fs::metadata(&self.target) {
            file.set_permissions(metadata.permissions())?;
        }
        file.sync_all()?;
        if overwrite {
            fs::rename(path, &self.target)?;
        } else {
            link(path, &self.target)?;
        }
        let partial = partial(&self.target);
        if path != partial {
            remove(&partial)?;
        }
        // This comes last: while the file has both names, a resumed run can see that they are the same file.
        if overwrite { Ok(()) } else { remove(path) }
    }

    /// Removes the incomplete file, if it exists.
    ///
    /// # Errors
    ///
    /// If it exists and cannot be removed.
    pub fn remove(target: &Path) -> io::Result<()> {
        remove(&partial(target))
    }

    /// Removes this file instead of completing it.
    ///
    /// # Errors
    ///
    /// If it cannot be removed.
    pub fn discard(self) -> io::Result<()> {
        fs::remove_file(partial(&self.target))
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

/// Returns the offset of every line that begins a file, and the end of all text. Every `most`-th line that begins with
/// `start` begins a file.
fn starts(file: &mut File, start: &str, most: usize) -> io::Result<Vec<u64>> {
    file.rewind()?;
    let mut lines = BufReader::new(file);
    let (mut offset, mut parts, mut starts) = (0, 0, vec![0]);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        if line.starts_with(start.as_bytes()) {
            if parts > 0 && parts % most == 0 {
                starts.push(offset);
            }
            parts += 1;
        }
        offset += line.len() as u64;
        line.clear();
    }
    starts.push(offset);
    Ok(starts)
}

/// Returns whether two files have the same content.
fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::read(one), fs::read(other)), (Ok(one), Ok(other)) if one == other)
}

/// Removes a file, if it exists.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Gives a file a new name, unless another file has it. A plain rename would replace a file that appeared in the
/// meantime.
fn link(path: &Path, target: &Path) -> io::Result<()> {
    match fs::hard_link(path, target) {
        Ok(()) => Ok(()),
        // Some file systems have no hard links.
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists && target.symlink_metadata().is_err() => {
            fs::rename(path, target)
        }
        Err(_) => {
            let (path, target) = (path.display(), target.display());
            let reason = format!("{target}: appeared during the run; the new data is in {path}");
            Err(io::Error::new(io::ErrorKind::AlreadyExists, reason))
        }
    }
}

/// Locks a file that an earlier run left, for as long as the handle is open.
fn hold(path: &Path) -> Result<Option<Handle>, FileError> {
    // A link may point to any file, and opening a pipe may block.
    if !path.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Ok(None);
    }
    let Some(file) = handle(path) else { return Ok(None) };
    lock(file.as_file(), path)?;
    // Another run may have replaced the file before the lock.
    if handle(path).as_ref() == Some(&file) { Ok(Some(file)) } else { refused(path, BUSY) }
}

const BUSY: &str = "another run is writing it";

/// Locks the file against other runs, for as long as it is open.
fn lock(file: &File, path: &Path) -> Result<(), FileError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => refused(path, BUSY),
        // Some file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

fn refused<T>(path: &Path, reason: &str) -> Result<T, FileError> {
    Err(error(path, reason, FileErrorKind::Other))
}

fn error(path: &Path, reason: impl Display, kind: FileErrorKind) -> FileError {
    FileError { path: path.to_owned(), reason: reason.to_string(), kind }
}

/// Returns the path of an incomplete file.
fn partial(target: &Path) -> PathBuf {
    with_ending(target, ".partial")
}

/// Returns the path where a table is assembled from its `.partial` file.
fn whole(target: &Path) -> PathBuf {
    with_ending(target, ".whole")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Returns a handle to an existing file, to compare files with different names. Pipes and devices get none: opening one
/// may consume data.
fn handle(path: &Path) -> Option<Handle> {
    if path.is_file() { Handle::from_path(path).ok() } else { None }
}
