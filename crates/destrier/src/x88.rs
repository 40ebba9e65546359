//! Differences of squares on a board of twice the width (the wiki's *0x88*), where a difference tells how many
//! files and ranks two squares are apart.

use crate::Square;

/// The length of a table that [`difference`] looks up.
pub(crate) const DIFFERENCES: usize = 240;

/// The difference of two squares, 1 to 239: the same for two pairs exactly when they are as many files and as many
/// ranks apart in the same direction. 6 operations.
#[inline]
pub(crate) const fn difference(a: Square, b: Square) -> usize {
    let (a, b) = (a.index() as usize, b.index() as usize);
    b + (b | 7) + 120 - a - (a | 7)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::coordinates;
    use std::collections::BTreeMap;

    #[test]
    fn a_difference_is_that_of_files_and_of_ranks() {
        let mut known = BTreeMap::new();
        for a in Square::ALL {
            for b in Square::ALL {
                let ((af, ar), (bf, br)) = (coordinates(a), coordinates(b));
                let apart = (bf - af, br - ar);
                assert_eq!(*known.entry(difference(a, b)).or_insert(apart), apart, "{a} {b}");
            }
        }
        assert_eq!(known.len(), 225, "as many as there are pairs of -7 to 7");
        assert_eq!(known.first_key_value(), Some((&1, &(-7, -7))));
        assert_eq!(known.last_key_value(), Some((&239, &(7, 7))));
        assert!(known.into_keys().all(|index| index < DIFFERENCES));
    }
}
