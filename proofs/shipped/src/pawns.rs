//! The functions of `destrier::pawn`.

use crate::macros::exports;
use crate::numbers::{color, set};
use destrier::{formulations, pawn};

exports! {
    pawn_attacks(pawns, side < 2) {
        pawn::attacks(set(pawns), color(side)).bits()
    }
    pawn_pushes(pawns, empty, side < 2) {
        pawn::pushes(set(pawns), set(empty), color(side)).bits()
    }
    north_fill [formulation of formulations::pawn::NORTH_FILL_FORMULATIONS] (squares) {
        formulation(set(squares)).bits()
    }
    south_fill(squares) {
        pawn::south_fill(set(squares)).bits()
    }
    file_fill(squares) {
        pawn::file_fill(set(squares)).bits()
    }
    front_span(pawns, side < 2) {
        pawn::front_span(set(pawns), color(side)).bits()
    }
    passer_span(pawns, side < 2) {
        pawn::passer_span(set(pawns), color(side)).bits()
    }
    passers [formulation of formulations::pawn::PASSER_FORMULATIONS] (own, opponent, side < 2) {
        formulation(set(own), set(opponent), color(side)).bits()
    }
    pawn_forks(targets, side < 2) {
        pawn::forks(set(targets), color(side)).bits()
    }
    pawn_fork_moves(own_pawns, opponent_pawns, targets, empty, side < 2) {
        pawn::fork_moves(set(own_pawns), set(opponent_pawns), set(targets), set(empty), color(side)).bits()
    }
}
