//! What several tests use.

pub(crate) mod data;
pub(crate) mod puzzles;

use destrier_games::pgn::GameText;
use destrier_games::{Damage, Game, Position, Start};

/// The position of a FEN, as a game begins that has it in a tag.
pub(crate) fn start(fen: &str) -> Result<Position, Box<Damage>> {
    let tag = format!("[FEN \"{fen}\"]");
    let game = Game::new(GameText { number: 1, offset: 0, bytes: tag.as_bytes(), cut: false });
    match game.start()? {
        Start::Position(position) => Ok(*position),
        Start::Variant(variant) => unreachable!("{variant}"),
    }
}
