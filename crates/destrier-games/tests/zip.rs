//! Zip archives are read like directories, and damage costs only the data behind it.

#[path = "support/compress.rs"]
mod compress;
#[path = "support/scan.rs"]
mod scan;

use compress::compress;
use destrier_games::{Bomb, Scan, Source, sources};
use rawzip::{CompressionMethod, ZipArchiveWriter};
use scan::{Scanned, findings};
use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const SAMPLE: &[u8] = include_bytes!("../../../samples/lichess.pgn");
const FORK: &str = "r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1";

/// A member: its name, how it is stored, and its content.
type Member<'a> = (&'a str, CompressionMethod, &'a [u8]);

fn deflated(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// Returns an archive.
fn zip(members: &[Member<'_>]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for &(name, method, content) in members {
        let (mut entry, config) = archive.new_file(name).compression_method(method).start().unwrap();
        let mut writer = config.wrap(Vec::new());
        writer.write_all(content).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        let stored = match method {
            CompressionMethod::DEFLATE => deflated(content),
            CompressionMethod::BZIP2 => compress("bz2", content, 1),
            CompressionMethod::ZSTD => compress("zst", content, 1),
            _ => content.to_vec(),
        };
        entry.write_all(&stored).unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

/// Scans the inputs. Inputs that cannot be listed are returned as `path: error`.
fn scanned(inputs: &[PathBuf], threads: usize) -> (Scanned<Vec<u8>>, Vec<String>) {
    let (listed, unlisted): (Vec<_>, Vec<_>) = sources(inputs).into_iter().partition(Result::is_ok);
    let listed: Vec<Source> = listed.into_iter().flatten().collect();
    let scan = Scan { threads: NonZero::new(threads).unwrap(), ..Scan::new(listed) };
    (findings(&scan), unlisted.into_iter().filter_map(Result::err).map(|error| error.to_string()).collect())
}

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, content).unwrap();
    path
}

#[test]
fn an_archive_has_the_findings_of_a_directory() {
    use CompressionMethod as By;
    let folder = tempfile::tempdir().unwrap();
    let fork = format!("[FEN \"{FORK}\"]\n\n1. Nc7+ *\n");
    let puzzle = format!("PuzzleId,FEN,Moves\nx1,{FORK},b5c7 e8d7\n");
    let (positions, packed) = (format!("{FORK}\n"), compress("gz", SAMPLE, 3));
    let frames = compress("zst", SAMPLE, 5);
    // In the archive, the order is another, and other files are between them.
    let members: [Member<'_>; 9] = [
        ("z.PGN", By::DEFLATE, SAMPLE),
        ("b/games.pgn", By::STORE, SAMPLE),
        ("b.pgn", By::ZSTD, fork.as_bytes()),
        ("b/a/x.fen", By::STORE, positions.as_bytes()),
        ("b-1/games.pgn.zst", By::STORE, &frames),
        ("games.pgn.gz", By::DEFLATE, &packed),
        ("naïve, \"x\".csv", By::BZIP2, puzzle.as_bytes()),
        ("A.pgn", By::BZIP2, SAMPLE),
        ("empty.pgn", By::DEFLATE, b""),
    ];
    for (name, _, content) in members {
        write(folder.path(), &format!("all/{name}"), content);
    }
    let mut all = members.to_vec();
    all.insert(2, ("notes.txt", By::STORE, fork.as_bytes()));
    all.insert(4, ("__MACOSX/._b.pgn", By::STORE, b"\0\x05\x16\x07"));
    all.insert(5, (".hidden/b.pgn", By::STORE, fork.as_bytes()));
    let archive = write(folder.path(), "all.zip", zip(&all));
    let unnamed = write(folder.path(), "download", zip(&all));
    let (expected, _) = scanned(&[folder.path().join("all")], 1);
    assert!(expected.problems().is_empty() && expected.text().lines().count() > 2000);
    for (archive, threads) in [(&archive, 1), (&archive, 3), (&unnamed, 2)] {
        let (found, unlisted) = scanned(std::slice::from_ref(archive), threads);
        assert_eq!((found.problems(), unlisted), (vec![], vec![]));
        let place = |path: &Path| format!("\"source\":\"{}/", path.display());
        let found_text = found.text().replace(&place(archive), &place(&folder.path().join("all")));
        scan::assert_same_lines(&found_text, &expected.text());
        assert_eq!(found.ended.totals, expected.ended.totals);
    }
    // In a directory, the name must end in .zip.
    let named: Vec<String> = sources(&[folder.path().into()])
        .into_iter()
        .map(|source| {
            source.unwrap().path().strip_prefix(folder.path()).unwrap().to_str().unwrap().to_owned()
        })
        .collect();
    let archived = "all.zip/A.pgn all.zip/b/a/x.fen all.zip/b/games.pgn all.zip/b-1/games.pgn.zst all.zip/b.pgn \
                    all.zip/empty.pgn all.zip/games.pgn.gz all.zip/naïve, \"x\".csv all.zip/z.PGN";
    assert_eq!(named[9..].join(" "), archived);
}

#[test]
fn the_counter_counts_stored_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let archive = write(folder.path(), "a.zip", zip(&[("a.pgn", CompressionMethod::DEFLATE, SAMPLE)]));
    let source = sources(std::slice::from_ref(&archive)).remove(0).unwrap();
    let counter = Arc::new(AtomicU64::new(0));
    let mut text = Vec::new();
    source.open(&counter).unwrap().input.read_to_end(&mut text).unwrap();
    assert!(text == SAMPLE && source.file() == archive && source.has_compressed_name());
    assert_eq!(Some(counter.load(Ordering::Relaxed)), source.size());
    assert_eq!(source.size(), Some(deflated(SAMPLE).len() as u64));
}

#[test]
fn damage_costs_only_the_data_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    let last = ("c.pgn", CompressionMethod::DEFLATE, &b"1. e4 *"[..]);
    for method in [CompressionMethod::STORE, CompressionMethod::DEFLATE] {
        let intact = zip(&[("a.pgn", method, SAMPLE), last]);
        let lines = scanned(&[write(folder.path(), "a.zip", &intact)], 1).0.text().lines().count();
        let at = 30 + 5 + 40_000;
        let mut damaged = intact.clone();
        damaged[at] ^= 0xff;
        let (found, unlisted) = scanned(&[write(folder.path(), "a.zip", damaged)], 1);
        let problems = found.problems();
        assert_eq!(unlisted, [""; 0]);
        assert!(problems.last().unwrap().starts_with("a.pgn: damaged zip data"), "{problems:?}");
        assert!(found.ended.totals.games > 10 && found.ended.totals.unreadable == 1, "{problems:?}");
        assert!(found.text().lines().count() > 50);
        assert!(found.text().lines().count() <= lines);
    }
    // Wrong checksum in the list of members.
    let mut archive = zip(&[("a.pgn", CompressionMethod::STORE, &b"1. e4 e5 *"[..]), last]);
    let record = archive.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    archive[record + 16] ^= 1;
    let (found, _) = scanned(&[write(folder.path(), "a.zip", &archive)], 2);
    let message = "a.pgn: damaged zip data (wrong checksum or size); all of it was read; get an intact file";
    assert_eq!((found.ended.totals.games, found.problems()), (2, vec![message.to_owned()]));
}

/// Each archive with the start of its only message. The other member is read.
#[test]
fn unusable_archives_and_members_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let games = b"1. e4 e5 *\n";
    let intact =
        zip(&[("a.pgn", CompressionMethod::STORE, games), ("b.pgn", CompressionMethod::DEFLATE, games)]);
    let record = intact.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    let changed = |at: usize, bytes: &[u8]| {
        let mut archive = intact.clone();
        archive[at..at + bytes.len()].copy_from_slice(bytes);
        archive
    };
    let second = record + 46 + 5;
    for (archive, games, message) in [
        (changed(record + 8, &[1]), 1, "a.zip/a.pgn: encrypted, which is not supported; extract it first"),
        (
            changed(record + 10, &[9]),
            1,
            "a.pgn: compressed with DEFLATE64, which is not supported; decompress it first",
        ),
        (changed(record + 42, &[5]), 1, "a.zip/a.pgn: damaged zip archive ("),
        (changed(second, b"xx"), 1, "a.zip: damaged zip archive ("),
        (
            intact[..intact.len() - 30].to_vec(),
            0,
            "a.zip: damaged zip archive (Missing end of central directory)",
        ),
        (changed(second + 42, &[0]), 0, "a.zip: its files share data, as in a decompression bomb"),
        (zip(&[("notes.txt", CompressionMethod::STORE, games)]), 0, ""),
        (zip(&[]), 0, ""),
    ] {
        let (found, unlisted) = scanned(&[write(folder.path(), "a.zip", archive)], 1);
        let problems = [found.problems(), unlisted].concat().join("\n");
        assert_eq!(found.ended.totals.games, games, "{message}: {problems}");
        assert!(
            problems.contains(message) && problems.is_empty() == message.is_empty(),
            "{message}: {problems}"
        );
    }
}

#[test]
fn members_that_expand_too_far_are_bombs() {
    let folder = tempfile::tempdir().unwrap();
    let game = "[Event \"x\"]\n\n1. e4 e5 *\n\n";
    let bomb = game.repeat((80 << 20) / game.len());
    // Each of its two compressions expands less than 100 times, but both together expand further.
    let packed = compress("gz", bomb.as_bytes(), 1);
    assert!(packed.len() * 100 > bomb.len() && deflated(&packed).len() * 100 > packed.len());
    let blank = " ".repeat(bomb.len());
    for (name, content) in [("a.pgn", blank.as_bytes()), ("a.pgn.gz", &packed)] {
        let archive = zip(&[(name, CompressionMethod::DEFLATE, content)]);
        let source = sources(&[write(folder.path(), "a.zip", archive)]).remove(0).unwrap();
        let mut text = Vec::new();
        let error = source.open(&Arc::default()).unwrap().input.read_to_end(&mut text).unwrap_err();
        assert!(error.get_ref().unwrap().is::<Bomb>(), "{error}");
        assert!(text.len() >= 64 << 20 && text.len() < bomb.len(), "{}", text.len());
    }
}
