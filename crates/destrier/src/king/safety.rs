//! Methods of [`Board`] for king safety.

use super::ByKind;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::king;
use crate::piece::Piece;

/// King safety.
///
/// The king is that of `side` or `defender`. [`AttackMaps`](crate::AttackMaps) has the terms that need attacks.
impl Board {
    /// Returns the side's knights, bishops, rooks and queens.
    #[inline]
    pub(crate) const fn by_kind(&self, side: Color) -> ByKind {
        ByKind {
            knights: self.of(side, Piece::Knight),
            bishops: self.of(side, Piece::Bishop),
            rooks: self.of(side, Piece::Rook),
            queens: self.of(side, Piece::Queen),
        }
    }

    /// Returns the [zone](king::zone()) of the side's king: the squares that it attacks and the three squares in
    /// front of them. A side with no king or several has no zone.
    ///
    /// Cost: at most 4 operations, 1 load and 1 branch.
    #[inline]
    #[must_use]
    pub const fn king_zone(&self, side: Color) -> Bitboard {
        match self.king(side) {
            Some(king) => king::zone_from(king, side),
            None => Bitboard::EMPTY,
        }
    }

    /// Returns the [index](king::storm_index) of the storm of the opponent's pawns against the defender's king, or
    /// `None` if the defender has no king or several.
    ///
    /// The index is for a table of 512 scores. To count or weigh the pawns, use [`storm_pawns`](Self::storm_pawns).
    ///
    /// ```
    /// use destrier::{king, Board, Color};
    ///
    /// let board = Board::from_placement("6k1/pp4p1/5p2/7p/8/8/PPP2PPP/6K1", Color::White)?;
    /// assert_eq!(board.storm_index(Color::White).map(king::storm_distances), Some([5, 6, 4]));
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: at most 24 operations, 2 loads and 2 branches.
    #[inline]
    #[must_use]
    pub const fn storm_index(&self, defender: Color) -> Option<u16> {
        let Some(king) = self.king(defender) else { return None };
        Some(king::storm_index(king, self.of(defender.other(), Piece::Pawn), defender))
    }

    /// Returns the opponent's pawns of the [storm](king::storm_pawns) against the defender's king.
    ///
    /// Cost: at most 23 operations, 2 loads and 2 branches.
    #[inline]
    #[must_use]
    pub const fn storm_pawns(&self, defender: Color) -> Bitboard {
        match self.king(defender) {
            Some(king) => king::storm_pawns(king, self.of(defender.other(), Piece::Pawn), defender),
            None => Bitboard::EMPTY,
        }
    }

    /// Returns the [index](king::any_shield_index) of the pawn shield of the side's king on any square, or `None` if
    /// the side has no king or several. For castled kings only, use [`shield`](Self::shield).
    ///
    /// Cost: at most 15 operations, 2 loads and 2 branches.
    #[inline]
    #[must_use]
    pub const fn any_shield_index(&self, side: Color) -> Option<u8> {
        let Some(king) = self.king(side) else { return None };
        Some(king::any_shield_index(king, self.of(side, Piece::Pawn), side))
    }

    /// Returns the files on and beside the side's king that have no pawns. A side with no king or several has none.
    ///
    /// Each file has its eight squares in the set: divide the length by eight to count the files.
    ///
    /// ```
    /// use destrier::{Board, Color, File};
    ///
    /// let board = Board::from_placement("6k1/pp3p1p/8/8/8/8/PPP2P2/6K1", Color::White)?;
    /// assert_eq!(board.king_open_files(Color::White), File::G.bitboard());
    /// assert_eq!(board.king_half_open_files(Color::White), File::H.bitboard());
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: at most 17 operations and 1 branch.
    #[inline]
    #[must_use]
    pub const fn king_open_files(&self, side: Color) -> Bitboard {
        match self.king(side) {
            Some(king) => king::open_files(king, self.sets().pawns),
            None => Bitboard::EMPTY,
        }
    }

    /// Returns the files on and beside the side's king that have no pawn of the side but at least one of its opponent.
    /// A side with no king or several has none.
    ///
    /// Cost: at most 26 operations and 1 branch.
    #[inline]
    #[must_use]
    pub const fn king_half_open_files(&self, side: Color) -> Bitboard {
        match self.king(side) {
            Some(king) => {
                king::half_open_files(king, self.of(side, Piece::Pawn), self.of(side.other(), Piece::Pawn))
            }
            None => Bitboard::EMPTY,
        }
    }

    /// Returns the squares that a queen on the square of the side's king would attack. A side with no king or several
    /// has none. The number of squares is the king's virtual mobility.
    ///
    /// Cost: 24 operations, 11 loads and 2 branches.
    #[inline]
    #[must_use]
    pub const fn virtual_queen_attacks(&self, side: Color) -> Bitboard {
        match self.king(side) {
            Some(king) => king::virtual_queen_attacks(king, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direction::Direction;
    use crate::naive::slider_attacks_from;
    use crate::values::tests::any_boards;

    #[test]
    fn methods_call_the_functions_with_the_pieces_of_the_right_side() {
        for board in any_boards() {
            let pawns = |color| board.of(color, Piece::Pawn);
            for side in Color::ALL {
                let other = side.other();
                if let Some(king) = board.king(side) {
                    assert_eq!(board.king_zone(side), king::zone(king.bitboard(), side));
                    let storm = king::pawn_storm::by_ranks(king, pawns(other), side);
                    assert_eq!(board.storm_index(side), Some(storm));
                    let shield = king::any_shield::by_extraction(king, pawns(side), side);
                    assert_eq!(board.any_shield_index(side), Some(shield));
                    let open = king::open_files::file_by_file(king, pawns(side) | pawns(other));
                    assert_eq!(board.king_open_files(side), open);
                    let half = king::open_files::half_open_by_file_fill(king, pawns(side), pawns(other));
                    assert_eq!(board.king_half_open_files(side), half);
                    let queen = slider_attacks_from(king, board.occupied(), &Direction::KING);
                    assert_eq!(board.virtual_queen_attacks(side), queen);
                } else {
                    assert_eq!((board.storm_index(side), board.any_shield_index(side)), (None, None));
                    let files = board.king_open_files(side) | board.king_half_open_files(side);
                    let sets = board.king_zone(side) | files | board.virtual_queen_attacks(side);
                    assert_eq!(sets, Bitboard::EMPTY);
                }
            }
        }
    }
}
