//! The basic functions: sets, squares, directions, mappings and overlapping sets.

use crate::macros::exports;
use crate::numbers::{direction, index, set, square};
use destrier::{Direction, SquareMapping, formulations, greater_one};

exports! {
    set_union(a, b) {
        set(a).union(set(b)).bits()
    }
    set_intersection(a, b) {
        set(a).intersection(set(b)).bits()
    }
    set_difference(a, b) {
        set(a).difference(set(b)).bits()
    }
    set_symmetric_difference(a, b) {
        set(a).symmetric_difference(set(b)).bits()
    }
    set_complement(a) {
        set(a).complement().bits()
    }
    set_with(a, at < 64) {
        set(a).with(square(at)).bits()
    }
    set_without(a, at < 64) {
        set(a).without(square(at)).bits()
    }
    set_contains(a, at < 64) {
        set(a).contains(square(at)).into()
    }
    set_is_empty(a) {
        set(a).is_empty().into()
    }
    set_intersects(a, b) {
        set(a).intersects(set(b)).into()
    }
    set_is_disjoint(a, b) {
        set(a).is_disjoint(set(b)).into()
    }
    set_is_subset(a, b) {
        set(a).is_subset(set(b)).into()
    }
    set_len(a) {
        set(a).len().into()
    }
    set_first(a) {
        index(set(a).first())
    }
    set_last(a) {
        index(set(a).last())
    }
    set_only(a) {
        index(set(a).only())
    }
    set_after_pop_first(a) {
        let mut rest = set(a);
        rest.pop_first();
        rest.bits()
    }
    set_flip_vertical(a) {
        set(a).flip_vertical().bits()
    }
    set_mirror_horizontal(a) {
        set(a).mirror_horizontal().bits()
    }
    set_rotate_180(a) {
        SquareMapping::H8.bits(set(a))
    }
    set_flip_diagonal(a) {
        set(a).flip_diagonal().bits()
    }
    set_step(a, to < 16) {
        set(a).step(direction(to)).bits()
    }
    direction_opposite(of < 16) {
        direction(of).opposite() as u64
    }
    direction_delta(of < 16) {
        Direction::delta(direction(of)) as u64
    }
    mapping_bits(a, mapping < 4) {
        SquareMapping::ALL[(mapping & 3) as usize].bits(set(a))
    }
    mapping_bitboard(bits, mapping < 4) {
        SquareMapping::ALL[(mapping & 3) as usize].bitboard(bits).bits()
    }
    mapping_index(at < 64, mapping < 4) {
        SquareMapping::ALL[(mapping & 3) as usize].index(square(at)).into()
    }
    mapping_square(number < 256, mapping < 4) {
        index(SquareMapping::ALL[(mapping & 3) as usize].square(number as u8))
    }
    square_flip_vertical(at < 64) {
        square(at).flip_vertical().index().into()
    }
    square_mirror_horizontal(at < 64) {
        square(at).mirror_horizontal().index().into()
    }
    square_step(at < 64, to < 16) {
        index(square(at).step(direction(to)))
    }
    overlap [formulation of formulations::greater_one::FORMULATIONS] (a, b, c, d, e) {
        formulation(&[a, b, c, d, e].map(set)).bits()
    }
    overlap_at_least(a, b, c, d, e, k < 7) {
        greater_one::at_least(&[a, b, c, d, e].map(set), k as u8).bits()
    }
    overlap_count(a, b, c, d, e, plane < 4) {
        formulations::greater_one::count(&[a, b, c, d, e].map(set)).planes()[(plane & 3) as usize].bits()
    }
    majority(a, b, c) {
        greater_one::majority(set(a), set(b), set(c)).bits()
    }
}
