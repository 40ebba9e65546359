//! Board diagrams in SVG, with findings drawn on the board.
//!
//! A picture is self-contained: it needs no fonts, scripts or other files. Color and shape both tell the meaning of a
//! mark, so pictures work in black and white. The colors are the color-blind safe palette of Okabe and Ito. The text
//! below the board and the description say in words what the marks show.

mod diagram;
mod marks;
mod pieces;
mod style;
mod text;

pub use diagram::Diagram;

use crate::chess::Position;
use crate::search::{Drawing, Finding, Pattern, Role, value_words};
use destrier::king::LineSet;
use destrier::registry::{Definition, Value, ValueKind};
use destrier::{Bitboard, Board, Color, Square};
use std::fmt::Write as _;
use style::{BOARD, DARK, FONT, INK, LIGHT, SQUARE, number};
use text::{escaped, pieces_in_words, wrapped};

/// A position and its annotations.
///
/// ```
/// use destrier_games::picture::{Picture, Shown};
/// use destrier_games::{Position, find};
///
/// let position: Position = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1".parse()?;
/// let finding = &find(&position, None)[0];
/// let picture = Picture::new(position.board(), &position.fen()).show(Shown::finding(finding, &position));
/// let svg = picture.svg();
/// assert!(svg.starts_with("<svg ") && svg.contains("Nc7+ forks king e8 and rook a8."));
/// # Ok::<(), destrier_games::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    /// The pieces and the side to move. The position need not be legal.
    pub board: Board,
    /// The position as text, which is written below the board.
    pub fen: String,
    /// The items drawn on the board and described below it.
    pub shown: Vec<Shown>,
    /// Further lines of text.
    pub notes: Vec<String>,
    /// Whether Black is at the bottom.
    pub flip: bool,
    /// The width in pixels. The height depends on the text.
    pub size: u32,
}

/// An item that a picture shows.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The name.
    pub name: String,
    /// The description.
    pub words: String,
    /// The drawing.
    pub drawing: Drawing,
    /// The pattern of the finding, if any. It determines the labels of roles.
    pub pattern: Option<&'static Pattern>,
}

impl Shown {
    /// Creates an item for a finding, named after its pattern.
    #[must_use]
    pub fn finding(finding: &Finding, position: &Position) -> Self {
        Self {
            name: finding.pattern.name.to_owned(),
            words: finding.explain(position),
            drawing: finding.drawing(position),
            pattern: Some(finding.pattern),
        }
    }

    /// Creates an item for a value of a side, which marks its squares.
    #[must_use]
    pub fn value(value: &Definition, board: &Board, side: Color) -> Self {
        let squares = match (value.get)(board, side) {
            Value::Set(set) => set,
            Value::Number(Some(number)) if value.kind == ValueKind::Lines => {
                LineSet::from_bits(number).map_or(Bitboard::EMPTY, |lines| on_lines(lines, board, side))
            }
            Value::Number(_) => Bitboard::EMPTY,
        };
        Self {
            name: format!("{} of {}", value.name, side.title()),
            words: format!("{}.", value_words(value, board, side)),
            drawing: Drawing::default().mark(squares, Role::Place),
            pattern: None,
        }
    }

    fn label(&self, role: Role) -> &'static str {
        self.pattern.map_or(role.label(), |pattern| pattern.label(role))
    }
}

/// Returns the squares of a king's lines, or none if all lines are open.
fn on_lines(lines: LineSet, board: &Board, side: Color) -> Bitboard {
    match board.king(side) {
        Some(king) if lines.into_iter().len() < 4 => {
            lines.into_iter().fold(Bitboard::EMPTY, |all, line| all | line.through(king))
        }
        _ => Bitboard::EMPTY,
    }
}

/// Returns the roles that appear in drawings, in order, with their labels. A role with more than two labels gets its
/// general one.
#[must_use]
pub fn key(shown: &[Shown]) -> Vec<(Role, String)> {
    let roles = Role::ALL.into_iter().filter_map(|role| {
        let mut labels = Vec::new();
        for label in shown.iter().filter(|shown| shown.drawing.has(role)).map(|shown| shown.label(role)) {
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        match labels.len() {
            0 => None,
            1 | 2 => Some((role, labels.join(" or "))),
            _ => Some((role, role.label().to_owned())),
        }
    });
    roles.collect()
}

/// Returns the numbers, from 1, of the items to write at a square.
///
/// An item is about a set of squares. A square gets numbers if it is the only square of an item, or if several items
/// share it. There are no numbers for a single item.
#[must_use]
pub fn numbers(shown: &[Shown], square: Square) -> Vec<usize> {
    let about: Vec<(usize, Bitboard)> = (1..)
        .zip(shown.iter().map(|shown| shown.drawing.about()))
        .filter(|(_, about)| about.contains(square))
        .collect();
    let is_told = shown.len() > 1 && (about.len() > 1 || about.iter().any(|(_, about)| about.len() == 1));
    if is_told { about.into_iter().map(|(number, _)| number).collect() } else { Vec::new() }
}

/// The upper left corner of the board.
const LEFT: f64 = 22.0;
const TOP: f64 = 10.0;
/// The width of the picture.
const WIDTH: f64 = LEFT + BOARD + 14.0;
/// The sizes of the text below the board.
const TEXT_SIZE: f64 = 9.5;
const LINE: f64 = 13.5;

impl Picture {
    /// The default width.
    pub const SIZE: u32 = 480;
    /// The allowed widths.
    pub const SIZES: std::ops::RangeInclusive<u32> = 100..=4000;

    /// Creates a picture of a board without items, in the default size, with White at the bottom.
    #[must_use]
    pub fn new(board: Board, fen: &str) -> Self {
        Self {
            board,
            fen: fen.to_owned(),
            shown: Vec::new(),
            notes: Vec::new(),
            flip: false,
            size: Self::SIZE,
        }
    }

    /// Adds an item.
    #[must_use]
    pub fn show(mut self, shown: Shown) -> Self {
        self.shown.push(shown);
        self
    }

    /// Keeps only the first 24 items, because readers could not tell more apart. Adds a note about the others.
    pub fn limit(&mut self) {
        const MAX: usize = 24;
        if self.shown.len() > MAX {
            self.notes.push(format!("And {} more, which are not drawn.", self.shown.len() - MAX));
            self.shown.truncate(MAX);
        }
    }

    /// Returns the picture as SVG. Equal pictures give equal bytes.
    #[must_use]
    pub fn svg(&self) -> String {
        let below = self.below();
        let height = below.bottom;
        let mut svg = String::new();
        let pixels = f64::from(self.size);
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\">",
            self.size,
            number((pixels * height / WIDTH).round()),
            number(WIDTH),
            number(height),
        );
        let _ = writeln!(svg, "<title>{}</title>", escaped(&self.title()));
        let _ = writeln!(svg, "<desc>{}</desc>", escaped(&self.description()));
        svg.push_str("<defs>\n");
        pieces::define(&mut svg, &self.board);
        marks::define(&mut svg, &key(&self.shown).iter().map(|(role, _)| *role).collect::<Vec<_>>());
        svg.push_str("</defs>\n");
        let _ = writeln!(
            svg,
            "<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>",
            number(WIDTH),
            number(height)
        );
        self.write_squares(&mut svg);
        // Faintest marks first. Each mark is drawn once, even if several findings share it.
        for role in [Role::Place, Role::Reason, Role::Target, Role::Move] {
            let sets = self.shown.iter().map(|shown| shown.drawing.squares_of(role));
            for square in sets.fold(Bitboard::EMPTY, |all, set| all | set) {
                let (x, y) = self.center(square);
                marks::square(&mut svg, x, y, role);
            }
        }
        for square in self.board.occupied() {
            let (x, y) = self.center(square);
            pieces::place(&mut svg, &self.board, square, x - SQUARE / 2.0, y - SQUARE / 2.0);
        }
        // The move comes last, on top of its consequences.
        for role in Role::ALL.into_iter().rev() {
            let mut drawn = Vec::new();
            for arrow in self.shown.iter().flat_map(|shown| &shown.drawing.arrows) {
                if arrow.role == role && !drawn.contains(arrow) {
                    marks::arrow(&mut svg, self.center(arrow.from), self.center(arrow.to), role);
                    drawn.push(*arrow);
                }
            }
        }
        self.write_numbers(&mut svg);
        svg.push_str(&below.svg);
        svg.push_str("</svg>\n");
        svg
    }

    fn turn(&self) -> String {
        format!("{} to move", self.board.turn().title())
    }

    fn title(&self) -> String {
        format!("Chess position, {}: {}", self.turn(), self.fen)
    }

    /// Returns the content of the picture in words, for screen readers.
    fn description(&self) -> String {
        let mut text = pieces_in_words(&self.board);
        for shown in &self.shown {
            let _ = write!(text, "{}: {} ", shown.name, shown.words);
        }
        for note in &self.notes {
            let _ = write!(text, "{note} ");
        }
        text.trim_end().to_owned()
    }

    fn center(&self, square: Square) -> (f64, f64) {
        let (file, rank) = (f64::from(square.file().index()), f64::from(square.rank().index()));
        let (column, row) = if self.flip { (7.0 - file, rank) } else { (file, 7.0 - rank) };
        (LEFT + (column + 0.5) * SQUARE, TOP + (row + 0.5) * SQUARE)
    }

    /// Writes the empty board with the names of files and ranks.
    fn write_squares(&self, svg: &mut String) {
        let _ = writeln!(
            svg,
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{BOARD}\" height=\"{BOARD}\" fill=\"{LIGHT}\"/>"
        );
        let dark = (!Bitboard::LIGHT_SQUARES).iter().map(|square| {
            let (x, y) = self.center(square);
            format!("M{} {}h40v40h-40z", number(x - SQUARE / 2.0), number(y - SQUARE / 2.0))
        });
        let _ = writeln!(svg, "<path fill=\"{DARK}\" d=\"{}\"/>", dark.collect::<String>());
        let _ = writeln!(
            svg,
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{BOARD}\" height=\"{BOARD}\" fill=\"none\" stroke=\"{INK}\"/>"
        );
        let _ = writeln!(
            svg,
            "<g font-family=\"{FONT}\" font-size=\"10\" fill=\"{INK}\" text-anchor=\"middle\">"
        );
        for i in 0..8 {
            let Some(square) = Square::from_index(i * 9) else { continue };
            let (x, y) = self.center(square);
            let name = square.name();
            let bottom = number(TOP + BOARD + 12.0);
            let _ = writeln!(svg, "<text x=\"{}\" y=\"{bottom}\">{}</text>", number(x), &name[..1]);
            let left = number(LEFT - 10.0);
            let _ = writeln!(svg, "<text x=\"{left}\" y=\"{}\">{}</text>", number(y + 3.6), &name[1..]);
        }
        svg.push_str("</g>\n");
    }

    /// Writes the numbers of items at their squares.
    fn write_numbers(&self, svg: &mut String) {
        for square in Square::ALL {
            let numbers: Vec<String> = numbers(&self.shown, square).iter().map(usize::to_string).collect();
            if !numbers.is_empty() {
                let (x, y) = self.center(square);
                let text = if numbers.len() > 3 {
                    format!("{} ...", numbers[..2].join(" "))
                } else {
                    numbers.join(" ")
                };
                marks::badge(svg, x + SQUARE / 2.0, y - SQUARE / 2.0, &text, marks::Anchor::Right);
            }
        }
    }

    /// Writes the text below the board: side to move, key, descriptions, notes and the position.
    fn below(&self) -> Below {
        let mut below = Below { svg: String::new(), bottom: TOP + BOARD + 31.0 };
        let fill = if self.board.turn().is_white() { "#ffffff" } else { INK };
        let _ = writeln!(
            below.svg,
            "<g font-family=\"{FONT}\" font-size=\"{TEXT_SIZE}\" fill=\"{INK}\">\n<circle cx=\"{}\" cy=\"{}\" r=\"4\" \
             fill=\"{fill}\" stroke=\"{INK}\"/>",
            number(LEFT + 5.0),
            number(below.bottom - 3.4),
        );
        below.line(LEFT + 13.0, &self.turn());
        self.write_key(&mut below);
        below.bottom += LINE;
        for (i, shown) in self.shown.iter().enumerate() {
            below.bottom += 4.0;
            let indent = if self.shown.len() > 1 { 18.0 } else { 0.0 };
            if self.shown.len() > 1 {
                let baseline = below.bottom - 9.8;
                let number = (i + 1).to_string();
                marks::badge(&mut below.svg, LEFT, baseline, &number, marks::Anchor::Left);
            }
            let text = format!("{}: {}", shown.name, shown.words);
            for line in wrapped(&text, (BOARD - indent) / TEXT_SIZE) {
                below.line(LEFT + indent, &line);
                below.bottom += LINE;
            }
        }
        for note in &self.notes {
            below.bottom += 4.0;
            for line in wrapped(note, BOARD / TEXT_SIZE) {
                below.line(LEFT, &line);
                below.bottom += LINE;
            }
        }
        below.bottom += 2.0;
        let _ = writeln!(below.svg, "<g font-size=\"7.5\" fill=\"#55504a\">");
        for line in wrapped(&self.fen, BOARD / 7.5) {
            below.line(LEFT, &line);
            below.bottom += 10.0;
        }
        below.svg.push_str("</g>\n</g>\n");
        below
    }

    /// Writes a sample of each mark with its meaning, at the right end of the line or on a line of its own.
    fn write_key(&self, below: &mut Below) {
        const SAMPLE: f64 = 13.0;
        const SPACE: f64 = 18.0;
        let key = key(&self.shown);
        let needed: f64 = key.iter().map(|(_, label)| SPACE + SAMPLE + text::width(label) * TEXT_SIZE).sum();
        if needed + text::width(&self.turn()) * TEXT_SIZE > BOARD {
            below.bottom += LINE + 5.0;
        }
        let mut x = LEFT + BOARD;
        for (role, label) in key.into_iter().rev() {
            x -= text::width(&label) * TEXT_SIZE;
            below.line(x, &label);
            x -= SAMPLE;
            let _ = writeln!(
                below.svg,
                "<g transform=\"translate({} {}) scale(0.42)\">",
                number(x + 2.0),
                number(below.bottom - 3.4)
            );
            marks::square(&mut below.svg, 0.0, 0.0, role);
            below.svg.push_str("</g>\n");
            x -= SPACE;
        }
    }
}

/// The text below the board, and its lower end.
struct Below {
    svg: String,
    bottom: f64,
}

impl Below {
    /// Writes text that begins at `x` on the current line.
    fn line(&mut self, x: f64, text: &str) {
        let (x, y) = (number(x), number(self.bottom));
        let _ = writeln!(self.svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{PATTERNS, find};

    /// Returns a picture with all findings of a position.
    fn picture(fen: &str) -> Picture {
        let position: Position = fen.parse().unwrap();
        let mut picture = Picture::new(position.board(), fen);
        for finding in find(&position, None) {
            picture.shown.push(Shown::finding(&finding, &position));
        }
        picture
    }

    /// Returns whether all tags are closed in order. Supports only the XML that pictures use.
    fn is_nested(svg: &str) -> bool {
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1).filter_map(|text| text.split('>').next()) {
            let name = tag.trim_start_matches('/').split_whitespace().next().unwrap_or_default();
            match (tag.starts_with('/'), tag.ends_with('/')) {
                (true, _) if open.pop() != Some(name) => return false,
                (true, _) | (_, true) => {}
                (false, false) => open.push(name),
            }
        }
        open.is_empty()
    }

    #[test]
    fn pictures_are_well_formed() {
        for pattern in PATTERNS {
            let mut picture = picture(pattern.example);
            picture.notes.push("<&>".to_owned());
            let svg = picture.svg();
            assert!(is_nested(&svg), "{svg}");
            assert!(svg.contains(">&lt;&amp;&gt;</text>"));
            assert_eq!(picture.svg(), svg);
        }
        assert!(!is_nested("<a><b></a></b>") && !is_nested("<a>"), "this test can fail");
    }

    #[test]
    fn numbers_need_several_items() {
        let fork = picture(PATTERNS[0].example);
        let badges = |picture: &Picture| picture.svg().matches("rx=\"4\"").count();
        assert_eq!(badges(&fork), 0);
        let twice = fork.clone().show(fork.shown[0].clone());
        // One for the shared square, one for each description.
        assert_eq!(badges(&twice), 3);
        // A mark that two findings share is drawn once.
        let rings = |picture: &Picture| picture.svg().matches("r=\"16.8\"").count();
        assert_eq!(rings(&twice), rings(&fork));
    }

    /// Creates an item for a set of squares.
    fn set(squares: &str) -> Shown {
        let drawing = Drawing::default().mark(squares.parse().unwrap(), Role::Place);
        Shown { name: "set".to_owned(), words: String::new(), drawing, pattern: None }
    }

    #[test]
    fn numbers_overlapping_sets() {
        let shown = [set("a1,b1"), set("b1,c1"), set("d1")];
        let of = |square| numbers(&shown, square);
        assert_eq!(
            [Square::A1, Square::B1, Square::C1, Square::D1].map(of),
            [vec![], vec![1, 2], vec![], vec![3]]
        );
        assert!(numbers(&shown[..1], Square::A1).is_empty() && numbers(&shown[2..], Square::D1).is_empty());
    }

    #[test]
    fn abbreviates_more_than_three_numbers() {
        let written = |sets| {
            let mut picture = Picture::new(Position::INITIAL.board(), "");
            picture.shown = vec![set("a4"); sets];
            picture.svg()
        };
        assert!(written(2).contains(">1 2</text>") && written(3).contains(">1 2 3</text>"));
        assert!(written(4).contains(">1 2 ...</text>") && written(5).contains(">1 2 ...</text>"));
    }

    #[test]
    fn no_line_is_wider_than_board() {
        let mut picture = picture(PATTERNS[0].example);
        picture.shown[0].words = "word ".repeat(100);
        picture.notes.push("note ".repeat(100));
        picture.fen = "fen ".repeat(100);
        let svg = picture.svg();
        let texts = svg.split("<text ").filter_map(|text| text.split(['<', '>']).nth(1));
        let texts: Vec<&str> = texts.collect();
        for (word, size) in [("word word", TEXT_SIZE), ("note note", TEXT_SIZE), ("fen fen", 7.5)] {
            let lines: Vec<_> = texts.iter().filter(|text| text.contains(word)).collect();
            assert!((4..50).contains(&lines.len()), "{lines:?}");
            assert!(lines.iter().all(|line| text::width(line) * size <= BOARD), "{lines:?}");
        }
    }

    #[test]
    fn key_names_marks() {
        let labels = |fens: &[&str]| {
            let shown: Vec<Shown> = fens.iter().flat_map(|fen| picture(fen).shown).collect();
            key(&shown).into_iter().map(|(_, label)| label).collect::<Vec<_>>().join("; ")
        };
        let [fork, forking, smothered, check, passer] = PATTERNS.map(|pattern| pattern.example);
        assert_eq!(labels(&[fork]), "the move; attacked");
        assert_eq!(labels(&[forking]), "attacked; the knight");
        assert_eq!(labels(&[check]), "the move; attacked; line and escapes");
        assert_eq!(labels(&[passer]), "the pawn; its path");
        assert_eq!(labels(&[smothered, passer]), "the move; attacked; the pawn; the wall or its path");
        assert_eq!(labels(&[smothered, passer, check]), "the move; attacked; the pawn; the reason");
    }
}
