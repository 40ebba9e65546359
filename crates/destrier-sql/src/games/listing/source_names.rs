//! The names of files in rows.

use super::address::{encoded, is_address};
use datafusion::object_store::path::Path;

/// Names files for the column `source`, in terms of the paths that the user gave.
#[derive(Clone, Debug)]
pub(crate) struct SourceNames {
    /// Folders and files in the store, each with the text that the user gave.
    given: Vec<(Path, String)>,
}

impl SourceNames {
    /// Creates names from folders and files in the store, each with the path or URL that the user gave.
    pub(crate) fn new(given: impl IntoIterator<Item = (Path, String)>) -> Self {
        Self { given: given.into_iter().collect() }
    }

    /// Returns the arguments of [`SourceNames::new`].
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.given.iter().map(|(path, given)| (path, given.as_str()))
    }

    /// Returns the name of a file.
    pub(crate) fn name(&self, file: &Path) -> String {
        for (path, given) in &self.given {
            let Some(rest) = file.as_ref().strip_prefix(path.as_ref()) else { continue };
            let rest = match rest.strip_prefix('/') {
                _ if rest.is_empty() => return given.clone(),
                Some(rest) => rest,
                None if path.as_ref().is_empty() => rest,
                None => continue,
            };
            if given.is_empty() {
                return rest.to_owned();
            }
            let folder = given.strip_suffix('/').unwrap_or(given);
            return if is_address(given) {
                format!("{folder}/{}", encoded(rest))
            } else {
                format!("{folder}/{rest}")
            };
        }
        file.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_names_begin_with_the_given_path() {
        let name = |path: &str, given: &str, file: &str| {
            SourceNames::new([(Path::parse(path).unwrap(), given.to_owned())])
                .name(&Path::parse(file).unwrap())
        };
        assert_eq!(name("home/me/a.pgn", "a.pgn", "home/me/a.pgn"), "a.pgn");
        assert_eq!(name("home/me/games", "games", "home/me/games/a.pgn"), "games/a.pgn");
        assert_eq!(name("home/me/games", "./games/", "home/me/games/b/a.pgn"), "./games/b/a.pgn");
        assert_eq!(name("home/me", "", "home/me/a.pgn"), "a.pgn");
        assert_eq!(name("", "/", "a.pgn"), "/a.pgn");
        assert_eq!(name("", "memory:///", "a.pgn"), "memory:///a.pgn");
        assert_eq!(name("games", "s3://me/games/", "games/a.pgn"), "s3://me/games/a.pgn");
        assert_eq!(name("games", "s3://me/games", "games/50%/#1?.pgn"), "s3://me/games/50%25/%231%3F.pgn");
        assert_eq!(name("elsewhere", "x", "games/a.pgn"), "games/a.pgn");
        assert_eq!(name("game", "x", "games/a.pgn"), "games/a.pgn");
    }
}
