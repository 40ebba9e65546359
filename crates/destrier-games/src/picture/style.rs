//! Definitions shared by all parts of a picture.

use crate::formats::decimal;

/// The width of a square, the base of all measures.
pub(super) const SQUARE: f64 = 40.0;

/// The width of a board.
pub(super) const BOARD: f64 = 8.0 * SQUARE;

pub(super) const LIGHT: &str = "#f0ebe1";
pub(super) const DARK: &str = "#c9bda8";
pub(super) const INK: &str = "#24201c";
pub(super) const FONT: &str = "DejaVu Sans, Verdana, sans-serif";

/// Formats a number with at most two decimals.
pub(super) fn number(number: f64) -> String {
    let text = decimal::hundredths(number);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
