//! Reduces findings to one per chance, one per game, or a random sample.

use super::pattern::Finding;
use crate::chess::Move;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::str::FromStr;

/// The unit from which one finding is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OnePer {
    /// One finding per chance: the first, or the biggest miss if worth is computed.
    Chance,
    /// One finding per game: the biggest.
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
    /// Keeps one finding per chance or per game, and their order.
    pub(super) fn keep(self, findings: &mut Vec<(u32, Finding)>) {
        let mut biggest: HashMap<Option<u32>, usize> = HashMap::new();
        for (index, (_, finding)) in findings.iter().enumerate() {
            let key = match self {
                Self::Chance => finding.chance.map(|chance| chance.number),
                Self::Game => None,
            };
            let best = biggest.entry(key).or_insert(index);
            let best_finding = &findings[*best].1;
            let is_bigger = match self {
                Self::Chance => gravity(finding) > gravity(best_finding),
                Self::Game => size(finding) > size(best_finding),
            };
            if is_bigger {
                *best = index;
            }
        }
        let mut kept: Vec<usize> = biggest.into_values().collect();
        kept.sort_unstable_by_key(|&index| Reverse(index));
        let mut index = 0;
        findings.retain(|_| {
            let is_kept = kept.pop_if(|kept| *kept == index).is_some();
            index += 1;
            is_kept
        });
    }
}

/// Ranks a miss: by grade, then by pawns.
fn gravity(finding: &Finding) -> impl Ord + use<> {
    finding.worth.and_then(|worth| Some((worth.missed?, worth.missed_by)))
}

/// Ranks a finding: by its miss, then by its gain, its targets and its safety.
fn size(finding: &Finding) -> impl Ord + use<> {
    let wins = finding.worth.map(|worth| worth.wins);
    (gravity(finding), wins, finding.mate == Some(true), finding.class, finding.safe == Some(true))
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
