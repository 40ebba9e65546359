//! Patterns, and what is found of them in positions.

mod drawing;
#[cfg(feature = "files")]
mod engine;
mod found;
mod game;
mod pattern;
mod patterns;
mod selection;
mod value;
mod values;
mod worth;

pub use drawing::{Arrow, Drawing, Role};
#[cfg(feature = "files")]
pub use engine::{Engine, EngineError, EngineVerdict};
pub use found::FoundPosition;
pub use game::{Event, Outcome};
pub use pattern::{Field, Finding, Pattern};
pub use patterns::{PATTERNS, UnknownPattern, find};
pub use selection::{ParseSideError, Selection, SideFilter};
pub use value::{Classes, ParseClassesError, Value};
#[cfg(feature = "files")]
pub(crate) use values::squares;
pub use values::value_words;
pub use worth::{GameMove, Grade, ParseGradeError, PositionWorth, Worth, WorthFilter, WorthSearch};
