//! A passed pawn that no king can catch.

use crate::chess::{Continuation, Position};
use crate::search::drawing::{Drawing, Role};
use crate::search::pattern::{Field, Find, Finding, Pattern};
use destrier::batch::{Lane, LaneColor};
use destrier::{Color, Rank, Sets, Square, king, pawn};

pub(super) static PATTERN: Pattern = Pattern {
    name: "uncatchable-passer",
    in_short: "A passed pawn runs to promotion, and the enemy king is too far away to catch it: the \
               rule of the square.",
    definition: "O has only its king and pawns, and S has a passed pawn with a free path that O's king cannot \
                 catch by the rule of the square; either side may be to move, and a check costs S its move; one \
                 finding per pawn, for both sides",
    is_move: false,
    facts: &[Field::square("the pawn's square")],
    source: "King Pattern; Rule of the Square",
    cost: "about 60 operations per position, plus 40 for each side that may have one",
    example: "8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1",
    labels: &[(Role::Place, "the pawn"), (Role::Reason, "its path")],
    find: Find::Function(find),
    draw,
    explain,
};

/// Returns whether a side has passers and its opponent has only king and pawns. This test is cheap and rarely true,
/// so it is faster than applying the rule of the square to all positions.
#[inline(always)]
pub(super) const fn may_occur(board: &Lane) -> bool {
    may_run(board, LaneColor::WHITE) | may_run(board, LaneColor::BLACK)
}

#[inline(always)]
const fn may_run(board: &Lane, side: LaneColor) -> bool {
    let Sets { kings, pawns, .. } = board.sets();
    board.color(side.other()).is_subset(kings.union(pawns)) & !board.passers(side).is_empty()
}

fn find(position: &Position, _next: Option<Continuation>, findings: &mut Vec<Finding>) {
    for side in Color::ALL {
        for square in position.board().uncatchable(side) {
            findings.push(Finding::at(&PATTERN, side, square));
        }
    }
}

/// Returns the square on which a pawn promotes.
const fn promotion_square(pawn: Square, side: Color) -> Square {
    Square::new(pawn.file(), if side.is_white() { Rank::Eighth } else { Rank::First })
}

fn draw(_position: &Position, finding: &Finding) -> Drawing {
    let Some(square) = finding.square else { return Drawing::default() };
    Drawing::default()
        .mark(square.bitboard(), Role::Place)
        .mark(pawn::front_span(square.bitboard(), finding.side), Role::Reason)
        .arrow(square, promotion_square(square, finding.side), Role::Reason)
}

fn explain(position: &Position, finding: &Finding) -> String {
    let opponent = !finding.side;
    let Some(king) = position.board().king(opponent) else { return String::new() };
    let Some(square) = finding.square else { return String::new() };
    let goal = promotion_square(square, finding.side);
    // A double push counts as one move.
    let pushes = king::distance(square, goal).min(5);
    let steps = king::distance(king, goal);
    let turn = match (position.turn() == finding.side, position.is_check()) {
        (true, true) => format!("too many even though {} must answer the check first", finding.side.title()),
        (true, false) => format!("and {} is to move", finding.side.title()),
        (false, _) => format!("too many even with {} to move", opponent.title()),
    };
    let (side, plural) = (opponent.name(), if pushes == 1 { "" } else { "s" });
    format!(
        "The pawn on {square} needs {pushes} move{plural} to {goal}, the {side} king on {king} needs {steps}, {turn}: \
         the king is outside the square of the pawn."
    )
}
