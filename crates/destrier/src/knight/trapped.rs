//! Trapped knights: knights that have no move into an area.

use super::{attacks, mobility, moves};
use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulations::Formulation;

/// Every formulation of [`trapped`](trapped()).
///
/// All return the same set. Attacks are mutual, so a knight has a move into the area if and only if a
/// knight in the area would attack it. [`trapped`](trapped()) uses this. Use it for sets. For one knight, use
/// [`mobility_of`](super::mobility_of), which is 0 if the knight is trapped.
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Bitboard) -> Bitboard>] = &[
    Formulation::new("by attacks from the area", "19 operations", trapped),
    Formulation::new("one by one", "10 operations, 1 load and 1 branch per knight", one_by_one),
    Formulation::new("by moves there and back", "33 operations", by_moves_there_and_back),
];

/// Returns the knights that attack no square of the area.
///
/// On a4, own pawns block two moves of a knight, and black pawns guard the squares of the other two:
///
/// ```
/// use destrier::{bitboard, knight, Color, Square};
///
/// let own = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . . . . . . .
///     . . X . . X . .
///     . X . . . . . .
///     . . . . . . . .
/// };
/// let black_pawns = bitboard! {
///     . . . . . . . .
///     . . X . . . . .
///     . . . X . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let knights = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . . . . . . .
///     . . . . . X . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let area = knight::safe_area(own, black_pawns, Color::White);
/// assert_eq!(knight::trapped(knights, area), Square::A4.bitboard());
/// ```
///
/// With the [`safe_area`](super::safe_area), a knight is trapped if it has no move at all, or if opposing pawns attack
/// the target of every move, captures included. [`Board::trapped_knights`](crate::Board::trapped_knights) uses this
/// area.
///
/// Staying is not a move. A trapped knight can be safe where it stands, and it is trapped all the same. To find the
/// knights that are lost, intersect the result with the squares that the opponent attacks.
///
/// The wiki gives examples instead of a definition: a white knight on h8 with a black pawn on f7 or h7, or on h7 with
/// black pawns on g7 and h6 or f6. Pawns alone do not guard all squares there. Pass an area without the squares that
/// any opposing piece attacks to find such knights too.
///
/// Cost: 19 operations, no branch, no memory.
///
/// Source: the wiki's *Trapped Pieces* and *Mobility*.
#[inline(always)]
#[must_use]
pub const fn trapped(knights: Bitboard, area: Bitboard) -> Bitboard {
    knights.difference(attacks(area))
}

/// Computes [`trapped`](trapped()) with the [mobility](super::mobility_of) of each knight.
#[must_use]
pub const fn one_by_one(mut knights: Bitboard, area: Bitboard) -> Bitboard {
    let mut trapped = Bitboard::EMPTY;
    while let Some(knight) = knights.pop_first() {
        if mobility::mobility_of(knight, area) == 0 {
            trapped = trapped.with(knight);
        }
    }
    trapped
}

/// Computes [`trapped`](trapped()) from the moves by direction, each of which leads back to its knight. It is for code
/// that needs these moves anyway.
#[must_use]
pub const fn by_moves_there_and_back(knights: Bitboard, area: Bitboard) -> Bitboard {
    let targets = moves::moves_by_direction(knights, area.complement());
    let mut trapped = knights;
    let mut i = 0;
    while i < 8 {
        let direction: Direction = Direction::KNIGHT[i];
        trapped = trapped.difference(targets[i].step(direction.opposite()));
        i += 1;
    }
    trapped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::naive::{knight_attacks_from, pawn_attacks_from, sets};
    use crate::square::Square;

    fn set(names: &str) -> Bitboard {
        names.parse().unwrap()
    }

    #[test]
    fn formulations_match_the_definition_for_one_knight() {
        for [area] in sets() {
            for square in Square::ALL {
                let is_trapped = knight_attacks_from(square).iter().all(|to| !area.contains(to));
                for way in FORMULATIONS {
                    let found = (way.compute)(square.bitboard(), area);
                    assert_eq!(found == square.bitboard(), is_trapped, "{way} {square}");
                    assert_eq!(found.is_empty(), !is_trapped, "{way} {square}");
                }
            }
        }
    }

    #[test]
    fn formulations_match_the_definition_for_sets() {
        let attacked_from = Square::ALL.map(knight_attacks_from);
        for [knights, area] in sets() {
            let is_trapped =
                |s: &Square| attacked_from[usize::from(s.index())].iter().all(|to| !area.contains(to));
            let expected = knights.iter().filter(is_trapped).collect();
            for way in FORMULATIONS {
                assert_eq!((way.compute)(knights, area), expected, "{way}");
            }
        }
    }

    #[test]
    fn every_move_is_blocked_or_loses_the_knight_to_a_pawn() {
        let attacked_from = Square::ALL.map(knight_attacks_from);
        for color in Color::ALL {
            for [knights, own, opponent_pawns] in sets().step_by(3) {
                let is_lost = |to: Square| {
                    own.contains(to)
                        || opponent_pawns.iter().any(|pawn| pawn_attacks_from(pawn, !color).contains(to))
                };
                let is_trapped = |s: &Square| attacked_from[usize::from(s.index())].iter().all(is_lost);
                let area = mobility::safe_area(own, opponent_pawns, color);
                assert_eq!(trapped(knights, area), knights.iter().filter(is_trapped).collect());
            }
        }
    }

    #[test]
    fn the_examples_on_the_wiki_need_guards_other_than_pawns() {
        for (knight, pawns, left) in
            [("h8", "h7", "f7"), ("h8", "f7", "f7"), ("h7", "g7,h6", "f8"), ("h7", "g7,f6", "f8")]
        {
            let area = mobility::safe_area(set(knight), set(pawns), Color::White);
            assert_eq!(trapped(set(knight), area), Bitboard::EMPTY, "{knight} {pawns}");
            assert_eq!(mobility(set(knight), area), set(left), "{knight} {pawns}");
            assert_eq!(trapped(set(knight), area - set(left)), set(knight), "{knight} {pawns}");
        }
    }
}
