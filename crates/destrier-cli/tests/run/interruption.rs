//! Ctrl-C, and runs that have enough before their input ends.

use super::{Folder, end, games, is_begun, wait_for};
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

fn interrupt(run: &Child) {
    let kill = format!("kill -INT {}", run.id());
    // It may have ended.
    let _ = Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status().unwrap();
}

#[test]
fn a_large_file_is_left_within_a_second_and_gone_on_with() {
    let folder = Folder::new();
    folder.write("games.pgn", games(200));
    assert_eq!(folder.run("scan games.pgn -o whole.csv").status, 0);
    for threads in [1, 2] {
        let output = format!("out{threads}.csv");
        let arguments = format!("scan games.pgn -o {output} -j {threads}");
        let interrupted = || {
            let mut run = folder.start(&format!("{arguments} --force"));
            let is_begun = || folder.journal(&output).is_some_and(|journal| is_begun(&journal));
            wait_for("progress", || run.try_wait().unwrap().is_some() || is_begun());
            interrupt(&run);
            end(run, SECOND)
        };
        // On a busy machine a run may be at its end before the signal is on its way.
        let ran = (0..5).map(|_| interrupted()).find(|ran| ran.status != 0).expect("a run is interrupted");
        assert_eq!(ran.status, 130, "{}", ran.stderr);
        let last = format!("destrier: interrupted; pass --resume to continue {output}");
        assert_eq!(ran.stderr.lines().last(), Some(last.as_str()));
        assert_eq!(folder.run(&format!("{arguments} --resume")).status, 0);
        assert!(folder.read(&output) == folder.read("whole.csv"), "{output}");
    }
}

#[test]
fn a_pipe_without_an_end_is_left_within_a_second() {
    for threads in [1, 2] {
        for output in ["", "-o out.jsonl"] {
            let folder = Folder::new();
            let mut run = folder.start(&format!("scan - {output} --errors errors.jsonl -j {threads}"));
            let mut input = run.stdin.take().unwrap();
            input.write_all(&games(3)).unwrap();
            // From then on it listens to signals: its files are there.
            wait_for("damage", || {
                folder.path("errors.jsonl.partial").exists()
                    && (output.is_empty() || folder.journal("out.jsonl").is_some())
            });
            std::thread::sleep(Duration::from_millis(100));
            interrupt(&run);
            let ran = end(run, SECOND);
            assert_eq!(ran.status, 130, "{}", ran.stderr);
            // What came through a pipe does not come again.
            assert_eq!(ran.stderr.lines().last(), Some("destrier: interrupted"));
            drop(input);
        }
    }
}

/// A pipe that stays open does not hold up a run that wants nothing more of it.
#[test]
fn a_run_that_has_enough_does_not_wait_for_more() {
    let damaged = [&games(5)[..], b"\n\n1. Ke3 *\n\n", &games(5)].concat();
    for (arguments, status) in [("--limit 5", 0), ("--strict", 3)] {
        for threads in [1, 2] {
            let folder = Folder::new();
            let mut run = folder.start(&format!("scan - -f jsonl -j {threads} {arguments}"));
            let mut input = run.stdin.take().unwrap();
            // It may end before it has taken all.
            let _ = input.write_all(&damaged);
            let ran = end(run, 10 * SECOND);
            assert_eq!(ran.status, status, "{}", ran.stderr);
            drop(input);
        }
    }
}
