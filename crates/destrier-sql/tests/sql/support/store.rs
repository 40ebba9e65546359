//! An object store in memory that counts requests and bytes, and can fail in unusual ways.

use async_trait::async_trait;
use bytes::Bytes;
use datafusion::object_store::memory::InMemory;
use datafusion::object_store::path::Path;
use datafusion::object_store::{
    CopyOptions, GetOptions, GetResult, GetResultPayload, ListResult, MultipartUpload, ObjectMeta,
    ObjectStore, PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};
use futures::StreamExt;
use futures::stream::{self, BoxStream};
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// How it responds to a request for an object.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) enum Answers {
    #[default]
    Gives,
    Panics,
    Never,
}

#[derive(Debug, Default)]
pub(crate) struct Store {
    inner: InMemory,
    pub(crate) answers: Answers,
    /// All requests, also for lists and heads.
    requests: AtomicUsize,
    /// Requests for bytes.
    asked: AtomicUsize,
    ranges: Mutex<Vec<Range<u64>>>,
    /// The number of bytes read.
    taken: Arc<AtomicU64>,
}

impl Store {
    pub(crate) fn new(answers: Answers) -> Self {
        Self { answers, ..Self::default() }
    }

    /// Returns the number of requests for bytes.
    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    /// Returns the number of requests of any kind since the last call.
    pub(crate) fn requests(&self) -> usize {
        self.requests.swap(0, Ordering::Relaxed)
    }

    /// Returns the requested ranges and the number of bytes read, since the last call.
    pub(crate) fn fetched(&self) -> (Vec<Range<u64>>, u64) {
        (std::mem::take(&mut *self.ranges.lock().unwrap()), self.taken.swap(0, Ordering::Relaxed))
    }
}

impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a store that {:?}", self.answers)
    }
}

#[async_trait]
impl ObjectStore for Store {
    /// Returns pieces on demand, like a network.
    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let is_head = options.head;
        if !is_head {
            self.asked.fetch_add(1, Ordering::SeqCst);
            match self.answers {
                Answers::Gives => {}
                Answers::Panics => panic!("a badly written store"),
                Answers::Never => std::future::pending().await,
            }
        }
        let mut got = self.inner.get_opts(location, options).await?;
        if !is_head {
            self.ranges.lock().unwrap().push(got.range.clone());
        }
        if let GetResultPayload::Stream(stream) = got.payload {
            let taken = Arc::clone(&self.taken);
            let pieces = stream.flat_map(|bytes| {
                let bytes = bytes.unwrap();
                let pieces: Vec<Bytes> = bytes.chunks(16 << 10).map(|piece| bytes.slice_ref(piece)).collect();
                stream::iter(pieces)
            });
            let counted = pieces.map(move |piece| {
                taken.fetch_add(piece.len() as u64, Ordering::Relaxed);
                Ok(piece)
            });
            got.payload = GetResultPayload::Stream(counted.boxed());
        }
        Ok(got)
    }

    async fn put_opts(&self, location: &Path, payload: PutPayload, opts: PutOptions) -> Result<PutResult> {
        self.inner.put_opts(location, payload, opts).await
    }

    async fn put_multipart_opts(
        &self,
        location: &Path,
        opts: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        self.inner.put_multipart_opts(location, opts).await
    }

    fn delete_stream(&self, locations: BoxStream<'static, Result<Path>>) -> BoxStream<'static, Result<Path>> {
        self.inner.delete_stream(locations)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.inner.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.inner.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.inner.copy_opts(from, to, options).await
    }
}
