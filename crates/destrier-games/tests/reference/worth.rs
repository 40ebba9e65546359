//! The worth of moves: plain minimax, exactly as defined.

use super::{after, legal_moves};
use shakmaty::{Chess, Color, Move, Piece, Position, Role};

/// The continuation of a game, with its evaluations.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Played<'a> {
    /// The game's move, or `None` at the end of the game.
    pub(crate) next: Option<&'a Values>,
    /// The evaluations before and after the game's move, from White's point of view.
    pub(crate) evaluations: Option<(Evaluation, Evaluation)>,
}

/// An evaluation as written in a comment.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Evaluation {
    /// `0.31`
    Pawns(f64),
    /// `#-4`
    Mate(i32),
}

/// The gains of a move, with mates as ±100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Values {
    /// The move.
    pub(crate) m: Move,
    /// The gain after three more moves.
    pub(crate) value: i32,
    /// The gain after one more move.
    pub(crate) quick: i32,
}

/// The worth of a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Worth {
    /// `wins`
    pub(crate) wins: i32,
    /// `missed_by`
    pub(crate) missed_by: Option<i32>,
    /// `missed`
    pub(crate) missed: Option<&'static str>,
    /// Whether the move is an opportunity.
    pub(crate) is_opportunity: bool,
}

/// Returns the gains of a legal move.
pub(crate) fn values(position: &Chess, m: Move) -> Values {
    let after = after(position, m);
    let value = |depth| match -every_move(&after, depth, 1) {
        900.. => 100,
        ..=-900 => -100,
        score => score - material(position),
    };
    Values { m, value: value(3), quick: value(1) }
}

/// Returns the worth of a finding.
pub(crate) fn worth(position: &Chess, values: &Values, game: Played<'_>) -> Worth {
    let chance_of = |value| match value {
        100 => 1.0,
        -100 => -1.0,
        value => chance(f64::from(material(position) + value)),
    };
    let wins = values.value;
    let is_opportunity = chance_of(wins) - chance(f64::from(material(position))) >= 0.2;
    let Some(next) = game.next else { return Worth { wins, missed_by: None, missed: None, is_opportunity } };
    let lost = chance_of(wins) - chance_of(next.value);
    let lost_little = game.evaluations.is_some_and(|(before, after)| {
        let for_side = |evaluation: Evaluation| {
            let for_white = match evaluation {
                Evaluation::Pawns(pawns) => chance(pawns),
                Evaluation::Mate(moves) => f64::from(moves.signum()),
            };
            if position.turn() == Color::White { for_white } else { -for_white }
        };
        for_side(before) - for_side(after) < 0.1
    });
    let grades = [(0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy")];
    let grade = grades.into_iter().find(|(least, _)| lost >= *least).map(|(_, name)| name);
    let is_missed = values.m != next.m && values.quick >= next.quick && !lost_little;
    Worth { wins, missed_by: Some(wins - next.value), missed: grade.filter(|_| is_missed), is_opportunity }
}

/// Returns the winning chances of an evaluation in pawns, from -1 to 1.
fn chance(pawns: f64) -> f64 {
    2.0 / (1.0 + (-0.368208 * pawns.clamp(-10.0, 10.0)).exp()) - 1.0
}

/// Returns the material of the side to move minus that of its opponent.
fn material(position: &Chess) -> i32 {
    let value = |(_, piece): (_, Piece)| {
        let value = match piece.role {
            Role::Pawn => 1,
            Role::Knight | Role::Bishop => 3,
            Role::Rook => 5,
            Role::Queen => 9,
            Role::King => 0,
        };
        if piece.color == position.turn() { value } else { -value }
    };
    position.board().iter().map(value).sum()
}

fn without_moves(position: &Chess, ply: i32) -> i32 {
    if position.is_check() { -(1000 - ply) } else { 0 }
}

fn every_move(position: &Chess, depth: u32, ply: i32) -> i32 {
    let moves = legal_moves(position);
    if moves.is_empty() {
        without_moves(position, ply)
    } else if depth == 0 {
        captures(position, 12, ply)
    } else {
        moves.into_iter().map(|m| -every_move(&after(position, m), depth - 1, ply + 1)).max().unwrap()
    }
}

fn captures(position: &Chess, n: u32, ply: i32) -> i32 {
    let moves = legal_moves(position);
    if moves.is_empty() {
        return without_moves(position, ply);
    } else if n == 0 {
        return material(position);
    }
    let in_check = position.is_check();
    let is_looked_at = |m: &&Move| {
        let is_queen = m.promotion() == Some(Role::Queen);
        in_check || m.is_capture() || is_queen || n == 12 && after(position, **m).is_check()
    };
    let scores = moves.iter().filter(is_looked_at).map(|&m| -captures(&after(position, m), n - 1, ply + 1));
    scores.chain((!in_check).then(|| material(position))).max().unwrap()
}
