//! End-to-end tests of the command `destrier-sql`.

use crate::folder::Folder;
#[cfg(target_os = "linux")]
use crate::support::processor_time;
use pty_process::Size;
use pty_process::blocking::Pty;
use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Returns the output of a script that succeeds without messages.
#[track_caller]
fn printed(folder: &Folder, script: &str) -> String {
    let Output { status, stdout, stderr } = folder.bash(script);
    let stderr = String::from_utf8(stderr).unwrap();
    assert!(status.success() && stderr.is_empty(), "{script}: {status}\n{stderr}");
    String::from_utf8(stdout).unwrap()
}

/// Returns the status and the messages of a script that fails.
#[track_caller]
fn failed(folder: &Folder, script: &str) -> (i32, String) {
    let Output { status, stderr, .. } = folder.bash(script);
    assert!(!status.success(), "{script}");
    (status.code().unwrap(), String::from_utf8(stderr).unwrap())
}

const ROWS: &str = "SELECT n, squares(s) AS squares, NULL AS nothing
    FROM (VALUES (1, 'c7,e8'), (2, 'empty'), (NULL, 'i9')) AS t (n, s)";

#[test]
fn answers_are_tables_for_people() {
    let folder = Folder::with_samples();
    assert_eq!(
        printed(&folder, &format!("destrier-sql -c \"{ROWS}\"")),
        "\
+------+----------+---------+
| n    | squares  | nothing |
+------+----------+---------+
|    1 | [c7, e8] | NULL    |
|    2 | []       | NULL    |
| NULL | NULL     | NULL    |
+------+----------+---------+
"
    );
    assert_eq!(
        printed(&folder, "destrier-sql -c \"SELECT board('a8,h1') AS board; SELECT 1 AS n WHERE false\""),
        "\
+-----------------+
| board           |
+-----------------+
| X . . . . . . . |
| . . . . . . . . |
| . . . . . . . . |
| . . . . . . . . |
| . . . . . . . . |
| . . . . . . . . |
| . . . . . . . . |
| . . . . . . . X |
+-----------------+

+---+
| n |
+---+
+---+
"
    );
}

#[test]
fn answers_are_csv_or_json_for_programs() {
    let folder = Folder::with_samples();
    let csv = "n,squares,nothing\n1,c7 e8,\n2,,\n,,\n";
    let json = "{\"n\":1,\"squares\":[\"c7\",\"e8\"],\"nothing\":null}\n\
                {\"n\":2,\"squares\":[],\"nothing\":null}\n{\"n\":null,\"squares\":null,\"nothing\":null}\n";
    for (arguments, expected) in [("--format csv", csv), ("--format json", json)] {
        assert_eq!(printed(&folder, &format!("destrier-sql {arguments} -c \"{ROWS}\"")), expected);
    }
    for (file, expected) in [("a.csv", csv), ("a.json", json), ("a.jsonl", json)] {
        let script = format!("destrier-sql -o {file} -c \"{ROWS}\"; cat {file}; rm {file}; ls");
        assert_eq!(printed(&folder, &script), format!("{expected}samples\n"));
    }
    assert_eq!(printed(&folder, "destrier-sql --format csv -c 'SELECT 1 AS n WHERE false'"), "n\n");
    assert_eq!(printed(&folder, "destrier-sql --format json -c 'SELECT 1 AS n WHERE false'"), "");
    let moves = "destrier-sql --format csv -c \"SELECT knight_moves('a1', 'b3') AS moves, NULL::INT AS n\"";
    assert_eq!(
        printed(&folder, moves),
        "moves,n\n\"{direction: noEaEa, from: a1, to: c2}\",\n",
        "structs as text"
    );
    assert_eq!(
        printed(&folder, "destrier-sql --format csv -c 'SELECT 1 AS a; SELECT 2 AS b'"),
        "a\n1\nb\n2\n",
        "each answer has its header"
    );
}

#[test]
fn parquet_round_trips() {
    let folder = Folder::with_samples();
    let script = format!(
        "destrier-sql -o a.parquet -c \"{ROWS}\"
         destrier-sql --format parquet -c \"{ROWS}\" | cat > b.parquet
         destrier-sql --format json -c \"SELECT * FROM 'a.parquet' ORDER BY n; SELECT * FROM 'b.parquet' ORDER BY n\""
    );
    let rows = "{\"n\":1,\"squares\":[\"c7\",\"e8\"],\"nothing\":null}\n\
                {\"n\":2,\"squares\":[],\"nothing\":null}\n{\"n\":null,\"squares\":null,\"nothing\":null}\n";
    assert_eq!(printed(&folder, &script), rows.repeat(2));
    for (sql, words) in [
        (
            "SELECT 1; SELECT 2",
            "a Parquet file holds one result, but several statements return rows; write one file per query",
        ),
        ("SET destrier.strict = true", "nothing to write as Parquet: no statement returns rows"),
    ] {
        let (status, said) = failed(&folder, &format!("destrier-sql -o c.parquet -c '{sql}'"));
        assert_eq!((status, said), (1, format!("destrier-sql: {words}\n")));
    }
    assert_eq!(printed(&folder, "ls"), "a.parquet\nb.parquet\nsamples\n");
}

#[test]
fn statements_come_from_files_the_command_line_and_standard_input() {
    let folder = Folder::with_samples();
    fs::write(folder.path().join("table.sql"), "-- a table\nCREATE TABLE t AS\nSELECT 5 AS n;\n").unwrap();
    // Some editors write a byte-order mark.
    fs::write(folder.path().join("marked.sql"), "\u{feff}SELECT 8 AS n;\n").unwrap();
    let csv = "destrier-sql --format csv";
    for (script, expected) in [
        (format!("{csv} -f table.sql -c 'SELECT n FROM t'"), "n\n5\n"),
        (format!("{csv} -c 'CREATE TABLE t AS SELECT 6 AS n' -c 'SELECT n FROM t'"), "n\n6\n"),
        (format!("echo 'SELECT 7 AS n' | {csv}"), "n\n7\n"),
        (format!("echo 'SELECT n FROM t;' | {csv} -f table.sql -f -"), "n\n5\n"),
        (format!("{csv} -f marked.sql"), "n\n8\n"),
        (format!("{csv} < marked.sql"), "n\n8\n"),
        (format!("{csv} < /dev/null"), ""),
        (format!("{csv} -c ' ; -- nothing'"), ""),
    ] {
        assert_eq!(printed(&folder, &script), expected, "{script}");
    }
    let (status, said) = failed(&folder, "destrier-sql -c 'SELECT n FROM t' -f table.sql");
    assert_eq!(status, 1);
    assert!(said.contains("statement 1 (SELECT n FROM t): Error during planning: table"), "{said}");
}

#[test]
fn failures_name_the_statement_or_the_file() {
    let folder = Folder::with_samples();
    for (arguments, expected) in [
        ("-c 'SELECT 1; SELECT x'", "destrier-sql: statement 2 (SELECT x): Schema error: No field named x."),
        (
            "-c 'SELECT 1 AS one, 2 AS two, 3 AS three, 4 AS four, 5 AS five, x'",
            "destrier-sql: statement 1 (SELECT 1 AS one, 2 AS two, 3 AS three, 4 AS four, 5 AS five,...): ",
        ),
        (
            "-c 'SELECT 1; SELEC 2'",
            "destrier-sql: -c: Expected: an SQL statement, found: SELEC at Line: 1, Column: 11\n",
        ),
        (
            "-c 'SELECT * FORM x'",
            "destrier-sql: -c: Expected: end of statement, found: FORM at Line: 1, Column: 10\n",
        ),
        ("-f nothing.sql", "destrier-sql: nothing.sql: No such file or directory"),
        ("-f samples", "destrier-sql: samples: Is a directory"),
        (
            "-c \"SELECT * FROM 'nothing.parquet'\"",
            "destrier-sql: statement 1 (SELECT * FROM 'nothing.parquet'): ",
        ),
        ("-c \"SELECT square('i9')\"", "destrier-sql: statement 1 (SELECT square('i9')): "),
        ("-c 'SET destrier.stric = true'", "destrier-sql: statement 1 (SET destrier.stric = true): "),
        ("-o samples -c 'SELECT 1'", "destrier-sql: samples: a folder; name a file in it\n"),
        ("-o none/a.csv -c 'SELECT 1'", "destrier-sql: none: there is no such folder\n"),
        ("-c 'SELECT 1' > /dev/full", "destrier-sql: the output cannot be written: No space left on device"),
        (
            "--format json -c 'SELECT 1' > /dev/full",
            "destrier-sql: the output cannot be written: No space left",
        ),
        (
            "--format csv -c 'SELECT 1' > /dev/full",
            "destrier-sql: the output cannot be written: No space left",
        ),
        (
            "--format parquet -c 'SELECT 1' > /dev/full",
            "destrier-sql: the output cannot be written: No space left",
        ),
    ] {
        let (status, said) = failed(&folder, &format!("destrier-sql {arguments}"));
        assert_eq!(status, 1, "{arguments}: {said}");
        assert!(said.starts_with(expected), "{arguments}: {said}");
    }
    // A syntax error in a later statement prevents all.
    assert_eq!(folder.bash("destrier-sql -c 'SELECT 1' -c 'SELEC'").stdout, b"");
    for arguments in ["--format xml", "--force", "extra", "--nothing", "-c"] {
        assert_eq!(failed(&folder, &format!("destrier-sql {arguments}")).0, 2, "{arguments}");
    }
}

#[test]
fn an_output_appears_when_it_is_complete() {
    let folder = Folder::with_samples();
    let write = |sql: &str| folder.bash(&format!("destrier-sql -o a.csv -c '{sql}'"));
    assert!(write("SELECT 1 AS n").status.success());
    let again = write("SELECT 2 AS n");
    assert_eq!(again.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&again.stderr),
        "destrier-sql: a.csv: already exists; pass --force to overwrite it\n"
    );
    assert_eq!(printed(&folder, "cat a.csv"), "n\n1\n");
    assert_eq!(failed(&folder, "destrier-sql --force -o a.csv -c 'SELECT 3 AS n; SELECT x'").0, 1);
    assert_eq!(printed(&folder, "cat a.csv; ls"), "n\n1\na.csv\nsamples\n", "a failed run leaves nothing");
    assert_eq!(printed(&folder, "destrier-sql --force -o a.csv -c 'SELECT 4 AS n'; cat a.csv"), "n\n4\n");
    fs::write(folder.path().join("b.csv.partial"), "of another").unwrap();
    let (status, said) = failed(&folder, "destrier-sql -o b.csv -c 'SELECT 1'");
    assert_eq!(
        (status, &*said),
        (1, "destrier-sql: b.csv.partial: left by an earlier run; pass --force to overwrite it\n")
    );
    assert_eq!(printed(&folder, "cat b.csv.partial"), "of another");
    std::os::unix::fs::symlink("nothing.csv", folder.path().join("link.csv")).unwrap();
    for force in ["", "--force"] {
        let (status, said) = failed(&folder, &format!("destrier-sql {force} -o link.csv -c 'SELECT 1'"));
        let expected = "destrier-sql: link.csv: a broken link; name the file that it should point to\n";
        assert_eq!((status, &*said), (1, expected));
    }
    assert_eq!(printed(&folder, "readlink link.csv"), "nothing.csv\n");
}

#[test]
fn rows_are_streamed_until_the_pipe_closes() {
    let folder = Folder::with_samples();
    // Too many rows to collect or to wait for
    for format in ["table", "csv", "json"] {
        let sql = "SELECT value AS n FROM generate_series(1, 1000000000000)";
        let script = format!("timeout 60 destrier-sql --format {format} -c '{sql}' | head -n 5 | tail -n 1");
        let fifth = match format {
            "table" => "|    2 |\n",
            "csv" => "4\n",
            _ => "{\"n\":5}\n",
        };
        assert_eq!(printed(&folder, &script), fifth);
    }
}

/// Waits at most a minute for the end of a program.
fn end(mut child: Child) -> Output {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

#[cfg(target_os = "linux")]
fn handles_ctrl_c(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() & 2 > 0
}

/// Waits until a process handles Ctrl-C and has computed for half a second more or, if it waits for a reader, rests.
#[cfg(target_os = "linux")]
fn wait_until_it_works(process: u32, is_waiting: bool) {
    let (start, first) = (Instant::now(), processor_time(process));
    let mut before = first;
    loop {
        std::thread::sleep(Duration::from_millis(100));
        let now = processor_time(process);
        let is_there = if is_waiting { now == before } else { now >= first + 50 };
        if is_there && handles_ctrl_c(process) {
            return;
        }
        before = now;
        assert!(start.elapsed() < Duration::from_secs(60), "it does not compute");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_every_query() {
    const ENDLESS: &str = "SELECT * FROM generate_series(1, 1000000000000)";
    let folder = Folder::with_samples();
    let counted = ENDLESS.replace('*', "count(*)");
    // No thread of the query yields before the join is complete.
    let join = "SELECT count(*) FROM generate_series(1, 3000000) AS a (x), generate_series(1, 3000000) AS b (y) WHERE x < y";
    let (_reader, nobody) = std::io::pipe().unwrap();
    for (arguments, stdout, is_waiting) in [
        (&["-o", "a.csv", "-c", &counted][..], Stdio::null(), false),
        (&["-c", join], Stdio::null(), false),
        (&["--format", "csv", "-c", ENDLESS], Stdio::null(), false),
        (&["--format", "json", "-c", ENDLESS], Stdio::null(), false),
        (&["--format", "table", "-c", ENDLESS], Stdio::null(), false),
        (&["-o", "a.parquet", "-c", ENDLESS], Stdio::null(), false),
        (&["--format", "csv", "-c", ENDLESS], nobody.into(), true),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_destrier-sql"));
        let command = folder.place(command.args(arguments));
        let child = command.stdin(Stdio::null()).stdout(stdout).stderr(Stdio::piped()).spawn().unwrap();
        wait_until_it_works(child.id(), is_waiting);
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let start = Instant::now();
        let Output { status, stderr, .. } = end(child);
        let stderr = String::from_utf8_lossy(&stderr);
        assert_eq!((status.code(), &*stderr), (Some(130), "destrier-sql: interrupted\n"), "{arguments:?}");
        assert!(start.elapsed() < Duration::from_secs(2), "{arguments:?}");
        assert_eq!(printed(&folder, "ls"), "samples\n", "{arguments:?}");
    }
}

#[test]
fn output_to_a_terminal_has_no_control_characters() {
    let folder = Folder::with_samples();
    let event = "a\u{1b}]0;owned\u{7}\u{9b}31mb";
    fs::write(folder.path().join("a.pgn"), format!("[Event \"{event}\"]\n\n1. e4 *\n")).unwrap();
    let sql = "destrier-sql -c \"SELECT event FROM games('a.pgn')\"";
    let shown = printed(&folder, sql);
    assert!(shown.contains("| a\u{fffd}]0;owned\u{fffd}\u{fffd}31mb |"), "{shown:?}");
    // Output for programs is unchanged.
    assert!(printed(&folder, &format!("{sql} --format csv")).contains(event));

    // Errors and headings may quote files, too.
    let sql = "SELECT CAST(event AS INT) FROM games('a.pgn');";
    let (_, said) = failed(&folder, &format!("destrier-sql -c \"{sql}\""));
    assert!(said.contains("'a\u{fffd}]0;owned\u{fffd}\u{fffd}31mb'"), "{said:?}");
    // DataFusion lists functions after tabs.
    let (_, said) = failed(&folder, "destrier-sql -c \"SELECT sum(event) FROM games('a.pgn')\"");
    assert!(said.contains("\n sum(") && !said.contains('\u{fffd}'), "{said:?}");
    let mut terminal = Terminal::open(&folder, &[]);
    terminal.wait_for("destrier> ");
    terminal.type_in(&format!("{sql}\n"));
    terminal.wait_for("'a\u{fffd}]0;owned\u{fffd}");
    terminal.wait_for("destrier> ");
    terminal.type_in("\x04");
    terminal.ends_with(0);
    fs::write(folder.path().join("a.csv"), "x\u{1b}[31my\n1\n").unwrap();
    let shown = printed(&folder, "destrier-sql -c \"SELECT * FROM 'a.csv'\"");
    assert!(shown.contains("| x\u{fffd}[31my |\n"), "{shown:?}");
}

#[test]
fn a_plan_has_no_frame() {
    let folder = Folder::with_samples();
    let sql = "EXPLAIN SELECT white_passers(fen) AS p FROM (VALUES ('8/8')) AS t (fen) WHERE fen > ''";
    let plan = printed(&folder, &format!("destrier-sql -c \"{sql}\""));
    assert!(plan.starts_with("logical_plan\n  Projection: white_passers(t.fen) AS p\n"), "{plan}");
    assert!(plan.contains("\n\nphysical_plan\n  ProjectionExec: "), "{plan}");
}

#[test]
fn the_examples_of_the_help_run() {
    let folder = Folder::with_samples();
    let help = printed(&folder, "destrier-sql --help");
    let examples: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| line.starts_with("destrier-sql ") || line.starts_with("echo "))
        .collect();
    assert!(examples.len() >= 5, "{examples:?}");
    for example in examples {
        printed(&folder, example);
    }
    for line in help.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

/// A command in a pseudoterminal.
struct Terminal {
    child: Child,
    terminal: Arc<Pty>,
    screen: Receiver<Vec<u8>>,
    seen: String,
}

impl Terminal {
    fn open(folder: &Folder, arguments: &[&str]) -> Self {
        let (terminal, inside) = pty_process::blocking::open().unwrap();
        terminal.resize(Size::new(24, 80)).unwrap();
        let terminal = Arc::new(terminal);
        let mut command = Command::new(env!("CARGO_BIN_EXE_destrier-sql"));
        folder.place(command.args(arguments)).env("TERM", "xterm");
        let child = pty_process::blocking::Command::from(command).spawn(inside).unwrap();
        let (sender, screen) = channel();
        let shows = Arc::clone(&terminal);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // An error means that the command has ended.
            while let Ok(length @ 1..) = (&*shows).read(&mut bytes) {
                if sender.send(bytes[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { child, terminal, screen, seen: String::new() }
    }

    fn type_in(&mut self, text: &str) {
        (&*self.terminal).write_all(text.as_bytes()).unwrap();
    }

    /// Waits for a text, and returns the output up to its end.
    #[track_caller]
    fn wait_for(&mut self, text: &str) -> String {
        loop {
            if let Some(found) = self.seen.find(text) {
                let rest = self.seen.split_off(found + text.len());
                return std::mem::replace(&mut self.seen, rest);
            }
            match self.screen.recv_timeout(Duration::from_secs(60)) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("{text:?} does not come; there is {:?}", self.seen),
            }
        }
    }

    /// Asserts that the command ends with a status.
    #[track_caller]
    fn ends_with(self, status: i32) {
        let ended = end(self.child).status;
        assert_eq!(ended.code(), Some(status), "{ended}");
    }
}

#[test]
fn the_prompt_answers_completes_stops_and_remembers() {
    let folder = Folder::with_samples();
    let history = folder.path().join(".local/share/destrier/sql-history");
    let mut terminal = Terminal::open(&folder, &[]);
    // The end of the switch to a terminal without echo. Input before it is lost.
    const READY: &str = "destrier> ";
    terminal.wait_for(READY);
    terminal.type_in("SELECT squares(\n");
    terminal.wait_for("squares(");
    terminal.type_in("'a1') AS found;\n");
    assert!(terminal.wait_for("1 row in ").contains("| [a1]  |"));
    terminal.wait_for(READY);
    terminal.type_in("SELECT count(*) FROM generate_series(1, 1000000000000);\n");
    terminal.wait_for("generate_series");
    #[cfg(target_os = "linux")]
    wait_until_it_works(terminal.child.id(), false);
    terminal.type_in("\x03");
    terminal.wait_for("query cancelled");
    terminal.wait_for(READY);
    terminal.type_in("SELECT x;\n");
    terminal.wait_for("No field named x");
    terminal.wait_for(READY);
    terminal.type_in("SELECT squares(white_fork_\t('r3k3/8/8/3N4/8/8/8/4K3 w')) AS forks;\n");
    assert!(terminal.wait_for("1 row in ").contains("| [c7]  |"));
    terminal.wait_for(READY);
    terminal.type_in("help\n");
    terminal.wait_for("SHOW FUNCTIONS LIKE");
    terminal.wait_for(READY);
    terminal.type_in("\x03");
    terminal.wait_for(READY);
    terminal.type_in("\x04");
    terminal.ends_with(0);
    let remembered = fs::read_to_string(history).unwrap();
    assert!(remembered.contains("SELECT squares(\\n'a1') AS found;\n"), "{remembered}");
    assert!(remembered.contains("white_fork_squares('r3k3"), "{remembered}");
}

#[test]
fn the_prompt_works_without_a_history_and_writes_wide_rows_in_lines() {
    let folder = Folder::with_samples();
    // No folder can be created below a file.
    fs::write(folder.path().join(".local"), "").unwrap();
    let mut terminal = Terminal::open(&folder, &[]);
    terminal.wait_for("destrier> ");
    terminal.type_in("SELECT * FROM games('samples/lichess.pgn') WHERE game = 2;\n");
    let shown = terminal.wait_for("1 row in ");
    assert!(
        shown.contains("-[ row 1 ]-\r\nsource       | samples/lichess.pgn\r\ngame         | 2\r\n"),
        "{shown}"
    );
    terminal.wait_for("destrier> ");
    terminal.type_in("quit\n");
    terminal.ends_with(0);
    assert_eq!(printed(&folder, "ls -A"), ".local\nsamples\n");
}

#[test]
fn a_query_without_games_says_why_on_standard_error() {
    let folder = Folder::with_samples();
    fs::write(folder.path().join("blank.pgn"), "\n\n").unwrap();
    let said = |sql: &str| {
        let ended = folder.bash(&format!("destrier-sql --format csv -c \"{sql}\""));
        assert!(ended.status.success(), "{ended:?}");
        String::from_utf8(ended.stderr).unwrap()
    };
    let games = "games('samples/lichess.pgn')";
    for (condition, why) in [
        ("white = 'Spilman'", "white = 'Spilman'"),
        ("white_elo > 3000 AND eco LIKE 'A%'", "all conditions: white_elo > 3000 and eco LIKE 'A%'"),
        ("year = 1990 ORDER BY date LIMIT 3", "year = 1990"),
    ] {
        let why = format!("destrier-sql: none of the 60 games meets {why}\n");
        assert_eq!(said(&format!("SELECT game FROM {games} WHERE {condition}")), why);
    }
    let players =
        "findings('samples/lichess.pgn') WHERE player = 'nobody' AND elo > 9 AND pattern = 'knight-fork'";
    assert_eq!(
        said(&format!("SELECT count(*) FROM {players}")),
        "destrier-sql: none of the 60 games meets all conditions: elo > 9 and player = 'nobody'\n"
    );
    assert_eq!(
        said(&format!(
            "SELECT san FROM findings('samples/lichess.pgn') JOIN {games} g USING (source, game) WHERE g.white = 'nobody'"
        )),
        "destrier-sql: none of the 60 games meets all conditions: white = 'nobody' and those of a join\n"
    );
    fs::write(folder.path().join("empty.pgn"), "").unwrap();
    assert_eq!(said("SELECT count(*) FROM games('empty.pgn')"), "destrier-sql: no games in empty.pgn\n");
    assert_eq!(said("SELECT * FROM games('blank.pgn')"), "destrier-sql: no games in blank.pgn\n");
    fs::write(folder.path().join("hello.pgn"), "hello world").unwrap();
    assert_eq!(
        said("SELECT * FROM findings('hello.pgn')"),
        "destrier-sql: all games are damaged; the column damage of games('…') says where\n"
    );
    fs::write(folder.path().join("crazy.pgn"), "[Variant \"Crazyhouse\"]\n\n1. e4 *\n").unwrap();
    assert_eq!(
        said("SELECT * FROM findings('crazy.pgn')"),
        "destrier-sql: all games are of unsupported variants: 1\n"
    );
    fs::write(folder.path().join("half.pgn"), "1. e4 e5 *\n\n1. e4 Ke6 *\n").unwrap();
    assert_eq!(
        said("SELECT * FROM positions('half.pgn')"),
        "destrier-sql: 1 of 2 games is damaged; the column damage of games('…') says where\n"
    );
    for (sql, why) in [
        (
            "SELECT game FROM games('samples/lichess.pgn') WHERE white = 'LiamMurphy' AND plies > 1000",
            "plies > 1000",
        ),
        ("SELECT count(*) FROM findings('samples/lichess.pgn') WHERE wins >= 5000", "wins >= 5000"),
        ("SELECT count(*) FROM positions('samples/lichess.pgn') WHERE san = 'NF3'", "san = 'NF3'"),
        (
            "SELECT * FROM games('samples/lichess.pgn') AS a
             JOIN games('samples/lichess.pgn') AS b ON a.game = b.game WHERE a.plies = 10000",
            "plies = 10000",
        ),
    ] {
        assert_eq!(said(sql), format!("destrier-sql: no row meets {why}\n"), "{sql}");
    }
    // These find rows, or do not look for any.
    for sql in [
        "SELECT count(*) FROM positions('samples/lichess.pgn') WHERE san = 'Nf3'",
        "SELECT * FROM games('samples/lichess.pgn') LIMIT 0",
    ] {
        assert_eq!(said(sql), "", "{sql}");
    }
}

#[test]
fn a_prompt_writes_no_files_and_a_terminal_gets_no_parquet() {
    let folder = Folder::with_samples();
    let parquet = ["--format", "parquet", "-c", "SELECT 1"];
    for arguments in [&["-o", "a.csv"], &parquet[..2], &parquet] {
        let mut terminal = Terminal::open(&folder, arguments);
        terminal.wait_for("destrier-sql: ");
        terminal.ends_with(2);
    }
    assert_eq!(printed(&folder, "ls"), "samples\n");
}
