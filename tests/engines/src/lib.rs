//! Recipes for engines that use the bitboards of another library. Copy the functions above the tests.
//!
//! Both libraries number squares as Destrier does, a1 as bit 0 and h8 as bit 63, so bitboards convert without work. Their
//! boards are consistent, so the conversion does not check them.

#[cfg(test)]
mod with_cozy_chess;
#[cfg(test)]
mod with_shakmaty;
