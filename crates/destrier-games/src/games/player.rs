//! Players, and the colors that they have in a game.

use crate::formats::pgn::Tags;
use destrier::Color;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// The colors that someone has in a game: one, none, or both, as in analysis games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colors {
    /// Whether White is included.
    pub white: bool,
    /// Whether Black is included.
    pub black: bool,
}

impl Colors {
    /// Neither color.
    pub const NONE: Self = Self { white: false, black: false };

    /// Both colors.
    pub const BOTH: Self = Self { white: true, black: true };

    /// Returns a single color.
    #[must_use]
    pub const fn only(color: Color) -> Self {
        Self { white: color.is_white(), black: !color.is_white() }
    }

    /// Returns the union of two sets of colors.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self { white: self.white || other.white, black: self.black || other.black }
    }

    pub(crate) const fn contains(self, color: Color) -> bool {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// The name of a player.
///
/// It matches a tag if it equals the whole value or the part before the first comma or white space, ignoring case. The
/// name `carlsen` matches `Carlsen`, `Carlsen, Magnus` and `Carlsen M`, but neither `Carlsen99` nor `Magnus Carlsen`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Player {
    name: String,
}

/// The error for text that does not name a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a full name as in the tags `White` and `Black`, or its part before the first comma or space"
)]
pub struct ParsePlayerError;

impl Player {
    /// Parses names separated by commas. A comma before white space is part of a name.
    ///
    /// ```
    /// use destrier_games::Player;
    ///
    /// let players = Player::list("Carlsen, Magnus,Caruana")?;
    /// assert_eq!(players.iter().map(Player::to_string).collect::<Vec<_>>(), ["Carlsen, Magnus", "Caruana"]);
    /// # Ok::<(), destrier_games::ParsePlayerError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If one of the names is empty or `?`.
    pub fn list(text: &str) -> Result<Vec<Self>, ParsePlayerError> {
        split_names(text).into_iter().map(str::parse).collect()
    }

    /// Returns whether two names are equal, ignoring case.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        is_same(&self.name, &other.name)
    }

    /// Returns the colors that the player has in a game.
    pub(crate) fn colors(&self, tags: &Tags<'_>) -> Colors {
        let [white, black] = ["White", "Black"]
            .map(|name| tags.value(name).is_some_and(|value| self.spelling_in(value.trim()).is_some()));
        Colors { white, black }
    }

    /// Returns the player's name as a tag spells it, or `None` if the tag is about someone else.
    pub(crate) fn spelling_in<'a>(&self, tag: &'a str) -> Option<&'a str> {
        Self::names_in(tag).into_iter().find(|name| is_same(&self.name, name))
    }

    /// Returns the names that a tag matches: the whole value, and the part before the first comma or white space.
    pub(crate) fn names_in(tag: &str) -> [&str; 2] {
        [tag, tag.split(|c: char| c == ',' || c.is_whitespace()).next().unwrap_or_default()]
    }
}

/// Splits a text at commas, except those before white space.
pub(super) fn split_names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut start = 0;
    for (comma, _) in text.match_indices(',') {
        if !text[comma + 1..].starts_with(char::is_whitespace) {
            names.push(&text[start..comma]);
            start = comma + 1;
        }
    }
    names.push(&text[start..]);
    names
}

/// Returns whether two texts are equal, ignoring case.
fn is_same(a: &str, b: &str) -> bool {
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}

/// Parses any name except an empty one and `?`, which means unknown.
impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(name: &str) -> Result<Self, ParsePlayerError> {
        match name.trim() {
            "" | "?" => Err(ParsePlayerError),
            name => Ok(Self { name: name.to_owned() }),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}
