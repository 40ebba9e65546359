//! Progress reports.

use super::{DAMAGED, Folder, SAMPLE, games};
use pty_process::Size;
use std::io::Read;

/// Returns the last progress report: bytes done, all bytes, and the rest.
fn last(stderr: &str) -> (&str, &str, &str) {
    let others = ["destrier: no games in ", "destrier: wrote ", "destrier: e.pgn: empty"];
    let is_report = |line: &&str| !others.iter().any(|other| line.starts_with(other));
    let line = stderr.lines().rfind(is_report).unwrap().strip_prefix("destrier: ").unwrap();
    let (done, rest) = line.split_once(" of ").unwrap();
    let (all, rest) = rest.split_once(", ").unwrap();
    (done, all, rest)
}

#[test]
fn progress_needs_a_terminal_unless_requested() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    for options in ["", "--progress auto", "--progress never", "--progress never -o out.csv"] {
        folder.content(&format!("scan games.pgn -f csv {options}"));
    }
    let ran = folder.run("scan games.pgn --progress always");
    assert_eq!(ran.status, 0);
    let (done, all, rest) = last(&ran.stderr);
    assert_eq!(done, all);
    // Commas in numbers have no space after them.
    let parts: Vec<&str> = rest.split(", ").collect();
    let [games, positions, speed, left] = parts[..] else { panic!("{rest}") };
    let summary = String::from_utf8(ran.stdout).unwrap();
    assert!(summary.starts_with(&format!("{games}, {positions}\n")), "{rest}");
    assert!(speed.ends_with(" a second") && left == "0s left", "{rest}");
}

#[test]
fn all_bytes_are_done_at_the_end() {
    let folder = Folder::new();
    let game = DAMAGED.as_bytes();
    folder.write("a.pgn", game);
    folder.write("b.pgn.zst", zstd::encode_all(game, 3).unwrap());
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, game).unwrap();
    folder.write("c.pgn.gz", gzip.finish().unwrap());
    folder.write("d.csv", "PuzzleId,FEN,Moves\n0,q3k3/8/8/1N6/8/8/8/4K3 w - - 0 30,b5c7 e8d8\n");
    folder.write("e.pgn", "");
    let names = ["a.pgn", "b.pgn.zst", "c.pgn.gz", "d.csv", "e.pgn"];
    let size = |name: &str| folder.path(name).metadata().unwrap().len();
    for threads in [1, 2] {
        for name in names {
            let ran = folder.run(&format!("scan {name} -j {threads} --progress always"));
            let size = format!("{} B", size(name));
            let (done, all, _) = last(&ran.stderr);
            assert_eq!((done, all), (size.as_str(), size.as_str()), "{name}");
        }
        let sum = format!("{} B", names.map(size).iter().sum::<u64>());
        let ran = folder.run(&format!("scan {} -j {threads} --progress always", names.join(" ")));
        let (done, all, _) = last(&ran.stderr);
        assert_eq!((done, all), (sum.as_str(), sum.as_str()));
    }
}

#[test]
fn a_resumed_run_reaches_all_bytes() {
    let folder = Folder::new();
    folder.write("first.pgn", SAMPLE);
    folder.write("games.pgn", games(100));
    let arguments = "scan first.pgn games.pgn -j 1 -o out.csv";
    folder.killed(arguments, "out.csv");
    let ran = folder.run(&format!("{arguments} --resume --progress always"));
    let (done, all, _) = last(&ran.stderr);
    assert_eq!(done, all);
}

#[test]
fn a_terminal_shows_a_bar_and_is_left_clean() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE.repeat(100));
    let terminal = |options: &str| {
        let (mut terminal, inside) = pty_process::blocking::open().unwrap();
        terminal.resize(Size::new(24, 80)).unwrap();
        let command = pty_process::blocking::Command::new(env!("CARGO_BIN_EXE_destrier"));
        let arguments = format!("scan games.pgn {options}");
        let command = command.args(arguments.split_whitespace()).env("TERM", "xterm");
        let mut child = command.current_dir(folder.path("")).spawn(inside).unwrap();
        let mut seen = Vec::new();
        // Linux reports an error when the other side closes the terminal.
        let _ = terminal.read_to_end(&mut seen);
        assert!(child.wait().unwrap().success());
        String::from_utf8(seen).unwrap()
    };
    let seen = terminal("-o out.csv");
    assert!(seen.contains(" games, ") && seen.contains("left"), "{seen:?}");
    // Both lines are cleared at the end, and the cursor is back at its place.
    let (seen, written) = seen.rsplit_once("destrier: ").unwrap();
    assert!(written.starts_with("wrote ") && written.ends_with(" findings to out.csv\r\n"), "{written:?}");
    assert!(seen.ends_with("\u{1b}[1A\r\u{1b}[2K\u{1b}[1B\r\u{1b}[2K\u{1b}[1A"), "{seen:?}");
    assert_eq!(
        terminal("-o never.csv --progress never"),
        format!("destrier: {}", written.replace("out", "never"))
    );
}
