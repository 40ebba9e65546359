//! Attack pairs of columns of positions.

use super::boards::Boards;
use super::columns::sealed::Sealed;
use super::columns::{LengthError, Output};
use super::kernel::Kernel;
use super::lane::Lane;
use crate::attack_pairs::AttackPair;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::sliders::{bishop_attacks_from, queen_attacks_from, rook_attacks_from};
use crate::square::Square;
use crate::{king, knight, pawn};

/// Writes the [attack pairs](crate::Board::attack_pairs) of positions one after the other, and returns the number of
/// positions that fit into `pairs`.
///
/// The pairs of position `i` are `pairs[offsets[i]..offsets[i + 1]]`, in the order of the iterator. If they do not all
/// fit, call the function again for the remaining positions. A game position has about 45 pairs; no diagram has more than
/// 512.
///
/// ```
/// use destrier::batch::{self, BoardColumns};
/// use destrier::{AttackPair, Board, Color, Square};
///
/// let board = Board::from_placement("4k3/8/3p4/4N3/8/8/4R3/4K3", Color::White)?;
/// let columns = BoardColumns::new(&[board, board.flip()]);
/// let mut offsets = [0; 3];
/// let mut pairs = [AttackPair { attacker: Square::A1, target: Square::A1 }; 100];
/// let done = batch::attack_pairs(columns.boards(), &mut offsets, &mut pairs).unwrap();
/// assert_eq!((done, offsets), (2, [0, 4, 8]));
/// assert!(pairs[..4].iter().copied().eq(board.attack_pairs()));
/// # Ok::<(), destrier::ParsePlacementError>(())
/// ```
///
/// Cost: about 20 operations for each piece, and 5 for each pair, compiled for each [`Kernel`]. The loop does not
/// vectorize, but it uses the processor's bit scans.
///
/// # Errors
///
/// Returns a [`LengthError`] if `offsets` is not one longer than the columns. Nothing is written then.
pub fn attack_pairs(
    boards: Boards<'_>,
    offsets: &mut [u32],
    pairs: &mut [AttackPair],
) -> Result<usize, LengthError> {
    Kernel::best().__attack_pairs(boards, offsets, pairs)
}

impl Kernel {
    /// Runs [`attack_pairs`] with this kernel.
    #[doc(hidden)]
    pub fn __attack_pairs(
        self,
        boards: Boards<'_>,
        offsets: &mut [u32],
        pairs: &mut [AttackPair],
    ) -> Result<usize, LengthError> {
        LengthError::unless_equal(boards.len() + 1, offsets.len())
            .map_err(|error| error.of("output").named("offsets"))?;
        let mut done = 0;
        let output = Pairs { offsets, pairs, done: &mut done };
        self.__map_named(
            boards,
            output,
            &Pairs::fill_one,
            #[inline(always)]
            |lane| lane,
        )?;
        Ok(done)
    }
}

/// The output of [`attack_pairs`]. It takes the lanes unchanged.
struct Pairs<'a> {
    offsets: &'a mut [u32],
    pairs: &'a mut [AttackPair],
    done: &'a mut usize,
}

/// The places for the pairs of a position: more than 512, and a power of two.
const PLACES: usize = 1024;

impl Pairs<'_> {
    /// Writes the pairs of a position and returns their number.
    ///
    /// How many targets a piece has is hard to predict. So the first are written without looking whether there are as
    /// many, and the next pair overwrites them.
    #[inline(always)]
    fn fill_one(lane: Lane, places: &mut [AttackPair; PLACES]) -> usize {
        let (sets, occupied) = (lane.sets(), lane.occupied());
        let mut number = 0;
        macro_rules! pairs_of {
            ($pieces:expr, $usual:literal, |$attacker:ident| $attacks:expr) => {{
                let mut pieces: Bitboard = $pieces;
                while let Some($attacker) = pieces.pop_first() {
                    let mut targets = $attacks.intersection(occupied);
                    let end = number + targets.len() as usize;
                    for place in number..number + $usual {
                        let target = Square::at(targets.0.trailing_zeros() as u8);
                        places[place % PLACES] = AttackPair { attacker: $attacker, target };
                        targets.0 &= targets.0.wrapping_sub(1);
                    }
                    number += $usual;
                    while let Some(target) = targets.pop_first() {
                        places[number % PLACES] = AttackPair { attacker: $attacker, target };
                        number += 1;
                    }
                    number = end;
                }
            }};
        }
        pairs_of!(sets.pawns & sets.white, 2, |pawn| pawn::attacks(pawn.bitboard(), Color::White));
        pairs_of!(sets.pawns & sets.black, 2, |pawn| pawn::attacks(pawn.bitboard(), Color::Black));
        pairs_of!(sets.knights, 3, |knight| knight::attacks_from(knight));
        pairs_of!(sets.bishops, 4, |bishop| bishop_attacks_from(bishop, occupied));
        pairs_of!(sets.rooks, 4, |rook| rook_attacks_from(rook, occupied));
        pairs_of!(sets.queens, 6, |queen| queen_attacks_from(queen, occupied));
        pairs_of!(sets.kings, 4, |king| king::attacks_from(king));
        number
    }
}

impl Sealed for Pairs<'_> {}
impl Output for Pairs<'_> {
    type Item = Lane;

    fn length(&self) -> Result<usize, LengthError> {
        Ok(self.offsets.len() - 1)
    }

    #[inline(always)]
    unsafe fn fill(self, length: usize, item: impl Fn(usize, usize) -> Lane) {
        let mut places = [AttackPair { attacker: Square::A1, target: Square::A1 }; PLACES];
        let mut end = 0;
        self.offsets[0] = 0;
        for i in 0..length {
            let number = Self::fill_one(item(i, 0), &mut places).min(PLACES);
            // An offset above 32 bits counts as one that does not fit.
            let (Some(to), Ok(next)) = (self.pairs.get_mut(end..end + number), u32::try_from(end + number))
            else {
                return;
            };
            to.copy_from_slice(&places[..number]);
            end += number;
            self.offsets[i + 1] = next;
            *self.done = i + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Columns;
    use super::*;
    use crate::board::Board;
    use crate::values::tests::any_boards;
    use std::vec;
    use std::vec::Vec;

    #[test]
    fn pairs_of_columns_match_those_of_boards() {
        let list: Vec<Board> = any_boards().collect();
        let columns = Columns::new(list.iter().copied());
        let expected: Vec<Vec<AttackPair>> =
            list.iter().map(|board| board.attack_pairs().collect()).collect();
        let total: usize = expected.iter().map(Vec::len).sum();
        for kernel in Kernel::available() {
            let none = AttackPair { attacker: Square::H8, target: Square::H8 };
            let (mut offsets, mut pairs) = (vec![9; list.len() + 1], vec![none; total]);
            let done =
                kernel.__attack_pairs(columns.boards(0..list.len()), &mut offsets, &mut pairs).unwrap();
            assert_eq!(done, list.len(), "{kernel}");
            for (i, expected) in expected.iter().enumerate() {
                assert_eq!(
                    pairs[offsets[i] as usize..offsets[i + 1] as usize],
                    expected[..],
                    "{kernel}\n{}",
                    list[i]
                );
            }
            // Without room for the last pair, the last position that has one does not fit.
            let last = expected.iter().rposition(|pairs| !pairs.is_empty()).unwrap();
            let done =
                kernel.__attack_pairs(columns.boards(0..list.len()), &mut offsets, &mut pairs[1..]).unwrap();
            assert_eq!(done, last, "{kernel}");
            assert_eq!(pairs[1..=offsets[last] as usize], expected.concat()[..offsets[last] as usize]);
            let error = kernel
                .__attack_pairs(columns.boards(0..list.len()), &mut offsets[1..], &mut pairs)
                .unwrap_err();
            assert_eq!((error.expected(), error.found()), (list.len() + 1, list.len()));
            assert_eq!(error.name(), Some("offsets"));
        }
    }
}
