use super::*;
use crate::chess::{Position, Positions};
use crate::formats::{Game, GameNeeds, Start};
use crate::input::{Reader, Source};
use crate::scan::Scan;
use crate::schema::ColumnKind;
use crate::search::{Event, FoundPosition, JudgedBy, Judging, PATTERNS, Selection};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use arrow_select::concat::concat_batches;
use destrier::Color;
use destrier::king::Wing;
use destrier::registry::{VALUES, Value, ValueKind};

const GAMES: &[u8] = include_bytes!("../../../../samples/lichess.pgn");

/// Returns the batches of some columns of a table, concatenated.
fn rows(table: Table, columns: &[usize], games: &[u8], batch_rows: usize) -> RecordBatch {
    let rows = TableRows::new(table, columns, &Selection::default());
    let schema = rows.schema().clone();
    let scan = TableScan::new(Scan::new([Source::of_memory("a.pgn", games)]), rows);
    let batches: Vec<_> = scan.with_batch_rows(batch_rows).batches().map(Result::unwrap).collect();
    let all_but_last = batches.split_last().map_or(&[][..], |(_, batches)| batches);
    assert!(all_but_last.iter().all(|batch| batch.num_rows() == batch_rows));
    concat_batches(&schema, &batches).unwrap()
}

fn all(table: Table) -> Vec<usize> {
    (0..table.columns().len()).collect()
}

#[test]
fn column_names_are_unique_and_all_columns_have_definitions() {
    for table in Table::ALL {
        let columns = table.columns();
        for (i, column) in columns.iter().enumerate() {
            assert!(columns[..i].iter().all(|other| other.name != column.name), "{table}: {}", column.name);
            assert!(!column.definition.is_empty(), "{table}: {}", column.name);
            assert_eq!(column.field().metadata()["definition"], column.definition);
            assert_eq!(table.column(&column.name), Some(i));
        }
        assert_eq!(table.name().parse(), Ok(table));
    }
    let error = "moves".parse::<Table>().unwrap_err();
    assert_eq!(error.to_string(), r#"expected games, positions, findings or features, not "moves""#);
    // `line` is a field of distant checks, so the number of a line is `line_number`.
    assert!(Table::Findings.column("line").is_some() && Table::Findings.column("line_number").is_some());
}

#[test]
fn columns_of_findings_keep_the_order_of_every_pattern() {
    let columns = Table::Findings.columns();
    for pattern in PATTERNS {
        let indices: Vec<_> =
            pattern.fields().map(|field| Table::Findings.column(field.name).unwrap()).collect();
        assert!(indices.is_sorted_by(|a, b| a < b), "{}: {indices:?}", pattern.name);
    }
    let names: Vec<&str> = columns.iter().map(|column| &*column.name).collect();
    assert!(names.join(" ").starts_with(
        "source game line_number site ply fen pattern side move san square targets classes safe line mate played chance first_ply wins missed_by missed lost answer defence eval_before eval_after"
    ));
}

/// Every column alone, and all columns in reverse order, match the whole rows, in batches of any size.
#[test]
fn selected_columns_match_whole_rows() {
    for table in Table::ALL {
        let whole = rows(table, &all(table), GAMES, 1000);
        assert!(whole.num_rows() >= 60);
        let reversed: Vec<usize> = all(table).into_iter().rev().collect();
        let alone = reversed.chunks(1);
        for columns in std::iter::once(&reversed[..]).chain(alone) {
            let some = rows(table, columns, GAMES, 300);
            for (array, &index) in some.columns().iter().zip(columns) {
                let name = &table.columns()[index].name;
                assert_eq!(array.data_type(), whole.column(index).data_type(), "{table}: {name}");
                assert_eq!(array, whole.column(index), "{table}: {name}");
            }
        }
        assert_eq!(rows(table, &[], GAMES, 8192).num_rows(), whole.num_rows(), "{table}");
    }
}

#[test]
fn rows_of_positions_match_the_board() {
    let table = Table::Features;
    let batch = rows(table, &all(table), GAMES, 1000);
    let column = |name: &str| batch.column(table.column(name).unwrap());
    let fens = column("fen").as_string::<i32>();
    for row in 0..batch.num_rows() {
        let position: Position = fens.value(row).parse().unwrap();
        assert_eq!(column("white_to_move").as_boolean().value(row), position.turn().is_white());
        let kings = column("kings").as_primitive::<UInt64Type>().value(row);
        assert_eq!(kings, position.sets().kings.bits());
        let castling = column("castling").as_string::<i32>().value(row);
        let square = column("en_passant").as_string::<i32>();
        let square = if square.is_null(row) { "-" } else { square.value(row) };
        assert!(fens.value(row).contains(&format!(" {castling} {square} ")));
        let (us, them) = (position.turn(), !position.turn());
        for (side, color) in [("white", Color::White), ("black", Color::Black), ("us", us), ("them", them)] {
            let pieces = column(&format!("{side}_pieces")).as_primitive::<UInt64Type>().value(row);
            assert_eq!(pieces, position.sets().color(color).bits());
            for value in VALUES {
                let column = column(&format!("{side}_{}", value.name));
                let number = || (!column.is_null(row)).then(|| column.as_primitive::<Int64Type>().value(row));
                match (value.get)(&position.board(), color) {
                    Value::Set(set) => {
                        assert_eq!(column.as_primitive::<UInt64Type>().value(row), set.bits());
                    }
                    Value::Number(wing) if value.kind == ValueKind::Wing => {
                        let name = (!column.is_null(row)).then(|| column.as_string::<i32>().value(row));
                        assert_eq!(name, wing.map(|wing| Wing::ALL[usize::from(wing)].name()));
                    }
                    Value::Number(expected) => assert_eq!(number(), expected.map(i64::from)),
                }
            }
        }
    }
}

/// Moves, captures, clocks and evaluations, also where a long game is divided into parts.
#[test]
fn positions_have_their_moves() {
    let table = Table::Positions;
    let names = ["prev_san", "san", "next_san", "piece", "captured", "castling", "en_passant"];
    let text = |batch: &RecordBatch, row: usize| {
        let columns = batch.columns().iter().map(|column| column.as_string::<i32>());
        let cells = columns.map(|column| if column.is_null(row) { "." } else { column.value(row) });
        cells.collect::<Vec<_>>().join(" ")
    };
    let columns = names.map(|name| table.column(name).unwrap());
    let games = "1. e4 d5 2. e5 f5 3. exf6 Kd7 4. fxg7 -- 5. gxh8=N Qe8 *\n\n\
        [FEN \"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1\"]\n\n1... O-O 2. O-O-O *\n\n*\n";
    let batch = rows(table, &columns, games.as_bytes(), 8192);
    let expected = [
        ". e4 d5 pawn . KQkq .",
        "e4 d5 e5 pawn . KQkq .",
        "d5 e5 f5 pawn . KQkq .",
        "e5 f5 exf6 pawn . KQkq .",
        "f5 exf6 Kd7 pawn pawn KQkq f6",
        "exf6 Kd7 fxg7 king . KQkq .",
        "Kd7 fxg7 -- pawn pawn KQ .",
        "fxg7 -- gxh8=N . . KQ .",
        "-- gxh8=N Qe8 pawn rook KQ .",
        "gxh8=N Qe8 . queen . KQ .",
        "Qe8 . . . . KQ .",
        ". O-O O-O-O king . KQkq .",
        "O-O O-O-O . king . KQ .",
        "O-O-O . . . . - .",
        ". . . . . KQkq .",
    ];
    let found: Vec<_> = (0..batch.num_rows()).map(|row| text(&batch, row)).collect();
    assert_eq!(found, expected);

    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for plies in [1022, 1023, 1024, 2047, 2048, 2050] {
        let game: Vec<&str> = moves.into_iter().cycle().take(plies).collect();
        let batch = rows(table, &columns, format!("{} *\n", game.join(" ")).as_bytes(), 8192);
        assert_eq!(batch.num_rows(), plies + 1);
        for row in 0..=plies {
            let san = |ply: Option<usize>| ply.and_then(|ply| game.get(ply).copied()).unwrap_or(".");
            let [before, next, after] = [row.checked_sub(1), Some(row), Some(row + 1)].map(san);
            let piece = if row < plies { "knight" } else { "." };
            assert_eq!(
                text(&batch, row),
                format!("{before} {next} {after} {piece} . KQkq ."),
                "{plies}: {row}"
            );
        }
    }
}

#[test]
fn clocks_and_evaluations_are_those_of_the_side_to_move() {
    let game = "{ [%eval 0.2] } 1. e4 { [%clk 0:03:00] [%eval 0.3] } e5 { [%clk 0:02:59] } 2. d4 { [%eval #-2] } *\n";
    let columns = ["clock", "eval"].map(|name| Table::Positions.column(name).unwrap());
    let batch = rows(Table::Positions, &columns, game.as_bytes(), 8192);
    let clocks: Vec<_> = batch.column(0).as_primitive::<Float64Type>().iter().collect();
    let evals: Vec<_> = batch.column(1).as_primitive::<Int64Type>().iter().collect();
    assert_eq!(clocks, [None, None, Some(180.0), Some(179.0)]);
    assert_eq!(evals, [Some(20), Some(-30), None, Some(9998)]);
}

#[test]
fn rows_of_findings_match_the_findings() {
    let table = Table::Findings;
    let batch = rows(table, &all(table), GAMES, 1000);
    let text = |name: &str, row: usize| {
        let column = batch.column(table.column(name).unwrap()).as_string::<i32>();
        (!column.is_null(row)).then(|| column.value(row).to_owned())
    };
    let mut row = 0;
    let selection = Selection::default();
    let mut reader = Reader::games(GAMES);
    while let Some(record) = reader.next_record().unwrap() {
        let game = Game::pgn(record);
        assert!(matches!(game.start(), Ok(Start::Position(_))));
        game.search(Some(&selection), Default::default(), &mut Positions::new(), |event| {
            let Event::Found(&FoundPosition { position, .. }, findings) = event else { return };
            for finding in findings.iter() {
                assert_eq!(text("fen", row), Some(position.fen()));
                assert_eq!(text("pattern", row).as_deref(), Some(finding.pattern.name));
                assert_eq!(text("side", row).as_deref(), Some(finding.side.name()));
                assert_eq!(text("san", row), finding.by.map(|by| position.san(by).to_string()));
                assert_eq!(text("square", row).as_deref(), finding.square.map(|square| square.name()));
                row += 1;
            }
        })
        .unwrap();
    }
    assert_eq!(row, batch.num_rows());
}

/// Damage ends the main line. Games without a start have none.
#[test]
fn games_have_their_main_line() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(300);
    let games = format!(
        "1. e4 (1. d4) f5 2. Qh5+ {{ check }} g6 3. Qxg7 *\n\n*\n\n[FEN \"x\"]\n\n1. e4 *\n\n\
         [Variant \"Atomic\"]\n\n1. e4 *\n\n{shuffle} *\n\n1. d4 *\n"
    );
    let table = Table::Games;
    let columns = ["plies", "sans", "final_fen"].map(|name| table.column(name).unwrap());
    let rows = TableRows::new(table, &columns, &Selection::default());
    let scan = TableScan::new(Scan::new([Source::of_memory("a.pgn", games.as_bytes())]), rows);
    let batches: Vec<_> = scan.batches().filter_map(Result::ok).collect();
    let [batch] = &batches[..] else { panic!("{batches:?}") };
    let (plies, lists) = (batch.column(0).as_primitive::<Int64Type>(), batch.column(1).as_list::<i32>());
    let sans: Vec<Option<Vec<String>>> = (lists.iter())
        .map(|list| Some(list?.as_string::<i32>().iter().map(|san| san.unwrap().to_owned()).collect()))
        .collect();
    for (row, sans) in sans.iter().enumerate() {
        let number = sans.as_ref().map(|sans| sans.len() as i64);
        assert_eq!((!plies.is_null(row)).then(|| plies.value(row)), number, "row {row}");
    }
    let text = |row: usize| sans[row].as_ref().map(|sans| sans.join(" "));
    assert_eq!(text(0).as_deref(), Some("e4 f5 Qh5+ g6"));
    assert_eq!([1, 2, 3].map(text), [Some(String::new()), None, None]);
    assert_eq!((text(4).as_deref(), text(5).as_deref()), (Some(shuffle.trim_end()), Some("d4")));
    let fens: Vec<_> = batch.column(2).as_string::<i32>().iter().collect();
    let expected = [
        Some("rnbqkbnr/ppppp2p/6p1/5p1Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 3"),
        Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        None,
        None,
        Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1200 601"),
        Some("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"),
    ];
    assert_eq!(fens, expected);
}

/// A game with long tags is split into parts, all with its tags.
#[test]
fn repeated_long_tags_are_bounded() {
    let name = "x".repeat(100_000);
    let moves = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(300);
    let game = format!("[Event \"a\"]\n[{name} \"b\"]\n[White \"{}\"]\n\n{moves}*\n", "y".repeat(8000));
    let columns = ["ply", "tags", "white"].map(|name| Table::Positions.column(name).unwrap());
    let rows = TableRows::new(Table::Positions, &columns, &Selection::default());
    let scan = TableScan::new(Scan::new([Source::of_memory("a.pgn", game.as_bytes())]), rows);
    let batches: Vec<RecordBatch> = scan.batches().map(Result::unwrap).collect();
    assert_eq!(batches.iter().map(RecordBatch::num_rows).sum::<usize>(), 1201);
    assert!(batches.len() > 5);
    let mut ply = 0;
    for batch in &batches {
        assert!(batch.get_array_memory_size() < 40 << 20, "{}", batch.get_array_memory_size());
        let plies = batch.column(0).as_primitive::<Int64Type>();
        let white = batch.column(2).as_string_view();
        for row in 0..batch.num_rows() {
            assert_eq!((plies.value(row), white.value(row).len()), (ply, 8000));
            ply += 1;
        }
    }
}

#[test]
fn needs_are_the_union_over_columns() {
    let needs = |table: Table, names: &[&str]| {
        let columns: Vec<_> = names.iter().map(|name| table.column(name).unwrap()).collect();
        TableRows::new(table, &columns, &Selection::default()).needs().clone()
    };
    assert_eq!(needs(Table::Games, &["white", "result"]), GameNeeds::tags(&["White", "Result"]));
    assert_eq!(needs(Table::Games, &["white", "tags"]), GameNeeds::all_tags());
    assert_eq!(needs(Table::Games, &["game"]), GameNeeds { number: true, ..GameNeeds::NOTHING });
    let moves = GameNeeds::moves();
    assert_eq!(needs(Table::Games, &["plies"]), moves);
    assert_eq!(needs(Table::Positions, &[]), moves);
    assert_eq!(needs(Table::Findings, &["fen"]), moves);
    let clock = GameNeeds { chances: true, ..moves.clone().and(GameNeeds::annotations()) };
    assert_eq!(needs(Table::Findings, &["clock", "chance"]), clock);
    let passers = VALUES.iter().position(|value| value.name == "passers").unwrap();
    let black = needs(Table::Features, &["black_passers", "fen"]);
    assert_eq!(black, GameNeeds { values: [0, 1 << passers], ..moves });
}

/// All tables have the same result: that of the tag or, if it does not say who won, the one after the moves.
#[test]
fn results_come_from_the_tag_or_the_moves() {
    const FORK: &str = "[FEN \"r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1\"]\n\n1. Nc7+";
    let games =
        format!("{FORK} 0-1\n\n[Result \"*\"]\n{FORK} 1-0\n\n[Result \"1-0\"]\n{FORK} 0-1\n\n{FORK}\n");
    for table in [Table::Games, Table::Positions, Table::Findings] {
        let batch = rows(table, &[table.column("result").unwrap()], games.as_bytes(), 8192);
        let mut found: Vec<_> = batch.column(0).as_string_view().iter().map(Option::unwrap).collect();
        found.dedup();
        assert_eq!(found, ["0-1", "1-0", "*"], "{table}");
    }
}

#[test]
fn kinds_have_names() {
    use ColumnKind::{Date, List, Map, Number, Set, SharedText, Text, Truth};
    let names = [Text, SharedText, Truth, Number, Date, Set, List, Map].map(ColumnKind::name);
    assert_eq!(names.join(" "), "text text truth number date set list map");
}

/// Evaluations are relative to the side to move. A game that ends has no evaluation after its move.
#[test]
fn evaluations_are_for_the_side_to_move() {
    const GAMES: &str = "[FEN \"r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1\"]\n\n{ [%eval 1.5] } 1. Nc7+ { [%eval #3] } *\n\n\
        [FEN \"4k3/8/8/8/1n6/8/8/R3K2R b KQ - 0 1\"]\n\n{ [%eval 1.5] } 1... Kd8 { [%eval -0.25] } *\n\n\
        [FEN \"4k3/8/8/8/1n6/8/8/R3K2R b KQ - 0 1\"]\n\n{ [%eval #-2] } *\n\n\
        [FEN \"4k3/8/8/8/1n6/8/8/R3K2R b KQ - 0 1\"]\n\n1... Kd8 *\n\n\
        [FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n{ [%eval 9] } 1. Kb1 { [%eval 9] } *\n";
    let table = Table::Findings;
    let names = ["game", "ply", "eval_before", "eval_after"];
    let columns = names.map(|name| table.column(name).unwrap());
    let selection = Selection { judging: Some(Judging::default()), ..Selection::default() };
    let rows = TableRows::new(table, &columns, &selection);
    let scan = TableScan::new(Scan::new([Source::of_memory("a.pgn", GAMES.as_bytes())]), rows);
    let batches: Vec<_> = scan.batches().map(Result::unwrap).collect();
    let [batch] = &batches[..] else { panic!("{batches:?}") };
    let number = |column: usize, row| {
        let numbers = batch.column(column).as_primitive::<Int64Type>();
        (!numbers.is_null(row)).then(|| numbers.value(row))
    };
    let rows: Vec<_> =
        (0..batch.num_rows()).map(|row| [0, 1, 2, 3].map(|column| number(column, row))).collect();
    assert_eq!(
        rows,
        [
            [Some(1), Some(0), Some(150), Some(9997)],
            [Some(1), Some(1), Some(-9997), None],
            [Some(2), Some(0), Some(-150), Some(25)],
            [Some(3), Some(0), Some(9998), None],
            [Some(4), Some(0), None, None],
            [Some(5), Some(0), Some(900), Some(900)],
            [Some(5), Some(1), Some(-900), None],
        ]
    );
}

#[test]
fn columns_are_selected_by_name_and_group() {
    let names = |names: &[&str]| -> Vec<&str> {
        let columns = Table::Findings.select(names, &mut Selection::default(), &JudgedBy::Judge).unwrap();
        columns.into_iter().map(|column| &*Table::Findings.columns()[column].name).collect()
    };
    assert_eq!(Table::Findings.groups(), ["finding", "worth", "position", "mover", "game"]);
    assert_eq!(names(&["san", "ply", "san"]), ["san", "ply"]);
    assert_eq!(names(&["all:mover", "elo"]), ["player", "elo", "opponent", "opponent_elo", "score"]);
    assert_eq!(names(&["all"]).len(), Table::Findings.columns().len());
    assert_eq!(names(&["game", "ply"]), ["game", "ply"]);
    assert_eq!(names(&["game"]), ["game"]);
    assert_eq!(names(&["all:game"])[..3], ["white", "black", "white_elo"]);
    let error = |table: Table, name| {
        table.select(&[name], &mut Selection::default(), &JudgedBy::Judge).unwrap_err().to_string()
    };
    let unknown = error(Table::Findings, "sann");
    let start = "unknown column `sann` (did you mean `san`?); the columns are source, game,";
    assert!(unknown.starts_with(start), "{unknown}");
    let end = "and the groups all:finding, all:worth, all:position, all:mover, all:game";
    assert!(unknown.ends_with(end), "{unknown}");
    let group = error(Table::Findings, "mover");
    assert!(group.starts_with("unknown column `mover` (did you mean the group `all:mover`?)"), "{group}");
    // Games have no groups.
    for name in ["all:", "all:game"] {
        let unknown = error(Table::Games, name);
        assert!(unknown.starts_with(&format!("unknown column `{name}`; the columns are")), "{unknown}");
    }
}

#[test]
fn naming_a_column_of_worth_computes_it() {
    for (names, is_computed) in
        [(&["ply", "san"][..], false), (&["eval_before"], false), (&["missed"], true), (&["all:worth"], true)]
    {
        let mut selection = Selection::default();
        Table::Findings.select(names, &mut selection, &JudgedBy::Material).unwrap();
        let by = selection.judging.map(|judging| judging.by);
        assert_eq!(by, is_computed.then_some(JudgedBy::Material), "{names:?}");
    }
    let error =
        Table::Findings.select(&["eval_best"], &mut Selection::default(), &JudgedBy::Judge).unwrap_err();
    assert_eq!(error, ColumnError::NeedsEngine { name: "eval_best".to_owned() });
}
