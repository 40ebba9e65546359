//! The position to show.

use destrier::Board;
use destrier_games::{FenError, GameMove, Position};

/// A position, and what is known about it.
pub(super) struct Subject {
    /// The pieces and the side to move.
    pub(super) board: Board,
    /// The position as text.
    pub(super) fen: String,
    /// The position by the rules of chess, or why it breaks them.
    pub(super) position: Result<Position, FenError>,
    /// How the game went on, if the position is from a game.
    pub(super) game: GameMove,
    /// Where the position is from, in words.
    pub(super) origin: Option<String>,
}

impl Subject {
    /// A position about which nothing else is known.
    pub(super) fn of_position(position: Position) -> Self {
        let (board, fen) = (position.board(), position.fen());
        Self { board, fen, position: Ok(position), game: GameMove::default(), origin: None }
    }

    /// The position of a FEN, even if no game can reach it.
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
