//! The marks of a picture. Each role has a color and a shape.

use super::style::{FONT, INK, SQUARE, number};
use super::text;
use crate::search::Role;
use std::fmt::Write as _;

/// Returns the color of a role: gray for the reason, otherwise from the palette of Okabe and Ito.
const fn color(role: Role) -> &'static str {
    match role {
        Role::Move => "#009e73",
        Role::Target => "#d55e00",
        Role::Place => "#0072b2",
        Role::Reason => "#4d4d4d",
    }
}

/// The opacity of the white between hatching lines. It makes the lines stand out from dark squares, too.
const HATCHING: f64 = 0.6;

/// Writes the definitions that marks use.
pub(super) fn define(svg: &mut String, roles: &[Role]) {
    if roles.contains(&Role::Place) {
        let color = color(Role::Place);
        let _ = writeln!(
            svg,
            "<pattern id=\"place\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"#ffffff\" fill-opacity=\"{HATCHING}\"/>\
             <rect width=\"1.8\" height=\"6\" fill=\"{color}\"/></pattern>"
        );
    }
}

/// Draws the mark of a square around its center: a ring, four corners, a hatching, or a dotted ring. A light outline
/// makes thin lines stand out from dark squares even without color.
pub(super) fn square(svg: &mut String, x: f64, y: f64, role: Role) {
    let color = color(role);
    let (cx, cy) = (number(x), number(y));
    let _ = match role {
        Role::Move => writeln!(
            svg,
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"16.8\" fill=\"{color}\" fill-opacity=\"0.2\" stroke=\"#ffffff\" \
             stroke-width=\"6\"/><circle cx=\"{cx}\" cy=\"{cy}\" r=\"16.8\" fill=\"none\" stroke=\"{color}\" \
             stroke-width=\"3.4\"/>"
        ),
        Role::Target => {
            let (l, r, t, b) = (x - 17.0, x + 17.0, y - 17.0, y + 17.0);
            let corners =
                [(l, t, 10.0, 10.0), (r, t, -10.0, 10.0), (r, b, -10.0, -10.0), (l, b, 10.0, -10.0)].map(
                    |(x, y, dx, dy)| {
                        format!("M{} {}V{}H{}", number(x), number(y + dy), number(y), number(x + dx))
                    },
                );
            writeln!(
                svg,
                "<path fill=\"none\" stroke=\"#ffffff\" stroke-width=\"6.4\" stroke-linecap=\"square\" d=\"{0}\"/>\
                 <path fill=\"none\" stroke=\"{color}\" stroke-width=\"3.8\" d=\"{0}\"/>",
                corners.concat()
            )
        }
        Role::Place => writeln!(
            svg,
            "<rect x=\"{0}\" y=\"{1}\" width=\"37\" height=\"37\" fill=\"none\" stroke=\"#ffffff\" \
             stroke-width=\"3\"/><rect x=\"{0}\" y=\"{1}\" width=\"37\" height=\"37\" fill=\"url(#place)\" \
             stroke=\"{color}\" stroke-width=\"2\"/>",
            number(x - 18.5),
            number(y - 18.5)
        ),
        // Twelve dots: dashes without length, with round caps.
        Role::Reason => writeln!(
            svg,
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"15.28\" fill=\"none\" stroke=\"{color}\" stroke-width=\"3.4\" \
             stroke-linecap=\"round\" stroke-dasharray=\"0 8\"/>"
        ),
    };
}

/// Draws an arrow from the center of a square to another: solid, dashed or dotted.
pub(super) fn arrow(svg: &mut String, from: (f64, f64), to: (f64, f64), role: Role) {
    const HEAD: f64 = 11.0;
    const HALF_HEAD: f64 = 6.5;
    let color = color(role);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    // Not `hypot`, whose result depends on the platform.
    let length = (dx * dx + dy * dy).sqrt();
    if length < SQUARE / 2.0 {
        return;
    }
    let (ux, uy) = (dx / length, dy / length);
    let tip = length - if role == Role::Target { 9.0 } else { 4.0 };
    let base = tip - HEAD;
    // Distances along the arrow and aside from it.
    let [start, end, head @ ..] =
        [(13.0, 0.0), (base + 1.0, 0.0), (tip, 0.0), (base, HALF_HEAD), (base, -HALF_HEAD)].map(
            |(distance, aside)| {
                let (x, y) = (from.0 + ux * distance - uy * aside, from.1 + uy * distance + ux * aside);
                format!("{} {}", number(x), number(y))
            },
        );
    let head = head.join("L");
    let dashes = match role {
        Role::Move | Role::Place | Role::Reason => "",
        Role::Target => " stroke-dasharray=\"7 3.5\"",
    };
    if role == Role::Reason {
        // Translucent, so that it does not hide marked squares.
        let _ = writeln!(
            svg,
            "<path fill=\"{color}\" d=\"M{head}Z\"/><path fill=\"none\" stroke=\"{color}\" stroke-width=\"2.2\" \
             d=\"M{start}L{end}\"/>"
        );
        return;
    }
    // A light outline separates it from the lines that it crosses.
    let _ = writeln!(
        svg,
        "<g opacity=\"0.92\"><path fill=\"none\" stroke=\"#ffffff\" stroke-width=\"6\" d=\"M{start}L{end}\"/>\
         <path fill=\"{color}\" stroke=\"#ffffff\" stroke-width=\"2.4\" paint-order=\"stroke\" d=\"M{head}Z\"/>\
         <path fill=\"none\" stroke=\"{color}\" stroke-width=\"3.8\"{dashes} d=\"M{start}L{end}\"/></g>"
    );
}

/// The upper corner of a badge at its coordinates.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Left,
    Right,
}

/// Draws a badge: a number in a dark box, with one of its upper corners at `x` and `y`.
pub(super) fn badge(svg: &mut String, x: f64, y: f64, text: &str, anchor: Anchor) {
    const HEIGHT: f64 = 12.0;
    let width = (text::width(text) * 8.5 + 6.0).max(HEIGHT);
    let left = match anchor {
        Anchor::Left => x,
        Anchor::Right => x - width,
    };
    let _ = writeln!(
        svg,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{HEIGHT}\" rx=\"4\" fill=\"{INK}\"/><text x=\"{}\" y=\"{}\" \
         font-family=\"{}\" font-size=\"8.5\" fill=\"#ffffff\" text-anchor=\"middle\">{text}</text>",
        number(left),
        number(y),
        number(width),
        number(left + width / 2.0),
        number(y + 9.1),
        FONT,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::style::{DARK, LIGHT};

    /// Returns the relative luminance of a color, as the Web Content Accessibility Guidelines define it.
    fn luminance(channels: [f64; 3]) -> f64 {
        let [r, g, b] =
            channels.map(|c| if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) });
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn channels(color: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0)
    }

    #[test]
    fn hatching_contrasts_with_every_square() {
        let line = luminance(channels(color(Role::Place)));
        for ground in [LIGHT, DARK] {
            let between = channels(ground).map(|channel| channel + (1.0 - channel) * HATCHING);
            assert!((luminance(between) + 0.05) / (line + 0.05) >= 3.0, "{ground}");
        }
    }

    #[test]
    fn arrow_to_same_square_draws_nothing() {
        let written = |to| {
            let mut svg = String::new();
            arrow(&mut svg, (20.0, 20.0), to, Role::Move);
            svg
        };
        assert_eq!(written((20.0, 20.0)), "");
        assert!(written((20.0, 20.0 + SQUARE)).contains("<path "));
    }
}
