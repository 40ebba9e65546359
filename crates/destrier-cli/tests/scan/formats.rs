//! Output formats contain the same findings.

use crate::common::{assert_golden, printed};
use crate::options::PUZZLES;
use crate::tables::{assert_formats_agree, csv_records, parquet};
use crate::{SAMPLE, file, jsonl, objects, sample, studies, without_time};
use std::path::Path;
use std::sync::LazyLock;

/// Positions in every notation that a line may have.
pub(crate) const POSITIONS: &str = "\u{feff}# forks\r\n\
    r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1\r\n\
    \r\n\
    r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - bm Nc7+; id \"fork\";\n\
    % mates\n\
    2r3rk/6pp/7N/8/8/8/6PP/6K1 w - -\n\
    6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 12 34\n\
    8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1";

/// Returns a source of each kind: a name for its golden files, and its path. Written once, because tests run in
/// parallel.
static SOURCES: LazyLock<[(&str, String); 3]> = LazyLock::new(|| {
    [
        ("games", file("formats.pgn", studies())),
        ("puzzles", PUZZLES.to_owned()),
        ("positions", file("formats.epd", POSITIONS)),
    ]
});

#[test]
fn every_format_matches_the_golden_files() {
    for (name, path) in &*SOURCES {
        // For JSON lines, see `every_pattern_is_found` and `tables_match_the_json_lines`.
        for format in ["summary", "csv", "pgn"] {
            let text = printed(["scan", "-f", format, "--limit", "30", path]).replace(path, name);
            let text = if format == "summary" { without_time(&text) } else { text };
            assert_golden(&format!("scan-{name}.{format}"), &text);
        }
    }
}

/// Asking the judge takes long, so only royal forks that were played.
#[test]
fn puzzles_match_the_golden_file() {
    let only = ["-p", "knight-fork", "--class", "royal", "--played"];
    let text = printed(["scan", "-f", "puzzles", PUZZLES].into_iter().chain(only));
    assert_golden("puzzles.csv", &text);
    // They can be read again.
    let written = file("puzzles-again.csv", &text);
    assert_eq!(text, printed(["scan", "-f", "puzzles", &written].into_iter().chain(only)));
}

#[test]
fn tables_match_the_json_lines() {
    let games = file("t,\"ä\".pgn", [sample(), studies().into_bytes()].concat());
    let [_, _, (_, positions)] = &*SOURCES;
    for source in [&games[..], PUZZLES, positions] {
        assert_formats_agree(&["scan"], source, &[]);
    }
}

#[test]
fn tables_without_findings_have_columns() {
    let none = file("none.pgn", "1. e4 *\n");
    assert_eq!(csv_records(&printed(["scan", "-f", "csv", &none])).len(), 1);
    assert_eq!(printed(["scan", "-f", "jsonl", &none]), "");
    assert_eq!(printed(["scan", "-f", "pgn", &none]), "");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("none.parquet");
    printed(["scan", "--force", "-o", path.to_str().unwrap(), &none]);
    let (names, rows) = parquet(&path, &[]);
    assert_eq!((names, rows.len()), (csv_records(&printed(["scan", "-f", "csv", &none])).remove(0), 0));
}

/// Annotated games can be scanned again, with the same result.
#[test]
fn written_games_give_the_same_findings() {
    let sources = SOURCES.iter().map(|(_, path)| &path[..]);
    for source in sources.chain([SAMPLE]) {
        let pgn = printed(["scan", "-f", "pgn", source]);
        let written = file("written.pgn", &pgn);
        let told = |source: &str| {
            let lines = objects(&jsonl([source])).into_iter();
            let is_of_place = |key: &str| ["source", "game", "line_number", "site"].contains(&key);
            let is_of_position = |key: &str| key != "first_ply";
            let pairs = lines.map(|line| {
                let of_position = line.0.into_iter().take_while(|(key, _)| is_of_position(key));
                of_position.filter(|(key, _)| !is_of_place(key))
            });
            pairs.map(Iterator::collect).collect::<Vec<Vec<_>>>()
        };
        assert!(told(&written) == told(source), "{source}");
        // The comments survive another round.
        let again = file("again.pgn", printed(["scan", "-f", "pgn", "--worth", &written]));
        assert!(told(&again) == told(source), "{source}");
    }
}

/// No comment before a move gives it away.
#[test]
fn hidden_games_have_nothing_before_the_move() {
    let [(_, games), ..] = &*SOURCES;
    let shown = printed(["scan", "-f", "pgn", "--worth", "--quick", games]);
    let hidden = printed(["scan", "-f", "pgn", "--worth", "--quick", "--hide", games]);
    let begins = |pgn: &str| pgn.matches("\n\n{ [%").count();
    assert!(begins(&shown) > 5, "{shown}");
    // A runaway pawn at the end of a game gives no move away.
    assert!(begins(&hidden) < begins(&shown) && !hidden.contains("\n\n{ [%csl Ra8"), "{hidden}");
    assert!(hidden.contains("\n\n1. Kd2?! { [%csl Ra8,Re8]"), "{hidden}");
    assert!(hidden.contains("} ( 1. Nc7+ "), "{hidden}");
    let (status, _, stderr) = crate::outcome(["scan", "--hide", "-f", "jsonl", games]);
    assert!(status == 2 && stderr.contains("--hide"), "{stderr}");
}
