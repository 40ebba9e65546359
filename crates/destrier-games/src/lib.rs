#![doc = "placeholder"]

mod damage;
mod finding;
mod game;
mod patterns;
mod position;
mod scan;
mod source;

pub mod output;
pub mod pgn;

pub use damage::Damage;
pub use finding::{Classes, Field, Finding, Pattern, Value, Written};
pub use game::{Game, Start};
pub use patterns::{PATTERNS, find};
pub use position::{Continuation, Position};
pub use scan::{Found, Problem, ScannedGame, Totals, scan};
pub use source::open;
