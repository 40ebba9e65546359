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
    /// What it costs, in operations on 64-bit words (shift, and, or, exclusive or, add, compare, multiply),
    /// table loads and steps of a loop.
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
