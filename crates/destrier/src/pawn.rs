//! Pawn patterns that knights and kings need: attacks, pushes, spans, passers and forks.
//!
//! A passer is a pawn with no opposing pawn ahead of it on its own file or an adjacent file, so no pawn can stop it
//! any more.
//!
//! ```
//! use destrier::{bitboard, pawn, Color, Square};
//!
//! let white = bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . X . .
//!     X . . . . . . .
//!     . . . . . . X .
//!     . . . . . . . .
//!     . . . X . . . .
//!     . . . . . . . .
//! };
//! let black = bitboard! {
//!     . . . . . . . .
//!     . . . . . . X .
//!     . . . . . . . .
//!     . X . . X . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! };
//! assert_eq!(pawn::passers(white, black, Color::White), bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     X . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! assert_eq!(pawn::passers(black, white, Color::Black), Square::B5.bitboard());
//! ```
//!
//! All functions accept pawns on any rank, including the first and the last. Pawns there attack and push one step
//! like any others, and squares off the board are dropped. White's pawns move north, Black's south. The results for
//! the two sides mirror each other top to bottom. The costs are for a constant side.
//!
//! Source: the wiki's *Pawn Attacks (Bitboards)*, *Pawn Pushes (Bitboards)*, *Pawn Fills*, *Pawn Spans*, *Passed Pawns
//! (Bitboards)* and *Double Attack*.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::rank::Rank;
use crate::square::Square;

/// Returns the squares that any of the pawns attacks.
///
/// Cost: 5 operations.
#[inline(always)]
#[must_use]
pub const fn attacks(pawns: Bitboard, color: Color) -> Bitboard {
    east_attacks(pawns, color).union(west_attacks(pawns, color))
}

/// Returns the squares that the pawns attack to the east, towards file h.
#[inline(always)]
const fn east_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    pawns.step(match color {
        Color::White => Direction::NorthEast,
        Color::Black => Direction::SouthEast,
    })
}

/// Returns the squares that the pawns attack to the west, towards file a.
#[inline(always)]
const fn west_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    pawns.step(match color {
        Color::White => Direction::NorthWest,
        Color::Black => Direction::SouthWest,
    })
}

/// Returns the targets of single and double pushes. All squares of a push must be in `empty`. Double pushes end on the
/// fourth rank of the side.
///
/// ```
/// use destrier::{pawn, Color, Rank, Square};
///
/// let pawns = Rank::Second.bitboard();
/// let empty = !(pawns.with(Square::A3).with(Square::H4));
/// let single = Rank::Third.bitboard().without(Square::A3);
/// let double = Rank::Fourth.bitboard().without(Square::A4).without(Square::H4);
/// assert_eq!(pawn::pushes(pawns, empty, Color::White), single | double);
/// ```
///
/// Cost: 6 operations.
#[inline(always)]
#[must_use]
pub const fn pushes(pawns: Bitboard, empty: Bitboard, color: Color) -> Bitboard {
    let single = ahead(pawns, color).intersection(empty);
    single.union(second_pushes(single, empty, color))
}

/// Returns the targets of double pushes.
#[inline(always)]
pub(crate) const fn double_pushes(pawns: Bitboard, empty: Bitboard, color: Color) -> Bitboard {
    second_pushes(ahead(pawns, color).intersection(empty), empty, color)
}

/// Returns the second step of double pushes: from the third rank to the fourth rank of the side.
#[inline(always)]
const fn second_pushes(single: Bitboard, empty: Bitboard, color: Color) -> Bitboard {
    let rank = match color {
        Color::White => Rank::Fourth,
        Color::Black => Rank::Fifth,
    };
    ahead(single, color).intersection(empty).intersection(rank.bitboard())
}

/// Moves the set one step ahead.
#[inline(always)]
pub(crate) const fn ahead(set: Bitboard, color: Color) -> Bitboard {
    set.step(match color {
        Color::White => Direction::North,
        Color::Black => Direction::South,
    })
}

/// Returns the set and all squares north of it, up to rank 8. The steps are one, two and four ranks.
#[inline(always)]
#[must_use]
pub const fn north_fill(set: Bitboard) -> Bitboard {
    let b = set.0;
    let b = b | (b << 8);
    let b = b | (b << 16);
    Bitboard(b | (b << 32))
}

/// Returns the set and all squares south of it, down to rank 1.
#[inline(always)]
#[must_use]
pub const fn south_fill(set: Bitboard) -> Bitboard {
    let b = set.0;
    let b = b | (b >> 8);
    let b = b | (b >> 16);
    Bitboard(b | (b >> 32))
}

/// Returns all squares of the files that the set occupies.
///
/// Cost: 13 operations.
#[inline(always)]
#[must_use]
pub const fn file_fill(set: Bitboard) -> Bitboard {
    north_fill(set).union(south_fill(set))
}

/// Returns the pawns and all squares ahead of them on their files.
#[inline(always)]
pub(crate) const fn front_fill(pawns: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => north_fill(pawns),
        Color::Black => south_fill(pawns),
    }
}

/// Returns the squares ahead of the pawns on their files. A pawn's own square is included only if another pawn is
/// behind it.
///
/// Cost: 7 operations.
#[inline(always)]
#[must_use]
pub const fn front_span(pawns: Bitboard, color: Color) -> Bitboard {
    front_fill(ahead(pawns, color), color)
}

/// Returns the squares that the pawns attack now or after any number of pushes: the squares ahead of them on adjacent
/// files.
///
/// Blockers are ignored, and so are captures, which change a pawn's file.
///
/// ```
/// use destrier::{bitboard, pawn, Color, Square};
///
/// assert_eq!(pawn::attack_span(Square::C4.bitboard(), Color::White), bitboard! {
///     . X . X . . . .
///     . X . X . . . .
///     . X . X . . . .
///     . X . X . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
///
/// Cost: 11 operations.
///
/// Source: the wiki's *Attack Spans*.
#[inline(always)]
#[must_use]
pub const fn attack_span(pawns: Bitboard, color: Color) -> Bitboard {
    front_fill(attacks(pawns, color), color)
}

/// Returns the squares ahead of the pawns on their own and adjacent files.
///
/// An opposing pawn there blocks the pawn or guards a square on its path. A pawn is a passer if no opposing pawn is
/// in its span.
///
/// ```
/// use destrier::{bitboard, pawn, Color, Square};
///
/// assert_eq!(pawn::passer_span(Square::C4.bitboard(), Color::White), bitboard! {
///     . X X X . . . .
///     . X X X . . . .
///     . X X X . . . .
///     . X X X . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
///
/// Cost: 13 operations.
#[inline(always)]
#[must_use]
pub const fn passer_span(pawns: Bitboard, color: Color) -> Bitboard {
    let span = front_span(pawns, color);
    let sides = span.step(Direction::East).union(span.step(Direction::West));
    span.union(sides)
}

/// Returns the pawns of `own` that have no pawn of `opponent` ahead of them on their own or an adjacent file.
///
/// `color` is the side of `own`. Own pawns ahead do not matter, so both of two doubled pawns can be passers. A
/// square in both sets counts as both.
///
/// Cost: 15 operations.
#[inline(always)]
#[must_use]
pub const fn passers(own: Bitboard, opponent: Bitboard, color: Color) -> Bitboard {
    own.difference(passer_span(opponent, color.other()))
}

/// Returns the pawns with another pawn of the set on their file.
///
/// ```
/// use destrier::{bitboard, pawn};
///
/// let pawns = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . X . . . . .
///     . . . . . . . .
///     . . X . . . X .
///     X . . . . X . .
///     . . . . . . . .
/// };
/// assert_eq!(pawn::doubled(pawns), "c3,c5".parse()?);
/// assert_eq!(pawn::isolated(pawns), "a2,c3,c5".parse()?);
/// # Ok::<(), destrier::ParseBitboardError>(())
/// ```
///
/// Cost: 16 operations.
///
/// Source: the wiki's *Doubled Pawn*.
#[inline(always)]
#[must_use]
pub const fn doubled(pawns: Bitboard) -> Bitboard {
    pawns.intersection(front_span(pawns, Color::White).union(front_span(pawns, Color::Black)))
}

/// Returns the pawns without a pawn of the set on an adjacent file, as in the example of [`doubled`].
///
/// Cost: 20 operations.
///
/// Source: the wiki's *Isolated Pawn*.
#[inline(always)]
#[must_use]
pub const fn isolated(pawns: Bitboard) -> Bitboard {
    let files = file_fill(pawns);
    pawns.difference(files.step(Direction::East).union(files.step(Direction::West)))
}

/// Returns the number of moves that a pawn needs to promote on an empty file, 0 to 6.
///
/// The first push from the second rank can be double, so a pawn there needs 5 moves. A pawn on its side's first rank,
/// where none stands, needs 6.
///
/// ```
/// use destrier::{Color, Square, pawn};
///
/// assert_eq!(pawn::moves_to_promotion(Square::E2, Color::White), 5);
/// assert_eq!(pawn::moves_to_promotion(Square::E2, Color::Black), 1);
/// ```
///
/// Cost: 6 operations.
///
/// Source: the wiki's *Rule of the Square*.
#[inline]
#[must_use]
pub const fn moves_to_promotion(pawn: Square, color: Color) -> u8 {
    let rank = pawn.rank().index();
    let pushes = if color.is_white() { 7 - rank } else { rank };
    if pushes >= 6 { pushes - 1 } else { pushes }
}

/// Returns the squares from which a pawn of side `color` attacks two targets, one on each side.
///
/// The result can include squares of the first rank, where no pawn ever stands.
///
/// ```
/// use destrier::{pawn, Bitboard, Color, Square};
///
/// let rooks = Bitboard::from_squares(&[Square::C5, Square::E5]);
/// assert_eq!(pawn::forks(rooks, Color::White), Square::D4.bitboard());
/// assert_eq!(pawn::forks(rooks, Color::Black), Square::D6.bitboard());
/// ```
///
/// Cost: 5 operations.
#[inline(always)]
#[must_use]
pub const fn forks(targets: Bitboard, color: Color) -> Bitboard {
    // The squares that attack a target are those that an opposing pawn on the target would attack.
    east_attacks(targets, color.other()).intersection(west_attacks(targets, color.other()))
}

/// Returns the squares where one of `own_pawns` can push, fork two targets and not be attacked by one of
/// `opponent_pawns`.
///
/// `color` is the side of `own_pawns`. All squares of a push must be in `empty`. Captures and en passant are not
/// considered. Opposing pieces may still be able to take the pawn.
///
/// ```
/// use destrier::{pawn, Bitboard, Color, Square};
///
/// // By its double push, the pawn on d2 forks the pieces on c5 and e5.
/// let (own, opponent) = (Square::D2.bitboard(), Square::H7.bitboard());
/// let targets: Bitboard = "c5,e5".parse()?;
/// let empty = !(own | opponent | targets);
/// assert_eq!(pawn::fork_moves(own, opponent, targets, empty, Color::White), Square::D4.bitboard());
/// # Ok::<(), destrier::ParseBitboardError>(())
/// ```
///
/// Cost: 16 operations.
#[inline(always)]
#[must_use]
pub const fn fork_moves(
    own_pawns: Bitboard,
    opponent_pawns: Bitboard,
    targets: Bitboard,
    empty: Bitboard,
    color: Color,
) -> Bitboard {
    pushes(own_pawns, empty, color)
        .intersection(forks(targets, color))
        .difference(attacks(opponent_pawns, color.other()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formulations::pawn as formulations;
    use crate::naive::{self, assert_all, pawn_attacks_from, sets};

    #[test]
    fn moves_to_promotion_are_the_fewest_pushes() {
        for color in Color::ALL {
            for pawn in Square::ALL {
                let (mut pawns, mut moves) = (pawn.bitboard(), 0);
                while !pawns.intersects(if color.is_white() { Rank::Eighth } else { Rank::First }.bitboard())
                {
                    pawns |= pushes(pawns, Bitboard::FULL, color);
                    moves += 1;
                }
                assert_eq!(moves_to_promotion(pawn, color), moves, "{pawn} {color}");
            }
        }
    }

    #[test]
    fn attacks_and_pushes_match_coordinates() {
        for color in Color::ALL {
            let up = naive::up(color);
            let start = if color.is_white() { 1 } else { 6 };
            for [pawns, empty] in sets() {
                assert_eq!(attacks(pawns, color), naive::attacks(pawns, |s| pawn_attacks_from(s, color)));

                let single = naive::map(pawns, |(f, r)| (f, r + up)) & empty;
                let double = pawns.iter().map(naive::coordinates).filter(|&(f, r)| {
                    r == start
                        && [1, 2].iter().all(|n| empty.contains(naive::square((f, r + n * up)).unwrap()))
                });
                let double: Bitboard = double.map(|(f, r)| naive::square((f, r + 2 * up)).unwrap()).collect();
                assert_eq!(pushes(pawns, empty, color), single | double);
            }
        }
    }

    #[test]
    fn fills_and_spans_match_coordinates() {
        for [set] in sets() {
            assert_all!(
                formulations::NORTH_FILL_FORMULATIONS,
                (set),
                set | naive::span(set, Color::White, 0)
            );
            assert_eq!(south_fill(set), set | naive::span(set, Color::Black, 0));
            let files = set.iter().map(|s| s.file().bitboard());
            assert_eq!(file_fill(set), files.collect());
            for color in Color::ALL {
                assert_eq!(front_span(set, color), naive::span(set, color, 0));
                assert_eq!(passer_span(set, color), naive::span(set, color, 1));
                assert_eq!(attack_span(set, color), naive::attack_span(set, color));
            }
        }
    }

    #[test]
    fn passers_match_the_definition() {
        for color in Color::ALL {
            for [own, opponent] in sets() {
                let is_passer = |&pawn: &Square| !opponent.iter().any(|o| naive::is_ahead(pawn, color, 1, o));
                let expected = own.iter().filter(is_passer).collect();
                assert_all!(formulations::PASSER_FORMULATIONS, (own, opponent, color), expected);
                assert_eq!(passers(own, Bitboard::EMPTY, color), own);
            }
        }
    }

    #[test]
    fn doubled_and_isolated_pawns_match_the_definitions() {
        for [pawns] in sets() {
            let near = |pawn: Square, files: u8| {
                let mut others = pawns.iter().filter(|&other| other != pawn);
                others.any(|other| other.file().index().abs_diff(pawn.file().index()) == files)
            };
            let on_file: Bitboard = pawns.iter().filter(|&pawn| near(pawn, 0)).collect();
            let alone: Bitboard = pawns.iter().filter(|&pawn| !near(pawn, 1)).collect();
            assert_eq!((doubled(pawns), isolated(pawns)), (on_file, alone));
        }
    }

    #[test]
    fn forks_attack_two_targets_from_unguarded_squares() {
        for color in Color::ALL {
            for [own, opponent, targets, empty] in sets() {
                let expected = Square::ALL
                    .into_iter()
                    .filter(|&s| (pawn_attacks_from(s, color) & targets).len() == 2)
                    .collect::<Bitboard>();
                let is_guarded =
                    |s: &Square| opponent.iter().any(|o| pawn_attacks_from(o, !color).contains(*s));
                let guarded: Bitboard = Square::ALL.into_iter().filter(is_guarded).collect();
                assert_eq!(forks(targets, color), expected);
                assert_eq!(
                    fork_moves(own, opponent, targets, empty, color),
                    (pushes(own, empty, color) & expected) - guarded
                );
            }
        }
    }

    #[test]
    fn worked_examples() {
        let (second, seventh) = (Rank::Second.bitboard(), Rank::Seventh.bitboard());
        assert_eq!(passers(second, seventh, Color::White), Bitboard::EMPTY);
        assert_eq!(passers(seventh, second, Color::Black), Bitboard::EMPTY);

        let white = Bitboard::from_squares(&[Square::A2, Square::B2, Square::C3, Square::H4]);
        assert_eq!(passers(white, Bitboard::EMPTY, Color::White), white, "8/8/8/6k1/7P/2P5/PP6/1K6");
        // Two pawns side by side pass each other.
        let (e5, d5) = (Square::E5.bitboard(), Square::D5.bitboard());
        assert_eq!(passers(e5, d5, Color::White), e5);
        assert_eq!(passers(d5, e5, Color::Black), d5);

        // The pawn on d2 forks bishop and knight by a double push to d4, unless a pawn on e5 guards it.
        let targets = Bitboard::from_squares(&[Square::C5, Square::E5]);
        let d2 = Square::D2.bitboard();
        let by_push =
            |guards, empty: Bitboard| fork_moves(d2, guards, targets, empty - d2 - targets, Color::White);
        assert_eq!(by_push(Bitboard::EMPTY, Bitboard::FULL), Square::D4.bitboard());
        assert_eq!(by_push(Square::E5.bitboard(), Bitboard::FULL), Bitboard::EMPTY);
        assert_eq!(by_push(Bitboard::EMPTY, !Square::D3.bitboard()), Bitboard::EMPTY);
    }
}
