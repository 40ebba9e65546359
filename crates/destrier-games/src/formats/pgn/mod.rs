//! Portable Game Notation: from bytes to games, and from games to tags and moves.
//!
//! The parser is lenient about form: byte-order marks, line ends, `%` lines, comments, variations, NAGs, missing
//! results. It is strict about content: a token in the place of a move that is not a move is damage. It is reported
//! with its offset, never skipped silently.
//!
//! A [`Reader`](crate::Reader) splits a stream of bytes into the texts of games. [`Tags`] and [`Moves`] parse such a
//! text. They do not check whether moves are legal; a [`Game`](crate::Game) does so when it is replayed.
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
//! A game has tags and then movetext; either may be missing. It ends where the next one begins, or with the text.
//!
//! 1. After a move, a line that starts with a tag pair, like `[White "`, begins a game if the tag is `Event` or has the
//!    name of the first tag pair, or if the line follows a blank line or a line that ends with a result. Any other tag
//!    among moves is damage.
//! 2. In a comment, a line that starts with any tag pair begins a game, so that an unclosed comment does not hide the
//!    next game.
//! 3. Before the first move, a tag pair after a blank line begins a game if it is `Event` or has the name of the first
//!    tag pair. A second `Event` needs no blank line.
//! 4. A blank line ends a game if the line before it ends with a result: `1-0`, `0-1`, `1/2`, `½` or `*`.
//! 5. The number of White's first move, like `1.`, begins a game if it follows a move and then a blank line. At the start
//!    of a line, it also does if the line before ends with a result or is a whole game, for files with a game a line.
//! 6. `[Event "` directly after a result on the same line begins a game. Files concatenated without a line break have
//!    such lines.
//! 7. Comments in braces, `;` comments and lines that start with `%` hide everything else.
//! 8. Spaces, zeros, ^Z and byte-order marks at the start of a line are ignored. Comments alone are not a game.

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
pub(super) use movetext::is_line_of_game;
pub use movetext::{Moves, Token};
pub(super) use tags::kept;
pub use tags::{Tag, Tags};
#[cfg(feature = "files")]
pub(crate) use tags::{TagColumns, parse_rating};
pub(crate) use tags::{TagPlace, TagPlaces};
