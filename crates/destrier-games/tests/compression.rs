//! A large file of games gives the same findings in every compression format. It needs `DESTRIER_DATA`.

#[path = "support/compress.rs"]
mod compress;
#[path = "support/data.rs"]
mod data;
#[path = "support/scan.rs"]
mod scan;

use compress::{COMPRESSIONS, compress};
use destrier_games::{PATTERNS, Source, Totals};
use scan::{findings_in_steps, scan_of};
use std::hash::{DefaultHasher, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A digest of the findings of a scan, which are too many to keep: the number of findings of each pattern, and a hash
/// of their lines without the file name.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Digest {
    findings: [u64; PATTERNS.len()],
    hash: u64,
}

fn digest(path: &Path, threads: usize) -> (Digest, Totals) {
    let mut findings = [0; PATTERNS.len()];
    let mut hasher = DefaultHasher::new();
    let ended = findings_in_steps(&scan_of(&[path.into()], threads), |step| {
        assert!(step.problems.is_empty(), "{:?}", step.problems);
        for line in str::from_utf8(&step.output.unwrap()).unwrap().lines() {
            hasher.write(&line.as_bytes()[line.find("\"game\":").unwrap()..]);
            let of = |name: &str| line.contains(&format!("\"pattern\":\"{name}\""));
            findings[PATTERNS.iter().position(|pattern| of(pattern.name)).unwrap()] += 1;
        }
    });
    (Digest { findings, hash: hasher.finish() }, ended.totals)
}

fn write(folder: &Path, name: &str, content: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
#[ignore = "takes a minute; run by .ci/full"]
fn a_large_file_has_the_same_findings_in_every_compression() {
    let Some(path) = data::file("gnuchess-book.pgn.zst") else { return };
    let as_it_comes = digest(&path, 2);
    let (Digest { findings, .. }, totals) = as_it_comes;
    assert_eq!(findings, [508_070, 136_269, 16, 505_451, 7_353]);
    assert_eq!((totals.positions, totals.rows), (11_410_552, findings.iter().sum()));

    let folder = tempfile::tempdir().unwrap();
    let mut text = Vec::new();
    Source::new(path).open(&Arc::default()).unwrap().input.read_to_end(&mut text).unwrap();
    // A part of the file is enough.
    let start_of_game = memchr::memmem::find(&text[8 << 20..], b"\n[Event ").unwrap() + 1;
    text.truncate((8 << 20) + start_of_game);
    let plain = digest(&write(folder.path(), "games.pgn", &text), 1);
    assert!(plain.1.positions > 1_000_000, "{plain:?}");
    for compression in COMPRESSIONS {
        for parts in [1, 200] {
            let file = write(
                folder.path(),
                &format!("games.pgn.{compression}"),
                &compress(compression, &text, parts),
            );
            assert!(digest(&file, 2) == plain, "{compression} in {parts} parts");
        }
    }
}
