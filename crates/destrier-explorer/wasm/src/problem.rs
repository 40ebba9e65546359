//! Errors in input text.

use destrier_games::FenError;
use serde::Serialize;

/// An error in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The error message.
    pub problem: String,
    /// The start of the wrong part, in UTF-16 units as in JavaScript strings.
    pub from: usize,
    /// The end of the wrong part.
    pub to: usize,
    /// The index of the wrong argument of a function.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub argument: Option<usize>,
}

impl Problem {
    /// Reports an error in the whole text.
    pub(crate) fn of_all(text: &str, problem: impl ToString) -> Self {
        Self { problem: problem.to_string(), to: utf_16(text).count(), ..Self::default() }
    }

    /// Reports an error in a FEN.
    pub(crate) fn of_fen(fen: &str, error: FenError) -> Self {
        let FenError::Field { offset, .. } = error else { return Self::of_all(fen, error) };
        // The offset can lie inside a multi-byte character.
        let (before, after) = fen.split_at(fen.floor_char_boundary(offset));
        let from = utf_16(before).count();
        let wrong = utf_16(after.split([' ', '\t', '_', '/']).next().unwrap_or_default()).count();
        // In a FEN that ends too early, the end is the wrong part.
        let length = wrong.max(usize::from(!after.is_empty()));
        Self { problem: error.to_string(), from, to: from + length, argument: None }
    }
}

fn utf_16(text: &str) -> impl Iterator<Item = u16> {
    text.encode_utf16()
}

/// Serializes a result as JSON.
pub(crate) fn json<T: Serialize>(result: Result<T, Problem>) -> String {
    let text = match &result {
        Ok(value) => serde_json::to_string(value),
        Err(problem) => serde_json::to_string(problem),
    };
    // These types always serialize.
    text.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use destrier_games::Position;

    #[test]
    fn marks_the_wrong_part_of_a_fen() {
        for (fen, wrong) in [
            ("8/8/8/8/8/8/8/9 w - - 0 1", "9"),
            ("8/8/8/8/8/8/8/8 x - - 0 1", "x"),
            ("4k3/8/8/8/8/8/8/4K3 w é - 0 1", "é"),
            ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "e9"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1x", "x"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more of it", "more"),
            ("4k3/8/8/8/8/8/8", ""),
            ("8/8/8/8/8/8/4K3/8 w - - 0 1", "8/8/8/8/8/8/4K3/8 w - - 0 1"),
            ("ééé/8 w", "ééé"),
            ("", ""),
        ] {
            let problem = Problem::of_fen(fen, fen.parse::<Position>().unwrap_err());
            let units: Vec<u16> = fen.encode_utf16().collect();
            let shown = String::from_utf16(&units[problem.from..problem.to]).unwrap();
            assert_eq!(shown, wrong, "{fen}: {problem:?}");
        }
    }
}
