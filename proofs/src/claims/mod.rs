//! All claims.

mod attacks;
mod boards;
mod induction;
mod kings;
mod knights;
mod leapers;
mod passer;
mod pawns;
mod safety;
mod sets;
mod shield;
mod sliders;
mod square_rule;
pub mod walks;

use crate::proof::Claim;

/// Returns all claims, in the order in which they are printed.
#[must_use]
pub fn all() -> Vec<Claim> {
    [
        sets::CLAIMS,
        attacks::CLAIMS,
        knights::CLAIMS,
        passer::CLAIMS,
        kings::CLAIMS,
        walks::CLAIMS,
        shield::CLAIMS,
        safety::CLAIMS,
        square_rule::CLAIMS,
        pawns::CLAIMS,
        sliders::CLAIMS,
        boards::CLAIMS,
    ]
    .concat()
}
