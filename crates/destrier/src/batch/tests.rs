use super::*;
use crate::values::tests::any_boards;
use crate::{Bitboard, Board, Color, Piece, Sets, king, pawn, sliders};
use std::vec;
use std::vec::Vec;

/// Boards as columns.
pub(super) struct Columns {
    pub(super) boards: Vec<Board>,
    sets: Sets<Vec<u64>>,
    turns: Vec<Color>,
}

impl Columns {
    pub(super) fn new(boards: impl Iterator<Item = Board>) -> Self {
        let boards: Vec<Board> = boards.collect();
        let column =
            |get: fn(Sets) -> Bitboard| boards.iter().map(|board| get(board.sets()).bits()).collect();
        let sets = Sets {
            white: column(|sets| sets.white),
            black: column(|sets| sets.black),
            pawns: column(|sets| sets.pawns),
            knights: column(|sets| sets.knights),
            bishops: column(|sets| sets.bishops),
            rooks: column(|sets| sets.rooks),
            queens: column(|sets| sets.queens),
            kings: column(|sets| sets.kings),
        };
        let turns = boards.iter().map(Board::turn).collect();
        Self { boards, sets, turns }
    }

    pub(super) fn boards(&self, range: core::ops::Range<usize>) -> Boards<'_> {
        let sets = Sets {
            white: &self.sets.white[range.clone()],
            black: &self.sets.black[range.clone()],
            pawns: &self.sets.pawns[range.clone()],
            knights: &self.sets.knights[range.clone()],
            bishops: &self.sets.bishops[range.clone()],
            rooks: &self.sets.rooks[range.clone()],
            queens: &self.sets.queens[range.clone()],
            kings: &self.sets.kings[range.clone()],
        };
        Boards::new(sets, &self.turns[range]).unwrap()
    }

    fn all(&self) -> Boards<'_> {
        self.boards(0..self.boards.len())
    }
}

/// Every method of a lane, for White, Black, the side to move and the other, against the method of a board.
macro_rules! lanes {
    ($($name:ident: $empty:expr, |$lane:ident, $side:ident| $of_lane:expr, |$board:ident, $color:ident| $of_board:expr;)*) => {$(
        #[test]
        fn $name() {
            let columns = Columns::new(any_boards());
            for kernel in Kernel::available() {
                let mut found = [(); 4].map(|()| vec![$empty; columns.boards.len()]);
                let [white, black, turn, other] = &mut found;
                let output = (&mut white[..], &mut black[..], &mut turn[..], &mut other[..]);
                kernel
                    .map(columns.all(), output, |$lane| {
                        let answer = |$side: Side| $of_lane;
                        (answer(Side::WHITE), answer(Side::BLACK), answer($lane.turn()), answer(!$lane.turn()))
                    })
                    .unwrap();
                for (i, $board) in columns.boards.iter().enumerate() {
                    let sides = [Color::White, Color::Black, $board.turn(), !$board.turn()];
                    for (found, $color) in found.iter().zip(sides) {
                        assert_eq!(found[i], $of_board, "{kernel}, {} in\n{}", $color, $board);
                    }
                }
            }
        }
    )*};
}

lanes! {
    colors_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.color(side), |board, color| board.color(color);
    kings_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.king(side),
        |board, color| board.king(color).map_or(Bitboard::EMPTY, Into::into);
    attacks_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.attacks(side), |board, color| board.attacks(color);
    pawn_attacks_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.pawn_attacks(side),
        |board, color| pawn::attacks(board.of(color, Piece::Pawn), color);
    slider_attacks_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.slider_attacks(side),
        |board, color| {
            let queens = board.of(color, Piece::Queen);
            sliders::rook_attacks(board.of(color, Piece::Rook) | queens, board.occupied())
                | sliders::bishop_attacks(board.of(color, Piece::Bishop) | queens, board.occupied())
        };
    king_attacks_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.king_attacks(side),
        |board, color| king::attacks(board.of(color, Piece::King));
    knight_attacks_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.knight_attacks(side),
        |board, color| board.knight_attacks(color);
    fork_targets_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.fork_targets(side),
        |board, color| board.fork_targets(color);
    fork_squares_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.fork_squares(side),
        |board, color| board.fork_squares(color);
    forking_knights_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.forking_knights(side),
        |board, color| board.forking_knights(color);
    king_escapes_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.king_escapes(side),
        |board, color| board.king_escapes(color);
    king_lines_are_those_of_boards: 0, |lane, side| lane.king_lines(side).bits(),
        |board, color| board.king_lines(color).bits();
    distant_checks_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.distant_checks(side),
        |board, color| board.distant_checks(color);
    shield_wings_are_those_of_boards: 0, |lane, side| lane.shield_wing(side),
        |board, color| board.shield(color).map_or(Lane::ABSENT, |shield| shield.wing as u8);
    shield_indices_are_those_of_boards: 0, |lane, side| lane.shield_index(side),
        |board, color| board.shield(color).map_or(Lane::ABSENT, |shield| shield.index);
    passers_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.passers(side), |board, color| board.passers(color);
    uncatchable_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.uncatchable(side),
        |board, color| board.uncatchable(color);
    king_reaches_are_those_of_boards: Bitboard::EMPTY, |lane, side| lane.king_reach(side),
        |board, color| board.king_reach(color);
}
