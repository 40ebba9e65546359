//! What to report.

use super::comparison::Comparison;
use super::norms::Norms;
use crate::search::{FindingFilter, JudgedBy};

/// A request for a report.
#[derive(Clone, Debug)]
pub struct ReportRequest {
    /// Whose rates stand side by side.
    pub comparison: Comparison,
    /// Which findings form chances. Only patterns of moves count. A report shows both [sides](FindingFilter::side).
    pub filter: FindingFilter,
    /// Who decides what was missed.
    pub judged_by: JudgedBy,
    /// Found rates of other players to compare with.
    pub norms: Option<Norms>,
    /// Whether to show missed [defences](crate::Miss::wins), too. They are always counted apart.
    pub with_defences: bool,
    /// Whether games against computers count in a report about players.
    pub with_computers: bool,
    /// Whether the boards of missed moves have only [unique](crate::Selection::unique) moves.
    pub unique: bool,
    /// The number of boards of a worksheet, or `None` for a report.
    pub worksheet: Option<usize>,
}

impl ReportRequest {
    /// Creates a request for a report without norms.
    #[must_use]
    pub fn new(comparison: Comparison, filter: FindingFilter) -> Self {
        let patterns = filter.patterns.iter().copied().filter(|pattern| pattern.is_move).collect();
        let filter = FindingFilter { patterns, side: None, ..filter };
        Self {
            comparison,
            filter,
            judged_by: JudgedBy::Judge,
            norms: None,
            with_defences: false,
            with_computers: false,
            unique: false,
            worksheet: None,
        }
    }
}
