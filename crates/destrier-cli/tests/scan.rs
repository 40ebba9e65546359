//! `destrier scan`: findings, their order and form, and what happens to inputs and outputs that are not well.

mod common;

use common::{ROOT, assert_golden, destrier, printed};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use std::collections::HashSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::thread;

const SAMPLE: &str = "samples/lichess.pgn";

/// The patterns in their order, each with its own keys of a JSON line.
const PATTERNS: [(&str, &[&str]); 5] = [
    ("knight-fork", &["move", "san", "square", "targets", "classes", "safe", "played"]),
    ("forking-knight", &["square", "targets", "classes"]),
    ("smothered-mate", &["move", "san", "square", "played"]),
    ("distant-check", &["move", "san", "square", "line", "mate", "played"]),
    ("uncatchable-passer", &["square"]),
];

const KEYS: [&str; 7] = ["source", "game", "site", "ply", "fen", "pattern", "side"];

/// A JSON object with its keys in the order in which they stand.
struct Object(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Object(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

impl Object {
    fn keys(&self) -> Vec<&str> {
        self.0.iter().map(|(key, _)| key.as_str()).collect()
    }

    /// The value of a key, null where there is none.
    fn get(&self, key: &str) -> &Value {
        self.0.iter().find(|(k, _)| k == key).map_or(&Value::Null, |(_, value)| value)
    }

    fn text(&self, key: &str) -> &str {
        self.get(key).as_str().unwrap_or_else(|| panic!("{key} in {:?}", self.0))
    }

    /// The place of the pattern among [`PATTERNS`].
    fn pattern(&self) -> usize {
        PATTERNS.iter().position(|(name, _)| *name == self.text("pattern")).unwrap()
    }
}

fn objects(lines: &str) -> Vec<Object> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// The lines that `--format jsonl` prints for sources that are well.
fn jsonl<'a>(sources: impl IntoIterator<Item = &'a str>) -> String {
    printed(["scan", "--format", "jsonl"].into_iter().chain(sources))
}

/// Exit status, standard output, standard error.
fn outcome<'a>(arguments: impl IntoIterator<Item = &'a str>) -> (i32, String, String) {
    let Output { status, stdout, stderr } = destrier(arguments).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Writes a file for a test; its path.
fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

fn sample() -> Vec<u8> {
    fs::read(PathBuf::from(ROOT).join(SAMPLE)).unwrap()
}

/// A game that begins in a position.
fn game(fen: &str, moves: &str) -> String {
    format!("[Event \"Study\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n{moves}\n\n")
}

/// A fork and nothing else, on c7.
const FORK: &str = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1";

/// Every pattern, some of them several times in a position and for both sides.
fn studies() -> String {
    [
        game("r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1", "1. Nc7+ Qxc7 *"),
        game(FORK, "1. Kd2 *"),
        game("2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1", "1. Nf7# 1-0"),
        game("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "1. Ra8# 1-0"),
        game("8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1", "*"),
        // Passers of both sides, out of reach; forking knights of both sides, two each; forks by two knights.
        game("8/P1P5/8/8/8/7k/6p1/K7 w - - 0 1", "1. a8=Q g1=Q+ *"),
        game("r1r1r2k/8/1N1N4/8/8/1n1n4/8/R1R1R2K w - - 0 1", "*"),
        game("r3k2r/8/8/1N1N4/8/8/8/4K3 w - - 0 1", "1. Nbc7+ *"),
        // The knight on the lower square forks from the higher one.
        game("r3r2k/8/1N6/3N4/8/r3r3/8/6K1 w - - 0 1", "*"),
    ]
    .concat()
}

/// The summary, the time that it took and what follows from it left out.
fn without_time(summary: &str) -> String {
    let line = |line: &str| match line.split_once(" positions in ") {
        Some((positions, time)) => {
            let (seconds, speed) = time.split_once(" s, ").expect(line);
            assert!(seconds.parse::<f64>().is_ok(), "{line}");
            let speed = speed.strip_suffix(" a second").expect(line);
            assert!(speed.chars().all(|c| c.is_ascii_digit() || c == ','), "{line}");
            format!("{positions} positions in _ s, _ a second\n")
        }
        None => format!("{line}\n"),
    };
    let text: String = summary.lines().map(line).collect();
    assert!(text.contains(" _ s, ") && summary.ends_with('\n'), "{summary}");
    text
}

#[test]
fn the_sample_gives_the_golden_lines() {
    assert_golden("lichess.jsonl", &jsonl([SAMPLE]));
}

#[test]
fn the_sample_gives_the_golden_summary() {
    let summary = without_time(&printed(["scan", SAMPLE]));
    assert_golden("lichess.summary", &summary);
    assert_eq!(without_time(&printed(["scan", "-f", "summary", SAMPLE])), summary);
}

#[test]
fn the_summary_counts_what_the_lines_say() {
    let studies = file("counted.pgn", studies());
    let summary = printed(["scan", SAMPLE, &studies]);
    let objects = objects(&jsonl([SAMPLE, &studies]));
    for (place, (name, keys)) in PATTERNS.iter().enumerate() {
        let row = summary.lines().find(|line| line.starts_with(name)).unwrap();
        let row: Vec<&str> = row.split_whitespace().skip(1).collect();
        let of_pattern: Vec<&Object> = objects.iter().filter(|object| object.pattern() == place).collect();
        let count = |key: &str, value: Value| {
            of_pattern.iter().filter(|object| *object.get(key) == value).count().to_string()
        };
        let games: HashSet<_> =
            of_pattern.iter().map(|object| (object.text("source"), object.get("game").as_u64())).collect();
        let of_a_move = keys.contains(&"played");
        let moves = |played: bool| if of_a_move { count("played", played.into()) } else { "-".to_owned() };
        let expected = [
            of_pattern.len().to_string(),
            games.len().to_string(),
            moves(true),
            moves(false),
            count("side", "white".into()),
            count("side", "black".into()),
        ];
        assert!(!of_pattern.is_empty(), "{name}");
        assert_eq!(row, expected, "{name}\n{summary}");
    }
}

#[test]
fn the_summary_fits_80_columns() {
    // The sharpest find at its widest: a late move that takes, tells its knight and checks; long names.
    let fen = "4k3/8/8/8/1n3n2/8/2P5/Q3K3 b - - 0 9999";
    let name = "A name much longer than the place that there is for it";
    let tags = format!("[Event \"?\"]\n[White \"{name}\"]\n[Black \"{name}\"]\n[WhiteElo \"3600\"]\n");
    let wide = file("wide.pgn", format!("{tags}[FEN \"{fen}\"]\n\n9999... Nxc2+ *\n"));
    let summary = printed(["scan", SAMPLE, &wide]);
    assert!(summary.contains("3600  9999... Nxc2+"), "{summary}");
    for line in summary.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(summary.lines().any(|line| line.chars().count() > 70), "{summary}");
}

#[test]
fn the_sharpest_finds_are_safe_royal_forks_of_the_highest_rated_games() {
    let summary = printed(["scan", SAMPLE]);
    let (_, sharpest) = summary.split_once("the sharpest").unwrap();
    let finds: Vec<&str> = sharpest.lines().skip(1).collect();
    assert_eq!(finds.len(), 20);
    let objects = objects(&jsonl([SAMPLE]));
    let (mut last, mut shown) = (u64::MAX, HashSet::new());
    for find in finds.chunks(2) {
        let words: Vec<&str> = find[0].split_whitespace().collect();
        let (rating, number, san, done) = (words[0].parse::<u64>().unwrap(), words[1], words[2], words[3]);
        assert!(rating <= last && shown.insert(find), "{find:#?}");
        last = rating;
        let here = objects.iter().any(|object| {
            let fen = object.text("fen");
            let move_number = number.trim_end_matches('.');
            object.get("safe") == true
                && object.get("classes").as_array().is_some_and(|classes| classes.contains(&"royal".into()))
                && *object.get("played") == (done == "played")
                && object.text("site") == find[1].trim()
                && object.text("san") == san
                && fen.ends_with(&format!(" {move_number}"))
                && (object.text("side") == "black") == number.ends_with("...")
        });
        assert!(here, "{find:#?}");
    }
}

#[test]
fn lines_have_their_keys_in_order() {
    let studies = file("keys.pgn", studies());
    let mut seen = HashSet::new();
    for object in objects(&jsonl([SAMPLE, &studies])) {
        let (name, own) = PATTERNS[object.pattern()];
        seen.insert(name);
        assert_eq!(object.keys(), [&KEYS[..], own].concat());
        assert!([SAMPLE, &studies].contains(&object.text("source")));
        assert!(object.get("game").as_u64().is_some_and(|game| game >= 1));
        assert!(object.get("ply").is_u64());
        // Lichess names each game; the studies have no such tag.
        assert_eq!(object.get("site").is_null(), object.text("source") == studies);
        assert!(["white", "black"].contains(&object.text("side")));
    }
    assert_eq!(seen.len(), PATTERNS.len());
}

#[test]
fn a_source_is_named_exactly_as_it_was_given() {
    let lines = jsonl([SAMPLE]);
    for given in ["./samples//lichess.pgn", "samples/../samples/lichess.pgn"] {
        let expected = lines.replace(r#""source":"samples/lichess.pgn""#, &format!(r#""source":"{given}""#));
        assert_ne!(expected, lines);
        assert!(jsonl([given]) == expected, "{given}");
    }
    // In JSON some signs are written differently.
    let odd = file("odd \"näme\"\\.pgn", game(FORK, "*"));
    assert_eq!(objects(&jsonl([&odd[..]]))[0].text("source"), odd);
}

/// Where a finding belongs: source, game, ply, pattern, side, from-square, to-square.
fn place(object: &Object, sources: &[&str]) -> [u64; 7] {
    let index = |square: &str| {
        let [file, rank] = square.as_bytes().try_into().unwrap();
        u64::from(file - b'a') + 8 * u64::from(rank - b'1')
    };
    let (from, to) = match object.get("move").as_str() {
        Some(uci) => (index(&uci[..2]), index(&uci[2..])),
        None => (index(object.text("square")), 0),
    };
    [
        sources.iter().position(|source| *source == object.text("source")).unwrap() as u64,
        object.get("game").as_u64().unwrap(),
        object.get("ply").as_u64().unwrap(),
        object.pattern() as u64,
        u64::from(object.text("side") == "black"),
        from,
        to,
    ]
}

#[test]
fn findings_come_in_order() {
    let studies = file("order.pgn", studies());
    for sources in [[&studies[..], SAMPLE], [SAMPLE, &studies]] {
        let places: Vec<_> = objects(&jsonl(sources)).iter().map(|object| place(object, &sources)).collect();
        // How often each part of the order decided, so that none goes untested.
        let mut decided = [0; 7];
        for pair in places.windows(2) {
            assert!(pair[0] < pair[1], "{pair:?}");
            decided[(0..7).find(|&i| pair[0][i] != pair[1][i]).unwrap()] += 1;
        }
        assert!(decided.iter().all(|&times| times > 0), "{decided:?}");
    }
}

#[test]
fn every_pattern_is_found() {
    let studies = file("every.pgn", studies());
    let lines = jsonl([&studies[..]]);
    assert_golden("studies.jsonl", &lines.replace(&studies, "studies.pgn"));
    let told = |object: Object| {
        let of_finding = |key: &str| !["source", "site", "fen"].contains(&key);
        let pairs = object.0.into_iter().filter(|(key, _)| of_finding(key));
        Value::from(pairs.map(|(_, value)| value).collect::<Vec<_>>()).to_string()
    };
    let found: Vec<String> = objects(&lines).into_iter().map(told).collect();
    assert_eq!(
        found[..6],
        [
            r#"[1,0,"knight-fork","white","d5c7","Nc7+","c7",["a8","e8"],["check"],false,true]"#,
            r#"[1,1,"forking-knight","white","c7",["a8","e8"],["check"]]"#,
            r#"[2,0,"knight-fork","white","b5c7","Nc7+","c7",["a8","e8"],["check"],true,false]"#,
            r#"[3,0,"smothered-mate","white","h6f7","Nf7#","f7",true]"#,
            r#"[4,0,"distant-check","white","a1a8","Ra8#","a8","rank",true,true]"#,
            r#"[5,0,"uncatchable-passer","white","a2"]"#,
        ]
    );
}

#[test]
fn nobody_knows_what_would_have_been_played() {
    let last = objects(&jsonl([&file("last.pgn", game(FORK, "*"))[..]]));
    assert!(last.len() == 1 && last[0].keys().contains(&"played") && last[0].get("played").is_null());
}

/// One zstd frame.
fn packed(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

#[test]
fn packed_sources_give_the_same() {
    let (lines, sample) = (jsonl([SAMPLE]), sample());
    let frames: Vec<u8> = sample.chunks(sample.len() / 3).flat_map(packed).collect();
    let skippable = [&0x184d_2a53_u32.to_le_bytes()[..], &4_u32.to_le_bytes(), b"1. d", &frames].concat();
    let mut far = zstd::Encoder::new(Vec::new(), 1).unwrap();
    far.window_log(28).unwrap();
    far.long_distance_matching(true).unwrap();
    far.write_all(&sample).unwrap();
    let far = far.finish().unwrap();
    assert!(zstd::decode_all(&far[..]).is_err(), "too far for a decoder that is not told");
    for (name, content) in [
        ("one.pgn.zst", packed(&sample)),
        ("several.pgn.zst", frames),
        ("skippable.pgn.zst", skippable),
        ("far.pgn.zst", far),
        // It is the content that counts.
        ("packed.pgn", packed(&sample)),
        ("plain.pgn.zst", sample.clone()),
    ] {
        let source = file(name, content);
        let expected = lines.replace(SAMPLE, &source);
        assert!(jsonl([&source[..]]) == expected, "{name}");
    }
}

/// Exit status, standard output and standard error when the standard input is a pipe with this content.
fn piped(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut command = destrier(arguments.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        scope.spawn(move || pipe.write_all(input).unwrap());
        child.wait_with_output().unwrap()
    });
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn standard_input_is_a_source() {
    let (lines, sample) = (jsonl([SAMPLE]), sample());
    let expected = lines.replace(SAMPLE, "-");
    for input in [&sample[..], &packed(&sample)] {
        let (status, stdout, stderr) = piped(&["scan", "-f", "jsonl", "-"], input);
        assert!(stdout == expected && (status, &stderr[..]) == (0, ""), "{status} {stderr}");
    }
    // Among others it keeps its place.
    let fork = game(FORK, "*");
    let study = file("beside.pgn", &fork);
    let (status, stdout, _) = piped(&["scan", "-f", "jsonl", &study, "-", &study], fork.as_bytes());
    let sources: Vec<_> = objects(&stdout).iter().map(|object| object.text("source").to_owned()).collect();
    assert_eq!((status, sources), (0, vec![study.clone(), "-".to_owned(), study]));
    assert_eq!(piped(&["scan", "-f", "jsonl", "-"], b""), (0, String::new(), String::new()));
}

/// A game that goes wrong: its tags and moves, the token, and why.
const DAMAGES: [(&str, &str, &str); 6] = [
    ("1. e4 e5 2. Ke3 Nf6 *", "Ke3", "not a legal move here"),
    ("1. Nf3 d5 2. d3 d4 3. Nd2 e5 *", "Nd2", "several legal moves here"),
    ("1. e4 e5 2. xyzzy Nf6 *", "xyzzy", "not a move"),
    ("1. e4 {what is", "{", "a comment that is never closed"),
    ("1. e4 (1. d4 e5 *", "(", "a variation that is never closed"),
    ("[FEN \"8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", "8/8/8/8/8/8/8 w - - 0 1", "invalid board part"),
];

#[test]
fn a_damaged_game_is_named_and_the_next_is_read() {
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
        // Packed, the offset is that after unpacking.
        let packed = file(&format!("damage-{i}.pgn.zst"), packed(text.as_bytes()));
        assert_eq!(outcome(["scan", "-f", "jsonl", &packed]).2, stderr.replace(&source, &packed));
        let summary = outcome(["scan", &source]);
        assert!(summary.0 == 0 && summary.1.contains("3 games, 1 damaged, 0 skipped"), "{}", summary.1);
    }
}

#[test]
fn a_damaged_game_is_scanned_up_to_the_damage() {
    let source = file("up-to.pgn", game(FORK, "1. Nc7+ Kd7 2. Nxa8 Rxa8 3. Kd9 Ra1+"));
    let (status, stdout, stderr) = outcome(["scan", "-f", "jsonl", &source]);
    let whole = file("up-to-whole.pgn", game(FORK, "1. Nc7+ Kd7 2. Nxa8 Rxa8"));
    assert_eq!((status, stdout), (0, jsonl([&whole[..]]).replace(&whole, &source)));
    assert!(stderr.contains("\"Kd9\""), "{stderr}");
    // The position before the damage has no continuation.
    let source = file("at-once.pgn", game(FORK, "1. Nh8 *"));
    let (_, stdout, _) = outcome(["scan", "-f", "jsonl", &source]);
    assert!(stdout.ends_with("\"played\":null}\n"), "{stdout}");
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
    assert!(status == 3 && stdout.contains(" 2 games, 1 damaged, 0 skipped"), "{stdout}");

    // Without damage there is nothing to stop at, and a missing file is not damage.
    let (status, stdout, _) = outcome(["scan", "--strict", "-f", "jsonl", "missing.pgn", SAMPLE]);
    assert!(status == 1 && stdout == found);
    let (status, stdout, stderr) = outcome(["scan", "-f", "jsonl", "--strict", SAMPLE]);
    assert!((status, &stderr[..]) == (0, "") && stdout == found);
    assert_eq!(outcome(["scan", "--strict", "missing.pgn", &source]).0, 3);
}

#[test]
fn a_missing_file_is_an_error_after_all_others_were_read() {
    let found = jsonl([SAMPLE]);
    for sources in [["missing.pgn", SAMPLE], [SAMPLE, "missing.pgn"]] {
        let (status, stdout, stderr) = outcome(["scan", "-f", "jsonl"].into_iter().chain(sources));
        assert!(status == 1 && stdout == found, "{status}");
        assert!(stderr.starts_with("destrier: missing.pgn: ") && stderr.lines().count() == 1, "{stderr}");
    }
    let (status, stdout, stderr) = outcome(["scan", "missing.pgn", "absent.pgn", SAMPLE]);
    assert_eq!((status, stderr.lines().count()), (1, 2));
    assert_eq!(without_time(&stdout), without_time(&printed(["scan", SAMPLE])));
}

#[test]
fn what_can_be_unpacked_of_a_torn_file_is_read() {
    let bytes = [&packed(&sample())[..], &packed(&sample())[..1000]].concat();
    let torn = file("torn.pgn.zst", bytes);
    let (status, stdout, stderr) = outcome(["scan", "-f", "jsonl", &torn, SAMPLE]);
    let found = jsonl([SAMPLE]);
    assert!(stdout.starts_with(&found.replace(SAMPLE, &torn)) && stdout.ends_with(&found));
    assert!(
        status == 1 && stderr.lines().last().unwrap().starts_with(&format!("destrier: {torn}: ")),
        "{stderr}"
    );
}

#[test]
fn wrong_usage_has_status_2() {
    for (arguments, message) in [
        (&["scan"][..], "<INPUT>"),
        (&["scan", "--format", "xml", SAMPLE], "summary"),
        (&["scan", "--format"], "jsonl"),
        (&["scan", "--strictly", SAMPLE], "'--strict'"),
        (&["scam", SAMPLE], "'scan'"),
        (&[], "Usage: destrier <COMMAND>"),
    ] {
        let (status, stdout, stderr) = outcome(arguments.iter().copied());
        assert_eq!((status, &stdout[..]), (2, ""), "{arguments:?}");
        assert!(stderr.contains(message), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    // More than a pipe holds, so that there is someone to be told.
    let mut command = destrier(["scan", "-f", "jsonl", SAMPLE, SAMPLE, SAMPLE]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, jsonl([SAMPLE]).lines().next().unwrap().to_owned() + "\n");
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), &stderr[..]), (Some(0), ""));
}

#[test]
fn a_full_disk_is_an_error() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    for arguments in [
        &["scan", SAMPLE][..],
        &["scan", "-f", "jsonl", SAMPLE],
        &["list"],
        &["board", "knight-attacks", "d4"],
        &["board", "--hex", "king-distance", "d4", "e5"],
    ] {
        let open = || File::options().write(true).open(full).unwrap();
        let mut command = destrier(arguments.iter().copied());
        let Output { status, stderr, .. } = command.stdout(open()).output().unwrap();
        let stderr = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(1), "{arguments:?}");
        assert!(
            stderr.starts_with("destrier: the output cannot be written: ") && stderr.lines().count() == 1,
            "{arguments:?}: {stderr}"
        );
        // Not even the message can be written.
        let status = command.stdout(open()).stderr(open()).status().unwrap();
        assert_eq!(status.code(), Some(1), "{arguments:?}");
    }
}
