//! Arguments that several commands have.

use crate::dates::DateOption;
use crate::failure::Failure;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use destrier_games::{GameFilter, GameResult, ParsePlayerError, Player, Speed};
use serde::Serialize;
use std::str::FromStr;

/// The help heading over the options that say what is written where.
pub(crate) const OUTPUT: &str = "What is written";

/// Which games are searched. The journal of a run holds them as the user wrote them.
#[derive(Args, Clone, Debug, Serialize)]
#[command(next_help_heading = "Which games, by their tags")]
pub(crate) struct GameArgs {
    /// White or Black is NAME; several with commas between them
    ///
    /// NAME is the whole tag, or its beginning up to the first comma or space. Upper and lower case are the same:
    /// Carlsen finds "Carlsen, Magnus" and "Carlsen M", but neither "Carlsen99" nor "Magnus Carlsen".
    ///
    /// Give all names of a person who has several: `--player Spilmanchess,Spilman`, or the option twice. A comma and a
    /// space are part of a name: "Carlsen, Magnus" is one.
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Vec<Players>,

    /// Both players are rated N or higher
    ///
    /// The game has both WhiteElo and BlackElo, and both are at least N. A puzzle has a Rating instead.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    min_elo: Option<u32>,

    /// Both players are rated N or lower
    ///
    /// As with --min-elo, games without both ratings are left out.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    max_elo: Option<u32>,

    /// The result is R: 1-0, 0-1, 1/2-1/2 or * (unknown)
    ///
    /// Where the tag Result is missing or does not say who won, the result after the moves counts.
    #[arg(long, value_name = "R")]
    result: Option<GameResult>,

    /// The ECO code begins with PREFIX
    ///
    /// Upper and lower case are the same: b for semi-open games, b9 for the Najdorf, b97 for its poisoned pawn.
    #[arg(long, value_name = "PREFIX")]
    eco: Option<String>,

    /// The opening's name contains TEXT
    ///
    /// The name is that of the tag Opening. Upper and lower case are the same: najdorf finds "Sicilian Defense: Najdorf
    /// Variation".
    #[arg(long, value_name = "TEXT")]
    opening: Option<String>,

    /// Played on DATE or later: YYYY, YYYY-MM, YYYY-MM-DD, or 30d
    ///
    /// The game's date is UTCDate or, where that has no year, Date. If its month or day is unknown, one day that fits is
    /// enough. A game without a year is left out. A month or a year as DATE begins with its first day.
    ///
    /// 30d is the day 30 days before today, in UTC: `--since 30d` finds the games of the last 30 days. A run that
    /// --resume continues on a later day keeps the day on which it began.
    #[arg(long, value_name = "DATE")]
    since: Option<DateOption>,

    /// Played on DATE or earlier: YYYY, YYYY-MM, YYYY-MM-DD, or 30d
    ///
    /// As --since, but a month or a year as DATE ends with its last day: `--since 2021-10 --until 2021-10` is all of
    /// October 2021.
    #[arg(long, value_name = "DATE")]
    until: Option<DateOption>,

    /// The tag TimeControl is exactly T, such as 600+5 or -
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = time_control)]
    time_control: Option<String>,

    /// The game has this speed; several with commas between them
    ///
    /// Speeds are those of Lichess, by the time for 40 moves: ultrabullet, bullet (from 30 seconds), blitz (3 minutes),
    /// rapid (8), classical (25), and correspondence (no clock, or a day and more).
    #[arg(
        long,
        value_delimiter = ',',
        ignore_case = true,
        value_parser = PossibleValuesParser::new(Speed::ALL.map(Speed::name)).try_map(|name| name.parse::<Speed>()),
    )]
    speed: Vec<Speed>,
}

/// The names of one `--player`.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Players(Vec<Player>);

/// Names with commas between them. A comma before white space is part of a name.
impl FromStr for Players {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        let mut names = Vec::new();
        let mut start = 0;
        for (comma, _) in text.match_indices(',') {
            if !text[comma + 1..].starts_with(char::is_whitespace) {
                names.push(text[start..comma].parse()?);
                start = comma + 1;
            }
        }
        names.push(text[start..].parse()?);
        Ok(Self(names))
    }
}

/// The text of a tag `TimeControl`: `-`, or a text with a digit.
fn time_control(text: &str) -> Result<String, String> {
    let text = text.trim();
    if let Ok(speed) = text.parse::<Speed>() {
        return Err(format!("for a speed, use --speed {speed}"));
    }
    if text == "-" || text.bytes().any(|byte| byte.is_ascii_digit()) {
        return Ok(text.to_owned());
    }
    Err("a time control is what the tag `TimeControl` says, such as `600+5` or `-`; for speeds, use --speed"
        .to_owned())
}

impl GameArgs {
    /// The filter that the arguments ask for. `today` is in days since 1970.
    pub(crate) fn filter(&self, today: i32) -> Result<GameFilter, Failure> {
        let Self { player, min_elo, max_elo, result, eco, opening, since, until, time_control, speed } =
            self.clone();
        let day = |date: Option<DateOption>| date.map(|date| date.date(today)).transpose();
        let (since, until) = (day(since)?, day(until)?);
        if let (Some(since), Some(until)) = (since, until)
            && since.is_after(until)
        {
            return Err(Failure::usage(format!("no day is both since {since} and until {until}")));
        }
        if let (Some(least), Some(most)) = (min_elo, max_elo)
            && least > most
        {
            return Err(Failure::usage(format!("no rating is both at least {least} and at most {most}")));
        }
        let players = player.into_iter().flat_map(|Players(names)| names).collect();
        Ok(GameFilter {
            players,
            min_elo,
            max_elo,
            result,
            eco,
            opening,
            since,
            until,
            time_control,
            speeds: speed,
        })
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
    fn a_time_control_is_no_speed() {
        for text in ["600+5", "-", "1/86400", "40/7200:3600"] {
            assert_eq!(time_control(&format!(" {text} ")).as_deref(), Ok(text));
        }
        assert_eq!(time_control("Blitz").unwrap_err(), "for a speed, use --speed blitz");
        for text in ["", "?", "*", "slow"] {
            assert!(time_control(text).unwrap_err().contains("600+5"), "{text}");
        }
    }
}
