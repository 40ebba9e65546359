//! Boards for a page of HTML that has many. The page defines the pieces and the empty board once.

use super::marks;
use super::pieces;
use super::style::{BOARD, DARK, FONT, LIGHT, SQUARE, number};
use super::text::{escaped, pieces_in_words};
use crate::search::{Drawing, Role};
use destrier::{Bitboard, Board, Square};
use std::fmt::Write as _;

/// The upper left corner of the board.
const LEFT: f64 = 14.0;
const TOP: f64 = 2.0;
/// The width and height of the picture.
const SIZE: f64 = LEFT + BOARD + 2.0;

/// A board on a page, without text below it. It needs the page's [`definitions`](Self::definitions).
///
/// ```
/// use destrier_games::picture::Diagram;
/// use destrier_games::{Position, find};
///
/// let position: Position = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1".parse()?;
/// let drawing = find(&position, None)[0].drawing(&position);
/// let diagram = Diagram { board: position.board(), drawing: Some(&drawing), flip: false };
/// assert!(Diagram::definitions().contains("id=\"wn\"") && diagram.svg().contains("href=\"#wn\""));
/// # Ok::<(), destrier_games::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    /// The pieces and the side to move.
    pub board: Board,
    /// The arrows and marked squares. They are in groups of the class `marks`, so that a page can hide them.
    pub drawing: Option<&'a Drawing>,
    /// Whether Black is at the bottom.
    pub flip: bool,
}

impl Diagram<'_> {
    /// Returns an invisible SVG element with everything that the boards of a page share.
    #[must_use]
    pub fn definitions() -> String {
        let mut svg = String::from("<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n");
        pieces::define_all(&mut svg);
        marks::define(&mut svg, &[Role::Place]);
        let squares = (!Bitboard::LIGHT_SQUARES).iter().map(|square| {
            let (x, y) = corner(square, false);
            format!("M{} {}h40v40h-40z", number(x), number(y))
        });
        let _ = writeln!(
            svg,
            "<g id=\"squares\"><rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{BOARD}\" height=\"{BOARD}\" fill=\"{LIGHT}\"/>\
             <path fill=\"{DARK}\" d=\"{}\"/><rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{BOARD}\" height=\"{BOARD}\" \
             fill=\"none\" stroke=\"currentColor\"/></g>",
            squares.collect::<String>()
        );
        for flip in [false, true] {
            let _ = write!(
                svg,
                "<g id=\"{}\" font-family=\"{FONT}\" font-size=\"10\" fill=\"currentColor\" text-anchor=\"middle\">",
                names(flip)
            );
            for square in (0..8).filter_map(|index| Square::from_index(index * 9)) {
                let (x, y) = corner(square, flip);
                let (file, rank) = square.name().split_at(1);
                let (x, y) = (number(x + SQUARE / 2.0), number(y + SQUARE / 2.0 + 3.6));
                let _ = write!(svg, "<text x=\"{x}\" y=\"{}\">{file}</text>", number(TOP + BOARD + 11.5));
                let _ = write!(svg, "<text x=\"{}\" y=\"{y}\">{rank}</text>", number(LEFT - 7.5));
            }
            svg.push_str("</g>\n");
        }
        svg.push_str("</defs></svg>\n");
        svg
    }

    /// Returns the board as an SVG element.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut svg = format!("<svg viewBox=\"0 0 {0} {0}\" role=\"img\">", number(SIZE));
        let _ = write!(
            svg,
            "<title>Chess board, {} to move</title><desc>{}</desc><use href=\"#squares\"/><use href=\"#{}\"/>",
            self.board.turn().title(),
            escaped(pieces_in_words(&self.board).trim_end()),
            names(self.flip)
        );
        if let Some(drawing) = self.drawing {
            svg.push_str("<g class=\"marks\">");
            for role in [Role::Place, Role::Reason, Role::Target, Role::Move] {
                for square in drawing.squares_of(role) {
                    let (x, y) = self.center(square);
                    marks::square(&mut svg, x, y, role);
                }
            }
            svg.push_str("</g>");
        }
        for square in self.board.occupied() {
            let (x, y) = corner(square, self.flip);
            pieces::place(&mut svg, &self.board, square, x, y);
        }
        if let Some(drawing) = self.drawing {
            svg.push_str("<g class=\"marks\">");
            // The move comes last, on top of its consequences.
            for role in Role::ALL.into_iter().rev() {
                for arrow in drawing.arrows.iter().filter(|arrow| arrow.role == role) {
                    marks::arrow(&mut svg, self.center(arrow.from), self.center(arrow.to), role);
                }
            }
            svg.push_str("</g>");
        }
        svg.push_str("</svg>\n");
        svg.replace(">\n<", "><")
    }

    fn center(&self, square: Square) -> (f64, f64) {
        let (x, y) = corner(square, self.flip);
        (x + SQUARE / 2.0, y + SQUARE / 2.0)
    }
}

/// Returns the upper left corner of a square.
fn corner(square: Square, flip: bool) -> (f64, f64) {
    let (file, rank) = (f64::from(square.file().index()), f64::from(square.rank().index()));
    let (column, row) = if flip { (7.0 - file, rank) } else { (file, 7.0 - rank) };
    (LEFT + column * SQUARE, TOP + row * SQUARE)
}

/// Returns the id of the names of files and ranks.
const fn names(flip: bool) -> &'static str {
    if flip { "names-of-black" } else { "names-of-white" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::search::{PATTERNS, find};

    #[test]
    fn a_board_uses_only_what_the_page_defines() {
        let definitions = Diagram::definitions();
        for pattern in PATTERNS {
            let position: Position = pattern.example.parse().unwrap();
            let drawing = find(&position, None)[0].drawing(&position);
            for flip in [false, true] {
                let svg = Diagram { board: position.board(), drawing: Some(&drawing), flip }.svg();
                let used: Vec<&str> =
                    svg.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
                assert!(used.len() > 4, "{svg}");
                for id in used {
                    assert!(definitions.contains(&format!("id=\"{id}\"")), "{id}");
                }
                assert_eq!(svg.contains("url(#place)"), drawing.has(Role::Place), "{}", pattern.name);
            }
        }
    }

    #[test]
    fn a_flipped_board_has_black_at_the_bottom() {
        assert_eq!(corner(Square::A1, false), (14.0, 282.0));
        assert_eq!(corner(Square::A1, true), (294.0, 2.0));
        let board = Position::INITIAL.board();
        let svg = |flip| Diagram { board, drawing: None, flip }.svg();
        assert!(svg(false).contains("<use href=\"#wr\" x=\"14\" y=\"282\"/>"), "{}", svg(false));
        assert!(svg(true).contains("<use href=\"#wr\" x=\"294\" y=\"2\"/>"));
    }
}
