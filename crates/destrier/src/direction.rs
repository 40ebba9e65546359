//! The sixteen compass directions and steps along them.

use crate::bitboard::Bitboard;

/// A compass direction: eight for the king and eight for the knight.
///
/// North is towards rank 8, east towards file h. The name of a knight direction spells its path: `NoNoEa` is north,
/// north, east.
///
/// ```text
///            noNoWe   noNoEa                +15  +17
///     noWeWe  noWe nort noEa  noEaEa     +6  +7  +8  +9  +10
///             west  .   east                 -1   .  +1
///     soWeWe  soWe sout soEa  soEaEa    -10  -9  -8  -7  -6
///            soSoWe   soSoEa                -17  -15
/// ```
///
/// [`Bitboard::step`] shifts a set by [`delta`](Self::delta) and masks out the files where squares would wrap around.
///
/// For each direction, a target square has exactly one source. A step in the opposite direction returns to it.
///
/// ```
/// use destrier::{Bitboard, Direction, Square};
///
/// let knight = Square::G1.bitboard();
/// let target = knight.step(Direction::NoNoWe);
/// assert_eq!(target, Square::F3.bitboard());
/// assert_eq!(target.step(Direction::NoNoWe.opposite()), knight);
/// ```
///
/// Source: the wiki's *Direction*, *General Setwise Operations* (One Step Only) and *Knight Pattern*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
    NoWeWe,
    NoNoWe,
    NoNoEa,
    NoEaEa,
    SoEaEa,
    SoSoEa,
    SoSoWe,
    SoWeWe,
}

impl Direction {
    /// All sixteen directions: the king's clockwise from north, then the knight's clockwise from noWeWe.
    pub const ALL: [Self; 16] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
        Self::NoWeWe,
        Self::NoNoWe,
        Self::NoNoEa,
        Self::NoEaEa,
        Self::SoEaEa,
        Self::SoSoEa,
        Self::SoSoWe,
        Self::SoWeWe,
    ];

    /// The eight directions of the king and the queen, clockwise from north.
    pub const KING: [Self; 8] = *Self::ALL.first_chunk().unwrap();

    /// The eight directions of the knight, clockwise from noWeWe.
    ///
    /// These are 1 to 8 in the diagram of Veile's *Knight move generation*.
    pub const KNIGHT: [Self; 8] = *Self::ALL.last_chunk().unwrap();

    /// The four directions of the rook, clockwise from north.
    #[cfg(test)]
    pub(crate) const ROOK: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The four directions of the bishop, clockwise from north-east.
    #[cfg(test)]
    pub(crate) const BISHOP: [Self; 4] = [Self::NorthEast, Self::SouthEast, Self::SouthWest, Self::NorthWest];

    /// Returns how many files a step goes east. West is negative.
    #[inline(always)]
    #[must_use]
    pub const fn files(self) -> i8 {
        match self {
            Self::NoEaEa | Self::SoEaEa => 2,
            Self::NorthEast | Self::East | Self::SouthEast | Self::NoNoEa | Self::SoSoEa => 1,
            Self::North | Self::South => 0,
            Self::NorthWest | Self::West | Self::SouthWest | Self::NoNoWe | Self::SoSoWe => -1,
            Self::NoWeWe | Self::SoWeWe => -2,
        }
    }

    /// Returns how many ranks a step goes north. South is negative.
    #[inline(always)]
    #[must_use]
    pub const fn ranks(self) -> i8 {
        match self {
            Self::NoNoEa | Self::NoNoWe => 2,
            Self::NorthWest | Self::North | Self::NorthEast | Self::NoEaEa | Self::NoWeWe => 1,
            Self::West | Self::East => 0,
            Self::SouthWest | Self::South | Self::SouthEast | Self::SoEaEa | Self::SoWeWe => -1,
            Self::SoSoEa | Self::SoSoWe => -2,
        }
    }

    /// Returns the index difference of a step: 8 · ranks + files, from -17 to +17.
    #[inline(always)]
    #[must_use]
    pub const fn delta(self) -> i8 {
        8 * self.ranks() + self.files()
    }

    /// Returns the opposite direction.
    #[inline(always)]
    #[must_use]
    pub const fn opposite(self) -> Self {
        let i = self as u8;
        // In each group of eight, the opposite direction is four places further.
        Self::ALL[((i & 8) | ((i + 4) & 7)) as usize]
    }

    /// Returns the files where a step can end: the mask to apply after the shift.
    #[inline(always)]
    pub(crate) const fn post_mask(self) -> Bitboard {
        Bitboard(match self.files() {
            2 => 0xfcfc_fcfc_fcfc_fcfc,
            1 => 0xfefe_fefe_fefe_fefe,
            -1 => 0x7f7f_7f7f_7f7f_7f7f,
            -2 => 0x3f3f_3f3f_3f3f_3f3f,
            _ => !0,
        })
    }

    /// Moves every square one step, like [`Bitboard::step`], but masks before the shift: the files where a step can
    /// start.
    #[inline(always)]
    pub(crate) const fn step_pre_mask(self, set: Bitboard) -> Bitboard {
        self.shift(set.intersection(self.opposite().post_mask()))
    }

    /// Shifts the set by [`delta`](Self::delta).
    #[inline(always)]
    pub(crate) const fn shift(self, set: Bitboard) -> Bitboard {
        let delta = self.delta();
        Bitboard(if delta < 0 { set.0 >> -delta } else { set.0 << delta })
    }

    /// Returns the name in the wiki's spelling: `nort`, `noEa`, `noNoEa`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "nort",
            Self::NorthEast => "noEa",
            Self::East => "east",
            Self::SouthEast => "soEa",
            Self::South => "sout",
            Self::SouthWest => "soWe",
            Self::West => "west",
            Self::NorthWest => "noWe",
            Self::NoWeWe => "noWeWe",
            Self::NoNoWe => "noNoWe",
            Self::NoNoEa => "noNoEa",
            Self::NoEaEa => "noEaEa",
            Self::SoEaEa => "soEaEa",
            Self::SoSoEa => "soSoEa",
            Self::SoSoWe => "soSoWe",
            Self::SoWeWe => "soWeWe",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, sets};
    use std::string::ToString;

    #[test]
    fn steps_match_coordinates() {
        for direction in Direction::ALL {
            let (files, ranks) = (direction.files(), direction.ranks());
            for [set] in sets() {
                let stepped = naive::map(set, |(f, r)| (f + files, r + ranks));
                assert_eq!(set.step(direction), stepped, "{direction}");
                assert_eq!(direction.step_pre_mask(set), stepped, "{direction}");
                let back = stepped.step(direction.opposite());
                assert!(back.is_subset(set) && back.len() == stepped.len(), "each target has one source");
            }
        }
    }

    #[test]
    fn deltas_opposites_and_groups_are_consistent() {
        assert_eq!(
            Direction::ALL.map(Direction::delta),
            [8, 9, 1, -7, -8, -9, -1, 7, 6, 15, 17, 10, -6, -15, -17, -10]
        );
        for direction in Direction::ALL {
            assert_eq!(direction.to_string(), direction.name());
            let back = direction.opposite();
            assert_eq!((back.files(), back.ranks()), (-direction.files(), -direction.ranks()));
            let (files, ranks) = (direction.files().abs(), direction.ranks().abs());
            assert_eq!(Direction::KNIGHT.contains(&direction), files + ranks == 3);
            assert_eq!(Direction::KING.contains(&direction), files.max(ranks) == 1);
            assert_eq!(Direction::ROOK.contains(&direction), files + ranks == 1);
            assert_eq!(Direction::BISHOP.contains(&direction), (files, ranks) == (1, 1));
        }
    }
}
