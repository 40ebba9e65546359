//! Knight and king patterns in chess games: from PGN to findings.
//!
//! Bytes ([`Source`]) become records ([`Reader`]) and these games ([`Game`]), games become positions ([`Positions`]),
//! and positions are searched for [`PATTERNS`] ([`find`]). A [`Scan`] does this for any number of sources in any number of
//! threads, and a [`Collector`] makes something of it: rows of a [`Table`], which are an iterator of Arrow's record
//! batches ([`TableScan`]), or one of the formats of [`output`]. Each step can be had alone:
//!
//! ```
//! use destrier_games::{Event, Game, GameContext, Positions, Reader, Selection};
//!
//! let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1";
//! let mut reader = Reader::games(pgn.as_bytes());
//! let game = Game::pgn(reader.next_record()?.unwrap());
//! let played = Selection { played: Some(true), ..Selection::default() };
//!
//! let mut seen = Vec::new();
//! game.search(Some(&played), GameContext::default(), &mut Positions::new(), |event| {
//!     if let Event::Found(found, findings) = event {
//!         for finding in findings.iter() {
//!             let san = found.position.san(finding.by.unwrap());
//!             seen.push(format!("{} {} {san}", found.ply(), finding.pattern.name));
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
//! be written ends a scan, or an [`Engine`] that fails.
//!
//! # Memory
//!
//! It does not grow with the input, whatever that is: 128 MiB and 256 MiB for each thread are enough for input that is
//! made to take as much as it can; usual games take tens of megabytes. A scan holds
//!
//! - blocks of games on their way, at most eight for each thread, 64 KiB each or one longer game, and 128 MiB together;
//!   the longest game that is kept whole is [`Record::LONGEST`], the most moves that are played [`Game::MOST_MOVES`];
//! - what was made of a block ahead of its turn, at most 16 MiB; what is more is made when its turn comes, in
//!   pieces;
//! - as many sources open as there are threads, each with the game that it reads, twice for a moment.
//!
//! Packed with zstd, each of these takes its window as well, as far as it is filled: 8 MiB and less as a rule, and up
//! to 2 GiB where a file of that size was packed so (`zstd --long`). Each file that is named or found takes about a
//! kilobyte. What unpacks to more than [`Source::MAX_RATIO`] its size is an error ([`Bomb`]), for the time and the
//! room that its output would take.

// What reads files and writes output is named above, and is not there without its feature.
#![cfg_attr(not(feature = "files"), allow(rustdoc::broken_intra_doc_links))]

mod chess;
mod formats;
mod games;
mod input;
#[cfg(feature = "files")]
pub mod output;
pub mod picture;
#[cfg(feature = "files")]
pub mod rates;
#[cfg(feature = "files")]
mod scan;
mod schema;
mod search;
#[cfg(feature = "files")]
mod tables;

pub use chess::{
    CastlingSide, Continuation, Evaluation, FenError, FenField, GameResult, IllegalContinuation, Move,
    ParseGameResultError, ParseSanError, ParseUciError, Position, Positions, San, SanError, SanWithSign,
    Screen, SetupError, Uci, Unscreened,
};
pub use formats::{
    Addressing, Damage, Decoder, Game, GameNumber, INPUT_FORMATS, InputFormat, MissingColumns, MoveText,
    PuzzleColumns, Record, RecordEnd, Start, TextError, is_compressed_name, open_text, pgn,
};
pub use games::{Colors, Date, GameFilter, ParseDateError, ParsePlayerError, ParseSpeedError, Player, Speed};
pub use input::Reader;
#[cfg(feature = "files")]
pub use input::{Block, Blocks, Bomb, Bytes, Entry, Source, Stream, Unlisted, sources};
#[cfg(feature = "files")]
pub use scan::{
    Bookmark, Collecting, Collector, CurrentGame, Ended, GameCondition, GameEnd, Problem, Scan, Step, Tally,
    Totals,
};
pub use schema::ColumnKind;
pub use search::{
    Arrow, Chance, Classes, Drawing, Event, Field, Finding, FoundPosition, GameContext, GameMove, Grade,
    OnePer, Outcome, PATTERNS, ParseClassesError, ParseGradeError, ParseOnePerError, ParseRatingRangeError,
    ParseSideError, Pattern, PlayerSide, PositionWorth, RatingRange, Role, Sample, Selection, UnknownPattern,
    Value, Worth, WorthFilter, WorthSearch, find, value_words,
};
#[cfg(feature = "files")]
pub use search::{Engine, EngineError, EngineVerdict};
#[cfg(feature = "files")]
pub use tables::{Batches, Column, Needs, ParseTableError, Table, TableRows, TableScan, UnknownColumn};
