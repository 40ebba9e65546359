//! Judges missed moves: what they cost, whether they win something, and whether they are the answer.

use super::judge::Judge;
use super::miss::Miss;
use super::pattern::Finding;
use super::verdict::Verdict;
use super::worth::{balance, winning_chances};
use crate::chess::{Evaluation, Position};
use destrier::Color;

/// The most winning chances that an answer may be behind the best move.
const MAX_BEHIND: f64 = 0.1;

/// The least winning chances that a move leaves if it clearly wins.
const MIN_WON: f64 = 0.25;

/// The most winning chances that a move leaves if it clearly loses.
const MAX_LOST: f64 = -0.8;

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
    /// move of the position and, if it mates, no other move mates faster. Where the judge decides, a move that wins must also
    /// leave winning chances of at least 0.25, or the game's move at most -0.8. `false` if the move was not missed. `position`
    /// must be the position of the finding.
    ///
    /// Cost: up to two searches of the judge, tens of milliseconds.
    #[must_use]
    pub fn is_answer(&self, position: &Position, judge: &mut Judge) -> bool {
        let (Some(by), Some(miss)) = (self.by, self.miss) else { return false };
        let mates = |by| position.after(by).is_checkmate();
        if mates(by) || position.legal_moves().into_iter().any(mates) {
            return mates(by);
        }
        let Some(verdict) = self.verdict else { return true };
        if let Some(of_best) = verdict.of_best {
            return is_as_good(verdict.of_move, of_best, self.side);
        }
        if miss.wins && !is_clear(verdict, self.side) {
            return false;
        }
        let Some(best) = judge.best(position).filter(|best| best.best() != by) else { return true };
        let [of_best, of_move] =
            judge.compare(position, [best.best(), by]).map(|judgement| judgement.evaluation);
        is_as_good(of_move, of_best, self.side)
    }
}

/// Returns whether a move clearly wins or the game's move clearly loses. On other turns, the built-in judge is often wrong
/// about which move is best.
fn is_clear(verdict: Verdict, side: Color) -> bool {
    let of_game = verdict.of_game.map(|evaluation| evaluation.winning_chances(side));
    verdict.of_move.winning_chances(side) >= MIN_WON || of_game.is_some_and(|chances| chances <= MAX_LOST)
}

/// Returns whether an evaluation is nearly as good as the best one for a side. A slower mate is not.
pub(super) fn is_as_good(of_move: Evaluation, of_best: Evaluation, side: Color) -> bool {
    let [chances, best] = [of_move, of_best].map(|evaluation| evaluation.winning_chances(side));
    let is_mate = chances >= 1.0;
    best - chances <= MAX_BEHIND && (!is_mate || of_move.centipawns(side) >= of_best.centipawns(side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Evaluation::Centipawns;
    use crate::search::{Grade, find};

    /// Returns whether Nc7+, which wins the queen, is an answer with evaluations of it and of the game's move. No other move
    /// is nearly as good.
    fn is_answer(evaluations: [i32; 2], wins: bool, of_best: Option<Evaluation>) -> bool {
        let position: Position = "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1".parse().unwrap();
        let [of_move, of_game] = evaluations.map(Centipawns);
        let verdict = Some(Verdict { of_move, of_game: Some(of_game), of_best });
        let miss = Some(Miss { grade: Grade::Blunder, lost: 0.5, wins });
        let finding = Finding { verdict, miss, ..find(&position, None)[0] };
        finding.is_answer(&position, &mut Judge::default())
    }

    #[test]
    fn by_the_judge_a_winning_move_is_an_answer_only_on_a_clear_turn() {
        for (evaluations, expected) in [
            ([150, -100], true),
            ([120, -100], false),
            ([0, -600], true),
            ([0, -590], false),
            ([-300, -940], true),
        ] {
            assert_eq!(is_answer(evaluations, true, None), expected, "{evaluations:?}");
        }
        assert!(is_answer([0, -590], false, None), "it only avoids a loss");
        assert!(is_answer([0, -590], true, Some(Centipawns(0))), "an engine decides");
    }
}
