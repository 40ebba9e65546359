//! What Destrier does with the same files. All that knows its interface is here.

use crate::counts::{Counts, count_men, lines};
use anyhow::{Context, Result};
use destrier_games::pgn::{Moves, Tags, Token};
use destrier_games::{
    GameContext, Event, Game, GameFilter, Position, Positions, Reader, Selection, Source, Start, Unscreened,
};
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
    let mut positions = Positions::new();
    let (mut games, mut played) = (0, 0);
    while let Some(record) = reader.next_record()? {
        games += 1;
        let game = Game::pgn(record);
        if let Ok(Start::Position(start)) = game.start() {
            // What is wrong with a game shows in the count.
            let count = |positions: &Positions| played += positions.len() as u64;
            let _ = game.replay(&start, &mut positions, &Unscreened, count);
        }
    }
    Ok(Counts::of([("games", games), ("positions", played)]))
}

/// All moves played and each position searched for all patterns.
pub fn search(input: &mut dyn Read) -> Result<Counts> {
    let all = Selection::default();
    let mut reader = Reader::games(input);
    let mut positions = Positions::new();
    let (mut searched, mut findings) = (0, 0);
    while let Some(record) = reader.next_record()? {
        let _ = Game::pgn(record).search(Some(&all), GameContext::default(), &mut positions, |event| match event {
            Event::Found(_, found) => findings += found.len() as u64,
            Event::Positions(positions) => searched += positions.len() as u64,
        });
    }
    Ok(Counts::of([("positions", searched), ("findings", findings)]))
}

/// Games that a tag leaves out: no player is rated so high.
pub fn filter(input: &mut dyn Read) -> Result<Counts> {
    let filter = GameFilter { min_elo: Some(9000), ..GameFilter::default() };
    let mut reader = Reader::games(input);
    let (mut games, mut admitted) = (0, 0);
    while let Some(record) = reader.next_record()? {
        games += 1;
        admitted += u64::from(filter.admits(&Game::pgn(record)));
    }
    Ok(Counts::of([("games", admitted), ("others", games - admitted)]))
}

/// FENs to positions that can be played.
pub fn fens(text: &[u8]) -> Result<Counts> {
    let read = |line| Ok(Position::from_fen(line)?);
    count_men(lines(text).map(read), |position| position.board().occupied().len() as usize)
}

/// A packed file's plain bytes.
pub fn unpack(path: &Path) -> Result<Counts> {
    let mut stream = Source::new(path).open(&Default::default())?;
    Ok(Counts::of([("bytes", io::copy(&mut stream.input, &mut io::sink())?)]))
}

/// What the summary of `destrier scan` counts: games, games left out, positions, and knights that fork.
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
        // Games that a tag left out; without any, the summary does not speak of them.
        ("others", number_before("others").unwrap_or(0)),
        ("positions", number_before("positions").context("a summary without positions")?),
        ("forks", forks.context("a summary without forks")?.replace(',', "").parse()?),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rivals;
    use shakmaty::EnPassantMode;
    use shakmaty::fen::Fen;

    const SAMPLE: &[u8] = include_bytes!("../../samples/lichess.pgn");

    #[test]
    fn the_same_is_counted_by_all() {
        assert_eq!(tokens(&mut &SAMPLE[..]).unwrap(), rivals::tokens(&mut &SAMPLE[..]).unwrap());
        assert_eq!(replay(&mut &SAMPLE[..]).unwrap(), rivals::replay(&mut &SAMPLE[..]).unwrap());

        let mut text = String::new();
        rivals::visit_positions(SAMPLE, |position| {
            text += &Fen::from_position(position, EnPassantMode::Legal).to_string();
            text.push('\n');
        })
        .unwrap();
        let ours = fens(text.as_bytes()).unwrap();
        for rival in [rivals::fens_parsed, rivals::fens_validated, rivals::fens_cozy] {
            assert_eq!(rival(text.as_bytes()).unwrap(), ours);
        }
        assert_eq!(ours.0["FENs"], replay(&mut &SAMPLE[..]).unwrap().0["positions"]);
    }

    #[test]
    fn a_summary_is_read() {
        let summary = "1,060 games, 0 damaged, 0 skipped\n  4,936 positions in 0.00 s, 1,256,185 a second\n\n\
                       knight-fork                250        58\nforking-knight           1,140        54\n";
        let counts = Counts::of([("games", 1060), ("others", 0), ("positions", 4936), ("forks", 1140)]);
        assert_eq!(read_summary(summary).unwrap(), counts);
        assert!(read_summary("nothing").is_err());
    }
}
