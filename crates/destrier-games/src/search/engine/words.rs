//! The engine's verdict in words.

use crate::chess::Evaluation;
use crate::search::verdict::Verdict;
use crate::search::worth::Grade;
use destrier::Color;
use std::fmt::Write;

impl Verdict {
    /// Appends the cost of missing the move by a grade: ` Missed, a mistake: the engine's evaluation is …`.
    pub(in crate::search) fn explain_miss(&self, grade: Grade, side: Color, text: &mut String) {
        if let Some(of_game) = self.of_game {
            let (of_move, of_game) = (evaluation(self.of_move, side), evaluation(of_game, side));
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                " Missed, {}: the engine's evaluation is {of_move}, and {of_game} after the game's move.",
                grade.words()
            );
        }
    }
}

/// Formats an evaluation for a side in the usual notation: `+1.5`, `#3`, `#-2`.
fn evaluation(evaluation: Evaluation, side: Color) -> String {
    match evaluation {
        Evaluation::Centipawns(_) => {
            let centipawns = evaluation.centipawns(side);
            let tenths = (centipawns.unsigned_abs() + 5) / 10;
            format!("{}{}.{}", if centipawns < 0 { '-' } else { '+' }, tenths / 10, tenths % 10)
        }
        Evaluation::Mate(moves) => format!("#{}", if side.is_white() { moves } else { -moves }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misses_are_explained_with_evaluations() {
        let told = |of_move, of_game, side| {
            let verdict = Verdict { of_move, of_best: Some(of_move), of_game: Some(of_game) };
            let mut text = String::new();
            verdict.explain_miss(verdict.missed(side).unwrap(), side, &mut text);
            text
        };
        let centipawns = Evaluation::Centipawns;
        assert_eq!(
            told(Evaluation::Mate(-3), centipawns(20), Color::Black),
            " Missed, a blunder: the engine's evaluation is #3, and -0.2 after the game's move."
        );
        assert_eq!(
            told(centipawns(150), centipawns(20), Color::White),
            " Missed, a mistake: the engine's evaluation is +1.5, and +0.2 after the game's move."
        );
        for of_game in [Some(centipawns(140)), None] {
            let of_move = centipawns(150);
            assert_eq!(Verdict { of_move, of_best: Some(of_move), of_game }.missed(Color::White), None);
        }
    }
}
