//! The types of what tables hold.

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// A text.
    Text,
    /// A text that many rows share, such as the name of a player.
    SharedText,
    /// Whether something is so.
    Truth,
    /// A number below 2^63. Tables have it with a sign, so that a difference of two is what it is.
    Number,
    /// A number with a fraction.
    Real,
    /// A day.
    Date,
    /// A set of squares as one number, bit 0 being a1: 16 hexadecimal digits where there is only text.
    Set,
    /// A list of names: of squares, or of classes.
    List,
    /// Texts under names: the tags of a game.
    Map,
}

impl ColumnKind {
    /// What its cells hold, whatever the format.
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
