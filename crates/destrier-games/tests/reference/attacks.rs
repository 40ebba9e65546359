//! Attacks, computed by walking over the board. Pinned pieces attack too, and own pieces on attacked squares are
//! defended.

use super::board::{Mailbox, PieceKind, Position, Side};
use super::squares::{Set, step};

/// The four directions of a rook.
pub(crate) const STRAIGHT: [(isize, isize); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
/// The four directions of a bishop.
pub(crate) const SLANTED: [(isize, isize); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
const LEAPS: [(isize, isize); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the squares adjacent to a square.
pub(crate) fn neighbors(square: usize) -> Vec<usize> {
    STRAIGHT.iter().chain(&SLANTED).filter_map(|&(right, up)| step(square, right, up)).collect()
}

/// Returns the squares a knight's move away from a square.
pub(crate) fn leaps(square: usize) -> Vec<usize> {
    LEAPS.iter().filter_map(|&(right, up)| step(square, right, up)).collect()
}

fn walk(board: &Mailbox, from: usize, directions: &[(isize, isize)]) -> Vec<usize> {
    let mut reached = Vec::new();
    for &(right, up) in directions {
        let mut at = from;
        while let Some(next) = step(at, right, up) {
            reached.push(next);
            if board[next].is_some() {
                break;
            }
            at = next;
        }
    }
    reached
}

/// Returns the squares that the piece on a square attacks, or none if there is no piece.
pub(crate) fn from(board: &Mailbox, square: usize) -> Vec<usize> {
    match board[square] {
        None => Vec::new(),
        Some((side, PieceKind::Pawn)) => {
            [-1, 1].into_iter().filter_map(|right| step(square, right, side.forward())).collect()
        }
        Some((_, PieceKind::Knight)) => leaps(square),
        Some((_, PieceKind::Bishop)) => walk(board, square, &SLANTED),
        Some((_, PieceKind::Rook)) => walk(board, square, &STRAIGHT),
        Some((_, PieceKind::Queen)) => {
            let mut both = walk(board, square, &STRAIGHT);
            both.extend(walk(board, square, &SLANTED));
            both
        }
        Some((_, PieceKind::King)) => neighbors(square),
    }
}

/// Returns the squares that a side's pieces of the wanted kinds attack.
pub(crate) fn by(board: &Mailbox, side: Side, wanted: impl Fn(PieceKind) -> bool) -> Set {
    let mut all = Set::EMPTY;
    for square in 0..64 {
        if board[square].is_some_and(|(owner, kind)| owner == side && wanted(kind)) {
            from(board, square).into_iter().for_each(|target| all.insert(target));
        }
    }
    all
}

/// Returns the squares that all pieces of a side attack.
pub(crate) fn by_all(board: &Mailbox, side: Side) -> Set {
    by(board, side, |_| true)
}

impl Position {
    /// Returns whether a side's king is attacked.
    pub(crate) fn in_check(&self, side: Side) -> bool {
        by_all(&self.board, side.other()).has(self.king(side))
    }
}
