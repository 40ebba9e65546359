//! The errors of parsing.

use core::fmt;

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
