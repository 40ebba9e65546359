//! Destrier in an engine that uses shakmaty 0.30.

use destrier::{Bitboard, Board, Color, Sets, Square};
use shakmaty::Position;

fn set(bitboard: shakmaty::Bitboard) -> Bitboard {
    Bitboard::from_bits(bitboard.0)
}

fn bitboard(set: Bitboard) -> shakmaty::Bitboard {
    shakmaty::Bitboard(set.bits())
}

fn square(square: shakmaty::Square) -> Square {
    Square::ALL[square.to_usize()]
}

fn color(color: shakmaty::Color) -> Color {
    color.fold_wb(Color::White, Color::Black)
}

fn board(board: &shakmaty::Board, turn: shakmaty::Color) -> Board {
    let colors = shakmaty::Color::ALL.map(|color| board.by_color(color).0);
    let pieces = shakmaty::Role::ALL.map(|role| board.by_role(role).0);
    Board::assume_consistent(Sets::from_colors_and_pieces(colors, pieces), color(turn))
}

/// Returns the legal knight moves that fork, in the engine's own type.
fn forks(position: &impl Position) -> Vec<shakmaty::Move> {
    let board = board(position.board(), position.turn());
    let forks = bitboard(board.fork_squares(board.turn()));
    let mut moves = position.legal_moves();
    moves.retain(|legal| legal.role() == shakmaty::Role::Knight && forks.contains(legal.to()));
    moves.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    #[test]
    fn boards_keep_their_sets() {
        let fen = "r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R b KQkq - 0 1";
        let placement = fen.split(' ').next().unwrap();
        let expected = Board::from_placement(placement, Color::Black).unwrap();
        let position = position(fen);
        assert_eq!(board(position.board(), position.turn()), expected);
        assert_eq!(Board::from_sets(expected.sets(), expected.turn()), Ok(expected));
        for (engine, own) in shakmaty::Square::ALL.into_iter().zip(Square::ALL) {
            assert_eq!(square(engine), own);
            assert_eq!(engine.to_string(), own.name());
            assert_eq!(set(engine.into()), own.bitboard());
            assert_eq!(bitboard(own.bitboard()), engine.into());
        }
    }

    #[test]
    fn forks_are_moves_of_the_engine() {
        let names = |fen| forks(&position(fen)).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names("r3k2r/8/8/3N4/8/8/8/4K3 w - - 0 1"), ["Nd5-c7"]);
        // The knight is pinned.
        assert_eq!(names("r2rk3/8/8/3N4/8/8/8/3K4 w - - 0 1"), [""; 0]);
    }
}
