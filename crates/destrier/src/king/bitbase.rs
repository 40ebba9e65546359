//! King and pawn against king, solved: a bitbase.

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::pawn;
use crate::square::Square;

/// Returns `true` if the side with the pawn wins the ending of king and pawn against king.
///
/// `color` is the side of the pawn and of `king`. `turn` is the side to move.
///
/// ```
/// use destrier::{Color, Square, king};
///
/// let wins = |turn| king::wins_kpk(Square::E4, Square::E3, Square::E6, Color::White, turn);
/// // Who has the opposition gets the result.
/// assert!(wins(Color::Black));
/// assert!(!wins(Color::White));
/// // A rook pawn does not win if the king reaches the corner.
/// assert!(!king::wins_kpk(Square::B6, Square::A5, Square::B8, Color::White, Color::White));
/// ```
///
/// The result is exact: a test compares all positions with an independent solution by retrograde analysis. Without a
/// bitbase, the rule of the square ([`catches`](super::catches)) and [`key_squares`](super::key_squares) find most wins,
/// but not all. Positions that cannot occur are not won: adjacent kings, pieces on one square, the side to move giving
/// check, or a pawn on the first or last rank.
///
/// Cost: about 15 operations and 1 load from a table of 24 kB, which the compiler solves.
///
/// Source: the wiki's *KPK* and *Endgame Bitbases*.
#[inline]
#[must_use]
pub const fn wins_kpk(king: Square, pawn: Square, opponent_king: Square, color: Color, turn: Color) -> bool {
    // The table has White's pawns on the files a to d.
    let flip = if color.is_white() { 0 } else { 56 };
    let mirror = if pawn.file().index() < 4 { 0 } else { 7 };
    let [king, pawn, opponent_king] =
        [king.index() ^ flip ^ mirror, pawn.index() ^ flip ^ mirror, opponent_king.index() ^ flip ^ mirror];
    if pawn < 8 || pawn >= 56 {
        return false;
    }
    let wins = &WINS[!turn.is(color) as usize][pawn_index(pawn)];
    wins[king as usize] >> opponent_king & 1 == 1
}

/// The number of squares of a pawn on the files a to d.
const PAWNS: usize = 24;

/// Returns the index of a white pawn on the files a to d.
const fn pawn_index(pawn: u8) -> usize {
    ((pawn >> 3) as usize - 1) * 4 + (pawn & 3) as usize
}

/// The squares of Black's king with which White wins, by White's king.
type Wins = [u64; 64];

/// The wins with White to move and with Black to move, by the pawn.
static WINS: [[Wins; PAWNS]; 2] = {
    let mut wins = [[[0; 64]; PAWNS]; 2];
    let mut rank = 6;
    while rank > 0 {
        let mut file = 0;
        while file < 4 {
            let pawn = 8 * rank + file;
            let (white, black) = solve(pawn, &wins[1]);
            wins[0][pawn_index(pawn)] = white;
            wins[1][pawn_index(pawn)] = black;
            file += 1;
        }
        rank -= 1;
    }
    wins
};

/// Solves the ending for a pawn, given the wins with Black to move of the pawns ahead.
///
/// The compiler interprets this, so it looks again only at kings whose next positions changed.
const fn solve(pawn: u8, ahead: &[Wins; PAWNS]) -> (Wins, Wins) {
    let (mut white, mut black) = (pushes(pawn, ahead), [0; 64]);
    let attacked = pawn_attacks(pawn);
    let mut changed: u64 = !(1 << pawn);
    while changed != 0 {
        let mut kings = changed;
        changed = 0;
        while kings != 0 {
            let king = kings.trailing_zeros() as usize;
            kings &= kings - 1;
            // Black loses if it has a move and all moves lose. It may capture a pawn that the king does not defend.
            let apart = !(KING_ATTACKS[king] | 1 << king);
            let targets = apart & !attacked;
            let lost = king_attacks(targets) & !king_attacks(targets & !white[king]) & apart & !(1 << pawn);
            if lost != black[king] {
                black[king] = lost;
                changed |= KING_ATTACKS[king] & !(1 << pawn);
            }
        }
        let mut kings = changed;
        changed = 0;
        while kings != 0 {
            let king = kings.trailing_zeros() as usize;
            kings &= kings - 1;
            let won = won(KING_ATTACKS[king] & !(1 << pawn), &black);
            let won = white[king] | won & !(KING_ATTACKS[king] | 1 << king | 1 << pawn | attacked);
            if won != white[king] {
                white[king] = won;
                changed |= 1 << king;
            }
        }
    }
    (white, black)
}

/// Returns the wins by a push, with White to move.
const fn pushes(pawn: u8, ahead: &[Wins; PAWNS]) -> Wins {
    let mut wins = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (king, next) = (i as u8, pawn + 8);
        let mut won = 0;
        if king != next {
            won = if next >= 56 { promotions(king, next) } else { ahead[pawn_index(next)][i] & !(1 << next) };
            let second = pawn + 16;
            if pawn < 16 && king != second {
                won |= ahead[pawn_index(second)][i] & !(1 << next | 1 << second);
            }
        }
        wins[i] = if king == pawn {
            0
        } else {
            won & !(KING_ATTACKS[i] | 1 << king | 1 << pawn | pawn_attacks(pawn))
        };
        i += 1;
    }
    wins
}

/// Returns the black kings that cannot capture a new piece on `to`. White wins against all of them: a queen that
/// stalemates can be a rook instead.
const fn promotions(king: u8, to: u8) -> u64 {
    let is_defended = KING_ATTACKS[king as usize] >> to & 1 == 1;
    let captors = if is_defended { 0 } else { KING_ATTACKS[to as usize] };
    !captors & !(1 << to)
}

/// Returns the black kings against which one of the moves of White's king wins.
const fn won(mut moves: u64, black: &Wins) -> u64 {
    let mut won = 0;
    while moves != 0 {
        won |= black[moves.trailing_zeros() as usize];
        moves &= moves - 1;
    }
    won
}

/// Computes [`attacks`](super::attacks()) in as few steps as possible, because the compiler interprets this.
const fn king_attacks(kings: u64) -> u64 {
    let sides = (kings << 1 & 0xfefe_fefe_fefe_fefe) | (kings >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
    let row = kings | sides;
    sides | row << 8 | row >> 8
}

const KING_ATTACKS: [u64; 64] = {
    let mut table = [0; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = king_attacks(1 << i);
        i += 1;
    }
    table
};

const fn pawn_attacks(pawn: u8) -> u64 {
    pawn::attacks(Bitboard(1 << pawn), Color::White).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::king::kpk;

    #[test]
    fn all_positions_match_retrograde_analysis() {
        let endings = kpk::solved();
        for pawn in Square::ALL {
            for king in Square::ALL {
                for turn in Color::ALL {
                    let wins = endings.wins(king, pawn, turn);
                    for opponent in Square::ALL {
                        let expected = wins.contains(opponent);
                        assert_eq!(
                            wins_kpk(king, pawn, opponent, Color::White, turn),
                            expected,
                            "{king} {pawn} {opponent} {turn}"
                        );
                        let [king, pawn, opponent] = [king, pawn, opponent].map(Square::flip_vertical);
                        assert_eq!(wins_kpk(king, pawn, opponent, Color::Black, !turn), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn known_endings() {
        let wins =
            |[king, pawn, opponent]: [Square; 3], turn| wins_kpk(king, pawn, opponent, Color::White, turn);
        use Square::{A6, A7, A8, B6, C6, C7, C8, D6};
        // Promotion to a queen stalemates, to a rook it wins.
        assert!(wins([C6, C7, A7], Color::White));
        assert!(!wins([B6, A6, A8], Color::White));
        assert!(wins([D6, C6, C8], Color::White), "c7 gives no check");
        assert!(!wins([D6, C6, C8], Color::Black), "c7 gives check");
    }
}
