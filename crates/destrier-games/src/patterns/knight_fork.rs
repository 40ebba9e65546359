//! A knight move that forks.

use super::words;
use crate::finding::{CLASSES, Classes, Field, Finding, MOVE, PLAYED, Pattern, SAN, Value, Values};
use crate::table::Kind;
use crate::{Continuation, Drawing, Move, Position};
use destrier::batch::Lane;
use destrier::{Piece, knight};

pub(super) static PATTERN: Pattern = Pattern {
    name: "knight-fork",
    definition: "S is to move and has a legal knight move to one of its fork squares: one finding a move",
    fields: &[
        MOVE,
        SAN,
        Field { name: "square", definition: "where the knight lands", kind: Kind::Text },
        Field { name: "targets", definition: "the targets that it attacks from there", kind: Kind::List },
        CLASSES,
        Field {
            name: "safe",
            definition: "whether O has no legal move that captures the knight there",
            kind: Kind::Truth,
        },
        PLAYED,
    ],
    source: "Knight Pattern; General Setwise Operations",
    cost: "about 270 operations a position; where there are fork squares, its legal knight moves",
    example: "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1",
    labels: &[],
    find,
    draw,
    explain,
};

/// Whether there are fork squares; no move to them may be legal.
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
            let safe = !position.after(fork).can_capture_on(to);
            findings.push(Finding {
                pattern: &PATTERN,
                side,
                values: Values::of([
                    Value::Uci(fork),
                    Value::San(fork),
                    Value::Square(to),
                    Value::Squares(forked),
                    Value::Classes(Classes::of(forked, position)),
                    Value::Flag(Some(safe)),
                    Value::played(fork, next),
                ]),
            });
        }
    }
}

fn draw(_position: &Position, finding: &Finding) -> Drawing {
    match finding.values[..] {
        [Value::Uci(fork), _, Value::Square(square), Value::Squares(targets), ..] => {
            Drawing::of_move(fork).attack(square, targets)
        }
        _ => Drawing::default(),
    }
}

fn explain(position: &Position, finding: &Finding) -> String {
    let [Value::Uci(fork), _, Value::Square(square), Value::Squares(targets), Value::Classes(class), ..] =
        finding.values[..]
    else {
        return String::new();
    };
    let after = position.after(fork);
    let class = words::class(class);
    let rest = match after.is_checkmate() {
        true => "It is mate.".to_owned(),
        false => words::capture_of_knight(&after, square),
    };
    format!("{} forks {}{class}. {rest}", position.san(fork), words::pieces(position, targets))
}
