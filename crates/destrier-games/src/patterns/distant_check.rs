//! A check from afar along a line that holds all the king's escapes.

use crate::finding::{Field, Finding, MOVE, PLAYED, Pattern, SAN, Value};
use crate::{Continuation, Position};
use destrier::{Bitboard, Line, Piece, king, sliders};
use shakmaty::Move;

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
    let open = board.king_lines(!side);
    if open.is_empty() {
        return;
    }
    // From what the king sees, up to and with the first piece on each side, a piece gives check. One that moves there does
    // not come from between, where it would have given check already.
    let occupied = board.occupied();
    let near = king::attacks_from(king) | board.color(side);
    let checking_squares = |lines: [Line; 2], attacks: fn(Bitboard, Bitboard) -> Bitboard| {
        let through: Bitboard =
            lines.into_iter().filter(|&line| open.contains(line)).map(|line| line.through(king)).collect();
        if through.is_empty() { through } else { (attacks(king.bitboard(), occupied) & through) - near }
    };
    let straight = checking_squares([Line::Rank, Line::File], sliders::rook_attacks);
    let slanted = checking_squares([Line::Diagonal, Line::AntiDiagonal], sliders::bishop_attacks);
    if (straight | slanted).is_empty() {
        return;
    }
    let queens = board.of(side, Piece::Queen);
    let by_rooks = sliders::rook_attacks(board.of(side, Piece::Rook) | queens, occupied);
    let by_bishops = sliders::bishop_attacks(board.of(side, Piece::Bishop) | queens, occupied);
    let mut checks: Vec<Move> = Vec::new();
    position.push_legal_moves(Piece::Bishop, slanted & by_bishops, &mut checks);
    position.push_legal_moves(Piece::Rook, straight & by_rooks, &mut checks);
    position.push_legal_moves(Piece::Queen, (straight | slanted) & (by_rooks | by_bishops), &mut checks);
    checks.sort_unstable_by_key(|check| (check.from(), check.to()));
    for check in checks {
        let tried = position.try_move(check);
        let Some(line) = open.iter().find(|line| line.through(king).contains(tried.to)) else { continue };
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
