//! Blocks of games: some threads read them, others process them, and one takes the results in the order of the input.
//!
//! The thread that reads and decompresses a source also splits it into blocks of whole games, because finding the end
//! of a game requires its start. A [`Budget`] bounds memory use.

use super::bookmark::Bookmark;
use super::budget::{Budget, CloseOnDrop};
use crate::input::{Block, Source};
use crossbeam_channel::{Receiver, Sender, bounded, select, unbounded};
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The next item of the input.
pub(super) struct Delivery<T> {
    /// The index of the source.
    pub(super) source: usize,
    /// A block, or the error of opening or reading the source.
    pub(super) block: io::Result<ReadBlock>,
    /// The result, if the block was processed ahead of its turn.
    pub(super) made: Option<T>,
}

/// A block and the bookmark after it.
pub(super) struct ReadBlock {
    pub(super) block: Block,
    pub(super) next: Bookmark,
}

/// Returns the number of bytes of a block.
fn size(block: &io::Result<ReadBlock>) -> usize {
    block.as_ref().map_or(0, |read| read.block.size())
}

/// The sources of blocks.
#[derive(Clone)]
pub(super) struct Input {
    pub(super) sources: Arc<[Source]>,
    pub(super) start: Bookmark,
    /// Incremented by the number of bytes read from files.
    pub(super) bytes_read: Arc<AtomicU64>,
}

impl Input {
    /// Passes all blocks to `take`, in order, until it breaks. With several threads, `work` processes blocks ahead of
    /// their turn. Each thread has its own state `S`, to reuse allocations.
    pub(super) fn process<S: Default, T: Send + 'static>(
        &self,
        threads: NonZero<usize>,
        work: &(impl Fn(&mut S, &Block, usize) -> Option<T> + Sync),
        take: &mut dyn FnMut(Delivery<T>) -> ControlFlow<()>,
    ) {
        if threads.get() > 1 {
            return self.process_in_threads(threads.get(), work, take);
        }
        for source in self.start.source..self.sources.len() {
            let read = self.read(source, &mut |block| take(Delivery { source, block, made: None }));
            if read.is_break() {
                return;
            }
        }
    }

    fn process_in_threads<S: Default, T: Send + 'static>(
        &self,
        threads: usize,
        work: &(impl Fn(&mut S, &Block, usize) -> Option<T> + Sync),
        take: &mut dyn FnMut(Delivery<T>) -> ControlFlow<()>,
    ) {
        let budget = CloseOnDrop(Arc::new(Budget::new(threads, self.start.source)));
        let (tasks, to_do) = unbounded::<Task<T>>();
        // One channel per source. The receiver drains one after the other, which restores the order.
        let (senders, receivers): (Vec<_>, Vec<_>) = (self.start.source..self.sources.len())
            .map(|source| {
                let (sender, receiver) = unbounded::<Receiver<Delivery<T>>>();
                ((source, sender), (source, receiver))
            })
            .unzip();
        let unread = Arc::new(Mutex::new(senders.into_iter()));
        for _ in 0..threads.min(receivers.len()) {
            let (input, budget, tasks, unread) =
                (self.clone(), Arc::clone(&budget.0), tasks.clone(), Arc::clone(&unread));
            // The threads are not joined: after an early end they may still wait for a pipe.
            thread::spawn(move || {
                let next = || unread.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((source, deliveries)) = next() {
                    if input.read_ahead(source, &budget, &tasks, &deliveries).is_break() {
                        break;
                    }
                }
            });
        }
        drop(tasks);
        // Nothing is ever sent. Dropping the sender stops the workers.
        let (going_on, stopped) = bounded::<()>(0);
        thread::scope(move |scope| {
            let _going_on = going_on;
            for _ in 0..threads {
                let (to_do, stopped) = (to_do.clone(), stopped.clone());
                scope.spawn(move || {
                    let next_task =
                        || select! { recv(to_do) -> task => task.ok(), recv(stopped) -> _ => None };
                    let mut state = S::default();
                    while let Some(Task { source, read, done }) = next_task() {
                        let made = work(&mut state, &read.block, source);
                        // Ignore the error: the receiver is gone if the scan ended early.
                        let _ = done.send(Delivery { source, block: Ok(read), made });
                    }
                });
            }
            // Drop the queue with the workers, so that no thread waits for a task that none will do.
            drop(to_do);
            for (source, deliveries) in &receivers {
                budget.0.begin(*source);
                for delivery in deliveries {
                    // A panicking worker drops its task. The scope propagates the panic.
                    let Ok(delivery) = delivery.recv() else { return };
                    let size = size(&delivery.block);
                    let flow = take(delivery);
                    budget.0.leave(size);
                    if flow.is_break() {
                        return;
                    }
                }
            }
        });
    }

    /// Reads a source for the workers.
    fn read_ahead<T>(
        &self,
        source: usize,
        budget: &Budget,
        tasks: &Sender<Task<T>>,
        deliveries: &Sender<Receiver<Delivery<T>>>,
    ) -> ControlFlow<()> {
        self.read(source, &mut |block| {
            let (done, delivery) = bounded(1);
            budget.enter(source, size(&block))?;
            let sent = deliveries.send(delivery).is_ok()
                && match block {
                    Ok(read) => tasks.send(Task { source, read, done }).is_ok(),
                    Err(error) => done.send(Delivery { source, block: Err(error), made: None }).is_ok(),
                };
            if sent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    }

    /// Reads a source to its end, block by block.
    fn read(
        &self,
        source: usize,
        deliver: &mut dyn FnMut(io::Result<ReadBlock>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let from = if source == self.start.source { self.start } else { Bookmark::default() };
        let opened = self.sources[source].blocks_from(from.offset, from.records, &self.bytes_read);
        let mut blocks = match opened {
            Ok(blocks) => blocks,
            Err(error) => return deliver(Err(error)),
        };
        loop {
            match blocks.next_block() {
                Ok(Some(block)) => {
                    let (offset, records) = blocks.resume_point();
                    deliver(Ok(ReadBlock { block, next: Bookmark { source, offset, records } }))?;
                }
                Ok(None) => return ControlFlow::Continue(()),
                Err(error) => return deliver(Err(error)),
            }
        }
    }
}

/// A block to process.
struct Task<T> {
    source: usize,
    read: ReadBlock,
    done: Sender<Delivery<T>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// A panic in any thread ends the scan and propagates, without deadlock.
    #[test]
    fn a_panic_ends_the_scan() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, "[Event \"1\"]\n\n1. e4 e5 *\n\n".repeat(100_000)).unwrap();
        let input = Input {
            sources: [Source::new(&path), Source::new(&path)].into(),
            start: Bookmark::default(),
            bytes_read: Arc::default(),
        };
        let process = |threads, in_work: bool, in_take: bool| {
            let mut taken = 0;
            let work = |(): &mut (), _: &Block, _| {
                assert!(!in_work, "in work");
                Some(())
            };
            let result = catch_unwind(AssertUnwindSafe(|| {
                input.process(NonZero::new(threads).unwrap(), &work, &mut |_| {
                    assert!(!in_take, "in take");
                    taken += 1;
                    ControlFlow::Continue(())
                });
            }));
            (result.is_ok(), taken > 10)
        };
        for threads in [1, 2, 5] {
            assert_eq!(process(threads, false, false), (true, true));
            // A single thread processes no blocks ahead of their turn.
            let works_ahead = threads > 1;
            assert_eq!(process(threads, true, false), (!works_ahead, !works_ahead));
            assert_eq!(process(threads, false, true), (false, false));
        }
    }
}
