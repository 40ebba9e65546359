//! King patterns: every formulation, and the tables of other libraries.

mod common;
#[path = "common/leapers.rs"]
mod leapers;
#[path = "common/positions.rs"]
mod positions;
#[path = "common/sets.rs"]
mod sets;

use common::each;
use cozy_chess::{BitBoard, get_king_moves};
use destrier::king::{ShieldWindow, Wing};
use destrier::{Bitboard, Color, File, Piece, Square, formulations, king};
use divan::{Bencher, black_box};
use fastrand::Rng;
use leapers::{
    cozy_square, cozy_targets_of_one, pair_of_squares, quarter, shakmaty_square, shakmaty_targets_of_one,
    targets_of_one, through_a_quarter, through_all, through_half,
};
use positions::boards;
use sets::{chained, color, columns, square, squares, ways};
use shakmaty::attacks::king_attacks;

fn main() {
    common::run();
}

fn kings(random: &mut Rng) -> Bitboard {
    squares(random, 0..=2)
}

/// A quarter of the board, as in fills.
fn many_kings(random: &mut Rng) -> Bitboard {
    quarter(random)
}

fn shakmaty_pairs(random: &mut Rng) -> (shakmaty::Square, shakmaty::Square) {
    (shakmaty_square(random), shakmaty_square(random))
}

fn shakmaty_attacks(set: Bitboard) -> u64 {
    shakmaty::Bitboard(set.bits()).into_iter().fold(0, |attacks, square| attacks | king_attacks(square).0)
}

fn cozy_attacks(set: Bitboard) -> u64 {
    BitBoard(set.bits()).iter().fold(0, |attacks, square| attacks | get_king_moves(square).0)
}

ways! {
    attacks: formulations::king::attacks::FORMULATIONS[0 1 2 3],
    each(kings, |attacks, &set| attacks(set)),
    "shakmaty, square by square": each(kings, |&set| shakmaty_attacks(set)),
    "cozy-chess, square by square": each(kings, |&set| cozy_attacks(set)),
}

ways! {
    attacks_of_many: formulations::king::attacks::FORMULATIONS[0 1 2 3],
    each(many_kings, |attacks, &set| attacks(set)),
    "shakmaty, square by square": each(many_kings, |&set| shakmaty_attacks(set)),
    "cozy-chess, square by square": each(many_kings, |&set| cozy_attacks(set)),
}

ways! {
    attacks_chained: formulations::king::attacks::FORMULATIONS[0 1 2 3],
    chained(kings, |attacks, &set| attacks(set).bits()),
    "shakmaty, square by square": chained(kings, |&set| shakmaty_attacks(set)),
    "cozy-chess, square by square": chained(kings, |&set| cozy_attacks(set)),
}

ways! {
    attacks_in_columns: formulations::king::attacks::FORMULATIONS[0 1 2 3],
    columns(kings, |attacks, &set| attacks(set)),
    "shakmaty, square by square": columns(kings, |&set| shakmaty_attacks(set)),
    "cozy-chess, square by square": columns(kings, |&set| cozy_attacks(set)),
}

#[divan::bench(args = ["by table", "parallel", "shakmaty", "cozy-chess"])]
fn attacks_of_one(bencher: Bencher<'_, '_>, way: &str) {
    match way {
        "by table" => each(bencher, square, |&square| king::attacks_from(square)),
        "parallel" => each(bencher, square, |&square| king::attacks(square.bitboard())),
        "shakmaty" => each(bencher, shakmaty_square, |&square| king_attacks(square)),
        _ => each(bencher, cozy_square, |&square| get_king_moves(square)),
    }
}

fn one_king(random: &mut Rng) -> Bitboard {
    square(random).bitboard()
}

ways! {
    attacks_of_a_set_of_one: formulations::king::attacks::FORMULATIONS[0 1 2 3],
    each(one_king, |attacks, &set| attacks(set)),
}

ways! {
    attacks_of_a_set_of_one_chained: formulations::king::attacks::FORMULATIONS[0 1 2 3],
    chained(one_king, |attacks, &set| attacks(set).bits()),
}

ways! {
    fill: formulations::king::attacks::FILL_FORMULATIONS[0 1],
    each(kings, |fill, &set| fill(set)),
}

ways! {
    fill_chained: formulations::king::attacks::FILL_FORMULATIONS[0 1],
    chained(kings, |fill, &set| fill(set).bits()),
}

ways! {
    fill_in_columns: formulations::king::attacks::FILL_FORMULATIONS[0 1],
    columns(kings, |fill, &set| fill(set)),
}

fn king_and_area(random: &mut Rng) -> (Bitboard, Bitboard) {
    (square(random).bitboard(), !quarter(random))
}

#[divan::bench(consts = [1, 2, 3, 7])]
fn reach<const N: u32>(bencher: Bencher<'_, '_>) {
    each(bencher, king_and_area, |&(king, area)| king::reach(king, N, area));
}

#[divan::bench(consts = [1, 2, 3, 7])]
fn reach_within<const N: u32>(bencher: Bencher<'_, '_>) {
    each(bencher, king_and_area, |&(king, area)| king::reach_within(king, N, area));
}

ways! {
    distance: formulations::king::distance::FORMULATIONS[0 1 2 3],
    each(pair_of_squares, |distance, &(a, b)| distance(a, b)),
    "shakmaty": each(shakmaty_pairs, |&(a, b)| a.distance(b)),
}

ways! {
    distance_chained: formulations::king::distance::FORMULATIONS[0 1 2 3],
    chained(pair_of_squares, |distance, &(a, b)| distance(a, b).into()),
    "shakmaty": chained(shakmaty_pairs, |&(a, b)| a.distance(b).into()),
}

ways! {
    distance_in_columns: formulations::king::distance::FORMULATIONS[0 1 2 3],
    columns(pair_of_squares, |distance, &(a, b)| distance(a, b)),
    "shakmaty": columns(shakmaty_pairs, |&(a, b)| a.distance(b)),
}

ways! {
    manhattan_distance: formulations::king::manhattan_distance::FORMULATIONS[0 1],
    each(pair_of_squares, |distance, &(a, b)| distance(a, b)),
}

ways! {
    manhattan_distance_chained: formulations::king::manhattan_distance::FORMULATIONS[0 1],
    chained(pair_of_squares, |distance, &(a, b)| distance(a, b).into()),
}

ways! {
    manhattan_distance_in_columns: formulations::king::manhattan_distance::FORMULATIONS[0 1],
    columns(pair_of_squares, |distance, &(a, b)| distance(a, b)),
}

#[divan::bench]
fn set_distance(bencher: Bencher<'_, '_>) {
    let inputs = |random: &mut Rng| (square(random).bitboard(), squares(random, 1..=5));
    each(bencher, inputs, |&(king, targets)| king::set_distance(king, targets));
}

ways! {
    trajectory: formulations::king::trajectory::FORMULATIONS[0 1 2 3],
    each(pair_of_squares, |trajectory, &(a, b)| trajectory(a, b)),
}

/// A king of a real position, the opposing pawns, and the squares that the king may enter. A defended pawn cannot be
/// reached.
fn through_positions() -> impl FnMut(&mut Rng) -> (Bitboard, Bitboard, Bitboard) {
    let mut boards = boards();
    move |random| {
        let (board, color) = (boards(random), color(random));
        let king = board.of(color, Piece::King);
        let path = king | !(board.color(color) | board.attacks(!color));
        (king, board.of(!color, Piece::Pawn), path)
    }
}

ways! {
    connected_through_all: formulations::king::paths::FORMULATIONS[0 1],
    each(through_all, |connected, &(a, b, path)| connected(a, b, path)),
}

ways! {
    connected_through_half: formulations::king::paths::FORMULATIONS[0 1],
    each(through_half, |connected, &(a, b, path)| connected(a, b, path)),
}

ways! {
    connected_through_a_quarter: formulations::king::paths::FORMULATIONS[0 1],
    each(through_a_quarter, |connected, &(a, b, path)| connected(a, b, path)),
}

ways! {
    connected_through_positions: formulations::king::paths::FORMULATIONS[0 1],
    each(through_positions(), |connected, &(a, b, path)| connected(a, b, path)),
}

#[divan::bench]
fn region(bencher: Bencher<'_, '_>) {
    each(bencher, through_half, |&(a, _, path)| king::region(a, path));
}

#[divan::bench]
fn shortest_paths(bencher: Bencher<'_, '_>) {
    each(bencher, through_half, |&(a, b, path)| king::shortest_paths(a, b, path));
}

/// The pawns of one side of a real position, a window and the side.
fn shields() -> impl FnMut(&mut Rng) -> (Bitboard, ShieldWindow, Color) {
    let mut boards = boards();
    move |random| {
        let color = color(random);
        (boards(random).of(color, Piece::Pawn), ShieldWindow::around(File::ALL[random.usize(1..7)]), color)
    }
}

ways! {
    shield_index: formulations::king::shield::FORMULATIONS[0 1 2],
    each(shields(), |index, &(pawns, window, color)| index(window, pawns, color)),
}

ways! {
    shield_index_chained: formulations::king::shield::FORMULATIONS[0 1 2],
    chained(shields(), |index, &(pawns, window, color)| index(window, pawns, color).into()),
}

ways! {
    shield_index_of_the_king_side: formulations::king::shield::FORMULATIONS[0 1 2],
    each(shields(), |index, &(pawns, _, _)| index(Wing::King.window(), pawns, Color::White)),
}

ways! {
    shield_index_of_the_king_side_chained: formulations::king::shield::FORMULATIONS[0 1 2],
    chained(shields(), |index, &(pawns, _, _)| index(Wing::King.window(), pawns, Color::White).into()),
}

/// A king and its escapes in a real position.
fn escapes() -> impl FnMut(&mut Rng) -> (Square, Bitboard) {
    let mut boards = boards();
    move |random| {
        let (board, color) = (boards(random), color(random));
        (board.king(color).expect("both sides have a king"), board.king_escapes(color))
    }
}

/// A king and its escapes. Nineteen in twenty kings have none.
fn few_escapes(random: &mut Rng) -> (Square, Bitboard) {
    let king = square(random);
    let escapes = if random.usize(..20) == 0 { quarter(random) } else { Bitboard::EMPTY };
    (king, king::attacks_from(king) & escapes)
}

ways! {
    open_lines: formulations::king::lines::FORMULATIONS[0 1 2 3 4],
    each(escapes(), |lines, &(king, escapes)| lines(king, escapes)),
}

ways! {
    open_lines_chained: formulations::king::lines::FORMULATIONS[0 1 2 3 4],
    chained(escapes(), |lines, &(king, escapes)| lines(king, escapes).bits().into()),
}

ways! {
    open_lines_of_few_escapes: formulations::king::lines::FORMULATIONS[0 1 2 3 4],
    each(few_escapes, |lines, &(king, escapes)| lines(king, escapes)),
}

/// A king, its color, the side to move, and a pawn.
fn races(random: &mut Rng) -> (Square, Color, Color, Square) {
    (square(random), color(random), color(random), Square::ALL[random.usize(8..56)])
}

ways! {
    caught_area: formulations::king::square_rule::FORMULATIONS[0 1 2],
    each(races, |area, &(king, color, turn, _)| area(king, color, turn)),
}

/// Whether a king catches a pawn, by the rule or by the area.
#[divan::bench(args = ["by rule", "by area"])]
fn catches(bencher: Bencher<'_, '_>, way: &str) {
    match way {
        "by rule" => {
            each(bencher, races, |&(king, color, turn, pawn)| king::catches(king, color, pawn, turn));
        }
        _ => each(bencher, races, |&(king, color, turn, pawn)| {
            king::caught_area(king, color, turn).contains(pawn)
        }),
    }
}

#[divan::bench]
fn uncatchable(bencher: Bencher<'_, '_>) {
    let inputs = |random: &mut Rng| (squares(random, 0..=3), square(random), color(random), color(random));
    each(bencher, inputs, |&(passers, king, color, turn)| passers - king::caught_area(king, color, turn));
}

/// Iterates over the targets that a king attacks.
#[divan::bench(args = ["list", "scan", "shakmaty", "cozy-chess"])]
fn move_list(bencher: Bencher<'_, '_>, way: &str) {
    match way {
        "list" => each(bencher, targets_of_one, |&(from, targets)| {
            for &to in formulations::king::move_list::move_list(from, targets) {
                black_box(to);
            }
        }),
        "scan" => each(bencher, targets_of_one, |&(from, targets)| {
            for to in king::attacks_from(from) & targets {
                black_box(to);
            }
        }),
        "shakmaty" => each(bencher, shakmaty_targets_of_one, |&(from, targets)| {
            for to in king_attacks(from) & targets {
                black_box(to);
            }
        }),
        _ => each(bencher, cozy_targets_of_one, |&(from, targets)| {
            for to in get_king_moves(from) & targets {
                black_box(to);
            }
        }),
    }
}

/// Looks up the list without iterating over it.
#[divan::bench]
fn move_list_alone(bencher: Bencher<'_, '_>) {
    each(bencher, targets_of_one, |&(from, targets)| formulations::king::move_list::move_list(from, targets));
}

#[divan::bench]
fn move_list_index(bencher: Bencher<'_, '_>) {
    each(bencher, targets_of_one, |&(from, targets)| {
        formulations::king::move_list::move_list_index(from, targets)
    });
}

/// A king and the pawns of both sides.
fn king_and_pawns(random: &mut Rng) -> (Square, Bitboard, Bitboard) {
    let (own, opponent) = (squares(random, 2..=8), squares(random, 2..=8));
    (square(random), own & Bitboard::PAWN_RANKS, opponent & Bitboard::PAWN_RANKS)
}

ways! {
    zone: formulations::king::zone::FORMULATIONS[0 1 2],
    each(kings, |zone, &kings| zone(kings, Color::White)),
}

ways! {
    any_shield_index: formulations::king::any_shield::FORMULATIONS[0 1 2],
    each(king_and_pawns, |index, &(king, own, _)| index(king, own, Color::White)),
}

ways! {
    storm_index: formulations::king::pawn_storm::FORMULATIONS[0 1 2],
    each(king_and_pawns, |index, &(king, _, opponent)| index(king, opponent, Color::White)),
}

ways! {
    open_files: formulations::king::open_files::FORMULATIONS[0 1 2],
    each(king_and_pawns, |files, &(king, own, opponent)| files(king, own | opponent)),
}

ways! {
    half_open_files: formulations::king::open_files::HALF_OPEN_FORMULATIONS[0 1 2],
    each(king_and_pawns, |files, &(king, own, opponent)| files(king, own, opponent)),
}

ways! {
    virtual_queen_attacks: formulations::king::virtual_mobility::FORMULATIONS[0 1 2],
    each(|random: &mut Rng| (square(random), quarter(random)), |attacks, &(king, occupied)| attacks(king, occupied)),
}

ways! {
    opposition: formulations::king::opposition::FORMULATIONS[0 1 2],
    each(pair_of_squares, |opposition, &(a, b)| opposition(a, b)),
}

ways! {
    key_squares: formulations::king::key_squares::FORMULATIONS[0 1],
    each(|random: &mut Rng| (square(random), color(random)), |squares, &(pawn, color)| squares(pawn, color)),
}
