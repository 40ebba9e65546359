//! Output files: complete, or absent.

use super::{Folder, Ran, SAMPLE, end, games, timeless, wait_for, zip};
use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Commands that write a table, and the file endings.
const TABLES: [(&str, &str); 8] = [
    ("scan", "txt"),
    ("scan", "jsonl"),
    ("scan", "csv"),
    ("scan", "parquet"),
    ("scan", "pgn"),
    ("features", "jsonl"),
    ("features", "csv"),
    ("features", "parquet"),
];

fn format(ending: &str) -> &str {
    if ending == "txt" { "summary" } else { ending }
}

#[test]
fn the_ending_selects_the_format_and_the_file_equals_standard_output() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    for (command, ending) in TABLES {
        let output = format!("{command}.{ending}");
        assert!(folder.content(&format!("{command} games.pgn -o {output}")).is_empty());
        let file = folder.read(&output);
        for stdout in ["", "-o -"] {
            let printed =
                folder.content(&format!("{command} games.pgn --format {} {stdout}", format(ending)));
            match ending {
                "txt" => assert!(timeless(&file) == timeless(&printed)),
                _ => assert!(file == printed, "{command} {ending}"),
            }
        }
        assert!(file.len() > 1000, "{command} {ending}");
        for left in ["partial", "journal", "whole", "journal.new"] {
            assert!(!folder.has(&format!("{output}.{left}")), "{output}.{left}");
        }
    }
    let names = [("ndjson", "{\"source\""), ("CSV", "source,")];
    for (ending, begin) in names {
        folder.content(&format!("scan games.pgn -o named.{ending}"));
        assert!(folder.read(&format!("named.{ending}")).starts_with(begin.as_bytes()), "{ending}");
    }
    folder.content("scan games.pgn --format jsonl -o other.csv");
    assert_eq!(folder.read("other.csv"), folder.read("scan.jsonl"));
}

#[test]
fn a_line_says_what_was_written() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    folder.write("none.pgn", "1. e4 *");
    for (arguments, said) in [
        ("scan games.pgn -p smothered-mate -o out.csv", "wrote 0 findings to out.csv"),
        ("scan games.pgn --limit 1 -o out.jsonl", "wrote 1 finding to out.jsonl"),
        ("scan games.pgn games.pgn --limit 1200 -f csv -o ./out", "wrote 1,200 findings to ./out"),
        ("scan games.pgn -o out.txt", "wrote out.txt"),
        ("features none.pgn -o out.parquet", "wrote 2 positions to out.parquet"),
        ("rates games.pgn -o rates.csv", "wrote rates.csv"),
    ] {
        let ran = folder.run(arguments);
        let last = ran.stderr.lines().last().unwrap_or_default().to_owned();
        assert_eq!((ran.status, last), (0, format!("destrier: {said}")), "{arguments}");
    }
    assert_eq!(folder.run("scan games.pgn --limit 1 -f csv -o -").stderr, "");
}

/// Lichess studies hold 64 chapters.
#[test]
fn a_study_is_split_into_files_of_64_chapters() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    let whole = folder.content("scan games.pgn -p forking-knight -f study --limit 66");
    let chapters = |text: &[u8]| text.windows(8).filter(|word| word == b"[Event \"").count();
    assert_eq!(chapters(&whole), 66);
    let ran = folder.run("scan games.pgn -p forking-knight -f study --limit 66 -o out.pgn");
    let said = "destrier: wrote 66 findings to 2 files, out.pgn to out-2.pgn\n";
    assert_eq!((ran.status, &*ran.stderr), (0, said));
    let parts = ["out.pgn", "out-2.pgn"].map(|name| folder.read(name));
    assert_eq!(parts.each_ref().map(|part| chapters(part)), [64, 2]);
    assert!(parts.concat() == whole);
    assert_eq!(folder.all().len(), 3, "no other files remain");
    // A study that fits is one file.
    folder.content("scan games.pgn -p forking-knight -f study --limit 64 -o one");
    assert!(folder.read("one") == parts[0] && !folder.has("one-2"));

    // Another file with the name of a part stays.
    folder.write("new-2.pgn", "precious");
    let arguments = "scan games.pgn -p forking-knight -f study --limit 66 -o new.pgn";
    let ran = folder.run(arguments);
    assert!(ran.status == 1 && ran.stderr.contains("new-2.pgn: appeared during the run"), "{}", ran.stderr);
    assert!(ran.stderr.ends_with("; pass --resume --force to overwrite it\n"), "{}", ran.stderr);
    assert_eq!(folder.read("new-2.pgn"), b"precious");
    assert_eq!(folder.run(&format!("{arguments} --resume --force")).status, 0);
    assert!(["new.pgn", "new-2.pgn"].map(|name| folder.read(name)) == parts);
    // Inputs are never overwritten.
    folder.refused("scan out-2.pgn -f study -o out.pgn --force", 2, "is both input and output");
    folder.refused("scan games.pgn out-2.pgn -f study -o ./out.pgn --force", 2, "is both input and output");
}

#[test]
fn only_force_replaces_a_file() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    folder.write("out.csv", "mine");
    let before = folder.all();
    folder.refused("scan games.pgn -o out.csv", 1, "out.csv: already exists; pass --force to overwrite it");
    folder.refused("scan games.pgn -o out.csv --resume", 1, "out.csv: already exists");
    folder.refused("scan games.pgn -o new.csv --errors out.csv", 1, "out.csv: already exists");
    assert!(folder.all() == before);
    folder.content("scan games.pgn -o out.csv --force");
    assert!(folder.read("out.csv").starts_with(b"source,game,"));
}

/// The file did not exist when the run began. The run keeps its data, because standard input cannot be read again.
#[test]
fn files_that_appear_during_a_run_are_not_replaced() {
    for (ending, precious) in [("jsonl", "out.jsonl"), ("parquet", "out.parquet"), ("csv", "errors")] {
        let folder = Folder::new();
        let run = |arguments: &str, output: &str, comes: Option<&str>| {
            let mut run = folder.start(arguments);
            let mut input = run.stdin.take().unwrap();
            input.write_all(&games(2)).unwrap();
            wait_for("the journal", || folder.journal(output).is_some());
            if let Some(name) = comes {
                folder.write(name, "precious");
            }
            drop(input);
            end(run, Duration::from_secs(60))
        };
        let (whole, output) = (format!("whole.{ending}"), format!("out.{ending}"));
        assert_eq!(run(&format!("scan - -o {whole} --errors whole-errors"), &whole, None).status, 0);
        let arguments = format!("scan - -o {output} --errors errors");
        let ran = run(&arguments, &output, Some(precious));
        assert_eq!(ran.status, 1, "{}", ran.stderr);
        let left = format!("{precious}.{}", if ending == "parquet" { "whole" } else { "partial" });
        let said = format!(
            "destrier: {precious}: appeared during the run; the new data is in {left}; \
             pass --resume --force to overwrite it"
        );
        assert_eq!(ran.stderr.lines().last(), Some(&*said));
        let resume = format!("{arguments} --resume");
        folder.refused(&resume, 1, &format!("{precious}: already exists; pass --force to overwrite it"));
        assert_eq!(folder.read(precious), b"precious");
        // Even if the user renames the new data by hand, the other file is not taken for the output.
        if ending != "parquet" {
            fs::rename(folder.path(&left), folder.path("kept")).unwrap();
            folder.refused(&resume, 1, &format!("{precious}: already exists; pass --force to overwrite it"));
            folder.refused(
                &format!("{resume} --force"),
                2,
                &format!("{left}: missing, but needed to resume"),
            );
            fs::rename(folder.path("kept"), folder.path(&left)).unwrap();
        }

        folder.content(&format!("{resume} --force"));
        assert!(folder.read(&output) == folder.read(&whole), "{precious}");
        assert!(folder.read("errors") == folder.read("whole-errors"), "{precious}");
        assert_eq!(folder.all().len(), 4, "no other files remain");
    }
}

/// A run that ends at damage cannot be resumed.
#[test]
fn an_error_file_that_appears_during_a_run_is_not_replaced() {
    let folder = Folder::new();
    let mut run = folder.start("scan - -o out.csv --errors errors --strict");
    wait_for("the journal", || folder.journal("out.csv").is_some());
    folder.write("errors", "precious");
    run.stdin.take().unwrap().write_all(&games(1)).unwrap();
    let ran = end(run, Duration::from_secs(60));
    let said = "destrier: errors: appeared during the run; the new data is in errors.partial";
    assert_eq!((ran.status, ran.stderr.lines().last()), (1, Some(said)));
    let names: Vec<_> = folder.all().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["errors", "errors.partial"]);
    assert_eq!(folder.read("errors"), b"precious");
    assert_eq!(folder.read("errors.partial").iter().filter(|&&byte| byte == b'\n').count(), 1);
    // The same when the output goes to standard output.
    drop(folder);
    let folder = Folder::new();
    let mut run = folder.start("scan - -f csv --errors errors");
    wait_for("the file of errors", || folder.has("errors.partial"));
    folder.write("errors", "precious");
    run.stdin.take().unwrap().write_all(&games(1)).unwrap();
    let ran = end(run, Duration::from_secs(60));
    assert_eq!((ran.status, ran.stderr.lines().last()), (1, Some(said)));
    assert_eq!(folder.read("errors"), b"precious");
}

#[test]
fn bad_outputs_are_rejected_at_once() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    let before = folder.all();
    for output in ["out.xyz", "out", "out.parquet.gz"] {
        folder.refused(&format!("scan games.pgn -o {output}"), 2, "unknown file ending");
    }
    folder.refused("features games.pgn -o out.pgn", 2, "features cannot be written as pgn");
    folder.refused("scan games.pgn -f csv -o /dev/null", 1, "/dev/null: not a regular file");
    folder.refused("scan games.pgn -f csv -o .", 1, "a folder; name a file in it");
    folder.refused("scan games.pgn -o absent/out.csv", 1, "absent: there is no such folder");
    folder.refused("scan games.pgn -o out.csv --errors absent/errors", 1, "absent: there is no such folder");
    folder.refused("scan games.pgn -o out.csv --errors out.csv", 2, "name two files");
    folder.refused("scan games.pgn -o out.csv --errors ./out.csv", 2, "name two files");
    folder.refused("scan games.pgn -o out.csv --errors out.csv.journal", 2, "name two files");
    folder.refused("scan games.pgn --errors -", 2, "name a file");
    folder.refused("scan games.pgn --resume", 2, "--output");
    folder.refused("scan games.pgn -f csv -o - --resume", 2, "standard output cannot be resumed");
    assert!(folder.all() == before);
}

#[test]
fn a_file_appears_when_complete_and_has_one_writer() {
    let folder = Folder::new();
    let mut run = folder.start("scan - -o out.jsonl --errors errors.jsonl -j 1");
    let mut input = run.stdin.take().unwrap();
    input.write_all(&games(20)).unwrap();
    wait_for("output", || folder.path("out.jsonl.partial").metadata().is_ok_and(|file| file.len() > 1000));
    assert!(!folder.has("out.jsonl") && !folder.has("errors.jsonl"));
    for options in ["", "--force"] {
        let again = format!("scan - -o out.jsonl {options}");
        folder.refused(&again, 1, "out.jsonl.partial: another run is writing it");
    }
    folder.refused("scan - -o out.jsonl --resume --errors errors.jsonl", 2, "cannot be read again");
    input.write_all(&games(20)).unwrap();
    assert!(!folder.has("out.jsonl"));
    drop(input);
    assert_eq!(end(run, Duration::from_secs(60)).status, 0);

    let mut whole = folder
        .destrier("scan - -f jsonl")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = whole.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || input.write_all(&games(40)).unwrap());
    let whole = whole.wait_with_output().unwrap().stdout;
    feeder.join().unwrap();
    assert!(folder.read("out.jsonl") == whole);
    assert_eq!(folder.all().len(), 2, "the output and the errors");
}

/// Runs the command with a limit on file sizes, in KiB.
fn limited(folder: &Folder, kib: u32, arguments: &str) -> Ran {
    let script = format!("trap '' XFSZ; ulimit -f {kib}; exec \"$0\" \"$@\"");
    Command::new("bash")
        .args(["-c", &script, env!("CARGO_BIN_EXE_destrier")])
        .args(arguments.split_whitespace())
        .current_dir(folder.path(""))
        .output()
        .unwrap()
        .into()
}

/// Only Linux has a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_the_run_can_resume() {
    let folder = Folder::new();
    folder.write("games.pgn", games(20));
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for (command, ending) in TABLES {
        let arguments = format!("{command} games.pgn --format {}", format(ending));
        let output = folder.destrier(&arguments).stdout(full()).stderr(Stdio::piped()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments}\n{stderr}");
        let last = stderr.lines().last().unwrap();
        assert!(last.starts_with("destrier: the output cannot be written: "), "{last}");
        assert!(last.ends_with("No space left on device (os error 28)"), "{last}");
    }
    for (command, ending) in TABLES.into_iter().filter(|&(_, ending)| ending != "txt") {
        let output = format!("{command}.{ending}");
        let arguments = format!("{command} games.pgn -o {output}");
        // The output exceeds 12 KiB; a journal does not.
        let limited = limited(&folder, 12, &arguments);
        assert_eq!(limited.status, 1, "{arguments}\n{}", limited.stderr);
        let last = limited.stderr.lines().last().unwrap();
        assert!(last.starts_with("destrier: the output cannot be written: File too large"), "{last}");
        assert!(last.ends_with(&format!("; pass --resume to continue {output}")), "{last}");
        assert!(!folder.has(&output));
        assert_eq!(folder.run(&format!("{arguments} --resume")).status, 0);
        let whole = folder.run(&format!("{command} games.pgn --format {ending}")).stdout;
        assert!(folder.read(&output) == whole, "{output}");
    }

    // The rest is discarded, so it needs no space.
    drop(folder);
    let folder = Folder::new();
    folder.write("games.pgn", [SAMPLE, b"\n[Event \"damaged\"]\n\n1. e5 *\n"].concat());
    let ran = limited(&folder, 12, "features games.pgn -o out.parquet --errors errors --strict");
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    let names: Vec<_> = folder.all().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["errors", "games.pgn"]);
}

#[test]
fn a_run_that_could_not_start_blocks_no_other() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    let before = folder.all();
    let arguments = "scan games.pgn -o out.csv --errors errors";
    let ran = limited(&folder, 0, arguments);
    assert!(ran.status == 1 && ran.stderr.starts_with("destrier: out.csv: File too large"), "{}", ran.stderr);
    assert!(folder.all() == before, "no space for a journal");

    let mut command = folder.destrier("scan games.pgn -f parquet --errors errors");
    let ran: Ran = command.env("TMPDIR", folder.path("absent")).output().unwrap().into();
    let said = "absent: No such file or directory (os error 2); set TMPDIR to use another folder\n";
    assert!(ran.status == 1 && ran.stderr.ends_with(said), "{}", ran.stderr);
    assert!(folder.all() == before, "no space for a table on its way to standard output");

    // As if the run was killed while it wrote its first journal.
    for begun in ["", "{\"options\":{"] {
        folder.write("out.csv.journal.new", begun);
        folder.content(&format!("{arguments} --resume"));
        assert_eq!(folder.all().len(), 3, "the games, the output and the errors");
        fs::remove_file(folder.path("out.csv")).unwrap();
        fs::remove_file(folder.path("errors")).unwrap();
    }
    folder.write("out.csv.journal.new", "{\"mine\"");
    folder.refused(
        &format!("{arguments} --resume"),
        1,
        "out.csv.journal.new: already exists, but the new journal needs this name",
    );
    assert_eq!(folder.read("out.csv.journal.new"), b"{\"mine\"");
    fs::remove_file(folder.path("out.csv.journal.new")).unwrap();

    for name in ["out.csv.journal", "out.csv.journal.new"] {
        fs::create_dir(folder.path(name)).unwrap();
        for force in ["", " --force"] {
            let said = format!(
                "{name}: already exists, but the new journal needs this name; \
                 rename this folder or choose another output"
            );
            folder.refused(&format!("{arguments}{force}"), 1, &said);
        }
        fs::remove_dir(folder.path(name)).unwrap();
    }
    assert!(folder.all() == before);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = Folder::new();
    folder.write("small.pgn", SAMPLE);
    folder.write("large.pgn", SAMPLE.repeat(100));
    for (command, ending) in TABLES {
        for (input, threads) in [("small", 1), ("small", 2), ("large", 1), ("large", 2)] {
            // Assembling a table of so many positions takes seconds.
            if (command, ending, input) == ("features", "parquet", "large") {
                continue;
            }
            let arguments = format!("{command} {input}.pgn -j {threads} --format {}", format(ending));
            let mut run =
                folder.destrier(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            let mut output = run.stdout.take().unwrap();
            output.read_exact(&mut [0; 4]).unwrap();
            drop(output);
            let ran = end(run, Duration::from_secs(60));
            assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{arguments}");
        }
    }
}

/// Only Linux has a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn errors_without_an_output_file_do_not_block_the_next_run() {
    let folder = Folder::new();
    folder.write("games.pgn", games(50));
    let arguments = "scan games.pgn -f jsonl --errors errors.jsonl";
    let mut run = folder.destrier(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(run.stdout.take());
    assert_eq!(run.wait().unwrap().code(), Some(0));
    assert!(folder.has("errors.jsonl") && !folder.has("errors.jsonl.partial"));
    assert_eq!(folder.run(&format!("{arguments} --force")).status, 0);
    let lines = |name: &str| folder.read(name).iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(lines("errors.jsonl"), 50);

    // An output so short that some of it is only written at the end.
    let games = format!("1. Nc3 a6 2. Nd5 a5 3. Nxc7+ *\n\n{}", super::DAMAGED);
    folder.write("games.pgn", &games);
    for (command, ending) in TABLES {
        let arguments = format!("{command} games.pgn --format {} --errors full", format(ending));
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut run = folder.destrier(&arguments);
        assert_eq!(run.stdout(full).stderr(Stdio::null()).status().unwrap().code(), Some(1), "{arguments}");
        assert_eq!(lines("full"), 1, "{arguments}");

        let arguments = format!("{command} - --format {} --errors closed", format(ending));
        let mut run = folder.start(&arguments);
        drop(run.stdout.take());
        run.stdin.take().unwrap().write_all(games.as_bytes()).unwrap();
        assert_eq!(end(run, Duration::from_secs(60)).status, 0, "{arguments}");
        assert_eq!(lines("closed"), 1, "{arguments}");
        for name in ["full", "closed"] {
            fs::remove_file(folder.path(name)).unwrap();
        }
        assert_eq!(folder.all().len(), 2, "{arguments}: only the games and the earlier errors remain");
    }
}

#[test]
fn inputs_are_never_overwritten() {
    let folder = Folder::new();
    for name in ["games.pgn", "other.pgn.partial"] {
        folder.write(name, SAMPLE);
    }
    std::os::unix::fs::symlink("games.pgn", folder.path("link.pgn")).unwrap();
    folder.write("games.zip", zip(&[("games.pgn", SAMPLE)]));
    let before = folder.all();
    let reason = "is both input and output";
    for arguments in [
        "scan games.pgn -o games.pgn",
        "scan games.pgn -o ./games.pgn",
        "scan games.pgn -o link.pgn",
        "scan link.pgn -o games.pgn",
        "scan games.pgn -o out.csv --errors games.pgn",
        "scan games.pgn --errors games.pgn",
        "scan other.pgn.partial -o other.pgn",
        "scan games.zip -f pgn -o games.zip",
    ] {
        for further in ["", " --force", " --resume --force"] {
            if arguments.contains("-o") || !further.contains("resume") {
                folder.refused(&format!("{arguments}{further}"), 2, reason);
            }
        }
    }
    assert!(folder.all() == before);
}

/// The input file comes through standard input.
#[test]
fn standard_input_is_never_overwritten() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    let before = folder.all();
    for arguments in ["scan - -o games.pgn --force", "scan - --errors games.pgn --force"] {
        let mut command = folder.destrier(arguments);
        let games = fs::File::open(folder.path("games.pgn")).unwrap();
        let ran: Ran = command.stdin(games).output().unwrap().into();
        assert!(ran.status == 2 && ran.stderr.contains("is both input and output"), "{}", ran.stderr);
    }
    assert!(folder.all() == before);
}

/// The output of an earlier run in the input folder is not read as games.
#[test]
fn an_output_may_be_in_the_input_folder() {
    let folder = Folder::new();
    folder.write("a.pgn", SAMPLE);
    for arguments in ["scan . -o b.pgn --errors c.pgn", "scan . -o b.pgn --errors c.pgn --force"] {
        folder.content(arguments);
        assert!(folder.read("b.pgn") == folder.content("scan a.pgn -f pgn"), "{arguments}");
        assert!(folder.read("c.pgn").is_empty());
    }
}

#[test]
fn other_files_beside_the_output_are_untouched() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    for (name, arguments) in [
        ("out.csv.partial", "-o out.csv"),
        ("out.csv.whole", "-o out.csv"),
        ("out.csv.journal", "-o out.csv"),
        ("out.csv.journal.new", "-o out.csv"),
        ("errors.partial", "--errors errors"),
        ("errors.partial", "-o out.csv --errors errors"),
    ] {
        folder.write(name, "precious");
        let before = folder.all();
        folder.refused(&format!("scan games.pgn {arguments}"), 1, "--force");
        if name.ends_with("partial") && arguments.starts_with("-o") {
            folder.refused(&format!("scan games.pgn {arguments} --resume"), 1, "--force");
        }
        assert!(folder.all() == before, "{name}");
        fs::remove_file(folder.path(name)).unwrap();
    }
}

/// Links at the temporary path are removed. Their targets stay unchanged.
#[test]
fn link_targets_are_not_overwritten() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    folder.write("precious", "precious");
    symlink("precious", folder.path("soft.csv.partial")).unwrap();
    fs::hard_link(folder.path("precious"), folder.path("hard.csv.partial")).unwrap();
    for name in ["soft.csv", "hard.csv"] {
        folder.content(&format!("scan games.pgn -o {name} --force"));
        assert!(folder.read(name) == folder.content("scan games.pgn -f csv"), "{name}");
        assert!(!folder.path(name).is_symlink(), "{name}");
        assert_eq!(folder.read("precious"), b"precious", "{name}");
    }
    symlink("absent.csv", folder.path("link.csv")).unwrap();
    for arguments in ["-o link.csv", "-o link.csv --force", "--errors link.csv"] {
        folder.refused(&format!("scan games.pgn {arguments}"), 1, "link.csv: a broken link; name");
    }
    assert!(folder.path("link.csv").is_symlink() && !folder.has("absent.csv"));
}

/// Opening a pipe would block until another process writes to it.
#[test]
fn a_pipe_at_the_output_path_is_not_opened() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    let pipe = folder.path("out.csv.partial");
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let ran = end(folder.start("scan games.pgn -o out.csv"), Duration::from_secs(60));
    assert!(ran.status == 1 && ran.stderr.contains("out.csv.partial: left by"), "{}", ran.stderr);
    let ran = end(folder.start("scan games.pgn -o out.csv --force"), Duration::from_secs(60));
    assert!(ran.status == 0 && ran.stderr.starts_with("destrier: wrote "), "{}", ran.stderr);
    assert!(folder.read("out.csv") == folder.content("scan games.pgn -f csv"));
}

#[test]
fn links_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    folder.write("real.csv", "old");
    fs::set_permissions(folder.path("real.csv"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("real.csv", folder.path("link.csv")).unwrap();
    folder.content("scan games.pgn -o link.csv --force");
    assert!(folder.path("link.csv").is_symlink());
    assert!(folder.read("real.csv") == folder.content("scan games.pgn -f csv"));
    assert_eq!(folder.path("real.csv").metadata().unwrap().permissions().mode() & 0o777, 0o600);
}
