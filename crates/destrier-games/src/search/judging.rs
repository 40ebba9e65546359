//! How the worth of findings is judged.

#[cfg(feature = "files")]
use super::engine::Engine;
use super::judge::Judge;
use super::miss::Miss;
use super::pattern::Finding;
use super::worth::{GameMove, Grade, PositionWorth, WorthFilter, WorthSearch};
use crate::chess::{Continuation, Move, Position};
use serde::Serialize;

/// Who decides what was missed. Material and the game's own evaluations find the candidates in any case.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub enum JudgedBy {
    /// The built-in [judge](Judge), which confirms or rejects each miss.
    #[default]
    Judge,
    /// Material and the game's own evaluations alone: fast, and less exact.
    Material,
    /// An engine. It judges the moves whose quick value is at least that of the game's move, or at least 0 at the end
    /// of the game.
    ///
    /// If the engine [fails](Engine::failure), findings are incomplete, and a [`Scan`](crate::Scan) ends with the
    /// error.
    #[cfg(feature = "files")]
    Engine(Engine),
}

impl JudgedBy {
    /// Returns the engine, if one judges.
    #[cfg(feature = "files")]
    #[must_use]
    pub const fn engine(&self) -> Option<&Engine> {
        if let Self::Engine(engine) = self { Some(engine) } else { None }
    }
}

/// How the worth of findings is judged, and which findings are kept.
///
/// ```
/// use destrier_games::{Grade, JudgedBy, Judging, Selection, WorthFilter};
///
/// let missed = WorthFilter { missed: Some(Grade::MISSED), ..WorthFilter::default() };
/// let quick = Judging { by: JudgedBy::Material, ..missed.into() };
/// let selection = Selection { judging: Some(quick), ..Selection::default() };
/// assert!(selection.game_needs().annotations);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Judging {
    /// Which findings pass. If it has a condition, findings without a move do not pass.
    pub filter: WorthFilter,
    /// Whether to keep findings that do not pass, without their worth.
    pub keeps_others: bool,
    /// Who decides what was missed.
    pub by: JudgedBy,
}

/// Judges with the built-in judge.
impl From<WorthFilter> for Judging {
    fn from(filter: WorthFilter) -> Self {
        Self { filter, ..Self::default() }
    }
}

impl Judging {
    /// Computes the worth of moves and what missing them cost, and removes the findings whose worth does not pass the
    /// filter, unless others are kept. `earlier` returns the position two plies earlier.
    pub(super) fn judge(
        &self,
        findings: &mut Vec<Finding>,
        position: &Position,
        game: GameMove,
        earlier: impl Fn() -> Option<Position>,
        search: &mut WorthSearch,
        judge: &mut Judge,
    ) {
        let mut worth = search.at(position, game);
        match &self.by {
            #[cfg(feature = "files")]
            JudgedBy::Engine(engine) => {
                engine.judge(findings, position, game.next, &mut worth, self.filter, self.keeps_others);
            }
            JudgedBy::Material => self.keep(findings, |finding, by| {
                finding.worth = worth.worth_if(by, self.filter);
                finding.worth.is_some()
            }),
            JudgedBy::Judge => self.keep(findings, |finding, by| {
                confirms(finding, by, position, game.next, &mut worth, self.filter, judge)
            }),
        }
        for finding in findings.iter_mut().filter(|finding| finding.missed().is_some()) {
            finding.miss = Miss::of(finding, position, &earlier, judge);
        }
    }

    /// Keeps the findings whose move passes the filter.
    fn keep(&self, findings: &mut Vec<Finding>, mut passes: impl FnMut(&mut Finding, Move) -> bool) {
        findings.retain_mut(|finding| {
            let is_admitted = match finding.by {
                Some(by) => passes(finding, by),
                None => !self.filter.has_conditions(),
            };
            is_admitted || self.keeps_others
        });
    }

    /// Returns whether a judged finding passes the filter. It need not be an [answer](WorthFilter::answers).
    pub(super) fn admits(&self, finding: &Finding) -> bool {
        let filter = self.filter;
        let is_missed = finding.miss.is_some_and(|miss| filter.defences || miss.wins);
        (!filter.has_conditions() || finding.worth.is_some()) && (filter.missed.is_none() || is_missed)
    }

    /// Returns whether a judged finding is an answer, if the filter asks for answers.
    pub(super) fn admits_answer(&self, finding: &Finding, position: &Position, judge: &mut Judge) -> bool {
        let asks = self.filter.answers && self.filter.missed.is_some();
        !asks || finding.miss.is_none() || finding.is_answer(position, judge)
    }
}

/// Computes the worth of a finding and lets the judge confirm a miss. Returns whether the finding passes the filter.
///
/// The worth is a first filter: what it calls an inaccuracy remains one at most. Above that, the judge decides the grade.
fn confirms(
    finding: &mut Finding,
    by: Move,
    position: &Position,
    next: Option<Continuation>,
    worth: &mut PositionWorth<'_>,
    filter: WorthFilter,
    judge: &mut Judge,
) -> bool {
    let first = WorthFilter { missed: filter.missed.min(Some(Grade::MISSED)), ..filter };
    let Some(mut value) = worth.worth_if(by, first) else { return false };
    if let (Some(grade), Some(Continuation::Move(played))) = (value.missed, next) {
        let verdict = judge.verdict(position, by, played);
        let judged = verdict.missed(position.turn());
        value.missed = if grade < Grade::MISSED { judged.min(Some(grade)) } else { judged };
        finding.verdict = Some(verdict);
    }
    let is_admitted = filter.admits_miss(&value);
    finding.worth = is_admitted.then_some(value);
    is_admitted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::find;

    /// A move next to a mate, with a miss but no worth.
    fn king_move(position: &Position) -> Finding {
        let by = position.legal_moves().into_iter().find(|by| by.uci().to_string() == "g1f1");
        let miss = Some(Miss { grade: Grade::MISSED, lost: 0.5, wins: true });
        Finding { by, miss, worth: None, ..find(position, None)[0] }
    }

    #[test]
    fn filters_ask_only_for_what_they_name() {
        let position: Position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse().unwrap();
        let finding = king_move(&position);
        let admits = |filter: WorthFilter| Judging::from(filter).admits(&finding);
        assert!(admits(WorthFilter::default()));
        assert!(!admits(WorthFilter { wins: Some(100), ..WorthFilter::default() }), "no worth");
        assert!(!admits(WorthFilter { missed: Some(Grade::MISSED), ..WorthFilter::default() }), "no worth");

        let admits_answer =
            |filter| Judging::from(filter).admits_answer(&finding, &position, &mut Judge::default());
        let answers = WorthFilter { answers: true, ..WorthFilter::default() };
        assert!(admits_answer(WorthFilter::default()) && admits_answer(answers), "not asked");
        assert!(admits_answer(WorthFilter { missed: Some(Grade::MISSED), ..WorthFilter::default() }));
        assert!(!admits_answer(WorthFilter { missed: Some(Grade::MISSED), ..answers }), "another move mates");
    }
}
