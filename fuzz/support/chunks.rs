//! A reader that returns a file in small chunks, as pipes and networks do.

use std::io::{self, Read};

/// Returns chunks of four lengths in turn, with an interruption before each.
pub(crate) struct Chunks<T> {
    rest: io::Cursor<T>,
    lengths: [u8; 4],
    interrupted: bool,
}

impl<T: AsRef<[u8]>> Chunks<T> {
    /// Creates a reader. Each chunk is one byte longer than its entry in `lengths`.
    pub(crate) fn new(file: T, lengths: [u8; 4]) -> Self {
        Self { rest: io::Cursor::new(file), lengths, interrupted: false }
    }
}

impl<T: AsRef<[u8]>> Read for Chunks<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.lengths.rotate_left(1);
        let length = buffer.len().min(1 + usize::from(self.lengths[0]));
        self.rest.read(&mut buffer[..length])
    }
}
