//! Which files of a folder are wanted: those whose names are read, or that a pattern names.

use super::format::StoredAs;
use glob::{MatchOptions, Pattern, PatternError};

/// As in a shell, a name that begins with a dot is hidden from patterns that do not.
const LIKE_A_SHELL: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };

/// Which files of a folder are wanted, by their names and those of the folders that they are in.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// What the names are, from the folder on; none where a folder is wanted as it is.
    parts: Vec<Part>,
    /// Whether these are the names of folders, of which the files are wanted.
    are_folders: bool,
}

/// What a name is, or several are.
#[derive(Clone, Debug)]
enum Part {
    Like(Pattern),
    /// `**`: any number of folders.
    Any,
}

/// A name in a path.
pub(super) struct Named {
    pub(super) name: String,
    /// Whether it is a pattern.
    pub(super) is_pattern: bool,
}

/// What makes a name a pattern.
pub(super) const MARKS: [char; 3] = ['*', '?', '['];

pub(super) fn is_hidden(name: &str) -> bool {
    name.starts_with('.')
}

impl Wanted {
    /// The files in a folder and in those below it whose names are read, but for what is hidden.
    pub(super) const fn folder() -> Self {
        Self { parts: Vec::new(), are_folders: true }
    }

    /// What has such names; or if they are those of folders, the files in these.
    ///
    /// # Errors
    ///
    /// When one of them is no pattern.
    pub(super) fn pattern(names: &[Named], are_folders: bool) -> Result<Self, PatternError> {
        let part = |Named { name, is_pattern }: &Named| match is_pattern {
            true if name == "**" => Ok(Part::Any),
            true => Pattern::new(name).map(Part::Like),
            false => Pattern::new(&Pattern::escape(name)).map(Part::Like),
        };
        Ok(Self { parts: names.iter().map(part).collect::<Result<_, _>>()?, are_folders })
    }

    /// Whether it is a file of these names, the last of them its own.
    pub(super) fn is_file(&self, names: &[&str], only: Option<StoredAs>) -> bool {
        let Some((name, folders)) = names.split_last() else { return false };
        if !self.are_folders {
            return fits(&self.parts, names, false);
        }
        (0..=folders.len()).any(|depth| {
            let (above, below) = folders.split_at(depth);
            fits(&self.parts, above, false) && !below.iter().any(|name| is_hidden(name))
        }) && !is_hidden(name)
            && StoredAs::is_read(name, only)
    }

    /// Whether there may be one in a folder of these names.
    pub(super) fn is_below(&self, folders: &[&str]) -> bool {
        match self.are_folders {
            true => (0..=folders.len()).any(|depth| {
                let (above, below) = folders.split_at(depth);
                fits(&self.parts, above, below.is_empty()) && !below.iter().any(|name| is_hidden(name))
            }),
            false => fits(&self.parts, folders, true),
        }
    }
}

/// Whether names are what the parts say: all of them, or as far as the names go.
fn fits(parts: &[Part], names: &[&str], as_far_as_they_go: bool) -> bool {
    match (parts, names) {
        ([], []) => true,
        (_, []) if as_far_as_they_go => true,
        ([Part::Any, rest @ ..], _) => {
            let further = match names {
                [name, names @ ..] => !is_hidden(name) && fits(parts, names, as_far_as_they_go),
                [] => false,
            };
            further || fits(rest, names, as_far_as_they_go)
        }
        ([Part::Like(pattern), rest @ ..], [name, names @ ..]) => {
            pattern.matches_with(name, LIKE_A_SHELL) && fits(rest, names, as_far_as_they_go)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_a_pattern_says() {
        for (pattern, file, is_wanted) in [
            ("*.pgn", "a.pgn", true),
            ("*.pgn", "b/a.pgn", false),
            ("*.pgn", ".a.pgn", false),
            (".*.pgn", ".a.pgn", true),
            ("b/*", "b/a.txt", true),
            ("**/a.pgn", "a.pgn", true),
            ("**/a.pgn", "b/c/a.pgn", true),
            ("**/a.pgn", "b/.c/a.pgn", false),
            ("b/**/c/*.pgn", "b/c/a.pgn", true),
            ("b/**/c/*.pgn", "b/c/c/d/c/a.pgn", true),
            ("b/**/c/*.pgn", "b/c/d/a.pgn", false),
            ("b/**", "b/c/a.txt", true),
            ("b/**", "c/a.txt", false),
            ("b*/", "bc/a.pgn", true),
            ("b*/", "bc/d/a.pgn", true),
            ("b*/", "bc/a.txt", false),
            ("b*/", "bc/.d/a.pgn", false),
            ("b*/", "bc.pgn", false),
            ("**/", "b/a.pgn", true),
            ("", "b/a.pgn", true),
        ] {
            let (parts, are_folders) = match pattern.strip_suffix('/') {
                Some(parts) => (parts, true),
                None => (pattern, pattern.is_empty()),
            };
            let parts = parts.split('/').filter(|name| !name.is_empty());
            let parts: Vec<_> =
                parts.map(|name| Named { name: name.to_owned(), is_pattern: name.contains(MARKS) }).collect();
            let wanted = Wanted::pattern(&parts, are_folders).unwrap();
            let names: Vec<_> = file.split('/').collect();
            assert_eq!(wanted.is_file(&names, None), is_wanted, "{pattern} {file}");
            if is_wanted {
                assert!((0..names.len()).all(|depth| wanted.is_below(&names[..depth])), "{pattern} {file}");
            }
        }
        let wanted = |name: &str| {
            Wanted::pattern(&[Named { name: name.to_owned(), is_pattern: true }], false).unwrap()
        };
        assert!(!wanted("b*").is_below(&["c"]) && !wanted("b*").is_below(&["b", "c"]));
    }
}
