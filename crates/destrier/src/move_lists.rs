//! Move lists for every set of targets, for [`knight::move_list`](crate::knight::move_list) and
//! [`king::move_list`](crate::king::move_list).
//!
//! A magic multiplication maps a set of targets to an index: `(targets * magic) >> (64 - n)`, where the piece
//! attacks `n` squares. The magics here make this a minimal perfect hash: the 2^`n` sets of targets get distinct
//! indices below 2^`n`.
//!
//! For each piece and square, the magic is the smallest of those with the fewest one-bits. A test repeats the
//! search.

use crate::bitboard::Bitboard;
use crate::leaper::Leaper;
use crate::square::Square;

/// The longest list. Knights and kings have at most eight moves.
const MAX_LENGTH: usize = 8;

/// Move lists of a piece, with a hash per square that finds them.
pub(crate) struct MoveLists<const LISTS: usize> {
    squares: [Hash; 64],
    /// The lists of a1, then those of b1 and so on, each group in hash order.
    lists: [List; LISTS],
}

#[derive(Clone, Copy)]
struct Hash {
    attacks: Bitboard,
    magic: u64,
    shift: u8,
    first_list: u16,
}

#[derive(Clone, Copy)]
struct List {
    squares: [Square; MAX_LENGTH],
    len: u8,
}

impl Hash {
    /// Returns the index of a set of targets. It is less than 2^`n` for `n` attacked squares.
    #[inline]
    const fn index(self, targets: Bitboard) -> u8 {
        // The shift is 56 to 62, for 8 to 2 attacks, so the result fits in a `u8`.
        (targets.intersection(self.attacks).0.wrapping_mul(self.magic) >> self.shift) as u8
    }
}

impl<const LISTS: usize> MoveLists<LISTS> {
    /// Builds the lists of a piece. `LISTS` must be the number of target sets of all squares together.
    const fn new(leaper: Leaper, magics: [u64; 64]) -> Self {
        let mut squares = [Hash { attacks: Bitboard::EMPTY, magic: 0, shift: 0, first_list: 0 }; 64];
        let mut lists = [List { squares: [Square::A1; MAX_LENGTH], len: 0 }; LISTS];
        let mut first_list = 0;
        let mut i = 0;
        while i < 64 {
            let attacks = leaper.attacks(Square::ALL[i].bitboard());
            let shift = 64 - attacks.len() as u8;
            let hash = Hash { attacks, magic: magics[i], shift, first_list: first_list as u16 };
            squares[i] = hash;
            let mut targets = Bitboard::EMPTY;
            loop {
                let list = &mut lists[first_list + hash.index(targets) as usize];
                let mut rest = targets;
                while let Some(square) = rest.pop_first() {
                    list.squares[list.len as usize] = square;
                    list.len += 1;
                }
                // The next subset, as in `Bitboard::subsets`. That iterator cannot run at compile time.
                targets = Bitboard(targets.0.wrapping_sub(attacks.0)).intersection(attacks);
                if targets.is_empty() {
                    break;
                }
            }
            first_list += 1 << attacks.len();
            i += 1;
        }
        assert!(first_list == LISTS);
        Self { squares, lists }
    }

    #[inline]
    pub(crate) const fn index(&self, square: Square, targets: Bitboard) -> u8 {
        self.squares[square.index() as usize].index(targets)
    }

    #[inline]
    pub(crate) const fn list(&self, square: Square, targets: Bitboard) -> &[Square] {
        let hash = self.squares[square.index() as usize];
        let list = &self.lists[hash.first_list as usize + hash.index(targets) as usize];
        list.squares.split_at(list.len as usize).0
    }
}

/// The move lists of a knight.
pub(crate) static KNIGHT: MoveLists<5520> = MoveLists::new(Leaper::Knight, KNIGHT_MAGICS);

/// The move lists of a king.
pub(crate) static KING: MoveLists<10016> = MoveLists::new(Leaper::King, KING_MAGICS);

const KNIGHT_MAGICS: [u64; 64] = [
    0x0010_4000_0000_0000,
    0x0008_2000_0000_0000,
    0x0014_1000_0000_0000,
    0x000a_0800_0000_0000,
    0x0005_0400_0000_0000,
    0x0002_8200_0000_0000,
    0x0004_0100_0000_0000,
    0x0002_0200_0000_0000,
    0x0800_1040_0000_0000,
    0x0200_0820_0000_0000,
    0x0400_0910_0000_0000,
    0x0200_0488_0000_0000,
    0x0100_0244_0000_0000,
    0x0080_0122_0000_0000,
    0x0100_0401_0000_0000,
    0x0100_0202_0000_0000,
    0x0808_0010_4000_0000,
    0x0401_0008_2000_0000,
    0x0082_0008_0800_0000,
    0x0041_0004_0400_0000,
    0x0020_8002_0200_0000,
    0x0010_4001_0100_0000,
    0x0020_8004_0100_0000,
    0x0041_0002_0200_0000,
    0x0008_0800_1040_0000,
    0x0004_0100_0820_0000,
    0x0000_8200_0808_0000,
    0x0000_4100_0404_0000,
    0x0000_2080_0202_0000,
    0x0000_1040_0101_0000,
    0x0000_2080_0401_0000,
    0x0000_4100_0202_0000,
    0x0000_0808_0010_4000,
    0x0000_0401_0008_2000,
    0x0000_0082_0008_0800,
    0x0000_0041_0004_0400,
    0x0000_0020_8002_0200,
    0x0000_0010_4001_0100,
    0x0000_0020_8004_0100,
    0x0000_0041_0002_0200,
    0x0000_0008_0800_1040,
    0x0000_0004_0100_0820,
    0x0000_0000_8200_0808,
    0x0000_0000_4100_0404,
    0x0000_0000_2080_0202,
    0x0000_0000_1040_0101,
    0x0000_0000_2080_0401,
    0x0000_0000_4100_0202,
    0x0000_0000_1010_0020,
    0x0000_0000_1004_0010,
    0x0000_0000_0208_0042,
    0x0000_0000_0104_0021,
    0x0000_0000_0201_8002,
    0x0000_0000_0100_c001,
    0x0000_0000_0082_0008,
    0x0000_0000_0082_0004,
    0x0000_0000_0020_2000,
    0x0000_0000_0020_0800,
    0x0000_0000_0008_2800,
    0x0000_0000_0004_1400,
    0x0000_0000_0002_0a00,
    0x0000_0000_0001_0500,
    0x0000_0000_0001_0400,
    0x0000_0000_0001_0400,
];

const KING_MAGICS: [u64; 64] = [
    0x1040_0000_0000_0000,
    0x0c20_0000_0000_0000,
    0x0610_0000_0000_0000,
    0x0308_0000_0000_0000,
    0x0184_0000_0000_0000,
    0x00c2_0000_0000_0000,
    0x0061_0000_0000_0000,
    0x0081_0000_0000_0000,
    0x0810_4000_0000_0000,
    0x0402_6000_0000_0000,
    0x0201_3000_0000_0000,
    0x0100_9800_0000_0000,
    0x0080_4c00_0000_0000,
    0x0040_2600_0000_0000,
    0x0020_1300_0000_0000,
    0x0020_8100_0000_0000,
    0x0008_1040_0000_0000,
    0x0004_0260_0000_0000,
    0x0002_0130_0000_0000,
    0x0001_0098_0000_0000,
    0x0000_804c_0000_0000,
    0x0000_4026_0000_0000,
    0x0000_2013_0000_0000,
    0x0000_2081_0000_0000,
    0x0000_0810_4000_0000,
    0x0000_0402_6000_0000,
    0x0000_0201_3000_0000,
    0x0000_0100_9800_0000,
    0x0000_0080_4c00_0000,
    0x0000_0040_2600_0000,
    0x0000_0020_1300_0000,
    0x0000_0020_8100_0000,
    0x0000_0008_1040_0000,
    0x0000_0004_0260_0000,
    0x0000_0002_0130_0000,
    0x0000_0001_0098_0000,
    0x0000_0000_804c_0000,
    0x0000_0000_4026_0000,
    0x0000_0000_2013_0000,
    0x0000_0000_2081_0000,
    0x0000_0000_0810_4000,
    0x0000_0000_0402_6000,
    0x0000_0000_0201_3000,
    0x0000_0000_0100_9800,
    0x0000_0000_0080_4c00,
    0x0000_0000_0040_2600,
    0x0000_0000_0020_1300,
    0x0000_0000_0020_8100,
    0x0000_0000_0008_1040,
    0x0000_0000_0004_0260,
    0x0000_0000_0002_0130,
    0x0000_0000_0001_0098,
    0x0000_0000_0000_804c,
    0x0000_0000_0000_4026,
    0x0000_0000_0000_2013,
    0x0000_0000_0000_2081,
    0x0000_0000_0000_2040,
    0x0000_0000_0000_1082,
    0x0000_0000_0000_0841,
    0x0000_0000_0000_0803,
    0x0000_0000_0000_0884,
    0x0000_0000_0000_0442,
    0x0000_0000_0000_0221,
    0x0000_0000_0000_0082,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{king_attacks_from, knight_attacks_from};

    /// Returns `true` if the magic maps the subsets to distinct indices below their number.
    fn is_perfect(magic: u64, set: Bitboard) -> bool {
        let mut numbers = [false; 256];
        set.subsets().all(|subset| {
            let number = subset.0.wrapping_mul(magic) >> (64 - set.len());
            !core::mem::replace(&mut numbers[number as usize], true)
        })
    }

    /// Returns all numbers with `ones` one-bits, in ascending order.
    fn with_ones(ones: u32) -> impl Iterator<Item = u64> {
        core::iter::successors(Some((1 << ones) - 1), |&number: &u64| {
            let lowest = number & number.wrapping_neg();
            let carried = number.checked_add(lowest)?;
            Some(carried | (((number ^ carried) >> 2) / lowest))
        })
    }

    fn first_magic(set: Bitboard) -> Option<u64> {
        (1..=4).flat_map(with_ones).find(|&magic| is_perfect(magic, set))
    }

    #[test]
    fn search_finds_the_same_magics() {
        for (magics, attacks_from, ones) in [
            (KNIGHT_MAGICS, knight_attacks_from as fn(_) -> _, [0, 8, 16, 40]),
            (KING_MAGICS, king_attacks_from as fn(_) -> _, [0, 4, 24, 36]),
        ] {
            for (magic, square) in magics.into_iter().zip(Square::ALL) {
                assert_eq!(Some(magic), first_magic(attacks_from(square)), "{square}");
            }
            let number_with = |n| magics.iter().filter(|magic| magic.count_ones() == n).count();
            assert_eq!([1, 2, 3, 4].map(number_with), ones, "number of magics by number of one-bits");
        }
    }

    fn every_set_has_its_list<const LISTS: usize>(
        lists: &'static MoveLists<LISTS>,
        attacks_from: fn(Square) -> Bitboard,
    ) {
        let mut number_of_lists = 0;
        for square in Square::ALL {
            let attacks = attacks_from(square);
            let mut numbers = [false; 256];
            for targets in attacks.subsets() {
                let number = usize::from(lists.index(square, targets));
                assert!(number < 1 << attacks.len() && !numbers[number], "{square} {targets:?}");
                numbers[number] = true;
                number_of_lists += 1;
                for noise in [Bitboard::EMPTY, !attacks] {
                    assert!(lists.list(square, targets | noise).iter().copied().eq(targets));
                    assert_eq!(usize::from(lists.index(square, targets | noise)), number);
                }
            }
        }
        assert_eq!(number_of_lists, LISTS);
    }

    #[test]
    fn every_target_set_has_its_list() {
        every_set_has_its_list(&KNIGHT, knight_attacks_from);
        every_set_has_its_list(&KING, king_attacks_from);
    }
}
