//! Formulations: equivalent implementations of a pattern, with names and costs.

use core::fmt;

/// One of several equivalent implementations of a pattern.
///
/// The module of each pattern lists its formulations in `FORMULATIONS`. The first one is the default. Tests,
/// benchmarks and the command's `--ways` option iterate over these lists.
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
    /// The name, in the words of the function's name.
    pub name: &'static str,
    /// The cost, counted from the source: operations, table loads and loop iterations.
    ///
    /// These count as one operation each: shift, rotation, byte swap, bit count, bit scan, bitwise operation,
    /// addition, subtraction, comparison, multiplication. So a set difference costs 2, and so does a test for a
    /// shared square. Address computation is part of a load. Constant expressions, loop counters and loop branches
    /// are free.
    pub cost: &'static str,
    /// The implementation.
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
    fn displays_name_and_cost() {
        assert_eq!(Formulation::new("by table", "1 load", ()).to_string(), "by table (1 load)");
    }
}
