//! The registries as JSON, for the page's menu.

use crate::patterns::{listed, theme_of};
use destrier::registry::{Definition, VALUES, ValueKind};
use destrier_games::Pattern;
use destrier_games::functions::{Argument, ArgumentKind, FUNCTIONS, Function};
use serde::Serialize;

#[derive(Serialize)]
pub(crate) struct Registry {
    version: &'static str,
    /// The built-in patterns, then the pattern book.
    patterns: Vec<PatternEntry>,
    /// The words of the pattern language, except squares.
    words: Vec<&'static str>,
    values: Vec<ValueEntry>,
    functions: Vec<FunctionEntry>,
}

/// A pattern.
#[derive(Debug, Serialize)]
pub(crate) struct PatternEntry {
    pub(crate) name: &'static str,
    in_short: &'static str,
    definition: &'static str,
    source: &'static str,
    cost: &'static str,
    example: &'static str,
    is_move: bool,
    /// The theme in the pattern book, or empty.
    theme: &'static str,
    /// The text, if it is not built in.
    text: Option<&'static str>,
}

#[derive(Serialize)]
struct ValueEntry {
    name: &'static str,
    definition: &'static str,
    source: &'static str,
    cost: &'static str,
    kind: &'static str,
}

#[derive(Serialize)]
struct FunctionEntry {
    name: &'static str,
    definition: &'static str,
    source: &'static str,
    cost: &'static str,
    example: &'static [&'static str],
    arguments: Vec<ArgumentEntry>,
}

#[derive(Serialize)]
struct ArgumentEntry {
    name: &'static str,
    definition: String,
    kind: &'static str,
    flag: Option<&'static str>,
    required: bool,
}

impl Registry {
    pub(crate) fn new() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            patterns: listed().map(PatternEntry::new).collect(),
            words: Pattern::words().collect(),
            values: VALUES.iter().map(ValueEntry::new).collect(),
            functions: FUNCTIONS.iter().copied().map(FunctionEntry::new).collect(),
        }
    }
}

impl PatternEntry {
    pub(crate) fn new(pattern: &'static Pattern) -> Self {
        let Pattern { name, in_short, definition, source, cost, example, is_move, .. } = *pattern;
        Self {
            name,
            in_short,
            definition,
            source,
            cost,
            example,
            is_move,
            theme: theme_of(pattern),
            text: pattern.text(),
        }
    }
}

impl ValueEntry {
    const fn new(value: &'static Definition) -> Self {
        let Definition { name, definition, source, cost, kind, .. } = *value;
        let kind = match kind {
            ValueKind::Set => "set",
            ValueKind::Lines => "lines",
            ValueKind::Wing => "wing",
            _ => "index",
        };
        Self { name, definition, source, cost, kind }
    }
}

impl FunctionEntry {
    fn new(function: &'static Function) -> Self {
        let Function { name, definition, source, example, .. } = *function;
        let cost = function.call(&function.example_arguments(), 0).map_or("", |formulation| formulation.cost);
        let arguments = function.arguments.iter().map(ArgumentEntry::new).collect();
        Self { name, definition, source, cost, example, arguments }
    }
}

impl ArgumentEntry {
    fn new(argument: &'static Argument) -> Self {
        let Argument { name, kind, flag, required, .. } = *argument;
        let kind = match kind {
            ArgumentKind::Set => "set",
            ArgumentKind::Square => "square",
            ArgumentKind::Number => "number",
            ArgumentKind::Color => "color",
            _ => "wing",
        };
        Self { name, definition: argument.to_string(), kind, flag, required }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_all_its_texts() {
        let document = serde_json::to_value(Registry::new()).unwrap();
        for (key, length) in
            [("patterns", listed().count()), ("values", VALUES.len()), ("functions", FUNCTIONS.len())]
        {
            let entries = document[key].as_array().unwrap();
            assert_eq!(entries.len(), length);
            for entry in entries {
                for said in ["name", "definition", "source", "cost"] {
                    assert!(entry[said].as_str().is_some_and(|text| !text.is_empty()), "{said} of {entry}");
                }
            }
        }
        for pattern in document["patterns"].as_array().unwrap() {
            assert!(pattern["in_short"].as_str().unwrap().ends_with('.'), "{pattern}");
            assert_eq!(pattern["theme"] == "", pattern["text"].is_null(), "{pattern}");
            assert!(!pattern["example"].as_str().unwrap().is_empty(), "{pattern}");
        }
    }

    #[test]
    fn argument_kinds_have_their_own_names() {
        for argument in FUNCTIONS.iter().flat_map(|function| function.arguments) {
            assert_eq!(ArgumentEntry::new(argument).kind, format!("{:?}", argument.kind).to_lowercase());
        }
    }
}
