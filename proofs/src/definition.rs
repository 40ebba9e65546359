//! What the patterns are, from files and ranks: the other side of every claim.
//!
//! Nothing here shifts a word or knows a mask. A set is asked square by square, and a square is a file and a rank.

use crate::bit::{Bit, ONE, ZERO};
use crate::word::Word;

/// Files and ranks of a knight's eight moves.
pub const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// Files and ranks of a king's eight moves.
pub const KING: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// Files and ranks of the library's sixteen directions, in its order: the king's from north clockwise, then the knight's
/// from noWeWe clockwise.
pub const DIRECTIONS: [(i32, i32); 16] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (-2, 1),
    (-1, 2),
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
];
/// Both ways of rank, file, diagonal and anti-diagonal.
pub const LINES: [[(i32, i32); 2]; 4] =
    [[(1, 0), (-1, 0)], [(0, 1), (0, -1)], [(1, 1), (-1, -1)], [(-1, 1), (1, -1)]];

/// File and rank of a square, from 0.
#[must_use]
pub const fn coordinates(square: u32) -> (i32, i32) {
    ((square % 8) as i32, (square / 8) as i32)
}

/// The square of a file and rank, where the board has one.
#[must_use]
pub fn square(file: i32, rank: i32) -> Option<u32> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as u32)
}

/// The square so many files and ranks away.
#[must_use]
pub fn away(from: u32, (files, ranks): (i32, i32)) -> Option<u32> {
    let (file, rank) = coordinates(from);
    square(file + files, rank + ranks)
}

/// The squares from one in a direction up to the edge, nearest first.
pub fn ray(from: u32, direction: (i32, i32)) -> impl Iterator<Item = u32> {
    std::iter::successors(away(from, direction), move |&at| away(at, direction))
}

/// The set of the squares of which something holds.
#[must_use]
pub fn squares(holds: impl FnMut(u32) -> Bit) -> Word {
    Word::from_bits((0..64).map(holds).collect())
}

/// The set of the squares of which something holds whatever the arguments.
#[must_use]
pub fn fixed(mut holds: impl FnMut(u32) -> bool) -> Word {
    squares(|square| Bit::Constant(holds(square)))
}

/// Whether any of these.
pub fn any(bits: impl IntoIterator<Item = Bit>) -> Bit {
    bits.into_iter().fold(ZERO, |any, bit| any.or(&bit))
}

/// Whether all of these.
pub fn all(bits: impl IntoIterator<Item = Bit>) -> Bit {
    bits.into_iter().fold(ONE, |all, bit| all.and(&bit))
}

/// Whether at least so many of these.
pub fn at_least(bits: impl IntoIterator<Item = Bit>, k: usize) -> Bit {
    let mut reached = vec![ZERO; k + 1];
    reached[0] = ONE;
    for bit in bits {
        for n in (1..=k).rev() {
            reached[n] = reached[n].or(&reached[n - 1].and(&bit));
        }
    }
    reached.swap_remove(k)
}

/// The squares of a set that are so many files and ranks from a square.
pub fn sources(set: &Word, to: u32, steps: &[(i32, i32)]) -> impl Iterator<Item = Bit> {
    steps.iter().filter_map(move |&(files, ranks)| away(to, (-files, -ranks))).map(|from| set.bit(from))
}

/// The squares that pieces of a set attack that go by these steps.
#[must_use]
pub fn leaps(set: &Word, steps: &[(i32, i32)]) -> Word {
    squares(|to| any(sources(set, to, steps)))
}

/// The squares from which a piece that goes by these steps attacks at least so many squares of a set.
#[must_use]
pub fn attackers_of(targets: &Word, steps: &[(i32, i32)], k: usize) -> Word {
    squares(|from| at_least(sources(targets, from, steps), k))
}

/// The squares that sliders attack in some directions: those from which, looking back, the first piece is one of them.
#[must_use]
pub fn slides(sliders: &Word, occupied: &Word, directions: &[(i32, i32)]) -> Word {
    squares(|to| {
        any(directions.iter().map(|&(files, ranks)| {
            // From the far end: what is nearer hides what is further, unless it is a slider or nothing.
            let back: Vec<u32> = ray(to, (-files, -ranks)).collect();
            back.iter()
                .rev()
                .fold(ZERO, |further, &from| sliders.bit(from).or(&further.and(&occupied.bit(from).not())))
        }))
    })
}

/// The squares ahead of a white (`1`) or black (`-1`) pawn, and with how many files to each side.
pub fn ahead(from: u32, up: i32, sides: i32) -> impl Iterator<Item = u32> {
    let (file, rank) = coordinates(from);
    (0..64).filter(move |&to| {
        let (to_file, to_rank) = coordinates(to);
        (to_rank - rank) * up > 0 && (to_file - file).abs() <= sides
    })
}

/// 1 for White and -1 for Black: which way pawns go.
#[must_use]
pub const fn up(color: u64) -> i32 {
    1 - 2 * color as i32
}

/// How many moves it is from a square to each other over an empty board, by these steps.
#[must_use]
pub fn distances(from: u32, steps: &[(i32, i32)]) -> [u32; 64] {
    let mut distances = [u32::MAX; 64];
    distances[from as usize] = 0;
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(&at) = reached.get(next) {
        for to in steps.iter().filter_map(|&step| away(at, step)) {
            if distances[to as usize] == u32::MAX {
                distances[to as usize] = distances[at as usize] + 1;
                reached.push(to);
            }
        }
        next += 1;
    }
    distances
}

/// How many of these there are, as a number.
pub fn count(bits: impl IntoIterator<Item = Bit>) -> Word {
    // Entry n: there are exactly n of those so far.
    let mut exactly = vec![ONE];
    for bit in bits {
        exactly.push(ZERO);
        for n in (0..exactly.len()).rev() {
            let one_less = n.checked_sub(1).map_or(ZERO, |less| exactly[less].clone());
            exactly[n] = bit.choose(&one_less, &exactly[n]);
        }
    }
    chosen(exactly.into_iter().enumerate().map(|(n, condition)| (n as u64, condition)))
}

/// The number whose condition holds, where one at most does; 0 where none does.
pub fn chosen(cases: impl IntoIterator<Item = (u64, Bit)>) -> Word {
    cases
        .into_iter()
        .fold(Word::from(0), |word, (number, condition)| Word::choose(&condition, &Word::from(number), &word))
}

/// For each place in a list the square that stands there, if the squares of a set are listed from a1 on; 64 beyond the
/// end.
#[must_use]
pub fn listed(set: &Word, candidates: &[u32], places: usize) -> Vec<Word> {
    let mut lists = vec![Word::from(64); places];
    // Entry n: exactly n of the set come before.
    let mut before = vec![ONE];
    for &square in candidates {
        let here = set.bit(square);
        before.push(ZERO);
        for n in (0..before.len()).rev() {
            if let Some(list) = lists.get_mut(n) {
                *list = Word::choose(&here.and(&before[n]), &Word::from(u64::from(square)), list);
            }
            let one_less = n.checked_sub(1).map_or(ZERO, |less| before[less].clone());
            before[n] = here.choose(&one_less, &before[n]);
        }
    }
    lists
}
