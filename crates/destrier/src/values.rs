//! The values of a position: what Destrier says of each side, most of it as sets of squares.
//!
//! They are the columns of a table of positions. [`Values`] says what each is, and [`VALUES`] is the registry of names
//! and definitions; the methods of [`Board`] compute one, [`Board::values`] all of a side. For columns of positions,
//! [`Definition::column`] computes one and [`batch::values`](crate::batch::values()) all of a side.
//!
//! ```
//! use destrier::{bitboard, Board, Color};
//!
//! // A king behind three pawns, and a rook that could come to the last rank.
//! let board = Board::from_placement("6k1/5ppp/8/8/8/8/5PPP/R5K1", Color::White)?;
//! let black = board.values(Color::Black);
//! assert_eq!(black.king_escapes, bitboard! {
//!     . . . . . X . X
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! assert_eq!(black.king_lines.to_string(), "rank");
//! assert_eq!(black.shield.map(|shield| shield.index), Some(0b111));
//! # Ok::<(), destrier::ParsePlacementError>(())
//! ```
//!
//! In the definitions S is the side whose value it is and O the other. A piece attacks as if it could move at once:
//! pinned or not, and squares of its own side too, which it so defends. A side without a king, or with several, has no
//! escapes, no lines, no shield, no reach, and nothing that its king could fail to catch.

use crate::batch::{Boards, LengthError, Side, map_value};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::king::{LineSet, Wing};
use crate::line::Line;
use crate::piece::Piece;
use crate::square::Square;
use crate::value_list::with_values;
use crate::{king, knight, pawn, sliders};

/// Makes [`Values`], [`VALUES`] and [`Board::values`] from the list.
macro_rules! values {
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
        /// The values of a side in a position. S is that side and O the other.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Values {
            $(
                $(
                    #[doc = concat!("`", stringify!($name), "`: ", $definition, ".")]
                    #[doc = ""]
                )+
                pub $field: $type,
            )*
        }

        /// The values in the order of the columns.
        pub const VALUES: &[Definition] = &[$($(
            Definition {
                name: stringify!($name),
                definition: $definition,
                source: $source,
                cost: $cost,
                kind: ValueKind::$kind,
                get: |$values| Value::$kind($get),
                column: kernel!($kind, |boards, side, column| {
                    map_value(boards, side, column, #[inline(always)] |$lane, $side| $of_lane)
                }),
            },
        )+)*];

        impl Board {
            /// All values of a side. About 620 operations, 10 a knight, and 12 a step of the king's walk, for at most 64
            /// steps.
            #[must_use]
            pub const fn values(&self, side: Color) -> Values {
                // What several values of the king ask for costs most of each.
                let ($board, $side, $king) = (self, side, self.guarded_king(side));
                Values { $($field: $of_board,)* }
            }
        }
    };
}

/// The kernel of a kind of value.
macro_rules! kernel {
    (Set, $map:expr) => {
        ValueKernel::Sets($map)
    };
    ($number:ident, $map:expr) => {
        ValueKernel::Numbers($map)
    };
}

with_values!(values);

/// A king's pawn shield: its wing and which of the six shield squares hold an own pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shield {
    /// The wing where the king stands.
    pub wing: Wing,
    /// 0 to 63; [`king::shield_index`] says how it is made.
    pub index: u8,
}

/// The kind of a value: what it says, and how a column has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueKind {
    /// A set of squares, a column of sets.
    Set,
    /// Lines that a king is open to, in a column the numbers that [`LineSet::bits`] gives.
    Lines,
    /// A wing, in a column 0 for the king's, 1 for the queen's and [`ABSENT`](crate::batch::ABSENT) for none.
    Wing,
    /// The index of a shield from 0 to 63, in a column [`ABSENT`](crate::batch::ABSENT) for none.
    Index,
}

/// Computes a value of a side for every position and writes its column, with the widest kernel of the processor.
///
/// The error is that the column is not as long as those of the boards. Then nothing is written.
///
/// ```
/// use destrier::batch::{Boards, Side};
/// use destrier::values::{VALUES, ValueKernel};
/// use destrier::{Bitboard, Color, Sets, Square};
///
/// // White has a knight on g1, and nothing else is on the board.
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
/// write(boards, Side::WHITE, &mut column)?;
/// assert_eq!(Bitboard::from_bits(column[0]), Bitboard::from_squares(&[Square::E2, Square::F3, Square::H3]));
/// # Ok::<(), destrier::batch::LengthError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum ValueKernel {
    /// Of a value whose column has sets.
    Sets(fn(Boards<'_>, Side, &mut [u64]) -> Result<(), LengthError>),
    /// Of a value whose column has numbers; [`ValueKind`] says which.
    Numbers(fn(Boards<'_>, Side, &mut [u8]) -> Result<(), LengthError>),
}

/// One value, of whatever kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A set of squares.
    Set(Bitboard),
    /// Lines that a king is open to.
    Lines(LineSet),
    /// A wing, where there is one.
    Wing(Option<Wing>),
    /// The index of a shield, where there is one.
    Index(Option<u8>),
}

/// A value that every position has for each side: the registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Its name in every table and query.
    pub name: &'static str,
    /// What it is.
    pub definition: &'static str,
    /// Where it comes from: titles of pages.
    pub source: &'static str,
    /// What it costs of one position, counted from the source.
    pub cost: &'static str,
    /// Its kind.
    pub kind: ValueKind,
    /// Picks it out of the values of a position.
    pub get: fn(&Values) -> Value,
    /// Computes its column.
    pub column: ValueKernel,
}

impl Board {
    /// The squares that the side's knights attack. 18 operations.
    #[inline]
    #[must_use]
    pub const fn knight_attacks(&self, side: Color) -> Bitboard {
        knight::attacks(self.of(side, Piece::Knight))
    }

    /// What a knight of the side would fork: the other side's king, queens and rooks, and its bishops, knights and
    /// pawns that it does not defend. About 190 operations.
    #[inline]
    #[must_use]
    pub const fn fork_targets(&self, side: Color) -> Bitboard {
        let opponent = side.other();
        self.targets_unless(opponent, self.attacks(opponent))
    }

    /// The side's men that a knight forks: king, queens and rooks in any case, others unless they are `defended`.
    #[inline]
    const fn targets_unless(&self, side: Color, defended: Bitboard) -> Bitboard {
        let sets = self.sets();
        let always = sets.kings.union(sets.queens).union(sets.rooks);
        self.color(side).intersection(always.union(defended.complement()))
    }

    /// The squares where the side's knights can go to fork two or more of [`fork_targets`](Self::fork_targets), guarded
    /// by no pawn or knight. About 110 operations where its knights fork nothing at all, 380 elsewhere.
    #[inline]
    #[must_use]
    pub const fn fork_squares(&self, side: Color) -> Bitboard {
        let opponent = side.other();
        if self.of(side, Piece::Knight).is_empty() {
            return Bitboard::EMPTY;
        }
        let by_pawns = pawn::attacks(self.of(opponent, Piece::Pawn), opponent);
        let by_knights = knight::attacks(self.of(opponent, Piece::Knight));
        // What pawns and knights defend is no target, or one that is always: most positions need not ask the other
        // defenders.
        let at_most = self.targets_unless(opponent, by_pawns.union(by_knights));
        if self.fork_squares_of(side, at_most).is_empty() {
            return Bitboard::EMPTY;
        }
        self.fork_squares_of(side, self.fork_targets(side))
    }

    /// The squares where the side's knights can go to fork two or more of the targets, guarded by no pawn or knight of the
    /// other side. About 80 operations.
    #[inline]
    #[must_use]
    pub const fn fork_squares_of(&self, side: Color, targets: Bitboard) -> Bitboard {
        let opponent = side.other();
        let by_pawns = pawn::attacks(self.of(opponent, Piece::Pawn), opponent);
        let by_knights = knight::attacks(self.of(opponent, Piece::Knight));
        let taboo = self.color(side).union(by_pawns).union(by_knights);
        knight::fork_moves(targets, self.of(side, Piece::Knight), taboo)
    }

    /// The side's knights that attack two or more of the other side's men, pawns left out. 3 operations, and 1 load and
    /// at most 10 operations a knight.
    #[inline]
    #[must_use]
    pub const fn forking_knights(&self, side: Color) -> Bitboard {
        let men = self.color(side.other()).difference(self.sets().pawns);
        let mut knights = self.of(side, Piece::Knight);
        let mut forking = Bitboard::EMPTY;
        while let Some(knight) = knights.pop_first() {
            let targets = knight::attacks_from(knight).intersection(men);
            if targets.only().is_none() && !targets.is_empty() {
                forking = forking.with(knight);
            }
        }
        forking
    }

    /// The side's king, and the squares that it must not enter: its own pieces, and what the other side attacks with that
    /// king lifted off the board, so that a square behind it on the line of a check is not taken for safe.
    #[inline]
    const fn guarded_king(&self, side: Color) -> GuardedKing {
        match self.king(side) {
            Some(king) => {
                let attacked = self.attacks_through(side.other(), king.bitboard());
                GuardedKing { square: Some(king), taboo: self.color(side).union(attacked) }
            }
            None => GuardedKing { square: None, taboo: Bitboard::FULL },
        }
    }

    /// The squares next to the side's king where it is safe. About 190 operations and 1 load.
    #[inline]
    #[must_use]
    pub const fn king_escapes(&self, side: Color) -> Bitboard {
        self.guarded_king(side).escapes()
    }

    /// The lines along which a check from afar attacks all escapes of the side's king. About 200 operations and 5 loads.
    #[inline]
    #[must_use]
    pub const fn king_lines(&self, side: Color) -> LineSet {
        self.guarded_king(side).lines()
    }

    /// The squares from which a bishop, rook or queen of the side would check the other side's king from afar (a
    /// distance of two or more), along one of that king's lines in `king_lines`. About 210 operations and 6 loads, and
    /// at most 26 operations a line.
    ///
    /// ```
    /// use destrier::{bitboard, Board, Color};
    ///
    /// let board = Board::from_placement("6k1/5ppp/8/8/8/8/5PPP/R5K1", Color::White)?;
    /// assert_eq!(board.distant_checks(Color::White), bitboard! {
    ///     X X X X X . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn distant_checks(&self, side: Color) -> Bitboard {
        let Some(king) = self.king(side.other()) else { return Bitboard::EMPTY };
        let open = self.king_lines(side.other());
        let mut sight = Bitboard::EMPTY;
        let mut i = 0;
        while i < 4 {
            if open.contains(Line::ALL[i]) {
                sight = sight.union(sliders::line_attacks(king, self.occupied(), Line::ALL[i]));
            }
            i += 1;
        }
        sight.difference(king::attacks_from(king)).difference(self.color(side))
    }

    /// The pawn shield of the side's king, where it stands on a wing. About 20 operations.
    #[inline]
    #[must_use]
    pub const fn shield(&self, side: Color) -> Option<Shield> {
        let Some(king) = self.king(side) else { return None };
        let Some(wing) = Wing::of(king, side) else { return None };
        let index = king::shield_index(self.of(side, Piece::Pawn), wing.window(), side);
        Some(Shield { wing, index })
    }

    /// The side's passers. 17 operations.
    #[inline]
    #[must_use]
    pub const fn passers(&self, side: Color) -> Bitboard {
        pawn::passers(self.of(side, Piece::Pawn), self.of(side.other(), Piece::Pawn), side)
    }

    /// The side's passers that run to promotion, where the other side has nothing but king and pawns. About 40
    /// operations and 1 load; 5 operations where it has more.
    #[inline]
    #[must_use]
    pub const fn uncatchable(&self, side: Color) -> Bitboard {
        let opponent = side.other();
        let sets = self.sets();
        if !self.color(opponent).is_subset(sets.kings.union(sets.pawns)) {
            return Bitboard::EMPTY;
        }
        let Some(king) = self.king(opponent) else { return Bitboard::EMPTY };
        // Seen from the other side, the squares ahead of a piece are those that it is in the way of.
        let blocked = pawn::front_span(self.occupied(), opponent);
        king::uncatchable(self.passers(side).difference(blocked), king, opponent, self.turn())
    }

    /// The squares that the side's king can walk to, its own among them. About 190 operations, and 12 a step for at
    /// most 64 steps.
    #[inline]
    #[must_use]
    pub const fn king_reach(&self, side: Color) -> Bitboard {
        self.guarded_king(side).reach()
    }
}

/// A side's king, unless there is none or there are several, and the squares that it must not enter.
#[derive(Clone, Copy)]
struct GuardedKing {
    square: Option<Square>,
    taboo: Bitboard,
}

impl GuardedKing {
    #[inline]
    const fn escapes(self) -> Bitboard {
        match self.square {
            Some(king) => king::attacks_from(king).difference(self.taboo),
            None => Bitboard::EMPTY,
        }
    }

    #[inline]
    const fn lines(self) -> LineSet {
        match self.square {
            Some(king) => king::open_lines(king, self.escapes()),
            None => LineSet::NONE,
        }
    }

    /// All that the king walks to. It may stand on a taboo square.
    #[inline]
    const fn reach(self) -> Bitboard {
        match self.square {
            Some(king) => {
                let king = king.bitboard();
                king::region(king, self.taboo.complement().union(king))
            }
            None => Bitboard::EMPTY,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
