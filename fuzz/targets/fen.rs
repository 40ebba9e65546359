//! We accept a FEN exactly if shakmaty does, and read the same position, with the same legal moves, checks and mates.
//! The FEN that we write can be read back.
#![no_main]

#[path = "../../crates/destrier-games/tests/rules/oracle.rs"]
mod oracle;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|fen: &[u8]| {
    if let Ok((ours, theirs)) = oracle::same_fen(fen) {
        oracle::same_rules(&ours, &theirs);
    }
});
