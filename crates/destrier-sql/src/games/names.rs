//! How files are named in rows.

use super::place::is_address;
use datafusion::object_store::path::Path;

/// Names files as the path was given through which they were found: what `source` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    /// Places in the store, and how each was given.
    given: Vec<(Path, String)>,
}

impl Names {
    /// The places, each with how it was given: as a path or an address.
    pub(super) fn new(given: impl IntoIterator<Item = (Path, String)>) -> Self {
        Self { given: given.into_iter().collect() }
    }

    /// What [`Names::new`] was given.
    pub(super) fn places(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.given.iter().map(|(place, given)| (place, given.as_str()))
    }

    /// The name of a file.
    pub(super) fn name(&self, file: &Path) -> String {
        for (place, given) in &self.given {
            let Some(rest) = file.as_ref().strip_prefix(place.as_ref()) else { continue };
            let rest = match rest.strip_prefix('/') {
                _ if rest.is_empty() => return given.clone(),
                Some(rest) => rest,
                None if place.as_ref().is_empty() => rest,
                None => continue,
            };
            if given.is_empty() {
                return rest.to_owned();
            }
            let folder = given.strip_suffix('/').unwrap_or(given);
            return match is_address(given) {
                true => format!("{folder}/{}", in_address(rest)),
                false => format!("{folder}/{rest}"),
            };
        }
        file.to_string()
    }
}

/// Names as they stand in an address.
fn in_address(names: &str) -> String {
    names.replace('%', "%25").replace('?', "%3F").replace('#', "%23")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_as_they_were_given() {
        let name = |place: &str, given: &str, file: &str| {
            Names::new([(Path::parse(place).unwrap(), given.to_owned())]).name(&Path::parse(file).unwrap())
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
