//! A fork that stands on the board.

use crate::finding::{CLASSES, Classes, Field, Finding, Pattern, Value, Values};
use crate::table::Kind;
use crate::{Continuation, Position};
use destrier::batch::{Lane, Side};
use destrier::{Color, knight};

pub(super) static PATTERN: Pattern = Pattern {
    name: "forking-knight",
    definition: "a knight of S attacks two or more of O's men other than pawns, whoever is to move: one finding a \
                 knight",
    fields: &[
        Field { name: "square", definition: "the knight's square", kind: Kind::Text },
        Field { name: "targets", definition: "O's men other than pawns that it attacks", kind: Kind::List },
        CLASSES,
    ],
    example: "r3k2r/2N5/8/8/8/8/8/4K3 b kq - 0 1",
    find,
};

/// Whether a knight of either side forks.
#[inline(always)]
pub(super) const fn may_occur(board: &Lane) -> bool {
    !board.forking_knights(Side::WHITE).union(board.forking_knights(Side::BLACK)).is_empty()
}

fn find(position: &Position, _next: Option<Continuation>, findings: &mut Vec<Finding>) {
    let board = position.board();
    for side in Color::ALL {
        for square in board.forking_knights(side) {
            let targets = knight::attacks_from(square) & (board.color(!side) - board.sets().pawns);
            findings.push(Finding {
                pattern: &PATTERN,
                side,
                values: Values::of([
                    Value::Square(square),
                    Value::Squares(targets),
                    Value::Classes(Classes::of(targets, position)),
                ]),
            });
        }
    }
}
