//! The squares from which pieces can check a king, and those that are safe.

use super::by_kind::ByKind;
use crate::bitboard::Bitboard;
use crate::formulations::Formulation;
use crate::knight;
use crate::sliders::{self, bishop_attacks_from, queen_attacks_from, rook_attacks_from};
use crate::square::Square;

/// The type of [`safe_checks`].
pub type SafeChecks = fn(Square, ByKind, Bitboard, Bitboard) -> ByKind;

/// Every formulation of [`safe_checks`].
///
/// All return the same sets. [`safe_checks`] intersects two sets for each kind of piece.
/// [`safe_checks_by_moves`] goes through the moves and tests each. It is the definition.
pub const FORMULATIONS: &[Formulation<SafeChecks>] = &[
    Formulation::new("by intersection", "about 300 operations and 12 loads", safe_checks),
    Formulation::new("by moves", "a test of each move", safe_checks_by_moves),
];

/// Returns the squares from which a piece of each kind checks a king.
///
/// Attacks are mutual, so these are the squares that the piece would attack from the king's square. They include
/// occupied squares.
///
/// ```
/// use destrier::{king, Bitboard, Line, Square};
///
/// let squares = king::check_squares(Square::A1, Bitboard::EMPTY);
/// assert_eq!(squares.knights, Bitboard::from_squares(&[Square::B3, Square::C2]));
/// assert_eq!(squares.bishops, Line::Diagonal.through(Square::A1).without(Square::A1));
/// ```
///
/// Cost: 19 operations and 12 loads.
#[inline]
#[must_use]
pub const fn check_squares(king: Square, occupied: Bitboard) -> ByKind {
    let bishops = bishop_attacks_from(king, occupied);
    let rooks = rook_attacks_from(king, occupied);
    ByKind { knights: knight::attacks_from(king), bishops, rooks, queens: bishops.union(rooks) }
}

/// Returns the squares, by kind of piece, where a piece of `attackers` can go in one move to check a king.
///
/// ```
/// use destrier::king::{self, ByKind};
/// use destrier::{bitboard, Square};
///
/// // A black king on g8 behind pawns on f7, g7 and h7. White has a knight on g4, a rook on d1 and a queen on e2.
/// let occupied = bitboard! {
///     . . . . . . X .
///     . . . . . X X X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . X .
///     . . . . . . . .
///     . . . . X . . .
///     . . . X . . . .
/// };
/// let attackers = ByKind {
///     knights: Square::G4.bitboard(),
///     rooks: Square::D1.bitboard(),
///     queens: Square::E2.bitboard(),
///     ..ByKind::default()
/// };
/// // Black attacks f8, h8, f6, g6 and h6, and defends its pawns.
/// let attacked_by_black = bitboard! {
///     . . . . . X . X
///     . . . . . X X X
///     . . . . . X X X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// let area = !(attackers.squares() | attacked_by_black);
/// let safe = king::safe_checks(Square::G8, attackers, occupied, area);
/// assert_eq!(safe.rooks, Square::D8.bitboard());
/// assert_eq!(safe.queens, Square::E8.bitboard());
/// // From g4, the knight checks only on f6 and h6, which pawns attack.
/// assert!(safe.knights.is_empty());
/// ```
///
/// Each move ends in the area. The area usually has no pieces of the attacking side and no squares that the defending
/// side attacks. For the squares of all checks, whether a piece can go there or not, use [`check_squares`].
///
/// Pieces move as they attack, and pins are ignored. A slider's move ends on the first square of `occupied`. `occupied`
/// includes the moving piece, so a slider that already gives check does not find the squares behind it on the same
/// line. Checks by discovery, by pawns and by castling are not included.
///
/// Engines differ about which squares are safe. Some count a square that only the king or the queen attacks as safe if
/// two attackers support it. Add such squares to the area to follow them.
///
/// Cost: about 300 operations and 12 loads.
///
/// Source: the wiki's *King Safety* (Attacking King Zone) and *Checks and Pinned Pieces (Bitboards)*. Engines such as
/// Stockfish score safe checks.
#[inline]
#[must_use]
pub const fn safe_checks(king: Square, attackers: ByKind, occupied: Bitboard, area: Bitboard) -> ByKind {
    let checks = check_squares(king, occupied);
    ByKind {
        knights: checks.knights.intersection(knight::attacks(attackers.knights)).intersection(area),
        bishops: checks
            .bishops
            .intersection(sliders::bishop_attacks(attackers.bishops, occupied))
            .intersection(area),
        rooks: checks.rooks.intersection(sliders::rook_attacks(attackers.rooks, occupied)).intersection(area),
        queens: checks
            .queens
            .intersection(sliders::queen_attacks(attackers.queens, occupied))
            .intersection(area),
    }
}

/// Computes [`safe_checks`] move by move: a move is a check if the piece attacks the king from its target.
#[must_use]
pub const fn safe_checks_by_moves(
    king: Square,
    attackers: ByKind,
    occupied: Bitboard,
    area: Bitboard,
) -> ByKind {
    let mut checks = ByKind::EMPTY;
    let ByKind { mut knights, mut bishops, mut rooks, mut queens } = attackers;
    while let Some(knight) = knights.pop_first() {
        let mut targets = knight::attacks_from(knight).intersection(area);
        while let Some(target) = targets.pop_first() {
            if knight::attacks_from(target).contains(king) {
                checks.knights = checks.knights.with(target);
            }
        }
    }
    while let Some(bishop) = bishops.pop_first() {
        let mut targets = bishop_attacks_from(bishop, occupied).intersection(area);
        while let Some(target) = targets.pop_first() {
            if bishop_attacks_from(target, occupied).contains(king) {
                checks.bishops = checks.bishops.with(target);
            }
        }
    }
    while let Some(rook) = rooks.pop_first() {
        let mut targets = rook_attacks_from(rook, occupied).intersection(area);
        while let Some(target) = targets.pop_first() {
            if rook_attacks_from(target, occupied).contains(king) {
                checks.rooks = checks.rooks.with(target);
            }
        }
    }
    while let Some(queen) = queens.pop_first() {
        let mut targets = queen_attacks_from(queen, occupied).intersection(area);
        while let Some(target) = targets.pop_first() {
            if queen_attacks_from(target, occupied).contains(king) {
                checks.queens = checks.queens.with(target);
            }
        }
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direction::Direction;
    use crate::naive::{self, assert_all, sets, slider_attacks_from};

    /// The squares that a piece of the set attacks, and from which it would attack the king.
    fn naive_checks(
        king: Square,
        pieces: Bitboard,
        area: Bitboard,
        attacks: impl Fn(Square) -> Bitboard,
    ) -> Bitboard {
        let can_go = |to: Square| pieces.iter().any(|piece| attacks(piece).contains(to));
        let checks = |&to: &Square| area.contains(to) && attacks(to).contains(king) && can_go(to);
        Square::ALL.into_iter().filter(checks).collect()
    }

    #[test]
    fn formulations_match_the_definition() {
        for (i, [knights, bishops, rooks, queens, others, area]) in sets().step_by(2).enumerate() {
            let king = Square::ALL[i % 64];
            let attackers = ByKind { knights, bishops, rooks, queens };
            let occupied = if i % 3 == 0 { others } else { others | attackers.squares() };
            for area in [area, Bitboard::FULL] {
                let slides = |directions| move |s| slider_attacks_from(s, occupied, directions);
                let expected = ByKind {
                    knights: naive_checks(king, knights, area, naive::knight_attacks_from),
                    bishops: naive_checks(king, bishops, area, slides(&Direction::BISHOP)),
                    rooks: naive_checks(king, rooks, area, slides(&Direction::ROOK)),
                    queens: naive_checks(king, queens, area, slides(&Direction::KING)),
                };
                assert_all!(FORMULATIONS, (king, attackers, occupied, area), expected);
            }
        }
    }
}
