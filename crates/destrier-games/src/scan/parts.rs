//! The parts of the input that threads read: sources, and the row groups of tables.

use crate::input::Blocks;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A part of the input that a thread reads.
pub(super) enum Part<G> {
    /// A source that has not been opened yet, by its index.
    Source(usize),
    /// An opened text or row group, with the channel for its blocks.
    Opened(Box<Blocks>, G),
}

/// The parts that have not been read yet, in order. Opening a table adds its row groups in its place.
pub(super) struct Parts<G> {
    state: Mutex<State<G>>,
    changed: Condvar,
}

struct State<G> {
    parts: VecDeque<Part<G>>,
    /// The number of sources that are being opened, and may add parts.
    opening: usize,
}

impl<G> Parts<G> {
    pub(super) fn new(sources: impl Iterator<Item = usize>) -> Self {
        let parts = sources.map(Part::Source).collect();
        Self { state: Mutex::new(State { parts, opening: 0 }), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<G>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next part, or `None` if there are no more. Waits for sources that are being opened. After a source,
    /// the caller must call [`opened`](Self::opened).
    pub(super) fn next(&self) -> Option<Part<G>> {
        let waits = |state: &mut State<G>| state.parts.is_empty() && state.opening > 0;
        let mut state = self.changed.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        let part = state.parts.pop_front();
        state.opening += usize::from(matches!(part, Some(Part::Source(_))));
        part
    }

    /// Adds the parts of a source that was opened, before all others.
    pub(super) fn opened(&self, parts: impl DoubleEndedIterator<Item = (Box<Blocks>, G)>) {
        let mut state = self.lock();
        state.opening -= 1;
        for (blocks, sender) in parts.rev() {
            state.parts.push_front(Part::Opened(blocks, sender));
        }
        self.changed.notify_all();
    }
}
