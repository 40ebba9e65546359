//! Printing of names.

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
