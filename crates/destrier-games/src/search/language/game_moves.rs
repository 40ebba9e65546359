//! The moves with which a game must go on.

use super::view::View;
use crate::chess::{CastlingSide, Continuation, Move, Position, San};
use destrier::Piece;

/// Moves that follow each other in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameMoves(pub(super) Vec<GameMove>);

/// A move of a game, as a pattern names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameMove {
    /// Any move.
    Any,
    /// Any move of a kind of piece.
    Of(Piece),
    /// A move in SAN, as seen by the side that has the pattern.
    San(San),
}

impl GameMove {
    /// Parses `*`, `Q*`, `O-O` or another move in SAN.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        match bare.strip_suffix('*') {
            Some("") => Some(Self::Any),
            Some(letter @ ("K" | "Q" | "R" | "B" | "N" | "P")) => {
                Piece::from_letter(letter.chars().next()?).map(Self::Of)
            }
            Some(_) => None,
            None => match San::from_ascii(bare.as_bytes()) {
                Ok(San::Null) | Err(_) => None,
                Ok(san) => Some(Self::San(san)),
            },
        }
    }

    /// Returns whether this is a move in a position.
    fn matches(self, played: Move, position: &Position, view: View) -> bool {
        match (self, played) {
            (Self::Any, _) => true,
            (Self::Of(piece), _) => piece == piece_of(played),
            (Self::San(San::Castling(side)), Move::Castling { king, rook }) => {
                let is_kings = (rook > king) != view.is_mirrored();
                is_kings == (side == CastlingSide::King)
            }
            (
                Self::San(San::Normal { piece, file, rank, capture, to, promotion }),
                Move::Normal { from, to: played_to, promotion: played_promotion, .. },
            ) => {
                let is_capture = position.board().color(!position.turn()).contains(played_to);
                let (from, played_to) = (view.square(from), view.square(played_to));
                piece == piece_of(played)
                    && file.is_none_or(|file| file == from.file())
                    && rank.is_none_or(|rank| rank == from.rank())
                    && capture == is_capture
                    && to == played_to
                    && promotion == played_promotion
            }
            (
                Self::San(San::Normal { piece: Piece::Pawn, file, rank, capture: true, to, promotion: None }),
                Move::EnPassant { from, to: played_to },
            ) => {
                let from = view.square(from);
                file.is_none_or(|file| file == from.file())
                    && rank.is_none_or(|rank| rank == from.rank())
                    && to == view.square(played_to)
            }
            _ => false,
        }
    }
}

/// Returns the piece that moves. A pawn that promotes is a pawn, and castling is a move of the king.
pub(super) const fn piece_of(played: Move) -> Piece {
    match played {
        Move::Normal { piece, .. } => piece,
        Move::EnPassant { .. } => Piece::Pawn,
        Move::Castling { .. } => Piece::King,
    }
}

impl GameMoves {
    /// Returns whether a game goes on with these moves. `game` returns its positions and continuations by number.
    pub(super) fn follow(
        &self,
        first: usize,
        view: View,
        game: &dyn Fn(usize) -> Option<(Position, Continuation)>,
    ) -> bool {
        self.0.iter().enumerate().all(|(i, expected)| match game(first + i) {
            Some((position, Continuation::Move(played))) => expected.matches(played, &position, view),
            _ => false,
        })
    }
}
