//! Destrier's contenders. Only this module depends on Destrier's API.

use crate::counts::{Counts, count_pieces, lines};
use anyhow::{Context, Result};
use destrier_games::pgn::{Moves, Tags, Token};
use destrier_games::{
    Event, Game, GameContext, GameFilter, Position, Positions, Reader, Selection, Source, Start, Unscreened,
};
use std::io::{self, Read};
use std::path::Path;

/// Reads the tokens of all games.
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

/// Plays all moves.
pub fn replay(input: &mut dyn Read) -> Result<Counts> {
    let mut reader = Reader::games(input);
    let mut positions = Positions::new();
    let (mut games, mut played) = (0, 0);
    while let Some(record) = reader.next_record()? {
        games += 1;
        let game = Game::pgn(record);
        if let Ok(Start::Position(start)) = game.start() {
            // A damaged game shows in the count.
            let count = |positions: &Positions| played += positions.len() as u64;
            let _ = game.replay(&start, &mut positions, &Unscreened, count);
        }
    }
    Ok(Counts::of([("games", games), ("positions", played)]))
}

/// Plays all moves and searches every position for all patterns.
pub fn search(input: &mut dyn Read) -> Result<Counts> {
    let all = Selection::default();
    let mut reader = Reader::games(input);
    let mut positions = Positions::new();
    let (mut searched, mut findings) = (0, 0);
    while let Some(record) = reader.next_record()? {
        let _ =
            Game::pgn(record).search(
                Some(&all),
                GameContext::default(),
                &mut positions,
                |event| match event {
                    Event::Found(_, found) => findings += found.len() as u64,
                    Event::Positions(positions) => searched += positions.len() as u64,
                    Event::Searched(positions) => searched += positions as u64,
                },
            );
    }
    Ok(Counts::of([("positions", searched), ("findings", findings)]))
}

/// Filters out all games by a rating that no player has.
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

/// Converts FENs to legal positions.
pub fn fens(text: &[u8]) -> Result<Counts> {
    let read = |line| Ok(Position::from_fen(line)?);
    count_pieces(lines(text).map(read), |position| position.board().occupied().len() as usize)
}

/// Decompresses a file.
pub fn unpack(path: &Path) -> Result<Counts> {
    let mut stream = Source::new(path).open(&Default::default())?;
    Ok(Counts::of([("bytes", io::copy(&mut stream.input, &mut io::sink())?)]))
}

/// Reads the counts in the summary of `destrier scan`: games, skipped games, positions and forking knights.
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
    let left_out = summary.lines().find_map(|line| {
        let (number, _) = line.split_once(" excluded by filters")?.0.split_once(' ')?;
        number.replace(',', "").parse().ok()
    });
    let mut counts = Counts::of([
        ("games", number_before("games").context("a summary without games")?),
        // Games left out by a tag. The summary omits a count of zero.
        ("others", left_out.unwrap_or(0)),
        ("positions", number_before("positions").context("a summary without positions")?),
    ]);
    // A search for other patterns has no row for forking knights.
    if let Some(forks) = forks {
        counts.0.insert("forks".to_owned(), forks.replace(',', "").parse()?);
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rivals;
    use shakmaty::EnPassantMode;
    use shakmaty::fen::Fen;

    const SAMPLE: &[u8] = include_bytes!("../../samples/lichess.pgn");

    #[test]
    fn contenders_agree_on_counts() {
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
    fn reads_summary() {
        let summary = "1,060 games, 4,936 positions\n1,200 games excluded by filters\n\n\
                       knight-fork                250        58\nforking-knight           1,140        54\n";
        let counts = Counts::of([("games", 1060), ("others", 1200), ("positions", 4936), ("forks", 1140)]);
        assert_eq!(read_summary(summary).unwrap(), counts);
        assert!(read_summary("nothing").is_err());
    }
}
