//! Paths, patterns and URLs of tables.

use super::address::{is_address, is_local, local_address};
use super::pattern::{FilePattern, MARKS, PathSegment};
use super::stored_as::StoredAs;
use super::{local, objects};
use datafusion::common::{plan_datafusion_err, plan_err};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::object_store::ObjectStoreUrl;
use datafusion::execution::runtime_env::RuntimeEnv;
use datafusion::object_store::ObjectMeta;
use datafusion::object_store::path::Path;
use std::error::Error;
use url::{Position, Url};

/// The location of files: a file, a folder, a pattern of names, or a URL of one of these.
#[derive(Clone, Debug)]
pub(crate) struct FileLocation {
    /// The text that the user gave.
    given: String,
    /// The same as a URL, which does not depend on the current folder.
    address: Url,
    /// The path in the store, taken literally. A file or folder with this name takes precedence over the pattern.
    path: Path,
    /// The pattern, if there is one, or the reason why it is invalid.
    pattern: Result<Option<PatternInFolder>, String>,
}

/// A pattern of names, and the folder before it.
#[derive(Clone, Debug)]
struct PatternInFolder {
    folder: Path,
    /// The folder as the user gave it, with a slash at the end.
    given_folder: String,
    files: FilePattern,
}

impl PatternInFolder {
    fn of(given: &str, address: &Url) -> Result<Option<Self>, Box<dyn Error>> {
        let mut folder = Path::default();
        let mut segments = Vec::new();
        for segment in address.path().split('/').filter(|segment| !segment.is_empty()) {
            let name = Path::from_url_path(segment)?.to_string();
            // An encoded `%2A` in a URL is a literal `*`.
            let is_pattern = if is_address(given) { segment } else { &name }.contains(MARKS);
            if is_pattern || !segments.is_empty() {
                segments.push(PathSegment { name, is_pattern });
            } else {
                folder = Path::parse(format!("{folder}/{name}"))?;
            }
        }
        if segments.is_empty() {
            return Ok(None);
        }
        let files = FilePattern::new(&segments, address.path().ends_with('/'))?;
        Ok(Some(Self { folder, given_folder: before_pattern(given).to_owned(), files }))
    }
}

impl FileLocation {
    /// Parses a path or a URL, with or without a pattern.
    ///
    /// # Errors
    ///
    /// Returns an error if it is neither.
    pub(crate) fn new(given: &str) -> Result<Self> {
        if given.is_empty() {
            return plan_err!("the path is empty: ''");
        }
        let address = if is_address(given) {
            Url::parse(given).map_err(|error| plan_datafusion_err!("{given} is not a valid URL: {error}"))?
        } else {
            local_address(given).ok_or_else(|| plan_datafusion_err!("{given} is not a valid path"))?
        };
        Self::at(given.to_owned(), address)
    }

    /// Creates a location from the text that the user gave and its URL.
    ///
    /// # Errors
    ///
    /// Returns an error if the URL cannot be one of files.
    pub(crate) fn at(given: String, address: Url) -> Result<Self> {
        // The query may contain a secret, so the message does not show it.
        if let Some(mark) =
            given.find(['?', '#']).filter(|_| address.query().or(address.fragment()).is_some())
        {
            let (place, rest) = given.split_at(mark);
            let (mark, code) = if rest.starts_with('?') { ('?', "%3F") } else { ('#', "%23") };
            return plan_err!(
                "{place}: `{mark}` and the text after it are not supported in a URL; if it belongs to a file \
                 name, write {code}"
            );
        }
        let no_path =
            |error: &dyn std::fmt::Display| plan_datafusion_err!("{given} is not a valid path: {error}");
        let path = Path::from_url_path(address.path()).map_err(|error| no_path(&error))?;
        if is_local(&address) && address.to_file_path().is_err() {
            return Err(no_path(&"a file URL cannot name a host"));
        }
        let pattern = PatternInFolder::of(&given, &address).map_err(|error| error.to_string());
        Ok(Self { given, address, path, pattern })
    }

    /// Returns the text that the user gave.
    pub(crate) fn given(&self) -> &str {
        &self.given
    }

    pub(crate) const fn address(&self) -> &Url {
        &self.address
    }

    /// Returns the store of the files.
    ///
    /// # Errors
    ///
    /// Returns an error if the URL has none.
    pub(crate) fn store(&self) -> Result<ObjectStoreUrl> {
        ObjectStoreUrl::parse(&self.address[Position::BeforeScheme..Position::BeforePath])
            .map_err(|error| self.error(error.message()))
    }

    /// Returns the prefixes of its files in the store, each with the text that the user gave for it.
    pub(crate) fn source_names(&self) -> impl Iterator<Item = (Path, String)> {
        let pattern = self.pattern.as_ref().ok().and_then(Option::as_ref);
        let folder = pattern.map(|pattern| (pattern.folder.clone(), pattern.given_folder.clone()));
        std::iter::once((self.path.clone(), self.given.clone())).chain(folder)
    }

    /// Lists the files in the order of their names, depth first. In a folder, names determine which files belong to the
    /// table: those of one format, or of any.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no file, or a part of a folder cannot be listed.
    pub(crate) async fn files(
        &self,
        runtime: &RuntimeEnv,
        only: Option<StoredAs>,
    ) -> Result<Vec<ObjectMeta>> {
        let store = runtime.object_store(self.store()?).map_err(|error| match error {
            DataFusionError::Internal(_) => self.error(format_args!(
                "there is no store for {}://; register one first",
                self.address.scheme()
            )),
            error => self.error(error.message()),
        })?;
        let pattern = self.pattern.as_ref().ok().and_then(Option::as_ref);
        let found = if is_local(&self.address) {
            let path = self.address.to_file_path().unwrap_or_default();
            let pattern = pattern.map(|pattern| (pattern.folder.clone(), pattern.files.clone()));
            let listed = tokio::task::spawn_blocking(move || local::files(&path, pattern, only)).await;
            listed.map_err(|error| self.error(error))?
        } else {
            let is_folder = self.address.path().ends_with('/');
            let pattern = pattern.map(|pattern| (&pattern.folder, &pattern.files));
            objects::files(store.as_ref(), &self.path, is_folder, pattern, only).await
        };
        let reason = match found.map_err(|reason| self.error(reason))? {
            Some(files) if !files.is_empty() => return Ok(files),
            Some(_) if pattern.is_some() => {
                "no file matches the pattern; to match folders, end it with a slash"
            }
            Some(_) => "no file in it has the name of a supported format",
            None => match &self.pattern {
                Err(error) => {
                    return Err(self.error(format_args!(
                        "there is no such file, and it is not a valid pattern: {error}"
                    )));
                }
                Ok(_) if !is_address(&self.given) && Url::parse(&self.given).is_ok() => {
                    "there is no such file; if this is a URL, write :// after the scheme"
                }
                Ok(_) => "there is no such file",
            },
        };
        Err(self.error(reason))
    }

    /// Returns an error in one line, also for a reason of several lines.
    fn error(&self, reason: impl std::fmt::Display) -> DataFusionError {
        let reason = reason.to_string().lines().map(str::trim).collect::<Vec<_>>().join(" ");
        plan_datafusion_err!("{}: {reason}", self.given)
    }
}

/// Returns the folder before a pattern, with its slash. The scheme and host of a URL are not a folder.
fn before_pattern(given: &str) -> &str {
    let host = given.find("://").map_or(0, |scheme| scheme + "://".len());
    let path = if host > 0 { given[host..].find('/').map_or(given.len(), |slash| host + slash) } else { 0 };
    let pattern = given[path..].find(MARKS).map_or(given.len(), |mark| path + mark);
    &given[..given[..pattern].rfind('/').map_or(0, |slash| slash + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_the_same_from_any_folder() {
        let here = std::env::current_dir().unwrap();
        let names = |given: &str| -> Vec<_> {
            let location = FileLocation::new(given).unwrap();
            location.source_names().map(|(path, given)| (format!("/{path}"), given)).collect()
        };
        let at = |path: &str, given: &str| (format!("{}{path}", here.display()), given.to_owned());
        assert_eq!(names("a.pgn"), [at("/a.pgn", "a.pgn")]);
        assert_eq!(names("./b/../a.pgn"), [at("/a.pgn", "./b/../a.pgn")]);
        assert_eq!(names("b/*/a.pgn"), [at("/b/*/a.pgn", "b/*/a.pgn"), at("/b", "b/")]);
        assert_eq!(names("*.pgn"), [at("/*.pgn", "*.pgn"), at("", "")]);
        let root = |path: &str, given: &str| (path.to_owned(), given.to_owned());
        assert_eq!(names("/?.pgn"), [root("/?.pgn", "/?.pgn"), root("/", "/")]);
        let address = "s3://me/my%20games/%2A*";
        assert_eq!(names(address), [root("/my games/**", address), root("/my games", "s3://me/my%20games/")]);
        let address = "http://[::1]:80/a[1].pgn";
        assert_eq!(names(address), [root("/a[1].pgn", address), root("/", "http://[::1]:80/")]);
    }
}
