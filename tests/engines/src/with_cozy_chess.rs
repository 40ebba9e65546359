//! Destrier in an engine that uses cozy-chess 0.3.

use destrier::{AttackMaps, Bitboard, Board, Color, Sets, Square};

fn set(bitboard: cozy_chess::BitBoard) -> Bitboard {
    Bitboard::from_bits(bitboard.0)
}

fn bitboard(set: Bitboard) -> cozy_chess::BitBoard {
    cozy_chess::BitBoard(set.bits())
}

fn square(square: cozy_chess::Square) -> Square {
    Square::ALL[square as usize]
}

fn color(color: cozy_chess::Color) -> Color {
    Color::ALL[color as usize]
}

fn board(board: &cozy_chess::Board) -> Board {
    let colors = cozy_chess::Color::ALL.map(|color| board.colors(color).0);
    let pieces = cozy_chess::Piece::ALL.map(|piece| board.pieces(piece).0);
    Board::assume_consistent(Sets::from_colors_and_pieces(colors, pieces), color(board.side_to_move()))
}

/// Returns the attacks of both sides, from the engine's tables.
fn attack_maps(engine: &cozy_chess::Board) -> AttackMaps {
    let occupied = engine.occupied();
    let maps = cozy_chess::Color::ALL.map(|color| {
        cozy_chess::Piece::ALL.map(|piece| {
            let attacks = |square| match piece {
                cozy_chess::Piece::Pawn => cozy_chess::get_pawn_attacks(square, color),
                cozy_chess::Piece::Knight => cozy_chess::get_knight_moves(square),
                cozy_chess::Piece::Bishop => cozy_chess::get_bishop_moves(square, occupied),
                cozy_chess::Piece::Rook => cozy_chess::get_rook_moves(square, occupied),
                cozy_chess::Piece::Queen => {
                    cozy_chess::get_bishop_moves(square, occupied)
                        | cozy_chess::get_rook_moves(square, occupied)
                }
                cozy_chess::Piece::King => cozy_chess::get_king_moves(square),
            };
            engine.colored_pieces(color, piece).into_iter().fold(0, |map, square| map | attacks(square).0)
        })
    });
    AttackMaps::new(board(engine), maps)
}

/// Returns the legal knight moves that fork, in the engine's own type.
fn forks(engine: &cozy_chess::Board) -> Vec<cozy_chess::Move> {
    let board = board(engine);
    let forks = bitboard(board.fork_squares(board.turn()));
    let mut found = Vec::new();
    let knights = engine.colored_pieces(engine.side_to_move(), cozy_chess::Piece::Knight);
    engine.generate_moves_for(knights, |mut moves| {
        moves.to &= forks;
        found.extend(moves);
        false
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_keep_their_sets() {
        let fen = "r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R b KQkq - 0 1";
        let placement = fen.split(' ').next().unwrap();
        let expected = Board::from_placement(placement, Color::Black).unwrap();
        assert_eq!(board(&fen.parse().unwrap()), expected);
        assert_eq!(Board::from_sets(expected.sets(), expected.turn()), Ok(expected));
        for (engine, own) in cozy_chess::Square::ALL.into_iter().zip(Square::ALL) {
            assert_eq!(square(engine), own);
            assert_eq!(engine.to_string(), own.name());
            assert_eq!(set(engine.bitboard()), own.bitboard());
            assert_eq!(bitboard(own.bitboard()), engine.bitboard());
        }
    }

    #[test]
    fn maps_of_the_engine_are_those_of_the_board() {
        for fen in [
            "r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R b KQkq - 0 1",
            "6k1/5ppp/8/8/6N1/8/4QPPP/3R2K1 w - - 0 1",
        ] {
            let maps = attack_maps(&fen.parse().unwrap());
            assert_eq!(maps, maps.board().attack_maps());
        }
    }

    #[test]
    fn forks_are_moves_of_the_engine() {
        let names =
            |fen: &str| forks(&fen.parse().unwrap()).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names("r3k2r/8/8/3N4/8/8/8/4K3 w - - 0 1"), ["d5c7"]);
        // The knight is pinned.
        assert_eq!(names("r2rk3/8/8/3N4/8/8/8/3K4 w - - 0 1"), [""; 0]);
    }
}
