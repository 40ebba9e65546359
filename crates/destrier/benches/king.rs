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
use divan::Bencher;
use fastrand::Rng;
use leapers::{
    cozy_square, cozy_targets_of_one, iterate, leaper_benches, pair_of_squares, quarter, shakmaty_square,
    shakmaty_targets_of_one, targets_of_one, through_a_quarter, through_all, through_half,
};
use positions::boards;
use sets::{chained, color, columns, functions, square, squares, ways};
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

fn king_and_area(random: &mut Rng) -> (Bitboard, Bitboard) {
    (square(random).bitboard(), !quarter(random))
}

leaper_benches!(king [0 1 2 3], kings, king_and_area, [1, 2, 3, 7], king_attacks, get_king_moves);

ways! {
    [0 1 2 3] formulations::king::attacks::FORMULATIONS => |attacks|
    attacks_of_many: each(many_kings, |&set| attacks(set)),
        "shakmaty, square by square": many_kings => shakmaty_attacks,
        "cozy-chess, square by square": many_kings => cozy_attacks;
}

ways! {
    [0 1] formulations::king::attacks::FILL_FORMULATIONS => |fill|
    fill: each(kings, |&set| fill(set));
    fill_chained: chained(kings, |&set| fill(set).bits());
    fill_in_columns: columns(kings, |&set| fill(set));
}

fn shakmaty_pairs(random: &mut Rng) -> (shakmaty::Square, shakmaty::Square) {
    (shakmaty_square(random), shakmaty_square(random))
}

ways! {
    [0 1 2 3] formulations::king::distance::FORMULATIONS => |distance|
    distance: each(pair_of_squares, |&(a, b)| distance(a, b)),
        "shakmaty": shakmaty_pairs => |&(a, b)| a.distance(b);
    distance_chained: chained(pair_of_squares, |&(a, b)| distance(a, b).into()),
        "shakmaty": shakmaty_pairs => |&(a, b)| a.distance(b).into();
    distance_in_columns: columns(pair_of_squares, |&(a, b)| distance(a, b)),
        "shakmaty": shakmaty_pairs => |&(a, b)| a.distance(b);
}

ways! {
    [0 1] formulations::manhattan_distance::FORMULATIONS => |distance|
    manhattan_distance: each(pair_of_squares, |&(a, b)| distance(a, b));
    manhattan_distance_chained: chained(pair_of_squares, |&(a, b)| distance(a, b).into());
    manhattan_distance_in_columns: columns(pair_of_squares, |&(a, b)| distance(a, b));
}

ways! {
    [0 1 2 3] formulations::king::trajectory::FORMULATIONS => |trajectory|
    trajectory: each(pair_of_squares, |&(a, b)| trajectory(a, b));
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
    [0 1] formulations::king::paths::FORMULATIONS => |connected|
    connected_through_positions: each(through_positions(), |&(a, b, path)| connected(a, b, path));
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
    [0 1 2] formulations::king::shield::FORMULATIONS => |index|
    shield_index: each(shields(), |&(pawns, window, color)| index(window, pawns, color));
    shield_index_chained: chained(shields(), |&(pawns, window, color)| index(window, pawns, color).into());
    shield_index_of_the_king_side: each(shields(), |&(pawns, _, _)| {
        index(Wing::King.window(), pawns, Color::White)
    });
    shield_index_of_the_king_side_chained: chained(shields(), |&(pawns, _, _)| {
        index(Wing::King.window(), pawns, Color::White).into()
    });
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
    [0 1 2 3 4] formulations::king::lines::FORMULATIONS => |lines|
    open_lines: each(escapes(), |&(king, escapes)| lines(king, escapes));
    open_lines_chained: chained(escapes(), |&(king, escapes)| lines(king, escapes).bits().into());
    open_lines_of_few_escapes: each(few_escapes, |&(king, escapes)| lines(king, escapes));
}

/// A king, its color, the side to move, and a pawn.
fn races(random: &mut Rng) -> (Square, Color, Color, Square) {
    (square(random), color(random), color(random), Square::ALL[random.usize(8..56)])
}

ways! {
    [0 1 2] formulations::king::square_rule::FORMULATIONS => |area|
    caught_area: each(races, |&(king, color, turn, _)| area(king, color, turn));
}

functions! {
    set_distance(|random: &mut Rng| (square(random).bitboard(), squares(random, 1..=5)) => |&(king, targets)| {
        king::set_distance(king, targets)
    })
    /// Whether a king catches a pawn, by the rule or by the area.
    catches {
        "by rule": races => |&(king, color, turn, pawn)| king::catches(king, color, pawn, turn),
        "by area": races => |&(king, color, turn, pawn)| king::caught_area(king, color, turn).contains(pawn),
    }
    uncatchable(
        |random: &mut Rng| (squares(random, 0..=3), square(random), color(random), color(random))
            => |&(passers, king, color, turn)| passers - king::caught_area(king, color, turn)
    )
}

/// A king and the pawns of both sides.
fn king_and_pawns(random: &mut Rng) -> (Square, Bitboard, Bitboard) {
    let (own, opponent) = (squares(random, 2..=8), squares(random, 2..=8));
    (square(random), own & Bitboard::PAWN_RANKS, opponent & Bitboard::PAWN_RANKS)
}

ways! {
    [0 1 2] formulations::king::zone::FORMULATIONS => |zone|
    zone: each(kings, |&kings| zone(kings, Color::White));
}

ways! {
    [0 1 2] formulations::king::any_shield::FORMULATIONS => |index|
    any_shield_index: each(king_and_pawns, |&(king, own, _)| index(king, own, Color::White));
}

ways! {
    [0 1 2] formulations::king::pawn_storm::FORMULATIONS => |index|
    storm_index: each(king_and_pawns, |&(king, _, opponent)| index(king, opponent, Color::White));
}

ways! {
    [0 1 2] formulations::king::open_files::FORMULATIONS => |files|
    open_files: each(king_and_pawns, |&(king, own, opponent)| files(king, own | opponent));
}

ways! {
    [0 1 2] formulations::king::open_files::HALF_OPEN_FORMULATIONS => |files|
    half_open_files: each(king_and_pawns, |&(king, own, opponent)| files(king, own, opponent));
}

ways! {
    [0 1 2] formulations::king::virtual_mobility::FORMULATIONS => |attacks|
    virtual_queen_attacks: each(|random: &mut Rng| (square(random), quarter(random)), |&(king, occupied)| {
        attacks(king, occupied)
    });
}

ways! {
    [0 1 2] formulations::king::opposition::FORMULATIONS => |opposition|
    opposition: each(pair_of_squares, |&(a, b)| opposition(a, b));
}

ways! {
    [0 1] formulations::king::key_squares::FORMULATIONS => |squares|
    key_squares: each(|random: &mut Rng| (square(random), color(random)), |&(pawn, color)| squares(pawn, color));
}

/// King and pawn against king.
#[divan::bench]
fn wins_kpk(bencher: Bencher<'_, '_>) {
    let ending = |random: &mut Rng| ([(); 3].map(|()| square(random)), color(random), color(random));
    each(bencher, ending, |&([king, pawn, opponent], side, turn)| {
        king::wins_kpk(king, pawn, opponent, side, turn)
    });
}
