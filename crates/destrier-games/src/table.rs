//! Tables: columns with their definitions, and cells. Every format that has rows is written from these.

use destrier::Bitboard;

/// A column of a table: what it is called, what it holds, and of which type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, the key of a JSON object too.
    pub name: String,
    /// What it holds.
    pub definition: String,
    /// The type of its cells.
    pub kind: Kind,
}

impl Column {
    /// A column.
    #[must_use]
    pub fn new(name: impl Into<String>, definition: impl Into<String>, kind: Kind) -> Self {
        Self { name: name.into(), definition: definition.into(), kind }
    }
}

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A text.
    Text,
    /// Whether something is so.
    Truth,
    /// A number below 2^63. Tables have it with a sign, so that a difference of two is what it is.
    Number,
    /// A set of squares as one number, bit 0 being a1: 16 hexadecimal digits where there is only text.
    Set,
    /// A list of names: of squares, or of classes.
    List,
}

/// A cell of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell<'a> {
    /// The row has no such field: left out of a JSON object, null in a table.
    Absent,
    /// What it is cannot be said: null.
    Null,
    /// A text.
    Text(&'a str),
    /// Whether something is so.
    Truth(bool),
    /// A number, of any width.
    Number(u64),
    /// A set of squares as one number.
    Set(Bitboard),
    /// A set of squares as the list of their names, a1 to h8.
    Squares(Bitboard),
    /// A list of names.
    Names(&'static [&'static str]),
}

impl Cell<'_> {
    /// A text where there is one, null elsewhere.
    #[cfg(feature = "files")]
    pub(crate) fn text(text: Option<&str>) -> Cell<'_> {
        text.map_or(Cell::Null, Cell::Text)
    }
}

/// The names in a list, a square or a class each; none for other cells.
#[cfg(feature = "files")]
pub(crate) fn names(cell: Cell<'_>) -> impl Iterator<Item = &'static str> {
    let (squares, names): (Bitboard, &'static [&'static str]) = match cell {
        Cell::Squares(squares) => (squares, &[]),
        Cell::Names(names) => (Bitboard::EMPTY, names),
        _ => (Bitboard::EMPTY, &[]),
    };
    squares.iter().map(|square| square.name()).chain(names.iter().copied())
}
