//! Moves in two bytes, as tables store them.
//!
//! Bits 0 to 5 are the square that the piece leaves, bits 6 to 11 the square it moves to (a1 = 0). Bits 12 to 14 are
//! the promotion: 1 knight, 2 bishop, 3 rook, 4 queen, 0 none. Castling is the king's move to the square of its rook. A
//! null move leads from a square to itself. Bit 15 is 0.

use super::attacks::{between, origins};
use super::moves::{CastlingSide, Continuation, Move};
use super::notation::SanError;
use super::position::Position;
#[cfg(feature = "files")]
use super::position::{castled, taken_en_passant};
use super::uci::Uci;
use destrier::{Bitboard, Piece, Square};
use serde::{Deserialize, Serialize};

/// A move or null move in two bytes. It need not be legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MoveCode(pub(crate) u16);

/// The promotion of each value of the upper four bits, or `None` if there is no such promotion.
const PROMOTIONS: [Option<Option<Piece>>; 16] = {
    let mut promotions = [None; 16];
    promotions[0] = Some(None);
    promotions[1] = Some(Some(Piece::Knight));
    promotions[2] = Some(Some(Piece::Bishop));
    promotions[3] = Some(Some(Piece::Rook));
    promotions[4] = Some(Some(Piece::Queen));
    promotions
};

impl MoveCode {
    #[inline]
    const fn origin(self) -> Square {
        Square::ALL[(self.0 & 63) as usize]
    }

    #[inline]
    const fn target(self) -> Square {
        Square::ALL[(self.0 >> 6 & 63) as usize]
    }

    /// Returns the move in UCI notation, for messages.
    pub(crate) fn uci(self) -> Uci {
        match (self.origin(), self.target()) {
            (from, to) if from == to => Uci::Null,
            (from, to) => {
                let promotion = PROMOTIONS[usize::from(self.0 >> 12)].flatten();
                Uci::Normal { from, to, promotion }
            }
        }
    }
}

#[cfg(feature = "files")]
impl From<Continuation> for MoveCode {
    fn from(next: Continuation) -> Self {
        let (from, to, promotion) = match next {
            Continuation::NullMove => return Self(0),
            Continuation::Move(Move::Normal { from, to, promotion, .. }) => (from, to, promotion),
            Continuation::Move(Move::EnPassant { from, to }) => (from, to, None),
            Continuation::Move(Move::Castling { king, rook }) => (king, rook, None),
        };
        Self::from(Uci::Normal { from, to, promotion })
    }
}

/// The code of a move as it is written: castling may be the king's move to its destination.
#[cfg(feature = "files")]
impl From<Uci> for MoveCode {
    #[inline]
    fn from(uci: Uci) -> Self {
        let Uci::Normal { from, to, promotion } = uci else { return Self(0) };
        // The pieces are numbered in this order, from the pawn as 0.
        let promotion = promotion.map_or(0, |piece| u16::from(piece.index()));
        Self(u16::from(from.index()) | u16::from(to.index()) << 6 | promotion << 12)
    }
}

impl Position {
    /// Returns the legal continuation that a code stands for.
    pub(crate) fn resolve_code(&self, code: MoveCode) -> Result<Continuation, SanError> {
        match self.resolve_code_pseudo_legal(code)? {
            Continuation::Move(Move::Normal { from, to, .. }) if !self.leaves_king_safe(from, to) => {
                Err(SanError::Illegal)
            }
            next => Ok(next),
        }
    }

    /// Does the same as [`resolve_code`](Self::resolve_code), but the move may leave the king in check. The caller must
    /// check that later and discard what followed.
    #[inline(always)]
    pub(crate) fn resolve_code_pseudo_legal(&self, code: MoveCode) -> Result<Continuation, SanError> {
        let (from, to) = (code.origin(), code.target());
        let piece = self.kind_at(from);
        let (us, them) = (self.us(), self.them());
        let capture = them.contains(to);
        let is_reached = origins(piece, self.turn, capture, to).contains(from)
            & us.contains(from)
            & !us.contains(to)
            & between(from, to).is_disjoint(self.occupied());
        // Pawns that reach the last rank promote, and nothing else does.
        let reaches_end = (piece == Piece::Pawn) & !Bitboard::PAWN_RANKS.contains(to);
        if is_reached & !reaches_end & (code.0 < 1 << 12) {
            return Ok(Continuation::Move(Move::Normal { piece, from, to, promotion: None }));
        }
        self.resolve_rare_code(code, piece, is_reached)
    }

    /// Resolves promotions, castling, captures en passant and null moves.
    #[cold]
    fn resolve_rare_code(
        &self,
        code: MoveCode,
        piece: Piece,
        is_reached: bool,
    ) -> Result<Continuation, SanError> {
        let (from, to) = (code.origin(), code.target());
        let promotion = PROMOTIONS[usize::from(code.0 >> 12)].ok_or(SanError::Illegal)?;
        if is_reached && self.may_promote(piece, to, promotion) {
            return Ok(Continuation::Move(Move::Normal { piece, from, to, promotion }));
        }
        if promotion.is_some() {
            return Err(SanError::Illegal);
        }
        if from == to {
            return if self.is_check() { Err(SanError::Illegal) } else { Ok(Continuation::NullMove) };
        }
        let is_own = self.us().contains(from);
        let played = match piece {
            Piece::King if is_own && (self.history.castling_rooks & self.us()).contains(to) => {
                let side = if to < from { CastlingSide::Queen } else { CastlingSide::King };
                self.legal_castling(side)
                    .filter(|castling| *castling == Move::Castling { king: from, rook: to })
            }
            Piece::Pawn if self.history.en_passant.contains(to) => {
                self.en_passant_origins().contains(from).then_some(Move::EnPassant { from, to })
            }
            _ => None,
        };
        played.map(Continuation::Move).ok_or(SanError::Illegal)
    }

    /// Returns the kind of the piece on a square, without branches. On an empty square, any kind will do.
    #[inline(always)]
    fn kind_at(&self, square: Square) -> Piece {
        let bit = |piece: Piece| (self.piece(piece).bits() >> square.index() & 1) as usize;
        let kind = bit(Piece::Knight)
            + 2 * bit(Piece::Bishop)
            + 3 * bit(Piece::Rook)
            + 4 * bit(Piece::Queen)
            + 5 * bit(Piece::King);
        const KINDS: [Piece; 16] = {
            let mut kinds = [Piece::Pawn; 16];
            let mut kind = 0;
            while kind < Piece::ALL.len() {
                kinds[kind] = Piece::ALL[kind];
                kind += 1;
            }
            kinds
        };
        KINDS[kind & 15]
    }
}

/// Plays moves of two bytes that are known to be legal, without checking that.
///
/// Other moves make positions that no game has. Even there, each color has a king, and a square has at most one piece.
#[cfg(feature = "files")]
pub(crate) struct CodePlayer {
    position: Position,
    /// The kind of the piece on each occupied square.
    kinds: [Piece; 64],
}

#[cfg(feature = "files")]
impl CodePlayer {
    pub(crate) fn new(start: &Position) -> Self {
        let mut kinds = [Piece::Pawn; 64];
        for square in Square::ALL {
            kinds[usize::from(square.index())] = start.kind_at(square);
        }
        Self { position: *start, kinds }
    }

    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the continuation that a code stands for. Checks only that an own piece moves to a square without an own
    /// piece or a king; promotions, castling, captures en passant and null moves must be legal.
    #[inline(always)]
    pub(crate) fn resolve(&self, code: MoveCode) -> Result<Continuation, SanError> {
        let (position, from, to) = (&self.position, code.origin(), code.target());
        let piece = self.kinds[usize::from(from.index())];
        let (us, kings) = (position.us(), position.piece(Piece::King));
        let rare_for_pawns = position.history.en_passant | !Bitboard::PAWN_RANKS;
        let is_plain = us.contains(from)
            & !(us | kings).contains(to)
            & !((piece == Piece::Pawn) & rare_for_pawns.contains(to))
            & (code.0 < 1 << 12);
        if is_plain {
            Ok(Continuation::Move(Move::Normal { piece, from, to, promotion: None }))
        } else {
            self.resolve_rare(code)
        }
    }

    /// Resolves other moves. In a position that no game has, they could capture a king, or en passant onto a piece.
    #[cold]
    fn resolve_rare(&self, code: MoveCode) -> Result<Continuation, SanError> {
        let next = self.position.resolve_code(code)?;
        let kings = self.position.piece(Piece::King);
        let is_possible = match next {
            Continuation::Move(Move::Normal { to, .. }) => !kings.contains(to),
            Continuation::Move(Move::EnPassant { to, .. }) => {
                !kings.contains(taken_en_passant(to)) && !self.position.occupied().contains(to)
            }
            Continuation::Move(Move::Castling { .. }) | Continuation::NullMove => true,
        };
        if is_possible { Ok(next) } else { Err(SanError::Illegal) }
    }

    /// Plays a continuation that [`resolve`](Self::resolve) returned.
    #[inline(always)]
    pub(crate) fn play(&mut self, next: Continuation) {
        let mut put = |piece: Piece, to: Square| self.kinds[usize::from(to.index())] = piece;
        match next {
            Continuation::Move(Move::Normal { piece, to, promotion, .. }) => {
                put(promotion.unwrap_or(piece), to);
            }
            Continuation::Move(Move::EnPassant { to, .. }) => put(Piece::Pawn, to),
            Continuation::Move(Move::Castling { king, rook }) => {
                let (king_to, rook_to) = castled(king, rook);
                put(Piece::King, king_to);
                put(Piece::Rook, rook_to);
            }
            Continuation::NullMove => {}
        }
        self.position.play_legal(next);
    }
}

#[cfg(feature = "files")]
#[cfg(test)]
mod tests {
    use super::*;

    /// In positions with all kinds of moves, exactly the legal moves have codes that resolve, each to itself.
    #[test]
    fn exactly_the_legal_moves_resolve() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1P4P1/8/2pP4/8/8/8/R3K2R w KQkq c6 0 2",
            "r3k2r/8/8/8/2pPp3/8/1p4p1/R3K2R b KQkq d3 0 2",
            "4k3/8/8/8/7b/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/8/8/5p2/4K2R w K - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
            "5k2/8/8/8/8/8/8/RK5R w AH - 0 1",
            "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2",
            "q3k3/8/8/3B4/4K3/8/8/8 w - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let mut legal: Vec<_> = position.legal_moves().into_iter().map(Continuation::Move).collect();
            if !position.is_check() {
                // From any square to itself.
                legal.extend([Continuation::NullMove; 64]);
            }
            let mut resolved = Vec::new();
            for code in 0..=u16::MAX {
                if let Ok(next) = position.resolve_code(MoveCode(code)) {
                    assert!(
                        next == Continuation::NullMove || MoveCode::from(next) == MoveCode(code),
                        "{fen}"
                    );
                    resolved.push(next);
                }
            }
            for next in &legal {
                let count = |all: &[Continuation]| all.iter().filter(|other| *other == next).count();
                assert_eq!(count(&resolved), count(&legal), "{fen}: {next:?}");
            }
            assert_eq!(resolved.len(), legal.len(), "{fen}");
        }
    }

    const STARTS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/1P4P1/8/2pP4/4p3/8/1p3PP1/R3K2R w KQkq c6 0 2",
        "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1",
        "5k2/2p2p2/8/1P1P4/8/4p1p1/5P2/RK5R w AH - 0 1",
        "8/8/8/K2pP2r/8/8/6p1/7k w - d6 0 2",
    ];

    #[test]
    fn players_play_what_positions_play() {
        let mut random = fastrand::Rng::with_seed(3);
        for game in 0..500 {
            let mut position: Position = STARTS[game % STARTS.len()].parse().unwrap();
            let mut player = CodePlayer::new(&position);
            for _ in 0..80 {
                let legal = position.legal_moves();
                let Some(&played) = random.choice(&legal) else { break };
                let next = match random.u8(..20) {
                    0 if !position.is_check() => Continuation::NullMove,
                    _ => Continuation::Move(played),
                };
                assert_eq!(player.resolve(next.into()), Ok(next), "{}", position.fen());
                player.play(next);
                position.play_legal(next);
                assert_eq!(*player.position(), position);
            }
        }
    }

    /// Whatever the moves are, positions have a king of each color and at most one piece on each square.
    #[test]
    fn players_survive_any_moves() {
        let mut random = fastrand::Rng::with_seed(4);
        let mut played = 0;
        for game in 0..500 {
            let start: Position = STARTS[game % STARTS.len()].parse().unwrap();
            let mut player = CodePlayer::new(&start);
            for _ in 0..1000 {
                let code = random.u16(..) & [0xfff, 0xffff][random.usize(..2)];
                let Ok(next) = player.resolve(MoveCode(code)) else { continue };
                player.play(next);
                played += 1;
                let position = player.position();
                let board = destrier::Board::from_sets(position.sets(), position.turn()).unwrap();
                assert!(destrier::Color::ALL.iter().all(|&color| board.of(color, Piece::King).len() == 1));
                let _ = position.legal_moves();
            }
        }
        assert!(played > 10_000, "{played}");
    }

    #[test]
    fn players_refuse_captures_en_passant_onto_a_piece() {
        let mut player = CodePlayer::new(&Position::INITIAL);
        // The knight jumps to e3, and the pawn over it.
        for (uci, is_possible) in
            [("a2a3", true), ("d7d4", true), ("a3a4", true), ("g8e3", true), ("e2e4", true), ("d4e3", false)]
        {
            let Ok(Uci::Normal { from, to, .. }) = Uci::from_ascii(uci.as_bytes()) else {
                panic!("{uci} is a move")
            };
            let next = player.resolve(MoveCode(u16::from(from.index()) | u16::from(to.index()) << 6));
            assert_eq!(next.is_ok(), is_possible, "{uci}");
            next.into_iter().for_each(|next| player.play(next));
        }
    }

    #[test]
    fn codes_are_as_documented() {
        let normal = |piece, from, to, promotion| {
            MoveCode::from(Continuation::Move(Move::Normal { piece, from, to, promotion })).0
        };
        assert_eq!(normal(Piece::Pawn, Square::E2, Square::E4, None), 12 + 64 * 28);
        assert_eq!(normal(Piece::Pawn, Square::A7, Square::B8, Some(Piece::Queen)), 48 + 64 * 57 + 4096 * 4);
        assert_eq!(normal(Piece::Pawn, Square::A7, Square::B8, Some(Piece::Knight)), 48 + 64 * 57 + 4096);
        let castling = Continuation::Move(Move::Castling { king: Square::E1, rook: Square::H1 });
        assert_eq!(MoveCode::from(castling).0, 4 + 64 * 7);
        assert_eq!(MoveCode(4 + 64 * 7).uci().to_string(), "e1h1");
        assert_eq!(MoveCode::from(Continuation::NullMove).uci(), Uci::Null);
    }
}
