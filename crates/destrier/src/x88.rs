//! Differences of squares on a board sixteen files wide, half of it empty (the 0x88 board).
//!
//! On eight files h1 to a2 and a1 to b1 are both one apart. On sixteen, the difference of two squares says how many
//! files and ranks lie between them, so that a table of 240 entries holds what depends on those alone: distances.
//!
//! Source: the wiki's *0x88*.

use crate::square::Square;

/// How long a table indexed by [`difference`] is.
pub(crate) const DIFFERENCES: usize = 240;

/// A number from 1 to 239 for the way between two squares, the same for the same step of files and ranks.
/// 120 stands for no step at all, and the way back is 240 less the way there. 6 operations.
#[inline]
pub(crate) const fn difference(from: Square, to: Square) -> usize {
    let from = from.index() as usize;
    let to = to.index() as usize;
    // Each square is 16 * rank + file, which is its index + (its index | 7) - 7; the largest is 119.
    120 + to + (to | 7) - from - (from | 7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::coordinates;

    #[test]
    fn a_difference_is_a_step_of_files_and_ranks() {
        let mut steps = [None; DIFFERENCES];
        for from in Square::ALL {
            for to in Square::ALL {
                let ((ff, fr), (tf, tr)) = (coordinates(from), coordinates(to));
                let index = difference(from, to);
                assert!((1..DIFFERENCES).contains(&index));
                assert_eq!(index as i32, 120 + 16 * i32::from(tr - fr) + i32::from(tf - ff));
                assert_eq!(index + difference(to, from), 240);
                let step = (tf - ff, tr - fr);
                assert_eq!(*steps[index].get_or_insert(step), step, "{from} {to}");
            }
        }
        assert_eq!(steps.iter().flatten().count(), 225);
    }

    #[test]
    fn the_wide_board_goes_back_to_the_narrow_one() {
        for square in Square::ALL {
            let wide = difference(Square::A1, square) - 120;
            assert_eq!(wide & 0x88, 0, "on the board");
            assert_eq!((wide + (wide & 7)) >> 1, usize::from(square.index()));
        }
    }
}
