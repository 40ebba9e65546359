//! Reading any row of a puzzle file never panics, and we play the moves of a puzzle as shakmaty does. A row with quotes
//! has the fields that the csv crate wrote. The first line is the header if it is a valid one.
#![no_main]

#[path = "../../crates/destrier-games/tests/rules/oracle.rs"]
mod oracle;

use destrier_games::{Decoder, Event, GameContext, Positions, PuzzleColumns, Reader, Record};
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

thread_local! {
    static POSITIONS: RefCell<Positions> = RefCell::default();
}

fuzz_target!(|file: &[u8]| {
    POSITIONS.with_borrow_mut(|positions| {
        let mut reader = Reader::lines(file);
        let header = reader
            .next_record()
            .expect("reading memory cannot fail")
            .map(|header| PuzzleColumns::read(header.bytes));
        let columns = match header {
            Some(Ok(columns)) => columns,
            _ => PuzzleColumns::read(b"PuzzleId,FEN,Moves").expect("a header"),
        };
        let plain = columns.names() == ["PuzzleId", "FEN", "Moves"];
        let decoder: &dyn Decoder = &columns;
        while let Some(record) = reader.next_record().expect("reading memory cannot fail") {
            if plain && !record.bytes.contains(&b'"') {
                oracle::same_game(record, decoder, positions, 1);
            } else if let Some(Ok(game)) = decoder.read(record) {
                let _ = game.search(None, GameContext::default(), positions, |event| {
                    assert!(matches!(event, Event::Positions(positions) if !positions.is_empty()));
                });
            }
            reads_quoted_row(record.bytes, &columns);
        }
    });
});

/// Writes the words of a row as fields with the csv crate and checks that they are read as tags.
fn reads_quoted_row(row: &[u8], columns: &PuzzleColumns) {
    let words: Vec<&[u8]> = row.split(|&byte| byte == b' ').collect();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&words).expect("a row");
    let row = writer.into_inner().expect("a row");
    let record =
        Record { number: 1, offset: 0, bytes: row.strip_suffix(b"\n").expect("a line"), truncated: false };
    let decoder: &dyn Decoder = columns;
    let Some(game) = decoder.read(record) else { return };

    let place = |name: &str| columns.names().iter().position(|column| column == name).expect("both columns");
    let (fen, moves) = (place("FEN"), place("Moves"));
    assert_eq!(game.is_ok(), words.len() > fen.max(moves));
    let Ok(game) = game else { return };
    let mut expected: Vec<(&str, Vec<u8>)> = Vec::new();
    let mut has_id = false;
    for (column, (name, word)) in columns.names().iter().zip(words).enumerate() {
        // A quote inside a quoted field stays doubled.
        let value = word.iter().flat_map(|&byte| if byte == b'"' { vec![byte; 2] } else { vec![byte] });
        let value: Vec<u8> = value.collect();
        if name == "PuzzleId" && !word.is_empty() && !has_id {
            has_id = true;
            expected.insert(0, ("Site", value.clone()));
        }
        if column != moves {
            expected.push((name, value));
        }
    }
    let tags = game.tags.iter().map(|tag| (tag.name, tag.raw_value.to_vec()));
    assert!(tags.eq(expected.iter().map(|(name, value)| (name.as_bytes(), value.clone()))), "{expected:?}");
}
