//! Bytes that were read ahead.

use std::io::{self, Cursor, Read};

/// Returns the beginning, then the error after it, then the rest.
pub(super) struct Replayed {
    pub(super) beginning: Cursor<Vec<u8>>,
    pub(super) error: Option<io::Error>,
    pub(super) rest: Box<dyn Read + Send>,
}

impl Read for Replayed {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        match self.beginning.read(output)? {
            0 if output.is_empty() => Ok(0),
            0 => self.error.take().map_or_else(|| self.rest.read(output), Err),
            length => Ok(length),
        }
    }
}
