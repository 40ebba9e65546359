#![doc = "placeholder"]
#![no_std]

#[cfg(test)]
extern crate std;

#[cfg(test)]
mod naive;

mod bitboard;
mod board;
mod color;
mod direction;
mod file;
mod formulation;
mod layers;
mod leaper;
mod line;
mod mapping;
mod move_lists;
mod picture;
mod piece;
mod rank;
mod square;
mod x88;

pub mod functions;
pub mod greater_one;
pub mod king;
pub mod knight;
pub mod pawn;
pub mod sliders;
pub mod values;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use board::{Board, BoardError, ParsePlacementError, Sets};
pub use color::{Color, ParseColorError};
pub use direction::Direction;
pub use file::File;
pub use formulation::Formulation;
#[doc(inline)]
pub use greater_one::greater_one;
pub use layers::Layers;
pub use line::Line;
pub use mapping::SquareMapping;
pub use picture::{ParseBitboardError, PictureError};
pub use piece::Piece;
pub use rank::Rank;
pub use square::{ParseSquareError, Square};
