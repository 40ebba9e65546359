//! Lichess puzzles: a position, the move that allows the puzzle, then the solver's moves and the answers in turn.

use super::start;
use destrier_games::{Continuation, Position};
use shakmaty::uci::UciMove;
use std::path::Path;

/// The puzzles that the tests bring along.
pub(crate) const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/puzzles.csv");

/// A row of the puzzle file.
#[derive(Debug)]
pub(crate) struct Puzzle {
    /// Its number among the rows, from 1.
    pub(crate) row: u64,
    /// Its name.
    pub(crate) id: String,
    /// The starting position.
    fen: String,
    /// The moves from there, in UCI notation.
    moves: Vec<String>,
    /// Its theme tags.
    themes: Vec<String>,
}

/// All puzzles of a file.
pub(crate) fn read(path: impl AsRef<Path>) -> Vec<Puzzle> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name| header.iter().position(|&column| column == name).unwrap();
    let [id, fen, moves, themes] = ["PuzzleId", "FEN", "Moves", "Themes"].map(column);
    let puzzle = |(row, line): (u64, &str)| {
        let fields: Vec<&str> = line.split(',').collect();
        let words = |column: usize| fields[column].split(' ').map(String::from).collect();
        Puzzle {
            row,
            id: fields[id].into(),
            fen: fields[fen].into(),
            moves: words(moves),
            themes: words(themes),
        }
    };
    (1..).zip(lines).map(puzzle).collect()
}

impl Puzzle {
    /// Whether it has a theme tag.
    pub(crate) fn has_theme(&self, theme: &str) -> bool {
        self.themes.iter().any(|tag| tag == theme)
    }

    /// Shows each position, the first one and that after each move, with its ply and how the puzzle goes on.
    pub(crate) fn replay(&self, mut visit: impl FnMut(&Position, u32, Option<Continuation>)) {
        let mut position = start(&self.fen).unwrap();
        for (ply, uci) in (0..).zip(&self.moves) {
            let uci: UciMove = uci.parse().unwrap();
            let next = Continuation::Move(uci.to_move(position.chess()).unwrap());
            visit(&position, ply, Some(next));
            position.play(next).expect("a legal continuation");
        }
        visit(&position, self.moves.len() as u32, None);
    }
}
