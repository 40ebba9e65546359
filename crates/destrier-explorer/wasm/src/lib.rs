//! Destrier for a page in a browser: the library, the patterns and the reading of games, as WebAssembly.
//!
//! Each function takes and gives text; what it gives is JSON, of the type that `web/src/engine.ts` has under the name of
//! the structure here. What cannot be read is a [`Problem`]. Nothing panics on bad input.

mod calculator;
mod game_file;
mod position;
mod problem;
mod registry;
mod set_forms;
mod view;

pub use game_file::GameFile;
pub use problem::Problem;

use destrier::{Square, king, knight};
use problem::json;
use wasm_bindgen::prelude::wasm_bindgen;

/// The registries of patterns, values and functions.
#[wasm_bindgen]
#[must_use]
pub fn registry() -> String {
    json(Ok::<_, Problem>(registry::Registry::new()))
}

/// All there is to say of the position of a FEN.
#[wasm_bindgen]
#[must_use]
pub fn position(fen: &str) -> String {
    json(position::PositionView::of(fen))
}

/// The findings in a position of the pattern with an index in the registry, with what their moves win. Where there are
/// many queens this takes long.
#[wasm_bindgen]
#[must_use]
pub fn worth(fen: &str, pattern: usize) -> String {
    json(position::with_worth(fen, pattern))
}

/// What a function of the registry answers, by each of its formulations. The arguments are a JSON array of texts, as the
/// command takes them, in the function's order; null where one is not given.
#[wasm_bindgen]
#[must_use]
pub fn call(name: &str, arguments: &str) -> String {
    json(calculator::Call::of(name, arguments))
}

/// All the ways to write a set, given as 16 hexadecimal digits.
#[wasm_bindgen]
#[must_use]
pub fn set_forms(set: &str) -> String {
    json(set_forms::SetForms::of(set))
}

/// The distances from a square to all 64, a1 first, of a knight or a king; none where one of the two is not known.
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
    fn distances_are_the_library_s() {
        let knight = distances("knight", "a1");
        assert_eq!((knight.len(), knight[9], knight[63]), (64, 4, 6));
        assert_eq!(distances("king", "a1")[63], 7);
        assert!(distances("queen", "a1").is_empty() && distances("king", "z1").is_empty());
    }
}
