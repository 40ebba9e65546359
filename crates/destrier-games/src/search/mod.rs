//! Patterns, and the search for them in positions and games.

mod answer;
mod chance;
mod chance_tracker;
#[cfg(feature = "files")]
mod difficulty;
mod drawing;
#[cfg(feature = "files")]
mod engine;
mod finding_filter;
mod found;
mod game;
mod game_chances;
mod judge;
mod judging;
mod language;
#[cfg(feature = "files")]
mod marks;
mod miss;
mod one_per;
mod pattern;
mod patterns;
#[cfg(feature = "files")]
mod puzzle;
mod selection;
mod sides;
mod value;
mod values;
mod verdict;
mod winning_line;
mod worth;

pub use chance::Chance;
#[cfg(feature = "files")]
pub use difficulty::Difficulty;
pub use drawing::{Arrow, Drawing, Role};
#[cfg(feature = "files")]
pub use engine::{Engine, EngineError};
pub use finding_filter::FindingFilter;
pub use found::FoundPosition;
pub use game::{Event, GameContext, Outcome, PositionNeeds};
pub use game_chances::{GameChance, GameChances};
pub use judge::{Judge, Judgement, NetworkSizes};
pub use judging::{JudgedBy, Judging};
pub use language::PatternError;
#[cfg(feature = "files")]
pub(crate) use marks::stored_marks;
pub use miss::Miss;
pub use one_per::{OnePer, ParseOnePerError, Sample};
pub use pattern::{Field, Finding, Pattern};
#[cfg(feature = "files")]
pub use patterns::NamedPatternError;
pub use patterns::{PATTERNS, UnknownPattern, find};
#[cfg(feature = "files")]
pub(crate) use puzzle::{Puzzle, PuzzleSearch};
pub use selection::{ContradictorySelection, Selection, Thinning};
pub use sides::{ParseRatingRangeError, ParseSideError, PlayerSide, RatingRange};
pub use value::{Classes, ParseClassesError, Value};
pub use values::value_words;
pub use verdict::Verdict;
pub use winning_line::winning_line;
#[cfg(feature = "files")]
pub(crate) use worth::balance;
pub use worth::{GameMove, Grade, ParseGradeError, PositionWorth, Worth, WorthFilter, WorthSearch};
