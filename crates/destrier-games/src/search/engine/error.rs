//! Why an engine gives no evaluation.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// An engine that cannot be started, or that failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engine {}: {fault}", program.display())]
pub struct EngineError {
    program: PathBuf,
    fault: Fault,
}

impl EngineError {
    pub(super) fn new(program: &Path, fault: Fault) -> Self {
        Self { program: program.to_owned(), fault }
    }

    /// Its path or name, as it was given.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// Whether there is no such program.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.fault == Fault::NotFound
    }
}

/// What is wrong, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Fault {
    #[error(
        "there is no such program; give the path of a UCI engine such as Stockfish, or its name if it is in PATH"
    )]
    NotFound,
    #[error("it cannot be started: {0}; give the path of a UCI engine such as Stockfish")]
    NotStarted(String),
    #[error("it is not a UCI engine: {0}; give the path of one, such as Stockfish")]
    NotUci(Box<Self>),
    #[error("it ended ({status}) instead of answering `{asked}`")]
    Ended { asked: String, status: String },
    #[error("it did not answer `{asked}` within {} s", limit.as_secs())]
    TimedOut { asked: String, limit: Duration },
    #[error("it answered `{asked}` with an illegal score: `{line}`; try another version")]
    IllegalScore { asked: String, line: String },
    #[error("it answered `{asked}` without a score: `{line}`; try another version")]
    NoScore { asked: String, line: String },
    #[error("it answered `{asked}` with another move: `{line}`; an engine must support `searchmoves`")]
    OtherMove { asked: String, line: String },
    #[error(
        "it has no option UCI_Chess960, which the castling rights of `{0}` need; use an engine that has, or leave games \
         of Chess960 out"
    )]
    NoChess960(String),
    #[error("{0}; try another version, or fewer nodes")]
    WhileSearching(Box<Self>),
}
