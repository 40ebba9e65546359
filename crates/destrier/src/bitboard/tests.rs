//! Tests of sets: the algebra, conversions and iterators.

use super::*;
use crate::file::File;
use crate::naive::{self, sets};
use crate::rank::Rank;
use std::vec::Vec;

#[test]
fn operators_satisfy_set_algebra() {
    for [a, b, c] in sets::<3>() {
        assert_eq!(a & (b | c), (a & b) | (a & c));
        assert_eq!(a | (b & c), (a | b) & (a | c));
        assert_eq!(!(a | b), !a & !b);
        assert_eq!(a - b, a & !b);
        assert_eq!(a ^ b, (a - b) | (b - a));
        assert_eq!(a.is_disjoint(b), (a & b).is_empty());
        assert_eq!(a.intersects(b), !a.is_disjoint(b));
        assert_eq!(a.is_subset(b), (a | b) == b);
        assert_eq!(a.len() + b.len(), (a | b).len() + (a & b).len());
        let mut assigned = a;
        assigned |= b;
        assigned &= c;
        assigned ^= a;
        assigned -= b;
        assert_eq!(assigned, (((a | b) & c) ^ a) - b);
    }
}

#[test]
fn iterates_squares_in_order_from_both_ends() {
    for [set] in sets() {
        let naive: Vec<Square> = Square::ALL.into_iter().filter(|&s| set.0 >> s.index() & 1 == 1).collect();
        assert!(set.iter().eq(naive.iter().copied()));
        assert!(set.iter().rev().eq(naive.iter().rev().copied()));
        assert_eq!(set.iter().len(), naive.len());
        assert_eq!(set.first(), naive.first().copied());
        assert_eq!(set.last(), naive.last().copied());
        assert_eq!(set.only(), if naive.len() == 1 { Some(naive[0]) } else { None });
        assert_eq!(naive.iter().copied().collect::<Bitboard>(), set);
        assert_eq!(Bitboard::from_squares(&naive), set);
        for square in Square::ALL {
            assert_eq!(set.contains(square), naive.contains(&square));
            assert_eq!(set.with(square).len(), set.len() + u32::from(!set.contains(square)));
            assert_eq!(set.without(square).len(), set.len() - u32::from(set.contains(square)));
        }
    }
}

#[test]
fn operators_take_squares() {
    for [set] in sets() {
        for square in Square::ALL {
            let one = square.bitboard();
            assert_eq!([set | square, set - square], [set | one, set - one]);
        }
    }
}

#[test]
fn converts_and_collects_every_item_type() {
    for [a, b] in sets::<2>() {
        assert_eq!(Bitboard::from(u64::from(a)), a);
        assert_eq!(u64::from(a), a.bits());
        let union = a | b;
        assert_eq!([a, b].into_iter().collect::<Bitboard>(), union);
        assert_eq!([a.0, b.0].into_iter().collect::<Bitboard>(), union);
        assert_eq!(b.iter().collect::<Bitboard>(), b);
        let mut extended = [a; 3];
        extended[0].extend(b);
        extended[1].extend([b]);
        extended[2].extend([b.0]);
        assert_eq!(extended, [union; 3]);
    }
    for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
        let mut cross = Bitboard::from(file);
        cross.extend([rank]);
        assert_eq!(cross, file.bitboard() | rank.bitboard());
        assert_eq!([rank].into_iter().collect::<Bitboard>(), Bitboard::from(rank));
    }
    let mut unchanged = Bitboard::CORNERS;
    unchanged.extend([0_u64; 0]);
    assert_eq!(unchanged, Bitboard::CORNERS);
}

#[test]
fn iterates_distinct_subsets_up_to_the_whole_set() {
    for [set] in sets() {
        let few: Bitboard = set.iter().take(10).collect();
        let subsets: Vec<Bitboard> = few.subsets().collect();
        assert_eq!(subsets.len(), 1 << few.len());
        let mut left = few.subsets();
        for following in (0..=subsets.len()).rev() {
            assert_eq!(left.size_hint(), (following, Some(following)));
            left.next();
        }
        assert!(subsets.is_sorted() && subsets.iter().all(|s| s.is_subset(few)));
        assert!(subsets.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(subsets.last(), Some(&few));
    }
    assert_eq!(Bitboard::FULL.subsets().nth(1), Some(Square::A1.bitboard()));
}

#[test]
fn mirrors_match_coordinates() {
    for [set] in sets() {
        assert_eq!(set.flip_vertical(), naive::map(set, |(f, r)| (f, 7 - r)));
        assert_eq!(set.mirror_horizontal(), naive::map(set, |(f, r)| (7 - f, r)));
        assert_eq!(set.flip_diagonal(), naive::map(set, |(f, r)| (r, f)));
        assert_eq!(set.flip_vertical().mirror_horizontal(), set.mirror_horizontal().flip_vertical());
    }
}

#[test]
fn named_sets_match_their_names() {
    let dark = naive::squares(|(f, r)| (f + r) % 2 == 0);
    assert_eq!(Bitboard::DARK_SQUARES, dark);
    assert_eq!(Bitboard::LIGHT_SQUARES, !dark);
    assert_eq!(Bitboard::CORNERS, naive::squares(|(f, r)| f % 7 == 0 && r % 7 == 0));
    for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
        assert_eq!(Bitboard::from(file), naive::squares(|(f, _)| f == file.index() as i8));
        assert_eq!(Bitboard::from(rank), naive::squares(|(_, r)| r == rank.index() as i8));
    }
    assert_eq!(Bitboard::PAWN_RANKS, naive::squares(|(_, r)| (1..=6).contains(&r)));
}
