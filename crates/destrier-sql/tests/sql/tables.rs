//! Tables of games have the rows of the command, in any number of partitions and in every store.

use crate::compress::{COMPRESSIONS, compress};
use crate::support::*;
use datafusion::arrow::array::RecordBatch;
use datafusion::object_store::memory::InMemory;
use datafusion::object_store::path::Path as ObjectPath;
use datafusion::object_store::{ObjectStore, ObjectStoreExt};
use datafusion::prelude::SessionConfig;
use destrier_games::{GameFilter, PATTERNS, Table};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Compares findings and features of files with the command's.
async fn compare(path: &Path, files: &[PathBuf], partitions: usize) {
    let context = session(partitions);
    for table in [Table::Findings, Table::Features] {
        let function = table.name();
        let columns = columns_of_command(table);
        let query = format!("SELECT {} FROM {function}({})", names(&columns), quoted(path));
        let answer = ask(&context, &query).await.unwrap();
        let (expected, totals) = of_command(files, table == Table::Features, &GameFilter::default());
        assert!(!expected.is_empty());
        let what = format!("{function} of {} in {partitions}", path.display());
        assert_same_rows(&answer.rows(), &expected, &what);
        assert_eq!(answer.counted("games") as u64, totals.games, "{what}");
        assert_eq!(answer.counted("positions") as u64, totals.positions, "{what}");
        assert_eq!(answer.counted("damaged") as u64, totals.damaged, "{what}");
        assert_eq!(answer.counted("skipped") as u64, totals.skipped, "{what}");
    }
}

fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

#[tokio::test]
async fn rows_are_those_of_the_command() {
    for partitions in [1, 2, 3, 8] {
        compare(Path::new(SAMPLE), &[SAMPLE.into()], partitions).await;
        compare(Path::new(PUZZLES), &[PUZZLES.into()], partitions).await;
    }
    let answer = ask(&session(8), &format!("SELECT * FROM features('{SAMPLE}')")).await.unwrap();
    assert_eq!(answer.partitions(), 8);
}

/// Compares the worth of moves, and the evaluations in comments.
#[tokio::test]
async fn worth_is_that_of_the_command() {
    for (file, partitions) in [(SAMPLE, 1), (SAMPLE, 3), (PUZZLES, 2)] {
        let expected = worth_of_command(file);
        let query = format!("SELECT * FROM findings('{file}')");
        let answer = ask(&session(partitions), &query).await.unwrap();
        assert!(answer.scan().contains(", chances=true, worth=true"), "{}", answer.scan());
        assert_same_rows(&answer.rows(), &expected, &format!("{file} in {partitions}"));
        let with = |column: &str| expected.iter().filter(|row| row.contains_key(column)).count();
        assert!(with("wins") > with("missed_by") && with("missed_by") > with("missed") && with("missed") > 0);
        assert_eq!(with("eval_before") > 0, file == SAMPLE);
    }
}

/// The columns of findings have the specified names and order, which are those of the command.
#[tokio::test]
async fn findings_have_the_columns_of_the_command() {
    let answer = ask(&session(1), &format!("SELECT * FROM findings('{SAMPLE}')")).await.unwrap();
    let schema = answer.plan.schema();
    let found: Vec<&str> = schema.fields().iter().map(|field| &**field.name()).collect();
    let of_command: Vec<&str> = Table::Findings.columns().iter().map(|column| &*column.name).collect();
    assert_eq!(found, of_command);
    let of_patterns =
        |name: &&str| PATTERNS.iter().any(|pattern| pattern.fields().any(|field| field.name == *name));
    let others: Vec<&str> = found.iter().filter(|name| !of_patterns(name)).copied().collect();
    assert_eq!(
        others.join(" "),
        "source game line_number site ply fen pattern side chance first_ply \
         wins missed_by missed eval_before eval_after eval eval_best eval_game \
         move_number game_move game_san clock opponent_clock material position_link \
         player elo opponent opponent_elo score \
         white black white_elo black_elo result date time event round eco opening time_control speed termination \
         variant link"
    );
    let place = |name: &str| found.iter().position(|found| *found == name).unwrap();
    let fields = &found[place("side") + 1..place("chance")];
    assert!(!fields.is_empty() && fields.iter().all(of_patterns), "{fields:?}");
}

#[tokio::test]
async fn compressed_files_are_read_by_one_partition() {
    let text = fs::read(SAMPLE).unwrap();
    for compression in COMPRESSIONS {
        let name = format!("games.pgn.{compression}");
        let folder = folder(&[(&name, &compress(compression, &text, 3))]);
        let path = folder.path().join(&name);
        for partitions in [1, 2, 8] {
            compare(&path, std::slice::from_ref(&path), partitions).await;
        }
        let context = session(8);
        let answer = ask(&context, &format!("SELECT ply FROM positions({})", quoted(&path))).await.unwrap();
        assert_eq!(answer.partitions(), 1);
        // A compressed file with a plain name is split, but only its first range has games.
        let other = folder.path().join("games");
        fs::copy(&path, &other).unwrap();
        compare(&other, std::slice::from_ref(&other), 8).await;
    }
}

#[tokio::test]
async fn malformed_files_have_the_same_rows_in_any_number_of_partitions() {
    let mut files: Vec<_> = fs::read_dir(DIRT).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| {
        path.extension().is_some_and(|ending| ending == "pgn") && !path.ends_with("utf-16.pgn")
    });
    files.sort();
    assert!(files.len() > 40);
    let columns = columns_of_command(Table::Features);
    let mut compared = 0;
    for file in &files {
        let (expected, totals) = of_command(std::slice::from_ref(file), true, &GameFilter::default());
        for partitions in [1, 2, 3, 8] {
            let query = format!("SELECT {} FROM features({})", names(&columns), quoted(file));
            let answer = ask(&session(partitions), &query).await.unwrap();
            let what = format!("{} in {partitions}", file.display());
            assert_same_rows(&answer.rows(), &expected, &what);
            assert_eq!(answer.counted("damaged") as u64, totals.damaged, "{what}");
            compared += expected.len();
        }
    }
    assert!(compared > 1000, "{compared}");
}

#[tokio::test]
async fn folders_are_read_recursively() {
    let game = b"[White \"A\"]\n\n1. e4 e5 *\n";
    let fen = b"r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1\n";
    let folder = folder(&[
        ("b.PGN", game),
        ("a.pgn.zst", &zstd::encode_all(&game[..], 1).unwrap()),
        ("c.epd", fen),
        ("d.csv", b"FEN,Moves\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2\n"),
        ("e.txt", game),
        (".hidden.pgn", game),
        ("empty.pgn", b""),
    ]);
    let context = session(2);
    let query = format!("SELECT source, ply FROM positions({}) ORDER BY source, ply", quoted(folder.path()));
    let rows = ask(&context, &query).await.unwrap().rows();
    let found: Vec<_> = rows
        .iter()
        .map(|row| format!("{} {}", row["source"].as_str().unwrap().rsplit('/').next().unwrap(), row["ply"]))
        .collect();
    let expected =
        "a.pgn.zst 0, a.pgn.zst 1, a.pgn.zst 2, b.PGN 0, b.PGN 1, b.PGN 2, c.epd 0, d.csv 0, d.csv 1";
    assert_eq!(found.join(", "), expected);
    let given = rows[0]["source"].as_str().unwrap();
    assert_eq!(given, folder.path().join("a.pgn.zst").to_str().unwrap());

    // A table of games has only files of games; a pattern selects its matches.
    let path = folder.path().to_str().unwrap();
    for (query, count) in [
        (format!("CREATE EXTERNAL TABLE g STORED AS PGN LOCATION '{path}/'"), "SELECT count(*) FROM g = 2"),
        (format!("CREATE EXTERNAL TABLE e STORED AS EPD LOCATION '{path}/'"), "SELECT count(*) FROM e = 1"),
        (
            format!(
                "CREATE EXTERNAL TABLE p STORED AS PUZZLES LOCATION '{path}/' OPTIONS ('rows' 'positions')"
            ),
            "SELECT count(*) FROM p = 2",
        ),
        (
            format!("CREATE EXTERNAL TABLE x STORED AS PGN LOCATION '{path}/e.txt'"),
            "SELECT count(*) FROM x = 1",
        ),
        (
            format!("CREATE EXTERNAL TABLE y STORED AS PGN LOCATION ('{path}/b.PGN', '{path}/e.txt')"),
            "SELECT count(*) FROM y = 2",
        ),
    ] {
        ask(&context, &query).await.unwrap();
        let (question, expected) = count.rsplit_once(" = ").unwrap();
        assert_eq!(ask(&context, question).await.unwrap().number().to_string(), expected, "{query}");
    }
    let pattern = format!("SELECT count(*) FROM games('{path}/*.epd')");
    assert_eq!(ask(&context, &pattern).await.unwrap().number(), 1);
    let two = format!("SELECT count(*) FROM games('{path}/b.PGN', '{path}/c.epd')");
    assert_eq!(ask(&context, &two).await.unwrap().number(), 2);
}

#[tokio::test]
async fn games_have_their_tags() {
    let text = "[Event \"Paris\"]\n[Site \"?\"]\n[Date \"1858.??.??\"]\n[White \"Morphy, \\\"Paul\\\"\"]\n\
        [Black \"M\u{fc}ller\"]\n[Result \"1-0\"]\n[WhiteElo \"2690\"]\n[BlackElo \"0\"]\n[ECO \"C41\"]\n\n\
        1. e4 e5 2. Nf3 d6 1-0\n\n\
        [Event \"2\"]\n[Date \"2020.02.30\"]\n[UTCDate \"2020.05.16\"]\n[WhiteElo \"70000\"]\n\n1. e4 e4 *\n\n\
        [Event \"3\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 *\n";
    let folder = folder(&[("a.pgn", text.as_bytes())]);
    let path = folder.path().join("a.pgn");
    let answer = ask(&session(1), &format!("SELECT * FROM games({})", quoted(&path))).await.unwrap();
    let rows = answer.rows();
    let shown = |row: &Row| {
        let mut row = row.clone();
        row.remove("source").unwrap();
        serde_json::Value::Object(row).to_string()
    };
    let expected: Vec<serde_json::Value> = [
        r#"{"game":1,"offset":0,"event":"Paris","year":1858,"white":"Morphy, \"Paul\"","black":"Müller",
            "result":"1-0","white_elo":2690,"eco":"C41","opening":"Philidor Defense","plies":4,"tags":{"Event":"Paris","Site":"?",
            "Date":"1858.??.??","White":"Morphy, \"Paul\"","Black":"Müller","Result":"1-0","WhiteElo":"2690",
            "BlackElo":"0","ECO":"C41"}}"#,
        r#"{"game":2,"offset":193,"event":"2","date":"2020-05-16","year":2020,"plies":1,
            "damage":"byte 280: \"e4\": it is not a legal move","tags":{"Event":"2","Date":"2020.02.30",
            "UTCDate":"2020.05.16","WhiteElo":"70000"}}"#,
        r#"{"game":3,"offset":287,"event":"3","variant":"Atomic","tags":{"Event":"3","Variant":"Atomic"}}"#,
    ]
    .map(|row| serde_json::from_str(row).unwrap())
    .into();
    let found: Vec<serde_json::Value> =
        rows.iter().map(|row| serde_json::from_str(&shown(row)).unwrap()).collect();
    for (found, expected) in found.iter().zip(&expected) {
        let (mut found, mut expected) = (found.clone(), expected.clone());
        let damage = |row: &mut serde_json::Value| row.as_object_mut().unwrap().remove("damage");
        assert_eq!(damage(&mut found).is_some(), damage(&mut expected).is_some());
        let offset = |row: &mut serde_json::Value| row.as_object_mut().unwrap().remove("offset").unwrap();
        let at = offset(&mut found).as_u64().unwrap() as usize;
        assert!(text[at..].starts_with("[Event"), "{at}");
        offset(&mut expected);
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), 3);
    assert_eq!((answer.counted("damaged"), answer.counted("skipped")), (1, 1));

    // Tags by name, dates as dates
    let query = format!(
        "SELECT count(*) FROM games({}) WHERE tags['ECO'] = 'C41' OR date BETWEEN DATE '2020-05-01' AND DATE '2020-05-31'",
        quoted(&path)
    );
    assert_eq!(ask(&session(1), &query).await.unwrap().number(), 2);
}

/// Reads from a store in memory, whose objects come in pieces, and by file URLs.
#[tokio::test]
async fn files_are_read_wherever_they_are() {
    let text = fs::read(SAMPLE).unwrap();
    let compressed = compress("zst", &text, 2);
    let store = Arc::new(InMemory::new());
    for (name, bytes) in
        [("games/a.pgn", text.clone()), ("games/b.pgn.zst", compressed), ("games/c.txt", text)]
    {
        store.put(&ObjectPath::from(name), bytes.into()).await.unwrap();
    }
    let (expected, _) = of_command(&[SAMPLE.into()], true, &GameFilter::default());
    let columns = columns_of_command(Table::Features);
    let (columns, ours) = (names(&columns[1..]), |rows: Vec<Row>| -> Vec<Row> {
        rows.into_iter()
            .map(|mut row| {
                row.remove("source");
                row
            })
            .collect()
    });
    for partitions in [1, 2, 3, 8] {
        let context = session(partitions);
        let address = "memory://games/".parse().unwrap();
        context.register_object_store(&address, Arc::clone(&store) as Arc<dyn ObjectStore>);
        for path in [
            "memory://games/games/a.pgn",
            "memory://games/games/b.pgn.zst",
            &format!("file://{}", canonical(SAMPLE)),
        ] {
            let query = format!("SELECT {columns} FROM features('{path}')");
            let answer = ask(&context, &query).await.unwrap();
            assert_same_rows(&answer.rows(), &ours(expected.clone()), &format!("{path} in {partitions}"));
        }
        let query = "SELECT source, count(*) AS n FROM games('memory://games/games/') GROUP BY source ORDER BY source";
        let rows = ask(&context, query).await.unwrap().rows();
        let found: Vec<_> =
            rows.iter().map(|row| (row["source"].as_str().unwrap(), row["n"].as_i64())).collect();
        let both = [("memory://games/games/a.pgn", Some(60)), ("memory://games/games/b.pgn.zst", Some(60))];
        assert_eq!(found, both);
    }
}

fn canonical(path: &str) -> String {
    fs::canonicalize(path).unwrap().to_str().unwrap().to_owned()
}

#[tokio::test]
async fn batches_have_the_requested_size() {
    for (partitions, size) in [(1, 100), (3, 7)] {
        let config = SessionConfig::new().with_target_partitions(partitions).with_batch_size(size);
        let context = session_of(config);
        for columns in ["ply", "source", "*"] {
            let query = format!("SELECT {columns} FROM positions('{SAMPLE}')");
            let answer = ask(&context, &query).await.unwrap();
            let sizes: Vec<_> = answer.batches.iter().map(RecordBatch::num_rows).collect();
            assert!(sizes.iter().all(|&rows| rows <= size), "{sizes:?}");
            let short = sizes.iter().filter(|&&rows| rows < size).count();
            assert!(short <= partitions, "{short} are shorter, in {partitions} partitions");
            assert!(sizes.len() > 30);
        }
    }
}

/// Compares a larger file, if available.
#[ignore = "takes two minutes; run by .ci/full"]
#[tokio::test]
async fn a_large_file_has_all_its_rows_in_any_number_of_partitions() {
    let Some(data) = std::env::var_os("DESTRIER_DATA").map(PathBuf::from) else {
        println!("skipped: DESTRIER_DATA does not name a folder");
        return;
    };
    for name in ["lichess-2013-01.pgn", "lichess-2021-10.pgn", "lichess-puzzles.csv"] {
        let path = data.join(name);
        compare(&path, std::slice::from_ref(&path), 3).await;
    }
    let compressed = data.join("gnuchess-book.pgn.zst");
    let plain = folder(&[("book.pgn", &zstd::decode_all(&fs::read(&compressed).unwrap()[..]).unwrap())]);
    let path = plain.path().join("book.pgn");
    let (expected, totals) = findings_by_pattern(&path);
    assert_eq!((totals.games, expected.len()), (145_716, PATTERNS.len()));
    for (path, partitions) in [(&compressed, 2), (&path, 1), (&path, 2), (&path, 3), (&path, 8)] {
        let query = format!(
            "SELECT pattern, count(*) AS n FROM findings({}) GROUP BY pattern ORDER BY pattern",
            quoted(path)
        );
        let answer = ask(&session(partitions), &query).await.unwrap();
        let rows = answer.rows();
        let found: BTreeMap<_, _> = (rows.iter())
            .map(|row| (row["pattern"].as_str().unwrap().to_owned(), row["n"].as_i64().unwrap()))
            .collect();
        assert_eq!(found, expected);
        assert_eq!(answer.counted("games") as u64, totals.games);
        assert_eq!(answer.counted("positions") as u64, totals.positions);
        assert_eq!(answer.counted("damaged") as u64, totals.damaged);
    }
}
