//! Exports and the list of them, from one text.

/// Functions `name [way of FORMULATIONS] (set, square < 64) { … }`. What is in brackets makes the first argument the index
/// of a formulation, whose function is bound to the name before `of`.
macro_rules! exports {
    (@ways) => { Vec::new() };
    (@ways $ways:expr) => { $ways.iter().map(|way| way.name).collect() };
    (@end) => { 0 };
    (@end $end:expr) => { $end };
    ($($name:ident $([$way:ident of $ways:expr])? ($($argument:ident $(< $end:expr)?),*) $body:block)*) => {
        $(
            #[unsafe(no_mangle)]
            extern "C" fn $name($($way: u64,)? $($argument: u64),*) -> u64 {
                $(let $way = $ways[$way as usize].compute;)?
                $body
            }
        )*

        pub(crate) const EXPORTS: &[$crate::Export] = &[$($crate::Export {
            name: stringify!($name),
            ways: || $crate::macros::exports!(@ways $($ways)?),
            arguments: &[$($crate::Argument {
                name: stringify!($argument),
                end: $crate::macros::exports!(@end $($end)?),
            }),*],
            native: |numbers| match *numbers {
                [$($way,)? $($argument),*] => $name($($way,)? $($argument),*),
                _ => panic!("{} takes other arguments than {numbers:?}", stringify!($name)),
            },
        }),*];
    };
}

pub(crate) use exports;
