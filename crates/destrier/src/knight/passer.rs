//! Whether a knight stops a passed pawn.

use super::attacks;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::formulations::Formulation;
use crate::pawn;
use crate::square::Square;

/// Every formulation of [`stops_passer`].
///
/// All return the same result:
///
/// - [`stops_passer`] looks up [`passer_stoppers`]. Use this one.
/// - [`by_race`] pushes the pawn forward and tracks all squares that the knight may have reached.
/// - [`by_retreat`] works backward from the promotion square. It also computes the table.
pub const FORMULATIONS: &[Formulation<fn(Bitboard, Square, Color, Color) -> bool>] = &[
    Formulation::new("by table", "6 operations and 1 load", stops_passer),
    Formulation::new("by race", "17 operations, plus 24 operations and 2 branches per push", by_race),
    Formulation::new("by retreat", "at most 339 operations and 23 branches", by_retreat),
];

/// Returns `true` if one of the knights, alone, stops a passer of `pawn_color` with `turn` to move.
///
/// ```
/// use destrier::{knight, Color, Square};
///
/// let knight = Square::A1.bitboard();
/// assert!(knight::stops_passer(knight, Square::D4, Color::White, Color::White));
/// assert!(!knight::stops_passer(knight, Square::E4, Color::White, Color::White));
/// assert!(knight::stops_passer(knight, Square::E4, Color::White, Color::Black));
/// ```
///
/// A lone knight plays against a lone pawn. One side pushes the pawn, and the other moves the knight or passes. If the
/// pawn's side cannot force a promotion and keep the new piece, the knight stops the pawn. Both sides may pass, because
/// either could move a king that is far away. Other pieces on the board may change the outcome.
///
/// Combinations of two knights are not considered. A knight on the pawn's own square stops nothing. The result is
/// `false` for a pawn on the first or eighth rank.
///
/// Cost: 6 operations and 1 load.
///
/// Source: derived here. The wiki's *Knight Pattern* raises the question whether a knight catches a passer.
#[inline]
#[must_use]
pub const fn stops_passer(knights: Bitboard, pawn: Square, pawn_color: Color, turn: Color) -> bool {
    knights.intersects(passer_stoppers(pawn, pawn_color, turn))
}

/// Returns the squares from which a lone knight [stops](stops_passer) a passer of `pawn_color` with `turn` to move.
///
/// With Black to move, a knight on any of these squares stops a white pawn on g6:
///
/// ```
/// use destrier::{bitboard, formulations::knight::passer, Color, Square};
///
/// assert_eq!(passer::passer_stoppers(Square::G6, Color::White, Color::Black), bitboard! {
///     . X X X X X X X
///     X . X X X X X X
///     . X X X X X . X
///     X . X X X X X X
///     . X . X X X X X
///     . . X . X . X .
///     . . . X . X . X
///     . . . . . . . .
/// });
/// ```
///
/// The result is empty for a pawn on the first or eighth rank. It never includes the pawn's own square.
#[inline]
#[must_use]
pub const fn passer_stoppers(pawn: Square, pawn_color: Color, turn: Color) -> Bitboard {
    STOPPERS[pawn_color.index() as usize][turn.index() as usize][pawn.index() as usize]
}

/// Returns the squares where one of the knights, alone, [stops](stops_passer) a passer of `pawn_color` with `turn` to
/// move.
///
/// With Black to move, a knight on d4 stops a white pawn on any of these squares:
///
/// ```
/// use destrier::{bitboard, knight, Color, Square};
///
/// let knight = Square::D4.bitboard();
/// assert_eq!(knight::stoppable_passers(knight, Color::White, Color::Black), bitboard! {
///     . . . . . . . .
///     . X . X . X . .
///     X X X X X X X .
///     X X X X X X X X
///     X X X . X X X X
///     X X X X X X X X
///     X X X X X X X X
///     . . . . . . . .
/// });
/// ```
///
/// The result includes a knight's own square if another knight stops a passer there.
///
/// Cost: 5 operations, 1 load and 1 branch per knight.
#[inline]
#[must_use]
pub const fn stoppable_passers(mut knights: Bitboard, pawn_color: Color, turn: Color) -> Bitboard {
    let table = &STOPPABLE[pawn_color.index() as usize][turn.index() as usize];
    let mut passers = Bitboard::EMPTY;
    while let Some(knight) = knights.pop_first() {
        passers = passers.union(table[knight.index() as usize]);
    }
    passers
}

/// The squares of the knight by pawn color, side to move and pawn square (2 KiB).
static STOPPERS: [[[Bitboard; 64]; 2]; 2] = {
    let mut table = [[[Bitboard::EMPTY; 64]; 2]; 2];
    let mut i = 0;
    while i < 4 * 64 {
        let (color, turn, pawn) = (i / 128, i / 64 % 2, i % 64);
        table[color][turn][pawn] = stoppers(Square::ALL[pawn], Color::ALL[color], Color::ALL[turn]);
        i += 1;
    }
    table
};

/// [`STOPPERS`] by knight square instead of pawn square (2 KiB).
static STOPPABLE: [[[Bitboard; 64]; 2]; 2] = {
    let mut table = [[[Bitboard::EMPTY; 64]; 2]; 2];
    let mut i = 0;
    while i < 4 * 64 {
        let (color, turn, pawn) = (i / 128, i / 64 % 2, i % 64);
        let mut knights = STOPPERS[color][turn][pawn];
        while let Some(knight) = knights.pop_first() {
            let knight = knight.index() as usize;
            table[color][turn][knight] = table[color][turn][knight].with(Square::ALL[pawn]);
        }
        i += 1;
    }
    table
};

/// Computes [`stops_passer`] by playing the race forward.
///
/// The pawn pushes whenever it can, two steps if possible. The knight is represented by all squares that it can have
/// reached.
#[must_use]
pub const fn by_race(mut knights: Bitboard, pawn: Square, pawn_color: Color, turn: Color) -> bool {
    let mut pawn = pawn.bitboard();
    if !is_on_pawn_ranks(pawn) {
        return false;
    }
    knights = knights.difference(pawn);
    if !turn.is(pawn_color) {
        if attacks(pawn).intersects(knights) {
            return true;
        }
        knights = knights.union(attacks(knights));
    }
    while is_on_pawn_ranks(pawn) {
        knights = knights.difference(pawn::attacks(pawn, pawn_color));
        if push_squares(pawn, pawn_color).intersects(knights) {
            return true;
        }
        pawn = push(pawn, pawn_color);
        if attacks(pawn).intersects(knights) {
            return true;
        }
        knights = knights.union(attacks(knights));
    }
    false
}

/// Computes [`stops_passer`] backward from the promotion square.
///
/// From the squares where the knight stops the passer after a push, it derives the squares where the knight does so
/// before the push.
#[must_use]
pub const fn by_retreat(knights: Bitboard, pawn: Square, pawn_color: Color, turn: Color) -> bool {
    knights.intersects(stoppers(pawn, pawn_color, turn))
}

/// Computes the entries of [`STOPPERS`].
const fn stoppers(pawn: Square, pawn_color: Color, turn: Color) -> Bitboard {
    let pawn = pawn.bitboard();
    if !is_on_pawn_ranks(pawn) {
        return Bitboard::EMPTY;
    }
    let stoppers = if turn.is(pawn_color) {
        stoppers_on_pawns_turn(pawn, pawn_color)
    } else {
        stoppers_on_knights_turn(pawn, pawn_color)
    };
    stoppers.difference(pawn)
}

/// The knight blocks the pawn, or stops it after its push. The pawn must not be able to capture the knight.
const fn stoppers_on_pawns_turn(pawn: Bitboard, color: Color) -> Bitboard {
    push_squares(pawn, color)
        .union(stoppers_on_knights_turn(push(pawn, color), color))
        .difference(pawn::attacks(pawn, color))
}

/// The knight captures the pawn or the new piece. Or it moves or waits, and stops the pawn from there.
const fn stoppers_on_knights_turn(pawn: Bitboard, color: Color) -> Bitboard {
    // A promoted pawn moves no further, so the recursion ends after six pushes.
    let later = if is_on_pawn_ranks(pawn) { stoppers_on_pawns_turn(pawn, color) } else { Bitboard::EMPTY };
    attacks(pawn).union(later).union(attacks(later))
}

#[inline]
const fn is_on_pawn_ranks(pawn: Bitboard) -> bool {
    pawn.intersects(Bitboard::PAWN_RANKS)
}

/// Returns the one or two squares that the pawn can push to. A knight on either of them stops the pawn for good: the
/// pawn cannot capture straight ahead, and the knight can wait.
#[inline]
const fn push_squares(pawn: Bitboard, color: Color) -> Bitboard {
    pawn::pushes(pawn, Bitboard::FULL, color)
}

/// Returns the pawn after its longest push. A single push where a double push is possible only gives the knight time.
#[inline]
const fn push(pawn: Bitboard, color: Color) -> Bitboard {
    let double = pawn::double_pushes(pawn, Bitboard::FULL, color);
    if double.is_empty() { push_squares(pawn, color) } else { double }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, knight_attacks_from, pawn_attacks_from, sets};
    use std::collections::HashSet;
    use std::vec::Vec;

    /// Knight, pawn and side to move. The pawn may be on the last rank, after its promotion.
    type Position = (Square, Square, Color);

    fn passer_squares() -> impl Iterator<Item = Square> {
        Square::ALL.into_iter().filter(|s| (1..=6).contains(&naive::coordinates(*s).1))
    }

    /// Returns the squares that the pawn can push to.
    fn naive_pushes(knight: Square, pawn: Square, color: Color) -> Vec<Square> {
        let (f, r) = naive::coordinates(pawn);
        let (up, start) = (naive::up(color), if color == Color::White { 1 } else { 6 });
        let ranks = if r == start { 1..=2 } else { 1..=1 };
        ranks.map_while(|n| naive::square((f, r + n * up)).filter(|&s| s != knight)).collect()
    }

    /// Returns all positions from which the pawn's side forces a promotion, by retrograde analysis.
    fn won_for_the_pawn(color: Color) -> HashSet<Position> {
        let attacked_from = Square::ALL.map(knight_attacks_from);
        let attacked = |s: Square| attacked_from[usize::from(s.index())];
        let is_promoted = |pawn: Square| !passer_squares().any(|s| s == pawn);
        let last_rank = if color == Color::White { 7 } else { 0 };
        let mut open: Vec<Position> = Vec::new();
        for knight in Square::ALL {
            for pawn in Square::ALL.into_iter().filter(|&s| s != knight) {
                if !is_promoted(pawn) {
                    open.push((knight, pawn, color));
                    open.push((knight, pawn, !color));
                } else if naive::coordinates(pawn).1 == last_rank {
                    open.push((knight, pawn, !color));
                }
            }
        }
        let mut won = HashSet::new();
        loop {
            let (now_won, still_open): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|&(knight, pawn, turn)| {
                    if turn == color {
                        pawn_attacks_from(pawn, color).contains(knight)
                            || won.contains(&(knight, pawn, !color))
                            || naive_pushes(knight, pawn, color)
                                .iter()
                                .any(|&p| won.contains(&(knight, p, !color)))
                    } else if is_promoted(pawn) {
                        !attacked(knight).contains(pawn)
                    } else {
                        won.contains(&(knight, pawn, color))
                            && attacked(knight).iter().all(|k| k != pawn && won.contains(&(k, pawn, color)))
                    }
                });
            if now_won.is_empty() {
                return won;
            }
            won.extend(now_won);
            open = still_open;
        }
    }

    #[test]
    fn formulations_match_the_solved_race() {
        for color in Color::ALL {
            let won = won_for_the_pawn(color);
            let (mut positions, mut stopped) = (0, 0);
            for turn in Color::ALL {
                for pawn in Square::ALL {
                    for knight in Square::ALL {
                        let is_passer = passer_squares().any(|s| s == pawn) && knight != pawn;
                        let expected = is_passer && !won.contains(&(knight, pawn, turn));
                        for way in FORMULATIONS {
                            let found = (way.compute)(knight.bitboard(), pawn, color, turn);
                            assert_eq!(found, expected, "{way}: {knight} {color} {pawn} {turn}");
                        }
                        assert_eq!(passer_stoppers(pawn, color, turn).contains(knight), expected);
                        let stoppable = stoppable_passers(knight.bitboard(), color, turn);
                        assert_eq!(stoppable.contains(pawn), expected);
                        positions += u32::from(is_passer);
                        stopped += u32::from(expected);
                    }
                }
            }
            assert_eq!((positions, stopped), (6048, 4320));
        }
    }

    #[test]
    fn a_set_stops_what_any_of_its_knights_stops() {
        for [knights] in sets() {
            for (color, turn) in Color::ALL.into_iter().flat_map(|c| Color::ALL.map(|t| (c, t))) {
                let of_each = knights.iter().map(|k| stoppable_passers(k.bitboard(), color, turn));
                let union: Bitboard = of_each.collect();
                assert_eq!(stoppable_passers(knights, color, turn), union);
                for pawn in Square::ALL {
                    assert_eq!(stops_passer(knights, pawn, color, turn), union.contains(pawn));
                }
            }
        }
        for [knights] in sets().step_by(11) {
            for (way, pawn) in FORMULATIONS.iter().flat_map(|way| Square::ALL.map(|s| (way, s))) {
                for (color, turn) in Color::ALL.into_iter().flat_map(|c| Color::ALL.map(|t| (c, t))) {
                    let expected = stops_passer(knights, pawn, color, turn);
                    assert_eq!((way.compute)(knights, pawn, color, turn), expected, "{way}");
                }
            }
        }
    }

    #[test]
    fn worked_examples() {
        for (knight, pawns_turn, knights_turn) in [
            (Square::D4, 0x0000_2a7f_f7eb_ff00, 0x002a_7fff_f7ff_ff00),
            (Square::A1, 0x0000_0000_2a7f_7f00, 0x0000_002a_7fff_ff00),
            (Square::G5, 0x0000_a8bd_5fff_ff00, 0x00a8_fdbf_ffff_ff00),
            (Square::H8, 0x0080_a8fc_feff_ff00, 0x00a8_fcfe_ffff_ff00),
        ] {
            let stopped = |turn| stoppable_passers(knight.bitboard(), Color::White, turn).bits();
            assert_eq!(stopped(Color::White), pawns_turn, "{knight}");
            assert_eq!(stopped(Color::Black), knights_turn, "{knight}");
        }
    }

    /// Plays the race of a white pawn, with or without the double push.
    fn race(knight: Square, pawn: Square, turn: Color, may_push_twice: bool) -> bool {
        let mut knights = knight.bitboard();
        let (file, mut rank) = naive::coordinates(pawn);
        let at = |rank| naive::square((file, rank)).unwrap();
        let mut is_whites_turn = turn == Color::White;
        loop {
            if is_whites_turn {
                knights -= pawn_attacks_from(at(rank), Color::White);
                if knights.is_empty() || knights.contains(at(rank + 1)) {
                    return !knights.is_empty();
                }
                let is_double = may_push_twice && rank == 1 && !knights.contains(at(3));
                rank += if is_double { 2 } else { 1 };
            }
            let reached = naive::attacks(knights, knight_attacks_from);
            if reached.contains(at(rank)) {
                return true;
            }
            if rank == 7 {
                return false;
            }
            knights |= reached;
            is_whites_turn = true;
        }
    }

    #[test]
    fn the_double_push_decides_two_races() {
        let mut wrong = [Vec::new(), Vec::new()];
        for turn in Color::ALL {
            for knight in Square::ALL {
                for pawn in passer_squares().filter(|&s| s != knight) {
                    for may_push_twice in [false, true] {
                        let stopped = stops_passer(knight.bitboard(), pawn, Color::White, turn);
                        if race(knight, pawn, turn, may_push_twice) != stopped {
                            wrong[usize::from(may_push_twice)].push((knight, pawn, turn));
                        }
                    }
                }
            }
        }
        let two = [(Square::A1, Square::H2, Color::White), (Square::H1, Square::A2, Color::White)];
        assert_eq!(wrong[0], two);
        assert_eq!(wrong[1], []);
    }
}
