//! Tables of games have the rows of the command, in any number of partitions and in every store.

use crate::support::*;
use datafusion::arrow::array::RecordBatch;
use datafusion::prelude::SessionConfig;
use destrier_games::{GameFilter, Table};
use std::fs;
use std::path::{Path, PathBuf};

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

/// Names, the pattern book and files of patterns follow the path. The condition on the pattern narrows them.
#[tokio::test]
async fn patterns_follow_the_path() {
    let folder = folder(&[("my.pattern", b"pattern my-mate \"A mate.\" move where after(mate)")]);
    let file = folder.path().join("my.pattern");
    let count = async |arguments: String, condition: &str| {
        let query = format!(
            "SELECT pattern, count(*) AS found FROM findings('{SAMPLE}'{arguments}) {condition} GROUP BY pattern ORDER BY 1"
        );
        ask(&session(3), &query).await.unwrap().rows()
    };
    let both = count(format!(", 'fork, {}', 'knight-fork'", file.display()), "").await;
    let patterns: Vec<_> = both.iter().map(|row| row["pattern"].clone()).collect();
    assert_eq!(patterns, ["fork", "knight-fork", "my-mate"]);
    let built_in = count(String::new(), "WHERE pattern = 'knight-fork'").await;
    assert_eq!(both[1..2], built_in);
    let one = count(format!(", 'fork,{}'", file.display()), "WHERE pattern LIKE 'my%'").await;
    assert_eq!(both[2..], one);
    for (arguments, message) in [
        ("'fork,frok'", "unknown pattern `frok`"),
        ("'frok'", "unknown pattern `frok`; did you mean `fork`?"),
        ("'none.pattern'", "none.pattern"),
    ] {
        let query = format!("SELECT * FROM findings('{SAMPLE}', {arguments})");
        let error = ask(&session(1), &query).await.map(|_| ()).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// The judge confirms some misses of the search.
#[tokio::test]
async fn quick_leaves_the_judge_out() {
    let missed = async |arguments: &str| {
        let query = format!(
            "SELECT game, ply, san FROM findings('{SAMPLE}'{arguments})
             WHERE missed IN ('mistake', 'blunder') ORDER BY game, ply, san"
        );
        ask(&session(2), &query).await.unwrap().rows()
    };
    let (judged, quick) = (missed("").await, missed(", 'quick'").await);
    assert!(judged.len() < quick.len() && judged.iter().all(|row| quick.contains(row)));
    assert_eq!(missed(", 'quick', 'knight-fork,distant-check'").await, quick);
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

/// The columns of findings have the names and the order of the command.
#[tokio::test]
async fn findings_have_the_columns_of_the_command() {
    let answer = ask(&session(1), &format!("SELECT * FROM findings('{SAMPLE}')")).await.unwrap();
    let schema = answer.plan.schema();
    let found: Vec<&str> = schema.fields().iter().map(|field| &**field.name()).collect();
    let of_command: Vec<&str> = Table::Findings.columns().iter().map(|column| &*column.name).collect();
    assert_eq!(found, of_command);
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

/// A table of games has only files of its format. A location may be a list.
#[tokio::test]
async fn external_tables_have_the_files_of_their_location() {
    let game = b"[White \"A\"]\n\n1. e4 e5 *\n";
    let folder = folder(&[
        ("b.PGN", game),
        ("c.epd", b"r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1\n"),
        ("d.csv", b"FEN,Moves\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2\n"),
        ("e.txt", game),
    ]);
    let path = folder.path().to_str().unwrap();
    let context = session(2);
    for (stored, count) in [
        ("PUZZLES LOCATION 'HERE/' OPTIONS ('rows' 'positions')", 2),
        ("PGN LOCATION 'HERE/e.txt'", 1),
        ("PGN LOCATION ('HERE/b.PGN', 'HERE/e.txt')", 2),
    ] {
        let table = format!("CREATE OR REPLACE EXTERNAL TABLE t STORED AS {}", stored.replace("HERE", path));
        ask(&context, &table).await.unwrap();
        assert_eq!(ask(&context, "SELECT count(*) FROM t").await.unwrap().number(), count, "{stored}");
    }
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
            "result":"1-0","white_elo":2690,"eco":"C41","opening":"Philidor Defense","plies":4,
            "sans":["e4","e5","Nf3","d6"],"final_fen":"rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3","tags":{"Event":"Paris","Site":"?",
            "Date":"1858.??.??","White":"Morphy, \"Paul\"","Black":"Müller","Result":"1-0","WhiteElo":"2690",
            "BlackElo":"0","ECO":"C41"}}"#,
        r#"{"game":2,"offset":193,"event":"2","date":"2020-05-16","year":2020,"result":"*","plies":1,
            "sans":["e4"],"final_fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
            "damage":"byte 280: \"e4\": it is not a legal move","tags":{"Event":"2","Date":"2020.02.30",
            "UTCDate":"2020.05.16","WhiteElo":"70000"}}"#,
        r#"{"game":3,"offset":287,"event":"3","result":"*","variant":"Atomic","tags":{"Event":"3","Variant":"Atomic"}}"#,
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
