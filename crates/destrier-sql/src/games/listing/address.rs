//! URLs (`s3://bucket/games/`, `file:///home/me/`) and local paths.

use std::path::{absolute, is_separator};
use url::Url;

/// Returns whether a text is a URL, not a path.
pub(super) fn is_address(given: &str) -> bool {
    given.contains("://") || given.starts_with("file:/")
}

pub(super) fn is_local(address: &Url) -> bool {
    address.scheme() == "file"
}

/// Returns the URL of a local path.
pub(super) fn local_address(given: &str) -> Option<Url> {
    let path = absolute(given).ok()?;
    let address = if given.ends_with(is_separator) {
        Url::from_directory_path(path)
    } else {
        Url::from_file_path(path)
    };
    // Parsing it again resolves `..`.
    Url::parse(address.ok()?.as_str()).ok()
}

/// Returns the URL of a path below another, with reserved characters encoded.
pub(super) fn encoded(path: &str) -> String {
    path.replace('%', "%25").replace('?', "%3F").replace('#', "%23")
}
