//! Grades of missed moves, by the loss of winning chances.

use super::minimax::{MAX_MATED, MIN_MATE, Score};
use crate::chess;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The gravity of a missed move, in the terms that Lichess uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// A loss of at least 0.1 winning chances, on the scale from -1 to 1.
    Inaccuracy,
    /// A loss of at least 0.2.
    Mistake,
    /// A loss of at least 0.3.
    Blunder,
}

impl Grade {
    /// All three grades, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The least grade that counts as missed, unless a filter has another.
    pub const MISSED: Self = Self::Mistake;

    /// Returns the name: `inaccuracy`, `mistake`, `blunder`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Returns the annotation symbol: `?!`, `?`, `??`.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the least loss of winning chances for this grade.
    pub(super) const fn least_loss(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.1,
            Self::Mistake => 0.2,
            Self::Blunder => 0.3,
        }
    }

    /// Returns the grade of a loss of winning chances, or `None` for a small loss.
    pub(in crate::search) fn of_loss(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rfind(|grade| loss >= grade.least_loss())
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is not a grade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `inaccuracy`, `mistake` or `blunder`")]
pub struct ParseGradeError;

/// Parses `inaccuracy`, `mistake` or `blunder`.
impl FromStr for Grade {
    type Err = ParseGradeError;

    fn from_str(name: &str) -> Result<Self, ParseGradeError> {
        Self::ALL.into_iter().find(|grade| grade.name() == name).ok_or(ParseGradeError)
    }
}

/// Returns the winning chances of a score.
pub(in crate::search) fn winning_chances(score: Score) -> f64 {
    match score {
        MIN_MATE.. => 1.0,
        ..=MAX_MATED => -1.0,
        pawns => chess::winning_chances(f64::from(pawns)),
    }
}

/// Returns the least score whose winning chances exceed those of another score by at least `difference`.
pub(super) fn least_score_above(other: Score, difference: f64) -> Option<Score> {
    (-10..=10).chain([MIN_MATE]).find(|&score| winning_chances(score) - winning_chances(other) >= difference)
}

/// Returns the greatest score whose winning chances are below those of another score by at least `difference`.
pub(super) fn greatest_score_below(other: Score, difference: f64) -> Option<Score> {
    (-10..=10)
        .rev()
        .chain([MAX_MATED])
        .find(|&score| winning_chances(other) - winning_chances(score) >= difference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_are_parsed_by_name() {
        for grade in Grade::ALL {
            assert_eq!(grade.to_string().parse(), Ok(grade));
            assert_eq!(Grade::of_loss(grade.least_loss()), Some(grade));
            assert!(Grade::of_loss(grade.least_loss() - 0.001) < Some(grade));
        }
        assert_eq!("missed".parse::<Grade>(), Err(ParseGradeError));
        assert_eq!(Grade::ALL.map(Grade::sign), ["?!", "?", "??"]);
        assert_eq!(Grade::of_loss(0.0), None);
    }

    /// For every score, the bound separates sufficient from insufficient differences.
    #[test]
    fn bounds_of_scores_are_tight() {
        let scores = || [-999, -900].into_iter().chain(-30..=30).chain([900, 999]);
        for other in scores() {
            for grade in Grade::ALL {
                let difference = grade.least_loss();
                for score in scores() {
                    let above = winning_chances(score) - winning_chances(other) >= difference;
                    let least = least_score_above(other, difference);
                    assert_eq!(least.is_some_and(|least| score >= least), above, "{score} {other}");
                    let below = winning_chances(other) - winning_chances(score) >= difference;
                    let greatest = greatest_score_below(other, difference);
                    assert_eq!(greatest.is_some_and(|greatest| score <= greatest), below, "{score} {other}");
                }
            }
        }
    }
}
