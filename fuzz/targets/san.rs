//! We accept a move in SAN or UCI notation exactly if shakmaty does, read the same move, and write it alike.
#![no_main]

#[path = "../../crates/destrier-games/tests/rules/oracle.rs"]
mod oracle;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    oracle::same_san_text(text);
    oracle::same_uci_text(text);
});
