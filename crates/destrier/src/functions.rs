//! The registry of the library's functions: what each is called, takes and answers, in one place.
//!
//! A calculator, a query language or a menu can be made from [`FUNCTIONS`] without knowing one of them: the
//! command `destrier board` is. The entry of a function stands in its module, as `FUNCTION`.
//!
//! ```
//! use destrier::functions::{Answer, Arguments, FUNCTIONS};
//! use destrier::Square;
//!
//! let function = FUNCTIONS.iter().find(|function| function.name == "knight-attacks").unwrap();
//! let mut arguments = Arguments::default();
//! arguments.values[0] = Some(function.arguments[0].kind.parse("a1")?);
//! let way = (function.way)(&arguments, 0).unwrap();
//! assert_eq!(way.answer, Answer::Set("b3,c2".parse().unwrap()));
//! assert_eq!(way.cost, "17 operations");
//! # Ok::<(), destrier::functions::ParseArgumentError>(())
//! ```

pub use crate::function::{
    Answer, Argument, ArgumentKind, ArgumentValue, Arguments, Function, ParseArgumentError, Way,
};
use crate::{king, knight, line};

/// The functions, knights first.
pub static FUNCTIONS: [&Function; 17] = [
    &knight::attacks::FUNCTION,
    &knight::fill::FUNCTION,
    &knight::fill::REACH,
    &knight::distance::FUNCTION,
    &knight::paths::FUNCTION,
    &knight::moves::FUNCTION,
    &knight::fork_squares::FUNCTION,
    &knight::passer::FUNCTION,
    &king::attacks::FUNCTION,
    &king::fill::FUNCTION,
    &king::distance::FUNCTION,
    &king::paths::FUNCTION,
    &king::paths::CONNECTED,
    &king::lines::FUNCTION,
    &king::shield::FUNCTION,
    &king::square_rule::FUNCTION,
    &line::FUNCTION,
];
