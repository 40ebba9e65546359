//! The positions of the sample games.

use anyhow::{Context, Result};
use destrier::{Board, Color, Sets, Square};
use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::{Chess, Position as _};
use std::fs::File;
use std::ops::ControlFlow;

/// A position, as the library's board and as an engine's twelve bitboards, and two random squares.
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) pieces: [[u64; 6]; 2],
    pub(crate) turn: Color,
    pub(crate) squares: [Square; 2],
}

/// A small generator of random numbers (xorshift).
pub(crate) struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Self(0x6465_7374_7269_6572)
    }
}

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    pub(crate) fn choice<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

pub(crate) fn positions() -> Result<Vec<Position>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../samples/lichess.pgn");
    let mut games = Reader::new(File::open(path).context("the repository contains the sample")?);
    let mut played = Played(Vec::new());
    while games.read_game(&mut played)?.is_some() {}
    let mut random = Random::default();
    let mut position = |chess: &Chess| {
        let board = chess.board();
        let turn = if chess.turn().is_white() { Color::White } else { Color::Black };
        let pieces = shakmaty::Color::ALL
            .map(|side| shakmaty::Role::ALL.map(|role| (board.by_color(side) & board.by_role(role)).0));
        let sets = Sets::from_colors_and_pieces(
            shakmaty::Color::ALL.map(|side| board.by_color(side).0),
            shakmaty::Role::ALL.map(|role| board.by_role(role).0),
        );
        let board = Board::from_sets(sets, turn)?;
        let squares = [(); 2].map(|()| *random.choice(&Square::ALL));
        Ok(Position { board, pieces, turn, squares })
    };
    played.0.iter().map(&mut position).collect()
}

/// Collects the positions of the games.
struct Played(Vec<Chess>);

impl Visitor for Played {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(played) = san.san.to_move(position) else { return ControlFlow::Break(()) };
        position.play_unchecked(played);
        self.0.push(position.clone());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _position: Chess) {}
}
