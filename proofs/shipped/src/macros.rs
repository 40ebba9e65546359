//! Exports and the list of them, from one text.

/// Functions `name [formulation of FORMULATIONS] (set, square < 64) { … }`. What is in brackets makes the first argument the index
/// of a formulation, whose function is bound to the name before `of`.
macro_rules! exports {
    (@formulations) => { Vec::new() };
    (@formulations $formulations:expr) => { $formulations.iter().map(|formulation| formulation.name).collect() };
    (@end) => { 0 };
    (@end $end:expr) => { $end };
    ($($name:ident $([$formulation:ident of $formulations:expr])? ($($argument:ident $(< $end:expr)?),*) $body:block)*) => {
        $(
            #[unsafe(no_mangle)]
            extern "C" fn $name($($formulation: u64,)? $($argument: u64),*) -> u64 {
                $(let $formulation = $formulations[$formulation as usize].compute;)?
                $body
            }
        )*

        pub(crate) const EXPORTS: &[$crate::Export] = &[$($crate::Export {
            name: stringify!($name),
            formulations: || $crate::macros::exports!(@formulations $($formulations)?),
            arguments: &[$($crate::Argument {
                name: stringify!($argument),
                end: $crate::macros::exports!(@end $($end)?),
            }),*],
            native: |numbers| match *numbers {
                [$($formulation,)? $($argument),*] => $name($($formulation,)? $($argument),*),
                _ => panic!("{} takes other arguments than {numbers:?}", stringify!($name)),
            },
        }),*];
    };
}

pub(crate) use exports;
