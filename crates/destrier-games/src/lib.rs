//! Knight and king patterns in chess games: from PGN to findings.
//!
//! Bytes become games ([`pgn`]), games become positions ([`Game::replay`]), positions are searched for [`PATTERNS`]
//! ([`find`]), and what is found goes to an [`output`]. The data flow one way. [`scan`](scan()) does all of it, for
//! sources given by path; each step can be had alone:
//!
//! ```
//! use destrier_games::pgn::Reader;
//! use destrier_games::{Game, Start, find};
//!
//! let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1";
//! let mut reader = Reader::new(pgn.as_bytes());
//! let game = Game::new(reader.next_game()?.unwrap());
//! let Start::Position(start) = game.start()? else { panic!("a variant of chess") };
//!
//! let mut seen = Vec::new();
//! game.replay(*start, |position, ply, next| {
//!     for finding in find(position, next) {
//!         if finding.played() == Some(true) {
//!             let san = finding.value("san").unwrap().written(position);
//!             seen.push(format!("{ply} {} {san}", finding.pattern.name));
//!         }
//!     }
//! })?;
//! assert_eq!(seen, [
//!     "8 knight-fork Nxf7",
//!     "11 distant-check Qxe4+",
//!     "13 knight-fork Nf3#",
//!     "13 smothered-mate Nf3#",
//! ]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Whether a move is legal, checks or mates is asked of shakmaty, or found with its attack tables; what a pattern is is
//! computed from the sets of a [`Board`](destrier::Board) by the library [`destrier`].
//!
//! # Errors
//!
//! A game that cannot be read to its end is searched up to there and reported as
//! [`Damage`], with the token, its byte and the reason; the next game is read as if nothing had happened. A source that
//! cannot be opened or read to its end is reported ([`Problem`]) and the next one is read. Only an output that cannot
//! be written ends a scan.
//!
//! # Memory
//!
//! It does not grow with the number of games: one game and its findings are held at a time. The longest game that is
//! kept whole is [`Reader::LONGEST_GAME`](pgn::Reader::LONGEST_GAME), the most moves that are played
//! [`Game::MOST_MOVES`]; packed sources need their window as well, at most 2 GiB.

mod damage;
mod epd;
mod finding;
mod game;
mod layout;
mod patterns;
mod position;
mod scan;
mod source;
mod table;

pub mod output;
pub mod pgn;
pub mod puzzle;

pub use damage::Damage;
pub use finding::{Classes, Field, Finding, Pattern, Value, Written};
pub use game::{Game, Start};
pub use layout::Layout;
pub use patterns::{PATTERNS, find};
pub use position::{Continuation, IllegalContinuation, Position};
pub use scan::{Found, Problem, ScannedGame, Totals, scan};
pub use shakmaty;
pub use source::{Source, Stream, Unlisted, open, sources};
