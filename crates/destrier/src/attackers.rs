//! Who attacks a square, what is attacked twice, and what is pinned.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::king::ByKind;
use crate::line::Line;
use crate::piece::Piece;
use crate::sliders::{between, bishop_attacks_from, queen_attacks_from, rook_attacks_from};
use crate::square::Square;
use crate::{king, knight, pawn};

/// Attackers, pins and discovered checks.
impl Board {
    /// Returns the pieces of both sides that attack a square if `occupied` are the occupied squares.
    ///
    /// Pass [`occupied`](Self::occupied), or fewer squares to look through pieces that have moved or been captured. The
    /// attackers themselves need not be in `occupied`. Pinned pieces attack.
    ///
    /// ```
    /// use destrier::{Bitboard, Board, Color, Square};
    ///
    /// let board = Board::from_placement("4k3/8/3p4/4p3/8/5N2/4R3/4Q1K1", Color::White)?;
    /// let attackers = board.attackers(Square::E5, board.occupied());
    /// assert_eq!(attackers, Bitboard::from_squares(&[Square::D6, Square::F3, Square::E2]));
    /// // The queen attacks e5 through the rook.
    /// let without_rook = board.occupied().without(Square::E2);
    /// assert!(board.attackers(Square::E5, without_rook).contains(Square::E1));
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: about 45 operations and 13 loads.
    ///
    /// Source: the wiki's *Square Attacked By*.
    #[inline]
    #[must_use]
    pub const fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let sets = self.sets();
        // Attacks are mutual, those of pawns with the other color.
        let target = square.bitboard();
        let white_pawns = pawn::attacks(target, Color::Black).intersection(sets.white);
        let black_pawns = pawn::attacks(target, Color::White).intersection(sets.black);
        let diagonal = bishop_attacks_from(square, occupied).intersection(sets.bishops.union(sets.queens));
        let straight = rook_attacks_from(square, occupied).intersection(sets.rooks.union(sets.queens));
        white_pawns
            .union(black_pawns)
            .intersection(sets.pawns)
            .union(knight::attacks_from(square).intersection(sets.knights))
            .union(king::attacks_from(square).intersection(sets.kings))
            .union(diagonal)
            .union(straight)
    }

    /// Returns the squares that two or more pieces of a side attack.
    ///
    /// ```
    /// use destrier::{Bitboard, Board, Color, Square};
    ///
    /// let board = Board::from_placement("8/8/8/8/8/8/2P1P3/R3K3", Color::White)?;
    /// let twice = board.attacked_twice(Color::White);
    /// assert_eq!(twice, Bitboard::from_squares(&[Square::D1, Square::D3]));
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: 60 operations, and about 15 for each bishop or rook and 25 for each queen.
    ///
    /// Source: the wiki's *Attack and Defend Maps*.
    #[must_use]
    pub const fn attacked_twice(&self, side: Color) -> Bitboard {
        let occupied = self.occupied();
        let pawns = self.of(side, Piece::Pawn);
        let knights = self.of(side, Piece::Knight);
        let mut kings = self.of(side, Piece::King);
        let mut once = pawn::attacks(pawns, side);
        // A knight on a square attacked by two knights would fork them.
        let mut twice = pawn::forks(pawns, side.other()).union(knight::forks(knights));
        macro_rules! add {
            ($attacks:expr) => {{
                let attacks = $attacks;
                twice = twice.union(once.intersection(attacks));
                once = once.union(attacks);
            }};
        }
        add!(knight::attacks(knights));
        while let Some(king) = kings.pop_first() {
            add!(king::attacks_from(king));
        }
        let ByKind { mut bishops, mut rooks, mut queens, .. } = self.by_kind(side);
        while let Some(bishop) = bishops.pop_first() {
            add!(bishop_attacks_from(bishop, occupied));
        }
        while let Some(rook) = rooks.pop_first() {
            add!(rook_attacks_from(rook, occupied));
        }
        while let Some(queen) = queens.pop_first() {
            add!(queen_attacks_from(queen, occupied));
        }
        twice
    }

    /// Returns the side's pieces that are pinned to its king. A side with no king or several has none.
    ///
    /// A pinned piece may move along the [line](crate::sliders::line()) to the king.
    ///
    /// ```
    /// use destrier::{Board, Color, Square};
    ///
    /// let board = Board::from_placement("4k3/8/4n3/8/8/8/4R3/4K3", Color::White)?;
    /// assert_eq!(board.pinned(Color::Black), Square::E6.bitboard());
    /// assert!(board.pinned(Color::White).is_empty());
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: about 15 operations, and 15 for each slider on a line with the king.
    ///
    /// Source: the wiki's *Checks and Pinned Pieces (Bitboards)*.
    #[inline]
    #[must_use]
    pub const fn pinned(&self, side: Color) -> Bitboard {
        match self.king(side) {
            Some(king) => self.blockers(king, side.other()).intersection(self.color(side)),
            None => Bitboard::EMPTY,
        }
    }

    /// Returns the attacker's pieces that discover a check on the opposing king if they leave the line to it. If the
    /// opponent has no king or several, there are none.
    ///
    /// A pawn that stays on its file, or a king that stays on the line, discovers nothing.
    ///
    /// ```
    /// use destrier::{Board, Color, Square};
    ///
    /// let board = Board::from_placement("4k3/8/8/8/4N3/8/4R3/6K1", Color::White)?;
    /// assert_eq!(board.discoverers(Color::White), Square::E4.bitboard());
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: that of [`pinned`](Self::pinned).
    ///
    /// Source: the wiki's *Discovered Check*.
    #[inline]
    #[must_use]
    pub const fn discoverers(&self, attacker: Color) -> Bitboard {
        match self.king(attacker.other()) {
            Some(king) => self.blockers(king, attacker).intersection(self.color(attacker)),
            None => Bitboard::EMPTY,
        }
    }

    /// Returns the pieces of both sides that alone stand between a square and a slider of a side.
    #[inline]
    const fn blockers(&self, target: Square, side: Color) -> Bitboard {
        let ByKind { bishops, rooks, queens, .. } = self.by_kind(side);
        let diagonals = Line::Diagonal.through(target).union(Line::AntiDiagonal.through(target));
        let straight = Line::Rank.through(target).union(Line::File.through(target));
        let mut sliders = diagonals
            .intersection(bishops.union(queens))
            .union(straight.intersection(rooks.union(queens)))
            .without(target);
        let mut blockers = Bitboard::EMPTY;
        while let Some(slider) = sliders.pop_first() {
            let pieces = between(target, slider).intersection(self.occupied());
            if pieces.only().is_some() {
                blockers = blockers.union(pieces);
            }
        }
        blockers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive;
    use crate::values::tests::any_boards;

    /// The pieces of a side that attack a square, one by one.
    fn naive_attackers(board: &Board, side: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let attacks = |&from: &Square| {
            let (color, piece) = board.piece_at(from).unwrap();
            naive::piece_attacks_from(from, piece, color, occupied).contains(square)
        };
        board.color(side).iter().filter(attacks).collect()
    }

    /// The pieces without which a slider of a side attacks a king that nothing of it attacks along that line.
    fn naive_blockers(board: &Board, king: Square, side: Color) -> Bitboard {
        let sliders = |occupied: Bitboard| {
            let sliders =
                board.of(side, Piece::Bishop) | board.of(side, Piece::Rook) | board.of(side, Piece::Queen);
            naive_attackers(board, side, king, occupied) & sliders
        };
        let now = sliders(board.occupied());
        let uncovers = |&piece: &Square| {
            let uncovered = sliders(board.occupied().without(piece)).without(piece) - now;
            !uncovered.is_empty()
        };
        board.occupied().iter().filter(uncovers).collect()
    }

    #[test]
    fn attackers_and_squares_attacked_twice_match_the_definition() {
        for board in any_boards().step_by(3) {
            for occupied in [board.occupied(), board.color(Color::White)] {
                for square in Square::ALL {
                    let expected = Color::ALL
                        .map(|side| naive_attackers(&board, side, square, occupied))
                        .into_iter()
                        .collect();
                    assert_eq!(board.attackers(square, occupied), expected, "{square}\n{board}");
                }
            }
            for side in Color::ALL {
                let twice =
                    |&square: &Square| naive_attackers(&board, side, square, board.occupied()).len() >= 2;
                let expected: Bitboard = Square::ALL.into_iter().filter(twice).collect();
                assert_eq!(board.attacked_twice(side), expected, "{side}\n{board}");
            }
        }
    }

    #[test]
    fn pins_and_discovered_checks_match_the_definition() {
        let mut found = [0; 2];
        for board in any_boards() {
            for side in Color::ALL {
                let of = |king: Color, sliders| {
                    board.king(king).map_or(Bitboard::EMPTY, |king| naive_blockers(&board, king, sliders))
                };
                let pinned = of(side, !side) & board.color(side);
                let discoverers = of(!side, side) & board.color(side);
                assert_eq!(board.pinned(side), pinned, "{side}\n{board}");
                assert_eq!(board.discoverers(side), discoverers, "{side}\n{board}");
                for (found, set) in found.iter_mut().zip([pinned, discoverers]) {
                    *found += u32::from(!set.is_empty());
                }
            }
        }
        assert!(found.into_iter().all(|n| n >= 100), "{found:?} of each are not empty");
    }
}
