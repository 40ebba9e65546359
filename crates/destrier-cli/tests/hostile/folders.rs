//! Contents of folders: links, pipes, unreadable files, names of any bytes, and files that change.

use super::{FORK, Folder, Ran, game, gzip, run, run_read_after};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::sync::atomic::AtomicU64;
use std::thread;

/// Returns the source of each finding.
fn sources(ran: &Ran) -> Vec<String> {
    ran.values("source")
}

#[test]
fn link_cycles_end() {
    let folder = Folder::new();
    folder.write("in/a/game.pgn", game(FORK, "*"));
    folder.write("elsewhere.pgn", game(FORK, "*"));
    symlink("..", folder.path("in/a/up")).unwrap();
    symlink("itself.pgn", folder.path("in/itself.pgn")).unwrap();
    symlink("two.pgn", folder.path("in/one.pgn")).unwrap();
    symlink("one.pgn", folder.path("in/two.pgn")).unwrap();
    symlink("../elsewhere.pgn", folder.path("in/y.pgn")).unwrap();
    symlink("../elsewhere.pgn", folder.path("in/z.pgn")).unwrap();
    let ran = folder.run("scan -f jsonl in");
    // A file with two links is read twice, as if it were named twice.
    assert_eq!(
        (ran.status, sources(&ran)),
        (1, vec!["in/a/game.pgn".into(), "in/y.pgn".into(), "in/z.pgn".into()])
    );
    let told: Vec<_> = ran.stderr.lines().collect();
    assert_eq!(told.len(), 5, "{}", ran.stderr);
    assert_eq!(told[4], "destrier: in/z.pgn: read more than once");
    assert!(told[0].starts_with("destrier: in/a/up: leads back to "), "{}", told[0]);
    for (line, name) in told[1..].iter().zip(["itself", "one", "two"]) {
        assert!(line.starts_with(&format!("destrier: in/{name}.pgn: ")), "{line}");
    }
}

#[test]
fn folders_deeper_than_the_longest_path_are_reported() {
    let folder = Folder::new();
    folder.write("in/z.pgn", game(FORK, "*"));
    let script = "cd in; for i in $(seq 40); do mkdir $0 && cd $0 || exit 1; done; echo > x.pgn";
    let made =
        Command::new("bash").args(["-c", script, &"d".repeat(200)]).current_dir(folder.path("")).status();
    assert!(made.unwrap().success());
    let ran = folder.run("scan -f jsonl in");
    assert_eq!((ran.status, sources(&ran)), (1, vec!["in/z.pgn".into()]));
    assert!(ran.stderr.lines().count() == 1 && ran.stderr.contains("too long"), "{}", ran.stderr);
}

#[test]
fn pipes_sockets_and_devices_in_a_folder_are_reported_and_skipped() {
    let folder = Folder::new();
    folder.write("in/z.pgn", game(FORK, "*"));
    fifo(&folder.path("in/a-pipe.pgn"));
    fifo(&folder.path("in/a-pipe.txt"));
    let _socket = UnixListener::bind(folder.path("in/b-socket.pgn")).unwrap();
    symlink("/dev/zero", folder.path("in/c-device.pgn")).unwrap();
    let ran = folder.run("scan -f jsonl in");
    assert_eq!((ran.status, sources(&ran)), (1, vec!["in/z.pgn".into()]));
    let told: Vec<_> = ran.stderr.lines().collect();
    assert_eq!(told.len(), 3, "{}", ran.stderr);
    for (line, name) in told.iter().zip(["a-pipe", "b-socket", "c-device"]) {
        assert!(
            line.starts_with(&format!("destrier: in/{name}.pgn: not read, because a pipe or device")),
            "{line}"
        );
    }
    // A socket as an argument cannot be read, either.
    let ran = folder.run("scan in/b-socket.pgn");
    assert!(ran.status == 1 && ran.stderr.starts_with("destrier: in/b-socket.pgn: "), "{}", ran.stderr);
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_named_pipe_as_an_argument_is_read() {
    let folder = Folder::new();
    fifo(&folder.path("pipe"));
    for content in [game(FORK, "*").into_bytes(), gzip(game(FORK, "*").as_bytes())] {
        let path = folder.path("pipe");
        let writer = thread::spawn(move || fs::write(path, content).unwrap());
        let ran = folder.run("scan -f jsonl pipe");
        writer.join().unwrap();
        assert_eq!((ran.status, sources(&ran), &*ran.stderr), (0, vec!["pipe".into()], ""));
    }
}

#[test]
fn files_without_permission_are_reported_and_the_rest_is_read() {
    let folder = Folder::new();
    for name in ["a/x.pgn", "b/hidden.pgn", "c.pgn", "d.pgn"] {
        folder.write(format!("in/{name}"), game(FORK, "*"));
    }
    fs::set_permissions(folder.path("in/b"), fs::Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(folder.path("in/c.pgn"), fs::Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(folder.path(""), fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = folder.destrier("scan -f jsonl in");
    if fs::metadata(folder.path("in")).unwrap().uid() == 0 {
        // Root can read everything, so `nobody` runs the command. It runs a copy, because it may not see the build
        // folder.
        const NOBODY: u32 = 65_534;
        fs::copy(env!("CARGO_BIN_EXE_destrier"), folder.path("destrier")).unwrap();
        command = Command::new(folder.path("destrier"));
        command.current_dir(folder.path("")).args(["scan", "-f", "jsonl", "in"]).stdin(Stdio::null());
        command.uid(NOBODY).gid(NOBODY);
    }
    let ran = run(command, |_| Ok(()));
    fs::set_permissions(folder.path("in/b"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(
        (ran.status, sources(&ran)),
        (1, vec!["in/a/x.pgn".into(), "in/d.pgn".into()]),
        "{}",
        ran.stderr
    );
    let mut told: Vec<_> = ran.stderr.lines().collect();
    told.sort_unstable();
    let denied = |name: &str| format!("destrier: in/{name}: Permission denied (os error 13)");
    assert_eq!(told, [denied("b"), denied("c.pgn")]);
}

#[test]
fn file_names_of_any_bytes_are_read_and_shown() {
    let folder = Folder::new();
    let names = [&b"a\xff.pgn"[..], b"b\n\x1b[2J.pgn", b"c\",\xe4.pgn", b"d\r\t.pgn"];
    let damaged = game(FORK, "1. Ke9 *");
    for name in names {
        folder.write(OsStr::from_bytes(&[b"in/", name].concat()), &damaged);
    }
    let shown = ["in/a\u{fffd}.pgn", "in/b\n\u{1b}[2J.pgn", "in/c\",\u{fffd}.pgn", "in/d\r\t.pgn"];
    let ran =
        folder.run("scan -j 2 -f jsonl --columns all:finding in --progress always --errors errors.jsonl");
    let found: Vec<String> = (ran.lines.iter())
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["source"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!((ran.status, &found[..]), (0, &shown.map(str::to_owned)[..]));
    assert!(!ran.stderr.chars().any(|c| c.is_control() && c != '\n'), "{:?}", ran.stderr);
    assert_eq!(ran.stderr.lines().filter(|line| line.contains("game 1, byte")).count(), names.len());
    let errors = fs::read_to_string(folder.path("errors.jsonl")).unwrap();
    assert_eq!(errors.lines().count(), names.len());
    for format in ["csv", "pgn", "parquet", "txt"] {
        let output = OsStr::from_bytes(b"out\xff.").to_owned();
        let output = [output.as_bytes(), format.as_bytes()].concat();
        let output = OsStr::from_bytes(&output);
        for resume in [&["--force"][..], &["--resume", "--force"]] {
            let mut command = folder.destrier("scan -j 2 in -o");
            command.arg(output).args(resume);
            let ran = run(command, |_| Ok(()));
            assert_eq!(ran.status, 0, "{format}: {}", ran.stderr);
            assert!(folder.path(output).is_file(), "{format}");
        }
    }
    let features = folder.run("features in");
    assert_eq!((features.status, features.stderr.lines().count()), (0, names.len()));
    // As an argument, and for a missing file.
    let mut command = folder.destrier("scan -f jsonl");
    command.arg(OsStr::from_bytes(b"in/a\xff.pgn")).arg(OsStr::from_bytes(b"absent\xff\x1b.pgn"));
    let ran = run(command, |_| Ok(()));
    assert_eq!((ran.status, sources(&ran)), (1, vec![shown[0].to_owned()]));
    assert!(ran.stderr.contains("absent\u{fffd}\\u{1b}.pgn: No such file"), "{}", ran.stderr);
}

/// Starts a run in one thread, lets it block on its full output pipe, changes its files, and reads the rest.
fn meanwhile(folder: &Folder, arguments: &str, change: impl FnOnce() + Send) -> Ran {
    let first = |stdout: &mut ChildStdout, _: &AtomicU64| {
        let mut first = vec![0; 1];
        // After the first byte, the run has begun. The pipe holds at most 64 KiB of the rest.
        stdout.read_exact(&mut first).unwrap();
        change();
        first
    };
    run_read_after(first, folder.destrier(arguments), |_| Ok(()))
}

/// The number of games in a file that takes a while to read.
const MANY: usize = 40_000;

#[test]
fn files_may_change_while_they_are_read() {
    let folder = Folder::new();
    let one = game(FORK, "1. Kd2 Ra7 *");
    let begin = || {
        folder.write("games.pgn", one.repeat(MANY));
        folder.write("later.pgn", &one);
    };
    let arguments = "scan -j 1 -p knight-fork -f jsonl games.pgn later.pgn";
    begin();
    let all = meanwhile(&folder, arguments, || {});
    assert_eq!((all.status, all.lines.len()), (0, MANY + 1));

    let grow = || {
        let mut file = File::options().append(true).open(folder.path("games.pgn")).unwrap();
        file.write_all(one.as_bytes()).unwrap();
    };
    let ran = meanwhile(&folder, arguments, grow);
    assert_eq!((ran.status, ran.lines.len(), &*ran.stderr), (0, MANY + 2, ""), "appended games are read");

    begin();
    folder.write("other.pgn", "[Event \"1\"]\n\n1. e4 *\n\n".repeat(MANY));
    let replace = || fs::rename(folder.path("other.pgn"), folder.path("games.pgn")).unwrap();
    let ran = meanwhile(&folder, arguments, replace);
    assert_eq!((ran.status, ran.lines.len(), &*ran.stderr), (0, MANY + 1, ""), "the old file is read");

    begin();
    let length = (one.len() * (MANY - 5)) as u64 - 1;
    let shrink =
        || File::options().write(true).open(folder.path("games.pgn")).unwrap().set_len(length).unwrap();
    let ran = meanwhile(&folder, arguments, shrink);
    assert_eq!(
        (ran.status, ran.lines.len()),
        (1, MANY - 5 + 1),
        "the rest of the file is read, and then the next file"
    );
    let told = "destrier: games.pgn: became shorter while it was read";
    assert!(ran.stderr.starts_with(told), "{}", ran.stderr);

    begin();
    let vanish = || fs::remove_file(folder.path("later.pgn")).unwrap();
    let ran = meanwhile(&folder, arguments, vanish);
    assert_eq!((ran.status, ran.lines.len()), (1, MANY));
    assert!(ran.stderr.starts_with("destrier: later.pgn: No such file"), "{}", ran.stderr);
}

/// Empty files count, too.
#[test]
fn many_files_take_about_a_kilobyte_each() {
    const FILES: u64 = 20_000;
    let folder = Folder::new();
    folder.write("in/z.pgn", game(FORK, "*"));
    for i in 0..FILES {
        folder.write(format!("in/games-{i:05}.pgn"), "");
    }
    let ran = folder.run("scan -j 2 -f jsonl in");
    assert_eq!((ran.status, sources(&ran)), (0, vec!["in/z.pgn".into()]));
    // A single file takes less than 12 MiB.
    ran.takes_at_most((12 << 20) + FILES * 1280);
}
