//! The Python that has the readers which outputs are checked with.

use std::path::{Path, PathBuf};

/// The Python that `DESTRIER_READERS` names or `tests/readers/install` made. Without one it is said how to get it, and
/// what needs it is passed over.
pub(crate) fn python() -> Option<PathBuf> {
    if let Some(python) = std::env::var_os("DESTRIER_READERS").filter(|python| !python.is_empty()) {
        let python = PathBuf::from(python);
        assert!(python.is_file(), "DESTRIER_READERS={}: there is no such file", python.display());
        return Some(python);
    }
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/readers/bin/python");
    if !python.is_file() {
        eprintln!("passed over: no Python with the readers; tests/readers/install makes one");
        return None;
    }
    Some(python)
}
