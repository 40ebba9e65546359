//! A position with findings.

use super::worth::GameMove;
use crate::chess::{Continuation, GameResult, Position, Positions, Unscreened};
use crate::formats::pgn::Annotations;
use crate::formats::{Game, Start};
use destrier::Color;
use std::cell::OnceCell;

/// A position with findings.
#[derive(Clone, Copy, Debug)]
pub struct FoundPosition<'a> {
    /// The game.
    pub game: &'a Game<'a>,
    /// The position.
    pub position: &'a Position,
    pub(super) ply: u32,
    pub(super) next: Option<Continuation>,
    /// Positions of the game with the index of this one, if the collector needs all of them.
    pub(super) positions: Option<(&'a Positions, usize)>,
    pub(super) notes: &'a GameNotes,
}

/// Facts that need a pass over the whole text of a game, computed on first use.
#[derive(Clone, Debug, Default)]
pub(super) struct GameNotes {
    annotations: OnceCell<Annotations>,
    result: OnceCell<GameResult>,
}

impl FoundPosition<'_> {
    /// Returns the number of plies before the position.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the game's move, or `None` at the end of the game.
    #[must_use]
    pub const fn next(&self) -> Option<Continuation> {
        self.next
    }

    /// Returns the position before, with the move that led here. `None` at the start, every 1024 positions, and if
    /// the search visits only positions with findings ([`PositionNeeds::Found`](super::PositionNeeds::Found)).
    #[cfg(feature = "files")]
    pub(crate) fn previous(&self) -> Option<(Position, Continuation)> {
        let (positions, index) = self.positions?;
        let index = index.checked_sub(1)?;
        Some((positions.position(index), positions.next(index)?))
    }

    /// Returns the position two plies earlier, when the same side was to move. `None` at the start of the game.
    pub(super) fn earlier(&self) -> Option<Position> {
        Some(self.before(2)?.0)
    }

    /// Returns the position some plies earlier, with the game's move in it. `None` at the start of the game.
    ///
    /// Cost: replays the game if the position is not at hand.
    pub(super) fn before(&self, plies: u32) -> Option<(Position, Continuation)> {
        let ply = self.ply.checked_sub(plies)?;
        if let Some((positions, index)) = self.positions
            && let Some(index) = index.checked_sub(plies as usize)
        {
            return Some((positions.position(index), positions.next(index)?));
        }
        let Ok(Start::Position(start)) = self.game.start() else { return None };
        let mut before = None;
        // The search reports the damage.
        let _ = self.game.replay(&start, &mut Positions::new(), &Unscreened, |positions| {
            if let Some(index) = (0..positions.len()).find(|&index| positions.ply(index) == ply) {
                before = positions.next(index).map(|next| (positions.position(index), next));
            }
        });
        before
    }

    /// Returns the seconds left on a side's clock, from the last comment after one of its moves.
    #[must_use]
    pub fn clock(&self, side: Color) -> Option<f64> {
        let since_its_move = if side == self.position.turn() { 1 } else { 0 };
        self.annotations().at(self.ply().checked_sub(since_its_move)?).clock
    }

    /// Returns a link to the position if the game is on Lichess or chess.com.
    #[must_use]
    pub fn link(&self) -> Option<String> {
        let link = self.game.link()?;
        if let Some(path) = link.strip_prefix("https://www.chess.com/") {
            return chess_com_link(path, self.ply);
        }
        let id = link.strip_prefix("https://lichess.org/")?;
        let is_game = matches!(id.len(), 8 | 12) && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        // Lichess counts plies from the first move number of the FEN.
        let ply = 2 * (self.position.number().max(1) - 1) + u32::from(!self.position.turn().is_white());
        is_game.then(|| format!("{link}#{ply}"))
    }

    /// Returns the clocks and evaluations in the game's comments. They are read on first use.
    #[must_use]
    pub fn annotations(&self) -> &Annotations {
        self.notes.annotations.get_or_init(|| self.game.annotations())
    }

    /// Returns the result of the game; see [`Game::result`].
    #[must_use]
    pub fn result(&self) -> GameResult {
        *self.notes.result.get_or_init(|| self.game.result())
    }

    /// Returns the game's move and the evaluations around it in the comments.
    #[must_use]
    pub fn game_move(&self) -> GameMove {
        GameMove::annotated(self.next(), self.ply(), self.annotations())
    }
}

/// Returns a link to a position on the analysis board of chess.com, given the path of a game such as
/// `game/live/123`, `live/game/123` or `analysis/game/live/123?tab=review`. The site numbers moves from 0, so there
/// is no link to the start.
fn chess_com_link(path: &str, ply: u32) -> Option<String> {
    let path = path.strip_prefix("analysis/").unwrap_or(path);
    let (kind, rest) = ["live", "daily"].into_iter().find_map(|kind| {
        let paths = [format!("game/{kind}/"), format!("{kind}/game/")];
        Some((kind, paths.iter().find_map(|start| path.strip_prefix(start.as_str()))?))
    })?;
    let id = rest.split(['?', '#', '/']).next()?;
    let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let last_move = ply.checked_sub(1).filter(|_| is_id)?;
    Some(format!("https://www.chess.com/analysis/game/{kind}/{id}?tab=analysis&move={last_move}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_games_on_chess_com_have_links() {
        let link = |id: &str| Some(format!("https://www.chess.com/analysis/game/{id}?tab=analysis&move=44"));
        for (path, id) in [
            ("game/live/123309551428", Some("live/123309551428")),
            ("live/game/1936591455", Some("live/1936591455")),
            ("game/daily/223897998", Some("daily/223897998")),
            ("daily/game/223897998?move=3", Some("daily/223897998")),
            ("analysis/game/live/123309551428?tab=analysis&move=2", Some("live/123309551428")),
            ("analysis/game/live/123309551428/analysis?move=2", Some("live/123309551428")),
            ("game/live/", None),
            ("game/live/<b>", None),
            ("openings/Sicilian-Defense", None),
        ] {
            assert_eq!(chess_com_link(path, 45), id.and_then(link), "{path}");
        }
        assert_eq!(chess_com_link("game/live/1", 0), None);
    }
}
