//! A large file of games gives the same findings however it is packed. It needs `DESTRIER_DATA`.

#[path = "support/data.rs"]
mod data;
#[path = "support/pack.rs"]
mod pack;
#[path = "support/scan.rs"]
mod scan;

use destrier_games::output::{FindingRows, JsonLines};
use destrier_games::{Damage, PATTERNS, Positions, SearchedGame, Source, Tally, Totals, Work};
use pack::{PACKINGS, pack};
use scan::{Manner, json_lines, scan};
use std::hash::{DefaultHasher, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is left of the findings of some games: how many there are of each pattern, and the hash of their lines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Digest {
    findings: [u64; PATTERNS.len()],
    hash: u64,
}

impl Digest {
    /// Adds what comes next.
    fn append(&mut self, other: &Self) {
        for (count, more) in self.findings.iter_mut().zip(other.findings) {
            *count += more;
        }
        self.hash = self.hash.rotate_left(5).wrapping_mul(0x517c_c1b7_2722_0a95) ^ other.hash;
    }
}

/// Digests the lines of each game, without the name of its file, so that they need not be kept.
struct Digests(FindingRows<'static, JsonLines>);

impl Work for Digests {
    type Part = Digest;

    fn part(&self) -> Digest {
        Digest::default()
    }

    fn game(
        &self,
        game: &SearchedGame<'_>,
        positions: &mut Positions,
        part: &mut Digest,
        tally: &mut Tally,
        _: &mut dyn FnMut(&mut Digest, &mut Tally),
    ) -> Result<(), Box<Damage>> {
        let mut lines = Vec::new();
        let result = self.0.game(game, positions, &mut lines, tally, &mut |_, _| {});
        let mut digest = Digest::default();
        let mut hasher = DefaultHasher::new();
        for line in String::from_utf8(lines).unwrap().lines() {
            hasher.write(&line.as_bytes()[line.find("\"game\":").unwrap()..]);
            let of = |name: &str| line.contains(&format!("\"pattern\":\"{name}\""));
            let pattern = PATTERNS.iter().position(|pattern| of(pattern.name)).unwrap();
            digest.findings[pattern] += 1;
        }
        digest.hash = hasher.finish();
        part.append(&digest);
        result
    }
}

fn digest(path: &Path, threads: usize) -> (Digest, Totals) {
    let scanned = scan(&[path.into()], &Manner { threads, ..Manner::default() }, &Digests(json_lines()));
    assert_eq!(scanned.problems(), [""; 0]);
    let mut digest = Digest::default();
    for step in &scanned.steps {
        digest.append(&step.part.unwrap());
    }
    (digest, scanned.ended.totals)
}

fn write(folder: &Path, name: &str, content: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn games_of_a_book_however_they_are_packed() {
    let Some(path) = data::file("gnuchess-book.pgn.zst") else { return };
    let as_it_comes = digest(&path, 2);
    let (Digest { findings, .. }, totals) = as_it_comes;
    assert_eq!(findings, [508_070, 136_269, 16, 505_451, 7_353]);
    assert_eq!((totals.positions, totals.rows), (11_410_552, findings.iter().sum()));

    let folder = tempfile::tempdir().unwrap();
    let mut text = Vec::new();
    Source::new(path).open(&Arc::default()).unwrap().input.read_to_end(&mut text).unwrap();
    assert!(digest(&write(folder.path(), "games.pgn", &text), 1) == as_it_comes, "plain, in one thread");
    for packing in PACKINGS {
        for parts in [1, 200] {
            let file = write(folder.path(), &format!("games.pgn.{packing}"), &pack(packing, &text, parts));
            assert!(digest(&file, 2) == as_it_comes, "{packing} in {parts} parts");
        }
    }
}
