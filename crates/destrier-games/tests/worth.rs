//! What moves are worth, compared with plain minimax on the independent implementation of the rules, and with labelled
//! games.
//!
//! Where `DESTRIER_DATA` names a folder with the wider data, the labels in it are compared as well.

#[allow(dead_code, reason = "the values and findings of positions are not compared here")]
mod reference;

#[path = "support/data.rs"]
mod data;

#[path = "worth/both.rs"]
mod both;
#[path = "worth/labels.rs"]
mod labels;
#[path = "worth/moves.rs"]
mod moves;
#[path = "worth/selected.rs"]
mod selected;
