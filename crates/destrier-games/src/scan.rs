//! The scan: every finding in every game of every source, in their order.

use crate::output::Output;
use crate::pgn::Reader;
use crate::{Damage, Finding, Game, Position, Start, find, source};
use std::io;
use std::path::PathBuf;

/// A game with all that was found in it.
#[derive(Debug)]
pub struct ScannedGame<'a> {
    /// The source as it was given.
    pub source: &'a str,
    /// The game.
    pub game: Game<'a>,
    /// How many positions were searched, the starting position among them.
    pub positions: u64,
    /// The positions with findings.
    pub found: Vec<Found>,
}

/// A position of a game and what was found in it.
#[derive(Debug)]
pub struct Found {
    /// Moves made before it, 0 at the start of the game.
    pub ply: u32,
    /// The position.
    pub position: Position,
    /// What was found, in its order; at least one.
    pub findings: Vec<Finding>,
}

/// Something that kept a scan from reading all there is.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A game that could be read only in part. The next is read as if nothing had happened.
    #[error("{source_name}: game {game}, {damage}")]
    Damaged {
        /// The source as it was given.
        source_name: String,
        /// Number of the game in its source, from 1.
        game: u64,
        /// What is wrong, and where.
        damage: Box<Damage>,
    },
    /// A source that could not be opened or read to its end. The next is read as if nothing had happened.
    #[error("{source_name}: {error}")]
    Unreadable {
        /// The source as it was given.
        source_name: String,
        /// What the system says.
        error: io::Error,
    },
}

/// What a scan came through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games, damaged and skipped ones among them.
    pub games: u64,
    /// Positions searched.
    pub positions: u64,
    /// Games that could be read only in part.
    pub damaged: u64,
    /// Games of other variants, which are not read.
    pub skipped: u64,
    /// Sources that could not be opened or read to their end.
    pub unreadable: u64,
}

/// Scans sources one after the other. Findings go to `output`; problems go to `report`, which says whether to go on.
///
/// # Errors
///
/// When the output cannot be written.
pub fn scan(
    sources: &[PathBuf],
    output: &mut dyn Output,
    report: &mut dyn FnMut(Problem) -> bool,
) -> io::Result<Totals> {
    let mut totals = Totals::default();
    for path in sources {
        let name = path.display().to_string();
        let unreadable = match source::open(path) {
            Err(error) => Some(error),
            Ok(input) => {
                let mut reader = Reader::new(input);
                loop {
                    let text = match reader.next_game() {
                        Ok(Some(text)) => text,
                        Ok(None) => break None,
                        Err(error) => break Some(error),
                    };
                    let (scanned, damage) = scan_game(&name, Game::new(text), &mut totals);
                    output.game(&scanned)?;
                    if let Some(damage) = damage {
                        let game = text.number;
                        if !report(Problem::Damaged { source_name: name.clone(), game, damage }) {
                            return Ok(totals);
                        }
                    }
                }
            }
        };
        if let Some(error) = unreadable {
            totals.unreadable += 1;
            if !report(Problem::Unreadable { source_name: name, error }) {
                return Ok(totals);
            }
        }
    }
    Ok(totals)
}

/// Searches all positions of a game, up to the damage where there is one.
fn scan_game<'a>(
    source: &'a str,
    game: Game<'a>,
    totals: &mut Totals,
) -> (ScannedGame<'a>, Option<Box<Damage>>) {
    let mut positions = 0;
    let mut found = Vec::new();
    let result = match game.start() {
        Ok(Start::Variant(_)) => {
            totals.skipped += 1;
            Ok(())
        }
        Ok(Start::Position(start)) => game.replay(*start, |position, ply, next| {
            positions += 1;
            let findings = find(position, next);
            if !findings.is_empty() {
                found.push(Found { ply, position: position.clone(), findings });
            }
        }),
        Err(damage) => Err(damage),
    };
    totals.games += 1;
    totals.positions += positions;
    totals.damaged += u64::from(result.is_err());
    (ScannedGame { source, game, positions, found }, result.err())
}
