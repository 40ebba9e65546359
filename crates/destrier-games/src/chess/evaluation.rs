//! Engine evaluations of positions.

use destrier::Color;

/// An engine's evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Centipawns, from White's point of view.
    Centipawns(i32),
    /// Moves to a forced mate: positive if White mates, negative if Black mates.
    Mate(i32),
}

impl Evaluation {
    /// The score of a mate on the board. A mate in n moves scores n less.
    pub(crate) const MATE: i32 = 10_000;

    /// Returns the evaluation in centipawns for a side. To mate in n moves scores 10,000 - n, to be mated -10,000 + n.
    ///
    /// ```
    /// use destrier_games::Evaluation;
    /// use destrier::Color;
    ///
    /// assert_eq!(Evaluation::Centipawns(-31).centipawns(Color::Black), 31);
    /// assert_eq!(Evaluation::Mate(-4).centipawns(Color::White), -9996);
    /// ```
    #[must_use]
    pub const fn centipawns(self, side: Color) -> i32 {
        let for_white = match self {
            Self::Centipawns(centipawns) => centipawns,
            Self::Mate(moves) if moves > 0 => Self::MATE - moves,
            Self::Mate(moves) => -Self::MATE - moves,
        };
        if side.is_white() { for_white } else { -for_white }
    }

    /// Returns the evaluation that [`centipawns`](Self::centipawns) gives for White. Scores from 9,500 are mates, so an
    /// advantage of 95 pawns or more becomes one.
    #[cfg(feature = "files")]
    pub(crate) const fn from_centipawns(centipawns: i32) -> Self {
        match centipawns {
            ..=-10_000 => Self::Mate(0),
            -9_999..=-9_500 => Self::Mate(-Self::MATE - centipawns),
            10_000.. => Self::Mate(1),
            9_500..=9_999 => Self::Mate(Self::MATE - centipawns),
            _ => Self::Centipawns(centipawns),
        }
    }

    /// Returns the winning chances of a side, from -1 to 1, computed as on Lichess.
    #[must_use]
    pub fn winning_chances(self, side: Color) -> f64 {
        match self {
            Self::Centipawns(_) => winning_chances(f64::from(self.centipawns(side)) / 100.0),
            Self::Mate(_) => f64::from(self.centipawns(side).signum()),
        }
    }
}

/// Returns the winning chances, from -1 to 1, for an advantage in pawns. Advantages above ten pawns count as ten.
/// Lichess fitted the curve to games.
#[must_use]
pub(crate) fn winning_chances(pawns: f64) -> f64 {
    2.0 / (1.0 + (-0.368_208 * pawns.clamp(-10.0, 10.0)).exp()) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_scores_exceed_all_others() {
        let numbers = |evaluation: Evaluation| Color::ALL.map(|side| evaluation.centipawns(side));
        assert_eq!(numbers(Evaluation::Centipawns(31)), [31, -31]);
        assert_eq!(numbers(Evaluation::Mate(1)), [9999, -9999]);
        assert_eq!(numbers(Evaluation::Mate(-4)), [-9996, 9996]);
        // Black has mated on the board.
        assert_eq!(numbers(Evaluation::Mate(0)), [-10_000, 10_000]);
    }

    #[test]
    fn winning_chances_grow_with_advantage() {
        assert_eq!(winning_chances(0.0), 0.0);
        assert_eq!(winning_chances(12.0), winning_chances(10.0));
        assert!((winning_chances(1.0) - 0.182).abs() < 0.001);
        assert!((winning_chances(1.0) + winning_chances(-1.0)).abs() < 1e-12);
        assert_eq!(Evaluation::Mate(-3).winning_chances(Color::Black), 1.0);
        assert_eq!(Evaluation::Centipawns(100).winning_chances(Color::White), winning_chances(1.0));
    }
}
