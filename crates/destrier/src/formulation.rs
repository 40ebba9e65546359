//! One result, several ways to it: what the ways are called and what they cost.

use core::fmt;

/// One of several equal ways to compute a pattern.
///
/// The module of each pattern lists its ways as `FORMULATIONS`, the one that the plain name stands for
/// first. Tests, benchmarks and the command's `--ways` go through these lists.
///
/// ```
/// use destrier::{knight, Square};
///
/// let set = Square::D4.bitboard();
/// for way in knight::attacks::FORMULATIONS {
///     assert_eq!((way.compute)(set), knight::attacks(set), "{way}");
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Formulation<F> {
    /// What it is called, in the words of its function's name.
    pub name: &'static str,
    /// What it costs, counted from the source for arguments at hand: operations, loads from tables, steps of a loop.
    ///
    /// An operation is a shift, rotation, byte swap, bit count or bit scan, an and, or, exclusive or or complement, an
    /// addition, subtraction, comparison or multiplication. So a difference of sets counts 2, and so does the question
    /// whether they share a square. Finding the entry of a table is part of its load. What has only constants in it
    /// costs nothing; the counter of a loop and its branch are not counted.
    pub cost: &'static str,
    /// The function itself.
    pub compute: F,
}

impl<F> Formulation<F> {
    pub(crate) const fn new(name: &'static str, cost: &'static str, compute: F) -> Self {
        Self { name, cost, compute }
    }
}

impl<F> fmt::Display for Formulation<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn it_is_told_with_what_it_costs() {
        assert_eq!(Formulation::new("by table", "1 load", ()).to_string(), "by table (1 load)");
    }
}
