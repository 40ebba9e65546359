//! A second, independent implementation of the patterns, for comparison.
//!
//! It is simple and slow: it looks at each square. It shares no code with the library. The rules of chess are
//! shakmaty's, which `tests/rules` compares with the library's.

pub(crate) mod findings;
pub(crate) mod race;
pub(crate) mod values;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, Position, PositionError, Role, Setup,
    Square,
};

/// Reads a FEN.
pub(crate) fn position(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().unwrap().into_setup();
    let mode = CastlingMode::detect(&setup);
    playable(setup, mode)
}

/// Returns the position of a setup, ignoring errors that leave its moves well defined.
fn playable(setup: Setup, mode: CastlingMode) -> Chess {
    setup
        .position(mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .unwrap()
}

/// Returns the legal moves, by origin and destination.
pub(crate) fn legal_moves(position: &Chess) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_key(|m| (m.from(), m.to(), std::cmp::Reverse(m.promotion())));
    moves
}

/// Returns the position after a move.
pub(crate) fn after(position: &Chess, m: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}

/// Returns the position after the side to move passes.
pub(crate) fn passed(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.swap_turn();
    playable(setup, position.castles().mode())
}

/// Returns the move in UCI notation, with castling as the king captures its rook.
pub(crate) fn uci(m: Move) -> String {
    UciMove::from_move(m, CastlingMode::Chess960).to_string()
}

/// Returns the square a number of files to the right and of ranks up, if it is on the board.
pub(crate) fn step(square: Square, right: i32, up: i32) -> Option<Square> {
    Some(Square::from_coords(square.file().offset(right)?, square.rank().offset(up)?))
}

/// Returns the squares that meet a condition.
fn squares(condition: impl Fn(Square) -> bool) -> Bitboard {
    Square::ALL.into_iter().filter(|&square| condition(square)).collect()
}

/// Returns the squares that a side's pieces of the wanted kinds attack. Pinned pieces attack too, and own pieces on
/// attacked squares are defended.
fn attacked_by(board: &Board, side: Color, wanted: &[Role]) -> Bitboard {
    let attackers = wanted.iter().flat_map(|&role| board.by_piece(role.of(side)));
    attackers.flat_map(|square| board.attacks_from(square)).collect()
}
