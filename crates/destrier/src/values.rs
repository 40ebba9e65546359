//! What Destrier says of a position: for each side ten values, most of them sets of squares.
//!
//! They are the columns of a table of positions. [`Values`] says what each is, and [`VALUES`] is the registry of names
//! and definitions; the methods of [`Board`] compute one, [`Board::values`] all of a side.
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

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::king::{LineSet, Wing};
use crate::line::Line;
use crate::piece::Piece;
use crate::square::Square;
use crate::{king, knight, pawn, sliders};

/// Makes [`Values`] and [`VALUES`] of the same definitions.
macro_rules! values {
    ($($field:ident: $type:ty = [$($name:literal, $definition:literal, $source:literal, $cost:literal, $get:expr;)+])*) => {
        /// The values of a side in a position. S is that side and O the other.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Values {
            $(
                $(
                    #[doc = concat!("`", $name, "`: ", $definition, ".")]
                    #[doc = ""]
                )+
                pub $field: $type,
            )*
        }

        /// The values in the order of the columns.
        pub const VALUES: &[Definition] =
            &[$($(Definition { name: $name, definition: $definition, source: $source, cost: $cost, get: $get },)+)*];
    };
}

values! {
    knight_attacks: Bitboard = [
        "knight_attacks",
        "the squares that S's knights attack",
        "Knight Pattern",
        "18 operations",
        |values| Value::Set(values.knight_attacks);
    ]
    fork_squares: Bitboard = [
        "fork_squares",
        "the squares attacked by S's knights, neither S's own nor attacked by O's pawns or knights, from which a knight \
         attacks two or more of O's king, queens, rooks, undefended bishops and knights, and undefended pawns",
        "Knight Pattern; General Setwise Operations",
        "about 110 operations where S's knights fork nothing at all, 380 elsewhere",
        |values| Value::Set(values.fork_squares);
    ]
    forking_knights: Bitboard = [
        "forking_knights",
        "S's knights that attack two or more of O's men other than pawns, defended or not",
        "Knight Pattern",
        "3 operations, and 1 load and at most 10 operations a knight",
        |values| Value::Set(values.forking_knights);
    ]
    king_escapes: Bitboard = [
        "king_escapes",
        "the squares next to S's king that hold no piece of S and that O does not attack once the king is lifted off \
         the board",
        "King Pattern",
        "about 190 operations and 1 load",
        |values| Value::Set(values.king_escapes);
    ]
    king_lines: LineSet = [
        "king_lines",
        "the lines through S's king that hold all its escapes, so that a check along one from afar attacks them all: 0 \
         no line, 1 rank, 2 file, 4 diagonal, 8 anti-diagonal, 15 there is no escape",
        "King Pattern",
        "about 200 operations and 5 loads",
        |values| Value::Lines(values.king_lines);
    ]
    shield: Option<Shield> = [
        "shield_wing",
        "where S's king on its own first two ranks is sheltered: king (files f to h) or queen (files a to c); absent \
         elsewhere",
        "King Pattern",
        "about 20 operations, with shield_index",
        |values| Value::Wing(values.shield.map(|shield| shield.wing));

        "shield_index",
        "which of the six squares before that king, on S's second and third rank, hold a pawn of S: bits 0 to 2 the \
         second rank, bits 3 to 5 the third, each from the a-file's side; absent with the wing",
        "King Pattern",
        "about 20 operations, with shield_wing",
        |values| Value::Index(values.shield.map(|shield| shield.index));
    ]
    passers: Bitboard = [
        "passers",
        "S's pawns with no pawn of O ahead of them on the same or an adjacent file",
        "Pawn Spans; Passed Pawns (Bitboards)",
        "17 operations",
        |values| Value::Set(values.passers);
    ]
    uncatchable: Bitboard = [
        "uncatchable",
        "where O has nothing but king and pawns: S's passers with no piece on their way to promotion, and outside the \
         rule of the square for O's king and the side to move",
        "King Pattern; Rule of the Square",
        "about 40 operations and 1 load; 5 operations where O has more",
        |values| Value::Set(values.uncatchable);
    ]
    king_reach: Bitboard = [
        "king_reach",
        "the square of S's king and all it can walk to over squares that hold no piece of S and that O does not attack \
         once the king is lifted off the board",
        "King Pattern",
        "about 190 operations, and 12 a step for at most 64 steps",
        |values| Value::Set(values.king_reach);
    ]
}

/// A king's pawn shield: its wing and which of the six shield squares hold an own pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shield {
    /// The wing where the king stands.
    pub wing: Wing,
    /// 0 to 63; [`king::shield_index`] says how it is made.
    pub index: u8,
}

/// One value, of whatever type.
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
    /// Picks it out.
    pub get: fn(&Values) -> Value,
}

impl Board {
    /// All values of a side. About 620 operations, 10 a knight, and 12 a step of the king's walk, for at most 64 steps.
    #[must_use]
    pub const fn values(&self, side: Color) -> Values {
        let (king_escapes, king_lines, king_reach) = match self.king(side) {
            Some(king) => {
                // What all three ask for costs most of each.
                let taboo = self.king_taboo(side, king);
                let escapes = king::attacks_from(king).difference(taboo);
                (escapes, king::open_lines(king, escapes), walk(king, taboo))
            }
            None => (Bitboard::EMPTY, LineSet::NONE, Bitboard::EMPTY),
        };
        Values {
            knight_attacks: self.knight_attacks(side),
            fork_squares: self.fork_squares(side),
            forking_knights: self.forking_knights(side),
            king_escapes,
            king_lines,
            shield: self.shield(side),
            passers: self.passers(side),
            uncatchable: self.uncatchable(side),
            king_reach,
        }
    }

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

    /// The squares that a king of the side must not enter: its own pieces, and what the other side attacks with that
    /// king lifted off the board, so that a square behind it on the line of a check is not taken for safe.
    #[inline]
    const fn king_taboo(&self, side: Color, king: Square) -> Bitboard {
        self.color(side).union(self.attacks_through(side.other(), king.bitboard()))
    }

    /// The squares next to the side's king where it is safe. About 190 operations and 1 load.
    #[inline]
    #[must_use]
    pub const fn king_escapes(&self, side: Color) -> Bitboard {
        match self.king(side) {
            Some(king) => king::attacks_from(king).difference(self.king_taboo(side, king)),
            None => Bitboard::EMPTY,
        }
    }

    /// The lines along which a check from afar attacks all escapes of the side's king. About 200 operations and 5 loads.
    #[inline]
    #[must_use]
    pub const fn king_lines(&self, side: Color) -> LineSet {
        match self.king(side) {
            Some(king) => king::open_lines(king, self.king_escapes(side)),
            None => LineSet::NONE,
        }
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
        match self.king(side) {
            Some(king) => walk(king, self.king_taboo(side, king)),
            None => Bitboard::EMPTY,
        }
    }
}

/// All that a king walks to without entering a taboo square. It may stand on one.
#[inline]
const fn walk(king: Square, taboo: Bitboard) -> Bitboard {
    let king = king.bitboard();
    king::region(king, taboo.complement().union(king))
}

#[cfg(test)]
pub(crate) mod tests;
