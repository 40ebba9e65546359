//! A game that starts with legal moves and continues with moves that ignore check replays as in shakmaty. Each byte of
//! the input selects an option or a move.
#![no_main]

#[path = "../../crates/destrier-games/tests/rules/oracle.rs"]
mod oracle;
#[path = "../../crates/destrier-games/tests/rules/pseudo_legal.rs"]
mod pseudo_legal;

use destrier_games::{Positions, Record};
use libfuzzer_sys::fuzz_target;
use std::cell::RefCell;

thread_local! {
    static POSITIONS: RefCell<Positions> = RefCell::default();
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter();
    let mut choose = |among: usize| usize::from(bytes.next().copied().unwrap_or(0)) % among;
    let fen = pseudo_legal::POSITIONS[choose(pseudo_legal::POSITIONS.len())];
    let (_, mut theirs) = oracle::same_fen(fen.as_bytes()).expect("a position");
    let mut game = format!("[FEN \"{fen}\"]\n\n");
    // Sometimes so many moves that the positions arrive in several batches.
    if choose(16) == 1 {
        let times = Positions::MAX / 4 - 8 + choose(12);
        theirs = pseudo_legal::shuffle(&theirs, times, &mut game).unwrap_or(theirs);
    }
    let legal = choose(100);
    let before = pseudo_legal::legal_moves(&theirs, legal, &mut choose, &mut game);
    let moves = choose(20);
    pseudo_legal::pseudo_legal_moves(&before, moves, &mut choose, &mut game);
    game += "*\n";
    let record = Record { number: 1, offset: 0, bytes: game.as_bytes(), truncated: false };
    POSITIONS.with_borrow_mut(|positions| oracle::same_game(record, &*oracle::pgn(), positions, 8));
});
