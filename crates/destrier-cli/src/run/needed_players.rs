//! The condition on games, which notes the players in the games that it admits.

use destrier_games::pgn::Tags;
use destrier_games::{Colors, Entry, GameCondition, GameFilter, GameNeeds, GameRanges, Player};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// A filter for games that notes which of some players are in the games that it admits.
pub(super) struct NeededPlayers {
    filter: GameFilter,
    needed: Vec<Needed>,
}

/// A player of whom the output needs games.
struct Needed {
    /// The option that names the player.
    option: &'static str,
    /// The filter for the player's games.
    filter: GameFilter,
    is_found: AtomicBool,
}

impl NeededPlayers {
    pub(super) fn new(filter: GameFilter, players: Vec<(&'static str, Vec<Player>)>) -> Self {
        let needed = players.into_iter().map(|(option, players)| Needed {
            option,
            filter: GameFilter { players, ..filter.clone() },
            is_found: AtomicBool::new(false),
        });
        Self { needed: needed.collect(), filter }
    }

    /// Returns the filters for the players who are in no game, with the options that name them.
    pub(super) fn missing(&self) -> impl Iterator<Item = (&'static str, GameFilter)> {
        let missing = self.needed.iter().filter(|needed| !needed.is_found.load(Ordering::Relaxed));
        missing.map(|needed| (needed.option, needed.filter.clone()))
    }
}

impl GameCondition for NeededPlayers {
    fn admits(&self, source: &str, games: &[Entry<'_>]) -> io::Result<Vec<bool>> {
        let admitted = GameCondition::admits(&self.filter, source, games)?;
        for needed in self.needed.iter().filter(|needed| !needed.is_found.load(Ordering::Relaxed)) {
            let is_found = games.iter().zip(&admitted).any(|(entry, is_admitted)| {
                let game = entry.game.as_ref().ok().filter(|_| *is_admitted);
                game.is_some_and(|game| needed.filter.colors(&game.tags) != Colors::NONE)
            });
            // Another thread may have found the player.
            if is_found {
                needed.is_found.store(true, Ordering::Relaxed);
            }
        }
        Ok(admitted)
    }

    fn game_needs(&self) -> GameNeeds {
        GameCondition::game_needs(&self.filter)
    }

    fn may_admit(&self, ranges: &GameRanges) -> bool {
        GameCondition::may_admit(&self.filter, ranges)
    }

    fn player(&self, tags: &Tags<'_>) -> Colors {
        GameCondition::player(&self.filter, tags)
    }
}
