//! Printing of names, and the errors of parsing them.

use crate::{Color, Direction, File, Line, Rank, Square, king};
use core::fmt;

macro_rules! names {
    ($($(#[$attribute:meta])* $type:ty: |$item:ident| $name:expr;)*) => {$(
        $(#[$attribute])*
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let $item = *self;
                f.pad($name)
            }
        }
    )*};
}

names! {
    Square: |square| square.name();
    /// Prints `a` to `h`.
    File: |file| ["a", "b", "c", "d", "e", "f", "g", "h"][usize::from(file)];
    /// Prints `1` to `8`.
    Rank: |rank| ["1", "2", "3", "4", "5", "6", "7", "8"][usize::from(rank)];
    Color: |color| color.name();
    Direction: |direction| direction.name();
    Line: |line| line.name();
    king::Wing: |wing| wing.name();
}

macro_rules! errors {
    ($($(#[$attribute:meta])* $error:ident: $text:literal;)*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $error;

        impl fmt::Display for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($text)
            }
        }

        impl core::error::Error for $error {}
    )*};
}

errors! {
    /// The error returned when a text is not the name of a square.
    ParseSquareError: "expected a file a-h and a rank 1-8, like `e4`";
    /// The error returned when a text is not `white` or `black`.
    ParseColorError: "expected `white` or `black`";
    /// The error returned when a text is not a set of squares.
    ParseBitboardError:
        "expected squares separated by commas (`c7,e8`), `0x` and up to 16 hexadecimal digits, `empty` or `full`";
}
