//! `destrier board`: functions and options, compared with numbers from the Chess Programming Wiki. The tests of `destrier`
//! compare each function with a naive definition, over its whole domain.

#[path = "../common/mod.rs"]
mod common;
mod usage;
mod ways;

use common::{assert_golden, printed};

/// Returns the output of `destrier board`. `call` is split at spaces.
fn board(call: &str) -> String {
    printed(["board"].into_iter().chain(call.split(' ')))
}

/// Returns the output of `destrier board --hex`, without the last line break.
fn hex(call: &str) -> String {
    let answer = board(&format!("--hex {call}"));
    answer.strip_suffix('\n').expect("a line").to_owned()
}

#[test]
fn functions_have_known_answers() {
    let a1_to_b2 = "0000000000000001\n0000000000020400\n0000000502110814\n0000000005080008\n0000000000000200";
    let around_a2 = "0000000000000001\n0000000000000200\n0000000000010000";
    let lines = "00000000ff000000\n1010101010101010\n0080402010080402\n0102040810204080";
    for (call, answer) in [
        ("knight-attacks c5,g4", "000ab110111aa000"),
        ("king-attacks g2", "0000000000e0a0e0"),
        ("knight-fill a1", "0000000000020401"),
        ("knight-fill a1 2", "000000050a130c15"),
        ("knight-fill a1 4294967295", "ffffffffffffffff"),
        ("knight-fill --taboo b3 a1 1", "0000000000000401"),
        ("king-fill a1", "0000000000000303"),
        ("king-fill a1 3", "000000000f0f0f0f"),
        ("king-fill a1 4294967295 --taboo 0xff0000", "000000000000ffff"),
        ("knight-reach d4 2", "2a558855aa558855"),
        ("knight-reach a1 2 --taboo b3", "000000000a110011"),
        ("knight-distance a1 h8", "6"),
        ("knight-distance b2,h8 a1,f7", "1"),
        ("knight-distance empty a1", "none"),
        ("king-distance a1 g4", "6"),
        ("king-distance a1 empty", "none"),
        ("knight-path a1 b2", a1_to_b2),
        ("knight-path empty a1", "none"),
        ("knight-path a1 b4 --through a1,c2,b4", "0000000000000001\n0000000000000400\n0000000002000000"),
        ("king-path a1 a3 --taboo a2", around_a2),
        ("king-path --through a1,b2,a3 a1 a3", around_a2),
        ("king-path a1 a3 --through a1,a2,b2,a3 --taboo a2", around_a2),
        // The winding path in the wiki.
        ("connected a1 h8 0xc03c023c4080403f", "true"),
        ("connected a1 h8 0xc03c003c4080403f", "false"),
        ("knight-moves c5,g4 e1,b2,e2,g2,d3,g4,c5", "000ab1101112a000"),
        ("knight-moves a1 b3,c2", "0000000000000000"),
        ("forks a8,e8,d5,h4", "0004220000000000"),
        ("forks a8,e8,b5 --at-least 3", "0004000000000000"),
        ("forks --at-least 256 full", "0000000000000000"),
        ("knight-stops d4 --turn white", "00002a7ff7ebff00"),
        ("knight-stops d4 --turn white --pawn-color white", "00002a7ff7ebff00"),
        ("knight-stops d5 --turn black --pawn-color black", "00ffebf77f2a0000"),
        ("knight-stops a1 h2 --turn white", "false"),
        ("knight-stops a1,g1 h2 --turn white", "true"),
        ("king-lines e4 d3,f5", "4"),
        ("pawn-shield f2,g2,h3 king", "35"),
        ("pawn-shield a7,c6 queen --color black", "33"),
        ("caught-area g5 --king-color black --turn white", "000000f8fcfefe00"),
        ("caught-area g4 --turn black --king-color white", "00fefefcf8000000"),
        ("lines e4", lines),
        // Every notation of sets and squares.
        ("lines 0x0000000010000000", lines),
        ("knight-fill e8,c7 0", "1004000000000000"),
        ("knight-fill 0xABCDEFabcdef0189 0", "abcdefabcdef0189"),
        ("knight-fill empty 0", "0000000000000000"),
        ("knight-fill full 0", "ffffffffffffffff"),
    ] {
        assert_eq!(hex(call), answer, "{call}");
    }
}

#[test]
fn moves_are_listed() {
    // Two knights that can go to one square are two moves.
    assert_eq!(
        board("knight-moves a1,e1 b3"),
        "noWeWe e1 c2\nnoNoWe e1 d3\nnoNoEa e1 f3\nnoEaEa a1 c2\nnoEaEa e1 g2\n"
    );
    assert_eq!(board("knight-moves a1 b3,c2"), "");
}

#[test]
fn options_work_before_and_after_the_function() {
    for call in ["--hex knight-attacks a1", "knight-attacks --hex a1", "knight-attacks a1 --hex"] {
        assert_eq!(board(call), "0000000000020400\n", "{call}");
    }
    let ways = board("--ways --hex connected a1 b1 full");
    assert_eq!(ways.lines().count(), 2);
    for call in ["connected --ways a1 b1 full --hex", "--hex connected a1 b1 full --ways"] {
        assert_eq!(board(call), ways, "{call}");
    }
}

#[test]
fn answers_are_drawn() {
    assert_golden("board-set.txt", &board("knight-attacks d4"));
    assert_golden("board-layers.txt", &board("knight-path a1 b2"));
    assert_golden("board-lines.txt", &board("lines e4"));
    assert_golden("board-ways.txt", &board("--ways king-fill g2"));
    // Answers that are not sets look the same in both forms.
    for call in ["knight-distance a1 b2", "king-path a1 h8 --taboo a1", "connected a1 h8 full"] {
        assert_eq!(board(call), format!("{}\n", hex(call)), "{call}");
    }
}
