//! The zone of a king, and the attacks on it.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::formulations::Formulation;
use crate::king::{self, ByKind};
use crate::knight;
use crate::pawn;
use crate::sliders::{bishop_attacks_from, queen_attacks_from, rook_attacks_from};
use crate::square::Square;

/// Every formulation of [`zone`](zone()).
///
/// All return the same zone. Use [`zone`](zone()) for sets. For one king on a known square, use the table, [`zone_from`].
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Color) -> Bitboard>] = &[
    Formulation::new("parallel", "12 operations", zone),
    Formulation::new("by pawn steps", "19 operations and 1 branch", by_pawn_steps),
    Formulation::new("by table", "4 operations, plus 6 operations, 1 load and 1 branch per king", by_table),
];

/// Every formulation of [`attack_units`].
///
/// All return the same counts. [`attack_units`] goes through the attackers. [`attack_units_by_squares`] goes through
/// the zone and looks from each of its squares back at the attackers. It is cheaper if the attackers outnumber the
/// squares.
pub const ATTACK_UNITS_FORMULATIONS: &[Formulation<AttackUnitsOf>] = &[
    Formulation::new(
        "by attackers",
        "a load per knight, about 15 operations per bishop or rook, 30 per queen",
        attack_units,
    ),
    Formulation::new(
        "by squares",
        "10 operations, plus 93 operations, 3 loads and 3 branches per square of the zone",
        attack_units_by_squares,
    ),
];

/// The type of [`attack_units`].
pub type AttackUnitsOf = fn(Bitboard, ByKind, Bitboard) -> ByKind<AttackUnits>;

/// Returns the zones of kings: the squares that they attack, and the three squares in front of those.
///
/// ```
/// use destrier::{bitboard, king, Color, Square};
///
/// assert_eq!(king::zone(Square::G1.bitboard(), Color::White), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . X X X
///     . . . . . X X X
///     . . . . . X . X
/// });
/// ```
///
/// A king on an edge file has two squares in front, and a king on one of the last two ranks of its side has none. A
/// king's own square is included only if it is in the zone of another king. To count the attacks on a zone, use
/// [`attack_units`].
///
/// Engines define the zone differently: some add two squares in front instead of three, include the king's square,
/// or move the zone of a king on the edge toward the center.
///
/// Cost: 12 operations, no branch for a constant color, no memory.
///
/// Source: the wiki's *King Safety* (Attacking King Zone).
#[inline(always)]
#[must_use]
pub const fn zone(kings: Bitboard, color: Color) -> Bitboard {
    let sides = kings.step(Direction::East).0 | kings.step(Direction::West).0;
    let row = kings.0 | sides;
    let in_front = match color {
        Color::White => row << 16,
        Color::Black => row >> 16,
    };
    Bitboard(sides | (row << 8) | (row >> 8) | in_front)
}

/// Returns the [`zone`](zone()) of a king on the given square, from a table of 128 sets.
///
/// ```
/// use destrier::{Color, Square, king};
///
/// let zone = king::zone_from(Square::G1, Color::White);
/// assert_eq!(zone, king::zone(Square::G1.bitboard(), Color::White));
/// ```
///
/// Cost: 1 load from 1 kB.
#[inline]
#[must_use]
pub const fn zone_from(square: Square, color: Color) -> Bitboard {
    TABLE[color.index() as usize][square.index() as usize]
}

static TABLE: [[Bitboard; 64]; 2] = {
    let mut table = [[Bitboard::EMPTY; 64]; 2];
    let mut i = 0;
    while i < 64 {
        table[0][i] = zone(Square::ALL[i].bitboard(), Color::White);
        table[1][i] = zone(Square::ALL[i].bitboard(), Color::Black);
        i += 1;
    }
    table
};

/// Computes [`zone`](zone()) from king attacks and steps of pawns: the square two ranks ahead, and the squares that a
/// pawn one rank ahead attacks.
#[inline]
#[must_use]
pub const fn by_pawn_steps(kings: Bitboard, color: Color) -> Bitboard {
    let ahead = pawn::ahead(kings, color);
    king::attacks(kings).union(pawn::attacks(ahead, color)).union(pawn::ahead(ahead, color))
}

/// Computes [`zone`](zone()) with a bit scan and a table lookup for each king.
#[inline]
#[must_use]
pub const fn by_table(mut kings: Bitboard, color: Color) -> Bitboard {
    let mut zone = Bitboard::EMPTY;
    while let Some(square) = kings.pop_first() {
        zone = zone.union(zone_from(square, color));
    }
    zone
}

/// The attacks of one kind of piece on a zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AttackUnits {
    /// The number of pieces that attack at least one square of the zone.
    pub attackers: u16,
    /// The number of squares of the zone that each piece attacks, added up. A square that two pieces attack counts
    /// twice.
    pub squares: u16,
}

impl AttackUnits {
    /// Adds a piece that attacks `squares` squares of the zone.
    #[inline(always)]
    const fn with_attacker(self, squares: u32) -> Self {
        Self { attackers: self.attackers + (squares != 0) as u16, squares: self.squares + squares as u16 }
    }
}

impl ByKind<AttackUnits> {
    pub(crate) const NO_UNITS: Self = {
        let none = AttackUnits { attackers: 0, squares: 0 };
        Self { knights: none, bishops: none, rooks: none, queens: none }
    };
}

/// Counts the attackers of a zone and the squares of the zone that they attack, by kind of piece.
///
/// ```
/// use destrier::king::{self, AttackUnits, ByKind};
/// use destrier::{bitboard, Color, Square};
///
/// // A white queen on h5 and a white knight on f5. Pawns stand on f7, g7 and h7.
/// let occupied = bitboard! {
///     . . . . . X X .
///     . . . . . X X X
///     . . . . . . . .
///     . . . . . X . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let attackers =
///     ByKind { knights: Square::F5.bitboard(), queens: Square::H5.bitboard(), ..ByKind::default() };
/// let zone = king::zone(Square::G8.bitboard(), Color::Black);
/// let units = king::attack_units(zone, attackers, occupied);
/// // The knight attacks g7 and h6. The queen attacks g6 and f7, and h6 and h7.
/// assert_eq!(units.knights, AttackUnits { attackers: 1, squares: 2 });
/// assert_eq!(units.queens, AttackUnits { attackers: 1, squares: 4 });
/// assert_eq!(units.rooks, AttackUnits::default());
/// // A typical evaluation multiplies the squares by a weight of the kind of piece.
/// assert_eq!(20 * units.knights.squares + 80 * units.queens.squares, 360);
/// ```
///
/// The zone can be any set of squares. A slider's attack ends on the first square of `occupied`. Pieces that are not in
/// `occupied` do not block. Remove pieces from `occupied` to count attacks through them, as many engines do for
/// batteries of rooks and queens.
///
/// Cost: per piece a branch and a population count, and the attacks: a load for a knight, 9 operations for a bishop or
/// rook, 19 for a queen.
#[must_use]
pub const fn attack_units(zone: Bitboard, attackers: ByKind, occupied: Bitboard) -> ByKind<AttackUnits> {
    let mut units = ByKind::NO_UNITS;
    let ByKind { mut knights, mut bishops, mut rooks, mut queens } = attackers;
    while let Some(knight) = knights.pop_first() {
        let attacked = knight::attacks_from(knight).intersection(zone);
        units.knights = units.knights.with_attacker(attacked.len());
    }
    while let Some(bishop) = bishops.pop_first() {
        let attacked = bishop_attacks_from(bishop, occupied).intersection(zone);
        units.bishops = units.bishops.with_attacker(attacked.len());
    }
    while let Some(rook) = rooks.pop_first() {
        let attacked = rook_attacks_from(rook, occupied).intersection(zone);
        units.rooks = units.rooks.with_attacker(attacked.len());
    }
    while let Some(queen) = queens.pop_first() {
        let attacked = queen_attacks_from(queen, occupied).intersection(zone);
        units.queens = units.queens.with_attacker(attacked.len());
    }
    units
}

/// Computes [`attack_units`] from the squares of the zone: attacks are mutual, so a piece on such a square attacks the
/// attackers of the square.
#[must_use]
pub const fn attack_units_by_squares(
    mut zone: Bitboard,
    attackers: ByKind,
    occupied: Bitboard,
) -> ByKind<AttackUnits> {
    let mut all = ByKind::EMPTY;
    let mut squares = [0; 4];
    while let Some(square) = zone.pop_first() {
        let diagonal = bishop_attacks_from(square, occupied);
        let straight = rook_attacks_from(square, occupied);
        let knights = knight::attacks_from(square).intersection(attackers.knights);
        let bishops = diagonal.intersection(attackers.bishops);
        let rooks = straight.intersection(attackers.rooks);
        let queens = diagonal.union(straight).intersection(attackers.queens);
        all.knights = all.knights.union(knights);
        all.bishops = all.bishops.union(bishops);
        all.rooks = all.rooks.union(rooks);
        all.queens = all.queens.union(queens);
        squares[0] += knights.len();
        squares[1] += bishops.len();
        squares[2] += rooks.len();
        squares[3] += queens.len();
    }
    ByKind {
        knights: AttackUnits { attackers: all.knights.len() as u16, squares: squares[0] as u16 },
        bishops: AttackUnits { attackers: all.bishops.len() as u16, squares: squares[1] as u16 },
        rooks: AttackUnits { attackers: all.rooks.len() as u16, squares: squares[2] as u16 },
        queens: AttackUnits { attackers: all.queens.len() as u16, squares: squares[3] as u16 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, assert_all, coordinates, sets, slider_attacks_from};

    /// At most one file and one rank away, or two ranks ahead and at most one file to the side.
    fn naive_zone(king: Square, color: Color) -> Bitboard {
        let (file, rank) = coordinates(king);
        naive::squares(|(f, r)| {
            let ahead = (r - rank) * naive::up(color);
            (f - file).abs() <= 1 && (-1..=2).contains(&ahead) && (f, r) != (file, rank)
        })
    }

    #[test]
    fn formulations_match_the_definition() {
        for color in Color::ALL {
            for way in FORMULATIONS {
                for king in Square::ALL {
                    let expected = naive_zone(king, color);
                    assert_eq!((way.compute)(king.bitboard(), color), expected, "{way} {king} {color}");
                    assert_eq!(zone_from(king, color), expected);
                }
                for [kings] in sets() {
                    let expected = naive::attacks(kings, |king| naive_zone(king, color));
                    assert_eq!((way.compute)(kings, color), expected, "{way} {color}");
                }
            }
        }
    }

    #[test]
    fn zones_have_at_most_eleven_squares() {
        let number_with = |n| TABLE[0].iter().filter(|zone| zone.len() == n).count();
        // Corners on the first and last rank, edges, and kings on the last ranks but one.
        assert_eq!([3, 5, 7, 8, 11].map(number_with), [2, 10, 10, 12, 30]);
        assert_eq!(zone_from(Square::E1, Color::White).bits(), 0x0038_3828);
        assert_eq!(zone_from(Square::A8, Color::Black).bits(), 0x0203_0300_0000_0000);
        assert_eq!(zone_from(Square::E8, Color::White), king::attacks_from(Square::E8));
    }

    fn counted(pieces: Bitboard, zone: Bitboard, attacks: impl Fn(Square) -> Bitboard) -> AttackUnits {
        let counts =
            pieces.iter().map(|piece| zone.iter().filter(|&s| attacks(piece).contains(s)).count() as u16);
        AttackUnits { attackers: counts.clone().filter(|&n| n > 0).count() as u16, squares: counts.sum() }
    }

    #[test]
    fn attack_units_match_the_definition() {
        for (i, [zone, knights, bishops, rooks, queens, others]) in sets().enumerate() {
            let attackers = ByKind { knights, bishops, rooks, queens };
            // In every third case, the attackers are not in `occupied`. In a position, they are.
            let occupied = if i % 3 == 0 { others } else { others | attackers.squares() };
            let king_zone = zone_from(Square::ALL[i % 64], Color::ALL[i / 64 % 2]);
            for zone in [zone, king_zone] {
                let slides = |directions| move |s| slider_attacks_from(s, occupied, directions);
                let expected = ByKind {
                    knights: counted(knights, zone, naive::knight_attacks_from),
                    bishops: counted(bishops, zone, slides(&Direction::BISHOP)),
                    rooks: counted(rooks, zone, slides(&Direction::ROOK)),
                    queens: counted(queens, zone, slides(&Direction::KING)),
                };
                assert_all!(ATTACK_UNITS_FORMULATIONS, (zone, attackers, occupied), expected);
            }
        }
    }

    #[test]
    fn the_largest_counts_fit() {
        let all = ByKind {
            knights: Bitboard::FULL,
            bishops: Bitboard::FULL,
            rooks: Bitboard::FULL,
            queens: Bitboard::FULL,
        };
        for way in ATTACK_UNITS_FORMULATIONS {
            let units = (way.compute)(Bitboard::FULL, all, Bitboard::EMPTY);
            let squares =
                [units.knights, units.bishops, units.rooks, units.queens].map(|units| units.squares);
            assert_eq!(squares, [336, 560, 896, 1456], "the moves of each piece on an empty board, added up");
        }
    }
}
