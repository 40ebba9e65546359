//! The squares where a king catches a passer: the rule of the square, for all squares at once.
//!
//! A passed pawn runs, and a lone king runs after it. The king catches it when it can take the pawn on its way or on
//! its promotion square at once after it has promoted. [`caught_area`] gives all the squares of such pawns for a king,
//! and who is to move; [`uncatchable`] the passers beyond.
//!
//! ```
//! use destrier::{bitboard, king, Color, Square};
//!
//! // The black king on g5, White to move:
//! let area = king::caught_area(Square::G5, Color::Black, Color::White);
//! assert_eq!(area, bitboard! {
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . X X X X X
//!     . . X X X X X X
//!     . X X X X X X X
//!     . X X X X X X X
//!     . . . . . . . .
//! });
//!
//! let passers = "a2,b2,c4,d6,h4".parse()?;
//! let lost = king::uncatchable(passers, Square::G5, Color::Black, Color::White);
//! assert_eq!(lost.names().to_string(), "a2,d6");
//! # Ok::<(), destrier::ParseBitboardError>(())
//! ```
//!
//! A pawn of the second rank is as far from promotion as one of the third, since its first push can be double: that
//! is why the two ranks are the same. The move is worth a step: with Black to move, the king of the example catches
//! all five.
//!
//! The pawns are those of the side that is not the king's, and only ranks 2 to 7 are ever in the area. The race is
//! between the king and one pawn, with nothing else in the way. The area knows nothing of a pawn that its own king
//! supports, of a second passer, of other pieces, nor of a promotion that gives check first. Positions that cannot
//! be (the pawn on the king's square, a king in check while the pawn's side is to move) are answered by the same
//! arithmetic.
//!
//! # Formulations
//!
//! All of [`FORMULATIONS`] give the same area for every king and either side to move. The table, of 256 areas or 2
//! KiB, is the one to use, a single load. The fill builds an area without a table: on its own rank a king catches the
//! pawns that are no more files away than ranks from promotion, and on each rank further from promotion one file more
//! to each side. The rule takes the 48 squares of pawns one by one, by [`catches`]; for one pawn it is
//! faster to ask whether the area contains its square.
//!
//! By the mirror of the board, a white king's area is the flipped one of a black king on the flipped square, with
//! the other side to move.
//!
//! Source: the wiki's *King Pattern* (Set-wise Rule of the Square) and *Rule of the Square*. The fill there is for
//! White to move, and marks pawns on the second rank as caught by a king that also stands there, which it is a step
//! too far away for; the rule there has a king on the first rank lose the race against a pawn next to it, which it
//! can take.

use super::attacks_from;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::formulation::Formulation;
use crate::square::Square;

/// Every formulation of [`caught_area`].
pub const FORMULATIONS: &[Formulation<fn(Square, Color, Color) -> Bitboard>] = &[
    Formulation::new("by table", "1 load", caught_area),
    Formulation::new("by fill", "35 to 47 operations, 10 and a load more with the king to move", by_fill),
    Formulation::new("by rule", "48 steps, one a square", by_rule),
];

/// The squares of ranks 2 to 7 from which a pawn of the other side does not get past the king. 1 load.
///
/// `king_color` is the color of the king, `turn` the side to move.
#[inline]
#[must_use]
pub const fn caught_area(king: Square, king_color: Color, turn: Color) -> Bitboard {
    AREAS[king_color.index() as usize][turn.index() as usize][king.index() as usize]
}

/// The areas by the king's color, the side to move and the king's square.
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

/// The passers of the other side that the king cannot catch. 3 operations and 1 load.
///
/// Pawns on ranks 1 and 8, where none can be, are left out.
#[inline]
#[must_use]
pub const fn uncatchable(passers: Bitboard, king: Square, king_color: Color, turn: Color) -> Bitboard {
    passers.intersection(Bitboard::PAWN_RANKS).difference(caught_area(king, king_color, turn))
}

/// [`caught_area`] by a fill from the king. 35 to 47 operations, 10 and 1 load more with the king to move, a byte swap
/// more for a white king.
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
    // As many files to each side as the king is ranks away from promotion: a pawn on the king's rank needs as long.
    let mut area = king.bitboard();
    let mut ranks_to_promotion = 7 - rank;
    while ranks_to_promotion > 0 {
        area = area.union(beside(area));
        ranks_to_promotion -= 1;
    }
    if king_moves {
        area = area.union(beside(area)).union(area.step(Direction::North));
    }
    // Down to the third rank, each one file wider. A king below begins below, and what follows wipes it out.
    let mut ranks_to_third = rank.saturating_sub(2);
    while ranks_to_third > 0 {
        area = area.union(area.union(beside(area)).step(Direction::South));
        ranks_to_third -= 1;
    }
    // The double push makes the second rank the same as the third.
    let from_third = area.0 & 0x00ff_ffff_ffff_0000;
    let from_second = (from_third >> 8) & 0xff00;
    area = Bitboard(from_third | from_second);
    if king_moves {
        // A pawn beside the king is taken before it runs.
        area = area.union(attacks_from(king).intersection(Bitboard::PAWN_RANKS));
    }
    area
}

/// The squares to the left and right.
#[inline]
const fn beside(set: Bitboard) -> Bitboard {
    set.step(Direction::East).union(set.step(Direction::West))
}

/// [`caught_area`] pawn by pawn. 48 times [`catches`].
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

/// Whether the king catches a pawn of the other side, by the rule of the square. About 25 operations, and 1 load with
/// the king to move.
///
/// The king catches the pawn when it needs no more moves to the promotion square than the pawn, the first push
/// counting for two from the second rank; one more if the king is to move. To move, it also takes a pawn beside it.
/// On ranks 1 and 8 there is no pawn to catch: `false`.
///
/// ```
/// use destrier::{king, Color, Square};
///
/// assert!(!king::catches(Square::G5, Color::Black, Square::D6, Color::White));
/// assert!(king::catches(Square::G5, Color::Black, Square::D6, Color::Black));
/// ```
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
    use crate::naive::{self, king_attacks_from, sets};
    use std::vec;
    use std::vec::Vec;

    /// A white pawn against a black king: who wins the race from each position.
    struct Race {
        /// The positions where White promotes and keeps the new piece, by king, pawn and whether the king moves.
        promotes: Vec<bool>,
    }

    impl Race {
        fn index(king: Square, pawn: Square, king_moves: bool) -> usize {
            (usize::from(king.index()) * 64 + usize::from(pawn.index())) * 2 + usize::from(king_moves)
        }

        /// Positions that occur: king and pawn on different squares, no check while White is to move.
        fn legal(king_moves: bool) -> impl Iterator<Item = (Square, Square)> {
            Square::ALL.into_iter().flat_map(move |king| {
                let legal = move |pawn| king != pawn && (king_moves || !pawn_attacks(pawn).contains(king));
                Bitboard::PAWN_RANKS.iter().filter(move |&pawn| legal(pawn)).map(move |pawn| (king, pawn))
            })
        }

        /// Played out backwards from the promotions until nothing changes, which also settles endless blockades.
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
            // A blocked side has its own king to move: nothing changes on this board.
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

    /// The rule of the square as the page on it states it, without the capture of a pawn beside the king.
    fn arithmetic(king: Square, pawn: Square, king_moves: bool) -> bool {
        let (file, rank) = naive::coordinates(pawn);
        let promotion = naive::square((file, 7)).unwrap();
        naive::king_distance(king, promotion) <= (7 - rank).min(5) + i8::from(king_moves)
    }

    #[test]
    fn every_formulation_is_the_race_for_both_colors() {
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
    fn passing_changes_no_race() {
        let race = Race::solve(false, false);
        assert!(race.promotes == Race::solve(true, false).promotes);
        assert!(race.promotes == Race::solve(true, true).promotes);
    }

    #[test]
    fn formulations_agree_on_every_square_and_keep_to_the_ranks_of_pawns() {
        let passers: Vec<Bitboard> = sets().step_by(11).map(|[set]| set).collect();
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
                    for &passers in &passers {
                        let lost = uncatchable(passers, king, color, turn);
                        assert_eq!(lost, (passers & Bitboard::PAWN_RANKS) - area);
                    }
                }
            }
        }
    }

    #[test]
    fn areas_keep_the_laws_of_mirrors_and_moves() {
        for color in Color::ALL {
            for king in Square::ALL {
                let [waiting, moving] =
                    [false, true].map(|king_moves| caught_area(king, color, turn_of(color, king_moves)));
                assert!(waiting.is_subset(moving), "the move does no harm");
                let after_a_move = king_attacks_from(king)
                    .iter()
                    .map(|to| caught_area(to, color, color.other()))
                    .collect::<Bitboard>();
                assert_eq!(moving, (after_a_move | king_attacks_from(king)) & Bitboard::PAWN_RANKS, "{king}");
                for turn in Color::ALL {
                    let area = caught_area(king, color, turn);
                    let flipped = caught_area(king.flip_vertical(), color.other(), turn.other());
                    assert_eq!(flipped, area.flip_vertical());
                    let mirrored = caught_area(king.mirror_horizontal(), color, turn);
                    assert_eq!(mirrored, area.mirror_horizontal());
                }
            }
        }
    }

    fn down(area: Bitboard) -> Bitboard {
        area | (area | beside(area)).step(Direction::South)
    }

    /// The fill of the page for a black king and White to move; its loop does nothing for a king below rank 3.
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
        assert_eq!(down(down(third)).bits(), 0xf8_fcfe_ffff, "the board before the double push, with a2");
        assert_eq!(fill_of_the_page(Square::G5).bits(), 0xf8_fcfe_feff);

        let rank_1 = 0xff;
        let [white, black] = Color::ALL.map(|turn| caught_area(Square::G5, Color::Black, turn).bits());
        assert_eq!(white | rank_1, 0xf8_fcfe_feff);
        assert_eq!(black | rank_1, 0xf8fc_feff_ffff);

        let passers = "a2,b2,c4,d6,h4".parse().unwrap();
        let lost = |turn| uncatchable(passers, Square::G5, Color::Black, turn);
        assert_eq!(lost(Color::White), "a2,d6".parse().unwrap());
        assert_eq!(lost(Color::Black), Bitboard::EMPTY);
    }

    /// The page's fill begins on the second rank for a king there and keeps it, though a pawn there promotes in five
    /// moves and the king needs six.
    #[test]
    fn the_fill_of_the_page_errs_for_kings_on_the_second_rank() {
        let race = Race::solve(false, false);
        let wrong: Vec<_> = Race::legal(false)
            .filter(|&(king, pawn)| fill_of_the_page(king).contains(pawn) != race.caught(king, pawn, false))
            .collect();
        assert_eq!(wrong.len(), 54);
        assert!(wrong.iter().all(|(king, pawn)| king.rank().index() == 1 && pawn.rank().index() == 1));
        assert_eq!(wrong.iter().map(|(king, _)| king).collect::<std::collections::BTreeSet<_>>().len(), 8);
    }

    /// As many rounds down as the king has ranks below it, without a second rank made the same as the third, is what
    /// the page says in words.
    #[test]
    fn the_words_of_the_page_err_for_half_of_the_kings() {
        let wrong = Square::ALL.into_iter().filter(|&king| {
            let rank = usize::from(king.rank().index());
            let widened = (rank..7).fold(king.bitboard(), |area, _| area | beside(area));
            let filled = (0..rank).fold(widened, |area, _| down(area));
            filled & Bitboard::PAWN_RANKS != caught_area(king, Color::Black, Color::White)
        });
        assert_eq!(wrong.count(), 32);
    }

    /// Without the capture the rule lets a pawn run from beside the king that is to move.
    #[test]
    fn the_rule_of_the_page_errs_for_pawns_beside_the_king() {
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

    const AREA: Bitboard = caught_area(Square::G5, Color::Black, Color::White);

    #[test]
    fn it_is_known_at_compile_time() {
        assert_eq!(AREA.bits(), 0xf8_fcfe_fe00);
    }
}
