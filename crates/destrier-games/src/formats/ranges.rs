//! The ranges of values in a group of games, known before the games are read.

/// The ranges of some values in a group of games, from the statistics of a file. A range that is unknown is `None`.
#[derive(Clone, Debug, Default)]
pub struct GameRanges {
    /// The ratings in `WhiteElo`.
    pub white_elo: Option<ValueRange<i64>>,
    /// The ratings in `BlackElo`.
    pub black_elo: Option<ValueRange<i64>>,
    /// The ratings in `Rating`.
    pub rating: Option<ValueRange<i64>>,
    /// The dates with a known month and day, in days since 1970.
    pub date: Option<ValueRange<i64>>,
    /// The years of the dates.
    pub year: Option<ValueRange<i64>>,
    /// The `ECO` codes.
    pub eco: Option<ValueRange<Vec<u8>>>,
}

/// The range of a value in a group of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueRange<T> {
    /// Lower and upper bounds, or `None` if no game has the value.
    pub bounds: Option<(T, T)>,
    /// Whether some game may lack the value.
    pub may_be_absent: bool,
}

impl<T> ValueRange<T> {
    /// The range of a value that no game has.
    pub const ABSENT: Self = Self { bounds: None, may_be_absent: true };
}
