//! The registry of position values: their names, definitions and sources, and the functions that compute them.
//!
//! Programs that list values by name use it: tables, query languages and command lines. [`Definition::get`] computes a
//! value of a board, [`Definition::column`] computes its column for many positions, and
//! [`batch::values`](crate::batch::values()) computes the columns of [`ValueColumns`] in one pass.
//!
//! The module [`values`](crate::values) explains the terms of the definitions.

use crate::batch::{Boards, LaneColor, LengthError, ValueColumns, map_value};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::king::{LineSet, Wing};
use crate::value_list::{with_more_sets, with_values};

/// The kind of a value: its meaning, and how it is stored in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueKind {
    /// A set of squares, in a column of sets.
    Set,
    /// Lines of a king. The column holds [`LineSet::bits`].
    Lines,
    /// A wing. The column holds 0 for the kingside, 1 for the queenside and [`ABSENT`](crate::batch::ABSENT) for
    /// none.
    Wing,
    /// A shield index from 0 to 63. The column holds [`ABSENT`](crate::batch::ABSENT) for none.
    Index,
}

/// A function that computes a value of a side for every position and writes its column.
///
/// It uses the widest kernel that the processor supports. If the column's length differs from the boards' length,
/// it returns an error and writes nothing.
///
/// ```
/// use destrier::batch::{Boards, LaneColor};
/// use destrier::registry::{VALUES, ValueKernel};
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
/// let ValueKernel::Sets(write) = value.column else { panic!("attacks are sets") };
/// let mut column = [0];
/// write(boards, LaneColor::WHITE, &mut column)?;
/// assert_eq!(Bitboard::from_bits(column[0]), Bitboard::from_squares(&[Square::E2, Square::F3, Square::H3]));
/// # Ok::<(), destrier::batch::LengthError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum ValueKernel {
    /// For a column of sets.
    Sets(fn(Boards<'_>, LaneColor, &mut [u64]) -> Result<(), LengthError>),
    /// For a column of numbers. [`ValueKind`] says what they mean.
    Numbers(fn(Boards<'_>, LaneColor, &mut [u8]) -> Result<(), LengthError>),
}

/// A value of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Value {
    /// A set of squares.
    Set(Bitboard),
    /// Lines of a king.
    Lines(LineSet),
    /// A wing, or `None`.
    Wing(Option<Wing>),
    /// A shield index, or `None`.
    Index(Option<u8>),
}

/// A registry entry: a value that every position has for each side.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name in tables and queries.
    pub name: &'static str,
    /// The definition.
    pub definition: &'static str,
    /// The sources: titles of pages.
    pub source: &'static str,
    /// The cost for one position: that of the method of [`Board`], which a test counts.
    pub cost: &'static str,
    /// The kind of value.
    pub kind: ValueKind,
    /// Computes the value of a side on a board.
    pub get: fn(&Board, Color) -> Value,
    /// Computes the column of the value.
    pub column: ValueKernel,
}

/// Selects the kernel variant for a kind of value.
macro_rules! kernel {
    (Set, $map:expr) => {
        ValueKernel::Sets($map)
    };
    ($number:ident, $map:expr) => {
        ValueKernel::Numbers($map)
    };
}

/// Generates the definitions of [`Values`](crate::values::Values) from the list.
macro_rules! of_struct {
    (
        |$board:ident, $king:ident, $lane:ident, $side:ident, $values:ident|
        $($field:ident: $type:ty = $of_board:expr => {
            $($name:ident {
                kind: $kind:ident($get:expr),
                lane: $lane_type:ty = $of_lane:expr,
                definition: $definition:literal,
                source: $source:literal,
                cost: $cost:literal,
            })+
        })*
    ) => {
        const OF_STRUCT: [Definition; ValueColumns::<'static>::LEN] = [$($(
            Definition {
                name: stringify!($name),
                definition: $definition,
                source: $source,
                cost: $cost,
                kind: ValueKind::$kind,
                get: |board, side| {
                    let $values = board.values(side);
                    Value::$kind($get)
                },
                column: kernel!($kind, |boards, side, column| {
                    map_value(boards, side, column, #[inline(always)] |$lane, $side| $of_lane)
                }),
            },
        )+)*];
    };
}

with_values!(of_struct);

/// Generates the registry: the values of the struct, then the further sets.
macro_rules! registry {
    (
        |$board:ident, $lane:ident, $side:ident|
        $($name:ident {
            board: $of_board:expr,
            lane: $of_lane:expr,
            definition: $definition:literal,
            source: $source:literal,
            cost: $cost:literal,
        })*
    ) => {
        const MORE_SETS: &[Definition] = &[$(
            Definition {
                name: stringify!($name),
                definition: $definition,
                source: $source,
                cost: $cost,
                kind: ValueKind::Set,
                get: |$board, $side| Value::Set($of_board),
                column: ValueKernel::Sets(|boards, side, column| {
                    map_value(boards, side, column, #[inline(always)] |$lane, $side| $of_lane)
                }),
            },
        )*];

        /// The registry of values.
        ///
        /// The first [`ValueColumns::LEN`] values are those of [`Values`](crate::values::Values) and [`ValueColumns`],
        /// in the same order. The others are sets that engines use for evaluation. They are only computed one by one.
        pub const VALUES: &[Definition] = &{
            let mut all = [OF_STRUCT[0]; ValueColumns::LEN + MORE_SETS.len()];
            let mut i = 0;
            while i < all.len() {
                all[i] = if i < OF_STRUCT.len() { OF_STRUCT[i] } else { MORE_SETS[i - OF_STRUCT.len()] };
                i += 1;
            }
            all
        };
    };
}

with_more_sets!(registry);

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn values_match_their_kinds() {
        let board = Board::from_placement("8/8/8/8/8/8/8/8", Color::White).unwrap();
        for value in VALUES {
            let kind = match (value.get)(&board, Color::White) {
                Value::Set(_) => ValueKind::Set,
                Value::Lines(_) => ValueKind::Lines,
                Value::Wing(_) => ValueKind::Wing,
                Value::Index(_) => ValueKind::Index,
            };
            assert_eq!(value.kind, kind, "{}", value.name);
            let has_sets = matches!(value.column, ValueKernel::Sets(_));
            assert_eq!(has_sets, kind == ValueKind::Set, "{}", value.name);
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
        assert_eq!(get("fork_squares"), Value::Set(values.fork_moves));
        assert_eq!(get("forking_knights"), Value::Set(values.forking_knights));
        assert_eq!(get("king_escapes"), Value::Set(set("h8")));
        assert_eq!(get("king_lines"), Value::Lines(values.king_lines));
        assert_eq!(get("shield_wing"), Value::Wing(Some(Wing::King)));
        assert_eq!(get("shield_index"), Value::Index(Some(7)));
        assert_eq!(get("passers"), Value::Set(values.passers));
        assert_eq!(get("uncatchable"), Value::Set(values.uncatchable));
        assert_eq!(get("king_reach"), Value::Set(set("g8,h8")));
    }
}
