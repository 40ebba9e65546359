//! The positions that show a pattern, or show what it is not.

use super::error::PatternError;
use super::evaluate::Memory;
use super::moment::{Moment, Occasion};
use super::program::Program;
use crate::chess::{Continuation, Move, Position, San};

/// A position that has a pattern, or does not have it.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// Whether the pattern is there.
    pub(super) is_found: bool,
    /// The first byte of the statement, and the end of its first word.
    pub(super) place: (usize, usize),
    pub(super) fen: String,
    pub(super) fen_start: usize,
    /// The game so far, in SAN.
    pub(super) moves: Option<String>,
    pub(super) moves_start: usize,
}

/// A position of an example, and the move that shows the pattern, if there is one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    pub(crate) position: Position,
    pub(crate) moment: Moment,
    pub(crate) by: Option<Move>,
}

impl Example {
    /// Returns whether the pattern is there.
    pub(crate) const fn is_found(&self) -> bool {
        self.is_found
    }

    /// Checks the example of a pattern. `text` is that of the file.
    pub(super) fn check(&self, name: &str, program: &Program, text: &str) -> Result<(), PatternError> {
        let shown = self.shown(program.is_move(), text)?;
        if program.finds(&shown) == self.is_found {
            return Ok(());
        }
        let message = match (self.is_found, shown.by) {
            (true, None) => format!("`{name}` is not found in this example"),
            (true, Some(by)) => format!("`{name}` does not find {} in this example", shown.position.san(by)),
            (false, None) => format!("`{name}` is found in this position"),
            (false, Some(by)) => format!("`{name}` finds {} in this position", shown.position.san(by)),
        };
        Err(PatternError::new(text, self.place.0, self.place.1, message))
    }

    /// Plays the example. In a pattern of moves, the last move is the one that shows the pattern.
    pub(crate) fn shown(&self, is_move: bool, text: &str) -> Result<Shown, PatternError> {
        let mut position = Position::from_fen(self.fen.as_bytes()).map_err(|error| {
            PatternError::new(text, self.fen_start, self.fen_start + self.fen.len() + 2, error.to_string())
        })?;
        let mut moment = Moment::start(&position);
        let mut words = self.moves.as_deref().unwrap_or_default().split_whitespace().peekable();
        while let Some(word) = words.next() {
            let san = San::from_ascii(word.trim_end_matches(['!', '?']).as_bytes());
            let next = san.map_err(|error| error.to_string()).and_then(|san| match position.resolve(san) {
                Ok(Continuation::NullMove) => Err("a null move is not legal".to_owned()),
                Ok(next) => Ok(next),
                Err(error) => Err(error.to_string()),
            });
            let next = next.map_err(|reason| {
                let length = self.moves.as_ref().map_or(0, String::len);
                let message = format!("`{word}`: {reason}");
                PatternError::new(text, self.moves_start, self.moves_start + length + 2, message)
            })?;
            if let (Continuation::Move(by), true, None) = (next, is_move, words.peek()) {
                return Ok(Shown { position, moment, by: Some(by) });
            }
            moment = moment.after(&position, next);
            position.play_legal(next);
        }
        Ok(Shown { position, moment, by: None })
    }
}

impl Program {
    /// Returns whether the pattern is in an example. The rest of the game does not matter.
    fn finds(&self, shown: &Shown) -> bool {
        let occasion = Occasion::alone(&shown.position, shown.moment);
        let mut is_found = false;
        self.find(false, &mut Memory::default(), &occasion, &mut |found| {
            is_found |= shown.by.is_none_or(|by| found.by == Some(by));
        });
        is_found
    }
}
