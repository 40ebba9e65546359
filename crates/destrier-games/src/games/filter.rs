//! Filters for games, by tags and result.

#[cfg(feature = "files")]
mod ranges;

use super::date::Date;
use super::opening::{OPENING_TAGS, opening_contains};
use super::player::{Colors, Player};
use super::time_control::Speed;
use crate::chess::GameResult;
use crate::formats::pgn::Tags;
use crate::formats::{Game, GameNeeds};
use serde::Serialize;

/// A filter for games. Every condition that is set must hold; `GameFilter::default()` admits all games.
///
/// A tag that is missing, empty or `?` is unknown. An unknown value meets no condition except the result `*`.
///
/// ```
/// use destrier_games::{Game, GameFilter, Reader, Speed};
///
/// let pgn = "[White \"Carlsen, Magnus\"]\n[UTCDate \"2020.05.16\"]\n[TimeControl \"180+2\"]\n\n1. e4 *";
/// let mut reader = Reader::games(pgn.as_bytes());
/// let game = Game::pgn(reader.next_record()?.unwrap());
/// let filter = GameFilter {
///     players: vec!["carlsen".parse()?, "Nakamura".parse()?],
///     until: Some("2020-05".parse()?),
///     speeds: vec![Speed::Blitz, Speed::Rapid],
///     ..GameFilter::default()
/// };
/// assert!(filter.admits(&game));
/// assert!(!GameFilter { min_elo: Some(2500), ..filter }.admits(&game));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GameFilter {
    /// `White` or `Black` is one of these players; see [`Player`]. An empty list admits all players.
    pub players: Vec<Player>,
    /// Both `WhiteElo` and `BlackElo` are at least this. If both tags are missing, `Rating` stands for both, as in
    /// puzzles. A rating of 0 is unknown.
    pub min_elo: Option<u32>,
    /// Both ratings are at most this; see [`min_elo`](Self::min_elo).
    pub max_elo: Option<u32>,
    /// The result is this; see [`Game::result`].
    pub result: Option<GameResult>,
    /// `ECO` begins with this, ignoring case.
    pub eco: Option<String>,
    /// The name of the opening contains this, ignoring case; see [`opening_name`](crate::opening_name). Punctuation in
    /// this does not matter for names from chess.com, which have none.
    pub opening: Option<String>,
    /// The game may have been played on or after the first day of this date.
    ///
    /// The date of a game is `UTCDate` or, if that has no year, `Date`. If neither has a year, the game is not
    /// admitted. A missing or invalid month or day can be any. With [`until`](Self::until), a single day must meet both
    /// conditions.
    pub since: Option<Date>,
    /// The game may have been played on or before the last day of this date; see [`since`](Self::since).
    pub until: Option<Date>,
    /// `TimeControl` is exactly this.
    pub time_control: Option<String>,
    /// The game has one of these speeds; see [`Speed::of_game`]. An empty list admits all speeds.
    pub speeds: Vec<Speed>,
}

/// The error for a filter that admits no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContradictoryFilter {
    /// The first day is after the last.
    #[error("since {since} is after until {until}")]
    Dates {
        /// The first day.
        since: Date,
        /// The last day.
        until: Date,
    },
    /// The least rating is above the highest.
    #[error("min_elo {least} is above max_elo {most}")]
    Ratings {
        /// The least rating.
        least: u32,
        /// The highest rating.
        most: u32,
    },
}

impl GameFilter {
    /// Checks that the conditions on dates and ratings do not contradict each other.
    ///
    /// # Errors
    ///
    /// If they do.
    pub fn check(&self) -> Result<(), ContradictoryFilter> {
        if let (Some(since), Some(until)) = (self.since, self.until)
            && since.is_after(until)
        {
            return Err(ContradictoryFilter::Dates { since, until });
        }
        match (self.min_elo, self.max_elo) {
            (Some(least), Some(most)) if least > most => Err(ContradictoryFilter::Ratings { least, most }),
            _ => Ok(()),
        }
    }

    /// Returns whether a game meets all conditions.
    ///
    /// Reads only tags, unless [`result`](Self::result) is set and the tag `Result` does not say who won.
    #[must_use]
    pub fn admits(&self, game: &Game<'_>) -> bool {
        // The result is checked last, because it may need the whole text of the game.
        self.admits_tags(&game.tags) && self.result.is_none_or(|result| game.result() == result)
    }

    /// Returns whether the tags meet all conditions except the result.
    fn admits_tags(&self, tags: &Tags<'_>) -> bool {
        // Cheap conditions first.
        self.eco.as_deref().is_none_or(|prefix| eco_begins_with(tags, prefix.as_bytes()))
            && self.admits_ratings(tags)
            && self.admits_date(tags)
            && self.time_control.as_deref().is_none_or(|text| {
                tags.get("TimeControl").is_some_and(|tag| tag.raw_value == text.as_bytes())
            })
            && (self.speeds.is_empty()
                || Speed::of_game(tags).is_some_and(|speed| self.speeds.contains(&speed)))
            && self.opening.as_deref().is_none_or(|text| opening_contains(tags, text))
            && (self.players.is_empty() || self.colors(tags) != Colors::NONE)
    }

    /// Returns the parts of games that the conditions need.
    #[must_use]
    pub fn game_needs(&self) -> GameNeeds {
        let parts: [(bool, &[&'static str]); 7] = [
            (!self.players.is_empty(), &["White", "Black"]),
            (self.min_elo.is_some() || self.max_elo.is_some(), &["WhiteElo", "BlackElo", "Rating"]),
            (self.result.is_some(), &["Result"]),
            (self.eco.is_some(), &["ECO"]),
            (self.opening.is_some(), &OPENING_TAGS),
            (self.since.is_some() || self.until.is_some(), &["UTCDate", "Date"]),
            (self.time_control.is_some() || !self.speeds.is_empty(), &["TimeControl"]),
        ];
        let needed = parts.into_iter().filter(|(is_needed, _)| *is_needed);
        needed.fold(GameNeeds::tags(&[]), |needs, (_, names)| needs.and(GameNeeds::tags(names)))
    }

    /// Returns the colors that any of the [`players`](Self::players) has in a game.
    #[must_use]
    pub fn colors(&self, tags: &Tags<'_>) -> Colors {
        self.players.iter().fold(Colors::NONE, |colors, player| colors.union(player.colors(tags)))
    }

    fn admits_ratings(&self, tags: &Tags<'_>) -> bool {
        if self.min_elo.is_none() && self.max_elo.is_none() {
            return true;
        }
        ratings(tags).is_some_and(|ratings| {
            ratings.map(u32::from).into_iter().all(|rating| {
                self.min_elo.is_none_or(|least| rating >= least)
                    && self.max_elo.is_none_or(|most| rating <= most)
            })
        })
    }

    fn admits_date(&self, tags: &Tags<'_>) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        Date::of_game(tags).is_some_and(|date| date.may_be_within(self.since, self.until))
    }
}

fn eco_begins_with(tags: &Tags<'_>, prefix: &[u8]) -> bool {
    tags.get("ECO")
        .filter(|tag| !tag.is_unknown())
        .and_then(|tag| tag.raw_value.get(..prefix.len()))
        .is_some_and(|beginning| beginning.eq_ignore_ascii_case(prefix))
}

/// Returns the ratings of both players if both are known, or the rating of a puzzle twice.
fn ratings(tags: &Tags<'_>) -> Option<[u16; 2]> {
    if tags.get("WhiteElo").is_none() && tags.get("BlackElo").is_none() {
        return tags.rating("Rating").map(|rating| [rating; 2]);
    }
    Some([tags.rating("WhiteElo")?, tags.rating("BlackElo")?])
}

#[cfg(test)]
mod tests;
