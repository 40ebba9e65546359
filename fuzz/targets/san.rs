//! A text is a move in SAN or in UCI notation just where it is one to shakmaty, the same one, and is written alike.
#![no_main]

#[path = "../../crates/destrier-games/tests/rules/oracle.rs"]
mod oracle;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    oracle::same_san_text(text);
    oracle::same_uci_text(text);
});
