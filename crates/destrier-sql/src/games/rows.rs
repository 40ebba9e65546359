//! What a row of a table is.

use std::fmt;
use std::str::FromStr;

/// What a row of a table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rows {
    /// A game.
    #[default]
    Games,
    /// A position of a game.
    Positions,
    /// A finding in a position.
    Findings,
    /// A position with its values for either side.
    Features,
}

impl Rows {
    /// All, in the order of the documentation.
    pub const ALL: [Self; 4] = [Self::Games, Self::Positions, Self::Findings, Self::Features];

    /// The name, of the table function too.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Positions => "positions",
            Self::Findings => "findings",
            Self::Features => "features",
        }
    }
}

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name, in capitals or not.
impl FromStr for Rows {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let rows = Self::ALL.into_iter().find(|rows| rows.name().eq_ignore_ascii_case(name));
        rows.ok_or_else(|| format!("rows are games, positions, findings or features, not {name:?}"))
    }
}
