//! Checks that the test profile detects arithmetic overflow.

use std::hint::black_box;
use std::panic::catch_unwind;

#[test]
#[cfg_attr(not(debug_assertions), ignore = "release builds do not check for overflow")]
fn overflow_panics() {
    assert!(catch_unwind(|| black_box(u8::MAX) + black_box(1)).is_err());
    assert!(catch_unwind(|| black_box(1_u64) << black_box(64_u32)).is_err());
}
