//! Recognizes the player whose games a collection is, from the names in the games.

use super::player::Player;
use super::spellings::{Spellings, without_case};
use crate::formats::Game;
use destrier::Color;
use std::cmp::Reverse;
use std::collections::HashMap;

/// What the names in a collection say about its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recognized {
    /// The games are one player's.
    Player(Player),
    /// Two players are in nearly all games, so it may be about either.
    Two([String; 2]),
    /// No player is in nearly all games.
    None,
}

/// Counts the names in games, ignoring case, to recognize the player whose games they are.
///
/// ```
/// use destrier_games::{Game, NamesOfGames, Reader, Recognized};
///
/// let pgn = "[White \"Eve\"]\n[Black \"Adam\"]\n\n1. e4 *\n\n[White \"Bob\"]\n[Black \"eve\"]\n\n1. d4 *";
/// let mut names = NamesOfGames::default();
/// let mut reader = Reader::games(pgn.as_bytes());
/// while let Some(record) = reader.next_record()? {
///     names.add(&Game::pgn(record));
/// }
/// assert_eq!(names.recognized(["games.pgn"]), Recognized::Player("Eve".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct NamesOfGames {
    games: u64,
    names: HashMap<String, NameCount>,
    /// How much too low a count may be.
    uncounted: u64,
}

#[derive(Clone, Debug, Default)]
struct NameCount {
    games: u64,
    spellings: Spellings,
}

impl NameCount {
    fn spelling(&self) -> String {
        self.spellings.most_often().unwrap_or_default().to_owned()
    }
}

impl NamesOfGames {
    /// The most names to remember. Names that are in many games stay, whatever their number.
    const MAX: usize = 10_000;

    /// Counts the names of a game.
    pub fn add(&mut self, game: &Game<'_>) {
        self.games += 1;
        let names = Color::ALL.map(|color| game.player(color).map(|name| name.trim().to_owned()));
        let [white, black] = names.each_ref().map(|name| name.as_deref().map(without_case));
        let is_same = white == black;
        for (key, name) in [white, black].into_iter().zip(names).take(if is_same { 1 } else { 2 }) {
            if let (Some(key), Some(name)) = (key, name) {
                let count = self.names.entry(key).or_default();
                count.games += 1;
                count.spellings.add(&name, 1);
            }
        }
    }

    /// Returns the number of names that are remembered.
    #[cfg(all(test, feature = "files"))]
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// Adds the names of later games.
    pub fn merge(&mut self, later: Self) {
        self.games += later.games;
        self.uncounted += later.uncounted;
        for (name, NameCount { games, spellings }) in later.names {
            let count = self.names.entry(name).or_default();
            count.games += games;
            count.spellings.merge(spellings);
        }
        while self.names.len() > Self::MAX {
            // A count becomes too low by at most one in 5,000 games.
            self.uncounted += 1;
            self.names.values_mut().for_each(|count| count.games -= 1);
            self.names.retain(|_, count| count.games > 0);
        }
    }

    /// Returns the players who are in at least `min` games, the one with the most games first. Among more than 10,000
    /// names, those with few more games may be missing.
    #[must_use]
    pub fn frequent(&self, min: u64) -> Vec<Player> {
        let mut often: Vec<(&String, &NameCount)> =
            self.names.iter().filter(|(_, count)| count.games >= min).collect();
        often.sort_by_key(|&(name, count)| (Reverse(count.games), name));
        often.into_iter().filter_map(|(_, count)| count.spelling().parse().ok()).collect()
    }

    /// Returns the player who is in at least nine of ten games. Of two, it is the one who is in all games if the other
    /// is not. Otherwise it is the one whose name is in a name of a file, if only one of them is.
    #[must_use]
    pub fn recognized<'a>(&self, files: impl IntoIterator<Item = &'a str>) -> Recognized {
        let mut often: Vec<(&String, &NameCount)> =
            self.names.iter().filter(|(_, count)| count.games * 10 >= self.games * 9).collect();
        often.sort_by_key(|(name, _)| *name);
        let chosen = match often[..] {
            [(_, only)] => only,
            [(first_name, first), (second_name, second)] => {
                let files: Vec<String> = files.into_iter().map(without_case).collect();
                let in_all = [first, second].map(|count| count.games + self.uncounted >= self.games);
                let in_file =
                    [first_name, second_name].map(|name| files.iter().any(|file| file.contains(name)));
                match (in_all, in_file) {
                    ([true, false], _) | ([true, true] | [false, false], [true, false]) => first,
                    ([false, true], _) | (_, [false, true]) => second,
                    _ => return Recognized::Two([first.spelling(), second.spelling()]),
                }
            }
            _ => return Recognized::None,
        };
        chosen.spelling().parse().map_or(Recognized::None, Recognized::Player)
    }
}
