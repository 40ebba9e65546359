//! Scans of files: from columns, conditions and ranges of bytes to batches of rows.

mod batches;
mod bytes;
pub(super) mod conditions;
pub(super) mod format;
mod opener;
mod rows_of_games;
pub(super) mod source;
mod thread;
