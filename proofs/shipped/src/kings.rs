//! The functions of `destrier::king`.

use crate::macros::exports;
use crate::numbers::{color, file, index, moves, set, square};
use destrier::king::{AttackUnits, ByKind, Opposition, ShieldWindow, Wing};
use destrier::{Bitboard, formulations, king};

const fn window(first: u64) -> ShieldWindow {
    ShieldWindow::around(file(first + 1))
}

/// Returns the value of a kind of piece: knights, bishops, rooks and queens in this order.
const fn kind<T: Copy>(values: ByKind<T>, kind: u64) -> T {
    match kind & 3 {
        0 => values.knights,
        1 => values.bishops,
        2 => values.rooks,
        _ => values.queens,
    }
}

/// Returns the pieces of one kind, and no others.
fn only(pieces: Bitboard, kind: u64) -> ByKind {
    match kind & 3 {
        0 => ByKind { knights: pieces, ..ByKind::default() },
        1 => ByKind { bishops: pieces, ..ByKind::default() },
        2 => ByKind { rooks: pieces, ..ByKind::default() },
        _ => ByKind { queens: pieces, ..ByKind::default() },
    }
}

/// Returns the number of attackers or, for `count = 1`, of attacked squares.
const fn number(units: AttackUnits, count: u64) -> u64 {
    if count == 0 { units.attackers as u64 } else { units.squares as u64 }
}

exports! {
    king_attacks [formulation of formulations::king::attacks::FORMULATIONS] (kings) =>
        formulation(set(kings));
    king_attacks_from(king < 64) => king::attacks_from(square(king));
    king_fill [formulation of formulations::king::attacks::FILL_FORMULATIONS] (kings) =>
        formulation(set(kings));
    king_reach(kings, area, n < 256) => king::reach(set(kings), n as u32, set(area));
    king_reach_within(kings, area, n < 256) => king::reach_within(set(kings), n as u32, set(area));
    king_distance [formulation of formulations::king::distance::FORMULATIONS] (a < 64, b < 64) =>
        formulation(square(a), square(b));
    king_set_distance(a, b) => moves(king::set_distance(set(a), set(b)));
    manhattan_distance [formulation of formulations::manhattan_distance::FORMULATIONS] (a < 64, b < 64) =>
        formulation(square(a), square(b));
    trajectory [formulation of formulations::king::trajectory::FORMULATIONS] (a < 64, b < 64) =>
        formulation(square(a), square(b));
    king_connected [formulation of formulations::king::paths::FORMULATIONS] (a, b, path) =>
        formulation(set(a), set(b), set(path));
    king_region(from, path) => king::region(set(from), set(path));
    king_shortest_path_moves(from, to, path) =>
        moves(king::shortest_paths(set(from), set(to), set(path)).map(|layers| layers.moves()));
    king_shortest_path_layer(from, to, path, layer < 64) =>
        king::shortest_paths(set(from), set(to), set(path))
            .and_then(|layers| layers.as_slice().get(layer as usize).copied())
            .unwrap_or(Bitboard::EMPTY);
    open_lines [formulation of formulations::king::lines::FORMULATIONS] (escapes, king < 64) =>
        formulation(square(king), set(escapes)).bits();
    shield_index [formulation of formulations::king::shield::FORMULATIONS] (pawns, first_file < 6, side < 2) =>
        formulation(window(first_file), set(pawns), color(side));
    shield_mask(first_file < 6) => window(first_file).mask();
    shield_pawns(shield < 64, first_file < 6) => window(first_file).pawns(shield as u8);
    shield_window_around(king_file < 8) => ShieldWindow::around(file(king_file)).first_file().index();
    shield_wing(king < 64, side < 2) => Wing::of(square(king), color(side)).map_or(2, |wing| wing as u64);
    any_shield_index [formulation of formulations::king::any_shield::FORMULATIONS] (pawns, king < 64, side < 2) =>
        formulation(square(king), set(pawns), color(side));
    any_shield_mask(king < 64, side < 2) =>
        formulations::king::any_shield::any_shield_mask(square(king), color(side));
    any_shield_pawns(shield < 64, king < 64, side < 2) =>
        formulations::king::any_shield::any_shield_pawns(square(king), shield as u8, color(side));
    storm_index [formulation of formulations::king::pawn_storm::FORMULATIONS] (pawns, king < 64, side < 2) =>
        formulation(square(king), set(pawns), color(side));
    storm_pawns(pawns, king < 64, side < 2) => king::storm_pawns(square(king), set(pawns), color(side));
    storm_area(king < 64, side < 2) => formulations::king::pawn_storm::storm_area(square(king), color(side));
    storm_distance(storm < 512, file < 3) =>
        king::storm_distances(storm as u16).get(file as usize).map_or(0, |&ranks| u64::from(ranks));
    files_around_king(king < 64) => formulations::king::open_files::files_around(square(king));
    open_files [formulation of formulations::king::open_files::FORMULATIONS] (pawns, king < 64) =>
        formulation(square(king), set(pawns));
    half_open_files [formulation of formulations::king::open_files::HALF_OPEN_FORMULATIONS] (own, opponent, king < 64) =>
        formulation(square(king), set(own), set(opponent));
    king_zone [formulation of formulations::king::zone::FORMULATIONS] (kings, side < 2) =>
        formulation(set(kings), color(side));
    king_zone_from(king < 64, side < 2) => formulations::king::zone::zone_from(square(king), color(side));
    attack_units [formulation of formulations::king::zone::ATTACK_UNITS_FORMULATIONS] (zone, attackers, occupied, piece_kind < 4, count < 2) => {
        let units = formulation(set(zone), only(set(attackers), piece_kind), set(occupied));
        number(kind(units, piece_kind), count)
    };
    check_squares(occupied, king < 64, piece_kind < 4) =>
        kind(king::check_squares(square(king), set(occupied)), piece_kind);
    safe_checks [formulation of formulations::king::checks::FORMULATIONS] (knights, bishops, rooks, queens, occupied, area, king < 64, piece_kind < 4) => {
        let [knights, bishops, rooks, queens] = [knights, bishops, rooks, queens].map(set);
        let attackers = ByKind { knights, bishops, rooks, queens };
        kind(formulation(square(king), attackers, set(occupied), set(area)), piece_kind)
    };
    virtual_queen_attacks [formulation of formulations::king::virtual_mobility::FORMULATIONS] (occupied, king < 64) =>
        formulation(square(king), set(occupied));
    caught_area [formulation of formulations::king::square_rule::FORMULATIONS] (king < 64, king_color < 2, turn < 2) =>
        formulation(square(king), color(king_color), color(turn));
    catches(king < 64, king_color < 2, pawn < 64, turn < 2) =>
        king::catches(square(king), color(king_color), square(pawn), color(turn));
    opposition [formulation of formulations::king::opposition::FORMULATIONS] (a < 64, b < 64) =>
        formulation(square(a), square(b)).map_or(4, |kind| kind as u64);
    opposition_squares [formulation of formulations::king::opposition::SQUARE_FORMULATIONS] (king < 64, opposition < 4) =>
        formulation(square(king), Opposition::ALL[(opposition & 3) as usize]);
    any_opposition_squares(king < 64) => king::any_opposition_squares(square(king));
    key_squares [formulation of formulations::king::key_squares::FORMULATIONS] (pawn < 64, side < 2) =>
        formulation(square(pawn), color(side));
    king_move_list_index(targets, king < 64) =>
        formulations::king::move_list::move_list_index(square(king), set(targets));
    king_move_list_length(targets, king < 64) =>
        formulations::king::move_list::move_list(square(king), set(targets)).len() as u64;
    king_move_list_square(targets, king < 64, i < 8) =>
        index(formulations::king::move_list::move_list(square(king), set(targets)).get(i as usize).copied());
}
