//! Files of this machine. The store of objects that reads them does not list them: it ends at a link that leads back, and
//! opens pipes.

use super::format::StoredAs;
use super::wanted::Wanted;
use datafusion::object_store::ObjectMeta;
use datafusion::object_store::path::Path;
use std::fs::{self, DirEntry, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path as FilePath, PathBuf};

/// What is at a path, or else fits a pattern in a folder; `None` if nothing is there.
///
/// # Errors
///
/// When it is something else, or a part of it cannot be read.
pub(super) fn files(
    path: &FilePath,
    pattern: Option<(Path, Wanted)>,
    only: Option<StoredAs>,
) -> Result<Option<Vec<ObjectMeta>>, String> {
    match (fs::metadata(path), pattern) {
        (Ok(metadata), _) if metadata.is_dir() => Walk::through(path, &Wanted::folder(), only).map(Some),
        (Ok(metadata), _) if metadata.is_file() => Ok(Some(vec![object(path, &metadata)?])),
        (Ok(_), _) => Err("it is no regular file; `destrier scan -` reads pipes".to_owned()),
        (Err(_), Some((folder, wanted))) => {
            let folder = FilePath::new("/").join(folder.as_ref());
            match folder.is_dir() {
                true => Walk::through(&folder, &wanted, only).map(Some),
                false => Ok(None),
            }
        }
        (Err(error), None) if error.kind() == ErrorKind::NotFound => Ok(None),
        (Err(error), None) => Err(error.to_string()),
    }
}

/// A file as an object.
fn object(path: &FilePath, metadata: &Metadata) -> Result<ObjectMeta, String> {
    Ok(ObjectMeta {
        location: Path::from_absolute_path(path).map_err(|error| error.to_string())?,
        last_modified: metadata.modified().map(Into::into).unwrap_or_default(),
        size: metadata.len(),
        e_tag: None,
        version: None,
    })
}

/// A way through a folder and those below it, in the order of names. Links are followed, but for those that lead back.
struct Walk<'a> {
    wanted: &'a Wanted,
    only: Option<StoredAs>,
    /// The folders that it is in, without links.
    folders: Vec<PathBuf>,
    /// Their names, but for the first.
    names: Vec<String>,
    found: Vec<ObjectMeta>,
}

impl<'a> Walk<'a> {
    fn through(
        folder: &FilePath,
        wanted: &'a Wanted,
        only: Option<StoredAs>,
    ) -> Result<Vec<ObjectMeta>, String> {
        let mut walk = Self { wanted, only, folders: Vec::new(), names: Vec::new(), found: Vec::new() };
        walk.enter(folder)?;
        Ok(walk.found)
    }

    fn enter(&mut self, folder: &FilePath) -> Result<(), String> {
        let real = fs::canonicalize(folder).map_err(|error| unreadable(folder, &error))?;
        if self.folders.contains(&real) {
            return Ok(());
        }
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = entries.map_err(|error| unreadable(folder, &error))?;
        entries.sort_by_key(DirEntry::file_name);
        self.folders.push(real);
        for entry in entries {
            self.names.push(entry.file_name().to_string_lossy().into_owned());
            self.visit(&entry)?;
            self.names.pop();
        }
        self.folders.pop();
        Ok(())
    }

    fn visit(&mut self, entry: &DirEntry) -> Result<(), String> {
        let names: Vec<_> = self.names.iter().map(String::as_str).collect();
        let is_wanted = self.wanted.is_file(&names, self.only);
        let is_below = self.wanted.is_below(&names);
        if !is_wanted && !is_below {
            return Ok(());
        }
        let path = entry.path();
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() && is_below => self.enter(&path),
            Ok(metadata) if metadata.is_file() && is_wanted => {
                self.found.push(object(&path, &metadata)?);
                Ok(())
            }
            Ok(_) => Ok(()),
            // A link to nowhere matters only where a file would have been read.
            Err(error) if is_wanted => Err(unreadable(&path, &error)),
            Err(_) => Ok(()),
        }
    }
}

fn unreadable(path: &FilePath, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
