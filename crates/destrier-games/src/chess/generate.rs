//! Legal move generation: all moves, or those to chosen squares.

use super::attacks::{between, bishop_attacks, pawn_attacks, piece_attacks, rook_attacks};
use super::moves::{CastlingSide, Move};
use super::position::{Position, back_rank};
use destrier::{Bitboard, Color, Direction, Piece, Rank, Square, king, knight};

/// The pieces that a pawn may promote to.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// The data that decides whether a move leaves the king of the side to move safe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingSafety {
    king: Square,
    checkers: Bitboard,
    /// The pieces of the side to move that are pinned to its king.
    pinned: Bitboard,
}

impl KingSafety {
    /// Returns whether the side to move is in check.
    pub(crate) const fn is_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Returns the squares where a piece other than the king may move: in check, those that stop it.
    const fn allowed(&self) -> Bitboard {
        match self.checkers.only() {
            _ if self.checkers.is_empty() => Bitboard::FULL,
            Some(checker) => between(self.king, checker).with(checker),
            None => Bitboard::EMPTY,
        }
    }
}

impl Position {
    /// Computes the checkers and pinned pieces of the side to move. About 80 operations.
    pub(crate) fn king_safety(&self) -> KingSafety {
        let king = self.king(self.turn);
        let (us, them) = (self.us(), self.them());
        let queens = self.piece(Piece::Queen);
        let mut checkers = (knight::attacks_from(king) & self.piece(Piece::Knight))
            | (pawn_attacks(king, self.turn) & self.piece(Piece::Pawn));
        checkers &= them;
        let mut pinned = Bitboard::EMPTY;
        // Sliders that would attack the king if its own side had no other pieces.
        let sliders = (rook_attacks(king, them) & (self.piece(Piece::Rook) | queens))
            | (bishop_attacks(king, them) & (self.piece(Piece::Bishop) | queens));
        for slider in sliders & them {
            let shield = between(king, slider) & us;
            if shield.is_empty() {
                checkers |= slider.bitboard();
            } else if shield.only().is_some() {
                pinned |= shield;
            }
        }
        KingSafety { king, checkers, pinned }
    }

    /// Returns all legal moves: by piece from pawn to king, then captures en passant, then castling.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_legal_move(&self.king_safety(), |played| moves.push(played));
        moves
    }

    /// Visits all legal moves, in the order of [`legal_moves`](Self::legal_moves).
    #[inline]
    pub(crate) fn each_legal_move(&self, safety: &KingSafety, mut visit: impl FnMut(Move)) {
        self.each_legal_move_to(safety, |_, _| Bitboard::FULL, &mut visit);
        self.each_en_passant(&mut visit);
        if !safety.is_check() {
            self.each_castling(&mut visit);
        }
    }

    /// Visits the legal moves to the squares that `to` returns for a piece and its square. Excludes castling and
    /// captures en passant.
    #[inline]
    pub(crate) fn each_legal_move_to(
        &self,
        safety: &KingSafety,
        to: impl Fn(Piece, Square) -> Bitboard,
        visit: &mut impl FnMut(Move),
    ) {
        let (us, occupied) = (self.us(), self.occupied());
        let allowed = safety.allowed() - us;
        let last_rank = back_rank(!self.turn);
        let targets = self.pawn_targets();
        for from in us & self.piece(Piece::Pawn) {
            let may_leave = !safety.pinned.contains(from);
            for to in targets(from) & allowed & to(Piece::Pawn, from) {
                if !may_leave && !self.leaves_king_safe(from, to) {
                    continue;
                }
                let piece = Piece::Pawn;
                if last_rank.contains(to) {
                    for promotion in PROMOTIONS {
                        visit(Move::Normal { piece, from, to, promotion: Some(promotion) });
                    }
                } else {
                    visit(Move::Normal { piece, from, to, promotion: None });
                }
            }
        }
        // One kind of piece at a time, so that the compiler emits a separate loop for each.
        let mut each = EachMove { position: self, safety, allowed, to: &to, visit };
        each.of(Piece::Knight, knight::attacks_from);
        each.of(Piece::Bishop, |from| bishop_attacks(from, occupied));
        each.of(Piece::Rook, |from| rook_attacks(from, occupied));
        each.of(Piece::Queen, |from| bishop_attacks(from, occupied) | rook_attacks(from, occupied));
        let (piece, from) = (Piece::King, safety.king);
        for to in (king::attacks_from(from) - us) & to(piece, from) {
            if self.leaves_king_safe(from, to) {
                visit(Move::Normal { piece, from, to, promotion: None });
            }
        }
    }

    /// Visits the legal captures en passant.
    #[inline]
    pub(crate) fn each_en_passant(&self, visit: &mut impl FnMut(Move)) {
        if let Some(to) = self.history.en_passant.first() {
            self.en_passant_origins().iter().for_each(|from| visit(Move::EnPassant { from, to }));
        }
    }

    /// Visits the legal castling moves.
    #[inline]
    pub(crate) fn each_castling(&self, visit: &mut impl FnMut(Move)) {
        if self.history.castling_rooks.intersects(back_rank(self.turn)) {
            CastlingSide::ALL.into_iter().filter_map(|side| self.legal_castling(side)).for_each(visit);
        }
    }

    /// Returns whether the side to move has a legal move.
    pub(crate) fn has_legal_move(&self, safety: &KingSafety) -> bool {
        // A piece that is not on a line with its king cannot expose it.
        let lines = piece_attacks(Piece::Queen, safety.king, Bitboard::EMPTY);
        if !safety.is_check() && !(self.mobile(self.turn) - lines).is_empty() {
            return true;
        }
        let mut found = false;
        self.each_legal_move(safety, |_| found = true);
        found
    }

    /// Returns the pieces of a side, other than its king, that have a pseudo-legal move. Pawns count only if they can
    /// be pushed. About 60 operations.
    pub(crate) fn mobile(&self, color: Color) -> Bitboard {
        let own = self.color(color);
        let free = !own;
        let beside = free.step(Direction::East) | free.step(Direction::West);
        let straight = beside | free.step(Direction::North) | free.step(Direction::South);
        let slanted = beside.step(Direction::North) | beside.step(Direction::South);
        let behind = match color {
            Color::White => Direction::South,
            Color::Black => Direction::North,
        };
        let queens = self.piece(Piece::Queen);
        own & ((self.piece(Piece::Pawn) & (!self.occupied()).step(behind))
            | (self.piece(Piece::Knight) & knight::attacks(free))
            | ((self.piece(Piece::Bishop) | queens) & slanted)
            | ((self.piece(Piece::Rook) | queens) & straight))
    }

    /// Returns a function for the squares that a pawn can move to, except en passant.
    #[inline]
    fn pawn_targets(&self) -> impl Fn(Square) -> Bitboard {
        let (turn, empty, them) = (self.turn, !self.occupied(), self.them());
        // A push never leaves the board.
        let (ahead, third) = match turn {
            Color::White => (8, Rank::Third.bitboard()),
            Color::Black => (64 - 8, Rank::Sixth.bitboard()),
        };
        move |from| {
            let one = Bitboard::from_bits(from.bitboard().bits().rotate_left(ahead)) & empty;
            let two = Bitboard::from_bits((one & third).bits().rotate_left(ahead)) & empty;
            one | two | (pawn_attacks(from, turn) & them)
        }
    }

    /// Computes the squares from which pieces of the side to move check the other king.
    #[inline]
    pub(crate) fn check_squares(&self) -> CheckSquares {
        let king = self.king(!self.turn);
        let occupied = self.occupied();
        let (straight, slanted) = (rook_attacks(king, occupied), bishop_attacks(king, occupied));
        let squares = [
            pawn_attacks(king, !self.turn),
            knight::attacks_from(king),
            slanted,
            straight,
            straight | slanted,
            Bitboard::EMPTY,
        ];
        CheckSquares { squares, openers: self.us() & (straight | slanted) }
    }

    /// Returns whether `color` is certain to have a legal move after any move of the other side that gives no check,
    /// promotes nothing, and is neither castling nor a capture en passant.
    ///
    /// Such a move captures or blocks at most two pieces, and a piece that is not on a line with its king is never
    /// pinned. Returns `false` if a quick test cannot decide.
    pub(crate) fn has_several_moves(&self, color: Color) -> bool {
        let lines = piece_attacks(Piece::Queen, self.king(color), Bitboard::EMPTY);
        (self.mobile(color) - lines).len() > 2
    }
}

/// Visits the moves of pieces, one kind at a time.
struct EachMove<'a, T, V> {
    position: &'a Position,
    safety: &'a KingSafety,
    allowed: Bitboard,
    to: &'a T,
    visit: &'a mut V,
}

impl<T: Fn(Piece, Square) -> Bitboard, V: FnMut(Move)> EachMove<'_, T, V> {
    #[inline(always)]
    fn of(&mut self, piece: Piece, attacks: impl Fn(Square) -> Bitboard) {
        for from in self.position.us() & self.position.piece(piece) {
            let may_leave = !self.safety.pinned.contains(from);
            for to in attacks(from) & self.allowed & (self.to)(piece, from) {
                if may_leave || self.position.leaves_king_safe(from, to) {
                    (self.visit)(Move::Normal { piece, from, to, promotion: None });
                }
            }
        }
    }
}

/// The squares from which the pieces of the side to move check the other king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckSquares {
    /// The squares for each kind of piece, in the order of [`Piece::ALL`].
    squares: [Bitboard; 6],
    /// The pieces of the side to move that may discover a check.
    openers: Bitboard,
}

impl CheckSquares {
    /// Returns the squares where a piece that comes from `from` may give check.
    #[inline]
    pub(crate) fn of(&self, piece: Piece, from: Square) -> Bitboard {
        self.discovered(from) | self.direct(piece)
    }

    /// Returns the squares where a piece gives check itself, unless it promotes.
    pub(crate) const fn direct(&self, piece: Piece) -> Bitboard {
        self.squares[piece.index() as usize]
    }

    /// Returns the squares to which a piece that leaves `from` may discover a check.
    pub(crate) const fn discovered(&self, from: Square) -> Bitboard {
        if self.openers.contains(from) { Bitboard::FULL } else { Bitboard::EMPTY }
    }

    /// Returns whether a legal move of the position gives check.
    #[inline]
    pub(crate) fn gives_check(&self, position: &Position, played: Move) -> bool {
        match played {
            Move::Normal { piece, from, to, promotion: None } => {
                self.squares[usize::from(piece.index())].contains(to)
                    || (self.openers.contains(from) && position.after(played).is_check())
            }
            _ => position.after(played).is_check(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// Visits random positions with many pieces on lines with a king, and some where few pieces can move.
    fn each_position(mut visit: impl FnMut(&mut Rng, &Position)) {
        let mut random = Rng::with_seed(21);
        let mut count = 0;
        while count < 6000 {
            let letters: &[u8] = match random.u8(..5) {
                0 => b"QQqqBRNbrnPp",
                1 => b"QQQQqqqqqqPp",
                2 => b"PpPpPpPpBRNQbrnq",
                3 => b"QRRRBNP",
                _ => b"Qqppppppp",
            };
            let mut squares: Vec<usize> = (0..64).collect();
            random.shuffle(&mut squares);
            let mut board = [b'1'; 64];
            let pieces = random.usize(3..=24);
            for (number, square) in squares.into_iter().take(pieces).enumerate() {
                board[square] = match number {
                    0 => b'K',
                    1 => b'k',
                    _ => *random.choice(letters).unwrap(),
                };
            }
            let ranks: Vec<_> = board.chunks(8).map(|rank| str::from_utf8(rank).unwrap()).collect();
            let turn = if random.bool() { 'w' } else { 'b' };
            let passed = Square::ALL[random.usize(if turn == 'w' { 40..48 } else { 16..24 })];
            // Impossible en passant squares are dropped.
            let fen = format!("{} {turn} - {passed} 0 1", ranks.join("/"));
            if let Ok(position) = fen.parse() {
                visit(&mut random, &position);
                count += 1;
            }
        }
    }

    #[test]
    fn king_safety_matches_attackers() {
        let (mut pins, mut checks) = (0, [0; 3]);
        each_position(|_, position| {
            let KingSafety { king, checkers, pinned } = position.king_safety();
            assert_eq!(king, position.king(position.turn));
            assert_eq!(checkers, position.checkers(), "{}", position.fen());
            // Without a pinned piece, another attacker reaches the king.
            let attackers = |occupied| position.attackers(king, !position.turn, occupied);
            let is_pinned = |&square: &Square| attackers(position.occupied().without(square)) != checkers;
            let expected: Bitboard = position.us().without(king).iter().filter(is_pinned).collect();
            assert_eq!(pinned, expected, "{}", position.fen());
            pins += pinned.len();
            checks[checkers.len().min(2) as usize] += 1;
        });
        assert!(pins > 200 && checks.iter().all(|&count| count > 200), "{pins} {checks:?}");
    }

    #[test]
    fn restricted_moves_are_subset_of_all_moves() {
        each_position(|random, position| {
            let chosen: Vec<Bitboard> = (0..64).map(|_| Bitboard::from_bits(random.u64(..))).collect();
            let to = |piece: Piece, from: Square| chosen[(usize::from(from.index()) + piece as usize) % 64];
            let mut found = Vec::new();
            position.each_legal_move_to(&position.king_safety(), to, &mut |played| found.push(played));
            let is_chosen = |played: &Move| match *played {
                Move::Normal { piece, from, to: square, .. } => to(piece, from).contains(square),
                _ => false,
            };
            let expected: Vec<_> = position.legal_moves().into_iter().filter(is_chosen).collect();
            assert_eq!(found, expected, "{}", position.fen());
        });
    }

    /// Three knights or a pawn could move if they were not pinned.
    #[test]
    fn pinned_pieces_have_no_legal_moves() {
        for fen in [
            "kn4R1/nn6/8/8/8/5B2/8/R5K1 b - - 0 1",
            "k7/PpK5/8/8/8/5Q2/8/6B1 b - - 0 1",
            "r5k1/8/5b2/8/8/8/NN6/KN4r1 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(position.legal_moves(), [], "{fen}");
            assert!(!position.has_legal_move(&position.king_safety()), "{fen}");
        }
    }

    #[test]
    fn has_legal_move_matches_legal_moves() {
        let mut counts = [0; 4];
        each_position(|_, position| {
            let safety = position.king_safety();
            let has_legal_move = position.has_legal_move(&safety);
            assert_eq!(has_legal_move, !position.legal_moves().is_empty(), "{}", position.fen());
            counts[2 * usize::from(has_legal_move) + usize::from(safety.is_check())] += 1;
        });
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
    }

    #[test]
    fn mobile_pieces_have_pseudo_legal_moves() {
        each_position(|_, position| {
            for color in Color::ALL {
                let can_move = |&square: &Square| match position.piece_at(square).unwrap() {
                    Piece::King => false,
                    Piece::Pawn => {
                        let ahead = if color.is_white() { Direction::North } else { Direction::South };
                        !square.bitboard().step(ahead).intersects(position.occupied())
                    }
                    piece => {
                        let squares = piece_attacks(piece, square, position.occupied());
                        !(squares - position.color(color)).is_empty()
                    }
                };
                let expected: Bitboard = position.color(color).iter().filter(can_move).collect();
                assert_eq!(position.mobile(color), expected, "{}", position.fen());
            }
        });
    }
}
