//! Patterns of file names. A folder is the pattern of all its supported files.

use super::stored_as::{StoredAs, is_read, is_table_name};
use datafusion::object_store::ObjectMeta;
use destrier_games::unsupported_name;
use glob::{MatchOptions, Pattern, PatternError};
use std::path::Path as FilePath;

/// The options of a match. As in a shell, only a pattern that begins with a dot matches a name that does.
const LIKE_A_SHELL: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };

/// Selects files below a folder by their names and those of the folders between.
#[derive(Clone, Debug)]
pub(super) struct FilePattern {
    /// The patterns of the names below the folder; empty for all supported files.
    names: Vec<NamePattern>,
    /// Whether the patterns select folders with all their files.
    are_folders: bool,
}

/// The pattern of one name in a path.
#[derive(Clone, Debug)]
enum NamePattern {
    Name(Pattern),
    /// `**`: any number of folders.
    AnyFolders,
}

/// A name in a path, literal or a pattern.
pub(super) struct PathSegment {
    pub(super) name: String,
    /// Whether the name is a pattern.
    pub(super) is_pattern: bool,
}

/// The characters of patterns.
pub(super) const MARKS: [char; 3] = ['*', '?', '['];

pub(super) fn is_hidden(name: &str) -> bool {
    name.starts_with('.')
}

impl FilePattern {
    /// Selects all supported files in a folder and its subfolders, except hidden ones.
    pub(super) const fn folder() -> Self {
        Self { names: Vec::new(), are_folders: true }
    }

    /// Selects the files that match or, if the patterns are those of folders, the files in the folders that match.
    ///
    /// # Errors
    ///
    /// Returns an error if a pattern is not valid.
    pub(super) fn new(segments: &[PathSegment], are_folders: bool) -> Result<Self, PatternError> {
        let names = segments.iter().map(|PathSegment { name, is_pattern }| {
            if *is_pattern && name == "**" {
                return Ok(NamePattern::AnyFolders);
            }
            let pattern = if *is_pattern { name } else { &Pattern::escape(name) };
            Pattern::new(pattern).map(NamePattern::Name)
        });
        Ok(Self { names: names.collect::<Result<_, _>>()?, are_folders })
    }

    /// Returns whether the pattern selects a file, given the names of its path below the folder.
    pub(super) fn has_file(&self, names: &[&str], only: Option<StoredAs>) -> bool {
        let Some((name, folders)) = names.split_last() else { return false };
        if !self.are_folders {
            return fits(&self.names, names, false);
        }
        (0..=folders.len()).any(|depth| {
            let (above, below) = folders.split_at(depth);
            fits(&self.names, above, false) && !below.iter().any(|name| is_hidden(name))
        }) && !is_hidden(name)
            && is_read(name, only)
    }

    /// Returns whether the pattern may select files below a subfolder, given the names of its path.
    pub(super) fn may_be_below(&self, folders: &[&str]) -> bool {
        if self.are_folders {
            (0..=folders.len()).any(|depth| {
                let (above, below) = folders.split_at(depth);
                fits(&self.names, above, below.is_empty()) && !below.iter().any(|name| is_hidden(name))
            })
        } else {
            fits(&self.names, folders, true)
        }
    }

    /// Returns an error if a folder has archives or databases that are not supported, or files of both kinds, because
    /// tables may have been made from the text.
    pub(super) fn check(&self, files: &[ObjectMeta]) -> Result<(), String> {
        if !self.are_folders {
            return Ok(());
        }
        let mut names = files.iter().filter_map(|file| file.location.filename());
        for name in names.clone() {
            if let Some(reason) = unsupported_name(FilePath::new(name)) {
                return Err(format!(
                    "{name}: {reason}; or select the other files with a pattern, like '*.pgn'"
                ));
            }
        }
        match (names.clone().find(|name| is_table_name(name)), names.find(|name| !is_table_name(name))) {
            (Some(table), Some(text)) => Err(format!(
                "both text ({text}) and Parquet tables ({table}) are in it, perhaps of the same games; select one kind \
                 with a pattern, like '*.parquet'"
            )),
            _ => Ok(()),
        }
    }
}

/// Returns whether names match their patterns: all patterns, or as many as there are names.
fn fits(patterns: &[NamePattern], names: &[&str], as_far_as_they_go: bool) -> bool {
    match (patterns, names) {
        ([], []) => true,
        (_, []) if as_far_as_they_go => true,
        ([NamePattern::AnyFolders, rest @ ..], _) => {
            let further = match names {
                [name, names @ ..] => !is_hidden(name) && fits(patterns, names, as_far_as_they_go),
                [] => false,
            };
            further || fits(rest, names, as_far_as_they_go)
        }
        ([NamePattern::Name(pattern), rest @ ..], [name, names @ ..]) => {
            pattern.matches_with(name, LIKE_A_SHELL) && fits(rest, names, as_far_as_they_go)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(path: &str) -> Vec<PathSegment> {
        let names = path.split('/').filter(|name| !name.is_empty());
        names.map(|name| PathSegment { name: name.to_owned(), is_pattern: name.contains(MARKS) }).collect()
    }

    #[test]
    fn patterns_match_names() {
        for (pattern, file, is_selected) in [
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
            let (path, are_folders) = match pattern.strip_suffix('/') {
                Some(path) => (path, true),
                None => (pattern, pattern.is_empty()),
            };
            let files = FilePattern::new(&segments(path), are_folders).unwrap();
            let names: Vec<_> = file.split('/').collect();
            assert_eq!(files.has_file(&names, None), is_selected, "{pattern} {file}");
            if is_selected {
                assert!(
                    (0..names.len()).all(|depth| files.may_be_below(&names[..depth])),
                    "{pattern} {file}"
                );
            }
        }
        let files = FilePattern::new(&segments("b*"), false).unwrap();
        assert!(!files.may_be_below(&["c"]) && !files.may_be_below(&["b", "c"]));
    }
}
