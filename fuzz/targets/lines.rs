//! Any line of a position file or of a puzzle file is read without a panic: a position is what shakmaty makes of its FEN, and
//! the moves of a puzzle are played as shakmaty plays them. The first line is a header of puzzles, if it can be.
#![no_main]

#[path = "../../crates/destrier-games/tests/rules/oracle.rs"]
mod oracle;

use destrier_games::{Columns, Game, Layout, Positions, Reader, Start};
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    static POSITIONS: RefCell<Positions> = RefCell::default();
}

fuzz_target!(|file: &[u8]| {
    POSITIONS.with_borrow_mut(|positions| {
        let mut reader = Reader::lines(file);
        while let Some(record) = reader.next_record().expect("nothing fails") {
            oracle::same_game(record, &Layout::Positions, positions, 1);
        }

        let mut reader = Reader::lines(file);
        let header = reader.next_record().expect("nothing fails").map(|header| Columns::read(header.bytes));
        let columns = match header {
            Some(Ok(columns)) => columns,
            _ => Columns::read(b"PuzzleId,FEN,Moves").expect("a header"),
        };
        let plain = columns.names() == ["PuzzleId", "FEN", "Moves"];
        let layout = Layout::Puzzles(Arc::new(columns));
        while let Some(record) = reader.next_record().expect("nothing fails") {
            if plain && !record.bytes.contains(&b'"') {
                oracle::same_game(record, &layout, positions, 1);
            } else if let Some(Ok(game)) = Game::read(record, &layout)
                && let Ok(Start::Position(start)) = game.start()
            {
                let _ = game.replay(&start, positions, |positions| assert!(!positions.is_empty()));
            }
        }
    });
});
