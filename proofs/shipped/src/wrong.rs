//! Functions with a mistake that is easily made: the prover's tests see to it that they are not proved.

use crate::macros::exports;
use destrier::king;

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_GH: u64 = 0x3f3f_3f3f_3f3f_3f3f;

exports! {
    // Two files to the east, of which one alone is masked: a knight on the h-file attacks the b-file.
    wrong_knight_attacks(knights) {
        let one = ((knights >> 1) & NOT_H) | ((knights << 1) & NOT_A);
        let two = ((knights >> 2) & NOT_GH) | ((knights << 2) & NOT_A);
        (one << 16) | (one >> 16) | (two << 8) | (two >> 8)
    }
    // Six steps for seven.
    wrong_north_fill(squares) {
        let mut filled = squares;
        let mut steps = 0;
        while steps < 6 {
            filled |= filled << 8;
            steps += 1;
        }
        filled
    }
    // Three squares in a row count as two.
    wrong_set_len(a) {
        u64::from(a.count_ones()) - u64::from((a & (a >> 1) & (a >> 2)) != 0)
    }
    // All but the longest walks end before the last turn.
    wrong_region(from, path) {
        let mut set = from & path;
        let mut turns = 0;
        loop {
            let grown = king::fill(crate::set(set)).bits() & path;
            if grown == set || turns == 30 {
                return set;
            }
            set = grown;
            turns += 1;
        }
    }
    // A king on the h-file steps on to the a-file, too.
    wrong_step(from, path) {
        let mut set = from & path;
        loop {
            let grown = (king::fill(crate::set(set)).bits() | ((set & !NOT_H) << 1)) & path;
            if grown == set {
                return set;
            }
            set = grown;
        }
    }
    wrong_total(a) {
        assert!(a != 0x8000_0000_0000_0001, "two corners");
        a
    }
}
