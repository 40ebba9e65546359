//! Counts chances by group, game by game.

use super::counter::{Counter, View};
use super::counts::RateCounts;
use super::keys::KeyValue;
use super::request::{RateRequest, Who};
use crate::formats::Game;
use crate::games::{Spellings, without_case};
use crate::input::Entry;
use crate::scan::{Collecting, Collector, CollectorNeeds, CurrentGame, Found, GameEnd};
use crate::search::{FindingFilter, GameChances, JudgedBy, Judging, Selection, WorthFilter};
use destrier::Color;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A group: the player or the opponents, if a player is named, and a value of each key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Group {
    pub(super) who: Option<Who>,
    pub(super) values: Vec<KeyValue>,
}

/// The counts of all groups.
pub(super) type Groups = HashMap<Group, RateCounts>;

/// Everything that rates need from the games.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RateTally {
    pub(super) groups: Groups,
    /// The spellings of the players' names, by name without case. Empty unless a key needs them.
    pub(super) names: HashMap<String, Spellings>,
}

impl RateTally {
    /// Adds the tally of later games.
    pub(super) fn merge(&mut self, later: Self) {
        for (group, counts) in later.groups {
            *self.groups.entry(group).or_default() += counts;
        }
        for (name, spellings) in later.names {
            self.names.entry(name).or_default().merge(spellings);
        }
    }
}

/// Counts what a request asks for.
pub(super) struct RateCollector {
    pub(super) request: RateRequest,
    /// The findings to search for. They include both sides, because each side's opportunities are what the other side
    /// allowed.
    selection: Selection,
    counter: Counter,
    needs_clock: bool,
    needs_names: bool,
}

/// The counts of one thread.
#[derive(Default)]
pub(super) struct RateAccumulator {
    tally: RateTally,
    /// The chances of the current game.
    chances: GameChances<[Option<f64>; 2]>,
}

impl RateCollector {
    pub(super) fn new(request: RateRequest) -> Self {
        let RateRequest { keys, filter, judged_by, with_opponents, .. } = &request;
        let counter = Counter::new(keys, &filter.patterns, *with_opponents || filter.narrows_sides());
        let selection = match judged_by {
            Some(by) => judged_of_both_sides(filter, by.clone()),
            // Without worth there are no opportunities to allow.
            None => filter.clone().into(),
        };
        let needs_clock = keys.iter().any(|key| key.needs_clock());
        let needs_names = keys.iter().any(|key| key.is_player());
        Self { selection, counter, needs_clock, needs_names, request }
    }

    /// Counts a game.
    fn count(
        &self,
        game: &Game<'_>,
        positions: u64,
        chances: &GameChances<[Option<f64>; 2]>,
        RateTally { groups, names }: &mut RateTally,
    ) {
        if self.needs_names {
            for name in Color::ALL.into_iter().filter_map(|color| game.player(color)) {
                names.entry(without_case(name.trim())).or_default().add(name.trim(), 1);
            }
        }
        let player = self.request.condition.player(&game.tags);
        let sides = self.request.filter.sides(&game.tags, player);
        let mut views = Vec::new();
        for color in Color::ALL.into_iter().filter(|&color| sides.contains(color)) {
            let who = if player.contains(color) { Who::Player } else { Who::Opponents };
            views.push(View { color, who: self.request.with_opponents.then_some(who) });
        }
        self.counter.count(game, &views, chances, |who, values, counted| {
            groups.entry(Group { who, values: values.to_vec() }).or_default().add(counted, positions);
        });
    }
}

/// Selects whole chances of both sides with their worth, because each side's opportunities are what the other side
/// allowed.
pub(crate) fn judged_of_both_sides(filter: &FindingFilter, by: JudgedBy) -> Selection {
    let notable = WorthFilter { notable: true, ..WorthFilter::default() };
    Selection {
        judging: Some(Judging { filter: notable, keeps_others: true, by }),
        ..FindingFilter { color: None, side: None, elo: None, opponent_elo: None, ..filter.clone() }.into()
    }
}

/// The size of an accumulator is bounded by the games in a block.
impl Collector for RateCollector {
    type Accumulator = RateAccumulator;
    type Output = RateTally;

    fn accumulator(&self) -> RateAccumulator {
        RateAccumulator::default()
    }

    fn needs(&self) -> CollectorNeeds<'_> {
        CollectorNeeds::findings(&self.selection)
    }

    fn found(&self, _: &CurrentGame<'_>, found: Found<'_>, collecting: &mut Collecting<'_, Self>) {
        let Found { position: found, findings } = found;
        for finding in findings.iter() {
            let clocks =
                || if self.needs_clock { Color::ALL.map(|side| found.clock(side)) } else { [None; 2] };
            collecting.accumulator.chances.add(found.ply(), finding, clocks);
        }
    }

    fn end(&self, _: &str, entry: &Entry<'_>, end: &GameEnd<'_>, collecting: &mut Collecting<'_, Self>) {
        let RateAccumulator { tally, chances } = &mut *collecting.accumulator;
        chances.end();
        // Games that cannot start and games of other variants have no positions.
        if let Ok(game) = &entry.game
            && end.positions > 0
        {
            self.count(game, end.positions, chances, tally);
        }
        chances.clear();
    }

    fn finish(&self, accumulator: RateAccumulator) -> RateTally {
        accumulator.tally
    }
}
