//! The library's kernel of each value: what computes a whole column.

use destrier::batch::{self, Boards, LengthError, Side};

/// A function of columns.
type Map<T> = fn(Boards<'_>, Side, &mut [T]) -> Result<(), LengthError>;

/// The kernel of a value, by what it writes.
pub(super) enum Kernel {
    Sets(Map<u64>),
    /// With `ABSENT` where there is none.
    Numbers(Map<u8>),
}

macro_rules! kernels {
    ($($kind:ident: $($value:ident $(. $bits:ident)?),*;)*) => {
        impl Kernel {
            /// The kernel of the value with a name. Without one it can still be computed one by one.
            pub(super) fn of(name: &str) -> Option<Self> {
                match name {
                    $($(stringify!($value) => Some(Self::$kind(|boards, side, column| {
                        batch::Kernel::best().map(
                            boards,
                            column,
                            #[inline(always)]
                            |board| board.$value(side) $(. $bits())?,
                        )
                    })),)*)*
                    _ => None,
                }
            }
        }
    };
}

kernels! {
    Sets: knight_attacks, fork_squares, forking_knights, king_escapes, passers, uncatchable, king_reach;
    Numbers: king_lines.bits, shield_wing, shield_index;
}

#[cfg(test)]
mod tests {
    use super::*;
    use destrier::values::VALUES;

    #[test]
    fn every_value_has_its_kernel() {
        for value in VALUES {
            assert!(Kernel::of(value.name).is_some(), "{}", value.name);
        }
        assert!(Kernel::of("mobility").is_none());
    }
}
