//! Memory use does not grow with the input, because reading waits for processing.

use crate::copies;
use crate::scan::{collect, scan_of};
use destrier_games::{Collector, CurrentGame};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The minimum size of a block of games.
const BLOCK: u64 = 64 << 10;

/// The maximum number of bytes that a source reads beyond the blocks that it has passed on.
const READ_AHEAD: u64 = 1 << 20;

/// The maximum size of a piece of a long text, which a thread cuts into blocks before they are passed on.
const PIECE: u64 = 1 << 20;

/// Delays the first game of the first source until all other threads wait.
struct HeldUp {
    first: String,
    bytes_read: Arc<AtomicU64>,
    /// The number of bytes read during the delay.
    read: AtomicU64,
}

impl Collector for HeldUp {
    type Accumulator = ();
    type Output = ();

    fn accumulator(&self) {}

    fn begin(&self, (): &mut (), game: &CurrentGame<'_>) {
        if game.source == self.first && game.entry.number.get() == 1 {
            let mut read = 0;
            let mut since = Instant::now();
            while since.elapsed() < Duration::from_millis(400) {
                sleep(Duration::from_millis(10));
                let now = self.bytes_read.load(Ordering::SeqCst);
                if now != read {
                    (read, since) = (now, Instant::now());
                }
            }
            self.read.store(read, Ordering::SeqCst);
        }
    }

    fn finish(&self, (): ()) {}
}

/// Returns the number of bytes read before the first game is done.
fn read_ahead(paths: &[PathBuf], threads: usize) -> u64 {
    let scan = scan_of(paths, threads);
    let bytes_read = Arc::clone(&scan.bytes_read);
    let first = paths[0].display().to_string();
    let collector = HeldUp { first, bytes_read, read: AtomicU64::new(0) };
    let scanned = collect(&scan, &collector);
    assert_eq!(scanned.problems(), [""; 0]);
    assert_eq!(scanned.ended.totals.games, 12_000, "all games are eventually read");
    let size: u64 = paths.iter().map(|path| path.metadata().unwrap().len()).sum();
    assert_eq!(scan.bytes_read.load(Ordering::SeqCst), size);
    collector.read.into_inner()
}

/// The first game takes longest. The others are read up to eight blocks and a piece per thread, and no further.
#[test]
fn a_slow_game_limits_reading_ahead() {
    let folder = tempfile::tempdir().unwrap();
    let one = [folder.path().join("games.pgn")];
    std::fs::write(&one[0], copies(200)).unwrap();
    let ten: Vec<PathBuf> = (0..10).map(|i| folder.path().join(format!("{i}.pgn"))).collect();
    for path in &ten {
        std::fs::write(path, copies(20)).unwrap();
    }
    assert!(read_ahead(&one, 1) <= BLOCK + READ_AHEAD);
    for threads in [2, 3, 8] {
        let blocks = 8 * threads as u64 * BLOCK;
        let read = read_ahead(&one, threads);
        let most = blocks + threads as u64 * PIECE;
        assert!((BLOCK..=most).contains(&read), "{read} bytes by {threads} threads");
        // As many sources are open as there are threads.
        let read = read_ahead(&ten, threads);
        let most = blocks + threads as u64 * READ_AHEAD;
        assert!((BLOCK..=most).contains(&read), "{read} bytes of ten files by {threads} threads");
    }
}
