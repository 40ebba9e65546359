//! Key squares: the squares from which a king escorts its pawn to promotion.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::file::File;
use crate::formulations::Formulation;
use crate::rank::Rank;
use crate::square::Square;

/// Every formulation of [`key_squares`](key_squares()).
///
/// All return the same set:
///
/// - [`key_squares`](key_squares()) is a single load from a table (1 KiB). Use this one.
/// - [`by_steps`] follows the rule of the books by steps from the pawn, with the differences that
///   [`key_squares`](key_squares()) lists.
pub const FORMULATIONS: &[Formulation<fn(Square, Color) -> Bitboard>] = &[
    Formulation::new("by table", "1 load", key_squares),
    Formulation::new(
        "by steps",
        "at most 37 operations, 2 loads and 3 branches, and a byte swap for Black",
        by_steps,
    ),
];

/// Returns the squares from which the pawn's king wins against a lone king, whichever side is to move.
///
/// ```
/// use destrier::{bitboard, king, Color, Square};
///
/// // A pawn on ranks 2 to 4 has three key squares, two ranks ahead of it.
/// assert_eq!(king::key_squares(Square::E4, Color::White), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . X X X . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// // A pawn on ranks 5 and 6 has six, on the next two ranks.
/// assert_eq!(king::key_squares(Square::E5, Color::White), bitboard! {
///     . . . . . . . .
///     . . . X X X . .
///     . . . X X X . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// // A rook pawn has one or two, from rank 5 on.
/// assert_eq!(king::key_squares(Square::A6, Color::White), bitboard! {
///     . X . . . . . .
///     . X . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
///
/// `color` is the color of the pawn. It does not matter where the other king is. The only exception: the defender is to
/// move and captures the pawn at once. If the king protects the pawn, there is no exception.
///
/// A win means that the side promotes to a queen or rook, that the defender cannot capture the new piece at once, and
/// that there is no stalemate. The sets are exact: tests solve the ending and find a draw for every other square of
/// the king.
///
/// A square is missing here if the defender draws from it in a single position. So a king outside the set may still
/// win: use the set as a sufficient condition. Other pieces are not considered, and neither is whether the pawn is a
/// passer. A pawn on rank 1 or 8 has no key squares. The key squares of a black pawn are those of the white pawn on the
/// flipped square, flipped:
///
/// ```
/// use destrier::{king, Color, Square};
///
/// assert_eq!(king::key_squares(Square::D2, Color::White).names().to_string(), "c4,d4,e4");
/// assert_eq!(king::key_squares(Square::D7, Color::Black).names().to_string(), "c5,d5,e5");
/// ```
///
/// # The rule of the books
///
/// The books name three squares two ranks ahead for ranks 2 to 4, six squares on the next two ranks for ranks 5 and 6,
/// and b7 and b8, or g7 and g8, for an advanced rook pawn. The analysis confirms it with these differences, for White's
/// pawns on files a to d:
///
/// | pawn | key squares | reason |
/// |---|---|---|
/// | a2, a3, a4 | none | with the king on b7 or b8, the defender can win the pawn |
/// | a5 | b7, but not b8 | with the king on b8, a defender on c6 (to move) or b5 (not to move) can win the pawn |
/// | b6 | a7, b7, a8 and b8, but not c7 and c8 | a defender on a8 and to move is stalemated |
/// | a7 | b7, b8 | as on rank 6 |
/// | b7 | a7, c7, d7, a8, b8, c8, d6 | not covered by the books |
/// | c7 | a7, b7, d7, e7, b8, c8, d8, e6 | not covered by the books; with the king on a6, a defender on a8 is stalemated |
/// | d7 | b7, c7, e7, f7, c8, d8, e8, b6, f6 | not covered by the books |
///
/// On rank 7 the king may be two files away from the pawn, and the square directly behind the pawn is no key square: a
/// defender in front of the pawn and to move is stalemated.
///
/// Cost: 1 load.
///
/// Source: Wikipedia's *Key square* for the rule and the stalemate on b6. The wiki's *KPK* describes the ending and
/// refers to that page. Rook pawns below rank 6 and all pawns on rank 7 were derived here.
#[inline]
#[must_use]
pub const fn key_squares(pawn: Square, color: Color) -> Bitboard {
    TABLE[color.index() as usize][pawn.index() as usize]
}

/// The key squares by color and pawn.
static TABLE: [[Bitboard; 64]; 2] = {
    let mut table = [[Bitboard::EMPTY; 64]; 2];
    let mut i = 0;
    while i < 2 * 64 {
        table[i / 64][i % 64] = by_steps(Square::ALL[i % 64], Color::ALL[i / 64]);
        i += 1;
    }
    table
};

/// Computes [`key_squares`](key_squares()) by steps from the pawn.
#[must_use]
pub const fn by_steps(pawn: Square, color: Color) -> Bitboard {
    if color.is_white() { of_white_pawn(pawn) } else { of_white_pawn(pawn.flip_vertical()).flip_vertical() }
}

const fn of_white_pawn(pawn: Square) -> Bitboard {
    let set = pawn.bitboard();
    let ahead = set.step(Direction::North);
    if matches!(pawn.file(), File::A | File::H) {
        // The square next to the promotion square, and the one below it.
        let seventh = beside(Rank::Seventh.bitboard().intersection(pawn.file().bitboard()));
        return match pawn.rank() {
            Rank::Fifth => seventh,
            Rank::Sixth | Rank::Seventh => seventh.union(seventh.step(Direction::North)),
            _ => Bitboard::EMPTY,
        };
    }
    let next = ahead.union(beside(ahead));
    match pawn.rank() {
        Rank::First | Rank::Eighth => Bitboard::EMPTY,
        Rank::Second | Rank::Third | Rank::Fourth => next.step(Direction::North),
        Rank::Fifth => next.union(next.step(Direction::North)),
        // A king on the c-file stalemates a defender on a8, by a pawn on b6. So does a king on the f-file with g6.
        Rank::Sixth => next.union(next.step(Direction::North)).difference(match pawn.file() {
            File::B => File::C.bitboard(),
            File::G => File::F.bitboard(),
            _ => Bitboard::EMPTY,
        }),
        Rank::Seventh => {
            let near = beside(set);
            let far = beside(near).difference(set);
            // A king on a6 stalemates a defender on a8, by a pawn on c7. So does a king on h6 with f7.
            let below = far.step(Direction::South).difference(match pawn.file() {
                File::C => Square::A6.bitboard(),
                File::F => Square::H6.bitboard(),
                _ => Bitboard::EMPTY,
            });
            next.union(near).union(far).union(below)
        }
    }
}

/// Returns the squares one file to the left and right.
#[inline]
const fn beside(set: Bitboard) -> Bitboard {
    set.step(Direction::East).union(set.step(Direction::West))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::king::kpk;
    use crate::naive;
    use std::string::ToString;
    use std::vec;
    use std::vec::Vec;

    /// Whether a white king wins whichever side is to move, unless Black captures the pawn at once.
    fn wins_always(king: Square, pawn: Square) -> bool {
        let endings = kpk::solved();
        let [white, black] = Color::ALL.map(|turn| endings.draws(king, pawn, turn));
        king != pawn && white.is_empty() && black.is_subset(endings.captures(king, pawn))
    }

    #[test]
    fn formulations_match_the_solved_ending_for_both_colors() {
        for pawn in Bitboard::PAWN_RANKS {
            let expected: Bitboard =
                Square::ALL.into_iter().filter(|&king| wins_always(king, pawn)).collect();
            for way in FORMULATIONS {
                assert_eq!((way.compute)(pawn, Color::White), expected, "{way} {pawn}");
                let black = (way.compute)(pawn.flip_vertical(), Color::Black);
                assert_eq!(black.flip_vertical(), expected, "{way} {pawn}");
            }
        }
        for pawn in !Bitboard::PAWN_RANKS {
            for way in FORMULATIONS {
                assert_eq!(Color::ALL.map(|color| (way.compute)(pawn, color)), [Bitboard::EMPTY; 2]);
            }
        }
    }

    /// The exception in the definition occurs on every key square from which the king does not protect the pawn.
    #[test]
    fn the_defender_draws_from_key_squares_by_capturing_only() {
        let endings = kpk::solved();
        let (mut protecting, mut others, mut positions) = (0, 0, 0);
        for pawn in Bitboard::PAWN_RANKS {
            for king in key_squares(pawn, Color::White) {
                assert!(endings.draws(king, pawn, Color::White).is_empty());
                let captures = endings.captures(king, pawn);
                assert_eq!(endings.draws(king, pawn, Color::Black), captures);
                let protects = naive::king_distance(king, pawn) == 1;
                assert_eq!(captures.is_empty(), protects, "{king} {pawn}");
                protecting += u32::from(protects);
                others += u32::from(!protects);
                positions += captures.len();
            }
        }
        assert_eq!((protecting, others, positions), (70, 110, 608));
    }

    #[test]
    fn every_other_square_has_a_draw() {
        let endings = kpk::solved();
        for pawn in Bitboard::PAWN_RANKS {
            for king in !key_squares(pawn, Color::White).with(pawn) {
                let by_white = !endings.draws(king, pawn, Color::White).is_empty();
                let black = endings.draws(king, pawn, Color::Black) - endings.captures(king, pawn);
                assert!(by_white || !black.is_empty(), "{pawn} {king}");
            }
        }
    }

    /// The rule of the books for pawns of White, on ranks 2 to 6.
    fn by_the_books(pawn: Square) -> Bitboard {
        let (file, rank) = naive::coordinates(pawn);
        naive::squares(|(f, r)| match (file, rank) {
            (0, _) => f == 1 && r >= 6,
            (7, _) => f == 6 && r >= 6,
            (_, 1..=3) => (f - file).abs() <= 1 && r == rank + 2,
            _ => (f - file).abs() <= 1 && (rank + 1..=rank + 2).contains(&r),
        })
    }

    #[test]
    fn the_books_differ_for_rook_pawns_and_by_a_stalemate() {
        let endings = kpk::solved();
        let mut differences = Vec::new();
        for pawn in Bitboard::PAWN_RANKS {
            let (file, rank) = naive::coordinates(pawn);
            if (1..=5).contains(&rank) && file < 4 {
                let (books, found) = (by_the_books(pawn), key_squares(pawn, Color::White));
                assert!(found.is_subset(books), "{pawn}");
                if found != books {
                    differences.push((pawn, (books - found).names().to_string()));
                }
            }
        }
        let expected = [
            (Square::A2, "b7,b8"),
            (Square::A3, "b7,b8"),
            (Square::A4, "b7,b8"),
            (Square::A5, "b8"),
            (Square::B6, "c7,c8"),
        ];
        assert_eq!(differences, expected.map(|(pawn, names)| (pawn, names.to_string())));
        for king in [Square::C7, Square::C8] {
            assert!(endings.draws(king, Square::B6, Color::White).is_empty());
            let draws = endings.draws(king, Square::B6, Color::Black) - endings.captures(king, Square::B6);
            assert_eq!(draws, Square::A8.bitboard());
            assert_eq!(endings.stalemates(king, Square::B6), draws);
        }
        let draws = |turn| endings.draws(Square::B8, Square::A5, turn);
        assert_eq!(draws(Color::White), "b5,a6".parse().unwrap());
        let captures = endings.captures(Square::B8, Square::A5);
        assert_eq!(draws(Color::Black) - captures, "c4,c5,c6".parse().unwrap());
    }

    #[test]
    fn stalemates_take_squares_from_pawns_on_the_seventh_rank() {
        let endings = kpk::solved();
        let mut squares = vec![];
        for pawn in Rank::Seventh.bitboard() {
            for king in !key_squares(pawn, Color::White).with(pawn) {
                let draws = endings.draws(king, pawn, Color::Black) - endings.captures(king, pawn);
                let only = draws.is_subset(endings.stalemates(king, pawn));
                if only && !draws.is_empty() && endings.draws(king, pawn, Color::White).is_empty() {
                    squares.push((pawn, king));
                }
            }
        }
        let behind = |file: File| (Square::new(file, Rank::Seventh), Square::new(file, Rank::Sixth));
        let mut expected: Vec<_> = File::ALL[1..7].iter().copied().map(behind).collect();
        expected.extend([(Square::C7, Square::A6), (Square::F7, Square::H6)]);
        expected.sort_unstable();
        assert_eq!(squares, expected);
    }
}
