//! Methods of [`Board`] for king safety.

use super::zone::zone_from;
use super::{AttackUnits, ByKind};
use crate::batch::LaneColor;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::king;
use crate::piece::Piece;

/// King safety.
///
/// The king is that of `side` or `defender`. If the argument is `attacker`, it is the opposing king.
impl Board {
    /// Returns the side's knights, bishops, rooks and queens.
    #[inline]
    const fn by_kind(&self, side: Color) -> ByKind {
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
            Some(king) => zone_from(king, side),
            None => Bitboard::EMPTY,
        }
    }

    /// Returns the squares of the [zone](king::zone()) of the defender's king that the opponent attacks.
    ///
    /// To count the attacks by kind of piece, use [`attack_units`](Self::attack_units), which takes the attacker.
    ///
    /// Cost: about 200 operations.
    #[inline]
    #[must_use]
    pub const fn attacked_king_zone(&self, defender: Color) -> Bitboard {
        self.lane().attacked_king_zone(LaneColor::of(defender))
    }

    /// Counts the attacker's pieces that attack the zone of the opposing king, and the squares of the zone that they
    /// attack, by kind of piece.
    ///
    /// ```
    /// use destrier::{king::AttackUnits, Board, Color};
    ///
    /// let board = Board::from_placement("6k1/5ppp/8/5N1Q/8/8/5PPP/6K1", Color::White)?;
    /// let units = board.attack_units(Color::White);
    /// assert_eq!(units.knights, AttackUnits { attackers: 1, squares: 2 });
    /// assert_eq!(units.queens, AttackUnits { attackers: 1, squares: 4 });
    /// assert_eq!(board.attack_units(Color::Black), Default::default());
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: that of [`king::attack_units`].
    #[inline]
    #[must_use]
    pub const fn attack_units(&self, attacker: Color) -> ByKind<AttackUnits> {
        king::attack_units(self.king_zone(attacker.other()), self.by_kind(attacker), self.occupied())
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

    /// Returns the squares, by kind of piece, where the attacker's pieces can check the opposing king and which the
    /// opponent does not attack.
    ///
    /// Pins are ignored. The opponent's attacks are those before the move. If the opponent has no king or several,
    /// there are no checks.
    ///
    /// ```
    /// use destrier::{Board, Color, Square};
    ///
    /// let board = Board::from_placement("6k1/5ppp/8/8/6N1/8/4QPPP/3R2K1", Color::White)?;
    /// let safe = board.safe_checks(Color::White);
    /// assert_eq!(safe.rooks, Square::D8.bitboard());
    /// assert_eq!(safe.queens, Square::E8.bitboard());
    /// assert!(safe.knights.is_empty(), "Black's pawn attacks f6 and h6");
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: at most 517 operations, 3 loads and 3 branches.
    #[inline]
    #[must_use]
    pub const fn safe_checks(&self, attacker: Color) -> ByKind {
        let opponent = attacker.other();
        match self.king(opponent) {
            Some(king) => {
                let area = self.color(attacker).union(self.attacks(opponent)).complement();
                king::safe_checks(king, self.by_kind(attacker), self.occupied(), area)
            }
            None => ByKind::EMPTY,
        }
    }

    /// Returns the squares where a bishop, rook or queen of the attacker can move and check the opposing king along one
    /// of its [`king_lines`](Self::king_lines), at a distance of two or more: the checks that threaten a back-rank
    /// mate.
    ///
    /// Pins are ignored, and the opponent may attack the squares.
    ///
    /// ```
    /// use destrier::{Board, Color, Square};
    ///
    /// let board = Board::from_placement("6k1/5ppp/8/8/8/8/5PPP/R5K1", Color::White)?;
    /// assert_eq!(board.distant_checks(Color::White), Square::A8.bitboard());
    /// // A bishop reaches e8, but does not check along a rank.
    /// let board = Board::from_placement("6k1/5ppp/8/8/B7/8/5PPP/6K1", Color::White)?;
    /// assert!(board.distant_checks(Color::White).is_empty());
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: that of [`distant_check_squares`](Self::distant_check_squares), and about 330 operations if there are any.
    #[inline]
    #[must_use]
    pub const fn distant_checks(&self, attacker: Color) -> Bitboard {
        let Some(king) = self.king(attacker.other()) else { return Bitboard::EMPTY };
        let squares = self.distant_check_squares(attacker);
        // In most positions no line is open, so the attacks need not be computed.
        if squares.is_empty() {
            return Bitboard::EMPTY;
        }
        // No knight checks from such a square.
        king::safe_checks(king, self.by_kind(attacker), self.occupied(), squares).squares()
    }

    /// Returns the squares that a queen on the square of the side's king would attack. A side with no king or several
    /// has none. The number of squares is the king's virtual mobility.
    ///
    /// Cost: at most 80 operations, 2 loads and 4 branches.
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
    use crate::naive::{self, slider_attacks_from};
    use crate::square::Square;
    use crate::values::tests::any_boards;

    fn naive_attacks(board: &Board, from: Square) -> Bitboard {
        let slides = |directions| slider_attacks_from(from, board.occupied(), directions);
        match board.piece_at(from) {
            None => Bitboard::EMPTY,
            Some((color, Piece::Pawn)) => naive::pawn_attacks_from(from, color),
            Some((_, Piece::Knight)) => naive::knight_attacks_from(from),
            Some((_, Piece::Bishop)) => slides(&Direction::BISHOP),
            Some((_, Piece::Rook)) => slides(&Direction::ROOK),
            Some((_, Piece::Queen)) => slides(&Direction::KING),
            Some((_, Piece::King)) => naive::king_attacks_from(from),
        }
    }

    /// Moves a piece of a kind to each square that it attacks, and looks whether it attacks the king from there.
    fn naive_safe_checks(board: &Board, side: Color, kind: Piece, king: Square) -> Bitboard {
        let opponent = board.color(side.other());
        let attacked: Bitboard = opponent.iter().map(|from| naive_attacks(board, from)).collect();
        let targets: Bitboard = board.of(side, kind).iter().map(|from| naive_attacks(board, from)).collect();
        let slides = |from, directions| slider_attacks_from(from, board.occupied(), directions);
        let sees = |from| match kind {
            Piece::Bishop => slides(from, &Direction::BISHOP),
            Piece::Rook => slides(from, &Direction::ROOK),
            Piece::Queen => slides(from, &Direction::KING),
            _ => naive::knight_attacks_from(from),
        };
        let safe = targets - attacked - board.color(side);
        safe.iter().filter(|&from| sees(from).contains(king)).collect()
    }

    #[test]
    fn safe_checks_and_attack_units_match_the_definition() {
        for board in any_boards().step_by(2) {
            for side in Color::ALL {
                let (safe, units) = (board.safe_checks(side), board.attack_units(side));
                let zone = board.king_zone(side.other());
                for (kind, safe, units) in [
                    (Piece::Knight, safe.knights, units.knights),
                    (Piece::Bishop, safe.bishops, units.bishops),
                    (Piece::Rook, safe.rooks, units.rooks),
                    (Piece::Queen, safe.queens, units.queens),
                ] {
                    let expected = match board.king(side.other()) {
                        Some(king) => naive_safe_checks(&board, side, kind, king),
                        None => Bitboard::EMPTY,
                    };
                    assert_eq!(safe, expected, "{side} {kind:?}\n{board}");
                    let counts = board.of(side, kind).iter().map(|from| naive_attacks(&board, from) & zone);
                    let squares = counts.clone().map(Bitboard::len).sum::<u32>();
                    let attackers = counts.filter(|attacked| !attacked.is_empty()).count();
                    assert_eq!(units.squares, squares as u16, "{side} {kind:?}\n{board}");
                    assert_eq!(units.attackers, attackers as u16, "{side} {kind:?}\n{board}");
                }
            }
        }
    }

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
                    assert_eq!(board.safe_checks(other), ByKind::EMPTY);
                    assert_eq!(board.attack_units(other), ByKind::default());
                }
            }
        }
    }
}
