//! The groups in which a player misses the most, compared with others.

use super::comparison::Comparison;
use super::norms::Norms;
use super::sections::{Section, SectionKind};
use super::table::expected_rate;
use super::tally::{Group, ReportTally};
use crate::rates::{KeyValue, RateCounts};

/// A group in which more is missed than by others.
#[derive(Clone, Debug)]
pub(super) struct BlindSpot {
    /// The index of the section.
    pub(super) section: usize,
    pub(super) value: KeyValue,
    pub(super) counts: RateCounts,
    /// The points that all misses of the group cost.
    pub(super) points: f64,
    /// The found rate to compare with.
    pub(super) reference: f64,
    /// Whether that rate comes from norms.
    pub(super) is_norm: bool,
    /// Whether the difference may be chance: the 95% interval contains the reference, or the group is small.
    pub(super) may_be_chance: bool,
}

/// The most blind spots on a page.
const MAX: usize = 3;

/// The least number of opportunities that were found or missed, and of those that were missed.
const MIN_DECIDED: u64 = 5;
const MIN_MISSED: u64 = 2;

/// Returns the costliest blind spots of a column, at most one of each section. The cost counts the points of the misses
/// beyond those that the reference would have missed. Groups that are large enough come first.
pub(super) fn blind_spots(
    comparison: &Comparison,
    norms: Option<&Norms>,
    sections: &[Section],
    tally: &ReportTally,
    column: usize,
) -> Vec<BlindSpot> {
    let mut spots: Vec<(bool, f64, BlindSpot)> = Vec::new();
    for (index, (section, groups)) in sections.iter().zip(&tally.sections).enumerate() {
        if matches!(section.kind, SectionKind::All | SectionKind::Month) {
            continue;
        }
        let mut best: Option<(bool, f64, BlindSpot)> = None;
        for ((_, values), group) in groups.iter().filter(|((of, _), _)| *of == column) {
            let Some(value) =
                values.first().filter(|value| !value.is_unknown() && **value != KeyValue::OTHER)
            else {
                continue;
            };
            let norm = norms.and_then(|norms| expected_rate(norms, *section, Some(value), column, tally));
            let Some(reference) = norm.or_else(|| reference(comparison, tally, index, column, value)) else {
                continue;
            };
            let Some((excess, spot)) = spot(index, value, group, reference) else { continue };
            let spot = BlindSpot { is_norm: norm.is_some(), ..spot };
            let is_better = best.as_ref().is_none_or(|(is_few, best_excess, best)| {
                (*is_few, excess) > (spot.counts.is_few(), *best_excess)
                    || (*is_few, excess) == (spot.counts.is_few(), *best_excess) && spot.value < best.value
            });
            if is_better {
                best = Some((spot.counts.is_few(), excess, spot));
            }
        }
        spots.extend(best);
    }
    // Stable: of equal ones, the first section comes first.
    spots.sort_by(|(few, excess, _), (other_few, other, _)| few.cmp(other_few).then(other.total_cmp(excess)));
    spots.into_iter().take(MAX).map(|(_, _, spot)| spot).collect()
}

/// Returns a group as a blind spot, with the cost beyond the reference. `None` if nothing is missed beyond it.
fn spot(section: usize, value: &KeyValue, group: &Group, reference: f64) -> Option<(f64, BlindSpot)> {
    let counts = group.counts;
    let decided = (counts.found + counts.missed) as f64;
    let beyond = counts.missed as f64 - decided * (1.0 - reference);
    if counts.found + counts.missed < MIN_DECIDED || counts.missed < MIN_MISSED || beyond <= 0.0 {
        return None;
    }
    let excess = beyond * group.points / counts.missed as f64;
    let (_, high) = counts.found_rate_interval()?;
    let may_be_chance = counts.is_few() || reference <= high;
    let points = group.points;
    let value = value.clone();
    Some((excess, BlindSpot { section, value, counts, points, reference, is_norm: false, may_be_chance }))
}

/// Returns the found rate to compare a group with: that of the other column in the same group, or in all games if the
/// group is too small. Without another column, it is the rate of the column itself in all games.
fn reference(
    comparison: &Comparison,
    tally: &ReportTally,
    section: usize,
    column: usize,
    value: &KeyValue,
) -> Option<f64> {
    let other = match comparison {
        Comparison::Player(_) | Comparison::Players(..) => 1 - column,
        Comparison::Collection | Comparison::Periods(..) => column,
    };
    let all = tally.sections.first()?.get(&(other, Vec::new()))?;
    let group = tally.sections.get(section)?.get(&(other, vec![value.clone()]));
    let group = group.filter(|group| other != column && !group.counts.is_few());
    group.unwrap_or(all).counts.found_rate()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds a group with these counts to the section of a kind.
    fn add(
        tally: &mut ReportTally,
        sections: &[Section],
        kind: SectionKind,
        column: usize,
        value: &str,
        [found, missed]: [u64; 2],
    ) {
        let index = sections.iter().position(|section| section.kind == kind).unwrap();
        let values =
            if kind == SectionKind::All { Vec::new() } else { vec![KeyValue::named(value.to_owned())] };
        let counts = RateCounts { found, missed, ..RateCounts::default() };
        let group = Group { counts, points: missed as f64 / 2.0, ..Group::default() };
        tally.sections[index].insert((column, values), group);
    }

    #[test]
    fn the_costliest_groups_come_first_and_small_ones_last() {
        let comparison = Comparison::Player(vec!["Eve".parse().unwrap()]);
        let sections = Section::of(&comparison);
        let mut tally = ReportTally::new(sections.len(), 2);
        let mut add = |kind, column, value, counts| add(&mut tally, &sections, kind, column, value, counts);
        add(SectionKind::All, 0, "", [50, 50]);
        add(SectionKind::All, 1, "", [80, 20]);
        // Opponents miss a tenth in blitz: 18 of 20 misses are beyond them.
        add(SectionKind::Speed, 0, "blitz", [0, 20]);
        add(SectionKind::Speed, 1, "blitz", [90, 10]);
        // More misses, but the opponents miss as many.
        add(SectionKind::Color, 0, "white", [20, 40]);
        add(SectionKind::Color, 1, "white", [20, 40]);
        // Too few opponents: their rate in all games counts.
        add(SectionKind::Pattern, 0, "knight-fork", [30, 20]);
        add(SectionKind::Pattern, 1, "knight-fork", [0, 1]);
        // Small, in spite of its cost.
        add(SectionKind::Opening, 0, "English Opening", [0, 9]);
        // Too small to be named.
        add(SectionKind::Clock, 0, "10-29 s", [0, 4]);
        let spots = blind_spots(&comparison, None, &sections, &tally, 0);
        let shown: Vec<_> =
            spots.iter().map(|spot| (spot.value.as_str(), spot.reference, spot.may_be_chance)).collect();
        assert_eq!(
            shown,
            [("blitz", 0.9, false), ("knight-fork", 0.8, false), ("English Opening", 0.8, true)]
        );
    }
}
