//! The bytes of an object, read where waiting is allowed.

use datafusion::arrow::array::RecordBatch;
use datafusion::error::Result;
use datafusion::object_store::path::Path;
use datafusion::object_store::{self, GetOptions, GetRange, GetResultPayload, ObjectStore};
use futures::StreamExt;
use futures::stream::BoxStream;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::mpsc::Sender;

/// How much more is asked of a store at a time, behind what was likely to be read.
const MORE: u64 = 1 << 20;

/// How much is asked of a store at most at a time. A request is given up after a while, and rows may be made more slowly
/// than bytes come.
const MOST: u64 = 16 << 20;

/// An object in a store.
#[derive(Clone)]
pub(super) struct Object {
    /// Where stores work; none of its own threads waits for an object.
    pub(super) runtime: Handle,
    /// Who takes what is made of the bytes: once they are gone, no store is waited for.
    pub(super) batches: Sender<Result<RecordBatch>>,
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) location: Path,
    /// Its size in bytes.
    pub(super) size: u64,
}

impl Object {
    fn get(&self, offset: u64, end: u64) -> io::Result<GetResultPayload> {
        let end = end.min(offset.saturating_add(MOST));
        let options = GetOptions { range: Some(GetRange::Bounded(offset..end)), ..GetOptions::default() };
        Ok(self.wait(self.store.get_opts(&self.location, options))??.payload)
    }

    /// Waits for what a store does, as long as somebody wants it.
    fn wait<T>(&self, answer: impl Future<Output = T>) -> io::Result<T> {
        self.runtime.block_on(async {
            tokio::select! {
                biased;
                () = self.batches.closed() => Err(io::Error::other("the query has ended")),
                answer = answer => Ok(answer),
            }
        })
    }
}

impl destrier_games::Bytes for Object {
    fn read_from(&self, offset: u64, likely_end: u64) -> io::Result<Box<dyn Read + Send>> {
        if offset >= self.size {
            return Ok(Box::new(io::empty()));
        }
        let end = likely_end.clamp(offset + 1, self.size);
        match self.get(offset, end)? {
            GetResultPayload::File(mut file, _) => {
                file.seek(SeekFrom::Start(offset))?;
                Ok(Box::new(file))
            }
            GetResultPayload::Stream(stream) => {
                let (object, piece) = (self.clone(), bytes::Bytes::new());
                Ok(Box::new(Reading { object, stream, piece, at: offset, likely_end: end }))
            }
        }
    }
}

/// An object that is being read, request by request.
struct Reading {
    object: Object,
    stream: BoxStream<'static, object_store::Result<bytes::Bytes>>,
    /// What came and is not yet read.
    piece: bytes::Bytes,
    /// Up to where pieces came.
    at: u64,
    /// Up to where it is likely to be read.
    likely_end: u64,
}

impl Reading {
    /// Up to where the next request goes.
    fn next_end(&self) -> u64 {
        if self.at < self.likely_end { self.likely_end } else { self.object.size.min(self.at + MORE) }
    }
}

impl Read for Reading {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        // Whether the last request was made here; one that is answered with nothing is not made again.
        let mut is_new = false;
        while self.piece.is_empty() && !output.is_empty() {
            match self.object.wait(self.stream.next())? {
                Some(piece) => {
                    self.piece = piece?;
                    self.at += self.piece.len() as u64;
                }
                None if self.at >= self.object.size => return Ok(0),
                None if is_new => return Err(io::ErrorKind::UnexpectedEof.into()),
                None => match self.object.get(self.at, self.next_end())? {
                    GetResultPayload::Stream(stream) => (self.stream, is_new) = (stream, true),
                    GetResultPayload::File(..) => return Err(io::Error::other("the store returned a file, not a stream")),
                },
            }
        }
        let length = output.len().min(self.piece.len());
        output[..length].copy_from_slice(&self.piece.split_to(length));
        Ok(length)
    }
}
