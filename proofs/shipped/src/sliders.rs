//! The functions of `destrier::sliders`.

use crate::macros::exports;
use crate::numbers::{direction, set, square};
use destrier::{Line, formulations, sliders};

exports! {
    slider_attacks_along [formulation of formulations::sliders::FORMULATIONS] (sliders, occupied, along < 16) =>
        formulation(set(sliders), set(occupied), direction(along));
    slider_avoid_wrap(along < 16) => formulations::sliders::avoid_wrap(direction(along));
    rook_attacks(rooks, occupied) => sliders::rook_attacks(set(rooks), set(occupied));
    bishop_attacks(bishops, occupied) => sliders::bishop_attacks(set(bishops), set(occupied));
    queen_attacks(queens, occupied) => sliders::queen_attacks(set(queens), set(occupied));
    rook_attacks_from [formulation of formulations::sliders::ROOK_FORMULATIONS] (occupied, rook < 64) =>
        formulation(square(rook), set(occupied));
    bishop_attacks_from [formulation of formulations::sliders::BISHOP_FORMULATIONS] (occupied, bishop < 64) =>
        formulation(square(bishop), set(occupied));
    queen_attacks_from(occupied, queen < 64) => sliders::queen_attacks_from(square(queen), set(occupied));
    line_of_squares(a < 64, b < 64) => sliders::line(square(a), square(b));
    squares_between(a < 64, b < 64) => sliders::between(square(a), square(b));
    line_attacks(occupied, slider < 64, line < 4) =>
        sliders::line_attacks(square(slider), set(occupied), Line::ALL[(line & 3) as usize]);
    line_through(at < 64, line < 4) => Line::ALL[(line & 3) as usize].through(square(at));
}
