//! The list of position values. Each value is declared once, here.
//!
//! To add a value, write its formula as a method of [`Lane`], and declare it here. The registry, the columns and the
//! loops that fill them are made from the list.

use super::columns::LengthError;
use super::flush::Flush;
use super::lane::{Lane, LaneColor, Walk};
use super::lane_value::{LaneValue, map_value, write_cells};
use crate::bitboard::Bitboard;
use crate::registry::{Column, ColumnMut, Definition, ValueKind};

/// The columns of the [`values`](crate::values) of a side that one pass computes: the first
/// [`LEN`](ValueColumns::LEN) of [`VALUES`].
///
/// Pass it to [`values`](super::values), or to [`map!`](super::map) with [`Lane::values`]. Pass an array of two for the
/// values of both sides, which have much in common.
#[derive(Debug)]
pub struct ValueColumns<'a>(pub(super) [ColumnMut<'a>; ValueColumns::<'static>::LEN]);

/// Wraps a function of the columns of a kind of value.
macro_rules! column {
    (Set, $of:expr) => {
        Column::Sets($of)
    };
    ($number:ident, $of:expr) => {
        Column::Numbers($of)
    };
}

/// Defines the values.
///
/// An entry is the name, the type and the formula, then the kind and what the registry says.
macro_rules! value_list {
    (
        |$lane:ident, $side:ident|
        together {$(
            $name:ident: $type:ty = $of:expr;
                $kind:ident,
                definition: $definition:literal,
                source: $source:literal,
                cost: $cost:literal;
        )*}
        alone {$(
            $alone_name:ident: $alone_type:ty = $alone_of:expr;
                $alone_kind:ident,
                definition: $alone_definition:literal,
                source: $alone_source:literal,
                cost: $alone_cost:literal;
        )*}
    ) => {
        /// The registry of values.
        ///
        /// The first [`ValueColumns::LEN`] values are those of [`ValueColumns`], in the same order, and of
        /// [`Values`](crate::values::Values). The others are sets that engines use for evaluation. They are only computed
        /// one by one.
        pub const VALUES: &[Definition] = &[
            $(value_list!(@definition |$lane, $side|
                $name: $type = $of; $kind, $definition, $source, $cost),)*
            $(value_list!(@definition |$lane, $side|
                $alone_name: $alone_type = $alone_of; $alone_kind, $alone_definition, $alone_source, $alone_cost),)*
        ];

        impl ValueColumns<'_> {
            /// The number of columns.
            pub const LEN: usize = [$(stringify!($name)),*].len();
        }

        /// The values of a side in one position, from [`Lane::values`], to store in [`ValueColumns`].
        #[derive(Clone, Copy, Debug)]
        #[must_use]
        pub struct LaneValues {
            $($name: $type,)*
        }

        impl Lane {
            /// Computes the values of a side for [`ValueColumns`]. The compiler computes common parts only once.
            #[inline(always)]
            pub const fn values(&self, side: LaneColor) -> LaneValues {
                let ($lane, $side) = (self, side);
                LaneValues { $($name: $of,)* }
            }
        }

        /// The values of a block of positions, on the stack.
        pub(super) struct Block {
            $($name: <$type as LaneValue>::Block,)*
        }

        impl Block {
            pub(super) const EMPTY: Self = Self { $($name: <$type as LaneValue>::EMPTY,)* };

            #[inline(always)]
            pub(super) fn put(&mut self, i: usize, values: LaneValues) {
                $(values.$name.put(&mut self.$name, i);)*
            }

            /// Completes the values of the block and writes them to the columns.
            ///
            /// # Safety
            ///
            /// The columns must have `number` positions from `start` on, and `number` must be at most
            /// [`BLOCK`](super::flush::BLOCK).
            #[inline(always)]
            pub(super) unsafe fn write(
                &mut self,
                flush: &Flush,
                columns: &mut ValueColumns<'_>,
                start: usize,
                number: usize,
            ) {
                let [$($name),*] = &mut columns.0;
                // SAFETY: guaranteed by the caller.
                $(unsafe { write_cells(flush, $name, start, <$type as LaneValue>::cells(&mut self.$name), number) };)*
            }
        }
    };
    (@definition |$lane:ident, $side:ident| $name:ident: $type:ty = $of:expr;
        $kind:ident, $definition:literal, $source:literal, $cost:literal) => {
        Definition {
            name: stringify!($name),
            definition: $definition,
            source: $source,
            cost: $cost,
            kind: ValueKind::$kind,
            get: |board, side| {
                let ($lane, $side) = (board.lane(), LaneColor::of(side));
                <$type as LaneValue>::value($of)
            },
            column: column!($kind, |boards, side, column| -> Result<(), LengthError> {
                map_value(boards, side, column, #[inline(always)] |$lane, $side| $of)
            }),
        }
    };
}

// rustfmt does not format the list.
value_list! {
    |lane, side|

    // Games are searched with these. One pass computes them, because they have much in common.
    together {
        knight_attacks: Bitboard = lane.knight_attacks(side);
            Set,
            definition: "the squares that S's knights attack",
            source: "Knight Pattern",
            cost: "18 operations";

        fork_squares: Bitboard = lane.fork_squares(side);
            Set,
            definition: "the squares attacked by S's knights, not occupied by S and not attacked by O's \
                        pawns or knights, from which a knight attacks two or more of O's king, queens, rooks, and \
                        undefended bishops, knights and pawns",
            source: "Knight Pattern; General Setwise Operations",
            cost: "about 300 operations and 2 branches";

        forking_knights: Bitboard = lane.forking_knights(side);
            Set,
            definition: "S's knights that attack two or more of O's pieces other than pawns, defended \
                        or not",
            source: "Knight Pattern",
            cost: "about 35 operations";

        king_escapes: Bitboard = lane.king_escapes(side);
            Set,
            definition: "the squares next to S's king that are not occupied by S and not attacked by O, \
                        with the king removed from the board",
            source: "King Pattern",
            cost: "about 190 operations";

        king_lines: u8 = lane.king_lines(side).bits();
            Lines,
            definition: "the lines through S's king that contain all its escapes, so that a distant \
                        check along one attacks them all: 0 no line, 1 rank, 2 file, 4 diagonal, 8 anti-diagonal, \
                        15 no escapes",
            source: "King Pattern",
            cost: "about 240 operations";

        shield_wing: u8 = lane.shield_wing(side);
            Wing,
            definition: "the wing of S's king if it is on S's first two ranks: king (files f to h) or \
                        queen (files a to c); absent otherwise",
            source: "King Pattern",
            cost: "at most 15 operations and 4 branches";

        shield_index: u8 = lane.shield_index(side);
            Index,
            definition: "which of the wing's six squares on S's second and third ranks have a pawn of \
                        S: bits 0 to 2 are the second rank, bits 3 to 5 the third, each starting from the a-file's \
                        side; absent if shield_wing is",
            source: "King Pattern",
            cost: "at most 15 operations and 4 branches";

        passers: Bitboard = lane.passers(side);
            Set,
            definition: "S's pawns with no pawn of O ahead of them on the same or an adjacent file",
            source: "Pawn Spans; Passed Pawns (Bitboards)",
            cost: "17 operations";

        uncatchable: Bitboard = lane.uncatchable(side);
            Set,
            definition: "if O has only king and pawns: S's passers with an empty path to promotion that \
                        O's king cannot catch by the rule of the square, given the side to move, or with O to move \
                        if S is in check; otherwise empty",
            source: "King Pattern; Rule of the Square",
            cost: "at most 48 operations, 1 load and 2 branches";

        king_reach: Walk = lane.king_walk(side);
            Set,
            definition: "the square of S's king and all squares that it can walk to over squares not \
                        occupied by S and not attacked by O, with the king removed from the board",
            source: "King Pattern",
            cost: "that of king_escapes, and a fill for each step of the longest walk";
    }

    // Engines compute these for evaluation, beside the values above.
    alone {
        knight_mobility: Bitboard = lane.knight_mobility(side);
            Set,
            definition: "the squares that S's knights attack, without those that S occupies or O's pawns attack",
            source: "Mobility; Knight Pattern",
            cost: "27 operations";

        trapped_knights: Bitboard = lane.trapped_knights(side);
            Set,
            definition: "S's knights that attack no square of that kind: each move is blocked by a piece of S or loses \
                        the knight to a pawn",
            source: "Trapped Pieces; Mobility",
            cost: "28 operations";

        knight_outposts: Bitboard = lane.knight_outposts(side);
            Set,
            definition: "the squares of S's fourth to sixth rank that S's pawns defend and that none of O's pawns can \
                        attack, now or after pushes",
            source: "Outposts; Attack Spans",
            cost: "21 operations";

        safe_knight_checks: Bitboard = lane.safe_knight_checks(side);
            Set,
            definition: "the squares, neither occupied by S nor attacked by O, where one of S's knights can check O's \
                        king in one move",
            source: "King Safety; Knight Pattern",
            cost: "at most 205 operations, 1 load and 2 branches";

        safe_checks: Bitboard = lane.safe_checks(side);
            Set,
            definition: "the squares, neither occupied by S nor attacked by O, where one of S's knights, bishops, rooks \
                        or queens can check O's king in one move",
            source: "King Safety; Checks and Pinned Pieces (Bitboards)",
            cost: "at most 517 operations, 3 loads and 3 branches";

        attacked_king_zone: Bitboard = lane.attacked_king_zone(side);
            Set,
            definition: "the squares of the zone of S's king that O attacks: those next to the king and the three in \
                        front of them",
            source: "King Safety",
            cost: "about 200 operations";

        king_open_files: Bitboard = lane.king_open_files(side);
            Set,
            definition: "the files on and beside S's king that have no pawns",
            source: "Pawns and Files (Bitboards); King Safety",
            cost: "at most 17 operations and 1 branch";

        king_half_open_files: Bitboard = lane.king_half_open_files(side);
            Set,
            definition: "the files on and beside S's king that have no pawn of S but at least one of O",
            source: "Pawns and Files (Bitboards); King Safety",
            cost: "at most 26 operations and 1 branch";

        storm_pawns: Bitboard = lane.storm_pawns(side);
            Set,
            definition: "O's pawns that storm S's king: on the king's file and the files beside it, the nearest pawn in \
                        front of the king; on an edge file, on the three files from the edge",
            source: "King Safety",
            cost: "at most 23 operations, 2 loads and 2 branches";

        virtual_queen_attacks: Bitboard = lane.virtual_queen_attacks(side);
            Set,
            definition: "the squares that a queen on the square of S's king would attack",
            source: "King Safety",
            cost: "at most 80 operations, 2 loads and 4 branches";
    }
}
