//! King safety of a lane.

use super::lane::{Lane, LaneColor};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::file::File;
use crate::piece::Piece;
use crate::{king, knight, pawn, sliders};

impl Lane {
    /// Returns the squares of the [zone](king::zone()) of the defender's king that the opponent attacks.
    #[inline(always)]
    #[must_use]
    pub const fn attacked_king_zone(&self, defender: LaneColor) -> Bitboard {
        let king = self.king(defender);
        let zone = defender.pick(king::zone(king, Color::White), king::zone(king, Color::Black));
        zone.intersection(self.attacks(defender.other()))
    }

    /// Returns the files on and beside the side's king that have no pawns.
    #[inline(always)]
    #[must_use]
    pub const fn king_open_files(&self, side: LaneColor) -> Bitboard {
        king_files(self.king(side)).difference(pawn::file_fill(self.sets().pawns))
    }

    /// Returns the files on and beside the side's king that have no pawn of the side but at least one of its opponent.
    #[inline(always)]
    #[must_use]
    pub const fn king_half_open_files(&self, side: LaneColor) -> Bitboard {
        let (own, opponent) = (self.of(side, Piece::Pawn), self.of(side.other(), Piece::Pawn));
        king_files(self.king(side)).intersection(pawn::file_fill(opponent)).difference(pawn::file_fill(own))
    }

    /// Returns the opponent's pawns of the [storm](king::storm_pawns) against the defender's king.
    #[inline(always)]
    #[must_use]
    pub const fn storm_pawns(&self, defender: LaneColor) -> Bitboard {
        let king = self.king(defender);
        // On an edge file, the three files are the next two.
        let from_edge = king.intersection(File::A.bitboard()).step(Direction::East).step(Direction::East);
        let to_edge = king.intersection(File::H.bitboard()).step(Direction::West).step(Direction::West);
        let row = king.union(beside(king)).union(from_edge).union(to_edge);
        let ahead = defender.pick(pawn::front_span(row, Color::White), pawn::front_span(row, Color::Black));
        let pawns = self.of(defender.other(), Piece::Pawn).intersection(ahead);
        let behind =
            defender.pick(pawn::front_span(pawns, Color::White), pawn::front_span(pawns, Color::Black));
        pawns.difference(behind)
    }

    /// Returns the squares where a piece of the attacker other than pawn and king can check the opposing king and which
    /// the opponent does not attack.
    #[inline(always)]
    #[must_use]
    pub const fn safe_checks(&self, attacker: LaneColor) -> Bitboard {
        let opponent = attacker.other();
        let (king, occupied) = (self.king(opponent), self.occupied());
        let [knights, queens] = [self.of(attacker, Piece::Knight), self.of(attacker, Piece::Queen)];
        let diagonal = sliders::bishop_attacks(king, occupied);
        let straight = sliders::rook_attacks(king, occupied);
        // Queens come apart from bishops and rooks, because a queen checks on a diagonal that it reaches along a rank.
        let by_queens = sliders::queen_attacks(queens, occupied).intersection(diagonal.union(straight));
        let by_bishops =
            sliders::bishop_attacks(self.of(attacker, Piece::Bishop), occupied).intersection(diagonal);
        let by_rooks = sliders::rook_attacks(self.of(attacker, Piece::Rook), occupied).intersection(straight);
        knight::checks(knights, king, Bitboard::FULL)
            .union(by_queens)
            .union(by_bishops)
            .union(by_rooks)
            .difference(self.color(attacker).union(self.attacks(opponent)))
    }

    /// Returns the squares that a queen on the square of the side's king would attack.
    #[inline(always)]
    #[must_use]
    pub const fn virtual_queen_attacks(&self, side: LaneColor) -> Bitboard {
        sliders::queen_attacks(self.king(side), self.occupied())
    }
}

/// Returns the files on and beside a king.
#[inline(always)]
const fn king_files(king: Bitboard) -> Bitboard {
    pawn::file_fill(king.union(beside(king)))
}

/// Returns the squares one file to the left and right.
#[inline(always)]
const fn beside(set: Bitboard) -> Bitboard {
    set.step(Direction::East).union(set.step(Direction::West))
}
