//! Chess engines that judge moves, through UCI (Universal Chess Interface).
//!
//! Each thread uses its own process, started on first use. The engine's state is cleared before each search. An
//! evaluation therefore depends only on the position, the move and the number of nodes, not on the order of searches
//! or the number of threads.

mod answer;
mod cache;
mod client;
mod error;
mod location;
mod question;
mod words;

pub use error::EngineError;

use super::pattern::Finding;
use super::verdict::Verdict;
use super::worth::{Grade, PositionWorth, WorthFilter};
use crate::chess::{Continuation, Evaluation, Move, Position};
use cache::Cache;
use client::Client;
use question::Question;
use serde::Serialize;
use std::fmt;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A UCI engine that judges moves. Clones share its processes, which exit when the last clone is dropped.
///
/// The first search that fails is [recorded](Self::failure). No searches follow it.
#[derive(Clone)]
pub struct Engine(Arc<Shared>);

struct Shared {
    program: PathBuf,
    nodes: NonZero<u32>,
    /// The processes that no thread is using.
    idle: Mutex<Vec<Client>>,
    cache: Mutex<Cache>,
    failure: OnceLock<EngineError>,
    judged: AtomicU64,
}

impl Engine {
    /// The default number of nodes per search.
    pub const NODES: NonZero<u32> = NonZero::new(10_000).unwrap();

    /// Starts an engine, given its path, or its name if it is in `PATH` or `/usr/games`, where Debian installs engines.
    /// Each evaluation searches `nodes` nodes.
    ///
    /// # Errors
    ///
    /// If the program does not exist or is not a UCI engine.
    pub fn start(program: impl Into<PathBuf>, nodes: NonZero<u32>) -> Result<Self, EngineError> {
        let program = program.into();
        let client = Client::start(&program, nodes)?;
        Ok(Self(Arc::new(Shared {
            program,
            nodes,
            idle: Mutex::new(vec![client]),
            cache: Mutex::default(),
            failure: OnceLock::new(),
            judged: AtomicU64::new(0),
        })))
    }

    /// Returns the path of Stockfish if it is installed, for a hint to use it.
    #[must_use]
    pub fn installed_stockfish() -> Option<PathBuf> {
        location::of("stockfish".as_ref())
    }

    /// Returns the path or name of the engine, as the caller gave it.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.0.program
    }

    /// Returns the number of nodes per search.
    #[must_use]
    pub fn nodes(&self) -> NonZero<u32> {
        self.0.nodes
    }

    /// Returns the number of positions in which the engine has judged moves.
    #[must_use]
    pub fn judged(&self) -> u64 {
        self.0.judged.load(Ordering::Relaxed)
    }

    /// Returns the first failure, if any. After a failure, findings are incomplete.
    #[must_use]
    pub fn failure(&self) -> Option<&EngineError> {
        self.0.failure.get()
    }

    /// Judges the candidates among the findings in a position and computes the worth of all findings. Keeps the
    /// findings that pass the filter, given the engine's verdict. `next` is the continuation of the game.
    pub(super) fn judge(
        &self,
        findings: &mut Vec<Finding>,
        position: &Position,
        next: Option<Continuation>,
        worth: &mut PositionWorth<'_>,
        filter: WorthFilter,
        keeps_others: bool,
    ) {
        let game_move = match next {
            Some(Continuation::Move(played)) => Some(played),
            _ => None,
        };
        let mut search = PositionSearch { engine: self, position, fen: None };
        findings.retain_mut(|finding| search.admits(finding, game_move, worth, filter) || keeps_others);
        if search.fen.is_some() {
            self.0.judged.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns the cached evaluation or asks a process.
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, EngineError> {
        if let Some(known) = lock(&self.0.cache).get(question) {
            return Ok(known);
        }
        let idle = lock(&self.0.idle).pop();
        let mut client = match idle {
            Some(client) => client,
            None => Client::start(&self.0.program, self.0.nodes)?,
        };
        // If a client fails, it is dropped, which ends its process.
        let evaluation = client.evaluate(question)?;
        lock(&self.0.idle).push(client);
        lock(&self.0.cache).insert(question, evaluation);
        Ok(evaluation)
    }
}

/// Ignores poisoning: the data stays valid if another thread panics.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The searches in one position.
struct PositionSearch<'a> {
    engine: &'a Engine,
    position: &'a Position,
    /// The FEN, once a search needed it.
    fen: Option<String>,
}

impl PositionSearch<'_> {
    /// Computes the worth of a finding, with the engine's verdict on a candidate, and returns whether it passes the
    /// filter.
    fn admits(
        &mut self,
        finding: &mut Finding,
        game_move: Option<Move>,
        worth: &mut PositionWorth<'_>,
        filter: WorthFilter,
    ) -> bool {
        let Some(by) = finding.by else { return !filter.has_conditions() };
        let Some((mut value, is_candidate)) = worth.candidate(by, filter) else { return false };
        if is_candidate {
            let Some(verdict) = self.verdict(by, game_move, filter.missed) else { return false };
            finding.verdict = Some(verdict);
            value.missed = verdict.missed(self.position.turn());
        }
        let is_admitted = value.missed >= filter.missed;
        finding.worth = is_admitted.then_some(value);
        is_admitted
    }
    /// Returns the verdict on a move. `None` if a search failed, or if the move was not missed by at least the grade
    /// `min`.
    fn verdict(&mut self, by: Move, game_move: Option<Move>, min: Option<Grade>) -> Option<Verdict> {
        let side = self.position.turn();
        let of_move = self.evaluate(Some(by))?;
        let of_game = match game_move {
            Some(played) => Some(self.evaluate(Some(played))?),
            None => None,
        };
        let verdict = Verdict { of_move, of_best: None, of_game };
        if verdict.missed(side) < min {
            return None;
        }
        let all = [Some(self.evaluate(None)?), Some(of_move), of_game];
        let of_best = all.into_iter().flatten().max_by_key(|evaluation| evaluation.centipawns(side));
        Some(Verdict { of_best, ..verdict })
    }

    /// Evaluates the position, or a move in it. Returns `None` after a failure.
    fn evaluate(&mut self, played: Option<Move>) -> Option<Evaluation> {
        if self.engine.failure().is_some() {
            return None;
        }
        let is_chess960 = self.position.has_chess960_castling();
        let played = played.map(|played| if is_chess960 { played.chess960_uci() } else { played.uci() });
        let played = played.map(|played| played.to_string());
        let question = Question {
            fen: self.fen.get_or_insert_with(|| self.position.fen()),
            side: self.position.turn(),
            is_chess960,
            played: played.as_deref(),
        };
        match self.engine.evaluate(&question) {
            Ok(evaluation) => Some(evaluation),
            Err(error) => {
                // Keep only the first failure.
                let _ = self.engine.0.failure.set(error);
                None
            }
        }
    }
}

/// Engines with the same program and nodes are equal.
impl PartialEq for Engine {
    fn eq(&self, other: &Self) -> bool {
        self.program() == other.program() && self.nodes() == other.nodes()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("program", &self.program()).field("nodes", &self.nodes()).finish()
    }
}

/// Serializes the program and the nodes.
impl Serialize for Engine {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Parts<'a> {
            program: std::borrow::Cow<'a, str>,
            nodes: NonZero<u32>,
        }
        Parts { program: self.program().to_string_lossy(), nodes: self.nodes() }.serialize(serializer)
    }
}
