//! Draws a random sample from the findings of a scan.

use super::collector::{Collecting, Collector, CollectorNeeds, CurrentGame, Found};
use super::engine::Scan;
use crate::search::{Sample, Selection, Thinning};
use std::collections::BinaryHeap;
use std::io;

impl Scan {
    /// Draws `size` findings from those that a selection selects. This reads all sources. The same seed draws the
    /// same sample.
    ///
    /// # Errors
    ///
    /// The errors of [`Scan::run`].
    pub fn sample(&self, selection: &Selection, size: usize, seed: u64) -> io::Result<Sample> {
        let sample = Sample { seed, highest: u64::MAX };
        let selection = Selection {
            thinning: Thinning { sample: Some(sample), ..selection.thinning },
            ..selection.clone()
        };
        let mut lowest = LowestRanks { ranks: BinaryHeap::new(), size };
        self.run(&Ranks { selection, sample, size }, |step| {
            step.output.into_iter().flat_map(|ranks| ranks.ranks).for_each(|rank| lowest.add(rank));
            Ok(())
        })?;
        // If there are fewer findings, the sample contains all of them.
        let highest =
            if lowest.ranks.len() < size { u64::MAX } else { lowest.ranks.peek().copied().unwrap_or(0) };
        Ok(Sample { seed, highest })
    }
}

/// Collects the lowest ranks of findings.
struct Ranks {
    selection: Selection,
    sample: Sample,
    size: usize,
}

/// A bounded set of the lowest ranks.
struct LowestRanks {
    ranks: BinaryHeap<u64>,
    size: usize,
}

impl LowestRanks {
    fn add(&mut self, rank: u64) {
        self.ranks.push(rank);
        if self.ranks.len() > self.size {
            self.ranks.pop();
        }
    }
}

impl Collector for Ranks {
    type Accumulator = LowestRanks;
    type Output = LowestRanks;

    fn accumulator(&self) -> LowestRanks {
        LowestRanks { ranks: BinaryHeap::new(), size: self.size }
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        let games = self.selection.game_needs();
        CollectorNeeds { games, ..CollectorNeeds::findings(&self.selection) }
    }

    fn found(&self, game: &CurrentGame<'_>, found: Found<'_>, collecting: &mut Collecting<'_, Self>) {
        let Found { position: found, findings } = found;
        for finding in findings {
            let rank = self.sample.rank(game.source, game.entry.number.get(), found.ply(), finding);
            collecting.accumulator.add(rank);
        }
    }

    fn finish(&self, ranks: LowestRanks) -> LowestRanks {
        ranks
    }
}
