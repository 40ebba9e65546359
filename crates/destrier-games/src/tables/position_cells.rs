//! Columns of positions about moves, clocks and what the pieces do not show, filled cell by cell.

use super::cells::Cells;
use super::values::ValuesOfSide;
use crate::chess::{Continuation, Move, Positions, SanWithSign, Unscreened};
use crate::formats::pgn::Annotations;
use crate::formats::{Game, Start};
use destrier::{Color, Piece, Sets, Square};
use std::ops::Range;

/// Rows of a table of positions.
pub(crate) struct PositionRows<'a> {
    pub(crate) positions: &'a Positions,
    /// The range of positions.
    pub(crate) range: Range<usize>,
}

/// The content of a column that is filled cell by cell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PositionCell {
    /// The move before the next one, in SAN.
    PreviousSan,
    /// The move after the next one, in SAN.
    SanAfter,
    /// The piece of the next move.
    Piece,
    /// The piece that the next move captures.
    Captured,
    /// The seconds on the clock of the side to move.
    Clock,
    /// The game's own evaluation.
    Evaluation,
    /// The castling rights, as in the FEN.
    Castling,
    /// The en passant square, as in the FEN.
    EnPassant,
    /// All pieces of a side.
    Pieces(Relative),
    /// A value of a side, by its index in the registry of values.
    Value(Relative, usize),
}

/// A side, relative to the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Relative {
    Us,
    Them,
}

impl Relative {
    pub(super) const ALL: [Self; 2] = [Self::Us, Self::Them];

    /// Returns what the names of columns begin with.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Us => "us",
            Self::Them => "them",
        }
    }

    /// Returns the words for definitions.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Us => "the side to move",
            Self::Them => "the side that is not to move",
        }
    }

    pub(super) const fn other(self) -> Self {
        match self {
            Self::Us => Self::Them,
            Self::Them => Self::Us,
        }
    }

    /// Returns the color of the side.
    const fn color(self, turn: Color) -> Color {
        match self {
            Self::Us => turn,
            Self::Them => turn.other(),
        }
    }
}

/// What columns of some positions are filled from, computed for all of them at once, if a column needs it.
#[derive(Default)]
pub(crate) struct Computed {
    pub(super) values: [Option<ValuesOfSide>; 2],
    /// The move before the first position, the moves of the positions, and the move after that of the last.
    pub(super) sans: Vec<Option<SanWithSign>>,
    pub(super) annotations: Option<Annotations>,
}

impl Computed {
    /// Returns the move of a position in SAN.
    pub(super) fn san(&self, index: usize) -> Option<SanWithSign> {
        self.sans.get(index + 1).copied().flatten()
    }
}

/// Returns the moves of positions in SAN, with the one before and the one after them.
pub(super) fn sans(game: &Game<'_>, positions: &Positions) -> Vec<Option<SanWithSign>> {
    let [before, after] = around(game, positions);
    [before].into_iter().chain(positions.sans()).chain([after]).collect()
}

/// Returns the move that led to the first position, and the one after the move of the last. Only a game of more than
/// [`Positions::MAX`] positions has them, because it comes in parts.
///
/// Cost: replays such a game.
fn around(game: &Game<'_>, positions: &Positions) -> [Option<SanWithSign>; 2] {
    let (first, end) = (positions.ply(0), positions.ply(positions.len()));
    let mut around = [None; 2];
    if (first > 0 || positions.len() == Positions::MAX)
        && let Ok(Start::Position(start)) = game.start()
    {
        // The scan reports the damage.
        let _ = game.replay(&start, &mut Positions::new(), &Unscreened, |part| {
            for (ply, position, next) in part.iter() {
                for (san, wanted) in around.iter_mut().zip([first.checked_sub(1), Some(end)]) {
                    if wanted == Some(ply) {
                        *san = next.map(|next| next.san(&position));
                    }
                }
            }
        });
    }
    around
}

impl PositionCell {
    /// Returns whether the column shows SAN.
    pub(super) const fn is_san(self) -> bool {
        matches!(self, Self::PreviousSan | Self::SanAfter)
    }

    /// Writes the column for some positions.
    pub(super) fn fill(self, cells: &mut dyn Cells, rows: &PositionRows<'_>, computed: &Computed) {
        for index in rows.range.clone() {
            self.fill_one(cells, rows.positions, index, computed);
        }
    }

    fn fill_one(self, cells: &mut dyn Cells, positions: &Positions, index: usize, computed: &Computed) {
        let annotation = |ply: u32| {
            computed.annotations.as_ref().map(|annotations| annotations.at(ply)).unwrap_or_default()
        };
        match self {
            Self::PreviousSan => write_san(cells, computed.sans.get(index).copied().flatten()),
            Self::SanAfter => write_san(cells, computed.sans.get(index + 2).copied().flatten()),
            Self::Piece => write_piece(cells, positions.next(index).and_then(piece)),
            Self::Captured => write_piece(cells, captured(positions, index)),
            Self::Clock => {
                // The comment after a move has the clock of the side that played it.
                cells.real(positions.ply(index).checked_sub(1).and_then(|ply| annotation(ply).clock));
            }
            Self::Evaluation => {
                let evaluation = annotation(positions.ply(index)).evaluation;
                let turn = positions.turns()[index];
                cells.number(evaluation.map(|evaluation| evaluation.centipawns(turn).into()));
            }
            Self::Castling => cells.optional_text(positions.position(index).fen().split(' ').nth(2)),
            Self::EnPassant => {
                let fen = positions.position(index).fen();
                cells.optional_text(fen.split(' ').nth(3).filter(|square| *square != "-"));
            }
            Self::Pieces(side) => {
                let Sets { white, black, .. } = positions.sets();
                let color = side.color(positions.turns()[index]);
                cells.sets(&[if color.is_white() { white[index] } else { black[index] }]);
            }
            Self::Value(side, value) => {
                let color = side.color(positions.turns()[index]);
                if let Some(values) = &computed.values[usize::from(color.index())] {
                    values.fill(cells, value, index..index + 1);
                }
            }
        }
    }
}

/// Writes a move, or null.
pub(super) fn write_san(cells: &mut dyn Cells, san: Option<SanWithSign>) {
    match san {
        Some(san) => cells.written(&san),
        None => cells.null(),
    }
}

fn write_piece(cells: &mut dyn Cells, piece: Option<Piece>) {
    match piece {
        Some(piece) => cells.written(&piece),
        None => cells.null(),
    }
}

/// Returns the piece that moves. When a side castles, it is the king.
const fn piece(next: Continuation) -> Option<Piece> {
    match next {
        Continuation::Move(Move::Normal { piece, .. }) => Some(piece),
        Continuation::Move(Move::EnPassant { .. }) => Some(Piece::Pawn),
        Continuation::Move(Move::Castling { .. }) => Some(Piece::King),
        Continuation::NullMove => None,
    }
}

/// Returns the piece that the next move captures.
fn captured(positions: &Positions, index: usize) -> Option<Piece> {
    match positions.next(index)? {
        Continuation::Move(Move::Normal { to, .. }) => piece_on(&positions.sets(), index, to),
        Continuation::Move(Move::EnPassant { .. }) => Some(Piece::Pawn),
        Continuation::Move(Move::Castling { .. }) | Continuation::NullMove => None,
    }
}

fn piece_on(sets: &Sets<&[u64]>, index: usize, square: Square) -> Option<Piece> {
    let [_, _, kinds @ ..] = sets.to_array();
    let kind = kinds.iter().position(|kind| kind[index] & square.bitboard().bits() != 0)?;
    Some(Piece::ALL[kind])
}
