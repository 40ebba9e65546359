//! Errors of damaged files. The Parquet decoder panics on some of them; these panics become errors.

use parquet::errors::{ParquetError, Result};
use std::cell::Cell;
use std::io;
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

/// Returns the error for a part of a file that cannot be read.
pub(super) fn damaged(part: &str, error: ParquetError) -> io::Error {
    if let ParquetError::External(error) = &error
        && let Some(error) = error.downcast_ref::<io::Error>()
    {
        return io::Error::new(error.kind(), format!("{part}: {error}"));
    }
    let error = error.to_string();
    let reason = error.split_once(": ").map_or(&*error, |(_, reason)| reason);
    io::Error::new(
        io::ErrorKind::InvalidData,
        match part {
            "metadata" => format!("damaged Parquet file, metadata: {reason}; get an intact file"),
            _ => format!(
                "damaged Parquet file, {part}: {reason}; other row groups are not affected; get an intact file for these rows"
            ),
        },
    )
}
