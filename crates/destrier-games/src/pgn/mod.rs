//! Portable Game Notation: bytes to games, and games to tags and moves.
//!
//! Reading is lenient about form (byte-order marks, line ends, `%` lines, comments, variations, glyphs,
//! missing results) and strict about content: a token where a move should stand that is not one is
//! damage, named with its place, and never passed over in silence.
//!
//! A game begins with its tags or, without any, with its first move, and ends at the first blank line after a move or at a
//! line that starts with `[`. A comment that is never closed ends, too, where the tags of the next game begin,
//! so that a game cut short does not swallow those after it.

mod boundary;
mod movetext;
mod reader;
mod tags;

pub use movetext::{Moves, Token};
pub use reader::{GameText, Reader};
pub use tags::{Tag, Tags};
