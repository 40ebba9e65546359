//! Where an engine is installed.

use std::env;
use std::path::{Path, PathBuf};

/// Where Debian installs engines. It is in the `PATH` of users, but seldom in that of services.
const GAMES: &str = "/usr/games";

/// Returns the path of a program that is given by a name without a slash, if it is in `PATH` or `/usr/games`.
pub(super) fn of(program: &Path) -> Option<PathBuf> {
    if program.components().count() != 1 || program.as_os_str().as_encoded_bytes().contains(&b'/') {
        return None;
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = env::split_paths(&path).chain([PathBuf::from(GAMES)]);
    folders
        .map(|folder| folder.join(program).with_extension(env::consts::EXE_EXTENSION))
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_are_searched_for() {
        #[cfg(unix)]
        assert!(of("sh".as_ref()).is_some_and(|path| path.ends_with("sh")));
        for none in ["", "./sh", "/bin/sh", "no-such-engine", ".."] {
            assert_eq!(of(none.as_ref()), None, "{none}");
        }
    }
}
