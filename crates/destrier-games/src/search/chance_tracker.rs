//! Assigns findings to chances.

use super::chance::Chance;
use super::pattern::{Finding, Pattern};
use crate::chess::Move;
use destrier::{Color, Square};

/// Assigns the findings of a game to chances. Pass it all findings of its patterns, ply by ply.
#[derive(Debug, Default)]
pub(super) struct ChanceTracker {
    /// The chances that a finding on the current ply can continue.
    open: Vec<OpenChance>,
    /// The number of chances so far.
    count: u32,
}

#[derive(Debug)]
struct OpenChance {
    pattern: &'static Pattern,
    side: Color,
    possibility: Possibility,
    last_ply: u32,
    chance: Chance,
}

/// The properties that all findings of a chance share.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Possibility {
    Move(Move),
    Square(Option<Square>),
}

impl ChanceTracker {
    /// Assigns the findings in one position.
    pub(super) fn assign(&mut self, ply: u32, findings: &mut [Finding]) {
        self.open.retain(|open| ply - open.last_ply <= 2);
        for finding in findings {
            let (possibility, step) = match finding.by {
                Some(by) => (Possibility::Move(by), 2),
                None => (Possibility::Square(finding.square), 1),
            };
            let continued = self.open.iter_mut().find(|open| {
                open.last_ply + step == ply
                    && open.possibility == possibility
                    && open.side == finding.side
                    && open.pattern == finding.pattern
            });
            let open = match continued {
                Some(open) => {
                    open.last_ply = ply;
                    open
                }
                None => {
                    self.count += 1;
                    let chance = Chance { number: self.count, first_ply: ply };
                    let (pattern, side) = (finding.pattern, finding.side);
                    self.open.push(OpenChance { pattern, side, possibility, last_ply: ply, chance });
                    self.open.last_mut().expect("just added")
                }
            };
            finding.chance = Some(open.chance);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Game;
    use crate::input::Reader;
    use crate::search::{FindingFilter, Selection};
    use std::collections::HashMap;

    /// Computes chances by their definition: searches backward from each finding for the one that it continues.
    fn naive(findings: &[(u32, Finding)]) -> Vec<Chance> {
        let mut chances: Vec<Chance> = Vec::new();
        for (index, (ply, finding)) in findings.iter().enumerate() {
            let is_before = |(other_ply, other): &(u32, Finding)| {
                other_ply + if finding.by.is_some() { 2 } else { 1 } == *ply
                    && other.pattern.name == finding.pattern.name
                    && other.side == finding.side
                    && other.by == finding.by
                    && (finding.by.is_some() || other.square == finding.square)
            };
            let next = chances.iter().map(|chance| chance.number).max().unwrap_or(0) + 1;
            chances.push(match findings[..index].iter().position(is_before) {
                Some(before) => chances[before],
                None => Chance { number: next, first_ply: *ply },
            });
        }
        chances
    }

    /// Conditions remove findings but do not change the others.
    #[test]
    fn chances_match_the_definition_for_every_selection() {
        let mut reader = Reader::games(&include_bytes!("../../../../samples/lichess.pgn")[..]);
        let mut repeated: HashMap<&str, usize> = HashMap::new();
        while let Some(record) = reader.next_record().unwrap() {
            let game = Game::pgn(record);
            let all = game.findings(&Selection::default());
            let expected = naive(&all);
            let chances: Vec<_> = all.iter().map(|(_, finding)| finding.chance.unwrap()).collect();
            assert_eq!(chances, expected);
            for (ply, finding) in &all {
                *repeated.entry(finding.pattern.name).or_default() +=
                    usize::from(finding.chance.unwrap().first_ply < *ply);
            }
            for selection in [
                FindingFilter { safe: true, ..FindingFilter::default() }.into(),
                Selection { played: Some(true), ..Selection::default() },
                FindingFilter { color: Some(Color::Black), ..FindingFilter::default() }.into(),
                Selection::of(&[Pattern::by_name("distant-check").unwrap()]),
            ] {
                let selection = Selection { numbers_all_chances: true, ..selection };
                let mut rest = all.iter();
                for finding in game.findings(&selection) {
                    assert!(rest.any(|other| *other == finding), "{finding:?}");
                }
            }
        }
        assert!(repeated["knight-fork"] > 50 && repeated["uncatchable-passer"] > 5, "{repeated:?}");
    }
}
