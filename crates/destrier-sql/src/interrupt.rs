//! Ctrl-C: whoever works hears of it, and where nobody can, the command ends.

use crate::{Failure, INTERRUPTED};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::watch;

/// How long who works has to hear of it. Who is held up in writing, to a pipe that nobody reads, cannot.
const PATIENCE: Duration = Duration::from_millis(800);

static PRESSED: LazyLock<watch::Sender<()>> = LazyLock::new(|| watch::Sender::new(()));
static IS_HEARD: AtomicBool = AtomicBool::new(false);
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Listens for it, in a thread of its own: those of a query may all be at work.
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
    listening.map_err(|error| Failure::refused(format!("no Ctrl-C: {error}")))
}

/// Hears of what comes from now on; [`hear`] says that it was heard.
pub(crate) fn presses() -> watch::Receiver<()> {
    PRESSED.subscribe()
}

/// Somebody has heard of it, and sees to it that the work ends.
pub(crate) fn hear() {
    IS_HEARD.store(true, Ordering::SeqCst);
}

/// A file that is not to stay when the command ends before it is whole.
pub(crate) fn set_unfinished(file: Option<PathBuf>) {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = file;
}

/// Removes that file, if there is one.
pub(crate) fn remove_unfinished() {
    if let Some(file) = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = fs::remove_file(file);
    }
}
