//! The open and half-open files on and beside a king.

use crate::bitboard::Bitboard;
use crate::direction::Direction;
use crate::formulations::Formulation;
use crate::pawn;
use crate::square::Square;

/// Every formulation of [`open_files`].
///
/// All return the same set. Use [`open_files`]. It folds the eight ranks into one byte, with a bit for each file, and
/// multiplies it back to whole files at the end. [`by_file_fill`] is the wiki's form.
pub const FORMULATIONS: &[Formulation<fn(Square, Bitboard) -> Bitboard>] = &[
    Formulation::new("by byte", "13 operations", open_files),
    Formulation::new("by file fill", "23 operations and 1 load", by_file_fill),
    Formulation::new("file by file", "17 operations and 1 load", file_by_file),
];

/// Every formulation of [`half_open_files`].
///
/// All return the same set. Use [`half_open_files`]. It has the same form as [`open_files`].
pub const HALF_OPEN_FORMULATIONS: &[Formulation<fn(Square, Bitboard, Bitboard) -> Bitboard>] = &[
    Formulation::new("by byte", "20 operations", half_open_files),
    Formulation::new("by file fill", "37 operations and 1 load", half_open_by_file_fill),
    Formulation::new("by open files", "24 operations", half_open_by_open_files),
];

/// Returns the file of a king and the adjacent files.
#[inline]
#[must_use]
pub const fn files_around(king: Square) -> Bitboard {
    let file = king.file().bitboard();
    file.union(file.step(Direction::East)).union(file.step(Direction::West))
}

/// Returns the open files on and beside a king: those without a square of `pawns`.
///
/// ```
/// use destrier::{bitboard, king, Square};
///
/// let white = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X X X . . X . .
///     . . . . . . . .
/// };
/// let black = bitboard! {
///     . . . . . . . .
///     X X . . . X . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(king::open_files(Square::G1, white | black), bitboard! {
///     . . . . . . X .
///     . . . . . . X .
///     . . . . . . X .
///     . . . . . . X .
///     . . . . . . X .
///     . . . . . . X .
///     . . . . . . X .
///     . . . . . . X .
/// });
/// ```
///
/// Pass the pawns of both sides. With the pawns of one side, the result is the files that are open or half-open for
/// that side.
///
/// Each file is in the set with all of its eight squares or not at all. A king on an edge file has one adjacent file.
/// An open file lets the opponent's rooks and queens reach the king. So does a
/// [half-open file](half_open_files), once the opponent's pawns have moved up or been exchanged.
///
/// Cost: 13 operations, no branch, no memory.
///
/// Source: the wiki's *Pawns and Files (Bitboards)* and *King Safety* (Pawn Shield).
#[inline]
#[must_use]
pub const fn open_files(king: Square, pawns: Bitboard) -> Bitboard {
    whole_files(byte_around(king) & !fold(pawns))
}

/// Returns the files on and beside a king that have no square of `own_pawns` but at least one of `opponent_pawns`.
///
/// ```
/// use destrier::{king, Bitboard, File, Square};
///
/// // The g-file is open. On the h-file, only Black has a pawn.
/// let white: Bitboard = "a2,b2,c2,f2".parse()?;
/// let black: Bitboard = "a7,b7,f7,h7".parse()?;
/// assert_eq!(king::half_open_files(Square::G1, white, black), File::H.bitboard());
/// # Ok::<(), destrier::ParseBitboardError>(())
/// ```
///
/// With the king's own pawns first, these are the files where the king has lost its cover. Exchange the two sets for
/// the files that are half-open for the opponent.
///
/// Cost: 20 operations, no branch, no memory.
#[inline]
#[must_use]
pub const fn half_open_files(king: Square, own_pawns: Bitboard, opponent_pawns: Bitboard) -> Bitboard {
    whole_files(byte_around(king) & !fold(own_pawns) & fold(opponent_pawns))
}

/// Folds all ranks onto the first: bit 0 is set if the a-file has a square, and so on. Higher bits are arbitrary.
#[inline(always)]
const fn fold(set: Bitboard) -> u64 {
    let b = set.0;
    let b = b | (b >> 32);
    let b = b | (b >> 16);
    b | (b >> 8)
}

/// Returns the king's file and the adjacent files as bits 0 to 7.
#[inline(always)]
const fn byte_around(king: Square) -> u64 {
    // Bits 1 to 3, so that the shift to the right by one drops the file left of the a-file.
    ((0b111 << (king.index() & 7)) >> 1) & 0xff
}

/// Spreads bits 0 to 7 to whole files.
#[inline(always)]
const fn whole_files(byte: u64) -> Bitboard {
    Bitboard(byte.wrapping_mul(0x0101_0101_0101_0101))
}

/// Computes [`open_files`] from the files that the pawns occupy.
#[inline]
#[must_use]
pub const fn by_file_fill(king: Square, pawns: Bitboard) -> Bitboard {
    files_around(king).difference(pawn::file_fill(pawns))
}

/// Computes [`open_files`] with a test for each of the three files.
#[must_use]
pub const fn file_by_file(king: Square, pawns: Bitboard) -> Bitboard {
    let file = king.file().bitboard();
    let files = [file.step(Direction::West), file, file.step(Direction::East)];
    let mut open = Bitboard::EMPTY;
    let mut i = 0;
    while i < 3 {
        if files[i].is_disjoint(pawns) {
            open = open.union(files[i]);
        }
        i += 1;
    }
    open
}

/// Computes [`half_open_files`] from the files that the pawns of each side occupy.
#[inline]
#[must_use]
pub const fn half_open_by_file_fill(king: Square, own_pawns: Bitboard, opponent_pawns: Bitboard) -> Bitboard {
    files_around(king).intersection(pawn::file_fill(opponent_pawns)).difference(pawn::file_fill(own_pawns))
}

/// Computes [`half_open_files`] as the files without own pawns that are not open.
#[inline]
#[must_use]
pub const fn half_open_by_open_files(
    king: Square,
    own_pawns: Bitboard,
    opponent_pawns: Bitboard,
) -> Bitboard {
    open_files(king, own_pawns).symmetric_difference(open_files(king, own_pawns.union(opponent_pawns)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, coordinates, sets};

    fn naive_files(king: Square, condition: impl Fn(i8) -> bool) -> Bitboard {
        let (file, _) = coordinates(king);
        naive::squares(|(f, _)| (f - file).abs() <= 1 && condition(f))
    }

    fn has_pawn(pawns: Bitboard, file: i8) -> bool {
        pawns.iter().any(|pawn| coordinates(pawn).0 == file)
    }

    #[test]
    fn formulations_match_the_definition() {
        for (i, [own, opponent, few]) in sets().enumerate() {
            // Sparse sets, so that files without pawns occur.
            let (own, opponent) = if i % 2 == 0 { (own & few, opponent & few) } else { (own, opponent) };
            for king in [Square::ALL[i % 64], Square::ALL[i / 47 % 64]] {
                assert_eq!(files_around(king), naive_files(king, |_| true));
                let open = naive_files(king, |file| !has_pawn(own, file));
                for way in FORMULATIONS {
                    assert_eq!((way.compute)(king, own), open, "{way} {king} {}", own.names());
                }
                let half = naive_files(king, |file| !has_pawn(own, file) && has_pawn(opponent, file));
                for way in HALF_OPEN_FORMULATIONS {
                    assert_eq!((way.compute)(king, own, opponent), half, "{way} {king}");
                }
            }
        }
    }

    /// Only the files matter, so all 256 sets of files with pawns are all cases.
    #[test]
    fn formulations_match_the_definition_for_all_files() {
        for king in Square::ALL {
            for own in 0..256 {
                let own = Bitboard(own << 8);
                let open = naive_files(king, |file| !has_pawn(own, file));
                for way in FORMULATIONS {
                    assert_eq!((way.compute)(king, own), open, "{way} {king}");
                }
                for opponent in (0..256).step_by(5) {
                    let opponent = Bitboard(opponent << 48);
                    let half = naive_files(king, |file| !has_pawn(own, file) && has_pawn(opponent, file));
                    for way in HALF_OPEN_FORMULATIONS {
                        assert_eq!((way.compute)(king, own, opponent), half, "{way} {king}");
                    }
                }
            }
        }
    }

    #[test]
    fn files_around_a_king_are_closed_open_or_half_open() {
        for [own, opponent] in sets() {
            for king in [Square::A1, Square::D5, Square::H8] {
                let open = open_files(king, own | opponent);
                let [half, other_half] =
                    [half_open_files(king, own, opponent), half_open_files(king, opponent, own)];
                let closed = files_around(king) & pawn::file_fill(own) & pawn::file_fill(opponent);
                assert_eq!(open | half | other_half | closed, files_around(king));
                let squares = open.len() + half.len() + other_half.len() + closed.len();
                assert_eq!(squares, files_around(king).len(), "no file is in two sets");

                assert_eq!(open_files(king.flip_vertical(), (own | opponent).flip_vertical()), open);
                let [own, opponent] = [own, opponent].map(Bitboard::mirror_horizontal);
                let mirrored = half_open_files(king.mirror_horizontal(), own, opponent);
                assert_eq!(mirrored, half.mirror_horizontal());
            }
        }
    }
}
