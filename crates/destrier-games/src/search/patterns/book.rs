//! The pattern book: patterns in the pattern language that come with the library.

use super::text;
use crate::search::language;
use crate::search::pattern::Pattern;
use std::sync::LazyLock;

/// Includes the files of some names.
macro_rules! files {
    ($($name:literal)*) => {
        [$(include_str!(concat!("../../../patterns/", $name, ".pattern"))),*]
    };
}

/// The files of the book, in the order in which they are listed: tactics, mates by name, and structure.
const BOOK: [&str; 40] = files! {
    "fork"
    "pin"
    "skewer"
    "skewer-won"
    "discovered-attack"
    "discovered-check"
    "double-check"
    "hanging-piece"
    "x-ray"
    "trapped-piece"
    "removed-defender"
    "overloaded"
    "back-rank-mate"
    "greek-gift"
    "exchange-sacrifice"
    "underpromotion"

    "smothered"
    "anastasia"
    "arabian"
    "boden"
    "double-bishop"
    "dovetail"
    "epaulette"
    "hook"
    "kill-box"
    "opera"
    "pillsbury"
    "swallowtail"
    "vukovic"
    "corner"
    "morphy"
    "blind-swine"

    "isolated-queen-pawn"
    "three-passers"
    "rooks-on-the-seventh"
    "bishop-pair"
    "opposite-bishops"
    "doubled-pawns"
    "hanging-pawns"
    "outpost"
};

impl Pattern {
    /// Returns the patterns of the pattern book.
    #[must_use]
    pub fn book() -> &'static [&'static Self] {
        static PATTERNS: LazyLock<Vec<&'static Pattern>> = LazyLock::new(|| {
            let files = BOOK.iter().map(|file| text::read("", file, || language::parse_unchecked(file)));
            files.flat_map(|patterns| patterns.expect("the book is right")).collect()
        });
        &PATTERNS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_of_the_book_are_right() {
        for file in BOOK {
            language::parse(file).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}
