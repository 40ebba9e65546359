//! A text is a FEN to us just where it is one to shakmaty, of the same position, in which the rules say the same; and what
//! we write of it is read again.
#![no_main]

#[path = "../../crates/destrier-games/tests/rules/oracle.rs"]
mod oracle;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|fen: &[u8]| {
    if let Ok((ours, theirs)) = oracle::same_fen(fen) {
        oracle::same_rules(&ours, &theirs);
    }
});
