//! Runs the programs in `examples/` and compares what they print.

#![allow(dead_code, reason = "the tests do not call `main`")]

#[path = "../examples/evaluation.rs"]
mod evaluation;
#[path = "../examples/puzzle_filter.rs"]
mod puzzle_filter;
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
        assert!(lines < 60, "{}: {lines} lines", path.display());
    }
}
