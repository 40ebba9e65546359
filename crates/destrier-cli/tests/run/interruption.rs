//! Ctrl-C, and runs that finish before their input ends.

use super::{Folder, end, games, is_begun, wait_for};
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

fn interrupt(run: &Child) {
    let kill = format!("kill -INT {}", run.id());
    // The run may have ended already.
    let _ = Command::new("sh").args(["-c", &kill]).stderr(Stdio::null()).status().unwrap();
}

#[test]
fn ctrl_c_ends_a_large_file_within_a_second_and_the_run_resumes() {
    let folder = Folder::new();
    folder.write("games.pgn", games(100));
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
        // On a busy machine, a run may end before the signal arrives.
        let ran = (0..5)
            .map(|_| interrupted())
            .find(|ran| ran.status != 0)
            .expect("one of the runs is interrupted in time");
        assert_eq!(ran.status, 130, "{}", ran.stderr);
        let last = format!("destrier: interrupted; pass --resume to continue {output}");
        assert_eq!(ran.stderr.lines().last(), Some(last.as_str()));
        assert_eq!(folder.run(&format!("{arguments} --resume")).status, 0);
        assert!(folder.read(&output) == folder.read("whole.csv"), "{output}");
    }
}

#[test]
fn ctrl_c_ends_an_endless_pipe_within_a_second() {
    for threads in [1, 2] {
        for output in ["", "-o out.jsonl"] {
            let folder = Folder::new();
            let mut run = folder.start(&format!("scan - {output} --errors errors.jsonl -j {threads}"));
            let mut input = run.stdin.take().unwrap();
            input.write_all(&games(3)).unwrap();
            // Once its files exist, the run handles signals.
            wait_for("damage", || {
                folder.path("errors.jsonl.partial").exists()
                    && (output.is_empty() || folder.journal("out.jsonl").is_some())
            });
            interrupt(&run);
            let ran = end(run, SECOND);
            assert_eq!(ran.status, 130, "{}", ran.stderr);
            // A pipe cannot be read again.
            assert_eq!(ran.stderr.lines().last(), Some("destrier: interrupted"));
            drop(input);
        }
    }
}

/// A pipe that stays open does not delay a run that needs no more input.
#[test]
fn a_finished_run_does_not_wait_for_more_input() {
    let damaged = [&games(5)[..], b"\n\n1. Ke3 *\n\n", &games(5)].concat();
    for (arguments, status) in [("--limit 5", 0), ("--strict", 3)] {
        for threads in [1, 2] {
            let folder = Folder::new();
            let mut run = folder.start(&format!("scan - -f jsonl -j {threads} {arguments}"));
            let mut input = run.stdin.take().unwrap();
            // The run may end before it has read everything.
            let _ = input.write_all(&damaged);
            let ran = end(run, 10 * SECOND);
            assert_eq!(ran.status, status, "{}", ran.stderr);
            drop(input);
        }
    }
}
