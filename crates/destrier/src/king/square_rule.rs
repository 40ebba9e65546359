//! The rule of the square, for all pawn squares at once.

use super::attacks_from;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::formulations::Formulation;
use crate::square::Square;

/// Every formulation of [`caught_area`].
///
/// All return the same area for every king and side to move:
///
/// - [`caught_area`] is a single load from a table of 256 areas (2 KiB). Use this one.
/// - [`by_fill`] builds the area without a table. On its own rank a king catches pawns that are at most as many files
///   away as the promotion rank is ranks away. On each rank farther from promotion the area grows by one file on each
///   side.
/// - [`by_rule`] applies [`catches`] to each of the 48 pawn squares. For a single pawn it is faster to test whether the
///   area contains its square.
///
/// The area of a white king is the flipped area of a black king on the flipped square, with the other side to move.
pub const FORMULATIONS: &[Formulation<fn(Square, Color, Color) -> Bitboard>] = &[
    Formulation::new("by table", "4 operations and 1 load", caught_area),
    Formulation::new("by fill", "at most 112 operations, 2 loads and 13 branches", by_fill),
    Formulation::new("by rule", "816 to 1064 operations, 192 to 240 loads and 146 to 194 branches", by_rule),
];

/// Returns the squares of ranks 2 to 7 where the king catches a pawn of the other side. Passers elsewhere promote.
///
/// ```
/// use destrier::{bitboard, king, Bitboard, Color, Square};
///
/// // The black king is on g5, and White is to move.
/// let area = king::caught_area(Square::G5, Color::Black, Color::White);
/// assert_eq!(area, bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X X X X X
///     . . X X X X X X
///     . X X X X X X X
///     . X X X X X X X
///     . . . . . . . .
/// });
///
/// let passers: Bitboard = "a2,b2,c4,d6,h4".parse()?;
/// assert_eq!((passers - area).names().to_string(), "a2,d6");
/// # Ok::<(), destrier::ParseBitboardError>(())
/// ```
///
/// `king_color` is the color of the king, and `turn` is the side to move. The king catches a pawn if it can capture it
/// before it promotes, or on the promotion square right after the promotion.
///
/// A pawn on the second rank is as far from promotion as a pawn on the third, because of the double push. Having the
/// move widens the area: with Black to move, the king in the example catches all five pawns.
///
/// The rule assumes that only the king and one pawn take part. It ignores pawns supported by their king, second
/// passers, other pieces and promotions with check. The same formula applies to illegal positions, such as a pawn on
/// the king's square, or a king in check with the other side to move.
///
/// Cost: 4 operations and 1 load.
///
/// Source: the wiki's *King Pattern* (Set-wise Rule of the Square) and *Rule of the Square*. Both have an error that
/// this function corrects:
///
/// - The fill, which covers only White to move, marks pawns on the second rank as caught by a king on that rank,
///   although the king is one move too slow.
/// - By the rule, a king on the first rank does not catch a pawn next to it, although it can capture the pawn.
#[inline]
#[must_use]
pub const fn caught_area(king: Square, king_color: Color, turn: Color) -> Bitboard {
    AREAS[king_color.index() as usize][turn.index() as usize][king.index() as usize]
}

/// The areas by king color, side to move and king square.
static AREAS: [[[Bitboard; 64]; 2]; 2] = {
    let mut areas = [[[Bitboard::EMPTY; 64]; 2]; 2];
    let mut i = 0;
    while i < 256 {
        let (king_color, turn, king) = (i / 128, i / 64 % 2, i % 64);
        areas[king_color][turn][king] = by_fill(Square::ALL[king], Color::ALL[king_color], Color::ALL[turn]);
        i += 1;
    }
    areas
};

/// Computes [`caught_area`] by a fill from the king.
#[must_use]
pub const fn by_fill(king: Square, king_color: Color, turn: Color) -> Bitboard {
    let king_moves = turn.is(king_color);
    if king_color.is_white() {
        black_king_area(king.flip_vertical(), king_moves).flip_vertical()
    } else {
        black_king_area(king, king_moves)
    }
}

const fn black_king_area(king: Square, king_moves: bool) -> Bitboard {
    let rank = king.rank().index();
    // A pawn on the king's rank needs as many moves to promote as the king has ranks to go. So the area extends that
    // many files to each side.
    let mut area = king.bitboard();
    let mut ranks_to_promotion = 7 - rank;
    while ranks_to_promotion > 0 {
        area = area.union(beside(area));
        ranks_to_promotion -= 1;
    }
    if king_moves {
        area = area.union(beside(area)).union(area.step(Direction::North));
    }
    // Each rank down to the third is one file wider. For a king below the third rank, the mask below removes its rank.
    let mut ranks_to_third = rank.saturating_sub(2);
    while ranks_to_third > 0 {
        area = area.union(area.union(beside(area)).step(Direction::South));
        ranks_to_third -= 1;
    }
    // A double push makes the second rank equal to the third.
    let from_third = area.0 & 0x00ff_ffff_ffff_0000;
    let from_second = (from_third >> 8) & 0xff00;
    area = Bitboard(from_third | from_second);
    if king_moves {
        // The king captures an adjacent pawn before it runs.
        area = area.union(attacks_from(king).intersection(Bitboard::PAWN_RANKS));
    }
    area
}

/// Returns the squares one file to the left and right.
#[inline]
const fn beside(set: Bitboard) -> Bitboard {
    set.step(Direction::East).union(set.step(Direction::West))
}

/// Computes [`caught_area`] pawn by pawn.
#[must_use]
pub const fn by_rule(king: Square, king_color: Color, turn: Color) -> Bitboard {
    let mut area = Bitboard::EMPTY;
    let mut pawns = Bitboard::PAWN_RANKS;
    while let Some(pawn) = pawns.pop_first() {
        if catches(king, king_color, pawn, turn) {
            area = area.with(pawn);
        }
    }
    area
}

/// Returns `true` if the king catches a pawn of the other side, by the rule of the square.
///
/// The king catches the pawn if it needs no more moves to the promotion square than the pawn does. The double push
/// counts as one move. If the king is to move, it may need one move more, and it also catches an adjacent pawn by
/// capturing it. The result is `false` for pawns on ranks 1 and 8.
///
/// ```
/// use destrier::{king, Color, Square};
///
/// assert!(!king::catches(Square::G5, Color::Black, Square::D6, Color::White));
/// assert!(king::catches(Square::G5, Color::Black, Square::D6, Color::Black));
/// ```
///
/// Cost: at most 21 operations, 5 loads and 2 branches.
#[inline]
#[must_use]
pub const fn catches(king: Square, king_color: Color, pawn: Square, turn: Color) -> bool {
    let (king, pawn) =
        if king_color.is_white() { (king.flip_vertical(), pawn.flip_vertical()) } else { (king, pawn) };
    let pawn_rank = pawn.rank().index();
    if pawn_rank == 0 || pawn_rank == 7 {
        return false;
    }
    let pushes = if pawn_rank == 1 { 5 } else { 7 - pawn_rank };
    let king_moves = turn.is(king_color);
    let files = king.file().index().abs_diff(pawn.file().index());
    let ranks_to_promotion = 7 - king.rank().index();
    let distance = if files > ranks_to_promotion { files } else { ranks_to_promotion };
    distance <= pushes + king_moves as u8 || (king_moves && attacks_from(king).contains(pawn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, king_attacks_from};
    use std::vec;
    use std::vec::Vec;

    /// The outcome of every race of a white pawn against a black king.
    struct Race {
        /// Whether White promotes and keeps the new piece, by king square, pawn square and whether the king moves.
        promotes: Vec<bool>,
    }

    impl Race {
        fn index(king: Square, pawn: Square, king_moves: bool) -> usize {
            (usize::from(king.index()) * 64 + usize::from(pawn.index())) * 2 + usize::from(king_moves)
        }

        /// The legal positions: king and pawn on different squares, and no check with White to move.
        fn legal(king_moves: bool) -> impl Iterator<Item = (Square, Square)> {
            Square::ALL.into_iter().flat_map(move |king| {
                let legal = move |pawn| king != pawn && (king_moves || !pawn_attacks(pawn).contains(king));
                Bitboard::PAWN_RANKS.iter().filter(move |&pawn| legal(pawn)).map(move |pawn| (king, pawn))
            })
        }

        /// Solves the races by retrograde analysis. Positions that never resolve, such as blockades, count as caught.
        fn solve(white_may_pass: bool, black_may_pass: bool) -> Self {
            let mut race = Self { promotes: vec![false; 64 * 64 * 2] };
            loop {
                let mut changed = false;
                for king_moves in [false, true] {
                    for (king, pawn) in Self::legal(king_moves) {
                        let index = Self::index(king, pawn, king_moves);
                        let promotes = if king_moves {
                            race.every_king_move_loses(king, pawn, black_may_pass)
                        } else {
                            race.some_push_wins(king, pawn, white_may_pass)
                        };
                        changed |= promotes != race.promotes[index];
                        race.promotes[index] = promotes;
                    }
                }
                if !changed {
                    return race;
                }
            }
        }

        fn every_king_move_loses(&self, king: Square, pawn: Square, may_pass: bool) -> bool {
            let staying = if may_pass { king.bitboard() } else { Bitboard::EMPTY };
            let moves = (king_attacks_from(king) | staying) - pawn_attacks(pawn);
            !moves.contains(pawn) && moves.iter().all(|to| self.promotes[Self::index(to, pawn, false)])
        }

        fn some_push_wins(&self, king: Square, pawn: Square, may_pass: bool) -> bool {
            let (file, rank) = naive::coordinates(pawn);
            let ahead = |ranks| naive::square((file, rank + ranks)).filter(|&square| square != king);
            let mut pushes: Vec<Square> = ahead(1).into_iter().collect();
            if rank == 1 && !pushes.is_empty() {
                pushes.extend(ahead(2));
            }
            // A blocked side moves its own king elsewhere, which leaves this position unchanged.
            if may_pass || pushes.is_empty() {
                pushes.push(pawn);
            }
            pushes.into_iter().any(|to| {
                if to.rank().index() == 7 {
                    !king_attacks_from(king).contains(to)
                } else {
                    self.promotes[Self::index(king, to, true)]
                }
            })
        }

        fn caught(&self, king: Square, pawn: Square, king_moves: bool) -> bool {
            !self.promotes[Self::index(king, pawn, king_moves)]
        }
    }

    fn pawn_attacks(pawn: Square) -> Bitboard {
        naive::pawn_attacks_from(pawn, Color::White)
    }

    const fn turn_of(king_color: Color, king_moves: bool) -> Color {
        if king_moves { king_color } else { king_color.other() }
    }

    /// The rule of the square as the wiki states it, without the capture of an adjacent pawn.
    fn arithmetic(king: Square, pawn: Square, king_moves: bool) -> bool {
        let (file, rank) = naive::coordinates(pawn);
        let promotion = naive::square((file, 7)).unwrap();
        naive::king_distance(king, promotion) <= (7 - rank).min(5) + i8::from(king_moves)
    }

    #[test]
    fn formulations_match_the_solved_races_for_both_colors() {
        let race = Race::solve(false, false);
        for (king_moves, positions, caught) in [(false, 2940, 1154), (true, 3024, 1728)] {
            assert_eq!(Race::legal(king_moves).count(), positions);
            let in_truth = |&(king, pawn): &(Square, Square)| race.caught(king, pawn, king_moves);
            assert_eq!(Race::legal(king_moves).filter(in_truth).count(), caught);
            for (king, pawn) in Race::legal(king_moves) {
                let truth = race.caught(king, pawn, king_moves);
                for color in Color::ALL {
                    let turn = turn_of(color, king_moves);
                    let (king, pawn) = if color.is_white() {
                        (king.flip_vertical(), pawn.flip_vertical())
                    } else {
                        (king, pawn)
                    };
                    assert_eq!(
                        catches(king, color, pawn, turn),
                        truth,
                        "{color} {king} {pawn}, {turn} to move"
                    );
                    for way in FORMULATIONS {
                        let area = (way.compute)(king, color, turn);
                        assert_eq!(
                            area.contains(pawn),
                            truth,
                            "{way}: {color} {king} {pawn}, {turn} to move"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn passing_does_not_change_the_outcome() {
        let race = Race::solve(false, false);
        assert!(race.promotes == Race::solve(true, false).promotes);
        assert!(race.promotes == Race::solve(true, true).promotes);
    }

    #[test]
    fn formulations_agree_on_every_square_and_stay_on_pawn_ranks() {
        for color in Color::ALL {
            for turn in Color::ALL {
                for king in Square::ALL {
                    let area = caught_area(king, color, turn);
                    for way in FORMULATIONS {
                        assert_eq!(
                            (way.compute)(king, color, turn),
                            area,
                            "{way} {color} {king}, {turn} to move"
                        );
                    }
                    let caught = |&pawn: &Square| catches(king, color, pawn, turn);
                    assert_eq!(Square::ALL.into_iter().filter(caught).collect::<Bitboard>(), area);
                    assert!(area.is_subset(Bitboard::PAWN_RANKS));
                }
            }
        }
    }

    fn down(area: Bitboard) -> Bitboard {
        area | (area | beside(area)).step(Direction::South)
    }

    /// The wiki's fill for a black king with White to move. Its loop does nothing for a king below rank 3.
    fn fill_of_the_page(king: Square) -> Bitboard {
        let rank = usize::from(king.rank().index());
        let widened = (rank..7).fold(king.bitboard(), |area, _| area | beside(area));
        let filled = (2..rank).fold(widened, |area, _| down(area));
        filled | filled.step(Direction::South) | Bitboard::from_bits(0xff)
    }

    #[test]
    fn the_worked_example_step_by_step() {
        let widened = [1, 2, 3].map(|n| (0..n).fold(Square::G5.bitboard(), |area, _| area | beside(area)));
        assert_eq!(widened.map(Bitboard::bits), [0xe0_0000_0000, 0xf0_0000_0000, 0xf8_0000_0000]);
        let [third, fourth] = [down(down(widened[2])), down(widened[2])];
        assert_eq!(fourth.bits(), 0xf8_fc00_0000);
        assert_eq!(third.bits(), 0xf8_fcfe_0000);
        assert_eq!(down(down(third)).bits(), 0xf8_fcfe_ffff, "before the double push, including a2");
        assert_eq!(fill_of_the_page(Square::G5).bits(), 0xf8_fcfe_feff);

        let rank_1 = 0xff;
        let [white, black] = Color::ALL.map(|turn| caught_area(Square::G5, Color::Black, turn).bits());
        assert_eq!(white | rank_1, 0xf8_fcfe_feff);
        assert_eq!(black | rank_1, 0xf8fc_feff_ffff);

        let passers: Bitboard = "a2,b2,c4,d6,h4".parse().unwrap();
        let lost = |turn| passers - caught_area(Square::G5, Color::Black, turn);
        assert_eq!(lost(Color::White), "a2,d6".parse().unwrap());
        assert_eq!(lost(Color::Black), Bitboard::EMPTY);
    }

    /// The wiki's fill keeps the rank of a king on the second rank. A pawn there promotes in five moves, but the king
    /// needs six.
    #[test]
    fn the_fill_on_the_wiki_errs_for_kings_on_the_second_rank() {
        let race = Race::solve(false, false);
        let wrong: Vec<_> = Race::legal(false)
            .filter(|&(king, pawn)| fill_of_the_page(king).contains(pawn) != race.caught(king, pawn, false))
            .collect();
        assert_eq!(wrong.len(), 54);
        assert!(wrong.iter().all(|(king, pawn)| king.rank().index() == 1 && pawn.rank().index() == 1));
        assert_eq!(wrong.iter().map(|(king, _)| king).collect::<std::collections::BTreeSet<_>>().len(), 8);
    }

    /// The wiki's text fills down once for each rank below the king. It does not make the second rank equal to the
    /// third.
    #[test]
    fn the_text_on_the_wiki_errs_for_half_of_the_kings() {
        let wrong = Square::ALL.into_iter().filter(|&king| {
            let rank = usize::from(king.rank().index());
            let widened = (rank..7).fold(king.bitboard(), |area, _| area | beside(area));
            let filled = (0..rank).fold(widened, |area, _| down(area));
            filled & Bitboard::PAWN_RANKS != caught_area(king, Color::Black, Color::White)
        });
        assert_eq!(wrong.count(), 32);
    }

    /// Without the capture, the rule lets a pawn escape from a king that stands next to it and is to move.
    #[test]
    fn the_rule_on_the_wiki_errs_for_pawns_next_to_the_king() {
        let race = Race::solve(false, false);
        for (king_moves, errors) in [(false, 0), (true, 22)] {
            let wrong: Vec<_> = Race::legal(king_moves)
                .filter(|&(king, pawn)| {
                    arithmetic(king, pawn, king_moves) != race.caught(king, pawn, king_moves)
                })
                .collect();
            assert_eq!(wrong.len(), errors);
            for (king, pawn) in wrong {
                assert!(race.caught(king, pawn, king_moves) && king_attacks_from(king).contains(pawn));
                assert_eq!((king.rank().index(), pawn.rank().index()), (0, 1));
            }
        }
    }
}
