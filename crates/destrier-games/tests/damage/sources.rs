//! Files of all kinds, some of them truncated or missing.

use crate::scan::{findings, scan_of};
use crate::scanned::{Content, Seen, contents, scan_file, scan_files};
use std::io::Write;

const SAMPLE: &str = include_str!("../../../../samples/lichess.pgn");

/// Two games with one fork each.
const FORKS: &str = "[Site \"fork 1\"]\n[FEN \"r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1\"]\n\n1. Nc7+ *\n\n[Site \"fork 2\"]\n[FEN \
                     \"r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1\"]\n\n1. Nc7+ Kd8 *\n";

/// Compresses a text to one zstd frame. The window is small, so that repeated text still takes space.
fn pack(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.window_log(16).unwrap();
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// Returns the contents of the games without their locations.
fn contents_of(games: Vec<Seen>) -> Vec<Content> {
    games.into_iter().map(|game| game.content).collect()
}

/// Returns a text that is long enough for several blocks of a zstd frame.
fn long_text() -> String {
    format!("{SAMPLE}\n").repeat(4)
}

#[test]
fn missing_files_do_not_prevent_reading_others() {
    let scanned = scan_files(&[
        ("a.pgn", Some(FORKS.as_bytes())),
        ("missing.pgn", None),
        ("empty.pgn", Some(b"")),
        ("b.pgn", Some(FORKS.as_bytes())),
    ]);
    assert_eq!(scanned.problems.len(), 1);
    assert!(scanned.problems[0].starts_with("missing.pgn: "), "{:?}", scanned.problems);
    let places: Vec<_> = scanned.games.iter().map(|game| (game.source.as_str(), game.number)).collect();
    assert_eq!(places, [("a.pgn", 1), ("a.pgn", 2), ("b.pgn", 1), ("b.pgn", 2)]);
    assert_eq!(contents_of(scanned.games), contents(format!("{FORKS}\n{FORKS}").as_bytes()));
    let totals = scanned.totals;
    assert_eq!((totals.games, totals.positions, totals.damaged, totals.unreadable), (4, 10, 0, 1));
}

#[test]
fn directories_are_not_files() {
    let folder = tempfile::tempdir().unwrap();
    let scanned = findings(&scan_of(&[folder.path().into()], 1));
    assert_eq!((scanned.ended.totals.unreadable, scanned.problems().len()), (1, 1));
}

#[test]
fn compressed_files_are_read_frame_by_frame() {
    let text = long_text();
    let plain = contents(text.as_bytes());
    assert_eq!(plain.len(), 240);
    let middle = text.len() / 2;
    let skippable = b"\x5a\x2a\x4d\x18\x03\0\0\0abc";
    let [first, second] = [pack(&text.as_bytes()[..middle]), pack(&text.as_bytes()[middle..])];
    for file in [
        pack(text.as_bytes()),
        [&first[..], &second].concat(),
        [&skippable[..], &first, skippable, &second, skippable].concat(),
        [&first[..], &pack(b""), &second].concat(),
    ] {
        let scanned = scan_files(&[("games.pgn.zst", Some(&file))]);
        assert!(scanned.problems.is_empty(), "{:?}", scanned.problems);
        assert_eq!(contents_of(scanned.games), plain);
    }
}

/// The offset of damage counts bytes of the text, not of the compressed file.
#[test]
fn damage_in_a_compressed_file_has_its_offset_in_the_text() {
    let text = format!("{SAMPLE}\n1. e4 Ke7 *\n");
    let offset = text.find("Ke7 *").unwrap();
    let file = [pack(SAMPLE.as_bytes()), pack(b"\n1. e4 Ke7 *\n")].concat();
    let scanned = scan_files(&[("games.pgn.zst", Some(&file))]);
    let expected = format!("games.pgn.zst: game 61, byte {offset}: \"Ke7\": not a legal move here");
    assert_eq!(scanned.problems, [expected]);
}

#[test]
fn truncated_frames_are_read_up_to_the_cut() {
    let text = long_text();
    let plain = contents(text.as_bytes());
    let whole = pack(SAMPLE.as_bytes());
    let long = pack(text.as_bytes());
    for (torn, at_least) in [
        ([&whole[..], &long[..long.len() * 3 / 4]].concat(), 60 + 60),
        ([&whole[..], &long[..20]].concat(), 60),
        ([&whole[..], &long[..3]].concat(), 60),
        ([&whole[..], b"not a frame"].concat(), 60),
    ] {
        let scanned = scan_files(&[("torn.zst", Some(&torn)), ("b.pgn", Some(FORKS.as_bytes()))]);
        assert!(scanned.problems.last().unwrap().starts_with("torn.zst: "), "{:?}", scanned.problems);
        assert_eq!(scanned.totals.unreadable, 1);
        let (torn, other): (Vec<_>, Vec<_>) =
            scanned.games.into_iter().partition(|game| game.source == "torn.zst");
        let torn = contents_of(torn);
        assert!(torn.len() >= at_least, "{} games: {:?}", torn.len(), scanned.problems);
        // The last game may be truncated.
        let sound = torn.len() - usize::from(torn.len() > 60);
        assert_eq!(torn[..60], plain[..60]);
        assert_eq!(torn[60..sound], plain[..sound - 60]);
        assert_eq!(contents_of(other), contents(FORKS.as_bytes()));
    }
}

#[test]
fn variants_are_skipped_and_counted() {
    let text = |variant: &str| format!("{FORKS}\n[Variant \"{variant}\"]\n\n1. N@f7 P@e4 *\n\n{FORKS}");
    for variant in ["Crazyhouse", "Atomic", "Three-check", "Horde"] {
        let scanned = scan_file(text(variant).as_bytes());
        assert!(scanned.problems.is_empty(), "{:?}", scanned.problems);
        let totals = scanned.totals;
        assert_eq!((totals.games, totals.positions, totals.skipped), (5, 10, 1), "{variant}");
        let numbers: Vec<u64> = scanned.games.iter().map(|game| game.number).collect();
        assert_eq!(numbers, [1, 2, 4, 5], "the variant is counted and not searched");
    }
    for chess in ["Standard", "From Position", "Chess960", "?", ""] {
        assert_eq!(scan_file(text(chess).as_bytes()).totals.skipped, 0, "{chess}");
    }
}

/// With and without a variant tag; castling rights by side and by file.
#[test]
fn castling_in_chess960_is_read() {
    for tags in [
        "[Variant \"Chess960\"]\n[FEN \"r1k4r/8/8/3N4/8/8/8/R1K4R w KQkq - 0 1\"]",
        "[Variant \"fischerandom\"]\n[FEN \"r1k4r/8/8/3N4/8/8/8/R1K4R w HAha - 0 1\"]",
        "[FEN \"r1k4r/8/8/3N4/8/8/8/R1K4R w HAha - 0 1\"]",
        "[FEN \"r1k4r/8/8/3N4/8/8/8/R1K4R w KQkq - 0 1\"]",
    ] {
        let scanned = scan_file(format!("{tags}\n\n1. O-O O-O-O 2. Ra2 Rdf8 3. Nb6+ *").as_bytes());
        assert!(scanned.problems.is_empty(), "{:?}", scanned.problems);
        let Content { positions, findings, .. } = &scanned.games[0].content;
        assert_eq!(*positions, 6);
        let fork = r#""ply":0,"fen":"r1k4r/8/8/3N4/8/8/8/R1K4R w KQkq - 0 1","pattern":"knight-fork","side":"white","move":"d5b6","san":"Nb6+","square":"b6","targets":["a8","c8"],"classes":["check"],"safe":true,"played":false}"#;
        assert_eq!(findings[0], fork);
    }
}

/// Tags and comments that are not UTF-8 are read as Latin-1.
#[test]
fn latin_1_is_read() {
    let game = b"[Site \"Z\xfcrich\"]\n[White \"M\xfcller\"]\n[FEN \"r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1\"]\n\n1. Nc7+ {sch\xf6n} \
                 (1. Nd6+ {\xe4h}) *\n\n";
    let scanned = scan_file(&[game, FORKS.as_bytes()].concat());
    assert!(scanned.problems.is_empty(), "{:?}", scanned.problems);
    assert_eq!(scanned.games[0].content.site.as_deref(), Some("Zürich"));
    assert_eq!((scanned.totals.games, scanned.totals.positions), (3, 7));
}

#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    let plain = contents(SAMPLE.as_bytes());
    let windows = SAMPLE.replace('\n', "\r\n");
    for text in
        [windows.clone(), format!("\u{feff}{SAMPLE}"), format!("\u{feff}\r\n{windows}\r\n\u{feff}{windows}")]
    {
        let scanned = scan_file(text.as_bytes());
        assert!(scanned.problems.is_empty(), "{:?}", scanned.problems);
        let seen = contents_of(scanned.games);
        assert!(seen.chunks(60).all(|games| games == plain), "{} games", seen.len());
    }
    let offset = "\u{feff}1. e4\r\n".len();
    let scanned = scan_file("\u{feff}1. e4\r\nKe7\r\n\r\n1. d4 *".as_bytes());
    assert_eq!(
        scanned.problems,
        [format!("games.pgn: game 1, byte {offset}: \"Ke7\": not a legal move here")]
    );
}
