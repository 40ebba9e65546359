//! Temporary.
use super::*;
use destrier::*;
use shakmaty::{Chess, Position as _, Role};
fn squares(set: shakmaty::Bitboard) -> Bitboard {
    Bitboard::from_bits(set.0)
}
fn square(square: shakmaty::Square) -> Square {
    Square::ALL[usize::from(square)]
}
fn piece(role: Role) -> Piece {
    Piece::ALL[usize::from(role) - 1]
}
pub(crate) fn position(chess: &Chess) -> Position {
    let board = chess.board();
    Position {
        colors: [board.white(), board.black()].map(squares),
        pieces: Role::ALL.map(|role| squares(board.by_role(role))),
        turn: if chess.turn().is_white() { Color::White } else { Color::Black },
        history: History {
            castling_rooks: squares(chess.castles().castling_rights()),
            en_passant: chess.maybe_ep_square().map(square).map_or(Bitboard::EMPTY, Square::bitboard),
            halfmoves: chess.halfmoves(),
            fullmoves: chess.fullmoves().get(),
        },
    }
}
pub(crate) fn own_san(san: shakmaty::san::San) -> San {
    use shakmaty::san::San as Theirs;
    match san {
        Theirs::Normal { role, file, rank, capture, to, promotion } => San::Normal {
            piece: piece(role),
            file: file.map(|file| File::ALL[usize::from(file)]),
            rank: rank.map(|rank| Rank::ALL[usize::from(rank)]),
            capture,
            to: square(to),
            promotion: promotion.map(piece),
        },
        Theirs::Castle(shakmaty::CastlingSide::KingSide) => San::Castling(CastlingSide::King),
        Theirs::Castle(shakmaty::CastlingSide::QueenSide) => San::Castling(CastlingSide::Queen),
        Theirs::Null => San::Null,
        Theirs::Put { .. } => unreachable!("nothing is in hand"),
    }
}
