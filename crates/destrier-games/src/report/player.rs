//! Recognizes the player whose games a collection is.

use crate::formats::GameNeeds;
use crate::games::{NamesOfGames, Recognized};
use crate::input::Entry;
use crate::scan::{Collecting, Collector, GameEnd, Scan};
use std::io;

/// Recognizes the player whose games a scan reads, from the tags and the names of the files; see
/// [`NamesOfGames::recognized`].
///
/// # Errors
///
/// The errors of [`Scan::run`].
pub fn recognize_player(scan: &Scan) -> io::Result<Recognized> {
    let mut all = NamesOfGames::default();
    scan.run(&NameCollector, |step| {
        step.output.into_iter().for_each(|names| all.merge(names));
        Ok(())
    })?;
    let files = scan.sources.iter().filter_map(|source| source.file().file_name()?.to_str());
    Ok(all.recognized(files))
}

/// Counts the names in tags.
struct NameCollector;

impl Collector for NameCollector {
    type Accumulator = NamesOfGames;
    type Output = NamesOfGames;

    fn accumulator(&self) -> NamesOfGames {
        NamesOfGames::default()
    }

    fn game_needs(&self) -> GameNeeds {
        GameNeeds { moves: false, ..GameNeeds::all() }
    }

    fn end(
        &self,
        _: &str,
        entry: &Entry<'_>,
        _: &GameEnd<'_>,
        collecting: &mut Collecting<'_, NamesOfGames>,
    ) {
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

    fn recognized_in(file: &str, games: &[(&str, &str)]) -> Recognized {
        let pgn: String = games
            .iter()
            .map(|(white, black)| format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 *\n\n"))
            .collect();
        recognize_player(&Scan::new([Source::of_memory(file, pgn.into_bytes())])).unwrap()
    }

    fn recognized(games: &[(&str, &str)]) -> Recognized {
        recognized_in("a.pgn", games)
    }

    fn player(name: &str) -> Recognized {
        Recognized::Player(name.parse().unwrap())
    }

    fn two(one: &str, other: &str) -> Recognized {
        Recognized::Two([one.to_owned(), other.to_owned()])
    }

    #[test]
    fn the_player_is_in_nearly_all_games() {
        assert_eq!(recognized(&[("Eve", "A"), ("B", "Eve"), ("Eve", "C")]), player("Eve"));
        let mut many = vec![("Eve", "A"), ("B", "Eve"), ("Eve", "C")];
        many.extend([("Eve", "D"); 6]);
        many.push(("F", "G"));
        assert_eq!(recognized(&many), player("Eve"));
        many.push(("F", "G"));
        assert_eq!(recognized(&many), Recognized::None);
        assert_eq!(recognized(&[("Eve", "Adam"), ("Adam", "Eve")]), two("Adam", "Eve"));
        assert_eq!(recognized(&[("?", "?")]), Recognized::None);
        assert_eq!(recognized(&[]), Recognized::None);
    }

    #[test]
    fn of_two_players_it_is_the_one_in_all_games() {
        let mut many = vec![("Zoe", "Adam"); 9];
        many.push(("Zoe", "Bob"));
        assert_eq!(recognized(&many), player("Zoe"));
        // Adam's name in the file's name counts less.
        assert_eq!(recognized_in("adam.pgn", &many), player("Zoe"));
        // Neither is in all games.
        many.extend([("Zoe", "Adam"); 9]);
        many.push(("Bob", "Adam"));
        assert_eq!(recognized(&many), two("Adam", "Zoe"));
        assert_eq!(recognized_in("adam.pgn", &many), player("Adam"));
    }

    #[test]
    fn of_two_players_in_all_games_it_is_the_one_in_the_file_name() {
        let games = [("Eve", "Adam"), ("Adam", "Eve")];
        assert_eq!(recognized_in("games/lichess_EVE_2021.pgn", &games), player("Eve"));
        assert_eq!(recognized_in("eve/games.pgn", &games), two("Adam", "Eve"));
        assert_eq!(recognized_in("eve-adam.pgn", &games), two("Adam", "Eve"));
    }

    #[test]
    fn names_are_the_same_whatever_their_case() {
        let games = [("EVE", "A"), ("B", "Eve"), ("eve", "C"), ("D", "Eve"), ("eve", "Eve")];
        assert_eq!(recognized(&games), player("Eve"));
        assert_eq!(recognized(&[("eve", "A"), ("B", "Eve")]), player("eve"));
        assert_eq!(recognized(&[("eve", "ADAM"), ("adam", "EVE")]), two("ADAM", "eve"));
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
