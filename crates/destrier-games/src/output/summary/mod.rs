//! The summary: counts of games and chances, and the most important findings.

mod counts;
mod shown;
mod text;

use super::format::{BoardDrawing, Ending, OutputFormat, OutputRequest, OutputWriter};
use crate::formats::GameNeeds;
use crate::input::Entry;
use crate::scan::{
    Collected, Collecting, Collector, CollectorNeeds, CurrentGame, Found, GameEnd, Scan, Steps, Totals,
};
use crate::search::{GameChances, Judge, Judging, Selection};
use counts::{Counted, SummaryCounts};
use serde::{Deserialize, Serialize};
use shown::ShownFinding;
use std::cell::OnceCell;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

pub(crate) use shown::Importance;

/// Counts of chances, and the most important findings.
pub(super) static SUMMARY: OutputFormat = OutputFormat {
    name: "summary",
    description: "Counts of chances, and the most important finds",
    endings: &["txt"],
    ending: Ending::AtEnd,
    is_table: false,
    open,
};

fn open(request: OutputRequest) -> Box<dyn OutputWriter> {
    let OutputRequest { selection, color, boards, .. } = request;
    Box::new(SummaryWriter::new(Summary::new(selection, boards), color))
}

/// Counts chances and collects the most important findings.
struct Summary {
    /// The findings that are counted.
    selection: Selection,
    /// The findings that decide what became of chances.
    searched: Selection,
    boards: Option<BoardDrawing>,
}

/// The counts of one thread.
struct SummaryAccumulator {
    counts: SummaryCounts,
    game: GameOfSummary,
    judge: Judge,
}

/// The current game.
#[derive(Default)]
struct GameOfSummary {
    chances: GameChances<Counted>,
    /// The rating, if it was needed.
    rating: OnceCell<Option<u16>>,
    /// Findings that may be shown, with the numbers of their chances and their plies.
    shown: Vec<(u32, u32, ShownFinding)>,
}

impl Summary {
    fn new(selection: Selection, boards: Option<BoardDrawing>) -> Self {
        let mut searched = selection.of_chances();
        if let Some(Judging { filter, .. }) = &mut searched.judging {
            filter.notable = !filter.has_conditions();
        }
        Self { searched, selection, boards }
    }
}

impl Collector for Summary {
    type Accumulator = SummaryAccumulator;
    type Output = SummaryCounts;

    fn accumulator(&self) -> SummaryAccumulator {
        let counts = SummaryCounts::none(&self.selection);
        SummaryAccumulator { counts, game: GameOfSummary::default(), judge: Judge::default() }
    }

    /// A finding is shown with the players, the date and a link.
    fn needs(&self) -> CollectorNeeds<'_> {
        let shown = GameNeeds::tags(&["Rating", "PuzzleId", "UTCDate", "Date"]);
        let games = self.selection.game_needs().and(GameNeeds::players()).and(GameNeeds::links()).and(shown);
        CollectorNeeds { games, ..CollectorNeeds::findings(&self.searched) }
    }

    fn found(&self, game: &CurrentGame<'_>, found: Found<'_>, collecting: &mut Collecting<'_, Self>) {
        let Found { position: found, findings } = found;
        let Collecting { accumulator, tally, .. } = collecting;
        let SummaryAccumulator { counts, game: of_game, judge } = &mut **accumulator;
        let rating = *of_game.rating.get_or_init(|| game.game.rating());
        for finding in findings.iter() {
            let is_counted = self.selection.admits(finding);
            if is_counted && !tally.row() {
                return;
            }
            let (Some(chance), Some(of_chance)) =
                (finding.chance, of_game.chances.add(found.ply(), finding, || false))
            else {
                continue;
            };
            of_chance.extra |= is_counted;
            let importance = match self.selection.worth() {
                // All findings of the game are equally important: the first is shown.
                None if of_game.shown.is_empty() => Importance::sharp(finding, rating),
                None => None,
                Some(filter) => finding
                    .miss
                    .filter(|miss| is_counted && (filter.defences || miss.wins))
                    .map(|miss| Importance::of_miss(&miss, rating)),
            };
            let Some(importance) = importance.filter(|importance| counts.would_keep(importance)) else {
                continue;
            };
            let is_shown = match self.selection.judging {
                None => shown::is_sharp(finding, found.position),
                Some(_) => finding.is_answer(found.position, judge),
            };
            if is_shown {
                let boards = self.boards.as_ref();
                let shown = ShownFinding::new(importance, game, found, finding, boards, judge);
                of_game.shown.push((chance.number, found.ply(), shown));
            }
        }
    }

    fn end(&self, _: &str, _: &Entry<'_>, _: &GameEnd<'_>, collecting: &mut Collecting<'_, Self>) {
        let SummaryAccumulator { counts, game, .. } = &mut *collecting.accumulator;
        let GameOfSummary { mut chances, shown, .. } = std::mem::take(game);
        chances.end();
        let min = self.selection.worth().and_then(|filter| filter.missed);
        let shown = shown.into_iter().filter(|(number, ply, _)| {
            self.selection.judging.is_none()
                || chances.get(*number).is_some_and(|chance| chance.ply == *ply && chance.miss().is_some())
        });
        let shown = shown.map(|(.., finding)| finding);
        // Of equally important findings, the first one is shown.
        let best = shown.reduce(|best, other| if other.importance > best.importance { other } else { best });
        best.into_iter().for_each(|best| counts.keep(best));
        let defences = chances.all().iter().filter(|chance| chance.is_missed_defence());
        counts.defences += defences.count() as u64;
        let counted = chances.all().iter().filter(|chance| {
            chance.extra
                && min.is_none_or(|min| chance.miss().is_some_and(|miss| miss.grade >= min && miss.wins))
        });
        counts.add_game(&self.selection.filter.patterns, counted);
    }

    fn finish(&self, accumulator: SummaryAccumulator) -> SummaryCounts {
        accumulator.counts
    }
}

/// Writes a summary at the end.
struct SummaryWriter {
    collector: Arc<Summary>,
    counts: SummaryCounts,
    /// Whether to color terminal output with escape sequences.
    color: bool,
}

/// What a resumed summary needs.
#[derive(Serialize, Deserialize)]
struct SummaryState {
    /// The names of the patterns, in the order of the rows.
    patterns: Vec<String>,
    counts: SummaryCounts,
}

impl SummaryWriter {
    fn new(collector: Summary, color: bool) -> Self {
        let counts = SummaryCounts::none(&collector.selection);
        Self { collector: Arc::new(collector), counts, color }
    }

    fn patterns(&self) -> Vec<String> {
        self.collector.selection.filter.patterns.iter().map(|pattern| pattern.name.to_owned()).collect()
    }
}

impl OutputWriter for SummaryWriter {
    fn steps(&self, scan: &Scan) -> Steps {
        scan.steps(&self.collector)
    }

    fn append(&mut self, counts: Collected, _: &mut dyn Write) -> io::Result<()> {
        self.counts.add(counts.get()?);
        Ok(())
    }

    fn state(&self) -> Option<serde_json::Value> {
        serde_json::to_value(SummaryState { patterns: self.patterns(), counts: self.counts.clone() }).ok()
    }

    fn restore(&mut self, state: &serde_json::Value) -> io::Result<()> {
        let SummaryState { patterns, counts } = SummaryState::deserialize(state)?;
        if patterns != self.patterns() || counts.rows.len() != patterns.len() {
            return Err(io::Error::other("its counts are for other patterns"));
        }
        self.counts = counts;
        Ok(())
    }

    fn finish(&mut self, totals: &Totals, time: Duration, out: &mut dyn Write) -> io::Result<()> {
        text::write(&self.collector.selection, &self.counts, self.color, totals, time, out)
    }
}

#[cfg(test)]
mod tests;
