//! Bad input: damaged games end at their damage and are counted; errors name unreadable files.

use crate::support::store::{Answers, Store};
use crate::support::*;
use datafusion::execution::SendableRecordBatchStream;
use datafusion::physical_plan::execute_stream;
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::StreamExt;
use std::fs;
use std::sync::Arc;
use std::time::Duration;

fn file(name: &str, bytes: &[u8]) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[tokio::test]
async fn a_damaged_game_ends_at_its_damage() {
    let text = "[Event \"1\"]\n\n1. e4 e5 *\n\n[Event \"2\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"3\"]\n[FEN \"x\"]\n\n1. d4 *\n\n\
        [Event \"4\"]\n[Variant \"Atomic\"]\n\n1. d4 *\n\n[Event \"5\"]\n\n1. d4 *\n";
    let (_folder, path) = file("a.pgn", text.as_bytes());
    for partitions in [1, 2, 5] {
        let context = session(partitions);
        let query = format!("SELECT game, ply FROM positions('{path}')");
        let answer = ask(&context, &query).await.unwrap();
        let rows: Vec<_> =
            answer.rows().iter().map(|row| format!("{}.{}", row["game"], row["ply"])).collect();
        assert_eq!(rows.join(" "), "1.0 1.1 1.2 2.0 2.1 2.2 5.0 5.1");
        let counts = ["games", "positions", "damaged", "skipped"].map(|name| answer.counted(name));
        assert_eq!(counts, [5, 8, 2, 1]);
        let damage = format!("SELECT game, plies, damage FROM games('{path}') WHERE damage IS NOT NULL");
        let rows = ask(&context, &damage).await.unwrap().rows();
        assert_eq!((rows[0]["game"].as_u64(), rows[0]["plies"].as_u64()), (Some(2), Some(2)));
        let damage = format!("byte {}: \"Ke3\": ", text.find("Ke3").unwrap());
        assert!(rows[0]["damage"].as_str().unwrap().starts_with(&damage), "{}", rows[0]["damage"]);
        assert_eq!((rows[1]["game"].as_u64(), rows[1].get("plies")), (Some(3), None));
        assert_eq!(rows.len(), 2);
    }
}

#[tokio::test]
async fn explain_analyze_shows_the_counts() {
    let context = session(1);
    let (_folder, path) = file("a.pgn", b"1. e4 e5 2. Ke3 *\n\n1. e4 *\n");
    let query = format!("EXPLAIN ANALYZE SELECT count(*) FROM findings('{path}')");
    let rows = ask(&context, &query).await.unwrap().rows();
    let plan: String = rows.iter().map(|row| row["plan"].as_str().unwrap()).collect();
    let scan = plan.lines().find(|line| line.contains("DataSourceExec")).unwrap();
    for metric in ["games=2", "filtered=0", "positions=5", "damaged=1", "skipped=0"] {
        assert!(scan.contains(metric), "{scan}");
    }
}

/// Between planning and reading, a file may disappear.
#[tokio::test]
async fn a_missing_file_is_named() {
    let context = session(2);
    let (folder, path) = file("a.pgn", b"1. e4 *");
    let other = folder.path().join("no.pgn");
    let error = error_of(&context, &format!("SELECT * FROM games('{path}', '{}')", other.display())).await;
    assert!(error.contains("no.pgn") && !error.contains("a.pgn"), "{error}");
    let plan = context.sql(&format!("SELECT ply FROM positions('{path}')")).await.unwrap();
    let plan = plan.create_physical_plan().await.unwrap();
    drop(folder);
    let error = datafusion::physical_plan::collect(plan, context.task_ctx()).await.unwrap_err().to_string();
    assert!(error.contains(&path), "{error}");
}

#[tokio::test]
async fn an_unreadable_file_is_named() {
    let context = session(2);
    let compressed =
        zstd::encode_all(&b"[Event \"1\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(10_000)[..], 1).unwrap();
    let mut torn = compressed.clone();
    torn.truncate(compressed.len() / 2);
    for (name, bytes, reason) in [
        ("a.pgn.zst", &torn[..], "truncated"),
        ("a.pgn.gz", b"\x1f\x8b\x08\x00garbage garbage", "gzip"),
        ("a.pgn", b"\xff\xfe1\0.\0", "UTF-16"),
        ("a.pgn", b"PK\x03\x04zip", "zip"),
        ("a.csv", b"source,game\n1,2\n", "FEN and Moves"),
    ] {
        let (_folder, path) = file(name, bytes);
        for query in ["SELECT count(*) FROM positions(FILE)", "SELECT white FROM games(FILE)"] {
            let error = error_of(&context, &query.replace("FILE", &format!("'{path}'"))).await;
            assert!(error.contains(&path) && error.contains(reason), "{error}");
        }
    }
}

#[tokio::test]
async fn wrong_usage_is_explained() {
    let context = session(1);
    for (query, reason) in [
        ("SELECT * FROM games()", "takes a path"),
        ("SELECT * FROM games(1)", "takes paths in quotes"),
        ("CREATE EXTERNAL TABLE g STORED AS PGN LOCATION 'a.pgn' OPTIONS ('rows' 'moves')", "\"moves\""),
        (
            "CREATE EXTERNAL TABLE g STORED AS EPD LOCATION 'a.epd' OPTIONS ('delimiter' ';')",
            "unknown option delimiter",
        ),
        ("CREATE EXTERNAL TABLE g (a INT) STORED AS PUZZLES LOCATION 'a.csv'", "omit the column list"),
    ] {
        let error = error_of(&context, query).await;
        assert!(error.contains(reason), "{query}: {error}");
    }
}

/// Noise is damage or nothing, and never a panic. Several partitions give the same rows.
#[tokio::test]
async fn random_bytes_cause_no_panic() {
    let words: Vec<&str> = concat!(
        "[Event \"1\"]\n~[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n~[WhiteElo \"-1\"]\n~",
        "[Date \"2020.13.40\"]\n~\n\n~1. e4~ e5~{~}~(~)~;~%~\0~\u{feff}~\r~O-O-O~*~é~[~\"",
    )
    .split('~')
    .collect();
    let mut state = 1_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut rows = 0;
    for _ in 0..60 {
        let text: String = (0..next(300)).map(|_| words[next(words.len())]).collect();
        let (_folder, path) = file("a.pgn", format!("*{text}").as_bytes());
        for function in ["games", "findings", "features"] {
            let query = format!("SELECT * FROM {function}('{path}')");
            let whole = ask(&session(1), &query).await.unwrap().rows();
            let parts = ask(&session(4), &query).await.unwrap().rows();
            assert_same_rows(&parts, &whole, &text);
            rows += whole.len();
        }
    }
    assert!(rows > 500, "{rows}");
}

async fn stream(context: &SessionContext, query: &str) -> SendableRecordBatchStream {
    let plan = context.sql(query).await.unwrap().create_physical_plan().await.unwrap();
    execute_stream(plan, context.task_ctx()).unwrap()
}

/// Rows share the long texts of their game.
#[tokio::test]
async fn batches_of_a_long_game_with_long_tags_are_bounded() {
    const TAGS: usize = 20;
    const LENGTH: usize = 8000;
    const MOVES: [&str; 4] = ["Ke2", "Ra7", "Ke1", "Ra8"];
    const PLIES: usize = 20_000;
    let known = ["Event", "Site", "White", "Black", "Round", "Opening", "ECO", "TimeControl", "Termination"];
    let mut text = String::from("[FEN \"r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1\"]\n");
    for tag in 0..TAGS {
        let name = known.get(tag).map_or_else(|| format!("Tag{tag}"), |&name| name.to_owned());
        text += &format!("[{name} \"{}\"]\n", "x".repeat(LENGTH));
    }
    text += &format!("\n{} *\n", MOVES.repeat(PLIES / 4).join(" "));
    let (_folder, path) = file("a.pgn", text.as_bytes());
    for (function, least_rows) in
        [("games", 1), ("positions", PLIES + 1), ("features", PLIES + 1), ("findings", PLIES / 4)]
    {
        let context = session(1);
        let mut batches = stream(&context, &format!("SELECT * FROM {function}('{path}')")).await;
        let mut rows = 0;
        while let Some(batch) = batches.next().await {
            let batch = batch.unwrap();
            rows += batch.num_rows();
            let size = batch.get_array_memory_size();
            // Columns grow by doubling.
            let most = 2 * (8 << 20) + 2 * TAGS * LENGTH;
            assert!(size <= most, "{function}: {} rows in {size} bytes", batch.num_rows());
        }
        assert!(rows >= least_rows, "{function}: {rows} rows");
    }
}

/// The store of local files needs threads of the runtime while readers wait.
#[test]
fn more_readers_than_blocking_threads_do_not_deadlock() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let (_folder, path) = file("a.pgn", &fs::read(SAMPLE).unwrap().repeat(10));
    let counted = runtime.block_on(async {
        let config = SessionConfig::new().with_target_partitions(32).with_batch_size(10);
        let context = session_of(config);
        let query = format!("SELECT count(fen) FROM positions('{path}')");
        let answer = tokio::time::timeout(Duration::from_secs(120), ask(&context, &query)).await;
        answer.map(|answer| answer.unwrap().number())
    });
    runtime.shutdown_background();
    let whole = counted.expect("the readers deadlock");
    assert!(whole > 30_000, "{whole}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_names_the_file() {
    let context = session(2);
    let objects = Arc::new(Store::new(Answers::Panics));
    let address = store(&context, &objects, b"1. e4 *".to_vec()).await;
    let query = format!("SELECT ply FROM positions('{address}')");
    let error = tokio::time::timeout(Duration::from_secs(60), error_of(&context, &query)).await.unwrap();
    assert!(error.contains(&address) && error.contains("badly written"), "{error}");
    assert!(objects.asked() > 0);
}

/// A dropped stream does not wait for a store that does not answer.
#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_stream_does_not_wait_for_its_store() {
    let context = session(2);
    let objects = Arc::new(Store::new(Answers::Never));
    let address = store(&context, &objects, b"1. e4 *".to_vec()).await;
    let mut batches = stream(&context, &format!("SELECT ply FROM positions('{address}')")).await;
    assert!(tokio::time::timeout(Duration::from_millis(50), batches.next()).await.is_err());
    while objects.asked() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    drop((batches, context));
    let mut waited = 0;
    while Arc::strong_count(&objects) > 1 {
        tokio::time::sleep(Duration::from_millis(5)).await;
        waited += 1;
        assert!(waited < 2000, "a reader is still there");
    }
}

#[tokio::test]
async fn a_condition_that_fails_names_the_file() {
    let (_folder, path) = file("a.pgn", b"[Event \"Paris\"]\n\n1. e4 *");
    let context = session(1);
    for condition in ["cast(event AS INT) > 5", "cast(offset AS TINYINT) + cast(128 - offset AS TINYINT) > 0"]
    {
        let query = format!("SELECT ply FROM positions('{path}') WHERE {condition}");
        let query = if condition.contains("offset") {
            query.replace("ply", "game").replace("positions", "games")
        } else {
            query
        };
        let error = error_of(&context, &query).await;
        assert!(error.contains(&path) && error.to_lowercase().contains("cast"), "{error}");
    }
}
