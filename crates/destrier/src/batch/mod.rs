//! The patterns over columns: the same functions, for many positions at once.
//!
//! A position is eight numbers of 64 bits, so a million positions are eight columns of a million numbers. Most patterns
//! here are a straight line of shifts and masks, the same for every position, and a processor with vectors does it for
//! two, four or eight positions in one go. A [`Kernel`] is such instructions, and [`Kernel::map`] goes through columns
//! with them:
//!
//! ```
//! use destrier::batch::Kernel;
//! use destrier::knight;
//!
//! let knights: [u64; 3] = [0x08000000, 0x1, 0x42];
//! let mut attacks = [0_u64; 3];
//! Kernel::best().map(&knights[..], &mut attacks[..], knight::attacks)?;
//! assert_eq!(attacks, [0x0000_1422_0022_1400, 0x20400, 0xa51800]);
//! # Ok::<(), destrier::batch::LengthError>(())
//! ```
//!
//! The function is any of the library's, or one's own; it is compiled once for each kernel. What goes in are slices of
//! `u64` or `Bitboard` for sets, of `u8` or of [`Color`](crate::Color); what comes out are slices of `u64`, `Bitboard`,
//! `u8` or `bool`. Several of them are a tuple. All are of one length, or it is an error and nothing is written.
//! Nothing allocates, and every kernel gives the same answers bit for bit.
//!
//! # Positions
//!
//! [`Boards`] are the eight columns of positions and the column of sides to move. A function of them gets a [`Lane`], one
//! position, with the methods of [`Board`](crate::Board). So several questions are answered in one pass, with what they
//! have in common computed once, and no column written but that of the answers. In which positions is there a fork to be
//! played, and for whom is there a knight that forks?
//!
//! ```
//! use destrier::batch::{Boards, Kernel, Side};
//! use destrier::{Board, Color, Sets};
//!
//! let boards = [
//!     Board::from_placement("r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R", Color::White)?,
//!     Board::from_placement("r3k2r/2N5/8/8/8/8/8/4K3", Color::Black)?,
//! ];
//! let column = |set: fn(Sets) -> destrier::Bitboard| boards.map(|board| set(board.sets()).bits());
//! let [white, black] = [column(|sets| sets.white), column(|sets| sets.black)];
//! let [pawns, knights, bishops] = [column(|sets| sets.pawns), column(|sets| sets.knights), column(|sets| sets.bishops)];
//! let [rooks, queens, kings] = [column(|sets| sets.rooks), column(|sets| sets.queens), column(|sets| sets.kings)];
//! let turns = boards.map(|board| board.turn());
//!
//! let columns = Boards::new(
//!     Sets {
//!         white: &white,
//!         black: &black,
//!         pawns: &pawns,
//!         knights: &knights,
//!         bishops: &bishops,
//!         rooks: &rooks,
//!         queens: &queens,
//!         kings: &kings,
//!     },
//!     &turns,
//! )?;
//! let mut flags = [0_u8; 2];
//! Kernel::best().map(columns, &mut flags[..], #[inline(always)] |board| {
//!     u8::from(!board.fork_squares(board.turn()).is_empty())
//!         | u8::from(!board.forking_knights(Side::WHITE).is_empty()) << 1
//!         | u8::from(!board.forking_knights(Side::BLACK).is_empty()) << 2
//! })?;
//! assert_eq!(flags, [0b001, 0b010]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The `#[inline(always)]` before the closure belongs there: a long closure that the compiler left outside of the loop
//! would give the same answers one by one. Branches and tables in it do the same, and so a lane has neither: what depends
//! on a color is picked by a mask ([`Side`]), and where a loop would go on until nothing changes, a lane makes as many
//! steps as can ever be needed.
//!
//! [`values`](values()) computes all [values](crate::values) of a side in one pass, and [`Lane::values_of_both`] with two
//! [`ValueColumns`] those of both sides.
//!
//! # Steps
//!
//! [`Kernel::iterate`] is for what takes another number of steps in each position, as a walk around obstacles does. It
//! goes on until none of 64 positions changes.
//!
//! # By name
//!
//! [`ONE_SET`], [`TWO_SETS`] and [`THREE_SETS`] list the library's functions from sets to a set, for a program that is
//! told which one at run time.
//!
//! # One position
//!
//! With one board and no column there is little to gain. On x86-64 there is a module `x86_64` with the forms that spread a
//! single position over a vector: eight directions of a knight, four lines through a king.
//!
//! # How fast it is
//!
//! With AVX-512, knight attacks are 7 shifts and 7 other operations for eight boards. A processor with two units for
//! vectors of 512 bits takes 7 cycles for them at best. AMD's Zen 4 splits such vectors in two, shifts in two units and
//! does the rest in four: 7 cycles again. Fork squares are 11 shifts and 16 others, 13.5 cycles at best on either. With
//! AVX2 and its fewer forms of operations, Zen 4 takes 4.25 and 7.75 cycles for four. `cargo bench -p destrier --bench
//! batch` measures it, beside the formula set by set, a table with a bit scan and a plain copy.
//!
//! Where the first column to write has 16 MiB or more, [`Kernel::map`] writes columns around the cache: they would push
//! out what is needed, and a processor that stores a part of a cache line reads the line first. It is done on x86-64,
//! and not by [`Kernel::iterate`], which `knight-region` and `king-region` are made of.
//!
//! # What the kernels are
//!
//! | | positions at a time | where |
//! |---|---|---|
//! | portable | what the build allows: two on x86-64 (SSE2) and AArch64 (NEON) | everywhere |
//! | AVX2 | four | x86-64 that has it |
//! | AVX-512 | eight | x86-64 that has F, BW, CD, DQ and VL of it |
//!
//! With the feature `std`, on by default, the processor is asked at run time. Without it, a kernel is there if the build
//! is for a processor that has it (`-C target-cpu`).
//!
//! Source: the wiki's *SIMD and SWAR Techniques*; the columns are our own.

// The kernels call functions compiled for instructions that not every processor has, and index columns whose lengths
// they have compared once. Every block says why it may.
#![allow(unsafe_code)]
mod boards;
mod columns;
mod flush;
mod functions;
mod kernel;
mod lane;
mod values;
#[cfg(target_arch = "x86_64")]
pub mod x86_64;

pub use boards::Boards;
pub use columns::{ABSENT, Cell, Input, LengthError, Output};
pub use functions::{ONE_SET, SetFunction, THREE_SETS, TWO_SETS, king_distance, knight_distance};
pub use kernel::Kernel;
pub use lane::{Lane, Side};
pub(crate) use values::map_value;
pub use values::{ColumnMut, LaneValues, ValueColumns, values};

#[cfg(test)]
mod tests;
