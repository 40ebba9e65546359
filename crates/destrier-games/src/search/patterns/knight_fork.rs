//! A knight move that forks.

use super::words;
use crate::chess::{Continuation, Move, Position};
use crate::schema::ColumnKind;
use crate::search::drawing::Drawing;
use crate::search::pattern::{Field, Find, Finding, Pattern};
use crate::search::value::{Classes, Value};
use destrier::batch::Lane;
use destrier::{Piece, knight};

pub(super) static PATTERN: Pattern = Pattern {
    name: "knight-fork",
    in_short: "A knight jumps to a square from which it attacks two or more targets at once: the king, \
               queens, rooks, or undefended pieces and pawns.",
    definition: "S is to move and has a legal knight move to one of its fork squares; one finding per move",
    is_move: true,
    facts: &[
        Field::square("the square to which the knight moves"),
        Field::targets("the squares of the targets that it attacks from there"),
        Field::CLASSES,
        Field {
            name: "safe",
            definition: "whether O has no legal capture of the knight after the move",
            kind: ColumnKind::Truth,
            value: |finding| Value::Flag(finding.safe),
        },
    ],
    source: "Knight Pattern; General Setwise Operations",
    cost: "about 270 operations per position; if there are fork squares, also the legal knight moves",
    example: "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1",
    labels: &[],
    find: Find::Function(find),
    draw,
    explain,
};

/// Returns whether there are fork squares. There may be no legal move to them.
#[inline(always)]
pub(super) const fn may_occur(board: &Lane) -> bool {
    !board.fork_squares(board.turn()).is_empty()
}

fn find(position: &Position, next: Option<Continuation>, findings: &mut Vec<Finding>) {
    let board = position.board();
    let side = board.turn();
    let targets = board.fork_targets(side);
    let fork_squares = board.fork_squares_of(side, targets);
    if fork_squares.is_empty() {
        return;
    }
    let piece = Piece::Knight;
    for from in board.of(side, piece) {
        for to in position.legal_targets(piece, from, fork_squares) {
            let fork = Move::Normal { piece, from, to, promotion: None };
            let forked = knight::attacks_from(to) & targets;
            findings.push(Finding {
                targets: forked,
                class: Some(Classes::of(forked, position)),
                safe: Some(!position.after(fork).can_capture_on(to)),
                ..Finding::of_move(&PATTERN, side, fork, to, next)
            });
        }
    }
}

fn draw(_position: &Position, finding: &Finding) -> Drawing {
    Drawing::of_move(finding.by).attack(finding.square, finding.targets)
}

fn explain(position: &Position, finding: &Finding) -> String {
    let Finding { by: Some(fork), square: Some(square), targets, class, .. } = *finding else { return String::new() };
    let after = position.after(fork);
    let class = words::class(class);
    let rest = if after.is_checkmate() { "It is mate.".to_owned() } else { words::capture_of_knight(&after, square) + &words::gain(finding) };
    format!("{} forks {}{class}. {rest}", position.san(fork), words::pieces(position, targets))
}
