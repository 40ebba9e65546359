//! Random damage: whatever happens to some games of a file, nothing panics, and the other games keep their findings.

use crate::scanned::{Scanned, contents, scan_in_threads};
use destrier_games::Reader;
use fastrand::Rng;

const SAMPLE: &[u8] = include_bytes!("../../../../samples/lichess.pgn");

/// The number of files. Each has about fifteen damaged games.
const FILES: u64 = 250;

/// Returns the games of the sample, each with its final line break.
fn sample() -> Vec<Vec<u8>> {
    let mut reader = Reader::games(SAMPLE);
    let mut games = Vec::new();
    while let Some(game) = reader.next_record().unwrap() {
        games.push(game.bytes.to_vec());
    }
    games
}

/// Returns the offset of the movetext of a game.
fn moves_start(game: &[u8]) -> usize {
    game.windows(2).position(|pair| pair == b"\n\n").map_or(0, |end| end + 2)
}

/// Returns a random range of the game, at most a third of it.
fn part(rng: &mut Rng, game: &[u8]) -> std::ops::Range<usize> {
    let start = rng.usize(..=game.len());
    start..(start + rng.usize(..=game.len() / 3)).min(game.len())
}

/// Scans a file with one or two threads and checks that the results are consistent.
fn scan(file: &[u8], threads: usize) -> Scanned {
    let scanned = scan_in_threads(&[("games.pgn", Some(file))], threads);
    let totals = scanned.totals;
    assert_eq!(totals.damaged, scanned.damages.len() as u64);
    // Noise may be no file of games.
    assert_eq!(totals.damaged + totals.unreadable, scanned.problems.len() as u64);
    assert_eq!(totals.positions, scanned.games.iter().map(|game| game.content.positions).sum::<u64>());
    assert_eq!(totals.rows, scanned.games.iter().map(|game| game.content.findings.len() as u64).sum::<u64>());
    // Games of variants and from impossible positions are counted but not searched.
    let searched = scanned.games.len() as u64;
    assert!((searched..=searched + totals.skipped + totals.damaged).contains(&totals.games), "{totals:?}");
    for (place, damage) in &scanned.damages {
        let token = damage.token.trim_end_matches('…');
        let found = String::from_utf8_lossy(&file[damage.offset as usize..]);
        assert!(found.starts_with(token), "{place}: {damage}");
    }
    scanned
}

/// Damages a game at random.
fn damage(rng: &mut Rng, game: &mut Vec<u8>, other: &[u8]) {
    let at = rng.usize(..=game.len());
    let range = part(rng, game);
    match rng.u8(..8) {
        0 => game.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << rng.u8(..8)),
        1 => game
            .iter_mut()
            .skip(at)
            .take(1)
            .for_each(|byte| *byte = *rng.choice(b"{}();%[]\"\\\n\r\0 .").unwrap()),
        2 => drop(game.drain(range)),
        3 => game.truncate(at),
        4 => drop(game.splice(at..at, game[range].to_vec())),
        5 => game.extend_from_within(..),
        6 => {
            for _ in 0..20 {
                let at = rng.usize(..game.len().max(1));
                game.iter_mut().skip(at).take(1).for_each(|byte| *byte = rng.u8(..));
            }
        }
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
        // Without blank lines, only tags after moves start a new game, so tags must stay intact.
        let glued = rng.u8(..4) == 0;
        for (game, content) in games.iter().zip(&sound) {
            let mut game = game.clone();
            if rng.u8(..4) > 0 {
                untouched.push(content);
            } else {
                for _ in 0..=rng.u8(..3) {
                    let other = rng.usize(..games.len());
                    let start = |game: &[u8]| if glued { moves_start(game) } else { 0 };
                    let mut damaged = game.split_off(start(&game));
                    damage(&mut rng, &mut damaged, &games[other][start(&games[other])..]);
                    game.append(&mut damaged);
                }
            }
            file.extend_from_slice(&game);
            let between = if glued { &["\n"][..] } else { &["\n\n", "\n\n\n", "\r\n\r\n", "\n \n\n"] };
            file.extend_from_slice(rng.choice(between).unwrap().as_bytes());
        }
        let scanned = scan(&file, 1 + seed as usize % 2);
        damaged += scanned.totals.damaged;
        let mut seen = scanned.games.iter().map(|game| &game.content);
        for content in untouched {
            assert!(seen.any(|seen| seen == content), "seed {seed}: {:?}", content.site);
        }
    }
    assert!(damaged > 5 * FILES, "{damaged} damaged games");
}

/// Files that are not PGN, and some that resemble it.
#[test]
fn random_bytes_cause_no_panic() {
    const WORDS: &str =
        "[Event \"~\"]\n~\n\n~1. e4 ~e5 ~{~}~(~)~[FEN \"~8/8/8/8/8/8/8/8 w~%~;~--~\\~\u{feff}";
    let words: Vec<&str> = WORDS.split('~').collect();
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let mut file = Vec::new();
        for _ in 0..rng.usize(..400) {
            if rng.bool() {
                file.push(rng.u8(..));
            } else {
                file.extend_from_slice(rng.choice(&words).unwrap().as_bytes());
            }
        }
        scan(&file, 1 + seed as usize % 2);
    }
}
