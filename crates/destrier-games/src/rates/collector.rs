//! Counts chances by group, game by game.

use super::counts::RateCounts;
use super::keys::{ClockedChance, KeySource, KeyValue};
use super::{RateRequest, Who};
use crate::formats::Game;
use crate::input::Entry;
use crate::scan::{Collecting, Collector, CurrentGame, GameEnd};
use crate::search::{Finding, FoundPosition, GameChances, Selection, WorthFilter};
use destrier::Color;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// A group: the player or the opponents, if a player is named, and a value of each key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Group {
    pub(super) who: Option<Who>,
    pub(super) values: Vec<KeyValue>,
}

/// The counts of all groups.
pub(super) type Groups = HashMap<Group, RateCounts>;

/// Counts what a request asks for.
pub(super) struct RateCollector {
    pub(super) request: RateRequest,
    /// The findings to search for. They include both sides, because each side's opportunities are what the other side
    /// allowed.
    selection: Selection,
    /// Whether the groups distinguish the sides. If so, each game counts once per side.
    tells_sides_apart: bool,
    /// Whether groups hold single chances instead of whole games.
    is_of_chances: bool,
    needs_clock: bool,
}

/// The counts of one thread.
#[derive(Default)]
pub(super) struct RateAccumulator {
    groups: Groups,
    /// The chances of the current game.
    chances: GameChances<[Option<f64>; 2]>,
}

/// A game from the point of view of one side.
struct View {
    color: Color,
    /// The group, without the values of keys that depend on the chance.
    group: Group,
}

impl RateCollector {
    pub(super) fn new(request: RateRequest) -> Self {
        let RateRequest { keys, selection, with_opponents, with_worth, .. } = &request;
        let is_of_side = |source| matches!(source, KeySource::Side(_));
        let narrows_sides = selection.color.is_some()
            || selection.side.is_some()
            || selection.elo.is_some()
            || selection.opponent_elo.is_some();
        let tells_sides_apart =
            *with_opponents || narrows_sides || keys.iter().any(|key| is_of_side(key.source));
        let searched = Selection {
            played: None,
            worth: with_worth.then_some(WorthFilter { notable: true, ..WorthFilter::default() }),
            keeps_others: true,
            one_per: None,
            sample: None,
            ..selection.clone()
        };
        let searched = match with_worth {
            true => Selection { color: None, side: None, elo: None, opponent_elo: None, ..searched },
            // Without worth there are no opportunities to allow.
            false => searched,
        };
        Self {
            selection: searched,
            tells_sides_apart,
            is_of_chances: keys.iter().any(|key| key.is_of_chance()),
            needs_clock: keys.iter().any(|key| key.needs_clock()),
            request,
        }
    }

    /// Counts a game.
    fn count(
        &self,
        game: &Game<'_>,
        positions: u64,
        chances: &GameChances<[Option<f64>; 2]>,
        groups: &mut Groups,
    ) {
        let player = self.request.condition.player(&game.tags);
        let sides = self.request.selection.sides(&game.tags, player);
        let view = |color: Color| {
            let is_player = player.contains(color);
            let who = if is_player { Who::Player } else { Who::Opponents };
            let group = Group {
                who: self.request.with_opponents.then_some(who),
                values: self.request.keys.iter().map(|key| of_game(key.source, game, color)).collect(),
            };
            View { color, group }
        };
        let views: Vec<View> =
            Color::ALL.into_iter().filter(|&color| sides.contains(color)).map(view).collect();
        let game = RateCounts { games: 1, positions, ..RateCounts::default() };
        if !self.is_of_chances {
            // If nothing distinguishes the sides, both views are equal.
            let times = if self.tells_sides_apart { views.len() } else { 1 };
            for view in views.iter().take(times) {
                self.groups_of_game(view, |group| *groups.entry(group).or_default() += game);
            }
        }
        let mut counted = HashSet::new();
        for chance in chances.iter() {
            for view in &views {
                let is_own = view.color == chance.side;
                if !is_own && !chance.is_opportunity {
                    continue;
                }
                let group = self.group_of_chance(view, chance);
                let seen_by = self.tells_sides_apart.then_some(view.color);
                if is_own && self.is_of_chances && counted.insert((group.clone(), seen_by)) {
                    *groups.entry(group.clone()).or_default() += game;
                }
                let counts = groups.entry(group).or_default();
                if !is_own {
                    counts.allowed += 1;
                    continue;
                }
                counts.chances += 1;
                counts.opportunities += u64::from(chance.is_opportunity);
                counts.found += u64::from(chance.is_found());
                counts.missed += u64::from(chance.is_missed());
            }
        }
    }

    /// Visits the groups of a whole game: one, or one for each pattern.
    fn groups_of_game(&self, view: &View, mut visit: impl FnMut(Group)) {
        let of_pattern = |source| matches!(source, KeySource::Pattern);
        let Some(index) = self.request.keys.iter().position(|key| of_pattern(key.source)) else {
            return visit(view.group.clone());
        };
        for &pattern in &self.request.selection.patterns {
            let mut group = view.group.clone();
            group.values[index] = KeyValue::of_pattern(pattern);
            visit(group);
        }
    }

    /// Returns the group of a chance from the point of view of a side.
    fn group_of_chance(&self, view: &View, chance: &ClockedChance) -> Group {
        let mut group = view.group.clone();
        for (key, value) in self.request.keys.iter().zip(&mut group.values) {
            match key.source {
                KeySource::Pattern => *value = KeyValue::of_pattern(chance.pattern),
                KeySource::Chance(of_chance) => *value = of_chance(chance, view.color),
                KeySource::Game(_) | KeySource::Side(_) => {}
            }
        }
        group
    }
}

/// Returns the value of a key that depends on the game, for a side.
fn of_game(source: KeySource, game: &Game<'_>, side: Color) -> KeyValue {
    match source {
        KeySource::Game(of_game) => of_game(game),
        KeySource::Side(of_side) => of_side(game, side),
        KeySource::Pattern | KeySource::Chance(_) => KeyValue::UNKNOWN,
    }
}

/// The size of an accumulator is bounded by the games in a block.
impl Collector for RateCollector {
    type Accumulator = RateAccumulator;
    type Output = Groups;

    fn accumulator(&self) -> RateAccumulator {
        RateAccumulator::default()
    }

    fn selection(&self) -> Option<&Selection> {
        Some(&self.selection)
    }

    fn found(
        &self,
        _: &CurrentGame<'_>,
        found: &FoundPosition<'_>,
        findings: &mut Vec<Finding>,
        collecting: &mut Collecting<'_, RateAccumulator>,
    ) {
        for finding in findings.iter() {
            let clocks =
                || if self.needs_clock { Color::ALL.map(|side| found.clock(side)) } else { [None; 2] };
            collecting.accumulator.chances.add(finding, clocks);
        }
    }

    fn end(
        &self,
        _: &str,
        entry: &Entry<'_>,
        end: &GameEnd<'_>,
        collecting: &mut Collecting<'_, RateAccumulator>,
    ) {
        let RateAccumulator { groups, chances } = &mut *collecting.accumulator;
        // Games that cannot start and games of other variants have no positions.
        if let Ok(game) = &entry.game
            && end.positions > 0
        {
            self.count(game, end.positions, chances, groups);
        }
        chances.clear();
    }

    fn finish(&self, accumulator: RateAccumulator) -> Groups {
        accumulator.groups
    }
}
