//! The pattern language: patterns as text.
//!
//! A file of patterns is read into programs: flat lists of nodes over sets of squares. A program is evaluated on a board
//! that is turned so that the side with the pattern is White. Conditions on the position alone come before moves are
//! generated, then those on the square that a piece leaves, and cheap conditions before others. Moves are generated only
//! to squares that the conditions admit.

mod attacks;
mod checks;
mod columns;
mod error;
mod evaluate;
mod example;
mod expressions;
mod find;
mod game_moves;
mod lexer;
mod moment;
mod narrow;
mod nodes;
mod parser;
mod program;
#[cfg(test)]
mod tests;
mod view;
mod weaken;
mod words;

pub use error::PatternError;
pub(crate) use evaluate::Memory;
pub(crate) use moment::{Moment, Occasion};
pub(crate) use parser::ParsedPattern;

/// Returns the words of the language, except squares.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    words::all()
}

/// Reads the patterns of a file and checks their examples.
pub(crate) fn parse(text: &str) -> Result<Vec<ParsedPattern>, PatternError> {
    let patterns = parser::parse(text)?;
    check(&patterns, text)?;
    Ok(patterns)
}

/// Reads a pattern that begins with `move` or `standing`, and checks its examples.
pub(crate) fn parse_body(text: &str, name: &str) -> Result<ParsedPattern, PatternError> {
    let pattern = parser::parse_body(text, name)?;
    check(std::slice::from_ref(&pattern), text)?;
    Ok(pattern)
}

/// Reads the patterns of a file whose examples are known to be right.
pub(crate) fn parse_unchecked(text: &str) -> Result<Vec<ParsedPattern>, PatternError> {
    parser::parse(text)
}

fn check(patterns: &[ParsedPattern], text: &str) -> Result<(), PatternError> {
    patterns.iter().try_for_each(|pattern| {
        pattern.examples.iter().try_for_each(|example| example.check(&pattern.name, &pattern.program, text))
    })
}
