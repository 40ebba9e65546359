//! Which games are searched: conditions on their tags, seen to before any move is read.

use super::date::Date;
use super::player::{Colors, Player};
use super::time_control::TimeControl;
use crate::chess::GameResult;
use crate::formats::pgn::Tags;
use serde::Serialize;

/// Which games are searched, by their tags. Each condition that is there must hold; `GameFilter::default()` admits all.
///
/// A tag that is missing, empty or `?` is unknown, and an unknown value meets no condition but the result `*`.
///
/// ```
/// use destrier_games::GameFilter;
/// use destrier_games::pgn::Tags;
///
/// let tags = Tags::read(b"[White \"Carlsen, Magnus\"]\n[UTCDate \"2020.05.16\"]\n[TimeControl \"180+2\"]\n\n1. e4 *");
/// let filter = GameFilter {
///     player: Some("carlsen".parse()?),
///     until: Some("2020-05".parse()?),
///     time_control: Some("blitz".parse()?),
///     ..GameFilter::default()
/// };
/// assert!(filter.admits(&tags));
/// assert!(!GameFilter { min_elo: Some(2500), ..filter }.admits(&tags));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GameFilter {
    /// Both `WhiteElo` and `BlackElo` are numbers of at least this. Where there is neither tag, `Rating`, which
    /// puzzles have, stands for both. Ratings of 0 are none.
    pub min_elo: Option<u32>,
    /// `White` or `Black` is this player; see [`Player`].
    pub player: Option<Player>,
    /// `Result` is this; see [`GameResult`].
    pub result: Option<GameResult>,
    /// `ECO` begins with this, in upper or lower case.
    pub eco: Option<String>,
    /// The game may have been played on the first day of this date or later. Its date is `UTCDate` or, where that
    /// has no year, `Date`; where neither has one, the game is not admitted. A month or day that is not given, or
    /// cannot be, may be any. With [`until`](Self::until), there must be one day that is right for both.
    pub since: Option<Date>,
    /// The game may have been played on the last day of this date or earlier; as with [`since`](Self::since).
    pub until: Option<Date>,
    /// `TimeControl` is this or of this speed; see [`TimeControl`].
    pub time_control: Option<TimeControl>,
}

impl GameFilter {
    /// Whether a game is searched.
    #[must_use]
    pub fn admits(&self, tags: &Tags<'_>) -> bool {
        // The cheap conditions first.
        self.result.is_none_or(|result| result_of(tags) == Some(result))
            && self.eco.as_deref().is_none_or(|prefix| eco_begins_with(tags, prefix.as_bytes()))
            && self
                .min_elo
                .is_none_or(|least| lower_rating(tags).is_some_and(|rating| u32::from(rating) >= least))
            && self.admits_date(tags)
            && self.time_control.as_ref().is_none_or(|control| control.is_that_of(tags))
            && self.player.as_ref().is_none_or(|player| player.colors(tags) != Colors::NONE)
    }

    /// The colors that [`player`](Self::player) has in a game; none where no player is named.
    #[must_use]
    pub fn colors(&self, tags: &Tags<'_>) -> Colors {
        self.player.as_ref().map_or(Colors::NONE, |player| player.colors(tags))
    }

    fn admits_date(&self, tags: &Tags<'_>) -> bool {
        if self.since.is_none() && self.until.is_none() {
            return true;
        }
        Date::of_game(tags).is_some_and(|date| date.may_be_within(self.since, self.until))
    }
}

/// The result of a game; `None` where its tag says something else.
fn result_of(tags: &Tags<'_>) -> Option<GameResult> {
    tags.value("Result").map_or(Some(GameResult::Unknown), |value| value.trim().parse().ok())
}

fn eco_begins_with(tags: &Tags<'_>, prefix: &[u8]) -> bool {
    tags.get("ECO")
        .filter(|tag| !tag.is_unknown())
        .and_then(|tag| tag.raw_value.get(..prefix.len()))
        .is_some_and(|beginning| beginning.eq_ignore_ascii_case(prefix))
}

/// The lower one of the players' ratings, where both are known, or a puzzle's.
fn lower_rating(tags: &Tags<'_>) -> Option<u16> {
    if tags.get("WhiteElo").is_none() && tags.get("BlackElo").is_none() {
        return tags.rating("Rating");
    }
    Some(tags.rating("WhiteElo")?.min(tags.rating("BlackElo")?))
}

#[cfg(test)]
mod tests;
