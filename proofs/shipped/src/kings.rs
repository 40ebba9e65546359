//! The functions of `destrier::king`.

use crate::macros::exports;
use crate::{color, file, index, moves, set, square};
use destrier::king::shield::{self, ShieldWindow, Wing};
use destrier::{Bitboard, king};

const fn window(first: u64) -> ShieldWindow {
    match ShieldWindow::new(file(first)) {
        Some(window) => window,
        None => Wing::King.window(),
    }
}

exports! {
    king_attacks [formulation of king::attacks::FORMULATIONS] (kings) {
        formulation(set(kings)).bits()
    }
    king_attacks_from(king < 64) {
        king::attacks_from(square(king)).bits()
    }
    king_fill [formulation of king::fill::FORMULATIONS] (kings) {
        formulation(set(kings)).bits()
    }
    king_reach(kings, taboo, n < 256) {
        king::reach(set(kings), n as u32, set(taboo)).bits()
    }
    king_reach_within(kings, taboo, n < 256) {
        king::reach_within(set(kings), n as u32, set(taboo)).bits()
    }
    king_distance [formulation of king::distance::FORMULATIONS] (a < 64, b < 64) {
        formulation(square(a), square(b)).into()
    }
    king_set_distance(a, b) {
        moves(king::set_distance(set(a), set(b)))
    }
    manhattan_distance [formulation of king::manhattan_distance::FORMULATIONS] (a < 64, b < 64) {
        formulation(square(a), square(b)).into()
    }
    trajectory [formulation of king::trajectory::FORMULATIONS] (a < 64, b < 64) {
        formulation(square(a), square(b)).bits()
    }
    king_connected [formulation of king::paths::FORMULATIONS] (a, b, path) {
        formulation(set(a), set(b), set(path)).into()
    }
    king_region(from, path) {
        king::region(set(from), set(path)).bits()
    }
    king_shortest_path_moves(from, to, path) {
        moves(king::shortest_paths(set(from), set(to), set(path)).map(|layers| layers.moves()))
    }
    king_shortest_path_layer(from, to, path, layer < 64) {
        king::shortest_paths(set(from), set(to), set(path))
            .and_then(|layers| layers.as_slice().get(layer as usize).copied())
            .unwrap_or(Bitboard::EMPTY)
            .bits()
    }
    open_lines [formulation of king::lines::FORMULATIONS] (escapes, king < 64) {
        formulation(square(king), set(escapes)).bits().into()
    }
    shield_index [formulation of shield::FORMULATIONS] (pawns, first_file < 6, side < 2) {
        formulation(set(pawns), window(first_file), color(side)).into()
    }
    shield_mask(first_file < 6) {
        window(first_file).mask().bits()
    }
    shield_pawns(shield < 64, first_file < 6) {
        window(first_file).pawns(shield as u8).bits()
    }
    shield_window_around(king_file < 8) {
        ShieldWindow::around(file(king_file)).first_file().index().into()
    }
    shield_wing(king < 64, side < 2) {
        Wing::of(square(king), color(side)).map_or(2, |wing| wing as u64)
    }
    caught_area [formulation of king::square_rule::FORMULATIONS] (king < 64, king_color < 2, turn < 2) {
        formulation(square(king), color(king_color), color(turn)).bits()
    }
    catches(king < 64, king_color < 2, pawn < 64, turn < 2) {
        king::catches(square(king), color(king_color), square(pawn), color(turn)).into()
    }
    uncatchable(passers, king < 64, king_color < 2, turn < 2) {
        king::uncatchable(set(passers), square(king), color(king_color), color(turn)).bits()
    }
    king_move_list_index(targets, king < 64) {
        king::move_list::index(square(king), set(targets)).into()
    }
    king_move_list_length(targets, king < 64) {
        king::move_list(square(king), set(targets)).len() as u64
    }
    king_move_list_square(targets, king < 64, i < 8) {
        index(king::move_list(square(king), set(targets)).get(i as usize).copied())
    }
}
