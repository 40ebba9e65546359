//! Arguments shared by several commands.

use crate::failure::Failure;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use destrier_games::{
    ContradictoryFilter, DateOption, GameFilter, GameResult, ParsePlayerError, ParseTimeControlError, Player,
    Speed, parse_time_control,
};
use serde::Serialize;
use std::str::FromStr;

/// The help heading of output options.
pub(crate) const OUTPUT: &str = "Output options";

/// Filters for games. The journal of a run records them as the user wrote them.
#[derive(Args, Clone, Debug, Serialize)]
#[command(next_help_heading = "Game filters")]
pub(crate) struct GameArgs {
    /// Only games of the player NAME; separate several names with commas
    ///
    /// NAME must match the tag White or Black, either all of it or the part before the first comma or space. Case does
    /// not matter. Carlsen matches "Carlsen, Magnus" and "Carlsen M", but not "Carlsen99" or "Magnus Carlsen".
    ///
    /// If a player has several names, give them all: `--player Spilmanchess,Spilman`, or repeat the option. A comma
    /// followed by a space is part of a name: "Carlsen, Magnus" is one name.
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Vec<Players>,

    /// Only games where both players are rated N or higher
    ///
    /// Games without both tags WhiteElo and BlackElo are left out. For puzzles, N applies to the puzzle's rating.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    min_elo: Option<u32>,

    /// Only games where both players are rated N or lower
    ///
    /// Games without both ratings are left out, as with --min-elo.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_elo: Option<u32>,

    /// Only games with result R: 1-0, 0-1, 1/2-1/2 or * (unknown)
    ///
    /// If the tag Result is missing or does not say who won, the result after the moves is used.
    #[arg(long, value_name = "R")]
    result: Option<GameResult>,

    /// Only games whose ECO code begins with PREFIX
    ///
    /// Case does not matter: b for semi-open games, b9 for the Najdorf, b97 for its poisoned pawn.
    #[arg(long, value_name = "PREFIX")]
    eco: Option<String>,

    /// Only games whose opening name contains TEXT
    ///
    /// The name comes from the tag Opening, else from ECOUrl (chess.com), else it is the general name of the code in ECO.
    /// Case does not matter: najdorf matches "Sicilian Defense: Najdorf Variation". Names from chess.com have no
    /// punctuation, so "king's indian" matches "Kings Indian Defense", too.
    #[arg(long, value_name = "TEXT")]
    opening: Option<String>,

    /// Only games from DATE on: YYYY, YYYY-MM, YYYY-MM-DD, or 30d
    ///
    /// The date comes from the tag UTCDate, or from Date if UTCDate has no year. A game whose month or day is unknown
    /// passes if some possible day fits. Games without a year are left out. A month or a year starts at its first day.
    ///
    /// 30d means 30 days before today, in UTC: `--since 30d` selects the last 30 days. A resumed run keeps the day on
    /// which it began.
    #[arg(long, value_name = "DATE")]
    since: Option<DateOption>,

    /// Only games up to DATE: YYYY, YYYY-MM, YYYY-MM-DD, or 30d
    ///
    /// Dates work as in --since, but a month or a year ends at its last day: `--since 2021-10 --until 2021-10` selects
    /// October 2021.
    #[arg(long, value_name = "DATE")]
    until: Option<DateOption>,

    /// Only games whose tag TimeControl is exactly T, such as 600+5 or -
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = time_control)]
    time_control: Option<String>,

    /// Only games of this speed; separate several with commas
    ///
    /// Lichess defines speeds by the time for 40 moves: ultrabullet, bullet (from 30 seconds), blitz (from 3 minutes),
    /// rapid (from 8), classical (from 25), and correspondence (no clock, or a day or more).
    #[arg(
        long,
        value_delimiter = ',',
        ignore_case = true,
        value_parser = PossibleValuesParser::new(Speed::ALL.map(Speed::name)).try_map(|name| name.parse::<Speed>()),
    )]
    speed: Vec<Speed>,
}

/// The names in one `--player` option.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Players(Vec<Player>);

impl Players {
    pub(crate) const fn of(names: Vec<Player>) -> Self {
        Self(names)
    }

    /// Returns the names in several options.
    pub(crate) fn all(options: Vec<Self>) -> Vec<Player> {
        options.into_iter().flat_map(|Self(names)| names).collect()
    }
}

/// Parses names separated by commas. A comma before white space is part of a name.
impl FromStr for Players {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        Player::list(text).map(Self)
    }
}

/// Parses the text of a tag `TimeControl`.
fn time_control(text: &str) -> Result<String, String> {
    parse_time_control(text).map_err(|error| match error {
        ParseTimeControlError::Speed(speed) => format!("for a speed, use --speed {speed}"),
        ParseTimeControlError::Form => format!("{error}; for a speed, use --speed"),
    })
}

impl GameArgs {
    /// Returns the filter for these arguments. `today` is in days since 1970.
    pub(crate) fn filter(&self, today: i32) -> Result<GameFilter, Failure> {
        let Self { player, min_elo, max_elo, result, eco, opening, since, until, time_control, speed } =
            self.clone();
        let day = |date: Option<DateOption>| date.map(|date| date.date(today)).transpose();
        let day = |date| day(date).map_err(|error| Failure::usage(error.to_string()));
        let filter = GameFilter {
            players: Players::all(player),
            min_elo,
            max_elo,
            result,
            eco,
            opening,
            since: day(since)?,
            until: day(until)?,
            time_control,
            speeds: speed,
        };
        filter.check().map_err(|error| {
            Failure::usage(match error {
                ContradictoryFilter::Dates { since, until } => {
                    format!("--since {since} is after --until {until}")
                }
                ContradictoryFilter::Ratings { least, most } => {
                    format!("--min-elo {least} is above --max-elo {most}")
                }
            })
        })?;
        Ok(filter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_before_a_space_is_part_of_a_name() {
        for (text, names) in [
            ("Carlsen", &["Carlsen"][..]),
            ("Carlsen, Magnus", &["Carlsen, Magnus"]),
            ("Carlsen,Caruana", &["Carlsen", "Caruana"]),
            ("Carlsen, Magnus,Caruana, Fabiano,x", &["Carlsen, Magnus", "Caruana, Fabiano", "x"]),
            (" Carlsen ,Caruana ", &["Carlsen", "Caruana"]),
        ] {
            let Players(players) = text.parse().unwrap();
            let players: Vec<_> = players.iter().map(Player::to_string).collect();
            assert_eq!(players, names, "{text}");
        }
        for text in ["", ",", "Carlsen,", ",Carlsen", "Carlsen,,Caruana", "Carlsen,?"] {
            assert!(text.parse::<Players>().is_err(), "{text}");
        }
    }

    #[test]
    fn speeds_are_not_time_controls() {
        for text in ["600+5", "-", "1/86400", "40/7200:3600"] {
            assert_eq!(time_control(&format!(" {text} ")).as_deref(), Ok(text));
        }
        assert_eq!(time_control("Blitz").unwrap_err(), "for a speed, use --speed blitz");
        for text in ["", "?", "*", "slow"] {
            assert!(time_control(text).unwrap_err().contains("600+5"), "{text}");
        }
    }
}
