//! Compares every function with the library, over the positions of real games.

use datafusion::arrow::array::{
    Array, ArrayRef, BooleanArray, Date32Array, Int64Array, LargeStringArray, RecordBatch, StringArray,
    StringDictionaryBuilder, StringViewArray, UInt64Array, new_empty_array,
};
use datafusion::arrow::compute::concat;
use datafusion::arrow::datatypes::{Field, Int32Type, Schema};
use datafusion::arrow::util::display::array_value_to_string;
use datafusion::datasource::MemTable;
use datafusion::error::DataFusionError;
use datafusion::prelude::SessionContext;
use destrier::king::Wing;
use destrier::registry::{VALUES, Value, ValueKind};
use destrier::{Bitboard, Board, Color, Square};
use destrier_games::functions::{Answer, ArgumentKind, Arguments, FUNCTIONS};
use destrier_games::{Continuation, Game, Position, Positions, Reader, Start, Uci, Unscreened, WorthSearch};
use destrier_sql::context;
use std::collections::BTreeSet;
use std::sync::Arc;

const SETS: [&str; 8] =
    ["white_pieces", "black_pieces", "pawns", "knights", "bishops", "rooks", "queens", "kings"];

/// Returns the positions of the sample's games, each with the next move.
fn positions() -> Vec<(Position, Option<Uci>)> {
    let file = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/lichess.pgn")).unwrap();
    let mut reader = Reader::games(&file[..]);
    let mut positions = Positions::new();
    let mut all = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        let game = Game::pgn(record);
        let Ok(Start::Position(start)) = game.start() else { continue };
        let _ = game.replay(&start, &mut positions, &Unscreened, |positions| {
            all.extend(positions.iter().map(|(_, position, next)| (position, next.map(|next| next.uci()))));
        });
    }
    assert!(all.len() > 2000, "{}", all.len());
    all
}

/// Returns FENs of the sample's positions, with some nulls and invalid FENs.
fn fens() -> Vec<Option<String>> {
    let fens = positions().into_iter().enumerate().map(|(i, (position, _))| match i % 97 {
        13 => None,
        31 => Some(format!("{}?", position.fen())),
        _ => Some(position.fen()),
    });
    fens.collect()
}

fn board(fen: Option<&str>) -> Option<Board> {
    Position::board_of_fen(fen?.as_bytes()).ok()
}

/// Returns the sets of a board, in the order of [`SETS`].
fn sets(board: &Board) -> [u64; 8] {
    board.sets().to_array().map(Bitboard::bits)
}

/// Returns a session with these columns as the table `t`, in batches of 1000 rows.
fn session<N: Into<String>>(columns: impl IntoIterator<Item = (N, ArrayRef)>) -> SessionContext {
    let (names, arrays): (Vec<String>, Vec<ArrayRef>) =
        columns.into_iter().map(|(name, array)| (name.into(), array)).unzip();
    let fields = names.iter().zip(&arrays);
    let fields = fields.map(|(name, array)| Field::new(name, array.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let whole = RecordBatch::try_new(Arc::clone(&schema), arrays).unwrap();
    let batch = |start| whole.slice(start, 1000.min(whole.num_rows() - start));
    let batches: Vec<_> = (0..whole.num_rows().max(1)).step_by(1000).map(batch).collect();
    let context = context().unwrap();
    context.register_table("t", Arc::new(MemTable::try_new(schema, vec![batches]).unwrap())).unwrap();
    context
}

/// Returns the only column of an answer, or the text of the error.
async fn try_column(context: &SessionContext, sql: &str) -> Result<ArrayRef, String> {
    let words = |error: DataFusionError| error.strip_backtrace();
    let frame = context.sql(sql).await.map_err(words)?;
    let data_type = frame.schema().fields().first().map(|field| field.data_type().clone());
    let batches = frame.collect().await.map_err(words)?;
    let columns: Vec<&dyn Array> = batches.iter().map(|batch| &**batch.column(0)).collect();
    let column = match &columns[..] {
        [] => new_empty_array(data_type.as_ref().unwrap_or(&datafusion::arrow::datatypes::DataType::Null)),
        columns => concat(columns).unwrap(),
    };
    assert!(data_type.is_none_or(|planned| planned == *column.data_type()), "{sql}");
    Ok(column)
}

async fn column(context: &SessionContext, sql: &str) -> ArrayRef {
    try_column(context, sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"))
}

async fn error(context: &SessionContext, sql: &str) -> String {
    match try_column(context, sql).await {
        Err(words) => words,
        Ok(column) => panic!("{sql} gives {column:?}"),
    }
}

/// Returns a single answer as text.
async fn answer(context: &SessionContext, sql: &str) -> String {
    let column = column(context, sql).await;
    assert_eq!(column.len(), 1, "{sql}");
    cell(&column, 0)
}

fn cell(column: &ArrayRef, row: usize) -> String {
    if column.is_null(row) { "null".to_owned() } else { array_value_to_string(column, row).unwrap() }
}

async fn set_strict(context: &SessionContext, strict: bool) {
    context.sql(&format!("SET destrier.strict = {strict}")).await.unwrap().collect().await.unwrap();
}

/// Returns a value of positions as a column.
fn values(fens: &[Option<String>], value: usize, side: Color) -> ArrayRef {
    let get = VALUES[value].get;
    let values = fens.iter().map(|fen| board(fen.as_deref()).map(|board| get(&board, side)));
    let number = |value| match value {
        Value::Number(number) => number,
        Value::Set(set) => panic!("a set: {set}"),
    };
    match VALUES[value].kind {
        ValueKind::Set => Arc::new(UInt64Array::from_iter(values.map(|value| match value? {
            Value::Set(set) => Some(set.bits()),
            Value::Number(number) => panic!("a number: {number:?}"),
        }))),
        ValueKind::Wing => Arc::new(StringArray::from_iter(
            values.map(|value| number(value?).map(|wing| Wing::ALL[usize::from(wing)].name())),
        )),
        _ => Arc::new(Int64Array::from_iter(values.map(|value| number(value?).map(i64::from)))),
    }
}

#[tokio::test]
async fn values_equal_the_library_for_every_form_of_position() {
    let fens = fens();
    let boards: Vec<Option<Board>> = fens.iter().map(|fen| board(fen.as_deref())).collect();
    let mut dictionary = StringDictionaryBuilder::<Int32Type>::new();
    fens.iter().for_each(|fen| dictionary.append_option(fen.as_deref()));
    let turns = boards.iter().map(|board| board.map(|board| board.turn() == Color::White));
    let mut columns: Vec<(String, ArrayRef)> = vec![
        ("fen".to_owned(), Arc::new(StringArray::from_iter(&fens))),
        ("large".to_owned(), Arc::new(LargeStringArray::from_iter(&fens))),
        ("view".to_owned(), Arc::new(StringViewArray::from_iter(&fens))),
        ("dictionary".to_owned(), Arc::new(dictionary.finish())),
        ("white_to_move".to_owned(), Arc::new(BooleanArray::from_iter(turns))),
    ];
    for (i, name) in SETS.into_iter().enumerate() {
        let bits = boards.iter().map(|board| board.as_ref().map(|board| sets(board)[i]));
        let signed = bits.clone().map(|bits| bits.map(u64::cast_signed));
        columns.push((format!("signed_{name}"), Arc::new(Int64Array::from_iter(signed))));
        columns.push((name.to_owned(), Arc::new(UInt64Array::from_iter(bits))));
    }
    let context = session(columns);
    let unsigned = format!("{}, white_to_move", SETS.join(", "));
    let signed = format!("{}, white_to_move", SETS.map(|name| format!("signed_{name}")).join(", "));
    for side in Color::ALL {
        for (i, value) in VALUES.iter().enumerate() {
            let expected = values(&fens, i, side);
            assert!(expected.null_count() > 0 && expected.null_count() < fens.len());
            for given in ["fen", "large", "view", "dictionary", "sets(fen)", &unsigned, &signed] {
                let sql = format!("SELECT {side}_{}({given}) FROM t", value.name);
                assert_eq!(&column(&context, &sql).await, &expected, "{sql}");
            }
        }
    }
    for name in SETS.into_iter().chain(["white_to_move"]) {
        let field = column(&context, &format!("SELECT sets(fen)['{name}'] FROM t")).await;
        assert_eq!(&field, &column(&context, &format!("SELECT {name} FROM t")).await, "{name}");
    }
}

#[tokio::test]
async fn values_of_constants_no_rows_and_null() {
    let context = session([("fen", Arc::new(StringArray::from(Vec::<&str>::new())) as ArrayRef)]);
    let fen = "r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R w - - 0 1";
    let eight = sets(&board(Some(fen)).unwrap()).map(|set| set.to_string()).join(", ");
    let nulls = format!("{}, true", ["NULL"; 8].join(", "));
    let no_turn = format!("{eight}, NULL");
    for side in Color::ALL {
        for (i, value) in VALUES.iter().enumerate() {
            let name = format!("{side}_{}", value.name);
            assert_eq!(column(&context, &format!("SELECT {name}(fen) FROM t")).await.len(), 0);
            let expected = values(&[Some(fen.to_owned())], i, side);
            for given in [format!("'{fen}'"), format!("sets('{fen}')"), format!("{eight}, true")] {
                assert_eq!(&column(&context, &format!("SELECT {name}({given})")).await, &expected, "{name}");
            }
            for given in ["NULL", "sets(NULL)", &nulls, &no_turn] {
                assert_eq!(
                    answer(&context, &format!("SELECT {name}({given})")).await,
                    "null",
                    "{name}({given})"
                );
            }
        }
    }
}

#[tokio::test]
async fn invalid_sets_are_null_or_an_error_if_strict() {
    let context = context().unwrap();
    // White has a1, with a pawn or without a piece.
    let sql = "SELECT white_passers(1, 0, column1, 0, 0, 0, 0, 0, true) FROM (VALUES (1), (0), (1)) AS t";
    let passers = column(&context, sql).await;
    assert_eq!([0, 1, 2].map(|row| passers.is_null(row)), [false, true, false]);
    set_strict(&context, true).await;
    let words = error(&context, sql).await;
    assert!(words.contains("white_passers: row 2 of a batch: a1"), "{words}");
}

#[tokio::test]
async fn a_strict_session_names_the_row_of_an_invalid_fen() {
    let fens = ["8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 x - - 0 1"];
    let context = session([("fen", Arc::new(StringArray::from_iter_values(fens)) as ArrayRef)]);
    let sql = "SELECT black_king_reach(fen) FROM t";
    assert_eq!(column(&context, sql).await.null_count(), 1);
    set_strict(&context, true).await;
    let words = error(&context, sql).await;
    assert!(
        words.ends_with(
            "black_king_reach: row 3 of a batch: byte 16 of the FEN: the side to move must be `w` or `b`"
        ),
        "{words}"
    );
    assert!(error(&context, "SELECT sets(fen) FROM t").await.contains("sets: row 3 of a batch: byte 16"));
    set_strict(&context, false).await;
    assert_eq!(column(&context, sql).await.null_count(), 1);
    let words = error(&context, "SELECT white_passers('8/8')").await;
    assert!(words.contains("white_passers: byte 3 of the FEN: the placement must be 8 ranks"), "{words}");
}

/// Formats an answer as its column does.
fn written(answer: Answer) -> String {
    let joined = |texts: Vec<String>| texts.join(", ");
    match answer {
        Answer::Set(set) => set.bits().to_string(),
        Answer::Number(number) => number.map_or("null".to_owned(), |number| number.to_string()),
        Answer::Truth(truth) => truth.to_string(),
        Answer::Layers(None) => "null".to_owned(),
        Answer::Layers(Some(layers)) => {
            format!("[{}]", joined(layers.iter().map(|set| set.bits().to_string()).collect()))
        }
        Answer::Moves(moves) => {
            let text = |m: destrier::knight::Move| {
                format!("{{direction: {}, from: {}, to: {}}}", m.direction.name(), m.from, m.to)
            };
            format!("[{}]", joined(moves.map(text).collect()))
        }
        Answer::Lines(lines) => {
            let text = |(line, set): &(destrier::Line, Bitboard)| {
                format!("{}: {}", line.name().replace('-', "_"), set.bits())
            };
            format!("{{{}}}", joined(lines.iter().map(text).collect()))
        }
    }
}

const ROWS: usize = 11 * 64;

/// Returns a column of arguments as texts, with null. Its rows combine with those of other arguments in all ways.
fn texts(kind: ArgumentKind, place: usize) -> Vec<Option<&'static str>> {
    let texts: &[&str] = match kind {
        ArgumentKind::Set => {
            &["a1", "d4,e5", "empty", "0xffff0000", "h8", "b1,g1", "full", "a2,b2,c3,f2,g2,h2"]
        }
        ArgumentKind::Square => &["a1", "e4", "h8", "b7", "g2"],
        ArgumentKind::Number => &["0", "1", "2", "3", "4294967295"],
        ArgumentKind::Color => &["white", "black"],
        ArgumentKind::Wing => &["king", "queen"],
    };
    let turn = |row: usize| texts[(row / (1 << place) + row / 64 + place) % texts.len()];
    (0..ROWS).map(|row| (row % 11 != place).then(|| turn(row))).collect()
}

#[tokio::test]
async fn functions_of_the_registry_equal_the_library() {
    let mut kinds = BTreeSet::new();
    for function in FUNCTIONS {
        let name = function.name.replace('-', "_");
        let columns = function.arguments.iter().enumerate().map(|(i, argument)| texts(argument.kind, i));
        let columns: Vec<_> = columns.collect();
        // Sets and squares as texts and as numbers
        for as_numbers in [false, true] {
            let arrays = function.arguments.iter().zip(&columns).map(|(argument, column)| -> ArrayRef {
                let bits = |text: &str| text.parse::<Bitboard>().unwrap().bits();
                match argument.kind {
                    ArgumentKind::Number => Arc::new(Int64Array::from_iter(
                        column.iter().map(|text| text.map(|text| text.parse::<i64>().unwrap())),
                    )),
                    ArgumentKind::Set | ArgumentKind::Square if as_numbers => {
                        Arc::new(UInt64Array::from_iter(column.iter().map(|text| text.map(bits))))
                    }
                    _ => Arc::new(StringArray::from_iter(column)),
                }
            });
            let context = session(arrays.enumerate().map(|(i, array)| (format!("a{i}"), array)));
            // All arguments, as few as possible, and each optional one as a bare null
            let all: Vec<usize> = (0..columns.len()).collect();
            let (required, optional): (Vec<_>, Vec<_>) =
                all.iter().partition(|i| function.arguments[**i].required);
            let list = |given: &[usize]| given.iter().map(|i| format!("a{i}")).collect::<Vec<_>>().join(", ");
            let mut calls = vec![(all.clone(), list(&all)), (required.clone(), list(&required))];
            for omitted in optional {
                let given = all.iter().copied().filter(|i| *i != omitted).collect();
                calls.push((given, list(&all).replace(&format!("a{omitted}"), "NULL")));
            }
            for (given, list) in calls {
                let sql = format!("SELECT {name}({list}) FROM t");
                let answers = column(&context, &sql).await;
                assert_eq!(answers.len(), ROWS, "{sql}");
                let text = |column: usize, row: usize| columns[column][row];
                for row in 0..ROWS {
                    let mut arguments = Arguments::default();
                    for i in &given {
                        let text = text(*i, row);
                        arguments.values[*i] =
                            text.map(|text| function.arguments[*i].kind.parse(text).unwrap());
                    }
                    let is_null = given.iter().any(|i| arguments.values[*i].is_none());
                    let answer = (!is_null).then(|| function.call(&arguments, 0).unwrap().answer);
                    kinds.extend(
                        answer.as_ref().map(|answer| format!("{:?}", std::mem::discriminant(answer))),
                    );
                    let expected = answer.map_or("null".to_owned(), written);
                    assert_eq!(cell(&answers, row), expected, "{sql}, row {row}");
                }
            }
        }
    }
    assert_eq!(kinds.len(), 6, "of every kind of answer there is one");
}

#[tokio::test]
async fn worth_equals_the_search() {
    let moves = positions().into_iter().filter_map(|(position, next)| Some((position, next?)));
    let moves: Vec<_> = moves.step_by(13).collect();
    assert!(moves.len() > 200, "{}", moves.len());
    let (mut fens, mut texts, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for (i, (position, uci)) in moves.iter().enumerate() {
        let Some(Continuation::Move(played)) = position.resolve_uci(*uci) else { panic!("{uci} is legal") };
        let (mut fen, mut text) = (Some(position.fen()), Some(uci.to_string()));
        match i % 17 {
            1 => fen = None,
            2 => text = None,
            3 => fen = Some(format!("{}?", position.fen())),
            4 => text = Some("a1a1".to_owned()),
            5 => text = Some("N".to_owned()),
            6 => text = Some("0000".to_owned()),
            7 | 8 => text = Some(position.san(played).to_string()),
            _ => {}
        }
        let wins = WorthSearch::default().at(position, None.into()).wins(played);
        expected.push((!(1..=6).contains(&(i % 17))).then_some(i64::from(wins)));
        fens.push(fen);
        texts.push(text);
    }
    assert!(expected.iter().flatten().any(|wins| *wins > 0), "some moves win material");
    let mut dictionary = StringDictionaryBuilder::<Int32Type>::new();
    texts.iter().for_each(|text| dictionary.append_option(text.as_deref()));
    let columns: [(&str, ArrayRef); 4] = [
        ("fen", Arc::new(StringArray::from_iter(&fens))),
        ("view", Arc::new(StringViewArray::from_iter(&fens))),
        ("move", Arc::new(LargeStringArray::from_iter(&texts))),
        ("dictionary", Arc::new(dictionary.finish())),
    ];
    let context = session(columns);
    let expected: ArrayRef = Arc::new(Int64Array::from(expected));
    for given in ["fen, move", "view, dictionary", "move => move, fen => view"] {
        assert_eq!(&column(&context, &format!("SELECT worth({given}) FROM t")).await, &expected, "{given}");
    }
    set_strict(&context, true).await;
    for (condition, words) in [
        ("fen LIKE '%?'", "worth: row 1 of a batch: byte "),
        ("move = 'a1a1'", "worth: row 1 of a batch: move: \"a1a1\": not a legal move in this position"),
        ("move = 'N'", "worth: row 1 of a batch: move: \"N\": expected a move in UCI notation or SAN"),
        ("move = '0000'", "worth: row 1 of a batch: move: \"0000\": not a legal move"),
    ] {
        let found = error(&context, &format!("SELECT worth(fen, move) FROM t WHERE {condition}")).await;
        assert!(found.contains(words), "{condition}: {found}");
    }
}

#[tokio::test]
async fn worth_of_a_move_is_its_gain() {
    const FORK: &str = "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1";
    const BACK_RANK: &str = "r5k1/5ppp/8/8/8/8/5PPP/1N4K1 w - - 0 1";
    const CASTLING: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let context = context().unwrap();
    for (given, expected) in [
        (format!("'{FORK}', 'b5c7'"), "9"),
        (format!("move => 'b5c7', fen => '{FORK}'"), "9"),
        (format!("'{FORK}', 'Nc7+'"), "9"),
        ("'6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1', 'a1a8'".to_owned(), "100"),
        (format!("'{BACK_RANK}', 'b1c3'"), "-100"),
        (format!("'{BACK_RANK}', 'h2h3'"), "-3"),
        ("'8/P6k/8/8/8/8/8/K7 w - - 0 1', 'a7a8q'".to_owned(), "8"),
        (format!("'{CASTLING}', 'e1g1'"), "0"),
        (format!("'{CASTLING}', 'e1h1'"), "0"),
        (format!("'{CASTLING}', 'O-O'"), "0"),
    ] {
        assert_eq!(answer(&context, &format!("SELECT worth({given})")).await, expected, "{given}");
    }
    // An invalid constant is an error.
    for (sql, words) in [
        (format!("worth('{FORK}', 'b5b6')"), "worth: move: \"b5b6\": not a legal move in this position"),
        ("worth('8/8', 'e2e4')".to_owned(), "worth: byte 3 of the FEN"),
        ("worth('8/8', move) FROM (VALUES ('e2e4')) AS t (move)".to_owned(), "worth: byte 3 of the FEN"),
        (format!("worth('{FORK}', 'Nd7')"), "worth: move: \"Nd7\": not a legal move in this position"),
        (format!("worth('{FORK}', 'N')"), "expected a move in UCI notation or SAN, like 'e2e4' or 'Nf3'"),
        (
            "worth('8/8')".to_owned(),
            "worth takes a FEN and a move in UCI notation or SAN, both as text; given: Utf8",
        ),
        ("worth('8/8', 7)".to_owned(), "given: Utf8, Int64"),
        (
            "worth(fen, 'e9') FROM (VALUES ('8/8')) AS t (fen)".to_owned(),
            "worth: move: \"e9\": expected a move",
        ),
    ] {
        let found = error(&context, &format!("SELECT {sql}")).await;
        assert!(found.contains(words), "{sql}: {found}");
    }
}

#[tokio::test]
async fn helpers_convert_sets() {
    let context = context().unwrap();
    let a1 = format!("{}X{}", ". . . . . . . .\n".repeat(7), " .".repeat(7));
    for (sql, expected) in [
        ("squares('e8,c7')", "[c7, e8]"),
        ("squares(0)", "[]"),
        ("squares(NULL)", "null"),
        ("square('e4')", "268435456"),
        ("square(1)", "1"),
        ("square('h8') = 9223372036854775808", "true"),
        ("has('a1,b2', 'b2')", "true"),
        ("has(1, 'b2')", "false"),
        ("has(NULL, 'b2')", "null"),
        ("has(1, NULL)", "null"),
        ("popcount('full')", "64"),
        ("popcount(-1)", "64"),
        ("popcount(0)", "0"),
        ("complement(1)", "18446744073709551614"),
        ("complement(NULL)", "null"),
        ("squares(knight_attacks('a1') & complement('b3'))", "[c2]"),
        ("squares((square('a1') | square('h8')) ^ square('a1'))", "[h8]"),
        ("board('a1')", &a1),
        ("board(NULL)", "null"),
        ("sets(NULL)['white_pieces']", "null"),
        ("sets('8/8/8/8/8/8/8/K1k5 b - - 0 1')['white_pieces']", "1"),
        ("sets('8/8/8/8/8/8/8/K1k5 b - - 0 1')['white_to_move']", "false"),
        ("knight_fill(set => 'a1', n => 2) = knight_fill('a1', 2)", "true"),
        ("has(caught_area(king => 'h8', turn => 'white', king_color => 'black'), 'g7')", "true"),
    ] {
        assert_eq!(answer(&context, &format!("SELECT {sql}")).await, expected, "{sql}");
    }
    for square in Square::ALL {
        let set = answer(&context, &format!("SELECT square('{square}')")).await;
        assert_eq!(set, square.bitboard().bits().to_string());
    }
}

#[tokio::test]
async fn mistakes_in_the_query_are_explained() {
    let context = context().unwrap();
    for (sql, words) in [
        ("knight_attacks('i9')", "knight_attacks: set: \"i9\": expected squares "),
        ("king_lines('e4,e5', 0)", "king_lines: king: \"e4,e5\": "),
        ("king_lines(3, 0)", "king_lines: king: 0x3: "),
        ("knight_fill('a1', -1)", "knight_fill: n: \"-1\": expected a whole number from 0"),
        ("pawn_shield('a2', 'left')", "pawn_shield: wing: \"left\": expected `king` or `queen`"),
        ("has('a1', 'z9')", "has: square: \"z9\": "),
        (
            "knight_attacks(1.5)",
            "knight_attacks: set must be a set of squares, as a number or as a text like 'c7,e8', not ",
        ),
        ("knight_attacks(true)", "not Boolean"),
        ("knight_fill('a1', 'two')", "knight_fill: n must be a whole number, not Utf8"),
        ("pawn_shield('a2', 1)", "pawn_shield: wing must be a wing, 'king' or 'queen', not Int64"),
        ("knight_attacks(1, 2)", "wrong number of arguments (2); the syntax is knight_attacks(set)"),
        (
            "knight_fill(1, 2, 3, 4)",
            "wrong number of arguments (4); the syntax is knight_fill(set[, n][, taboo])",
        ),
        ("forks()", "forks"),
        ("has(1)", "wrong number of arguments (1); the syntax is has(set, square)"),
        ("queen_attacks(1)", "wrong number of arguments (1); the syntax is queen_attacks(queens, occupied)"),
        ("majority(1, 2, 3.5)", "majority: c must be a set of squares"),
        ("sets(1)", "sets takes a FEN as text; given: Int64"),
        (
            "white_passers(1)",
            "white_passers takes a position: a FEN, the result of sets(fen), or nine arguments",
        ),
        ("white_passers('8/8', 2)", "given: Utf8, Int64"),
        (
            "white_passers(named_struct('white_pieces', 1))",
            "white_passers: the struct has no field black_pieces; make it with sets(fen)",
        ),
        (
            "white_passers(1, 2, 3, 4, 5, 6, 7, 8, 9)",
            "white_passers: white_to_move must be a boolean, not Int64",
        ),
        ("white_passers(1, 2, 3, 4, 5, 6, 7, 8.5, true)", "white_passers: kings must be a set of squares"),
    ] {
        let found = error(&context, &format!("SELECT {sql}")).await;
        assert!(found.contains(words), "{sql}: {found}");
        assert!(!found.contains("Internal error") && !found.contains("bug"), "{sql}: {found}");
    }
}

#[tokio::test]
async fn invalid_data_is_null_or_an_error_if_strict() {
    let context = context().unwrap();
    for (sql, row) in [
        ("knight_attacks(column1) FROM (VALUES ('a1'), ('i9')) AS t", 2),
        ("has(7, column1) FROM (VALUES ('i9'), ('b1')) AS t", 1),
        ("king_lines(column1, 0) FROM (VALUES (1), (2), (3)) AS t", 3),
        ("knight_fill(1, column1) FROM (VALUES (1), (-2), (3)) AS t", 2),
    ] {
        let sql = format!("SELECT {sql}");
        set_strict(&context, false).await;
        let answers = column(&context, &sql).await;
        assert!(answers.is_null(row - 1) && answers.null_count() == 1, "{sql}");
        set_strict(&context, true).await;
        let words = error(&context, &sql).await;
        assert!(words.contains(&format!(": row {row} of a batch: ")), "{words}");
    }
}

#[tokio::test]
async fn names_are_unique_and_replace_no_built_in_function() {
    let built_in = SessionContext::new().state();
    let mut names = BTreeSet::new();
    for function in destrier_sql::functions() {
        let name = function.name().to_owned();
        assert!(!built_in.scalar_functions().contains_key(&name), "{name}");
        assert!(!built_in.aggregate_functions().contains_key(&name), "{name}");
        assert!(names.insert(name.clone()), "{name} twice");
    }
    assert!(names.len() > 2 * VALUES.len() + FUNCTIONS.len() + 6);
}

#[tokio::test]
async fn show_functions_documents_every_function() {
    let context = context().unwrap();
    let shown = context.sql("SHOW FUNCTIONS").await.unwrap().collect().await.unwrap();
    let mut rows = Vec::new();
    for batch in &shown {
        let text = |name: &str, row| array_value_to_string(batch.column_by_name(name).unwrap(), row).unwrap();
        let names = ["function_name", "return_type", "parameters", "description", "syntax_example"];
        rows.extend((0..batch.num_rows()).map(|row| names.map(|name| text(name, row))));
    }
    let find = |name: &str| rows.iter().filter(|row| row[0] == name).collect::<Vec<_>>();
    for function in destrier_sql::functions() {
        let found = find(function.name());
        assert!(!found.is_empty(), "{}", function.name());
        for [_, return_type, parameters, _, example] in found {
            assert!(!return_type.is_empty() && parameters.len() > 2);
            assert!(example.starts_with(&format!("{}(", function.name())), "{example}");
        }
    }
    let check = |name: &str, parts: [&str; 3]| {
        for row in find(name) {
            assert!(parts.iter().all(|part| row[3].contains(part)), "{row:?}");
        }
    };
    for value in VALUES {
        for side in Color::ALL {
            check(&format!("{side}_{}", value.name), [value.definition, value.source, value.cost]);
        }
    }
    for function in FUNCTIONS {
        let name = function.name.replace('-', "_");
        let documentation = context.state().scalar_functions()[&name].documentation().cloned().unwrap();
        let example = function.call(&function.example_arguments(), 0).unwrap();
        check(&name, [function.definition, function.source, example.cost]);
        let told = documentation.arguments.unwrap().into_iter().map(|(_, definition)| definition);
        assert!(told.eq(function.arguments.iter().map(ToString::to_string)), "{name}");
    }
}

#[tokio::test]
async fn types_are_not_converted_silently() {
    // A date as text would be an invalid FEN.
    let context = session([("day", Arc::new(Date32Array::from(vec![1])) as ArrayRef)]);
    for function in destrier_sql::functions() {
        let words = error(&context, &format!("SELECT {}(day) FROM t", function.name())).await;
        assert!(words.contains(function.name()) && !words.contains("Internal"), "{words}");
    }
}
