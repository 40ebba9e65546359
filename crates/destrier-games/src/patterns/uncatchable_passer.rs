//! A passer that no king can catch.

use crate::finding::{Field, Finding, Pattern, Value, Values};
use crate::table::Kind;
use crate::{Continuation, Position};
use destrier::batch::{Lane, Side};
use destrier::{Color, Sets};

pub(super) static PATTERN: Pattern = Pattern {
    name: "uncatchable-passer",
    definition: "O has nothing but king and pawns, and a passer of S, its way free, is outside the rule of the square: \
                 one finding a pawn, for either side whoever is to move",
    fields: &[Field { name: "square", definition: "the pawn's square", kind: Kind::Text }],
    example: "8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1",
    find,
};

/// Whether a side has passers and the other nothing but king and pawns. That is asked in a moment and rare: cheaper
/// than to ask all positions for the rule of the square.
#[inline(always)]
pub(super) const fn may_occur(board: &Lane) -> bool {
    may_run(board, Side::WHITE) | may_run(board, Side::BLACK)
}

#[inline(always)]
const fn may_run(board: &Lane, side: Side) -> bool {
    let Sets { kings, pawns, .. } = board.sets();
    board.color(side.other()).is_subset(kings.union(pawns)) & !board.passers(side).is_empty()
}

fn find(position: &Position, _next: Option<Continuation>, findings: &mut Vec<Finding>) {
    for side in Color::ALL {
        for square in position.board().uncatchable(side) {
            findings.push(Finding { pattern: &PATTERN, side, values: Values::of([Value::Square(square)]) });
        }
    }
}
