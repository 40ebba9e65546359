//! Patterns of kings.

pub mod attacks;
pub mod distance;
pub mod fill;
pub mod lines;
pub mod manhattan_distance;
pub mod move_list;
pub mod paths;
pub mod shield;
pub mod square_rule;
pub mod trajectory;

#[doc(inline)]
pub use attacks::{attacks, attacks_from};
#[doc(inline)]
pub use distance::{distance, set_distance};
#[doc(inline)]
pub use fill::{fill, reach, reach_within};
#[doc(inline)]
pub use lines::{LineSet, open_lines};
#[doc(inline)]
pub use manhattan_distance::manhattan_distance;
#[doc(inline)]
pub use move_list::move_list;
#[doc(inline)]
pub use paths::{connected, region, shortest_paths};
#[doc(inline)]
pub use shield::{ShieldWindow, Wing, shield_index};
#[doc(inline)]
pub use square_rule::{catches, caught_area, uncatchable};
#[doc(inline)]
pub use trajectory::trajectory;
