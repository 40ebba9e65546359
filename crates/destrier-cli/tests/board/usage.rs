//! Usage errors.

use super::common::destrier;

#[test]
fn usage_errors_say_what_to_write() {
    const SET: &str = "expected squares separated by commas (`c7,e8`), `0x` and up to 16 hexadecimal digits, `empty` or `full`";
    const SQUARE: &str = "expected a file a-h and a rank 1-8, like `e4`";
    const NUMBER: &str = "expected a whole number from 0 to 4294967295";
    const COLOR: &str = "expected `white` or `black`";
    const WING: &str = "expected `king` or `queen`";
    for (call, message) in [
        // An unknown function, or none.
        ("", "forks"),
        ("knight-atacks d4", "'knight-attacks'"),
        ("--hex", "Usage: destrier board"),
        // Missing and superfluous arguments.
        ("knight-attacks", "<SET>"),
        ("knight-stops a1", "--turn <COLOR>"),
        ("caught-area g5 --turn white", "--king-color <KING_COLOR>"),
        ("knight-fill a1 --taboo", "--taboo <TABOO>"),
        ("knight-attacks a1 b1", "'b1'"),
        ("knight-attacks a1 --taboo b1", "'--taboo'"),
        // Sets.
        ("knight-attacks d9", SET),
        ("knight-attacks a1,", SET),
        ("knight-attacks 0x", SET),
        ("knight-attacks 0x10000000000000000", SET),
        ("knight-path a1 h8 --through x", SET),
        ("king-fill a1 --taboo x", SET),
        // Squares.
        ("lines e9", SQUARE),
        ("lines empty", SQUARE),
        ("caught-area a1,a2 --king-color white --turn white", SQUARE),
        ("knight-stops a1 b1,b2 --turn white", SQUARE),
        // Numbers.
        ("knight-fill a1 4294967296", NUMBER),
        ("forks a1 --at-least -1", NUMBER),
        // Words.
        ("knight-stops a1 --turn red", COLOR),
        ("knight-stops a1 --turn white --pawn-color w", COLOR),
        ("pawn-shield f2 king --color green", COLOR),
        ("pawn-shield f2 center", WING),
    ] {
        let words = call.split(' ').filter(|word| !word.is_empty());
        let output = destrier(["board"].into_iter().chain(words)).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{call}: {stderr}");
        assert!(output.stdout.is_empty(), "{call}");
        assert!(stderr.contains(message), "{call}: {stderr}");
    }
    let empty_word = destrier(["board", "knight-attacks", ""]).output().unwrap();
    assert_eq!(empty_word.status.code(), Some(2));
    assert!(String::from_utf8(empty_word.stderr).unwrap().contains(SET));
}
