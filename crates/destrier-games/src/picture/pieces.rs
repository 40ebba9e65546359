//! The pieces of a picture, from the project's own piece set.

use super::style::number;
use destrier::{Board, Color, Piece, Square};
use std::fmt::Write as _;

/// A sprite with a group for each piece, named `wk` and so on, on a tile of 40 by 40.
const SPRITE: &str = include_str!("pieces.svg");

/// Returns the name of a piece in the set.
fn name(color: Color, piece: Piece) -> String {
    let color = if color.is_white() { 'w' } else { 'b' };
    format!("{color}{}", piece.letter().to_ascii_lowercase())
}

/// Returns the group with a name.
fn group(name: &str) -> Option<&'static str> {
    let start = SPRITE.find(&format!("<g id=\"{name}\">"))?;
    let group = &SPRITE[start..];
    group.find("</g>").map(|end| &group[..end + "</g>".len()])
}

/// Writes the definitions of the pieces on a board.
pub(super) fn define(svg: &mut String, board: &Board) {
    for color in Color::ALL {
        for piece in Piece::ALL {
            if let (false, Some(group)) = (board.of(color, piece).is_empty(), group(&name(color, piece))) {
                svg.push_str(group);
                svg.push('\n');
            }
        }
    }
}

/// Writes the definitions of all pieces.
pub(super) fn define_all(svg: &mut String) {
    for color in Color::ALL {
        for piece in Piece::ALL {
            svg.push_str(group(&name(color, piece)).unwrap_or_default());
            svg.push('\n');
        }
    }
}

/// Places the piece of a square. The upper left corner of its tile is at `x` and `y`.
pub(super) fn place(svg: &mut String, board: &Board, square: Square, x: f64, y: f64) {
    if let Some((color, piece)) = board.piece_at(square) {
        let name = name(color, piece);
        let _ = writeln!(svg, "<use href=\"#{name}\" x=\"{}\" y=\"{}\"/>", number(x), number(y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sprite_has_every_piece() {
        for color in Color::ALL {
            for piece in Piece::ALL {
                let group = group(&name(color, piece)).unwrap();
                assert!(group.contains("<path ") && group.matches("<g").count() == 1, "{group}");
            }
        }
        assert_eq!(group("wx"), None);
    }
}
