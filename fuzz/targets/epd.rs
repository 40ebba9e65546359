//! Reading a line of a position file never panics and matches shakmaty's reading of the FEN. EPD operations after a
//! position and characters before it do not change the position.
//!
//! The first line of the input is a position; the other lines are operations.
#![no_main]

#[path = "../../crates/destrier-games/tests/rules/oracle.rs"]
mod oracle;

use destrier_games::{Decoder, Position, Positions, Reader, Start, open_text};
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;
use std::sync::Arc;

thread_local! {
    static POSITIONS: RefCell<Positions> = RefCell::default();
}

fuzz_target!(|file: &[u8]| {
    let decoder = decoder();
    let mut reader = Reader::lines(file);
    while let Some(record) = reader.next_record().expect("reading memory cannot fail") {
        POSITIONS.with_borrow_mut(|positions| oracle::same_game(record, &*decoder, positions, 1));
    }

    let mut lines = file.split(|&byte| byte == b'\n');
    let Some(Ok((position, _))) = lines.next().map(oracle::same_fen) else { return };
    let fen = position.fen();
    let mut fields = fen.rsplitn(3, ' ');
    let Some(without_clocks) = fields.nth(2) else {
        panic!("a FEN without six fields: {fen}");
    };
    for operations in lines {
        let line = |start: &str, fen: &str, between: &[u8]| {
            [start.as_bytes(), fen.as_bytes(), between, operations, b"\r"].concat()
        };
        for start in ["", "\u{feff}", " \t"] {
            assert_eq!(read(&line(start, &fen, b" ")), position);
            assert_eq!(read(&line(start, &fen, b";")), position);
            // Missing clocks default to those of a new game, unless the operations begin with two numbers.
            let fresh = Position::from_fen(format!("{without_clocks} 0 1").as_bytes()).expect("a position");
            assert_eq!(read(&line(start, without_clocks, b";")), fresh);
            let first = operations.split(|&byte| byte == b';').next().unwrap_or_default();
            let words = first.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            let numbers = words.take(2).filter(|word| word.iter().all(u8::is_ascii_digit)).count();
            if numbers < 2 {
                assert_eq!(read(&line(start, without_clocks, b" ")), fresh);
            }
        }
    }
});

/// Returns the decoder of position files.
fn decoder() -> Arc<dyn Decoder> {
    open_text("a.epd", &mut []).expect("a known file extension").0
}

/// Reads the position of a line.
fn read(line: &[u8]) -> Position {
    let mut reader = Reader::lines(line);
    let record = reader.next_record().expect("reading memory cannot fail").expect("a line");
    let decoder = decoder();
    let game = decoder.read(record).expect("no blank line").expect("a position");
    let Ok(Start::Position(position)) = game.start() else { panic!("{}", line.escape_ascii()) };
    position
}
