//! A chess engine that judges moves: any program that speaks UCI, the Universal Chess Interface.
//!
//! Each thread uses a process of its own, started when it is needed. The engine forgets everything before each search,
//! so an evaluation depends on the position, the move and the number of nodes alone: not on the order of the searches or
//! on the number of threads.

mod answer;
mod cache;
mod client;
mod error;
mod question;
mod verdict;
mod words;

pub use error::EngineError;
pub use verdict::EngineVerdict;

use super::pattern::Finding;
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
use verdict::missed;

/// A chess engine that judges moves. Clones share its processes, which end with the last clone.
///
/// The first search that fails is [recorded](Self::failure); then there are no more searches.
#[derive(Clone)]
pub struct Engine(Arc<Shared>);

struct Shared {
    program: PathBuf,
    nodes: NonZero<u32>,
    /// The processes that no thread uses at the moment.
    idle: Mutex<Vec<Client>>,
    cache: Mutex<Cache>,
    failure: OnceLock<EngineError>,
    judged: AtomicU64,
}

impl Engine {
    /// The number of nodes of a search, if nothing else is said.
    pub const NODES: NonZero<u32> = NonZero::new(10_000).unwrap();

    /// Starts an engine: its path, or its name if it is in `PATH`. Each evaluation is a search of so many nodes.
    ///
    /// # Errors
    ///
    /// When there is no such program, or it is no UCI engine.
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

    /// Its path or name, as it was given.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.0.program
    }

    /// The number of nodes of a search.
    #[must_use]
    pub fn nodes(&self) -> NonZero<u32> {
        self.0.nodes
    }

    /// The number of positions in which it has judged moves.
    #[must_use]
    pub fn judged(&self) -> u64 {
        self.0.judged.load(Ordering::Relaxed)
    }

    /// The first failure. After it no findings are complete.
    #[must_use]
    pub fn failure(&self) -> Option<&EngineError> {
        self.0.failure.get()
    }

    /// Judges the candidates among the findings in a position, and computes the worth of all. Keeps those that a filter
    /// admits, after the engine's verdict. `next` is how the game went on.
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
        let mut admits = |finding: &mut Finding| {
            let Some(by) = finding.by else { return filter == WorthFilter::default() };
            let Some((mut value, is_candidate)) = worth.candidate(by, filter) else { return false };
            if is_candidate {
                let Some(verdict) = search.verdict(by, game_move, filter.missed) else { return false };
                finding.engine = Some(verdict);
                value.missed = verdict.missed(position.turn());
            }
            let is_admitted = filter.missed.is_none() || value.missed >= filter.missed;
            finding.worth = is_admitted.then_some(value);
            is_admitted
        };
        findings.retain_mut(|finding| admits(finding) || keeps_others);
        if search.fen.is_some() {
            self.0.judged.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Asks a process, unless the answer is known.
    fn evaluate(&self, question: &Question<'_>) -> Result<Evaluation, EngineError> {
        if let Some(known) = lock(&self.0.cache).get(question) {
            return Ok(known);
        }
        let idle = lock(&self.0.idle).pop();
        let mut client = match idle {
            Some(client) => client,
            None => Client::start(&self.0.program, self.0.nodes)?,
        };
        // A client that fails is dropped, which ends its process.
        let evaluation = client.evaluate(question)?;
        lock(&self.0.idle).push(client);
        lock(&self.0.cache).insert(question, evaluation);
        Ok(evaluation)
    }
}

/// What another thread left when it panicked is as good as ever.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The searches in one position.
struct PositionSearch<'a> {
    engine: &'a Engine,
    position: &'a Position,
    /// Its FEN, once there was a search.
    fen: Option<String>,
}

impl PositionSearch<'_> {
    /// The verdict on a move; `None` if a search failed, or if the move was not missed by the least grade that is asked
    /// for.
    fn verdict(&mut self, by: Move, game_move: Option<Move>, least: Option<Grade>) -> Option<EngineVerdict> {
        let side = self.position.turn();
        let of_move = self.evaluate(Some(by))?;
        let of_game = match game_move {
            Some(played) => Some(self.evaluate(Some(played))?),
            None => None,
        };
        if least.is_some() && missed(of_move, of_game, side) < least {
            return None;
        }
        let of_position = self.evaluate(None)?;
        let all = [Some(of_position), Some(of_move), of_game];
        let of_best = all.into_iter().flatten().max_by_key(|evaluation| evaluation.centipawns(side));
        Some(EngineVerdict { of_move, of_best: of_best?, of_game })
    }

    /// The evaluation of the position or of a move; `None` after a failure.
    fn evaluate(&mut self, played: Option<Move>) -> Option<Evaluation> {
        if self.engine.failure().is_some() {
            return None;
        }
        let is_chess960 = self.position.has_chess960_castling();
        let uci = |played: Move| if is_chess960 { played.chess960_uci() } else { played.uci() };
        let played = played.map(|played| uci(played).to_string());
        let question = Question {
            fen: self.fen.get_or_insert_with(|| self.position.fen()),
            side: self.position.turn(),
            is_chess960,
            played: played.as_deref(),
        };
        match self.engine.evaluate(&question) {
            Ok(evaluation) => Some(evaluation),
            Err(error) => {
                // The first one counts.
                let _ = self.engine.0.failure.set(error);
                None
            }
        }
    }
}

/// Equal engines give the same evaluations.
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

/// As its program and nodes.
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
