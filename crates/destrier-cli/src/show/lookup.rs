//! Finds a position in a file of games, puzzles or positions.

use super::subject::Subject;
use crate::failure::Failure;
use destrier_games::{
    Addressing, Damage, Entry, Event, Game, GameContext, GameMove, Outcome, Positions, Reader, Source, Stream,
};
use std::borrow::Cow;
use std::io;

/// Returns the position that a locator names in a file. Reads the file up to there.
pub(super) fn find(source: &Source, locator: &str) -> Result<Subject, Failure> {
    let name = source.name();
    if source.is_table().map_err(unreadable(source))? {
        return find_in_table(source, locator);
    }
    let Stream { decoder, input, offset, .. } =
        source.open(&Default::default()).map_err(unreadable(source))?;
    let locator = Locator::parse(locator, decoder.addressing())
        .map_err(|form| Failure::usage(format!("{locator:?}: expected {form}")))?;
    let lookup = Lookup { name, offset, locator };
    let mut reader = Reader::new(input, decoder.record_end());
    let (mut count, mut damaged) = (0, None);
    while let Some(record) = reader.next_record().map_err(unreadable(source))? {
        count = record.number;
        let row = record.bytes;
        // Skip other records without parsing them. Puzzles must be parsed to know their ids.
        if lookup.locator.number().is_some_and(|number| number != record.number) {
            continue;
        }
        match (decoder.read(record), &lookup.locator) {
            (Some(Ok(game)), Locator::Puzzle(id, _))
                if game.tags.value("PuzzleId").as_deref() != Some(id) => {}
            (Some(Ok(game)), _) => return lookup.subject(&game),
            // A later, undamaged row may be the puzzle.
            (Some(Err(damage)), Locator::Puzzle(id, _)) => {
                damaged = damaged.or_else(|| has_field(row, id).then_some(damage));
            }
            (None, Locator::Puzzle(..)) => {}
            (Some(Err(damage)), _) => return Err(lookup.damaged(damage)),
            (None, Locator::Row(..)) => return Err(lookup.usage(&format!("row {count} is empty"))),
            (None, _) => return Err(lookup.usage(&format!("line {count} has no position"))),
        }
    }
    if let Some(damage) = damaged {
        return Err(lookup.damaged(damage));
    }
    Err(lookup.usage(&match &lookup.locator {
        Locator::Game(number, _) => format!("there is no game {number}; the file has {count}"),
        Locator::Line(number) => format!("there is no line {number}; the file has {count}"),
        Locator::Row(number, _) => format!("there is no row {number}; the file has {count}"),
        Locator::Puzzle(id, _) => format!("there is no puzzle {id}; the file has {count}"),
    }))
}

fn unreadable(source: &Source) -> impl Fn(io::Error) -> Failure {
    move |error| Failure::refused(format!("{}: {error}", source.name()))
}

/// Returns the position that a locator names in a table.
fn find_in_table(source: &Source, locator: &str) -> Result<Subject, Failure> {
    let name = source.name();
    let by_number = Locator::parse(locator, Addressing::Game);
    let locator = by_number
        .or_else(|_| Locator::parse(locator, Addressing::Id))
        .map_err(|_| Failure::usage(format!("{locator:?}: expected GAME:PLY, or a puzzle's ID or ID:PLY")))?;
    let lookup = Lookup { name, offset: 0, locator };
    let mut count = 0;
    let mut blocks = source.blocks(&Default::default()).map_err(unreadable(source))?;
    while let Some(block) = blocks.next_block().map_err(unreadable(source))? {
        for Entry { number, game, .. } in block.games() {
            count += 1;
            match (&lookup.locator, game) {
                (Locator::Puzzle(id, _), Ok(game)) if game.tags.value("PuzzleId").as_deref() == Some(id) => {
                    return lookup.subject(&game);
                }
                (Locator::Game(wanted, _), Ok(game)) if number.get() == *wanted => {
                    return lookup.subject(&game);
                }
                (Locator::Game(wanted, _), Err(damage)) if number.get() == *wanted => {
                    return Err(lookup.damaged(damage));
                }
                _ => {}
            }
        }
    }
    Err(lookup.usage(&match &lookup.locator {
        Locator::Puzzle(id, _) => format!("there is no puzzle {id}; the table has {count} rows"),
        locator => {
            format!("there is no game {}; the table has {count} rows", locator.number().unwrap_or_default())
        }
    }))
}

/// The lookup of a position in a file.
struct Lookup<'a> {
    /// The name of the file.
    name: Cow<'a, str>,
    /// The byte at which its text begins.
    offset: u64,
    locator: Locator,
}

impl Lookup<'_> {
    fn usage(&self, reason: &str) -> Failure {
        Failure::usage(format!("{}: {reason}", self.name))
    }

    fn damaged(&self, mut damage: Box<Damage>) -> Failure {
        damage.offset += self.offset;
        Failure::refused(format!("{}: {damage}", self.name))
    }

    /// Returns the position in the game.
    fn subject(&self, game: &Game<'_>) -> Result<Subject, Failure> {
        let (record, ply) = match &self.locator {
            Locator::Game(_, ply) => (game.number.to_string(), *ply),
            Locator::Puzzle(id, ply) => (format!("puzzle {id}"), *ply),
            Locator::Row(number, ply) => (format!("row {number}"), *ply),
            Locator::Line(_) => (game.number.to_string(), 0),
        };
        let (mut found, mut last) = (None, 0);
        let outcome = game.search(None, GameContext::default(), &mut Positions::new(), |event| {
            if let Event::Positions(positions) = event {
                found = found.or_else(|| positions.iter().find(|(at, ..)| *at == ply));
                last = positions.ply(positions.len().saturating_sub(1));
            }
        });
        let origin = Some(self.origin(game, &record, ply));
        if let Some((_, position, next)) = found {
            let game = GameMove::annotated(next, ply, &game.annotations());
            return Ok(Subject { game, origin, ..Subject::of_position(position) });
        }
        let failure = match outcome {
            Ok(Outcome::Played) => self.usage(&format!("{record} has no ply {ply}; its last is {last}")),
            Ok(Outcome::Variant(variant)) => {
                Failure::refused(format!("{}: {record}: the variant {variant} is not supported", self.name))
            }
            // The position comes after the damage.
            Err(damage) => self.damaged(damage),
        };
        // A start that breaks the rules can still be drawn.
        let start = game.tags.value("FEN").filter(|_| ply == 0).and_then(|fen| Subject::of_fen(&fen).ok());
        match start.filter(|subject| subject.position.is_err()) {
            Some(subject) => Ok(Subject { origin, ..subject }),
            None => Err(failure),
        }
    }

    /// Describes where the position comes from.
    fn origin(&self, game: &Game<'_>, record: &str, ply: u32) -> String {
        let after = match (&self.locator, ply) {
            (Locator::Line(_), _) => String::new(),
            (_, 0) => ", at its start".to_owned(),
            (_, 1) => ", after 1 ply".to_owned(),
            _ => format!(", after {ply} plies"),
        };
        let link = game.link().map_or_else(String::new, |link| format!(", {link}"));
        // File names and links may contain terminal escape codes.
        format!("{record} of {}{after}{link}", self.name).replace(char::is_control, "")
    }
}

/// A position in a file.
enum Locator {
    /// The number of a game and a ply.
    Game(u64, u32),
    /// The id of a puzzle and a ply. Ply 1 is the position to solve.
    Puzzle(String, u32),
    /// The number of a row, if puzzles have no ids, and a ply.
    Row(u64, u32),
    /// The number of a line.
    Line(u64),
}

impl Locator {
    /// Parses a locator. The error describes the expected form.
    fn parse(text: &str, addressing: Addressing) -> Result<Self, &'static str> {
        let (name, ply) = match text.split_once(':') {
            Some((name, ply)) => (name, Some(ply)),
            None => (text, None),
        };
        let number = name.parse().ok().filter(|&number| number > 0);
        let ply = ply.map(str::parse::<u32>).transpose();
        match (addressing, ply) {
            (Addressing::Game, Ok(Some(ply))) => number.map(|number| Self::Game(number, ply)),
            (Addressing::Row, Ok(ply)) => number.map(|number| Self::Row(number, ply.unwrap_or(1))),
            (Addressing::Id, Ok(ply)) if !name.is_empty() => {
                Some(Self::Puzzle(name.to_owned(), ply.unwrap_or(1)))
            }
            (Addressing::Line, Ok(None)) => number.map(Self::Line),
            _ => None,
        }
        .ok_or(match addressing {
            Addressing::Game => "GAME:PLY; the first game is 1, ply 0 is its start",
            Addressing::Row => "ROW or ROW:PLY; row 1 follows the header, ply 0 is the row's FEN",
            Addressing::Id => "a puzzle's ID or ID:PLY; ply 0 is the puzzle's FEN",
            Addressing::Line => "the number of a line, from 1",
        })
    }

    /// Returns the number of the record, if it is known.
    const fn number(&self) -> Option<u64> {
        match self {
            Self::Game(number, _) | Self::Row(number, _) | Self::Line(number) => Some(*number),
            Self::Puzzle(..) => None,
        }
    }
}

/// Returns whether a damaged row has a field with this text.
fn has_field(row: &[u8], text: &str) -> bool {
    row.split(|&byte| byte == b',').any(|field| field.trim_ascii() == text.as_bytes())
}
