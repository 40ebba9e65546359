//! Pictures as PNG.

use crate::failure::Failure;
use destrier_games::picture::Picture;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The only font. With system fonts, pictures would differ between machines.
const FONT: &[u8] = include_bytes!("font/DejaVuSans-ascii.ttf");

/// Renders the picture.
pub(super) fn png(picture: &Picture) -> Result<Vec<u8>, Failure> {
    let failed =
        |error: &dyn std::fmt::Display| Failure::refused(format!("cannot render the picture: {error}"));
    let mut options = Options { font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    options.fontdb_mut().load_font_data(FONT.to_vec());
    let tree = Tree::from_str(&picture.svg(), &options).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(|| failed(&"too large"))?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}
