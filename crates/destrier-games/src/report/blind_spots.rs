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
    /// The points that the misses beyond the reference cost.
    excess: f64,
}

/// The most blind spots on a page.
const MAX: usize = 3;

/// A found rate to compare with.
#[derive(Clone, Copy)]
struct Reference {
    rate: f64,
    /// The lower end of its 95% interval.
    low: f64,
}

impl Reference {
    fn of(counts: &RateCounts) -> Option<Self> {
        Some(Self { rate: counts.found_rate()?, low: counts.found_rate_interval()?.0 })
    }
}

/// Returns the costliest blind spots of a column, at most one of each section. They are groups that are not small and whose
/// found rate is below the reference, beyond what chance explains: the 95% interval of the difference, by Newcombe's
/// method, leaves out zero. The cost counts the points of the misses beyond those that the reference would have missed.
pub(super) fn blind_spots(
    comparison: &Comparison,
    norms: Option<&Norms>,
    sections: &[Section],
    tally: &ReportTally,
    column: usize,
) -> Vec<BlindSpot> {
    let mut spots: Vec<BlindSpot> = Vec::new();
    for (index, (section, groups)) in sections.iter().zip(&tally.sections).enumerate() {
        if matches!(section.kind, SectionKind::All | SectionKind::Month) {
            continue;
        }
        let of_section = groups.iter().filter_map(|((of, values), group)| {
            let value = values.first().filter(|value| !value.is_unknown() && **value != KeyValue::OTHER)?;
            if *of != column {
                return None;
            }
            let norm = norms.and_then(|norms| expected_rate(norms, *section, Some(value), column, tally));
            // The rate of norms is taken as it is.
            let of_norm = norm.map(|rate| Reference { rate, low: rate });
            let reference = of_norm.or_else(|| reference(comparison, tally, index, column, value))?;
            let spot = spot(index, value, group, reference)?;
            Some(BlindSpot { is_norm: norm.is_some(), ..spot })
        });
        // The order of a hash map is random.
        spots.extend(of_section.max_by(|one, other| {
            one.excess.total_cmp(&other.excess).then_with(|| other.value.cmp(&one.value))
        }));
    }
    // Stable: of equal ones, the first section comes first.
    spots.sort_by(|one, other| other.excess.total_cmp(&one.excess));
    spots.truncate(MAX);
    spots
}

/// Returns a group as a blind spot, or `None` if chance may explain what is missed beyond the reference.
fn spot(section: usize, value: &KeyValue, group: &Group, reference: Reference) -> Option<BlindSpot> {
    let counts = group.counts;
    let (rate, (_, high)) = (counts.found_rate()?, counts.found_rate_interval()?);
    let Reference { rate: reference, low } = reference;
    if counts.is_few() || reference - rate <= (reference - low).hypot(high - rate) {
        return None;
    }
    let decided = (counts.found + counts.missed) as f64;
    let beyond = counts.missed as f64 - decided * (1.0 - reference);
    let excess = beyond * group.points / counts.missed as f64;
    Some(BlindSpot {
        section,
        value: value.clone(),
        counts,
        points: group.points,
        excess,
        reference,
        is_norm: false,
    })
}

/// Returns the found rate to compare a group with: that of the other column in the same group, or in all games if the
/// group is too small. Without another column, it is the rate of the column itself in all games.
fn reference(
    comparison: &Comparison,
    tally: &ReportTally,
    section: usize,
    column: usize,
    value: &KeyValue,
) -> Option<Reference> {
    let other = match comparison {
        Comparison::Player(_) | Comparison::Players(..) => 1 - column,
        Comparison::Collection | Comparison::Periods(..) => column,
    };
    let all = tally.sections.first()?.get(&(other, Vec::new()))?;
    let group = tally.sections.get(section)?.get(&(other, vec![value.clone()]));
    let group = group.filter(|group| other != column && !group.counts.is_few());
    Reference::of(&group.unwrap_or(all).counts)
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
    fn the_costliest_groups_come_first_unless_they_may_be_chance() {
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
        // The interval reaches the opponents' rate.
        add(SectionKind::Clock, 0, "10-29 s", [7, 5]);
        // The opponents' rate is high by chance.
        add(SectionKind::OpponentElo, 0, "2600-2799", [24, 2]);
        add(SectionKind::OpponentElo, 1, "2600-2799", [12, 0]);
        let spots = blind_spots(&comparison, None, &sections, &tally, 0);
        let shown: Vec<_> = spots.iter().map(|spot| (spot.value.as_str(), spot.reference)).collect();
        assert_eq!(shown, [("blitz", 0.9), ("knight-fork", 0.8)]);
    }
}
