//! Agreement over games and puzzles that were played.

use crate::both::Both;
use crate::support::{data, puzzles};
use destrier_games::output::JsonLines;
use destrier_games::pgn::{GameText, Reader};
use destrier_games::{Game, Start, Totals, open, scan};
use std::path::{Path, PathBuf};

/// Follows all games of a PGN file and holds what a scan of it writes against that. Games and positions.
fn agree_on_games(path: &Path) -> (u64, u64) {
    let source = path.display().to_string();
    let mut reader = Reader::new(open(path).unwrap());
    let (mut games, mut positions, mut lines) = (0, 0, String::new());
    while let Some(text) = reader.next_game().unwrap() {
        let game = Game::new(text);
        let Ok(Start::Position(start)) = game.start() else { panic!("the start of game {}", text.number) };
        let site = game.tags.get("Site").map(|tag| tag.value());
        let mut both = Both::new(&source, text.number, site.as_deref());
        game.replay(*start, |position, ply, next| both.visit(position, ply, next)).unwrap();
        let (in_game, written) = both.finish(game);
        games += 1;
        positions += in_game;
        lines += &written;
    }

    let mut written = Vec::new();
    let sources = [PathBuf::from(path)];
    let totals = scan(&sources, &mut JsonLines::new(&mut written), &mut |problem| panic!("{problem}"));
    assert!(written == lines.as_bytes(), "the scan of {source} writes what was found game by game");
    assert_eq!(totals.unwrap(), Totals { games, positions, ..Totals::default() });
    (games, positions)
}

/// Follows all puzzles of a file: puzzles and positions.
fn agree_on_puzzles(path: &Path) -> (u64, u64) {
    let source = path.display().to_string();
    let puzzles = puzzles::read(path);
    let follow = |puzzle: &puzzles::Puzzle| {
        let tag = format!("[Site \"{}\"]", puzzle.id);
        let text = GameText { number: puzzle.row, offset: 0, bytes: tag.as_bytes(), cut: false };
        let mut both = Both::new(&source, puzzle.row, Some(&puzzle.id));
        puzzle.replay(|position, ply, next| both.visit(position, ply, next));
        both.finish(Game::new(text)).0
    };
    let positions = puzzles.iter().map(follow).sum();
    (puzzles.len() as u64, positions)
}

#[test]
fn on_the_sample() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/lichess.pgn");
    assert_eq!(agree_on_games(Path::new(path)), (60, 4936));
}

#[test]
fn on_the_shipped_puzzles() {
    assert_eq!(agree_on_puzzles(Path::new(puzzles::SHIPPED)), (80, 468));
}

#[test]
fn on_old_games() {
    let Some(path) = data::file("lichess-2013-01.pgn") else { return };
    assert_eq!(agree_on_games(&path), (58, 3763));
}

#[test]
fn on_new_games() {
    let Some(path) = data::file("lichess-2021-10.pgn") else { return };
    assert_eq!(agree_on_games(&path), (300, 20_009));
}

#[test]
fn on_all_puzzles() {
    let Some(path) = data::file("lichess-puzzles.csv") else { return };
    assert_eq!(agree_on_puzzles(&path), (5250, 29_748));
}
