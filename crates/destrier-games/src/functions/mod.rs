//! A registry of functions that you can call by name.
//!
//! Use [`FUNCTIONS`] to build a calculator, a query language or a menu without knowing each function. The command
//! `destrier board` is built this way. The registry holds the functions that you can call with sets, squares, numbers,
//! colors and wings, and that return one answer. It leaves out:
//!
//! - functions of a whole position ([`Board`](destrier::Board)),
//! - functions that others here cover, such as trajectories (shortest paths on an empty board),
//! - numbers for each kind of piece: attack units and safe checks,
//! - variants: move lists, Manhattan distances, the king's exact reach and the knight's connectivity.
//!
//! ```
//! use destrier_games::functions::{Answer, Arguments, FUNCTIONS};
//! use destrier::Square;
//!
//! let function = FUNCTIONS.iter().find(|function| function.name == "knight-attacks").unwrap();
//! let mut arguments = Arguments::default();
//! arguments.values[0] = Some(function.arguments[0].kind.parse("a1")?);
//! let formulation = function.call(&arguments, 0).unwrap();
//! assert_eq!(formulation.answer, Answer::Set("b3,c2".parse().unwrap()));
//! assert_eq!(formulation.cost, "17 operations");
//! # Ok::<(), destrier_games::functions::ParseArgumentError>(())
//! ```

mod function;
mod king;
mod knight;
mod sets;

pub use function::{
    Answer, Argument, ArgumentKind, ArgumentValue, Arguments, Formulation, Function, ParseArgumentError,
    SetColumns,
};

/// All functions: knights, kings, pawns and sliders, then sets and lines.
pub static FUNCTIONS: &[&Function] = &[
    &knight::ATTACKS,
    &knight::FILL,
    &knight::REACH,
    &knight::DISTANCE,
    &knight::PATH,
    &knight::MOVES,
    &knight::FORKS,
    &knight::STOPS,
    &sets::KNIGHT_REGION,
    &sets::KNIGHT_FORK_MOVES,
    &knight::MOBILITY,
    &knight::TRAPPED,
    &knight::CHECKS,
    &knight::OUTPOSTS,
    &knight::REACHABLE_OUTPOSTS,
    &knight::KNIGHTS_IN_REACH,
    &king::ATTACKS,
    &king::FILL,
    &king::DISTANCE,
    &king::PATH,
    &king::CONNECTED,
    &king::LINES,
    &king::SHIELD,
    &king::CAUGHT_AREA,
    &sets::KING_REGION,
    &king::ZONE,
    &king::KING_SHIELD,
    &king::STORM,
    &king::OPEN_FILES,
    &king::HALF_OPEN_FILES,
    &king::VIRTUAL_MOBILITY,
    &king::OPPOSITION,
    &king::KEY_SQUARES,
    &sets::WHITE_PAWN_ATTACKS,
    &sets::BLACK_PAWN_ATTACKS,
    &sets::WHITE_PAWN_PUSHES,
    &sets::BLACK_PAWN_PUSHES,
    &sets::WHITE_PAWN_FORKS,
    &sets::BLACK_PAWN_FORKS,
    &sets::WHITE_FRONT_SPAN,
    &sets::BLACK_FRONT_SPAN,
    &sets::WHITE_PASSER_SPAN,
    &sets::BLACK_PASSER_SPAN,
    &sets::DOUBLED_PAWNS,
    &sets::ISOLATED_PAWNS,
    &sets::NORTH_FILL,
    &sets::SOUTH_FILL,
    &sets::FILE_FILL,
    &sets::ROOK_ATTACKS,
    &sets::BISHOP_ATTACKS,
    &sets::QUEEN_ATTACKS,
    &sets::MAJORITY,
    &sets::FLIP_VERTICAL,
    &sets::MIRROR_HORIZONTAL,
    &sets::FLIP_DIAGONAL,
    &sets::LINES,
];

#[cfg(test)]
mod tests {
    use super::*;
    use destrier::batch::Kernel;
    use destrier::formulations::{king as of_king, knight as of_knight};
    use destrier::king::Wing;
    use destrier::{Bitboard, Color, Line, ParseBitboardError, ParseSquareError, Square, king, knight};

    /// Each call is a function name and its arguments, with `-` for a missing argument.
    #[test]
    fn calls_return_the_same_answer_by_each_formulation() {
        let set = |names: &str| names.parse::<Bitboard>().unwrap();
        let (a1, h8, white) = (Square::A1.bitboard(), Square::H8.bitboard(), Color::White);
        let (corners, taboo) = (set("a1,h1"), set("b3,g2"));
        let number = |number| Answer::Number(Some(number));
        let moves = knight::move_pairs(corners, taboo);
        let knight_distances = of_knight::distance::FORMULATIONS.len();
        let king_distances = of_king::distance::FORMULATIONS.len();
        let forks = of_knight::forks::FORMULATIONS.len();
        let (passers, fills) =
            (of_knight::passer::FORMULATIONS.len(), of_king::attacks::FILL_FORMULATIONS.len());
        for (call, count, answer) in [
            (
                "knight-attacks a1,h1",
                of_knight::attacks::FORMULATIONS.len(),
                Answer::Set(knight::attacks(corners)),
            ),
            ("knight-fill a1,h1", 1, Answer::Set(knight::fill(corners))),
            ("knight-fill a1,h1 1 empty", 1, Answer::Set(knight::fill(corners))),
            ("knight-fill a1,h1 3", 1, Answer::Set(knight::reach_within(corners, 3, Bitboard::FULL))),
            ("knight-fill a1,h1 - b3,g2", 1, Answer::Set(knight::reach_within(corners, 1, !taboo))),
            ("knight-reach a1,h1 3 b3,g2", 1, Answer::Set(knight::reach(corners, 3, !taboo))),
            ("knight-distance a1 h8", knight_distances, number(6)),
            ("knight-distance a1,h1 h8", 1, number(5)),
            ("knight-distance a1 empty", 1, Answer::Number(None)),
            ("knight-path a1 h8", 1, Answer::Layers(knight::shortest_paths(a1, h8, Bitboard::FULL))),
            ("knight-path a1 h8 - b3,g2", 1, Answer::Layers(knight::shortest_paths(a1, h8, !taboo))),
            ("knight-path a1 h8 b3,g2 -", 1, Answer::Layers(None)),
            ("knight-moves a1,h1 b3,g2", 1 + of_knight::moves::FORMULATIONS.len(), Answer::Moves(moves)),
            ("forks a8,e8", forks, Answer::Set(set("c7"))),
            ("forks a8,e8 2", forks, Answer::Set(set("c7"))),
            ("forks a8,e8 1", 1, Answer::Set(set("b6,c7,d6,f6,g7"))),
            ("forks a8,e8 300", 1, Answer::Set(Bitboard::EMPTY)),
            ("knight-stops d4 g6 white", passers, Answer::Truth(false)),
            ("knight-stops d4 g6 black", passers, Answer::Truth(true)),
            ("knight-stops a1 h7 black", passers, Answer::Truth(false)),
            ("knight-stops a1 h2 black black", passers, Answer::Truth(false)),
            (
                "knight-stops d4 - black",
                1,
                Answer::Set(knight::stoppable_passers(set("d4"), white, Color::Black)),
            ),
            ("king-attacks a1,h1", of_king::attacks::FORMULATIONS.len(), Answer::Set(king::attacks(corners))),
            ("king-fill a1,h1", fills, Answer::Set(king::fill(corners))),
            ("king-fill a1,h1 1 empty", fills, Answer::Set(king::fill(corners))),
            ("king-fill a1,h1 3", 1, Answer::Set(king::reach_within(corners, 3, Bitboard::FULL))),
            ("king-fill a1,h1 - b3,g2", 1, Answer::Set(king::reach_within(corners, 1, !taboo))),
            ("king-distance a1 h8", king_distances, number(7)),
            ("king-distance a1,h2 h8", 1, number(6)),
            ("king-distance a1 empty", 1, Answer::Number(None)),
            ("king-path a1 h8", 1, Answer::Layers(king::shortest_paths(a1, h8, Bitboard::FULL))),
            ("king-path a1 h8 - b3,g2", 1, Answer::Layers(king::shortest_paths(a1, h8, !taboo))),
            ("king-path a1 h8 b3,g2 -", 1, Answer::Layers(None)),
            ("connected a1 h8 a1,h8", of_king::paths::FORMULATIONS.len(), Answer::Truth(false)),
            ("connected a1 b2 a1,b2", of_king::paths::FORMULATIONS.len(), Answer::Truth(true)),
            ("king-lines g1 f1,h1", of_king::lines::FORMULATIONS.len(), number(1)),
            ("pawn-shield f2,g2,h2 king", of_king::shield::FORMULATIONS.len(), number(7)),
            ("pawn-shield a7,b7,c7 queen black", of_king::shield::FORMULATIONS.len(), number(7)),
            (
                "caught-area g5 black white",
                of_king::square_rule::FORMULATIONS.len(),
                Answer::Set(king::caught_area(Square::G5, Color::Black, white)),
            ),
            ("lines e4", 1, Answer::Lines(Line::ALL.map(|line| (line, line.through(Square::E4))))),
        ] {
            let mut words = call.split(' ');
            let name = words.next();
            let function = FUNCTIONS.iter().find(|function| Some(function.name) == name).expect(call);
            let mut arguments = Arguments::default();
            for ((value, argument), word) in arguments.values.iter_mut().zip(function.arguments).zip(words) {
                *value = (word != "-").then(|| argument.kind.parse(word).expect(call));
            }
            let formulations: Vec<_> = function.formulations(&arguments).collect();
            assert_eq!(formulations.len(), count, "{call}");
            for (i, formulation) in formulations.iter().enumerate() {
                // Later formulations of the moves return only the targets.
                let targets = Answer::Set(knight::moves(corners, taboo));
                let expected = if function.name == "knight-moves" && i > 0 { &targets } else { &answer };
                assert_eq!(&formulation.answer, expected, "{call}: {}", formulation.name);
            }
        }
    }

    #[test]
    fn every_function_has_an_example_and_defaults_that_parse() {
        for function in FUNCTIONS {
            let name = function.name;
            assert!(function.example.len() <= function.arguments.len(), "{name}");
            for (argument, text) in function.arguments.iter().zip(function.example) {
                assert!(text.is_empty() || argument.kind.parse(text).is_ok(), "{name} {text}");
            }
            for argument in function.arguments {
                assert!(argument.default.is_none_or(|text| argument.kind.parse(text).is_ok()), "{name}");
            }
            let answer = function.call(&function.example_arguments(), 0).expect(name).answer;
            assert_ne!(answer, Answer::Set(Bitboard::EMPTY), "{name}: the example shows nothing");
        }
    }

    #[test]
    fn arguments_parse_by_kind_and_errors_name_what_was_expected() {
        for (kind, text, value) in [
            (ArgumentKind::Set, "a1,h8", ArgumentValue::Set(Bitboard::from_bits(1 | 1 << 63))),
            (ArgumentKind::Square, "e4", ArgumentValue::Square(Square::E4)),
            (ArgumentKind::Square, "0x1", ArgumentValue::Square(Square::A1)),
            (ArgumentKind::Number, "3", ArgumentValue::Number(3)),
            (ArgumentKind::Color, "black", ArgumentValue::Color(Color::Black)),
            (ArgumentKind::Wing, "queen", ArgumentValue::Wing(Wing::Queen)),
        ] {
            assert_eq!(kind.parse(text), Ok(value));
        }
        for (kind, text, words) in [
            (ArgumentKind::Set, "x", ParseBitboardError.to_string()),
            (ArgumentKind::Square, "a1,h8", ParseSquareError.to_string()),
            (ArgumentKind::Number, "-1", "expected a whole number from 0 to 4294967295".to_string()),
            (ArgumentKind::Color, "White", "expected `white` or `black`".to_string()),
            (ArgumentKind::Wing, "left", "expected `king` or `queen`".to_string()),
        ] {
            assert_eq!(kind.parse(text).unwrap_err().to_string(), words);
        }
    }

    #[test]
    fn arguments_of_the_wrong_type_are_rejected() {
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
            let is_answered = |arguments| function.call(&arguments, 0).is_some();
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

    #[test]
    fn columns_equal_single_calls() {
        let columns: Vec<Vec<u64>> = (0..3_u64)
            .map(|place| (0..200).map(|row| (row * 3 + place).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect())
            .collect();
        for function in FUNCTIONS {
            let Some(kernel) = function.columns else { continue };
            let n = kernel.arguments();
            let required = function.arguments.iter().filter(|argument| argument.required).count();
            assert_eq!(required, n, "{}: the other arguments can be left out", function.name);
            let input: Vec<&[u64]> = columns[..n].iter().map(|column| &column[..]).collect();
            for by in Kernel::available() {
                let mut output = vec![0; 200];
                kernel.compute(by, &input, &mut output).unwrap().unwrap();
                for (row, found) in output.into_iter().enumerate() {
                    let mut arguments = Arguments::default();
                    for (value, column) in arguments.values.iter_mut().zip(&input) {
                        *value = Some(ArgumentValue::Set(Bitboard::from_bits(column[row])));
                    }
                    let answer = function.call(&arguments, 0).unwrap().answer;
                    assert_eq!(Answer::Set(Bitboard::from_bits(found)), answer, "{} by {by}", function.name);
                }
            }
            assert!(kernel.compute(Kernel::best(), &[], &mut []).is_none());
        }
    }
}
