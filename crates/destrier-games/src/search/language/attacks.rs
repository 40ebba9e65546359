//! What pieces on a turned board attack, defend and pin.

use crate::chess::{between, bishop_attacks, rook_attacks};
use destrier::{Bitboard, Board, Color, Direction, Square, king, knight, pawn, sliders};

/// Returns the attacks of sliders. Few are faster one by one.
pub(super) fn slide(
    from: Bitboard,
    occupied: Bitboard,
    one: fn(Square, Bitboard) -> Bitboard,
    all: fn(Bitboard, Bitboard) -> Bitboard,
) -> Bitboard {
    if from.len() > 2 {
        return all(from, occupied);
    }
    from.iter().fold(Bitboard::EMPTY, |attacks, square| attacks | one(square, occupied))
}

/// Returns the squares that the men on a set attack.
pub(super) fn attacks(board: &Board, from: Bitboard) -> Bitboard {
    let (sets, occupied) = (board.sets(), board.occupied());
    let queens = sets.queens;
    if let Some(square) = from.only() {
        return attacks_of_one(board, square);
    }
    let straight = slide(from & (sets.rooks | queens), occupied, rook_attacks, sliders::rook_attacks);
    let slanted = slide(from & (sets.bishops | queens), occupied, bishop_attacks, sliders::bishop_attacks);
    let pawns = from & sets.pawns;
    let mut leaps = knight::attacks(from & sets.knights) | king::attacks(from & sets.kings);
    if !pawns.is_empty() {
        leaps |=
            pawn::attacks(pawns & sets.white, Color::White) | pawn::attacks(pawns & sets.black, Color::Black);
    }
    straight | slanted | leaps
}

/// Returns the squares that the man on a square attacks.
fn attacks_of_one(board: &Board, square: Square) -> Bitboard {
    let (sets, occupied) = (board.sets(), board.occupied());
    if sets.pawns.contains(square) {
        let color = if sets.white.contains(square) { Color::White } else { Color::Black };
        pawn::attacks(square.bitboard(), color)
    } else if sets.knights.contains(square) {
        knight::attacks_from(square)
    } else if sets.bishops.contains(square) {
        bishop_attacks(square, occupied)
    } else if sets.rooks.contains(square) {
        rook_attacks(square, occupied)
    } else if sets.queens.contains(square) {
        bishop_attacks(square, occupied) | rook_attacks(square, occupied)
    } else if sets.kings.contains(square) {
        king::attacks_from(square)
    } else {
        Bitboard::EMPTY
    }
}

/// Returns the men in a mask that attack a square of a set.
pub(super) fn attackers(board: &Board, of: Bitboard, mask: Bitboard) -> Bitboard {
    if let Some(square) = mask.only() {
        return if attacks_of_one(board, square).intersects(of) { mask } else { Bitboard::EMPTY };
    }
    let (sets, occupied) = (board.sets(), board.occupied());
    // A piece attacks the squares from which its like would attack it.
    let straight = slide(of, occupied, rook_attacks, sliders::rook_attacks) & (sets.rooks | sets.queens);
    let slanted = slide(of, occupied, bishop_attacks, sliders::bishop_attacks) & (sets.bishops | sets.queens);
    let pawns =
        (pawn::attacks(of, Color::Black) & sets.white) | (pawn::attacks(of, Color::White) & sets.black);
    let leapers =
        (knight::attacks(of) & sets.knights) | (king::attacks(of) & sets.kings) | (pawns & sets.pawns);
    (straight | slanted | leapers) & mask
}

/// Returns the men in a mask that attack the king of the side to move.
pub(super) fn checkers(board: &Board, mask: Bitboard) -> Bitboard {
    let turn = board.turn();
    board
        .king(turn)
        .map_or(Bitboard::EMPTY, |king| attackers(board, king.bitboard(), mask & board.color(!turn)))
}

/// Returns the squares of a set that a side attacks, and perhaps others that it attacks.
pub(super) fn attacked(board: &Board, side: Color, of: Bitboard) -> Bitboard {
    if of.len() > 2 {
        return board.attacks(side);
    }
    let men = board.color(side);
    let is_attacked = |square: &Square| !attackers(board, square.bitboard(), men).is_empty();
    of.iter().filter(is_attacked).collect()
}

/// Returns the squares beyond `over` as seen from a square, up to and with the first man.
pub(super) fn behind(from: Square, over: Square, occupied: Bitboard) -> Bitboard {
    let direction = Direction::KING.into_iter().find(|direction| ray(from, *direction).contains(over));
    direction
        .map_or(Bitboard::EMPTY, |direction| sliders::attacks_along(over.bitboard(), occupied, direction))
}

/// Returns all squares in a direction.
const fn ray(from: Square, direction: Direction) -> Bitboard {
    sliders::attacks_along(from.bitboard(), Bitboard::EMPTY, direction)
}

/// Returns a set and all squares in a direction from it.
pub(super) fn fill(set: Bitboard, direction: Direction) -> Bitboard {
    (0..7).fold(set, |all, _| all | all.step(direction))
}

/// Returns the men of a side that stand alone between their king and a slider of the other side.
pub(super) fn pinned(board: &Board, side: Color) -> Bitboard {
    let Some(king) = board.king(side) else { return Bitboard::EMPTY };
    let (sets, own, other) = (board.sets(), board.color(side), board.color(!side));
    let pinners = (rook_attacks(king, other) & (sets.rooks | sets.queens))
        | (bishop_attacks(king, other) & (sets.bishops | sets.queens));
    let shields = (pinners & other).iter().map(|pinner| between(king, pinner) & own);
    shields.filter(|shield| shield.only().is_some()).fold(Bitboard::EMPTY, |all, shield| all | shield)
}
