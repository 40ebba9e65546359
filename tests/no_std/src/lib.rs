//! Uses the library without the standard library, at compile time and at run time.
//!
//! This crate defines a panic handler and no allocator. It does not compile if a dependency links the standard library,
//! which has a panic handler too, or if it allocates.

#![no_std]

use core::panic::PanicInfo;
use destrier::batch;
use destrier::{Bitboard, Board, Color, Square, king, knight};

#[panic_handler]
const fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}

const FORKS: Bitboard = knight::forks(Bitboard::from_squares(&[Square::A8, Square::E8]));
const _: () = assert!(FORKS.only().is_some(), "c7 alone");

/// Calls functions from each part of the library and combines the results into one number.
#[unsafe(no_mangle)]
pub extern "C" fn destrier_no_std(bits: u64) -> u64 {
    let set = Bitboard::from_bits(bits);
    let mut sum = knight::attacks(set).symmetric_difference(FORKS);
    if let Some(layers) = king::shortest_paths(set, Bitboard::CORNERS, !FORKS) {
        sum ^= layers.squares();
    }
    if let Ok(board) = Board::from_placement("6k1/5ppp/8/8/8/8/5PPP/R5K1", Color::White) {
        sum ^= board.king_escapes(Color::Black);
    }
    if let Ok(squares) = "c7,e8".parse::<Bitboard>() {
        sum ^= squares;
    }
    for n in 0..4 {
        sum ^= knight::reach_within(set, n, !FORKS) ^ king::reach(set, n, sum);
    }
    let mut column = [sum.bits(); 9];
    if batch::map!(&[bits; 9][..], &mut column[..], knight::forks).is_ok() {
        sum ^= Bitboard::from_bits(column[8]);
    }
    sum.bits()
}
