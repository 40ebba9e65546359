//! Ctrl-C: stops the query that runs, or else ends the command.

use super::failure::{Failure, INTERRUPTED};
use super::partial_file;
use std::io::{self, Write};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use tokio::sync::watch;

/// How long who works has to hear of it. Who is held up in writing, to a pipe that nobody reads, cannot.
const PATIENCE: Duration = Duration::from_millis(800);

static PRESSED: LazyLock<watch::Sender<()>> = LazyLock::new(|| watch::Sender::new(()));
static IS_HEARD: AtomicBool = AtomicBool::new(false);

/// Listens for it, in a thread of its own: those of a query may all be at work.
pub(crate) fn listen() -> Result<(), Failure> {
    let listening = ctrlc::set_handler(|| {
        IS_HEARD.store(false, Ordering::SeqCst);
        PRESSED.send_replace(());
        thread::sleep(PATIENCE);
        if !IS_HEARD.load(Ordering::SeqCst) {
            partial_file::remove_unfinished();
            let _ = writeln!(io::stderr(), "destrier-sql: interrupted");
            std::process::exit(INTERRUPTED.into());
        }
    });
    listening.map_err(|error| Failure::refused(format!("cannot handle Ctrl-C: {error}")))
}

/// Hears of what comes from now on; [`hear`] says that it was heard.
pub(crate) fn presses() -> watch::Receiver<()> {
    PRESSED.subscribe()
}

/// Somebody has heard of it, and sees to it that the work ends.
pub(crate) fn hear() {
    IS_HEARD.store(true, Ordering::SeqCst);
}
