//! Batch computation: the same functions for columns of positions.
//!
//! Most patterns are a fixed sequence of shifts and masks, the same for every position. A processor with vector
//! instructions computes them for two, four or eight positions at a time. [`map!`](map) applies a function to
//! columns, with the widest vectors that the processor has:
//!
//! ```
//! use destrier::{batch, knight};
//!
//! let knights: [u64; 3] = [0x08000000, 0x1, 0x42];
//! let mut attacks = [0_u64; 3];
//! batch::map!(&knights[..], &mut attacks[..], knight::attacks)?;
//! assert_eq!(attacks, [0x0000_1422_0022_1400, 0x20400, 0xa51800]);
//! # Ok::<(), batch::LengthError>(())
//! ```
//!
//! Pass any function of the library or your own. Input columns are slices of `u64` or `Bitboard` for sets, of `u8`, or
//! of [`Color`](crate::Color). Output columns are slices of `u64`, `Bitboard`, `u8` or `bool`. Use a tuple for several
//! columns:
//!
//! ```
//! use destrier::{batch, knight};
//!
//! let (targets, knights) = ([0x1100_0000_0000_0000_u64; 2], [0x8_0000_0000_u64, 1]);
//! let (mut forks, mut found) = ([0_u64; 2], [false; 2]);
//! batch::map!((&targets[..], &knights[..]), (&mut forks[..], &mut found[..]), |(targets, knights)| {
//!     let forks = knight::forks(targets) & knight::attacks(knights);
//!     (forks, !forks.is_empty())
//! })?;
//! assert_eq!((forks, found), ([1 << 50, 0], [true, false]));
//! # Ok::<(), batch::LengthError>(())
//! ```
//!
//! An output is a column, a tuple of columns, or an array of columns of one type. [`attack_pairs`](attack_pairs())
//! writes which piece attacks which.
//!
//! All columns must have the same length. Otherwise you get an error and nothing is written. Nothing allocates. All
//! kernels return the same bits.
//!
//! # Positions
//!
//! [`Boards`] holds the eight columns of positions, and one side to move or a column of them. [`BoardColumns`] turns
//! an array of boards into columns. A function of boards gets a [`Lane`], one position with the methods of
//! [`Board`](crate::Board). You can answer several questions in one pass: common parts are computed once, and only the
//! answers are written. This example asks whether the side to move has a fork, and whether White or Black has a
//! forking knight:
//!
//! ```
//! use destrier::batch::{self, BoardColumns, LaneColor};
//! use destrier::{Board, Color};
//!
//! let columns = BoardColumns::new(&[
//!     Board::from_placement("r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R", Color::White)?,
//!     Board::from_placement("r3k2r/2N5/8/8/8/8/8/4K3", Color::Black)?,
//! ]);
//! let mut flags = [0_u8; 2];
//! batch::map!(columns.boards(), &mut flags[..], |board| {
//!     u8::from(!board.fork_squares(board.turn()).is_empty())
//!         | u8::from(!board.forking_knights(LaneColor::WHITE).is_empty()) << 1
//!         | u8::from(!board.forking_knights(LaneColor::BLACK).is_empty()) << 2
//! })?;
//! assert_eq!(flags, [0b001, 0b010]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Branches and table lookups prevent vectorization, so a lane has neither. It uses masks to select by color
//! ([`LaneColor`]), and a fixed number of steps where a loop would run until nothing changes.
//!
//! With the feature `registry`, `values` computes the values of a side in one pass. For both
//! sides, use [`map!`](map) with two `ValueColumns` and `Lane::values` of each side.
//!
//! # Iteration
//!
//! Use [`iterate!`](iterate) if the number of steps differs between positions, as for a path around obstacles. It
//! stops when no position of a block of 64 changes.
//!
//! # Single positions
//!
//! Vector instructions gain little for a single board. On x86-64 and with the feature `formulations`, the module
//! `x86_64` has formulations that spread one position over a vector: the eight directions of a knight, or the four
//! lines through a king.
//!
//! # Performance
//!
//! With AVX-512, knight attacks take 7 shifts and 7 other operations for eight boards. That is at least 7 cycles on
//! a processor with two 512-bit vector units. It is also 7 cycles on AMD's Zen 4, which splits each vector in two,
//! executes shifts in two units and the rest in four. Fork squares take 11 shifts and 16 other operations, at least
//! 13.5 cycles on either. AVX2 has fewer kinds of operations: Zen 4 takes 4.25 and 7.75 cycles for four boards.
//!
//! `cargo bench -p destrier --bench batch` measures these loops. It compares them with the formula for one set at a
//! time, a table with a bit scan and a plain copy.
//!
//! On x86-64, [`map!`](map) writes with non-temporal stores if the first output column has 16 MiB or more. They
//! bypass the cache, so they evict nothing and need not read the cache lines first. [`iterate!`](iterate), and so
//! `knight-region` and `king-region`, does not use them.
//!
//! # Kernels
//!
//! A [`Kernel`] is a set of instructions that loops are compiled for. Calls use [`Kernel::best`] unless you pass
//! another kernel as the first argument: `batch::map!(Kernel::portable(), input, output, function)`.
//!
//! | kernel | positions at a time | requires |
//! |---|---|---|
//! | portable | two on x86-64 (SSE2), on AArch64 (NEON) and on WebAssembly with `-C target-feature=+simd128`; otherwise one | nothing |
//! | AVX2 | four | x86-64 with AVX2 |
//! | AVX-512 | eight | x86-64 with AVX-512 F, BW, CD, DQ and VL |
//!
//! With the default feature `std`, the processor is queried at run time. Without it, a kernel is available if the
//! build targets a processor that has it (`-C target-cpu`).
//!
//! With `std`, do not build for `-C target-cpu=native` only because of these loops: they do not gain from it. For
//! Intel's processors and for `x86-64-v4`, LLVM then prefers vectors of 256 bits, also in the AVX-512 kernel, which
//! becomes slower than without the flag. If the rest of your program needs the flag, also pass
//! `-C target-feature=-prefer-256-bit`. The compiler warns that it does not know this feature, and passes it on to LLVM.
//! No attribute in the source does the same. AMD's processors (`znver4`) do not need it.
//!
//! Source: the wiki's *SIMD and SWAR Techniques*. The columns were designed here.

// Unsafe code is needed to call functions compiled for optional instructions, and to index columns without bounds
// checks after their lengths were compared once. Every block has a safety comment.
#![allow(unsafe_code)]
mod boards;
mod columns;
mod distances;
mod flush;
mod kernel;
mod lane;
#[cfg(feature = "registry")]
mod lane_value;
mod pairs;
mod safety;
#[cfg(feature = "registry")]
pub(crate) mod value_list;
#[cfg(feature = "registry")]
mod values;
#[cfg(all(feature = "formulations", target_arch = "x86_64"))]
pub mod x86_64;

pub use boards::{BoardColumns, Boards};
pub use columns::{ABSENT, Cell, Input, LengthError, Output, SetCell};
pub use distances::{king_distance, knight_distance};
#[doc(inline)]
pub use kernel::{Kernel, iterate, map};
pub use lane::{Lane, LaneColor};
pub use pairs::attack_pairs;
#[cfg(feature = "registry")]
pub use value_list::{LaneValues, ValueColumns};
#[cfg(feature = "registry")]
pub use values::values;

#[cfg(test)]
mod tests;
