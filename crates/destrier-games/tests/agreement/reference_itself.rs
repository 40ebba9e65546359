//! Why the reference can be trusted: it counts the known numbers of moves, and its arithmetic for the race between king and
//! pawn is that of playing the race out. The other tests compare everything else with the library.

use crate::reference::attacks::neighbors;
use crate::reference::board::{Position, Side};
use crate::reference::race::caught;
use crate::reference::squares::{king_distance, rank, step};

/// Returns the number of move sequences of a length.
fn perft(position: &Position, depth: u32) -> usize {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len();
    }
    moves.iter().map(|m| perft(&position.after(m), depth - 1)).sum()
}

#[test]
fn perft_counts_match_known_numbers() {
    let known: [(&str, &[usize]); 10] = [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902, 197_281]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2_039, 97_862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2_079, 89_890]),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", &[21, 528, 12_189]),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", &[21, 807, 18_002]),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", &[20, 479, 10_471, 273_318]),
        ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", &[22, 593, 13_440]),
    ];
    for (fen, counts) in known {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&Position::from_fen(fen).unwrap(), depth), count, "{fen} at depth {depth}");
        }
    }
}

/// Returns the squares that a white pawn attacks.
fn guarded(pawn: usize) -> Vec<usize> {
    [-1, 1].into_iter().filter_map(|right| step(pawn, right, 1)).collect()
}

/// Returns whether Black's lone king stops the pawn, with White to push.
fn stops_after_push(king: usize, pawn: usize) -> bool {
    let one = pawn + 8;
    if one == king {
        return true;
    }
    let double = (rank(pawn) == 1 && one + 8 != king).then_some(one + 8);
    [Some(one), double]
        .into_iter()
        .flatten()
        .all(|pawn| if rank(pawn) == 7 { king_distance(king, pawn) == 1 } else { stops_to_move(king, pawn) })
}

/// The same with Black to move.
fn stops_to_move(king: usize, pawn: usize) -> bool {
    let allowed = |to: &usize| !guarded(pawn).contains(to);
    neighbors(king).into_iter().filter(allowed).any(|to| to == pawn || stops_after_push(to, pawn))
}

#[test]
fn the_result_of_every_legal_race_is_right() {
    let mut counts = [(0, 0), (0, 0)];
    for king in 0..64 {
        for pawn in (8..56).filter(|&pawn| pawn != king) {
            let check = guarded(pawn).contains(&king);
            for king_begins in [false, true].into_iter().filter(|&begins| begins || !check) {
                let stopped =
                    if king_begins { stops_to_move(king, pawn) } else { stops_after_push(king, pawn) };
                assert_eq!(caught(king, pawn, Side::White, king_begins), stopped, "king {king}, pawn {pawn}");
                assert_eq!(caught(king ^ 56, pawn ^ 56, Side::Black, king_begins), stopped);
                let (legal, won) = &mut counts[usize::from(king_begins)];
                *legal += 1;
                *won += usize::from(stopped);
            }
        }
    }
    assert_eq!(counts, [(2940, 1154), (3024, 1728)]);
}
