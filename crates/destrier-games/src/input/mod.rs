//! Input: reads files, directories, streams and object stores as blocks of games.

#[cfg(feature = "files")]
mod block;
#[cfg(feature = "files")]
mod blocks;
#[cfg(feature = "files")]
mod bytes;
#[cfg(feature = "files")]
mod compression;
#[cfg(feature = "files")]
mod frames;
#[cfg(feature = "files")]
mod listing;
#[cfg(feature = "files")]
mod long_text;
#[cfg(feature = "files")]
mod member;
mod reader;
#[cfg(feature = "files")]
mod replayed;
#[cfg(feature = "files")]
mod request;
#[cfg(feature = "files")]
mod source;
#[cfg(feature = "files")]
mod stream;
#[cfg(feature = "files")]
mod table;
#[cfg(feature = "files")]
mod walk;
#[cfg(feature = "files")]
mod zip;

#[cfg(feature = "files")]
pub use self::{
    block::{Block, Entry},
    blocks::Blocks,
    bytes::Bytes,
    compression::Bomb,
    listing::Unlisted,
    source::Source,
    stream::Stream,
    walk::{doubts, sources, sources_of_memory},
};
#[cfg(feature = "files")]
pub(crate) use self::{blocks::Split, long_text::LongText};
pub use reader::Reader;
#[cfg(feature = "files")]
pub(crate) use request::ReadRequest;
