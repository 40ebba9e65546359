//! The position to show.

use destrier::Board;
use destrier_games::{FenError, GameMove, Position};

/// A position, and what is known about it.
pub(super) struct Subject {
    /// The pieces and the side to move.
    pub(super) board: Board,
    /// The position as FEN.
    pub(super) fen: String,
    /// The legal position, or the rule that it breaks.
    pub(super) position: Result<Position, FenError>,
    /// The next move, if the position is from a game.
    pub(super) game: GameMove,
    /// A description of where the position comes from.
    pub(super) origin: Option<String>,
}

impl Subject {
    /// Returns the subject for a position without a game.
    pub(super) fn of_position(position: Position) -> Self {
        let (board, fen) = (position.board(), position.fen());
        Self { board, fen, position: Ok(position), game: GameMove::default(), origin: None }
    }

    /// Returns the subject for a FEN, even if no game can reach the position.
    pub(super) fn of_fen(fen: &str) -> Result<Self, FenError> {
        match Position::from_fen(fen.as_bytes()) {
            Ok(position) => Ok(Self::of_position(position)),
            Err(error) => {
                let board = Position::board_of_fen(fen.as_bytes())?;
                Ok(Self {
                    board,
                    fen: fen.to_owned(),
                    position: Err(error),
                    game: GameMove::default(),
                    origin: None,
                })
            }
        }
    }
}
