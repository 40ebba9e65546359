//! One thread for each file or range that is being read.
//!
//! Readers block while they wait for a store or for the consumer of batches. They do not use the runtime's blocking threads:
//! their number is limited, and the store of local files needs one for each request. If readers held all of them, readers
//! and store would deadlock.

use datafusion::arrow::array::RecordBatch;
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use futures::stream::{self, BoxStream, StreamExt};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use tokio::sync::mpsc::{Sender, channel};

/// The maximum number of batches that wait for the consumer.
const BATCHES_AHEAD: usize = 2;

/// Returns the batches that `read` sends, followed by its error, if any. If the stream is dropped, the channel closes, and
/// `read` has to notice. A panic becomes an error with `name`.
///
/// # Errors
///
/// Returns an error if no thread can be started.
pub(super) fn batches(
    name: String,
    read: impl FnOnce(Sender<Result<RecordBatch>>) -> Result<()> + Send + 'static,
) -> Result<BoxStream<'static, Result<RecordBatch>>> {
    let (batches, mut coming) = channel(BATCHES_AHEAD);
    let read_name = name.clone();
    let thread = thread::Builder::new().name("destrier-reader".to_owned()).spawn(move || {
        let done = catch_unwind(AssertUnwindSafe(|| read(batches.clone())));
        let done = done.unwrap_or_else(|panic| {
            let reason = words(panic.as_ref());
            Err(exec_datafusion_err!("{read_name}: the reader panicked: {reason}"))
        });
        if let Err(error) = done {
            // Without a receiver, the error does not matter.
            let _ = batches.blocking_send(Err(error));
        }
    });
    thread.map_err(|error| exec_datafusion_err!("{name}: cannot start a thread to read it: {error}"))?;
    Ok(stream::poll_fn(move |context| coming.poll_recv(context)).boxed())
}

/// Returns the message of a panic.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given")
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::datatypes::Schema;
    use std::sync::Arc;

    #[tokio::test]
    async fn a_panic_is_an_error_that_names_the_file() {
        for panic in [|| panic!("no {}", "board"), || panic!("no board")] {
            let mut stream = batches("a.pgn".to_owned(), move |_| panic()).unwrap();
            let error = stream.next().await.unwrap().unwrap_err().to_string();
            assert!(error.contains("a.pgn") && error.contains("no board"), "{error}");
            assert!(stream.next().await.is_none());
        }
    }

    #[tokio::test]
    async fn an_error_follows_the_batches() {
        let read = |batches: Sender<_>| {
            for _ in 0..5 {
                batches.blocking_send(Ok(RecordBatch::new_empty(Arc::new(Schema::empty())))).unwrap();
            }
            Err(exec_datafusion_err!("torn"))
        };
        let all: Vec<_> = batches("a.pgn".to_owned(), read).unwrap().collect().await;
        assert!(all.len() == 6 && all[..5].iter().all(Result::is_ok) && all[5].is_err(), "{all:?}");
    }

    #[tokio::test]
    async fn a_reader_notices_a_dropped_stream() {
        let (ended, end) = std::sync::mpsc::channel();
        let read = move |batches: Sender<_>| {
            while batches.blocking_send(Ok(RecordBatch::new_empty(Arc::new(Schema::empty())))).is_ok() {}
            ended.send(()).unwrap();
            Ok(())
        };
        let mut stream = batches("a.pgn".to_owned(), read).unwrap();
        assert!(stream.next().await.unwrap().is_ok());
        drop(stream);
        end.recv_timeout(std::time::Duration::from_secs(30)).unwrap();
    }
}
