//! Knight and king patterns on the chessboard, computed with bitboards.
//!
//! From which squares does a knight fork king and rook? How many moves does a piece need to reach a square? Which
//! passers can a king catch? Along which line is a king open to a distant check? Each function takes sets of
//! squares and returns a set or a number. Most take a few operations on 64-bit words.
//!
//! # Use it in your engine
//!
//! Pass your bitboards as `u64`, with a1 as bit 0 and h8 as bit 63. [`SquareMapping`] converts other bit orders. This
//! evaluation term takes twelve bitboards. [`Sets::from_colors_and_pieces`] takes eight.
//!
//! ```
//! use destrier::{Board, Color, Sets};
//!
//! /// Each side's pawns, knights, bishops, rooks, queens and king, White first. The result is for the side to move.
//! fn evaluate(pieces: [[u64; 6]; 2], turn: Color) -> i32 {
//!     let board = Board::assume_consistent(Sets::from_colored_pieces(pieces), turn);
//!     let side = |color: Color| {
//!         let fork = i32::from(!board.fork_squares(color).is_empty());
//!         let shield = board.shield(color).map_or(0, |shield| shield.index.count_ones() as i32);
//!         let runners = board.uncatchable(color).len() as i32;
//!         40 * fork + 8 * shield + 200 * runners
//!     };
//!     side(turn) - side(turn.other())
//! }
//!
//! // White has a fork on c7, and three pawns in front of the king.
//! let white = [0xe000, 1 << 35, 0, 1, 0, 1 << 6];
//! let black = [0x00e0_0000_0000_0000, 0, 0, 1 << 56, 0, 1 << 60];
//! assert_eq!(evaluate([white, black], Color::White), 40 + 8 * 3);
//! ```
//!
//! [`Board::assume_consistent`] does not check the sets, [`Board::from_sets`] does. Both are safe. The methods of
//! [`Board`] answer questions about a position. The modules answer questions about any sets of squares:
//!
//! ```
//! use destrier::{king, knight, Bitboard, Color, Square};
//!
//! // The black king on e8 and the black rook on a8. A knight forks them from c7.
//! let targets = Bitboard::from_bits(0x1100_0000_0000_0000);
//! assert_eq!(knight::fork_squares(targets).bits(), 0x0004_0000_0000_0000);
//!
//! // White to move: the black king on g5 catches the passer on h3, but not the one on a2.
//! let passers = Bitboard::from_squares(&[Square::A2, Square::H3]);
//! let uncatchable = king::uncatchable(passers, Square::G5, Color::Black, Color::White);
//! assert_eq!(uncatchable, Square::A2.bitboard());
//! ```
//!
//! - The crate is `no_std` and has no dependencies. The default feature `std` only detects processor features for
//!   [batch] kernels.
//! - No function allocates or panics, for any input.
//! - All functions are `const`, except iterators, parsers, printers, the [registry of functions](functions) and the
//!   [batch] kernels.
//! - There are no rules of chess: no legality, no castling.
//!
//! # A set of squares is a number
//!
//! A chessboard has 64 squares and a machine word has 64 bits. Bit 0 stands for a1, bit 1 for b1, and so on along
//! the ranks to bit 63 for h8. So every set of squares is a 64-bit number, a *bitboard*. For example, White's pawns
//! before the first move:
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
//! A picture shows the board from White's side: rank 8 at the top, file a on the left, `X` for a square of the set
//! and `.` for any other square. [`bitboard!`] converts a picture to a set at compile time. `{:#?}` prints a set as
//! a picture, so a failed assertion shows two boards. Tests check every picture in this documentation.
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
//! Bitwise operations on two words are set operations:
//!
//! | operator | in `const` code | result |
//! |---|---|---|
//! | `a \| b` | [`a.union(b)`](Bitboard::union) | squares in `a`, in `b` or in both |
//! | `a & b` | [`a.intersection(b)`](Bitboard::intersection) | squares in both |
//! | `a - b` | [`a.difference(b)`](Bitboard::difference) | squares in `a` but not in `b` |
//! | `a ^ b` | [`a.symmetric_difference(b)`](Bitboard::symmetric_difference) | squares in exactly one |
//! | `!a` | [`a.complement()`](Bitboard::complement) | squares not in `a` |
//!
//! A knight can move to the squares that it attacks, except those with a piece of its own side. A set difference
//! computes all its moves at once:
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
//! A shift moves all squares of a set at once: 8 bits to the next rank, 1 bit to the next file. A mask removes the
//! squares that the shift carries around the edge of the board. Without it, a step east from h4 would end on a5.
//! [`Bitboard::step`] shifts and masks, in each [`Direction`] of king and knight:
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
//! A king attacks the union of its eight steps, and a knight attacks the union of its eight. Steps move whole sets,
//! so attacks work for many pieces at once.
//!
//! Attacks are mutual: the squares from which a knight attacks e8 are those that a knight on e8 attacks. So a
//! knight forks where two such sets overlap:
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
//! A fill adds the attacks of a set to the set. Repeat it until nothing is added, and it floods the board. The
//! number of rounds until it reaches a square is the distance. The squares of each round give the shortest paths. A
//! knight from a1 covers these squares in two moves. It needs two more moves to reach b2:
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
//! # Overview
//!
//! Basic types: [`Square`], [`File`], [`Rank`], [`Line`], [`Direction`], [`Bitboard`], [`Color`] and [`Piece`].
//!
//! [Knights](knight):
//!
//! - [attacks](mod@knight::attacks): the squares that knights attack.
//! - [moves](mod@knight::moves): the same without own pieces, with source and target of each move.
//! - [fill](mod@knight::fill): the squares within a number of moves.
//! - [distance](mod@knight::distance): the number of moves between squares.
//! - [paths](knight::paths): paths around taboo squares, and all shortest paths.
//! - [fork squares](mod@knight::fork_squares): the squares from which a knight attacks two targets.
//! - [mobility](mod@knight::mobility): the squares of an area that knights attack, and their number.
//! - [trapped](mod@knight::trapped): knights without a move into an area.
//! - [checks](mod@knight::checks): the squares from which a knight checks a king in one move.
//! - [outposts](mod@knight::outposts): defended squares that no opposing pawn can attack, and who reaches them.
//! - [passer](knight::passer): whether a lone knight stops a passer.
//! - [move list](mod@knight::move_list): the squares of a set of moves, from a table.
//!
//! [Kings](king):
//!
//! - [attacks](mod@king::attacks): the squares that kings attack.
//! - [fill](mod@king::fill): the squares within a number of moves.
//! - [distance](mod@king::distance): the number of moves between squares.
//! - [Manhattan distance](mod@king::manhattan_distance): the same without diagonal steps.
//! - [trajectory](mod@king::trajectory): all squares on shortest paths across the empty board.
//! - [paths](king::paths): paths over given squares, and all shortest paths.
//! - [lines](king::lines): the lines along which a distant check attacks all the king's escapes.
//! - [shield](king::shield): the pawns in front of a castled king, as a number.
//! - [any shield](king::any_shield): the pawns in front of a king on any square, as a number.
//! - [pawn storm](king::pawn_storm): the opposing pawns in front of a king, as a number.
//! - [open files](mod@king::open_files): the open and half-open files on and beside a king.
//! - [zone](mod@king::zone): the squares around and in front of a king, and the attacks on them.
//! - [checks](king::checks): the squares from which a piece can safely check a king.
//! - [virtual mobility](mod@king::virtual_mobility): the mobility of a queen on the king's square.
//! - [square rule](king::square_rule): the passers that a king catches, for all squares at once.
//! - [opposition](mod@king::opposition): which king has to give way.
//! - [key squares](mod@king::key_squares): the squares from which a king escorts its pawn to promotion.
//! - [move list](mod@king::move_list): as for the knight.
//!
//! Helpers: [sets that overlap](mod@greater_one), [pawns](pawn), [sliders].
//!
//! Whole positions: a [`Board`] is eight sets and a side to move. [`values`] computes all patterns of a side.
//! [`batch`] computes patterns for columns of positions, four or eight at a time. [`functions`] is a registry for
//! calculators and query languages.
//!
//! # In `const` code
//!
//! You can build your own tables at compile time:
//!
//! ```
//! use destrier::{knight, Bitboard, Square};
//!
//! const CENTER: Bitboard = Bitboard::from_squares(&[Square::D4, Square::E4, Square::D5, Square::E5]);
//!
//! /// The number of knight moves to the center.
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
//! Most results have several formulations, such as a table, a formula for all squares at once, or a loop over
//! directions. The function with the plain name is the default. The others have descriptive names, and their
//! documentation says what they cost and when they are faster. The module's `FORMULATIONS` lists them all
//! ([`Formulation`]).
//!
//! Costs are counted from the source, not measured. Tests compare every formulation with a definition by files and
//! ranks: for all inputs if there are few, otherwise for thousands of random sets.
//!
//! # Conventions
//!
//! - Attacks ignore pins. A square with a piece of the attacker's own side is attacked (defended).
//! - A *side* is a [`Color`]: White's pawns move north, Black's south. The *turn* is the side to move.
//! - No move may end on a *taboo* square. Pieces may start on one.
//! - A *path* is the set of squares that may be used, including both ends.
//! - `n` is a number of moves. Any number is allowed: fills stop when nothing is added.
//! - A function that may have no result, such as the distance of an empty set, returns an `Option`.
//! - Inputs that are impossible in chess have documented results: a pawn on the first rank, ten knights, a king on
//!   a taboo square.
//!
//! # Sources
//!
//! Most ideas come from the Chess Programming Wiki, called "the wiki" in this documentation, and from *Knight move
//! generation* by Sebastian Veile. Each page names its sources by title. Ideas without a source were derived here.

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
mod index;
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
pub use index::IndexError;
pub use layers::Layers;
pub use line::Line;
pub use mapping::SquareMapping;
pub use picture::{ParseBitboardError, PictureError};
pub use piece::Piece;
pub use rank::Rank;
pub use square::{ParseSquareError, Square};

/// Runs the examples of the README files as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../../../README.md")]
struct Readme;
