//! Legality of moves.

use super::attacks::{between, bishop_attacks, origins, pawn_attacks, piece_attacks, rook_attacks};
use super::moves::{CastlingSide, Move};
use super::position::{Position, back_rank, castled, taken_en_passant};
use destrier::{Bitboard, Color, Piece, Square, king, knight};

impl Position {
    /// Returns the pieces of a side that attack a square. `occupied` blocks sliders.
    #[inline]
    pub(crate) fn attackers(&self, to: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let queens = self.piece(Piece::Queen);
        let attackers = (knight::attacks_from(to) & self.piece(Piece::Knight))
            | (king::attacks_from(to) & self.piece(Piece::King))
            | (pawn_attacks(to, !by) & self.piece(Piece::Pawn))
            | (rook_attacks(to, occupied) & (self.piece(Piece::Rook) | queens))
            | (bishop_attacks(to, occupied) & (self.piece(Piece::Bishop) | queens));
        attackers & self.color(by)
    }

    /// Returns the pieces that give check to the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn), !self.turn, self.occupied())
    }

    /// Returns whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Returns whether the side to move is checkmated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        let checkers = self.checkers();
        if checkers.is_empty() {
            return false;
        }
        let king = self.king(self.turn);
        let flees = (king::attacks_from(king) - self.us()).iter().any(|to| self.leaves_king_safe(king, to));
        !flees && checkers.only().is_none_or(|checker| !self.can_stop_check(king, checker))
    }

    /// Returns whether a check by a single piece can be stopped by capturing it or blocking it.
    fn can_stop_check(&self, king: Square, checker: Square) -> bool {
        let pieces = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        let stops = between(king, checker).with(checker);
        let reaches =
            |to| pieces.iter().any(|&piece| !self.legal_origins(piece, to, Bitboard::FULL).is_empty());
        stops.iter().any(reaches) || !self.en_passant_origins().is_empty()
    }

    /// Returns whether the king of the side to move is safe after a move of one of its pieces, the king included.
    #[inline]
    pub(super) fn leaves_king_safe(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.turn);
        let king = if from == king { to } else { king };
        let occupied = self.occupied().without(from).with(to);
        self.attackers(king, !self.turn, occupied).without(to).is_empty()
    }

    /// Returns whether the king of the side to move is safe after a capture en passant.
    pub(super) fn en_passant_leaves_king_safe(&self, from: Square, to: Square) -> bool {
        let taken = taken_en_passant(to);
        let occupied = self.occupied().without(from).without(taken).with(to);
        self.attackers(self.king(self.turn), !self.turn, occupied).without(taken).is_empty()
    }

    /// Returns the pieces of a kind, limited to `among`, that can legally move to `to`. Excludes castling and captures
    /// en passant.
    pub(super) fn legal_origins(&self, piece: Piece, to: Square, among: Bitboard) -> Bitboard {
        if self.us().contains(to) {
            return Bitboard::EMPTY;
        }
        let looking_back = origins(piece, self.turn, self.them().contains(to), to);
        let mut origins = self.us() & self.piece(piece) & among & looking_back;
        for from in origins {
            let is_blocked = between(from, to).intersects(self.occupied());
            if is_blocked || !self.leaves_king_safe(from, to) {
                origins = origins.without(from);
            }
        }
        origins
    }

    /// Returns the squares, limited to `among`, to which a piece other than a pawn can legally move. Excludes castling.
    pub(crate) fn legal_targets(&self, piece: Piece, from: Square, among: Bitboard) -> Bitboard {
        let mut targets = (piece_attacks(piece, from, self.occupied()) & among) - self.us();
        for to in targets {
            if !self.leaves_king_safe(from, to) {
                targets = targets.without(to);
            }
        }
        targets
    }

    /// Returns whether the side to move can legally capture on a square, except en passant.
    pub(crate) fn can_capture_on(&self, to: Square) -> bool {
        let attackers = self.attackers(to, self.turn, self.occupied());
        attackers.iter().any(|from| self.leaves_king_safe(from, to))
    }

    /// Returns whether the side to move can legally capture a piece on some squares, en passant included.
    pub(crate) fn can_capture_any(&self, targets: Bitboard) -> bool {
        (targets & self.them()).iter().any(|to| self.can_capture_on(to))
            || self.legal_en_passant().is_some_and(|to| targets.contains(taken_en_passant(to)))
    }

    /// Returns the pawns that can legally capture en passant.
    pub(super) fn en_passant_origins(&self) -> Bitboard {
        let Some(to) = self.history.en_passant.first() else { return Bitboard::EMPTY };
        let mut origins = pawn_attacks(to, !self.turn) & self.us() & self.piece(Piece::Pawn);
        for from in origins {
            if !self.en_passant_leaves_king_safe(from, to) {
                origins = origins.without(from);
            }
        }
        origins
    }

    /// Returns the target square of a legal capture en passant, if there is one.
    #[must_use]
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.history.en_passant.first().filter(|_| !self.en_passant_origins().is_empty())
    }

    /// Returns the castling move to a side if it is legal.
    ///
    /// All squares that king and rook cross or reach must be empty, apart from these two pieces. The king must not
    /// start from, cross or reach an attacked square.
    pub(super) fn legal_castling(&self, side: CastlingSide) -> Option<Move> {
        let king = self.king(self.turn);
        let rooks = self.history.castling_rooks & back_rank(self.turn);
        let rook = match side {
            CastlingSide::Queen => rooks.first().filter(|&rook| rook < king)?,
            CastlingSide::King => rooks.last().filter(|&rook| rook > king)?,
        };
        let (king_to, rook_to) = castled(king, rook);
        let lifted = self.occupied().without(king).without(rook);
        let king_path = between_inclusive(king, king_to);
        if (king_path | between_inclusive(rook, rook_to)).intersects(lifted) {
            return None;
        }
        let occupied = self.occupied().without(king);
        let mut crossed = king_path.without(king_to).with(king).iter();
        let is_safe = crossed.all(|square| self.attackers(square, !self.turn, occupied).is_empty())
            && self.attackers(king_to, !self.turn, lifted.with(rook_to)).is_empty();
        is_safe.then_some(Move::Castling { king, rook })
    }
}

/// Returns the squares between two of the same rank, both included.
fn between_inclusive(from: Square, to: Square) -> Bitboard {
    let (first, last) = (from.min(to).index(), from.max(to).index());
    Bitboard::from_bits((!0 << first) & (!0 >> (63 - last)))
}
