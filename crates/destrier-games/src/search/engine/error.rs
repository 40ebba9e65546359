//! Errors of the engine.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// The error for an engine that cannot start, or that failed during a search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("engine {}: {fault}", program.display())]
pub struct EngineError {
    program: PathBuf,
    fault: Fault,
}

impl EngineError {
    pub(super) fn new(program: &Path, fault: Fault) -> Self {
        Self { program: program.to_owned(), fault }
    }

    /// Returns the path or name of the engine, as the caller gave it.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Returns whether the program does not exist.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.fault == Fault::NotFound
    }
}

/// The cause of an error, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    #[error(
        "program not found; pass the path of a UCI engine such as Stockfish, or its name if it is in PATH or /usr/games"
    )]
    NotFound,
    #[error("cannot start it: {0}; pass the path of a UCI engine such as Stockfish")]
    NotStarted(String),
    #[error("not a UCI engine: {0}; pass the path of one, such as Stockfish")]
    NotUci(Box<Self>),
    #[error("it stopped ({status}) before answering `{command}`")]
    Ended { command: String, status: String },
    #[error("it did not answer `{command}` within {} s", limit.as_secs())]
    TimedOut { command: String, limit: Duration },
    #[error("invalid score `{line}` in the answer to `{command}`; try another version")]
    IllegalScore { command: String, line: String },
    #[error("no score before `{line}` in the answer to `{command}`; try another version")]
    NoScore { command: String, line: String },
    #[error("wrong move `{line}` in the answer to `{command}`; use an engine that supports `searchmoves`")]
    OtherMove { command: String, line: String },
    #[error(
        "the castling rights of `{0}` need the option UCI_Chess960, which it does not have; use another engine, or \
         exclude Chess960 games"
    )]
    NoChess960(String),
    #[error("{0}; try another version or fewer nodes")]
    WhileSearching(Box<Self>),
}
