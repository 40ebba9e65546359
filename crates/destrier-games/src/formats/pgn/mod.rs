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
//! A game is tags and then movetext; either may be missing. It ends where the next one begins, or with the text.
//!
//! 1. After a move, a line that starts with a tag pair, like `[White "`, begins a game if it is `Event` or has the name of
//!    the first tag pair, or if it follows a blank line or a line that ends with a result. Any other tag among moves is
//!    damage.
//! 2. In a comment, a line that starts with any tag pair begins a game, so that a comment that is never closed does not
//!    hide the next game.
//! 3. Before the first move, a tag pair behind a blank line begins a game if it is `Event` or has the name of the first
//!    tag pair. A second `Event` needs no blank line.
//! 4. A blank line ends a game if the line before it ends with a result: `1-0`, `0-1`, `1/2`, `½` or `*`.
//! 5. The number of White's first move, like `1.`, begins a game if a move and then a blank line came before it.
//! 6. `[Event "` right behind a result on its line begins a game: files were put together without a line break.
//! 7. Comments in braces, `;` comments and lines that start with `%` hide everything else.
//! 8. Spaces, zeros, ^Z and byte-order marks count for nothing at the start of a line. Comments alone are no game.

mod annotations;
mod boundary;
mod decoder;
mod lexer;
#[cfg(feature = "files")]
mod main_line;
mod movetext;
mod spelling;
mod tags;

pub use annotations::{Annotation, Annotations};
pub(crate) use boundary::Boundary;
#[cfg(feature = "files")]
pub(crate) use boundary::certain_start;
pub(super) use decoder::PGN;
pub(crate) use lexer::BYTE_ORDER_MARK;
#[cfg(feature = "files")]
pub(crate) use main_line::{MainLine, PlacedMove};
pub use movetext::{Moves, Token};
pub(super) use tags::kept;
pub use tags::{Tag, Tags};
