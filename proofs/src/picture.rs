//! Draws boards side by side for failed proofs.

use std::fmt::Write;

/// Returns the name of a square.
#[must_use]
pub fn name(square: u32) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}

/// Draws sets under their names, from White's side, four in a row.
#[must_use]
pub fn boards(sets: &[(&str, u64)]) -> String {
    let mut text = String::new();
    for row in sets.chunks(4) {
        let mut lines = vec![String::new(); 9];
        for (name, set) in row {
            let _ = write!(lines[0], "  {name:<17}");
            for (line, rank) in lines[1..].iter_mut().zip((0..8).rev()) {
                *line += " ";
                for file in 0..8 {
                    *line += if set >> (8 * rank + file) & 1 == 1 { " X" } else { " ." };
                }
                *line += "  ";
            }
        }
        for line in lines {
            text += line.trim_end();
            text += "\n";
        }
    }
    text
}
