//! Recognizes the player whose games a collection is.

use crate::games::Player;
use crate::input::Entry;
use crate::scan::{Collecting, Collector, GameEnd, Scan};
use destrier::Color;
use std::collections::HashMap;
use std::io;

/// What the names in a collection say about its player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recognized {
    /// One player is in nearly all games.
    Player(Player),
    /// Two players are in nearly all games, so it may be about either.
    Two([String; 2]),
    /// No player is in nearly all games.
    None,
}

/// Recognizes the player who is in at least nine of ten games of a scan, from the tags alone.
///
/// # Errors
///
/// The errors of [`Scan::run`].
pub fn recognize_player(scan: &Scan) -> io::Result<Recognized> {
    let mut all = Names::default();
    scan.run(&NameCollector, |step| {
        step.output.into_iter().for_each(|names| all.merge(names));
        Ok(())
    })?;
    Ok(all.recognized())
}

/// Counts the names in tags.
struct NameCollector;

/// How many games have each name.
#[derive(Default)]
struct Names {
    games: u64,
    names: HashMap<String, u64>,
}

impl Names {
    /// The most names to remember. Names that are in many games stay, whatever their number.
    const MOST: usize = 10_000;

    fn merge(&mut self, later: Self) {
        self.games += later.games;
        for (name, count) in later.names {
            *self.names.entry(name).or_default() += count;
        }
        while self.names.len() > Self::MOST {
            // A count becomes too low by at most one in 5,000 games.
            self.names.values_mut().for_each(|count| *count -= 1);
            self.names.retain(|_, count| *count > 0);
        }
    }

    fn recognized(self) -> Recognized {
        let is_often = |count: u64| count * 10 >= self.games * 9;
        let mut often: Vec<String> =
            self.names.into_iter().filter(|(_, count)| is_often(*count)).map(|(name, _)| name).collect();
        often.sort();
        match &often[..] {
            [one] => one.parse().map_or(Recognized::None, Recognized::Player),
            [one, other] => Recognized::Two([one.clone(), other.clone()]),
            _ => Recognized::None,
        }
    }
}

impl Collector for NameCollector {
    type Accumulator = Names;
    type Output = Names;

    fn accumulator(&self) -> Names {
        Names::default()
    }

    fn needs_moves(&self) -> bool {
        false
    }

    fn end(&self, _: &str, entry: &Entry<'_>, _: &GameEnd<'_>, collecting: &mut Collecting<'_, Names>) {
        let Ok(game) = &entry.game else { return };
        let names = &mut *collecting.accumulator;
        names.games += 1;
        let [white, black] = Color::ALL.map(|color| game.player(color));
        let both = white.iter().chain(black.iter().filter(|_| white != black));
        for name in both {
            *names.names.entry(name.trim().to_owned()).or_default() += 1;
        }
    }

    fn finish(&self, names: Names) -> Names {
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Source;

    fn recognized(games: &[(&str, &str)]) -> Recognized {
        let pgn: String = games
            .iter()
            .map(|(white, black)| format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n"))
            .collect();
        recognize_player(&Scan::new([Source::of_memory("a.pgn", pgn.into_bytes())])).unwrap()
    }

    #[test]
    fn the_player_is_in_nearly_all_games() {
        let eve = || Recognized::Player("Eve".parse().unwrap());
        assert_eq!(recognized(&[("Eve", "A"), ("B", "Eve"), ("Eve", "C")]), eve());
        let mut many = vec![("Eve", "A"), ("B", "Eve"), ("Eve", "C")];
        many.extend([("Eve", "D"); 6]);
        many.push(("F", "G"));
        assert_eq!(recognized(&many), eve());
        many.push(("F", "G"));
        assert_eq!(recognized(&many), Recognized::None);
        let two = Recognized::Two(["Adam".to_owned(), "Eve".to_owned()]);
        assert_eq!(recognized(&[("Eve", "Adam"), ("Adam", "Eve")]), two);
        assert_eq!(recognized(&[("?", "?")]), Recognized::None);
        assert_eq!(recognized(&[]), Recognized::None);
    }

    #[test]
    fn a_frequent_name_stays_among_many() {
        let mut names = Names::default();
        for number in 0..30_000 {
            let pair = [("Eve".to_owned(), 1), (format!("opponent {number}"), 1)];
            names.merge(Names { games: 1, names: pair.into() });
            assert!(names.names.len() <= Names::MOST);
        }
        assert_eq!(names.recognized(), Recognized::Player("Eve".parse().unwrap()));
    }
}
