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
}

/// Positions are processed in batches of 1,024. The last move of a batch is checked too, and its position has no
/// continuation.
#[test]
fn illegal_moves_at_the_ends_of_batches_are_damage() {
    let tags = "[Event \"2\"]\n[FEN \"r3k1n1/5p2/8/1N5Q/1n5q/8/5P2/R3K1N1 w - - 0 1\"]\n\n";
    let shuffle = ["Nh3 ", "Nh6 ", "Ng1 ", "Ng8 "];
    for plies in (1021..=1026).chain(2045..=2050) {
        let moves: String = shuffle.iter().cycle().take(plies).copied().collect();
        let pinned = if plies % 2 == 0 { "f3" } else { "f6" };
        assert_damage(&format!("{tags}{moves}"), pinned, " Nh3 Nh6 *", "not a legal move here");
    }
}

#[test]
fn ambiguous_moves_are_damage() {
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
fn a_file_may_end_within_a_game() {
    for (sound, token, reason) in [
        ("1. Nc7+ Kd7 2. Nxa8 R", "", "not a move"),
        ("1. Nc7+ Kd7 2. Nxa8 Rxa8 3. N", "", "not a move"),
        ("1. Nc7+ Kd7 2. Nxa8 ", "{ [%clk 0:0", "an unclosed comment"),
        ("1. Nc7+ Kd7 2. Nxa8 ", "(2. Nx", "an unclosed variation"),
    ] {
        let text = format!("{FIRST}{FORK}{sound}{token}");
        let last_word = sound.rfind(' ').unwrap() + 1;
        let at = if token.is_empty() { last_word } else { sound.len() };
        let shown = if token.is_empty() { &sound[last_word..] } else { &token[..1] };
        let scanned = scan_file(text.as_bytes());
        let offset = FIRST.len() + FORK.len() + at;
        assert_eq!(scanned.problems, [format!("games.pgn: game 2, byte {offset}: {shown:?}: {reason}")]);
        let sound = contents(format!("{FIRST}{FORK}{}", &sound[..at]).as_bytes());
        assert_eq!(scanned.games.into_iter().map(|game| game.content).collect::<Vec<_>>(), sound);
    }
    // A file that ends between two moves is an unfinished game, not a damaged one.
    let scanned = scan_file(format!("{FIRST}{FORK}1. Nc7+ Kd7 2.").as_bytes());
    assert_eq!((scanned.problems.len(), scanned.totals.positions), (0, 2 + 3));
}

#[test]
fn invalid_starting_positions_are_damage() {
    let ranks = "the placement must be 8 ranks of 8 squares, separated by `/`";
    let rights = "the castling rights must be `-` or at most two letters per side: `K`, `Q` or a rook's file, lower case for Black";
    for (fen, reason) in [
        ("r3k2r/8/8/1N6/8/8/8/4K9 w kq - 0 1", &*format!("byte 22 of the FEN: {ranks}")),
        ("r3k2r/8/8/1N6/8/8/4K3", &format!("byte 21 of the FEN: {ranks}")),
        ("r3k2r/8/8/1N6/8/8/8/4K3 white", "byte 24 of the FEN: the side to move must be `w` or `b`"),
        ("r3k2r/8/8/1N6/8/8/8/4K3 w k?", &format!("byte 27 of the FEN: {rights}")),
        (
            "r3k2r/8/8/1N6/8/8/8/4K3 w kq e9",
            "byte 29 of the FEN: the en passant square must be `-` or a square like `e3`",
        ),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "the board is empty"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has more than one king"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the side to move can capture the king"),
        ("4k3/8/8/8/8/8/8/3PK3 w - - 0 1", "a pawn stands on d1"),
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

/// Errors in a FEN that leave the moves well defined are not damage.
#[test]
fn harmless_errors_in_starting_positions_are_ignored() {
    for fen in [
        "r3k2r/8/8/1N6/8/8/8/4K3 w KQkq - 0 1",
        "r3k2r/8/8/1N6/8/8/8/4K3 w kq e6 0 1",
        "r3k2r/8/8/1N6/8/8/8/4K3 w kq",
        "r3k2r/8/8/1N6/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/q3K2q w - - 0 1",
        "nnnnknnn/nnnnnnn1/8/8/8/8/8/4K3 w - - 0 1",
    ] {
        let scanned = scan_file(format!("[FEN \"{fen}\"]\n\n1. Kd2 *").as_bytes());
        assert_eq!(
            (scanned.problems.len(), scanned.totals.positions),
            (0, 2),
            "{fen}: {:?}",
            scanned.problems
        );
    }
}

/// An empty or unknown FEN tag sets up nothing.
#[test]
fn an_unknown_fen_is_the_initial_position() {
    for fen in ["", "?"] {
        let scanned = scan_file(format!("[FEN \"{fen}\"]\n\n1. e4 *").as_bytes());
        assert_eq!((scanned.problems.len(), scanned.totals.positions), (0, 2));
    }
}

/// Two games without a separator are not read as one.
#[test]
fn moves_after_the_result_are_damage() {
    let scanned = scan_file(b"1. e4 e5 1-0 1. d4 d5 *\n\n1. c4 *");
    assert_eq!(scanned.problems, ["games.pgn: game 1, byte 16: \"d4\": a move after the result"]);
    assert_eq!(scanned.totals.positions, 3 + 2);
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

/// Between two blank lines, garbage counts as a game from the initial position, and the following numbers shift.
/// Without the first blank line it belongs to the game before, which is intact up to there.
#[test]
fn garbage_between_games_is_damage() {
    let sound = contents(format!("{FIRST}{LAST}").as_bytes());
    for garbage in ["<html>", "\u{1}\u{2}", "Event \"x\"]", "}{"] {
        let scanned = scan_file(format!("{FIRST}{garbage}\n\n{LAST}").as_bytes());
        assert_eq!(scanned.problems.len(), 1, "{:?}", scanned.problems);
        let place = format!("games.pgn: game 2, byte {}: ", FIRST.len());
        assert!(scanned.problems[0].starts_with(&place), "{garbage:?}: {:?}", scanned.problems);
        let numbers: Vec<u64> = scanned.games.iter().map(|game| game.number).collect();
        assert_eq!((&numbers[..], scanned.games[1].content.positions), (&[1, 2, 3][..], 1));
        assert_eq!([&scanned.games[0].content, &scanned.games[2].content], [&sound[0], &sound[1]]);
    }
    let scanned = scan_file(format!("{}\n<html>\n{LAST}", FIRST.trim_end()).as_bytes());
    let offset = FIRST.len() - 1;
    assert_eq!(scanned.problems, [format!("games.pgn: game 1, byte {offset}: \"<html>\": not a move")]);
    assert_eq!(scanned.games.into_iter().map(|game| game.content).collect::<Vec<_>>(), sound);
}

/// Truncated tags end with their line. A game with only tags ends where the next one starts.
#[test]
fn damaged_tags_end_with_their_line() {
    let sound = contents(format!("{FIRST}{LAST}").as_bytes());
    for tags in
        ["[Event \"2", "[Event \"2\"", "[Event", "[", "[Event \"2\\", "[Event \"2\"]\n[Site \"x\"]\n[Whi"]
    {
        for cut in [format!("{tags}\n\n"), format!("{tags}\n\n*\n\n")] {
            let scanned = scan_file(format!("{FIRST}{cut}{LAST}").as_bytes());
            let seen: Vec<_> = scanned.games.into_iter().map(|game| game.content).collect();
            assert_eq!((&seen[0], seen.last()), (&sound[0], Some(&sound[1])), "{cut:?}");
            assert!(scanned.problems.is_empty(), "{cut:?}: {:?}", scanned.problems);
        }
    }
}
