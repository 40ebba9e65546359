//! Rows come by file, game and ply. Windows over games, groups and joins rely on it.

use crate::folder::Folder;
use crate::support::*;
use datafusion::prelude::SessionContext;
use std::fs;

const WINDOW: &str =
    "SELECT source, game, ply, san, lag(san) OVER (PARTITION BY source, game ORDER BY ply) AS before,
    lead(san, 2) OVER (PARTITION BY source, game ORDER BY ply) AS after FROM positions(FILES)";

/// Queries whose partitions matter.
const QUERIES: [&str; 7] = [
    WINDOW,
    "SELECT source, game, count(*) AS n, first_value(san ORDER BY ply) AS first, max(ply) AS last FROM positions(FILES)
     WHERE ply > 3 GROUP BY source, game",
    "SELECT DISTINCT source, game FROM findings(FILES)",
    "SELECT source, game, ply, p.san, f.pattern FROM positions(FILES) AS p JOIN findings(FILES) AS f USING (source, game, ply)",
    "SELECT source, game, g.white, f.pattern, f.ply FROM games(FILES) AS g JOIN findings(FILES) AS f USING (source, game)
     WHERE g.white_elo > 1500",
    "SELECT source, game, a.plies FROM games(FILES) AS a JOIN games(FILES) AS b USING (source, game) WHERE b.eco > 'B'",
    "SELECT game, g.plies FROM games(FILES) AS g WHERE (source, game) IN (SELECT (source, game) FROM findings(FILES) WHERE mate)",
];

async fn sorted(context: &SessionContext, query: &str) -> Vec<Row> {
    let mut rows = ask(context, query).await.unwrap().rows();
    rows.sort_by_cached_key(|row| format!("{row:?}"));
    rows
}

#[tokio::test]
async fn windows_over_games_need_no_sort() {
    let folder = Folder::new();
    let sample = fs::read(SAMPLE).unwrap();
    let [a, b, c] = ["a.pgn", "b.pgn", "c.pgn"].map(|name| quoted(&folder.write(name, &sample)));
    let one = format!("'{SAMPLE}'");
    for (files, expected) in [(one, 4936), (format!("{a}, {b}, {c}"), 3 * 4936)] {
        for partitions in [1, 2, 3, 5] {
            let answer = ask(&session(partitions), &WINDOW.replace("FILES", &files)).await.unwrap();
            let shown = answer.shown();
            assert!(!shown.contains("SortExec") && !shown.contains("RepartitionExec"), "{shown}");
            assert_eq!(answer.partitions(), partitions);
            let rows = answer.rows();
            assert_eq!(rows.len(), expected);
            for [row, next] in rows.array_windows() {
                let is_same = row["game"] == next["game"] && row["source"] == next["source"];
                let before = is_same.then(|| row.get("san")).flatten();
                assert_eq!(next.get("before"), before, "{next:?}");
            }
        }
    }
}

/// Any number of partitions, cut within files or not, gives the same rows, whatever the order of the files.
#[tokio::test]
async fn partitions_change_no_row() {
    let folder = Folder::new();
    let sample = fs::read(SAMPLE).unwrap();
    let [a, b] = ["a.pgn", "b.pgn"].map(|name| quoted(&folder.write(name, &sample)));
    let packed = quoted(&folder.write("c.pgn.zst", zstd::encode_all(&sample[..], 1).unwrap()));
    let dirt = format!("'{DIRT}/c*.pgn'");
    for files in [a.clone(), format!("{a}, {b}, {packed}"), format!("{b}, {a}"), format!("{a}, {dirt}")] {
        for query in QUERIES {
            let query = query.replace("FILES", &files);
            let expected = sorted(&session(1), &query).await;
            assert!(!expected.is_empty(), "{query}");
            for context in [session(2), session(5), session_of_users(3)] {
                assert_same_rows(&sorted(&context, &query).await, &expected, &query);
            }
        }
    }
}

/// The order of tables of games is that of their rows, and findings in position files have no game.
#[tokio::test]
async fn other_files_have_no_known_order() {
    let folder = Folder::new();
    let table = quoted(&folder.write("games.parquet", converted(&[PUZZLES.into(), SAMPLE.into()])));
    let positions = "7k/5N2/8/8/8/8/8/K7 w - -\nr3k3/8/8/1N6/8/8/8/4K3 w q -\n".repeat(40);
    let positions = quoted(&folder.write("a.epd", positions));
    for files in [table, positions] {
        for query in [QUERIES[0], QUERIES[1].split(" WHERE").next().unwrap(), QUERIES[2]] {
            let query = query.replace("FILES", &files);
            let query =
                if query.contains("first_value") { format!("{query} GROUP BY source, game") } else { query };
            let expected = sorted(&session(1), &query).await;
            let found = ask(&session(3), &query).await.unwrap();
            assert!(!found.shown().contains("output_ordering"), "{}", found.shown());
            assert_same_rows(&sorted(&session(3), &query).await, &expected, &query);
        }
    }
}
