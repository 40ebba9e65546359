//! Ctrl-C: stops the running query, or else ends the command.

use super::failure::{Failure, INTERRUPTED};
use super::unfinished::remove_unfinished;
use std::io::{self, Write};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use tokio::sync::watch;

/// The time in which a running query must react. A query that is blocked on a pipe that nobody reads cannot.
const PATIENCE: Duration = Duration::from_millis(800);

static PRESSED: LazyLock<watch::Sender<()>> = LazyLock::new(|| watch::Sender::new(()));
static IS_HEARD: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C in a thread of its own, because a query may keep all other threads busy.
pub(crate) fn listen() -> Result<(), Failure> {
    let listening = ctrlc::set_handler(|| {
        IS_HEARD.store(false, Ordering::SeqCst);
        PRESSED.send_replace(());
        thread::sleep(PATIENCE);
        if !IS_HEARD.load(Ordering::SeqCst) {
            remove_unfinished();
            let _ = writeln!(io::stderr(), "destrier-sql: interrupted");
            std::process::exit(INTERRUPTED.into());
        }
    });
    listening.map_err(|error| Failure::refused(format!("cannot handle Ctrl-C: {error}")))
}

/// Returns a receiver of later presses. Call [`hear`] to acknowledge one.
pub(crate) fn presses() -> watch::Receiver<()> {
    PRESSED.subscribe()
}

/// Acknowledges a press: the caller ends the work.
pub(crate) fn hear() {
    IS_HEARD.store(true, Ordering::SeqCst);
}
