//! The parts of the input that threads read: sources, the row groups of tables, and pieces of long texts.

use super::budget::PartNumber;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// The parts that have not been read yet. Opening or cutting a part adds others in its place.
///
/// Threads must take the parts in order. Otherwise all of them could wait for the turn of later parts.
pub(super) struct Parts<P> {
    state: Mutex<State<P>>,
    changed: Condvar,
}

struct State<P> {
    parts: BTreeMap<PartNumber, P>,
    /// The number of parts that were taken and may add others.
    taken: usize,
}

impl<P> Parts<P> {
    pub(super) fn new(parts: impl IntoIterator<Item = (PartNumber, P)>) -> Self {
        let parts = parts.into_iter().collect();
        Self { state: Mutex::new(State { parts, taken: 0 }), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next part, or `None` if there are no more. Waits for parts that may add others. The caller must then
    /// call [`add`](Self::add).
    pub(super) fn next(&self) -> Option<P> {
        let mut state = self
            .changed
            .wait_while(self.lock(), |state| state.parts.is_empty() && state.taken > 0)
            .unwrap_or_else(PoisonError::into_inner);
        let (_, part) = state.parts.pop_first()?;
        state.taken += 1;
        Some(part)
    }

    /// Adds the parts in place of one that was taken.
    pub(super) fn add(&self, parts: impl IntoIterator<Item = (PartNumber, P)>) {
        let mut state = self.lock();
        state.taken -= 1;
        state.parts.extend(parts);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_in_order_however_they_are_added() {
        let parts = Parts::new((0..4).map(|source| ((source, 0), source.to_string())));
        let next = || parts.next().unwrap();
        assert_eq!([next(), next(), next()], ["0", "1", "2"]);
        parts.add([((2, 0), "2a".into()), ((2, 1), "2b".into())]);
        parts.add([((1, 0), "1a".into())]);
        assert_eq!(next(), "1a");
        parts.add([((0, 0), "0a".into())]);
        assert_eq!(next(), "0a");
        parts.add([((0, 1), "0b".into())]);
        assert_eq!([next(), next(), next(), next()], ["0b", "2a", "2b", "3"]);
        (0..5).for_each(|_| parts.add([]));
        assert_eq!(parts.next(), None);
    }
}
