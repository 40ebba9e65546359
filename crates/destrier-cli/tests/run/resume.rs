//! Killed runs resume and write the same files, byte for byte.

use super::{Folder, SAMPLE, games, timeless, wait_for, zip};
use serde_json::json;
use std::fs::{self, File};
use std::process::Stdio;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Kills a run again and again, each time after it reached another place, and resumes it. Compares the files with those of
/// an uninterrupted run.
fn survives(kills: u64, command: &str, ending: &str, times: usize) {
    let folder = Folder::new();
    let games = games(times);
    folder.write("games.pgn", &games);
    // Many frames.
    let frames: Vec<u8> =
        games.chunks(1 << 20).flat_map(|chunk| zstd::encode_all(chunk, 1).unwrap()).collect();
    folder.write("packed.pgn.zst", frames);
    let inputs = format!("{command} games.pgn absent.pgn packed.pgn.zst");
    assert_eq!(folder.run(&format!("{inputs} -o whole.{ending} --errors whole-errors")).status, 1);
    let whole = folder.read(&format!("whole.{ending}"));

    let mut random = fastrand::Rng::with_seed(20_131_101 + kills);
    let output = format!("out.{ending}");
    let is_whole = || match ending {
        "txt" => timeless(&folder.read(&output)) == timeless(&whole),
        _ => folder.read(&output) == whole,
    };
    // The bytes of games that the journal says are done.
    let done = || {
        folder.journal(&output).map_or(0, |journal| {
            let next = &journal["reached"]["next"];
            let before = if next["source"] == 0 { 0 } else { games.len() as u64 };
            before + next["offset"].as_u64().unwrap()
        })
    };
    let is_finished = || folder.has(&output) && folder.journal(&output).is_none();
    let mut run = || {
        let threads = random.usize(1..=2);
        folder.destrier(&format!("{inputs} -o {output} --errors errors -j {threads} --resume"))
    };
    let all = 2 * games.len() as u64;
    let mut kills_with_progress = 0;
    for kill in 0..kills {
        let place = (kill * all + all / 2) / kills;
        let mut run = run().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for("progress", || run.try_wait().unwrap().is_some() || done() >= place);
        let _ = run.kill();
        run.wait().unwrap();
        // The journal is removed last. A file may have its final name before that, but only when complete.
        assert!(!folder.has(&output) || is_whole(), "{command} {ending}");
        if is_finished() {
            break;
        }
        kills_with_progress += usize::from(done() > 0);
    }
    assert!(kills_with_progress > 0, "{command} {ending}");
    if !is_finished() {
        assert_eq!(run().output().unwrap().status.code(), Some(1));
    }
    assert!(is_whole(), "{command} {ending}");
    assert!(folder.read("errors") == folder.read("whole-errors"), "{command} {ending}");
    assert_eq!(folder.all().len(), 6, "only inputs, outputs and errors remain");
}

#[test]
fn json_lines_are_the_same_after_twenty_kills() {
    survives(20, "scan", "jsonl", 60);
}

#[test]
#[ignore = "takes a minute; run by .ci/full"]
fn every_format_is_the_same_after_kills() {
    let formats = [
        ("scan", "csv", 100),
        ("scan", "pgn", 70),
        ("scan", "txt", 300),
        ("scan", "parquet", 250),
        ("features", "csv", 30),
        ("features", "parquet", 60),
        ("convert", "parquet", 300),
    ];
    for (command, ending, times) in formats {
        survives(5, command, ending, times);
    }
}

#[test]
fn runs_resume_within_the_files_of_a_zip_archive() {
    let folder = Folder::new();
    let (first, second) = (games(2), games(150));
    folder.write("games.zip", zip(&[("b.pgn", &second), ("a.pgn", &first)]));
    assert_eq!(folder.run("scan games.zip -o whole.jsonl").status, 0);
    let whole = String::from_utf8(folder.read("whole.jsonl")).unwrap();
    assert!(
        whole.contains("{\"source\":\"games.zip/a.pgn\"")
            && whole.contains("{\"source\":\"games.zip/b.pgn\"")
    );
    let arguments = "scan games.zip -j 1 -o out.jsonl";
    folder.killed(arguments, "out.jsonl");
    let next = folder.journal("out.jsonl").unwrap()["reached"]["next"].clone();
    assert!(next["source"] == 0 || next["offset"].as_u64().unwrap() > 0, "{next}");
    assert_eq!(folder.run(&format!("{arguments} --resume")).status, 0);
    assert!(folder.read("out.jsonl") == whole.as_bytes());

    folder.killed(&format!("{arguments} --force"), "out.jsonl");
    folder.write("games.zip", zip(&[("b.pgn", &second), ("a.pgn", &second)]));
    folder.refused(&format!("{arguments} --resume"), 2, "games.zip/a.pgn has changed");
}

#[test]
fn finished_input_is_not_read_again() {
    let folder = Folder::new();
    folder.write("games.pgn", games(150));
    for (command, ending) in [("scan", "jsonl"), ("features", "parquet")] {
        folder.write("games.pgn", games(150));
        assert_eq!(folder.run(&format!("{command} games.pgn -o whole.{ending}")).status, 0);
        let arguments = format!("{command} games.pgn -j 1 -o out.{ending}");
        folder.killed(&arguments, &format!("out.{ending}"));
        let journal = folder.journal(&format!("out.{ending}")).unwrap();
        let done = journal["reached"]["next"]["offset"].as_u64().unwrap() as usize;
        assert!(done > SAMPLE.len(), "{done} bytes");

        let time = folder.path("games.pgn").metadata().unwrap().modified().unwrap();
        let mut games = folder.read("games.pgn");
        games[..done].fill(b'x');
        folder.write("games.pgn", games);
        File::options().write(true).open(folder.path("games.pgn")).unwrap().set_modified(time).unwrap();
        let ran = folder.run(&format!("{arguments} --resume"));
        assert_eq!(ran.status, 0, "{}", ran.stderr);
        assert!(folder.read(&format!("out.{ending}")) == folder.read(&format!("whole.{ending}")), "{ending}");
    }
}

/// Returns a folder with a killed run of [`KILLED`].
fn killed() -> Folder {
    let folder = Folder::new();
    folder.write("games.pgn", games(150));
    folder.write("other.pgn", SAMPLE);
    folder.killed(KILLED, "out.csv");
    folder
}

const KILLED: &str = "scan games.pgn other.pgn -o out.csv -j 1 --min-elo 1000 --errors errors";

#[test]
fn only_the_same_run_resumes() {
    let folder = killed();
    let before = folder.all();
    let rest = "-o out.csv --min-elo 1000 --errors errors --resume";
    for (arguments, reason) in [
        (
            format!("scan games.pgn {rest}"),
            "inputs was [\"games.pgn\",\"other.pgn\"] and is now [\"games.pgn\"]",
        ),
        (format!("scan other.pgn games.pgn {rest}"), "inputs was"),
        (format!("scan ./games.pgn other.pgn {rest}"), "inputs was"),
        (format!("{KILLED} --resume --strict"), "strict was false and is now true"),
        (format!("{KILLED} --resume --limit 5"), "limit was not set and is now 5"),
        (format!("{KILLED} --resume --max-ratio 5"), "max_ratio was 100 and is now 5"),
        (format!("{KILLED} --resume --format jsonl"), "format was \"csv\" and is now \"jsonl\""),
        (format!("{KILLED} --resume --pattern knight-fork"), "findings was"),
        (format!("{KILLED} --resume --safe"), "findings was"),
        (format!("{KILLED} --resume --since 2014"), "games was"),
        ("scan games.pgn other.pgn -o out.csv --errors errors --resume".to_owned(), "games was"),
        ("scan games.pgn other.pgn -o out.csv --min-elo 1000 --resume".to_owned(), "errors was"),
        (format!("features games.pgn other.pgn {rest}"), "columns was"),
        (format!("scan - {rest}"), "inputs was"),
    ] {
        folder.refused(&arguments, 2, reason);
        folder.refused(&arguments, 2, "out.csv: cannot resume: ");
    }
    folder.refused(
        KILLED,
        1,
        "out.csv.partial: left by an interrupted run; pass --resume to continue it if possible, \
         or --force to start over",
    );
    assert!(folder.all() == before, "no file changes");

    // Options that do not affect the output may differ.
    let others = KILLED.replace("-j 1", "-j 2 --progress always");
    assert_eq!(folder.run(&format!("{others} --resume")).status, 0);
    let again = format!("{KILLED} --force");
    let output = folder.read("out.csv");
    assert_eq!(folder.run(&again).status, 0);
    assert!(output == folder.read("out.csv"));
}

/// Dates such as `30d` count from the day on which the run began.
#[test]
fn a_run_resumed_on_a_later_day_keeps_its_day() {
    let folder = Folder::new();
    folder.write("games.pgn", games(150));
    let of_2021 = folder.content("scan games.pgn -f csv --since 2014");
    let all_but_2012 = folder.content("scan games.pgn -f csv --since 2013");
    assert!(all_but_2012.len() > of_2021.len());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 86_400;
    // 2014-01-01.
    let arguments = format!("scan games.pgn -o out.csv -j 1 --since {}d", now - 16_071);
    folder.killed(&arguments, "out.csv");
    let mut journal = folder.journal("out.csv").unwrap();
    assert!(journal["today"].as_u64().unwrap() >= now);
    // As if the run began a year ago.
    journal["today"] = json!(now - 365);
    folder.write("out.csv.journal", journal.to_string());
    assert_eq!(folder.run(&format!("{arguments} --resume")).status, 0);
    let output = folder.read("out.csv");
    assert!(output.len() > of_2021.len() && output.len() < all_but_2012.len());
    let end = &all_but_2012[all_but_2012.len() - 20_000..];
    assert!(output.ends_with(end), "the resumed part includes 2013");
}

#[test]
fn force_starts_over() {
    let folder = killed();
    assert_eq!(folder.run("scan other.pgn -o out.csv --errors errors --force").status, 0);
    assert!(folder.read("out.csv") == folder.content("scan other.pgn --format csv"));
    assert!(!folder.has("out.csv.journal") && !folder.has("out.csv.partial"));
}

#[test]
fn changed_inputs_are_rejected() {
    let folder = killed();
    let resume = format!("{KILLED} --resume");
    let games = folder.path("games.pgn");
    let time = games.metadata().unwrap().modified().unwrap();
    let set_time = |time| File::options().append(true).open(&games).unwrap().set_modified(time).unwrap();
    let before = folder.all();
    set_time(time + Duration::from_nanos(1_000_000));
    folder.refused(&resume, 2, "games.pgn has changed");
    set_time(time);
    let content = folder.read("games.pgn");
    folder.write("games.pgn", [&content[..], b"\n"].concat());
    set_time(time);
    folder.refused(&resume, 2, "games.pgn has changed");
    fs::remove_file(&games).unwrap();
    folder.refused(&resume, 2, "games.pgn has changed");
    folder.write("games.pgn", content);
    set_time(time);
    assert!(folder.all() == before, "no file changes");
    assert_eq!(folder.run(&resume).status, 0);
}

#[test]
fn an_invalid_journal_is_rejected() {
    let folder = killed();
    let resume = format!("{KILLED} --resume");
    let journal = folder.read("out.csv.journal");
    let partial = folder.read("out.csv.partial");
    for garbage in [&b""[..], b"garbage", b"{}", b"[1]", &journal[..journal.len() / 2]] {
        folder.write("out.csv.journal", garbage);
        let before = folder.all();
        folder.refused(&resume, 2, "out.csv.journal: not a valid journal");
        assert!(folder.all() == before, "no file changes");
    }
    folder.write("out.csv.journal", &journal);
    for (part, value) in [
        ("time", json!({ "secs": -1, "nanos": 0 })),
        ("time", json!({ "secs": 1e300, "nanos": 0 })),
        ("next", json!({ "source": 3, "offset": 0, "records": 0 })),
    ] {
        let mut damaged = folder.journal("out.csv").unwrap();
        damaged["reached"][part] = value;
        folder.write("out.csv.journal", damaged.to_string());
        folder.refused(&resume, 2, "out.csv.journal: not a valid journal");
        folder.write("out.csv.journal", &journal);
    }
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let other = String::from_utf8(journal.clone()).unwrap().replace(&version, "\"version\":\"0.0.1\"");
    folder.write("out.csv.journal", other);
    folder.refused(&resume, 2, "version was \"0.0.1\" and is now");
    folder.write("out.csv.journal", &journal);

    let length = folder.journal("out.csv").unwrap()["reached"]["output_length"].as_u64().unwrap() as usize;
    folder.write("out.csv.partial", &partial[..length - 1]);
    let before = folder.all();
    folder.refused(
        &resume,
        2,
        "out.csv.partial: shorter than when the run was interrupted; to start over, pass --force instead of --resume",
    );
    assert!(folder.all() == before, "no file changes");
    fs::remove_file(folder.path("out.csv.partial")).unwrap();
    folder.refused(&resume, 2, "out.csv.partial: missing, but needed to resume");
    assert!(!folder.has("out.csv.partial") && folder.has("out.csv.journal"));
    folder.write("out.csv.partial", &partial);
    // The longest possible time; adding to it must not overflow.
    let mut old = folder.journal("out.csv").unwrap();
    old["reached"]["time"]["secs"] = u64::MAX.into();
    folder.write("out.csv.journal", old.to_string());
    assert_eq!(folder.run(&resume).status, 0);
}

#[test]
fn without_a_journal_nothing_is_resumed() {
    let folder = Folder::new();
    folder.write("games.pgn", SAMPLE);
    folder.content("scan games.pgn -o out.csv --resume");
    assert!(
        folder.read("out.csv") == folder.content("scan games.pgn --format csv"),
        "--resume starts a new run"
    );
    folder.refused("scan games.pgn -o out.csv --resume", 1, "already exists; pass --force to overwrite it");
    fs::rename(folder.path("out.csv"), folder.path("out.csv.partial")).unwrap();
    folder.refused("scan games.pgn -o out.csv --resume", 1, "or --force to start over");
    folder.content("scan games.pgn -o out.csv --resume --force");
}

/// Another file has taken the name of the output in the meantime.
#[test]
fn a_resumed_run_overwrites_nothing() {
    let folder = killed();
    folder.write("out.csv", "precious");
    folder.refused(&format!("{KILLED} --resume"), 1, "out.csv: already exists; pass --force to overwrite it");
    assert_eq!(folder.read("out.csv"), b"precious");
    assert_eq!(folder.run(&format!("{KILLED} --resume --force")).status, 0);

    // The interrupted run has `--force`.
    drop(folder);
    let folder = Folder::new();
    folder.write("games.pgn", games(150));
    folder.write("out.csv", "old");
    folder.killed("scan games.pgn -o out.csv -j 1 --force", "out.csv");
    assert_eq!(folder.read("out.csv"), b"old");
    assert_eq!(folder.run("scan games.pgn -o out.csv -j 1 --resume").status, 0);
}

#[test]
fn a_run_that_only_lacks_final_names_reads_nothing_again() {
    for (ending, obstacle, left) in [
        ("csv", "out.csv", None),
        ("parquet", "out.parquet", None),
        ("csv", "errors", None),
        // As if the run was killed while the file had both names.
        ("csv", "out.csv", Some("out.csv.partial")),
        ("parquet", "out.parquet", Some("out.parquet.whole")),
        ("csv", "errors", Some("errors.partial")),
    ] {
        let folder = Folder::new();
        folder.write("games.pgn", games(40));
        assert_eq!(folder.run(&format!("scan games.pgn -o whole.{ending} --errors whole-errors")).status, 0);
        let (output, arguments) =
            (format!("out.{ending}"), format!("scan games.pgn -o out.{ending} --errors errors"));
        let mut run = folder.destrier(&arguments).stderr(Stdio::null()).spawn().unwrap();
        wait_for("the journal", || folder.journal(&output).is_some());
        // A directory at the output path makes the last step fail.
        fs::create_dir(folder.path(obstacle)).unwrap();
        assert_eq!(run.wait().unwrap().code(), Some(1));
        fs::remove_dir(folder.path(obstacle)).unwrap();
        assert_eq!(folder.has(&output), obstacle == "errors");
        if let Some(left) = left {
            fs::hard_link(folder.path(left), folder.path(obstacle)).unwrap();
        }

        let time = folder.path("games.pgn").metadata().unwrap().modified().unwrap();
        folder.write("games.pgn", vec![b'x'; games(40).len()]);
        File::options().append(true).open(folder.path("games.pgn")).unwrap().set_modified(time).unwrap();
        folder.content(&format!("{arguments} --resume"));
        assert!(folder.read(&output) == folder.read(&format!("whole.{ending}")), "{obstacle}");
        assert!(folder.read("errors") == folder.read("whole-errors"), "{obstacle}");
        assert_eq!(folder.all().len(), 5);
    }
}
