//! Tables of files: the provider, and the ways to create one in SQL.

pub(super) mod factory;
pub(crate) mod from_file;
pub(super) mod functions;
mod order;
pub(super) mod provider;
pub(super) mod values;
