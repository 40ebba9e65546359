//! The counts of a scan.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// The counts of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Totals {
    /// Games that pass the filter, including damaged and skipped ones.
    pub games: u64,
    /// Games that the filter excludes by their tags.
    pub filtered: u64,
    /// Positions searched.
    pub positions: u64,
    /// Rows: findings, or positions if each position is a row.
    pub rows: u64,
    /// Games that are only partly readable.
    pub damaged: u64,
    /// Games of unsupported variants.
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
    pub(super) positions: u64,
    pub(super) rows: u64,
    most_rows: u64,
}

impl Tally {
    /// Creates a tally with a row limit.
    pub(super) const fn of_at_most(rows: u64) -> Self {
        Self { positions: 0, rows: 0, most_rows: rows }
    }

    /// Returns whether the row limit is reached.
    pub(super) const fn is_full(&self) -> bool {
        self.rows >= self.most_rows
    }

    /// Sets the limit to the current number of rows.
    pub(super) const fn end(&mut self) {
        self.most_rows = self.rows;
    }

    /// Adds positions.
    pub(super) const fn add_positions(&mut self, positions: usize) {
        self.positions += positions as u64;
    }

    /// Counts a row unless the limit is reached. Returns whether it was counted.
    pub const fn row(&mut self) -> bool {
        let is_counted = self.rows < self.most_rows;
        self.rows += is_counted as u64;
        is_counted
    }
}
