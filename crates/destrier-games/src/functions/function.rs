//! The types of the function registry.

use destrier::batch::{Kernel, LengthError};
use destrier::formulations;
use destrier::king::Wing;
use destrier::knight;
use destrier::{
    Bitboard, Color, Layers, Line, ParseBitboardError, ParseColorError, ParseSquareError, Square,
};
use std::fmt;

/// A registry entry: a function that can be called by name.
#[derive(Debug)]
pub struct Function {
    /// The name, in lower case with hyphens.
    pub name: &'static str,
    /// What the function returns.
    pub definition: &'static str,
    /// The titles of the source pages.
    pub source: &'static str,
    /// The arguments, at most [`Arguments::MAX`].
    pub arguments: &'static [Argument],
    /// The texts of the arguments of a call that shows what the function does. An argument with an empty text, or with
    /// none, is omitted.
    pub example: &'static [&'static str],
    /// Calls the `i`-th formulation with arguments that include the defaults.
    pub(super) formulation: fn(&Arguments, usize) -> Option<Formulation>,
    /// Computes whole columns, if the function can be called with sets alone and returns a set.
    pub columns: Option<SetColumns>,
}

impl Function {
    /// Calls the `i`-th formulation, where 0 is the recommended one.
    ///
    /// Returns `None` if there are no more formulations, if a required argument is missing, or if an argument has the
    /// wrong type.
    #[must_use]
    pub fn call(&self, arguments: &Arguments, i: usize) -> Option<Formulation> {
        let mut arguments = *arguments;
        for (value, argument) in arguments.values.iter_mut().zip(self.arguments) {
            *value = value.or_else(|| argument.kind.parse(argument.default?).ok());
        }
        (self.formulation)(&arguments, i)
    }

    /// Calls every formulation, the recommended one first.
    pub fn formulations(&self, arguments: &Arguments) -> impl Iterator<Item = Formulation> {
        (0..).map_while(|i| self.call(arguments, i))
    }

    /// Returns the arguments of the [example](Self::example).
    #[must_use]
    pub fn example_arguments(&self) -> Arguments {
        let mut arguments = Arguments::default();
        for ((value, argument), text) in arguments.values.iter_mut().zip(self.arguments).zip(self.example) {
            *value = argument.kind.parse(text).ok();
        }
        arguments
    }
}

/// A function from columns of sets to a column of sets, by the number of its arguments.
///
/// It takes the first arguments of the function; the others are optional and left out. It returns an error if the columns
/// differ in length.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the number of arguments")]
pub enum SetColumns {
    One(fn(Kernel, [&[u64]; 1], &mut [u64]) -> Result<(), LengthError>),
    Two(fn(Kernel, [&[u64]; 2], &mut [u64]) -> Result<(), LengthError>),
    Three(fn(Kernel, [&[u64]; 3], &mut [u64]) -> Result<(), LengthError>),
}

impl SetColumns {
    /// Returns the number of arguments.
    #[must_use]
    pub const fn arguments(self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Two(_) => 2,
            Self::Three(_) => 3,
        }
    }

    /// Computes the output column, or returns `None` if the number of columns is wrong.
    pub fn compute(
        self,
        kernel: Kernel,
        columns: &[&[u64]],
        output: &mut [u64],
    ) -> Option<Result<(), LengthError>> {
        match (self, columns) {
            (Self::One(compute), &[a]) => Some(compute(kernel, [a], output)),
            (Self::Two(compute), &[a, b]) => Some(compute(kernel, [a, b], output)),
            (Self::Three(compute), &[a, b, c]) => Some(compute(kernel, [a, b, c], output)),
            _ => None,
        }
    }
}

/// The description of an argument. It prints as its definition and default.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The name, in capitals.
    pub name: &'static str,
    /// What the argument means.
    pub definition: &'static str,
    /// The type.
    pub kind: ArgumentKind,
    /// The name of the flag, or `None` if the argument is positional.
    pub flag: Option<&'static str>,
    /// Whether the argument is required.
    pub required: bool,
    /// The text of the value if the argument is omitted, or `None` if it has no such value.
    pub default: Option<&'static str>,
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.definition)?;
        self.default.map_or(Ok(()), |default| write!(f, "; {default} by default"))
    }
}

impl Argument {
    /// The start of a path or distance.
    pub(super) const FROM: Self = Self::new("FROM", ArgumentKind::Set, "the squares to start from");
    /// The end of a path or distance.
    pub(super) const TO: Self = Self::new("TO", ArgumentKind::Set, "the squares to reach");
    /// The squares of a path, if optional.
    pub(super) const THROUGH: Self = Self::new(
        "PATH",
        ArgumentKind::Set,
        "the squares it may stand on, including start and end; all by default",
    )
    .flag("through")
    .optional();
    /// The squares excluded from a path.
    pub(super) const OFF_PATH: Self =
        Self::new("TABOO", ArgumentKind::Set, "squares it may not stand on, even as start or end")
            .flag("taboo")
            .optional();
    /// The squares that a fill does not enter.
    pub(super) const TABOO: Self =
        Self::new("TABOO", ArgumentKind::Set, "squares that no move may enter").flag("taboo").optional();

    /// The side, if optional.
    pub(super) const COLOR: Self =
        Self::new("COLOR", ArgumentKind::Color, "the side").flag("color").default("white");

    /// The side to move.
    pub(super) const TURN: Self = Self::new("COLOR", ArgumentKind::Color, "the side to move").flag("turn");
    /// The number of moves, if optional.
    pub(super) const NUMBER_OF_MOVES: Self =
        Self::new("N", ArgumentKind::Number, "the number of moves").default("1");

    pub(super) const fn set(name: &'static str, definition: &'static str) -> Self {
        Self::new(name, ArgumentKind::Set, definition)
    }

    pub(super) const fn square(name: &'static str, definition: &'static str) -> Self {
        Self::new(name, ArgumentKind::Square, definition)
    }

    pub(super) const fn new(name: &'static str, kind: ArgumentKind, definition: &'static str) -> Self {
        Self { name, definition, kind, flag: None, required: true, default: None }
    }

    pub(super) const fn optional(self) -> Self {
        Self { required: false, ..self }
    }

    pub(super) const fn default(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self.optional() }
    }

    pub(super) const fn flag(self, flag: &'static str) -> Self {
        Self { flag: Some(flag), ..self }
    }
}

/// The type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A set of squares. A single square is also a set.
    Set,
    /// A square.
    Square,
    /// A whole number, 0 or greater.
    Number,
    /// White or Black.
    Color,
    /// A wing of the board.
    Wing,
}

/// The value of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "see `ArgumentKind`")]
pub enum ArgumentValue {
    Set(Bitboard),
    Square(Square),
    Number(u32),
    Color(Color),
    Wing(Wing),
}

impl ArgumentKind {
    /// Parses an argument of this type, for example `c7,e8`, `e4`, `3`, `white` or `king`.
    ///
    /// # Errors
    ///
    /// Returns an error that says what was expected if the text is not an argument of this type.
    pub fn parse(self, text: &str) -> Result<ArgumentValue, ParseArgumentError> {
        let value = match self {
            Self::Set => text.parse().ok().map(ArgumentValue::Set),
            // Accepts any set of one square: `0x1` is a1.
            Self::Square => text.parse::<Bitboard>().ok().and_then(Bitboard::only).map(ArgumentValue::Square),
            Self::Number => text.parse().ok().map(ArgumentValue::Number),
            Self::Color => text.parse().ok().map(ArgumentValue::Color),
            Self::Wing => Wing::ALL.into_iter().find(|wing| wing.name() == text).map(ArgumentValue::Wing),
        };
        value.ok_or(ParseArgumentError(self))
    }
}

/// The error of [`ArgumentKind::parse`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseArgumentError(ArgumentKind);

impl fmt::Display for ParseArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ArgumentKind::Set => ParseBitboardError.fmt(f),
            ArgumentKind::Square => ParseSquareError.fmt(f),
            ArgumentKind::Number => f.write_str("expected a whole number from 0 to 4294967295"),
            ArgumentKind::Color => ParseColorError.fmt(f),
            ArgumentKind::Wing => f.write_str("expected `king` or `queen`"),
        }
    }
}

impl std::error::Error for ParseArgumentError {}

/// The arguments of a call, in the order of the function's [`arguments`](Function::arguments).
#[derive(Clone, Copy, Debug, Default)]
pub struct Arguments {
    /// The values, or `None` for missing arguments.
    pub values: [Option<ArgumentValue>; Self::MAX],
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
    /// The maximum number of arguments of a function.
    pub const MAX: usize = 4;

    getters! {
        set: Set -> Bitboard,
        square: Square -> Square,
        number: Number -> u32,
        color: Color -> Color,
        wing: Wing -> Wing,
    }

    /// Returns the squares to avoid: none if the argument is omitted.
    pub(super) fn taboo(&self, place: usize) -> Option<Bitboard> {
        self.optional(place, Self::set).map(Option::unwrap_or_default)
    }

    /// Returns the squares of a path: all if the argument is omitted.
    pub(super) fn path(&self, place: usize) -> Option<Bitboard> {
        self.optional(place, Self::set).map(|path| path.unwrap_or(Bitboard::FULL))
    }

    #[expect(clippy::option_option, reason = "the outer `None` means that it has the wrong type")]
    pub(super) fn optional_square(&self, place: usize) -> Option<Option<Square>> {
        self.optional(place, Self::square)
    }

    /// Returns an optional argument. The outer `None` means that it has the wrong type.
    fn optional<T>(&self, place: usize, getter: fn(&Self, usize) -> Option<T>) -> Option<Option<T>> {
        match self.values.get(place) {
            Some(Some(_)) => getter(self, place).map(Some),
            _ => Some(None),
        }
    }
}

/// The result of one formulation of a function.
#[derive(Clone, Debug)]
pub struct Formulation {
    /// The name of the formulation.
    pub name: &'static str,
    /// The cost of the formulation.
    pub cost: &'static str,
    /// The answer.
    pub answer: Answer,
}

impl Formulation {
    /// Returns the result of a function with a single formulation.
    pub(super) fn only(
        i: usize,
        name: &'static str,
        cost: &'static str,
        answer: impl FnOnce() -> Answer,
    ) -> Option<Self> {
        (i == 0).then(|| Self { name, cost, answer: answer() })
    }

    /// Returns the result of the `i`-th formulation, if there is one.
    pub(super) fn of<F>(
        formulations: &[formulations::Formulation<F>],
        i: usize,
        answer: impl FnOnce(&F) -> Answer,
    ) -> Option<Self> {
        let formulation = formulations.get(i)?;
        Some(Self { name: formulation.name, cost: formulation.cost, answer: answer(&formulation.compute) })
    }
}

/// The answer of a function.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "an answer is used at once")]
pub enum Answer {
    /// A set of squares.
    Set(Bitboard),
    /// A number, or `None`.
    Number(Option<u8>),
    /// A truth value.
    Truth(bool),
    /// The layers of all shortest paths, or `None` if there is no path.
    Layers(Option<Layers>),
    /// Knight moves.
    Moves(knight::MovePairs),
    /// The four lines through a square.
    Lines([(Line, Bitboard); 4]),
}

/// Defines functions: name, arguments with the getters of their values, example, definition and source. Then follow the
/// `i`-th formulation and the function of columns of sets, if there is one.
macro_rules! functions {
    ($i:ident; $(
        $entry:ident = $name:literal($($argument:ident: $getter:ident $described:expr),*);
        [$($example:literal),*], $definition:literal, $source:literal;
        $formulation:expr;
        $(=> $kind:ident |[$($column:ident),*]| $of:expr;)?
    )*) => {$(
        pub(super) static $entry: Function = Function {
            name: $name,
            definition: $definition,
            source: $source,
            arguments: &[$($described),*],
            example: &[$($example),*],
            formulation: |arguments, $i| {
                let mut places = 0..;
                $(let $argument = arguments.$getter(places.next()?)?;)*
                $formulation
            },
            columns: functions!(@columns $($kind |[$($column),*]| $of)?),
        };
    )*};
    (@columns) => { None };
    (@columns $kind:ident |[$($column:ident),*]| $of:expr) => {
        Some(SetColumns::$kind(|kernel, columns, output| map!(kernel, columns, output, |[$($column),*]| $of)))
    };
}

pub(super) use functions;
