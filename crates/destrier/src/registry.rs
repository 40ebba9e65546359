//! The registry of position values: their names, definitions and sources, and the functions that compute them.
//!
//! Programs that list values by name use it: tables, query languages and command lines. [`Definition::get`] computes a
//! value of a board, [`Definition::column`] computes its column for many positions, and
//! [`batch::values`](crate::batch::values()) computes the columns of [`ValueColumns`](crate::batch::ValueColumns) in one
//! pass.
//!
//! The module [`values`](crate::values) explains the terms of the definitions.

pub use crate::batch::value_list::VALUES;
use crate::batch::{Boards, LaneColor, LengthError};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;

/// What a value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueKind {
    /// A set of squares. All other kinds are numbers.
    Set,
    /// Lines of a king, as [`LineSet::bits`](crate::king::LineSet::bits).
    Lines,
    /// A wing: 0 for the kingside, 1 for the queenside, as in [`Wing::ALL`](crate::king::Wing::ALL).
    Wing,
    /// A shield index from 0 to 63.
    Index,
}

/// A value of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A set of squares.
    Set(Bitboard),
    /// A number, or `None`. [`ValueKind`] says what it means.
    Number(Option<u8>),
}

/// A column of sets or of numbers, or something for such a column, such as the function that fills it.
///
/// In a column of numbers, [`ABSENT`](crate::batch::ABSENT) stands for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column<S, N> {
    /// For sets.
    Sets(S),
    /// For numbers.
    Numbers(N),
}

/// A column to write.
pub type ColumnMut<'a> = Column<&'a mut [u64], &'a mut [u8]>;

/// A function that computes a value of a side for every position and writes its column, a slice of `T`.
///
/// It uses the widest kernel that the processor supports. If the column's length differs from the boards' length,
/// it returns an error and writes nothing.
///
/// ```
/// use destrier::batch::{Boards, LaneColor};
/// use destrier::registry::{Column, VALUES};
/// use destrier::{Bitboard, Color, Sets, Square};
///
/// // White has a knight on g1, and the board is otherwise empty.
/// let (none, knight) = ([0], [Square::G1.bitboard().bits()]);
/// let sets = Sets {
///     white: &knight[..],
///     black: &none,
///     pawns: &none,
///     knights: &knight,
///     bishops: &none,
///     rooks: &none,
///     queens: &none,
///     kings: &none,
/// };
/// let boards = Boards::new(sets, &[Color::White])?;
/// let value = VALUES.iter().find(|value| value.name == "knight_attacks").unwrap();
/// let Column::Sets(write) = value.column else { panic!("attacks are sets") };
/// let mut column = [0];
/// write(boards, LaneColor::WHITE, &mut column)?;
/// assert_eq!(Bitboard::from_bits(column[0]), Bitboard::from_squares(&[Square::E2, Square::F3, Square::H3]));
/// # Ok::<(), destrier::batch::LengthError>(())
/// ```
pub type Fill<T> = fn(Boards<'_>, LaneColor, &mut [T]) -> Result<(), LengthError>;

/// A registry entry: a value that every position has for each side.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name in tables and queries.
    pub name: &'static str,
    /// The definition.
    pub definition: &'static str,
    /// The sources: titles of pages.
    pub source: &'static str,
    /// The cost for one position.
    pub cost: &'static str,
    /// The kind of value.
    pub kind: ValueKind,
    /// Computes the value of a side on a board.
    pub get: fn(&Board, Color) -> Value,
    /// Computes the column of the value.
    pub column: Column<Fill<u64>, Fill<u8>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::king::Wing;
    use std::collections::BTreeSet;

    #[test]
    fn values_match_their_kinds() {
        let board = Board::from_placement("8/8/8/8/8/8/8/8", Color::White).unwrap();
        for value in VALUES {
            let is_set = value.kind == ValueKind::Set;
            assert_eq!(matches!((value.get)(&board, Color::White), Value::Set(_)), is_set, "{}", value.name);
            assert_eq!(matches!(value.column, Column::Sets(_)), is_set, "{}", value.name);
        }
    }

    #[test]
    fn registry_names_match_the_fields() {
        let names: BTreeSet<&str> = VALUES.iter().map(|value| value.name).collect();
        assert_eq!(names.len(), VALUES.len());
        let board = Board::from_placement("r4rk1/5ppp/8/8/8/8/P4PPP/R5K1", Color::White).unwrap();
        let values = board.values(Color::Black);
        let set = |names: &str| names.parse().unwrap();
        let get = |name| (VALUES.iter().find(|value| value.name == name).unwrap().get)(&board, Color::Black);
        assert_eq!(get("knight_attacks"), Value::Set(values.knight_attacks));
        assert_eq!(get("fork_squares"), Value::Set(values.fork_squares));
        assert_eq!(get("forking_knights"), Value::Set(values.forking_knights));
        assert_eq!(get("king_escapes"), Value::Set(set("h8")));
        assert_eq!(get("king_lines"), Value::Number(Some(values.king_lines.bits())));
        assert_eq!(get("shield_wing"), Value::Number(Some(Wing::King as u8)));
        assert_eq!(get("shield_index"), Value::Number(Some(7)));
        assert_eq!(get("passers"), Value::Set(values.passers));
        assert_eq!(get("uncatchable"), Value::Set(values.uncatchable));
        assert_eq!(get("king_reach"), Value::Set(set("g8,h8")));
    }
}
