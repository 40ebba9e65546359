//! Findings in positions that each test one rule.

use crate::position;
use crate::reference::findings::findings;

/// Returns all findings as JSON lines.
fn all(fen: &str, played: Option<&str>) -> Vec<String> {
    findings(&position(fen), played).iter().map(|finding| finding.json()).collect()
}

/// Returns the values of a field in the findings of one pattern.
fn field(fen: &str, pattern: &str, key: &str) -> Vec<String> {
    let found = findings(&position(fen), None).into_iter().filter(|finding| finding.pattern == pattern);
    let value = |fields: Vec<(&str, String)>| fields.into_iter().find(|(name, _)| *name == key).unwrap().1;
    found.map(|finding| value(finding.fields).replace('"', "")).collect()
}

/// The legal worked examples are in `agreement/positions.rs`.
#[test]
fn the_illegal_worked_example_has_its_finding() {
    assert_eq!(
        all("8/8/8/6k1/7P/2P5/PP6/1K6 w - - 0 1", None),
        [r#""pattern":"uncatchable-passer","side":"white","square":"a2""#]
    );
    assert_eq!(all("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Some("e2e4")), [""; 0]);
}

#[test]
fn findings_have_played() {
    for (played, expected) in [(Some("b5c7"), "true"), (Some("b5d6"), "false"), (None, "null")] {
        let found = all("r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1", played);
        assert!(found[0].ends_with(&format!(r#""played":{expected}"#)), "{found:?}");
    }
}

#[test]
fn a_pinned_knight_forks_nothing() {
    assert_eq!(all("4r1k1/3q4/8/8/4N3/8/8/4K3 w - - 0 1", None), [""; 0]);
    assert_eq!(
        all("4r1k1/3q4/8/8/4N3/8/8/5K2 w - - 0 1", None),
        [
            r#""pattern":"knight-fork","side":"white","move":"e4f6","san":"Nf6+","square":"f6","targets":["d7","e8","g8"],"classes":["check","royal","family"],"safe":true,"played":null"#
        ]
    );
    assert_eq!(all("4r1k1/3q4/8/8/4N3/8/8/5K2 b - - 0 1", None), [""; 0], "White is not to move");
}

#[test]
fn classes_build_on_the_king() {
    let classes = |fen| field(fen, "knight-fork", "classes");
    assert_eq!(classes("r5k1/8/4q3/1N6/8/8/8/1K6 w - - 0 1"), ["[]"], "queen and rook without the king");
    assert_eq!(classes("4k3/8/4q3/1N6/8/8/8/K7 w - - 0 1"), ["[check,royal]"]);
    assert_eq!(classes("r3k3/8/4q3/1N6/8/8/8/3K4 w - - 0 1"), ["[check,royal,family]"]);
}

#[test]
fn a_fork_may_capture_a_piece() {
    let fen = "r3k3/2p5/8/1N6/8/8/8/4K3 w q - 0 1";
    assert_eq!(field(fen, "knight-fork", "san"), ["Nxc7+"]);
    assert_eq!(field(fen, "knight-fork", "targets"), ["[a8,e8]"]);
}

#[test]
fn two_knights_fork_twice() {
    let fen = "r3k3/8/8/1N1N4/8/8/8/4K3 w q - 0 1";
    assert_eq!(field(fen, "knight-fork", "san"), ["Nbc7+", "Ndc7+"], "in the order of their squares");
}

#[test]
fn a_fork_is_safe_if_no_legal_move_captures_the_knight() {
    let safe = |fen| field(fen, "knight-fork", "safe");
    assert_eq!(safe("r7/1k6/4q3/1N6/8/8/8/3K4 w - - 0 1"), ["false"], "the king captures it");
    assert_eq!(safe("r7/1k6/4q3/1N6/8/6B1/8/3K4 w - - 0 1"), ["true"], "the king cannot");
    assert_eq!(safe("r3q3/8/3b3k/1N6/8/8/8/1K6 w - - 0 1"), ["false"], "the bishop captures it");
    assert_eq!(safe("r3q3/8/R2b3k/1N6/8/8/8/1K6 w - - 0 1"), ["true"], "the bishop is pinned");
}

#[test]
fn en_passant_changes_nothing() {
    let with = all("r3k3/8/8/1N1Pp3/8/8/8/4K3 w q e6 0 1", None);
    assert_eq!(with, all("r3k3/8/8/1N1Pp3/8/8/8/4K3 w q - 0 1", None));
    assert_eq!(with.len(), 1);
}

#[test]
fn forking_knights_of_both_sides_are_found() {
    let expected = [
        r#""pattern":"forking-knight","side":"white","square":"c7","targets":["a8","e8"],"classes":["check"]"#,
        r#""pattern":"forking-knight","side":"black","square":"c2","targets":["a1","e1","d4"],"classes":["check"]"#,
        r#""pattern":"forking-knight","side":"black","square":"f3","targets":["e1","d4","h4"],"classes":["check","royal"]"#,
    ];
    // Both kings in check cannot occur in a game, but the pattern does not depend on that.
    let found = all("r3k3/2N5/8/8/3B3Q/5n2/2n5/R3K3 b - - 0 1", None);
    assert_eq!(found[found.len() - 3..], expected);
}

#[test]
fn a_smothered_king_has_own_pieces_on_all_adjacent_squares() {
    let mates = |fen| field(fen, "smothered-mate", "san");
    assert_eq!(mates("2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1"), ["Nf7#"]);
    assert_eq!(mates("5rrk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1"), [""; 0], "a rook captures the knight");
    assert_eq!(mates("2r4k/6pp/7N/8/8/8/6PP/1B4K1 w - - 0 1"), [""; 0], "g8 is empty");
    assert_eq!(mates("7k/4N1pp/7N/8/8/8/6PP/6K1 w - - 0 1"), [""; 0], "guarded is not smothered");
    let discovered = "6rk/6pp/8/4N3/8/2B5/6PP/6K1 w - - 0 1";
    assert_eq!(mates(discovered), ["Nf7#"], "only the knight itself can check an enclosed king");
    assert_eq!(mates("6rk/6p1/8/4N3/8/8/6PP/6KR w - - 0 1"), [""; 0], "h7 is empty");
}

#[test]
fn distant_checks_run_along_the_line_before_the_move() {
    let fen = "Q7/8/8/7k/8/8/8/K5R1 w - - 0 1";
    assert_eq!(field(fen, "distant-check", "san"), ["Rh1+", "Qh1#", "Qh8#"], "not Qd5+, Qf3+, Qe8+, Qa5+");
    assert_eq!(field(fen, "distant-check", "line"), ["file"; 3]);
    assert_eq!(field(fen, "distant-check", "mate"), ["false", "true", "true"]);
    let loose = "Q7/8/8/7k/8/8/8/K7 w - - 0 1";
    assert_eq!(all(loose, None), [""; 0], "no line holds all escapes");
    let slanted = "7k/5p1p/7P/8/8/8/8/K2Q2R1 w - - 0 1";
    assert_eq!(
        field(slanted, "distant-check", "line"),
        ["diagonal", "rank"],
        "without escapes every line counts"
    );
}

#[test]
fn distant_checks_come_from_a_distance() {
    let fen = "6k1/4Qppp/8/8/8/8/8/K3R3 w - - 0 1";
    assert_eq!(field(fen, "distant-check", "san"), ["Qd8#", "Qe8#"], "not Qf8+");
}

#[test]
fn only_the_moved_piece_itself_checks_from_a_distance() {
    let fen = "6k1/5ppp/8/8/8/8/8/R3B1K1 w - - 0 1";
    assert_eq!(field(fen, "distant-check", "san"), ["Ra8#"]);
    let discovered = "R2B2k1/5ppp/8/8/8/8/8/6K1 w - - 0 1";
    assert_eq!(field(discovered, "distant-check", "san"), [""; 0]);
}

#[test]
fn neither_promotion_nor_castling_is_a_distant_check() {
    let promotion = all("6k1/P4ppp/8/8/8/8/5PPP/K7 w - - 0 1", None);
    assert_eq!(promotion, [r#""pattern":"uncatchable-passer","side":"white","square":"a7""#]);
    let castling = "4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(field(castling, "distant-check", "san"), ["Rf1#"], "not O-O#");
}

#[test]
fn uncatchable_passers_of_both_sides_are_found_for_either_turn() {
    for turn in ["w", "b"] {
        assert_eq!(
            all(&format!("7k/8/8/6pp/PP6/8/8/K7 {turn} - - 0 1"), None),
            [
                r#""pattern":"uncatchable-passer","side":"white","square":"a4""#,
                r#""pattern":"uncatchable-passer","side":"white","square":"b4""#,
                r#""pattern":"uncatchable-passer","side":"black","square":"g5""#,
                r#""pattern":"uncatchable-passer","side":"black","square":"h5""#,
            ]
        );
    }
}
