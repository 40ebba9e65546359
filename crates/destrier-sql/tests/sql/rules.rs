//! Functions that know the rules of chess, and sets by rank, file and rectangle.

use crate::support::*;
use datafusion::arrow::util::display::array_value_to_string;

const START: &str = "'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'";

#[tokio::test]
async fn answers_to_constants() {
    let context = destrier_sql::context().unwrap();
    for (sql, expected) in [
        ("rank_set(2) = 65280", "true"),
        ("rank_set('8') = lines('a8')['rank']", "true"),
        ("file_set('h') = lines('h1')['file']", "true"),
        ("square_set('a1-h8') = square_set('h1-a8')", "true"),
        ("squares(square_set('c3-b2'))", "[b2, c2, b3, c3]"),
        ("popcount(square_set('d4-d4'))", "1"),
        ("from_square('e7e8q')", "e7"),
        ("to_square('e7e8q')", "e8"),
        ("to_square('0000')", "null"),
        ("from_square(NULL)", "null"),
        ("cardinality(legal_moves(START))", "20"),
        ("legal_moves('k7/8/1QK5/8/8/8/8/8 b - - 0 1')", "[]"),
        ("play(START, 'e2e4')", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("san(fen => 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', move => 'e1c1')", "O-O-O"),
        ("san('k7/8/2K5/8/8/8/8/7Q w - - 0 1', 'h1h8')", "Qh8+"),
        ("material(START, 'white')", "39"),
        ("material('8/8/8/8/8/8/8/qrbn4 w', 'black')", "20"),
        ("material(NULL, 'black')", "null"),
    ] {
        let answer = ask(&context, &format!("SELECT {}", sql.replace("START", START))).await.unwrap();
        let column = answer.batches[0].column(0);
        let found = if column.is_null(0) { "null".into() } else { array_value_to_string(column, 0).unwrap() };
        assert_eq!(found, expected, "{sql}");
    }
}

#[tokio::test]
async fn mistakes_are_explained() {
    let context = destrier_sql::context().unwrap();
    for (sql, words) in [
        ("rank_set(9)", "rank_set: rank: \"9\": expected '1' to '8'"),
        ("file_set('ab')", "file_set: file: \"ab\": expected 'a' to 'h'"),
        ("square_set('a1')", "square_set: corners: \"a1\": expected two squares like 'a1-h4'"),
        ("from_square('e9')", "from_square: move: \"e9\": "),
        ("material(START, 'red')", "material: side: \"red\": "),
        ("from_square('Nf3')", "from_square: move: \"Nf3\": expected a move in UCI notation"),
        ("play(START, 'Nf6')", "play: move: \"Nf6\": not a legal move in this position"),
        ("play(START, 'e2e5')", "play: move: \"e2e5\": not a legal move in this position"),
        ("legal_moves('8/8')", "legal_moves: byte 3 of the FEN"),
        ("play('8/8', move) FROM (VALUES ('e2e4')) AS t (move)", "play: byte 3 of the FEN"),
        (
            "play(START)",
            "play takes a position in Forsyth-Edwards Notation, and a move in UCI notation or SAN",
        ),
        ("material(1, 'white')", "given: Int64, Utf8"),
    ] {
        let error = error_of(&context, &format!("SELECT {}", sql.replace("START", START))).await;
        assert!(error.contains(words), "{sql}: {error}");
    }
}

/// The functions agree with the columns of every position.
#[tokio::test]
async fn positions_of_games_agree() {
    let context = destrier_sql::context().unwrap();
    let wrong = format!(
        "SELECT count(*) FROM (
           SELECT *, lead(fen) OVER (PARTITION BY source, game ORDER BY ply) AS after FROM positions('{SAMPLE}'))
         WHERE (move IS NOT NULL AND (play(fen, move) <> after OR play(fen, san) <> after OR san(fen, move) <> san
                 OR NOT array_has(legal_moves(fen), move) OR NOT has(us_pieces, from_square(move))
                 OR (captured IS NOT NULL) <> (san LIKE '%x%')))
           OR material(fen, 'black') <> popcount(black_pieces & pawns) + 3 * popcount(black_pieces & (knights | bishops))
                + 5 * popcount(black_pieces & rooks) + 9 * popcount(black_pieces & queens)"
    );
    assert_eq!(ask(&context, &wrong).await.unwrap().number(), 0);
    let some = format!(
        "SELECT count(*) FROM positions('{SAMPLE}') WHERE play(fen, move) IS NOT NULL AND play(fen, san) IS NOT NULL"
    );
    assert_eq!(ask(&context, &some).await.unwrap().number(), 4936 - 60);
}
