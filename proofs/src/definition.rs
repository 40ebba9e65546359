//! The definitions of the patterns by files and ranks. Claims compare the library with them.
//!
//! The definitions use no shifts and no masks. They go square by square, and a square is a file and a rank.

use crate::bit::{Bit, ONE, ZERO};
use crate::word::Word;

/// The file and rank steps of a knight's eight moves.
pub const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The file and rank steps of a king's eight moves.
pub const KING: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The file and rank steps of the library's sixteen directions, in its order: the king's clockwise from north, then the
/// knight's clockwise from noWeWe.
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
/// The two directions of the rank, the file, the diagonal and the anti-diagonal.
pub const LINES: [[(i32, i32); 2]; 4] =
    [[(1, 0), (-1, 0)], [(0, 1), (0, -1)], [(1, 1), (-1, -1)], [(-1, 1), (1, -1)]];

/// Returns the file and rank of a square, counted from 0.
#[must_use]
pub const fn coordinates(square: u32) -> (i32, i32) {
    ((square % 8) as i32, (square / 8) as i32)
}

/// Returns the square of a file and rank, or `None` if it is off the board.
#[must_use]
pub fn square(file: i32, rank: i32) -> Option<u32> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as u32)
}

/// Returns the square that a step leads to, or `None` if it is off the board.
#[must_use]
pub fn away(from: u32, (files, ranks): (i32, i32)) -> Option<u32> {
    let (file, rank) = coordinates(from);
    square(file + files, rank + ranks)
}

/// Returns the squares from one square to the edge in a direction, nearest first.
pub fn ray(from: u32, direction: (i32, i32)) -> impl Iterator<Item = u32> {
    std::iter::successors(away(from, direction), move |&at| away(at, direction))
}

/// Returns the set of the squares that satisfy a symbolic condition.
#[must_use]
pub fn squares(holds: impl FnMut(u32) -> Bit) -> Word {
    Word::from_bits((0..64).map(holds).collect())
}

/// Returns the set of the squares that satisfy a condition, for all assignments.
#[must_use]
pub fn fixed(mut holds: impl FnMut(u32) -> bool) -> Word {
    squares(|square| Bit::Constant(holds(square)))
}

/// Returns whether any bit is 1.
pub fn any(bits: impl IntoIterator<Item = Bit>) -> Bit {
    bits.into_iter().fold(ZERO, |any, bit| any.or(&bit))
}

/// Returns whether all bits are 1.
pub fn all(bits: impl IntoIterator<Item = Bit>) -> Bit {
    bits.into_iter().fold(ONE, |all, bit| all.and(&bit))
}

/// Returns whether at least `k` bits are 1.
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

/// Returns, for each square that reaches `to` by one of the steps, whether the set contains it.
pub fn sources(set: &Word, to: u32, steps: &[(i32, i32)]) -> impl Iterator<Item = Bit> {
    steps.iter().filter_map(move |&(files, ranks)| away(to, (-files, -ranks))).map(|from| set.bit(from))
}

/// Returns the squares that pieces with these steps attack.
#[must_use]
pub fn leaps(set: &Word, steps: &[(i32, i32)]) -> Word {
    squares(|to| any(sources(set, to, steps)))
}

/// Returns the squares from which a piece with these steps attacks at least `k` targets. The steps must be symmetric.
#[must_use]
pub fn attackers_of(targets: &Word, steps: &[(i32, i32)], k: usize) -> Word {
    squares(|from| at_least(sources(targets, from, steps), k))
}

/// Returns the squares that sliders attack in some directions. From such a square, the first piece backwards is a
/// slider.
#[must_use]
pub fn slides(sliders: &Word, occupied: &Word, directions: &[(i32, i32)]) -> Word {
    squares(|to| {
        any(directions.iter().map(|&(files, ranks)| {
            // From far to near: a nearer piece hides further ones, and a slider attacks.
            let back: Vec<u32> = ray(to, (-files, -ranks)).collect();
            back.iter()
                .rev()
                .fold(ZERO, |further, &from| sliders.bit(from).or(&further.and(&occupied.bit(from).not())))
        }))
    })
}

/// Returns the squares ahead of a pawn that moves `up` (1 for White, -1 for Black), up to `sides` files to each side.
pub fn ahead(from: u32, up: i32, sides: i32) -> impl Iterator<Item = u32> {
    let (file, rank) = coordinates(from);
    (0..64).filter(move |&to| {
        let (to_file, to_rank) = coordinates(to);
        (to_rank - rank) * up > 0 && (to_file - file).abs() <= sides
    })
}

/// Returns the direction of a color's pawns: 1 for White, -1 for Black.
#[must_use]
pub const fn up(color: u64) -> i32 {
    1 - 2 * color as i32
}

/// Returns the number of moves from a square to each square on an empty board, with these steps.
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

/// Returns the number of bits that are 1.
pub fn count(bits: impl IntoIterator<Item = Bit>) -> Word {
    // Entry n: exactly n of the bits so far are 1.
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

/// Returns the number whose condition holds, or 0 if none does. At most one condition may hold.
pub fn chosen(cases: impl IntoIterator<Item = (u64, Bit)>) -> Word {
    cases
        .into_iter()
        .fold(Word::from(0), |word, (number, condition)| Word::choose(&condition, &Word::from(number), &word))
}

/// Lists the candidates that a set contains, in order. Returns the square at each index, or 64 after the end.
#[must_use]
pub fn listed(set: &Word, candidates: &[u32], places: usize) -> Vec<Word> {
    let mut lists = vec![Word::from(64); places];
    // Entry n: the set contains exactly n of the candidates so far.
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
