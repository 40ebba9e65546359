//! A mate by a knight against a king surrounded by its own pieces.

use super::words;
use crate::chess::{Continuation, Move, Position};
use crate::search::drawing::{Drawing, Role, other_king};
use crate::search::pattern::{Field, Find, Finding, Pattern};
use destrier::batch::Lane;
use destrier::{Piece, king, knight};

pub(super) static PATTERN: Pattern = Pattern {
    name: "smothered-mate",
    in_short: "A knight mates a king that is hemmed in by its own pieces.",
    definition: "S is to move and has a legal knight move that mates, and O's own pieces or pawns occupy all \
                 squares adjacent to the mated king; one finding per move",
    is_move: true,
    facts: &[Field::square("the square to which the knight moves")],
    source: "Knight Pattern; King Pattern",
    cost: "about 60 operations per position; if a king is surrounded, also the legal knight checks",
    example: "2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1",
    labels: &[(Role::Reason, "the wall")],
    find: Find::Function(find),
    draw,
    explain,
};

/// Returns whether a king is surrounded by its own pieces and a knight can move to a square from which it would
/// attack the king.
#[inline(always)]
pub(super) const fn may_occur(board: &Lane) -> bool {
    let side = board.turn();
    let checking_squares = knight::attacks(board.king(side.other())).intersection(board.knight_attacks(side));
    board.king_attacks(side.other()).is_subset(board.color(side.other())) & !checking_squares.is_empty()
}

fn find(position: &Position, next: Option<Continuation>, findings: &mut Vec<Finding>) {
    let board = position.board();
    let side = board.turn();
    let Some(king) = board.king(!side) else { return };
    // The knight moves to a square that is not adjacent to the king, so the wall is complete before the move. Behind
    // a complete wall, only a knight can check.
    if !king::attacks_from(king).is_subset(board.color(!side)) {
        return;
    }
    let checking_squares = knight::attacks_from(king) & board.knight_attacks(side);
    let piece = Piece::Knight;
    for from in board.of(side, piece) {
        for to in position.legal_targets(piece, from, checking_squares) {
            let check = Move::Normal { piece, from, to, promotion: None };
            if position.after(check).is_checkmate() {
                findings.push(Finding::of_move(&PATTERN, side, check, to, next));
            }
        }
    }
}

fn draw(position: &Position, finding: &Finding) -> Drawing {
    let king = other_king(position);
    Drawing::of_move(finding.by).attack(finding.square, king).mark(king::attacks(king), Role::Reason)
}

fn explain(position: &Position, finding: &Finding) -> String {
    let (Some(mate), Some(king)) = (finding.by, other_king(position).only()) else {
        return String::new();
    };
    let opponent = (!finding.side).name();
    let wall = words::pieces(position, king::attacks_from(king));
    let san = position.san(mate);
    format!(
        "{san} mates the king on {king}, walled in by its own {wall}: it has no square to go to, and no {opponent} \
         piece can capture the knight."
    )
}
