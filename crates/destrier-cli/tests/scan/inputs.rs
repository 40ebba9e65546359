//! Files of every kind and compression, directories, standard input, and unreadable inputs.

use crate::common::{ROOT, destrier, printed};
use crate::formats::POSITIONS;
use crate::options::PUZZLES;
use crate::{FORK, SAMPLE, file, game, jsonl, objects, outcome, sample, without_time};
use destrier_games::output::OUTPUT_FORMATS;
use destrier_games::rates::RATE_FORMATS;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::thread;

/// Compresses bytes into one zstd frame.
pub(crate) fn zstd_compressed(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

/// Runs the command with a pipe as standard input. Returns exit status, standard output and standard error.
pub(crate) fn piped(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
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
    for input in [&sample[..], &zstd_compressed(&sample)] {
        let (status, stdout, stderr) = piped(&["scan", "-f", "jsonl", "-"], input);
        assert!(stdout == expected && (status, &stderr[..]) == (0, ""), "{status} {stderr}");
    }
    // Among other inputs, it keeps its place.
    let fork = game(FORK, "*");
    let study = file("beside.pgn", &fork);
    let (status, stdout, _) = piped(&["scan", "-f", "jsonl", &study, "-", &study], fork.as_bytes());
    let sources: Vec<_> = objects(&stdout).iter().map(|object| object.text("source").to_owned()).collect();
    assert_eq!((status, sources), (0, vec![study.clone(), "-".to_owned(), study]));
    let message = "destrier: no games in standard input\n".to_owned();
    assert_eq!(piped(&["scan", "-f", "jsonl", "-"], b""), (0, String::new(), message));
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

/// Without any readable input, there is an error but no output, whatever the command and the format.
#[test]
fn nothing_is_written_if_nothing_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = file("only-torn.pgn.gz", b"\x1f\x8b\x08torn");
    for input in ["missing.pgn", &damaged] {
        let formats = OUTPUT_FORMATS.iter();
        let of_tables = formats.clone().filter(|format| format.is_table);
        for (command, formats) in [
            ("scan", formats.map(|format| format.name).collect()),
            ("features", of_tables.map(|format| format.name).collect()),
            ("rates", RATE_FORMATS.iter().map(|format| format.name).collect()),
            ("report", Vec::new()),
            ("convert", Vec::new()),
        ] {
            // The default format, too.
            for format in formats.into_iter().map(Some).chain([None]) {
                let output = folder.path().join("out");
                let chosen = format.map_or(Vec::new(), |format| vec!["-f", format]);
                for to in [&[][..], &["-o", output.to_str().unwrap()]] {
                    // The name of the file does not say which format to write.
                    if format.is_none() && !to.is_empty() && !matches!(command, "report" | "convert") {
                        continue;
                    }
                    let arguments = [&[command, input], &chosen[..], to].concat();
                    let (status, stdout, stderr) = outcome(arguments.iter().copied());
                    assert_eq!((status, &stdout[..]), (1, ""), "{arguments:?}");
                    assert!(stderr.starts_with(&format!("destrier: {input}: ")), "{arguments:?}: {stderr}");
                    assert_eq!(stderr.lines().count(), 1, "{stderr}");
                    assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{arguments:?}");
                }
            }
        }
    }
    let tables = folder.path().join("tables");
    let several = ["convert", "--games-per-file", "2", "missing.pgn", "-o", tables.to_str().unwrap()];
    assert!(outcome(several).0 == 1 && !tables.exists());
    // The reports of errors are written, and an earlier output stays.
    let [output, errors] = ["out.csv", "errors"].map(|name| folder.path().join(name));
    fs::write(&output, "earlier").unwrap();
    let [to, errors_to] = [&output, &errors].map(|path| path.to_str().unwrap());
    let both = ["scan", "missing.pgn", "-o", to, "--force", "--errors", errors_to];
    assert_eq!(outcome(both).0, 1);
    assert_eq!(fs::read_to_string(&output).unwrap(), "earlier");
    assert_eq!(fs::read_to_string(&errors).unwrap().lines().count(), 1);
}

#[test]
fn truncated_files_are_read_as_far_as_possible() {
    let bytes = [&zstd_compressed(&sample())[..], &zstd_compressed(&sample())[..1000]].concat();
    let torn = file("torn.pgn.zst", bytes);
    let (status, stdout, stderr) = outcome(["scan", "-f", "jsonl", &torn, SAMPLE]);
    let found = jsonl([SAMPLE]);
    assert!(stdout.starts_with(&found.replace(SAMPLE, &torn)) && stdout.ends_with(&found));
    assert!(
        status == 1 && stderr.lines().last().unwrap().starts_with(&format!("destrier: {torn}: ")),
        "{stderr}"
    );
}

/// Compresses bytes into one gzip member.
pub(crate) fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    flate2::read::GzEncoder::new(bytes, flate2::Compression::fast()).read_to_end(&mut compressed).unwrap();
    compressed
}

/// Compresses bytes into one bzip2 stream.
fn bzipped(bytes: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    bzip2::read::BzEncoder::new(bytes, bzip2::Compression::fast()).read_to_end(&mut compressed).unwrap();
    compressed
}

/// A compression function and its file ending.
type CompressionCase = (&'static str, fn(&[u8]) -> Vec<u8>);

const COMPRESSIONS: [CompressionCase; 4] =
    [("", <[u8]>::to_vec), (".gz", gzipped), (".bz2", bzipped), (".zst", zstd_compressed)];

/// Returns each kind of content with its file endings.
fn kinds() -> [(&'static [&'static str], Vec<u8>); 3] {
    [
        (&["pgn"], sample()),
        (&["csv"], fs::read(Path::new(ROOT).join(PUZZLES)).unwrap()),
        (&["epd", "fen"], POSITIONS.as_bytes().to_vec()),
    ]
}

/// Creates an empty directory and returns its path.
fn directory(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Returns the sources of the findings, without consecutive duplicates.
fn sources_of(lines: &str) -> Vec<String> {
    let mut sources: Vec<_> = objects(lines).iter().map(|object| object.text("source").to_owned()).collect();
    sources.dedup();
    sources
}

#[test]
fn every_kind_and_compression_is_recognized_by_name_and_content() {
    for (endings, content) in kinds() {
        let plain = file(&format!("kind.{}", endings[0]), &content);
        let expected = jsonl([&plain[..]]);
        assert!(!expected.is_empty());
        let third = content.len() / 3;
        for (suffix, compress) in COMPRESSIONS {
            let whole = compress(&content);
            let parts = [compress(&content[..third]), compress(b""), compress(&content[third..])].concat();
            let upper = format!("KIND.{}{suffix}", endings[0]).to_uppercase();
            let mut names: Vec<String> =
                endings.iter().map(|ending| format!("kinds.{ending}{suffix}")).collect();
            names.extend([upper, format!("unnamed-{}", endings[0])]);
            for name in names {
                for bytes in [&whole, &parts] {
                    let source = file(&name, bytes);
                    assert!(jsonl([&source[..]]) == expected.replace(&plain, &source), "{name}");
                }
            }
            for bytes in [&whole, &parts] {
                let (status, stdout, stderr) = piped(&["scan", "-f", "jsonl", "-"], bytes);
                assert_eq!((status, &stderr[..]), (0, ""), "{suffix}");
                assert!(stdout == expected.replace(&plain, "-"), "{suffix}");
            }
        }
    }
}

/// Lichess publishes files whose frames say how long they are. Several threads decompress them.
#[test]
fn announced_frames_give_the_same_findings() {
    let announced = |frame: &[u8]| {
        let frame = zstd_compressed(frame);
        [b"\x50\x2a\x4d\x18\x04\0\0\0", &(frame.len() as u32).to_le_bytes()[..], &frame].concat()
    };
    let bytes: Vec<u8> = sample().chunks(3_001).flat_map(announced).collect();
    let path = file("announced.pgn.zst", &bytes);
    let findings = |path: &str, threads| jsonl(["-j", threads, path]).replace(path, "");
    assert_eq!(findings(&path, "16"), findings(SAMPLE, "1"));
    // A cut hides what comes after it, and nothing before.
    let path = file("announced-cut.pgn.zst", &bytes[..bytes.len() / 2]);
    let [one, many] = ["1", "16"].map(|threads| outcome(["scan", "-f", "jsonl", "-j", threads, &path]));
    assert!(one.0 == 1 && one.1.lines().count() > 20, "{}", one.2);
    assert_eq!(one, many);
}

#[test]
fn directories_are_walked_in_name_order() {
    let root = directory("walked");
    let fork = game(FORK, "*");
    let position = format!("{FORK}\n");
    let puzzle = format!("FEN,Moves\n{FORK},b5c7 e8d7\n");
    for nested in ["b", "b/a", "empty", ".hidden", "c.pgn"] {
        fs::create_dir(format!("{root}/{nested}")).unwrap();
    }
    let put = |name: &str, bytes: &[u8]| fs::write(format!("{root}/{name}"), bytes).unwrap();
    put("a.pgn", fork.as_bytes());
    put("B.PGN", fork.as_bytes());
    put("b/1.epd", position.as_bytes());
    put("b/10.fen.zst", &zstd_compressed(position.as_bytes()));
    put("b/2.csv.GZ", &gzipped(puzzle.as_bytes()));
    put("b/a/x.pgn.bz2", &bzipped(fork.as_bytes()));
    put("c.pgn/in.pgn", fork.as_bytes());
    put("odd \"näme\", 1.pgn", fork.as_bytes());
    for left_out in
        ["notes.txt", "unnamed", "b/x.zst", ".hidden/y.pgn", ".z.pgn", "pgn", "a.pgn.bak", "a.jsonl"]
    {
        put(left_out, fork.as_bytes());
    }
    let names = [
        "B.PGN",
        "a.pgn",
        "b/1.epd",
        "b/10.fen.zst",
        "b/2.csv.GZ",
        "b/a/x.pgn.bz2",
        "c.pgn/in.pgn",
        "odd \"näme\", 1.pgn",
    ];
    let expected: Vec<String> = names.iter().map(|name| format!("{root}/{name}")).collect();
    for threads in ["1", "5"] {
        assert_eq!(sources_of(&jsonl(["-j", threads, &root])), expected);
    }
    // Files mixed with directories, and one directory twice.
    let (one, nested) = (format!("{root}/notes.txt"), format!("{root}/b"));
    let mut given = vec![one.clone()];
    given.extend_from_slice(&expected[2..6]);
    given.push(one.clone());
    given.extend_from_slice(&expected[2..6]);
    let (_, lines, stderr) = outcome(["scan", "-f", "jsonl", &one, &nested, &one, &nested]);
    assert_eq!(sources_of(&lines), given);
    let overlap = "notes.txt and 4 more: read more than once\n";
    assert!(stderr.ends_with(overlap) && stderr.lines().count() == 1, "{stderr}");
}

#[test]
fn unsupported_files_are_rejected_with_advice() {
    let utf_16: Vec<u8> =
        std::iter::once(0xfeff).chain(game(FORK, "*").encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let torn = |pack: fn(&[u8]) -> Vec<u8>| {
        let whole = pack(&sample());
        whole[..whole.len() - 9].to_vec()
    };
    let text = game(FORK, "*");
    for (name, content, words) in [
        ("refused.pgn.xz", b"\xfd7zXZ\0 and more".to_vec(), ["compressed with xz", "decompress it first"]),
        ("refused.zip", b"PK\x03\x04 and more".to_vec(), ["damaged zip archive", "get an intact file"]),
        (
            "refused.7z",
            b"7z\xbc\xaf\x27\x1c and more".to_vec(),
            ["compressed with 7z", "decompress it first"],
        ),
        ("refused.pgn", b"Rar!\x1a\x07 and more".to_vec(), ["compressed with rar", "decompress it first"]),
        (
            "lichess.pgn",
            b"{\"id\":\"a\",\"moves\":\"e4\"}\n".to_vec(),
            ["JSON", "Accept: application/x-chess-pgn"],
        ),
        ("archive.json", b"{\n  \"games\": [{}]\n}\n".to_vec(), ["JSON", "download PGN"]),
        ("base.cbh", b"\0\x2c\x01base".to_vec(), ["ChessBase", "export its games as PGN"]),
        ("base.si4", b"Scid.si\0\x01".to_vec(), ["Scid", "export its games as PGN"]),
        ("board.pgn", b"\x89PNG\r\n\x1a\n".to_vec(), ["a picture", "not a file of games"]),
        ("diary.txt", b"Dear diary,\nI lost.\n".to_vec(), ["not a file of games", "ends in .pgn"]),
        ("utf-16.pgn", utf_16, ["UTF-16", "convert it to UTF-8"]),
        ("columns.csv", b"source,game,fen\nx,1,y\n".to_vec(), ["FEN and Moves", "source, game, fen"]),
        ("torn.pgn.gz", torn(gzipped), ["truncated", "get a complete file"]),
        ("torn.pgn.bz2", torn(bzipped), ["truncated", "get a complete file"]),
        (
            "rubbish.pgn.gz",
            [&gzipped(text.as_bytes())[..], b"rubbish"].concat(),
            ["damaged gzip", "get an intact file"],
        ),
    ] {
        let source = file(name, content);
        let (status, stdout, stderr) = outcome(["scan", "-f", "jsonl", &source, SAMPLE]);
        assert_eq!(status, 1, "{name}");
        assert!(stdout.ends_with(&jsonl([SAMPLE])), "{name}");
        let message = stderr.lines().last().unwrap();
        assert!(message.starts_with(&format!("destrier: {source}: ")), "{stderr}");
        assert!(words.iter().all(|word| message.contains(word)), "{stderr}");
        assert!(!stdout.contains("utf-16") && !stderr.contains('\u{1b}'), "{stderr}");
        if name == "rubbish.pgn.gz" {
            assert!(stdout.starts_with(&format!("{{\"source\":\"{source}\"")));
        }
    }
}

/// In a folder, names that look like options or standard input are files.
#[test]
fn names_may_look_like_options() {
    let odd = directory("odd-names");
    fs::write(format!("{odd}/-"), game(FORK, "*")).unwrap();
    fs::write(format!("{odd}/--strict"), game(FORK, "*")).unwrap();
    for arguments in [&["./-"][..], &["./--strict"], &["--", "--strict"]] {
        let mut command = destrier(["scan", "-f", "jsonl"].into_iter().chain(arguments.iter().copied()));
        let output = command.current_dir(&odd).output().unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        assert_eq!(sources_of(&lines), [*arguments.last().unwrap()]);
    }
}
