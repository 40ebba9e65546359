//! Blocks of games: some threads read them, others process them, and one takes the results in the order of the input.
//!
//! The thread that reads and decompresses a text also splits it into blocks of whole games, because finding the end of a
//! game requires its start. Several threads can read the row groups of a table. A [`Budget`] bounds memory use.

use super::bookmark::Bookmark;
use super::budget::{Budget, CloseOnDrop, PartNumber};
use super::parts::Parts;
use crate::input::{Block, Blocks, LongText, ReadRequest, Source, Split};
use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, select, unbounded};
use std::collections::HashMap;
use std::io;
use std::mem;
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
    /// Creates an error after which nothing follows in the source.
    fn error_at_end(source: usize, error: io::Error) -> Self {
        Self { block: Err(error), next: Bookmark { source: source + 1, ..Bookmark::default() } }
    }

    /// Adds the records before the piece that was read.
    const fn after(mut self, records: u64) -> Self {
        if let Ok(block) = &mut self.block {
            block.number_after(records);
            self.next.records += records;
        }
        self
    }

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
    /// How many frames of a zstd file are decompressed at once.
    pub(super) decoders: usize,
    /// Incremented by the number of bytes read from files.
    pub(super) bytes_read: Arc<AtomicU64>,
}

/// The deliveries of one part of a source.
struct PartDeliveries<T> {
    number: PartNumber,
    deliveries: Receiver<Receiver<Delivery<T>>>,
}

/// The index of a source and its parts, in order.
type OpenedSource<T> = (usize, Receiver<PartDeliveries<T>>);

/// The sending ends for the deliveries of one part.
struct PartSender<T> {
    number: PartNumber,
    deliveries: Sender<Receiver<Delivery<T>>>,
}

impl<T> PartSender<T> {
    /// Creates the two ends of a part.
    fn new(number: PartNumber) -> (Self, PartDeliveries<T>) {
        let (sender, receiver) = unbounded();
        (Self { number, deliveries: sender }, PartDeliveries { number, deliveries: receiver })
    }

    /// Sends a block to the workers, once it fits into the budget, or an error.
    fn send(&self, read: Read, budget: &Budget, tasks: &Sender<Task<T>>) -> ControlFlow<()> {
        let source = self.number.0;
        let (done, delivery) = bounded(1);
        budget.enter(self.number, read.size())?;
        let Read { block, next } = read;
        let sent = self.deliveries.send(delivery).is_ok()
            && match block {
                Ok(block) => tasks.send(Task { source, block, next, done }).is_ok(),
                Err(error) => {
                    let read = Read { block: Err(error), next };
                    done.send(Delivery { source, read, made: None }).is_ok()
                }
            };
        if sent { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// From this number of threads on, several read a long text. One finds the games for ten, and holds fewer of them.
const MIN_THREADS_TO_CUT: usize = 8;

/// A part of the input that a thread reads.
enum Part<T> {
    /// The index of a source that has not been opened yet.
    Source(usize),
    /// A row group of a table, or a text that is not cut.
    Blocks(Box<Blocks>, PartSender<T>),
    /// The rest of a long text.
    Rest(Box<Rest<T>>),
}

/// The rest of a long text, from which a thread cuts off a piece. The pieces are read in parallel. The number of records
/// before a piece is known when all earlier pieces have been read.
struct Rest<T> {
    text: Box<LongText>,
    /// The number of the next piece.
    number: PartNumber,
    pieces: Sender<PartDeliveries<T>>,
    /// Yields the number of records before the next piece, unless an earlier one could not be read.
    before: Receiver<u64>,
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
                Ok(Split::Parts(parts)) => {
                    parts.into_iter().try_for_each(|mut part| read_blocks(source, &mut part, &mut deliver))
                }
                Ok(Split::Text(text, records)) => read_pieces(source, *text, records, &mut deliver),
                Err(read) => deliver(*read),
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
        let parts = Arc::new(Parts::new(sources.clone().map(|source| ((source, 0), Part::Source(source)))));
        let (sender, receiver) = unbounded::<OpenedSource<T>>();
        for _ in 0..threads {
            let (input, budget, tasks, parts, sender) =
                (self.clone(), Arc::clone(&budget.0), tasks.clone(), Arc::clone(&parts), sender.clone());
            // The threads are not joined: after an early end they may still wait for a pipe.
            thread::spawn(move || {
                while let Some(part) = parts.next() {
                    let flow = match part {
                        Part::Source(source) => {
                            let cuts = threads >= MIN_THREADS_TO_CUT;
                            input.open_ahead(source, cuts, &budget, &tasks, &parts, &sender)
                        }
                        Part::Blocks(mut blocks, part) => {
                            parts.add([]);
                            let mut send = |read| part.send(read, &budget, &tasks);
                            read_blocks(part.number.0, &mut blocks, &mut send)
                        }
                        Part::Rest(rest) => rest.read_piece(&budget, &tasks, &parts),
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
                for PartDeliveries { number, deliveries } in &parts {
                    budget.0.begin(number);
                    for delivery in deliveries {
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
    fn open(&self, source: usize) -> Result<Split, Box<Read>> {
        let from = if source == self.start.source { self.start } else { Bookmark::default() };
        let opened = self.sources[source].clone().with_decoders(self.decoders).blocks_from(
            from.offset,
            from.records,
            &self.request,
            &self.bytes_read,
        );
        opened
            .map(|blocks| blocks.split(&self.sources[source], &self.bytes_read))
            .map_err(|error| Box::new(Read::error_at_end(source, error)))
    }

    /// Opens a source and adds its parts to the parts to read. `cuts` says whether several threads read a long text.
    fn open_ahead<T>(
        &self,
        source: usize,
        cuts: bool,
        budget: &Budget,
        tasks: &Sender<Task<T>>,
        parts: &Parts<Part<T>>,
        sender: &Sender<OpenedSource<T>>,
    ) -> ControlFlow<()> {
        let (pieces, receiver) = unbounded();
        let is_open = sender.send((source, receiver)).is_ok();
        let number = (source, 0);
        match self.open(source) {
            Ok(Split::Parts(split)) => parts.add(split.into_iter().enumerate().map(|(part, blocks)| {
                let number = (source, part);
                let (part, deliveries) = PartSender::new(number);
                // Ignore the error: the receiver is gone if the scan ended early.
                let _ = pieces.send(deliveries);
                (number, Part::Blocks(Box::new(blocks), part))
            })),
            Ok(Split::Text(text, records)) if !cuts => {
                parts.add([]);
                let (part, deliveries) = PartSender::new(number);
                let _ = pieces.send(deliveries);
                read_pieces(source, *text, records, &mut |read| part.send(read, budget, tasks))?;
            }
            Ok(Split::Text(text, records)) => {
                let (counted, before) = bounded(1);
                let _ = counted.send(records);
                parts.add([(number, Part::Rest(Box::new(Rest { text, number, pieces, before })))]);
            }
            Err(read) => {
                parts.add([]);
                // An error is delivered like a part.
                let (part, deliveries) = PartSender::new(number);
                let _ = pieces.send(deliveries);
                part.send(*read, budget, tasks)?;
            }
        }
        if is_open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl<T> Rest<T> {
    /// Cuts off a piece, leaves the rest to other threads, and reads the piece.
    fn read_piece(
        mut self: Box<Self>,
        budget: &Budget,
        tasks: &Sender<Task<T>>,
        parts: &Parts<Part<T>>,
    ) -> ControlFlow<()> {
        let before = match self.before.try_recv() {
            Err(TryRecvError::Disconnected) => {
                parts.add([]);
                return ControlFlow::Continue(());
            }
            known => known.ok(),
        };
        let (piece, deliveries) = PartSender::new(self.number);
        let source = self.number.0;
        let _ = self.pieces.send(deliveries);
        let cut = self.text.next_piece();
        let (counted, before_next) = bounded(1);
        let counts = mem::replace(&mut self.before, before_next);
        self.number.1 += 1;
        let is_last = cut.as_ref().map_or(true, |(_, is_last)| *is_last);
        parts.add((!is_last).then(|| (self.number, Part::Rest(self))));
        // Reads the piece before its turn. The last one may be long.
        let mut ahead = Vec::new();
        let mut blocks = match cut {
            Ok((blocks, _)) => Some(blocks),
            Err(error) => {
                ahead.push(Read::error_at_end(source, error));
                None
            }
        };
        if !is_last && let Some(blocks) = &mut blocks {
            read_blocks(source, blocks, &mut |read| {
                ahead.push(read);
                ControlFlow::Continue(())
            })?;
        }
        let Some(records) = before.or_else(|| counts.recv().ok()) else {
            // An earlier piece could not be read.
            return ControlFlow::Continue(());
        };
        if let Some(blocks) = &blocks
            && ahead.iter().all(|read| read.block.is_ok())
        {
            let _ = counted.send(records + blocks.resume_point().1);
        }
        drop(counted);
        let mut send = |read: Read| piece.send(read.after(records), budget, tasks);
        ahead.into_iter().try_for_each(&mut send)?;
        match &mut blocks {
            Some(blocks) if is_last => read_blocks(source, blocks, &mut send),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Reads the pieces of a long text after some records, up to an error.
fn read_pieces(
    source: usize,
    mut text: LongText,
    mut records: u64,
    deliver: &mut dyn FnMut(Read) -> ControlFlow<()>,
) -> ControlFlow<()> {
    loop {
        let (mut blocks, is_last) = match text.next_piece() {
            Ok(piece) => piece,
            Err(error) => return deliver(Read::error_at_end(source, error)),
        };
        let mut is_read = true;
        read_blocks(source, &mut blocks, &mut |read| {
            is_read &= read.block.is_ok();
            deliver(read.after(records))
        })?;
        if is_last || !is_read {
            return ControlFlow::Continue(());
        }
        records += blocks.resume_point().1;
    }
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
                deliver(if blocks.is_table() {
                    Read { block: Err(error), next }
                } else {
                    Read::error_at_end(source, error)
                })?;
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
    use crate::input::Bytes;
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
            decoders: 1,
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
        for threads in [1, 2, 16] {
            assert_eq!(process(threads, false, false), (true, true));
            // A single thread processes no blocks ahead of their turn.
            let works_ahead = threads > 1;
            assert_eq!(process(threads, true, false), (!works_ahead, !works_ahead));
            assert_eq!(process(threads, false, true), (false, false));
        }
    }

    /// A text that cannot be read from an offset on.
    #[derive(Clone)]
    struct Torn {
        text: Vec<u8>,
        end: usize,
    }

    impl Bytes for Torn {
        fn read_from(&self, offset: u64, _likely_end: u64) -> io::Result<Box<dyn io::Read + Send>> {
            let readable = self.text[..self.end].get(offset as usize..).unwrap_or_default().to_vec();
            Ok(Box::new(io::Read::chain(io::Cursor::new(readable), Failing)))
        }

        fn open(&self) -> io::Result<Option<Arc<dyn Bytes>>> {
            Ok(Some(Arc::new(self.clone())))
        }

        fn size(&self) -> Option<u64> {
            Some(self.text.len() as u64)
        }
    }

    struct Failing;

    impl io::Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("torn"))
        }
    }

    fn games_of(source: usize, block: &Block) -> Vec<String> {
        block.games().map(|game| format!("{source}: {:?} at {}", game.number, game.offset)).collect()
    }

    /// Returns damaged games, one file after the other.
    fn dirt() -> Vec<u8> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/dirt");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut games: Vec<_> = files
            .filter(|path| {
                path.extension().is_some_and(|ending| ending == "pgn") && !path.ends_with("utf-16.pgn")
            })
            .collect();
        games.sort();
        games.iter().flat_map(|path| std::fs::read(path).unwrap()).collect()
    }

    /// Returns the games or the error of each delivery, and where a scan can resume after it.
    fn received(sources: &[Source], start: Bookmark, threads: usize) -> Vec<(Vec<String>, Bookmark)> {
        let input = Input {
            sources: sources.into(),
            start,
            request: ReadRequest { needs: GameNeeds::all(), may_admit: Arc::new(|_| true) },
            decoders: 1,
            bytes_read: Arc::default(),
        };
        let mut received = Vec::new();
        let mut take = |Delivery { source, read, .. }: Delivery<()>| {
            let games = match read.block {
                Ok(block) => games_of(source, &block),
                Err(error) => vec![format!("{source}: {error}")],
            };
            received.push((games, read.next));
            ControlFlow::Continue(())
        };
        input.process(NonZero::new(threads).unwrap(), &|(): &mut (), _: &Block, _| Some(()), &mut take);
        received
    }

    #[test]
    fn long_texts_are_the_same_for_any_number_of_threads() {
        let game = format!("[Event \"1\"]\n\n1. e4 {{{}}} *\n\n", "x".repeat(3_000));
        let (games, line) =
            (game.repeat(3_000), format!("# {}\n8/8/8/8/8/8/8/8 w - -\n\n", "x".repeat(3_000)));
        // A file whose games begin with another tag has no certain start.
        let texts = [
            ("a.pgn", games.clone()),
            ("a.pgn", games.replace('\n', "\r")),
            ("a.pgn", games.replace("Event", "Site")),
            ("a.epd", line.repeat(3_000)),
            ("a.epd", line.replace('\n', "\r").repeat(3_000)),
        ];
        let texts = texts.into_iter().map(|(name, text)| (name, text.into_bytes()));
        for (name, text) in texts.chain([("a.pgn", dirt().repeat(250))]) {
            assert!(text.len() > 2 << 20, "{name}: {}", text.len());
            let long = Source::of_memory(name, text);
            let sources = [long.clone(), Source::of_memory("b.pgn", *b"1. d4 *"), long];
            let whole = received(&sources, Bookmark::default(), 1);
            let mut uncut = Vec::new();
            for (number, source) in sources.iter().enumerate() {
                let mut blocks = source.blocks(&Arc::default()).unwrap();
                while let Some(block) = blocks.next_block().unwrap() {
                    uncut.extend(games_of(number, &block));
                }
            }
            assert!(whole.iter().flat_map(|(games, _)| games).eq(&uncut), "{name}");
            for threads in [2, 3, 16] {
                assert!(received(&sources, Bookmark::default(), threads) == whole, "{name}");
            }
            for (resumed, threads) in [(0, 1), (30, 16), (60, 1), (100, 3)] {
                assert!(received(&sources, whole[resumed].1, threads) == whole[resumed + 1..], "{name}");
            }
        }
    }

    #[test]
    fn nothing_follows_a_piece_that_cannot_be_read() {
        let text =
            format!("[Event \"1\"]\n\n1. e4 {{{}}} *\n\n", "x".repeat(3_000)).repeat(3_000).into_bytes();
        for end in [70_000, 2 << 20, 5 << 20, text.len()] {
            let torn = Source::of_bytes("a.pgn", Arc::new(Torn { text: text.clone(), end }));
            let sources = [torn, Source::of_memory("b.pgn", *b"1. d4 *")];
            let whole = received(&sources, Bookmark::default(), 1);
            let last = whole[whole.len() - 2..].iter().flat_map(|(games, _)| games);
            assert_eq!(last.collect::<Vec<_>>(), ["0: torn", "1: Game(1) at 0"]);
            for threads in [2, 3, 16] {
                assert!(received(&sources, Bookmark::default(), threads) == whole, "{end}");
            }
        }
    }
}
