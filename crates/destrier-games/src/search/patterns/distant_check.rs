//! A distant check along a line that contains all escapes of the king.

use super::words;
use crate::chess::{Continuation, Move, Position};
use crate::schema::ColumnKind;
use crate::search::drawing::{Drawing, Role, between, other_king};
use crate::search::pattern::{Field, Find, Finding, Pattern};
use crate::search::value::Value;
use crate::search::values::squares;
use destrier::batch::Lane;
use destrier::{Bitboard, Line, Piece, sliders};

pub(super) static PATTERN: Pattern = Pattern {
    name: "distant-check",
    in_short: "A bishop, rook or queen checks from a distance along a line on which the king could \
               escape: the back-rank mate is the best-known case.",
    definition: "S is to move and has a legal move of a bishop, rook or queen, not a promotion, after which the \
                 moved piece itself checks from a distance of two or more squares, along a line that contained \
                 all escapes of O's king before the move; one finding per move",
    is_move: true,
    facts: &[
        Field::square("the square to which the checking piece moves"),
        Field {
            name: "line",
            definition: "rank, file, diagonal or anti-diagonal",
            kind: ColumnKind::Text,
            value: |finding| finding.line.map_or(Value::Flag(None), Value::Line),
        },
        Field {
            name: "mate",
            definition: "whether the move mates",
            kind: ColumnKind::Truth,
            value: |finding| Value::Flag(finding.mate),
        },
    ],
    source: "King Pattern",
    cost: "about 520 operations per position; if a check is possible, also the legal moves to the checking squares",
    example: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    labels: &[(Role::Place, "given up"), (Role::Reason, "line and escapes")],
    find: Find::Function(find),
    draw,
    explain,
};

/// Returns whether a slider attacks a square from which it would give a distant check. Such a move may be illegal.
#[inline(always)]
pub(super) fn may_occur(board: &Lane) -> bool {
    let side = board.turn();
    // The king is not attacked, so the attacks are the same with and without it. Those without it are already known
    // from the escapes.
    let occupied = board.occupied() - board.king(!side);
    let queens = board.of(side, Piece::Queen);
    let attacks = sliders::bishop_attacks(board.of(side, Piece::Bishop) | queens, occupied)
        | sliders::rook_attacks(board.of(side, Piece::Rook) | queens, occupied);
    board.distant_check_squares(side).intersects(attacks)
}

fn find(position: &Position, next: Option<Continuation>, findings: &mut Vec<Finding>) {
    let board = position.board();
    let side = board.turn();
    let Some(king) = board.king(!side) else { return };
    // A piece that moves along the line of its check cannot come from between: it would have given check already.
    // What the king sees before the move, it therefore also sees after it.
    let squares = board.distant_check_squares(side);
    if squares.is_empty() {
        return;
    }
    let straight = squares & (Line::Rank.through(king) | Line::File.through(king));
    let slanted = squares & (Line::Diagonal.through(king) | Line::AntiDiagonal.through(king));
    let sets = board.sets();
    for from in board.color(side) & (sets.bishops | sets.rooks | sets.queens) {
        let (piece, squares) = if sets.bishops.contains(from) {
            (Piece::Bishop, slanted)
        } else if sets.rooks.contains(from) {
            (Piece::Rook, straight)
        } else {
            (Piece::Queen, squares)
        };
        for to in position.legal_targets(piece, from, squares) {
            let check = Move::Normal { piece, from, to, promotion: None };
            let Some(line) = Line::ALL.into_iter().find(|line| line.through(king).contains(to)) else {
                continue;
            };
            findings.push(Finding {
                line: Some(line),
                mate: Some(position.after(check).is_checkmate()),
                ..Finding::of_move(&PATTERN, side, check, to, next)
            });
        }
    }
}

fn draw(position: &Position, finding: &Finding) -> Drawing {
    let (Finding { by: Some(check), square: Some(square), line: Some(line), .. }, Some(king)) =
        (*finding, other_king(position).only())
    else {
        return Drawing::default();
    };
    let after = position.after(check);
    let escapes = position.board().king_escapes(!finding.side);
    Drawing::of_move(Some(check))
        .attack(Some(square), king.bitboard())
        .mark(given_up(&after, &after.legal_moves()), Role::Place)
        .mark(between(square, king, line) | escapes, Role::Reason)
}

/// Returns the squares that the king can go to after the check. The checking piece attacks all earlier escapes, so
/// these squares were attacked before the move, which gives them up.
fn given_up(after: &Position, answers: &[Move]) -> Bitboard {
    let king = after.board().king(after.turn());
    let of_king = answers.iter().filter_map(|answer| match answer {
        Move::Normal { from, to, .. } if Some(*from) == king => Some(to.bitboard()),
        _ => None,
    });
    of_king.fold(Bitboard::EMPTY, |all, square| all | square)
}

fn explain(position: &Position, finding: &Finding) -> String {
    let (Finding { by: Some(check), line: Some(line), mate, .. }, Some(king)) =
        (*finding, other_king(position).only())
    else {
        return String::new();
    };
    let escapes = position.board().king_escapes(!finding.side);
    let why = match escapes.len() {
        0 => format!("the king on {king} had no escape at all"),
        1 => format!("the only escape that the king on {king} had, {}, lies on it", squares(escapes)),
        _ => format!("every escape that the king on {king} had ({}) lies on it", squares(escapes)),
    };
    let rest = match mate {
        Some(true) => "It is mate.".to_owned(),
        _ if finding.worth.is_some_and(|worth| worth.is_mate()) => {
            format!("It forces mate, but not at once: {}", answers(&position.after(check)))
        }
        _ => format!("It is not mate: {}{}", answers(&position.after(check)), words::gain(finding)),
    };
    format!("{} checks along the {line}; {why}. {rest}", position.san(check))
}

/// Explains why a check is not mate at once, as the end of a sentence.
fn answers(after: &Position) -> String {
    let legal = after.legal_moves();
    let given_up = given_up(after, &legal);
    let given_up = match given_up.len() {
        0 => String::new(),
        _ => {
            let squares: Vec<String> = given_up.iter().map(|square| square.to_string()).collect();
            format!("the move gives up {}. ", words::list(&squares, "and"))
        }
    };
    let side = after.turn().title();
    format!("{given_up}{side} can answer {}.", words::moves(after, &legal))
}
