//! Pictures as PNG.

use crate::failure::Failure;
use destrier_games::picture::Picture;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::{Document, Node};
use resvg::usvg::{Options, Tree};
use std::fmt::{Display, Write as _};
use ttf_parser::{Face, OutlineBuilder};

/// The only font. With system fonts, pictures would differ between machines.
const FONT: &[u8] = include_bytes!("font/DejaVuSans-ascii.ttf");

/// Renders the picture.
pub(super) fn png(picture: &Picture) -> Result<Vec<u8>, Failure> {
    let svg = with_outlines(&picture.svg()).map_err(failed)?;
    let tree = Tree::from_str(&svg, &Options::default()).map_err(failed)?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(|| failed("too large"))?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels.encode_png().map_err(failed)
}

fn failed(error: impl Display) -> Failure {
    Failure::refused(format!("cannot render the picture: {error}"))
}

/// Replaces each text with its outlines. We don't let resvg shape text, because pictures need neither ligatures nor
/// other scripts, and the libraries for them take long to build.
fn with_outlines(svg: &str) -> Result<String, Box<dyn std::error::Error>> {
    let (document, font) = (Document::parse(svg)?, Face::parse(FONT, 0)?);
    let mut outlined = String::with_capacity(2 * svg.len());
    let mut written = 0;
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        outlined.push_str(&svg[written..text.range().start]);
        let _ =
            write!(outlined, "<path fill=\"{}\" d=\"{}\"/>", inherited(text, "fill"), outlines(text, &font));
        written = text.range().end;
    }
    outlined.push_str(&svg[written..]);
    Ok(outlined)
}

/// Returns the value of an attribute of a node or its nearest ancestor that has it.
fn inherited<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    node.ancestors().find_map(|node| node.attribute(name)).unwrap_or_default()
}

/// Returns the outlines of a text as the data of a path.
fn outlines(text: Node<'_, '_>, font: &Face<'_>) -> String {
    let number = |name: &str| inherited(text, name).parse().unwrap_or(0.0);
    let scale = number("font-size") / f32::from(font.units_per_em());
    // A missing character becomes the first glyph, a box.
    let glyphs = text.text().unwrap_or_default().chars().map(|c| font.glyph_index(c).unwrap_or_default());
    let glyphs: Vec<_> =
        glyphs.map(|glyph| (glyph, scale * f32::from(font.glyph_hor_advance(glyph).unwrap_or(0)))).collect();
    let mut path = Path { data: String::new(), x: number("x"), y: number("y"), scale };
    if inherited(text, "text-anchor") == "middle" {
        path.x -= glyphs.iter().map(|(_, advance)| advance).sum::<f32>() / 2.0;
    }
    for (glyph, advance) in glyphs {
        font.outline_glyph(glyph, &mut path);
        path.x += advance;
    }
    path.data
}

/// The data of a path. Glyphs go upwards from their origin at `x` and `y`.
struct Path {
    data: String,
    x: f32,
    y: f32,
    scale: f32,
}

impl Path {
    fn add(&mut self, command: char, points: &[(f32, f32)]) {
        self.data.push(command);
        for (x, y) in points {
            let _ = write!(self.data, "{} {} ", self.x + x * self.scale, self.y - y * self.scale);
        }
    }
}

impl OutlineBuilder for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.data.push('Z');
    }
}
