//! The functions of positions, in `Board` and in `batch::Lane`.

use crate::macros::exports;
use crate::numbers::{color, set};
use destrier::batch::{self, Boards, Kernel, Lane, LaneColor};
use destrier::king::Wing;
use destrier::{Bitboard, Board, Color, Sets};

/// Returns the board of eight sets, or an empty board if they form no position. The prover passes only positions.
pub(crate) fn board(sets: [u64; 8], turn: u64) -> Board {
    let [white, black, pawns, knights, bishops, rooks, queens, kings] = sets.map(set);
    let sets = Sets { white, black, pawns, knights, bishops, rooks, queens, kings };
    Board::from_sets(sets, color(turn))
        .or_else(|_| Board::from_sets(Sets::default(), color(turn)))
        .unwrap_or_else(|_| unreachable!())
}

/// Calls a function on a lane, with the portable kernel over columns of one position.
#[inline(always)]
pub(crate) fn lane(sets: [u64; 8], turn: u64, side: u64, of: impl Fn(Lane, LaneColor) -> Bitboard) -> u64 {
    let [white, black, pawns, knights, bishops, rooks, queens, kings] = &sets.map(|set| [set]);
    let sets = Sets { white: &white[..], black, pawns, knights, bishops, rooks, queens, kings };
    let turns = [color(turn)];
    let mut output = [0_u64];
    let side = LaneColor::from(color(side));
    Boards::new(sets, &turns)
        .and_then(|boards| batch::map!(Kernel::portable(), boards, &mut output[..], |lane| of(lane, side)))
        .map_or(0, |()| output[0])
}

/// Converts a number to a set, which is what a kernel writes.
const fn number(n: u8) -> Bitboard {
    Bitboard::from_bits(n as u64)
}

/// Exports each value of `Board` and `Lane`, then functions that only `Lane` has.
macro_rules! values {
    (
        $($by_board:ident $by_lane:ident |$board:ident, $lane:ident, $color:ident| $of_board:expr, $of_lane:expr;)*
        { $($alone:tt)* }
    ) => {
        exports! {
            $(
                $by_board(white, black, pawns, knights, bishops, rooks, queens, kings, turn < 2, side < 2) => {
                    let $board = board([white, black, pawns, knights, bishops, rooks, queens, kings], turn);
                    let $color: Color = color(side);
                    $of_board
                };
                $by_lane(white, black, pawns, knights, bishops, rooks, queens, kings, turn < 2, side < 2) => {
                    let sets = [white, black, pawns, knights, bishops, rooks, queens, kings];
                    lane(sets, turn, side, #[inline(always)] |$lane, $color| $of_lane)
                };
            )*
            $($alone)*
        }
    };
}

values! {
    board_knight_attacks lane_knight_attacks |board, lane, side| board.knight_attacks(side), lane.knight_attacks(side);
    board_fork_targets lane_fork_targets |board, lane, side| board.fork_targets(side), lane.fork_targets(side);
    board_forking_knights lane_forking_knights |board, lane, side|
        board.forking_knights(side), lane.forking_knights(side);
    board_mobility_area lane_mobility_area |board, lane, side| board.mobility_area(side), lane.mobility_area(side);
    board_knight_mobility lane_knight_mobility |board, lane, side|
        board.knight_mobility(side), lane.knight_mobility(side);
    board_trapped_knights lane_trapped_knights |board, lane, side|
        board.trapped_knights(side), lane.trapped_knights(side);
    board_knight_outposts lane_knight_outposts |board, lane, side|
        board.knight_outposts(side), lane.knight_outposts(side);
    board_king_escapes lane_king_escapes |board, lane, side| board.king_escapes(side), lane.king_escapes(side);
    board_king_lines lane_king_lines |board, lane, side|
        number(board.king_lines(side).bits()), number(lane.king_lines(side).bits());
    board_distant_check_squares lane_distant_check_squares |board, lane, side|
        board.distant_check_squares(side), lane.distant_check_squares(side);
    board_shield_wing lane_shield_wing |board, lane, side|
        number(board.shield(side).map_or(batch::ABSENT, |shield| shield.wing as u8)), number(lane.shield_wing(side));
    board_shield_index lane_shield_index |board, lane, side|
        number(board.shield(side).map_or(batch::ABSENT, |shield| shield.index)), number(lane.shield_index(side));
    board_passers lane_passers |board, lane, side| board.passers(side), lane.passers(side);
    board_uncatchable lane_uncatchable |board, lane, side| board.uncatchable(side), lane.uncatchable(side);
    board_king_reach lane_king_reach |board, lane, side| board.king_reach(side), lane.king_reach(side);

    {
        lane_attacks(white, black, pawns, knights, bishops, rooks, queens, kings, turn < 2, side < 2) => {
            let sets = [white, black, pawns, knights, bishops, rooks, queens, kings];
            lane(sets, turn, side, #[inline(always)] |lane, side| lane.attacks(side))
        };
        lane_safe_knight_checks(white, black, pawns, knights, bishops, rooks, queens, kings, turn < 2, side < 2) => {
            let sets = [white, black, pawns, knights, bishops, rooks, queens, kings];
            lane(sets, turn, side, #[inline(always)] |lane, side| lane.safe_knight_checks(side))
        };
        lane_pawn_attacks(white, black, pawns, knights, bishops, rooks, queens, kings, turn < 2, side < 2) => {
            let sets = [white, black, pawns, knights, bishops, rooks, queens, kings];
            lane(sets, turn, side, #[inline(always)] |lane, side| lane.pawn_attacks(side))
        };
        lane_king_attacks(white, black, pawns, knights, bishops, rooks, queens, kings, turn < 2, side < 2) => {
            let sets = [white, black, pawns, knights, bishops, rooks, queens, kings];
            lane(sets, turn, side, #[inline(always)] |lane, side| lane.king_attacks(side))
        };
        board_attackers(white, black, pawns, knights, bishops, rooks, queens, kings, occupied, square < 64) => {
            let board = board([white, black, pawns, knights, bishops, rooks, queens, kings], 0);
            board.attackers(crate::numbers::square(square), set(occupied))
        };
        lane_attacks_through(
            white, black, pawns, knights, bishops, rooks, queens, kings, removed, turn < 2, side < 2
        ) => {
            let sets = [white, black, pawns, knights, bishops, rooks, queens, kings];
            lane(sets, turn, side, #[inline(always)] |lane, side| lane.attacks_through(side, set(removed)))
        };
    }
}

// The numbers of the wings match those in columns.
const _: () = assert!(Wing::King as u8 == 0 && Wing::Queen as u8 == 1);
