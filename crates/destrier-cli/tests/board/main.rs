//! `destrier board`: every function and option, compared with numbers from the Chess Programming Wiki.

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

/// Compares calls with their one-line answers: sets, numbers or truth values.
#[track_caller]
fn assert_answers(cases: &[(&str, &str)]) {
    for (call, answer) in cases {
        assert_eq!(hex(call), *answer, "{call}");
    }
}

fn set(call: &str) -> u64 {
    let digits = hex(call);
    assert!(
        digits.len() == 16 && digits.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f')),
        "{call}: {digits}"
    );
    u64::from_str_radix(&digits, 16).unwrap()
}

fn square(index: usize) -> String {
    let (file, rank) = (index % 8, index / 8);
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// Returns how many squares have 0 to 8 attacks, and the exclusive or of all attacks.
fn attacks_from_everywhere(function: &str) -> ([usize; 9], u64) {
    let (mut squares, mut all) = ([0; 9], 0);
    for i in 0..64 {
        let attacks = set(&format!("{function} {}", square(i)));
        squares[attacks.count_ones() as usize] += 1;
        all ^= attacks;
    }
    (squares, all)
}

/// Returns the distances from a square to all others, rank 8 first.
fn distances(function: &str, from: &str) -> String {
    let mut picture = String::new();
    for rank in (0..8).rev() {
        for file in 0..8 {
            picture += &hex(&format!("{function} {from} {}", square(8 * rank + file)));
        }
        picture += " ";
    }
    picture.trim_end().to_owned()
}

#[test]
fn knight_attacks() {
    assert_answers(&[
        ("knight-attacks d4", "0000142200221400"),
        ("knight-attacks a1", "0000000000020400"),
        ("knight-attacks b1", "0000000000050800"),
        ("knight-attacks h8", "0020400000000000"),
        ("knight-attacks c5,g4", "000ab110111aa000"),
        ("knight-attacks empty", "0000000000000000"),
        ("knight-attacks full", "ffffffffffffffff"),
    ]);
    assert_eq!(
        attacks_from_everywhere("knight-attacks"),
        ([0, 0, 4, 8, 20, 0, 16, 0, 16], 0x4281_0000_0000_8142)
    );
}

#[test]
fn king_attacks() {
    assert_answers(&[
        ("king-attacks g2", "0000000000e0a0e0"),
        ("king-attacks a1", "0000000000000302"),
        ("king-attacks e4", "0000003828380000"),
        ("king-attacks h8", "40c0000000000000"),
        ("king-attacks a1,b1", "0000000000000707"),
        ("king-attacks empty", "0000000000000000"),
        ("king-attacks full", "ffffffffffffffff"),
    ]);
    assert_eq!(
        attacks_from_everywhere("king-attacks"),
        ([0, 0, 0, 4, 0, 24, 0, 0, 36], 0xff81_8181_8181_81ff)
    );
}

#[test]
fn fills() {
    assert_answers(&[
        ("knight-fill a1 0", "0000000000000001"),
        ("knight-fill a1 1", "0000000000020401"),
        ("knight-fill a1", "0000000000020401"),
        ("knight-fill a1 2", "000000050a130c15"),
        ("knight-fill a1 3", "000a152f5f3b5d3f"),
        ("knight-fill a1 4", "2a5fbf7fff7fff7f"),
        ("knight-fill a1 5", "7fffffffffffffff"),
        ("knight-fill a1 6", "ffffffffffffffff"),
        ("knight-fill d4 2", "2a559c77aa779c55"),
        ("knight-fill d4 3", "7fffddffffffddff"),
        ("knight-fill d4 4", "ffffffffffffffff"),
        ("king-fill a1", "0000000000000303"),
        ("king-fill a1 0", "0000000000000001"),
        ("king-fill a1 2", "0000000000070707"),
        ("king-fill a1 3", "000000000f0f0f0f"),
        // Empty sets, and more moves than can matter.
        ("knight-fill empty 3", "0000000000000000"),
        ("knight-fill a1 4294967295", "ffffffffffffffff"),
        ("king-fill a1 4294967295", "ffffffffffffffff"),
        ("king-fill empty 4294967295", "0000000000000000"),
    ]);
}

#[test]
fn fills_stop_at_taboo_squares() {
    assert_answers(&[
        ("knight-fill a1 --taboo b3", "0000000000000401"),
        ("knight-fill --taboo b3 a1 1", "0000000000000401"),
        ("knight-fill a1 4294967295 --taboo b3,c2", "0000000000000001"),
        ("knight-fill a1 2 --taboo empty", "000000050a130c15"),
        // The start can be left, but not entered again.
        ("knight-fill a1 --taboo a1", "0000000000020401"),
        ("knight-reach a1 2 --taboo a1,b3", "000000000a110010"),
        ("knight-reach a1 2 --taboo b3", "000000000a110011"),
        ("knight-reach a1 1 --taboo full", "0000000000000000"),
        ("king-fill a1 --taboo 0xff0000", "0000000000000303"),
        ("king-fill a1 4294967295 --taboo 0xff0000", "000000000000ffff"),
        ("king-fill a1 4294967295 --taboo full", "0000000000000001"),
    ]);
}

#[test]
fn knight_reach() {
    assert_answers(&[
        ("knight-reach d4 0", "0000000008000000"),
        ("knight-reach d4 1", "0000142200221400"),
        ("knight-reach d4 2", "2a558855aa558855"),
        ("knight-reach d4 3", "55aa55aa55aa55aa"),
        ("knight-reach d4 4", "aa55aa55aa55aa55"),
        ("knight-reach a1 4294967294", "aa55aa55aa55aa55"),
        ("knight-reach a1 4294967295", "55aa55aa55aa55aa"),
        ("knight-reach empty 4294967295", "0000000000000000"),
    ]);
}

#[test]
fn distances_of_squares() {
    assert_eq!(
        distances("knight-distance", "a1"),
        "54545456 43434545 34343454 23234345 32323434 21432345 34123434 03232345"
    );
    assert_eq!(
        distances("knight-distance", "d4"),
        "32323234 23232323 34121432 21232123 32303232 21232123 34121432 23232323"
    );
    assert_eq!(
        distances("king-distance", "d4"),
        "44444444 33333334 32222234 32111234 32101234 32111234 32222234 33333334"
    );
    assert_answers(&[
        ("knight-distance h1 a8", "6"),
        ("knight-distance b2 a1", "4"),
        ("knight-distance h1 g2", "4"),
        ("knight-distance g7 h8", "4"),
        ("knight-distance b2 c3", "2"),
        ("knight-distance a1 g4", "3"),
        ("king-distance a1 b2", "1"),
        ("king-distance a1 g4", "6"),
        ("king-distance h8 a1", "7"),
    ]);
}

#[test]
fn set_distance_is_that_of_the_nearest_pair() {
    assert_answers(&[
        ("knight-distance a1,h8 b2", "4"),
        ("knight-distance b2,h8 a1,f7", "1"),
        ("knight-distance a1,b2 b2", "0"),
        ("knight-distance full h8", "0"),
        ("king-distance a1,h8 c3,c8", "2"),
        ("king-distance a1 full", "0"),
        ("knight-distance empty a1", "none"),
        ("knight-distance a1 empty", "none"),
        ("knight-distance empty full", "none"),
        ("king-distance empty a1", "none"),
        ("king-distance a1 empty", "none"),
        ("king-distance empty empty", "none"),
    ]);
}

#[test]
fn paths() {
    let a1_to_h8 = "0000000000000001\n0000000000020400\n000000050a110814\n000a142a54285000\n\
                    28108850a0000000\n0020400000000000\n8000000000000000";
    let a1_to_b2 = "0000000000000001\n0000000000020400\n0000000502110814\n0000000005080008\n\
                    0000000000000200";
    let e4_to_corners = "0000000010000000\n0000003008080000\n0000600000040400\n00c0000000000202\n\
                         8000000000000001";
    assert_answers(&[
        ("knight-path a1 h8", a1_to_h8),
        ("knight-path a1 b2", a1_to_b2),
        ("king-path e4 a1,h8", e4_to_corners),
        ("knight-path a1 a1", "0000000000000001"),
        ("king-path full a1", "0000000000000001"),
        ("knight-path empty a1", "none"),
        ("king-path a1 empty", "none"),
        ("king-path empty empty", "none"),
    ]);
}

#[test]
fn paths_stay_on_allowed_squares() {
    let around = "0000000000000001\n0000000000000200\n0000000000010000";
    assert_answers(&[
        ("king-path a1 a3 --taboo a2", around),
        ("king-path --through a1,b2,a3 a1 a3", around),
        ("king-path a1 a3 --through a1,a2,b2,a3 --taboo a2", around),
        ("knight-path a1 b4 --taboo b3", "0000000000000001\n0000000000000400\n0000000002000000"),
        ("knight-path a1 b4 --through a1,c2,b4", "0000000000000001\n0000000000000400\n0000000002000000"),
        // Start and target must be allowed, too.
        ("king-path a1 a3 --taboo a1", "none"),
        ("king-path a1 a3 --taboo a3", "none"),
        ("king-path a1 a3 --through a2,b2,a3", "none"),
        ("knight-path a1 b4 --through a1,c2", "none"),
        ("knight-path a1 b4 --taboo full", "none"),
    ]);
    // The winding path in the wiki takes 19 moves.
    let layers = hex("king-path a1 h8 --through 0xc03c023c4080403f");
    let layers: Vec<&str> = layers.lines().collect();
    assert_eq!((layers.len(), layers[0], layers[19]), (20, "0000000000000001", "8000000000000000"));
}

#[test]
fn connected() {
    const PATH: u64 = 0xc03c_023c_4080_403f;
    assert_eq!(hex(&format!("connected a1 h8 0x{PATH:x}")), "true");
    for (name, index) in [("b6", 41), ("h3", 23), ("d1", 3), ("a1", 0), ("h8", 63)] {
        let broken = PATH & !(1 << index);
        assert_ne!(broken, PATH);
        assert_eq!(hex(&format!("connected a1 h8 0x{broken:016x}")), "false", "{name}");
    }
    assert_answers(&[
        ("connected a1 a1 a1", "true"),
        ("connected a1 a1 b1", "false"),
        ("connected a1,h1 h8 h1,h2,h3,h4,h5,h6,h7,h8", "true"),
        ("connected a1 h8 full", "true"),
        ("connected empty a1 full", "false"),
        ("connected a1 empty full", "false"),
        ("connected full full empty", "false"),
    ]);
}

#[test]
fn knight_moves() {
    let call = "knight-moves c5,g4 e1,b2,e2,g2,d3,g4,c5";
    assert_eq!(hex(call), "000ab1101112a000");
    assert_eq!(
        board(call),
        "noWeWe g4 e5\nnoWeWe c5 a6\nnoNoWe g4 f6\nnoNoWe c5 b7\nnoNoEa g4 h6\nnoNoEa c5 d7\nnoEaEa c5 e6\n\
         soEaEa c5 e4\nsoSoEa g4 h2\nsoSoWe g4 f2\nsoSoWe c5 b3\nsoWeWe g4 e3\nsoWeWe c5 a4\n"
    );
    // Two knights that can go to one square are two moves.
    assert_eq!(
        board("knight-moves a1,e1 b3"),
        "noWeWe e1 c2\nnoNoWe e1 d3\nnoNoEa e1 f3\nnoEaEa a1 c2\nnoEaEa e1 g2\n"
    );
    assert_eq!(hex("knight-moves full full"), "0000000000000000");
}

#[test]
fn no_moves_print_nothing() {
    assert_eq!(board("knight-moves a1 b3,c2"), "");
    assert_eq!(board("knight-moves empty empty"), "");
    assert_eq!(hex("knight-moves a1 b3,c2"), "0000000000000000");
}

#[test]
fn forks() {
    assert_answers(&[
        ("forks e8,a8", "0004000000000000"),
        ("forks e8,c8", "0000080000000000"),
        ("forks e8,h8", "0000000000000000"),
        ("forks e8,d8", "0000000000000000"),
        ("forks g8,d8", "0000000000000000"),
        ("forks a8,e8,d5,h4", "0004220000000000"),
        ("forks a8,d8,e8,h8", "0024000000000000"),
        ("forks empty", "0000000000000000"),
        ("forks full", "ffffffffffffffff"),
    ]);
}

#[test]
fn forks_of_at_least_n_targets() {
    assert_answers(&[
        ("forks a8,e8,b5 --at-least 3", "0004000000000000"),
        ("forks --at-least 2 a8,e8", "0004000000000000"),
        ("forks --at-least 1 d4", "0000142200221400"),
        ("forks --at-least 0 empty", "ffffffffffffffff"),
        ("forks --at-least 8 0x0000142200221400", "0000000008000000"),
        ("forks --at-least 9 full", "0000000000000000"),
        ("forks --at-least 256 full", "0000000000000000"),
        ("forks --at-least 4294967295 full", "0000000000000000"),
    ]);
}

#[test]
fn knight_stops() {
    assert_answers(&[
        ("knight-stops d4 --turn white", "00002a7ff7ebff00"),
        ("knight-stops d4 --turn black", "002a7ffff7ffff00"),
        ("knight-stops a1 --turn white", "000000002a7f7f00"),
        ("knight-stops a1 --turn black", "0000002a7fffff00"),
        ("knight-stops g5 --turn white", "0000a8bd5fffff00"),
        ("knight-stops g5 --turn black", "00a8fdbfffffff00"),
        ("knight-stops h8 --turn white", "0080a8fcfeffff00"),
        ("knight-stops h8 --turn black", "00a8fcfeffffff00"),
        ("knight-stops d4 --turn white --pawn-color white", "00002a7ff7ebff00"),
        // The same for a black pawn, mirrored.
        ("knight-stops d5 --turn black --pawn-color black", "00ffebf77f2a0000"),
        ("knight-stops --pawn-color black a8 --turn white", "00ffff7f2a000000"),
        ("knight-stops empty --turn black", "0000000000000000"),
    ]);
}

#[test]
fn knight_stops_every_pawn_in_its_answer() {
    for (pawn_color, stopped) in
        [("white", set("knight-stops g5 --turn white")), ("black", 0x00ff_ffff_bffd_a800)]
    {
        for i in 0..64 {
            let turn = if pawn_color == "white" { "white" } else { "white --pawn-color black" };
            let knight = if pawn_color == "white" { "g5" } else { "g4" };
            let answer = hex(&format!("knight-stops {knight} {} --turn {turn}", square(i)));
            assert_eq!(answer, (stopped >> i & 1 == 1).to_string(), "{pawn_color} {}", square(i));
        }
    }
    assert_answers(&[
        // Without the double push, the knight would stop these two.
        ("knight-stops a1 h2 --turn white", "false"),
        ("knight-stops h1 a2 --turn white", "false"),
        ("knight-stops a1,g1 h2 --turn white", "true"),
        // A passer cannot stand on the first or last rank, or on the knight's square.
        ("knight-stops c2 a1 --turn white", "false"),
        ("knight-stops c2 a1 --turn black", "false"),
        ("knight-stops c7 a8 --turn black", "false"),
        ("knight-stops c7 a8 --turn white --pawn-color black", "false"),
        ("knight-stops d4 d4 --turn black", "false"),
        ("knight-stops empty d4 --turn black", "false"),
    ]);
}

#[test]
fn king_lines() {
    assert_answers(&[
        ("king-lines g1 f1,h1", "1"),
        ("king-lines h1 h2", "2"),
        ("king-lines e4 d3,f5", "4"),
        ("king-lines e4 d5", "8"),
        ("king-lines e4 d5,f5", "0"),
        ("king-lines a1 empty", "15"),
        ("king-lines e4 full", "0"),
    ]);
}

#[test]
fn pawn_shield() {
    assert_answers(&[
        ("pawn-shield f2,g2,h2 king", "7"),
        ("pawn-shield f2,g2,h3 king", "35"),
        ("pawn-shield f3,g2,h2 king", "14"),
        ("pawn-shield f2,h2 king", "5"),
        ("pawn-shield g3 king", "16"),
        ("pawn-shield empty king", "0"),
        ("pawn-shield full king", "63"),
        ("pawn-shield 0xffffffffff1f1fff king", "0"),
        ("pawn-shield a2,b2,c2 queen", "7"),
        ("pawn-shield a2,c3,f2,g2,h2 queen", "33"),
        ("pawn-shield f2,g2,h3 king --color white", "35"),
        ("pawn-shield f7,g7,h6 king --color black", "35"),
        ("pawn-shield a7,c6 queen --color black", "33"),
        ("pawn-shield f2,g2,h2 king --color black", "0"),
    ]);
}

#[test]
fn caught_area() {
    assert_answers(&[
        ("caught-area g5 --king-color black --turn white", "000000f8fcfefe00"),
        ("caught-area g5 --king-color black --turn black", "0000f8fcfeffff00"),
        // The same for White, mirrored.
        ("caught-area g4 --king-color white --turn black", "00fefefcf8000000"),
        ("caught-area g4 --turn white --king-color white", "00fffffefcf80000"),
        // On its second rank the black king catches no pawn that moves first. On its first, it catches those beside it.
        ("caught-area a2 --king-color black --turn white", "0000000000000000"),
        ("caught-area a1 --king-color black --turn black", "0000000000000300"),
        ("caught-area h1 --king-color black --turn white", "0000000000000000"),
        ("caught-area 0x8000000000000000 --king-color black --turn black", "00e0f0f8fcfefe00"),
    ]);
}

#[test]
fn lines() {
    assert_eq!(hex("lines e4"), "00000000ff000000\n1010101010101010\n0080402010080402\n0102040810204080");
    assert_eq!(hex("lines a8"), "ff00000000000000\n0101010101010101\n0100000000000000\n0102040810204080");
}

#[test]
fn sets_are_read_in_every_notation() {
    for d4 in ["d4", "0x8000000", "0x08000000", "0x0000000008000000"] {
        assert_eq!(hex(&format!("knight-attacks {d4}")), "0000142200221400", "{d4}");
        assert_eq!(hex(&format!("lines {d4}")).lines().next(), Some("00000000ff000000"), "{d4}");
        assert_eq!(hex(&format!("king-lines {d4} c3")), "4", "{d4}");
    }
    assert_answers(&[
        ("knight-fill c7,e8 0", "1004000000000000"),
        ("knight-fill e8,c7 0", "1004000000000000"),
        ("knight-fill 0x1004000000000000 0", "1004000000000000"),
        ("knight-fill 0xABCDEFabcdef0189 0", "abcdefabcdef0189"),
        ("knight-fill 0x0 0", "0000000000000000"),
        ("knight-fill empty 0", "0000000000000000"),
        ("knight-fill full 0", "ffffffffffffffff"),
    ]);
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
    for call in [
        "knight-distance a1 b2",
        "king-distance a1 empty",
        "king-path a1 h8 --taboo a1",
        "connected a1 h8 full",
        "king-lines g1 f1,h1",
        "pawn-shield f2 king",
    ] {
        assert_eq!(board(call), format!("{}\n", hex(call)), "{call}");
    }
}

#[test]
fn drawings_show_the_set() {
    for call in ["knight-attacks d4", "forks a8,e8,d5,h4", "king-fill full", "king-fill empty"] {
        let drawing = board(call);
        let squares: Vec<&str> = drawing.lines().rev().flat_map(|line| line.split(' ')).collect();
        assert_eq!(squares.len(), 64, "{call}");
        let drawn = (0..64).filter(|&i| squares[i] == "X").fold(0, |drawn, i| drawn | 1u64 << i);
        assert!(squares.iter().all(|square| matches!(*square, "X" | ".")), "{call}");
        assert_eq!(drawn, set(call), "{call}");
    }
}
