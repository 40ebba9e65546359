//! A check from afar along a line that holds all the king's escapes.

use crate::finding::{Field, Finding, MOVE, PLAYED, Pattern, SAN, Value};
use crate::{Continuation, Position};
use destrier::{Bitboard, Board, Line, Piece, Square, king, sliders};

pub(super) static PATTERN: Pattern = Pattern {
    name: "distant-check",
    definition: "S is to move and has a legal move of a bishop, rook or queen, no promotion, by which the moved piece \
                 itself gives check, along a line that O's king was open to before the move, from a distance of two or \
                 more: one finding a move",
    fields: &[
        MOVE,
        SAN,
        Field { name: "square", definition: "where the checking piece lands" },
        Field { name: "line", definition: "rank, file, diagonal or anti-diagonal" },
        Field { name: "mate", definition: "whether the move mates" },
        PLAYED,
    ],
    example: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    find,
};

fn find(position: &Position, next: Option<Continuation>, findings: &mut Vec<Finding>) {
    let board = position.board();
    let side = board.turn();
    let Some(king) = board.king(!side) else { return };
    let mut checks = Vec::new();
    for line in board.king_lines(!side).iter() {
        let from_afar = sight_along(board, king, line) - king::attacks_from(king) - board.color(side);
        if from_afar.is_empty() {
            continue;
        }
        let along = match line {
            Line::Rank | Line::File => Piece::Rook,
            Line::Diagonal | Line::AntiDiagonal => Piece::Bishop,
        };
        for piece in [along, Piece::Queen] {
            checks.extend(position.legal_moves(piece, from_afar).into_iter().map(|check| (check, line)));
        }
    }
    checks.sort_unstable_by_key(|(check, _)| (check.from(), check.to()));
    for (check, line) in checks {
        let tried = position.try_move(check);
        findings.push(Finding {
            pattern: &PATTERN,
            side,
            values: vec![
                Value::Uci(check),
                Value::San(check),
                Value::Square(tried.to),
                Value::Line(line),
                Value::Flag(Some(tried.mates())),
                Value::Flag(next.map(|next| next == Continuation::Move(check))),
            ],
        });
    }
}

/// What the king sees along a line, up to and with the first piece on each side: from there a piece gives check.
/// A checking piece does not come from between, where it would have given check already.
fn sight_along(board: &Board, king: Square, line: Line) -> Bitboard {
    let sight = match line {
        Line::Rank | Line::File => sliders::rook_attacks(king.bitboard(), board.occupied()),
        Line::Diagonal | Line::AntiDiagonal => sliders::bishop_attacks(king.bitboard(), board.occupied()),
    };
    sight & line.through(king)
}
