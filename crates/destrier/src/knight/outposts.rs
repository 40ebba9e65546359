//! Outposts: squares that an own pawn defends and that no opposing pawn can ever attack.

use super::{fill, reach_within};
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::formulations::Formulation;
use crate::pawn;

/// Every formulation of [`outposts`](outposts()).
///
/// All return the same set. Use [`outposts`](outposts()): its cost does not depend on the number of pawns.
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard, Color) -> Bitboard>] = &[
    Formulation::new("by attack spans", "20 operations and 1 branch", outposts),
    Formulation::new("by front spans", "25 operations and 1 branch", by_front_spans),
    Formulation::new(
        "square by square",
        "15 operations, plus 20 operations and 1 branch per defended square",
        square_by_square,
    ),
];

/// Every formulation of [`reachable_outposts`].
///
/// All return the same set. Use [`reachable_outposts`]: its cost does not depend on the number of knights and outposts.
pub const REACHABLE_FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard, u32, Bitboard) -> Bitboard>] = &[
    Formulation::new(
        "from the knights",
        "1 operation, plus 21 operations and 2 branches per move, until the set stops growing",
        reachable_outposts,
    ),
    Formulation::new("one by one", "a search from each outpost", reachable_one_by_one),
];

/// Every formulation of [`knights_in_reach`].
///
/// All return the same set. Use [`knights_in_reach`]: its cost does not depend on the number of knights and outposts.
pub const IN_REACH_FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard, u32, Bitboard) -> Bitboard>] = &[
    Formulation::new(
        "from the outposts",
        "23 operations, plus 21 operations and 2 branches per move, until the set stops growing",
        knights_in_reach,
    ),
    Formulation::new("one by one", "a search from each knight", in_reach_one_by_one),
];

/// Returns the squares of the side's fourth to sixth rank that a pawn of `own` defends and that no pawn of `opponent`
/// can attack now or after pushes.
///
/// Three of the squares that White's pawns defend are outposts here, one of them occupied by a pawn. The pawn on g7
/// attacks f6 and h6, and it can advance to attack f5. The pawns on b4 and d4 have passed c4 and e4:
///
/// ```
/// use destrier::{bitboard, knight, Color};
///
/// let white_pawns = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . X .
///     . . . . X . . .
///     . . . X . . . .
///     X . . . . . . X
///     . . . . . . . .
/// };
/// let black_pawns = bitboard! {
///     . . . . . . . .
///     . . . . . . X .
///     . . . . . . . .
///     . . . . . . . .
///     . X . X . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let outposts = knight::outposts(white_pawns, black_pawns, Color::White);
/// assert_eq!(outposts, bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . . X . X . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// ```
///
/// `own` and `opponent` are pawns, and `color` is the side of `own`. Outposts can be occupied, by pieces of either
/// side. To count the knights on outposts, intersect the result with the knights. To find the knights that can reach
/// one, use [`knights_in_reach`] and [`reachable_outposts`].
///
/// An opposing pawn can attack a square if the square is in its [`attack_span`](pawn::attack_span): ahead of it on an
/// adjacent file. Blockers do not matter, because they may move away. Captures do not count, although a capture can
/// bring a pawn to another file. Support is counted now: a pawn that could advance to defend the square does not make
/// it an outpost.
///
/// On lower ranks an outpost threatens little, and on the seventh no opposing pawn can attack any square. If your
/// engine takes other ranks, subtract the attack span from the attacks of your pawns. Engines with a second, smaller
/// bonus for squares without support take all squares outside the attack span.
///
/// Cost: 20 operations and 1 branch.
///
/// Source: the wiki's *Outposts*, *Attack Spans* and *Holes*. The ranks are those of Stockfish's classical evaluation.
#[inline(always)]
#[must_use]
pub const fn outposts(own: Bitboard, opponent: Bitboard, color: Color) -> Bitboard {
    outposts_on_any_rank(own, opponent, color).intersection(ranks(color))
}

/// Returns the [outposts](outposts()) of all ranks.
#[inline(always)]
#[must_use]
pub const fn outposts_on_any_rank(own: Bitboard, opponent: Bitboard, color: Color) -> Bitboard {
    pawn::attacks(own, color).difference(pawn::attack_span(opponent, color.other()))
}

/// Computes [`outposts`](outposts()) from the squares that the pawns of both sides attack.
#[inline(always)]
pub(crate) const fn outposts_of_attacks(own: Bitboard, opponent: Bitboard, color: Color) -> Bitboard {
    own.intersection(ranks(color)).difference(pawn::front_fill(opponent, color.other()))
}

/// Returns the fourth to sixth rank of a side.
#[inline(always)]
const fn ranks(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(0x0000_ffff_ff00_0000),
        Color::Black => Bitboard(0x0000_00ff_ffff_0000),
    }
}

/// Computes [`outposts`](outposts()) with the files of the opposing pawns extended to both sides. Use it if you need
/// their [`front_span`](pawn::front_span) anyway.
#[inline]
#[must_use]
pub const fn by_front_spans(own: Bitboard, opponent: Bitboard, color: Color) -> Bitboard {
    let span = pawn::front_span(opponent, color.other());
    let attacked = span.step(Direction::East).union(span.step(Direction::West));
    pawn::attacks(own, color).intersection(ranks(color)).difference(attacked)
}

/// Computes [`outposts`](outposts()) by searching for opposing pawns ahead of each defended square. An opposing pawn
/// can attack the square if and only if the pawn is in the attack span of the square. Use it for a single square.
#[must_use]
pub const fn square_by_square(own: Bitboard, opponent: Bitboard, color: Color) -> Bitboard {
    let mut defended = pawn::attacks(own, color).intersection(ranks(color));
    let mut outposts = Bitboard::EMPTY;
    while let Some(square) = defended.pop_first() {
        if pawn::attack_span(square.bitboard(), color).is_disjoint(opponent) {
            outposts = outposts.with(square);
        }
    }
    outposts
}

/// Returns the outposts that one of the knights reaches in at most `n` moves if every move ends in the area.
///
/// ```
/// use destrier::{knight, Bitboard, Square};
///
/// let outposts = Bitboard::from_squares(&[Square::C4, Square::D5]);
/// let knights = Bitboard::from_squares(&[Square::C3, Square::H1]);
/// assert_eq!(knight::reachable_outposts(knights, outposts, 1, Bitboard::FULL), Square::D5.bitboard());
/// assert_eq!(knight::reachable_outposts(knights, outposts, 3, Bitboard::FULL), outposts);
/// ```
///
/// Pass the [safe area](super::safe_area), for example. As for [`reach_within`](super::reach_within()), a knight's own
/// square counts even outside the area, so the result includes the outposts where a knight already stands. The outposts
/// can be any set of squares.
///
/// Cost: 1 operation, plus 21 operations and 2 branches per move, until the set stops growing.
#[inline]
#[must_use]
pub const fn reachable_outposts(knights: Bitboard, outposts: Bitboard, n: u32, area: Bitboard) -> Bitboard {
    reach_within(knights, n, area).intersection(outposts)
}

/// Returns the knights that reach one of the outposts in at most `n` moves if every move ends in the area.
///
/// ```
/// use destrier::{knight, Bitboard, Square};
///
/// let outposts = Bitboard::from_squares(&[Square::C4, Square::D5]);
/// let knights = Bitboard::from_squares(&[Square::C3, Square::H1]);
/// assert_eq!(knight::knights_in_reach(knights, outposts, 1, Bitboard::FULL), Square::C3.bitboard());
/// assert_eq!(knight::knights_in_reach(knights, outposts, 4, Bitboard::FULL), knights);
/// ```
///
/// It goes backward from the outposts. A knight on an outpost is always in the result, even outside the area.
///
/// Cost: 23 operations, plus 21 operations and 2 branches per move, until the set stops growing.
#[inline]
#[must_use]
pub const fn knights_in_reach(knights: Bitboard, outposts: Bitboard, n: u32, area: Bitboard) -> Bitboard {
    let Some(before_last) = n.checked_sub(1) else { return knights.intersection(outposts) };
    // Only the first square of a path may be outside the area.
    let on_the_way = reach_within(outposts.intersection(area), before_last, area);
    knights.intersection(outposts.union(fill(on_the_way)))
}

/// Computes [`reachable_outposts`] by searching for a knight from each outpost. It is only for comparison.
#[must_use]
pub const fn reachable_one_by_one(
    knights: Bitboard,
    mut outposts: Bitboard,
    n: u32,
    area: Bitboard,
) -> Bitboard {
    let mut reachable = Bitboard::EMPTY;
    while let Some(outpost) = outposts.pop_first() {
        if !knights_in_reach(knights, outpost.bitboard(), n, area).is_empty() {
            reachable = reachable.with(outpost);
        }
    }
    reachable
}

/// Computes [`knights_in_reach`] by searching for an outpost from each knight. It is only for comparison.
#[must_use]
pub const fn in_reach_one_by_one(
    mut knights: Bitboard,
    outposts: Bitboard,
    n: u32,
    area: Bitboard,
) -> Bitboard {
    let mut in_reach = Bitboard::EMPTY;
    while let Some(knight) = knights.pop_first() {
        if !reachable_outposts(knight.bitboard(), outposts, n, area).is_empty() {
            in_reach = in_reach.with(knight);
        }
    }
    in_reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, assert_all, distances_from, knight_attacks_from, sets};

    fn set(names: &str) -> Bitboard {
        names.parse().unwrap()
    }

    #[test]
    fn formulations_match_the_definition_for_sets() {
        for color in Color::ALL {
            for [own, opponent] in sets() {
                let expected = naive::outposts(own, opponent, color);
                assert_eq!(outposts_on_any_rank(own, opponent, color), expected);
                assert_all!(FORMULATIONS, (own, opponent, color), expected & naive::outpost_ranks(color));
            }
        }
    }

    #[test]
    fn reach_matches_breadth_first_search() {
        for [knights, outposts, area] in sets().step_by(7) {
            let distances: std::vec::Vec<_> = knights
                .iter()
                .map(|knight| {
                    let path = area | knight.bitboard();
                    (knight, distances_from(knight.bitboard(), path, knight_attacks_from))
                })
                .collect();
            for n in [0, 1, 2, 3, 6, 12, 64, u32::MAX] {
                let (mut reachable, mut in_reach) = (Bitboard::EMPTY, Bitboard::EMPTY);
                for (knight, distances) in &distances {
                    for outpost in outposts {
                        let moves = distances[usize::from(outpost.index())];
                        if moves.is_some_and(|moves| u32::from(moves) <= n) {
                            reachable = reachable.with(outpost);
                            in_reach = in_reach.with(*knight);
                        }
                    }
                }
                assert_all!(REACHABLE_FORMULATIONS, (knights, outposts, n, area), reachable);
                assert_all!(IN_REACH_FORMULATIONS, (knights, outposts, n, area), in_reach);
            }
        }
    }

    #[test]
    fn a_square_outside_the_area_can_be_left_but_not_entered() {
        let (a1, b3) = (set("a1"), set("b3"));
        assert_eq!(reachable_outposts(a1, a1 | b3, 1, !a1), a1 | b3);
        assert_eq!(reachable_outposts(a1, b3, 3, !b3), Bitboard::EMPTY);
        assert_eq!(knights_in_reach(a1 | b3, a1, 1, !a1), a1);
        assert_eq!(knights_in_reach(a1, b3, 1, !a1), a1);
    }
}
