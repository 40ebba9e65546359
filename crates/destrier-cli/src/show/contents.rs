//! The findings and values that are shown with a position.

use super::subject::Subject;
use crate::pattern_names::{NameParser, NamedPatterns};
use clap::builder::PossibleValue;
use destrier::Color;
use destrier::registry::{Definition, VALUES};
use destrier_games::picture::Shown;
use destrier_games::{FindingFilter, Judging, PATTERNS, Pattern, Selection};

/// An argument of `--pattern`: a pattern, or a value of the position.
#[derive(Clone, Debug)]
pub(super) enum PatternOrValue {
    Patterns(NamedPatterns),
    Value(&'static Definition),
}

impl PatternOrValue {
    /// Returns the parser of `--pattern`.
    pub(super) fn parser() -> NameParser<Self> {
        NameParser { names: || Self::names().collect(), parse: Self::by_name }
    }

    /// Returns all names, for completions. Values may also be written with hyphens.
    fn names() -> impl Iterator<Item = PossibleValue> {
        let patterns = Pattern::names().map(PossibleValue::new);
        let values = VALUES.iter().map(|value| {
            let name = PossibleValue::new(value.name);
            if value.name.contains('_') { name.alias(value.name.replace('_', "-")) } else { name }
        });
        patterns.chain(values)
    }

    fn by_name(name: &str) -> Result<Self, String> {
        match VALUES.iter().find(|value| value.name == name || value.name.replace('_', "-") == name) {
            Some(value) => Ok(Self::Value(value)),
            None => NamedPatterns::of(name).map(Self::Patterns),
        }
    }
}

/// Findings and values to show, and notes.
pub(super) struct Contents {
    pub(super) shown: Vec<Shown>,
    pub(super) notes: Vec<String>,
}

impl Contents {
    /// Returns the named findings and values of one side or both. If nothing is named, searches for all patterns.
    pub(super) fn of(subject: &Subject, named: &[PatternOrValue], side: Option<Color>) -> Self {
        let is_named = !named.is_empty();
        let mut patterns: Vec<&'static Pattern> = named
            .iter()
            .filter_map(|named| match named {
                PatternOrValue::Patterns(named) => Some(&named.0),
                PatternOrValue::Value(_) => None,
            })
            .flatten()
            .copied()
            .collect();
        if !is_named {
            patterns.extend(PATTERNS);
        }
        let patterns = FindingFilter::of(&patterns).patterns;
        let mut contents = Self { shown: Vec::new(), notes: Vec::new() };
        contents.add_findings(subject, &patterns, side, is_named);
        let mut values: Vec<&str> = Vec::new();
        for value in named {
            if let PatternOrValue::Value(value) = value
                && !values.contains(&value.name)
            {
                values.push(value.name);
                contents.add_value(subject, value, side);
            }
        }
        contents
    }

    fn add_findings(
        &mut self,
        subject: &Subject,
        patterns: &[&'static Pattern],
        side: Option<Color>,
        is_named: bool,
    ) {
        if patterns.is_empty() {
            return;
        }
        let position = match &subject.position {
            Ok(position) => position,
            Err(reason) => {
                let what = if is_named { joined_names(patterns) } else { "any pattern".to_owned() };
                self.notes.push(format!("Not searched for {what}: {reason}."));
                return;
            }
        };
        let selection = Selection { judging: Some(Judging::default()), ..Selection::of(patterns) };
        let mut findings = selection.find(position, subject.game);
        findings.retain(|finding| side.is_none_or(|side| side == finding.side));
        for finding in &findings {
            let played = match finding.played {
                Some(true) => ", played",
                Some(false) => ", not played",
                None => "",
            };
            self.shown.push(Shown {
                name: format!("{}{played}", finding.pattern.name),
                ..Shown::finding(finding, position)
            });
        }
        let for_side = side.map_or_else(String::new, |side| format!(" for {}", side.title()));
        let missing: Vec<&Pattern> =
            patterns.iter().copied().filter(|p| findings.iter().all(|f| f.pattern != *p)).collect();
        if is_named && !missing.is_empty() {
            self.notes.push(format!("Not found{for_side}: {}.", joined_names(&missing)));
        } else if findings.is_empty() {
            self.notes.push(format!("No patterns found{for_side}."));
        }
    }

    /// Adds a value of `side`, or of the side to move. Values of both sides would overlap in the drawing.
    fn add_value(&mut self, subject: &Subject, value: &Definition, side: Option<Color>) {
        let of = side.unwrap_or(subject.board.turn());
        self.shown.push(Shown::value(value, &subject.board, of));
    }
}

fn joined_names(patterns: &[&Pattern]) -> String {
    patterns.iter().map(|pattern| pattern.name).collect::<Vec<_>>().join(", ")
}
