//! Conditions on findings.

use super::pattern::Pattern;
use super::patterns::PATTERNS;
use super::sides::{PlayerSide, RatingRange};
use super::value::Classes;
use crate::formats::pgn::Tags;
use crate::games::Colors;
use destrier::Color;
use serde::{Serialize, Serializer};
use std::ops::RangeInclusive;

/// Conditions on findings. A finding passes if it meets all conditions that are set. `FindingFilter::default()` admits
/// all findings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FindingFilter {
    /// The patterns to search for, without repetition: those of [`PATTERNS`] in their order, then those that are texts,
    /// as [`FindingFilter::of`] returns them.
    pub patterns: Vec<&'static Pattern>,
    /// The color of the side that has the pattern.
    #[serde(serialize_with = "serialize_color")]
    pub color: Option<Color>,
    /// Whether the pattern must be the player's or the opponent's. The game filter names the player.
    pub side: Option<PlayerSide>,
    /// The rating of the side that has the pattern.
    pub elo: Option<RatingRange>,
    /// The rating of the other side.
    pub opponent_elo: Option<RatingRange>,
    /// The least class of a fork. Patterns without classes are not selected.
    pub class: Option<Classes>,
    /// Whether to select only findings whose field `safe` is true: the opponent cannot capture the piece.
    pub safe: bool,
    /// Whether to select only moves that mate, of any pattern; see [`Finding::mates`](super::Finding::mates).
    pub mate: bool,
    /// The plies of the positions.
    pub plies: Option<RangeInclusive<u32>>,
    /// The seconds on the clock of the side that has the pattern. Positions without clocks are not selected.
    pub clock: Option<RangeInclusive<f64>>,
}

impl Default for FindingFilter {
    fn default() -> Self {
        Self::of(&PATTERNS)
    }
}

impl FindingFilter {
    /// Admits all findings of some patterns. Those of [`PATTERNS`] may be given in any order.
    #[must_use]
    pub fn of(patterns: &[&'static Pattern]) -> Self {
        let mut all: Vec<_> = PATTERNS.into_iter().filter(|pattern| patterns.contains(pattern)).collect();
        for &pattern in patterns {
            if !all.contains(&pattern) {
                all.push(pattern);
            }
        }
        Self {
            patterns: all,
            color: None,
            side: None,
            elo: None,
            opponent_elo: None,
            class: None,
            safe: false,
            mate: false,
            plies: None,
            clock: None,
        }
    }

    /// Returns whether the filter excludes a side of some games.
    #[cfg(feature = "files")]
    pub(crate) const fn narrows_sides(&self) -> bool {
        self.color.is_some() || self.side.is_some() || self.elo.is_some() || self.opponent_elo.is_some()
    }

    /// Returns the colors whose findings can be selected in a game. `player` is the colors of the player that the
    /// game filter names.
    #[must_use]
    pub fn sides(&self, tags: &Tags<'_>, player: Colors) -> Colors {
        let rating = |color: Color| tags.rating(if color.is_white() { "WhiteElo" } else { "BlackElo" });
        let is_rated = |range: Option<RatingRange>, color| {
            range.is_none_or(|range| rating(color).is_some_and(|rating| range.contains(rating)))
        };
        let [white, black] = Color::ALL.map(|color| {
            self.color.is_none_or(|only| only == color)
                && match self.side {
                    None => true,
                    Some(PlayerSide::Player) => player.contains(color),
                    Some(PlayerSide::Opponent) => player.contains(!color),
                }
                && is_rated(self.elo, color)
                && is_rated(self.opponent_elo, !color)
        });
        Colors { white, black }
    }

    /// Returns the options that exclude a side of some games: `--elo 1600-1800`.
    #[cfg(feature = "files")]
    pub(crate) fn side_options(&self) -> Vec<String> {
        let side = self.side.map(|side| match side {
            PlayerSide::Player => "player",
            PlayerSide::Opponent => "opponent",
        });
        let options = [
            ("color", self.color.map(|color| color.name().to_owned())),
            ("side", side.map(str::to_owned)),
            ("elo", self.elo.map(|elo| elo.to_string())),
            ("opponent-elo", self.opponent_elo.map(|elo| elo.to_string())),
        ];
        options.into_iter().filter_map(|(name, value)| Some(format!("--{name} {}", value?))).collect()
    }

    /// Returns whether the time of a finding is selected. `clock` returns the seconds on the clock of its side.
    pub(super) fn admits_time(&self, ply: u32, clock: impl FnOnce() -> Option<f64>) -> bool {
        self.plies.as_ref().is_none_or(|plies| plies.contains(&ply))
            && self.clock.as_ref().is_none_or(|range| clock().is_some_and(|clock| range.contains(&clock)))
    }

    /// Returns the bits of the patterns.
    pub(super) fn bits(&self) -> u8 {
        self.patterns.iter().fold(0, |bits, pattern| bits | pattern.bit())
    }
}

fn serialize_color<S: Serializer>(color: &Option<Color>, serializer: S) -> Result<S::Ok, S::Error> {
    color.map(Color::name).serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_condition_selects_its_sides() {
        let tags = Tags::read(b"[WhiteElo \"1500\"]\n[BlackElo \"1900\"]\n");
        let white = Colors { white: true, black: false };
        let black = Colors { white: false, black: true };
        let sides = |selection: FindingFilter| selection.sides(&tags, white);
        let all = FindingFilter::default();
        assert_eq!(sides(all.clone()), Colors::BOTH);
        assert_eq!(sides(FindingFilter { color: Some(Color::Black), ..all.clone() }), black);
        assert_eq!(sides(FindingFilter { side: Some(PlayerSide::Player), ..all.clone() }), white);
        assert_eq!(sides(FindingFilter { side: Some(PlayerSide::Opponent), ..all.clone() }), black);
        let range = |text: &str| Some(text.parse().unwrap());
        assert_eq!(sides(FindingFilter { elo: range("1800-"), ..all.clone() }), black);
        assert_eq!(sides(FindingFilter { opponent_elo: range("1800-"), ..all.clone() }), white);
        let none = FindingFilter { elo: range("1800-"), color: Some(Color::White), ..all.clone() };
        assert_eq!(sides(none), Colors::NONE);
        let timely = FindingFilter { plies: Some(3..=5), clock: Some(0.0..=9.5), ..all.clone() };
        let admitted =
            [(3, Some(9.5)), (5, Some(0.0)), (2, Some(1.0)), (6, Some(1.0)), (4, Some(9.6)), (4, None)];
        let admitted = admitted.map(|(ply, clock)| timely.admits_time(ply, || clock));
        assert_eq!(admitted, [true, true, false, false, false, false]);
        assert!(all.admits_time(7, || panic!("clocks are not read")));
        let unrated = FindingFilter { elo: range("-9999"), ..all };
        assert_eq!(unrated.sides(&Tags::default(), white), Colors::NONE);
    }
}
