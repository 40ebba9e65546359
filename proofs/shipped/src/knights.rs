//! The functions of `destrier::knight`.

use crate::boards::board;
use crate::macros::exports;
use crate::numbers::{color, index, moves, set, square};
use destrier::{Bitboard, formulations, knight};

exports! {
    knight_attacks [formulation of formulations::knight::attacks::FORMULATIONS] (knights) {
        formulation(set(knights)).bits()
    }
    knight_attacks_from(knight < 64) {
        knight::attacks_from(square(knight)).bits()
    }
    knight_fill(knights) {
        knight::fill(set(knights)).bits()
    }
    knight_reach(knights, area, n < 256) {
        knight::reach(set(knights), n as u32, set(area)).bits()
    }
    knight_reach_within(knights, area, n < 256) {
        knight::reach_within(set(knights), n as u32, set(area)).bits()
    }
    knight_moves [formulation of formulations::knight::moves::FORMULATIONS] (knights, own) {
        formulation(set(knights), set(own)).bits()
    }
    knight_moves_by_direction(knights, own, direction < 8) {
        formulations::knight::moves::moves_by_direction(set(knights), set(own))[(direction & 7) as usize].bits()
    }
    knight_forks [formulation of formulations::knight::forks::FORMULATIONS] (targets) {
        formulation(set(targets)).bits()
    }
    knight_fork_moves(targets, knights, area) {
        knight::fork_moves(set(knights), set(targets), set(area)).bits()
    }
    knight_mobility [formulation of formulations::knight::mobility::FORMULATIONS] (knights, area) {
        formulation(set(knights), set(area)).bits()
    }
    knight_total_mobility [formulation of formulations::knight::mobility::COUNT_FORMULATIONS] (knights, area) {
        formulation(set(knights), set(area)).into()
    }
    knight_mobility_of(area, knight < 64) {
        knight::mobility_of(square(knight), set(area)).into()
    }
    knight_safe_area(own, opponent_pawns, side < 2) {
        knight::safe_area(set(own), set(opponent_pawns), color(side)).bits()
    }
    trapped_knights [formulation of formulations::knight::trapped::FORMULATIONS] (knights, area) {
        formulation(set(knights), set(area)).bits()
    }
    knight_checks [formulation of formulations::knight::checks::FORMULATIONS] (knights, king, area) {
        formulation(set(knights), set(king), set(area)).bits()
    }
    knight_outposts [formulation of formulations::knight::outposts::FORMULATIONS] (own, opponent, side < 2) {
        formulation(set(own), set(opponent), color(side)).bits()
    }
    knight_outposts_on_any_rank(own, opponent, side < 2) {
        formulations::knight::outposts::outposts_on_any_rank(set(own), set(opponent), color(side)).bits()
    }
    reachable_outposts [formulation of formulations::knight::outposts::REACHABLE_FORMULATIONS] (
        knights, outposts, area, n < 256
    ) {
        formulation(set(knights), set(outposts), n as u32, set(area)).bits()
    }
    knights_in_reach [formulation of formulations::knight::outposts::IN_REACH_FORMULATIONS] (
        knights, outposts, area, n < 256
    ) {
        formulation(set(knights), set(outposts), n as u32, set(area)).bits()
    }
    knight_forks_of_at_least(targets, k < 10) {
        knight::forks_at_least(set(targets), k as u8).bits()
    }
    knight_fork_counts(targets, plane < 4) {
        formulations::knight::forks::fork_counts(set(targets)).planes()[(plane & 3) as usize].bits()
    }
    knight_fork_counts_exactly(targets, n < 17) {
        formulations::knight::forks::fork_counts(set(targets)).exactly(n as u8).bits()
    }
    knight_fork_counts_at_least(targets, n < 17) {
        formulations::knight::forks::fork_counts(set(targets)).at_least(n as u8).bits()
    }
    knight_fork_counts_of(targets, at < 64) {
        formulations::knight::forks::fork_counts(set(targets)).of(square(at)).into()
    }
    knight_distance [formulation of formulations::knight::distance::FORMULATIONS] (a < 64, b < 64) {
        formulation(square(a), square(b)).into()
    }
    knight_set_distance(a, b) {
        moves(knight::set_distance(set(a), set(b)))
    }
    knight_connected [formulation of formulations::knight::paths::FORMULATIONS] (a, b, path) {
        formulation(set(a), set(b), set(path)).into()
    }
    knight_region(from, path) {
        knight::region(set(from), set(path)).bits()
    }
    knight_shortest_path_moves(from, to, path) {
        moves(knight::shortest_paths(set(from), set(to), set(path)).map(|layers| layers.moves()))
    }
    knight_shortest_path_layer(from, to, path, layer < 64) {
        knight::shortest_paths(set(from), set(to), set(path))
            .and_then(|layers| layers.as_slice().get(layer as usize).copied())
            .unwrap_or(Bitboard::EMPTY)
            .bits()
    }
    knight_stops_passer [formulation of formulations::knight::passer::FORMULATIONS] (knights, pawn < 64, pawn_color < 2, turn < 2) {
        formulation(set(knights), square(pawn), color(pawn_color), color(turn)).into()
    }
    knight_passer_stoppers(pawn < 64, pawn_color < 2, turn < 2) {
        formulations::knight::passer::passer_stoppers(square(pawn), color(pawn_color), color(turn)).bits()
    }
    knight_stoppable_passers(knights, pawn_color < 2, turn < 2) {
        knight::stoppable_passers(set(knights), color(pawn_color), color(turn)).bits()
    }
    knight_move_list_index(targets, knight < 64) {
        formulations::knight::move_list::move_list_index(square(knight), set(targets)).into()
    }
    knight_move_list_length(targets, knight < 64) {
        formulations::knight::move_list::move_list(square(knight), set(targets)).len() as u64
    }
    knight_move_list_square(targets, knight < 64, i < 8) {
        index(formulations::knight::move_list::move_list(square(knight), set(targets)).get(i as usize).copied())
    }
    board_fork_squares_of(white, black, pawns, knights, bishops, rooks, queens, kings, targets, side < 2) {
        board([white, black, pawns, knights, bishops, rooks, queens, kings], 0)
            .fork_squares_of(color(side), set(targets))
            .bits()
    }
}
