//! Damaged games.

use crate::inputs::zstd_compressed;
use crate::{FORK, SAMPLE, file, game, jsonl, objects, outcome};

/// A damaged game: its text, the token, and the reason. `tests/damage` of `destrier-games` has the other kinds.
const DAMAGES: [(&str, &str, &str); 2] = [
    ("1. e4 e5 2. Ke3 Nf6 *", "Ke3", "not a legal move here"),
    (
        "[FEN \"8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *",
        "8/8/8/8/8/8/8 w - - 0 1",
        "byte 13 of the FEN: the placement must be ",
    ),
];

#[test]
fn a_damaged_game_is_reported_and_the_next_is_read() {
    let fork = game(FORK, "1. Kd2 *");
    for (i, (damaged, token, reason)) in DAMAGES.into_iter().enumerate() {
        let (tags, moves) = damaged.split_once("\n\n").unwrap_or(("", damaged));
        let text = format!("{fork}[Event \"?\"]\n{tags}\n\n{moves}\n\n{fork}");
        let source = file(&format!("damage-{i}.pgn"), &text);
        let (status, stdout, stderr) = outcome(["scan", "-f", "jsonl", &source]);
        let findings = objects(&stdout);
        let of_game = |game: u64| findings.iter().filter(|object| *object.get("game") == game).count();
        assert_eq!((status, of_game(1), of_game(3)), (0, 1, 1), "{damaged}");
        let offset = text.rfind(token).unwrap();
        let line = format!("destrier: {source}: game 2, byte {offset}: {token:?}: {reason}");
        assert!(stderr.starts_with(&line) && stderr.lines().count() == 1, "{damaged}\n{stderr}{line}");
        // In a compressed file, the offset counts decompressed bytes.
        let compressed = file(&format!("damage-{i}.pgn.zst"), zstd_compressed(text.as_bytes()));
        assert_eq!(outcome(["scan", "-f", "jsonl", &compressed]).2, stderr.replace(&source, &compressed));
        let summary = outcome(["scan", &source]);
        assert!(
            summary.0 == 0 && summary.1.starts_with("3 games, ") && summary.1.contains("\n1 game damaged"),
            "{}",
            summary.1
        );
    }
}

#[test]
fn a_damaged_game_is_scanned_up_to_the_damage() {
    let source = file("up-to.pgn", game(FORK, "1. Nc7+ Kd7 2. Nxa8 Rxa8 3. Kd9 Ra1+"));
    let (status, stdout, stderr) = outcome(["scan", "-f", "jsonl", &source]);
    let whole = file("up-to-whole.pgn", game(FORK, "1. Nc7+ Kd7 2. Nxa8 Rxa8"));
    assert_eq!((status, stdout), (0, jsonl([&whole[..]]).replace(&whole, &source)));
    assert!(stderr.contains("\"Kd9\""), "{stderr}");
    // The last position before the damage has no next move.
    let source = file("at-once.pgn", game(FORK, "1. Nh8 *"));
    let (_, stdout, _) = outcome(["scan", "-f", "jsonl", &source]);
    assert!(stdout.contains("\"played\":null,"), "{stdout}");
}

#[test]
fn strict_stops_at_damage() {
    let fork = game(FORK, "1. Kd2 *");
    let damaged = game(FORK, "1. Kd3 *");
    let source = file("strict.pgn", [&fork[..], &damaged, &fork].concat());
    let (status, stdout, stderr) = outcome(["scan", "-f", "jsonl", &source, SAMPLE]);
    assert_eq!((status, stderr.lines().count()), (0, 1));
    assert!(objects(&stdout).len() > 1000);

    let (status, stdout, strict_stderr) =
        outcome(["scan", "--strict", "-f", "jsonl", SAMPLE, &source, SAMPLE]);
    assert_eq!((status, &strict_stderr), (3, &stderr));
    let found = jsonl([SAMPLE]);
    let (before, rest) = stdout.split_at(found.len());
    assert!(before == found);
    let games: Vec<_> = objects(rest).iter().map(|object| object.get("game").as_u64().unwrap()).collect();
    assert_eq!(games, [1, 2]);

    let (status, stdout, _) = outcome(["scan", "--strict", &source, SAMPLE]);
    assert!(
        status == 3 && stdout.starts_with("2 games, ") && stdout.contains("\n1 game damaged"),
        "{stdout}"
    );

    // Only damage stops the run; a missing file does not.
    let (status, stdout, _) = outcome(["scan", "--strict", "-f", "jsonl", "missing.pgn", SAMPLE]);
    assert!(status == 1 && stdout == found);
    let (status, stdout, stderr) = outcome(["scan", "-f", "jsonl", "--strict", SAMPLE]);
    assert!((status, &stderr[..]) == (0, "") && stdout == found);
    assert_eq!(outcome(["scan", "--strict", "missing.pgn", &source]).0, 3);
}
