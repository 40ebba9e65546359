//! Every output format contains exactly the findings of the games. Third-party readers read back the same rows from
//! JSON lines, CSV and Parquet. An annotated game has the same tags, its comments describe the findings, and searching it
//! again gives the same findings.
//!
//! The first line of the input is the file name; the rest is games.
#![no_main]

use destrier_games::output::{OUTPUT_FORMATS, OutputRequest, write_to_memory};
use destrier_games::{
    Finding, Game, Position, Positions, Reader, Scan, Selection, Source, Start, Table, TableRows, Unscreened,
    Value, find,
};
use libfuzzer_sys::fuzz_target;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;

/// A row as a map from column names to values. Missing values are omitted.
type Row = Map<String, Json>;

fuzz_target!(|bytes: &[u8]| {
    let (name, games) = bytes.split_at(bytes.iter().position(|&byte| byte == b'\n').unwrap_or(0));
    let name = String::from_utf8_lossy(name);
    let source = Source::of_memory("games.pgn", games).named(name.clone().into_owned());
    // A source that cannot be opened has no games.
    let Ok(mut blocks) = source.blocks(&Arc::default()) else { return };
    let mut games = Vec::new();
    while let Ok(Some(block)) = blocks.next_block() {
        games.extend(block.games().filter_map(|entry| searched(&name, &entry.game.expect("PGN is a game"))));
    }
    let rows: Vec<Row> = games.iter().flat_map(|game| game.rows.clone()).collect();
    // All columns before the tags of the game.
    let end = Table::Findings.column("event").expect("a tag");
    let columns: &[usize] = &(0..end).collect::<Vec<_>>();
    json_lines(&written("jsonl", &source, columns), &rows);
    csv(&written("csv", &source, columns), columns, &rows);
    parquet(written("parquet", &source, columns), columns, &rows);
    annotated(&written("pgn", &source, columns), &games);
});

/// A game with findings.
struct Searched {
    tags: Vec<(String, String)>,
    found: Vec<Found>,
    rows: Vec<Row>,
}

/// A finding with its position.
struct Found {
    ply: u32,
    position: Position,
    finding: Finding,
}

/// Searches a game position by position. Returns `None` if there are no findings.
fn searched(source: &str, game: &Game<'_>) -> Option<Searched> {
    let Ok(Start::Position(start)) = game.start() else { return None };
    let mut found = Vec::new();
    // A damaged game is searched up to the damage.
    let _ = game.replay(&start, &mut Positions::new(), &Unscreened, |positions| {
        for (ply, position, next) in positions.iter() {
            let findings = find(&position, next).into_iter();
            found.extend(findings.map(|finding| Found { ply, position, finding }));
        }
    });
    let rows = found.iter().map(|found| row(source, game, found)).collect();
    (!found.is_empty()).then(|| Searched { tags: tags(game), found, rows })
}

fn row(source: &str, game: &Game<'_>, Found { ply, position, finding }: &Found) -> Row {
    let mut row = Row::new();
    let mut put = |name: &str, value: Json| assert_eq!(row.insert(name.to_owned(), value), None, "{name}");
    put("source", json!(source));
    put("game", json!(game.number.get()));
    put("site", json!(game.site()));
    put("ply", json!(ply));
    put("fen", json!(position.fen()));
    put("pattern", json!(finding.pattern.name));
    put("side", json!(finding.side.name()));
    for field in finding.pattern.fields() {
        put(field.name, cell((field.value)(finding), position));
    }
    row
}

fn cell(value: Value, position: &Position) -> Json {
    match value {
        Value::Uci(played) => json!(played.uci().to_string()),
        Value::San(played) => json!(position.san(played).to_string()),
        Value::Square(square) => json!(square.to_string()),
        Value::Squares(squares) => squares.iter().map(|square| square.to_string()).collect(),
        Value::Classes(classes) => json!(classes.names()),
        Value::Line(line) => json!(line.name()),
        Value::Flag(flag) => json!(flag),
    }
}

/// Returns the output of a scan in a format.
fn written(format: &str, source: &Source, columns: &[usize]) -> Vec<u8> {
    let format = OUTPUT_FORMATS.iter().find(|of| of.name == format).expect("a format");
    let selection = Selection::default();
    let rows = TableRows::new(Table::Findings, columns, &selection);
    let mut output = format.open(OutputRequest::new(rows, selection));
    write_to_memory(&mut *output, &Scan::new([source.clone()])).expect("written").output
}

/// Returns the names of columns.
fn names(columns: &[usize]) -> impl Iterator<Item = &'static str> {
    columns.iter().map(|&place| &*Table::Findings.columns()[place].name)
}

fn json_lines(text: &[u8], rows: &[Row]) {
    let text = str::from_utf8(text).expect("JSON is UTF-8");
    let found: Vec<Row> = text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(found, rows);
}

fn csv(text: &[u8], columns: &[usize], rows: &[Row]) {
    let mut reader = csv::Reader::from_reader(text);
    assert!(reader.headers().expect("names").iter().eq(names(columns)));
    let found: Vec<csv::StringRecord> = reader.records().map(|record| record.expect("a row")).collect();
    assert_eq!(found.len(), rows.len());
    for (found, row) in found.iter().zip(rows) {
        assert!(found.iter().eq(names(columns).map(|name| plain(row.get(name)))), "{found:?} {row:?}");
    }
}

/// Formats a cell as text. Null is empty, and lists are separated by spaces.
fn plain(cell: Option<&Json>) -> String {
    match cell {
        None | Some(Json::Null) => String::new(),
        Some(Json::String(text)) => text.clone(),
        Some(Json::Array(names)) => names.iter().map(|name| plain(Some(name))).collect::<Vec<_>>().join(" "),
        Some(other) => other.to_string(),
    }
}

fn parquet(table: Vec<u8>, columns: &[usize], rows: &[Row]) {
    let reader = SerializedFileReader::new(bytes::Bytes::from(table)).expect("a table");
    let found = reader.get_row_iter(None).expect("rows").map(|row| {
        let cells = row.expect("a row");
        let cells = cells.get_column_iter().map(|(name, field)| (name.clone(), json_of(field)));
        cells.collect::<Row>()
    });
    let expected = rows.iter().map(|row| {
        let cell = |name: &str| row.get(name).cloned().unwrap_or_default();
        names(columns).map(|name| (name.to_owned(), cell(name))).collect::<Row>()
    });
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

fn json_of(field: &Field) -> Json {
    match field {
        Field::Null => Json::Null,
        Field::Bool(truth) => json!(truth),
        Field::Long(number) => json!(number),
        Field::Str(text) => json!(text),
        Field::ListInternal(list) => list.elements().iter().map(json_of).collect(),
        other => panic!("{other:?}"),
    }
}

/// Reads the games again with our own reader, because other readers do not read all text that the input may contain.
fn annotated(text: &[u8], games: &[Searched]) {
    let mut reader = Reader::games(text);
    for game in games {
        let record = reader.next_record().expect("nothing fails").expect("each game with findings");
        let text = record.bytes.escape_ascii();

        // The rows are the same, and so are the tags that are valid in PGN.
        let again = searched("", &Game::pgn(record)).expect("findings");
        assert_eq!(without_place(&again.rows), without_place(&game.rows), "{text}");
        assert_eq!(again.tags, game.tags, "{text}");

        // The comments explain each finding, at least at the start of its chance.
        let written = String::from_utf8(record.bytes.to_vec()).expect("we write UTF-8");
        for (index, Found { ply, position, finding }) in game.found.iter().enumerate() {
            let step = if finding.by.is_some() { 2 } else { 1 };
            let is_the_same = |before: &Found| {
                let other = &before.finding;
                before.ply + step == *ply
                    && (other.pattern, other.side, other.by) == (finding.pattern, finding.side, finding.by)
                    && (finding.by.is_some() || other.square == finding.square)
            };
            if !game.found[..index].iter().any(is_the_same) {
                assert!(written.contains(&finding.explain(position)), "{text}");
            }
        }
    }
    assert!(reader.next_record().expect("nothing fails").is_none(), "{}", text.escape_ascii());
}

/// Returns the rows without the columns that identify the game.
fn without_place(rows: &[Row]) -> Vec<Row> {
    let mut rows = rows.to_vec();
    rows.iter_mut().for_each(|row| row.retain(|name, _| !matches!(&name[..], "source" | "game" | "site")));
    rows
}

/// Returns the names and values of the tags, except those that the writer creates.
fn tags(game: &Game<'_>) -> Vec<(String, String)> {
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let named = game.tags.iter().filter_map(|tag| {
        let name = String::from_utf8(tag.name.to_vec()).ok().filter(|name| is_name(name))?;
        let value: String = tag.value().chars().filter(|c| !c.is_control()).collect();
        Some((name, value.trim_end().to_owned()))
    });
    named.filter(|(name, _)| !matches!(&name[..], "Event" | "FEN" | "SetUp" | "Result")).collect()
}
