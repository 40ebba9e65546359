//! Runs the programs that are installed beside this one.

#[cfg(not(unix))]
use crate::failure::FAILURE;
use crate::failure::Failure;
use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::Command;

/// Runs a program in place of this one, from this one's folder or else from the PATH; its exit status. `missing` says
/// how to install it.
pub(crate) fn run<A: AsRef<OsStr>>(
    name: &str,
    arguments: impl IntoIterator<Item = A>,
    missing: &str,
) -> Result<u8, Failure> {
    let mut program = Command::new(beside_this_one(name).unwrap_or_else(|| name.into()));
    program.args(arguments);
    replace_this_one(program).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::refused(missing),
        _ => Failure::refused(format!("{name} cannot be run: {error}")),
    })
}

fn beside_this_one(name: &str) -> Option<PathBuf> {
    let path = env::current_exe().ok()?.with_file_name(format!("{name}{EXE_SUFFIX}"));
    path.is_file().then_some(path)
}

/// Replaces this process, so that signals and the exit status are the program's own.
#[cfg(unix)]
fn replace_this_one(mut program: Command) -> io::Result<u8> {
    use std::os::unix::process::CommandExt;

    Err(program.exec())
}

/// Runs the program to its end, since processes cannot be replaced here.
#[cfg(not(unix))]
fn replace_this_one(mut program: Command) -> io::Result<u8> {
    let code = program.status()?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(FAILURE))
}
