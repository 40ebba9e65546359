//! Differences of squares on a board of sixteen files (the 0x88 board).
//!
//! On eight files, h1 to a2 and a1 to b1 have the same index difference. On sixteen, the difference of two squares
//! determines how many files and ranks are between them. So a table of 240 entries can hold distances.
//!
//! Source: the wiki's *0x88*.

use crate::square::Square;

/// The length of a table indexed by [`difference`].
pub(crate) const DIFFERENCES: usize = 240;

/// Returns the 0x88 difference of two squares, from 1 to 239.
///
/// The difference depends only on the number of files and ranks from one square to the other. It is 120 for equal
/// squares. Swapped squares have 240 minus this difference.
#[inline]
pub(crate) const fn difference(from: Square, to: Square) -> usize {
    let from = from.index() as usize;
    let to = to.index() as usize;
    // A square is 16 * rank + file, which equals index + (index | 7) - 7. The largest is 119.
    120 + to + (to | 7) - from - (from | 7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::coordinates;

    #[test]
    fn differences_match_coordinates() {
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
}
