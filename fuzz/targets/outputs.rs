//! The findings of a game are those that are written, in each format: read again with a reader that is not ours, JSON
//! lines, CSV and Parquet have the rows, and an annotated game has the moves and in its comments the findings; it is
//! found the same in it once more, under the same tags. The input is games, and what comes before a line break is the
//! name of their file.
#![no_main]

#[path = "../../crates/destrier-games/tests/rules/oracle.rs"]
mod oracle;

use destrier_games::output::{
    AnnotatedGames, Csv, FindingRows, JsonLines, ParquetRows, RowGroups, assemble, finding_columns,
};
use destrier_games::{
    Colors, Finding, Game, Position, Positions, Reader, Record, San, SearchedGame, Selection,
};
use destrier_games::{Start, Tally, Value, Work, find};
use libfuzzer_sys::fuzz_target;
use oracle::{Written, play};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use pgn_reader::{RawComment, SanPlus, Visitor};
use serde_json::{Map, Value as Json, json};
use std::ops::ControlFlow;

/// A row by the names of its columns; what it does not have is left out.
type Row = Map<String, Json>;

fuzz_target!(|bytes: &[u8]| {
    let (name, games) = bytes.split_at(bytes.iter().position(|&byte| byte == b'\n').unwrap_or(0));
    let source = String::from_utf8_lossy(name);
    let mut rows = Vec::new();
    let mut reader = Reader::games(games);
    while let Some(record) = reader.next_record().expect("nothing fails") {
        let found = findings(record);
        let of_game: Vec<Row> = found.iter().map(|found| row(&source, record, found)).collect();
        annotated(record, &found, &of_game);
        rows.extend(of_game);
    }
    json_lines(&source, games, &rows);
    csv(&source, games, &rows);
    parquet(&source, games, &rows);
});

/// A finding where it is.
struct Found {
    ply: u32,
    position: Position,
    finding: Finding,
}

/// The game of a record, if it is one of chess.
fn searched<'a>(source: &'a str, record: Record<'a>) -> Option<SearchedGame<'a>> {
    let game = Game::pgn(record);
    let Ok(Start::Position(start)) = game.start() else { return None };
    Some(SearchedGame { source, game, start, player: Colors::NONE })
}

/// All findings of a game, asked for in one position after the other.
fn findings(record: Record<'_>) -> Vec<Found> {
    let mut found = Vec::new();
    if let Some(SearchedGame { game, start, .. }) = searched("", record) {
        // What is damaged is found up to there.
        let _ = game.replay(&start, &mut Positions::new(), |positions| {
            for (ply, position, next) in positions.iter() {
                found.extend(find(&position, next).into_iter().map(|finding| Found {
                    ply,
                    position,
                    finding,
                }));
            }
        });
    }
    found
}

fn row(source: &str, record: Record<'_>, Found { ply, position, finding }: &Found) -> Row {
    let site = Game::pgn(record).site();
    let mut row = Row::new();
    let mut put = |name: &str, value: Json| assert_eq!(row.insert(name.to_owned(), value), None, "{name}");
    put("source", json!(source));
    put("game", json!(record.number));
    put("site", json!(site));
    put("ply", json!(ply));
    put("fen", json!(position.fen()));
    put("pattern", json!(finding.pattern.name));
    put("side", json!(finding.side.name()));
    for (field, value) in finding.pattern.fields.iter().zip(finding.values.iter()) {
        put(field.name, cell(value, position));
    }
    row
}

fn cell(value: &Value, position: &Position) -> Json {
    match *value {
        Value::Uci(played) => json!(played.uci().to_string()),
        Value::San(played) => json!(position.san(played).to_string()),
        Value::Square(square) => json!(square.to_string()),
        Value::Squares(squares) => squares.iter().map(|square| square.to_string()).collect(),
        Value::Classes(classes) => json!(classes.names()),
        Value::Line(line) => json!(line.name()),
        Value::Flag(flag) => json!(flag),
    }
}

/// What a work makes of all games.
fn written<W: Work>(source: &str, games: &[u8], work: &W) -> W::Part {
    let mut part = work.part();
    let mut positions = Positions::new();
    let mut reader = Reader::games(games);
    while let Some(record) = reader.next_record().expect("nothing fails") {
        if let Some(game) = searched(source, record) {
            let _ = work.game(&game, &mut positions, &mut part, &mut Tally::unlimited(), &mut |_, _| {});
        }
    }
    part
}

fn json_lines(source: &str, games: &[u8], rows: &[Row]) {
    let selection = Selection::default();
    let work = FindingRows::new(JsonLines::new(&finding_columns()), &selection);
    let text = String::from_utf8(written(source, games, &work)).expect("JSON is UTF-8");
    let found: Vec<Row> = text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(found, rows);
}

fn csv(source: &str, games: &[u8], rows: &[Row]) {
    let columns = finding_columns();
    let selection = Selection::default();
    let mut text = Csv::header(&columns);
    text.extend(written(source, games, &FindingRows::new(Csv, &selection)));
    let mut reader = csv::Reader::from_reader(&text[..]);
    assert!(reader.headers().expect("names").iter().eq(columns.iter().map(|column| &column.name[..])));
    let found: Vec<csv::StringRecord> = reader.records().map(|record| record.expect("a row")).collect();
    assert_eq!(found.len(), rows.len());
    for (found, row) in found.iter().zip(rows) {
        assert!(
            found.iter().eq(columns.iter().map(|column| plain(row.get(&column.name)))),
            "{found:?} {row:?}"
        );
    }
}

/// A cell as text: nothing for null, names with spaces between.
fn plain(cell: Option<&Json>) -> String {
    match cell {
        None | Some(Json::Null) => String::new(),
        Some(Json::String(text)) => text.clone(),
        Some(Json::Array(names)) => names.iter().map(|name| plain(Some(name))).collect::<Vec<_>>().join(" "),
        Some(other) => other.to_string(),
    }
}

fn parquet(source: &str, games: &[u8], rows: &[Row]) {
    let columns = finding_columns();
    let selection = Selection::default();
    let part = written(source, games, &FindingRows::new(ParquetRows::new(&columns), &selection));
    let (mut groups, mut spool, mut table) = (RowGroups::new(&columns), Vec::new(), Vec::new());
    groups.append(part, &mut spool).expect("rows of this table");
    groups.flush(&mut spool).expect("written");
    assemble(&columns, &mut &spool[..], &mut table).expect("a table");
    let reader = SerializedFileReader::new(bytes::Bytes::from(table)).expect("a table");
    let found = reader.get_row_iter(None).expect("rows").map(|row| {
        let cells = row.expect("a row");
        let cells = cells.get_column_iter().map(|(name, field)| (name.clone(), json_of(field)));
        cells.collect::<Row>()
    });
    let expected = rows.iter().map(|row| {
        let cell = |name: &str| row.get(name).cloned().unwrap_or_default();
        columns.iter().map(|column| (column.name.clone(), cell(&column.name))).collect::<Row>()
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

/// Reads the game with its comments in both ways.
fn annotated(record: Record<'_>, found: &[Found], rows: &[Row]) {
    let selection = Selection::default();
    let text = written("", record.bytes, &AnnotatedGames::new(&selection));
    assert_eq!(text.is_empty(), found.is_empty());
    let mut reader = Reader::games(&text[..]);
    let Some(again) = reader.next_record().expect("nothing fails") else { return };

    // In our reading all rows are there again, and the tags that PGN can have.
    let found_again: Vec<Row> = findings(again).iter().map(|found| row("", again, found)).collect();
    let rest = |rows: &[Row]| {
        let without = |row: &Row| {
            let mut row = row.clone();
            ["source", "game", "site"].into_iter().for_each(|name| drop(row.remove(name)));
            row
        };
        rows.iter().map(without).collect::<Vec<_>>()
    };
    assert_eq!(rest(&found_again), rest(rows), "{}", text.escape_ascii());
    assert_eq!(tags(again), tags(record), "{}", text.escape_ascii());
    assert!(reader.next_record().expect("nothing fails").is_none(), "{}", text.escape_ascii());

    // In theirs each comment stands in its position and tells of the findings there.
    let start = searched("", record).expect("a game").start;
    let mut theirs = oracle::same_fen(start.fen().as_bytes()).expect("a position").1;
    let (mut ply, mut told) = (0, Vec::new());
    for written in read_by_others(&text) {
        match written {
            Ok(san) => {
                play(&mut theirs, Written::San(san)).expect("a legal move");
                ply += 1;
            }
            Err(comment) => {
                told.extend(without_drawings(&comment).split("; ").map(|words| (ply, words.to_owned())))
            }
        }
    }
    assert_eq!(told.len(), found.len(), "{}", text.escape_ascii());
    for ((ply, words), found) in told.iter().zip(found) {
        assert_eq!(*ply, found.ply);
        assert_eq!(words.split(": ").next(), Some(&tell(found)[..]));
        assert_eq!(words.ends_with("played"), found.finding.played() == Some(true), "{words}");
        assert_eq!(words.ends_with("missed"), found.finding.played() == Some(false), "{words}");
    }
}

/// What is found, in words: the pattern, its move or square, and what is attacked.
fn tell(Found { position, finding, .. }: &Found) -> String {
    let field = |name: &str| finding.value(name).map(|value| plain(Some(&cell(value, position))));
    let place = field("san").or_else(|| field("square")).expect("where it is");
    let targets = field("targets").map(|targets| format!(" attacks {}", targets.replace(' ', ", ")));
    format!("{} {place}{}", finding.pattern.name, targets.unwrap_or_default())
}

/// A comment in one line, arrows and circles left out.
fn without_drawings(comment: &str) -> String {
    let words = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.rsplit_once("] ") {
        Some((drawings, told)) if drawings.starts_with("[%") => told.to_owned(),
        _ => words,
    }
}

/// The moves and the comments of a game, in their order.
fn read_by_others(text: &[u8]) -> Vec<Result<San, String>> {
    struct Collect;

    impl Visitor for Collect {
        type Tags = ();
        type Movetext = Vec<Result<San, String>>;
        type Output = Self::Movetext;

        fn begin_tags(&mut self) -> ControlFlow<Self::Output> {
            ControlFlow::Continue(())
        }

        fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Self::Movetext> {
            ControlFlow::Continue(Vec::new())
        }

        fn san(&mut self, read: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
            read.push(Ok(oracle::own_san(san.san).expect("nothing is in hand")));
            ControlFlow::Continue(())
        }

        fn comment(
            &mut self,
            read: &mut Self::Movetext,
            comment: RawComment<'_>,
        ) -> ControlFlow<Self::Output> {
            read.push(Err(String::from_utf8(comment.as_bytes().to_vec()).expect("we write UTF-8")));
            ControlFlow::Continue(())
        }

        fn end_game(&mut self, read: Self::Movetext) -> Self::Output {
            read
        }
    }

    let mut reader = pgn_reader::Reader::build(text).set_supported_comment_length(1 << 16).finish();
    reader.read_game(&mut Collect).expect("nothing fails").expect("a game")
}

/// Name and value of the tags but for those that are made.
fn tags(record: Record<'_>) -> Vec<(String, String)> {
    let game = Game::pgn(record);
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let named = game.tags.iter().filter_map(|tag| {
        let name = String::from_utf8(tag.name.to_vec()).ok().filter(|name| is_name(name))?;
        let value: String = tag.value().chars().filter(|c| !c.is_control()).collect();
        Some((name, value.trim_end().to_owned()))
    });
    named.filter(|(name, _)| !matches!(&name[..], "Event" | "FEN" | "SetUp")).collect()
}
