//! What to report.

use super::comparison::Comparison;
use super::norms::Norms;
use crate::search::Selection;

/// A request for a report.
#[derive(Clone, Debug)]
pub struct ReportRequest {
    /// Whose rates stand side by side.
    pub comparison: Comparison,
    /// Which findings form chances. Only patterns of moves count. The conditions [`played`](Selection::played),
    /// [`worth`](Selection::worth), [`side`](Selection::side), [`one_per`](Selection::one_per) and
    /// [`sample`](Selection::sample) are ignored.
    pub selection: Selection,
    /// Found rates of other players to compare with.
    pub norms: Option<Norms>,
    /// The number of boards of a worksheet, or `None` for a report.
    pub worksheet: Option<usize>,
}

impl ReportRequest {
    /// Creates a request without norms.
    #[must_use]
    pub fn new(comparison: Comparison, selection: Selection) -> Self {
        let patterns = selection.patterns.iter().copied().filter(|pattern| pattern.is_move).collect();
        let selection = Selection { patterns, side: None, ..selection };
        Self { comparison, selection, norms: None, worksheet: None }
    }
}
