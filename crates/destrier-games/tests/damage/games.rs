//! Damage in a game: the scan reads the game up to the damage and does not affect its neighbors.

use crate::scanned::{contents, scan_file};

/// The tags of a game that starts with a fork.
const FORK: &str = "[Site \"fork\"]\n[FEN \"r3k2r/8/8/1N6/8/8/8/1N2K3 w kq - 0 1\"]\n\n";

/// Intact games with their own findings.
const FIRST: &str =
    "[Event \"1\"]\n[Site \"first\"]\n[FEN \"2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1\"]\n\n1. Nf7# 1-0\n\n";
const LAST: &str =
    "[Event \"3\"]\n[Site \"last\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n\n1. Ra8# 1-0\n";

/// Checks that a game is read to the end of `sound` and that the damage is at `token`.
#[track_caller]
fn assert_damage(sound: &str, token: &str, rest: &str, reason: &str) {
    let text = format!("{FIRST}{sound}{token}{rest}\n\n{LAST}");
    let offset = FIRST.len() + sound.len();
    let scanned = scan_file(text.as_bytes());
    assert_eq!(scanned.problems, [format!("games.pgn: game 2, byte {offset}: {token:?}: {reason}")]);
    assert_eq!((scanned.totals.games, scanned.totals.damaged), (3, 1));

    let numbers: Vec<u64> = scanned.games.iter().map(|game| game.number).collect();
    assert_eq!(numbers, [1, 2, 3]);
    let seen: Vec<_> = scanned.games.into_iter().map(|game| game.content).collect();
    assert!(!seen[0].findings.is_empty() && !seen[2].findings.is_empty());
    assert_eq!(
        seen,
        contents(format!("{FIRST}{sound}\n\n{LAST}").as_bytes()),
        "reads the game up to the damage"
    );
    assert_eq!(scanned.totals.positions, seen.iter().map(|game| game.positions).sum::<u64>());
}

#[test]
fn illegal_moves_are_damage() {
    let reason = "not a legal move here";
    assert_damage(&format!("{FORK}1. "), "Nb6", " Kd7 *", reason);
    assert_damage(&format!("{FORK}1. Nc7+ {{a}} Kd7 (1... Ke7) 2. "), "Nxb5", " Kd6 *", reason);
    assert_damage(&format!("{FORK}1. Nc7+ Kd7 2. Nxa8 Rxa8 3. "), "O-O+", "!? Kd6 *", reason);
    assert_damage("[Event \"2\"]\n\n1. e4 e5 2. Nf3 ", "Nf6xe4", " *", reason);
    assert_damage("1. e4 e5 2. ", "Ke3", " *", reason);
    // Moves that leave the king in check, which is detected later than the move.
    assert_damage("[Event \"2\"]\n\n1. e4 e5 2. Qh5 {pinned} ", "f6", " 3. Nf3 Nc6 4. Bc4 *", reason);
    assert_damage("1. e4 e5 2. Nf3 d6 3. Bb5+ ", "Nf6", "", reason);
    let reason = "ambiguous: several legal moves";
    assert_damage(&format!("{FORK}1. "), "Nc3", " Kd7 *", reason);
    assert_damage("1. e4 e5 2. Nf3 Nc6 3. d3 d6 4. ", "Nd2", " Nf6 *", reason);
}

#[test]
fn unreadable_tokens_are_damage() {
    let reason = "not a move";
    for token in
        ["Nxx8", "xN4", "N", "e9", "é", "\u{fffd}", "[%clk", "}", "1-1", "0-0-0-0", "<html>", "e8=K1"]
    {
        assert_damage(&format!("{FORK}1. Nc7+ Kd7 2. "), token, " Nxa8 *", reason);
    }
    assert_damage("[Event \"2\"]\n\n", "Hello,", " this is a letter\nto the editor.", reason);
}

#[test]
fn null_moves_in_check_are_damage() {
    assert_damage(&format!("{FORK}1. Nc7+ "), "--", " 2. Nxa8 *", "not a legal move here");
    let fine = contents(format!("{FORK}1. Nc7+ Kd7 2. -- Kxc7 3. Z0 *").as_bytes());
    assert_eq!(fine[0].positions, 6);
}

#[test]
fn unclosed_comments_and_variations_are_damage() {
    let comment = "an unclosed comment";
    let variation = "an unclosed variation";
    assert_damage(&format!("{FORK}1. Nc7+ Kd7 "), "{", "2. Nxa8 Rxa8 *", comment);
    assert_damage(&format!("{FORK}1. Nc7+ {{closed}} Kd7 "), "{", "\n2. Nxa8 (\n", comment);
    assert_damage(&format!("{FORK}1. Nc7+ Kd7 "), "(", "2. Nxa8 Rxa8 (2... Rh1+) *", variation);
    assert_damage(&format!("{FORK}1. Nc7+ Kd7 "), "(", "2. Nxa8 Rxa8 {)} *", variation);
    assert_damage(&format!("{FORK}1. Nc7+ Kd7 "), "(", "2. Nxa8 ((", variation);
}

/// The continuation of the last position before the damage is unknown.
#[test]
fn played_is_unknown_at_the_damage() {
    let played = |moves: &str| -> Vec<String> {
        let findings = contents(format!("{FORK}{moves}").as_bytes()).remove(0).findings;
        let forks = findings.iter().filter(|line| line.contains("\"Nc7+\""));
        let told =
            |line: &String| line.find("\"played\"").map_or("}".to_owned(), |start| line[start..].into());
        forks.map(told).collect()
    };
    assert_eq!(played("1. Nc7+ *"), [r#""played":true}"#]);
    assert_eq!(played("1. Ke2 *"), [r#""played":false}"#]);
    assert_eq!(played("1. -- *"), [r#""played":false}"#]);
    assert_eq!(played("*"), ["}"]);
    assert_eq!(played("1. Nc7+-+ Kd7 *"), ["}"]);
}

#[test]
fn invalid_starting_positions_are_damage() {
    for (fen, reason) in [
        ("r3k2r/8/8/1N6/8/8/8/4K3 white", "byte 24 of the FEN: the side to move must be `w` or `b`"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
    ] {
        let before_fen = format!("{FIRST}[Event \"2\"]\n[Site \"bad\"]\n[FEN \"");
        let scanned = scan_file(format!("{before_fen}{fen}\"]\n\n1. Nc7+ *\n\n{LAST}").as_bytes());
        let offset = before_fen.len();
        assert_eq!(scanned.problems, [format!("games.pgn: game 2, byte {offset}: {fen:?}: {reason}")]);
        let numbers: Vec<u64> = scanned.games.iter().map(|game| game.number).collect();
        assert_eq!((&numbers[..], scanned.totals.games), (&[1, 3][..], 3));
        let seen: Vec<_> = scanned.games.into_iter().map(|game| game.content).collect();
        assert_eq!(seen, contents(format!("{FIRST}{LAST}").as_bytes()));
    }
}

/// Very long games end at a limit, to bound memory use.
#[test]
fn endless_games_are_cut_at_the_move_limit() {
    let longest = "Nf3 Nf6 Ng1 Ng8 ".repeat(65_536 / 4);
    let scanned = scan_file(longest.as_bytes());
    assert_eq!((scanned.problems.len(), scanned.totals.positions), (0, 65_537));
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(20_000);
    let scanned = scan_file(format!("{shuffle}\n\n1. c4 *").as_bytes());
    let reason = "the game has more than 65,536 moves; the rest is skipped";
    assert_eq!(scanned.problems, [format!("games.pgn: game 1, byte {}: \"Nf3\": {reason}", 4 * 65_536)]);
    assert_eq!(scanned.totals.positions, 65_537 + 2);
}

/// A game that exceeds the size limit is reported as such, not by the syntax at the cut.
#[test]
fn games_beyond_the_size_limit_are_damage() {
    for (open, close) in [("{", "}"), ("(", ")"), ("", "")] {
        let filler = " ".repeat(65 << 20);
        let scanned = scan_file(format!("1. e4 {open}{filler}{close} e5 *\n\n1. c4 *").as_bytes());
        let reason = "the game is longer than 64 MiB; the rest is skipped";
        assert_eq!(scanned.problems, [format!("games.pgn: game 1, byte {}: \"\": {reason}", 64 << 20)]);
        assert_eq!(scanned.totals.positions, 2 + 2);
    }
}

#[test]
fn variants_are_skipped_and_counted() {
    let text =
        |variant: &str| format!("{FIRST}[Event \"2\"]\n[Variant \"{variant}\"]\n\n1. N@f7 P@e4 *\n\n{LAST}");
    for variant in ["Crazyhouse", "Atomic", "Three-check", "Horde"] {
        let scanned = scan_file(text(variant).as_bytes());
        assert!(scanned.problems.is_empty(), "{:?}", scanned.problems);
        let totals = scanned.totals;
        assert_eq!((totals.games, totals.positions, totals.skipped), (3, 4, 1), "{variant}");
        let numbers: Vec<u64> = scanned.games.iter().map(|game| game.number).collect();
        assert_eq!(numbers, [1, 3], "the variant is counted and not searched");
    }
    for chess in ["Standard", "From Position", "Chess960", "?", ""] {
        assert_eq!(scan_file(text(chess).as_bytes()).totals.skipped, 0, "{chess}");
    }
}
