//! An object store in memory that counts requests and can fail in unusual ways.

use async_trait::async_trait;
use datafusion::object_store::memory::InMemory;
use datafusion::object_store::path::Path;
use datafusion::object_store::{
    CopyOptions, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore,
    PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};
use futures::stream::BoxStream;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    asked: AtomicUsize,
}

impl Store {
    pub(crate) fn new(answers: Answers) -> Self {
        Self { answers, ..Self::default() }
    }

    /// Returns the number of requests for bytes.
    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a store that {:?}", self.answers)
    }
}

#[async_trait]
impl ObjectStore for Store {
    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        if !options.head {
            self.asked.fetch_add(1, Ordering::SeqCst);
            match self.answers {
                Answers::Gives => {}
                Answers::Panics => panic!("a badly written store"),
                Answers::Never => std::future::pending().await,
            }
        }
        self.inner.get_opts(location, options).await
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
        self.inner.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.inner.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.inner.copy_opts(from, to, options).await
    }
}
