//! Knight and king patterns in chess games: from PGN to findings.
//!
//! The pipeline has five steps:
//!
//! 1. A [`Reader`] splits the bytes of a [`Source`] into records.
//! 2. A [`Game`] holds the tags and movetext of a record.
//! 3. [`Positions`] holds the positions of a game.
//! 4. [`find`] searches a position for [`PATTERNS`].
//! 5. A [`Scan`] runs these steps for any number of sources and threads. It feeds a [`Collector`], which writes rows of
//!    a [`Table`] or one of the formats of [`output`]. A [`TableScan`] is an iterator of Arrow record batches.
//!
//! You can use each step alone:
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
//! [`Positions`] stores positions as columns. The library [`destrier`] screens whole columns for positions that may
//! have a pattern. Only these are then checked one by one with the rules of chess: whether a move is legal, checks or
//! mates.
//!
//! # Errors
//!
//! - If a game cannot be read to its end, the search covers the part before the error. The error is reported as
//!   [`Damage`], with the token, its byte offset and the reason. Reading continues with the next game.
//! - If a source cannot be opened or read to its end, the error is reported as a [`Problem`]. Reading continues with
//!   the next source.
//! - A scan stops only if an output cannot be written or an [`Engine`] fails.
//!
//! # Memory
//!
//! Memory use is usually tens of megabytes and does not grow with the input. It stays below 128 MiB plus 256 MiB per
//! thread, even for hostile input. A scan holds:
//!
//! - blocks of games in transit: at most eight per thread, and at most 128 MiB in total. A block has 64 KiB or a single
//!   longer game. [`Record::MAX_LENGTH`] limits the length of a game, and [`Game::MAX_MOVES`] its moves;
//! - results that are ready before their turn: about 16 MiB per block at most. Further results are computed in pieces
//!   when their turn comes;
//! - one open source per thread, each with its current game, which is briefly held twice.
//!
//! For zstd, add the decompression window of each open source, as far as it is filled. It is usually 8 MiB or less, and
//! up to 2 GiB for large files compressed with `zstd --long`. Each input file takes about a kilobyte. Sources that expand
//! more than [`Source::MAX_RATIO`] times are treated as decompression bombs ([`Bomb`]), because of the time and disk
//! space that their output would take.

// Without the feature `files`, some items are unused, and doc links to others are broken.
#![cfg_attr(not(feature = "files"), allow(dead_code, rustdoc::broken_intra_doc_links, unused_imports))]

mod chess;
mod formats;
pub mod functions;
mod games;
mod input;
mod names;
pub mod output;
pub mod picture;
#[cfg(feature = "files")]
pub mod rates;
#[cfg(feature = "files")]
pub mod report;
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
    Addressing, Damage, Decoder, Game, GameNeeds, GameNumber, GameRanges, INPUT_FORMATS, InputFormat,
    MissingColumns, MoveText, PuzzleColumns, Record, RecordEnd, RowFacts, Start, TextError, ValueRange,
    is_compressed_name, open_text, pgn,
};
#[cfg(feature = "files")]
pub use formats::{
    parquet::{GameTable, RowBatches},
    unsupported_name,
};
pub use games::{
    CONDITIONS, Colors, Condition, ConditionKind, ContradictoryFilter, Date, DateOption, GameFilter,
    NamesOfGames, ParseDateError, ParseDateOptionError, ParsePlayerError, ParseSpeedError, Player,
    Recognized, Speed, WrongClock, opening_name,
};
pub use input::Reader;
#[cfg(feature = "files")]
pub use input::{
    Block, Blocks, Bomb, Bytes, Entry, Source, Stream, Unlisted, doubts, sources, sources_of_memory,
};
pub use names::{listed, nearest};
#[cfg(feature = "files")]
pub use scan::{
    Bookmark, Collected, Collecting, Collector, CollectorNeeds, CurrentGame, Ended, Found, GameCondition,
    GameEnd, Problem, Scan, Step, Steps, Tally, Totals,
};
pub use schema::ColumnKind;
pub use search::{
    Arrow, Chance, Classes, ContradictorySelection, Drawing, Event, Field, Finding, FindingFilter,
    FoundPosition, GameChance, GameChances, GameContext, GameMove, Grade, Judge, JudgedBy, Judgement,
    Judging, Miss, NetworkSizes, OnePer, Outcome, PATTERNS, ParseClassesError, ParseGradeError,
    ParseOnePerError, ParseRatingRangeError, ParseSideError, Pattern, PatternError, PlayerSide,
    PositionNeeds, PositionWorth, RatingRange, Role, Sample, Selection, Thinning, UnknownPattern, Value,
    Verdict, Worth, WorthFilter, WorthSearch, find, value_words, winning_line,
};
#[cfg(feature = "files")]
pub use search::{Difficulty, Engine, EngineError, NamedPatternError};
#[cfg(feature = "files")]
pub use tables::{Batches, Column, ColumnError, FindingRows, ParseTableError, Table, TableRows, TableScan};
