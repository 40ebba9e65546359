//! The rules of chess: move counts, notation and valid FENs.

use crate::position;
use crate::reference::board::Position;

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
            assert_eq!(perft(&position(fen), depth), count, "{fen} at depth {depth}");
        }
    }
}

/// Returns a move in SAN, given in UCI notation, if it is legal.
fn san(fen: &str, uci: &str) -> Option<String> {
    let position = position(fen);
    let moves = position.legal_moves();
    moves.iter().find(|m| position.uci(m) == uci).map(|m| position.san(m))
}

#[test]
fn moves_are_written_in_san() {
    let written = [
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b1d2", "N1d2"),
        ("4k3/8/8/8/8/1N6/8/1N2KN2 w - - 0 1", "b1d2", "Nb1d2"),
        ("4k3/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1", "b1d2", "N1d2"),
        ("3rk3/8/8/8/8/1N6/3N4/3K4 w - - 0 1", "b3d4", "Nd4"),
        ("4k3/8/8/8/1b6/8/3N4/4KN2 w - - 0 1", "f1e3", "Ne3"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"),
        ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O+"),
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "a1a8", "Ra8#"),
    ];
    for (fen, uci, expected) in written {
        assert_eq!(san(fen, uci).as_deref(), Some(expected), "{uci} in {fen}");
    }
}

#[test]
fn castling_is_legal_only_when_allowed() {
    let allowed = |fen, uci| san(fen, uci).is_some();
    assert!(allowed("r3k2r/8/8/8/8/8/8/R3K2R b kq - 0 1", "e8c8"));
    assert!(!allowed("r3k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1", "e8c8"), "without the right");
    assert!(!allowed("r3k2r/8/8/8/8/8/8/R3K1NR w KQkq - 0 1", "e1g1"), "through a piece");
    assert!(!allowed("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "through an attack");
    assert!(!allowed("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "into an attack");
    assert!(!allowed("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), "out of an attack");
    assert!(allowed("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), "only the rook passes an attacked square");
    assert!(allowed("4k3/8/8/8/8/8/8/1R3K2 w B - 0 1", "f1b1"), "the king captures its rook");
    assert!(allowed("4k3/8/8/8/8/8/8/1RK5 w Q - 0 1", "c1b1"), "the king stays, the rook jumps");
    assert!(!allowed("4k3/8/8/8/8/8/8/rRK5 w Q - 0 1", "c1b1"), "the rook has shielded the king");
    assert!(!allowed("4k3/8/8/8/8/8/8/RR3K2 w Q - 0 1", "f1b1"), "the outermost rook is meant");
    assert!(!allowed("4k3/8/8/8/8/8/8/RR3K2 w Q - 0 1", "f1a1"), "which the other one blocks");
    assert!(allowed("4k3/8/8/8/8/8/8/RR3K2 w B - 0 1", "f1b1"), "by its file it is the inner one");
}

#[test]
fn en_passant_must_leave_the_king_safe() {
    assert_eq!(san("8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1", "d5c6"), None);
    assert_eq!(san("8/8/8/K1pP4/8/8/8/4k3 w - c6 0 1", "d5c6").as_deref(), Some("dxc6"));
    assert_eq!(san("8/8/8/K2P4/8/8/8/4k3 w - c6 0 1", "d5c6"), None, "no pawn has passed");
}

#[test]
fn invalid_fens_are_rejected() {
    for fen in [
        "",
        "8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KK2 w - - 0 1",
        "4k3/8/8/8/8/8/8/3PK3 w - - 0 1",
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3R w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w X - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
    ] {
        assert!(Position::from_fen(fen).is_err(), "{fen}");
    }
    assert!(Position::from_fen("4k3/8/8/8/8/8/8/4K3 b").is_ok());
}
