//! Reading any text as patterns ends and never panics. An error has a place in the text.
#![no_main]

use destrier_games::{Pattern, PatternError};
use libfuzzer_sys::fuzz_target;
use std::cell::Cell;

/// Patterns stay in memory until the program ends, so a run reads no more texts after so many right ones.
const MAX_PATTERNS: u32 = 100_000;

thread_local! {
    static PATTERNS: Cell<u32> = const { Cell::new(0) };
}

fuzz_target!(|text: &str| {
    if PATTERNS.get() >= MAX_PATTERNS {
        return;
    }
    for read in [Pattern::parse(text), Pattern::parse_custom(text).map(|pattern| vec![pattern])] {
        match read {
            Ok(patterns) => {
                PATTERNS.set(PATTERNS.get() + 1);
                assert!(!patterns.is_empty());
                assert!(patterns.iter().all(|pattern| pattern.text().is_some_and(|of| text.contains(of))));
            }
            Err(error) => has_place(text, &error),
        }
    }
});

fn has_place(text: &str, error: &PatternError) {
    let line = text.split('\n').nth(error.line() - 1).expect("the line of an error");
    assert!((1..=line.chars().count() + 1).contains(&error.column()), "{error}");
    assert!(!error.message().is_empty());
}
