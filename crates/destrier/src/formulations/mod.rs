//! Formulations: other functions that compute the same patterns, with their costs.
//!
//! Most results have several formulations, such as a table, a formula for all squares at once, or a loop over
//! directions. Your program needs none of them: the functions of [`knight`](crate::knight), [`king`](crate::king),
//! [`pawn`](crate::pawn), [`sliders`](crate::sliders) and [`greater_one`](crate::greater_one) are the ones to use.
//! The others are here to be compared, proved equal and benchmarked. Names in this module may change in any release.
//!
//! Most modules below list the formulations of a pattern in `FORMULATIONS`. The first one is the default:
//!
//! ```
//! use destrier::{formulations, knight, Square};
//!
//! let set = Square::D4.bitboard();
//! for formulation in formulations::knight::attacks::FORMULATIONS {
//!     assert_eq!((formulation.compute)(set), knight::attacks(set), "{formulation}");
//! }
//! ```
//!
//! This module requires the feature `formulations`.

use core::fmt;

pub mod greater_one;
pub mod pawn;
pub mod sliders;

macro_rules! pages {
    ($($theme:ident { $($page:ident)* })*) => {$(
        #[doc = concat!("Formulations of the ", stringify!($theme), " patterns.")]
        pub mod $theme {
            $(
                #[doc = concat!("The functions of `", stringify!($page), ".rs`, with all formulations.")]
                pub mod $page {
                    pub use crate::$theme::$page::*;
                }
            )*
        }
    )*};
}

pages! {
    king {
        any_shield attacks checks distance key_squares lines manhattan_distance move_list open_files opposition
        paths pawn_storm shield square_rule trajectory virtual_mobility zone
    }
    knight {
        attacks checks distance fork_squares mobility move_list moves outposts passer paths trapped
    }
}

/// One of several equivalent implementations of a pattern.
#[derive(Clone, Copy, Debug)]
pub struct Formulation<F> {
    /// The name, in the words of the function's name.
    pub name: &'static str,
    /// The cost: the operations, table loads and conditional branches of a call.
    ///
    /// A test counts them in the WebAssembly of the release build. An operation is an instruction that computes a
    /// number from numbers: arithmetic, bitwise operation, shift, rotation, bit count, bit scan, comparison or select.
    /// These are free: constants, moves, changes of width, stores, and reading arguments from memory. Address
    /// computation right before a load is part of the load. A loop's branches count. WebAssembly has no byte swap, so
    /// costs state it apart.
    ///
    /// Colors, directions and other arguments are unknown to the compiler here. Constant ones cost less. The
    /// documentation of other functions states costs for White and for constant directions. Other targets may differ:
    /// the test allows 2 operations or a tenth.
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
