//! Blocks of games: some threads read them, others process them, and one takes the results in the order of the input.
//!
//! The thread that reads and decompresses a text also splits it into blocks of whole games, because finding the end of a
//! game requires its start. Several threads can read the row groups of a table. A [`Budget`] bounds memory use.

use super::bookmark::Bookmark;
use super::budget::{Budget, CloseOnDrop, PartNumber};
use super::parts::{Part, Parts};
use crate::input::{Block, Blocks, ReadRequest, Source};
use crossbeam_channel::{Receiver, Sender, bounded, select, unbounded};
use std::collections::HashMap;
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;

/// The next item of the input.
pub(super) struct Delivery<T> {
    /// The index of the source.
    pub(super) source: usize,
    pub(super) read: Read,
    /// The result, if the block was processed ahead of its turn.
    pub(super) made: Option<T>,
}

/// A block, or the error of opening or reading the source.
pub(super) struct Read {
    pub(super) block: io::Result<Block>,
    /// The bookmark after it.
    pub(super) next: Bookmark,
}

impl Read {
    /// Returns the number of bytes of the block.
    fn size(&self) -> usize {
        self.block.as_ref().map_or(0, Block::size)
    }
}

/// The sources of blocks.
#[derive(Clone)]
pub(super) struct Input {
    pub(super) sources: Arc<[Source]>,
    pub(super) start: Bookmark,
    pub(super) request: ReadRequest,
    /// Incremented by the number of bytes read from files.
    pub(super) bytes_read: Arc<AtomicU64>,
}

/// The deliveries of one part of a source.
struct PartDeliveries<T> {
    number: PartNumber,
    deliveries: Receiver<Receiver<Delivery<T>>>,
}

/// The index of a source and its parts.
type OpenedSource<T> = (usize, Vec<PartDeliveries<T>>);

/// The sending ends for the deliveries of one part.
struct PartSender<T> {
    number: PartNumber,
    deliveries: Sender<Receiver<Delivery<T>>>,
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
            let mut deliver = |read| take(Delivery { source, read, made: None });
            let flow = match self.open(source) {
                Ok(mut blocks) => read_blocks(source, &mut blocks, &mut deliver),
                Err(read) => deliver(read),
            };
            if flow.is_break() {
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
        let budget = CloseOnDrop(Arc::new(Budget::new(threads)));
        let (tasks, to_do) = unbounded::<Task<T>>();
        // Each part has a channel for its blocks. The receiver drains one after the other, which restores the order.
        let sources = self.start.source..self.sources.len();
        let parts = Arc::new(Parts::new(sources.clone()));
        let (sender, receiver) = unbounded::<OpenedSource<T>>();
        for _ in 0..threads {
            let (input, budget, tasks, parts, sender) =
                (self.clone(), Arc::clone(&budget.0), tasks.clone(), Arc::clone(&parts), sender.clone());
            // The threads are not joined: after an early end they may still wait for a pipe.
            thread::spawn(move || {
                while let Some(part) = parts.next() {
                    let flow = match part {
                        Part::Source(source) => input.open_ahead(source, &budget, &parts, &sender),
                        Part::Opened((mut blocks, sender)) => {
                            read_ahead(&mut blocks, &budget, &tasks, &sender)
                        }
                    };
                    if flow.is_break() {
                        break;
                    }
                }
            });
        }
        drop((tasks, parts, sender));
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
                    while let Some(Task { source, block, next, done }) = next_task() {
                        let made = work(&mut state, &block, source);
                        let read = Read { block: Ok(block), next };
                        // Ignore the error: the receiver is gone if the scan ended early.
                        let _ = done.send(Delivery { source, read, made });
                    }
                });
            }
            // Drop the queue with the workers, so that no thread waits for a task that none will do.
            drop(to_do);
            // Sources that were opened before their turn.
            let mut opened = HashMap::new();
            for source in sources {
                let parts = loop {
                    match opened.remove(&source) {
                        Some(parts) => break parts,
                        None => match receiver.recv() {
                            Ok((source, parts)) => _ = opened.insert(source, parts),
                            // A thread panicked.
                            Err(_) => return,
                        },
                    }
                };
                for PartDeliveries { number, deliveries } in parts {
                    budget.0.begin(number);
                    for delivery in &deliveries {
                        // A panicking worker drops its task. The scope propagates the panic.
                        let Ok(delivery) = delivery.recv() else { return };
                        let size = delivery.read.size();
                        let flow = take(delivery);
                        budget.0.leave(size);
                        if flow.is_break() {
                            return;
                        }
                    }
                }
            }
        });
    }

    /// Opens a source at its bookmark.
    fn open(&self, source: usize) -> Result<Blocks, Read> {
        let from = if source == self.start.source { self.start } else { Bookmark::default() };
        let opened =
            self.sources[source].blocks_from(from.offset, from.records, &self.request, &self.bytes_read);
        let next = Bookmark { source: source + 1, ..Bookmark::default() };
        opened.map_err(|error| Read { block: Err(error), next })
    }

    /// Opens a source and adds its parts to the parts to read.
    fn open_ahead<T>(
        &self,
        source: usize,
        budget: &Budget,
        parts: &Parts<(Box<Blocks>, PartSender<T>)>,
        sender: &Sender<OpenedSource<T>>,
    ) -> ControlFlow<()> {
        let opened = self.open(source).map(Blocks::split);
        // An error is delivered like a part.
        let number = opened.as_ref().map_or(1, Vec::len);
        let (mut senders, receivers): (Vec<_>, Vec<_>) = (0..number)
            .map(|part| {
                let number = (source, part);
                let (sender, receiver) = unbounded();
                (PartSender { number, deliveries: sender }, PartDeliveries { number, deliveries: receiver })
            })
            .unzip();
        let mut is_open = sender.send((source, receivers)).is_ok();
        let (split, failed) = match opened {
            Ok(split) => (split, None),
            Err(read) => (Vec::new(), senders.pop().map(|part| (read, part))),
        };
        parts.opened(source, split.into_iter().map(Box::new).zip(senders));
        if let Some((read, part)) = failed {
            let (done, delivery) = bounded(1);
            budget.enter(part.number, 0)?;
            is_open &= part.deliveries.send(delivery).is_ok();
            is_open &= done.send(Delivery { source, read, made: None }).is_ok();
        }
        if is_open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Reads a part for the workers.
fn read_ahead<T>(
    blocks: &mut Blocks,
    budget: &Budget,
    tasks: &Sender<Task<T>>,
    part: &PartSender<T>,
) -> ControlFlow<()> {
    let source = part.number.0;
    read_blocks(source, blocks, &mut |read| {
        let (done, delivery) = bounded(1);
        budget.enter(part.number, read.size())?;
        let Read { block, next } = read;
        let sent = part.deliveries.send(delivery).is_ok()
            && match block {
                Ok(block) => tasks.send(Task { source, block, next, done }).is_ok(),
                Err(error) => {
                    let read = Read { block: Err(error), next };
                    done.send(Delivery { source, read, made: None }).is_ok()
                }
            };
        if sent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}

/// Reads blocks to the end. After an error, reads what can still be read.
fn read_blocks(
    source: usize,
    blocks: &mut Blocks,
    deliver: &mut dyn FnMut(Read) -> ControlFlow<()>,
) -> ControlFlow<()> {
    loop {
        let block = blocks.next_block();
        let (offset, records) = blocks.resume_point();
        let next = Bookmark { source, offset, records };
        match block {
            Ok(Some(block)) => deliver(Read { block: Ok(block), next })?,
            Ok(None) => return ControlFlow::Continue(()),
            Err(error) => {
                // A text ends at an error. Nothing follows in the source, so that a resumed scan does not repeat it.
                let next = if blocks.is_table() {
                    next
                } else {
                    Bookmark { source: source + 1, ..Bookmark::default() }
                };
                deliver(Read { block: Err(error), next })?;
            }
        }
    }
}

/// A block to process.
struct Task<T> {
    source: usize,
    block: Block,
    next: Bookmark,
    done: Sender<Delivery<T>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::GameNeeds;
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
            request: ReadRequest { needs: GameNeeds::all(), may_admit: Arc::new(|_| true) },
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
