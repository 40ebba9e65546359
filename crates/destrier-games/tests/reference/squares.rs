//! Squares (a1 = 0, b1 = 1, ... h8 = 63), steps between them, and sets of them as 64 booleans.

/// Returns the file of a square, 0 (a) to 7 (h).
pub(crate) const fn file(square: usize) -> usize {
    square % 8
}

/// Returns the rank of a square, 0 (first) to 7 (eighth).
pub(crate) const fn rank(square: usize) -> usize {
    square / 8
}

/// Returns the square a number of files to the right and of ranks up, if it is on the board.
pub(crate) fn step(square: usize, right: isize, up: isize) -> Option<usize> {
    let file = file(square).checked_add_signed(right).filter(|&file| file < 8)?;
    let rank = rank(square).checked_add_signed(up).filter(|&rank| rank < 8)?;
    Some(rank * 8 + file)
}

/// Returns the number of king moves between two squares on an empty board.
pub(crate) fn king_distance(a: usize, b: usize) -> usize {
    file(a).abs_diff(file(b)).max(rank(a).abs_diff(rank(b)))
}

/// Returns the name of a square, such as `e4`.
pub(crate) fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + file(square) as u8), rank(square) + 1)
}

/// Parses the name of a square, such as `e4`.
pub(crate) fn parse(name: &str) -> Option<usize> {
    (0..64).find(|&square| self::name(square) == name)
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Set([bool; 64]);

impl Set {
    /// The empty set.
    pub(crate) const EMPTY: Self = Self([false; 64]);

    /// Returns the squares that meet a condition.
    pub(crate) fn of(condition: impl Fn(usize) -> bool) -> Self {
        Self(std::array::from_fn(condition))
    }

    /// Returns whether the set contains a square.
    pub(crate) const fn has(&self, square: usize) -> bool {
        self.0[square]
    }

    /// Adds a square to the set.
    pub(crate) const fn insert(&mut self, square: usize) {
        self.0[square] = true;
    }

    /// Returns the squares in order, a1 first.
    pub(crate) fn squares(&self) -> Vec<usize> {
        (0..64).filter(|&square| self.has(square)).collect()
    }

    /// Returns the names of the squares in order, a1 first, separated by spaces.
    pub(crate) fn names(&self) -> String {
        self.squares().into_iter().map(name).collect::<Vec<_>>().join(" ")
    }

    /// Returns the set as a number, with a1 as the lowest bit.
    pub(crate) fn bits(&self) -> u64 {
        self.squares().into_iter().map(|square| 1 << square).sum()
    }
}

impl std::fmt::Debug for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{}}}", self.names())
    }
}
