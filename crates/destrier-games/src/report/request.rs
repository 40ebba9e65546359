//! What to report.

use super::comparison::Comparison;
use super::norms::Norms;
use crate::search::{Engine, FindingFilter};

/// A request for a report.
#[derive(Clone, Debug)]
pub struct ReportRequest {
    /// Whose rates stand side by side.
    pub comparison: Comparison,
    /// Which findings form chances. Only patterns of moves count. A report shows both [sides](FindingFilter::side).
    pub filter: FindingFilter,
    /// The engine that judges moves; see [`Selection::engine`](crate::Selection::engine).
    pub engine: Option<Engine>,
    /// Whether to leave out the judge; see [`Selection::quick`](crate::Selection::quick).
    pub quick: bool,
    /// Found rates of other players to compare with.
    pub norms: Option<Norms>,
    /// Whether to show missed [defences](crate::Miss::wins), too. They are always counted apart.
    pub with_defences: bool,
    /// Whether games against computers count in a report about players.
    pub with_computers: bool,
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
            engine: None,
            quick: false,
            norms: None,
            with_defences: false,
            with_computers: false,
            worksheet: None,
        }
    }
}
