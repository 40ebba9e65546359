//! Text helpers for explanations.

use crate::chess::{Move, Position};
use crate::search::pattern::Finding;
use crate::search::value::Classes;
use destrier::{Bitboard, Piece, Square};

/// The maximum number of moves to name before counting the rest.
const MAX_NAMED: usize = 4;

/// Joins texts: `a, b and c`.
pub(super) fn list(texts: &[String], last: &str) -> String {
    match texts {
        [] => String::new(),
        [text] => text.clone(),
        [texts @ .., end] => format!("{} {last} {end}", texts.join(", ")),
    }
}

/// Returns the class of a fork as an apposition: `, a royal fork`.
pub(super) const fn class(class: Option<Classes>) -> &'static str {
    match class {
        None | Some(Classes::None | Classes::Check) => "",
        Some(Classes::Royal) => ", a royal fork",
        Some(Classes::Family) => ", a family fork",
    }
}

/// Lists the pieces on a set of squares, the most valuable first: `king e8 and rook a8`.
pub(super) fn pieces(position: &Position, set: Bitboard) -> String {
    let board = position.board();
    let mut all = Vec::new();
    for piece in Piece::ALL.into_iter().rev() {
        let squares = set & board.sets().piece(piece);
        all.extend(squares.iter().map(|square| format!("{piece} {square}")));
    }
    list(&all, "and")
}

/// Lists moves in SAN: `Qxc7`, `Kf8, Kh8 or Rd8`, `a3, b3, c3, d3 or 9 others`. Of promotions that differ only in the
/// piece, it names the one to a queen.
pub(super) fn moves(position: &Position, moves: &[Move]) -> String {
    let mut moves = moves.to_vec();
    moves.retain(|played| match played {
        Move::Normal { promotion: Some(piece), .. } => *piece == Piece::Queen,
        _ => true,
    });
    // Name a single remaining move too: it is no longer than `1 other`.
    let named = if moves.len() == MAX_NAMED + 1 { moves.len() } else { MAX_NAMED.min(moves.len()) };
    let mut texts: Vec<String> =
        moves[..named].iter().map(|&played| position.san(played).to_string()).collect();
    if moves.len() > named {
        texts.push(format!("{} others", moves.len() - named));
    }
    list(&texts, "or")
}

/// Says whether and how the side to move can capture the knight on a square.
pub(super) fn capture_of_knight(position: &Position, square: Square) -> String {
    let captures: Vec<Move> = position
        .legal_moves()
        .into_iter()
        .filter(|played| matches!(played, Move::Normal { to, .. } if *to == square))
        .collect();
    if captures.is_empty() {
        format!("No {} piece can capture the knight.", position.turn().name())
    } else {
        format!("But {} can capture it: {}.", position.turn().title(), moves(position, &captures))
    }
}

/// Returns what the move wins as a further sentence, if its worth was computed: ` It wins a rook.` A text that says that
/// the move mates needs no such sentence.
pub(super) fn gain(finding: &Finding) -> String {
    finding.worth.map_or_else(String::new, |worth| format!(" {}", worth.sentence()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_of_moves_are_cut() {
        let position = Position::INITIAL;
        let all = position.legal_moves();
        assert_eq!(moves(&position, &all[..1]), "a3");
        assert_eq!(moves(&position, &all[..2]), "a3 or a4");
        assert_eq!(moves(&position, &all[..5]), "a3, a4, b3, b4 or c3");
        assert_eq!(moves(&position, &all[..6]), "a3, a4, b3, b4 or 2 others");
        assert_eq!(moves(&position, &[]), "");
    }

    #[test]
    fn promotions_are_listed_once() {
        let position: Position = "7k/8/8/8/2r5/1r1r4/1p1p4/2N4K b - - 0 1".parse().unwrap();
        let said = capture_of_knight(&position, Square::C1);
        assert!(said.starts_with("But Black can capture it: ") && !said.contains("others"), "{said}");
        for capture in ["bxc1=Q", "dxc1=Q", "Rxc1"] {
            assert_eq!(said.matches(capture).count(), 1, "{said}");
        }
    }

    #[test]
    fn pieces_are_listed_by_value() {
        let position = Position::INITIAL;
        assert_eq!(
            pieces(&position, "a1,b1,e1,h8".parse().unwrap()),
            "king e1, rook a1, rook h8 and knight b1"
        );
        assert_eq!(pieces(&position, Bitboard::EMPTY), "");
    }
}
