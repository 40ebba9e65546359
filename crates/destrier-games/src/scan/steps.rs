//! The steps of a scan as an iterator.

use super::collector::Collector;
use super::engine::{Ended, Scan, Step};
use crossbeam_channel::{Receiver, bounded};
use std::any::Any;
use std::io;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

/// The steps of a scan, in the order of the input; see [`OutputWriter::steps`](crate::output::OutputWriter::steps).
///
/// The scan runs in threads of its own, at most one step ahead. Steps without games and problems may be left out. Dropping
/// the iterator ends the scan. An error is the last item.
#[derive(Debug)]
pub struct Steps {
    receiver: Receiver<Step<Collected>>,
    scan: Option<JoinHandle<io::Result<Ended>>>,
    ended: Ended,
}

/// The output of a step, for the [`OutputWriter`](crate::output::OutputWriter) whose steps they are.
#[derive(Debug)]
pub struct Collected(Box<dyn Any + Send>);

impl Collected {
    /// Returns the output of the writer's own collector.
    ///
    /// # Errors
    ///
    /// If it is the output of another one.
    pub(crate) fn get<T: 'static>(self) -> io::Result<T> {
        let output = self.0.downcast().map_err(|_| io::Error::other("the steps belong to another writer"))?;
        Ok(*output)
    }
}

/// The maximum number of steps that are left out in a row. Waking the other thread for each would take longer than reading
/// past the games of a block.
const MAX_LEFT_OUT: u32 = 15;

impl Scan {
    /// Runs the scan and returns its steps as an iterator.
    pub(crate) fn steps<C: Collector + Send + 'static>(&self, collector: &Arc<C>) -> Steps {
        let (scan, collector) = (self.clone(), Arc::clone(collector));
        let (sender, receiver) = bounded(0);
        let ended = Ended { totals: self.before, at_damage: false };
        let scan = thread::spawn(move || {
            // The games before the step. `None` in a block whose outputs are passed on in parts.
            let (mut games, mut left_out) = (Some(scan.before.games), 0);
            scan.run(&*collector, |Step { output, problems, totals, next }| {
                let is_empty = games == Some(totals.games) && problems.is_empty() && next.is_some();
                if is_empty && left_out < MAX_LEFT_OUT {
                    left_out += 1;
                    return Ok(());
                }
                (games, left_out) = (next.as_ref().map(|_| totals.games), 0);
                let output = output.map(|output| Collected(Box::new(output)));
                let sent = sender.send(Step { output, problems, totals, next });
                sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
            })
        });
        Steps { receiver, scan: Some(scan), ended }
    }
}

impl Steps {
    /// Returns the end of the scan, once there are no more steps.
    #[must_use]
    pub const fn ended(&self) -> Ended {
        self.ended
    }
}

impl Iterator for Steps {
    type Item = io::Result<Step<Collected>>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Ok(step) = self.receiver.recv() {
            return Some(Ok(step));
        }
        match self.scan.take()?.join() {
            Ok(Ok(ended)) => {
                self.ended = ended;
                None
            }
            Ok(Err(error)) => Some(Err(error)),
            Err(panic) => resume_unwind(panic),
        }
    }
}
