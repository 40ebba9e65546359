//! The findings and values of a position.

use crate::patterns::of_key;
use crate::problem::Problem;
use crate::registry::PatternEntry;
use crate::view::{FindingView, ValueView};
use destrier::registry::VALUES;
use destrier::{Board, Color};
use destrier_games::{Judging, Position, Selection, find};
use serde::Serialize;

/// The findings and values of a position.
#[derive(Debug, Serialize)]
pub(crate) struct PositionView {
    fen: String,
    /// Why no game can reach the position. Such a position has no findings.
    unplayable: Option<String>,
    findings: Vec<FindingView>,
    values: Vec<BothSides>,
}

/// A value for each side.
#[derive(Debug, Serialize)]
struct BothSides {
    white: ValueView,
    black: ValueView,
}

impl PositionView {
    pub(crate) fn of(fen: &str) -> Result<Self, Problem> {
        match Position::from_fen(fen.as_bytes()) {
            Ok(position) => {
                let findings = find(&position, None);
                let findings = findings.iter().map(|finding| FindingView::new(finding, &position)).collect();
                Ok(Self { findings, ..Self::of_board(&position.board(), position.fen()) })
            }
            Err(error) => {
                let board =
                    Position::board_of_fen(fen.as_bytes()).map_err(|error| Problem::of_fen(fen, error))?;
                let unplayable = Some(error.to_string());
                Ok(Self { unplayable, ..Self::of_board(&board, with_spaces(fen)) })
            }
        }
    }

    fn of_board(board: &Board, fen: String) -> Self {
        let values = VALUES.iter().map(|value| BothSides {
            white: ValueView::new(value, board, Color::White),
            black: ValueView::new(value, board, Color::Black),
        });
        Self { fen, unplayable: None, findings: Vec::new(), values: values.collect() }
    }
}

/// What a pattern finds in a position.
#[derive(Debug, Serialize)]
pub(crate) struct PatternView {
    pattern: PatternEntry,
    findings: Vec<FindingView>,
}

/// Finds the pattern of a key in a position. Without a position that a game can reach, there are no findings.
pub(crate) fn of_pattern(fen: &str, key: &str) -> Result<PatternView, Problem> {
    let patterns = of_key(key)?;
    let found = Position::from_fen(fen.as_bytes());
    let findings = found.map(|position| views(&position, &Selection::of(&patterns))).unwrap_or_default();
    Ok(PatternView { pattern: PatternEntry::new(patterns[0]), findings })
}

/// Finds the pattern of a key in a position and computes the worth of the moves.
pub(crate) fn with_worth(fen: &str, key: &str) -> Result<Vec<FindingView>, Problem> {
    let position = Position::from_fen(fen.as_bytes()).map_err(|error| Problem::of_fen(fen, error))?;
    let selection = Selection { judging: Some(Judging::default()), ..Selection::of(&of_key(key)?) };
    Ok(views(&position, &selection))
}

/// Returns what a selection finds in a position. In an example of a pattern, the moves before it count, too.
fn views(position: &Position, selection: &Selection) -> Vec<FindingView> {
    let mut findings = selection.find(position, None.into());
    if findings.is_empty() {
        let mut examples = selection.filter.patterns.iter().flat_map(|pattern| pattern.examples());
        let example = examples.find(|(example, _)| example.fen() == position.fen());
        findings = example.map_or(Vec::new(), |(_, findings)| findings);
    }
    findings.iter().map(|finding| FindingView::new(finding, position)).collect()
}

/// Rewrites a FEN with one space between fields.
fn with_spaces(fen: &str) -> String {
    let fields = fen.split([' ', '\t', '_']).filter(|field| !field.is_empty());
    fields.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use destrier_games::Pattern;
    use serde_json::Value;

    fn view(fen: &str) -> Value {
        serde_json::to_value(PositionView::of(fen).unwrap()).unwrap()
    }

    #[test]
    fn describes_and_draws_a_fork() {
        let view = view("r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1");
        let fork = &view["findings"][0];
        assert_eq!(
            (&fork["san"], &fork["move"], &fork["square"]),
            (&"Nc7+".into(), &"b5c7".into(), &"c7".into())
        );
        assert_eq!(fork["classes"], serde_json::json!(["check"]));
        assert!(fork["words"].as_str().unwrap().contains("a8"));
        let arrows = fork["drawing"]["arrows"].as_array().unwrap();
        assert!(arrows.contains(&serde_json::json!({"from": "b5", "to": "c7", "role": "move"})));
        assert!(arrows.contains(&serde_json::json!({"from": "c7", "to": "e8", "role": "target"})));
        let fork_squares = VALUES.iter().position(|value| value.name == "fork_squares").unwrap();
        assert_eq!(view["values"][fork_squares]["white"]["set"], "0004000000000000");
        assert_eq!(view["values"][fork_squares]["black"]["text"], "none");
    }

    #[test]
    fn a_finding_states_what_its_move_wins() {
        let fen = "r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1";
        let findings = serde_json::to_value(with_worth(fen, "knight-fork").unwrap()).unwrap();
        let [fork] = findings.as_array().unwrap().as_slice() else { panic!("{findings}") };
        assert_eq!((&fork["wins"], &fork["missed_by"]), (&5.into(), &Value::Null));
        let plain = &view(fen)["findings"][0];
        assert_eq!(plain["wins"], Value::Null);
        assert_eq!(fork["words"], format!("{} It wins a rook.", plain["words"].as_str().unwrap()));
        assert!(with_worth(fen, "?").is_err() && with_worth("8/8/8 w", "").is_err());
    }

    #[test]
    fn a_text_is_found_in_a_position() {
        let found = of_pattern("r3k3/8/8/1N6/8/8/8/4K3 w q - 0 1", "move knight where after(check)").unwrap();
        assert_eq!((found.pattern.name, found.findings.len()), ("custom", 2));
        let text = serde_json::to_value(&found.findings).unwrap();
        assert_eq!(text[0]["pattern"], crate::patterns::listed().count());
        let skewer = of_pattern(Pattern::by_name("skewer-won").unwrap().example, "skewer-won").unwrap();
        assert_eq!(skewer.findings.len(), 1);
        assert!(of_pattern("8/8", "outpost").unwrap().findings.is_empty());
        assert_eq!(of_pattern("8/8", "move where no").unwrap_err().from, 13);
    }

    #[test]
    fn an_unreachable_position_has_values_and_a_reason() {
        for (fen, why) in [
            ("8/8/8/3N4/8/8/8/8 w - - 0 1", "White has no king"),
            ("8/8/8/8/8/8/8/8 b - - 0 1", "the board is empty"),
            ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on a1"),
            ("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1", "the variant Crazyhouse is not supported"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", "the variant Three-check is not supported"),
        ] {
            let view = view(fen);
            assert_eq!((&view["unplayable"], &view["fen"]), (&why.into(), &fen.into()));
            assert_eq!(view["findings"], serde_json::json!([]));
        }
        let knight = view("8/8/8/3N4/8/8/8/8_w__-\t- 0 1 ");
        assert_eq!(knight["fen"], "8/8/8/3N4/8/8/8/8 w - - 0 1");
        assert_eq!(knight["values"][0]["white"]["text"], "c3, e3, b4, f4, b6, f6, c7, e7");
    }

    #[test]
    fn an_invalid_fen_is_a_problem() {
        let problem = PositionView::of("8/8/8/8/8/8/8/9 w - - 0 1").unwrap_err();
        assert_eq!((problem.from, problem.to), (14, 15));
    }
}
