//! Runs without output explain why.

use crate::inputs::{gzipped, piped};
use crate::options::PUZZLES;
use crate::{SAMPLE, file, outcome, sample};

/// Returns the message of a run without findings.
fn said(arguments: &str) -> String {
    let (status, stdout, stderr) = outcome(arguments.split(' '));
    assert_eq!((status, &stdout[..]), (0, ""), "{arguments}: {stderr}");
    stderr
}

#[test]
fn similar_names_are_suggested() {
    for (options, message) in [
        (
            "--player Spilmanches",
            "none of the 60 games has a player named Spilmanches; similar: Spilmanchess",
        ),
        (
            "--player SPILLMANCHESS",
            "none of the 60 games has a player named SPILLMANCHESS; similar: Spilmanchess",
        ),
        ("--player Qqqqqq", "none of the 60 games has a player named Qqqqqq"),
        (
            "--player Qqqqqq,Spilmanches --eco B",
            "none of the 60 games has a player named Qqqqqq or Spilmanches; similar: Spilmanchess",
        ),
        (
            "--opening Sicillian",
            "none of the 60 games has an opening whose name contains Sicillian; similar: Sicilian Defense",
        ),
    ] {
        assert_eq!(said(&format!("scan -f jsonl {options} {SAMPLE}")), format!("destrier: {message}\n"));
    }
}

#[test]
fn the_unmet_condition_is_named() {
    for (options, message) in [
        ("--min-elo 2900", "none of the 60 games has two players rated 2900 or higher"),
        ("--since 0d", "none of the 60 games is dated "),
        (
            "--eco B --speed correspondence --min-elo 2900",
            "none of the 60 games has two players rated 2900 or higher",
        ),
        ("--since 2021 --until 2021 --eco E9", "none of the 60 games has an ECO code that begins with E9"),
    ] {
        let stderr = said(&format!("scan -f jsonl {options} {SAMPLE}"));
        assert!(
            stderr.starts_with(&format!("destrier: {message}")) && stderr.lines().count() == 1,
            "{stderr}"
        );
    }
    // Some games meet each condition, but no game meets all.
    for threads in ["1", "3"] {
        let stderr = said(&format!("scan -f jsonl -j {threads} --player Spilmanchess --until 2013 {SAMPLE}"));
        let options = "--player Spilmanchess and --until 2013";
        assert_eq!(stderr, format!("destrier: none of the 60 games meets all filters: {options}\n"));
    }
}

#[test]
fn names_in_standard_input_are_suggested() {
    let message = "destrier: none of the 60 games has a player named Spilmanches; similar: Spilmanchess\n";
    let arguments = ["scan", "-f", "jsonl", "--player", "Spilmanches", "-"];
    assert_eq!(piped(&arguments, &sample()), (0, String::new(), message.to_owned()));
}

#[test]
fn inputs_without_games_are_named() {
    let [blank, other] = ["blank.pgn", "blank.epd"].map(|name| file(name, "\n \r\n\u{feff}\n"));
    let header = file("header.csv", "FEN,Moves\n");
    let packed = file("nothing.pgn.gz", gzipped(b""));
    for (inputs, named) in [
        (blank.clone(), blank.clone()),
        (header.clone(), header),
        (packed.clone(), packed),
        (format!("{blank} {other}"), format!("{blank} or {other}")),
        (
            ["a", "b", "c", "d"].map(|name| file(&format!("blank-{name}.pgn"), "\n")).join(" "),
            "any of 4 inputs".to_owned(),
        ),
    ] {
        assert_eq!(said(&format!("scan -f jsonl {inputs}")), format!("destrier: no games in {named}\n"));
    }
    // Unreadable inputs have their own error message.
    let (status, _, stderr) = outcome(["scan", "missing.pgn", &blank]);
    assert_eq!((status, stderr.lines().count()), (1, 1), "{stderr}");
}

/// A misspelled name among several, a file without bytes and a file given twice would only be missed in the numbers.
#[test]
fn what_is_missing_among_several_is_said() {
    for threads in ["1", "3"] {
        let names = "--player so_sad,Spilmanches,Qq --player Spilmanchess,so_sad";
        assert_eq!(
            outcome(format!("scan -f jsonl -j {threads} {names} {SAMPLE}").split(' ')).2,
            "destrier: no selected game has a player named Spilmanches or Qq\n"
        );
    }
    // A limit ends the run before the other games.
    assert_eq!(outcome(format!("scan -f jsonl --limit 1 --player so_sad,Qq {SAMPLE}").split(' ')).2, "");
    let limited = outcome(["scan", "--limit", "3", SAMPLE]);
    assert!(limited.1.starts_with("1 game, "), "{}", limited.1);
    assert_eq!(limited.2, "destrier: reached the limit of 3 findings\n");
    let empty = file("no-bytes.pgn", "");
    let twice = outcome(["scan", SAMPLE, &empty, SAMPLE, &format!("./{SAMPLE}")]);
    assert!(twice.1.starts_with("180 games"), "{}", twice.1);
    assert_eq!(
        twice.2,
        format!(
            "destrier: {empty}: empty\n\
             destrier: {SAMPLE}: read more than once\n"
        )
    );
    let overlap = "samples/puzzles.csv and 1 more: read more than once";
    let folder = outcome(["scan", "-f", "jsonl", "samples", PUZZLES, SAMPLE, "-o", "-"]);
    assert_eq!((folder.0, folder.2), (0, format!("destrier: {overlap}\n")));
    let [plain, packed] = [file("twins.pgn", "1. e4 *\n"), file("twins.pgn.gz", gzipped(b"1. e4 *\n"))];
    let copy = "perhaps the same games as the file with another compression";
    assert_eq!(outcome(["scan", &plain, &packed]).2, format!("destrier: {packed}: {copy}\n"));
}

/// A selection that no finding can meet is an error, not an empty table.
#[test]
fn impossible_selections_are_refused() {
    let moves = "none of the selected patterns is a move, as knight-fork is";
    for (options, message) in [
        ("-p pin --class royal", "--class: none of the selected patterns has classes, as knight-fork has"),
        (
            "-p pin,distant-check --safe",
            "--safe: none of the selected patterns says whether the knight can be captured, as knight-fork does",
        ),
        ("-p forking-knight --played", &format!("--played: {moves}")),
        ("-p forking-knight --not-played", &format!("--not-played: {moves}")),
        ("-p forking-knight,uncatchable-passer --missed", &format!("--missed: {moves}")),
        ("-p forking-knight --wins 1", &format!("--wins: {moves}")),
        ("-p forking-knight --unique -f jsonl", &format!("--unique: {moves}")),
        ("-p forking-knight --mate", &format!("--mate: {moves}")),
        (
            "--quick",
            "--quick: only changes what counts as missed; add --missed, --worth or a column of worth",
        ),
        ("--missed blunder", "blunder: join the grade with =, as in --missed=blunder"),
    ] {
        let (status, stdout, stderr) = outcome(format!("scan {options} {SAMPLE}").split(' '));
        assert_eq!((status, &*stdout, stderr), (2, "", format!("destrier: {message}\n")), "{options}");
    }
    for (options, message) in [
        ("-p pinn", "unknown pattern `pinn`; did you mean `pin`?"),
        ("--eco=", "the text is empty"),
        ("--eco B20-B29", "expected one prefix, such as B, B9 or B97"),
        ("--eco B20,B21", "expected one prefix, such as B, B9 or B97"),
        ("--opening=", "the text is empty"),
    ] {
        let (status, _, stderr) = outcome(format!("scan {options} {SAMPLE}").split(' '));
        assert!(status == 2 && stderr.contains(message), "{options}: {stderr}");
    }
    let (_, _, stderr) = outcome(["scan", "-p", "move bishop where after(mate)", SAMPLE]);
    assert!(stderr.contains("the text of a pattern, not a name; give it to --expression"), "{stderr}");
    let rates = outcome(["rates", "-p", "pin", "--class", "royal", SAMPLE]);
    assert_eq!(rates.2, "destrier: --class: none of the selected patterns has classes, as knight-fork has\n");
    // Each finding would count as a game.
    let findings = file("empty-findings.parquet", "");
    assert_eq!(outcome(["scan", "--force", SAMPLE, "-o", &findings]).0, 0);
    let (status, _, stderr) = outcome(["scan", "-f", "jsonl", &findings]);
    assert!(
        status == 1 && stderr.contains("a table of findings, whose rows are neither games nor positions"),
        "{stderr}"
    );
    // Spaces after commas do not matter.
    assert_eq!(outcome(["scan", "-p", "knight-fork, pin", SAMPLE]).0, 0);
    // One of the patterns is enough.
    assert_eq!(outcome(["scan", "-p", "pin,knight-fork", "--class", "royal", SAMPLE]).0, 0);
}

#[test]
fn a_run_without_findings_says_how_many_games_it_searched() {
    let one = file("quiet.pgn", "1. e4 e5 *\n");
    assert_eq!(said(&format!("scan -f jsonl {one}")), "destrier: nothing found in 1 game\n");
    assert_eq!(said(&format!("scan -f jsonl --mate --class family {PUZZLES}")).lines().count(), 1);
    // Summaries show zeros. With a limit of 0, nothing is searched.
    let (status, summary, stderr) = outcome(["scan", &one]);
    assert_eq!((status, &stderr[..]), (0, ""));
    assert!(summary.starts_with("1 game, "), "{summary}");
    assert_eq!(said(&format!("scan -f jsonl --limit 0 {one}")), "");
    // A table of rates has only a header.
    let (_, rates, stderr) = outcome(["rates", "--by", "missed", "-f", "csv", &one]);
    assert_eq!((rates.lines().count(), &*stderr), (1, "destrier: nothing found in 1 game\n"));
}

/// A summary and a report would only show zeros, and rates a header.
#[test]
fn a_side_that_no_game_has_is_named() {
    let message = "destrier: none of the 60 games has a side that meets --color white and --elo 2900-\n";
    for command in ["scan", "scan -f jsonl", "rates", "report -o -"] {
        for threads in ["1", "3"] {
            let arguments = format!("{command} -j {threads} --color white --elo 2900- {SAMPLE}");
            assert_eq!(outcome(arguments.split(' ')).2, message, "{arguments}");
        }
    }
    let some = outcome(format!("scan -f jsonl --mate --class family --elo 1900- {SAMPLE}").split(' ')).2;
    assert_eq!(some, "destrier: nothing found in 60 games\n");
}

#[test]
fn a_summary_without_games_says_why() {
    let (status, summary, stderr) = outcome(["scan", "--eco", "E99", SAMPLE]);
    assert!(status == 0 && summary.starts_with("0 games"), "{summary}");
    assert_eq!(stderr, "destrier: none of the 60 games has an ECO code that begins with E99\n");
}

#[test]
fn names_are_escaped() {
    let games = file("escapes.pgn", "[White \"Spielman\x1b[31m\"]\n\n1. e4 *\n");
    let stderr = said(&format!("scan -f jsonl --player Spilman {games}"));
    assert_eq!(stderr, "destrier: no game has a player named Spilman; similar: Spielman?[31m\n");
}
