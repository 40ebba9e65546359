//! Promises of docs/trust.md that no other test checks, and the check that every promise has a test.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const SAMPLE: &str = include_str!("../../../samples/lichess.pgn");

/// Temporary folders for everything a program may look at: working directory, home, temporary files and inputs.
struct World(tempfile::TempDir);

impl World {
    fn new() -> Self {
        let world = Self(tempfile::tempdir().unwrap());
        for folder in ["here", "home", "home/.config", "temporary", "inputs"] {
            fs::create_dir(world.path(folder)).unwrap();
        }
        fs::copy(Path::new(ROOT).join("samples/puzzles.csv"), world.path("inputs/puzzles.csv")).unwrap();
        // Several blocks per thread, with damage in each copy of the sample.
        let games = format!("{SAMPLE}\n[Event \"?\"]\n\n1. e4 e5 2. Ke9 *\n\n").repeat(12);
        fs::write(world.path("inputs/games.pgn"), games).unwrap();
        fs::write(world.path("inputs/positions.epd"), "r3k3/8/8/1N6/8/8/8/4K3 w q -\nnonsense\n").unwrap();
        world
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    /// Returns a command for a program that gets no other environment.
    fn program(&self, name: &str) -> Command {
        let mut program = Command::new(name);
        program
            .current_dir(self.path("here"))
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap())
            .env("HOME", self.path("home"))
            .env("XDG_CONFIG_HOME", self.path("home/.config"))
            .env("XDG_CACHE_HOME", self.path("home/.cache"))
            .env("TMPDIR", self.path("temporary"));
        program
    }

    fn destrier(&self, arguments: &[&str]) -> Command {
        let mut destrier = self.program(env!("CARGO_BIN_EXE_destrier"));
        destrier.args(arguments);
        destrier
    }

    /// Returns every file and folder, with the content of files.
    fn everything(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        fn add(folder: &Path, all: &mut BTreeMap<PathBuf, Option<Vec<u8>>>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    add(&path, all);
                    all.insert(path, None);
                } else {
                    let content = fs::read(&path).unwrap();
                    all.insert(path, Some(content));
                }
            }
        }
        let mut all = BTreeMap::new();
        add(&self.path(""), &mut all);
        all
    }
}

/// Command lines of each kind, and their output files.
const COMMANDS: [(&[&str], &[&str]); 15] = [
    (&["scan", "../inputs"], &[]),
    (&["scan", "-f", "jsonl", "--progress", "always", "../inputs"], &[]),
    (&["scan", "-f", "parquet", "../inputs"], &[]),
    (&["scan", "../inputs", "-o", "found.csv"], &["found.csv"]),
    (&["scan", "../inputs", "-o", "found.pgn", "--errors", "errors.jsonl"], &["found.pgn", "errors.jsonl"]),
    (&["scan", "../inputs", "-o", "found.parquet"], &["found.parquet"]),
    (&["features", "../inputs"], &[]),
    (&["features", "../inputs", "-o", "features.parquet"], &["features.parquet"]),
    (&["show", "8/8/8/6k1/8/2P4P/PP6/1K6"], &[]),
    (&["show", "../inputs/games.pgn", "1:16", "--svg", "game.svg"], &["game.svg"]),
    (&["show", "../inputs/games.pgn", "1:16", "--png", "game.png"], &["game.png"]),
    (&["board", "--ways", "forks", "a8,e8"], &[]),
    (&["list", "--json"], &[]),
    (&["man"], &[]),
    (&["completions", "bash"], &[]),
];

#[track_caller]
fn done(mut command: Command) -> Output {
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{stderr}", output.status);
    output
}

/// Returns standard output, without the time in a summary, and standard error.
fn outcome(command: Command) -> [Vec<u8>; 2] {
    let output = done(command);
    let lines = output.stdout.split_inclusive(|&byte| byte == b'\n');
    let timeless = lines.filter(|line| !line.ends_with(b" positions per second\n"));
    [timeless.flatten().copied().collect(), output.stderr]
}

#[test]
fn only_arguments_and_inputs_matter() {
    let world = World::new();
    let inputs = world.path("inputs");
    let inputs = inputs.to_str().unwrap();
    let surroundings: [&[(&str, &str)]; 3] = [
        &[],
        &[("LC_ALL", "tr_TR.UTF-8"), ("LANG", "tr_TR.UTF-8"), ("TZ", "Asia/Kathmandu"), ("TERM", "dumb")],
        &[
            ("HOME", "/nowhere"),
            ("COLUMNS", "20"),
            ("RUST_LOG", "trace"),
            ("TZ", "UTC"),
            ("USER", "somebody"),
        ],
    ];
    for format in ["summary", "jsonl", "csv", "pgn", "parquet"] {
        for command in ["scan", "features"] {
            if command == "features" && !["jsonl", "csv", "parquet"].contains(&format) {
                continue;
            }
            let run = |threads, surroundings: &[(&str, &str)]| {
                let mut run = world.destrier(&[command, "-f", format, "-j", threads, inputs]);
                run.envs(surroundings.iter().copied());
                outcome(run)
            };
            let one = run("1", surroundings[0]);
            // Damage is reported on standard error.
            assert!(one[0].len() > 500 && one[1].len() > 500, "{command} {format}");
            for (i, threads) in ["3", "1", "8"].into_iter().enumerate() {
                assert!(run(threads, surroundings[i % 3]) == one, "{command} -f {format} -j {threads}");
            }
        }
    }
}

#[test]
fn only_named_files_are_written() {
    for (arguments, outputs) in COMMANDS {
        let world = World::new();
        let mut before = world.everything();
        done(world.destrier(arguments));
        let mut after = world.everything();
        for output in outputs {
            let path = world.path("here").join(output);
            assert!(
                after.remove(&path).flatten().is_some_and(|content| !content.is_empty()),
                "{arguments:?}"
            );
        }
        before.retain(|path, content| after.get(path) != Some(content) || after.remove(path).is_none());
        assert!(
            before.is_empty() && after.is_empty(),
            "{arguments:?}: {:?} {:?}",
            before.keys(),
            after.keys()
        );
    }
}

/// Returns a program's system calls of this kind. `None` if strace is not installed or not permitted.
#[cfg(target_os = "linux")]
fn traced(world: &World, kind: &str, program: &str, arguments: &[&str]) -> Option<Vec<String>> {
    let log = world.0.path().join("trace");
    let mut strace = world.program("strace");
    strace.args(["-f", "-qq", "-e", "signal=none", "-e", kind, "-o"]).arg(&log);
    if !strace.arg("true").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: strace is not installed or not permitted");
        return None;
    }
    let mut strace = world.program("strace");
    strace.args(["-f", "-qq", "-e", "signal=none", "-e", kind, "-o"]).arg(&log).arg(program).args(arguments);
    done(strace);
    // Each line begins with a thread id.
    let calls = String::from_utf8_lossy(&fs::read(&log).unwrap()).into_owned();
    Some(
        calls
            .lines()
            .map(|line| line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').to_owned())
            .collect(),
    )
}

#[cfg(target_os = "linux")]
#[test]
fn no_command_opens_a_socket() {
    const KIND: &str = "trace=%network";
    let world = World::new();
    // Shows that the trace would contain sockets.
    let connects = ["-c", "(exec 3<>/dev/tcp/127.0.0.1/9) 2>/dev/null; true"];
    let Some(calls) = traced(&world, KIND, "bash", &connects) else { return };
    assert!(calls.iter().any(|call| call.starts_with("socket(")), "{calls:?}");
    for (arguments, _) in COMMANDS {
        let calls = traced(&World::new(), KIND, env!("CARGO_BIN_EXE_destrier"), arguments).unwrap();
        assert_eq!(calls, [""; 0], "{arguments:?}");
    }
}

/// The command only opens, queries, creates or removes inputs, outputs and their temporary files. It also reads system
/// files.
#[cfg(target_os = "linux")]
#[test]
fn no_other_file_is_opened() {
    const KIND: &str = "trace=%file";
    const LOOKS: [&str; 11] = [
        "access",
        "execve",
        "faccessat",
        "faccessat2",
        "getcwd",
        "newfstatat",
        "readlink",
        "readlinkat",
        "stat",
        "statx",
        "statfs",
    ];
    const SYSTEM: [&str; 7] =
        ["/dev/", "/etc/ld.so", "/lib", "/proc/", "/sys/", "/usr/lib", env!("CARGO_BIN_EXE_destrier")];
    // Explains how a call breaks the promise, if it does.
    let complaint = |world: &World, call: &str, outputs: &[&str]| -> Option<&'static str> {
        let name = call.split('(').next().unwrap();
        let only_looks = LOOKS.contains(&name) || call.contains("O_RDONLY") && !call.contains("O_CREAT");
        // A call that only looks may have a second string: its result.
        for path in call.split('"').skip(1).step_by(2).take(if only_looks { 1 } else { 2 }) {
            let path = world.path("here").join(path);
            let text = path.to_str().unwrap();
            let is_system = SYSTEM.iter().any(|system| text.starts_with(system));
            if path.starts_with(world.path("home")) {
                return Some("it opens its home");
            }
            if only_looks && !(is_system || path.starts_with(world.path("here")) || text.contains("/inputs"))
            {
                return Some("it looks at a file that was not named");
            }
            if !only_looks && text != "/dev/null" && !path.starts_with(world.path("temporary")) {
                let own = |output: &&str| {
                    ["", ".partial", ".journal", ".journal.new", ".whole"]
                        .iter()
                        .any(|ending| path == world.path("here").join(format!("{output}{ending}")))
                };
                if !outputs.iter().any(own) {
                    return Some("it writes a file that was not named");
                }
            }
        }
        None
    };
    for (arguments, outputs) in COMMANDS {
        let world = World::new();
        let Some(calls) = traced(&world, KIND, env!("CARGO_BIN_EXE_destrier"), arguments) else { return };
        assert!(calls.iter().any(|call| call.starts_with("openat(")), "{calls:?}");
        for call in calls.iter().filter(|call| !call.starts_with("<...")) {
            assert_eq!(complaint(&world, call, outputs), None, "{arguments:?}: {call}");
        }
    }
}

#[test]
fn the_library_depends_on_nothing() {
    let manifest = fs::read_to_string(Path::new(ROOT).join("crates/destrier/Cargo.toml")).unwrap();
    let tables = manifest.lines().filter(|line| line.starts_with('[') && line.contains("dependencies"));
    assert_eq!(tables.collect::<Vec<_>>(), ["[dev-dependencies]"]);
}

/// Returns the promises of a page with their tests: paths, and names in them.
fn promises(page: &str) -> Vec<(String, Vec<(String, Vec<String>)>)> {
    let promised = page.split("\n## What is not promised").next().unwrap();
    let mut promises = Vec::new();
    for section in promised.split("\n## ").skip(1) {
        for item in section.split("\n- ").skip(1) {
            let item = item.split_whitespace().collect::<Vec<_>>().join(" ");
            let (promise, tested) = item.split_once(" Tested by ").unwrap_or((&item, ""));
            let mut tests: Vec<(String, Vec<String>)> = Vec::new();
            for name in tested.split('`').skip(1).step_by(2) {
                match tests.last_mut() {
                    Some((_, names)) if !name.contains('/') => names.push(name.to_owned()),
                    _ => tests.push((name.to_owned(), Vec::new())),
                }
            }
            promises.push((promise.to_owned(), tests));
        }
    }
    promises
}

/// Returns whether a file has a test with this name that CI runs.
fn has_test(path: &str, text: &str, name: &str) -> bool {
    if !path.ends_with(".rs") {
        return text.contains(&format!("\ntest(\"{name}\"")) || text.contains(&format!("\nstep {name}\n"));
    }
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let function = |line: &&str| {
        line.trim_start_matches("async ")
            .strip_prefix("fn ")
            .is_some_and(|rest| rest.starts_with(&format!("{name}(")))
    };
    lines.iter().position(function).is_some_and(|at| {
        let above = || lines[..at].iter().rev().take_while(|line| line.starts_with('#'));
        above().any(|line| line.starts_with("#[test]") || line.starts_with("#[tokio::test"))
            && !above().any(|line| line.contains("ignore") && !line.contains("run by .ci/full"))
    })
}

#[test]
fn every_promise_has_existing_tests() {
    let read = |path: &str| {
        fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let ci = read(".ci/run") + &read(".ci/full");
    let promises = promises(&read("docs/trust.md"));
    assert!(promises.len() > 20, "{} promises", promises.len());
    for (promise, tests) in promises {
        assert!(promise.starts_with("**"), "a promise begins in bold: {promise}");
        assert!(!tests.is_empty(), "no test for: {promise}");
        for (path, names) in tests {
            assert!(Path::new(ROOT).join(&path).exists(), "{path} does not exist, for: {promise}");
            for name in &names {
                assert!(has_test(&path, &read(&path), name), "{path} has no test `{name}`, for: {promise}");
            }
            // A path without test names is a program that CI runs or builds.
            let runs = || ci.lines().any(|line| !line.starts_with('#') && line.contains(&path));
            assert!(!names.is_empty() || runs(), "CI does not run {path}, for: {promise}");
        }
    }
}
