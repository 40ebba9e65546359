//! Counts the chances of games for a report.

use super::comparison::Comparison;
use super::request::ReportRequest;
use super::sections::Section;
use super::tally::{ColumnTops, Fate, Group, ReportTally};
use super::top::{Rank, Ranked};
use crate::formats::Game;
use crate::games::{Player, without_case};
use crate::input::Entry;
use crate::output::Importance;
use crate::output::html::{GameFacts, Spot};
use crate::rates::{Counted, Counter, RateKey, judged_of_both_sides};
use crate::scan::{Collecting, Collector, CollectorNeeds, CurrentGame, Found, GameEnd};
use crate::search::{FindingFilter, GameChances, PositionNeeds, PuzzleSearch, Selection, Worth};
use destrier::Color;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Counts what a report shows, or several reports of the same kind.
pub(super) struct ReportCollector {
    /// What each report is about.
    comparisons: Vec<Comparison>,
    /// The comparisons by the names of their players, in lower case, if there are several.
    by_name: HashMap<String, Vec<usize>>,
    /// The condition on sides, and the findings to count.
    filter: FindingFilter,
    /// The findings to search for, of both sides.
    selection: Selection,
    counters: Vec<Counter>,
    /// Counts by pattern, rating and speed, if there are norms.
    cells: Option<Counter>,
    with_defences: bool,
    with_computers: bool,
    unique: bool,
    /// The number of important findings to keep.
    max: usize,
}

/// The counts of one thread, and the current game.
pub(super) struct ReportAccumulator {
    tallies: Tallies,
    current: CurrentChances,
}

/// The chances of the current game.
#[derive(Default)]
struct CurrentChances {
    chances: GameChances<[Option<f64>; 2]>,
    /// The finding that stands for each chance: the one that represents it, or else the first notable one.
    spots: HashMap<u32, Arc<Spot>>,
    facts: Option<Arc<GameFacts>>,
    puzzles: PuzzleSearch,
}

/// The tallies of reports, by their index. A report without games may have none.
pub(super) type Tallies = HashMap<usize, ReportTally>;

impl ReportCollector {
    /// Creates a collector for a report about each of `comparisons`, which are of the same kind as that of `request`.
    pub(super) fn new(
        request: &ReportRequest,
        comparisons: Vec<Comparison>,
        sections: &[Section],
        max: usize,
    ) -> Self {
        let filter = &request.filter;
        // Sides differ unless all sides of a game are in the same column.
        let sides_differ = request.comparison.is_about_players() || filter.narrows_sides();
        let cells: Vec<_> = ["pattern", "elo", "speed"].into_iter().filter_map(RateKey::by_name).collect();
        let counters = sections
            .iter()
            .map(|section| Counter::new(section.key.as_slice(), &filter.patterns, sides_differ));
        Self {
            by_name: by_name(&comparisons),
            comparisons,
            filter: filter.clone(),
            selection: judged_of_both_sides(filter, request.judged_by.clone()),
            counters: counters.collect(),
            cells: request.norms.is_some().then(|| Counter::new(&cells, &filter.patterns, sides_differ)),
            with_defences: request.with_defences,
            with_computers: request.with_computers,
            unique: request.unique,
            max,
        }
    }

    /// Counts a game for each report that it is about.
    fn count(&self, game: &Game<'_>, positions: u64, accumulator: &mut ReportAccumulator) {
        let ReportAccumulator { tallies, current } = accumulator;
        current.chances.end();
        for index in self.comparisons_of(game) {
            let comparison = &self.comparisons[index];
            let none = || ReportTally::new(self.counters.len(), comparison.columns().len());
            let tally = tallies.entry(index).or_insert_with(none);
            self.count_for(comparison, game, positions, current, tally);
        }
    }

    /// Returns the comparisons that a game belongs to. A single one has all games.
    fn comparisons_of(&self, game: &Game<'_>) -> BTreeSet<usize> {
        if self.comparisons.len() == 1 {
            return BTreeSet::from([0]);
        }
        let players = Color::ALL.into_iter().filter_map(|color| game.player(color));
        let mut found = BTreeSet::new();
        for player in players {
            for name in Player::names_in(player.trim()) {
                found.extend(self.by_name.get(&without_case(name)).into_iter().flatten());
            }
        }
        found
    }

    /// Counts a game for a report.
    fn count_for(
        &self,
        comparison: &Comparison,
        game: &Game<'_>,
        positions: u64,
        current: &mut CurrentChances,
        tally: &mut ReportTally,
    ) {
        let CurrentChances { chances, spots, .. } = &*current;
        for (column, names) in tally.names.iter_mut().enumerate() {
            let Some(player) = comparison.player_of(column).first() else { continue };
            for name in Color::ALL.into_iter().filter_map(|color| game.player(color)) {
                player.spelling_in(name.trim()).into_iter().for_each(|spelling| names.add(spelling, 1));
            }
        }
        if !self.with_computers && comparison.is_against_computer(game) {
            tally.against_computers += 1;
            return;
        }
        let sides = self.filter.sides(&game.tags, crate::games::Colors::NONE);
        let views = comparison.views(game, sides);
        if views.is_empty() {
            tally.left_out += 1;
            return;
        }
        let is_against_self = matches!(views[..], [one, other] if one.who == other.who);
        tally.against_self += u64::from(is_against_self && comparison.is_about_players());
        let max_listed = Group::max(comparison);
        for (counter, groups) in self.counters.iter().zip(&mut tally.sections) {
            counter.count(game, &views, chances, |column, values, counted| {
                let group = groups.entry((column, values.to_vec())).or_default();
                group.counts.add(counted, positions);
                let (chance, fate) = match counted {
                    Counted::Game => return,
                    Counted::Own(chance) => (chance, Fate::of(chance)),
                    Counted::Allowed(chance) => (chance, Some(Fate::Allowed)),
                };
                let (Some(fate), Some(spot)) = (fate, spots.get(&chance.number)) else { return };
                if fate == Fate::Missed {
                    group.points += points(spot);
                }
                group.list(fate, spot, max_listed);
            });
        }
        if let Some(cells) = &self.cells {
            cells.count(game, &views, chances, |column, values, counted| {
                let group = tally.cells.entry((column, values.to_vec())).or_default();
                group.counts.add(counted, positions);
            });
        }
        for (column, tops) in tally.tops.iter_mut().enumerate() {
            let views = views.iter().filter(|view| view.who == column);
            let colors: Vec<Color> = views.map(|view| view.color).collect();
            self.add_tops(&colors, current, game.rating(), tops);
        }
    }

    /// Adds the most important findings of a game for the sides of a column.
    fn add_tops(
        &self,
        colors: &[Color],
        current: &mut CurrentChances,
        rating: Option<u16>,
        tops: &mut ColumnTops,
    ) {
        let CurrentChances { chances, spots, puzzles, .. } = current;
        let (mut missed, mut allowed, mut found): (Vec<Ranked>, Vec<Ranked>, Vec<Ranked>) =
            Default::default();
        for chance in chances.all() {
            let Some(spot) = spots.get(&chance.number) else { continue };
            let wins = spot.finding.worth.map_or(0, |worth| worth.wins);
            let was_taken = chance.is_found();
            let miss = chance.miss().filter(|miss| miss.counts() && (miss.wins || self.with_defences));
            let miss = miss.map(|miss| Importance::of_miss(&miss, rating));
            let rank = Rank { was_taken, miss, wins, rating };
            if colors.contains(&!chance.side) && chance.is_opportunity && (was_taken || miss.is_some()) {
                allowed.push((rank, Arc::clone(spot)));
            }
            if colors.contains(&chance.side) {
                match miss {
                    Some(_) if self.unique && !spot.is_unique(puzzles) => {}
                    Some(_) => missed.push((rank, Arc::clone(spot))),
                    None if was_taken => found.push((rank, Arc::clone(spot))),
                    None => {}
                }
            }
        }
        tops.missed.add_game(missed, self.max);
        tops.allowed.add_game(allowed, self.max);
        tops.found.add_game(found, self.max);
    }
}

fn by_name(comparisons: &[Comparison]) -> HashMap<String, Vec<usize>> {
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, comparison) in comparisons.iter().enumerate() {
        for player in comparison.players() {
            by_name.entry(without_case(&player.to_string())).or_default().push(index);
        }
    }
    by_name
}

/// Returns the points that missing a move cost: half the winning chances, because a game is worth one point.
fn points(spot: &Spot) -> f64 {
    spot.finding.miss.map_or(0.0, |miss| miss.lost.max(0.0) / 2.0)
}

/// The size of an accumulator is bounded by the games in a block.
impl Collector for ReportCollector {
    type Accumulator = ReportAccumulator;
    type Output = Tallies;

    fn accumulator(&self) -> ReportAccumulator {
        ReportAccumulator { tallies: Tallies::new(), current: CurrentChances::default() }
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds { positions: PositionNeeds::All, ..CollectorNeeds::findings(&self.selection) }
    }

    fn found(&self, current: &CurrentGame<'_>, found: Found<'_>, collecting: &mut Collecting<'_, Self>) {
        let Found { position: found, findings } = found;
        let CurrentChances { chances, spots, facts, .. } = &mut collecting.accumulator.current;
        for finding in findings.iter() {
            let chance = chances.add(found.ply(), finding, || Color::ALL.map(|side| found.clock(side)));
            let Some(chance) = chance else { continue };
            let Some(worth) = finding.worth.filter(Worth::is_notable) else { continue };
            let is_better = spots.get(&chance.number).is_none_or(|spot| {
                let is_opportunity = spot.finding.worth.is_some_and(|worth| worth.is_opportunity);
                chance.ply == found.ply() || spot.ply != chance.ply && worth.is_opportunity && !is_opportunity
            });
            if is_better {
                let facts = facts.get_or_insert_with(|| Arc::new(GameFacts::of(current)));
                spots.insert(chance.number, Arc::new(Spot::new(found, finding, facts)));
            }
        }
    }

    fn end(&self, _: &str, entry: &Entry<'_>, end: &GameEnd<'_>, collecting: &mut Collecting<'_, Self>) {
        let accumulator = &mut *collecting.accumulator;
        // Games that cannot start and games of other variants have no positions.
        if let Ok(game) = &entry.game
            && end.positions > 0
        {
            self.count(game, end.positions, accumulator);
        }
        let CurrentChances { chances, spots, facts, .. } = &mut accumulator.current;
        chances.clear();
        spots.clear();
        *facts = None;
    }

    fn finish(&self, accumulator: ReportAccumulator) -> Tallies {
        accumulator.tallies
    }
}
