//! Programs of their own that a command starts, where they are installed.

use crate::Failure;
use std::env::{self, consts::EXE_SUFFIX};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::Command;

/// The program with a name: the one beside this program, or else the one in the PATH.
pub(crate) fn installed(name: &str) -> Command {
    Command::new(beside(name).unwrap_or_else(|| name.into()))
}

/// Runs a program in the place of this one; its exit status. `missing` says how to get it.
pub(crate) fn start(program: Command, name: &str, missing: &str) -> Result<u8, Failure> {
    become_it(program).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::refused(missing),
        _ => Failure::refused(format!("{name} cannot be run: {error}")),
    })
}

/// The program beside this one, where it is there.
fn beside(name: &str) -> Option<PathBuf> {
    let path = env::current_exe().ok()?.with_file_name(format!("{name}{EXE_SUFFIX}"));
    path.is_file().then_some(path)
}

/// Runs a program in the place of this one, so that signals and the exit status are its own.
#[cfg(unix)]
fn become_it(mut program: Command) -> io::Result<u8> {
    use std::os::unix::process::CommandExt;

    Err(program.exec())
}

/// Runs a program to its end; its exit status.
#[cfg(not(unix))]
fn become_it(mut program: Command) -> io::Result<u8> {
    let code = program.status()?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(crate::FAILURE))
}
