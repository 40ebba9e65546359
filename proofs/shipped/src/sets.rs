//! The basic functions: sets, squares, directions, mappings and overlapping sets.

use crate::macros::exports;
use crate::numbers::{direction, index, set, square};
use destrier::{Direction, SquareMapping, formulations, greater_one};

exports! {
    set_union(a, b) => set(a).union(set(b));
    set_intersection(a, b) => set(a).intersection(set(b));
    set_difference(a, b) => set(a).difference(set(b));
    set_symmetric_difference(a, b) => set(a).symmetric_difference(set(b));
    set_complement(a) => set(a).complement();
    set_with(a, at < 64) => set(a).with(square(at));
    set_without(a, at < 64) => set(a).without(square(at));
    set_contains(a, at < 64) => set(a).contains(square(at));
    set_is_empty(a) => set(a).is_empty();
    set_intersects(a, b) => set(a).intersects(set(b));
    set_is_disjoint(a, b) => set(a).is_disjoint(set(b));
    set_is_subset(a, b) => set(a).is_subset(set(b));
    set_len(a) => set(a).len();
    set_first(a) => index(set(a).first());
    set_last(a) => index(set(a).last());
    set_only(a) => index(set(a).only());
    set_after_pop_first(a) => {
        let mut rest = set(a);
        rest.pop_first();
        rest
    };
    set_flip_vertical(a) => set(a).flip_vertical();
    set_mirror_horizontal(a) => set(a).mirror_horizontal();
    set_rotate_180(a) => SquareMapping::H8.bits(set(a));
    set_flip_diagonal(a) => set(a).flip_diagonal();
    set_step(a, to < 16) => set(a).step(direction(to));
    direction_opposite(of < 16) => direction(of).opposite() as u64;
    direction_delta(of < 16) => Direction::delta(direction(of)) as u64;
    mapping_bits(a, mapping < 4) => SquareMapping::ALL[(mapping & 3) as usize].bits(set(a));
    mapping_bitboard(bits, mapping < 4) => SquareMapping::ALL[(mapping & 3) as usize].bitboard(bits);
    mapping_index(at < 64, mapping < 4) => SquareMapping::ALL[(mapping & 3) as usize].index(square(at));
    mapping_square(number < 256, mapping < 4) =>
        index(SquareMapping::ALL[(mapping & 3) as usize].square(number as u8));
    square_flip_vertical(at < 64) => square(at).flip_vertical().index();
    square_mirror_horizontal(at < 64) => square(at).mirror_horizontal().index();
    square_step(at < 64, to < 16) => index(square(at).step(direction(to)));
    overlap [formulation of formulations::greater_one::FORMULATIONS] (a, b, c, d, e) =>
        formulation(&[a, b, c, d, e].map(set));
    overlap_at_least(a, b, c, d, e, k < 7) => greater_one::at_least(&[a, b, c, d, e].map(set), k as u8);
    overlap_count(a, b, c, d, e, plane < 4) =>
        formulations::greater_one::count(&[a, b, c, d, e].map(set)).planes()[(plane & 3) as usize];
    majority(a, b, c) => greater_one::majority(set(a), set(b), set(c));
}
