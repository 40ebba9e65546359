//! The registry: every pattern that is searched for in games, a file each.

mod words;

use super::pattern::{Finding, Pattern};
use crate::chess::{Continuation, Position, Screen, reached_illegally};
use destrier::batch::{Boards, Kernel, Lane};

/// Makes the modules of patterns into the registry.
macro_rules! patterns {
    ($($pattern:ident),+) => {
        $(mod $pattern;)+

        /// The patterns, in the order in which their findings are reported.
        pub static PATTERNS: [&Pattern; [$(stringify!($pattern)),+].len()] = [$(&$pattern::PATTERN),+];

        /// The bits of the patterns, each under its name.
        #[expect(non_upper_case_globals, reason = "they are named like the modules")]
        mod bits {
            #[expect(non_camel_case_types, reason = "they are named like the modules")]
            enum Index { $($pattern),+ }
            $(pub(super) const $pattern: u8 = 1 << Index::$pattern as u8;)+
        }

        /// The patterns that a position may have, as bits in the order of [`PATTERNS`]. It has no others.
        #[inline(always)]
        fn may_occur(board: &Lane) -> u8 {
            const { assert!(PATTERNS.len() < 8, "a bit for each pattern, and one for illegal positions") };
            0 $(| bits::$pattern * u8::from($pattern::may_occur(board)))+
        }

        impl Screen for PatternScreen {
            fn mark(&self, boards: Boards<'_>, marks: &mut [u8]) {
                let kernel = Kernel::best();
                let marked = match self.patterns {
                    $(bits::$pattern => kernel.map(
                        boards,
                        marks,
                        #[inline(always)]
                        |board| {
                            bits::$pattern * u8::from($pattern::may_occur(&board)) | reached_illegally(&board)
                        },
                    ),)+
                    _ => kernel.map(
                        boards,
                        marks,
                        #[inline(always)]
                        |board| may_occur(&board) | reached_illegally(&board),
                    ),
                };
                marked.expect("columns of one length");
            }
        }
    };
}

patterns!(knight_fork, forking_knight, smothered_mate, distant_check, uncatchable_passer);

/// Looks which patterns positions may have, many positions at once. A single pattern has a kernel of its own, several
/// share one: they have much in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PatternScreen {
    /// The bits of the patterns that are asked for.
    pub(super) patterns: u8,
}

/// All findings in a position, in their order. `next` is how the game went on, `None` where it ends.
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

/// Appends the findings of some patterns, given as bits.
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

/// A name that no pattern has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no pattern `{name}`; there are {}", PATTERNS.map(|pattern| pattern.name).join(", "))]
pub struct UnknownPattern {
    /// The name.
    pub name: String,
}

impl Pattern {
    /// The pattern of a name.
    ///
    /// # Errors
    ///
    /// When there is none; the text lists those that there are.
    pub fn by_name(name: &str) -> Result<&'static Self, UnknownPattern> {
        let pattern = PATTERNS.into_iter().find(|pattern| pattern.name == name);
        pattern.ok_or_else(|| UnknownPattern { name: name.to_owned() })
    }

    /// Its place in [`PATTERNS`].
    pub(crate) fn index(&self) -> usize {
        PATTERNS.iter().position(|&pattern| pattern == self).expect("all patterns are in the registry")
    }

    /// Its bit in what a [`PatternScreen`] says.
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
    fn roles_have_the_word_of_the_pattern_or_their_own() {
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
    fn only_moves_are_played() {
        for pattern in PATTERNS {
            let names: Vec<_> = pattern.fields().map(|field| field.name).collect();
            assert_eq!(names.starts_with(&["move", "san"]), pattern.is_move, "{names:?}");
            assert_eq!(names.ends_with(&["played"]), pattern.is_move, "{names:?}");
        }
    }

    #[test]
    fn patterns_have_names() {
        for pattern in PATTERNS {
            assert_eq!(Pattern::by_name(pattern.name), Ok(pattern));
        }
        assert_eq!(
            Pattern::by_name("fork").unwrap_err().to_string(),
            "there is no pattern `fork`; there are knight-fork, forking-knight, smothered-mate, distant-check, \
             uncatchable-passer"
        );
    }
}
