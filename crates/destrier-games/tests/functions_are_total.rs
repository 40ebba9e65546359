//! Functions are total: they return an answer for any arguments, and all formulations agree.

use destrier::king::Wing;
use destrier::{Bitboard, Board, Color, Sets, Square};
use destrier_games::functions::{Answer, ArgumentKind, ArgumentValue, Arguments, FUNCTIONS};
use fastrand::Rng;

/// A random set of any density, sometimes empty or full.
fn set(random: &mut Rng) -> Bitboard {
    let mut bits = [0, u64::MAX, 1 << random.u32(..64), random.u64(..)][random.usize(..4)];
    for _ in 0..random.u8(..4) {
        bits = if random.bool() { bits & random.u64(..) } else { bits | random.u64(..) };
    }
    Bitboard::from_bits(bits)
}

fn value(kind: ArgumentKind, random: &mut Rng) -> ArgumentValue {
    match kind {
        ArgumentKind::Set => ArgumentValue::Set(set(random)),
        ArgumentKind::Square => ArgumentValue::Square(random.choice(Square::ALL).unwrap()),
        ArgumentKind::Number => {
            ArgumentValue::Number([random.u32(..12), random.u32(..), u32::MAX][random.usize(..3)])
        }
        ArgumentKind::Color => ArgumentValue::Color(random.choice(Color::ALL).unwrap()),
        ArgumentKind::Wing => ArgumentValue::Wing(random.choice(Wing::ALL).unwrap()),
    }
}

#[test]
fn every_function_answers_whatever_it_is_asked() {
    let mut random = Rng::with_seed(7);
    for function in FUNCTIONS {
        for _ in 0..10_000 {
            let mut arguments = Arguments::default();
            for (place, argument) in function.arguments.iter().enumerate() {
                if argument.required || random.bool() {
                    arguments.values[place] = Some(value(argument.kind, &mut random));
                }
            }
            let mut formulations = function.formulations(&arguments);
            let first = formulations.next().unwrap_or_else(|| panic!("{} {arguments:?}", function.name));
            for formulation in formulations {
                match (&first.answer, &formulation.answer) {
                    // Some formulations return moves, others only their targets.
                    (Answer::Set(targets), Answer::Moves(moves))
                    | (Answer::Moves(moves), Answer::Set(targets)) => {
                        let all: Bitboard = moves.clone().map(|one| one.to).collect();
                        assert_eq!(all, *targets, "{}, {}: {arguments:?}", function.name, formulation.name);
                    }
                    (first, answer) => {
                        assert_eq!(answer, first, "{}, {}: {arguments:?}", function.name, formulation.name);
                    }
                }
            }
        }
    }
}

/// Pieces on any squares, with any number of kings, and pawns on any rank.
fn pieces(random: &mut Rng) -> Sets {
    let mut sets = Sets::default();
    for square in set(random) {
        *kinds(&mut sets)[random.usize(..6)] |= square.bitboard();
        *if random.bool() { &mut sets.white } else { &mut sets.black } |= square.bitboard();
    }
    sets
}

const fn kinds(sets: &mut Sets) -> [&mut Bitboard; 6] {
    [
        &mut sets.pawns,
        &mut sets.knights,
        &mut sets.bishops,
        &mut sets.rooks,
        &mut sets.queens,
        &mut sets.kings,
    ]
}

#[test]
fn every_board_has_its_values() {
    let mut random = Rng::with_seed(7);
    for _ in 0..20_000 {
        let board = Board::from_sets(pieces(&mut random), random.choice(Color::ALL).unwrap()).unwrap();
        // The values of one side are those of the other side on the flipped board.
        for side in Color::ALL {
            let (values, turned) = (board.values(side), board.flip().values(!side));
            assert_eq!(values.knight_attacks, turned.knight_attacks.flip_vertical(), "{board:?}");
            assert_eq!(values.uncatchable, turned.uncatchable.flip_vertical(), "{board:?}");
        }
    }
}
