//! The worth of a move: the material it wins, and whether missing it was a mistake.
//!
//! Most forks win nothing. A small search over material tells which ones do. Values are in pawns: pawn 1, knight and
//! bishop 3, rook 5, queen 9. A forced mate is 100, being mated -100.
//!
//! The definition is a plain minimax, so other programs can compute the same numbers:
//!
//! - The *value* of a move is the gain of its side after three more moves, two of them by the opponent, and then
//!   captures until the position is quiet.
//! - Its *quick value* is the gain after one more move and captures.
//! - A move is a *candidate* if its quick value is at least that of the game's move. This test takes a twentieth of
//!   the time and rules out most moves.
//! - A candidate that was not played was *missed* if the game's move left the side with lower winning chances: an
//!   inaccuracy from 0.1 lower, a mistake from 0.2, a blunder from 0.3, on the scale from -1 to 1 that Lichess uses.

mod grade;
mod known;
mod minimax;
#[cfg(test)]
mod plain;
#[cfg(test)]
pub(super) mod tests;
mod words;

pub use grade::{Grade, ParseGradeError};

use crate::chess::{Continuation, Evaluation, Move, Position};
use crate::formats::pgn::Annotations;
pub(in crate::search) use grade::winning_chances;
use grade::{greatest_score_below, least_score_above};
use known::KnownScore;
pub(crate) use minimax::balance;
use minimax::{INFINITE, MAX_MATED, MIN_MATE, Score, Search};
use serde::Serialize;

/// The worth of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The gain of the move in pawns: 100 for a forced mate, -100 for being mated.
    pub wins: i32,
    /// The gain of the move minus that of the game's move: 0 if it was played, `None` at the end of the game.
    pub missed_by: Option<i32>,
    /// The grade of missing the move. `None` if it was played, or if the game's move was about as good.
    pub missed: Option<Grade>,
    /// Whether the move raises the winning chances by 0.2 or more.
    pub is_opportunity: bool,
}

impl Worth {
    /// Returns whether the move was missed by at least [`Grade::MISSED`].
    #[must_use]
    pub fn is_missed(&self) -> bool {
        self.missed >= Some(Grade::MISSED)
    }

    /// Returns whether the move is an opportunity or was [missed](Self::is_missed).
    #[must_use]
    pub fn is_notable(&self) -> bool {
        self.is_opportunity || self.is_missed()
    }

    /// Returns the winning chances after the move. `balance` is the material of the side to move minus that of the other
    /// side.
    pub(super) fn winning_chances(&self, balance: i32) -> f64 {
        chances_of_value(self.wins, balance)
    }

    /// Returns the winning chances that the game's move cost, from 0 to 2.
    pub(super) fn winning_chances_lost(&self, balance: i32) -> Option<f64> {
        Some(self.winning_chances(balance) - chances_of_value(self.wins - self.missed_by?, balance))
    }
}

/// Returns the winning chances after a move with a value.
fn chances_of_value(value: i32, balance: i32) -> f64 {
    match value {
        MATE_VALUE.. => 1.0,
        ..=MATED_VALUE => -1.0,
        _ => winning_chances(balance + value),
    }
}

/// Conditions on the worth of a move. The default has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WorthFilter {
    /// The minimum gain of the move, in pawns.
    pub wins: Option<i32>,
    /// The minimum grade of a missed move.
    pub missed: Option<Grade>,
    /// Whether missed moves include defences, which would only have avoided a loss; see [`Miss`](super::Miss).
    pub defences: bool,
    /// Whether missed moves must be answers, which may be shown as the move to find; see [`Miss`](super::Miss).
    pub answers: bool,
    /// Whether to keep only [notable](Worth::is_notable) moves. An engine still judges all moves.
    pub notable: bool,
}

impl WorthFilter {
    /// Returns whether the filter excludes some moves, and findings without a move.
    #[must_use]
    pub const fn has_conditions(&self) -> bool {
        self.wins.is_some() || self.missed.is_some() || self.notable
    }

    /// Returns whether a worth with enough gain passes the other conditions.
    pub(super) fn admits_miss(self, worth: &Worth) -> bool {
        worth.missed >= self.missed && (!self.notable || worth.is_notable())
    }
}

/// The continuation of a game and its evaluations, as far as the worth of moves depends on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameMove {
    /// The game's move, or `None` at the end of the game.
    pub next: Option<Continuation>,
    /// The game's own evaluation of the position.
    pub before: Option<Evaluation>,
    /// The game's own evaluation after its move.
    pub after: Option<Evaluation>,
}

/// The search depth for a value, in plies after the judged move.
const DEPTH: u32 = 3;

/// The search depth for a quick value.
const QUICK_DEPTH: u32 = 1;

/// The minimum gain of winning chances that makes a move an opportunity.
const OPPORTUNITY: f64 = 0.2;

/// Computes the worth of moves. It keeps scratch memory, so reuse it for many positions.
///
/// ```
/// use destrier_games::{Continuation, Grade, Position, San, WorthSearch};
///
/// let position: Position = "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1".parse()?;
/// let Continuation::Move(fork) = position.resolve(San::from_ascii(b"Nc7")?)? else { unreachable!() };
/// let quiet = position.resolve(San::from_ascii(b"Kd2")?)?;
/// let worth = WorthSearch::default().at(&position, Some(quiet).into()).worth(fork);
/// assert_eq!((worth.wins, worth.missed_by, worth.missed), (9, Some(12), Some(Grade::Blunder)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct WorthSearch {
    search: Search,
}

impl WorthSearch {
    /// Prepares to compute the worth of moves in a position.
    pub fn at<'a>(&'a mut self, position: &'a Position, game: GameMove) -> PositionWorth<'a> {
        let game_move = match game.next {
            Some(Continuation::Move(played)) => Some(Judged::new(played)),
            _ => None,
        };
        PositionWorth {
            search: &mut self.search,
            position,
            balance: balance(position),
            game: game_move,
            lost_little: game.lost_little(position),
        }
    }

    /// Returns the number of positions visited so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes()
    }
}

/// Creates the continuation of a game without evaluations.
impl From<Option<Continuation>> for GameMove {
    fn from(next: Option<Continuation>) -> Self {
        Self { next, ..Self::default() }
    }
}

impl GameMove {
    /// Returns the continuation of a game at a ply, with the evaluations in the comments.
    #[must_use]
    pub fn annotated(next: Option<Continuation>, ply: u32, annotations: &Annotations) -> Self {
        let after = next.and_then(|_| annotations.at(ply.saturating_add(1)).evaluation);
        Self { next, before: annotations.at(ply).evaluation, after }
    }

    /// Returns whether the game's own evaluations say that its move was good enough.
    fn lost_little(self, position: &Position) -> bool {
        let (Some(before), Some(after)) = (self.before, self.after) else { return false };
        let side = position.turn();
        before.winning_chances(side) - after.winning_chances(side) < Grade::Inaccuracy.least_loss()
    }
}

/// The worth of moves in one position; see [`WorthSearch::at`]. Results about the game's move are shared by all
/// moves.
#[derive(Debug)]
pub struct PositionWorth<'a> {
    search: &'a mut Search,
    position: &'a Position,
    /// The material of the side to move minus that of its opponent.
    balance: Score,
    game: Option<Judged>,
    lost_little: bool,
}

/// A move with the known bounds of its scores.
#[derive(Clone, Copy, Debug)]
struct Judged {
    played: Move,
    quick: KnownScore,
    full: KnownScore,
}

impl Judged {
    const fn new(played: Move) -> Self {
        let (quick, full) = (KnownScore::new(played, QUICK_DEPTH), KnownScore::new(played, DEPTH));
        Self { played, quick, full }
    }
}

impl PositionWorth<'_> {
    /// Returns the gain of a legal move in pawns: 100 for a forced mate, -100 for being mated.
    ///
    /// Cost: some thousand positions, tens to hundreds of microseconds.
    pub fn wins(&mut self, played: Move) -> i32 {
        let score = self.exact(&mut Judged::new(played));
        self.value(score)
    }

    /// Returns the worth of a legal move.
    pub fn worth(&mut self, played: Move) -> Worth {
        self.worth_of(&mut Judged::new(played))
    }

    /// Returns the worth of a legal move if it passes a filter. The search stops as soon as the move fails the
    /// filter.
    pub fn worth_if(&mut self, played: Move, filter: WorthFilter) -> Option<Worth> {
        let mut judged = Judged::new(played);
        if let Some(wins) = filter.wins
            && !judged.full.is_at_least(self.score(wins), self.position, self.search)
        {
            return None;
        }
        if let Some(grade) = filter.missed
            && !self.may_be_missed(&mut judged, grade)
        {
            return None;
        }
        if filter.notable
            && !self.is_opportunity(&mut judged)
            && !self.may_be_missed(&mut judged, Grade::MISSED)
        {
            return None;
        }
        let worth = self.worth_of(&mut judged);
        filter.admits_miss(&worth).then_some(worth)
    }

    /// Returns whether a move raises the winning chances by 0.2 or more.
    fn is_opportunity(&mut self, judged: &mut Judged) -> bool {
        least_score_above(self.balance, OPPORTUNITY)
            .is_some_and(|min| judged.full.is_at_least(min, self.position, self.search))
    }

    /// Returns the worth of a legal move and whether it is a candidate; the engine decides whether it was missed.
    /// Returns `None` if the move cannot pass the filter, whatever the engine's verdict.
    #[cfg(feature = "files")]
    pub(super) fn candidate(&mut self, played: Move, filter: WorthFilter) -> Option<(Worth, bool)> {
        let mut judged = Judged::new(played);
        let was_played_or_ended = self.game.is_none_or(|game| game.played == played);
        if filter.missed.is_some() && (was_played_or_ended || !self.is_candidate(&mut judged)) {
            return None;
        }
        if let Some(wins) = filter.wins
            && !judged.full.is_at_least(self.score(wins), self.position, self.search)
        {
            return None;
        }
        let worth = Worth { missed: None, ..self.worth_of(&mut judged) };
        Some((worth, self.is_candidate(&mut judged)))
    }

    fn worth_of(&mut self, judged: &mut Judged) -> Worth {
        let score = self.exact(judged);
        let is_opportunity = winning_chances(score) - winning_chances(self.balance) >= OPPORTUNITY;
        let mut worth = Worth { wins: self.value(score), missed_by: None, missed: None, is_opportunity };
        let Some(mut game) = self.game else { return worth };
        if game.played == judged.played {
            return Worth { missed_by: Some(0), ..worth };
        }
        let game_score = self.exact(&mut game);
        self.game = Some(game);
        worth.missed_by = Some(worth.wins - self.value(game_score));
        worth.missed = Grade::of_loss(winning_chances(score) - winning_chances(game_score))
            .filter(|_| !self.lost_little && self.is_candidate(judged));
        worth
    }

    /// Returns whether a move may have been missed by at least a grade. The quick value rules out most moves. Bounds
    /// of the scores rule out most of the rest.
    fn may_be_missed(&mut self, judged: &mut Judged, grade: Grade) -> bool {
        let Some(mut game) = self.game else { return false };
        if game.played == judged.played || self.lost_little || !self.is_candidate(judged) {
            return false;
        }
        let guess = self.quick_score();
        let Some(enough) = least_score_above(guess, grade.least_loss()) else { return true };
        if judged.full.is_at_least(enough, self.position, self.search) {
            return true;
        }
        let Some(worse) = greatest_score_below(judged.full.upper(), grade.least_loss()) else { return false };
        let is_better = game.full.is_at_least(worse + 1, self.position, self.search);
        self.game = Some(game);
        !is_better
    }

    /// Returns whether a move's quick value is at least that of the game's move.
    fn is_candidate(&mut self, judged: &mut Judged) -> bool {
        let min = match self.quick_score() {
            MIN_MATE.. => MIN_MATE,
            ..=MAX_MATED => return true,
            score => score,
        };
        judged.quick.is_at_least(min, self.position, self.search)
    }

    /// Returns the quick score of the game's move, or the current material at the end of the game.
    fn quick_score(&mut self) -> Score {
        match &mut self.game {
            Some(game) => game.quick.exact(self.balance, self.position, self.search),
            None => self.balance,
        }
    }

    fn exact(&mut self, judged: &mut Judged) -> Score {
        let guess = judged.quick.exact(self.balance, self.position, self.search);
        judged.full.exact(guess, self.position, self.search)
    }

    /// Converts a score to a value: the gain in pawns.
    const fn value(&self, score: Score) -> i32 {
        match score {
            MIN_MATE.. => MATE_VALUE,
            ..=MAX_MATED => -MATE_VALUE,
            _ => score - self.balance,
        }
    }

    /// Returns the lowest score with a value.
    const fn score(&self, value: i32) -> Score {
        match value {
            // No move gains 100 pawns of material, so the value of a mate needs no case.
            _ if value > MATE_VALUE => INFINITE,
            _ if value <= -MATE_VALUE => -INFINITE,
            _ => value + self.balance,
        }
    }
}

/// The value of a forced mate.
const MATE_VALUE: i32 = 100;

/// The value of being mated by force.
const MATED_VALUE: i32 = -MATE_VALUE;
