//! The position argument: FENs, files and places, and errors.

use super::common::{ROOT, destrier};
use super::{FORK, refused, shown};
use std::fs;
use std::io::Write as _;
use std::process::Stdio;

#[test]
fn a_fen_is_read_with_or_without_quotes() {
    let drawn = shown(&[FORK]);
    let words: Vec<&str> = FORK.split(' ').collect();
    assert_eq!(shown(&words), drawn);
    assert_eq!(shown(&[&format!(" {FORK} ")]), drawn);
    // Missing fields default to `w - - 0 1`.
    assert!(
        shown(&["r3k2r/8/8/1N6/8/8/8/4K3", "b"]).contains("Black to move: r3k2r/8/8/1N6/8/8/8/4K3 b - - 0 1")
    );
    for text in [FORK, &format!("\u{feff}\n\n{FORK}\r\nmore\n")] {
        let mut command = destrier(["show", "--ascii", "-"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), drawn);
    }
}

#[test]
fn an_invalid_fen_is_reported_with_its_place() {
    for (fen, said) in [
        (
            "r3k2r/8/8/1Nx5/8/8/8/4K3 w kq - 0 1",
            "destrier: byte 12 of the FEN: the placement must be 8 ranks of 8 squares, separated by `/`\n  \
             r3k2r/8/8/1Nx5/8/8/8/4K3 w kq - 0 1\n              ^\n",
        ),
        (
            "8/8/8/8/8/8/8/8 x",
            "destrier: byte 16 of the FEN: the side to move must be `w` or `b`\n  8/8/8/8/8/8/8/8 x\n                  ^\n",
        ),
        ("e4", "destrier: \"e4\": neither a FEN nor a file and a place in it; see `destrier show --help`\n"),
    ] {
        assert_eq!(refused(&[fen]), (2, said.to_owned()));
    }
    let (status, said) = refused(&["samples/lichess.pgn"]);
    assert!(status == 2 && said.starts_with("destrier: samples/lichess.pgn: name a position"), "{said}");
    assert_eq!(refused(&["samples/lichess.pgn", "1", "16"]), (status, said));
    // The words of a FEN are not a file and a place.
    let (status, said) = refused(&["8/8/8/8/8/8/8/8", "x"]);
    assert_eq!((status, said), refused(&["8/8/8/8/8/8/8/8 x"]));
    let (status, said) = refused(&["8/8/8/8/8/8/8/8 é\u{1b}[0m w"]);
    assert!(status == 2 && said.ends_with("  8/8/8/8/8/8/8/8 é?[0m w\n                  ^\n"), "{said:?}");
    let (status, said) = refused(&[]);
    assert!(status == 2 && said.contains("required"), "{said}");
}

#[test]
fn positions_of_games_puzzles_and_lines_are_found() {
    let game = shown(&["samples/lichess.pgn", "1:16"]);
    assert!(
        game.starts_with(
            "game 1 of samples/lichess.pgn, after 16 plies, https://lichess.org/a4tbbtaa\n8 [r]"
        )
    );
    assert!(game.contains("knight-fork, not played: Nxc7+ forks king e8 and rook a8."), "{game}");
    let last = shown(&["samples/lichess.pgn", "60:0"]);
    assert!(last.starts_with("game 60 of samples/lichess.pgn, at its start"), "{last}");

    // The FEN of the puzzle is ply 0. Its first move leads to the position to solve.
    let puzzle = shown(&["samples/puzzles.csv", "03izk"]);
    assert!(puzzle.contains("puzzle 03izk of samples/puzzles.csv, after 1 ply"), "{puzzle}");
    assert!(puzzle.contains("White to move: 6k1/8/1ppp3p/4pp2/P7/6K1/1PP3PP/8 w - - 0 33"), "{puzzle}");
    assert_eq!(shown(&["samples/puzzles.csv", "03izk:1"]), puzzle);
    assert!(shown(&["samples/puzzles.csv", "03izk:0"]).contains("Black to move: 6k1/5p2/1ppp3p/4p3/P7/"));

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("some.epd"), format!("# forks\n\n{FORK}; id \"a\";\n8/8/8/8/8/8/8/8 w\n")).unwrap();
    let line = shown(&[&path("some.epd"), "3"]);
    assert!(line.contains("line 3 of ") && line.contains("knight-fork: Nc7+ forks"), "{line}");
    assert!(
        shown(&[&path("some.epd"), "4"]).ends_with("Not searched for any pattern: the board is empty.\n")
    );
    let (status, said) = refused(&[&path("some.epd"), "1"]);
    assert!(status == 2 && said.ends_with("some.epd: line 1 has no position\n"), "{said}");
    let (status, said) = refused(&[&path("some.epd"), "5"]);
    assert!(status == 2 && said.ends_with("some.epd: there is no line 5; the file has 4\n"), "{said}");
}

#[test]
fn missing_positions_are_reported() {
    const FORM: &str = "expected GAME:PLY; the first game is 1, ply 0 is its start";
    for (file, place, status, said) in [
        (
            "samples/lichess.pgn",
            "61:3",
            2,
            "samples/lichess.pgn: there is no game 61; the file has 60".to_owned(),
        ),
        (
            "samples/lichess.pgn",
            "1:101",
            2,
            "samples/lichess.pgn: game 1 has no ply 101; its last is 100".to_owned(),
        ),
        ("samples/lichess.pgn", "3", 2, format!("\"3\": {FORM}")),
        ("samples/lichess.pgn", "0:0", 2, format!("\"0:0\": {FORM}")),
        ("samples/lichess.pgn", "1:-1", 2, format!("\"1:-1\": {FORM}")),
        (
            "samples/puzzles.csv",
            "nosuch",
            2,
            "samples/puzzles.csv: there is no puzzle nosuch; the file has 80".to_owned(),
        ),
        (
            "samples/puzzles.csv",
            "03izk:x",
            2,
            "\"03izk:x\": expected a puzzle's ID or ID:PLY; ply 0 is the puzzle's FEN".to_owned(),
        ),
        ("no.pgn", "1:1", 1, "no.pgn: No such file or directory (os error 2)".to_owned()),
    ] {
        assert_eq!(refused(&[file, place]), (status, format!("destrier: {said}\n")));
    }
}

#[test]
fn a_damaged_game_is_shown_up_to_the_damage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.pgn").to_str().unwrap().to_owned();
    fs::write(&path, "1. e4 e5 2. Ke3 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n").unwrap();
    assert!(
        shown(&[&path, "1:2"]).contains("White to move: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w")
    );
    let (status, said) = refused(&[&path, "1:3"]);
    assert!(status == 1 && said.contains("damaged.pgn: byte 12: \"Ke3\": "), "{said}");
    let (status, said) = refused(&[&path, "2:0"]);
    assert!(status == 1 && said.ends_with("game 2: the variant Atomic is not supported\n"), "{said}");
}

#[test]
fn puzzles_without_ids_are_found_by_their_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let file = path("rows.csv");
    fs::write(&file, "FEN,Moves\n8/8/8/8/8/8/8/8 w - - 0 1,\n4k3/8/8/8/8/8/P7/4K3 b - - 0 1,e8e7 a2a4\n")
        .unwrap();
    let solved = shown(&[&file, "2"]);
    assert!(solved.starts_with("row 2 of ") && solved.contains("rows.csv, after 1 ply\n8  ."), "{solved}");
    assert!(solved.contains("White to move: 8/4k3/8/8/8/8/P7/4K3 w - - 1 2"), "{solved}");
    assert!(shown(&[&file, "2:0"]).contains("Black to move: 4k3/8/8/8/8/8/P7/4K3 b"));
    for (place, text) in [
        ("3", "rows.csv: there is no row 3; the file has 2\n"),
        ("x", "expected ROW or ROW:PLY; row 1 follows the header, ply 0 is the row's FEN\n"),
    ] {
        let (status, said) = refused(&[&file, place]);
        assert!(status == 2 && said.ends_with(text), "{said}");
    }
}

#[test]
fn a_damaged_puzzle_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzles.csv").to_str().unwrap().to_owned();
    fs::write(&path, "PuzzleId,FEN,Moves\nshort,8/8\ngood,4k3/8/8/8/8/8/P7/4K3 b - - 0 1,e8e7\n").unwrap();
    let (status, said) = refused(&[&path, "short"]);
    assert!(
        status == 1 && said.contains("puzzles.csv: byte 19: ") && said.contains("a row of 2 fields"),
        "{said}"
    );
    let (status, said) = refused(&[&path, "other"]);
    assert!(status == 2 && said.ends_with("there is no puzzle other; the file has 2\n"), "{said}");
    assert!(shown(&[&path, "good"]).contains("puzzle good of "));
}

#[test]
fn folders_and_missing_files_are_reported() {
    let (status, said) = refused(&["samples", "1:1"]);
    assert!(status == 1 && said.starts_with("destrier: samples: "), "{said}");
    let (status, said) = refused(&["no\u{1b}[31m.pgn", "1:1"]);
    assert!(status == 1 && said.starts_with("destrier: no?[31m.pgn: "), "{said}");
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::ffi::OsStrExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(std::ffi::OsStr::from_bytes(b"\xff.pgn"));
        fs::write(&path, "1. e4 *\n").unwrap();
        let output = destrier(["show"]).arg(&path).arg("1:1").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(String::from_utf8(output.stdout).unwrap().contains("\u{fffd}.pgn, after 1 ply"));
    }
}

#[test]
fn games_come_from_standard_input() {
    let games = fs::File::open(format!("{ROOT}/samples/lichess.pgn")).unwrap();
    let output = destrier(["show", "--ascii", "-", "1:16"]).stdin(games).output().unwrap();
    let (of_file, of_input) =
        (shown(&["samples/lichess.pgn", "1:16"]), String::from_utf8(output.stdout).unwrap());
    assert!(of_input.starts_with("game 1 of -, after 16 plies, "), "{of_input}");
    assert_eq!(of_input.split_once("8 [r]").unwrap().1, of_file.split_once("8 [r]").unwrap().1);
}
