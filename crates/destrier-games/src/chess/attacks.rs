//! Attacks of a single piece, used to find the origin of a move from its destination.
//!
//! The library computes attacks for any number of pieces at once. For a single slider, subtraction along its lines is
//! cheaper.

use destrier::{Bitboard, Color, Direction, Line, Piece, Rank, Square, king, knight, pawn};

/// The squares of a line on either side of a square.
#[derive(Clone, Copy)]
struct Rays {
    below: u64,
    above: u64,
}

/// The rank, file, diagonal and anti-diagonal of each square.
static RAYS: [[Rays; 4]; 64] = {
    let mut rays = [[Rays { below: 0, above: 0 }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let through = Line::ALL[line].through(Square::ALL[square]).bits();
            let below = (1 << square) - 1;
            rays[square][line] = Rays { below: through & below, above: through & !below & !(1 << square) };
            line += 1;
        }
        square += 1;
    }
    rays
};

impl Rays {
    /// Returns the squares up to and including the first occupied one in each direction. 12 operations (the wiki's
    /// *Obstruction Difference*).
    #[inline]
    const fn attacks(self, occupied: u64) -> u64 {
        let blockers_below = self.below & occupied;
        let blockers_above = self.above & occupied;
        let from_blocker_below = !0 << (63 - (blockers_below | 1).leading_zeros());
        let blocker_above = blockers_above & blockers_above.wrapping_neg();
        // All bits from one blocker to the other, or to the end without an upper blocker.
        (self.below | self.above) & (blocker_above << 1).wrapping_add(from_blocker_below)
    }
}

/// Returns the attacks of a rook. 25 operations and 4 loads.
#[inline]
pub(crate) fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let [rank, file, ..] = &RAYS[usize::from(square.index())];
    Bitboard::from_bits(rank.attacks(occupied.bits()) | file.attacks(occupied.bits()))
}

/// Returns the attacks of a bishop. 25 operations and 4 loads.
#[inline]
pub(crate) fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let [.., diagonal, anti_diagonal] = &RAYS[usize::from(square.index())];
    Bitboard::from_bits(diagonal.attacks(occupied.bits()) | anti_diagonal.attacks(occupied.bits()))
}

/// Returns the attacks of a pawn. A pawn of the other color attacks `square` from the same squares. 1 load.
#[inline]
pub(crate) fn pawn_attacks(square: Square, color: Color) -> Bitboard {
    origins(Piece::Pawn, !color, true, square)
}

/// Returns the attacks of a piece other than a pawn.
#[inline]
pub(crate) fn piece_attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece {
        Piece::Pawn => Bitboard::EMPTY,
        Piece::Knight => knight::attacks_from(square),
        Piece::Bishop => bishop_attacks(square, occupied),
        Piece::Rook => rook_attacks(square, occupied),
        Piece::Queen => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        Piece::King => king::attacks_from(square),
    }
}

/// Returns the squares from which a piece can move to `to` if nothing stands in between. 1 load.
///
/// For a pawn, `capture` selects between captures and pushes of one or two squares. There are no branches on the kind
/// of piece, because the processor could not predict them.
#[inline(always)]
pub(super) fn origins(piece: Piece, color: Color, capture: bool, to: Square) -> Bitboard {
    const PAWNS: usize = 4;
    static ORIGINS: [[Bitboard; 64]; PAWNS + 5] = {
        let mut origins = [[Bitboard::EMPTY; 64]; PAWNS + 5];
        let mut i = 0;
        while i < 64 {
            let to = Square::ALL[i];
            let rook = Line::Rank.through(to).symmetric_difference(Line::File.through(to));
            let bishop = Line::Diagonal.through(to).symmetric_difference(Line::AntiDiagonal.through(to));
            origins[0][i] = pushed_from(to, Direction::South, Rank::Fourth);
            origins[1][i] = pawn::attacks(to.bitboard(), Color::Black);
            origins[2][i] = pushed_from(to, Direction::North, Rank::Fifth);
            origins[3][i] = pawn::attacks(to.bitboard(), Color::White);
            origins[PAWNS][i] = knight::attacks_from(to);
            origins[PAWNS + 1][i] = bishop;
            origins[PAWNS + 2][i] = rook;
            origins[PAWNS + 3][i] = rook.union(bishop);
            origins[PAWNS + 4][i] = king::attacks_from(to);
            i += 1;
        }
        origins
    };
    let pawn = 2 * usize::from(color.index()) + usize::from(capture);
    let other = PAWNS - 1 + usize::from(piece.index());
    let kind = if piece == Piece::Pawn { pawn } else { other };
    ORIGINS[kind][usize::from(to.index())]
}

/// Returns the square one step back and, from the destination rank of double pushes, two steps back.
const fn pushed_from(to: Square, back: Direction, double: Rank) -> Bitboard {
    let one = to.bitboard().step(back);
    if double.bitboard().contains(to) { one.union(one.step(back)) } else { one }
}

/// Returns the squares strictly between two squares on a line; empty if no line joins them. 7 operations and 1 load.
///
/// The result relative to the first square depends only on the difference of the two, as in the wiki's *0x88*. So the
/// table is small and stays in the cache.
#[inline(always)]
pub(crate) const fn between(a: Square, b: Square) -> Bitboard {
    /// The squares for every difference, with the first square on a1. Squares beyond the left or lower edge wrap
    /// around.
    static BETWEEN: [u64; 240] = {
        let mut between = [0; 240];
        let mut direction = 0;
        while direction < 8 {
            let step = Direction::KING[direction];
            let delta = step.files() as isize + 16 * step.ranks() as isize;
            let mut passed = 0u64;
            let mut steps = 1;
            while steps < 8 {
                between[(120 + delta * steps) as usize] = passed;
                passed |= 1u64.rotate_left((step.delta() as isize * steps).rem_euclid(64) as u32);
                steps += 1;
            }
            direction += 1;
        }
        between
    };
    let (a, b) = (a.index() as usize, b.index() as usize);
    let difference = (b + (b & 56) + 120) - (a + (a & 56));
    Bitboard::from_bits(BETWEEN[difference].rotate_left(a as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use destrier::sliders;

    /// Compares with the fills of the library for every square and every relevant set of blockers on one line, and for
    /// many on all lines.
    #[test]
    fn slider_attacks_match_fills() {
        let mut random = fastrand::Rng::with_seed(1);
        for square in Square::ALL {
            let alone = square.bitboard();
            let check = |occupied: Bitboard| {
                assert_eq!(rook_attacks(square, occupied), sliders::rook_attacks(alone, occupied));
                assert_eq!(bishop_attacks(square, occupied), sliders::bishop_attacks(alone, occupied));
            };
            for line in Line::ALL {
                line.through(square).subsets().for_each(check);
            }
            for _ in 0..1000 {
                check(Bitboard::from_bits(random.u64(..) & random.u64(..)));
            }
        }
    }

    /// Two squares attack each other on the empty board, but not across an occupied square.
    #[test]
    fn pieces_between_block_sliders() {
        for (a, b) in Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b))) {
            for piece in Piece::ALL.into_iter().skip(1) {
                let origins = origins(piece, Color::White, false, a);
                assert_eq!(origins, piece_attacks(piece, a, Bitboard::EMPTY));
            }
            let stops = |square: Square| {
                let attacks = |occupied| piece_attacks(Piece::Queen, a, occupied);
                square != a
                    && square != b
                    && attacks(Bitboard::EMPTY).contains(b)
                    && !attacks(square.bitboard()).contains(b)
            };
            assert_eq!(between(a, b), Square::ALL.into_iter().filter(|&square| stops(square)).collect());
        }
    }
}
