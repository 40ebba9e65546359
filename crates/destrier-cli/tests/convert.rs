//! `destrier convert`: games as Parquet tables, and commands that read them.

mod common;

use common::{destrier, printed};
use std::fs;
use std::path::Path;
use std::process::Stdio;

const SAMPLE: &str = "samples/lichess.pgn";

fn convert(arguments: &[&str]) {
    let output = destrier(["convert"].into_iter().chain(arguments.iter().copied())).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn names(folder: &Path) -> Vec<String> {
    let entries =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = entries.collect();
    names.sort();
    names
}

/// All commands print the same for a table as for the games.
#[test]
fn commands_print_the_same_for_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.parquet");
    let table = path.to_str().unwrap();
    convert(&[SAMPLE, "samples/puzzles.csv", "-o", table]);
    for arguments in [
        &["scan", "-f", "jsonl", "--worth", "--quick"][..],
        &["scan", "-f", "csv", "--columns", "game,ply,san,player,clock,eval_before,link"],
        &["scan", "-f", "csv", "--player", "so_sad", "--side", "player", "--columns", "source,game,san"],
        &["scan", "-f", "csv", "--min-elo", "1400", "--result", "1-0", "--eco", "c", "--since", "2013"],
        &["rates", "--quick", "--by", "elo,pattern"],
        &["features", "-f", "csv"],
    ] {
        let print = |inputs: &[&str]| printed(arguments.iter().chain(inputs).copied());
        let expected = print(&[SAMPLE, "samples/puzzles.csv"]);
        assert!(expected.lines().count() > 3, "{arguments:?}");
        assert!(print(&[table]) == expected, "{arguments:?}");
    }
    let drawn = |file: &str, place: &str| {
        let shown = printed(["show", file, place]);
        // A longer name wraps the line.
        shown.replace(file, "FILE").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(drawn(table, "31:40"), drawn(SAMPLE, "31:40"));
    assert_eq!(drawn(table, "JydUg"), drawn("samples/puzzles.csv", "JydUg"));
}

#[test]
fn a_folder_has_files_with_a_number_of_games_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables");
    let tables = path.to_str().unwrap();
    convert(&["--games-per-file", "25", SAMPLE, "-o", tables]);
    assert_eq!(names(folder.path()), ["tables"]);
    assert_eq!(names(&path), ["games-00001.parquet", "games-00002.parquet", "games-00003.parquet"]);
    let games = |name: &str| {
        let file = fs::File::open(path.join(name)).unwrap();
        let reader = parquet::file::reader::SerializedFileReader::new(file).unwrap();
        parquet::file::reader::FileReader::metadata(&reader).file_metadata().num_rows()
    };
    assert_eq!([1, 2, 3].map(|number| games(&format!("games-0000{number}.parquet"))), [25, 25, 10]);
    let scan = |input| printed(["scan", "-f", "jsonl", input]);
    assert!(scan(tables) == scan(SAMPLE));
    // A folder with files is never replaced.
    let again =
        destrier(["convert", "--games-per-file", "25", "--force", SAMPLE, "-o", tables]).output().unwrap();
    assert!(!again.status.success());
    let reason = String::from_utf8(again.stderr).unwrap();
    assert!(reason.ends_with("tables: not empty; name a new folder\n"), "{reason}");
    assert_eq!(names(folder.path()), ["tables"]);
}

#[test]
fn a_file_is_not_named_like_another_format() {
    let folder = tempfile::tempdir().unwrap();
    for (command, name, format) in [("convert", "games.pgn", "parquet"), ("report", "report.pdf", "html")] {
        let path = folder.path().join(name);
        let output = destrier([command, SAMPLE, "-o", path.to_str().unwrap()]).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let reason = String::from_utf8(output.stderr).unwrap();
        let expected =
            format!("{name}: the file is written as {format}; choose a name that ends in .{format}\n");
        assert!(reason.ends_with(&expected), "{reason}");
        assert_eq!(names(folder.path()), [""; 0]);
    }
}

#[test]
fn a_table_from_a_pipe_is_an_error() {
    let converted = destrier(["convert", SAMPLE]).output().unwrap();
    assert!(converted.status.success() && converted.stdout.starts_with(b"PAR1"));
    let mut scan = destrier(["scan", "-", "samples/puzzles.csv"]);
    let mut scan = scan.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The command stops reading after the first bytes.
    let _ = std::io::Write::write_all(&mut scan.stdin.take().unwrap(), &converted.stdout);
    let output = scan.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "destrier: -: a Parquet table must be a file that is not compressed, because its index is at the end\n"
    );
    // The name does not matter if the content is a table.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    fs::write(&path, converted.stdout).unwrap();
    let scan = |input| printed(["scan", "-f", "jsonl", input]);
    assert!(scan(path.to_str().unwrap()) == scan(SAMPLE));
}

/// Links and openings come from tags that need not have a column of their own.
#[test]
fn links_and_openings_are_those_of_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let [games, table] = ["games.pgn", "games.parquet"].map(|name| folder.path().join(name));
    let url = "https://www.chess.com/openings/Sicilian-Defense-Najdorf-Variation-6.Be2-e5";
    let tags = [
        format!("[Site \"?\"]\n[GameURL \"https://a.org/1\"]\n[ECO \"B92\"]\n[ECOUrl \"{url}\"]\n"),
        "[GameUrl \"https://a.org/2\"]\n[ECO \"C50\"]\n".to_owned(),
        "[Site \"x\"]\n[ECO \"C50\"]\n[Opening \"Italian Game: Rousseau Gambit\"]\n".to_owned(),
        "[Opening \"?\"]\n".to_owned(),
    ];
    let start = "[FEN \"r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1\"]";
    fs::write(&games, tags.map(|tags| format!("[Event \"a\"]\n{tags}{start}\n\n1. Nc7+ *\n\n")).concat())
        .unwrap();
    let [games, table] = [&games, &table].map(|path| path.to_str().unwrap());
    convert(&[games, "-o", table]);
    for file in [games, table] {
        let findings = |options: &[&str]| {
            let scan = ["scan", "-p", "knight-fork", "-f", "csv", "--columns", "game,link,opening", file];
            printed([&scan, options].concat())
        };
        let first = "game,link,opening\n1,https://a.org/1,Sicilian Defense Najdorf Variation\n";
        let others = "2,https://a.org/2,Italian Game\n3,,Italian Game: Rousseau Gambit\n4,,\n";
        assert_eq!(findings(&[]), format!("{first}{others}"));
        assert_eq!(findings(&["--opening", "sicilian defense: najdorf"]), first);
        let rates = printed(["rates", "--by", "opening", "--without-worth", "-f", "csv", file]);
        let groups: Vec<_> = rates.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
        let names = [
            "Italian Game",
            "Italian Game: Rousseau Gambit",
            "Sicilian Defense Najdorf Variation",
            "unknown",
        ];
        assert_eq!(groups, names);
    }
    let scan = |file| printed(["scan", "-f", "jsonl", "--worth", "--quick", file]);
    assert!(scan(table) == scan(games));
}
