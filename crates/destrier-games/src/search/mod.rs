//! Patterns, and the search for them in positions and games.

mod chance;
mod chance_tracker;
mod drawing;
#[cfg(feature = "files")]
mod engine;
#[cfg(feature = "files")]
mod engine_verdict;
mod found;
mod game;
mod game_chances;
mod language;
#[cfg(feature = "files")]
mod marks;
mod one_per;
mod pattern;
mod patterns;
mod selection;
mod sides;
mod value;
mod values;
mod worth;

pub use chance::Chance;
pub use drawing::{Arrow, Drawing, Role};
#[cfg(feature = "files")]
pub use engine::{Engine, EngineError};
#[cfg(feature = "files")]
pub use engine_verdict::EngineVerdict;
pub use found::FoundPosition;
pub use game::{Event, GameContext, Outcome, PositionNeeds};
pub use game_chances::{GameChance, GameChances};
pub use language::PatternError;
#[cfg(feature = "files")]
pub(crate) use marks::stored_marks;
pub use one_per::{OnePer, ParseOnePerError, Sample};
pub use pattern::{Field, Finding, Pattern};
#[cfg(feature = "files")]
pub use patterns::NamedPatternError;
pub use patterns::{PATTERNS, UnknownPattern, find};
pub use selection::{FindingFilter, Selection, Thinning};
pub use sides::{ParseRatingRangeError, ParseSideError, PlayerSide, RatingRange};
pub use value::{Classes, ParseClassesError, Value};
pub use values::value_words;
#[cfg(feature = "files")]
pub(crate) use worth::balance;
pub use worth::{GameMove, Grade, ParseGradeError, PositionWorth, Worth, WorthFilter, WorthSearch};
