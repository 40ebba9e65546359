//! The parts of the input that threads read: sources, and the row groups of tables.

use super::budget::PartNumber;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A part of the input that a thread reads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<P> {
    /// A source that has not been opened yet, by its index.
    Source(usize),
    /// An opened text or row group.
    Opened(P),
}

/// The parts that have not been read yet. Opening a source adds its parts in its place.
///
/// Threads must take the parts in order. Otherwise all of them could wait for the turn of later parts.
pub(super) struct Parts<P> {
    state: Mutex<State<P>>,
    changed: Condvar,
}

struct State<P> {
    parts: BTreeMap<PartNumber, Part<P>>,
    /// The number of sources that are being opened, and may add parts.
    opening: usize,
}

impl<P> Parts<P> {
    pub(super) fn new(sources: Range<usize>) -> Self {
        let parts = sources.map(|source| ((source, 0), Part::Source(source))).collect();
        Self { state: Mutex::new(State { parts, opening: 0 }), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next part, or `None` if there are no more. Waits for sources that are being opened. After a source,
    /// the caller must call [`opened`](Self::opened).
    pub(super) fn next(&self) -> Option<Part<P>> {
        let mut state = self
            .changed
            .wait_while(self.lock(), |state| state.parts.is_empty() && state.opening > 0)
            .unwrap_or_else(PoisonError::into_inner);
        let (_, part) = state.parts.pop_first()?;
        state.opening += usize::from(matches!(part, Part::Source(_)));
        Some(part)
    }

    /// Adds the parts of a source that was opened.
    pub(super) fn opened(&self, source: usize, parts: impl Iterator<Item = P>) {
        let mut state = self.lock();
        state.opening -= 1;
        state.parts.extend(parts.enumerate().map(|(part, opened)| ((source, part), Part::Opened(opened))));
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_in_order_however_sources_are_opened() {
        let parts = Parts::new(0..4);
        for source in 0..3 {
            assert_eq!(parts.next(), Some(Part::Source(source)));
        }
        parts.opened(2, ["2a", "2b"].into_iter());
        parts.opened(1, ["1a", "1b"].into_iter());
        assert_eq!(parts.next(), Some(Part::Opened("1a")));
        parts.opened(0, ["0a"].into_iter());
        for expected in ["0a", "1b", "2a", "2b"] {
            assert_eq!(parts.next(), Some(Part::Opened(expected)));
        }
        assert_eq!(parts.next(), Some(Part::Source(3)));
        parts.opened(3, [].into_iter());
        assert_eq!(parts.next(), None);
    }
}
