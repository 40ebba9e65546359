//! Finds the players whose games a collection is.

use crate::formats::GameNeeds;
use crate::games::{NamesOfGames, Player, Recognized};
use crate::input::Entry;
use crate::scan::{Collecting, Collector, CollectorNeeds, GameEnd, Scan};
use std::io;

/// Recognizes the player whose games a scan reads, from the tags and the names of the files; see
/// [`NamesOfGames::recognized`].
///
/// # Errors
///
/// The errors of [`Scan::run`].
pub fn recognize_player(scan: &Scan) -> io::Result<Recognized> {
    let files = scan.sources.iter().filter_map(|source| source.file().file_name()?.to_str());
    Ok(names(scan)?.recognized(files))
}

/// Returns the players who are in at least `min_games` games of a scan, the one with the most games first.
///
/// # Errors
///
/// The errors of [`Scan::run`].
pub fn frequent_players(scan: &Scan, min_games: u64) -> io::Result<Vec<Player>> {
    Ok(names(scan)?.frequent(min_games))
}

fn names(scan: &Scan) -> io::Result<NamesOfGames> {
    let mut all = NamesOfGames::default();
    scan.run(&NameCollector, |step| {
        step.output.into_iter().for_each(|names| all.merge(names));
        Ok(())
    })?;
    Ok(all)
}

/// Counts the names in tags.
struct NameCollector;

impl Collector for NameCollector {
    type Accumulator = NamesOfGames;
    type Output = NamesOfGames;

    fn accumulator(&self) -> NamesOfGames {
        NamesOfGames::default()
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds::games(GameNeeds { moves: false, ..GameNeeds::all() })
    }

    fn end(&self, _: &str, entry: &Entry<'_>, _: &GameEnd<'_>, collecting: &mut Collecting<'_, Self>) {
        if let Ok(game) = &entry.game {
            collecting.accumulator.add(game);
        }
    }

    fn finish(&self, names: NamesOfGames) -> NamesOfGames {
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Game, Record};
    use crate::input::Source;

    fn player(name: &str) -> Recognized {
        Recognized::Player(name.parse().unwrap())
    }

    /// The games are pairs of players; `9x` repeats one nine times.
    #[test]
    fn the_player_is_in_nearly_all_games() {
        let two = |one: &str, other: &str| Recognized::Two([one.to_owned(), other.to_owned()]);
        let none = || Recognized::None;
        for (file, games, expected) in [
            ("a.pgn", "Eve-A B-Eve Eve-C", player("Eve")),
            ("a.pgn", "Eve-A B-Eve Eve-C 6xEve-D F-G", player("Eve")),
            ("a.pgn", "Eve-A B-Eve Eve-C 6xEve-D 2xF-G", none()),
            ("a.pgn", "Eve-Adam Adam-Eve", two("Adam", "Eve")),
            ("a.pgn", "?-?", none()),
            ("a.pgn", "", none()),
            // Of two players, it is the one in all games.
            ("a.pgn", "9xZoe-Adam Zoe-Bob", player("Zoe")),
            // Adam's name in the file's name counts less.
            ("adam.pgn", "9xZoe-Adam Zoe-Bob", player("Zoe")),
            // Neither is in all games.
            ("a.pgn", "18xZoe-Adam Zoe-Bob Bob-Adam", two("Adam", "Zoe")),
            ("adam.pgn", "18xZoe-Adam Zoe-Bob Bob-Adam", player("Adam")),
            // Of two players in all games, it is the one in the file's name.
            ("games/lichess_EVE_2021.pgn", "Eve-Adam Adam-Eve", player("Eve")),
            ("eve/games.pgn", "Eve-Adam Adam-Eve", two("Adam", "Eve")),
            ("eve-adam.pgn", "Eve-Adam Adam-Eve", two("Adam", "Eve")),
            // Names are the same whatever their case.
            ("a.pgn", "EVE-A B-Eve eve-C D-Eve eve-Eve", player("Eve")),
            ("a.pgn", "eve-A B-Eve", player("eve")),
            ("a.pgn", "eve-ADAM adam-EVE", two("ADAM", "eve")),
        ] {
            let mut pgn = String::new();
            for game in games.split_whitespace() {
                let (times, game) = game.split_once('x').unwrap_or(("1", game));
                let (white, black) = game.split_once('-').unwrap();
                let game = format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n");
                pgn += &game.repeat(times.parse().unwrap());
            }
            let scan = Scan::new([Source::of_memory(file, pgn.into_bytes())]);
            assert_eq!(recognize_player(&scan).unwrap(), expected, "{file}: {games}");
        }
    }

    #[test]
    fn a_frequent_name_stays_among_many() {
        let mut names = NamesOfGames::default();
        for number in 0..30_000 {
            let pgn = format!("[White \"Eve\"]\n[Black \"opponent {number}\"]\n\n1. e4 *");
            let mut game = NamesOfGames::default();
            game.add(&Game::pgn(Record { number: 1, offset: 0, bytes: pgn.as_bytes(), truncated: false }));
            names.merge(game);
            assert!(names.len() <= 10_000);
        }
        assert_eq!(names.recognized([]), player("Eve"));
    }
}
