//! The registry of patterns, one file per pattern.

mod words;

use super::pattern::{Finding, Pattern};
use crate::chess::{Continuation, Position, Screen, reached_illegally};
use destrier::batch::{self, Boards, Lane};

/// Builds the registry from the modules of the patterns.
macro_rules! patterns {
    ($($pattern:ident),+) => {
        $(mod $pattern;)+

        /// All patterns, in the order in which their findings are reported.
        pub static PATTERNS: [&Pattern; [$(stringify!($pattern)),+].len()] = [$(&$pattern::PATTERN),+];

        /// The bit of each pattern.
        #[expect(non_upper_case_globals, reason = "they are named like the modules")]
        mod bits {
            #[expect(non_camel_case_types, reason = "they are named like the modules")]
            enum Index { $($pattern),+ }
            $(pub(super) const $pattern: u8 = 1 << Index::$pattern as u8;)+
        }

        /// Returns the patterns that a position may have, as bits in the order of [`PATTERNS`]. All others are ruled
        /// out.
        #[inline(always)]
        fn may_occur(board: &Lane) -> u8 {
            const { assert!(PATTERNS.len() < 8, "a bit for each pattern, and one for illegal positions") };
            0 $(| bits::$pattern * u8::from($pattern::may_occur(board)))+
        }

        impl Screen for PatternScreen {
            fn mark(&self, boards: Boards<'_>, marks: &mut [u8]) {
                let marked = match self.patterns {
                    $(bits::$pattern => batch::map!(boards, marks, |board| {
                        bits::$pattern * u8::from($pattern::may_occur(&board)) | reached_illegally(&board)
                    }),)+
                    _ => batch::map!(boards, marks, |board| may_occur(&board) | reached_illegally(&board)),
                };
                marked.expect("all columns have the same length");
            }
        }
    };
}

patterns!(knight_fork, forking_knight, smothered_mate, distant_check, uncatchable_passer);

/// A kernel that marks the patterns that positions may have, many positions at once. A single pattern has its own
/// kernel. Several patterns share one, because they have much in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatternScreen {
    /// The bits of the selected patterns.
    pub(super) patterns: u8,
}

impl PatternScreen {
    /// Marks all patterns.
    pub(super) const ALL: Self = Self { patterns: (1 << PATTERNS.len()) - 1 };
}

/// Returns all findings in a position, in order. `next` is the continuation of the game, `None` at its end.
///
/// ```
/// use destrier_games::{Position, find};
///
/// let position: Position = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1".parse()?;
/// let findings = find(&position, None);
/// assert_eq!(findings.len(), 1);
/// assert_eq!(findings[0].pattern.name, "knight-fork");
/// assert_eq!(findings[0].value("targets").unwrap().written(&position).to_string(), "a8,e8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn find(position: &Position, next: Option<Continuation>) -> Vec<Finding> {
    let mut findings = Vec::new();
    search(u8::MAX, position, next, &mut findings);
    findings
}

/// Appends the findings of the patterns with the given bits.
pub(crate) fn search(
    patterns: u8,
    position: &Position,
    next: Option<Continuation>,
    findings: &mut Vec<Finding>,
) {
    for (_, pattern) in PATTERNS.iter().enumerate().filter(|(index, _)| patterns >> index & 1 != 0) {
        (pattern.find)(position, next, findings);
    }
}

/// The error for an unknown pattern name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown pattern `{name}`; the patterns are {}", PATTERNS.map(|pattern| pattern.name).join(", "))]
pub struct UnknownPattern {
    /// The unknown name.
    pub name: String,
}

impl Pattern {
    /// Returns the pattern with the given name.
    ///
    /// # Errors
    ///
    /// If there is no such pattern. The message lists all names.
    pub fn by_name(name: &str) -> Result<&'static Self, UnknownPattern> {
        let pattern = PATTERNS.into_iter().find(|pattern| pattern.name == name);
        pattern.ok_or_else(|| UnknownPattern { name: name.to_owned() })
    }

    /// Returns the index in [`PATTERNS`].
    pub(crate) fn index(&self) -> usize {
        PATTERNS.iter().position(|&pattern| pattern == self).expect("all patterns are in the registry")
    }

    /// Returns the bit that [`PatternScreen`] uses for the pattern.
    pub(crate) fn bit(&self) -> u8 {
        1 << self.index()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::ColumnKind;
    use crate::search::drawing::Role;
    use crate::search::value::Value;

    #[test]
    fn every_example_shows_its_pattern() {
        for pattern in PATTERNS {
            let position: Position = pattern.example.parse().unwrap();
            let findings = find(&position, None);
            assert!(findings.iter().any(|finding| finding.pattern == pattern), "{}", pattern.name);
            for finding in findings {
                for field in finding.pattern.fields() {
                    let kind = match (field.value)(&finding) {
                        Value::Uci(_) | Value::San(_) | Value::Square(_) | Value::Line(_) => ColumnKind::Text,
                        Value::Squares(_) | Value::Classes(_) => ColumnKind::List,
                        Value::Flag(_) => ColumnKind::Truth,
                    };
                    assert_eq!(field.kind, kind, "{}", field.name);
                }
            }
        }
    }

    #[test]
    fn labels_come_from_the_pattern_or_the_role() {
        for pattern in PATTERNS {
            for &(role, label) in pattern.labels {
                assert_eq!(pattern.label(role), label);
                assert_ne!(label, role.label());
            }
        }
        let fork = PATTERNS[0];
        let role = Role::ALL.into_iter().find(|role| fork.labels.iter().all(|(of, _)| of != role)).unwrap();
        assert_eq!(fork.label(role), role.label());
    }

    #[test]
    fn only_patterns_of_moves_have_played() {
        for pattern in PATTERNS {
            let names: Vec<_> = pattern.fields().map(|field| field.name).collect();
            assert_eq!(names.starts_with(&["move", "san"]), pattern.is_move, "{names:?}");
            assert_eq!(names.ends_with(&["played"]), pattern.is_move, "{names:?}");
        }
    }

    #[test]
    fn patterns_are_found_by_name() {
        for pattern in PATTERNS {
            assert_eq!(Pattern::by_name(pattern.name), Ok(pattern));
        }
        assert_eq!(
            Pattern::by_name("fork").unwrap_err().to_string(),
            "unknown pattern `fork`; the patterns are knight-fork, forking-knight, smothered-mate, distant-check, \
             uncatchable-passer"
        );
    }
}
