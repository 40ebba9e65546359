//! Knight and king patterns in chess games: from PGN to findings.
//!
//! Bytes ([`Source`]) become records ([`Reader`]) and these games ([`Game`]), games become positions
//! ([`Game::replay`]), positions are searched for [`PATTERNS`] ([`find`]), and what is found goes to an [`output`]. The
//! data flow one way. A [`Scan`] does all of it, for any number of sources in any number of threads; each step can be
//! had alone:
//!
//! ```
//! use destrier_games::{Game, Positions, Reader, Start, find};
//!
//! let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1";
//! let mut reader = Reader::games(pgn.as_bytes());
//! let game = Game::pgn(reader.next_record()?.unwrap());
//! let Start::Position(start) = game.start()? else { panic!("a variant of chess") };
//!
//! let mut seen = Vec::new();
//! game.replay(&start, &mut Positions::new(), |positions| {
//!     for (ply, position, next) in positions.iter() {
//!         for finding in find(&position, next) {
//!             if finding.played() == Some(true) {
//!                 let san = finding.value("san").unwrap().written(&position);
//!                 seen.push(format!("{ply} {} {san}", finding.pattern.name));
//!             }
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
//! The positions of a game come as columns ([`Positions`]), and the library [`destrier`] computes over these which of
//! them may have a pattern. Only those are looked at one by one, with the rules of chess: whether a move is legal,
//! checks or mates.
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
//! It does not grow with the input, whatever that is: 128 MiB and 256 MiB for each thread are enough for input that is
//! made to take as much as it can; usual games take tens of megabytes. A scan holds
//!
//! - blocks of games on their way, at most eight for each thread, 64 KiB each or one longer game, and 128 MiB together;
//!   the longest game that is kept whole is [`Reader::LONGEST`], the most moves that are played [`Game::MOST_MOVES`];
//! - what was made of a block ahead of its turn, at most [`Scan::LARGEST_PART`]; what is more is made when its turn
//!   comes, in pieces;
//! - as many sources open as there are threads, each with the game that it reads, twice for a moment.
//!
//! Packed with zstd, each of these takes its window as well, as far as it is filled: 8 MiB and less as a rule, and up
//! to 2 GiB where a file of that size was packed so (`zstd --long`). Each file that is named or found takes about a
//! kilobyte. What unpacks to more than [`Source::MOST_TIMES`] its size is an error ([`Bomb`]), for the time and the
//! room that its output would take.

// What reads files and writes output is named above, and is not there without its feature.
#![cfg_attr(not(feature = "files"), allow(rustdoc::broken_intra_doc_links))]

mod damage;
mod drawing;
mod epd;
#[cfg(feature = "files")]
mod feature_arrays;
#[cfg(feature = "files")]
mod features;
mod filter;
mod finding;
mod game;
mod layout;
#[cfg(feature = "files")]
mod part;
mod patterns;
#[cfg(feature = "files")]
mod pipeline;
mod positions;
mod puzzle;
mod reader;
mod rules;
#[cfg(feature = "files")]
mod scan;
mod selection;
#[cfg(feature = "files")]
mod source;
mod value_words;

#[cfg(feature = "files")]
pub mod output;
pub mod pgn;
pub mod picture;
pub mod table;

pub use damage::Damage;
pub use drawing::{Arrow, Drawing, Role};
#[cfg(feature = "files")]
pub use feature_arrays::FeatureArrays;
#[cfg(feature = "files")]
pub use features::{FeatureRows, feature_columns};
pub use filter::{
    Colors, Date, GameFilter, GameResult, ParseDateError, ParseGameResultError, ParsePlayerError,
    ParseTimeControlError, Player, Speed, TimeControl,
};
pub use finding::{Classes, Field, Finding, ParseClassesError, Pattern, Value, Values, Written};
pub use game::{Game, Place, Start};
pub use layout::{Layout, TextError};
#[cfg(feature = "files")]
pub use part::{Bytes, Part};
pub use patterns::{PATTERNS, UnknownPattern, find};
#[cfg(feature = "files")]
pub use pipeline::Bookmark;
pub use positions::Positions;
pub use puzzle::{Columns, MissingColumns};
#[cfg(feature = "files")]
pub use reader::block::Block;
pub use reader::{Reader, Record};
pub use rules::{
    CastlingSide, Continuation, FenError, FenField, IllegalContinuation, Move, ParseSanError, ParseUciError,
    Position, San, SanError, SanWithSign, SetupError, Uci,
};
#[cfg(feature = "files")]
pub use scan::{Ended, Problem, Scan, SearchedGame, Step, Tally, Totals, Work};
pub use selection::{ParseSideError, Selection, Side};
#[cfg(feature = "files")]
pub use source::{Bomb, Source, Stream, Unlisted, sources};
pub use value_words::value_words;
