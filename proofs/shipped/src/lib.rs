//! The library's functions under names that the prover can call. Each takes and returns 64-bit numbers.
//!
//! The prover runs them as WebAssembly. Its tests run them natively and compare the results. Formulations come from the
//! library's registries, so new ones are proved automatically.

mod boards;
mod export;
mod kings;
mod knights;
mod macros;
mod numbers;
mod pawns;
mod sets;
mod sliders;
mod wrong;

pub use export::{Argument, Export};

/// Returns all functions of the library that are proved.
pub fn exports() -> impl Iterator<Item = &'static Export> {
    [knights::EXPORTS, kings::EXPORTS, pawns::EXPORTS, sliders::EXPORTS, sets::EXPORTS, boards::EXPORTS]
        .into_iter()
        .flatten()
}

/// Returns functions with a bug that a proof must find.
pub fn wrong_exports() -> impl Iterator<Item = &'static Export> {
    wrong::EXPORTS.iter()
}
