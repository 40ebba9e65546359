//! The files of the page, in memory.

use anyhow::Context;
use axum::body::Bytes;
use axum::http::HeaderValue;
use rust_embed::Embed;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use walkdir::WalkDir;

/// The page as it was when the server was built. Empty if the page was not built yet.
#[derive(Embed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct BuiltIn;

/// All files, by the paths that browsers request. A request is only a lookup in this map, so no path can escape from
/// the page. Percent-encoded paths are not decoded: no file of the page needs them.
pub(crate) struct Page(HashMap<String, File>);

/// A file and its headers. Files are not compressed, because they do not leave the machine.
pub(crate) struct File {
    pub(crate) content: Bytes,
    pub(crate) content_type: HeaderValue,
    /// A hash of the content.
    pub(crate) tag: HeaderValue,
    pub(crate) caching: HeaderValue,
}

impl Page {
    pub(crate) fn built_in() -> Self {
        let files = BuiltIn::iter().filter_map(|name| Some((BuiltIn::get(&name)?, name)));
        files
            .map(|(file, name)| {
                let content = match file.data {
                    Cow::Borrowed(content) => Bytes::from_static(content),
                    Cow::Owned(content) => content.into(),
                };
                (name.into_owned(), content)
            })
            .collect()
    }

    /// Reads all files of a folder and its subfolders once. Skips symbolic links, because they can lead out of the
    /// folder.
    pub(crate) fn in_folder(folder: &Path) -> anyhow::Result<Self> {
        let mut files = Vec::new();
        for entry in WalkDir::new(folder) {
            let entry = entry?;
            if !entry.file_type().is_file() {
                continue;
            }
            let parts = entry.path().strip_prefix(folder)?.iter().map(|part| part.to_string_lossy());
            let name = parts.collect::<Vec<_>>().join("/");
            let content = fs::read(entry.path()).with_context(|| entry.path().display().to_string())?;
            files.push((name, content.into()));
        }
        Ok(files.into_iter().collect())
    }

    /// Returns the file at the path of a request.
    pub(crate) fn file(&self, path: &str) -> Option<&File> {
        self.0.get(if path == "/" { "/index.html" } else { path })
    }
}

impl FromIterator<(String, Bytes)> for Page {
    /// Collects file names with their contents.
    fn from_iter<I: IntoIterator<Item = (String, Bytes)>>(files: I) -> Self {
        Self(
            files
                .into_iter()
                .map(|(name, content)| (format!("/{name}"), File::new(&name, content)))
                .collect(),
        )
    }
}

impl File {
    fn new(name: &str, content: Bytes) -> Self {
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        let caching = if is_hashed(name) { "public, max-age=31536000, immutable" } else { "no-cache" };
        Self {
            content_type: header(&content_type(name)),
            tag: header(&format!("\"{:016x}\"", hasher.finish())),
            caching: HeaderValue::from_static(caching),
            content,
        }
    }
}

fn content_type(name: &str) -> String {
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let charset = if kind.type_() == mime_guess::mime::TEXT { "; charset=utf-8" } else { "" };
    format!("{kind}{charset}")
}

/// Makes a header of a text without control characters.
fn header(text: &str) -> HeaderValue {
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static(""))
}

/// Whether a name contains a hash of the content, as in Vite's `assets/index-BsyI3Q2k.js`. A hash must contain a digit
/// or a capital letter, so that ordinary words do not match.
fn is_hashed(name: &str) -> bool {
    const HASH: usize = 8;
    let stem = name.strip_prefix("assets/").and_then(|name| name.rsplit_once('.'));
    let Some((before, hash)) =
        stem.and_then(|(stem, _)| stem.split_at_checked(stem.len().checked_sub(HASH)?))
    else {
        return false;
    };
    before.ends_with('-')
        && hash.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        && hash.bytes().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_hashed_names() {
        for name in ["assets/index-BsyI3Q2k.js", "assets/a-b-8Zd_-3xQ.css", "assets/-12345678.wasm"] {
            assert!(is_hashed(name), "{name}");
        }
        for name in [
            "index.html",
            "index-BsyI3Q2k.js",
            "assets/index.js",
            "assets/pieces-standard.svg",
            "assets/indexBsyI3Q2k.js",
            "assets/index-BsyI3Q2.js",
            "assets/index-BsyI3Q2k",
            "assets/index-BsyI3Q+k.js",
            "assets/é-BsyI3Qé.js",
            "assets/.js",
            "",
        ] {
            assert!(!is_hashed(name), "{name}");
        }
    }

    #[test]
    fn content_types_are_those_that_browsers_expect() {
        for (name, kind) in [
            ("index.html", "text/html; charset=utf-8"),
            ("assets/index.js", "text/javascript; charset=utf-8"),
            ("a.css", "text/css; charset=utf-8"),
            ("a.wasm", "application/wasm"),
            ("a.svg", "image/svg+xml"),
            ("a.png", "image/png"),
            ("a.json", "application/json"),
            ("manifest.webmanifest", "application/manifest+json"),
            ("a.pgn", "application/x-chess-pgn"),
            ("a", "application/octet-stream"),
        ] {
            assert_eq!(content_type(name), kind, "{name}");
        }
    }
}
