//! Boards of real positions: parsing, printing, and each value of both sides.
//!
//! An item is one board. For a value, an item covers both sides.

mod common;
#[path = "common/positions.rs"]
mod positions;

use common::each;
use destrier::{Bitboard, Board, Color, Piece, Sets, Square};
use divan::Bencher;
use fastrand::Rng;
use positions::{any_of, boards, positions};
use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Position};

fn main() {
    common::run();
}

/// Measures a value for both sides of a board.
fn sides<O>(bencher: Bencher<'_, '_>, value: impl Fn(&Board, Color) -> O) {
    each(bencher, boards(), |board| (value(board, Color::White), value(board, Color::Black)));
}

fn fens() -> Vec<String> {
    positions()
        .iter()
        .map(|position| Fen::from_position(position, EnPassantMode::Legal).to_string())
        .collect()
}

fn placements() -> impl FnMut(&mut Rng) -> String {
    any_of(positions().iter().map(|position| position.board().to_string()).collect())
}

/// Parses the piece placement alone, or the whole FEN for cozy-chess.
#[divan::bench(args = ["destrier", "shakmaty", "cozy-chess, whole FEN"])]
fn from_placement(bencher: Bencher<'_, '_>, library: &str) {
    match library {
        "destrier" => each(bencher, placements(), |text| Board::from_placement(text, Color::White)),
        "shakmaty" => {
            each(bencher, placements(), |text| shakmaty::Board::from_ascii_board_fen(text.as_bytes()));
        }
        _ => each(bencher, any_of(fens()), |text| cozy_chess::Board::from_fen(text, false)),
    }
}

/// Checked and unchecked construction from eight sets.
#[divan::bench(args = ["checked", "unchecked"])]
fn from_sets(bencher: Bencher<'_, '_>, way: &str) {
    let mut boards = boards();
    let draw = |random: &mut Rng| boards(random).sets();
    match way {
        "checked" => each(bencher, draw, |&sets| Board::from_sets(sets, Color::White)),
        _ => each(bencher, draw, |&sets| Board::assume_consistent(sets, Color::White)),
    }
}

/// Checked and unchecked construction from two colors and six kinds of piece.
#[divan::bench(args = ["checked", "unchecked"])]
fn from_colors_and_pieces(bencher: Bencher<'_, '_>, way: &str) {
    let mut boards = boards();
    let draw = |random: &mut Rng| {
        let board = boards(random);
        let colors = Color::ALL.map(|color| board.color(color).bits());
        (colors, Piece::ALL.map(|piece| board.sets().piece(piece).bits()))
    };
    match way {
        "checked" => each(bencher, draw, |&(colors, pieces)| {
            Board::from_sets(Sets::from_colors_and_pieces(colors, pieces), Color::White)
        }),
        _ => each(bencher, draw, |&(colors, pieces)| {
            Board::assume_consistent(Sets::from_colors_and_pieces(colors, pieces), Color::White)
        }),
    }
}

/// Checked and unchecked construction from twelve bitboards.
#[divan::bench(args = ["checked", "unchecked"])]
fn from_colored_pieces(bencher: Bencher<'_, '_>, way: &str) {
    let mut boards = boards();
    let draw = |random: &mut Rng| {
        let board = boards(random);
        Color::ALL.map(|color| Piece::ALL.map(|piece| board.of(color, piece).bits()))
    };
    match way {
        "checked" => {
            each(bencher, draw, |&pieces| Board::from_sets(Sets::from_colored_pieces(pieces), Color::White));
        }
        _ => each(bencher, draw, |&pieces| {
            Board::assume_consistent(Sets::from_colored_pieces(pieces), Color::White)
        }),
    }
}

#[divan::bench]
fn to_text(bencher: Bencher<'_, '_>) {
    each(bencher, boards(), Board::to_string);
}

#[divan::bench]
fn flip(bencher: Bencher<'_, '_>) {
    each(bencher, boards(), Board::flip);
}

/// All squares that both sides attack. shakmaty and cozy-chess look up the attacks of each piece.
#[divan::bench(args = ["destrier", "shakmaty", "cozy-chess"])]
fn attacks(bencher: Bencher<'_, '_>, library: &str) {
    match library {
        "destrier" => sides(bencher, Board::attacks),
        "shakmaty" => {
            let boards = any_of(positions().iter().map(|position| position.board().clone()).collect());
            each(bencher, boards, |board| {
                shakmaty::Color::ALL.map(|color| {
                    let pieces = board.by_color(color).into_iter();
                    pieces.fold(0, |attacks, square| attacks | board.attacks_from(square).0)
                })
            });
        }
        _ => {
            let boards = fens().iter().map(|fen| fen.parse().expect("the positions are legal")).collect();
            each(bencher, any_of(boards), |board| {
                cozy_chess::Color::ALL.map(|color| cozy_attacks(board, color))
            });
        }
    }
}

fn cozy_attacks(board: &cozy_chess::Board, color: cozy_chess::Color) -> cozy_chess::BitBoard {
    use cozy_chess::{
        Piece, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
    };

    let of = |piece| board.colored_pieces(color, piece);
    let occupied = board.occupied();
    let mut attacks = cozy_chess::BitBoard::EMPTY;
    for square in of(Piece::Pawn) {
        attacks |= get_pawn_attacks(square, color);
    }
    for square in of(Piece::Knight) {
        attacks |= get_knight_moves(square);
    }
    for square in of(Piece::Bishop) | of(Piece::Queen) {
        attacks |= get_bishop_moves(square, occupied);
    }
    for square in of(Piece::Rook) | of(Piece::Queen) {
        attacks |= get_rook_moves(square, occupied);
    }
    for square in of(Piece::King) {
        attacks |= get_king_moves(square);
    }
    attacks
}

/// Benchmarks the values with the same names.
macro_rules! values {
    ($($name:ident)*) => {$(
        #[divan::bench]
        fn $name(bencher: Bencher<'_, '_>) {
            sides(bencher, Board::$name);
        }
    )*};
}

values! {
    fork_targets knight_attacks forking_knights king_escapes king_lines shield passers uncatchable king_reach values
    attacked_twice pinned discoverers
}

/// The attacks of both sides, and terms that take them.
#[divan::bench(args = ["maps", "safe checks", "attack units", "king escapes", "fork squares"])]
fn attack_maps(bencher: Bencher<'_, '_>, term: &str) {
    let mut boards = boards();
    let maps = |random: &mut Rng| boards(random).attack_maps();
    match term {
        "maps" => each(bencher, boards, Board::attack_maps),
        "safe checks" => each(bencher, maps, |maps| Color::ALL.map(|side| maps.safe_checks(side))),
        "attack units" => each(bencher, maps, |maps| Color::ALL.map(|side| maps.attack_units(side))),
        "king escapes" => each(bencher, maps, |maps| Color::ALL.map(|side| maps.king_escapes(side))),
        _ => each(bencher, maps, |maps| Color::ALL.map(|side| maps.fork_squares(side))),
    }
}

#[divan::bench]
fn attack_pairs(bencher: Bencher<'_, '_>) {
    each(bencher, boards(), |board| board.attack_pairs().fold(0, |sum, pair| sum ^ pair.target.index()));
}

#[divan::bench]
fn attackers(bencher: Bencher<'_, '_>) {
    let mut boards = boards();
    each(
        bencher,
        |random| (boards(random), Square::ALL[random.usize(..64)]),
        |(board, square)| board.attackers(*square, board.occupied()),
    );
}

/// The early exit on guarded squares, compared with the full definition.
#[divan::bench(args = ["first look", "at once"])]
fn fork_squares(bencher: Bencher<'_, '_>, way: &str) {
    match way {
        "first look" => sides(bencher, Board::fork_squares),
        _ => sides(bencher, fork_squares_at_once),
    }
}

fn fork_squares_at_once(board: &Board, side: Color) -> Bitboard {
    use destrier::{knight, pawn};

    let other = side.other();
    let by_pawns = pawn::attacks(board.of(other, Piece::Pawn), other);
    let by_knights = knight::attacks(board.of(other, Piece::Knight));
    let taboo = board.color(side) | by_pawns | by_knights;
    knight::fork_moves(board.of(side, Piece::Knight), board.fork_targets(side), !taboo)
}
