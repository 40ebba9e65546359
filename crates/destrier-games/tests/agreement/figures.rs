//! What the theme tags of puzzles say of the patterns: Lichess tags a puzzle `fork`, `smotheredMate` or `backRankMate` by
//! definitions and votes of its own, so the patterns nearly always occur where the tags say.

use crate::support::{data, puzzles};
use destrier_games::{Continuation, Finding, Value, find};
use shakmaty::Role;
use std::path::Path;

/// How many puzzles have the tag (for forks: and are solved with a knight move), and row and name of those of them in
/// which the solver never plays the pattern.
#[derive(Debug, Default, PartialEq)]
struct Figure {
    tagged: usize,
    without: Vec<(u64, String)>,
}

/// The figures of forks, smothered mates and back-rank mates.
fn figures(path: &Path) -> [Figure; 3] {
    let [mut forks, mut smothered, mut back_rank] = [const { Figure { tagged: 0, without: Vec::new() } }; 3];
    for puzzle in puzzles::read(path) {
        let mut knight_moves = 0;
        let mut played = Vec::new();
        puzzle.replay(|position, ply, next| {
            // The move at ply 0 allows the puzzle; the solver makes the next, and every other from there.
            if ply % 2 == 1 {
                knight_moves += usize::from(is_knight_move(next));
                played.extend(
                    find(position, next).into_iter().filter(|finding| finding.played() == Some(true)),
                );
            }
        });
        let plays = |pattern: &str| played.iter().any(|finding| finding.pattern.name == pattern);
        let mates = |finding: &Finding| finding.value("mate") == Some(&Value::Flag(Some(true)));
        let count = |figure: &mut Figure, has_pattern: bool| {
            figure.tagged += 1;
            if !has_pattern {
                figure.without.push((puzzle.row, puzzle.id.clone()));
            }
        };
        if puzzle.has_theme("fork") && knight_moves > 0 {
            count(&mut forks, plays("knight-fork"));
        }
        if puzzle.has_theme("smotheredMate") {
            count(&mut smothered, played.last().is_some_and(|f| f.pattern.name == "smothered-mate"));
        }
        if puzzle.has_theme("backRankMate") {
            count(&mut back_rank, played.iter().any(|f| f.pattern.name == "distant-check" && mates(f)));
        }
    }
    [forks, smothered, back_rank]
}

fn is_knight_move(next: Option<Continuation>) -> bool {
    matches!(next, Some(Continuation::Move(played)) if played.role() == Role::Knight)
}

#[test]
fn of_the_shipped_puzzles() {
    let without = |row, name: &str| (row, String::from(name));
    assert_eq!(
        figures(Path::new(puzzles::SHIPPED)),
        [
            Figure { tagged: 17, without: vec![without(30, "04Jl6"), without(48, "rkz3W")] },
            Figure { tagged: 17, without: vec![] },
            Figure { tagged: 12, without: vec![without(72, "0660Y")] },
        ]
    );
}

#[test]
fn of_all_puzzles() {
    let Some(path) = data::file("lichess-puzzles.csv") else { return };
    let figures = figures(&path).map(|figure| (figure.tagged, figure.tagged - figure.without.len()));
    assert_eq!(figures, [(364, 336), (17, 17), (228, 227)]);
}
