//! Compares the worth of moves with plain minimax on shakmaty's rules, and with labeled
//! games.
//!
//! If `DESTRIER_DATA` names a folder, the labels in it are compared as well.

#[allow(dead_code, reason = "these tests do not use the values and findings of positions")]
mod reference;

#[path = "support/data.rs"]
mod data;

#[path = "worth/both.rs"]
mod both;
#[path = "worth/labels.rs"]
mod labels;
#[path = "worth/selected.rs"]
mod selected;
