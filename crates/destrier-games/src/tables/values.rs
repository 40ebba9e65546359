//! The values of positions, many at a time.

use super::builder::Builder;
use crate::chess::Positions;
use destrier::batch::{ABSENT, Kernel, Side, ValueColumns};
use destrier::king::Wing;
use std::ops::Range;

/// The values of a side, as the kernels write them.
#[derive(Default)]
pub(super) struct ValuesOfSide {
    /// In the order of [`ValuesOfSide::SETS`].
    sets: [Vec<u64>; 7],
    /// Lines, wing and index of the shield.
    bytes: [Vec<u8>; 3],
}

impl ValuesOfSide {
    const SETS: [&str; 7] = [
        "knight_attacks",
        "fork_squares",
        "forking_knights",
        "king_escapes",
        "passers",
        "uncatchable",
        "king_reach",
    ];

    pub(super) fn compute(&mut self, positions: &Positions, side: Side) {
        let length = positions.len();
        self.sets.iter_mut().for_each(|column| column.resize(length, 0));
        self.bytes.iter_mut().for_each(|column| column.resize(length, 0));
        let [attacks, forks, forking, escapes, passers, uncatchable, reach] =
            self.sets.each_mut().map(Vec::as_mut_slice);
        let [lines, wing, index] = self.bytes.each_mut().map(Vec::as_mut_slice);
        let columns = ValueColumns {
            knight_attacks: attacks,
            fork_squares: forks,
            forking_knights: forking,
            king_escapes: escapes,
            king_lines: lines,
            shield_wing: wing,
            shield_index: index,
            passers,
            uncatchable,
            king_reach: reach,
        };
        let mapped = Kernel::best().map(
            positions.boards(),
            columns,
            #[inline(always)]
            |board| board.values(side),
        );
        mapped.expect("columns of one length");
    }

    /// Appends a value of some of the positions.
    pub(super) fn append(&self, builder: &mut Builder, value: &str, range: Range<usize>) {
        let [lines, wing, index] = self.bytes.each_ref().map(|column| &column[range.clone()]);
        match (builder, value) {
            (Builder::Number(column), "king_lines") => {
                lines.iter().for_each(|&lines| column.append_value(lines.into()));
            }
            (Builder::Number(column), "shield_index") => {
                let index = index.iter().map(|&index| (index != ABSENT).then_some(index.into()));
                index.for_each(|index| column.append_option(index));
            }
            (Builder::Text(column), "shield_wing") => {
                let name = |wing| match wing {
                    0 => Some(Wing::King.name()),
                    1 => Some(Wing::Queen.name()),
                    _ => None,
                };
                wing.iter().for_each(|&wing| column.append_option(name(wing)));
            }
            (Builder::Set(column), set) => {
                let place = Self::SETS.iter().position(|name| *name == set).expect("a value that is a set");
                column.append_slice(&self.sets[place][range]);
            }
            (_, value) => unreachable!("{value} in a column of another type"),
        }
    }
}
