//! Attack maps: the squares that each kind of piece of each side attacks, computed once for many terms.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::king::{AttackUnits, ByKind, LineSet};
use crate::piece::Piece;
use crate::sliders::{bishop_attacks_from, line, queen_attacks_from, rook_attacks_from};
use crate::{king, knight, pawn};

/// The attacks of a position by side and kind of piece, and the evaluation terms that need them.
///
/// [`Board::attack_maps`] computes the maps. If your engine has its own, pass them to [`new`](Self::new).
///
/// ```
/// use destrier::{AttackMaps, Board, Color, Piece, Square, knight};
///
/// let board = Board::from_placement("6k1/5ppp/8/8/6N1/8/4QPPP/3R2K1", Color::White)?;
/// let maps = board.attack_maps();
/// assert_eq!(maps.of(Color::White, Piece::Knight), knight::attacks_from(Square::G4));
/// assert!(maps.all(Color::Black).contains(Square::F8));
/// assert_eq!(maps.safe_checks(Color::White).rooks, Square::D8.bitboard());
/// # Ok::<(), destrier::ParsePlacementError>(())
/// ```
///
/// Pinned pieces attack. A piece attacks (defends) pieces of its own side. A slider's attack includes the first piece
/// it meets and ends there.
///
/// The king is that of `side` or `defender`. If the argument is `attacker`, it is the opposing king.
///
/// Source: the wiki's *Attack and Defend Maps*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttackMaps {
    board: Board,
    by_piece: [[Bitboard; 6]; 2],
    all: [Bitboard; 2],
}

impl AttackMaps {
    /// Takes the maps that an engine has: by side, and by kind of piece in the order of [`Piece::ALL`].
    ///
    /// The maps need not follow the rules above. If yours see through some pieces or leave out pinned pieces, so do the
    /// terms, except [`attack_units`](Self::attack_units), which looks at each piece again.
    ///
    /// ```
    /// use destrier::{AttackMaps, Board, Color, Piece};
    ///
    /// let board = Board::from_placement("6k1/5ppp/8/8/6N1/8/4QPPP/3R2K1", Color::White)?;
    /// let maps = board.attack_maps();
    /// let own = Color::ALL.map(|side| Piece::ALL.map(|piece| maps.of(side, piece).bits()));
    /// assert_eq!(AttackMaps::new(board, own), maps);
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: 10 operations.
    #[inline]
    #[must_use]
    pub const fn new(board: Board, [white, black]: [[u64; 6]; 2]) -> Self {
        Self::of_sets(board, [sets(white), sets(black)])
    }

    #[inline(always)]
    const fn of_sets(board: Board, by_piece: [[Bitboard; 6]; 2]) -> Self {
        Self { board, by_piece, all: [union(&by_piece[0]), union(&by_piece[1])] }
    }

    /// Returns the position.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the squares that a side's pieces of one kind attack.
    #[inline]
    #[must_use]
    pub const fn of(&self, side: Color, piece: Piece) -> Bitboard {
        self.by_piece[side.index() as usize][piece.index() as usize]
    }

    /// Returns the squares that a side attacks.
    #[inline]
    #[must_use]
    pub const fn all(&self, side: Color) -> Bitboard {
        self.all[side.index() as usize]
    }

    /// Returns the squares where no piece of the side is and that no opposing pawn attacks: an area for
    /// [`knight::mobility_of`], [`knight::total_mobility`] and [`knight::trapped`].
    ///
    /// Cost: 2 operations.
    #[inline]
    #[must_use]
    pub const fn mobility_area(&self, side: Color) -> Bitboard {
        self.board.color(side).union(self.of(side.other(), Piece::Pawn)).complement()
    }

    /// Returns the squares of the side's fourth to sixth rank that its pawns defend and that no opposing pawn can
    /// attack now or after pushes. The squares can be occupied.
    ///
    /// To find the knights on outposts, intersect the result with the side's knights.
    ///
    /// Cost: 8 operations and 1 branch.
    #[inline]
    #[must_use]
    pub const fn knight_outposts(&self, side: Color) -> Bitboard {
        knight::outposts::outposts_of_attacks(
            self.of(side, Piece::Pawn),
            self.of(side.other(), Piece::Pawn),
            side,
        )
    }

    /// Returns the pieces that the side's knights could fork: the opponent's king, queens, rooks, and undefended
    /// bishops, knights and pawns.
    ///
    /// Cost: 5 operations.
    #[inline]
    #[must_use]
    pub const fn fork_targets(&self, side: Color) -> Bitboard {
        let opponent = side.other();
        let sets = self.board.sets();
        let always = sets.kings.union(sets.queens).union(sets.rooks);
        self.board.color(opponent).intersection(always.union(self.all(opponent).complement()))
    }

    /// Returns the squares where a knight of the side can move, fork two or more [`fork_targets`](Self::fork_targets)
    /// and not be attacked by a pawn or knight.
    ///
    /// Cost: 42 operations.
    #[inline]
    #[must_use]
    pub const fn fork_squares(&self, side: Color) -> Bitboard {
        let opponent = side.other();
        let attacked = self.of(opponent, Piece::Pawn).union(self.of(opponent, Piece::Knight));
        let moves = self.of(side, Piece::Knight).difference(self.board.color(side)).difference(attacked);
        knight::forks(self.fork_targets(side)).intersection(moves)
    }

    /// Returns the squares of the [zone](king::zone()) of the defender's king that the opponent attacks.
    ///
    /// To count the attacks by kind of piece, use [`attack_units`](Self::attack_units), which takes the attacker.
    ///
    /// Cost: 5 operations, 1 load and 1 branch.
    #[inline]
    #[must_use]
    pub const fn attacked_king_zone(&self, defender: Color) -> Bitboard {
        self.board.king_zone(defender).intersection(self.all(defender.other()))
    }

    /// Returns the weak squares of the [zone](king::zone()) of the defender's king: those that the opponent attacks and
    /// that no pawn, knight, bishop or rook of the defender defends.
    ///
    /// ```
    /// use destrier::{Bitboard, Board, Color, Square};
    ///
    /// let board = Board::from_placement("6k1/5p1p/8/8/3B4/8/8/6K1", Color::White)?;
    /// let weak = board.attack_maps().weak_king_zone(Color::Black);
    /// assert_eq!(weak, Bitboard::from_squares(&[Square::H8, Square::G7, Square::F6]));
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Engines differ about squares that a piece defends only once. For those, see
    /// [`attacked_twice`](Board::attacked_twice).
    ///
    /// Cost: 10 operations, 1 load and 1 branch.
    ///
    /// Source: the wiki's *King Safety*.
    #[inline]
    #[must_use]
    pub const fn weak_king_zone(&self, defender: Color) -> Bitboard {
        let [pawns, knights, bishops, rooks, ..] = self.by_piece[defender.index() as usize];
        let defended = pawns.union(knights).union(bishops).union(rooks);
        self.attacked_king_zone(defender).difference(defended)
    }

    /// Counts the attacker's pieces that attack the zone of the opposing king, and the squares of the zone that they
    /// attack, by kind of piece.
    ///
    /// ```
    /// use destrier::{king::AttackUnits, Board, Color};
    ///
    /// let board = Board::from_placement("6k1/5ppp/8/5N1Q/8/8/5PPP/6K1", Color::White)?;
    /// let maps = board.attack_maps();
    /// let units = maps.attack_units(Color::White);
    /// assert_eq!(units.knights, AttackUnits { attackers: 1, squares: 2 });
    /// assert_eq!(units.queens, AttackUnits { attackers: 1, squares: 4 });
    /// assert_eq!(maps.attack_units(Color::Black), Default::default());
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: that of [`king::attack_units`], for the kinds that attack the zone.
    #[inline]
    #[must_use]
    pub const fn attack_units(&self, attacker: Color) -> ByKind<AttackUnits> {
        let zone = self.board.king_zone(attacker.other());
        if zone.is_disjoint(self.all(attacker)) {
            return ByKind::NO_UNITS;
        }
        let mut attackers = self.board.by_kind(attacker);
        if zone.is_disjoint(self.of(attacker, Piece::Knight)) {
            attackers.knights = Bitboard::EMPTY;
        }
        if zone.is_disjoint(self.of(attacker, Piece::Bishop)) {
            attackers.bishops = Bitboard::EMPTY;
        }
        if zone.is_disjoint(self.of(attacker, Piece::Rook)) {
            attackers.rooks = Bitboard::EMPTY;
        }
        if zone.is_disjoint(self.of(attacker, Piece::Queen)) {
            attackers.queens = Bitboard::EMPTY;
        }
        king::attack_units(zone, attackers, self.board.occupied())
    }

    /// Returns the squares, by kind of piece, where the attacker's pieces can check the opposing king and which the
    /// opponent does not attack.
    ///
    /// Pins are ignored. The opponent's attacks are those before the move. If the opponent has no king or several,
    /// there are no checks.
    ///
    /// ```
    /// use destrier::{Board, Color, Square};
    ///
    /// let board = Board::from_placement("6k1/5ppp/8/8/6N1/8/4QPPP/3R2K1", Color::White)?;
    /// let safe = board.attack_maps().safe_checks(Color::White);
    /// assert_eq!(safe.rooks, Square::D8.bitboard());
    /// assert_eq!(safe.queens, Square::E8.bitboard());
    /// assert!(safe.knights.is_empty(), "Black's pawn attacks f6 and h6");
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: 33 operations, 12 loads and 1 branch.
    #[inline]
    #[must_use]
    pub const fn safe_checks(&self, attacker: Color) -> ByKind {
        self.checks(attacker, self.board.color(attacker).union(self.all(attacker.other())).complement())
    }

    /// Returns the squares of the area, by kind of piece, where the attacker's pieces can check the opposing king.
    #[inline(always)]
    const fn checks(&self, attacker: Color, area: Bitboard) -> ByKind {
        let Some(king) = self.board.king(attacker.other()) else { return ByKind::EMPTY };
        let checks = king::check_squares(king, self.board.occupied());
        ByKind {
            knights: checks.knights.intersection(self.of(attacker, Piece::Knight)).intersection(area),
            bishops: checks.bishops.intersection(self.of(attacker, Piece::Bishop)).intersection(area),
            rooks: checks.rooks.intersection(self.of(attacker, Piece::Rook)).intersection(area),
            queens: checks.queens.intersection(self.of(attacker, Piece::Queen)).intersection(area),
        }
    }

    /// Returns the squares next to the side's king that the side does not occupy and the opponent does not attack, with
    /// the king removed from the board.
    ///
    /// Cost: 8 operations, 1 load and 2 branches, and more in check by a slider.
    #[inline]
    #[must_use]
    pub const fn king_escapes(&self, side: Color) -> Bitboard {
        let Some(king) = self.board.king(side) else { return Bitboard::EMPTY };
        let opponent = side.other();
        let mut safe =
            king::attacks_from(king).difference(self.board.color(side)).difference(self.all(opponent));
        if !self.all(opponent).contains(king) {
            return safe;
        }
        // The king does not escape along the line of a check.
        let occupied = self.board.occupied();
        let ByKind { bishops, rooks, queens, .. } = self.board.by_kind(opponent);
        let diagonal = bishop_attacks_from(king, occupied).intersection(bishops.union(queens));
        let straight = rook_attacks_from(king, occupied).intersection(rooks.union(queens));
        let mut checkers = diagonal.union(straight);
        while let Some(checker) = checkers.pop_first() {
            safe = safe.difference(line(king, checker).without(checker));
        }
        safe
    }

    /// Returns the lines along which a distant check attacks all escapes of the side's king.
    ///
    /// Cost: that of [`king_escapes`](Self::king_escapes) and [`king::open_lines`].
    #[inline]
    #[must_use]
    pub const fn king_lines(&self, side: Color) -> LineSet {
        match self.board.king(side) {
            Some(king) => king::open_lines(king, self.king_escapes(side)),
            None => LineSet::NONE,
        }
    }

    /// Returns the squares where a bishop, rook or queen of the attacker can move and check the opposing king along one
    /// of its [`king_lines`](Self::king_lines), at a distance of two or more: the checks that threaten a back-rank
    /// mate.
    ///
    /// Pins are ignored, and the opponent may attack the squares.
    ///
    /// ```
    /// use destrier::{Board, Color, Square};
    ///
    /// let board = Board::from_placement("6k1/5ppp/8/8/8/8/5PPP/R5K1", Color::White)?;
    /// assert_eq!(board.attack_maps().distant_checks(Color::White), Square::A8.bitboard());
    /// // A bishop reaches e8, but does not check along a rank.
    /// let board = Board::from_placement("6k1/5ppp/8/8/B7/8/5PPP/6K1", Color::White)?;
    /// assert!(board.attack_maps().distant_checks(Color::White).is_empty());
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    ///
    /// Cost: that of [`king_lines`](Self::king_lines), and about 60 operations if a line is open.
    #[inline]
    #[must_use]
    pub const fn distant_checks(&self, attacker: Color) -> Bitboard {
        let Some(king) = self.board.king(attacker.other()) else { return Bitboard::EMPTY };
        let lines = self.king_lines(attacker.other());
        if lines.is_empty() {
            return Bitboard::EMPTY;
        }
        let area =
            lines.through(king).difference(king::attacks_from(king)).difference(self.board.color(attacker));
        // No knight checks along a line.
        self.checks(attacker, area).squares()
    }
}

#[inline(always)]
const fn sets([a, b, c, d, e, f]: [u64; 6]) -> [Bitboard; 6] {
    [Bitboard(a), Bitboard(b), Bitboard(c), Bitboard(d), Bitboard(e), Bitboard(f)]
}

#[inline(always)]
const fn union([a, b, c, d, e, f]: &[Bitboard; 6]) -> Bitboard {
    Bitboard(a.0 | b.0 | c.0 | d.0 | e.0 | f.0)
}

/// Attacks of a whole side.
impl Board {
    /// Computes the squares that each kind of piece of each side attacks, for the terms that need them.
    ///
    /// Cost: about 190 operations, and 15 for each piece beyond two bishops, two rooks and a queen.
    #[inline]
    #[must_use]
    pub const fn attack_maps(&self) -> AttackMaps {
        AttackMaps::of_sets(*self, [self.attacks_by_piece(Color::White), self.attacks_by_piece(Color::Black)])
    }

    /// Returns the squares that a side attacks.
    ///
    /// Pinned pieces attack. A piece attacks (defends) pieces of its own side. A slider's attack includes the first
    /// piece it meets and ends there. For several terms, compute [`attack_maps`](Self::attack_maps).
    ///
    /// Cost: about 95 operations, and 15 for each piece beyond two bishops, two rooks and a queen.
    #[inline]
    #[must_use]
    pub const fn attacks(&self, side: Color) -> Bitboard {
        // Each side has formulas of its own, because the steps of its pawns are constants.
        match side {
            Color::White => union(&self.attacks_by_piece(Color::White)),
            Color::Black => union(&self.attacks_by_piece(Color::Black)),
        }
    }

    #[inline(always)]
    const fn attacks_by_piece(&self, side: Color) -> [Bitboard; 6] {
        let occupied = self.occupied();
        [
            pawn::attacks(self.of(side, Piece::Pawn), side),
            knight::attacks(self.of(side, Piece::Knight)),
            bishop_attacks_of(self.of(side, Piece::Bishop), occupied),
            rook_attacks_of(self.of(side, Piece::Rook), occupied),
            queen_attacks_of(self.of(side, Piece::Queen), occupied),
            king::attacks(self.of(side, Piece::King)),
        ]
    }
}

/// Defines a function of the attacks of all pieces of a kind.
macro_rules! attacks_of {
    ($($name:ident: $attacks_from:ident;)*) => {$(
        #[inline(always)]
        const fn $name(mut pieces: Bitboard, occupied: Bitboard) -> Bitboard {
            let mut attacks = Bitboard::EMPTY;
            while let Some(piece) = pieces.pop_first() {
                attacks = attacks.union($attacks_from(piece, occupied));
            }
            attacks
        }
    )*};
}

attacks_of! {
    bishop_attacks_of: bishop_attacks_from;
    rook_attacks_of: rook_attacks_from;
    queen_attacks_of: queen_attacks_from;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive;
    use crate::square::Square;
    use crate::values::tests::any_boards;

    fn naive_attacks(board: &Board, from: Square) -> Bitboard {
        let piece = board.piece_at(from);
        piece.map_or(Bitboard::EMPTY, |(color, piece)| {
            naive::piece_attacks_from(from, piece, color, board.occupied())
        })
    }

    /// Moves a piece of a kind to each square that it attacks, and looks whether it attacks the king from there.
    fn naive_safe_checks(board: &Board, side: Color, kind: Piece, king: Square) -> Bitboard {
        let attacked = naive::attacks(board.color(!side), |from| naive_attacks(board, from));
        let targets = naive::attacks(board.of(side, kind), |from| naive_attacks(board, from));
        let sees = |from| naive::piece_attacks_from(from, kind, side, board.occupied());
        let safe = targets - attacked - board.color(side);
        safe.iter().filter(|&from| sees(from).contains(king)).collect()
    }

    #[test]
    fn maps_match_the_attacks_of_each_piece() {
        for board in any_boards() {
            let maps = board.attack_maps();
            assert_eq!(maps.board(), &board);
            for side in Color::ALL {
                for piece in Piece::ALL {
                    let expected = naive::attacks(board.of(side, piece), |from| naive_attacks(&board, from));
                    assert_eq!(maps.of(side, piece), expected, "{side} {piece}\n{board}");
                }
                let expected = naive::attacks(board.color(side), |from| naive_attacks(&board, from));
                assert_eq!((maps.all(side), board.attacks(side)), (expected, expected), "{side}\n{board}");
                let zone = board.king_zone(side) & maps.all(!side);
                assert_eq!(maps.attacked_king_zone(side), zone, "{side}\n{board}");
                let defenders =
                    board.color(side) - board.of(side, Piece::Queen) - board.of(side, Piece::King);
                let weak = zone - naive::attacks(defenders, |from| naive_attacks(&board, from));
                assert_eq!(maps.weak_king_zone(side), weak, "{side}\n{board}");
                assert_eq!(maps.mobility_area(side), board.mobility_area(side), "{side}\n{board}");
                assert_eq!(maps.knight_outposts(side), board.knight_outposts(side), "{side}\n{board}");
            }
            let own = Color::ALL.map(|side| Piece::ALL.map(|piece| maps.of(side, piece).bits()));
            assert_eq!(AttackMaps::new(board, own), maps);
        }
    }

    #[test]
    fn safe_checks_and_attack_units_match_the_definition() {
        for board in any_boards().step_by(2) {
            for side in Color::ALL {
                let maps = board.attack_maps();
                let (safe, units) = (maps.safe_checks(side), maps.attack_units(side));
                let zone = board.king_zone(side.other());
                for (kind, safe, units) in [
                    (Piece::Knight, safe.knights, units.knights),
                    (Piece::Bishop, safe.bishops, units.bishops),
                    (Piece::Rook, safe.rooks, units.rooks),
                    (Piece::Queen, safe.queens, units.queens),
                ] {
                    let expected = match board.king(side.other()) {
                        Some(king) => naive_safe_checks(&board, side, kind, king),
                        None => Bitboard::EMPTY,
                    };
                    assert_eq!(safe, expected, "{side} {kind:?}\n{board}");
                    let counts = board.of(side, kind).iter().map(|from| naive_attacks(&board, from) & zone);
                    let squares = counts.clone().map(Bitboard::len).sum::<u32>();
                    let attackers = counts.filter(|attacked| !attacked.is_empty()).count();
                    assert_eq!(units.squares, squares as u16, "{side} {kind:?}\n{board}");
                    assert_eq!(units.attackers, attackers as u16, "{side} {kind:?}\n{board}");
                }
            }
        }
    }
}
