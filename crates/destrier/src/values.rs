//! Position values: what Destrier computes for each side of a position, mostly sets of squares.
//!
//! Methods of [`Board`] compute single values. [`Values`] holds the values that games are searched with, and
//! [`Board::values`] computes these for a side. The module [`registry`](crate::registry) has the list of all values, with
//! their definitions and the functions that compute them for columns of positions.
//!
//! This module requires the feature `registry`.
//!
//! ```
//! use destrier::{bitboard, Board, Color};
//!
//! // A king behind three pawns, and a rook that can reach the last rank.
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
//! In the definitions, S is the side that the value describes and O is its opponent. Pinned pieces attack. A piece
//! attacks (defends) squares occupied by its own side. A side with no king or several has no escapes, lines, shield
//! or reach, and its opponent has no uncatchable passers.

use crate::batch::LaneColor;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::king::{LineSet, Opposition, Shield, Wing};
use crate::piece::Piece;
use crate::{king, knight, pawn};

/// The values of one side of a position. Each is the result of the method of [`Board`] with its name.
#[cfg(feature = "registry")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Values {
    /// The squares that the side's knights attack.
    pub knight_attacks: Bitboard,
    /// The squares where a knight of the side can move and fork.
    pub fork_squares: Bitboard,
    /// The side's knights that attack two or more of the opponent's pieces other than pawns.
    pub forking_knights: Bitboard,
    /// The safe squares next to the side's king.
    pub king_escapes: Bitboard,
    /// The lines along which a distant check attacks all escapes of the side's king.
    pub king_lines: LineSet,
    /// The pawn shield of the side's king, if it is on a wing.
    pub shield: Option<Shield>,
    /// The side's passers.
    pub passers: Bitboard,
    /// The side's passers that the opposing king cannot catch.
    pub uncatchable: Bitboard,
    /// The squares that the side's king can walk to, including its own.
    pub king_reach: Bitboard,
}

/// All values of a side.
#[cfg(feature = "registry")]
impl Board {
    /// Computes the [`Values`] of a side.
    ///
    /// Cost: less than that of the methods together, because common parts are computed once.
    #[must_use]
    pub const fn values(&self, side: Color) -> Values {
        // Computed once, because it is the largest part of several values.
        let walk = self.lane().king_walk(LaneColor::of(side));
        Values {
            knight_attacks: self.knight_attacks(side),
            fork_squares: self.fork_squares(side),
            forking_knights: self.forking_knights(side),
            king_escapes: walk.escapes(),
            king_lines: walk.lines(),
            shield: self.shield(side),
            passers: self.passers(side),
            uncatchable: self.uncatchable(side),
            king_reach: king::region(walk.reach, walk.path),
        }
    }
}

/// Patterns of a side: knights, forks, passers and kings.
///
/// The knights, pawns and passers are those of `side` or `attacker`, and so is the king, unless it is called the
/// opposing king.
impl Board {
    /// Returns the squares that the side's knights attack.
    ///
    /// Cost: 18 operations.
    #[inline]
    #[must_use]
    pub const fn knight_attacks(&self, side: Color) -> Bitboard {
        self.lane().knight_attacks(LaneColor::of(side))
    }

    /// Returns the pieces that the side's knights could fork: the opponent's king, queens, rooks, and undefended
    /// bishops, knights and pawns.
    ///
    /// Cost: about 190 operations.
    #[inline]
    #[must_use]
    pub const fn fork_targets(&self, side: Color) -> Bitboard {
        self.lane().fork_targets(LaneColor::of(side))
    }

    /// Returns the squares where a knight of the side can move, fork two or more
    /// [`fork_targets`](Self::fork_targets) and not be attacked by a pawn or knight.
    ///
    /// Cost: about 300 operations and 2 branches.
    #[inline]
    #[must_use]
    pub const fn fork_squares(&self, side: Color) -> Bitboard {
        if self.of(side, Piece::Knight).is_empty() {
            return Bitboard::EMPTY;
        }
        let (lane, side) = (self.lane(), LaneColor::of(side));
        // First count only pawns and knights as defenders. In most positions no fork remains, so the other
        // defenders need not be computed.
        let opponent = side.other();
        let at_most = lane.targets_unless(opponent, lane.pawn_and_knight_attacks(opponent));
        if lane.fork_squares_of(side, at_most).is_empty() {
            return Bitboard::EMPTY;
        }
        lane.fork_squares(side)
    }

    /// Returns the squares where a knight of the side can move, fork two or more of `targets` and not be attacked
    /// by a pawn or knight.
    ///
    /// Cost: about 80 operations.
    #[inline]
    #[must_use]
    pub const fn fork_squares_of(&self, side: Color, targets: Bitboard) -> Bitboard {
        self.lane().fork_squares_of(LaneColor::of(side), targets)
    }

    /// Returns the side's knights that attack two or more of the opponent's pieces other than pawns.
    ///
    /// Cost: about 35 operations.
    #[inline]
    #[must_use]
    pub const fn forking_knights(&self, side: Color) -> Bitboard {
        self.lane().forking_knights(LaneColor::of(side))
    }

    /// Returns the squares where no piece of the side is and that no opposing pawn attacks.
    ///
    /// Cost: 8 operations.
    #[inline]
    #[must_use]
    pub const fn mobility_area(&self, side: Color) -> Bitboard {
        self.lane().mobility_area(LaneColor::of(side))
    }

    /// Returns the squares of the [`mobility_area`](Self::mobility_area) that the side's knights attack.
    ///
    /// A square that two knights attack is in the set once. For the number of each knight, call [`knight::mobility_of`]
    /// with its square and the area. For their sum, call [`knight::total_mobility`].
    ///
    /// Cost: 27 operations.
    #[inline]
    #[must_use]
    pub const fn knight_mobility(&self, side: Color) -> Bitboard {
        self.lane().knight_mobility(LaneColor::of(side))
    }

    /// Returns the side's knights that attack no square of the [`mobility_area`](Self::mobility_area): each move is
    /// blocked by an own piece or ends where an opposing pawn attacks the knight.
    ///
    /// A knight can be trapped and safe, because staying is not a move.
    ///
    /// Cost: 28 operations.
    #[inline]
    #[must_use]
    pub const fn trapped_knights(&self, side: Color) -> Bitboard {
        self.lane().trapped_knights(LaneColor::of(side))
    }

    /// Returns the squares of the side's fourth to sixth rank that its pawns defend and that no opposing pawn can
    /// attack now or after pushes. The squares can be occupied.
    ///
    /// To find the knights on outposts, intersect the result with the side's knights.
    ///
    /// Cost: 21 operations.
    #[inline]
    #[must_use]
    pub const fn knight_outposts(&self, side: Color) -> Bitboard {
        knight::outposts(self.of(side, Piece::Pawn), self.of(side.other(), Piece::Pawn), side)
    }

    /// Returns the safe squares next to the side's king.
    ///
    /// Cost: about 190 operations.
    #[inline]
    #[must_use]
    pub const fn king_escapes(&self, side: Color) -> Bitboard {
        self.lane().king_escapes(LaneColor::of(side))
    }

    /// Returns the lines along which a distant check attacks all escapes of the side's king.
    ///
    /// Cost: about 240 operations.
    #[inline]
    #[must_use]
    pub const fn king_lines(&self, side: Color) -> LineSet {
        self.lane().king_lines(LaneColor::of(side))
    }

    /// Returns the squares from which a bishop, rook or queen would check the opposing king along one of its
    /// [`king_lines`](Self::king_lines), at a distance of two or more, whether or not the attacker has such a piece.
    ///
    /// Squares with a piece of the attacker are not included. For the squares where a piece can go, use
    /// [`AttackMaps::distant_checks`](crate::AttackMaps::distant_checks).
    ///
    /// ```
    /// use destrier::{bitboard, Board, Color};
    ///
    /// let board = Board::from_placement("6k1/5ppp/8/8/8/8/5PPP/R5K1", Color::White)?;
    /// assert_eq!(board.distant_check_squares(Color::White), bitboard! {
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
    ///
    /// Cost: that of [`king_lines`](Self::king_lines), and about 350 operations if a line is open.
    #[inline]
    #[must_use]
    pub const fn distant_check_squares(&self, attacker: Color) -> Bitboard {
        // In most positions no line is open, so no sight along it need be computed.
        if self.king_lines(attacker.other()).bits() == 0 {
            return Bitboard::EMPTY;
        }
        self.lane().distant_check_squares(LaneColor::of(attacker))
    }

    /// Returns the pawn shield of the side's king, or `None` if the king is not on a wing.
    ///
    /// Cost: at most 15 operations and 4 branches.
    #[inline]
    #[must_use]
    pub const fn shield(&self, side: Color) -> Option<Shield> {
        let Some(king) = self.king(side) else { return None };
        let Some(wing) = Wing::of(king, side) else { return None };
        let index = king::shield_index(wing.window(), self.of(side, Piece::Pawn), side);
        Some(Shield { wing, index })
    }

    /// Returns the side's passers.
    ///
    /// Cost: 17 operations.
    #[inline]
    #[must_use]
    pub const fn passers(&self, side: Color) -> Bitboard {
        pawn::passers(self.of(side, Piece::Pawn), self.of(side.other(), Piece::Pawn), side)
    }

    /// Returns the side's passers that the opposing king cannot catch, if the opponent has only king and pawns.
    ///
    /// The result depends on the side to move. If a pawn checks the side's king, the side must spend its move on the
    /// check, so the opponent counts as the side to move. If the opponent has other pieces, the result is empty.
    ///
    /// With one pawn each, this is exact: a test solves all these positions, and no king can capture a pawn that is in
    /// the result. The opponent's own pawn can promote first.
    ///
    /// Cost: at most 48 operations, 1 load and 2 branches.
    #[inline]
    #[must_use]
    pub const fn uncatchable(&self, side: Color) -> Bitboard {
        let opponent = side.other();
        let sets = self.sets();
        if !self.color(opponent).is_subset(sets.kings.union(sets.pawns)) {
            return Bitboard::EMPTY;
        }
        let Some(king) = self.king(opponent) else { return Bitboard::EMPTY };
        let is_check =
            pawn::attacks(self.of(opponent, Piece::Pawn), opponent).intersects(self.of(side, Piece::King));
        let turn = if is_check { opponent } else { self.turn() };
        // A piece blocks the pawns behind it: those in its front span as seen by the opponent.
        let blocked = pawn::front_span(self.occupied(), opponent);
        self.passers(side)
            .intersection(Bitboard::PAWN_RANKS)
            .difference(blocked)
            .difference(king::caught_area(king, opponent, turn))
    }

    /// Returns the squares that the side's king can walk to, including its own.
    ///
    /// Cost: that of [`king_escapes`](Self::king_escapes), and a fill for each step of the longest walk.
    #[inline]
    #[must_use]
    pub const fn king_reach(&self, side: Color) -> Bitboard {
        let walk = self.lane().king_walk(LaneColor::of(side));
        king::region(walk.reach, walk.path)
    }

    /// Returns the kind of opposition that the side has, or `None` if it has none.
    ///
    /// The side to move never has the opposition. Other pieces are ignored.
    ///
    /// ```
    /// use destrier::king::Opposition;
    /// use destrier::{Board, Color};
    ///
    /// let board = Board::from_placement("8/8/4k3/8/4K3/4P3/8/8", Color::Black)?;
    /// assert_eq!(board.opposition(Color::White), Some(Opposition::Direct));
    /// assert_eq!(board.opposition(Color::Black), None);
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn opposition(&self, side: Color) -> Option<Opposition> {
        if self.turn().is(side) {
            return None;
        }
        match (self.king(Color::White), self.king(Color::Black)) {
            (Some(white), Some(black)) => king::opposition(white, black),
            _ => None,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
