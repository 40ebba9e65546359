//! Proofs that the library is right for every argument, on the WebAssembly that the compiler makes of it.
//!
//! [`module`] reads the WebAssembly and [`machine`] runs it for all arguments at once: every [`bit`] of a [`word`] is a
//! decision diagram over the squares of the arguments. What it gives is compared with a [`definition`] from files and
//! ranks. [`claims`] says what is proved so, and [`proof`] shows the smallest board where one fails.

pub mod bit;
pub mod claims;
pub mod definition;
pub mod machine;
pub mod memory;
pub mod module;
pub mod picture;
pub mod proof;
pub mod report;
pub mod wasm;
pub mod word;
