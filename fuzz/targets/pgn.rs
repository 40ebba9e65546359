//! Any bytes are read as PGN without a panic, and what shakmaty plays of the same moves is what we replay. Nothing is lost:
//! records follow each other, each holds what stands at its place, and between them stands no tag and no move.
#![no_main]

#[path = "../../crates/destrier-games/tests/rules/oracle.rs"]
mod oracle;

use destrier_games::pgn::{Moves, Tags, Token};
use destrier_games::{Positions, Reader};
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

thread_local! {
    static POSITIONS: RefCell<Positions> = RefCell::default();
}

fuzz_target!(|file: &[u8]| {
    let decoder = oracle::pgn();
    let mut reader = Reader::games(file);
    let (mut end, mut number) = (0, 0);
    while let Some(record) = reader.next_record().expect("nothing fails") {
        let start = usize::try_from(record.offset).expect("a place in the file");
        number += 1;
        assert_eq!(record.number, number);
        assert!(!record.bytes.is_empty());
        assert_eq!(&file[start..][..record.bytes.len()], record.bytes);
        passed_over(&file[end..start]);
        end = start + record.bytes.len();
        POSITIONS.with_borrow_mut(|positions| oracle::same_game(record, &*decoder, positions, 4));
    }
    passed_over(&file[end..]);
});

/// What belongs to no game has no tag and no move. A `%` line in it may stand behind what is passed before a game.
fn passed_over(text: &[u8]) {
    let blank = |byte: &u8| byte.is_ascii_whitespace() || b"\x1a\0\xef\xbb\xbf".contains(byte);
    let start = text.iter().position(|byte| !blank(byte)).unwrap_or(text.len());
    let text = &text[start..];
    let tags = Tags::read(text);
    assert_eq!(tags.iter().next(), None, "{}", text.escape_ascii());
    let found = Moves::new(text, &tags).find(|token| matches!(token, Token::Move { .. }));
    assert_eq!(found, None, "{}", text.escape_ascii());
}
