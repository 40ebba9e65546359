//! Which files a table has: paths, patterns and addresses, and the files that they stand for.

mod address;
mod local;
pub(crate) mod location;
mod objects;
mod pattern;
pub(crate) mod source_names;
pub(crate) mod stored_as;
