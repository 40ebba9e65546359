//! Counts a game and its chances in groups, from the point of view of its sides.

use super::keys::{ClockedChance, KeySource, KeyValue, RateKey};
use crate::formats::Game;
use crate::search::{GameChances, Pattern};
use destrier::Color;
use std::collections::HashSet;

/// A game from the point of view of one side, which `who` names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<W> {
    pub(crate) color: Color,
    pub(crate) who: W,
}

/// What a group counts.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Counted<'a> {
    /// A game.
    Game,
    /// A chance of the group's side.
    Own(&'a ClockedChance),
    /// An opportunity of the other side.
    Allowed(&'a ClockedChance),
}

/// Counts games in groups with the same values of some keys.
#[derive(Clone, Debug)]
pub(crate) struct Counter {
    keys: Vec<&'static RateKey>,
    patterns: Vec<&'static Pattern>,
    /// Whether the groups distinguish the sides. If so, each game counts once per side.
    tells_sides_apart: bool,
}

impl Counter {
    /// Creates a counter. `sides_differ` says that the groups distinguish the sides even without a key that does.
    pub(crate) fn new(keys: &[&'static RateKey], patterns: &[&'static Pattern], sides_differ: bool) -> Self {
        let tells_sides_apart =
            sides_differ || keys.iter().any(|key| matches!(key.source, KeySource::Side(_)));
        Self { keys: keys.to_vec(), patterns: patterns.to_vec(), tells_sides_apart }
    }

    /// Calls `add` with everything that a game adds to a group: `who` of the view, and the values of the keys.
    pub(crate) fn count<W: Copy>(
        &self,
        game: &Game<'_>,
        views: &[View<W>],
        chances: &GameChances<[Option<f64>; 2]>,
        mut add: impl FnMut(W, &[KeyValue], Counted<'_>),
    ) {
        // The groups, without the values of keys that depend on the chance.
        let mut groups = Vec::new();
        for view in views {
            let values = self.keys.iter().map(|key| value_of_game(key.source, game, view.color));
            groups.push((view, values.collect::<Vec<_>>()));
        }
        let is_of_chances = self.keys.iter().any(|key| key.is_of_chance());
        if !is_of_chances {
            // If nothing distinguishes the sides, both views are equal.
            let times = if self.tells_sides_apart { groups.len() } else { 1 };
            for (view, values) in groups.iter().take(times) {
                self.groups_of_game(values, |values| add(view.who, values, Counted::Game));
            }
        }
        let mut counted = HashSet::new();
        // Patterns without a move cannot be missed.
        let needs_move = self.keys.iter().any(|key| key.needs_worth());
        for chance in chances.all().iter().filter(|chance| chance.pattern.is_move || !needs_move) {
            for (view, values) in &groups {
                let is_own = view.color == chance.side;
                if !is_own && !chance.is_opportunity {
                    continue;
                }
                let values = self.values_of_chance(values, view.color, chance);
                if !is_own {
                    add(view.who, &values, Counted::Allowed(chance));
                    continue;
                }
                let seen_by = self.tells_sides_apart.then_some(view.color);
                if is_of_chances && counted.insert((values.clone(), seen_by)) {
                    add(view.who, &values, Counted::Game);
                }
                add(view.who, &values, Counted::Own(chance));
            }
        }
    }

    /// Visits the groups of a whole game: one, or one for each pattern.
    fn groups_of_game(&self, values: &[KeyValue], mut visit: impl FnMut(&[KeyValue])) {
        let Some(index) = self.keys.iter().position(|key| matches!(key.source, KeySource::Pattern)) else {
            return visit(values);
        };
        let mut values = values.to_vec();
        for &pattern in &self.patterns {
            values[index] = KeyValue::of_pattern(pattern);
            visit(&values);
        }
    }

    /// Returns the values of the keys for a chance from the point of view of a side.
    fn values_of_chance(&self, values: &[KeyValue], side: Color, chance: &ClockedChance) -> Vec<KeyValue> {
        let values = self.keys.iter().zip(values).map(|(key, value)| match key.source {
            KeySource::Pattern => KeyValue::of_pattern(chance.pattern),
            KeySource::Chance(of_chance) => of_chance(chance, side),
            KeySource::Game(_) | KeySource::Side(_) => value.clone(),
        });
        values.collect()
    }
}

/// Returns the value of a key that depends on the game, for a side.
fn value_of_game(source: KeySource, game: &Game<'_>, side: Color) -> KeyValue {
    match source {
        KeySource::Game(of_game) => of_game(game),
        KeySource::Side(of_side) => of_side(game, side),
        KeySource::Pattern | KeySource::Chance(_) => KeyValue::UNKNOWN,
    }
}
