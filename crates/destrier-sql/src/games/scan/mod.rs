//! Scans of files: from columns, conditions and ranges of bytes to batches of rows.

mod bytes;
mod condition_text;
pub(super) mod conditions;
pub(super) mod format;
mod opener;
pub(super) mod source;
mod statistics;
mod thread;
pub(crate) mod unmatched;
