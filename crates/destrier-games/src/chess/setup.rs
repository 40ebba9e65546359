//! Validation of positions that come from a file.

use super::position::{Position, back_rank};
use destrier::{Bitboard, Color, Direction, Piece, Rank, Square};

/// The reason why the moves of a position are not well defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// There are no pieces.
    #[error("the board is empty")]
    EmptyBoard,
    /// A side has no king.
    #[error("{} has no king", .0.title())]
    NoKing(Color),
    /// A side has more than one king.
    #[error("{} has more than one king", .0.title())]
    SeveralKings(Color),
    /// A pawn stands on the first or last rank. Holds the lowest such square.
    #[error("a pawn stands on {0}")]
    PawnOnBackRank(Square),
    /// The side that has just moved is in check.
    #[error("the side to move can capture the king")]
    KingCanBeTaken,
}

impl Position {
    /// Validates the position and repairs its castling rights and en passant square. About 150 operations.
    ///
    /// Files contain positions with wrong castling rights, impossible en passant squares, more pieces than a game
    /// starts with, and checks that no game leads to. Wrong rights and squares are dropped; the rest is allowed.
    ///
    /// # Errors
    ///
    /// Returns an error if the moves would not be well defined.
    pub(super) fn settle(&mut self) -> Result<(), SetupError> {
        let sets = self.sets();
        if (sets.white | sets.black).is_empty() {
            return Err(SetupError::EmptyBoard);
        }
        let [white, black] = Color::ALL.map(|color| match (sets.kings & sets.color(color)).only() {
            Some(king) => Ok(king),
            None if (sets.kings & sets.color(color)).is_empty() => Err(SetupError::NoKing(color)),
            None => Err(SetupError::SeveralKings(color)),
        });
        let kings = [white?, black?];
        if let Some(square) = (sets.pawns - Bitboard::PAWN_RANKS).first() {
            return Err(SetupError::PawnOnBackRank(square));
        }
        let can_be_taken = kings[usize::from((!self.turn).index())];
        if !self.attackers(can_be_taken, self.turn, self.occupied()).is_empty() {
            return Err(SetupError::KingCanBeTaken);
        }
        self.restore_castling_rights();
        self.history.castling_rooks = self.castling_rooks_beside(kings[0], Color::White)
            | self.castling_rooks_beside(kings[1], Color::Black);
        if !self.history.en_passant.first().is_some_and(|square| self.is_just_passed(square)) {
            self.history.en_passant = Bitboard::EMPTY;
        }
        Ok(())
    }

    /// Restores the castling rights of a starting position if they belong to another one. Recorded rematches of
    /// Chess960 have the rights of the game before.
    fn restore_castling_rights(&mut self) {
        let sets = self.sets();
        let (second, seventh) = (Rank::Second.bitboard(), Rank::Seventh.bitboard());
        let is_start = sets.white == Rank::First.bitboard() | second
            && sets.black == Rank::Eighth.bitboard() | seventh
            && sets.pawns == second | seventh;
        if is_start && !self.history.castling_rooks.is_subset(sets.rooks) {
            self.history.castling_rooks = sets.rooks;
        }
    }

    /// Returns the valid castling rights: those of a king on its back rank with the outermost rook on either side.
    fn castling_rooks_beside(&self, king: Square, color: Color) -> Bitboard {
        let back_rank = back_rank(color);
        let rooks = self.history.castling_rooks & self.piece(Piece::Rook) & self.color(color) & back_rank;
        if rooks.is_empty() || !back_rank.contains(king) {
            return Bitboard::EMPTY;
        }
        let queen_side = rooks.first().filter(|&rook| rook < king);
        let king_side = rooks.last().filter(|&rook| rook > king);
        queen_side.into_iter().chain(king_side).collect()
    }

    /// Returns whether the last move can have been a double push across a square.
    fn is_just_passed(&self, square: Square) -> bool {
        let (rank, back, forth) = match self.turn {
            Color::White => (Rank::Sixth, Direction::North, Direction::South),
            Color::Black => (Rank::Third, Direction::South, Direction::North),
        };
        let sets = self.sets();
        let passed = square.bitboard();
        square.rank() == rank
            && passed.step(forth).intersects(sets.pawns & sets.color(!self.turn))
            && (passed | passed.step(back)).is_disjoint(sets.white | sets.black)
    }
}
