//! A macro that defines exported functions and their list.

/// Defines functions of the form `name [formulation of FORMULATIONS] (set, square < 64) { … }`.
///
/// With the part in brackets, the first argument is the index of a formulation, and the name before `of` is bound to
/// the formulation's function.
macro_rules! exports {
    (@formulations) => { Vec::new() };
    (@formulations $list:expr) => { $list.iter().map(|formulation| formulation.name).collect() };
    (@list) => { None };
    (@list $list:expr) => { Some(stringify!($list)) };
    (@end) => { 0 };
    (@end $end:expr) => { $end };
    ($(
        $name:ident $([$formulation:ident of $list:expr])? ($($argument:ident $(< $end:expr)?),*) $body:block
    )*) => {
        $(
            #[unsafe(no_mangle)]
            extern "C" fn $name($($formulation: u64,)? $($argument: u64),*) -> u64 {
                $(let $formulation = $list[$formulation as usize].compute;)?
                $body
            }
        )*

        pub(crate) const EXPORTS: &[$crate::export::Export] = &[$($crate::export::Export {
            name: stringify!($name),
            formulations: || $crate::macros::exports!(@formulations $($list)?),
            list: $crate::macros::exports!(@list $($list)?),
            arguments: &[$($crate::export::Argument {
                name: stringify!($argument),
                end: $crate::macros::exports!(@end $($end)?),
            }),*],
            native: |numbers| match *numbers {
                [$($formulation,)? $($argument),*] => $name($($formulation,)? $($argument),*),
                _ => panic!("{}: wrong arguments {numbers:?}", stringify!($name)),
            },
        }),*];
    };
}

pub(crate) use exports;
