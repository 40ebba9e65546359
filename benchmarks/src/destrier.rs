//! What Destrier does with the same files. All that knows its interface is here.

use crate::contenders::Counts;
use anyhow::{Context, Result, bail};
use destrier_games::pgn::{Moves, Tags, Token};
use destrier_games::{Game, GameFilter, Layout, Position, Reader, Source, Start, find};
use std::io::{self, Read};
use std::path::Path;

/// The tokens of all games.
pub fn tokens(input: &mut dyn Read) -> Result<Counts> {
    let mut reader = Reader::games(input);
    let (mut games, mut moves) = (0, 0);
    while let Some(record) = reader.next_record()? {
        games += 1;
        let tags = Tags::read(record.bytes);
        for token in Moves::new(record.bytes, &tags) {
            moves += u64::from(matches!(token, Token::Move { .. }));
        }
    }
    Ok(Counts::of([("games", games), ("moves", moves)]))
}

/// All moves played.
pub fn replay(input: &mut dyn Read) -> Result<Counts> {
    let mut reader = Reader::games(input);
    let (mut games, mut positions) = (0, 0);
    while let Some(record) = reader.next_record()? {
        games += 1;
        let game = Game::pgn(record);
        if let Ok(Start::Position(start)) = game.start() {
            // What is wrong with a game shows in the count.
            let _ = game.replay(*start, |_, _, _| positions += 1);
        }
    }
    Ok(Counts::of([("games", games), ("positions", positions)]))
}

/// All moves played and each position searched for all patterns.
pub fn search(input: &mut dyn Read) -> Result<Counts> {
    let mut reader = Reader::games(input);
    let (mut positions, mut findings) = (0, 0);
    while let Some(record) = reader.next_record()? {
        let game = Game::pgn(record);
        if let Ok(Start::Position(start)) = game.start() {
            let _ = game.replay(*start, |position, _, next| {
                positions += 1;
                findings += find(position, next).len() as u64;
            });
        }
    }
    Ok(Counts::of([("positions", positions), ("findings", findings)]))
}

/// Games that a tag leaves out: no player is rated so high.
pub fn filter(input: &mut dyn Read) -> Result<Counts> {
    let filter = GameFilter { min_elo: Some(9000), ..GameFilter::default() };
    let mut reader = Reader::games(input);
    let (mut games, mut admitted) = (0, 0);
    while let Some(record) = reader.next_record()? {
        games += 1;
        admitted += u64::from(filter.admits(&Game::pgn(record).tags));
    }
    Ok(Counts::of([("games", games), ("admitted", admitted)]))
}

/// FENs to positions that can be played.
pub fn fens(text: &[u8]) -> Result<Counts> {
    let men = |position: &Position| u64::from(position.board().occupied().len());
    let mut reader = Reader::lines(text);
    let mut counts = (0, 0);
    while let Some(record) = reader.next_record()? {
        match Game::read(record, &Layout::Positions)
            .transpose()
            .and_then(|game| game.map(|game| game.start()).transpose())
        {
            Ok(Some(Start::Position(position))) => counts = (counts.0 + 1, counts.1 + men(&position)),
            Ok(_) => {}
            Err(damage) => bail!("{damage:?}"),
        }
    }
    Ok(Counts::of([("FENs", counts.0), ("men", counts.1)]))
}

/// A packed file's plain bytes.
pub fn unpack(path: &Path) -> Result<Counts> {
    let mut stream = Source::new(path).open(&Default::default())?;
    Ok(Counts::of([("bytes", io::copy(&mut stream.input, &mut io::sink())?)]))
}

/// What the summary of `destrier scan` counts: games, positions, and knights that fork.
pub fn read_summary(summary: &str) -> Result<Counts> {
    let number_before = |word: &str| {
        let mut words = summary.split_whitespace();
        let mut last = words.next()?;
        for next in words {
            if next.trim_end_matches(',') == word {
                return last.replace(',', "").parse().ok();
            }
            last = next;
        }
        None
    };
    let forks =
        summary.lines().find_map(|line| line.strip_prefix("forking-knight")?.split_whitespace().next());
    Ok(Counts::of([
        ("games", number_before("games").context("a summary without games")?),
        ("positions", number_before("positions").context("a summary without positions")?),
        ("forks", forks.context("a summary without forks")?.replace(',', "").parse()?),
    ]))
}
