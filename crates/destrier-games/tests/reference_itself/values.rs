//! Values in positions that each test one rule.

use crate::position;
use crate::reference::board::Side::{Black, White};
use crate::reference::board::{Position, Side};
use crate::reference::squares::{Set, parse};
use crate::reference::values::{king_lines, targets, values};

fn set(names: &str) -> Set {
    let mut set = Set::EMPTY;
    names.split_whitespace().for_each(|name| set.insert(parse(name).unwrap()));
    set
}

/// Returns a value of a side in a position, as names of squares.
fn squares(fen: &str, side: Side, value: impl Fn(&Position, Side) -> Set) -> String {
    value(&position(fen), side).names()
}

#[test]
fn the_initial_position_has_almost_empty_values() {
    let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for (side, attacks, king) in [(White, "d2 e2 a3 c3 f3 h3", "e1"), (Black, "a6 c6 f6 h6 d7 e7", "e8")] {
        let values = values(&start, side);
        assert_eq!(values.knight_attacks, set(attacks));
        assert_eq!(values.king_reach, set(king));
        assert_eq!(values.king_lines, 15);
        assert_eq!((values.shield_wing, values.shield_index), (None, None));
        for empty in [
            values.fork_squares,
            values.forking_knights,
            values.king_escapes,
            values.passers,
            values.uncatchable,
        ] {
            assert_eq!(empty, Set::EMPTY);
        }
    }
}

#[test]
fn fork_targets_follow_the_definition() {
    let targets = |fen: &str| squares(fen, White, targets);
    assert_eq!(targets("2bqk2r/pp1p1p2/8/8/8/8/8/4K3 w - - 0 1"), "a7 d8 e8 h8", "defended b7 and d7 and c8");
    assert_eq!(targets("2b1k3/8/8/8/8/8/8/K3R3 w - - 0 1"), "c8 e8", "the bishop hangs");
    assert_eq!(targets("2b1k3/4n3/8/8/8/8/8/K3R3 w - - 0 1"), "e8", "a pinned knight defends it");
    assert_eq!(targets("4k2n/7r/8/8/8/8/8/4K3 w - - 0 1"), "h7 e8", "a defended rook is a target");
    assert_eq!(targets("4k3/8/8/2p5/1p6/8/8/4K3 w - - 0 1"), "c5 e8", "the other pawn is defended");
}

#[test]
fn fork_squares_exclude_squares_guarded_by_pawns_or_knights() {
    let forks = |fen: &str| squares(fen, White, |position, side| values(position, side).fork_squares);
    assert_eq!(forks("r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R w - - 0 1"), "c7");
    assert_eq!(forks("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"), "c7");
    assert_eq!(forks("r3k3/8/8/1N6/8/8/8/4K3 b - - 0 1"), "c7", "whoever is to move");
    assert_eq!(forks("rr2k3/8/8/8/8/8/8/1N2K3 w - - 0 1"), "", "out of reach");
    assert_eq!(forks("r3k3/2P5/8/1N6/8/8/8/4K3 w - - 0 1"), "", "an own piece is on it");
    assert_eq!(forks("r3k3/2n5/8/1N6/8/8/8/4K3 w - - 0 1"), "c7", "it captures an enemy");
    assert_eq!(forks("r3k3/8/n7/1N6/8/8/8/4K3 w - - 0 1"), "", "a knight guards it");
    assert_eq!(forks("r2qk3/8/8/1N6/8/8/8/4K3 w - - 0 1"), "c7", "a queen may guard it");
    assert_eq!(forks("7k/8/8/8/1r3r2/8/5N2/7K w - - 0 1"), "d3");
    assert_eq!(forks("7k/8/8/8/1rp2r2/8/5N2/7K w - - 0 1"), "", "a pawn guards it");
}

#[test]
fn pinned_knights_attack_and_fork() {
    let pinned = position("4r1k1/3q4/8/8/4N3/8/8/4K3 w - - 0 1");
    let values = values(&pinned, White);
    assert_eq!(values.knight_attacks, set("d2 f2 c3 g3 c5 g5 d6 f6"));
    assert_eq!(values.fork_squares, set("f6"));
}

#[test]
fn forking_knights_attack_two_pieces() {
    let forking = |fen: &str| squares(fen, White, |position, side| values(position, side).forking_knights);
    assert_eq!(forking("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1"), "c7");
    assert_eq!(forking("r7/2N5/8/3p4/8/8/6k1/4K3 b - - 0 1"), "", "a pawn does not count");
    assert_eq!(forking("b7/2N5/8/3n4/8/8/6k1/4K3 w - - 0 1"), "c7", "minor pieces count, defended too");
}

#[test]
fn the_king_does_not_escape_along_the_line_of_its_check() {
    let escapes = |fen: &str| squares(fen, White, |position, side| values(position, side).king_escapes);
    assert_eq!(escapes("4k3/8/8/8/8/8/8/r3K3 w - - 0 1"), "d2 e2 f2");
    assert_eq!(escapes("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), "d1 f1 e2", "an undefended piece can be captured");
    assert_eq!(escapes("4kr2/8/8/8/8/8/5q2/4K3 w - - 0 1"), "d1", "a defended piece cannot");
    assert_eq!(escapes("4kr2/8/8/8/8/8/5N2/4K3 w - - 0 1"), "d1 f1 d2 e2", "an own piece screens f1");
}

#[test]
fn king_lines_contain_all_escapes() {
    for (king, escapes, lines) in [
        ("g1", "f1 h1", 1),
        ("h1", "h2", 2),
        ("e4", "d3 f5", 4),
        ("e4", "d5", 8),
        ("e4", "d5 f5", 0),
        ("a1", "", 15),
        ("e4", "e3 e5", 2),
        ("e4", "d5 f3", 8),
    ] {
        assert_eq!(king_lines(parse(king).unwrap(), set(escapes)), lines, "{king}: {escapes}");
    }
    let open = position("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    assert_eq!(values(&open, Black).king_lines, 1);
}

#[test]
fn shields_have_the_defined_indexes() {
    let shield = |fen: &str, side| {
        let values = values(&position(fen), side);
        values.shield_wing.zip(values.shield_index)
    };
    for (white, black, expected) in [
        ("4k3/8/8/8/8/8/5PPP/6K1", "6k1/5ppp/8/8/8/8/8/4K3", Some(("king", 7))),
        ("4k3/8/8/8/8/7P/5PP1/6K1", "6k1/5pp1/7p/8/8/8/8/4K3", Some(("king", 35))),
        ("4k3/8/8/8/8/5P2/6PP/5K2", "5k2/6pp/5p2/8/8/8/8/4K3", Some(("king", 14))),
        ("4k3/8/8/8/8/8/5P1P/7K", "7k/5p1p/8/8/8/8/8/4K3", Some(("king", 5))),
        ("4k3/8/8/8/8/6P1/6K1/8", "8/6k1/6p1/8/8/8/8/4K3", Some(("king", 16))),
        ("4k3/8/8/8/8/8/PPP5/6K1", "6k1/ppp5/8/8/8/8/8/4K3", Some(("king", 0))),
        ("4k3/8/8/8/8/2P5/PP6/2K5", "2k5/pp6/2p5/8/8/8/8/4K3", Some(("queen", 35))),
        ("4k3/8/8/8/8/P7/8/K7", "k7/8/p7/8/8/8/8/4K3", Some(("queen", 8))),
        ("4k3/8/8/8/8/8/5ppp/6K1", "6k1/5PPP/8/8/8/8/8/4K3", Some(("king", 0))),
        ("4k3/8/8/8/8/8/3PPP2/3K4", "3k4/3ppp2/8/8/8/8/8/4K3", None),
        ("4k3/8/8/8/8/6K1/5PPP/8", "8/5ppp/6k1/8/8/8/8/4K3", None),
    ] {
        assert_eq!(shield(&format!("{white} w"), White), expected, "{white}");
        assert_eq!(shield(&format!("{black} b"), Black), expected, "{black}");
    }
}

#[test]
fn passers_have_no_opposing_pawn_ahead() {
    let passers = |fen: &str, side| squares(fen, side, |position, side| values(position, side).passers);
    let fen = "4k3/p7/8/1P1p4/3P2pP/8/P1P4P/4K3 w - - 0 1";
    assert_eq!(passers(fen, White), "h4", "beside and behind do not stop it, ahead does: a2 b5 c2 d4 h2");
    assert_eq!(passers(fen, Black), "", "all have a pawn ahead");
    assert_eq!(passers("4k3/8/8/8/8/P7/P6p/4K3 w - - 0 1", White), "a2 a3", "doubled ones both");
    assert_eq!(passers("4k3/8/8/8/8/P7/P6p/4K3 w - - 0 1", Black), "h2");
}

#[test]
fn uncatchable_passers_follow_the_rule_of_the_square() {
    let running = |fen: &str, side| squares(fen, side, |position, side| values(position, side).uncatchable);
    assert_eq!(running("8/8/3P4/6k1/2P4P/8/PP6/4K3 w - - 0 1", White), "a2 d6", "the worked example");
    assert_eq!(running("8/8/3P4/6k1/2P4P/8/PP6/4K3 b - - 0 1", White), "", "the king moves first");
    assert_eq!(running("8/8/1K6/8/8/8/P6k/8 b - - 0 1", White), "a2", "too far even so");
    assert_eq!(running("8/8/K7/8/8/8/P6k/8 w - - 0 1", White), "", "its own king blocks it");
    assert_eq!(running("8/8/1K6/8/8/P7/P6k/8 w - - 0 1", White), "a3", "the other one is blocked");
    assert_eq!(running("n7/8/1K6/8/8/8/P6k/8 w - - 0 1", White), "", "a knight is there too");
    assert_eq!(
        running("8/8/1K6/8/5p2/8/P6k/B7 w - - 0 1", White),
        "a2",
        "pawns and own pieces do not matter"
    );
    assert_eq!(running("8/8/8/8/8/8/1P5K/k7 w - - 0 1", White), "b2");
    assert_eq!(running("8/8/8/8/8/8/1P5K/k7 b - - 0 1", White), "", "the king captures it");
    assert_eq!(running("8/8/8/8/P7/k7/p7/1K6 w - - 0 1", White), "", "the check costs White its move");
    assert_eq!(running("4k3/8/8/P5p1/5K2/8/8/8 w - - 0 1", White), "");
    assert_eq!(running("5k2/8/8/P5p1/5K2/8/8/8 w - - 0 1", White), "a5", "too far even so");
    for turn in ["w", "b"] {
        let fen = format!("7k/8/8/7p/P7/8/8/K7 {turn} - - 0 1");
        assert_eq!((running(&fen, White), running(&fen, Black)), ("a4".into(), "h5".into()));
    }
}

#[test]
fn king_reach_covers_all_safe_squares() {
    let walls = position("k7/8/8/6p1/7r/8/8/K7 w - - 0 1");
    assert_eq!(values(&walls, White).king_reach.bits(), 0x007f_7f7f);
    assert_eq!(!values(&walls, Black).king_reach.bits(), set("a1 b1 a2 b2 h4 g5").bits());
    let loose = position("k7/8/8/8/7r/8/8/K7 w - - 0 1");
    assert!(values(&loose, White).king_reach.has(parse("e8").unwrap()), "over the undefended rook");
    let check = position("k7/8/8/8/8/8/8/K6r w - - 0 1");
    assert_eq!(!values(&check, White).king_reach.bits() & 0xffff, set("b1 c1 d1 e1 f1 g1 h2").bits());
}
