//! The registry: every pattern that is searched for in games, a file each.

mod words;

use crate::{Continuation, Finding, Pattern, Position};
use destrier::batch::Lane;

/// Makes the modules of patterns into the registry.
macro_rules! patterns {
    ($($pattern:ident),+) => {
        $(mod $pattern;)+

        /// The patterns, in the order in which their findings are reported.
        pub static PATTERNS: [&Pattern; [$(stringify!($pattern)),+].len()] = [$(&$pattern::PATTERN),+];

        /// Tells of a position which patterns it may have, as bits in the order of [`PATTERNS`]. It is certain that it
        /// has no others.
        #[inline(always)]
        pub(crate) fn may_occur(board: &Lane) -> u8 {
            const { assert!(PATTERNS.len() < 8, "a bit for each pattern, and one for others to use") };
            let (mut bits, mut bit) = (0, 1);
            $(
                bits |= bit * u8::from($pattern::may_occur(board));
                bit <<= 1;
            )+
            let _ = bit;
            bits
        }
    };
}

/// The bits of all patterns.
pub(crate) const ALL_PATTERNS: u8 = ((1 << PATTERNS.len()) - 1) as u8;

patterns!(knight_fork, forking_knight, smothered_mate, distant_check, uncatchable_passer);

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
    search(ALL_PATTERNS, position, next, &mut findings);
    findings
}

/// Appends the findings of some patterns, given as bits.
pub(crate) fn search(
    patterns: u8,
    position: &Position,
    next: Option<Continuation>,
    findings: &mut Vec<Finding>,
) {
    for (_, pattern) in PATTERNS.iter().enumerate().filter(|(place, _)| patterns >> place & 1 != 0) {
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

    /// Its bit in what [`may_occur`] tells.
    pub(crate) fn bit(&self) -> u8 {
        PATTERNS.iter().position(|&pattern| pattern == self).map_or(0, |place| 1 << place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Kind;
    use crate::{Classes, Value};

    #[test]
    fn every_example_shows_its_pattern() {
        for pattern in PATTERNS {
            let position: Position = pattern.example.parse().unwrap();
            let findings = find(&position, None);
            assert!(findings.iter().any(|finding| finding.pattern == pattern), "{}", pattern.name);
            for finding in findings {
                assert_eq!(finding.values.len(), finding.pattern.fields.len());
                for (field, value) in finding.pattern.fields.iter().zip(finding.values.iter()) {
                    let kind = match value {
                        Value::Uci(_) | Value::San(_) | Value::Square(_) | Value::Line(_) => Kind::Text,
                        Value::Squares(_) | Value::Classes(_) => Kind::List,
                        Value::Flag(_) => Kind::Truth,
                    };
                    assert_eq!(field.kind, kind, "{}", field.name);
                }
            }
        }
    }

    #[test]
    fn whether_a_move_was_played_is_told_last() {
        for pattern in PATTERNS {
            let last = pattern.fields.len() - 1;
            assert!(pattern.place("played").is_none_or(|place| place == last), "{}", pattern.name);
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

    #[test]
    fn classes_have_names() {
        for class in [Classes::Check, Classes::Royal, Classes::Family] {
            assert_eq!(class.names().last().unwrap().parse(), Ok(class));
        }
        assert!("none".parse::<Classes>().is_err());
    }
}
