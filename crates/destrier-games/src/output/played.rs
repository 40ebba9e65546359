//! What the game did instead of a finding's move, in words.

use crate::chess::{Continuation, Position};
use crate::search::Grade;

/// Formats the game's move with what it was: `Qd6, a blunder`, `Qb6, stalemate`.
pub(super) fn played(position: &Position, next: Continuation, missed: Option<Grade>) -> String {
    let san = next.san(position);
    let is_stalemate = match next {
        Continuation::Move(played) => {
            let after = position.after(played);
            !after.is_check() && after.legal_moves().is_empty()
        }
        Continuation::NullMove => false,
    };
    match missed {
        _ if is_stalemate => format!("{san}, stalemate"),
        Some(grade) => format!("{san}, {}", grade.words()),
        None => san.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::San;

    #[test]
    fn the_move_is_said_with_what_it_was() {
        let position: Position = "k7/8/8/1Q6/8/8/8/7K w - - 0 1".parse().unwrap();
        let said = |san: &[u8], grade| {
            played(&position, position.resolve(San::from_ascii(san).unwrap()).unwrap(), grade)
        };
        assert_eq!(said(b"Qb6", Some(Grade::Blunder)), "Qb6, stalemate");
        assert_eq!(said(b"Qb1", Some(Grade::Mistake)), "Qb1, a mistake");
        assert_eq!(said(b"Qb1", None), "Qb1");
    }
}
