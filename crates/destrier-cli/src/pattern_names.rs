//! Names of patterns on the command line: built-in ones, those of the pattern book, and files.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use destrier_games::Pattern;
use std::ffi::OsStr;

/// The patterns that one name stands for.
#[derive(Clone, Debug)]
pub(crate) struct NamedPatterns(pub(crate) Vec<&'static Pattern>);

impl NamedPatterns {
    /// Returns the patterns of a name, file or folder.
    pub(crate) fn of(name: &str) -> Result<Self, String> {
        Pattern::named(name.trim()).map(Self).map_err(|error| error.to_string())
    }
}

/// Parses names. Other texts than those that completions show may be names, too.
#[derive(Clone)]
pub(crate) struct NameParser<T> {
    pub(crate) names: fn() -> Vec<PossibleValue>,
    pub(crate) parse: fn(&str) -> Result<T, String>,
}

/// Returns a parser of names of patterns.
pub(crate) fn pattern_parser() -> NameParser<NamedPatterns> {
    NameParser {
        names: || Pattern::names().chain([Pattern::BOOK]).map(PossibleValue::new).collect(),
        parse: NamedPatterns::of,
    }
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
