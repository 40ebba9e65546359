//! Reading any bytes as PGN never panics, and we replay the same moves as shakmaty. Nothing is lost: records are in
//! order, each contains the bytes at its offset, and the text between them has no tags and no moves.
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
    while let Some(record) = reader.next_record().expect("reading memory cannot fail") {
        let start = usize::try_from(record.offset).expect("an offset in the file");
        number += 1;
        assert_eq!(record.number, number);
        assert!(!record.bytes.is_empty());
        assert_eq!(&file[start..][..record.bytes.len()], record.bytes);
        assert_no_game(&file[end..start]);
        end = start + record.bytes.len();
        POSITIONS.with_borrow_mut(|positions| oracle::same_game(record, &*decoder, positions, 4));
    }
    assert_no_game(&file[end..]);
});

/// Checks that skipped text has no tags and no moves. Whitespace and byte-order marks may precede a `%` line.
fn assert_no_game(text: &[u8]) {
    let blank = |byte: &u8| byte.is_ascii_whitespace() || b"\x1a\0\xef\xbb\xbf".contains(byte);
    let start = text.iter().position(|byte| !blank(byte)).unwrap_or(text.len());
    let text = &text[start..];
    let tags = Tags::read(text);
    assert_eq!(tags.iter().next(), None, "{}", text.escape_ascii());
    let found = Moves::new(text, &tags).find(|token| matches!(token, Token::Move { .. }));
    assert_eq!(found, None, "{}", text.escape_ascii());
}
