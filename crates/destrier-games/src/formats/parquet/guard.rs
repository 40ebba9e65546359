//! Turns panics of the Parquet decoder into errors. It panics on some damaged files.

use parquet::errors::{ParquetError, Result};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Whether this thread runs the decoder.
    static IS_DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Runs the decoder. If it panics, returns an error and prints nothing. The decoder must not be used again.
pub(super) fn guarded<T>(decode: impl FnOnce() -> Result<T>) -> Result<T> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_DECODING.get() {
                usual(panic);
            }
        }));
    });
    IS_DECODING.set(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    IS_DECODING.set(false);
    decoded.unwrap_or_else(|_| Err(ParquetError::General("its content makes no sense".to_owned())))
}
