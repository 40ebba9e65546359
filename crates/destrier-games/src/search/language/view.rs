//! The board as the side that has the pattern sees it.

use crate::chess::{Move, Position, castled};
use destrier::{Bitboard, Board, Color, Sets, Square};

/// How the board is turned: so that one side is White, and perhaps with the files a to h in reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// The side that is White on the turned board.
    side: Color,
    is_mirrored: bool,
}

impl View {
    pub(super) const fn of(side: Color, is_mirrored: bool) -> Self {
        Self { side, is_mirrored }
    }

    pub(super) const fn is_mirrored(self) -> bool {
        self.is_mirrored
    }

    /// Turns a set, or turns a turned set back.
    #[inline]
    pub(super) const fn set(self, set: Bitboard) -> Bitboard {
        let set = if self.side.is_white() { set } else { set.flip_vertical() };
        if self.is_mirrored { set.mirror_horizontal() } else { set }
    }

    /// Turns a square.
    pub(super) const fn square(self, square: Square) -> Square {
        let square = if self.side.is_white() { square } else { square.flip_vertical() };
        if self.is_mirrored { square.mirror_horizontal() } else { square }
    }

    /// Turns a position.
    #[inline]
    pub(super) fn board(self, position: &Position) -> Board {
        let board = position.board();
        let board = if self.side.is_white() { board } else { board.flip() };
        if !self.is_mirrored {
            return board;
        }
        let sets = board.sets().to_array().map(Bitboard::mirror_horizontal);
        Board::assume_consistent(Sets::from_array(sets), board.turn())
    }
}

/// The squares of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveSquares {
    pub(super) from: Bitboard,
    pub(super) to: Bitboard,
    /// The square of the captured piece.
    pub(super) captured: Bitboard,
    /// When castling, the squares of the rook before and after.
    pub(super) rook: Bitboard,
}

impl MoveSquares {
    pub(super) fn of(position: &Position, played: Move) -> Self {
        let empty = Self::default();
        match played {
            Move::Normal { from, to, .. } => {
                let captured = to.bitboard() & position.board().color(!position.turn());
                Self { from: from.bitboard(), to: to.bitboard(), captured, ..empty }
            }
            Move::EnPassant { from, to } => {
                let captured = Square::new(to.file(), from.rank()).bitboard();
                Self { from: from.bitboard(), to: to.bitboard(), captured, ..empty }
            }
            Move::Castling { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                let rook = rook.bitboard() | rook_to.bitboard();
                Self { from: king.bitboard(), to: king_to.bitboard(), captured: Bitboard::EMPTY, rook }
            }
        }
    }

    /// Returns all squares whose pieces the move changes.
    pub(super) fn all(self) -> Bitboard {
        self.from | self.to | self.captured | self.rook
    }

    /// Turns the squares that a pattern can name.
    pub(super) const fn turned(self, view: View) -> Self {
        Self {
            from: view.set(self.from),
            to: view.set(self.to),
            captured: view.set(self.captured),
            rook: self.rook,
        }
    }
}
