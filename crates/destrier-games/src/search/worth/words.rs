//! The worth of a move in words.

use super::{Grade, MATE_VALUE, MATED_VALUE, Worth};
use std::fmt::Write;

impl Worth {
    /// Returns the gain of the move as the end of a sentence: `wins a rook`.
    #[must_use]
    pub fn words(&self) -> String {
        match self.wins {
            MATE_VALUE.. => "forces mate".to_owned(),
            ..=MATED_VALUE => "gets mated".to_owned(),
            1.. => format!("wins {}", material(self.wins)),
            0 => "wins no material".to_owned(),
            _ => format!("loses {}", material(-self.wins)),
        }
    }

    /// Returns the gain of a missed move as the end of a sentence: `wins a rook`, `saves a queen`.
    #[must_use]
    pub fn words_of_miss(&self) -> String {
        match self.missed_by {
            Some(missed_by) if self.wins <= 0 && missed_by > 0 => match self.wins - missed_by {
                ..=MATED_VALUE => "avoids mate".to_owned(),
                _ => format!("saves {}", material(missed_by)),
            },
            _ => self.words(),
        }
    }

    /// Returns whether the move mates, at once or by force.
    pub(in crate::search) const fn is_mate(&self) -> bool {
        self.wins >= MATE_VALUE
    }

    /// Returns the gain of the move as a sentence: `It wins a rook.` A missed move may lose less than the game's move,
    /// without a gain: `It wins no material, but avoids mate.`
    pub(in crate::search) fn sentence(&self) -> String {
        let (words, of_miss) = (self.words(), self.words_of_miss());
        match self.missed {
            Some(_) if words != of_miss => format!("It {words}, but {of_miss}."),
            _ => format!("It {words}."),
        }
    }

    /// Appends the cost of missing the move, if it was missed: ` Missed, a blunder: …`.
    pub(in crate::search) fn explain_miss(&self, text: &mut String) {
        if let (Some(grade), Some(missed_by)) = (self.missed, self.missed_by) {
            let left = match self.wins {
                MATE_VALUE => "the game's move missed a mate".to_owned(),
                wins if wins - missed_by == MATED_VALUE => "the game's move allowed a mate".to_owned(),
                _ => format!("the game's move cost {}", material(missed_by)),
            };
            // Writing to a string cannot fail.
            let _ = write!(text, " Missed, {}: {left}.", grade.words());
        }
    }
}

impl Grade {
    /// Returns the name with its article: `an inaccuracy`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Inaccuracy => "an inaccuracy",
            Self::Mistake => "a mistake",
            Self::Blunder => "a blunder",
        }
    }
}

/// Names an amount of material by the piece of the same value.
fn material(pawns: i32) -> String {
    match pawns {
        1 => "a pawn".to_owned(),
        2 => "material worth two pawns".to_owned(),
        3 => "a piece".to_owned(),
        5 => "a rook".to_owned(),
        9 => "a queen".to_owned(),
        _ => format!("material worth {pawns} pawns"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worth_is_explained_in_words() {
        use Grade::{Blunder, Inaccuracy, Mistake};
        for (wins, missed_by, missed, told, cost) in [
            (5, None, None, "wins a rook", ""),
            (5, Some(5), Some((Blunder, "a blunder")), "wins a rook", "cost a rook"),
            (1, Some(1), Some((Inaccuracy, "an inaccuracy")), "wins a pawn", "cost a pawn"),
            (3, Some(103), Some((Mistake, "a mistake")), "wins a piece", "allowed a mate"),
            (100, Some(100), Some((Blunder, "a blunder")), "forces mate", "missed a mate"),
            (0, Some(0), None, "wins no material", ""),
            (2, Some(0), None, "wins material worth two pawns", ""),
            (4, Some(0), None, "wins material worth 4 pawns", ""),
            (
                0,
                Some(100),
                Some((Blunder, "a blunder")),
                "wins no material, but avoids mate",
                "allowed a mate",
            ),
            (-3, Some(9), Some((Blunder, "a blunder")), "loses a piece, but saves a queen", "cost a queen"),
            (-3, Some(9), None, "loses a piece", ""),
            (-3, None, None, "loses a piece", ""),
            (-100, None, None, "gets mated", ""),
        ] {
            let grade = missed.map(|(grade, _)| grade);
            let worth = Worth { wins, missed_by, missed: grade, is_opportunity: false };
            let mut text = format!(" {}", worth.sentence());
            worth.explain_miss(&mut text);
            let miss = missed.map(|(_, name)| format!(" Missed, {name}: the game's move {cost}."));
            assert_eq!(text, format!(" It {told}.{}", miss.unwrap_or_default()));
        }
        let no_worse = Worth { wins: -3, missed_by: Some(0), missed: None, is_opportunity: false };
        assert_eq!(no_worse.words_of_miss(), "loses a piece");
    }
}
