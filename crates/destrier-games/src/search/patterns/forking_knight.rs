//! A knight that currently attacks two or more pieces.

use super::words;
use crate::chess::{Continuation, Position};
use crate::search::drawing::{Drawing, Role};
use crate::search::pattern::{Field, Find, Finding, Pattern};
use crate::search::value::Classes;
use destrier::batch::{Lane, LaneColor};
use destrier::{Bitboard, Color, Square, knight};

pub(super) static PATTERN: Pattern = Pattern {
    name: "forking-knight",
    in_short: "A knight stands where it attacks two or more enemy pieces at once.",
    definition: "a knight of S attacks two or more of O's pieces other than pawns; either side may be to move; one \
                 finding per knight",
    is_move: false,
    facts: &[
        Field::square("the knight's square"),
        Field::targets("the squares of O's pieces, other than pawns, that it attacks"),
        Field::CLASSES,
    ],
    source: "Knight Pattern",
    cost: "about 70 operations per position",
    example: "r3k2r/2N5/8/8/8/8/8/4K3 b kq - 0 1",
    labels: &[(Role::Place, "the knight")],
    find: Find::Function(find),
    draw,
    explain,
};

/// Returns whether a knight of either side forks.
#[inline(always)]
pub(super) const fn may_occur(board: &Lane) -> bool {
    !board.forking_knights(LaneColor::WHITE).union(board.forking_knights(LaneColor::BLACK)).is_empty()
}

fn find(position: &Position, _next: Option<Continuation>, findings: &mut Vec<Finding>) {
    let board = position.board();
    for side in Color::ALL {
        for square in board.forking_knights(side) {
            let targets = knight::attacks_from(square) & (board.color(!side) - board.sets().pawns);
            findings.push(Finding {
                targets,
                class: Some(Classes::of(targets, position)),
                ..Finding::at(&PATTERN, side, square)
            });
        }
    }
}

fn draw(_position: &Position, finding: &Finding) -> Drawing {
    Drawing::default()
        .mark(finding.square.map_or(Bitboard::EMPTY, Square::bitboard), Role::Place)
        .attack(finding.square, finding.targets)
}

fn explain(position: &Position, finding: &Finding) -> String {
    let Finding { square: Some(square), targets, class, .. } = *finding else { return String::new() };
    let class = words::class(class);
    let rest = if position.turn() == finding.side {
        format!("{} is to move.", finding.side.title())
    } else if position.is_checkmate() {
        "It is mate.".to_owned()
    } else {
        words::capture_of_knight(position, square)
    };
    let [side, targets] = [finding.side.name().to_owned(), words::pieces(position, targets)];
    format!("The {side} knight on {square} attacks {targets}{class}. {rest}")
}
