//! Addresses (`s3://bucket/games/`, `file:///home/me/`) and the paths that are none.

use std::path::{absolute, is_separator};
use url::Url;

/// Whether a text is an address, not a path.
pub(super) fn is_address(given: &str) -> bool {
    given.contains("://") || given.starts_with("file:/")
}

pub(super) fn is_local(address: &Url) -> bool {
    address.scheme() == "file"
}

/// The address of a path on this machine.
pub(super) fn local_address(given: &str) -> Option<Url> {
    let path = absolute(given).ok()?;
    let address = match given.ends_with(is_separator) {
        true => Url::from_directory_path(path),
        false => Url::from_file_path(path),
    };
    // Parsed again, which resolves `..`.
    Url::parse(address.ok()?.as_str()).ok()
}

/// A path below an address, with its reserved characters encoded.
pub(super) fn encoded(path: &str) -> String {
    path.replace('%', "%25").replace('?', "%3F").replace('#', "%23")
}
