//! The position that is shown: a FEN, or one of a file.

use super::place::Search;
use crate::Failure;
use destrier::Board;
use destrier_games::{Continuation, FenError, Position, Source};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;

/// The most bytes that are read of a FEN.
const LONGEST: u64 = 4096;

/// A position, and what is known of it.
pub(super) struct Subject {
    /// The pieces and the side to move.
    pub(super) board: Board,
    /// The position as text.
    pub(super) fen: String,
    /// The same with the rules of chess, or why they do not go with it.
    pub(super) position: Result<Position, FenError>,
    /// How the game went on, where it is of one.
    pub(super) next: Option<Continuation>,
    /// Where it is from, in words.
    pub(super) origin: Option<String>,
}

impl Subject {
    /// The position that the command's arguments name.
    pub(super) fn read(words: &[OsString]) -> Result<Self, Failure> {
        match words {
            [dash] if dash == "-" => Self::of_standard_input(),
            [file, place] if is_file(file, place) => Search::of(&Source::new(file), &place.to_string_lossy()),
            [file, ..] if Path::new(file).is_file() => {
                let reason = "a file: say which of its positions, as GAME:PLY, ID or the number of a line";
                Err(Failure::usage(format!("{}: {reason}", file.display())))
            }
            _ => Self::of_fen(&words.join(OsStr::new(" ")).to_string_lossy()),
        }
    }

    fn of_standard_input() -> Result<Self, Failure> {
        let mut text = Vec::new();
        io::stdin()
            .lock()
            .take(LONGEST)
            .read_to_end(&mut text)
            .map_err(|error| Failure::refused(format!("standard input: {error}")))?;
        let text = String::from_utf8_lossy(&text);
        let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).filter(|l| !l.is_empty());
        match lines.next() {
            Some(fen) => Self::of_fen(fen),
            None => Err(Failure::usage("standard input: there is no FEN")),
        }
    }

    fn of_fen(fen: &str) -> Result<Self, Failure> {
        let fen = fen.trim();
        if !fen.contains('/') {
            let reason = "neither a FEN nor a file with a place in it; `destrier show --help` has examples";
            return Err(Failure::usage(format!("{fen:?}: {reason}")));
        }
        Self::of_text(fen).map_err(|error| match error {
            FenError::Field { offset, .. } => {
                let column = fen.get(..offset).map_or(offset, |before| before.chars().count());
                let shown: String = fen.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
                Failure::usage(format!("{error}\n  {shown}\n  {:column$}^", ""))
            }
            _ => Failure::usage(error.to_string()),
        })
    }

    /// A position and no more.
    pub(super) fn of_position(position: Position) -> Self {
        let (board, fen) = (position.board(), position.fen());
        Self { board, fen, position: Ok(position), next: None, origin: None }
    }

    /// The position of a FEN, also of one that no game can reach.
    pub(super) fn of_text(fen: &str) -> Result<Self, FenError> {
        match Position::from_fen(fen.as_bytes()) {
            Ok(position) => Ok(Self::of_position(position)),
            Err(error) => {
                let board = Position::board_of_fen(fen.as_bytes())?;
                Ok(Self { board, fen: fen.to_owned(), position: Err(error), next: None, origin: None })
            }
        }
    }
}

/// Whether two words are a file and a place in it, and not the first two of a FEN.
fn is_file(file: &OsStr, place: &OsStr) -> bool {
    let bytes = file.as_encoded_bytes();
    let is_placement = !bytes.starts_with(b"/") && bytes.iter().filter(|&&byte| byte == b'/').count() == 7;
    Path::new(file).exists() || !(is_placement || place == "w" || place == "b")
}
