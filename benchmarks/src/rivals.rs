//! Contenders that use other libraries, each written for speed.

use crate::counts::{Counts, count_pieces, lines};
use anyhow::{Context, Result};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, Position, attacks};
use std::io::Read;
use std::ops::ControlFlow;

/// Counts moves without playing them.
struct Tokens(u64);

impl Visitor for Tokens {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), _: SanPlus) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (): ()) {}
}

/// Reads the tokens of all games with pgn-reader.
pub fn tokens(input: &mut dyn Read) -> Result<Counts> {
    let mut tokens = Tokens(0);
    let mut reader = Reader::new(input);
    let mut games = 0;
    while reader.read_game(&mut tokens)?.is_some() {
        games += 1;
    }
    Ok(Counts::of([("games", games), ("moves", tokens.0)]))
}

/// Counts games where both players have at least a given rating. Skips all moves.
struct Ratings {
    least: u32,
    admitted: u64,
}

impl Visitor for Ratings {
    /// Whether each player has the rating.
    type Tags = [bool; 2];
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), [bool; 2]> {
        ControlFlow::Continue([false; 2])
    }

    fn tag(&mut self, admitted: &mut [bool; 2], name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let player = match name {
            b"WhiteElo" => 0,
            b"BlackElo" => 1,
            _ => return ControlFlow::Continue(()),
        };
        let rating = std::str::from_utf8(value.as_bytes()).ok().and_then(|rating| rating.parse().ok());
        admitted[player] = rating.is_some_and(|rating: u32| rating >= self.least);
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, admitted: [bool; 2]) -> ControlFlow<()> {
        self.admitted += u64::from(admitted == [true; 2]);
        ControlFlow::Break(())
    }

    fn end_game(&mut self, (): ()) {}
}

/// Filters games by a tag with pgn-reader.
pub fn filter(input: &mut dyn Read) -> Result<Counts> {
    let mut ratings = Ratings { least: 9000, admitted: 0 };
    let mut reader = Reader::new(input);
    let mut games = 0;
    while reader.read_game(&mut ratings)?.is_some() {
        games += 1;
    }
    Ok(Counts::of([("games", ratings.admitted), ("others", games - ratings.admitted)]))
}

/// Plays the main line up to the first illegal move and passes each position to a function.
struct Replay<F>(F);

impl<F: FnMut(&Chess)> Visitor for Replay<F> {
    type Tags = Chess;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) {
                Some(position) => *start = position,
                None => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<(), Chess> {
        (self.0)(&start);
        ControlFlow::Continue(start)
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(played) => position.play_unchecked(played),
            Err(_) => return ControlFlow::Break(()),
        }
        (self.0)(position);
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Chess) {}
}

/// Replays all games with pgn-reader and shakmaty, calls `visit` for each position, and returns the number of games.
pub fn visit_positions(input: impl Read, visit: impl FnMut(&Chess)) -> Result<u64> {
    let mut replay = Replay(visit);
    let mut reader = Reader::new(input);
    let mut games = 0;
    while reader.read_game(&mut replay)?.is_some() {
        games += 1;
    }
    Ok(games)
}

/// Plays all moves with pgn-reader and shakmaty.
pub fn replay(input: &mut dyn Read) -> Result<Counts> {
    let mut positions = 0;
    let games = visit_positions(input, |_| positions += 1)?;
    Ok(Counts::of([("games", games), ("positions", positions)]))
}

/// Plays all moves and counts the knights of both sides that attack two or more pieces other than pawns, each once as long
/// as it stands there. The usual start of a game has none, so nothing is carried over from the game before.
///
/// Uses pgn-reader, and shakmaty with its attack table.
pub fn forks(input: &mut dyn Read) -> Result<Counts> {
    let mut positions = 0;
    let mut forks = 0;
    let mut before = [Bitboard::EMPTY; 2];
    let games = visit_positions(input, |position| {
        positions += 1;
        let board = position.board();
        for (color, before) in Color::ALL.into_iter().zip(&mut before) {
            let targets = board.by_color(!color) & !board.pawns();
            let knights = board.knights() & board.by_color(color);
            let now: Bitboard = knights
                .into_iter()
                .filter(|&from| (attacks::knight_attacks(from) & targets).more_than_one())
                .collect();
            forks += (now & !*before).count();
            *before = now;
        }
    })?;
    Ok(Counts::of([("games", games), ("positions", positions), ("forks", forks as u64)]))
}

/// Parses FENs with shakmaty without checking that the positions are legal.
pub fn fens_parsed(text: &[u8]) -> Result<Counts> {
    count_pieces(lines(text).map(|line| Ok(Fen::from_ascii(line)?)), |fen| {
        fen.as_setup().board.occupied().count()
    })
}

/// Converts FENs to legal positions with shakmaty.
pub fn fens_validated(text: &[u8]) -> Result<Counts> {
    let read = |line| Ok(Fen::from_ascii(line)?.into_position::<Chess>(CastlingMode::Standard)?);
    count_pieces(lines(text).map(read), |position| position.board().occupied().count())
}

/// Converts FENs to legal positions with cozy-chess.
pub fn fens_cozy(text: &[u8]) -> Result<Counts> {
    let read = |line| {
        let fen = std::str::from_utf8(line)?;
        cozy_chess::Board::from_fen(fen, false).ok().context("cozy-chess rejects the FEN")
    };
    count_pieces(lines(text).map(read), |board| board.occupied().len() as usize)
}

/// Counts line breaks with memchr, as a measure of memory speed.
pub fn line_breaks(text: &[u8]) -> Result<Counts> {
    Ok(Counts::of([("line-breaks", memchr::memchr_iter(b'\n', text).count() as u64)]))
}
