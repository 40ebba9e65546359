//! Draws a random sample from the findings of a scan.

use super::collector::{Collecting, Collector, CollectorNeeds, CurrentGame, Found};
use super::engine::Scan;
use crate::search::{Sample, Selection, Thinning};
use std::collections::BinaryHeap;
use std::io;

/// How many findings to draw for each that is wanted, before they are judged. Few pass.
const DRAWN: usize = 16;

/// The most findings to draw before they are judged.
const MAX_DRAWN: usize = 1 << 20;

impl Scan {
    /// Draws `size` findings from those that a selection selects. This reads all sources, some of them several times. The
    /// same seed draws the same sample.
    ///
    /// Only few findings are judged: those with the lowest ranks, and more if too few of them pass. With
    /// [`Thinning::one_per`], all are, because this decides which findings represent their chances.
    ///
    /// # Errors
    ///
    /// The errors of [`Scan::run`].
    pub fn sample(&self, selection: &Selection, size: usize, seed: u64) -> io::Result<Sample> {
        let is_judged = selection.judging.is_some() || selection.unique;
        if is_judged && selection.thinning.one_per.is_none() {
            let unjudged = Selection { judging: None, unique: false, ..selection.clone() };
            let mut drawn = size.saturating_mul(DRAWN);
            while drawn <= MAX_DRAWN {
                let among = self.draw(&unjudged, drawn, Sample { seed, highest: u64::MAX })?;
                let sample = self.draw(selection, size, among)?;
                if sample.highest < u64::MAX {
                    return Ok(sample);
                }
                // All were judged.
                if among.highest == u64::MAX {
                    return Ok(among);
                }
                drawn = drawn.saturating_mul(DRAWN);
            }
        }
        self.draw(selection, size, Sample { seed, highest: u64::MAX })
    }

    /// Draws findings from a sample. If there are fewer, the result contains all findings.
    fn draw(&self, selection: &Selection, size: usize, among: Sample) -> io::Result<Sample> {
        let thinning = Thinning { sample: Some(among), ..selection.thinning };
        let selection = Selection { thinning, ..selection.clone() };
        let mut lowest = LowestRanks { ranks: BinaryHeap::new(), size };
        self.run(&Ranks { selection, sample: among, size }, |step| {
            step.output.into_iter().flat_map(|ranks| ranks.ranks).for_each(|rank| lowest.add(rank));
            Ok(())
        })?;
        let highest =
            if lowest.ranks.len() < size { u64::MAX } else { lowest.ranks.peek().copied().unwrap_or(0) };
        Ok(Sample { highest, ..among })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Source;
    use crate::search::{Grade, JudgedBy, Judging, WorthFilter};

    /// Judging few findings draws the same sample as judging all.
    #[test]
    fn a_sample_is_drawn_before_findings_are_judged() {
        let games = include_bytes!("../../../../samples/lichess.pgn");
        let scan = Scan::new([Source::of_memory("lichess.pgn", games.as_slice())]);
        let filter = WorthFilter { missed: Some(Grade::MISSED), ..WorthFilter::default() };
        let judging = Some(Judging { by: JudgedBy::Material, ..filter.into() });
        let selection = Selection { judging, ..Selection::default() };
        for size in [0, 1, 3, 1000] {
            let all = scan.draw(&selection, size, Sample { seed: 7, highest: u64::MAX }).unwrap();
            assert_eq!(scan.sample(&selection, size, 7).unwrap(), all, "{size}");
        }
    }
}
