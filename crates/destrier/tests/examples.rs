//! Runs the programs in `examples/` and compares what they print.

#![allow(dead_code, reason = "the tests do not call `main`")]

#[path = "../examples/evaluation.rs"]
mod evaluation;
#[path = "../examples/puzzle_filter.rs"]
mod puzzle_filter;
#[path = "../examples/threat_features.rs"]
mod threat_features;
#[path = "../examples/training_data.rs"]
mod training_data;

#[test]
fn evaluation() {
    assert_eq!(evaluation::run(), "fork: 69, with Black to move: -29\nrace: 200\n");
}

#[test]
fn training_data() {
    let table = "\
fork_squares,king_escapes,shield_index
0004000000000000,00000000000000a0,7
0000000000000000,00000000000000a0,7
0000000000000000,0000003828380000,255
";
    assert_eq!(training_data::run(), table);
}

/// The numbers were worked out by hand from the definition. White's king on g1 mirrors the board: the knight on f3 is on c3,
/// the pawn on e5 on d5. 74 knight moves start before c3, and d5 is the eighth target. Of White's 39,928 features, 504 are
/// of pawns, and a knight has 336 moves for each of 12 kinds of target, of which an opposing pawn is the seventh:
/// 504 + 6 * 336 + 74 + 7 = 2601.
#[test]
fn threat_features() {
    let expected = "\
sizes: [79856, 66864, 60144, 59808]
white: [[40243, 2258, 2601], [33747, 2265], [30387, 2265], [2097]]
black: [[21, 44364, 40663], [21, 34167], [21, 30807], [30471]]
";
    assert_eq!(threat_features::run(), expected);
}

#[test]
fn puzzle_filter() {
    // A rook guards the square in the second position, and the others have no fork of king and queen.
    assert_eq!(puzzle_filter::run(), "q3k3/8/8/1N6/8/8/8/4K3 w: c7\n6k1/8/8/8/3Q1n2/8/8/6K1 b: e2\n");
}

#[test]
fn examples_are_short() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        let limit = if path.ends_with("threat_features.rs") { 150 } else { 60 };
        assert!(lines < limit, "{}: {lines} lines", path.display());
    }
}
