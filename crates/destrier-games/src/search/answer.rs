//! Judges missed moves: what they cost, whether they win something, and whether they are the answer.

use super::judge::Judge;
use super::miss::Miss;
use super::pattern::Finding;
use super::worth::{balance, winning_chances};
use crate::chess::{Evaluation, Position};
use destrier::Color;

/// The most winning chances that an answer may be behind the best move.
const MAX_BEHIND: f64 = 0.1;

/// The least winning chances that a winning move gains.
const MIN_GAIN: f64 = 0.1;

impl Miss {
    /// Returns what missing the move of a finding cost, `None` if it was not missed. `earlier` returns the position two
    /// plies earlier.
    pub(super) fn of(
        finding: &Finding,
        position: &Position,
        earlier: impl FnOnce() -> Option<Position>,
        judge: &mut Judge,
    ) -> Option<Self> {
        let (grade, worth, side) = (finding.missed()?, finding.worth?, finding.side);
        let material = balance(position);
        let (of_move, lost) = match finding.verdict {
            Some(verdict) => (verdict.of_move.winning_chances(side), verdict.winning_chances_lost(side)?),
            None => (worth.winning_chances(material), worth.winning_chances_lost(material)?),
        };
        // Only a mate is certain to win.
        let wins = of_move >= 1.0 || {
            let earlier = earlier();
            let judged = earlier.filter(|_| finding.verdict.is_some());
            let before = match judged.and_then(|earlier| judge.best(&earlier)) {
                Some(best) => best.evaluation.winning_chances(side),
                None => winning_chances(balance(&earlier.unwrap_or(*position))),
            };
            of_move - before >= MIN_GAIN
        };
        Some(Self { grade, lost, wins })
    }
}

impl Finding {
    /// Returns whether the missed move may be shown as the move to find: it is at most 0.1 winning chances behind the best
    /// move of the position and, if it mates, no other move mates faster. `false` if the move was not missed. `position` must
    /// be the position of the finding.
    ///
    /// Cost: up to two searches of the judge, tens of milliseconds.
    #[must_use]
    pub fn is_answer(&self, position: &Position, judge: &mut Judge) -> bool {
        let (Some(by), Some(_)) = (self.by, self.miss) else { return false };
        let mates = |by| position.after(by).is_checkmate();
        if mates(by) || position.legal_moves().into_iter().any(mates) {
            return mates(by);
        }
        let Some(verdict) = self.verdict else { return true };
        if let Some(of_best) = verdict.of_best {
            return is_as_good(verdict.of_move, of_best, self.side);
        }
        let Some(best) = judge.best(position).filter(|best| best.best() != by) else { return true };
        let [of_best, of_move] =
            judge.compare(position, [best.best(), by]).map(|judgement| judgement.evaluation);
        is_as_good(of_move, of_best, self.side)
    }
}

/// Returns whether an evaluation is nearly as good as the best one for a side. A slower mate is not.
pub(super) fn is_as_good(of_move: Evaluation, of_best: Evaluation, side: Color) -> bool {
    let [chances, best] = [of_move, of_best].map(|evaluation| evaluation.winning_chances(side));
    let is_mate = chances >= 1.0;
    best - chances <= MAX_BEHIND && (!is_mate || of_move.centipawns(side) >= of_best.centipawns(side))
}
