//! Patterns of knights and kings on the chess board, computed with bitboards.
//!
//! From where does a knight fork king and rook? How many moves is it from here to there? Which passers does a king
//! catch, can it walk to the other wing, along which line is it open to a check? Each of these is a function from
//! sets of squares to a set of squares, or to a number, and most take a handful of operations on 64-bit words.
//!
//! Nothing here allocates or panics, whatever it is given. All functions but iterators, parsers, printers, the
//! [registry of functions](functions) and the [batch] kernels are `const`. There is no dependency, not even the standard
//! library but to ask what the processor has (the feature `std`, on by default), and there are no rules of chess: no
//! legality, no castling.
//!
//! # A set of squares is a number
//!
//! A chess board has 64 squares and a machine word 64 bits. Let bit 0 stand for a1, bit 1 for b1 and so on along the
//! ranks, up to bit 63 for h8. Then every set of squares is a number, a *bitboard*. White's pawns before the first
//! move are one:
//!
//! ```
//! use destrier::{bitboard, Bitboard, Rank, Square};
//!
//! let pawns: Bitboard = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     X X X X X X X X
//!     . . . . . . . .
//! };
//! assert_eq!(pawns.bits(), 0xff00);
//! assert_eq!(pawns, Rank::Second.bitboard());
//! assert_eq!(pawns.len(), 8);
//! assert!(pawns.contains(Square::E2));
//! ```
//!
//! # How to read the pictures
//!
//! A picture shows the board as White sees it: rank 8 above, file a on the left, `X` for a square of the set, `.` for
//! any other. [`bitboard!`] makes the set of a picture when the program is compiled, and `{:#?}` prints the picture of
//! a set, so that a test that fails shows two boards. Every board drawn on these pages is asserted by a
//! test.
//!
//! ```
//! # use destrier::Square;
//! assert_eq!(format!("{:#?}", Square::C2.bitboard()), "\
//! bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . X . . . . .
//!     . . . . . . . .
//! }");
//! ```
//!
//! # The algebra of sets
//!
//! What a processor does to the bits of two words is what one does to sets:
//!
//! | operator | in `const` code | the squares that are |
//! |---|---|---|
//! | `a \| b` | [`a.union(b)`](Bitboard::union) | in `a` or `b` or both |
//! | `a & b` | [`a.intersection(b)`](Bitboard::intersection) | in both |
//! | `a - b` | [`a.difference(b)`](Bitboard::difference) | in `a`, not in `b` |
//! | `a ^ b` | [`a.symmetric_difference(b)`](Bitboard::symmetric_difference) | in one, not in both |
//! | `!a` | [`a.complement()`](Bitboard::complement) | not in `a` |
//!
//! A knight can move where it attacks and no piece of its own stands, in one word for all its moves:
//!
//! ```
//! use destrier::{bitboard, knight, Square};
//!
//! let own = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . X . . .
//!     . . . . . . . .
//!     X X X X . X X X
//!     X X X X X X X X
//! };
//! let moves = knight::attacks_from(Square::G1) - own;
//! assert_eq!(moves, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . X . X
//!     . . . . X . . .
//!     . . . . . . . .
//! });
//! assert!(moves.iter().eq([Square::E2, Square::F3, Square::H3]));
//! ```
//!
//! # Steps
//!
//! A shift of the word moves all squares of a set at once: by 8 bits to the next rank, by 1 to the next file. The files
//! that a shift carries over the edge are masked out, or a step east of h4 would land on a5. [`Bitboard::step`] does
//! both, in each [`Direction`] of king and knight:
//!
//! ```
//! use destrier::{bitboard, Direction};
//!
//! let set = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . X . . . . .
//!     . . . . . . . .
//!     . . . . . . . X
//!     X . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! };
//! assert_eq!(set.step(Direction::East), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . X . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . X . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! # From steps to patterns
//!
//! What a king attacks is the union of its eight steps, what a knight attacks of the knight's eight. Both take many
//! pieces at once, since a step does. And attacks go both ways: the squares from which a knight attacks e8 are those
//! that a knight on e8 attacks. So where two such sets overlap, a knight forks:
//!
//! ```
//! use destrier::{bitboard, knight, Square};
//!
//! let forks = knight::attacks_from(Square::A8) & knight::attacks_from(Square::E8);
//! assert_eq!(forks, bitboard! {
//!     . . . . . . . .
//!     . . X . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! ```
//!
//! # Fills
//!
//! Attacks of attacks are two moves, and so on: adding them until nothing is added floods the board. How many rounds it
//! took to reach a square is its distance, and the rounds kept apart are the shortest paths. After two moves, a knight
//! from a1 has these squares behind it; two moves later b2 is among them:
//!
//! ```
//! use destrier::{bitboard, knight, Square};
//!
//! let two_moves = knight::fill(knight::fill(Square::A1.bitboard()));
//! assert_eq!(two_moves, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     X . X . . . . .
//!     . X . X . . . .
//!     X X . . X . . .
//!     . . X X . . . .
//!     X . X . X . . .
//! });
//! assert!(!knight::fill(two_moves).contains(Square::B2));
//! assert!(knight::fill(knight::fill(two_moves)).contains(Square::B2));
//! assert_eq!(knight::distance(Square::A1, Square::B2), 4);
//! ```
//!
//! # The pages in reading order
//!
//! The words: [`Square`], [`File`], [`Rank`], [`Line`], [`Direction`]; [`Bitboard`] and the picture of one,
//! [`bitboard!`]; [`Color`] and [`Piece`]. [`SquareMapping`] is for exchanging bits with programs that count otherwise.
//!
//! [Knights](knight):
//!
//! - [attacks](mod@knight::attacks): the squares that knights attack.
//! - [moves](mod@knight::moves): the same, minus own pieces, with source and target kept together.
//! - [fill](mod@knight::fill): how far knights get in a number of moves.
//! - [distance](mod@knight::distance): how many moves it is from square to square.
//! - [paths](knight::paths): whether there is a way around taboo squares, and all the shortest ones.
//! - [fork squares](mod@knight::fork_squares): from where a knight attacks two targets at once.
//! - [passer](knight::passer): whether a lone knight stops a passer.
//! - [move list](mod@knight::move_list): the squares of a set of moves, looked up instead of counted out.
//!
//! [Kings](king):
//!
//! - [attacks](mod@king::attacks): the squares that kings attack.
//! - [fill](mod@king::fill): how far kings get in a number of moves.
//! - [distance](mod@king::distance): how many moves it is from square to square.
//! - [Manhattan distance](mod@king::manhattan_distance): the same without diagonal steps.
//! - [trajectory](mod@king::trajectory): all squares on a shortest way across the empty board.
//! - [paths](king::paths): whether a king can walk over given squares, and all the shortest walks.
//! - [lines](king::lines): along which line a check from afar attacks all the king's escapes.
//! - [shield](king::shield): the pawns before a castled king as a number.
//! - [square rule](king::square_rule): which passers a king catches, for all squares at once.
//! - [move list](mod@king::move_list): as for the knight.
//!
//! What these need of others: [sets that overlap](mod@greater_one), [pawns](pawn), [sliders].
//!
//! Whole positions: a [`Board`] is eight sets and a side to move, and [`values`] are what there is to say of it for
//! each side. [`functions`] lists what a calculator or query language can offer. [`batch`] is all of this over columns of
//! positions, four or eight at a time.
//!
//! # In `const` code
//!
//! A table of one's own is a loop that the compiler runs:
//!
//! ```
//! use destrier::{knight, Bitboard, Square};
//!
//! const CENTER: Bitboard = Bitboard::from_squares(&[Square::D4, Square::E4, Square::D5, Square::E5]);
//!
//! /// How many moves a knight is from the center.
//! const FROM_CENTER: [u8; 64] = {
//!     let mut table = [0; 64];
//!     let mut i = 0;
//!     while i < 64 {
//!         table[i] = match knight::set_distance(Square::ALL[i].bitboard(), CENTER) {
//!             Some(moves) => moves,
//!             None => 0,
//!         };
//!         i += 1;
//!     }
//!     table
//! };
//! assert_eq!(FROM_CENTER[usize::from(Square::A1.index())], 2);
//! assert_eq!(FROM_CENTER[usize::from(Square::E4.index())], 0);
//! ```
//!
//! # Formulations
//!
//! To most results there are several ways: a table, a formula for all squares at once, a loop over directions. The
//! plain name is the one to use. The others stand beside it under names that say what they are, each with what it costs
//! and when it wins, and the module's `FORMULATIONS` lists them all ([`Formulation`]). Costs are counted from the
//! source, not measured. Tests hold every formulation against a definition from files and ranks: over all inputs where
//! those are few, over thousands of sets at random where they are not.
//!
//! # Conventions
//!
//! - *Attacks* are those of the piece alone: a pinned piece attacks, and a square with an own piece on it is attacked
//!   (defended).
//! - A *side* is a [`Color`]: White's pawns go north, Black's south. The `turn` is the side to move.
//! - *Taboo* squares are those on which no move may end. They can be left.
//! - A *path* is the set of squares that may be stood on, both ends included.
//! - `n` is a number of moves. Any number will do; fills end when nothing is added.
//! - Where there may be no answer (the distance of an empty set, a way that does not exist) it is an `Option`.
//! - Nonsense is answered, and the page says how: a pawn on the first rank, ten knights, a king on a taboo square.
//!
//! # Where the ideas come from
//!
//! Most of them from the pages of the Chess Programming Wiki, "the wiki" from here on, and from *Knight move
//! generation* by Sebastian Veile; each page names its sources by title. What no source states was derived here.

#![no_std]

#[cfg(any(test, feature = "std"))]
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
mod value_list;
mod x88;

pub mod batch;
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

/// The examples of the README files, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../README.md")]
struct Readme;
