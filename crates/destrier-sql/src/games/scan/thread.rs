//! A thread for each file that is being read, or range of one.
//!
//! Reading waits: for a store, and for those who take batches. It does so in a thread of its own, none of the
//! runtime's: of its threads that may wait there is a limited number, and the store of files wants one of them for each
//! request. Readers that had them all would wait for the store, and the store for them.

use datafusion::arrow::array::RecordBatch;
use datafusion::common::exec_datafusion_err;
use datafusion::error::Result;
use futures::stream::{self, BoxStream, StreamExt};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use tokio::sync::mpsc::{Sender, channel};

/// How many batches wait at most for being taken.
const BATCHES_AHEAD: usize = 2;

/// The batches that `read` sends, and at last the error that it ends with. Where the stream is dropped, nobody takes
/// batches any more, and it is for `read` to see that. The name of what is read stands in the error of a panic.
///
/// # Errors
///
/// When there is no thread to be had.
pub(super) fn batches(
    name: String,
    read: impl FnOnce(Sender<Result<RecordBatch>>) -> Result<()> + Send + 'static,
) -> Result<BoxStream<'static, Result<RecordBatch>>> {
    let (batches, mut coming) = channel(BATCHES_AHEAD);
    let no_thread = |error| exec_datafusion_err!("{name}: cannot start a thread to read it: {error}");
    let read_name = name.clone();
    let work = move || {
        let done = catch_unwind(AssertUnwindSafe(|| read(batches.clone())));
        let done = done.unwrap_or_else(|panic| {
            let reason = words(panic.as_ref());
            Err(exec_datafusion_err!("{read_name}: the reader panicked: {reason}"))
        });
        if let Err(error) = done {
            // Who does not take batches any more does not want to know.
            let _ = batches.blocking_send(Err(error));
        }
    };
    thread::Builder::new().name("destrier-reader".to_owned()).spawn(work).map_err(no_thread)?;
    Ok(stream::poll_fn(move |context| coming.poll_recv(context)).boxed())
}

/// What a panic says.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
}

#[cfg(test)]
mod tests {
    use super::*;
    use datafusion::arrow::datatypes::Schema;
    use std::sync::Arc;

    #[tokio::test]
    async fn a_panic_is_an_error_that_names_what_is_read() {
        for panic in [|| panic!("no {}", "board"), || panic!("no board")] {
            let mut stream = batches("a.pgn".to_owned(), move |_| panic()).unwrap();
            let error = stream.next().await.unwrap().unwrap_err().to_string();
            assert!(error.contains("a.pgn") && error.contains("no board"), "{error}");
            assert!(stream.next().await.is_none());
        }
    }

    #[tokio::test]
    async fn an_error_comes_behind_the_batches() {
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
    async fn a_reader_hears_that_nobody_takes_batches() {
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
