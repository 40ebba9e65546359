//! The registry of patterns, one file per pattern.

mod book;
#[cfg(feature = "files")]
mod named;
mod text;
mod words;

#[cfg(feature = "files")]
pub use named::NamedPatternError;
pub(super) use text::{Memories, TextSearch};

use super::pattern::{Find, Finding, Pattern};
use crate::chess::{Continuation, Position, Screen, reached_illegally};
use crate::names::{listed, nearest};
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
            const { assert!(PATTERNS.len() < 7, "a bit for each pattern, one for texts and one for illegal positions") };
            0 $(| bits::$pattern * u8::from($pattern::may_occur(board)))+
        }

        impl Screen for PatternScreen {
            fn mark(&self, boards: Boards<'_>, marks: &mut [u8]) {
                let built_in = self.patterns & !TEXTS;
                let marked = match built_in {
                    0 => batch::map!(boards, &mut *marks, |board| reached_illegally(&board)),
                    $(bits::$pattern => batch::map!(boards, &mut *marks, |board| {
                        bits::$pattern * u8::from($pattern::may_occur(&board)) | reached_illegally(&board)
                    }),)+
                    _ => batch::map!(boards, &mut *marks, |board| may_occur(&board) | reached_illegally(&board)),
                };
                marked.expect("all columns have the same length");
                if self.patterns & TEXTS != 0 {
                    marks.iter_mut().for_each(|mark| *mark |= TEXTS);
                }
            }
        }
    };
}

patterns!(knight_fork, forking_knight, smothered_mate, distant_check, uncatchable_passer);

/// The bit of all patterns that are texts.
pub(super) const TEXTS: u8 = 1 << PATTERNS.len();

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
        if let Find::Function(find) = pattern.find {
            find(position, next, findings);
        }
    }
}

/// The error for an unknown pattern name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown pattern `{name}`; {}", expected(name))]
pub struct UnknownPattern {
    /// The unknown name.
    pub name: String,
}

/// Returns what may have been meant instead of an unknown name.
fn expected(name: &str) -> String {
    match nearest(name, Pattern::names()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("the patterns are {}", listed(Pattern::names().map(str::to_owned), "and")),
    }
}

impl Pattern {
    /// Returns the names of the built-in patterns, then those of the [pattern book](Self::book).
    pub fn names() -> impl Iterator<Item = &'static str> {
        PATTERNS.iter().chain(Self::book()).map(|pattern| pattern.name)
    }

    /// Returns the built-in pattern, or that of the [pattern book](Self::book), with the given name.
    ///
    /// # Errors
    ///
    /// If there is no such pattern. The message has the nearest name, or else all names.
    pub fn by_name(name: &str) -> Result<&'static Self, UnknownPattern> {
        let built_in = PATTERNS.into_iter().find(|pattern| pattern.name == name);
        let pattern = built_in.or_else(|| Self::book().iter().copied().find(|pattern| pattern.name == name));
        pattern.ok_or_else(|| UnknownPattern { name: name.to_owned() })
    }

    /// Returns the index in [`PATTERNS`], after which the patterns that are texts count in the order in which they were
    /// read.
    pub(crate) fn index(&self) -> usize {
        match self.find {
            Find::Text(_, number) => PATTERNS.len() + number,
            Find::Function(_) => PATTERNS
                .iter()
                .position(|&pattern| pattern == self)
                .expect("all patterns are in the registry"),
        }
    }

    /// Returns a number that differs between patterns and is the same in every run.
    pub(crate) fn seed(&self) -> u64 {
        match self.find {
            Find::Text(..) => {
                self.name.bytes().fold(0, |seed, byte| seed << 5 ^ seed >> 59 ^ u64::from(byte))
            }
            Find::Function(_) => self.index() as u64,
        }
    }

    /// Returns the bit that [`PatternScreen`] uses for the pattern.
    pub(crate) fn bit(&self) -> u8 {
        match self.find {
            Find::Text(..) => TEXTS,
            Find::Function(_) => 1 << self.index(),
        }
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
        let error = |name| Pattern::by_name(name).unwrap_err().to_string();
        assert_eq!(error("knight_frok"), "unknown pattern `knight_frok`; did you mean `knight-fork`?");
        assert_eq!(error("pinn"), "unknown pattern `pinn`; did you mean `pin`?");
        let all = error("checkmate");
        assert!(
            all.starts_with("unknown pattern `checkmate`; the patterns are knight-fork, forking-knight, "),
            "{all}"
        );
        assert!(Pattern::book().iter().all(|pattern| all.contains(pattern.name)), "{all}");
    }
}
