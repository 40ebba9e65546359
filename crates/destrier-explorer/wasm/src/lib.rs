//! Destrier as WebAssembly for web pages: the library, the patterns and the readers of game files.
//!
//! Functions take text and return JSON. `web/src/engine.ts` declares a type of the same name for each structure here.
//! Invalid input gives a [`Problem`] and never panics.

mod bytes;
mod calculator;
mod game_file;
mod patterns;
mod play;
mod position;
mod problem;
mod registry;
mod set_forms;
mod view;

pub use bytes::Slices;
pub use game_file::GameFile;
pub use problem::Problem;

use destrier::{Square, king, knight};
use problem::json;
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns the registries of patterns, values and functions.
#[wasm_bindgen]
#[must_use]
pub fn registry() -> String {
    json(Ok::<_, Problem>(registry::Registry::new()))
}

/// Returns the findings and values of a position.
#[wasm_bindgen]
#[must_use]
pub fn position(fen: &str) -> String {
    json(position::PositionView::of(fen))
}

/// Returns a pattern and its findings in a position, given its name or its text.
#[wasm_bindgen]
#[must_use]
pub fn pattern(fen: &str, key: &str) -> String {
    json(position::of_pattern(fen, key))
}

/// Returns the findings of a pattern, given its name or its text, with what their moves win. The search can take long in
/// positions with many queens.
#[wasm_bindgen]
#[must_use]
pub fn worth(fen: &str, key: &str) -> String {
    json(position::with_worth(fen, key))
}

/// Returns the legal moves of a position, each with the position after it.
#[wasm_bindgen]
#[must_use]
pub fn moves(fen: &str) -> String {
    json(play::moves(fen))
}

/// Returns what a legal move in UCI notation is worth, the line that shows it, and the best move. This takes a search.
#[wasm_bindgen]
#[must_use]
pub fn judge(fen: &str, uci: &str) -> String {
    json(play::judge(fen, uci))
}

/// Returns the winning chances of White in a position, from -1000 to 1000. This takes a search.
#[wasm_bindgen]
#[must_use]
pub fn evaluate(fen: &str) -> String {
    json(play::evaluate(fen))
}

/// Draws a position as SVG, with the finding of a pattern, given by its name or text, and by its move in UCI notation or
/// else its square.
#[wasm_bindgen]
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "an optional text of JavaScript")]
pub fn picture(fen: &str, flip: bool, key: Option<String>, at: &str) -> String {
    json(play::picture(fen, flip, key.as_deref(), at))
}

/// Calls all formulations of a function of the registry. Each argument is a line, in the function's order: `=` and a text in
/// the syntax of `destrier board`. An empty line omits an optional argument. (To read JSON would take 10 kB.)
#[wasm_bindgen]
#[must_use]
pub fn call(name: &str, arguments: &str) -> String {
    let texts: Vec<_> = arguments.split('\n').map(|line| line.strip_prefix('=')).collect();
    json(calculator::Call::of(name, &texts))
}

/// Formats a set in every notation. The set is given as 16 hexadecimal digits.
#[wasm_bindgen]
#[must_use]
pub fn set_forms(set: &str) -> String {
    json(set_forms::SetForms::of(set))
}

/// Returns the distances of a knight or a king from a square to all 64 squares, starting with a1. Returns an empty list
/// if the piece or the square is not valid.
#[wasm_bindgen]
#[must_use]
pub fn distances(piece: &str, from: &str) -> Vec<u8> {
    let distance = match piece {
        "knight" => knight::distance,
        "king" => king::distance,
        _ => return Vec::new(),
    };
    let from: Option<Square> = from.parse().ok();
    from.map_or(Vec::new(), |from| Square::ALL.map(|to| distance(from, to)).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_agree_with_the_library() {
        let knight = distances("knight", "a1");
        assert_eq!((knight.len(), knight[9], knight[63]), (64, 4, 6));
        assert_eq!(distances("king", "a1")[63], 7);
        assert!(distances("queen", "a1").is_empty() && distances("king", "z1").is_empty());
    }
}
