//! The position that is shown: a FEN, or one of a file.

use crate::Failure;
use destrier::{Board, Color};
use destrier_games::{
    Continuation, Damage, FenError, Game, Layout, Position, Positions, Reader, Source, Start, Stream,
};
use std::io::{self, Read};

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
    pub(super) fn read(words: &[String]) -> Result<Self, Failure> {
        match words {
            [dash] if dash == "-" => Self::of_standard_input(),
            [file, place] if !matches!(place.as_str(), "w" | "b") => Self::of_file(&Source::new(file), place),
            _ => Self::of_fen(&words.join(" ")),
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
        Self::of_text(fen).map_err(|error| {
            let at = match error {
                FenError::Field { offset, .. } => format!("\n  {fen}\n  {:offset$}^", ""),
                _ => String::new(),
            };
            Failure::usage(format!("{error}{at}"))
        })
    }

    /// The position of a FEN, also of one that no game can reach.
    fn of_text(fen: &str) -> Result<Self, FenError> {
        let subject =
            |board: Board, fen: String, position| Self { board, fen, position, next: None, origin: None };
        match Position::from_fen(fen.as_bytes()) {
            Ok(position) => Ok(subject(position.board(), position.fen(), Ok(position))),
            Err(error @ FenError::Field { .. }) => Err(error),
            // It is well formed, so its first two fields are what they should be.
            Err(error) => {
                let mut fields = fen.split([' ', '\t', '_']).filter(|field| !field.is_empty());
                let placement = fields.next().unwrap_or_default();
                let placement: String =
                    placement.split('[').next().unwrap_or_default().chars().filter(|&c| c != '~').collect();
                let turn = if fields.next() == Some("b") { Color::Black } else { Color::White };
                match Board::from_placement(&placement, turn) {
                    Ok(board) => Ok(subject(board, fen.to_owned(), Err(error))),
                    Err(_) => Err(error),
                }
            }
        }
    }

    fn of_file(source: &Source, place: &str) -> Result<Self, Failure> {
        let name = source.name();
        let unreadable = |error: io::Error| Failure::refused(format!("{name}: {error}"));
        let stream = source.open(&Default::default()).map_err(unreadable)?;
        let wanted = Wanted::of(place, &stream.layout)
            .map_err(|reason| Failure::usage(format!("{place:?}: {reason}")))?;
        let Stream { layout, input, offset, .. } = stream;
        let mut reader = match layout {
            Layout::Games => Reader::games(input),
            _ => Reader::lines(input),
        };
        let mut count = 0;
        while let Some(record) = reader.next_record().map_err(unreadable)? {
            count = record.number;
            if let Wanted::Game(number, _) | Wanted::Line(number) = wanted
                && number != record.number
            {
                continue;
            }
            match (&wanted, Game::read(record, &layout)) {
                (Wanted::Line(line), None) => {
                    return Err(Failure::usage(format!("{name}: line {line} has no position")));
                }
                (Wanted::Puzzle(id, _), Some(Ok(game)))
                    if game.tags.value("PuzzleId").as_deref() != Some(id) => {}
                (Wanted::Puzzle(..), None | Some(Err(_))) | (_, None) => {}
                (_, Some(game)) => {
                    return game.and_then(|game| Self::of_game(&game, &wanted, &name)).map_err(
                        |mut damage| {
                            damage.offset += offset;
                            Failure::refused(format!("{name}: {damage}"))
                        },
                    )?;
                }
            }
        }
        Err(Failure::usage(match wanted {
            Wanted::Game(number, _) => format!("{name}: there is no game {number}; it has {count}"),
            Wanted::Line(number) => format!("{name}: there is no line {number}; it has {count}"),
            Wanted::Puzzle(id, _) => format!("{name}: there is no puzzle {id} among its {count}"),
        }))
    }

    /// The position of a game; the outer error is what cannot be read of it.
    fn of_game(game: &Game<'_>, wanted: &Wanted, name: &str) -> Result<Result<Self, Failure>, Box<Damage>> {
        let place = match wanted {
            Wanted::Puzzle(id, _) => format!("puzzle {id}"),
            _ => game.place().to_string(),
        };
        let ply = match wanted {
            Wanted::Game(_, ply) | Wanted::Puzzle(_, ply) => *ply,
            Wanted::Line(_) => 0,
        };
        let start = match game.start() {
            Ok(Start::Position(start)) => start,
            // Drawn nevertheless, if it is the start that is wanted and its pieces can be read.
            other => {
                let subject =
                    game.tags.value("FEN").filter(|_| ply == 0).and_then(|fen| Self::of_text(&fen).ok());
                return match (subject, other) {
                    (Some(subject), _) => {
                        Ok(Ok(Self { origin: Some(format!("{place} of {name}")), ..subject }))
                    }
                    (None, Ok(Start::Variant(variant))) => Ok(Err(Failure::refused(format!(
                        "{name}: {place} is {variant}, which has other rules"
                    )))),
                    (None, Ok(Start::Position(_))) => Ok(Err(Failure::refused(format!("{name}: {place}")))),
                    (None, Err(damage)) => Err(damage),
                };
            }
        };
        let (mut found, mut last) = (None, 0);
        let played = game.replay(&start, &mut Positions::new(), |positions| {
            last = positions.ply(positions.len().saturating_sub(1));
            let first = positions.ply(0);
            if let Some(index) = ply.checked_sub(first).map(|i| i as usize).filter(|&i| i < positions.len()) {
                found = Some((positions.position(index), positions.next(index)));
            }
        });
        let Some((position, next)) = found else {
            // What is damaged before the ply is why it is not there.
            return played.map(|()| {
                Err(Failure::usage(format!("{name}: {place} has no ply {ply}; its last is {last}")))
            });
        };
        let after = match (wanted, ply) {
            (Wanted::Line(_), _) => String::new(),
            (_, 0) => ", at its start".to_owned(),
            (_, 1) => ", after 1 ply".to_owned(),
            _ => format!(", after {ply} plies"),
        };
        let link = game.link().map_or_else(String::new, |link| format!(", {link}"));
        Ok(Ok(Self {
            board: position.board(),
            fen: position.fen(),
            position: Ok(position),
            next,
            origin: Some(format!("{place} of {name}{after}{link}")),
        }))
    }
}

/// Which position of a file is wanted.
enum Wanted {
    /// The number of a game and a ply.
    Game(u64, u32),
    /// The id of a puzzle and a ply: after the first move it is the position to solve.
    Puzzle(String, u32),
    /// The number of a line.
    Line(u64),
}

impl Wanted {
    fn of(place: &str, layout: &Layout) -> Result<Self, &'static str> {
        let (name, ply) = match place.split_once(':') {
            Some((name, ply)) => (name, Some(ply)),
            None => (place, None),
        };
        let number = || name.parse().ok().filter(|&number| number > 0);
        let ply = ply.map(str::parse::<u32>).transpose();
        match (layout, ply) {
            (Layout::Games, Ok(Some(ply))) => number().map(|number| Self::Game(number, ply)),
            (Layout::Puzzles(_), Ok(ply)) if !name.is_empty() => {
                Some(Self::Puzzle(name.to_owned(), ply.unwrap_or(1)))
            }
            (Layout::Positions, Ok(None)) => number().map(Self::Line),
            _ => None,
        }
        .ok_or(match layout {
            Layout::Games => {
                "a position of a file of games is GAME:PLY, the number of the game from 1 and that of the ply, 0 its start"
            }
            Layout::Puzzles(_) => "a position of a file of puzzles is ID, or ID:PLY with 0 for the puzzle's FEN",
            Layout::Positions => "a position of a file of positions is the number of its line, from 1",
        })
    }
}
