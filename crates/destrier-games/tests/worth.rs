//! Compares the worth of moves with labeled games, and tests the filters on it.
//!
//! If `DESTRIER_DATA` names a folder, the labels in it are compared as well.

#[path = "support/data.rs"]
mod data;

#[path = "worth/labels.rs"]
mod labels;
#[path = "worth/selected.rs"]
mod selected;
