//! Pawn and slider patterns in real positions: every formulation, and the tables of other libraries.

mod common;
#[path = "common/positions.rs"]
mod positions;
#[path = "common/sets.rs"]
mod sets;

use common::each;
use cozy_chess::{BitBoard, get_bishop_moves, get_rook_moves};
use destrier::{Bitboard, Color, Direction, Piece, Square, formulations, pawn, sliders};
use divan::Bencher;
use fastrand::Rng;
use positions::boards;
use sets::{chained, color, columns, square, squares, ways};

fn main() {
    common::run();
}

/// The pawns of one side, the opposing pawns, the empty squares, and the side.
fn pawns() -> impl FnMut(&mut Rng) -> (Bitboard, Bitboard, Bitboard, Color) {
    let mut boards = boards();
    move |random| {
        let (board, color) = (boards(random), color(random));
        (board.of(color, Piece::Pawn), board.of(!color, Piece::Pawn), !board.occupied(), color)
    }
}

ways! {
    north_fill: formulations::pawn::NORTH_FILL_FORMULATIONS[0 1],
    each(pawns(), |fill, &(own, ..)| fill(own)),
}

ways! {
    north_fill_chained: formulations::pawn::NORTH_FILL_FORMULATIONS[0 1],
    chained(pawns(), |fill, &(own, ..)| fill(own).bits()),
}

ways! {
    north_fill_in_columns: formulations::pawn::NORTH_FILL_FORMULATIONS[0 1],
    columns(pawns(), |fill, &(own, ..)| fill(own)),
}

ways! {
    passers: formulations::pawn::PASSER_FORMULATIONS[0 1],
    each(pawns(), |passers, &(own, opponent, _, color)| passers(own, opponent, color)),
}

ways! {
    passers_of_white: formulations::pawn::PASSER_FORMULATIONS[0 1],
    each(pawns(), |passers, &(own, opponent, _, _)| passers(own, opponent, Color::White)),
}

ways! {
    passers_of_white_in_columns: formulations::pawn::PASSER_FORMULATIONS[0 1],
    columns(pawns(), |passers, &(own, opponent, _, _)| passers(own, opponent, Color::White)),
}

/// One pawn, and the opposing pawns.
fn one_pawn() -> impl FnMut(&mut Rng) -> (Bitboard, Bitboard) {
    let mut pawns = pawns();
    move |random| (Square::ALL[random.usize(8..56)].bitboard(), pawns(random).1)
}

ways! {
    passers_of_one_white_pawn: formulations::pawn::PASSER_FORMULATIONS[0 1],
    each(one_pawn(), |passers, &(own, opponent)| passers(own, opponent, Color::White)),
}

#[divan::bench]
fn file_fill(bencher: Bencher<'_, '_>) {
    each(bencher, pawns(), |&(own, ..)| pawn::file_fill(own));
}

#[divan::bench]
fn passer_span(bencher: Bencher<'_, '_>) {
    each(bencher, pawns(), |&(own, _, _, color)| pawn::passer_span(own, color));
}

/// All squares that the pawns of one side attack.
#[divan::bench(args = ["by shift", "shakmaty, pawn by pawn", "cozy-chess, pawn by pawn"])]
fn attacks(bencher: Bencher<'_, '_>, way: &str) {
    match way {
        "by shift" => each(bencher, pawns(), |&(own, _, _, color)| pawn::attacks(own, color)),
        "shakmaty, pawn by pawn" => each(bencher, pawns(), |&(own, _, _, color)| {
            let color = shakmaty::Color::from_white(color.is_white());
            shakmaty::Bitboard(own.bits())
                .into_iter()
                .fold(0, |attacks, square| attacks | shakmaty::attacks::pawn_attacks(color, square).0)
        }),
        _ => each(bencher, pawns(), |&(own, _, _, color)| {
            let color = if color.is_white() { cozy_chess::Color::White } else { cozy_chess::Color::Black };
            BitBoard(own.bits())
                .iter()
                .fold(0, |attacks, square| attacks | cozy_chess::get_pawn_attacks(square, color).0)
        }),
    }
}

#[divan::bench]
fn pushes(bencher: Bencher<'_, '_>) {
    each(bencher, pawns(), |&(own, _, empty, color)| pawn::pushes(own, empty, color));
}

#[divan::bench]
fn forks(bencher: Bencher<'_, '_>) {
    let inputs = |random: &mut Rng| (squares(random, 0..=5), color(random));
    each(bencher, inputs, |&(targets, color)| pawn::forks(targets, color));
}

#[divan::bench]
fn fork_moves(bencher: Bencher<'_, '_>) {
    each(bencher, boards(), |board| {
        let side = board.turn();
        pawn::fork_moves(
            board.of(side, Piece::Pawn),
            board.of(!side, Piece::Pawn),
            board.color(!side) & !board.of(!side, Piece::Pawn),
            !board.occupied(),
            side,
        )
    });
}

/// The sliders of one side, the occupied squares, and a direction.
fn sliders_of(pieces: &'static [Piece]) -> impl FnMut(&mut Rng) -> (Bitboard, Bitboard, Direction) {
    let mut boards = boards();
    move |random| {
        let (board, color) = (boards(random), color(random));
        let sliders = pieces.iter().map(|&piece| board.of(color, piece)).collect();
        (sliders, board.occupied(), Direction::KING[random.usize(..8)])
    }
}

fn lines() -> impl FnMut(&mut Rng) -> (Bitboard, Bitboard, Direction) {
    sliders_of(&[Piece::Rook, Piece::Bishop, Piece::Queen])
}

ways! {
    attacks_along_north: formulations::sliders::FORMULATIONS[0 1 2],
    each(lines(), |along, &(sliders, occupied, _)| along(sliders, occupied, Direction::North)),
}

ways! {
    attacks_along_east: formulations::sliders::FORMULATIONS[0 1 2],
    each(lines(), |along, &(sliders, occupied, _)| along(sliders, occupied, Direction::East)),
}

ways! {
    attacks_along_south_west: formulations::sliders::FORMULATIONS[0 1 2],
    each(lines(), |along, &(sliders, occupied, _)| along(sliders, occupied, Direction::SouthWest)),
}

ways! {
    attacks_along_south_west_chained: formulations::sliders::FORMULATIONS[0 1 2],
    chained(lines(), |along, &(sliders, occupied, _)| along(sliders, occupied, Direction::SouthWest).bits()),
}

ways! {
    attacks_along_south_west_in_columns: formulations::sliders::FORMULATIONS[0 1 2],
    columns(lines(), |along, &(sliders, occupied, _)| along(sliders, occupied, Direction::SouthWest)),
}

ways! {
    attacks_along_any_direction: formulations::sliders::FORMULATIONS[0 1 2],
    each(lines(), |along, &(sliders, occupied, direction)| along(sliders, occupied, direction)),
}

ways! {
    attacks_along_all_eight: formulations::sliders::FORMULATIONS[0 1 2],
    each(lines(), |along, &(sliders, occupied, _)| {
        let directions = Direction::KING.into_iter();
        directions.fold(Bitboard::EMPTY, |set, direction| set | along(sliders, occupied, direction))
    }),
}

/// Computes the union of shakmaty's table entries for the sliders.
fn shakmaty_union(
    sliders: Bitboard,
    occupied: Bitboard,
    attacks: impl Fn(shakmaty::Square, shakmaty::Bitboard) -> shakmaty::Bitboard,
) -> u64 {
    let occupied = shakmaty::Bitboard(occupied.bits());
    shakmaty::Bitboard(sliders.bits()).into_iter().fold(0, |set, square| set | attacks(square, occupied).0)
}

/// Computes the union of cozy-chess's table entries for the sliders.
fn cozy_union(
    sliders: Bitboard,
    occupied: Bitboard,
    attacks: impl Fn(cozy_chess::Square, BitBoard) -> BitBoard,
) -> u64 {
    let occupied = BitBoard(occupied.bits());
    BitBoard(sliders.bits()).iter().fold(0, |set, square| set | attacks(square, occupied).0)
}

const SLIDER_WAYS: [&str; 3] =
    ["Kogge-Stone", "shakmaty's table, piece by piece", "cozy-chess's table, piece by piece"];

#[divan::bench(args = SLIDER_WAYS)]
fn rook_attacks(bencher: Bencher<'_, '_>, way: &str) {
    let inputs = sliders_of(&[Piece::Rook]);
    if way == SLIDER_WAYS[0] {
        each(bencher, inputs, |&(set, occupied, _)| sliders::rook_attacks(set, occupied));
    } else if way == SLIDER_WAYS[1] {
        each(bencher, inputs, |&(set, occupied, _)| {
            shakmaty_union(set, occupied, shakmaty::attacks::rook_attacks)
        });
    } else {
        each(bencher, inputs, |&(set, occupied, _)| cozy_union(set, occupied, get_rook_moves));
    }
}

#[divan::bench(args = SLIDER_WAYS)]
fn bishop_attacks(bencher: Bencher<'_, '_>, way: &str) {
    let inputs = sliders_of(&[Piece::Bishop]);
    if way == SLIDER_WAYS[0] {
        each(bencher, inputs, |&(set, occupied, _)| sliders::bishop_attacks(set, occupied));
    } else if way == SLIDER_WAYS[1] {
        each(bencher, inputs, |&(set, occupied, _)| {
            shakmaty_union(set, occupied, shakmaty::attacks::bishop_attacks)
        });
    } else {
        each(bencher, inputs, |&(set, occupied, _)| cozy_union(set, occupied, get_bishop_moves));
    }
}

#[divan::bench(args = SLIDER_WAYS)]
fn queen_attacks(bencher: Bencher<'_, '_>, way: &str) {
    let inputs = sliders_of(&[Piece::Queen]);
    if way == SLIDER_WAYS[0] {
        each(bencher, inputs, |&(set, occupied, _)| sliders::queen_attacks(set, occupied));
    } else if way == SLIDER_WAYS[1] {
        each(bencher, inputs, |&(set, occupied, _)| {
            shakmaty_union(set, occupied, shakmaty::attacks::queen_attacks)
        });
    } else {
        each(bencher, inputs, |&(set, occupied, _)| {
            cozy_union(set, occupied, |square, occupied| {
                get_rook_moves(square, occupied) | get_bishop_moves(square, occupied)
            })
        });
    }
}

/// A single rook, the best case for a table.
#[divan::bench(args = SLIDER_WAYS)]
fn rook_attacks_of_one(bencher: Bencher<'_, '_>, way: &str) {
    let mut boards = boards();
    let mut occupied = move |random: &mut Rng| boards(random).occupied();
    if way == SLIDER_WAYS[0] {
        let inputs = |random: &mut Rng| (square(random), occupied(random));
        each(bencher, inputs, |&(rook, occupied)| sliders::rook_attacks(rook.bitboard(), occupied));
    } else if way == SLIDER_WAYS[1] {
        let inputs = |random: &mut Rng| {
            (shakmaty::Square::new(random.u32(..64)), shakmaty::Bitboard(occupied(random).bits()))
        };
        each(bencher, inputs, |&(rook, occupied)| shakmaty::attacks::rook_attacks(rook, occupied));
    } else {
        let inputs = |random: &mut Rng| {
            (cozy_chess::Square::index(random.usize(..64)), BitBoard(occupied(random).bits()))
        };
        each(bencher, inputs, |&(rook, occupied)| get_rook_moves(rook, occupied));
    }
}
