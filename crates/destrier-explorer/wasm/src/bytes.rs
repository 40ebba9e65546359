//! The bytes of a file, read in slices, so that a file of any size can be opened.

use std::io::{self, Read};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// A file of the page: `{ size: number, read(from: number, length: number): Uint8Array }`.
    pub type Slices;

    #[wasm_bindgen(method, getter)]
    fn size(this: &Slices) -> f64;

    /// Returns exactly `length` bytes. Throws if the file cannot be read.
    #[wasm_bindgen(method, catch)]
    fn read(this: &Slices, from: f64, length: f64) -> Result<Vec<u8>, JsValue>;
}

/// The bytes of a file.
pub(crate) struct FileBytes {
    source: ByteSource,
    size: u64,
    /// Whether lines end with a carriage return alone. They are replaced with line feeds.
    ends_with_returns: bool,
}

enum ByteSource {
    #[cfg(test)]
    Memory(Vec<u8>),
    Slices(Slices),
}

impl FileBytes {
    /// The size of a slice. Large enough that reading costs little, and small enough for a phone.
    pub(crate) const SLICE: usize = 1 << 20;

    pub(crate) fn of_slices(slices: Slices) -> Self {
        // Sizes of files are exact in 53 bits.
        let size = slices.size() as u64;
        Self { source: ByteSource::Slices(slices), size, ends_with_returns: false }
    }

    #[cfg(test)]
    pub(crate) const fn of_memory(bytes: Vec<u8>) -> Self {
        let size = bytes.len() as u64;
        Self { source: ByteSource::Memory(bytes), size, ends_with_returns: false }
    }

    pub(crate) const fn size(&self) -> u64 {
        self.size
    }

    pub(crate) const fn replace_returns(&mut self) {
        self.ends_with_returns = true;
    }

    /// Reads up to `length` bytes. Fewer only at the end.
    pub(crate) fn read(&self, from: u64, length: usize) -> io::Result<Vec<u8>> {
        let length = length.min(usize::try_from(self.size.saturating_sub(from)).unwrap_or(length));
        let mut bytes = match &self.source {
            #[cfg(test)]
            ByteSource::Memory(bytes) => bytes[from as usize..][..length].to_vec(),
            ByteSource::Slices(slices) => slices
                .read(from as f64, length as f64)
                .ok()
                .filter(|bytes| bytes.len() == length)
                .ok_or_else(|| {
                    io::Error::other("the file cannot be read; if it has changed, load it again")
                })?,
        };
        if self.ends_with_returns {
            for i in 0..bytes.len() {
                if bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n') {
                    bytes[i] = b'\n';
                }
            }
        }
        Ok(bytes)
    }
}

/// The unread rest of a file.
pub(crate) struct Rest {
    bytes: Rc<FileBytes>,
    /// The offset of the next slice.
    next: u64,
    slice: Vec<u8>,
    /// The bytes of the slice that have been returned.
    used: usize,
}

impl Rest {
    pub(crate) const fn new(bytes: Rc<FileBytes>, next: u64) -> Self {
        Self { bytes, next, slice: Vec::new(), used: 0 }
    }
}

impl Read for Rest {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if self.used == self.slice.len() {
            self.slice = self.bytes.read(self.next, FileBytes::SLICE)?;
            self.next += self.slice.len() as u64;
            self.used = 0;
        }
        let length = (&self.slice[self.used..]).read(output)?;
        self.used += length;
        Ok(length)
    }
}
