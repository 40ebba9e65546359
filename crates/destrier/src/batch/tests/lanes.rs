//! Lanes have the values of boards.

use super::*;

/// Compares methods of a lane with methods of a board that have a formula of their own, for a side that changes between
/// positions. [`values_are_those_of_boards`] covers the constant sides.
macro_rules! lanes {
    ($($name:ident: $empty:expr, |$lane:ident, $side:ident| $of_lane:expr, |$board:ident, $color:ident| $of_board:expr;)*) => {$(
        #[test]
        fn $name() {
            let columns = Columns::new(any_boards());
            for kernel in Kernel::available() {
                for first in 0..2 {
                    let colors: Vec<Color> =
                        (0..columns.boards.len()).map(|i| Color::ALL[(i / 3 + first) % 2]).collect();
                    let mut found = vec![$empty; columns.boards.len()];
                    let input = (columns.all(), &colors[..]);
                    map!(kernel, input, &mut found[..], |($lane, color)| {
                            let $side = LaneColor::from(color);
                            $of_lane
                        })
                        .unwrap();
                    for (i, $board) in columns.boards.iter().enumerate() {
                        let $color = colors[i];
                        assert_eq!(found[i], $of_board, "{kernel}, {} in\n{}", $color, $board);
                    }
                }
            }
        }
    )*};
}

lanes! {
    colors_match_boards: Bitboard::EMPTY, |lane, side| lane.color(side), |board, color| board.color(color);
    kings_match_boards: Bitboard::EMPTY, |lane, side| lane.king(side),
        |board, color| board.king(color).map_or(Bitboard::EMPTY, Into::into);
    pawn_attacks_match_boards: Bitboard::EMPTY, |lane, side| lane.pawn_attacks(side),
        |board, color| pawn::attacks(board.of(color, Piece::Pawn), color);
    slider_attacks_match_boards: Bitboard::EMPTY, |lane, side| lane.slider_attacks_through(side, Bitboard::EMPTY),
        |board, color| {
            let queens = board.of(color, Piece::Queen);
            sliders::rook_attacks(board.of(color, Piece::Rook) | queens, board.occupied())
                | sliders::bishop_attacks(board.of(color, Piece::Bishop) | queens, board.occupied())
        };
    king_attacks_match_boards: Bitboard::EMPTY, |lane, side| lane.king_attacks(side),
        |board, color| king::attacks(board.of(color, Piece::King));
    attacks_match_boards: Bitboard::EMPTY, |lane, side| lane.attacks(side), |board, color| board.attacks(color);
    fork_squares_match_boards: Bitboard::EMPTY, |lane, side| lane.fork_squares(side),
        |board, color| board.fork_squares(color);
    safe_knight_checks_match_boards: Bitboard::EMPTY, |lane, side| lane.safe_knight_checks(side),
        |board, color| board.attack_maps().safe_checks(color).knights;
    knight_outposts_match_boards: Bitboard::EMPTY, |lane, side| lane.knight_outposts(side),
        |board, color| board.knight_outposts(color);
    distant_check_squares_match_boards: Bitboard::EMPTY, |lane, side| lane.distant_check_squares(side),
        |board, color| board.distant_check_squares(color);
    shield_wings_match_boards: 0, |lane, side| lane.shield_wing(side),
        |board, color| board.shield(color).map_or(ABSENT, |shield| shield.wing as u8);
    shield_indices_match_boards: 0, |lane, side| lane.shield_index(side),
        |board, color| board.shield(color).map_or(ABSENT, |shield| shield.index);
    passers_match_boards: Bitboard::EMPTY, |lane, side| lane.passers(side), |board, color| board.passers(color);
    uncatchable_match_boards: Bitboard::EMPTY, |lane, side| lane.uncatchable(side),
        |board, color| board.uncatchable(color);
    safe_checks_match_boards: Bitboard::EMPTY, |lane, side| lane.safe_checks(side),
        |board, color| board.attack_maps().safe_checks(color).squares();
    attacked_king_zones_match_boards: Bitboard::EMPTY, |lane, side| lane.attacked_king_zone(side),
        |board, color| board.attack_maps().attacked_king_zone(color);
    open_files_match_boards: Bitboard::EMPTY, |lane, side| lane.king_open_files(side),
        |board, color| board.king_open_files(color);
    half_open_files_match_boards: Bitboard::EMPTY, |lane, side| lane.king_half_open_files(side),
        |board, color| board.king_half_open_files(color);
    storm_pawns_match_boards: Bitboard::EMPTY, |lane, side| lane.storm_pawns(side),
        |board, color| board.storm_pawns(color);
    virtual_queen_attacks_match_boards: Bitboard::EMPTY, |lane, side| lane.virtual_queen_attacks(side),
        |board, color| board.virtual_queen_attacks(color);
    king_reaches_match_boards: Bitboard::EMPTY, |lane, side| lane.king_reach(side),
        |board, color| board.king_reach(color);
}

/// A king that must wind around its own pawns, from a1 to a7 and the last rank.
#[test]
fn the_longest_walks_are_walked_to_their_end() {
    let board = Board::from_placement("8/8/PPPPPPP1/8/1PPPPPPP/8/PPPPPPP1/K7", Color::White).unwrap();
    let own = board.color(Color::White);
    let reach = board.king_reach(Color::White);
    let king = board.of(Color::White, Piece::King);
    assert_ne!(king::reach_within(king, 26, !own), reach, "some walks are longer");
    let boards = Columns::new([board; 70].into_iter());
    for kernel in Kernel::available() {
        let mut found = [Bitboard::EMPTY; 70];
        map!(kernel, boards.all(), &mut found[..], |lane| lane.king_reach(LaneColor::WHITE)).unwrap();
        assert_eq!(found, [reach; 70], "{kernel}");
        let mut values_of_white = GuardedValues::new(1, 70);
        values(kernel, boards.all(), values_of_white.columns(), LaneColor::WHITE);
        values_of_white.assert(&boards.boards, Color::White, kernel.name());
    }
}
