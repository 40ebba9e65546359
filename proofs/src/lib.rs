//! Proves that the library's compiled WebAssembly is correct for every argument.
//!
//! [`module`] reads the WebAssembly and [`machine`] runs it for all arguments at once: every [`bit`] of a [`word`] is a
//! decision diagram over the squares of the arguments. [`claims`] compares the results with a [`definition`] by files
//! and ranks. If a claim fails, [`proof`] shows the smallest counterexample.

pub mod bit;
pub mod claims;
pub mod definition;
pub mod machine;
pub mod memory;
pub mod module;
mod operations;
pub mod picture;
pub mod proof;
pub mod report;
pub mod wasm;
pub mod word;
