//! The values of a position for one side.

use super::attacks::{self, leaps, neighbors};
use super::board::{PieceKind, Position, Side};
use super::race;
use super::squares::{Set, file, rank, step};

/// The four lines through a king, with their bits in `king_lines` and their names in distant checks.
pub(crate) const LINES: [(u8, &str); 4] = [(1, "rank"), (2, "file"), (4, "diagonal"), (8, "anti-diagonal")];

/// All values of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Values {
    /// The squares that the knights attack.
    pub(crate) knight_attacks: Set,
    /// The attacked squares, empty or with enemies, from which a knight would attack two targets.
    pub(crate) fork_squares: Set,
    /// The knights that attack two enemies other than pawns.
    pub(crate) forking_knights: Set,
    /// The squares to which the king could move.
    pub(crate) king_escapes: Set,
    /// The lines that contain all escapes, as bits.
    pub(crate) king_lines: u8,
    /// The wing of the pawn shield.
    pub(crate) shield_wing: Option<&'static str>,
    /// The index of the pawn shield.
    pub(crate) shield_index: Option<u8>,
    /// The passed pawns.
    pub(crate) passers: Set,
    /// The passed pawns that a bare enemy king does not catch.
    pub(crate) uncatchable: Set,
    /// The squares that the king could reach if nothing else moved.
    pub(crate) king_reach: Set,
}

/// Returns the values of the position for the side.
pub(crate) fn values(position: &Position, side: Side) -> Values {
    let king_escapes = king_escapes(position, side);
    let shield = shield(position, side);
    Values {
        knight_attacks: attacks::by(&position.board, side, |kind| kind == PieceKind::Knight),
        fork_squares: fork_squares(position, side),
        forking_knights: Set::of(|square| {
            position.is(square, side, PieceKind::Knight) && forked_from(position, side, square).len() >= 2
        }),
        king_escapes,
        king_lines: king_lines(position.king(side), king_escapes),
        shield_wing: shield.map(|(wing, _)| wing),
        shield_index: shield.map(|(_, index)| index),
        passers: Set::of(|square| is_passer(position, side, square)),
        uncatchable: uncatchable(position, side),
        king_reach: king_reach(position, side),
    }
}

/// Returns the fork targets: king, queens, rooks, and undefended pieces and pawns.
pub(crate) fn targets(position: &Position, side: Side) -> Set {
    let enemy = side.other();
    let defended = attacks::by_all(&position.board, enemy);
    Set::of(|square| match position.board[square] {
        Some((owner, PieceKind::King | PieceKind::Queen | PieceKind::Rook)) => owner == enemy,
        Some((owner, PieceKind::Bishop | PieceKind::Knight | PieceKind::Pawn)) => {
            owner == enemy && !defended.has(square)
        }
        None => false,
    })
}

/// Returns the squares of enemies other than pawns that a knight on the square attacks.
pub(crate) fn forked_from(position: &Position, side: Side, square: usize) -> Vec<usize> {
    let mut forked = leaps(square);
    forked.retain(|&target| {
        position.board[target].is_some_and(|(owner, kind)| owner != side && kind != PieceKind::Pawn)
    });
    forked.sort_unstable();
    forked
}

/// Returns the line through two squares, as an index in [`LINES`].
pub(crate) fn line(a: usize, b: usize) -> Option<usize> {
    let shared = [
        rank(a) == rank(b),
        file(a) == file(b),
        rank(a) + file(b) == rank(b) + file(a),
        rank(a) + file(a) == rank(b) + file(b),
    ];
    shared.into_iter().position(|shared| shared).filter(|_| a != b)
}

fn fork_squares(position: &Position, side: Side) -> Set {
    let targets = targets(position, side);
    let enemies = |wanted| attacks::by(&position.board, side.other(), move |kind| kind == wanted);
    let (by_pawns, by_knights) = (enemies(PieceKind::Pawn), enemies(PieceKind::Knight));
    let mine = attacks::by(&position.board, side, |kind| kind == PieceKind::Knight);
    Set::of(|square| {
        let forked = leaps(square).into_iter().filter(|&target| targets.has(target)).count();
        forked >= 2
            && mine.has(square)
            && !position.owns(square, side)
            && !by_pawns.has(square)
            && !by_knights.has(square)
    })
}

/// Returns the squares that the enemy attacks after the side's king is removed.
fn attacked_without_king(position: &Position, side: Side) -> Set {
    let mut board = position.board;
    board[position.king(side)] = None;
    attacks::by_all(&board, side.other())
}

fn king_escapes(position: &Position, side: Side) -> Set {
    let attacked = attacked_without_king(position, side);
    let mut escapes = Set::EMPTY;
    for square in neighbors(position.king(side)) {
        if !position.owns(square, side) && !attacked.has(square) {
            escapes.insert(square);
        }
    }
    escapes
}

/// Returns the sum of the bits of the lines that contain all escapes. Without escapes, that is all lines.
pub(crate) fn king_lines(king: usize, escapes: Set) -> u8 {
    let holds = |place| escapes.squares().into_iter().all(|escape| line(king, escape) == Some(place));
    LINES.iter().enumerate().filter(|&(place, _)| holds(place)).map(|(_, (bit, _))| bit).sum()
}

fn shield(position: &Position, side: Side) -> Option<(&'static str, u8)> {
    let king = position.king(side);
    if side.own_rank(king) > 1 {
        return None;
    }
    let (wing, first) = match file(king) {
        0..=2 => ("queen", 0),
        5..=7 => ("king", 5),
        _ => return None,
    };
    let mut index = 0;
    let mut bit = 1;
    for own_rank in [1, 2] {
        for file in first..first + 3 {
            let rank = if side == Side::White { own_rank } else { 7 - own_rank };
            if position.is(rank * 8 + file, side, PieceKind::Pawn) {
                index += bit;
            }
            bit *= 2;
        }
    }
    Some((wing, index))
}

/// Returns the squares ahead of a pawn on its file.
fn way(square: usize, side: Side) -> Vec<usize> {
    std::iter::successors(step(square, 0, side.forward()), |&at| step(at, 0, side.forward())).collect()
}

fn is_passer(position: &Position, side: Side, square: usize) -> bool {
    let stops = |&at: &usize| {
        [-1, 0, 1].iter().any(|&right| {
            step(at, right, 0).is_some_and(|beside| position.is(beside, side.other(), PieceKind::Pawn))
        })
    };
    position.is(square, side, PieceKind::Pawn) && !way(square, side).iter().any(stops)
}

fn uncatchable(position: &Position, side: Side) -> Set {
    let enemy = side.other();
    let bare = (0..64).all(|square| match position.board[square] {
        Some((owner, kind)) => owner == side || matches!(kind, PieceKind::King | PieceKind::Pawn),
        None => true,
    });
    let king = position.king(enemy);
    // Only pawns can check here. A check costs the side its move.
    let pawns = attacks::by(&position.board, enemy, |kind| kind == PieceKind::Pawn);
    let enemy_begins = position.turn == enemy || pawns.has(position.king(side));
    Set::of(|square| {
        bare && is_passer(position, side, square)
            && way(square, side).iter().all(|&at| position.board[at].is_none())
            && !race::caught(king, square, side, enemy_begins)
    })
}

fn king_reach(position: &Position, side: Side) -> Set {
    let attacked = attacked_without_king(position, side);
    let mut reach = Set::EMPTY;
    let mut open = vec![position.king(side)];
    while let Some(square) = open.pop() {
        reach.insert(square);
        for next in neighbors(square) {
            if !reach.has(next) && !position.owns(next, side) && !attacked.has(next) {
                open.push(next);
            }
        }
    }
    reach
}
