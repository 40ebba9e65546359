//! Functions with typical bugs. The prover's tests check that they are not proved.

use crate::macros::exports;
use destrier::king;

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;

exports! {
    // The mask for two files east covers only one: a knight on the h-file attacks the b-file.
    wrong_knight_attacks(knights) => {
        let one = ((knights >> 1) & NOT_H) | ((knights << 1) & NOT_A);
        let two = ((knights >> 2) & NOT_GH) | ((knights << 2) & NOT_A);
        (one << 16) | (one >> 16) | (two << 8) | (two >> 8)
    };
    // Six steps instead of seven.
    wrong_north_fill(squares) => {
        let mut filled = squares;
        let mut steps = 0;
        while steps < 6 {
            filled |= filled << 8;
            steps += 1;
        }
        filled
    };
    // Counts three adjacent squares as two.
    wrong_set_len(a) => u64::from(a.count_ones()) - u64::from((a & (a >> 1) & (a >> 2)) != 0);
    // Stops after 30 iterations, which only the longest walks reach.
    wrong_region(from, path) => {
        let mut set = from & path;
        let mut iterations = 0;
        loop {
            let grown = king::fill(crate::numbers::set(set)).bits() & path;
            if grown == set || iterations == 30 {
                break set;
            }
            set = grown;
            iterations += 1;
        }
    };
    // A king on the h-file also steps to the a-file.
    wrong_step(from, path) => {
        let mut set = from & path;
        loop {
            let grown = (king::fill(crate::numbers::set(set)).bits() | ((set & !NOT_H) << 1)) & path;
            if grown == set {
                break set;
            }
            set = grown;
        }
    };
    // Collects h8 although it is not in the area.
    wrong_collect(squares, area) => {
        let (mut left, mut found) = (squares, 0);
        while left != 0 {
            let first = left & left.wrapping_neg();
            if area & first != 0 || first == 1 << 63 {
                found |= first;
            }
            left ^= first;
        }
        found
    };
    // Stops after 30 squares.
    wrong_end(squares, area) => {
        let (mut left, mut found, mut iterations) = (squares, 0, 0);
        while left != 0 && iterations < 30 {
            let first = left & left.wrapping_neg();
            if area & first != 0 {
                found |= first;
            }
            left ^= first;
            iterations += 1;
        }
        found
    };
    wrong_total(a) => {
        assert!(a != 0x8000_0000_0000_0001, "two corners");
        a
    };
}
