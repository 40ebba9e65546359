//! The files of a table, from paths, patterns and URLs.

mod address;
mod local;
pub(crate) mod location;
mod objects;
mod pattern;
pub(crate) mod source_names;
pub(crate) mod stored_as;
