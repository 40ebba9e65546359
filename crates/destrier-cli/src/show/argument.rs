//! Reads the position from the arguments: a FEN, or a file and a locator.

use super::lookup::find;
use super::subject::Subject;
use crate::failure::Failure;
use destrier_games::{FenError, Source, sources};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;

/// The most bytes to read for a FEN.
const MAX_LENGTH: u64 = 4096;

/// Returns the position that the arguments name.
pub(super) fn subject(words: &[OsString]) -> Result<Subject, Failure> {
    match words {
        [dash] if dash == "-" => from_standard_input(),
        [file, locator] if is_file(file, locator) => find(&source(file), &locator.to_string_lossy()),
        [file, ..] if Path::new(file).is_file() => {
            let reason = "name a position in this file: GAME:PLY, a puzzle's ID or the number of a line";
            Err(Failure::usage_at(Path::new(file), reason))
        }
        _ => from_fen(&words.join(OsStr::new(" ")).to_string_lossy()),
    }
}

/// Returns the source with a path, which may be that of a member of a zip archive.
fn source(file: &OsStr) -> Source {
    let path = Path::new(file);
    let archive = path.ancestors().skip(1).find(|above| above.is_file());
    let members = archive.map(|archive| sources(&[archive.to_owned()])).unwrap_or_default();
    members.into_iter().flatten().find(|member| member.path() == path).unwrap_or_else(|| Source::new(path))
}

fn from_standard_input() -> Result<Subject, Failure> {
    let mut text = Vec::new();
    io::stdin()
        .lock()
        .take(MAX_LENGTH)
        .read_to_end(&mut text)
        .map_err(|error| Failure::refused(format!("standard input: {error}")))?;
    let text = String::from_utf8_lossy(&text);
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).filter(|l| !l.is_empty());
    match lines.next() {
        Some(fen) => from_fen(fen),
        None => Err(Failure::usage("standard input: no FEN found")),
    }
}

fn from_fen(fen: &str) -> Result<Subject, Failure> {
    let fen = fen.trim();
    if !fen.contains('/') {
        let reason = "neither a FEN nor a file and a place in it; see `destrier show --help`";
        return Err(Failure::usage(format!("{fen:?}: {reason}")));
    }
    Subject::of_fen(fen).map_err(|error| match error {
        FenError::Field { offset, .. } => {
            let column = fen.get(..offset).map_or(offset, |before| before.chars().count());
            Failure::usage(format!("{error}\n  {}\n  {:column$}^", fen.replace(char::is_control, "?"), ""))
        }
        _ => Failure::usage(error.to_string()),
    })
}

/// Returns whether two words are a file and a locator, and not the first two fields of a FEN.
fn is_file(file: &OsStr, locator: &OsStr) -> bool {
    let bytes = file.as_encoded_bytes();
    let is_placement = !bytes.starts_with(b"/") && bytes.iter().filter(|&&byte| byte == b'/').count() == 7;
    Path::new(file).exists() || !(is_placement || locator == "w" || locator == "b")
}
