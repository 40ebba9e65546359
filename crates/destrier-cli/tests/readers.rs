//! Other programs read our outputs: DuckDB and Polars read Parquet, pgn-reader and python-chess read PGN.

#[path = "common/readers.rs"]
mod readers;

use destrier_games::{Column, ColumnKind, PATTERNS, Table};
use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position, Setup};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the workspace, where the binary runs.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const SAMPLE: &str = "samples/lichess.pgn";

/// Returns games, puzzles, positions, and messy games: Latin-1, Chess960, null moves, damage.
fn inputs(folder: &Path) -> Vec<String> {
    let positions = folder.join("positions.epd");
    let examples = PATTERNS.map(|pattern| format!("{}\n", pattern.example));
    fs::write(&positions, examples.concat()).unwrap();
    let mut inputs: Vec<String> =
        [SAMPLE, "samples/puzzles.csv", "crates/destrier-games/tests/data/dirt"].map(str::to_owned).into();
    inputs.push(positions.to_str().unwrap().to_owned());
    inputs
}

/// Returns the inputs without messy games. Annotated games keep what is messy, and other readers cannot read all of it.
fn clean_inputs(folder: &Path) -> Vec<String> {
    inputs(folder).into_iter().filter(|input| !input.ends_with("dirt")).collect()
}

/// Runs the command on inputs that may be damaged, and returns its output.
fn output<'a>(arguments: impl IntoIterator<Item = &'a str>, inputs: &'a [String]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_destrier"));
    // A file in UTF-16 cannot be read, so the status is 1 after all others were read.
    let output = command.current_dir(ROOT).args(arguments).args(inputs).output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 1)), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Like [`output`], but writes to a file with this name.
fn file<'a>(folder: &Path, name: &str, arguments: &[&'a str], inputs: &'a [String]) -> PathBuf {
    let path = folder.join(name);
    let arguments = arguments.iter().copied().chain(["-o", path.to_str().unwrap()]);
    output(arguments.collect::<Vec<_>>(), inputs);
    assert!(path.is_file(), "{name} was not written");
    path
}

fn objects(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
}

/// Runs a Python script on a file, and returns its output.
fn read_by(python: &Path, script: &str, file: &Path) -> String {
    let script = Path::new(ROOT).join("tests/readers").join(script);
    let output = Command::new(python).arg(script).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the columns of a table up to the one with this name.
fn columns(table: Table, last: &str) -> &'static [Column] {
    &table.columns()[..=table.column(last).unwrap()]
}

/// Returns the days from 1970-01-01 to a date, counted one by one.
fn days_since_1970(date: &str) -> i32 {
    let mut parts = date.split('-').map(|part| part.parse::<i32>().unwrap());
    let [year, month, day] = std::array::from_fn(|_| parts.next().unwrap());
    let is_leap = |year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let of_years: i32 = (1970..year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
    let february = if is_leap(year) { 29 } else { 28 };
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    of_years + months[..month as usize - 1].iter().sum::<i32>() + day - 1
}

/// Counts rows, and nulls and sums by column, in JSON lines. `sums.py` counts the same in Parquet.
fn counted(columns: &[Column], rows: &[Value]) -> Value {
    let number = |kind: ColumnKind, cell: &Value| match (kind, cell) {
        (ColumnKind::Set, Value::String(digits)) => u64::from_str_radix(digits, 16).unwrap().into(),
        (ColumnKind::Text | ColumnKind::SharedText, Value::String(text)) => text.len() as i128,
        (ColumnKind::List, Value::Array(names)) => names.len() as i128,
        (ColumnKind::Truth, Value::Bool(truth)) => (*truth).into(),
        (ColumnKind::Number, Value::Number(number)) => number.as_i64().unwrap().into(),
        (ColumnKind::Real, Value::Number(number)) => (10.0 * number.as_f64().unwrap()).round() as i128,
        (ColumnKind::Date, Value::String(day)) => days_since_1970(day).into(),
        _ => panic!("{kind:?}: {cell}"),
    };
    let columns = columns.iter().map(|column| {
        let cells = || rows.iter().filter_map(|row| row.get(&*column.name)).filter(|cell| !cell.is_null());
        let sum: i128 = cells().map(|cell| number(column.kind, cell)).sum();
        (column.name.to_string(), json!({ "nulls": rows.len() - cells().count(), "sum": sum.to_string() }))
    });
    json!({ "rows": rows.len(), "columns": columns.collect::<serde_json::Map<_, _>>() })
}

#[track_caller]
fn assert_table_is_read(python: &Path, table: &Path, columns: &[Column], rows: &[Value]) {
    let expected = counted(columns, rows);
    let read: Value = serde_json::from_str(&read_by(python, "sums.py", table)).unwrap();
    for reader in ["duckdb", "polars"] {
        assert_eq!(read[reader]["rows"], expected["rows"], "{reader}");
        for column in columns {
            let of = |counted: &Value| counted["columns"][&*column.name].clone();
            assert_eq!(of(&read[reader]), of(&expected), "{reader}: {}", column.name);
        }
        assert_eq!(read[reader], expected, "{reader}");
    }
}

#[test]
fn duckdb_and_polars_agree_on_findings() {
    let Some(python) = readers::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let inputs = inputs(folder.path());
    let rows = objects(&output(["scan", "--worth", "-f", "jsonl"], &inputs));
    for column in columns(Table::Findings, "link") {
        // Columns for an engine, and for tags that the games lack, are empty.
        if column.name.starts_with("eval") || ["variant", "round"].contains(&&*column.name) {
            continue;
        }
        assert!(rows.iter().any(|row| !row[&*column.name].is_null()), "{} is null in all rows", column.name);
    }
    let table = file(folder.path(), "findings.parquet", &["scan", "--worth"], &inputs);
    let columns = columns(Table::Findings, "link");
    assert_table_is_read(&python, &table, columns, &rows);
    // A table without rows.
    let table = file(folder.path(), "none.parquet", &["scan", "--player", "nobody"], &inputs);
    assert_table_is_read(&python, &table, columns, &[]);
}

#[test]
fn duckdb_and_polars_agree_on_features() {
    let Some(python) = readers::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut inputs = inputs(folder.path());
    // More rows than fit into a row group.
    inputs.extend(vec![SAMPLE.to_owned(); 13]);
    let rows = objects(&output(["features", "--fen", "-f", "jsonl"], &inputs));
    assert!(rows.len() > 65_536, "{}", rows.len());
    let columns = columns(Table::Features, "fen");
    let table = file(folder.path(), "features.parquet", &["features", "--fen"], &inputs);
    assert_table_is_read(&python, &table, columns, &rows);
    let sums = counted(columns, &rows);
    let black = sums["columns"]["black_pieces"]["sum"].as_str().unwrap().parse::<u128>().unwrap();
    assert!(black > u64::MAX.into(), "sums exceed 64 bits");
}

/// python-chess rewrites the games in other notations, with other comments and line breaks.
#[test]
fn games_of_python_chess_have_the_same_findings_in_every_notation() {
    let Some(python) = readers::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let found = ["san", "uci", "lan"].map(|notation| {
        let script = Path::new(ROOT).join("tests/readers/notations.py");
        let output =
            Command::new(&python).arg(script).arg(Path::new(ROOT).join(SAMPLE)).arg(notation).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let games = folder.path().join("games.pgn");
        fs::write(&games, output.stdout).unwrap();
        let lines = self::output(
            ["scan", "--worth", "--quick", "-f", "jsonl"],
            &[games.to_str().unwrap().to_owned()],
        );
        (lines, fs::read_to_string(games).unwrap())
    });
    assert!(found[0].0.lines().count() > 500);
    for ((lines, games), castling) in found.iter().zip([" O-O ", " e1g1 ", " Ng1-f3 "]) {
        assert!(games.contains(castling), "{castling}");
        assert!(*lines == found[0].0, "{castling}");
    }
}

/// A game as a reader sees it.
#[derive(Debug, Default, PartialEq)]
struct ReadGame {
    site: String,
    /// The pieces on the board, at the start and after each move.
    positions: Vec<String>,
    /// Arrows and circles by ply: color, from and to. A circle has one square for both.
    drawn: Drawn,
}

type Drawn = BTreeMap<usize, BTreeSet<[String; 3]>>;

/// Reads games with pgn-reader and plays them with shakmaty.
#[derive(Default)]
struct Player;

/// A game while it is read, with the current position.
struct Played {
    game: ReadGame,
    position: Chess,
}

impl Visitor for Player {
    type Tags = Played;
    type Movetext = Played;
    type Output = ReadGame;

    fn begin_tags(&mut self) -> ControlFlow<ReadGame, Played> {
        ControlFlow::Continue(Played { game: ReadGame::default(), position: Chess::default() })
    }

    fn tag(&mut self, played: &mut Played, name: &[u8], value: RawTag<'_>) -> ControlFlow<ReadGame> {
        match name {
            b"Site" => played.game.site = value.decode_utf8_lossy().into_owned(),
            b"FEN" => {
                let fen = Fen::from_ascii(value.as_bytes()).unwrap();
                played.position = fen.into_position(CastlingMode::Chess960).unwrap();
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut played: Played) -> ControlFlow<ReadGame, Played> {
        played.game.positions.push(placement(&played.position));
        ControlFlow::Continue(played)
    }

    fn san(&mut self, played: &mut Played, san: SanPlus) -> ControlFlow<ReadGame> {
        played.position = match san.san {
            San::Null => passed(&played.position),
            san => {
                let next = san.to_move(&played.position).unwrap_or_else(|e| panic!("{san}: {e}"));
                played.position.clone().play(next).unwrap()
            }
        };
        played.game.positions.push(placement(&played.position));
        ControlFlow::Continue(())
    }

    fn comment(&mut self, played: &mut Played, comment: RawComment<'_>) -> ControlFlow<ReadGame> {
        let ply = played.game.positions.len() - 1;
        let comment = std::str::from_utf8(comment.as_bytes()).unwrap();
        for shape in shapes(comment) {
            played.game.drawn.entry(ply).or_default().insert(shape);
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Played) -> ControlFlow<ReadGame, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, played: Played) -> ReadGame {
        played.game
    }
}

fn placement(position: &Chess) -> String {
    position.board().to_string()
}

/// Returns the position with the other side to move.
fn passed(position: &Chess) -> Chess {
    let mut setup: Setup = position.to_setup(EnPassantMode::Legal);
    setup.swap_turn();
    setup.ep_square = None;
    Chess::from_setup(setup, CastlingMode::Chess960).unwrap()
}

/// Returns the arrows and circles in a comment: `[%csl Re8,Ra8] [%cal Gd5c7]`.
fn shapes(comment: &str) -> impl Iterator<Item = [String; 3]> + '_ {
    let commands = comment.split('[').filter_map(|part| {
        let command = part.split(']').next()?;
        command.strip_prefix("%csl ").or_else(|| command.strip_prefix("%cal "))
    });
    commands.flat_map(|list| list.split(',')).map(|shape| {
        let color = match &shape[..1] {
            "G" => "green",
            "R" => "red",
            "B" => "blue",
            _ => panic!("{shape}"),
        };
        let (from, to) = (&shape[1..3], if shape.len() == 5 { &shape[3..5] } else { &shape[1..3] });
        [color, from, to].map(str::to_owned)
    })
}

fn read_by_pgn_reader(file: &Path) -> Vec<ReadGame> {
    let mut reader = Reader::new(File::open(file).unwrap());
    std::iter::from_fn(|| reader.read_game(&mut Player).unwrap()).collect()
}

/// Returns the expected games with findings. Positions come from `features`. Drawings come from the findings: one per
/// chance, and one for each move that was played or missed.
fn expected(inputs: &[String]) -> Vec<ReadGame> {
    let mut positions: BTreeMap<(String, u64), Vec<String>> = BTreeMap::new();
    let place = |row: &Value| {
        let number = row.get("game").and_then(Value::as_u64).or_else(|| row["line_number"].as_u64());
        (row["source"].as_str().unwrap().to_owned(), number.unwrap())
    };
    let pieces = |row: &Value| row["fen"].as_str().unwrap().split(' ').next().unwrap().to_owned();
    for row in objects(&output(["features", "--fen", "-f", "jsonl"], inputs)) {
        positions.entry(place(&row)).or_default().push(pieces(&row));
    }
    let mut games: Vec<((String, u64), ReadGame)> = Vec::new();
    let mut told = BTreeSet::new();
    for row in objects(&output(["scan", "--worth", "--quick", "-f", "jsonl"], inputs)) {
        let place = place(&row);
        if games.last().is_none_or(|(last, _)| *last != place) {
            let site = row["site"].as_str().unwrap_or_default().to_owned();
            let game = ReadGame { site, positions: positions[&place].clone(), drawn: Drawn::new() };
            games.push((place, game));
        }
        let is_new = row["chance"].as_u64().is_none_or(|chance| told.insert((games.len(), chance)));
        let (_, game) = games.last_mut().unwrap();
        let ply = row["ply"].as_u64().unwrap().try_into().unwrap();
        if !is_new && row.get("played") != Some(&json!(true)) && row["missed"].is_null() {
            continue;
        }
        game.drawn.entry(ply).or_default().extend(expected_shapes(&row, &pieces(&row)));
    }
    games.into_iter().map(|(_, game)| game).collect()
}

/// The move is green, a square without a move blue, and circles and arrows to attacked pieces red.
fn expected_shapes(finding: &Value, pieces: &str) -> Vec<[String; 3]> {
    let shape = |color: &str, from: &str, to: &str| [color, from, to].map(str::to_owned);
    let square = finding["square"].as_str().unwrap();
    let mut shapes = Vec::new();
    match finding["move"].as_str() {
        Some(uci) => shapes.push(shape("green", &uci[..2], &uci[2..4])),
        None => shapes.push(shape("blue", square, square)),
    }
    let king = if finding["side"] == "white" { 'k' } else { 'K' };
    let targets: Vec<String> = match (finding["targets"].as_array(), finding["move"].as_str()) {
        (Some(targets), _) => targets.iter().map(|square| square.as_str().unwrap().to_owned()).collect(),
        (None, Some(_)) => vec![square_of(king, pieces)],
        (None, None) => Vec::new(),
    };
    for target in &targets {
        shapes.extend([shape("red", target, target), shape("red", square, target)]);
    }
    shapes
}

/// Returns the square of a piece in the first field of a FEN.
fn square_of(piece: char, pieces: &str) -> String {
    for (row, rank) in pieces.split('/').zip(('1'..='8').rev()) {
        let files = row.chars().flat_map(|sign| match sign.to_digit(10) {
            Some(empty) => vec![' '; empty as usize],
            None => vec![sign],
        });
        if let Some((file, _)) = ('a'..='h').zip(files).find(|(_, sign)| *sign == piece) {
            return format!("{file}{rank}");
        }
    }
    panic!("no {piece} in {pieces}");
}

#[track_caller]
fn assert_games_are(read: &[ReadGame], expected: &[ReadGame]) {
    assert_eq!(read.len(), expected.len(), "games");
    for (read, expected) in read.iter().zip(expected) {
        assert_eq!(read.positions, expected.positions, "{}", expected.site);
        assert_eq!(read.drawn, expected.drawn, "{}", expected.site);
    }
}

#[test]
fn pgn_reader_reads_the_games_that_were_searched() {
    let folder = tempfile::tempdir().unwrap();
    let inputs = clean_inputs(folder.path());
    let found = file(folder.path(), "found.pgn", &["scan", "--worth", "--quick"], &inputs);
    let games = expected(&inputs);
    assert!(games.len() >= 120, "{}", games.len());
    assert!(games.iter().any(|game| game.drawn.contains_key(&0)), "some game has a finding at its start");
    let read = read_by_pgn_reader(&found);
    // In the original sample, pgn-reader reads the same main lines.
    let sample = read_by_pgn_reader(&Path::new(ROOT).join(SAMPLE));
    let positions: BTreeMap<&str, &[String]> =
        sample.iter().map(|game| (&game.site[..], &game.positions[..])).collect();
    let of_sample = read.iter().filter(|game| positions.contains_key(&game.site[..]));
    let mut compared = 0;
    for game in of_sample {
        assert_eq!(game.positions, positions[&game.site[..]], "{}", game.site);
        compared += 1;
    }
    assert!(compared > 55, "{compared}");
    assert_games_are(&read, &games);
}

/// Removes keys from lines of JSON.
fn without(lines: &[Value], keys: &[&str]) -> Vec<Value> {
    let mut lines = lines.to_vec();
    for line in &mut lines {
        keys.iter().for_each(|key| _ = line.as_object_mut().unwrap().remove(*key));
    }
    lines
}

/// Tables that DuckDB and Polars write in the forms of others have the findings of the games, apart from the source and
/// from tags that a form leaves out.
#[test]
fn findings_in_tables_of_others_are_those_of_the_games() {
    let Some(python) = readers::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(ROOT).join("tests/readers/tables.py");
    let games = Path::new(ROOT).join(SAMPLE);
    let made = Command::new(python).arg(script).arg(&games).arg(folder.path()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let findings = |file: &str| {
        let path =
            if file.contains('/') { file.to_owned() } else { folder.path().join(file).display().to_string() };
        objects(&output(["scan", "--worth", "--quick", "-f", "jsonl"], &[path]))
    };
    let expected = findings(SAMPLE);
    assert!(expected.len() > 900);
    // The form has no column for the round.
    let keys = ["source", "round"];
    assert_eq!(without(&findings("movetext.parquet"), &keys), without(&expected, &keys));
    // These columns come from tags and comments.
    let of_tags = [
        "source",
        "site",
        "player",
        "opponent",
        "white",
        "black",
        "event",
        "round",
        "time",
        "eco",
        "opening",
        "time_control",
        "speed",
        "termination",
        "link",
        "position_link",
        "clock",
        "opponent_clock",
        "eval_before",
        "eval_after",
    ];
    for file in ["lists.parquet", "uci_lists.parquet"] {
        assert_eq!(without(&findings(file), &of_tags), without(&expected, &of_tags), "{file}");
    }
    let of_more_tags = ["result", "score", "date", "white_elo", "black_elo", "elo", "opponent_elo"];
    let keys: Vec<&str> = of_tags.into_iter().chain(of_more_tags).filter(|key| *key != "site").collect();
    for name in ["transcript", "moves", "moves_uci", "pgn"] {
        let file = format!("text_{name}.parquet");
        assert_eq!(without(&findings(&file), &keys), without(&expected, &keys), "{file}");
    }
    // A PGN has all tags.
    assert_eq!(without(&findings("text_pgn.parquet"), &["source"]), without(&expected, &["source"]));
    // A row is not a line.
    let of_source = ["source", "line_number"];
    let puzzles = findings("samples/puzzles.csv");
    assert_eq!(without(&findings("puzzles.parquet"), &of_source), without(&puzzles, &of_source));
    // Positions with their next move and evaluations, of which a file of positions has neither.
    let positions = findings("positions.parquet");
    let keys = [
        "source",
        "game",
        "line_number",
        "played",
        "game_move",
        "game_san",
        "missed",
        "missed_by",
        "lost",
        "answer",
        "defence",
        "eval",
        "eval_game",
        "eval_before",
        "eval_after",
    ];
    assert_eq!(without(&positions, &keys), without(&findings("positions.epd"), &keys));
    assert!(
        positions.iter().any(|row| row["played"] == true)
            && positions.iter().any(|row| row["eval_before"] == 9997)
    );
    for row in &positions {
        assert!(row["eval_before"].is_number() && row["game_move"].is_string(), "row {}", row["game"]);
    }
}
