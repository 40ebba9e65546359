//! Runs separately installed programs.

#[cfg(not(unix))]
use crate::failure::FAILURE;
use crate::failure::Failure;
use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::Command;

/// Runs a program from this program's folder or from the PATH, and returns its exit status. `missing` is the message
/// if it is not installed.
pub(crate) fn run<A: AsRef<OsStr>>(
    name: &str,
    arguments: impl IntoIterator<Item = A>,
    missing: &str,
) -> Result<u8, Failure> {
    let mut program = Command::new(beside_this_one(name).unwrap_or_else(|| name.into()));
    program.args(arguments);
    replace_this_one(program).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::refused(missing),
        _ => Failure::refused(format!("cannot run {name}: {error}")),
    })
}

fn beside_this_one(name: &str) -> Option<PathBuf> {
    let path = env::current_exe().ok()?.with_file_name(format!("{name}{EXE_SUFFIX}"));
    path.is_file().then_some(path)
}

/// Replaces this process, so that the program gets the signals and sets the exit status.
#[cfg(unix)]
fn replace_this_one(mut program: Command) -> io::Result<u8> {
    use std::os::unix::process::CommandExt;

    Err(program.exec())
}

/// Runs the program to its end, since this system cannot replace processes.
#[cfg(not(unix))]
fn replace_this_one(mut program: Command) -> io::Result<u8> {
    let code = program.status()?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(FAILURE))
}
