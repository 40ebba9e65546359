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
/// Formulations of the Manhattan distance.
pub mod manhattan_distance {
    pub use crate::manhattan_distance::*;
}
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
        any_shield attacks checks distance key_squares lines move_list open_files opposition
        paths pawn_storm shield square_rule trajectory virtual_mobility zone
    }
    knight {
        attacks checks distance forks mobility move_list moves outposts passer paths trapped
    }
}

/// One of several equivalent implementations of a pattern.
#[derive(Clone, Copy, Debug)]
pub struct Formulation<F> {
    /// The name, in the words of the function's name.
    pub name: &'static str,
    /// The cost of a call: operations, table loads and conditional branches, for colors and directions that the compiler
    /// does not know. Constant ones cost less, and processors differ.
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
