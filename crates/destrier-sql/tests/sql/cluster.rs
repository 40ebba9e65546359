//! A cluster of processes on the loopback interface, compared with this machine alone.
//!
//! If `DESTRIER_DATA` names the folder with the larger data, its 145,716 games in eight files are queried as well.

use crate::folder::Folder;
use crate::support::cluster::{self, Cluster, sql};
use crate::support::{SAMPLE, converted};
use crate::{data, document};
use std::fs;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Returns the answer to a question, as CSV.
#[track_caller]
fn answer(folder: &Folder, cluster: Option<&Cluster>, question: &str) -> String {
    let Output { status, stdout, stderr } = folder.run(sql(cluster, question));
    let stderr = String::from_utf8(stderr).unwrap();
    assert!(status.success() && stderr.is_empty(), "{question}: {status}\n{stderr}");
    String::from_utf8(stdout).unwrap()
}

/// Returns the error of a question.
#[track_caller]
fn failure(folder: &Folder, cluster: &Cluster, question: &str) -> String {
    let Output { status, stderr, .. } = folder.run(sql(Some(cluster), question));
    assert_eq!(status.code(), Some(1), "{question}");
    String::from_utf8(stderr).unwrap()
}

#[track_caller]
fn assert_same(folder: &Folder, cluster: &Cluster, question: &str) {
    let alone = answer(folder, None, question);
    assert!(alone.lines().count() > 1, "{question} has no answer");
    assert_eq!(answer(folder, Some(cluster), question), alone, "{question}");
}

#[test]
fn a_cluster_gives_the_results_of_one_machine() {
    let folder = Folder::with_samples();
    fs::write(folder.path().join("games.parquet"), converted(&[SAMPLE.into()])).unwrap();
    let cluster = Cluster::start(&folder, 2);
    for question in [
        "SELECT squares(forks('a8,e8')) AS squares, white_passers(NULL) IS NULL AS is_null",
        "SELECT source, game, white, plies FROM games('samples/lichess.pgn') ORDER BY 1, 2",
        "SELECT pattern, side, count(*) FROM findings('samples/lichess.pgn', 'samples/puzzles.csv')
             WHERE pattern IN ('knight-fork', 'smothered-mate') GROUP BY 1, 2 ORDER BY 1, 2",
        "SELECT source, game, ply, targets FROM findings('samples') WHERE side = 'white' AND targets IS NOT NULL
             AND white_elo > 1500 ORDER BY 1, 2, 3, 4 LIMIT 30",
        "SELECT source, game, ply, san, wins, missed_by, missed, eval_before FROM findings('samples')
             WHERE pattern <> 'distant-check' AND missed IN ('mistake', 'blunder') AND wins > 2 ORDER BY 1, 2, 3, 4",
        "SELECT missed, count(*), sum(worth(fen, move) - wins) FROM findings('samples/lichess.pgn')
             WHERE pattern = 'knight-fork' GROUP BY 1 ORDER BY 1",
        "SELECT source, popcount(white_fork_squares(fen)) AS squares, count(*)
             FROM positions('samples/*.pgn') GROUP BY 1, 2 ORDER BY 1, 2",
        "SELECT white_king_lines, count(*) FROM features('samples/lichess.pgn')
             WHERE eco LIKE 'B%' AND NOT white_to_move GROUP BY 1 ORDER BY 1",
        "SELECT g.eco, count(*) FROM games('samples/lichess.pgn') AS g JOIN findings('samples/lichess.pgn') AS f
             ON g.source = f.source AND g.game = f.game WHERE f.played GROUP BY 1 ORDER BY 1",
        "SELECT count(*) FROM games('samples/lichess.pgn') AS a LEFT JOIN games('samples/lichess.pgn') AS b
             ON a.game = b.game AND b.white_elo > 9000",
        "SELECT count(*) FROM games('samples/lichess.pgn') AS g WHERE NOT EXISTS (SELECT 1 FROM
             findings('samples/lichess.pgn') AS f WHERE f.game = g.game AND f.pattern = 'smothered-mate')",
        "SELECT count(*) FROM games('samples/lichess.pgn') WHERE white_elo > NULL AND white_elo NOT IN
             (SELECT black_elo FROM games('samples/lichess.pgn') WHERE white_elo < 1300)",
        "SELECT count(*) FROM games('samples/lichess.pgn')
             WHERE white_elo > (SELECT avg(white_elo) FROM games('samples/lichess.pgn'))",
        "SELECT game, rank() OVER (ORDER BY plies DESC) AS rank FROM games('samples/lichess.pgn') ORDER BY rank, game",
        "CREATE EXTERNAL TABLE kept STORED AS PGN LOCATION 'samples/' OPTIONS ('rows' 'findings');
             CREATE VIEW forks AS SELECT * FROM kept WHERE pattern = 'knight-fork';
             SELECT side, count(*) FROM forks GROUP BY 1 ORDER BY 1",
        "COPY (SELECT * FROM features('samples/lichess.pgn')) TO 'features.parquet';
             CREATE EXTERNAL TABLE features STORED AS PARQUET LOCATION 'features.parquet';
             SELECT count(*), sum(popcount(white_fork_squares)) FROM features",
        // Conditions that never hold
        "SELECT count(*), max(game), avg(white_elo) AS elo FROM games('samples/lichess.pgn') WHERE false",
        "SELECT count(*), min(ply) FROM findings('samples') WHERE side = 'white' AND side = 'black'",
        "SELECT g.eco, count(*), max(f.targets) FROM games('samples') AS g
             LEFT JOIN (SELECT * FROM findings('samples') WHERE false) AS f ON g.game = f.game GROUP BY 1 ORDER BY 1",
        "SELECT count(*) FROM games('samples') WHERE game IN (SELECT game FROM games('samples') WHERE false)
             OR white_elo > (SELECT max(black_elo) FROM games('samples') WHERE eco = 'B20' AND eco = 'C20')",
        "COPY (SELECT game, targets FROM findings('samples') WHERE false) TO 'no-rows.parquet';
             CREATE EXTERNAL TABLE no_rows STORED AS PARQUET LOCATION 'no-rows.parquet';
             SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'no_rows' ORDER BY 1;
             SELECT * FROM no_rows",
        // Names with capital letters
        "SELECT max(\"G\".game) AS m FROM games('samples') AS \"G\" WHERE false",
        "SELECT max(\"a.b\".game) AS m FROM games('samples') AS \"a.b\" WHERE false",
        "SELECT count(\"G\".game), max(\"F\".game) FROM games('samples') AS \"G\"
             LEFT JOIN (SELECT * FROM findings('samples') WHERE false) AS \"F\" ON \"G\".game = \"F\".game",
        "CREATE EXTERNAL TABLE \"G\" STORED AS PGN LOCATION 'samples/lichess.pgn';
             SELECT count(*), max(\"G\".game) FROM \"G\"",
        "SELECT max(game) FROM 'samples/lichess.pgn' WHERE false",
        "SELECT count(*) FROM information_schema.df_settings WHERE name = 'destrier.strict'",
        // Tables of games
        "SELECT source, game, white, plies FROM games('games.parquet') WHERE eco LIKE 'B%' ORDER BY 1, 2",
        "SELECT pattern, side, count(*), sum(wins) FROM findings('games.parquet')
             WHERE white_elo > 1500 GROUP BY 1, 2 ORDER BY 1, 2",
        "CREATE EXTERNAL TABLE stored STORED AS PARQUET LOCATION 'games.parquet';
             SELECT f['pattern'] AS pattern, count(*), max(f['san']) FROM
             (SELECT unnest(findings_of(moves, fen)) AS f FROM stored WHERE white_elo > 1500) GROUP BY 1 ORDER BY 1",
    ] {
        assert_same(&folder, &cluster, question);
    }
    // An answer without rows keeps its columns.
    for question in [
        "SELECT game FROM games('samples/lichess.pgn') WHERE false",
        "SELECT game FROM games('samples/lichess.pgn') AS \"G\" LIMIT 0",
        "SELECT game FROM games('samples/lichess.pgn') AS \"a.b\" LIMIT 0",
        "SELECT 1 AS game LIMIT 0",
    ] {
        for of in [None, Some(&cluster)] {
            assert_eq!(answer(&folder, of, question), "game\n", "{question}");
        }
    }
    // Also with computed columns, and as Parquet
    let query = "SELECT game, white_fork_squares, fen FROM features('samples/lichess.pgn') WHERE false";
    let read = |file: &str| fs::read(folder.path().join(file)).unwrap();
    for (of, prefix) in [(None, "alone"), (Some(&cluster), "cluster")] {
        answer(&folder, of, &format!("COPY ({query}) TO '{prefix}-copied.parquet'"));
        let mut program = cluster::program(of);
        program.args(["-o", &format!("{prefix}.parquet"), "-c", query]);
        assert!(folder.run(program).status.success());
    }
    for end in ["-copied.parquet", ".parquet"] {
        let alone = read(&format!("alone{end}"));
        assert!(alone.len() > 900);
        assert_eq!(read(&format!("cluster{end}")), alone);
    }
    let book = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/questions.md")).unwrap();
    let sections = document::sections(&book);
    let blocks = sections.iter().flat_map(|section| &section.blocks).filter(|block| block.language == "sql");
    let questions: Vec<String> = blocks.map(|block| block.lines.join("\n")).collect();
    assert_eq!(questions.len(), 11);
    for question in questions {
        assert_same(&folder, &cluster, &question);
    }
    let plan = answer(&folder, Some(&cluster), "EXPLAIN SELECT count(*) FROM games('samples/lichess.pgn')");
    assert!(plan.contains("rows=games, moves=not read") && plan.contains("Stage"), "{plan}");
}

#[test]
fn errors_of_a_cluster_name_their_cause() {
    let folder = Folder::with_samples();
    fs::write(folder.path().join("wide.pgn"), [0xff, 0xfe, b'[', 0, b'E', 0]).unwrap();
    fs::write(folder.path().join("torn.parquet"), &converted(&[SAMPLE.into()])[..1000]).unwrap();
    let damaged = fs::read_to_string(folder.path().join("samples/lichess.pgn")).unwrap();
    let place = damaged.match_indices("1. e4").nth(3).unwrap().0;
    let damaged = format!("{}1. e5{}", &damaged[..place], &damaged[place + 5..]);
    fs::write(folder.path().join("damaged.pgn"), damaged).unwrap();
    let cluster = Cluster::start(&folder, 1);

    for (question, words) in [
        ("SELECT count(*) FROM games('nothing.pgn')", "nothing.pgn: there is no such file"),
        ("SELECT count(*) FROM games('wide.pgn')", "wide.pgn: UTF-16 text"),
        ("SELECT count(*) FROM games('torn.parquet')", "torn.parquet: damaged Parquet file, metadata"),
        (
            "SET destrier.strict = true; SELECT findings_of(moves) FROM (VALUES ('1. e4 e4')) AS t (moves)",
            "findings_of: row 1 of a batch: byte 6: ",
        ),
        (
            "SET destrier.strict = true; SELECT white_passers(fen) FROM (VALUES ('8/8')) AS t (fen)",
            "white_passers: row 1 of a batch: byte 3 of the FEN",
        ),
        ("CREATE TABLE t AS SELECT 1 AS n; SELECT * FROM t", "the table t is in the memory of this session"),
        ("SELECT nothing", "nothing"),
        ("SELECT * FROM 'damaged.pgn'", "a cluster cannot read damaged.pgn by its name alone"),
        (
            "CREATE EXTERNAL TABLE \"a.b\" STORED AS PGN LOCATION 'damaged.pgn'; SELECT count(*) FROM \"a.b\"",
            "a cluster cannot read a.b by its name alone; use CREATE EXTERNAL TABLE with a name without dots",
        ),
    ] {
        let said = failure(&folder, &cluster, question);
        assert!(said.contains(words) && !said.contains("panicked"), "{question}: {said}");
    }
    // A damaged game ends at its damage and is counted.
    assert_same(&folder, &cluster, "SELECT game, plies, damage FROM games('damaged.pgn') ORDER BY 1");
    let analyzed =
        answer(&folder, Some(&cluster), "EXPLAIN ANALYZE SELECT max(plies) FROM games('damaged.pgn')");
    assert!(analyzed.contains("damaged=1,"), "{analyzed}");
    // The executor still works, and no thread has panicked.
    assert_same(&folder, &cluster, "SELECT 1 AS n");
    let logs = cluster.logs();
    assert!(!logs.contains("panicked"), "{logs}");
}

#[test]
fn unusable_addresses_are_named() {
    let folder = Folder::with_samples();
    let (taken, free) = (TcpListener::bind("127.0.0.1:0").unwrap(), cluster::free_ports());
    let taken = taken.local_addr().unwrap();
    let scripts = [
        (format!("--cluster df://127.0.0.1:{free} -c 'SELECT 1'"), format!("df://127.0.0.1:{free}"), 1),
        ("--cluster http://localhost -c 'SELECT 1'".to_owned(), "df://HOST:PORT".to_owned(), 2),
        (format!("scheduler --listen {taken}"), taken.to_string(), 1),
        (format!("executor --listen {taken}"), taken.to_string(), 1),
        ("executor --listen 127.0.0.1:65535".to_owned(), "127.0.0.1:65535".to_owned(), 1),
        ("executor --listen 127.0.0.1:0".to_owned(), "from 1 to 65534".to_owned(), 1),
        ("executor --listen 127.0.0.1".to_owned(), "--listen".to_owned(), 2),
        ("scheduler --executor-timeout 5".to_owned(), "--executor-timeout".to_owned(), 2),
        ("scheduler -c 'SELECT 1'".to_owned(), "-c".to_owned(), 2),
    ];
    for (script, name, status) in scripts {
        let output = folder.bash(&format!("timeout 30 destrier-sql {script}"));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{script}: {said}");
        assert!(said.contains(&name), "{script}: {said}");
    }
}

/// A node that listens on all addresses of the machine would be reachable at every loopback address.
#[test]
#[cfg(target_os = "linux")]
fn only_this_machine_reaches_a_cluster() {
    let folder = Folder::with_samples();
    let cluster = Cluster::start(&folder, 1);
    for port in cluster.ports() {
        wait_until("it listens", || TcpStream::connect(("127.0.0.1", port)).is_ok());
        let other = TcpStream::connect(("127.0.0.2", port));
        assert!(other.is_err(), "port {port} is open to more than 127.0.0.1");
    }
    let everywhere = TcpListener::bind("0.0.0.0:0").unwrap();
    TcpStream::connect(("127.0.0.2", everywhere.local_addr().unwrap().port())).unwrap();
}

#[test]
fn nodes_end_on_signals() {
    let folder = Folder::with_samples();
    for (signal, scheduler_status) in [("INT", Some(0)), ("TERM", None)] {
        let mut cluster = Cluster::start(&folder, 1);
        let work = cluster.work_dir(0);
        assert_same(&folder, &cluster, "SELECT count(*) FROM games('samples/lichess.pgn')");
        assert!(work.read_dir().unwrap().next().is_some(), "answers are kept for those who fetch them");
        assert_eq!(cluster.end_executor(0, signal), Some(0));
        assert_eq!(cluster.end_scheduler(signal), scheduler_status);
    }
}

const FIVE: [&str; 5] = [
    "SELECT pattern, side, count(*), count(DISTINCT source) FROM findings('games') GROUP BY 1, 2 ORDER BY 1, 2",
    "SELECT eco, count(*) AS n, avg(plies) FROM games('games') GROUP BY 1 ORDER BY n DESC, eco",
    "SELECT source, game, ply, fen, targets FROM findings('games') WHERE pattern = 'knight-fork' AND played AND safe
         AND array_has(classes, 'royal') AND result = '1-0' ORDER BY source, game, ply, targets",
    "SELECT white_shield_wing, white_shield_index, count(*), count(*) FILTER (WHERE result = '0-1')
         FROM features('games') WHERE ply = 40 GROUP BY 1, 2 ORDER BY 1, 2",
    "SELECT g.eco, count(DISTINCT (g.source, g.game)) AS games FROM games('games') AS g
         JOIN findings('games') AS f ON g.source = f.source AND g.game = f.game
         WHERE f.pattern = 'smothered-mate' GROUP BY 1 ORDER BY 2 DESC, 1",
];

/// The other executor repeats the work of a killed one.
#[test]
fn a_large_query_survives_the_loss_of_an_executor() {
    let Some(compressed) = data::file("gnuchess-book.pgn.zst") else { return };
    let folder = Folder::with_samples();
    let games = split(&folder, &compressed, 8);
    assert_eq!(games, 145_716);
    let mut cluster = Cluster::start(&folder, 2);
    assert_eq!(answer(&folder, Some(&cluster), "SELECT count(*) AS n FROM games('games')"), "n\n145716\n");
    for question in FIVE {
        assert_same(&folder, &cluster, question);
    }

    let question = FIVE[0];
    let alone = answer(&folder, None, question);
    let before: Vec<_> = jobs(&cluster, 1);
    let mut program = sql(Some(&cluster), question);
    folder.place(&mut program).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut asked = program.spawn().unwrap();
    // The executor works on the question once it writes intermediate results.
    wait_until("the executor works", || jobs(&cluster, 1) != before);
    cluster.kill_executor(1);
    assert!(asked.try_wait().unwrap().is_none(), "the question was answered before the executor was killed");
    let Output { status, stdout, stderr } = asked.wait_with_output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    assert!(status.success(), "{stderr}\n{}", cluster.logs());
    assert_eq!(String::from_utf8(stdout).unwrap(), alone);
    assert!(cluster.logs().contains("lost Executor"), "the scheduler did not notice the loss");
}

/// Ctrl-C in a session cancels its query on the cluster.
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_cancels_a_query_on_the_cluster() {
    let Some(compressed) = data::file("gnuchess-book.pgn.zst") else { return };
    let folder = Folder::with_samples();
    split(&folder, &compressed, 8);
    let cluster = Cluster::start(&folder, 1);
    let before = jobs(&cluster, 0);
    let mut program = sql(Some(&cluster), FIVE[0]);
    folder.place(&mut program).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let asked = program.spawn().unwrap();
    wait_until("the executor works", || jobs(&cluster, 0) != before);
    let begun = Instant::now();
    let pressed = Command::new("kill").args(["-INT", &asked.id().to_string()]).status().unwrap();
    assert!(pressed.success());
    let ended = asked.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130), "{}", String::from_utf8_lossy(&ended.stderr));
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    wait_until("the executor rests", || {
        let before = cluster.processor_time(0);
        thread::sleep(Duration::from_millis(500));
        cluster.processor_time(0) - before < 10
    });
    assert!(
        begun.elapsed() < Duration::from_secs(10),
        "the executor is still busy after {:?}",
        begun.elapsed()
    );
}

/// Returns the folders of an executor's jobs.
fn jobs(cluster: &Cluster, executor: usize) -> Vec<std::ffi::OsString> {
    let Ok(entries) = cluster.work_dir(executor).read_dir() else { return Vec::new() };
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names
}

#[track_caller]
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(60), "waiting until {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Splits a compressed file of games into files in the folder `games`, and returns the number of games.
fn split(folder: &Folder, compressed: &std::path::Path, files: usize) -> usize {
    let games = folder.path().join("games");
    fs::create_dir(&games).unwrap();
    let mut files: Vec<_> = (0..files)
        .map(|i| BufWriter::new(fs::File::create(games.join(format!("{i}.pgn"))).unwrap()))
        .collect();
    let mut lines = BufReader::new(zstd::Decoder::new(fs::File::open(compressed).unwrap()).unwrap());
    let (mut count, mut line, part) = (0, Vec::new(), 145_716_usize.div_ceil(files.len()));
    while lines.read_until(b'\n', &mut line).unwrap() > 0 {
        count += usize::from(line.starts_with(b"[Event "));
        files[(count.max(1) - 1) / part].write_all(&line).unwrap();
        line.clear();
    }
    files.iter_mut().for_each(|file| file.flush().unwrap());
    count
}
