//! Squares (a1 = 0, b1 = 1, ... h8 = 63), steps between them, and sets of them as sixty-four truth values.

/// The file of a square, 0 (a) to 7 (h).
pub(crate) const fn file(square: usize) -> usize {
    square % 8
}

/// The rank of a square, 0 (the first) to 7 (the eighth).
pub(crate) const fn rank(square: usize) -> usize {
    square / 8
}

/// The square so many files to the right and so many ranks up, if the board goes that far.
pub(crate) fn step(square: usize, right: isize, up: isize) -> Option<usize> {
    let file = file(square).checked_add_signed(right).filter(|&file| file < 8)?;
    let rank = rank(square).checked_add_signed(up).filter(|&rank| rank < 8)?;
    Some(rank * 8 + file)
}

/// How many king moves lie between two squares on an empty board.
pub(crate) fn king_distance(a: usize, b: usize) -> usize {
    file(a).abs_diff(file(b)).max(rank(a).abs_diff(rank(b)))
}

/// The name of a square, such as `e4`.
pub(crate) fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + file(square) as u8), rank(square) + 1)
}

/// The square of a name, such as `e4`.
pub(crate) fn parse(name: &str) -> Option<usize> {
    (0..64).find(|&square| self::name(square) == name)
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Set([bool; 64]);

impl Set {
    /// No square.
    pub(crate) const EMPTY: Self = Self([false; 64]);

    /// The squares for which the condition holds.
    pub(crate) fn of(condition: impl Fn(usize) -> bool) -> Self {
        Self(std::array::from_fn(condition))
    }

    /// Whether the square is in the set.
    pub(crate) const fn has(&self, square: usize) -> bool {
        self.0[square]
    }

    /// Puts the square into the set.
    pub(crate) const fn insert(&mut self, square: usize) {
        self.0[square] = true;
    }

    /// The squares in order, a1 first.
    pub(crate) fn squares(&self) -> Vec<usize> {
        (0..64).filter(|&square| self.has(square)).collect()
    }

    /// The names of the squares in order, a1 first, with spaces between.
    pub(crate) fn names(&self) -> String {
        self.squares().into_iter().map(name).collect::<Vec<_>>().join(" ")
    }

    /// The set as a number, a1 the lowest bit.
    pub(crate) fn bits(&self) -> u64 {
        self.squares().into_iter().map(|square| 1 << square).sum()
    }
}

impl std::fmt::Debug for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{{}}}", self.names())
    }
}
