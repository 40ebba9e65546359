//! Column types of tables.

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A text.
    Text,
    /// A text that many rows share, such as the name of a player.
    SharedText,
    /// A Boolean.
    Truth,
    /// An integer below 2^63. Tables store it as a signed integer, so that differences can be negative.
    Number,
    /// A number with a fraction.
    Real,
    /// A day.
    Date,
    /// A set of squares as one number, where bit 0 is a1. Text formats write it as 16 hexadecimal digits.
    Set,
    /// A list of names, of squares or classes.
    List,
    /// A map from names to texts: the tags of a game.
    Map,
}

impl ColumnKind {
    /// Returns the name of the type, which is the same in all formats.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text | Self::SharedText => "text",
            Self::Truth => "truth",
            Self::Number | Self::Real => "number",
            Self::Date => "date",
            Self::Set => "set",
            Self::List => "list",
            Self::Map => "map",
        }
    }
}
