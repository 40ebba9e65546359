//! Reduces findings to one per chance, one per game, or a random sample.

use super::game_chances::GameChances;
use super::pattern::Finding;
use crate::chess::Move;
use serde::Serialize;
use std::str::FromStr;

/// The unit from which one finding is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OnePer {
    /// One finding per chance: the first or, if worth is computed, the one that [represents](super::GameChance) it. Chances
    /// that are one missed turn have one.
    Chance,
    /// One finding per game: the biggest, of those that represent chances if worth is computed.
    Game,
}

/// The error for a text that is neither `chance` nor `game`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `chance` or `game`")]
pub struct ParseOnePerError;

/// Parses `chance` or `game`.
impl FromStr for OnePer {
    type Err = ParseOnePerError;

    fn from_str(name: &str) -> Result<Self, ParseOnePerError> {
        match name {
            "chance" => Ok(Self::Chance),
            "game" => Ok(Self::Game),
            _ => Err(ParseOnePerError),
        }
    }
}

impl OnePer {
    /// Keeps one finding per chance or per game that passes a condition, and their order. The findings are those of
    /// [`Selection::of_chances`](super::Selection).
    pub(super) fn keep(
        self,
        findings: &mut Vec<(u32, Finding)>,
        has_worth: bool,
        admits: impl Fn(&Finding) -> bool,
    ) {
        if has_worth || self == Self::Chance {
            let mut chances = GameChances::default();
            findings.iter().for_each(|(ply, finding)| {
                chances.add(*ply, finding, || *ply);
            });
            chances.end();
            findings.retain(|(ply, finding)| {
                let chance = finding.chance.and_then(|chance| chances.get(chance.number));
                // Without worth, the first finding stands for its chance.
                chance.is_some_and(|chance| {
                    !chance.is_represented() && *ply == if has_worth { chance.ply } else { chance.extra }
                })
            });
        }
        findings.retain(|(_, finding)| admits(finding));
        if self == Self::Game {
            // Of equally big findings, the first one stays.
            let biggest = findings
                .iter()
                .copied()
                .reduce(|best, other| if size(&other.1) > size(&best.1) { other } else { best });
            *findings = biggest.into_iter().collect();
        }
    }
}

/// Ranks a finding: by what missing it cost, then by its gain, its targets and its safety.
fn size(finding: &Finding) -> impl PartialOrd + use<> {
    let lost = finding.miss.map(|miss| (miss.wins, miss.lost));
    let wins = finding.worth.map(|worth| worth.wins);
    (lost, wins, finding.mate == Some(true), finding.class, finding.safe == Some(true))
}

/// A random sample of all findings. Each finding has a rank that depends on its place and the seed. The sample
/// consists of the findings with the lowest ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sample {
    /// The seed. Each seed gives a different sample.
    pub seed: u64,
    /// The highest rank in the sample.
    pub highest: u64,
}

impl Sample {
    /// Returns the rank of a finding, given the name of its source, the number of its game and its ply.
    #[must_use]
    pub fn rank(self, source: &str, game: u64, ply: u32, finding: &Finding) -> u64 {
        let from = match finding.by {
            Some(Move::Normal { from, .. }) => from.index().into(),
            _ => 64,
        };
        let square = finding.square.map_or(64, |square| square.index().into());
        let place = [game, ply.into(), finding.pattern.seed(), from, square];
        let source = source.bytes().fold(self.seed, |hash, byte| mix(hash ^ u64::from(byte)));
        place.into_iter().fold(source, |hash, part| mix(hash ^ part))
    }
}

/// The finalizer of SplitMix64: every bit of the result depends on every bit of the argument.
const fn mix(hash: u64) -> u64 {
    let hash = hash.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}
