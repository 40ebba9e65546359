//! `--engine`: real engines, scripted engines, and programs that misbehave.
#![cfg(unix)]

use crate::common::{destrier, printed};
use crate::{FORK, Object, SAMPLE, file, game, objects, outcome};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

/// Debian's Stockfish. `.ci/run` installs it if it can.
const STOCKFISH: &str = "/usr/games/stockfish";

/// Returns whether Stockfish is installed.
fn has_stockfish() -> bool {
    let is_there = Path::new(STOCKFISH).exists();
    if !is_there {
        eprintln!("skipped: {STOCKFISH} is not installed (apt-get install stockfish)");
    }
    is_there
}

/// Writes a shell script and returns its path. The script writes its process id to PATH.pid and its input to PATH.log.
/// A shell writes the file, because a file that this process has open for writing cannot be run.
fn script(name: &str, body: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let path = path.to_str().unwrap();
    for ending in ["pid", "log"] {
        let _ = fs::remove_file(format!("{path}.{ending}"));
    }
    let script = format!("#!/bin/sh\nlog='{path}.log'\necho $$ > '{path}.pid'\n{body}\n");
    let write = "printf %s \"$1\" > \"$2\" && chmod +x \"$2\"";
    let shell = Command::new("sh").args(["-c", write, "sh", &script, path]).status().unwrap();
    assert!(shell.success());
    path.to_owned()
}

/// Returns a UCI engine that runs `go`, where `$move` is the last word of the command, and then answers with that move.
fn engine(go: &str) -> String {
    format!(
        "while read -r command rest; do
            echo \"$command $rest\" >> \"$log\"
            case $command in
            uci)
                echo 'id name Scripted'
                echo 'option name Threads type spin default 4 min 1 max 8'
                echo 'option name Hash type spin default 16 min 1 max 64'
                echo 'option name UCI_Chess960 type check default false'
                echo uciok ;;
            isready) echo readyok ;;
            go)
                move=${{rest##* }}
                {go}
                echo \"bestmove $move ponder a1a1\" ;;
            quit) exit ;;
            esac
        done"
    )
}

/// Returns the commands that the scripted engine received.
fn log(program: &str) -> Vec<String> {
    fs::read_to_string(format!("{program}.log")).unwrap().lines().map(|line| line.trim().to_owned()).collect()
}

/// Returns whether the last process of a script has ended.
fn is_gone(program: &str) -> bool {
    let id = fs::read_to_string(format!("{program}.pid")).unwrap();
    !PathBuf::from("/proc").join(id.trim()).exists()
}

fn evaluations(object: &Object) -> [&Value; 4] {
    ["eval", "eval_best", "eval_game", "missed"].map(|key| object.get(key))
}

/// Returns a `go` script with scores for the fork, the game's move and the position.
fn scored(fork: &str, game_move: &str, position: &str) -> String {
    engine(&format!(
        "case $move in
        b5c7) score='{fork}' ;;
        e1d2) score='{game_move}' ;;
        *) score='{position}' ;;
        esac
        echo 'info string score cp 1'
        echo 'info depth 1 score cp 7 pv a1a1'
        echo \"info depth 2 score $score nodes 7 pv $move\""
    ))
}

fn forks(name: &str) -> String {
    file(name, game(FORK, "1. Kd2 *"))
}

#[test]
fn an_engine_grades_moves_by_its_evaluations() {
    let games = forks("engine-grades.pgn");
    for (fork, game_move, position, expected) in [
        ("cp 500", "cp 100", "cp 300", r#"[500,500,100,"blunder"]"#),
        ("cp 120", "cp -10", "cp 300", r#"[120,300,-10,"mistake"]"#),
        ("cp 100", "cp 40", "cp 100", r#"[100,100,40,"inaccuracy"]"#),
        ("cp 100", "cp 90", "cp 100", "[100,100,90,null]"),
        ("cp -5", "cp 90", "cp 95", "[-5,95,90,null]"),
        ("mate 3", "cp 900", "mate 2", "[9997,9998,900,null]"),
        ("cp 0", "mate -2", "cp 0", r#"[0,0,-9998,"blunder"]"#),
        ("cp 15000 lowerbound", "cp 0 upperbound", "cp 1", r#"[9000,9000,0,"blunder"]"#),
    ] {
        let program = script("engine-grades", &scored(fork, game_move, position));
        let found = objects(&printed(["scan", "-f", "jsonl", "--engine", &program, &games]));
        assert_eq!(found.len(), 1);
        let evaluations = serde_json::to_string(&evaluations(&found[0])).unwrap();
        assert_eq!(evaluations, expected, "{fork}, {game_move}, {position}");
        assert_eq!(found[0].get("wins"), 2, "the search over material is unchanged");
        for (index, grade) in ["inaccuracy", "mistake", "blunder"].into_iter().enumerate() {
            let missed = format!("--missed={grade}");
            let rows = printed(["scan", "-f", "csv", &missed, "--engine", &program, &games]).lines().count();
            let is_kept =
                ["inaccuracy", "mistake", "blunder"][index..].iter().any(|grade| expected.contains(grade));
            assert_eq!(rows, 1 + usize::from(is_kept), "{missed} {expected}");
        }
    }
    // Not a candidate: at a quick look, the game's move is better, because it takes a queen.
    let program = script("engine-grades", &scored("cp 500", "cp 100", "cp 300"));
    let queen = file("engine-queen.pgn", game("r3k2r/8/8/1N6/8/8/3q4/4K3 w kq - 0 1", "1. Kxd2 *"));
    let found = objects(&printed(["scan", "-f", "jsonl", "--engine", &program, &queen]));
    assert!(found.iter().all(|found| evaluations(found).into_iter().all(Value::is_null)));
}

#[test]
fn the_engine_receives_each_command_once() {
    let program = script("engine-told", &scored("cp 500", "cp 100", "cp 300"));
    let twice = file("engine-told.pgn", game(FORK, "1. Kd2 *").repeat(2));
    let (status, stdout, stderr) = outcome([
        "scan",
        "-f",
        "csv",
        "-j",
        "1",
        "--progress",
        "always",
        "--nodes",
        "7",
        "--engine",
        &program,
        &twice,
    ]);
    assert_eq!((status, stdout.lines().count()), (0, 3));
    assert!(stderr.ends_with(", 2 judged, 0 seconds left\n") || stderr.contains(", 2 judged"), "{stderr}");
    let fen = format!("position fen {FORK}");
    let search = |go| ["setoption", "ucinewgame", "isready", &fen, go];
    let expected = [
        &["uci", "setoption name Threads value 1", "setoption name Hash value 1", "isready"][..],
        &search("go nodes 7 searchmoves b5c7")[1..],
        &search("go nodes 7 searchmoves e1d2")[1..],
        &search("go nodes 7")[1..],
        &["quit"],
    ];
    assert_eq!(log(&program), expected.concat());
    assert!(is_gone(&program));
}

#[test]
fn castling_in_chess960_is_the_king_taking_its_rook() {
    let fen = "r3k2r/8/8/1N6/8/8/8/1R3K1R w HBkq - 0 1";
    let games = game(fen, "1. O-O *").replace("[FEN", "[Variant \"Chess960\"]\n[FEN");
    let games = file("engine-chess960.pgn", games + &game(FORK, "1. Kd2 *"));
    let program = script("engine-chess960", &scored("cp 500", "cp 100", "cp 300"));
    let arguments = ["scan", "-f", "csv", "-p", "knight-fork", "--engine", &program, &games];
    assert_eq!(printed(arguments).lines().count(), 3);
    let told = log(&program);
    let place =
        |line: &str| told.iter().position(|told| told == line).unwrap_or_else(|| panic!("{line}: {told:?}"));
    let order = [
        "setoption name UCI_Chess960 value true",
        "go nodes 10000 searchmoves f1h1",
        "setoption name UCI_Chess960 value false",
        "go nodes 10000 searchmoves e1d2",
    ];
    assert!(order.map(place).is_sorted(), "{told:?}");

    let program = script("engine-chess", &scored("cp 5", "cp 5", "cp 5").replace("UCI_Chess960", "UCI_Elo"));
    let (status, _, stderr) = outcome(["scan", "-f", "csv", "--engine", &program, &games]);
    assert_eq!(status, 1);
    assert!(stderr.contains("need the option UCI_Chess960") && stderr.lines().count() == 1, "{stderr}");
}

#[test]
fn programs_that_misbehave_are_errors_in_bounded_time() {
    let games = forks("engine-misbehaves.pgn");
    let cases = [
        (
            "exits",
            "exit 3".to_owned(),
            "not a UCI engine: it stopped (exit status: 3) before answering `uci`",
        ),
        (
            "prints",
            "echo Hello; echo '\u{1b}[31m'".to_owned(),
            "not a UCI engine: it stopped (exit status: 0)",
        ),
        // Floods end, because whoever reads them for ten seconds computes for ten seconds.
        (
            "floods",
            "yes 'option name' | head -c 100000000; exec sleep 1000".to_owned(),
            "not a UCI engine: it did not answer `uci` within 10 s",
        ),
        (
            "no-lines",
            "head -c 300000000 /dev/zero; exec sleep 1000".to_owned(),
            "not a UCI engine: it did not answer `uci` within 10 s",
        ),
        ("sleeps", "exec sleep 1000".to_owned(), "not a UCI engine: it did not answer `uci` within 10 s"),
        ("hangs", engine("exec sleep 1000"), "did not answer `go nodes 1 searchmoves b5c7` within 10 s"),
        (
            "chatters",
            engine("while sleep 0.01; do echo info depth 1; done"),
            "did not answer `go nodes 1 searchmoves b5c7`",
        ),
        (
            "dies",
            engine("echo info depth 1 score cp 5; kill -9 $$"),
            "it stopped (signal: 9 (SIGKILL)) before",
        ),
        (
            "quits",
            engine("exit 7"),
            "it stopped (exit status: 7) before answering `go nodes 1 searchmoves b5c7`",
        ),
        ("closes", engine("exec sleep 1000 >&-"), "it stopped (closed its output) before answering"),
        ("illegal", engine("echo info depth 1 score cp high"), "invalid score `info depth 1 score cp high`"),
        ("mated", engine("echo info depth 1 score mate 0"), "invalid score `info depth 1 score mate 0`"),
        ("no-score", engine("echo info depth 1"), "no score before `bestmove b5c7 ponder a1a1`"),
        ("other-move", engine("echo info score cp 1; move=a1a2"), "wrong move `bestmove a1a2 ponder a1a1`"),
    ];
    thread::scope(|scope| {
        for (name, body, message) in &cases {
            let games = &games;
            scope.spawn(move || {
                let program = script(&format!("engine-{name}"), body);
                let start = Instant::now();
                let (status, stdout, stderr) =
                    outcome(["scan", "-f", "jsonl", "--nodes", "1", "--engine", &program, games]);
                assert_eq!((status, &stdout[..]), (1, ""), "{name}: {stderr}");
                let is_named = stderr.starts_with(&format!("destrier: engine {program}: "));
                assert!(is_named && stderr.contains(message), "{name}: {stderr}");
                assert_eq!(stderr.lines().count(), 1, "{name}: {stderr}");
                assert!(start.elapsed() < Duration::from_secs(30), "{name}: {:?}", start.elapsed());
                assert!(is_gone(&program), "{name}");
            });
        }
    });
}

#[test]
fn an_engine_that_does_not_quit_is_ended() {
    let body = scored("cp 500", "cp 100", "cp 300").replace("quit) exit ;;", "quit) exec sleep 1000 ;;");
    let program = script("engine-stays", &body);
    let start = Instant::now();
    printed(["scan", "-f", "jsonl", "--engine", &program, &forks("engine-stays.pgn")]);
    assert!(is_gone(&program) && start.elapsed() < Duration::from_secs(20));
}

#[test]
fn an_engine_must_be_a_program() {
    let games = forks("engine-none.pgn");
    let run = |program: &str, message: &str| {
        let (status, stdout, stderr) = outcome(["scan", "--engine", program, &games]);
        assert!(stdout.is_empty() && stderr.contains(program) && stderr.contains(message), "{stderr}");
        status
    };
    assert_eq!(run("/no/such/engine", "program not found"), 2);
    assert_eq!(run("no-such-engine", "or its name if it is in PATH"), 2);
    assert_eq!(run(&games, "cannot start it: "), 1);
    let (status, _, stderr) = outcome(["scan", "--nodes", "5", &games]);
    assert!(status == 2 && stderr.contains("--engine"), "{stderr}");
    let (status, ..) = outcome(["scan", "--nodes", "0", "--engine", STOCKFISH, &games]);
    assert_eq!(status, 2);
}

#[test]
fn a_run_whose_engine_fails_can_be_resumed_with_the_same_engine() {
    // More games than fit into a block, so that some output is written before the failure.
    let games = file(
        "engine-resumed.pgn",
        game(FORK, "1. Kd2 *").repeat(2000)
            + &game("4k2r/8/8/1N6/8/8/8/4K2R w k - 0 1", "1. Kd1 *")
            + &game("q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "1. Kf1 *"),
    );
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("engine-resumed.csv");
    let _ = fs::remove_file(&output);
    let output = output.to_str().unwrap();
    let scores = scored("cp 500", "cp 100", "cp 300");
    let program = script("engine-resumed", &scores.replace("case $move in", "case $move in e1f1) exit ;;"));
    let arguments = ["scan", "-j", "2", "--engine", &program, "-o", output, "--resume", &games];
    let (status, _, stderr) = outcome(arguments);
    assert_eq!(status, 1);
    assert!(
        stderr.contains("it stopped (exit status: 0)") && stderr.contains("; pass --resume to continue "),
        "{stderr}"
    );
    assert!(!Path::new(output).exists());
    let (status, _, stderr) =
        outcome(["scan", "--nodes", "5"].into_iter().chain(arguments[1..].iter().copied()));
    assert_eq!(status, 2, "{stderr}");
    script("engine-resumed", &scores);
    assert_eq!(outcome(arguments).0, 0);
    let expected = printed(["scan", "-f", "csv", "--engine", &program, &games]);
    assert!(fs::read_to_string(output).unwrap() == expected && expected.lines().count() == 2002);
    fs::remove_file(output).unwrap();
}

#[test]
fn stockfish_judges_a_fork() {
    if !has_stockfish() {
        return;
    }
    // The fork wins the rook. Without the fork, the rook wins.
    let rook = file("engine-rook.pgn", game("r3k3/5ppp/8/1N6/8/8/5PPP/4K3 w - - 0 1", "1. h3 *"));
    let found = objects(&printed(["scan", "-f", "jsonl", "--engine", STOCKFISH, &rook]));
    let [eval, best, of_game] =
        ["eval", "eval_best", "eval_game"].map(|key| found[0].get(key).as_i64().unwrap());
    assert!(eval > 50 && best >= eval && of_game < -200, "{eval} {best} {of_game}");
    assert_eq!(found[0].text("missed"), "blunder");
    let mate = file("engine-mate.pgn", game("2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1", "1. Nf7# 1-0"));
    let found = objects(&printed(["scan", "-f", "jsonl", "--engine", STOCKFISH, &mate]));
    for found in &found {
        assert_eq!(serde_json::to_string(&evaluations(found)).unwrap(), "[9999,9999,9999,null]");
    }
    assert!(!found.is_empty());
}

#[test]
fn stockfish_says_the_same_for_any_number_of_threads() {
    if !has_stockfish() {
        return;
    }
    let run = |threads: &str, input: &[&str]| {
        let mut arguments =
            vec!["scan", "-f", "csv", "-p", "knight-fork", "--nodes", "1000", "--engine", STOCKFISH];
        arguments.extend(["--player", "so_sad", "-j", threads]);
        arguments.extend(input);
        let Output { status, stdout, stderr } = destrier(arguments).output().unwrap();
        assert!(status.success() && stderr.is_empty(), "{}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).unwrap()
    };
    let one = run("1", &[SAMPLE]);
    assert!(one == run("2", &[SAMPLE]) && one.lines().count() > 10);
    // Earlier judgments do not matter, either.
    let last = run("1", &["--missed=inaccuracy", SAMPLE]);
    let rows: Vec<_> = one.lines().collect();
    assert!(last.lines().count() > 1 && last.lines().all(|line| rows.contains(&line)));
}
