//! Portable Game Notation: bytes to games, and games to tags and moves.
//!
//! Reading is lenient about form (byte-order marks, line ends, `%` lines, comments, variations, glyphs,
//! missing results) and strict about content: a token where a move should stand that is not one is
//! damage, named with its place, and never passed over in silence.
//!
//! What goes in is any stream of bytes; a [`Reader`](crate::Reader) takes it apart into the texts of games, [`Tags`] and [`Moves`] read
//! such a text. Nothing is resolved here: whether a move is legal, the position knows ([`Game`](crate::Game)).
//!
//! ```
//! use destrier_games::Reader;
//! use destrier_games::pgn::{Moves, Tags, Token};
//!
//! let pgn = "[White \"Anderssen\"]\n\n1. e4! {best by test} (1. d4) e5 2. Zf3 *\n\n1. d4 d5 *\n";
//! let mut reader = Reader::games(pgn.as_bytes());
//!
//! let game = reader.next_record()?.unwrap();
//! let tags = Tags::read(game.bytes);
//! assert_eq!(tags.value("White").as_deref(), Some("Anderssen"));
//! let tokens: Vec<Token> = Moves::new(game.bytes, &tags).collect();
//! assert!(matches!(tokens[0], Token::Move { text: b"e4", .. }));
//! assert!(matches!(tokens[1], Token::Move { text: b"e5", .. }));
//! assert!(matches!(tokens[2], Token::Unreadable { text: b"Zf3", offset: 57, .. }));
//!
//! let game = reader.next_record()?.unwrap();
//! assert_eq!((game.number, game.offset), (2, 64));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Where a game ends
//!
//! A game begins with its tags or, without any, with its first move. It ends at a line that starts with a tag or, after a
//! result, with any bracket but that of a command like `[%clk`; where it is filled up with 4,096 blanks or zeros;
//! and at a blank line, comments aside:
//!
//! - after a result, unless what follows goes on with it as no game begins: another result, a variation, a glyph, a move
//!   number other than that of White's first move;
//! - after a move without a result, if the number of White's first move follows.
//!
//! A comment that is never closed ends, too, where the tags of the next game begin, so that a game cut short does not
//! swallow those after it. Games without tags in between are taken for part of that comment, whose damage is reported.
//!
//! In a game whose first tag is `Event`, as the standard wants it, other tags right after the moves belong to it and do
//! not end it. Where files were glued together without a line break, a result with `[Event "` right behind it ends the
//! game.

mod boundary;
mod decoder;
mod movetext;
mod tags;

#[cfg(feature = "files")]
pub(crate) use boundary::certain_start;
pub(crate) use boundary::{BYTE_ORDER_MARK, Boundary};
pub(super) use decoder::PGN;
pub use movetext::{Moves, Token};
pub(super) use tags::kept;
pub use tags::{Tag, Tags};
