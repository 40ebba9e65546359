//! Pawn and slider patterns in real positions: every formulation, and the tables of other libraries.

mod common;
#[path = "common/positions.rs"]
mod positions;
#[path = "common/sets.rs"]
mod sets;

use common::each;
use cozy_chess::{BitBoard, get_bishop_moves, get_rook_moves};
use destrier::{Bitboard, Color, Direction, Piece, Square, formulations, pawn, sliders};
use fastrand::Rng;
use positions::boards;
use sets::{chained, color, columns, functions, square, squares, ways};

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
    [0 1] formulations::pawn::NORTH_FILL_FORMULATIONS => |fill|
    north_fill: each(pawns(), |&(own, ..)| fill(own));
    north_fill_chained: chained(pawns(), |&(own, ..)| fill(own).bits());
    north_fill_in_columns: columns(pawns(), |&(own, ..)| fill(own));
}

/// One pawn, and the opposing pawns.
fn one_pawn() -> impl FnMut(&mut Rng) -> (Bitboard, Bitboard) {
    let mut pawns = pawns();
    move |random| (Square::ALL[random.usize(8..56)].bitboard(), pawns(random).1)
}

ways! {
    [0 1] formulations::pawn::PASSER_FORMULATIONS => |passers|
    passers: each(pawns(), |&(own, opponent, _, color)| passers(own, opponent, color));
    passers_of_white: each(pawns(), |&(own, opponent, _, _)| passers(own, opponent, Color::White));
    passers_of_white_in_columns: columns(pawns(), |&(own, opponent, _, _)| {
        passers(own, opponent, Color::White)
    });
    passers_of_one_white_pawn: each(one_pawn(), |&(own, opponent)| passers(own, opponent, Color::White));
}

functions! {
    file_fill(pawns() => |&(own, ..)| pawn::file_fill(own))
    passer_span(pawns() => |&(own, _, _, color)| pawn::passer_span(own, color))
    /// All squares that the pawns of one side attack.
    attacks {
        "by shift": pawns() => |&(own, _, _, color)| pawn::attacks(own, color),
        "shakmaty, pawn by pawn": pawns() => |&(own, _, _, color)| {
            let color = shakmaty::Color::from_white(color.is_white());
            shakmaty::Bitboard(own.bits())
                .into_iter()
                .fold(0, |attacks, square| attacks | shakmaty::attacks::pawn_attacks(color, square).0)
        },
        "cozy-chess, pawn by pawn": pawns() => |&(own, _, _, color)| {
            let color = if color.is_white() { cozy_chess::Color::White } else { cozy_chess::Color::Black };
            BitBoard(own.bits())
                .iter()
                .fold(0, |attacks, square| attacks | cozy_chess::get_pawn_attacks(square, color).0)
        },
    }
    pushes(pawns() => |&(own, _, empty, color)| pawn::pushes(own, empty, color))
    forks(|random: &mut Rng| (squares(random, 0..=5), color(random)) => |&(targets, color)| {
        pawn::forks(targets, color)
    })
    fork_moves(boards() => |board| {
        let side = board.turn();
        pawn::fork_moves(
            board.of(side, Piece::Pawn),
            board.of(!side, Piece::Pawn),
            board.color(!side) & !board.of(!side, Piece::Pawn),
            !board.occupied(),
            side,
        )
    })
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
    [0 1 2] formulations::sliders::FORMULATIONS => |along|
    attacks_along_north: each(lines(), |&(sliders, occupied, _)| along(sliders, occupied, Direction::North));
    attacks_along_east: each(lines(), |&(sliders, occupied, _)| along(sliders, occupied, Direction::East));
    attacks_along_south_west: each(lines(), |&(sliders, occupied, _)| {
        along(sliders, occupied, Direction::SouthWest)
    });
    attacks_along_south_west_chained: chained(lines(), |&(sliders, occupied, _)| {
        along(sliders, occupied, Direction::SouthWest).bits()
    });
    attacks_along_south_west_in_columns: columns(lines(), |&(sliders, occupied, _)| {
        along(sliders, occupied, Direction::SouthWest)
    });
    attacks_along_any_direction: each(lines(), |&(sliders, occupied, direction)| {
        along(sliders, occupied, direction)
    });
    attacks_along_all_eight: each(lines(), |&(sliders, occupied, _)| {
        let directions = Direction::KING.into_iter();
        directions.fold(Bitboard::EMPTY, |set, direction| set | along(sliders, occupied, direction))
    });
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

/// Draws a square, and the occupied squares of a real position, in the types of a library.
fn one_piece<S, O>(
    square: impl Fn(&mut Rng) -> S,
    convert: impl Fn(Bitboard) -> O,
) -> impl FnMut(&mut Rng) -> (S, O) {
    let mut boards = boards();
    move |random| (square(random), convert(boards(random).occupied()))
}

functions! {
    rook_attacks {
        "Kogge-Stone": sliders_of(&[Piece::Rook]) => |&(set, occupied, _)| sliders::rook_attacks(set, occupied),
        "shakmaty's table, piece by piece": sliders_of(&[Piece::Rook]) => |&(set, occupied, _)| {
            shakmaty_union(set, occupied, shakmaty::attacks::rook_attacks)
        },
        "cozy-chess's table, piece by piece": sliders_of(&[Piece::Rook]) => |&(set, occupied, _)| {
            cozy_union(set, occupied, get_rook_moves)
        },
    }
    bishop_attacks {
        "Kogge-Stone": sliders_of(&[Piece::Bishop]) => |&(set, occupied, _)| {
            sliders::bishop_attacks(set, occupied)
        },
        "shakmaty's table, piece by piece": sliders_of(&[Piece::Bishop]) => |&(set, occupied, _)| {
            shakmaty_union(set, occupied, shakmaty::attacks::bishop_attacks)
        },
        "cozy-chess's table, piece by piece": sliders_of(&[Piece::Bishop]) => |&(set, occupied, _)| {
            cozy_union(set, occupied, get_bishop_moves)
        },
    }
    queen_attacks {
        "Kogge-Stone": sliders_of(&[Piece::Queen]) => |&(set, occupied, _)| {
            sliders::queen_attacks(set, occupied)
        },
        "shakmaty's table, piece by piece": sliders_of(&[Piece::Queen]) => |&(set, occupied, _)| {
            shakmaty_union(set, occupied, shakmaty::attacks::queen_attacks)
        },
        "cozy-chess's table, piece by piece": sliders_of(&[Piece::Queen]) => |&(set, occupied, _)| {
            cozy_union(set, occupied, |square, occupied| {
                get_rook_moves(square, occupied) | get_bishop_moves(square, occupied)
            })
        },
    }
    queen_attacks_from {
        "kindergarten": one_piece(square, |set| set) => |&(queen, occupied)| {
            sliders::queen_attacks_from(queen, occupied)
        },
        "cozy-chess's tables": one_piece(
            |random| cozy_chess::Square::index(random.usize(..64)),
            |set| BitBoard(set.bits()),
        ) => |&(queen, occupied)| get_rook_moves(queen, occupied) | get_bishop_moves(queen, occupied),
    }
    line(|random: &mut Rng| (square(random), square(random)) => |&(a, b)| sliders::line(a, b))
    between {
        "by shapes": |random: &mut Rng| (square(random), square(random)) => |&(a, b)| sliders::between(a, b),
        "cozy-chess's table": |random: &mut Rng| {
            [(); 2].map(|()| cozy_chess::Square::index(random.usize(..64)))
        } => |&[a, b]| cozy_chess::get_between_rays(a, b),
    }
}

fn one_slider() -> impl FnMut(&mut Rng) -> (Square, Bitboard) {
    one_piece(square, |set| set)
}

fn one_of_shakmaty() -> impl FnMut(&mut Rng) -> (shakmaty::Square, shakmaty::Bitboard) {
    one_piece(|random| shakmaty::Square::new(random.u32(..64)), |set| shakmaty::Bitboard(set.bits()))
}

fn one_of_cozy() -> impl FnMut(&mut Rng) -> (cozy_chess::Square, BitBoard) {
    one_piece(|random| cozy_chess::Square::index(random.usize(..64)), |set| BitBoard(set.bits()))
}

ways! {
    [0 1 2 3] formulations::sliders::ROOK_FORMULATIONS => |attacks|
    rook_attacks_from: each(one_slider(), |&(rook, occupied)| attacks(rook, occupied)),
        "shakmaty's table": one_of_shakmaty() => |&(rook, occupied)| {
            shakmaty::attacks::rook_attacks(rook, occupied)
        },
        "cozy-chess's table": one_of_cozy() => |&(rook, occupied)| get_rook_moves(rook, occupied);
    rook_attacks_from_chained: chained(one_slider(), |&(rook, occupied)| attacks(rook, occupied).bits()),
        "cozy-chess's table": one_of_cozy() => |&(rook, occupied)| get_rook_moves(rook, occupied).0;
}

ways! {
    [0 1 2 3] formulations::sliders::BISHOP_FORMULATIONS => |attacks|
    bishop_attacks_from: each(one_slider(), |&(bishop, occupied)| attacks(bishop, occupied)),
        "shakmaty's table": one_of_shakmaty() => |&(bishop, occupied)| {
            shakmaty::attacks::bishop_attacks(bishop, occupied)
        },
        "cozy-chess's table": one_of_cozy() => |&(bishop, occupied)| get_bishop_moves(bishop, occupied);
    bishop_attacks_from_chained: chained(one_slider(), |&(bishop, occupied)| attacks(bishop, occupied).bits()),
        "cozy-chess's table": one_of_cozy() => |&(bishop, occupied)| get_bishop_moves(bishop, occupied).0;
}
