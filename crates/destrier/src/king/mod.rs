//! Patterns of kings.

pub mod attacks;
pub mod lines;
pub mod shield;
pub mod square_rule;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use lines::{LineSet, open_lines};
#[doc(inline)]
pub use shield::{ShieldWindow, Wing, shield_index};
#[doc(inline)]
pub use square_rule::{catches, caught_area, uncatchable};
