//! Words for the values of a position.

use destrier::king::{LineSet, Shield, Wing};
use destrier::registry::{Definition, Value, ValueKind};
use destrier::{Bitboard, Board, Color};

/// Formats a value of a side for people: the squares of a set, or `none` for an empty set.
///
/// ```
/// use destrier::registry::VALUES;
/// use destrier::{Board, Color};
/// use destrier_games::value_words;
///
/// let board = Board::from_placement("6k1/5ppp/8/8/8/8/5PPP/R5K1", Color::White)?;
/// let words = |name: &str| {
///     let value = VALUES.iter().find(|value| value.name == name).unwrap();
///     value_words(value, &board, Color::Black)
/// };
/// assert_eq!(words("king_escapes"), "f8, h8");
/// assert_eq!(words("king_lines"), "rank");
/// assert_eq!(words("shield_index"), "7, pawns on f7, g7, h7");
/// assert_eq!(words("passers"), "none");
/// # Ok::<(), destrier::ParsePlacementError>(())
/// ```
#[must_use]
pub fn value_words(value: &Definition, board: &Board, side: Color) -> String {
    let words = match (value.get)(board, side) {
        Value::Set(set) => (!set.is_empty()).then(|| squares(set)),
        Value::Number(number) => number.and_then(|number| words_of_number(value.kind, number, board, side)),
    };
    words.unwrap_or_else(|| "none".to_owned())
}

fn words_of_number(kind: ValueKind, number: u8, board: &Board, side: Color) -> Option<String> {
    match kind {
        ValueKind::Lines => {
            let lines = LineSet::from_bits(number)?;
            Some(if lines == LineSet::ALL {
                format!("{lines} (the king has no escape)")
            } else {
                lines.to_string()
            })
        }
        ValueKind::Wing => Wing::ALL.get(usize::from(number)).map(|wing| wing.name().to_owned()),
        ValueKind::Index => {
            let pawns = shield_pawns(board.shield(side)?, side);
            Some(if pawns.is_empty() {
                format!("{number}, no pawns")
            } else {
                format!("{number}, pawns on {}", squares(pawns))
            })
        }
        _ => Some(number.to_string()),
    }
}

/// Returns the pawns of a shield.
const fn shield_pawns(shield: Shield, side: Color) -> Bitboard {
    let pawns = shield.wing.window().pawns(shield.index);
    if side.is_white() { pawns } else { pawns.flip_vertical() }
}

/// Lists the squares of a set: `f8, h8`.
pub(crate) fn squares(set: Bitboard) -> String {
    set.iter().map(destrier::Square::name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use destrier::registry::VALUES;

    #[test]
    fn empty_sets_are_written_as_none() {
        let board = Board::from_placement("8/8/8/3N4/8/8/8/8", Color::White).unwrap();
        for side in Color::ALL {
            for value in VALUES {
                let words = value_words(value, &board, side);
                let is_there = ["knight_attacks", "knight_mobility"].contains(&value.name) && side.is_white();
                assert_eq!(words == "none", !is_there, "{}: {words}", value.name);
            }
        }
    }

    #[test]
    fn kings_without_escapes_or_shield_pawns() {
        let board = Board::from_placement("5rkr/5p1p/7B/8/8/8/8/K7", Color::White).unwrap();
        let words = |name: &str, side| {
            let value = VALUES.iter().find(|value| value.name == name).unwrap();
            value_words(value, &board, side)
        };
        assert_eq!(words("king_lines", Color::Black), "all (the king has no escape)");
        assert_eq!(words("shield_index", Color::Black), "5, pawns on f7, h7");
        assert_eq!(words("shield_index", Color::White), "0, no pawns");
    }
}
