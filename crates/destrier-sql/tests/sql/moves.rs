//! `findings_of(moves, fen)` finds what the table of findings has.

use crate::support::*;
use datafusion::arrow::array::{ArrayRef, AsArray, RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Int64Type};
use datafusion::prelude::SessionContext;
use destrier_games::FindingRows;
use std::sync::Arc;

/// Returns the fields of a finding, each with its type.
fn fields() -> Vec<(String, DataType)> {
    let rows = FindingRows::new();
    rows.schema().fields().iter().map(|field| (field.name().clone(), field.data_type().clone())).collect()
}

fn selected() -> String {
    fields().iter().map(|(name, _)| format!("f['{name}'] AS {name:?}")).collect::<Vec<_>>().join(", ")
}

/// Returns the fields of all findings in a column of moves, with the number of the game.
async fn found(context: &SessionContext, table: &str, call: &str) -> Vec<Row> {
    let query = format!("SELECT game, {} FROM (SELECT game, unnest({call}) AS f FROM {table})", selected());
    let mut rows = ask(context, &query).await.unwrap().rows();
    // Stable, so that the findings of a game keep their order.
    rows.sort_by_key(|row| row["game"].as_i64());
    rows
}

/// Returns the same columns of the table of findings.
async fn expected(context: &SessionContext, file: &str) -> Vec<Row> {
    let columns: Vec<String> = fields().into_iter().map(|(name, _)| format!("{name:?}")).collect();
    let query = format!("SELECT game, {} FROM findings('{file}')", columns.join(", "));
    let rows = ask(context, &query).await.unwrap().rows();
    assert!(rows.len() > 100, "{file}");
    rows
}

#[tokio::test]
async fn findings_are_those_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let context = destrier_sql::context().unwrap();
    for file in [SAMPLE, PUZZLES] {
        let path = folder.path().join("games.parquet");
        std::fs::write(&path, converted(&[file.into()])).unwrap();
        let expected = expected(&context, file).await;
        for call in ["findings_of(moves, fen)", "findings_of(fen => fen, moves => moves)"] {
            assert_same_rows(&found(&context, &quoted(&path), call).await, &expected, call);
        }
        let of_file = format!(
            "(SELECT game, first_value(fen ORDER BY ply) AS fen, string_agg(san, ' ' ORDER BY ply) AS san,
              string_agg(move, ' ' ORDER BY ply) AS uci, array_agg(san ORDER BY ply) AS san_list,
              array_agg(move ORDER BY ply) AS uci_list FROM positions('{file}') GROUP BY game)"
        );
        for moves in ["san", "uci", "san_list", "uci_list"] {
            let call = format!("findings_of({moves}, fen)");
            assert_same_rows(&found(&context, &of_file, &call).await, &expected, &call);
        }
        if file == SAMPLE {
            assert_same_rows(
                &found(&context, &quoted(&path), "findings_of(moves)").await,
                &expected,
                "no fen",
            );
        }
    }
}

/// Fields have the types of the table's columns, and exclude those that need tags, annotations or a search for worth.
#[tokio::test]
async fn fields_are_columns_of_the_table() {
    let context = destrier_sql::context().unwrap();
    let table = destrier_games::Table::Findings.schema();
    let fields = fields();
    for (name, data_type) in &fields {
        assert_eq!(table.field_with_name(name).unwrap().data_type(), data_type, "{name}");
    }
    for name in [
        "ply", "fen", "pattern", "side", "move", "san", "played", "squares", "chance", "game_san", "material",
    ] {
        let is_field = fields.iter().any(|(field, _)| field == name);
        assert_eq!(is_field, table.field_with_name(name).is_ok(), "{name}");
    }
    for name in [
        "source",
        "game",
        "white",
        "player",
        "clock",
        "eval_before",
        "wins",
        "missed",
        "score",
        "link",
        "position_link",
    ] {
        assert!(fields.iter().all(|(field, _)| field != name), "{name}");
    }
    // The page lists the fields.
    let shown = ask(
        &context,
        "SELECT description FROM information_schema.routines WHERE routine_name = 'findings_of'",
    )
    .await;
    let description = shown.unwrap().rows()[0]["description"].as_str().unwrap().to_owned();
    assert!(fields.iter().all(|(name, _)| description.contains(name.as_str())), "{description}");
}

const FORK: &str = "r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1";

/// Returns the plies of the findings in each row.
fn plies(answer: &Answer) -> String {
    let of_list = |list: Option<ArrayRef>| match list {
        None => "null".to_owned(),
        Some(findings) => {
            let plies = findings
                .as_struct()
                .column_by_name("ply")
                .unwrap()
                .as_primitive::<Int64Type>()
                .values()
                .to_vec();
            plies
                .chunk_by(|one, next| one == next)
                .map(|same| same[0].to_string())
                .collect::<Vec<_>>()
                .join(" ")
        }
    };
    let lists = answer.batches.iter().flat_map(|batch| batch.column(0).as_list::<i32>().iter());
    lists.map(of_list).collect::<Vec<_>>().join("|")
}

#[tokio::test]
async fn a_damaged_game_has_the_findings_before_its_damage() {
    let moves = [
        Some("1. Nc7+ Kd8 2. Nxa8"),
        Some("1. Nc7+ Kd8 2. Nxa8 Ke1"),
        Some("Nc7+ Kd8 Nb4 Kd7"),
        Some("?"),
        Some(""),
        None,
        Some("b5c7 e8d8 c7a9"),
        Some("[Variant \"Atomic\"]\n\n1. Nc7+"),
    ];
    let fens = (0..moves.len()).map(|row| if row == 4 { "8/8" } else { FORK });
    let columns: [(&str, ArrayRef); 2] = [
        ("moves", Arc::new(StringArray::from_iter(moves))),
        ("fen", Arc::new(StringArray::from_iter_values(fens))),
    ];
    let context = destrier_sql::context().unwrap();
    context.register_batch("t", RecordBatch::try_from_iter(columns).unwrap()).unwrap();
    for (call, expected) in [
        ("findings_of(moves, fen)", "0 1|0 1|0 1|0||null|0 1|"),
        // From the usual start, none of these moves is legal.
        ("findings_of(moves)", "|||||null||"),
        ("findings_of(moves, NULL)", "|||||null||"),
        ("findings_of(NULL)", "null|null|null|null|null|null|null|null"),
    ] {
        let found = ask(&context, &format!("SELECT {call} FROM t")).await.unwrap();
        assert_eq!(plies(&found), expected, "{call}");
    }
    ask(&context, "SET destrier.strict = true").await.unwrap();
    for (condition, words) in [
        ("moves LIKE '%Ke1'", "findings_of: row 1 of a batch: byte 20: \"Ke1\": not a legal move here"),
        ("moves LIKE '%Nb4%'", "findings_of: row 1 of a batch: byte 9: \"Nb4\": not a legal move here"),
        ("moves = ''", "findings_of: row 1 of a batch: byte 0: \"8/8\": "),
        ("moves LIKE '%a9'", "findings_of: row 1 of a batch: byte 10: \"c7a9\": not a move"),
        ("moves LIKE '[%'", "findings_of: row 1 of a batch: unsupported variant: Atomic"),
    ] {
        let query = format!("SELECT findings_of(moves, fen) FROM t WHERE {condition}");
        let error = error_of(&context, &query).await;
        assert!(error.contains(words), "{condition}: {error}");
    }
    let whole = "SELECT findings_of(moves, fen) FROM t WHERE moves IS NULL OR moves LIKE '%Nxa8'";
    assert_eq!(
        ask(&context, whole).await.unwrap().batches.iter().map(RecordBatch::num_rows).sum::<usize>(),
        2
    );
    ask(&context, "SET destrier.strict = false").await.unwrap();
    for (call, words) in [
        ("findings_of('1. e4 e4')", "findings_of: byte 6: \"e4\": not a legal move here"),
        ("findings_of('garbage')", "findings_of: byte 0: \"garbage\": not a move"),
        ("findings_of(moves, '8/8') FROM t", "findings_of: byte 3 of the FEN"),
    ] {
        let error = error_of(&context, &format!("SELECT {call}")).await;
        assert!(error.contains(words), "{call}: {error}");
    }
}

#[tokio::test]
async fn moves_have_any_type_of_binary_text_or_list() {
    let context = destrier_sql::context().unwrap();
    let first =
        ask(&context, &format!("SELECT findings_of('1. Nc7+ Kd8', '{FORK}') AS found")).await.unwrap();
    let expected = first.rows();
    assert_eq!(plies(&first), "0 1");
    for (moves, data_type) in [
        ("X'A10CFC0E'", "Binary"),
        ("X'A10CFC0E'", "LargeBinary"),
        ("X'A10CFC0E'", "BinaryView"),
        ("'b5c7 e8d8'", "Utf8"),
        ("'Nc7+ Kd8'", "LargeUtf8"),
        ("'Nc7+ Kd8'", "Utf8View"),
        ("'Nc7+ Kd8'", "Dictionary(Int32, Utf8)"),
        ("['Nc7+', 'Kd8']", "List(Utf8)"),
        ("['Nc7+', NULL, 'Kd8']", "LargeList(LargeUtf8)"),
        ("['b5c7', 'e8d8']", "FixedSizeList(2, Utf8View)"),
    ] {
        let moves = format!("arrow_cast({moves}, '{data_type}')");
        for query in [
            format!("SELECT findings_of({moves}, '{FORK}') AS found"),
            format!("SELECT findings_of({moves}, fen) AS found FROM (VALUES ('{FORK}')) AS t (fen)"),
        ] {
            assert_eq!(ask(&context, &query).await.unwrap().rows(), expected, "{query}");
        }
    }
    for (call, words) in [
        ("findings_of()", "findings_of"),
        ("findings_of(1)", "findings_of takes moves, as binary, text or a list of texts"),
        ("findings_of([1, 2])", "given: List(Int64)"),
        ("findings_of('e4', 1)", "given: Utf8, Int64"),
        ("findings_of('e4', 'x', 'y')", "given: Utf8, Utf8, Utf8"),
    ] {
        let error = error_of(&context, &format!("SELECT {call}")).await;
        assert!(error.contains(words) && !error.contains("Internal"), "{call}: {error}");
    }
}
