//! Blocking reads of an object's bytes.

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

/// The size of a request after the range that was likely to be read.
const MORE: u64 = 1 << 20;

/// The maximum size of a request. Requests time out, and rows may be slower than bytes.
const MAX: u64 = 16 << 20;

/// An object in a store.
#[derive(Clone)]
pub(super) struct Object {
    /// The runtime of the stores. None of its worker threads waits for an object.
    pub(super) runtime: Handle,
    /// The consumer of the batches. Once it is gone, reads stop waiting for the store.
    pub(super) batches: Sender<Result<RecordBatch>>,
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) location: Path,
    /// The size in bytes.
    pub(super) size: u64,
}

impl Object {
    fn get(&self, offset: u64, end: u64) -> io::Result<GetResultPayload> {
        let end = end.min(offset.saturating_add(MAX));
        let options = GetOptions { range: Some(GetRange::Bounded(offset..end)), ..GetOptions::default() };
        Ok(self.wait(self.store.get_opts(&self.location, options))??.payload)
    }

    /// Waits for a store, until the query ends.
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
    fn size(&self) -> Option<u64> {
        Some(self.size)
    }

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
    /// The bytes received and not yet read.
    piece: bytes::Bytes,
    /// The offset up to which bytes were received.
    at: u64,
    /// The offset up to which reading is likely.
    likely_end: u64,
}

impl Reading {
    /// Returns the end of the next request.
    fn next_end(&self) -> u64 {
        if self.at < self.likely_end { self.likely_end } else { self.object.size.min(self.at + MORE) }
    }
}

impl Read for Reading {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        // Prevents repeating a request that returned nothing.
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
                    GetResultPayload::File(..) => {
                        return Err(io::Error::other("the store returned a file, not a stream"));
                    }
                },
            }
        }
        let length = output.len().min(self.piece.len());
        output[..length].copy_from_slice(&self.piece.split_to(length));
        Ok(length)
    }
}
