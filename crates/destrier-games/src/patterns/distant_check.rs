//! A check from afar along a line that holds all the king's escapes.

use crate::finding::{Field, Finding, MOVE, PLAYED, Pattern, SAN, Value};
use crate::table::Kind;
use crate::{Continuation, Position};
use destrier::{Line, Piece};

pub(super) static PATTERN: Pattern = Pattern {
    name: "distant-check",
    definition: "S is to move and has a legal move of a bishop, rook or queen, no promotion, by which the moved piece \
                 itself gives check, along a line that O's king was open to before the move, from a distance of two or \
                 more: one finding a move",
    fields: &[
        MOVE,
        SAN,
        Field { name: "square", definition: "where the checking piece lands", kind: Kind::Text },
        Field { name: "line", definition: "rank, file, diagonal or anti-diagonal", kind: Kind::Text },
        Field { name: "mate", definition: "whether the move mates", kind: Kind::Truth },
        PLAYED,
    ],
    example: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    find,
};

fn find(position: &Position, next: Option<Continuation>, findings: &mut Vec<Finding>) {
    let board = position.board();
    let side = board.turn();
    if !position.may_check_from_afar() {
        return;
    }
    let Some(king) = board.king(!side) else { return };
    // A piece that moves along the line of its check does not come from between, where it would have given check already: what
    // the king sees now it sees then.
    let squares = board.distant_checks(side);
    if squares.is_empty() {
        return;
    }
    let mut checks = Vec::new();
    for line in Line::ALL {
        let along = match line {
            Line::Rank | Line::File => Piece::Rook,
            Line::Diagonal | Line::AntiDiagonal => Piece::Bishop,
        };
        let squares = squares & line.through(king);
        position.push_legal_moves(along, squares, &mut checks);
        position.push_legal_moves(Piece::Queen, squares, &mut checks);
    }
    checks.sort_unstable_by_key(|check| (check.from(), check.to()));
    for check in checks {
        let tried = position.try_move(check);
        let Some(line) = Line::ALL.into_iter().find(|line| line.through(king).contains(tried.to)) else {
            continue;
        };
        findings.push(Finding {
            pattern: &PATTERN,
            side,
            values: vec![
                Value::Uci(check),
                Value::San(check),
                Value::Square(tried.to),
                Value::Line(line),
                Value::Flag(Some(tried.mates())),
                Value::played(check, next),
            ],
        });
    }
}
