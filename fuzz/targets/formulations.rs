//! All formulations of a function agree for any arguments, also when called by name. Many also match a square-by-square
//! computation. Kernels on columns give the same results as the functions of single sets.
//!
//! The input is eight sets, two squares, a number, a byte of flags for colors and optional arguments, and the number of
//! overlapping sets.
#![no_main]

#[path = "../../crates/destrier-games/tests/reference/mod.rs"]
mod reference;

use destrier::batch::Kernel;
use destrier::king::{ShieldWindow, Wing};
use destrier::{
    Bitboard, Color, Direction, File, Line, Square,
    formulations::{self, Formulation},
    greater_one, king, knight,
};
use destrier_games::functions::{Answer, ArgumentKind, ArgumentValue, Arguments, FUNCTIONS};
use libfuzzer_sys::fuzz_target;
use reference::attacks::{leaps, neighbors};
use reference::squares::{file, king_distance, rank, step};
use std::fmt::Debug;

fuzz_target!(|bytes: &[u8]| {
    let mut given = [0; 72];
    let length = bytes.len().min(given.len());
    given[..length].copy_from_slice(&bytes[..length]);
    let (sets, rest) = given.split_at(64);
    let sets: [Bitboard; 8] = std::array::from_fn(|i| {
        Bitboard::from_bits(u64::from_le_bytes(sets[8 * i..][..8].try_into().unwrap()))
    });
    let squares = [rest[0], rest[1]].map(|byte| Square::ALL[usize::from(byte % 64)]);
    let number = u32::from_le_bytes([rest[2], rest[3], rest[4], rest[5]]);
    let flags = rest[6];

    knights(sets, squares, flags);
    kings(sets, squares, flags);
    lines_and_shields(sets, squares, flags);
    overlaps(sets, rest[7]);
    sliders_and_pawns(sets, flags);
    functions_by_name(sets, squares, number, flags);
    for kernel in Kernel::available() {
        columns_match_single_sets(kernel, sets);
    }
});

/// Checks that all formulations agree, and returns their result.
#[track_caller]
fn all<F, T: PartialEq + Debug>(formulations: &[Formulation<F>], call: impl Fn(&F) -> T) -> T {
    let first = call(&formulations[0].compute);
    for formulation in formulations {
        assert_eq!(call(&formulation.compute), first, "{formulation}");
    }
    first
}

fn color(white: u8) -> Color {
    Color::ALL[usize::from(white & 1)]
}

/// Returns the squares whose numbers satisfy a condition.
fn squares(condition: impl Fn(usize) -> bool) -> Bitboard {
    Square::ALL.into_iter().filter(|square| condition(usize::from(square.index()))).collect()
}

/// Tests whether a set contains the square with this number.
fn has(set: Bitboard, square: usize) -> bool {
    set.contains(Square::ALL[square])
}

/// Returns the number of steps of a walk on a path to each square.
fn walk(from: Bitboard, path: Bitboard, steps: fn(usize) -> Vec<usize>) -> [Option<u8>; 64] {
    let mut distances = [None; 64];
    let mut frontier: Vec<usize> = (0..64).filter(|&square| has(from & path, square)).collect();
    for distance in 0.. {
        frontier.retain(|&square| distances[square].is_none());
        frontier.iter().for_each(|&square| distances[square] = Some(distance));
        frontier = frontier.into_iter().flat_map(steps).filter(|&next| has(path, next)).collect();
        if frontier.is_empty() {
            return distances;
        }
    }
    unreachable!("a walk visits at most 64 squares");
}

fn attacked(set: Bitboard, steps: fn(usize) -> Vec<usize>) -> Bitboard {
    squares(|square| steps(square).into_iter().any(|from| has(set, from)))
}

fn nearest(distances: &[Option<u8>; 64], to: Bitboard) -> Option<u8> {
    (0..64).filter(|&square| has(to, square)).filter_map(|square| distances[square]).min()
}

fn knights([a, b, c, ..]: [Bitboard; 8], [s, t]: [Square; 2], flags: u8) {
    let attacks = attacked(a, leaps);
    assert_eq!(all(formulations::knight::attacks::FORMULATIONS, |f| f(a)), attacks);
    assert_eq!(all(formulations::knight::moves::FORMULATIONS, |f| f(a, b)), attacks - b);
    let mut pairs: Vec<_> = knight::move_pairs(a, b).map(|found| (found.from, found.to)).collect();
    pairs.sort_unstable();
    let from = |from: Square| (knight::attacks_from(from) - b).iter().map(move |to| (from, to));
    assert!(a.iter().flat_map(from).eq(pairs));
    let targets = |square| leaps(square).into_iter().filter(|&target| has(a, target)).count();
    assert_eq!(
        all(formulations::knight::forks::FORMULATIONS, |f| f(a)),
        squares(|square| targets(square) >= 2)
    );
    for k in 0..=9 {
        assert_eq!(knight::forks_at_least(a, k), squares(|square| targets(square) >= usize::from(k)));
    }
    let walked = walk(a, c, leaps);
    let far = nearest(&walked, b & c);
    assert_eq!(all(formulations::knight::paths::FORMULATIONS, |f| f(a, b, c)), far.is_some());
    assert_eq!(knight::shortest_paths(a, b, c).map(|layers| layers.moves()), far);
    assert_eq!(knight::region(a, c), squares(|square| walked[square].is_some()));
    let far = walk(s.bitboard(), Bitboard::FULL, leaps)[usize::from(t.index())];
    assert_eq!(Some(all(formulations::knight::distance::FORMULATIONS, |f| f(s, t))), far);
    let far = nearest(&walk(a, Bitboard::FULL, leaps), b);
    assert_eq!(knight::set_distance(a, b), far);
    let stops = all(formulations::knight::passer::FORMULATIONS, |f| f(a, s, color(flags), color(flags >> 1)));
    assert_eq!(
        stops,
        formulations::knight::passer::passer_stoppers(s, color(flags), color(flags >> 1)).intersects(a)
    );
    assert!(
        formulations::knight::move_list::move_list(s, a)
            .iter()
            .copied()
            .eq((knight::attacks_from(s) & a).iter())
    );
}

fn kings([a, b, c, ..]: [Bitboard; 8], [s, t]: [Square; 2], flags: u8) {
    let attacks = attacked(a, neighbors);
    assert_eq!(all(formulations::king::attacks::FORMULATIONS, |f| f(a)), attacks);
    assert_eq!(all(formulations::king::attacks::FILL_FORMULATIONS, |f| f(a)), a | attacks);
    let walked = walk(a, c, neighbors);
    let far = nearest(&walked, b & c);
    assert_eq!(all(formulations::king::paths::FORMULATIONS, |f| f(a, b, c)), far.is_some());
    assert_eq!(king::shortest_paths(a, b, c).map(|layers| layers.moves()), far);
    assert_eq!(king::region(a, c), squares(|square| walked[square].is_some()));
    let [from, to] = [s, t].map(|square| usize::from(square.index()));
    let far = king_distance(from, to);
    assert_eq!(usize::from(all(formulations::king::distance::FORMULATIONS, |f| f(s, t))), far);
    assert_eq!(king::set_distance(a, b), nearest(&walk(a, Bitboard::FULL, neighbors), b));
    let manhattan = file(from).abs_diff(file(to)) + rank(from).abs_diff(rank(to));
    assert_eq!(
        usize::from(all(formulations::king::manhattan_distance::FORMULATIONS, |f| f(s, t))),
        manhattan
    );
    let between = squares(|square| king_distance(from, square) + king_distance(square, to) == far);
    assert_eq!(all(formulations::king::trajectory::FORMULATIONS, |f| f(s, t)), between);
    let (whose, turn) = (color(flags), color(flags >> 1));
    let area = all(formulations::king::square_rule::FORMULATIONS, |f| f(s, whose, turn));
    assert_eq!(area.contains(t), Bitboard::PAWN_RANKS.contains(t) && king::catches(s, whose, t, turn));
    assert!(
        formulations::king::move_list::move_list(s, a).iter().copied().eq((king::attacks_from(s) & a).iter())
    );
}

fn lines_and_shields([a, ..]: [Bitboard; 8], [s, _]: [Square; 2], flags: u8) {
    let king = usize::from(s.index());
    let is_open = |line: Line| {
        Square::ALL.into_iter().filter(|&square| a.contains(square)).all(|escape| {
            let escape = usize::from(escape.index());
            let (files, ranks) =
                (file(escape) as i8 - file(king) as i8, rank(escape) as i8 - rank(king) as i8);
            match line {
                Line::Rank => ranks == 0,
                Line::File => files == 0,
                Line::Diagonal => files == ranks,
                Line::AntiDiagonal => files == -ranks,
            }
        })
    };
    let open = all(formulations::king::lines::FORMULATIONS, |f| f(s, a));
    assert!(open.into_iter().eq(Line::ALL.into_iter().filter(|&line| is_open(line))));
    let whose = color(flags);
    for first in 0..6 {
        let window = ShieldWindow::around(File::ALL[first + 1]);
        let mut index = 0;
        for (bit, (own_rank, file)) in
            [1, 2].into_iter().flat_map(|rank| (first..first + 3).map(move |f| (rank, f))).enumerate()
        {
            let rank = if whose.is_white() { own_rank } else { 7 - own_rank };
            index |= u8::from(has(a, rank * 8 + file)) << bit;
        }
        assert_eq!(all(formulations::king::shield::FORMULATIONS, |f| f(window, a, whose)), index);
    }
}

fn overlaps(sets: [Bitboard; 8], number: u8) {
    let sets = &sets[..usize::from(number % 9)];
    let holders = |square| sets.iter().filter(|&&set| has(set, square)).count();
    assert_eq!(
        all(formulations::greater_one::FORMULATIONS, |f| f(sets)),
        squares(|square| holders(square) > 1)
    );
    let counts = formulations::greater_one::count(sets);
    for k in 0..10 {
        let at_least = squares(|square| holders(square) >= usize::from(k));
        assert_eq!((greater_one::at_least(sets, k), counts.at_least(k)), (at_least, at_least));
    }
}

fn sliders_and_pawns([a, b, ..]: [Bitboard; 8], flags: u8) {
    for direction in Direction::KING {
        let ray = |slider: usize| {
            let mut ray = Vec::new();
            let mut at = slider;
            while let Some(next) = step(at, direction.files().into(), direction.ranks().into()) {
                ray.push(next);
                at = next;
                if has(b, next) {
                    break;
                }
            }
            ray
        };
        let rays: Vec<usize> = (0..64).filter(|&slider| has(a, slider)).flat_map(ray).collect();
        let attacks = squares(|square| rays.contains(&square));
        assert_eq!(
            all(formulations::sliders::FORMULATIONS, |f| f(a, b, direction)),
            attacks,
            "{direction:?}"
        );
    }
    let below = |square: usize| (0..=rank(square)).any(|rank| has(a, 8 * rank + file(square)));
    assert_eq!(all(formulations::pawn::NORTH_FILL_FORMULATIONS, |f| f(a)), squares(below));
    let whose = color(flags);
    let ahead = |pawn: usize, square: usize| match whose {
        Color::White => rank(square) > rank(pawn),
        Color::Black => rank(square) < rank(pawn),
    };
    let stops = |pawn: usize, other: usize| {
        has(b, other) && ahead(pawn, other) && file(pawn).abs_diff(file(other)) < 2
    };
    let passers = squares(|pawn| has(a, pawn) && !(0..64).any(|other| stops(pawn, other)));
    assert_eq!(all(formulations::pawn::PASSER_FORMULATIONS, |f| f(a, b, whose)), passers);
}

/// Calls every function through the registry and checks that its formulations agree.
fn functions_by_name(sets: [Bitboard; 8], squares: [Square; 2], number: u32, flags: u8) {
    for function in FUNCTIONS {
        let mut arguments = Arguments::default();
        for (i, (value, argument)) in arguments.values.iter_mut().zip(function.arguments).enumerate() {
            if argument.required || flags >> i & 1 == 1 {
                *value = Some(match argument.kind {
                    ArgumentKind::Set => ArgumentValue::Set(sets[i]),
                    ArgumentKind::Square => ArgumentValue::Square(squares[i % 2]),
                    ArgumentKind::Number => ArgumentValue::Number(number),
                    ArgumentKind::Color => ArgumentValue::Color(color(flags >> (4 + i))),
                    ArgumentKind::Wing => ArgumentValue::Wing(Wing::ALL[usize::from(flags >> 7)]),
                });
            }
        }
        let answers = function.formulations(&arguments).map(|formulation| formulation.answer);
        // One formulation returns moves, the others return target squares.
        let mut answers = answers.map(|answer| match answer {
            Answer::Moves(moves) => Answer::Set(moves.map(|found| found.to).collect()),
            other => other,
        });
        let first = answers.next().expect("a formulation");
        answers.for_each(|answer| assert_eq!(answer, first, "{}", function.name));
    }
}

fn columns_match_single_sets(kernel: Kernel, sets: [Bitboard; 8]) {
    // Combines each set with the following ones, at every index of a vector.
    let column: Vec<u64> = (0..32).map(|i| sets[i % 8].bits()).collect();
    for function in FUNCTIONS {
        let Some(columns) = function.columns else { continue };
        let n = columns.arguments();
        let length = column.len() - n;
        let mut output = vec![0; length];
        let input: Vec<&[u64]> = (0..n).map(|n| &column[n..][..length]).collect();
        columns.compute(kernel, &input, &mut output).expect("the number of columns").expect("equal lengths");
        for (i, found) in output.into_iter().enumerate() {
            let mut arguments = Arguments::default();
            for (place, value) in arguments.values[..n].iter_mut().enumerate() {
                *value = Some(ArgumentValue::Set(sets[(i + place) % 8]));
            }
            let formulation = function.call(&arguments, 0).expect("a formulation");
            assert_eq!(
                Answer::Set(Bitboard::from_bits(found)),
                formulation.answer,
                "{} by {kernel}",
                function.name
            );
        }
    }
}
