//! One position with its findings as a line of EPD.

use crate::search::{Finding, FoundPosition};

/// Returns a position with findings as a line of EPD.
///
/// The line has the first four fields of the FEN, the moves found as `bm`, a link to the game as `id`, and the
/// explanations as the comment `c0`. `place` is the `id` of a game without a link.
#[must_use]
pub fn position_line(place: &str, found: &FoundPosition<'_>, findings: &[Finding]) -> String {
    let position = found.position;
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let mut best: Vec<String> = Vec::new();
    for san in findings.iter().filter_map(|finding| Some(position.san(finding.by?).to_string())) {
        // Several patterns may find the same move.
        if !best.contains(&san) {
            best.push(san);
        }
    }
    let best = if best.is_empty() { String::new() } else { format!(" bm {};", best.join(" ")) };
    let explanations: Vec<String> = findings.iter().map(|finding| finding.explain(position)).collect();
    let link = found.link().or_else(|| found.game.link().map(|link| link.into_owned()));
    let id = link.or_else(|| found.game.tags.value("PuzzleId").map(|id| id.into_owned()));
    let (id, explanations) = (quoted(id.as_deref().unwrap_or(place)), quoted(&explanations.join(" ")));
    format!("{}{best} id {id}; c0 {explanations};\n", fields.join(" "))
}

/// Quotes a string. EPD strings have no escapes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace(|c: char| c.is_control() || c == '"', ""))
}
