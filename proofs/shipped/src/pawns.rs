//! The functions of `destrier::pawn`.

use crate::macros::exports;
use crate::numbers::{color, set};
use destrier::{formulations, pawn};

exports! {
    pawn_attacks(pawns, side < 2) => pawn::attacks(set(pawns), color(side));
    pawn_pushes(pawns, empty, side < 2) => pawn::pushes(set(pawns), set(empty), color(side));
    north_fill [formulation of formulations::pawn::NORTH_FILL_FORMULATIONS] (squares) =>
        formulation(set(squares));
    south_fill(squares) => pawn::south_fill(set(squares));
    file_fill(squares) => pawn::file_fill(set(squares));
    front_span(pawns, side < 2) => pawn::front_span(set(pawns), color(side));
    passer_span(pawns, side < 2) => pawn::passer_span(set(pawns), color(side));
    doubled(pawns) => pawn::doubled(set(pawns));
    isolated(pawns) => pawn::isolated(set(pawns));
    passers [formulation of formulations::pawn::PASSER_FORMULATIONS] (own, opponent, side < 2) =>
        formulation(set(own), set(opponent), color(side));
    pawn_forks(targets, side < 2) => pawn::forks(set(targets), color(side));
    pawn_fork_moves(own_pawns, opponent_pawns, targets, empty, side < 2) =>
        pawn::fork_moves(set(own_pawns), set(opponent_pawns), set(targets), set(empty), color(side));
}
