//! Both sides have the same values on mirrored boards.

use crate::position;
use crate::reference::board::Position;
use crate::reference::findings::findings;
use crate::reference::squares::Set;
use crate::reference::values::{Values, values};

fn mirrored(position: &Position) -> Position {
    Position {
        board: std::array::from_fn(|square| {
            position.board[square ^ 56].map(|(side, kind)| (side.other(), kind))
        }),
        turn: position.turn.other(),
        castling: flipped(position.castling),
        en_passant: position.en_passant.map(|square| square ^ 56),
    }
}

fn flipped(set: Set) -> Set {
    Set::of(|square| set.has(square ^ 56))
}

fn flipped_values(values: &Values) -> Values {
    let lines = values.king_lines;
    Values {
        knight_attacks: flipped(values.knight_attacks),
        fork_squares: flipped(values.fork_squares),
        forking_knights: flipped(values.forking_knights),
        king_escapes: flipped(values.king_escapes),
        king_lines: lines & 3 | (lines & 4) << 1 | (lines & 8) >> 1,
        shield_wing: values.shield_wing,
        shield_index: values.shield_index,
        passers: flipped(values.passers),
        uncatchable: flipped(values.uncatchable),
        king_reach: flipped(values.king_reach),
    }
}

#[test]
fn both_sides_are_treated_alike() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1",
        "2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
        "7k/8/8/7p/P7/8/8/K7 w - - 0 1",
    ] {
        let parent = position(fen);
        let children = parent.legal_moves().into_iter().map(|m| parent.after(&m));
        for position in std::iter::once(parent.clone()).chain(children) {
            let other = mirrored(&position);
            let side = position.turn;
            assert_eq!(flipped_values(&values(&position, side)), values(&other, side.other()), "{fen}");
            assert_eq!(position.legal_moves().len(), other.legal_moves().len(), "{fen}");
            assert_eq!(findings(&position, None).len(), findings(&other, None).len(), "{fen}");
        }
    }
}
