//! The registry of the library's functions: what each is called, takes and answers, in one place.
//!
//! A calculator, a query language or a menu can be made from [`FUNCTIONS`] without knowing one of them: the command
//! `destrier board` is. In it is what is asked of a diagram by hand, with sets, squares, numbers, sides and wings to
//! give and one answer to get. The rest is for programs: what needs a whole position ([`Board`](crate::Board)), what is
//! a part of another function here (regions, fork moves, trajectories, which are shortest paths without a taboo), what
//! is another look at the same (move lists, Manhattan distances, a king's exact reach, a knight's connections), and pawns and sliders, which serve knights and kings.
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
pub static FUNCTIONS: &[&Function] = &[
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::king::Wing;
    use crate::{Bitboard, Color, Square};

    #[test]
    fn arguments_of_another_type_are_not_passed_over() {
        for function in FUNCTIONS {
            let mut arguments = Arguments::default();
            for (value, argument) in arguments.values.iter_mut().zip(function.arguments) {
                *value = Some(match argument.kind {
                    ArgumentKind::Set => ArgumentValue::Set(Bitboard::CORNERS),
                    ArgumentKind::Square => ArgumentValue::Square(Square::A4),
                    ArgumentKind::Number => ArgumentValue::Number(2),
                    ArgumentKind::Color => ArgumentValue::Color(Color::White),
                    ArgumentKind::Wing => ArgumentValue::Wing(Wing::King),
                });
            }
            let is_answered = |arguments| (function.way)(&arguments, 0).is_some();
            assert!(is_answered(arguments), "{}", function.name);
            for (i, argument) in function.arguments.iter().enumerate() {
                let mut other = arguments;
                other.values[i] = None;
                assert_eq!(is_answered(other), !argument.required, "{} {}", function.name, argument.name);
                let is_color = argument.kind == ArgumentKind::Color;
                other.values[i] = Some(if is_color {
                    ArgumentValue::Number(1)
                } else {
                    ArgumentValue::Color(Color::White)
                });
                assert!(!is_answered(other), "{} {}", function.name, argument.name);
            }
        }
    }
}
