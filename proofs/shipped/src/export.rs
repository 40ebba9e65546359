//! The types that describe exported functions.

/// A function that the prover can call.
#[derive(Clone, Copy, Debug)]
pub struct Export {
    /// Its name in the WebAssembly.
    pub name: &'static str,
    /// The names of its formulations. If this is not empty, the first argument is the index of a formulation.
    pub formulations: fn() -> Vec<&'static str>,
    /// The list of formulations, as in the source.
    pub list: Option<&'static str>,
    /// The other arguments.
    pub arguments: &'static [Argument],
    /// The native function. It takes one number per argument, after the formulation's index if there are formulations.
    pub native: fn(&[u64]) -> u64,
}

/// An argument of an export.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// The exclusive upper bound of its values, or 0 for a set of squares, which can be any number.
    pub end: u64,
}
