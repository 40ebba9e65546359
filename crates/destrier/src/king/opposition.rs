//! The opposition: which king has to give way.

use crate::bitboard::Bitboard;
use crate::formulations::Formulation;
use crate::square::Square;
use crate::x88::{DIFFERENCES, difference};
use core::fmt;

/// Every formulation of [`opposition`](opposition()).
///
/// All return the same kind:
///
/// - [`opposition`](opposition()) looks the kind up by the 0x88 difference of the squares (240 bytes). Use this one.
/// - [`by_coordinates`] adds the distances in files and in ranks. It needs no memory.
/// - [`by_sets`] looks for one king among the squares of the other.
pub const FORMULATIONS: &[Formulation<fn(Square, Square) -> Option<Opposition>>] = &[
    Formulation::new("by 0x88", "6 operations and 1 load from 240 bytes", opposition),
    Formulation::new("by coordinates", "at most 23 operations and 3 branches", by_coordinates),
    Formulation::new("by sets", "at most 14 operations, 4 loads and 3 branches", by_sets),
];

/// Every formulation of [`opposition_squares`].
///
/// All return the same squares. Use [`opposition_squares`], a single load from a table (2 KiB). [`squares_by_shifts`]
/// computes it without memory. [`squares_by_pairs`] asks [`opposition`](opposition()) for each square.
pub const SQUARE_FORMULATIONS: &[Formulation<fn(Square, Opposition) -> Bitboard>] = &[
    Formulation::new("by table", "3 operations and 1 load", opposition_squares),
    Formulation::new("by shifts", "24 to 31 operations and 1 branch", squares_by_shifts),
    Formulation::new("by pairs", "420 operations, 128 loads and 32 branches", squares_by_pairs),
];

/// A kind of opposition.
///
/// ```
/// use destrier::king::Opposition;
///
/// assert_eq!(Opposition::ALL.map(|kind| kind.to_string()), ["direct", "distant", "diagonal", "virtual"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Opposition {
    /// The kings are two squares apart on a rank or file, with one square between them.
    Direct,
    /// The kings are four squares apart on a rank or file, with three squares between them.
    Distant,
    /// The kings are two squares apart on a diagonal, with one square between them.
    Diagonal,
    /// The kings are an even number of files and of ranks apart, and in none of the other kinds of opposition.
    Virtual,
}

impl Opposition {
    /// All kinds, nearest first.
    pub const ALL: [Self; 4] = [Self::Direct, Self::Distant, Self::Diagonal, Self::Virtual];
}

impl fmt::Display for Opposition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Direct => "direct",
            Self::Distant => "distant",
            Self::Diagonal => "diagonal",
            Self::Virtual => "virtual",
        })
    }
}

/// Returns the kind of opposition between kings on two squares, or `None` if they are not in opposition.
///
/// ```
/// use destrier::king::{self, Opposition};
/// use destrier::Square;
///
/// assert_eq!(king::opposition(Square::E4, Square::E6), Some(Opposition::Direct));
/// assert_eq!(king::opposition(Square::E4, Square::E8), Some(Opposition::Distant));
/// assert_eq!(king::opposition(Square::E4, Square::G6), Some(Opposition::Diagonal));
/// assert_eq!(king::opposition(Square::E4, Square::A6), Some(Opposition::Virtual));
/// assert_eq!(king::opposition(Square::E4, Square::E7), None);
/// ```
///
/// Two kings stand in opposition if their files and their ranks differ by even numbers. The side that is not to move
/// *has* the opposition. Every king move of the other side breaks it. On an empty board, the side that has it can
/// restore it after each of these moves.
///
/// There are four [kinds](Opposition), which [`opposition_squares`] shows. The relation is symmetric, and no king is in
/// opposition with itself. [`Board::opposition`](crate::Board::opposition) takes both kings from a position.
///
/// All of this is geometry: other pieces and the edge of the board are ignored. Whether the opposition decides a game
/// depends on the pawns. It does in the ending of king and pawn against king, if the king stands directly in front of
/// its own pawn. A test solves all these positions, for pawns on ranks 2 to 6, and finds:
///
/// - On files b to g and ranks 2 to 4, the defender draws if and only if it stands two squares in front of the other
///   king, with the other side to move, or moves there. So the side with the pawn wins if it has the opposition, of any
///   kind.
/// - On files b to g and ranks 5 and 6, the side with the pawn always wins. Its king is on a
///   [key square](super::key_squares()).
/// - On files a and h, a defender two squares in front of the other king draws, whoever is to move.
///
/// The direct opposition from behind the pawn helps neither side: against a defender there, the side with the pawn
/// wins on every file, whoever is to move.
///
/// # Choices
///
/// The sources agree on direct opposition and on who has it. They differ on the names of the others:
///
/// - The wiki gives distant and diagonal opposition a Manhattan distance of four. Books also call five squares between
///   kings on a rank or file distant, and some call three or five squares on a diagonal diagonal. Here these are
///   virtual, as on the wiki.
/// - On the wiki, virtual opposition includes the other three. Here it is what remains, so every pair of kings has at
///   most one kind. [`any_opposition_squares`] is the wiki's virtual opposition. Rectangular opposition is another
///   name for it.
/// - The engine Havoc also counts kings on the same or on adjacent files or ranks if only one of the two distances is
///   even, such as e1 and e4.
///
/// Cost: 6 operations and 1 load.
///
/// Source: the wiki's *Opposition*. The exact rule for the king in front of its pawn was derived here. The wiki's *KPK*
/// has parts of it.
#[inline]
#[must_use]
pub const fn opposition(a: Square, b: Square) -> Option<Opposition> {
    KINDS[difference(a, b)]
}

static KINDS: [Option<Opposition>; DIFFERENCES] = {
    let mut table = [None; DIFFERENCES];
    let mut i = 0;
    while i < 64 * 64 {
        let (a, b) = (Square::ALL[i / 64], Square::ALL[i % 64]);
        table[difference(a, b)] = by_coordinates(a, b);
        i += 1;
    }
    table
};

/// Computes [`opposition`](opposition()) from the distances in files and in ranks.
#[inline]
#[must_use]
pub const fn by_coordinates(a: Square, b: Square) -> Option<Opposition> {
    let (a, b) = (a.index(), b.index());
    // Bit 0 of an index is the parity of the file, bit 3 that of the rank.
    if (a ^ b) & 0b1001 != 0 || a == b {
        return None;
    }
    let files = (a & 7).abs_diff(b & 7);
    let ranks = (a >> 3).abs_diff(b >> 3);
    Some(match files + ranks {
        2 => Opposition::Direct,
        4 if files == ranks => Opposition::Diagonal,
        4 => Opposition::Distant,
        _ => Opposition::Virtual,
    })
}

/// Computes [`opposition`](opposition()) by looking for one king in the [`opposition_squares`] of the other.
#[must_use]
pub const fn by_sets(a: Square, b: Square) -> Option<Opposition> {
    let mut i = 0;
    while i < 4 {
        if opposition_squares(a, Opposition::ALL[i]).contains(b) {
            return Some(Opposition::ALL[i]);
        }
        i += 1;
    }
    None
}

/// Returns the squares where a king is in opposition of one kind with the king on `king`.
///
/// ```
/// use destrier::king::{self, Opposition};
/// use destrier::{bitboard, Square};
///
/// // One square between the kings, on a rank or file.
/// assert_eq!(king::opposition_squares(Square::D4, Opposition::Direct), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . .
///     . . . . . . . .
///     . X . . . X . .
///     . . . . . . . .
///     . . . X . . . .
///     . . . . . . . .
/// });
/// // Three squares between the kings, on a rank or file.
/// assert_eq!(king::opposition_squares(Square::D4, Opposition::Distant), bitboard! {
///     . . . X . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// });
/// // One square between the kings, on a diagonal.
/// assert_eq!(king::opposition_squares(Square::D4, Opposition::Diagonal), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . X . . . X . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . X . . . X . .
///     . . . . . . . .
/// });
/// // All others.
/// assert_eq!(king::opposition_squares(Square::D4, Opposition::Virtual), bitboard! {
///     . X . . . X . X
///     . . . . . . . .
///     . . . . . . . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . X
///     . . . . . . . .
/// });
/// ```
///
/// Cost: 3 operations and 1 load.
#[inline]
#[must_use]
pub const fn opposition_squares(king: Square, kind: Opposition) -> Bitboard {
    SQUARES[kind as usize][king.index() as usize]
}

/// The squares by kind and king.
static SQUARES: [[Bitboard; 64]; 4] = {
    let mut table = [[Bitboard::EMPTY; 64]; 4];
    let mut i = 0;
    while i < 4 * 64 {
        table[i / 64][i % 64] = squares_by_shifts(Square::ALL[i % 64], Opposition::ALL[i / 64]);
        i += 1;
    }
    table
};

/// Computes [`opposition_squares`] by shifts of two and four squares.
#[inline]
#[must_use]
pub const fn squares_by_shifts(king: Square, kind: Opposition) -> Bitboard {
    let set = king.bitboard().0;
    // A shift along a rank must not wrap around the edge of the board.
    let two_beside = (set << 2 & 0xfcfc_fcfc_fcfc_fcfc) | (set >> 2 & 0x3f3f_3f3f_3f3f_3f3f);
    let four_beside = (set << 4 & 0xf0f0_f0f0_f0f0_f0f0) | (set >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    let direct = two_beside | set << 16 | set >> 16;
    let distant = four_beside | set << 32 | set >> 32;
    let diagonal = two_beside << 16 | two_beside >> 16;
    Bitboard(match kind {
        Opposition::Direct => direct,
        Opposition::Distant => distant,
        Opposition::Diagonal => diagonal,
        Opposition::Virtual => same_parity(king) & !(set | direct | distant | diagonal),
    })
}

/// Computes [`opposition_squares`] square by square.
#[must_use]
pub const fn squares_by_pairs(king: Square, kind: Opposition) -> Bitboard {
    let mut squares = Bitboard::EMPTY;
    let mut i = 0;
    while i < 64 {
        match opposition(king, Square::ALL[i]) {
            Some(found) if found as u8 == kind as u8 => squares = squares.with(Square::ALL[i]),
            _ => {}
        }
        i += 1;
    }
    squares
}

/// Returns the squares where a king is in opposition of any kind with the king on `king`.
///
/// ```
/// use destrier::{bitboard, king, Square};
///
/// assert_eq!(king::any_opposition_squares(Square::D4), bitboard! {
///     . X . X . X . X
///     . . . . . . . .
///     . X . X . X . X
///     . . . . . . . .
///     . X . . . X . X
///     . . . . . . . .
///     . X . X . X . X
///     . . . . . . . .
/// });
/// ```
///
/// Cost: 4 operations.
#[inline]
#[must_use]
pub const fn any_opposition_squares(king: Square) -> Bitboard {
    Bitboard(same_parity(king) ^ king.bitboard().0)
}

/// Returns the squares an even number of files and of ranks away, including the king's own.
#[inline]
const fn same_parity(king: Square) -> u64 {
    0x0055_0055_0055_0055 << (king.index() & 0b1001)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::color::Color;
    use crate::direction::Direction;
    use crate::file::File;
    use crate::king::kpk;
    use crate::naive::{self, king_attacks_from};
    use crate::pawn;
    use crate::rank::Rank;
    use std::string::ToString;

    fn pairs() -> impl Iterator<Item = (Square, Square)> {
        Square::ALL.into_iter().flat_map(|a| Square::ALL.into_iter().map(move |b| (a, b)))
    }

    fn naive_opposition(a: Square, b: Square) -> Option<Opposition> {
        match naive::distances(a, b) {
            (0, 2) | (2, 0) => Some(Opposition::Direct),
            (0, 4) | (4, 0) => Some(Opposition::Distant),
            (2, 2) => Some(Opposition::Diagonal),
            (files, ranks) if (files, ranks) != (0, 0) && files % 2 == 0 && ranks % 2 == 0 => {
                Some(Opposition::Virtual)
            }
            _ => None,
        }
    }

    #[test]
    fn formulations_match_the_definition_for_all_pairs() {
        let mut counts = [0; 4];
        for (a, b) in pairs() {
            let expected = naive_opposition(a, b);
            for way in FORMULATIONS {
                assert_eq!((way.compute)(a, b), expected, "{way} {a} {b}");
            }
            for kind in Opposition::ALL {
                for way in SQUARE_FORMULATIONS {
                    let squares = (way.compute)(a, kind);
                    assert_eq!(squares.contains(b), expected == Some(kind), "{way} {kind} {a} {b}");
                }
            }
            assert_eq!(any_opposition_squares(a).contains(b), expected.is_some());
            if let Some(kind) = expected {
                counts[kind as usize] += 1;
            }
        }
        assert_eq!(counts, [192, 128, 144, 496]);
        assert_eq!(counts.iter().sum::<i32>(), 64 * 15);
    }

    #[test]
    fn every_move_breaks_the_opposition_and_a_reply_restores_it() {
        for (a, b) in pairs().filter(|&(a, b)| opposition(a, b).is_some()) {
            for moved in king_attacks_from(b) - king_attacks_from(a) {
                assert_eq!(opposition(a, moved), None);
                assert!(king_attacks_from(a).intersects(any_opposition_squares(moved)), "{a} {b} {moved}");
            }
        }
    }

    #[test]
    fn sides_without_one_king_or_to_move_have_no_opposition() {
        let board = |placement, turn| Board::from_placement(placement, turn).unwrap();
        for (placement, kind) in [
            ("8/8/4k3/8/4K3/4P3/8/8", Some(Opposition::Direct)),
            ("4k3/8/8/8/4K3/4P3/8/8", Some(Opposition::Distant)),
            ("8/4k3/8/8/4K3/4P3/8/8", None),
            ("8/8/4k3/8/8/8/8/8", None),
            ("8/8/4k3/8/4K1K1/8/8/8", None),
        ] {
            for turn in Color::ALL {
                assert_eq!(board(placement, turn).opposition(!turn), kind, "{placement}");
                assert_eq!(board(placement, turn).opposition(turn), None, "{placement}");
            }
        }
    }

    /// The laws about the king in front of its pawn, for all defending kings.
    #[test]
    fn the_opposition_decides_in_front_of_the_pawn() {
        let endings = kpk::solved();
        let (mut positions, mut wins_from_behind) = (0, 0);
        for pawn in Bitboard::PAWN_RANKS - Rank::Seventh.bitboard() {
            let king = pawn.bitboard().step(Direction::North).only().unwrap();
            let direct = opposition_squares(king, Opposition::Direct) & pawn.file().bitboard();
            let in_front = direct & pawn::front_span(king.bitboard(), Color::White);
            let is_rook_pawn = matches!(pawn.file(), File::A | File::H);
            for turn in Color::ALL {
                let (legal, draws) = (endings.legal(king, pawn, turn), endings.draws(king, pawn, turn));
                let moves_there = naive::attacks(in_front, king_attacks_from) & legal;
                if is_rook_pawn {
                    assert!(in_front.is_subset(draws), "{pawn} {turn}");
                } else if pawn.rank() >= Rank::Fifth {
                    assert!(draws.is_empty(), "{pawn} {turn}");
                } else {
                    let expected = if turn.is_white() { in_front } else { moves_there };
                    assert_eq!(draws, expected, "{pawn} {turn}");
                    positions += legal.len();
                }
                let behind = (direct - in_front) & legal;
                assert!(behind.is_disjoint(draws), "{pawn} {turn}");
                wins_from_behind += behind.len();
                if turn == Color::Black && !is_rook_pawn {
                    assert!(draws.is_disjoint(any_opposition_squares(king)), "{pawn}");
                }
            }
        }
        assert_eq!((positions, wins_from_behind), (1980, 80));
    }

    #[test]
    fn kinds_have_names() {
        for kind in Opposition::ALL {
            assert_eq!(std::format!("{kind:?}").to_lowercase(), kind.to_string());
        }
        assert_eq!(size_of::<Option<Opposition>>(), 1);
    }
}
