//! Compares the patterns with the theme tags of puzzles. Lichess assigns `fork`, `smotheredMate` and `backRankMate`
//! by its own definitions and by votes, so nearly all puzzles with these tags have the pattern.

use crate::data;
use crate::files::PUZZLES;
use crate::scan::{collect, scan_of};
use destrier::Piece;
use destrier_games::{Collecting, Collector, Continuation, CurrentGame, Finding, Move, Positions, find};
use std::path::Path;

/// The number of puzzles with the tag (for forks: that are solved with a knight move), and the row and name of those
/// in which the solver never plays the pattern.
#[derive(Debug, Default, PartialEq)]
struct Figure {
    tagged: usize,
    without: Vec<(u64, String)>,
}

/// The tags and the solution of a puzzle.
struct Puzzle {
    row: u64,
    id: String,
    themes: String,
    /// Whether the solver moves a knight.
    knight_moves: bool,
    /// The findings that the solver plays.
    played: Vec<Finding>,
}

struct Puzzles;

impl Collector for Puzzles {
    type Accumulator = Vec<Puzzle>;
    type Output = Vec<Puzzle>;

    fn accumulator(&self) -> Vec<Puzzle> {
        Vec::new()
    }

    fn begin(&self, puzzles: &mut Vec<Puzzle>, game: &CurrentGame<'_>) {
        let tag = |name| game.game.tags.value(name).unwrap_or_default().into_owned();
        puzzles.push(Puzzle {
            row: game.entry.number.get(),
            id: tag("PuzzleId"),
            themes: tag("Themes"),
            knight_moves: false,
            played: Vec::new(),
        });
    }

    fn positions(
        &self,
        _: &CurrentGame<'_>,
        positions: &Positions,
        collecting: &mut Collecting<'_, Vec<Puzzle>>,
    ) {
        let puzzle = collecting.accumulator.last_mut().unwrap();
        // The move at ply 0 sets up the puzzle. The solver plays the next move and then every other one.
        for (_, position, next) in positions.iter().filter(|(ply, ..)| ply % 2 == 1) {
            puzzle.knight_moves |= is_knight_move(next);
            puzzle.played.extend(find(&position, next).into_iter().filter(|f| f.played == Some(true)));
        }
    }

    fn finish(&self, puzzles: Vec<Puzzle>) -> Vec<Puzzle> {
        puzzles
    }
}

/// Returns the figures of forks, smothered mates and back-rank mates.
fn figures(path: &Path) -> [Figure; 3] {
    let [mut forks, mut smothered, mut back_rank] = [const { Figure { tagged: 0, without: Vec::new() } }; 3];
    let scanned = collect(&scan_of(&[path.to_owned()], 1), &Puzzles);
    assert_eq!(scanned.problems(), [""; 0]);
    for puzzle in scanned.outputs().flatten() {
        let played = &puzzle.played;
        let plays = |pattern: &str| played.iter().any(|finding| finding.pattern.name == pattern);
        let is_distant_mate = |f: &Finding| f.pattern.name == "distant-check" && f.mate == Some(true);
        let has_theme = |theme| puzzle.themes.split(' ').any(|tag| tag == theme);
        let count = |figure: &mut Figure, has_pattern: bool| {
            figure.tagged += 1;
            if !has_pattern {
                figure.without.push((puzzle.row, puzzle.id.clone()));
            }
        };
        if has_theme("fork") && puzzle.knight_moves {
            count(&mut forks, plays("knight-fork"));
        }
        if has_theme("smotheredMate") {
            count(&mut smothered, played.last().is_some_and(|f| f.pattern.name == "smothered-mate"));
        }
        if has_theme("backRankMate") {
            count(&mut back_rank, played.iter().any(is_distant_mate));
        }
    }
    [forks, smothered, back_rank]
}

const fn is_knight_move(next: Option<Continuation>) -> bool {
    matches!(next, Some(Continuation::Move(Move::Normal { piece: Piece::Knight, .. })))
}

#[test]
fn solutions_of_shipped_puzzles_play_their_patterns() {
    let without = |row, name: &str| (row, String::from(name));
    assert_eq!(
        figures(Path::new(PUZZLES)),
        [
            Figure { tagged: 17, without: vec![without(30, "04Jl6"), without(48, "rkz3W")] },
            Figure { tagged: 17, without: vec![] },
            Figure { tagged: 12, without: vec![without(72, "0660Y")] },
        ]
    );
}

#[test]
fn solutions_of_all_puzzles_play_their_patterns() {
    let Some(path) = data::file("lichess-puzzles.csv") else { return };
    let figures = figures(&path).map(|figure| (figure.tagged, figure.tagged - figure.without.len()));
    assert_eq!(figures, [(364, 336), (17, 17), (228, 227)]);
}
