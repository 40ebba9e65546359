//! The counts of a summary.

use super::shown::{Importance, ShownFinding};
use crate::search::{GameChance, Pattern, Selection};
use serde::{Deserialize, Serialize};

/// Whether a chance is counted: one of its findings passes the filter.
pub(super) type Counted = bool;

/// The counts of a summary.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct SummaryCounts {
    /// The counts of each selected pattern.
    pub(super) rows: Vec<PatternCounts>,
    /// Missed defences; see [`GameChance::is_missed_defence`].
    pub(super) defences: u64,
    /// The most important findings, at most one per game.
    pub(super) findings: Vec<ShownFinding>,
}

/// The counts of a pattern. All except `games` count chances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct PatternCounts {
    pub(super) chances: u64,
    pub(super) games: u64,
    pub(super) played: u64,
    pub(super) not_played: u64,
    pub(super) opportunities: u64,
    /// Opportunities that were found.
    pub(super) found: u64,
    /// Opportunities that were missed; see [`GameChance::is_missed`].
    pub(super) missed: u64,
    /// Misses that win something by grade, the mildest first.
    pub(super) by_grade: [u64; 3],
    pub(super) by_side: [u64; 2],
}

impl PatternCounts {
    fn add_chance(&mut self, chance: &GameChance<Counted>) {
        let GameChance { played, is_opportunity, side, .. } = *chance;
        self.chances += 1;
        self.played += u64::from(played == Some(true));
        self.not_played += u64::from(played == Some(false));
        self.opportunities += u64::from(is_opportunity);
        self.found += u64::from(chance.is_found());
        self.missed += u64::from(chance.is_missed());
        if let Some(miss) = chance.miss().filter(|miss| miss.wins) {
            self.by_grade[miss.grade as usize] += 1;
        }
        self.by_side[usize::from(side.index())] += 1;
    }

    fn add(&mut self, other: &Self) {
        let Self { chances, games, played, not_played, opportunities, found, missed, .. } = other;
        self.chances += chances;
        self.games += games;
        self.played += played;
        self.not_played += not_played;
        self.opportunities += opportunities;
        self.found += found;
        self.missed += missed;
        self.by_grade.iter_mut().zip(other.by_grade).for_each(|(sum, count)| *sum += count);
        self.by_side.iter_mut().zip(other.by_side).for_each(|(sum, count)| *sum += count);
    }
}

impl SummaryCounts {
    /// The number of findings to show.
    const SHOWN: usize = 10;

    pub(super) fn none(selection: &Selection) -> Self {
        let rows = vec![PatternCounts::default(); selection.filter.patterns.len()];
        Self { rows, defences: 0, findings: Vec::new() }
    }

    /// Returns whether a finding would be among the most important so far. Callers use it to avoid formatting other
    /// findings.
    pub(super) fn would_keep(&self, importance: &Importance) -> bool {
        self.findings.get(Self::SHOWN - 1).is_none_or(|last| last.importance < *importance)
    }

    /// Keeps a finding if it is among the most important so far. Of equally important findings, the first ones stay.
    pub(super) fn keep(&mut self, finding: ShownFinding) {
        let index = self.findings.partition_point(|other| other.importance >= finding.importance);
        if index < Self::SHOWN {
            self.findings.truncate(Self::SHOWN - 1);
            self.findings.insert(index, finding);
        }
    }

    /// Counts the chances of a game. The rows are those of `patterns`.
    pub(super) fn add_game<'a>(
        &mut self,
        patterns: &[&Pattern],
        chances: impl Iterator<Item = &'a GameChance<Counted>>,
    ) {
        let mut in_game = vec![false; self.rows.len()];
        for chance in chances {
            let Some(row) = patterns.iter().position(|pattern| *pattern == chance.pattern) else { continue };
            self.rows[row].add_chance(chance);
            in_game[row] = true;
        }
        for (row, is_in_game) in self.rows.iter_mut().zip(in_game) {
            row.games += u64::from(is_in_game);
        }
    }

    /// Adds the counts of later games.
    pub(super) fn add(&mut self, other: Self) {
        self.rows.iter_mut().zip(&other.rows).for_each(|(row, other)| row.add(other));
        self.defences += other.defences;
        other.findings.into_iter().for_each(|finding| self.keep(finding));
    }
}
