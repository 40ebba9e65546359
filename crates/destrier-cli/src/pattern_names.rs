//! Names of patterns on the command line: built-in ones, those of the pattern book, and files.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use destrier_games::{PATTERNS, Pattern};
use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// The patterns that one name stands for.
#[derive(Clone, Debug)]
pub(crate) struct NamedPatterns(pub(crate) Vec<&'static Pattern>);

/// The name of all patterns of the pattern book.
const BOOK: &str = "book";

impl NamedPatterns {
    /// Returns the patterns of a name, file or folder.
    pub(crate) fn of(name: &str) -> Result<Self, String> {
        if name == BOOK {
            return Ok(Self(Pattern::book().to_vec()));
        }
        let unknown = match Pattern::by_name(name) {
            Ok(pattern) => return Ok(Self(vec![pattern])),
            Err(unknown) => unknown,
        };
        let path = Path::new(name);
        if path.is_dir() {
            return Self::of_folder(path);
        }
        if path.exists() || name.contains(['.', '/', '\\']) {
            return Self::of_file(path);
        }
        Err(unknown.to_string())
    }

    fn of_file(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let text = fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
        Pattern::parse(&text).map(Self).map_err(|error| format!("{shown}:{error}"))
    }

    /// Reads the files of a folder whose names end in `.pattern`, in the order of their names.
    fn of_folder(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let entries = entries.map_err(|error| format!("{shown}: {error}"))?;
        let mut files: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
        files.retain(|file| file.extension() == Some(OsStr::new("pattern")));
        files.sort();
        if files.is_empty() {
            return Err(format!("{shown}: no file in this folder ends in .pattern"));
        }
        let mut all = Vec::new();
        for file in files {
            all.extend(Self::of_file(&file)?.0);
        }
        Ok(Self(all))
    }

    /// Returns the names that are known without reading a file.
    pub(crate) fn known() -> impl Iterator<Item = &'static str> {
        PATTERNS.into_iter().chain(Pattern::book().iter().copied()).map(|pattern| pattern.name)
    }
}

/// Returns all patterns of some names. Two different ones cannot share a name.
pub(crate) fn together(names: &[NamedPatterns]) -> Result<Vec<&'static Pattern>, String> {
    let mut all: Vec<&'static Pattern> = Vec::new();
    for pattern in names.iter().flat_map(|named| &named.0) {
        match all.iter().find(|other| other.name == pattern.name) {
            None => all.push(pattern),
            Some(other) if other == pattern => {}
            Some(_) => return Err(format!("--pattern: two patterns are called `{}`", pattern.name)),
        }
    }
    Ok(all)
}

/// Parses names. Other texts than those that completions show may be names, too.
#[derive(Clone)]
pub(crate) struct NameParser<T> {
    pub(crate) names: fn() -> Vec<PossibleValue>,
    pub(crate) parse: fn(&str) -> Result<T, String>,
}

/// Returns a parser of names of patterns.
pub(crate) fn pattern_parser() -> NameParser<NamedPatterns> {
    let names = || NamedPatterns::known().chain([BOOK]).map(PossibleValue::new).collect();
    NameParser { names, parse: NamedPatterns::of }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let name = StringValueParser::new().parse_ref(command, argument, value)?;
        (self.parse)(&name).map_err(|message| {
            let option = argument.map_or_else(String::new, ToString::to_string);
            let text = format!("invalid value '{name}' for '{option}': {message}\n");
            clap::Error::raw(ErrorKind::ValueValidation, text).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}
