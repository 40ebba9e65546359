//! The Python with the packages that check our outputs.

use std::path::{Path, PathBuf};

/// Returns the Python that `DESTRIER_READERS` names or that `tests/readers/install` made. Without one, prints how to
/// install it; the calling test is skipped.
pub(crate) fn python() -> Option<PathBuf> {
    if let Some(python) = std::env::var_os("DESTRIER_READERS").filter(|python| !python.is_empty()) {
        let python = PathBuf::from(python);
        assert!(python.is_file(), "DESTRIER_READERS={}: there is no such file", python.display());
        return Some(python);
    }
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/readers/bin/python");
    if !python.is_file() {
        eprintln!("skipped: no Python with the readers; to install it, run tests/readers/install");
        return None;
    }
    Some(python)
}
