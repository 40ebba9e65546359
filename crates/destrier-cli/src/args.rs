//! Arguments that several commands have.

use crate::failure::Failure;
use clap::Args;
use destrier_games::{Date, GameFilter, GameResult, Player, TimeControl};

/// The help heading over the options that say what is written where.
pub(crate) const OUTPUT: &str = "What is written";

/// Which games are searched.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Which games, by their tags")]
pub(crate) struct GameArgs {
    /// Both players are rated N or higher
    ///
    /// WhiteElo and BlackElo are both there and at least N. Of a puzzle it is the Rating.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    min_elo: Option<u32>,

    /// White or Black is NAME
    ///
    /// NAME is all that stands in the tag, or what stands there before the first comma or space, in capitals or not:
    /// Carlsen finds "Carlsen, Magnus" and "Carlsen M", neither "Carlsen99" nor "Magnus Carlsen".
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<Player>,

    /// The result is R: 1-0, 0-1, 1/2-1/2 or * (unknown)
    ///
    /// A game without the tag is unknown.
    #[arg(long, value_name = "R")]
    result: Option<GameResult>,

    /// The ECO code begins with PREFIX
    ///
    /// In capitals or not: b for semi-open games, b9 for the Najdorf, b97 for its poisoned pawn.
    #[arg(long, value_name = "PREFIX")]
    eco: Option<String>,

    /// Played on DATE or later: YYYY, YYYY-MM or YYYY-MM-DD
    ///
    /// The date is that of UTCDate or, where it has no year, of Date. Where month or day are unknown, one that fits is
    /// enough. A game without a year is left out. A month or a year as DATE begins with its first day.
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,

    /// Played on DATE or earlier: YYYY, YYYY-MM or YYYY-MM-DD
    ///
    /// As --since, but a month or a year as DATE ends with its last day: `--since 2021-10 --until 2021-10` is all of
    /// October 2021.
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,

    /// The time control is T: a speed, or what the tag says, such as 600+5
    ///
    /// Speeds are those of Lichess, by the time for 40 moves: ultrabullet, bullet (from 30 seconds), blitz (3 minutes),
    /// rapid (8), classical (25), and correspondence (no clock, or a day and more).
    #[arg(long, value_name = "T")]
    time_control: Option<TimeControl>,
}

impl GameArgs {
    /// The filter that the arguments ask for.
    pub(crate) fn filter(&self) -> Result<GameFilter, Failure> {
        let Self { min_elo, player, result, eco, since, until, time_control } = self.clone();
        if let (Some(since), Some(until)) = (since, until)
            && since.is_after(until)
        {
            return Err(Failure::usage(format!("no day is both since {since} and until {until}")));
        }
        Ok(GameFilter { min_elo, player, result, eco, since, until, time_control })
    }
}
