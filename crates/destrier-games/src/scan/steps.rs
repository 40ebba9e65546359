//! The steps of a scan as an iterator.

use super::collector::Collector;
use super::engine::{Ended, Scan, Step};
use crossbeam_channel::{Receiver, bounded};
use std::any::Any;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{io, mem, vec};

/// The steps of a scan, in the order of the input; see [`OutputWriter::steps`](crate::output::OutputWriter::steps).
///
/// The scan runs in threads of its own, a few steps ahead. Dropping the iterator ends the scan. An error is the last item.
#[derive(Debug)]
pub struct Steps {
    gathered: vec::IntoIter<Step<Collected>>,
    receiver: Receiver<Vec<Step<Collected>>>,
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

/// How long the scan gathers steps. Waking the other thread for each would take longer than reading past the games of a
/// block.
const GATHERING: Duration = Duration::from_millis(10);

impl Scan {
    /// Runs the scan and returns its steps as an iterator.
    pub(crate) fn steps<C: Collector + Send + 'static>(&self, collector: &Arc<C>) -> Steps {
        let (scan, collector) = (self.clone(), Arc::clone(collector));
        let (sender, receiver) = bounded(0);
        let ended = Ended { totals: self.before, at_damage: false };
        let scan = thread::spawn(move || {
            let (mut gathered, mut since) = (Vec::new(), Instant::now());
            let ended = scan.run(&*collector, |Step { output, problems, totals, next }| {
                let output = output.map(|output| Collected(Box::new(output)));
                gathered.push(Step { output, problems, totals, next });
                if since.elapsed() >= GATHERING {
                    sender.send(mem::take(&mut gathered)).map_err(|_| io::ErrorKind::BrokenPipe)?;
                    since = Instant::now();
                }
                Ok(())
            });
            // Ignore the error: the receiver is gone if the scan ended early.
            let _ = sender.send(gathered);
            ended
        });
        Steps { gathered: Vec::new().into_iter(), receiver, scan: Some(scan), ended }
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
        loop {
            if let Some(step) = self.gathered.next() {
                return Some(Ok(step));
            }
            let Ok(gathered) = self.receiver.recv() else { break };
            self.gathered = gathered.into_iter();
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
