//! The flank of a king, the rooks that it shuts in, and the tropism of pieces to it.

use super::distance;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::file::File;
use crate::rank::Rank;
use crate::square::Square;

/// Returns the files of the king's flank: the files a to d for a king on b or c, c to f on d or e, e to h on f or g, and
/// three files for a king on an edge.
///
/// ```
/// use destrier::{AttackMaps, Board, Color, File, king};
///
/// let flank = king::flank(File::G);
/// assert_eq!(flank, [File::E, File::F, File::G, File::H].into_iter().collect());
///
/// // The squares of White's half that Black attacks on the flank of White's king, and whether the flank has no pawns.
/// fn flank_terms(maps: &AttackMaps, king: File) -> (u32, bool) {
///     let half = destrier::Bitboard::from_bits(0xffff_ffff);
///     let attacked = king::flank(king) & half & maps.all(Color::Black);
///     (attacked.len(), (king::flank(king) & maps.board().sets().pawns).is_empty())
/// }
/// let board = Board::from_placement("6k1/8/8/8/4r3/8/PP6/6K1", Color::White)?;
/// assert_eq!(flank_terms(&board.attack_maps(), File::G), (6, true));
/// # Ok::<(), destrier::ParsePlacementError>(())
/// ```
///
/// Cost: 1 load.
///
/// Source: the wiki's *King Safety*. Engines such as Stockfish count attacks on the flank and penalize a flank without
/// pawns.
#[inline]
#[must_use]
pub const fn flank(king: File) -> Bitboard {
    const FLANKS: [u64; 8] = [0x07, 0x0f, 0x0f, 0x3c, 0x3c, 0xf0, 0xf0, 0xe0];
    Bitboard(FLANKS[king.index() as usize] * File::A.bitboard().0)
}

/// Returns the rooks that a king on the first rank of its side shuts in: those between it and the nearer corner, if the
/// king is on file b, c, f or g.
///
/// ```
/// use destrier::{Bitboard, Color, Square, king};
///
/// let rooks = Bitboard::from_squares(&[Square::A1, Square::H1]);
/// assert_eq!(king::shut_in_rooks(Square::F1, rooks, Color::White), Square::H1.bitboard());
/// assert!(king::shut_in_rooks(Square::E1, rooks, Color::White).is_empty());
/// ```
///
/// A king on file d or e can still castle or step aside. `color` is the side of the king and the rooks.
///
/// Cost: about 12 operations and 1 branch.
///
/// Source: the wiki's *Trapped Pieces* (Trapped Rook).
#[inline]
#[must_use]
pub const fn shut_in_rooks(king: Square, rooks: Bitboard, color: Color) -> Bitboard {
    let first = if color.is_white() { Rank::First } else { Rank::Eighth };
    if king.rank().index() != first.index() {
        return Bitboard::EMPTY;
    }
    let file = king.file().index();
    let outside = match file {
        1 | 2 => (1 << file) - 1,
        5 | 6 => 0xff & !0 << (file + 1),
        _ => 0,
    };
    rooks.intersection(first.bitboard()).intersection(Bitboard(outside * File::A.bitboard().0))
}

/// Returns the sum of the [distances](distance()) of the pieces from the king: the fewer, the closer they have come.
///
/// ```
/// use destrier::{Bitboard, Square, king};
///
/// let pieces = Bitboard::from_squares(&[Square::G5, Square::A1]);
/// assert_eq!(king::tropism(Square::G8, pieces), 3 + 7);
/// ```
///
/// Cost: 6 operations, 1 load and 1 branch per piece.
///
/// Source: the wiki's *King Safety* (King Tropism).
#[inline]
#[must_use]
pub const fn tropism(king: Square, mut pieces: Bitboard) -> u32 {
    let mut sum = 0;
    while let Some(piece) = pieces.pop_first() {
        sum += distance(king, piece) as u32;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, coordinates, sets};

    #[test]
    fn flanks_match_the_files() {
        for king in File::ALL {
            let (first, last) = match i32::from(king.index()) {
                0 => (0, 2),
                1 | 2 => (0, 3),
                3 | 4 => (2, 5),
                5 | 6 => (4, 7),
                _ => (5, 7),
            };
            assert_eq!(flank(king), naive::squares(|(file, _)| (first..=last).contains(&i32::from(file))));
        }
    }

    #[test]
    fn rooks_and_tropism_match_coordinates() {
        for king in Square::ALL {
            let (king_file, king_rank) = coordinates(king);
            for [pieces] in sets().step_by(9) {
                for color in Color::ALL {
                    let first = if color == Color::White { 0 } else { 7 };
                    let is_outside = |file: i8| match king_file {
                        1 | 2 => file < king_file,
                        5 | 6 => file > king_file,
                        _ => false,
                    };
                    let shut_in = naive::squares(|(file, rank)| {
                        king_rank == first && rank == first && is_outside(file)
                    });
                    assert_eq!(shut_in_rooks(king, pieces, color), shut_in & pieces, "{king} {color}");
                }
                let sum: i32 = pieces.iter().map(|piece| i32::from(naive::king_distance(king, piece))).sum();
                assert_eq!(tropism(king, pieces), sum as u32);
            }
        }
    }
}
