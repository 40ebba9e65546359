//! The memory budget of a scan: limits on the blocks in flight and on their bytes.

use crate::input::Block;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// A part of the input: the index of a source, and of a row group in it if it is a table.
pub(super) type PartNumber = (usize, usize);

/// A limit on the blocks in flight and on their bytes. The current part of the input can always proceed, so parts that
/// are read ahead cannot block it.
pub(super) struct Budget {
    state: Mutex<State>,
    changed: Condvar,
    /// The limit for blocks of other parts. Blocks of the current part may use twice as much.
    max: Usage,
}

/// A number of blocks and of the bytes in them.
#[derive(Clone, Copy, Debug, Default)]
struct Usage {
    blocks: usize,
    bytes: usize,
}

struct State {
    /// The current part, whose blocks are being taken.
    first: PartNumber,
    inside: Usage,
    closed: bool,
}

impl State {
    /// Returns whether a block of the part must wait, given a limit.
    fn is_full(&self, max: Usage, part: PartNumber, bytes: usize) -> bool {
        let times = if part == self.first { 2 } else { 1 };
        self.inside.blocks >= max.blocks.saturating_mul(times)
            || self.inside.bytes + bytes > max.bytes.saturating_mul(times)
    }
}

impl Budget {
    /// Blocks per thread: one in work, one to continue with, and some that wait for a slower block before them.
    const PER_THREAD: usize = 4;

    pub(super) fn new(threads: usize) -> Self {
        let blocks = threads.saturating_mul(Self::PER_THREAD);
        // Enough for the usual blocks, and for any single block.
        let bytes = Block::MAX_SIZE.max(blocks.saturating_mul(Block::USUAL));
        let state = Mutex::new(State { first: (0, 0), inside: Usage::default(), closed: false });
        Self { state, changed: Condvar::new(), max: Usage { blocks, bytes } }
    }

    /// Waits until a block of the part fits into the budget.
    pub(super) fn enter(&self, part: PartNumber, bytes: usize) -> ControlFlow<()> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self
            .changed
            .wait_while(state, |state| !state.closed && state.is_full(self.max, part, bytes))
            .unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return ControlFlow::Break(());
        }
        state.inside.blocks += 1;
        state.inside.bytes += bytes;
        ControlFlow::Continue(())
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// Makes a part the current one.
    pub(super) fn begin(&self, part: PartNumber) {
        self.change(|state| state.first = part);
    }

    /// Releases a block that has been taken.
    pub(super) fn leave(&self, bytes: usize) {
        self.change(|state| {
            state.inside.blocks -= 1;
            state.inside.bytes -= bytes;
        });
    }

    /// Wakes all waiting threads, because no more blocks will be taken.
    fn close(&self) {
        self.change(|state| state.closed = true);
    }
}

/// Closes a budget when dropped, even on a panic.
pub(super) struct CloseOnDrop(pub(super) Arc<Budget>);

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam_channel::{RecvTimeoutError, unbounded};
    use std::thread;
    use std::time::Duration;

    #[test]
    fn a_budget_limits_blocks_and_bytes() {
        let max = Usage { blocks: 4, bytes: 100 };
        let is_full = |blocks, bytes_inside, part, bytes| {
            let inside = Usage { blocks, bytes: bytes_inside };
            State { first: (1, 0), inside, closed: false }.is_full(max, part, bytes)
        };
        for (part, times) in [((0, 0), 1), ((1, 0), 2), ((1, 1), 1), ((2, 0), 1)] {
            assert!(!is_full(0, 0, part, 100 * times));
            assert!(is_full(0, 0, part, 100 * times + 1));
            assert!(!is_full(3, 40, part, 100 * times - 40));
            assert!(is_full(3, 40, part, 100 * times - 39));
            assert!(!is_full(4 * times - 1, 0, part, 0));
            assert!(is_full(4 * times, 0, part, 0));
        }
    }

    /// A waiting block enters when another block leaves or its part becomes the current one. It gives up when the
    /// budget closes.
    #[test]
    fn waiting_blocks_enter_or_give_up() {
        let (budget, (went, entered)) = (Arc::new(Budget::new(1)), unbounded());
        let max = budget.max.blocks;
        assert_eq!(max, Budget::PER_THREAD);
        assert!(budget.max.bytes >= Block::MAX_SIZE);
        let wait_to_enter = || {
            let (budget, went) = (Arc::clone(&budget), went.clone());
            thread::spawn(move || went.send(budget.enter((1, 0), 7)).unwrap());
        };
        let no_one_enters = || {
            assert_eq!(entered.recv_timeout(Duration::from_millis(100)), Err(RecvTimeoutError::Timeout));
        };
        let one_enters = || entered.recv_timeout(Duration::from_secs(60)).unwrap().is_continue();
        (0..max).for_each(|_| wait_to_enter());
        assert!((0..max).all(|_| one_enters()));
        wait_to_enter();
        no_one_enters();
        budget.leave(7);
        assert!(one_enters());
        wait_to_enter();
        no_one_enters();
        budget.begin((1, 0));
        assert!(one_enters());
        let inside = budget.state.lock().unwrap().inside;
        assert_eq!((inside.blocks, inside.bytes), (max + 1, 7 * (max + 1)));
        budget.begin((0, 0));
        wait_to_enter();
        no_one_enters();
        drop(CloseOnDrop(Arc::clone(&budget)));
        assert!(!one_enters());
    }
}
