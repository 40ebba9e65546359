//! Runs the binary.
#![allow(dead_code, reason = "no test uses all of it")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The root of the workspace, where the binary runs.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns a command that runs the binary in [`ROOT`].
pub(crate) fn destrier<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_destrier"));
    command.current_dir(ROOT).args(arguments);
    command
}

/// Returns standard output. Fails if the command fails or prints to standard error, except that it found nothing or
/// reached a limit, and what it wrote.
pub(crate) fn printed<'a>(arguments: impl IntoIterator<Item = &'a str>) -> String {
    let mut command = destrier(arguments);
    let Output { status, stdout, stderr } = command.output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    let is_said = |line: &str| {
        ["nothing found in ", "reached the limit of ", "wrote "]
            .iter()
            .any(|said| line.starts_with(&format!("destrier: {said}")))
    };
    let is_content = stderr.lines().all(is_said);
    assert!(status.success() && is_content, "{command:?}: {status}\n{stderr}");
    String::from_utf8(stdout).unwrap()
}

/// Returns exit status, standard output and standard error.
pub(crate) fn outcome<'a>(arguments: impl IntoIterator<Item = &'a str>) -> (i32, String, String) {
    let Output { status, stdout, stderr } = destrier(arguments).output().unwrap();
    (status.code().unwrap(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Returns the path of a file that does not exist yet.
pub(crate) fn path(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

/// Returns the content of the golden file `tests/golden/NAME`, or of the file at an absolute path. With `BLESS=1`, writes
/// it first. Run `BLESS=1 cargo test -p destrier-cli` to update all golden files, and check the result with `git diff`.
pub(crate) fn golden(name: &str, new: &[u8]) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("BLESS").is_some_and(|bless| bless == "1") {
        fs::write(&path, new).unwrap();
    }
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Compares a text with a [`golden`] file.
pub(crate) fn assert_golden(name: &str, text: &str) {
    let golden = String::from_utf8(golden(name, text.as_bytes())).unwrap();
    for (i, (line, golden)) in text.lines().zip(golden.lines()).enumerate() {
        assert_eq!(line, golden, "{name}, line {}", i + 1);
    }
    assert_eq!(text.lines().count(), golden.lines().count(), "lines of {name}");
    assert!(text == golden, "{name} differs in line breaks");
}
