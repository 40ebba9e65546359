//! Damage by chance: whatever happens to some games of a file, nothing panics, and all that was found in the others
//! is still found.

use crate::scanned::{Content, contents, scan_file};
use destrier_games::pgn::Reader;
use fastrand::Rng;

const SAMPLE: &[u8] = include_bytes!("../../../../samples/lichess.pgn");

/// How many files are made of damaged and sound games.
const FILES: u64 = 60;

/// The games of the sample, each with the line break at its end.
fn sample() -> Vec<Vec<u8>> {
    let mut reader = Reader::new(SAMPLE);
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().unwrap() {
        games.push(game.bytes.to_vec());
    }
    games
}

/// A part of the game, at most a third of it.
fn part(rng: &mut Rng, game: &[u8]) -> std::ops::Range<usize> {
    let start = rng.usize(..=game.len());
    start..(start + rng.usize(..=game.len() / 3)).min(game.len())
}

/// Does something to a game.
fn damage(rng: &mut Rng, game: &mut Vec<u8>, other: &[u8]) {
    let at = rng.usize(..=game.len());
    let range = part(rng, game);
    match rng.u8(..6) {
        0 => game.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << rng.u8(..8)),
        1 => game
            .iter_mut()
            .skip(at)
            .take(1)
            .for_each(|byte| *byte = *rng.choice(b"{}();%[]\"\\\n\r\0 .").unwrap()),
        2 => drop(game.drain(range)),
        3 => game.truncate(at),
        4 => drop(game.splice(at..at, game[range].to_vec())),
        _ => game.extend_from_slice(&other[part(rng, other)]),
    }
}

#[test]
fn untouched_games_keep_their_findings() {
    let games = sample();
    let sound = contents(SAMPLE);
    assert_eq!((games.len(), sound.len()), (60, 60));
    let mut damaged = 0;
    for seed in 0..FILES {
        let mut rng = Rng::with_seed(seed);
        let mut file = Vec::new();
        let mut untouched = Vec::new();
        for (game, content) in games.iter().zip(&sound) {
            let mut game = game.clone();
            if rng.u8(..4) > 0 {
                untouched.push(content);
            } else {
                for _ in 0..=rng.u8(..3) {
                    let other = rng.usize(..games.len());
                    damage(&mut rng, &mut game, &games[other]);
                }
            }
            file.extend_from_slice(&game);
            file.extend_from_slice(rng.choice(["\n\n", "\n\n\n", "\r\n\r\n", "\n \n\n"]).unwrap().as_bytes());
        }
        let scanned = scan_file(&file);
        damaged += scanned.totals.damaged;
        assert_eq!(scanned.totals.games, scanned.games.len() as u64);
        assert_eq!(scanned.totals.damaged, scanned.problems.len() as u64);
        let seen: Vec<&Content> = scanned.games.iter().map(|game| &game.content).collect();
        for content in untouched {
            assert!(seen.contains(&content), "seed {seed}: {:?}", content.site);
        }
    }
    assert!(damaged > FILES, "{damaged} damaged games");
}

/// Files that are no PGN at all, and such as look a little like it.
#[test]
fn noise_is_survived() {
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let words: [&[u8]; 16] = [
            b"[Event \"",
            b"\"]\n",
            b"\n\n",
            b"1. e4 ",
            b"e5 ",
            b"{",
            b"}",
            b"(",
            b")",
            b"[FEN \"",
            b"8/8/8/8/8/8/8/8 w",
            b"%",
            b";",
            b"--",
            b"\\",
            b"\xef\xbb\xbf",
        ];
        let mut file = Vec::new();
        for _ in 0..rng.usize(..400) {
            match rng.bool() {
                true => file.push(rng.u8(..)),
                false => file.extend_from_slice(rng.choice(words).unwrap()),
            }
        }
        let scanned = scan_file(&file);
        assert_eq!(scanned.totals.games, scanned.games.len() as u64);
        assert_eq!(scanned.totals.damaged, scanned.problems.len() as u64);
    }
}
