//! What the registry says of a function, and how it is called by name.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::formulation::Formulation;
use crate::king::Wing;
use crate::knight;
use crate::layers::Layers;
use crate::line::Line;
use crate::square::Square;
use core::fmt;

/// A function of the library: the registry's entry.
#[derive(Debug)]
pub struct Function {
    /// Its name, in lower case with hyphens.
    pub name: &'static str,
    /// What it answers.
    pub definition: &'static str,
    /// Where it comes from: titles of pages.
    pub source: &'static str,
    /// What it takes, at most [`Arguments::MOST`].
    pub arguments: &'static [Argument],
    /// The `i`-th way to its answer, the one to use first; `None` after the last, where an argument is missing that is
    /// required, and where one is of another type.
    pub way: fn(&Arguments, usize) -> Option<Way>,
}

/// Something that a function takes.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name, in capitals.
    pub name: &'static str,
    /// What it is.
    pub definition: &'static str,
    /// Its type.
    pub kind: ArgumentKind,
    /// The name by which it is given; `None` where its place says what it is.
    pub flag: Option<&'static str>,
    /// Whether it must be given.
    pub required: bool,
}

impl Argument {
    /// Where paths and distances start.
    pub(super) const FROM: Self = Self::new("FROM", ArgumentKind::Set, "where it starts");
    /// Where they end.
    pub(super) const TO: Self = Self::new("TO", ArgumentKind::Set, "where it goes");
    /// The path, where it may be left out.
    pub(super) const THROUGH: Self = Self::new(
        "PATH",
        ArgumentKind::Set,
        "the squares it may stand on, both ends included; all when left out",
    )
    .flag("through")
    .optional();
    /// What a path leaves out.
    pub(super) const OFF_PATH: Self =
        Self::new("TABOO", ArgumentKind::Set, "squares it may not stand on, its first and last among them")
            .flag("taboo")
            .optional();
    /// What a fill does not enter.
    pub(super) const TABOO: Self =
        Self::new("TABOO", ArgumentKind::Set, "squares that are not to be entered").flag("taboo").optional();

    pub(super) const fn new(name: &'static str, kind: ArgumentKind, definition: &'static str) -> Self {
        Self { name, definition, kind, flag: None, required: true }
    }

    pub(super) const fn optional(self) -> Self {
        Self { required: false, ..self }
    }

    pub(super) const fn flag(self, flag: &'static str) -> Self {
        Self { flag: Some(flag), ..self }
    }
}

/// The type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentKind {
    /// A set of squares; a square is a set of one.
    Set,
    /// A square.
    Square,
    /// A whole number from 0 on.
    Number,
    /// White or Black.
    Color,
    /// A wing of the board.
    Wing,
}

/// An argument as given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "ArgumentKind says it")]
pub enum ArgumentValue {
    Set(Bitboard),
    Square(Square),
    Number(u32),
    Color(Color),
    Wing(Wing),
}

impl ArgumentKind {
    /// Reads an argument of this type: `c7,e8`, `e4`, `3`, `white`, `king`.
    ///
    /// # Errors
    ///
    /// When the text is not one; the error says how to write it.
    pub fn parse(self, text: &str) -> Result<ArgumentValue, ParseArgumentError> {
        let value = match self {
            Self::Set => text.parse().ok().map(ArgumentValue::Set),
            // Any set of one square will do: `0x1` is a1.
            Self::Square => text.parse::<Bitboard>().ok().and_then(Bitboard::only).map(ArgumentValue::Square),
            Self::Number => text.parse().ok().map(ArgumentValue::Number),
            Self::Color => text.parse().ok().map(ArgumentValue::Color),
            Self::Wing => Wing::ALL.into_iter().find(|wing| wing.name() == text).map(ArgumentValue::Wing),
        };
        value.ok_or(ParseArgumentError(self))
    }
}

/// Why a text is not an argument of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseArgumentError(ArgumentKind);

impl fmt::Display for ParseArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ArgumentKind::Set => crate::picture::ParseBitboardError.fmt(f),
            ArgumentKind::Square => crate::square::ParseSquareError.fmt(f),
            ArgumentKind::Number => f.write_str("a number is whole and from 0 to 4294967295"),
            ArgumentKind::Color => crate::color::ParseColorError.fmt(f),
            ArgumentKind::Wing => f.write_str("a wing is `king` or `queen`"),
        }
    }
}

impl core::error::Error for ParseArgumentError {}

/// The arguments of a call, in the order of the function's [`arguments`](Function::arguments).
#[derive(Clone, Copy, Debug, Default)]
pub struct Arguments {
    /// The values, `None` where an argument is not given.
    pub values: [Option<ArgumentValue>; Self::MOST],
}

macro_rules! getters {
    ($($getter:ident: $kind:ident -> $type:ty,)*) => {$(
        pub(super) fn $getter(&self, place: usize) -> Option<$type> {
            match self.values.get(place) {
                Some(&Some(ArgumentValue::$kind(value))) => Some(value),
                _ => None,
            }
        }
    )*};
}

impl Arguments {
    /// The most arguments that a function has.
    pub const MOST: usize = 4;

    getters! {
        set: Set -> Bitboard,
        square: Square -> Square,
        number: Number -> u32,
        color: Color -> Color,
        wing: Wing -> Wing,
    }

    /// What a getter gives for an argument that may be left out; `None` where it is given and of another type.
    pub(super) fn optional<T>(
        &self,
        place: usize,
        getter: fn(&Self, usize) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.values.get(place) {
            Some(Some(_)) => getter(self, place).map(Some),
            _ => Some(None),
        }
    }
}

/// What one formulation of a function answers.
#[derive(Clone, Debug)]
pub struct Way {
    /// What the formulation is called.
    pub name: &'static str,
    /// What it costs.
    pub cost: &'static str,
    /// What it answers.
    pub answer: Answer,
}

impl Way {
    /// The way of a function that has no other.
    pub(super) fn only(
        i: usize,
        name: &'static str,
        cost: &'static str,
        answer: impl FnOnce() -> Answer,
    ) -> Option<Self> {
        (i == 0).then(|| Self { name, cost, answer: answer() })
    }
}

impl<F> Formulation<F> {
    pub(super) fn answer(&self, answer: impl FnOnce(&F) -> Answer) -> Way {
        Way { name: self.name, cost: self.cost, answer: answer(&self.compute) }
    }
}

/// The answer of a function.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "the library does not allocate")]
pub enum Answer {
    /// A set of squares.
    Set(Bitboard),
    /// A number, or none.
    Number(Option<u8>),
    /// Whether something is so.
    Truth(bool),
    /// The layers of all shortest paths, or none.
    Layers(Option<Layers>),
    /// Knight moves, one by one.
    Moves(knight::moves::Pairs),
    /// The four lines of a square.
    Lines([(Line, Bitboard); 4]),
}
