//! Blocks of records, read in some threads, worked on in others, and taken in the order of the input.
//!
//! A source is cut into blocks of whole games by the thread that reads and unpacks it, since where a game ends is only
//! known from its beginning. Any thread works on a block, and one takes the results in order. Memory is bounded by the
//! number of blocks that are on their way ([`Gate`]).

use crate::reader::Reader;
use crate::reader::block::Block;
use crate::source::Stream;
use crate::{Layout, Source};
use crossbeam_channel::{Receiver, Sender, bounded, select, unbounded};
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// A place between two records of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Bookmark {
    /// Which source, from 0.
    pub source: usize,
    /// Offset in it, after decompression.
    pub offset: u64,
    /// How many records of it came before.
    pub records: u64,
}

/// What comes out of the input next.
pub(crate) enum Item<T> {
    /// A block of records, what was made of it, and where the next begins.
    Block { block: Block, layout: Layout, source: usize, result: T, next: Bookmark },
    /// A source that cannot be opened, or not read to its end.
    Unreadable { source: usize, error: io::Error },
}

impl<T> Item<T> {
    /// How many bytes of the input it holds.
    const fn size(&self) -> usize {
        match self {
            Self::Block { block, .. } => block.size(),
            Self::Unreadable { .. } => 0,
        }
    }
}

/// Where blocks come from.
#[derive(Clone)]
pub(crate) struct Input {
    pub(crate) sources: Arc<[Source]>,
    pub(crate) start: Bookmark,
    /// Advanced by each byte that is read from a file.
    pub(crate) bytes_read: Arc<AtomicU64>,
}

impl Input {
    /// Works on all blocks with `work`, in so many threads, and gives the results to `take`, in order, until it breaks. Each
    /// thread has a state of its own, which is used for block after block: what would be made anew for each.
    pub(crate) fn process<S: Default, T: Send + 'static>(
        &self,
        threads: NonZero<usize>,
        work: &(impl Fn(&mut S, &Block, &Layout, usize) -> T + Sync),
        take: &mut dyn FnMut(Item<T>) -> ControlFlow<()>,
    ) {
        if threads.get() > 1 {
            return self.process_in_threads(threads.get(), work, take);
        }
        let mut state = S::default();
        for source in self.start.source..self.sources.len() {
            let read = self.read(source, &mut |cut| match cut {
                Cut::Block { block, layout, next } => {
                    let result = work(&mut state, &block, &layout, source);
                    take(Item::Block { block, layout, source, result, next })
                }
                Cut::Unreadable(error) => take(Item::Unreadable { source, error }),
            });
            if read.is_break() {
                return;
            }
        }
    }

    fn process_in_threads<S: Default, T: Send + 'static>(
        &self,
        threads: usize,
        work: &(impl Fn(&mut S, &Block, &Layout, usize) -> T + Sync),
        take: &mut dyn FnMut(Item<T>) -> ControlFlow<()>,
    ) {
        let gate = CloseOnDrop(Arc::new(Gate::new(threads, self.start.source)));
        let (tasks, to_do) = unbounded::<Task<T>>();
        // Of each source its results in order: each is waited for in turn.
        let (senders, receivers): (Vec<_>, Vec<_>) = (self.start.source..self.sources.len())
            .map(|source| {
                let (sender, receiver) = unbounded::<Receiver<Item<T>>>();
                ((source, sender), (source, receiver))
            })
            .unzip();
        let unread = Arc::new(Mutex::new(senders.into_iter()));
        for _ in 0..threads.min(receivers.len()) {
            let (input, gate, tasks, unread) =
                (self.clone(), Arc::clone(&gate.0), tasks.clone(), Arc::clone(&unread));
            // Nobody waits for its end: when nothing more is wanted it may still wait for a pipe.
            thread::spawn(move || {
                let next = || unread.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((source, results)) = next() {
                    if input.read_for(source, &gate, &tasks, &results).is_break() {
                        break;
                    }
                }
            });
        }
        drop(tasks);
        // Nothing is ever sent: when it goes, the workers do.
        let (going_on, stopped) = bounded::<()>(0);
        thread::scope(move |scope| {
            let _going_on = going_on;
            for _ in 0..threads {
                let (to_do, stopped) = (to_do.clone(), stopped.clone());
                scope.spawn(move || {
                    let next_task =
                        || select! { recv(to_do) -> task => task.ok(), recv(stopped) -> _ => None };
                    let mut state = S::default();
                    while let Some(Task { source, block, layout, next, done }) = next_task() {
                        let result = work(&mut state, &block, &layout, source);
                        // Nobody waits any more when the taking has ended early.
                        let _ = done.send(Item::Block { block, layout, source, result, next });
                    }
                });
            }
            // With the workers go the tasks, so that nobody waits for what nobody does.
            drop(to_do);
            for (source, results) in &receivers {
                gate.0.begin(*source);
                for result in results {
                    // A worker that fails for good drops what it worked on; its panic comes out of the scope.
                    let Ok(item) = result.recv() else { return };
                    let size = item.size();
                    let flow = take(item);
                    gate.0.leave(size);
                    if flow.is_break() {
                        return;
                    }
                }
            }
        });
    }

    /// Reads a source for the workers.
    fn read_for<T>(
        &self,
        source: usize,
        gate: &Gate,
        tasks: &Sender<Task<T>>,
        results: &Sender<Receiver<Item<T>>>,
    ) -> ControlFlow<()> {
        self.read(source, &mut |cut| {
            let (done, result) = bounded(1);
            gate.enter(source, cut.size())?;
            let sent = results.send(result).is_ok()
                && match cut {
                    Cut::Block { block, layout, next } => {
                        tasks.send(Task { source, block, layout, next, done }).is_ok()
                    }
                    Cut::Unreadable(error) => done.send(Item::Unreadable { source, error }).is_ok(),
                };
            if sent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    }

    /// Reads a source to its end, block by block.
    fn read(&self, source: usize, deliver: &mut dyn FnMut(Cut) -> ControlFlow<()>) -> ControlFlow<()> {
        let (mut reader, layout) = match self.open(source) {
            Ok(opened) => opened,
            Err(error) => return deliver(Cut::Unreadable(error)),
        };
        loop {
            match reader.next_block() {
                Ok(Some(block)) => {
                    let (offset, records) = reader.place();
                    let next = Bookmark { source, offset, records };
                    deliver(Cut::Block { block, layout: layout.clone(), next })?;
                }
                Ok(None) => return ControlFlow::Continue(()),
                Err(error) => return deliver(Cut::Unreadable(error)),
            }
        }
    }

    fn open(&self, source: usize) -> io::Result<(Reader<Box<dyn io::Read + Send>>, Layout)> {
        let mut stream = self.sources[source].open(&self.bytes_read)?;
        let mut records = 0;
        if source == self.start.source && self.start.offset > 0 {
            stream.skip_to(self.start.offset)?;
            records = self.start.records;
        }
        let Stream { layout, input, offset, .. } = stream;
        let reader = match layout {
            Layout::Games => Reader::games(input),
            Layout::Positions | Layout::Puzzles(_) => Reader::lines(input),
        };
        Ok((reader.starting_at(offset, records), layout))
    }
}

/// What a source is cut into.
enum Cut {
    Block { block: Block, layout: Layout, next: Bookmark },
    Unreadable(io::Error),
}

impl Cut {
    /// How many bytes of the input it holds.
    const fn size(&self) -> usize {
        match self {
            Self::Block { block, .. } => block.size(),
            Self::Unreadable(_) => 0,
        }
    }
}

/// A block to be worked on.
struct Task<T> {
    source: usize,
    block: Block,
    layout: Layout,
    next: Bookmark,
    done: Sender<Item<T>>,
}

/// Lets a bounded number of blocks be on their way, with a bounded number of bytes. The source that is being taken
/// always goes on, so that others that are read ahead cannot stop it.
struct Gate {
    state: Mutex<GateState>,
    changed: Condvar,
    /// How much may be inside with a block of another source; with one of the source that is being taken, twice as
    /// much.
    most: Load,
}

/// Blocks and the bytes in them.
#[derive(Clone, Copy, Debug, Default)]
struct Load {
    blocks: usize,
    bytes: usize,
}

struct GateState {
    /// The source that is being taken.
    first: usize,
    inside: Load,
    closed: bool,
}

impl GateState {
    /// Whether a block of the source must wait, where there is room for so much.
    const fn is_full(&self, room: Load, source: usize, bytes: usize) -> bool {
        let times = if source == self.first { 2 } else { 1 };
        self.inside.blocks >= room.blocks.saturating_mul(times)
            || self.inside.bytes + bytes > room.bytes.saturating_mul(times)
    }
}

impl Gate {
    /// Blocks for each thread: one to work on, one to go on with, and some that wait for a slower one before them.
    const PER_THREAD: usize = 4;

    fn new(threads: usize, first: usize) -> Self {
        let blocks = threads.saturating_mul(Self::PER_THREAD);
        // Room for so many of the usual, and for any single one.
        let bytes = Block::LARGEST.max(blocks.saturating_mul(Block::USUAL));
        let state = Mutex::new(GateState { first, inside: Load::default(), closed: false });
        Self { state, changed: Condvar::new(), most: Load { blocks, bytes } }
    }

    /// Waits until a block of the source may come in.
    fn enter(&self, source: usize, bytes: usize) -> ControlFlow<()> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waits = |state: &mut GateState| !state.closed && state.is_full(self.most, source, bytes);
        let mut state = self.changed.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
        if state.closed {
            return ControlFlow::Break(());
        }
        state.inside.blocks += 1;
        state.inside.bytes += bytes;
        ControlFlow::Continue(())
    }

    fn change(&self, change: impl FnOnce(&mut GateState)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.notify_all();
    }

    /// A source begins to be taken.
    fn begin(&self, source: usize) {
        self.change(|state| state.first = source);
    }

    /// A block has been taken.
    fn leave(&self, bytes: usize) {
        self.change(|state| {
            state.inside.blocks -= 1;
            state.inside.bytes -= bytes;
        });
    }

    /// Nothing is taken any more.
    fn close(&self) {
        self.change(|state| state.closed = true);
    }
}

/// Closes a gate when it goes, whatever the reason.
struct CloseOnDrop(Arc<Gate>);

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam_channel::RecvTimeoutError;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;

    /// What fails in one thread ends all, and comes out: nobody waits for what does not come.
    #[test]
    fn a_panic_ends_the_work() {
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
            let work = |(): &mut (), _: &Block, _: &Layout, _| assert!(!in_work, "in work");
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
            assert_eq!(process(threads, true, false), (false, false));
            assert_eq!(process(threads, false, true), (false, false));
        }
    }

    #[test]
    fn a_gate_has_room_for_so_many_blocks_and_bytes() {
        let room = Load { blocks: 4, bytes: 100 };
        let is_full = |blocks, bytes_inside, source, bytes| {
            let inside = Load { blocks, bytes: bytes_inside };
            GateState { first: 1, inside, closed: false }.is_full(room, source, bytes)
        };
        for (source, times) in [(0, 1), (1, 2), (2, 1)] {
            assert!(!is_full(0, 0, source, 100 * times));
            assert!(is_full(0, 0, source, 100 * times + 1));
            assert!(!is_full(3, 40, source, 100 * times - 40));
            assert!(is_full(3, 40, source, 100 * times - 39));
            assert!(!is_full(4 * times - 1, 0, source, 0));
            assert!(is_full(4 * times, 0, source, 0));
        }
    }

    /// Who waits goes in when something leaves or its source is taken, and gives up when the gate closes.
    #[test]
    fn a_gate_lets_in_who_waits() {
        let (gate, (went, entered)) = (Arc::new(Gate::new(1, 0)), unbounded());
        let most = gate.most.blocks;
        assert_eq!(most, Gate::PER_THREAD);
        assert!(gate.most.bytes >= Block::LARGEST);
        let wait_to_enter = || {
            let (gate, went) = (Arc::clone(&gate), went.clone());
            thread::spawn(move || went.send(gate.enter(1, 7)).unwrap());
        };
        let no_one_enters = || {
            assert_eq!(entered.recv_timeout(Duration::from_millis(100)), Err(RecvTimeoutError::Timeout));
        };
        let one_enters = || entered.recv_timeout(Duration::from_secs(60)).unwrap().is_continue();
        (0..most).for_each(|_| wait_to_enter());
        assert!((0..most).all(|_| one_enters()));
        wait_to_enter();
        no_one_enters();
        gate.leave(7);
        assert!(one_enters());
        wait_to_enter();
        no_one_enters();
        gate.begin(1);
        assert!(one_enters());
        let inside = gate.state.lock().unwrap().inside;
        assert_eq!((inside.blocks, inside.bytes), (most + 1, 7 * (most + 1)));
        gate.begin(0);
        wait_to_enter();
        no_one_enters();
        drop(CloseOnDrop(Arc::clone(&gate)));
        assert!(!one_enters());
    }

    #[test]
    fn what_leaves_is_as_large_as_what_came_in() {
        let mut reader = Reader::games(&b"1. e4 *\n\n1. d4 *\n"[..]);
        let block = reader.next_block().unwrap().unwrap();
        let (size, next) = (block.size(), Bookmark::default());
        assert!(size > 16);
        let cut = Cut::Block { block, layout: Layout::Games, next };
        assert_eq!(cut.size(), size);
        let Cut::Block { block, layout, next } = cut else { unreachable!() };
        assert_eq!(Item::Block { block, layout, source: 0, result: (), next }.size(), size);
        let gone = || io::Error::other("gone");
        assert_eq!(Cut::Unreadable(gone()).size(), 0);
        assert_eq!(Item::<()>::Unreadable { source: 0, error: gone() }.size(), 0);
    }
}
