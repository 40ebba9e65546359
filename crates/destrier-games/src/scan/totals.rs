//! What a scan counts.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// What a scan came through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Totals {
    /// Games that were asked for, damaged and skipped ones among them.
    pub games: u64,
    /// Games that were left out because of their tags.
    pub filtered: u64,
    /// Positions searched.
    pub positions: u64,
    /// Rows: findings, or positions where each has a row.
    pub rows: u64,
    /// Games that could be read only in part.
    pub damaged: u64,
    /// Games of other variants, which are not read.
    pub skipped: u64,
    /// Sources that could not be opened or read to their end.
    pub unreadable: u64,
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.filtered += other.filtered;
        self.positions += other.positions;
        self.rows += other.rows;
        self.damaged += other.damaged;
        self.skipped += other.skipped;
        self.unreadable += other.unreadable;
    }
}

/// Counts positions, and rows up to a limit.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    positions: u64,
    rows: u64,
    most_rows: u64,
}

impl Tally {
    /// Counts nothing yet; `rows` is the limit.
    pub(super) const fn of_at_most(rows: u64) -> Self {
        Self { positions: 0, rows: 0, most_rows: rows }
    }

    /// How many positions were counted.
    pub(super) const fn positions(&self) -> u64 {
        self.positions
    }

    /// How many rows were counted.
    pub(super) const fn rows(&self) -> u64 {
        self.rows
    }

    /// Whether as many rows were counted as the limit allows.
    pub(super) const fn is_full(&self) -> bool {
        self.rows >= self.most_rows
    }

    /// Counts no more rows from now on.
    pub(super) const fn end(&mut self) {
        self.most_rows = self.rows;
    }

    /// Counts positions.
    pub(super) const fn add_positions(&mut self, positions: usize) {
        self.positions += positions as u64;
    }

    /// Counts a row unless the limit is reached, and returns whether it was counted.
    pub const fn row(&mut self) -> bool {
        let is_counted = self.rows < self.most_rows;
        self.rows += is_counted as u64;
        is_counted
    }
}
