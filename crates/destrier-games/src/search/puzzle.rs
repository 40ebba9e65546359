//! Puzzles: positions in which one line of moves wins, and nothing else does.

use super::found::FoundPosition;
use super::judge::{Judge, Judgement};
use super::miss::is_as_good;
use super::pattern::Finding;
use super::patterns::find;
use super::verdict::Verdict;
use super::worth::balance;
use crate::chess::{Continuation, Move, Position};
use destrier::Line;
use std::num::NonZero;

/// A puzzle as Lichess has them.
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    /// The position before the opponent's last move.
    pub(crate) start: Position,
    /// The opponent's last move, then the solution, which ends with a move of the solver.
    pub(crate) moves: Vec<Move>,
    /// Lichess's names for what the solution has, in alphabetical order.
    pub(crate) themes: Vec<String>,
}

/// The least winning chances that each move of the solver is ahead of all others.
const MIN_AHEAD: f64 = 0.4;

/// The least evaluation after a move of the solver, in centipawns.
const MIN_WIN: i32 = 200;

/// The least material that the solution gains if it does not mate, in pawns.
const MIN_GAIN: i32 = 2;

/// The greatest evaluation for the solver before the opponent's last move, in centipawns. With more, the game was
/// already won.
const MAX_BEFORE: i32 = 200;

/// From this evaluation on, in centipawns, Lichess calls a win `crushing`.
const CRUSHING: i32 = 600;

/// The most moves of the solver.
const MAX_MOVES: usize = 6;

impl Puzzle {
    /// The number of nodes for each question to the judge. Saying that no other move wins takes more than saying which is
    /// best.
    pub(crate) const NODES: NonZero<u32> = NonZero::new(100_000).unwrap();

    /// Returns the puzzle whose first move is that of a finding, if that makes one: it is the best move and neither takes
    /// back nor wins what was already won; at each turn of the solver one move wins and no other does; and the line mates or
    /// gains two pawns, against the best defence.
    ///
    /// Cost: up to two searches of the judge a move.
    pub(crate) fn of(found: &FoundPosition<'_>, finding: &Finding, judge: &mut Judge) -> Option<Self> {
        let by = finding.by?;
        let (start, Continuation::Move(given)) = found.before(1)? else { return None };
        let (position, side) = (found.position, finding.side);
        if takes_back(&start, given, by) {
            return None;
        }
        if let Some(Verdict { of_move, of_best: Some(of_best), .. }) = finding.verdict
            && !is_as_good(of_move, of_best, side)
        {
            return None;
        }
        let first = only_win(position, judge).filter(|first| first.best() == by)?;
        if judge.best(&start)?.evaluation.centipawns(side) > MAX_BEFORE {
            return None;
        }
        let solution = solution(position, &first, judge)?;
        let themes = themes(position, &first, &solution);
        Some(Self { start, moves: [&[given], &solution[..]].concat(), themes })
    }

    /// Returns the position to solve.
    pub(crate) fn position(&self) -> Position {
        self.start.after(self.moves[0])
    }
}

/// Returns whether a move captures on the square of the capture before it.
fn takes_back(start: &Position, given: Move, by: Move) -> bool {
    let (Move::Normal { to: taken, .. } | Move::EnPassant { to: taken, .. }) = given else { return false };
    let is_capture = matches!(given, Move::EnPassant { .. }) || start.piece_at(taken).is_some();
    is_capture && matches!(by, Move::Normal { to, .. } if to == taken)
}

/// Returns the best move if it wins and no other move does: the others are clearly worse, or do not mate if it does.
fn only_win(position: &Position, judge: &mut Judge) -> Option<Judgement> {
    let side = position.turn();
    let (best, second) = match judge.best_two(position) {
        Some([best, second]) => (best, Some(second.evaluation)),
        // There is only one move.
        None => (judge.best(position)?, None),
    };
    let chances = best.evaluation.winning_chances(side);
    let is_only = second.is_none_or(|second| {
        let of_second = second.winning_chances(side);
        (chances >= 1.0 && of_second < 1.0) || chances - of_second >= MIN_AHEAD
    });
    (is_only && best.evaluation.centipawns(side) >= MIN_WIN).then_some(best)
}

/// Returns the moves against the best defence, to the mate or to the move that secures the gain. `None` if the solver has
/// a choice before.
fn solution(position: &Position, first: &Judgement, judge: &mut Judge) -> Option<Vec<Move>> {
    let is_mate = first.evaluation.winning_chances(position.turn()) >= 1.0;
    let least = balance(position) + MIN_GAIN;
    let mut moves = vec![first.best()];
    let mut after = position.after(first.best());
    while !after.is_checkmate() {
        let reply = judge.best(&after)?.best();
        let next = after.after(reply);
        // The best reply does not take the gain back.
        if !is_mate && -balance(&after) >= least && balance(&next) >= least {
            break;
        }
        if moves.len() >= 2 * MAX_MOVES - 1 {
            return None;
        }
        let best = only_win(&next, judge)?.best();
        moves.extend([reply, best]);
        after = next.after(best);
    }
    Some(moves)
}

/// Returns the themes of a solution that starts in a position.
fn themes(position: &Position, first: &Judgement, solution: &[Move]) -> Vec<String> {
    let mut themes = Vec::new();
    let mut at = *position;
    for (ply, &played) in solution.iter().enumerate() {
        let of_solver = ply.is_multiple_of(2);
        let findings = if of_solver { find(&at, Some(Continuation::Move(played))) } else { Vec::new() };
        themes.extend(findings.iter().filter_map(|finding| theme(&at, finding)).map(str::to_owned));
        at = at.after(played);
    }
    let moves = solution.len().div_ceil(2);
    if at.is_checkmate() {
        themes.extend(["mate".to_owned(), format!("mateIn{moves}")]);
    } else {
        let is_crushing = first.evaluation.centipawns(position.turn()) >= CRUSHING;
        themes.push(if is_crushing { "crushing" } else { "advantage" }.to_owned());
    }
    let length = match moves {
        1 => "oneMove",
        2 => "short",
        3 => "long",
        _ => "veryLong",
    };
    themes.push(length.to_owned());
    themes.sort();
    themes.dedup();
    themes
}

/// Returns Lichess's name for a finding whose move was played.
fn theme(position: &Position, finding: &Finding) -> Option<&'static str> {
    if finding.played != Some(true) {
        return None;
    }
    let mates = finding.mates(position);
    match finding.pattern.name {
        "knight-fork" if !mates => Some("fork"),
        "smothered-mate" => Some("smotheredMate"),
        "distant-check" if mates && finding.line == Some(Line::Rank) => {
            let back_rank = if finding.side.is_white() { 7 } else { 0 };
            (finding.square.rank().index() == back_rank).then_some("backRankMate")
        }
        _ => None,
    }
}
