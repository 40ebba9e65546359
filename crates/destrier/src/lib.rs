#![doc = "placeholder"]
#![no_std]

#[cfg(test)]
extern crate std;

#[cfg(test)]
mod naive;

mod bitboard;
mod color;
mod direction;
mod file;
mod formulation;
mod line;
mod mapping;
mod picture;
mod rank;
mod square;
mod x88;

pub mod greater_one;
pub mod knight;
pub mod pawn;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use color::{Color, ParseColorError};
pub use direction::Direction;
pub use file::File;
pub use formulation::Formulation;
#[doc(inline)]
pub use greater_one::greater_one;
pub use line::Line;
pub use mapping::SquareMapping;
pub use picture::{ParseBitboardError, PictureError};
pub use rank::Rank;
pub use square::{ParseSquareError, Square};
