//! Parquet tables of games have the rows of the text that they were made from.

use crate::folder::Folder;
use crate::support::*;
use datafusion::object_store::ObjectStoreExt;
use datafusion::object_store::memory::InMemory;
use datafusion::object_store::path::Path as ObjectPath;
use destrier_games::Table;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Games with damage, another start and another variant.
const ODD: &str = "[Event \"1\"]\n[WhiteElo \"2000\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"2\"]\n[FEN \"x\"]\n\n1. d4 *\n\n\
    [Event \"3\"]\n[Variant \"Atomic\"]\n\n1. d4 *\n\n[Event \"4\"]\n[FEN \"r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1\"]\n\n1. Nc7+ *\n";

/// Returns the names of a table's columns, except for those that a table does not keep.
fn columns(table: Table, without: &[&str]) -> String {
    let kept = |name: &str| !["offset", "tags"].contains(&name) && !without.contains(&name);
    names(&table.columns().iter().filter(|column| kept(&column.name)).collect::<Vec<_>>())
}

/// Compares all four tables of some files with those of a table that was made from them.
async fn compare(text: &[PathBuf], table: &Path, partitions: usize) {
    let context = session(partitions);
    let paths: Vec<String> = text.iter().map(|path| quoted(path)).collect();
    for rows in Table::ALL {
        let query = |paths: &str| format!("SELECT {} FROM {rows}({paths})", columns(rows, &[]));
        let expected = ask(&context, &query(&paths.join(", "))).await.unwrap();
        let found = ask(&context, &query(&quoted(table))).await.unwrap();
        let what = format!("{rows} of {text:?} in {partitions}");
        assert!(!expected.rows().is_empty(), "{what}");
        // Several partitions answer in any order.
        let sorted = |answer: &Answer| {
            let mut rows = answer.rows();
            rows.sort_by_cached_key(|row| format!("{row:?}"));
            rows
        };
        assert_same_rows(&sorted(&found), &sorted(&expected), &what);
        for count in ["games", "filtered", "positions", "damaged", "skipped"] {
            assert_eq!(found.counted(count), expected.counted(count), "{count}: {what}");
        }
    }
}

#[tokio::test]
async fn rows_are_those_of_the_text() {
    let folder = Folder::new();
    let odd = folder.write("odd.pgn", ODD);
    let positions =
        folder.write("a.epd", "7k/5N2/8/8/8/8/8/K7 b - -\nnot a position\nr3k3/8/8/1N6/8/8/8/4K3 w q -\n");
    let files: Vec<PathBuf> = vec![SAMPLE.into(), odd, positions, PUZZLES.into()];
    let all = folder.write("games.parquet", converted(&files));
    for partitions in [1, 3] {
        compare(&files, &all, partitions).await;
    }
    // The name does not matter.
    let other = folder.write("games", fs::read(&all).unwrap());
    compare(&files, &other, 2).await;
    let damaged = format!("SELECT source, damage FROM games({}) WHERE damage IS NOT NULL", quoted(&all));
    let damaged = ask(&session(1), &damaged).await.unwrap().rows();
    let reasons: Vec<&str> = damaged.iter().map(|row| row["damage"].as_str().unwrap()).collect();
    let first = format!("byte {}: \"Ke3\": ", ODD.find("Ke3").unwrap());
    assert!(reasons.len() == 3 && reasons[0].starts_with(&first), "{reasons:?}");
}

/// Rewrites a table in row groups of ten rows, sorted by White's rating.
async fn in_row_groups(folder: &Folder, table: &Path) -> PathBuf {
    let path = folder.path().join("groups.parquet");
    let copy = format!(
        "COPY (SELECT * FROM {} ORDER BY white_elo) TO {} OPTIONS ('format.max_row_group_size' '10')",
        quoted(table),
        quoted(&path)
    );
    ask(&destrier_sql::context().unwrap(), &copy).await.unwrap();
    path
}

#[tokio::test]
async fn row_groups_are_read_in_parallel_and_skipped() {
    let folder = Folder::new();
    let whole = folder.write("games.parquet", converted(&[SAMPLE.into()]));
    let path = in_row_groups(&folder, &whole).await;
    let findings = |of: &Path, condition: &str| {
        let columns = columns(Table::Findings, &["wins", "missed_by", "missed"]);
        format!(
            "SELECT {columns} FROM findings({}) {condition} ORDER BY game, ply, pattern, side, san, square",
            quoted(of)
        )
    };
    for partitions in [1, 2, 5, 20] {
        let context = session(partitions);
        for condition in [
            "",
            "WHERE white_elo >= 1700",
            "WHERE elo < 1300",
            "WHERE eco LIKE 'B%' AND date > DATE '2014-01-01'",
        ] {
            let expected = ask(&context, &findings(Path::new(SAMPLE), condition)).await.unwrap().rows();
            let found = ask(&context, &findings(&path, condition)).await.unwrap();
            assert!(!expected.is_empty());
            assert_same_rows(&found.rows(), &expected, &format!("{condition} in {partitions}"));
            assert_eq!(found.counted("games") + found.counted("filtered"), 60);
        }
    }
    // Without its first row group, only queries that skip that can be answered.
    let mut bytes = fs::read(&path).unwrap();
    bytes[4..2000].fill(0xff);
    let torn = folder.write("torn.parquet", bytes);
    let context = session(2);
    for (condition, is_skipped) in [
        ("", false),
        ("WHERE white_elo > 1000", false),
        ("WHERE white_elo IS NULL", false),
        ("WHERE abs(white_elo) > 1700", false),
        ("WHERE white_elo > 1700", true),
        ("WHERE white_elo > 1700 OR black_elo > 5000", true),
        ("WHERE rating IS NOT NULL", true),
        ("WHERE year < 1900", true),
        ("WHERE date > DATE '2100-01-01'", true),
        ("WHERE eco LIKE 'F%'", true),
    ] {
        let query =
            |of: &Path| format!("SELECT count(white), count(plies) FROM games({}) {condition}", quoted(of));
        match ask(&context, &query(&torn)).await {
            Ok(answer) => {
                let expected = ask(&context, &query(&path)).await.unwrap();
                assert!(is_skipped, "{condition}");
                assert_eq!(answer.rows(), expected.rows(), "{condition}");
            }
            Err(error) => {
                let error = error.to_string();
                assert!(
                    !is_skipped && error.contains("torn.parquet: damaged Parquet file"),
                    "{condition}: {error}"
                );
            }
        }
    }
}

#[tokio::test]
async fn only_needed_columns_are_read() {
    let folder = Folder::new();
    let whole = folder.write("games.parquet", converted(&[SAMPLE.into()]));
    let path = folder.path().join("few.parquet");
    let copy = format!("COPY (SELECT white, eco, moves FROM {}) TO {}", quoted(&whole), quoted(&path));
    ask(&destrier_sql::context().unwrap(), &copy).await.unwrap();
    // Moves are most of the file.
    let mut bytes = fs::read(&path).unwrap();
    let moves = bytes.len() / 2;
    bytes[moves..moves + 500].fill(0xff);
    let torn = folder.write("torn.parquet", bytes);
    let context = session(1);
    let query = |columns: &str| format!("SELECT {columns} FROM games({})", quoted(&torn));
    let tags = "white, eco";
    let found = ask(&context, &query(tags)).await.unwrap().rows();
    let expected = ask(&context, &format!("SELECT {tags} FROM games('{SAMPLE}')")).await.unwrap().rows();
    assert_same_rows(&found, &expected, tags);
    let filtered = format!("{} WHERE eco = 'B20'", query("count(*)"));
    ask(&context, &filtered).await.unwrap();
    let error = error_of(&context, &query("white, plies")).await;
    assert!(error.contains("torn.parquet: "), "{error}");
}

#[tokio::test]
async fn folders_have_text_or_tables_but_not_both() {
    let folder = Folder::new();
    let table = converted(&[SAMPLE.into()]);
    folder.write("tables/a.parquet", &table);
    folder.write("tables/b/c.Parquet", &table);
    folder.write("tables/notes.txt", "");
    folder.write("tables/.hidden.pgn", ODD);
    folder.write("both/a.parquet", &table);
    folder.write("both/b/x.pgn", ODD);
    let context = session(2);
    let store = Arc::new(InMemory::new());
    for name in
        ["tables/a.parquet", "tables/b/c.Parquet", "tables/notes.txt", "both/a.parquet", "both/b/x.pgn"]
    {
        store.put(&ObjectPath::from(name), fs::read(folder.path().join(name)).unwrap().into()).await.unwrap();
    }
    know(&context, "memory://games/", &store);
    for root in [folder.path().to_str().unwrap(), "memory://games"] {
        let count = |path: &str| format!("SELECT count(*) FROM games('{root}/{path}')");
        for (path, expected) in [
            ("tables/", 120),
            ("tables/*.parquet", 60),
            ("tables/*/", 60),
            ("both/*", 60),
            ("both/**/*.pgn", 4),
        ] {
            assert_eq!(ask(&context, &count(path)).await.unwrap().number(), expected, "{root}/{path}");
        }
        for path in ["both/", "bot*/"] {
            let error = error_of(&context, &count(path)).await;
            let both = "both text (x.pgn) and Parquet tables (a.parquet) are in it";
            assert!(error.contains(path) && error.contains(both), "{error}");
        }
        let findings = format!("SELECT count(*) FROM findings('{root}/tables/a.parquet')");
        let expected = format!("SELECT count(*) FROM findings('{SAMPLE}')");
        let expected = ask(&context, &expected).await.unwrap().number();
        assert_eq!(ask(&context, &findings).await.unwrap().number(), expected);
    }
    let both = folder.path().join("both");
    let stored = format!("CREATE EXTERNAL TABLE stored STORED AS PGN LOCATION {}", quoted(&both));
    ask(&context, &stored).await.unwrap();
    assert_eq!(ask(&context, "SELECT count(*) FROM stored").await.unwrap().number(), 4);
}

/// `FROM 'FILE.parquet'` is the table itself.
#[tokio::test]
async fn a_name_alone_is_the_table_itself() {
    let folder = Folder::new();
    let path = quoted(&folder.write("games.parquet", converted(&[SAMPLE.into()])));
    let context = destrier_sql::context().unwrap();
    let moves = format!(
        "SELECT count(*) FROM {path} WHERE arrow_typeof(moves) LIKE 'Binary%' AND source = '{SAMPLE}'"
    );
    assert_eq!(ask(&context, &moves).await.unwrap().number(), 60);
}

#[tokio::test]
async fn unusable_tables_are_named() {
    let folder = Folder::new();
    let table = converted(&[SAMPLE.into()]);
    let context = destrier_sql::context().unwrap();
    let other = folder.path().join("other.parquet");
    ask(&context, &format!("COPY (SELECT 1 AS n, 'x' AS text) TO {}", quoted(&other))).await.unwrap();
    let findings = folder.path().join("findings.parquet");
    ask(&context, &format!("COPY (SELECT * FROM findings('{SAMPLE}')) TO {}", quoted(&findings)))
        .await
        .unwrap();
    for (path, reason) in [
        (folder.write("torn.parquet", &table[..table.len() / 2]), "damaged Parquet file, metadata"),
        (folder.write("text.parquet", ODD), "damaged Parquet file, metadata"),
        (
            folder.write("packed.parquet.zst", zstd::encode_all(&table[..], 1).unwrap()),
            "a file that is not compressed",
        ),
        (other, "its columns are n, text; it needs moves"),
        (findings, "a table of findings"),
    ] {
        for rows in Table::ALL {
            let error = error_of(&context, &format!("SELECT * FROM {rows}({})", quoted(&path))).await;
            assert!(error.contains(path.to_str().unwrap()) && error.contains(reason), "{error}");
        }
    }
}
