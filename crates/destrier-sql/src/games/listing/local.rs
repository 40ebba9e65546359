//! Local files. DataFusion's object store does not list them, because it would open pipes.

use super::pattern::FilePattern;
use super::stored_as::StoredAs;
use datafusion::object_store::ObjectMeta;
use datafusion::object_store::path::Path;
use std::fs::{self, DirEntry, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path as FilePath, PathBuf};

/// Lists the files at a path, or else those that match a pattern in a folder; `None` if nothing is there.
///
/// # Errors
///
/// Returns an error if the path is neither a file nor a folder, or a part of the folder cannot be listed.
pub(super) fn files(
    path: &FilePath,
    pattern: Option<(Path, FilePattern)>,
    only: Option<StoredAs>,
) -> Result<Option<Vec<ObjectMeta>>, String> {
    match (fs::metadata(path), pattern) {
        (Ok(metadata), _) if metadata.is_dir() => Walk::through(path, &FilePattern::folder(), only).map(Some),
        (Ok(metadata), _) if metadata.is_file() => Ok(Some(vec![object(path, &metadata)?])),
        (Ok(_), _) => Err("not a regular file; to read a pipe, use `destrier scan`".to_owned()),
        (Err(_), Some((folder, files))) => {
            let folder = FilePath::new("/").join(folder.as_ref());
            if folder.is_dir() { Walk::through(&folder, &files, only).map(Some) } else { Ok(None) }
        }
        (Err(error), None) if error.kind() == ErrorKind::NotFound => Ok(None),
        (Err(error), None) => Err(error.to_string()),
    }
}

/// Returns a file as an object of a store.
fn object(path: &FilePath, metadata: &Metadata) -> Result<ObjectMeta, String> {
    Ok(ObjectMeta {
        location: Path::from_absolute_path(path).map_err(|error| error.to_string())?,
        last_modified: metadata.modified().map(Into::into).unwrap_or_default(),
        size: metadata.len(),
        e_tag: None,
        version: None,
    })
}

/// A walk through a folder and its subfolders, in the order of names. It follows links.
struct Walk<'a> {
    files: &'a FilePattern,
    only: Option<StoredAs>,
    /// The folders from the first one down to the current one, each with its canonical path.
    folders: Vec<(PathBuf, PathBuf)>,
    /// The names of these folders, without the first one.
    names: Vec<String>,
    found: Vec<ObjectMeta>,
}

impl<'a> Walk<'a> {
    fn through(
        folder: &FilePath,
        files: &'a FilePattern,
        only: Option<StoredAs>,
    ) -> Result<Vec<ObjectMeta>, String> {
        let mut walk = Self { files, only, folders: Vec::new(), names: Vec::new(), found: Vec::new() };
        walk.enter(folder)?;
        files.check(&walk.found)?;
        Ok(walk.found)
    }

    fn enter(&mut self, folder: &FilePath) -> Result<(), String> {
        let canonical = fs::canonicalize(folder).map_err(|error| unreadable(folder, &error))?;
        if let Some((above, _)) = self.folders.iter().find(|(_, other)| *other == canonical) {
            // The same message as in `destrier_games::sources`.
            let (folder, above) = (folder.display(), above.display());
            return Err(format!("{folder}: leads back to {above}, which contains it; not followed"));
        }
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = entries.map_err(|error| unreadable(folder, &error))?;
        entries.sort_by_key(DirEntry::file_name);
        self.folders.push((folder.to_owned(), canonical));
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
        let is_selected = self.files.has_file(&names, self.only);
        let may_be_above = self.files.may_be_below(&names);
        if !is_selected && !may_be_above {
            return Ok(());
        }
        let path = entry.path();
        match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() && may_be_above => self.enter(&path),
            Ok(metadata) if metadata.is_file() && is_selected => {
                self.found.push(object(&path, &metadata)?);
                Ok(())
            }
            Ok(_) => Ok(()),
            // A broken link is an error only if its name is selected.
            Err(error) if error.kind() == ErrorKind::NotFound && !is_selected => Ok(()),
            Err(error) => Err(unreadable(&path, &error)),
        }
    }
}

fn unreadable(path: &FilePath, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
