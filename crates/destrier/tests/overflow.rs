//! Tests see numbers overflow: the profile that they are compiled with checks for it.

use std::hint::black_box;
use std::panic::catch_unwind;

#[test]
#[cfg_attr(not(debug_assertions), ignore = "what is released does not check")]
fn an_overflow_is_a_panic() {
    assert!(catch_unwind(|| black_box(u8::MAX) + black_box(1)).is_err());
    assert!(catch_unwind(|| black_box(1_u64) << black_box(64_u32)).is_err());
}
