//! Conversion between notation and moves.

use super::attacks::{between, origins};
use super::moves::{CastlingSide, Continuation, Move};
#[cfg(feature = "files")]
use super::position::back_rank;
use super::position::{Position, castled};
use super::san::San;
use super::uci::Uci;
#[cfg(feature = "files")]
use destrier::Color;
use destrier::{Bitboard, File, Piece, Rank, Square};
use std::fmt;

/// The error for SAN that does not stand for exactly one legal continuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.reason())]
pub enum SanError {
    /// No legal move has this SAN.
    Illegal,
    /// Several legal moves have this SAN.
    Ambiguous,
}

impl SanError {
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::Illegal => "not a legal move here",
            Self::Ambiguous => "ambiguous: several legal moves",
        }
    }
}

/// The error for a move or null move that is not legal in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not legal in this position")]
pub struct IllegalContinuation;

/// A move in SAN with its check sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SanWithSign {
    /// The move.
    pub san: San,
    /// `+`, `#` or an empty string.
    pub sign: &'static str,
}

impl fmt::Display for SanWithSign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.san.fmt(f)?;
        f.write_str(self.sign)
    }
}

impl Continuation {
    /// Returns the continuation in UCI notation; a null move is `0000`.
    #[must_use]
    pub const fn uci(self) -> Uci {
        match self {
            Self::Move(played) => played.uci(),
            Self::NullMove => Uci::Null,
        }
    }

    /// Returns the continuation in SAN with its check sign; a null move is `--`. It must be legal in `position`.
    #[must_use]
    pub fn san(self, position: &Position) -> SanWithSign {
        match self {
            Self::Move(played) => position.san(played),
            Self::NullMove => SanWithSign { san: San::Null, sign: "" },
        }
    }
}

impl Move {
    /// Returns the move in UCI notation.
    ///
    /// Castling is written as the king's two-square move if king and rook stand on the squares of a standard game.
    /// Otherwise it is written as the king capturing its rook.
    #[must_use]
    pub const fn uci(self) -> Uci {
        match self {
            Self::Normal { from, to, promotion, .. } => Uci::Normal { from, to, promotion },
            Self::EnPassant { from, to } => Uci::Normal { from, to, promotion: None },
            Self::Castling { king, rook } => {
                let usual = matches!((king.file(), rook.file()), (File::E, File::A | File::H));
                let to = if usual { castled(king, rook).0 } else { rook };
                Uci::Normal { from: king, to, promotion: None }
            }
        }
    }

    /// Returns the move in the UCI notation of Chess960, where castling is always the king capturing its rook.
    #[cfg(feature = "files")]
    pub(crate) const fn chess960_uci(self) -> Uci {
        match self {
            Self::Castling { king, rook } => Uci::Normal { from: king, to: rook, promotion: None },
            played => played.uci(),
        }
    }
}

impl Position {
    /// Returns whether a side may castle with a king or rook that is not on the square of a standard game.
    #[cfg(feature = "files")]
    pub(crate) fn has_chess960_castling(&self) -> bool {
        let rooks = self.history.castling_rooks;
        Color::ALL.into_iter().any(|color| {
            let is_king_at_home = self.king(color).file() == File::E;
            let usual = if is_king_at_home { Bitboard::CORNERS } else { Bitboard::EMPTY };
            !(rooks & back_rank(color)).is_subset(usual)
        })
    }

    /// Finds the legal continuation that a move in SAN stands for.
    ///
    /// # Errors
    ///
    /// Returns an error if no legal move, or more than one, has this SAN. A null move is legal unless the side to move
    /// is in check.
    pub fn resolve(&self, san: San) -> Result<Continuation, SanError> {
        let (piece, among, capture, to, promotion) = match san {
            San::Normal { piece, file, rank, capture, to, promotion } => {
                (piece, among(file, rank), capture, to, promotion)
            }
            San::Castling(side) => {
                return self.legal_castling(side).map(Continuation::Move).ok_or(SanError::Illegal);
            }
            San::Null if self.is_check() => return Err(SanError::Illegal),
            San::Null => return Ok(Continuation::NullMove),
        };
        if capture != self.them().contains(to) {
            let is_pawn = piece == Piece::Pawn && promotion.is_none();
            if !(capture && is_pawn && self.history.en_passant.contains(to)) {
                return Err(SanError::Illegal);
            }
            let from = only(self.en_passant_origins() & among)?;
            return Ok(Continuation::Move(Move::EnPassant { from, to }));
        }
        if !self.may_promote(piece, to, promotion) {
            return Err(SanError::Illegal);
        }
        let from = only(self.legal_origins(piece, to, among))?;
        Ok(Continuation::Move(Move::Normal { piece, from, to, promotion }))
    }

    /// Does the same as [`resolve`](Self::resolve), but the move may leave the king in check if only one piece can make
    /// it. The caller must check that later and discard what followed.
    #[inline(always)]
    pub(crate) fn resolve_pseudo_legal(&self, san: San) -> Result<Continuation, SanError> {
        if let San::Normal { piece, file, rank, capture, to, promotion: None } = san {
            let (us, them, occupied) = (self.us(), self.them(), self.occupied());
            let origins = origins(piece, self.turn, capture, to) & us & self.piece(piece) & among(file, rank);
            if let Some(from) = origins.only() {
                let is_reached = (them.contains(to) == capture)
                    & (occupied.contains(to) == capture)
                    & between(from, to).is_disjoint(occupied);
                // Pawns that reach the last rank promote.
                let reaches_end = (piece == Piece::Pawn) & !Bitboard::PAWN_RANKS.contains(to);
                if is_reached & !reaches_end {
                    return Ok(Continuation::Move(Move::Normal { piece, from, to, promotion: None }));
                }
            }
        }
        self.resolve_rare(san)
    }

    #[cold]
    #[inline(never)]
    fn resolve_rare(&self, san: San) -> Result<Continuation, SanError> {
        self.resolve(san)
    }

    /// Returns the legal continuation that a move between two written squares stands for, like `g1f3`, `e1g1`,
    /// `e7d8=Q`, `Nf3e5` or `d8xd5`. Without `x`, it may capture or not. Returns `None` for other moves.
    ///
    /// [`San`] has no place for a missing piece letter, so such a move looks like a pawn's.
    #[cold]
    pub(crate) fn resolve_long(&self, san: San) -> Option<Continuation> {
        let San::Normal { piece, file: Some(file), rank: Some(rank), capture, to, promotion } = san else {
            return None;
        };
        let from = Square::new(file, rank);
        let fits = (piece == Piece::Pawn || self.piece_at(from) == Some(piece))
            && (!capture || self.them().contains(to));
        self.resolve_uci(Uci::Normal { from, to, promotion }).filter(|_| fits)
    }

    /// Returns whether `promotion` fits the move: a legal piece for a pawn that reaches the last rank, none otherwise.
    #[inline]
    pub(super) fn may_promote(&self, piece: Piece, to: Square, promotion: Option<Piece>) -> bool {
        let promotes = piece == Piece::Pawn && !Bitboard::PAWN_RANKS.contains(to);
        match promotion {
            None => !promotes,
            Some(promotion) => promotes && !matches!(promotion, Piece::Pawn | Piece::King),
        }
    }

    /// Returns the continuation that a move in UCI notation stands for, or `None` if it is not legal.
    ///
    /// Castling may be the king's two-square move or the king capturing its rook.
    #[must_use]
    pub fn resolve_uci(&self, uci: Uci) -> Option<Continuation> {
        let Uci::Normal { from, to, promotion } = uci else {
            return (!self.is_check()).then_some(Continuation::NullMove);
        };
        let piece = self.piece_at(from).filter(|_| self.us().contains(from))?;
        let played = match piece {
            Piece::King if self.is_castling(from, to) => {
                let side = if to < from { CastlingSide::Queen } else { CastlingSide::King };
                self.legal_castling(side).filter(|_| promotion.is_none())
            }
            // A promotion here is ignored, as other UCI parsers do.
            Piece::Pawn if self.history.en_passant.contains(to) && from.file() != to.file() => {
                self.en_passant_origins().contains(from).then_some(Move::EnPassant { from, to })
            }
            _ => (self.may_promote(piece, to, promotion)
                && self.legal_origins(piece, to, from.bitboard()).contains(from))
            .then_some(Move::Normal { piece, from, to, promotion }),
        };
        played.map(Continuation::Move)
    }

    /// Returns whether a king move is castling: onto a rook that may castle, or two squares from the e-file with such a
    /// rook in the corner.
    fn is_castling(&self, from: Square, to: Square) -> bool {
        let rooks = self.history.castling_rooks & self.us();
        let corner = Square::ALL[usize::from((from.index() & 56) | if to < from { 0 } else { 7 })];
        rooks.contains(to)
            || (from.file() == File::E
                && from.rank() == to.rank()
                && from.index().abs_diff(to.index()) == 2
                && rooks.contains(corner))
    }

    /// Plays a move or a null move.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not legal here, and leaves the position unchanged.
    pub fn play(&mut self, next: Continuation) -> Result<(), IllegalContinuation> {
        let legal = match next {
            Continuation::Move(played) => self.is_legal(played),
            Continuation::NullMove => !self.is_check(),
        };
        if legal {
            self.play_legal(next);
        }
        legal.then_some(()).ok_or(IllegalContinuation)
    }

    /// Returns the position after a legal move.
    #[must_use]
    pub(crate) fn after(&self, played: Move) -> Self {
        let mut after = *self;
        after.play_legal(Continuation::Move(played));
        after
    }

    fn is_legal(&self, played: Move) -> bool {
        match played {
            Move::Normal { piece, from, to, promotion } => {
                self.may_promote(piece, to, promotion)
                    && self.legal_origins(piece, to, from.bitboard()).contains(from)
            }
            Move::EnPassant { from, to } => {
                self.history.en_passant.contains(to) && self.en_passant_origins().contains(from)
            }
            Move::Castling { .. } => {
                CastlingSide::ALL.map(|side| self.legal_castling(side)).contains(&Some(played))
            }
        }
    }

    /// Returns a legal move in SAN, with its check sign.
    #[must_use]
    pub fn san(&self, played: Move) -> SanWithSign {
        let after = self.after(played);
        let sign = if !after.is_check() {
            ""
        } else if after.is_checkmate() {
            "#"
        } else {
            "+"
        };
        SanWithSign { san: self.bare_san(played), sign }
    }

    /// Returns a legal move in SAN, with the minimal disambiguation.
    pub(super) fn bare_san(&self, played: Move) -> San {
        match played {
            Move::Normal { piece, from, to, promotion } => {
                let capture = self.them().contains(to);
                let (file, rank) = match piece {
                    Piece::Pawn => (capture.then(|| from.file()), None),
                    _ => self.told_apart(piece, from, to),
                };
                San::Normal { piece, file, rank, capture, to, promotion }
            }
            Move::EnPassant { from, to } => San::Normal {
                piece: Piece::Pawn,
                file: Some(from.file()),
                rank: None,
                capture: true,
                to,
                promotion: None,
            },
            Move::Castling { king, rook } => {
                San::Castling(if rook < king { CastlingSide::Queen } else { CastlingSide::King })
            }
        }
    }

    /// Returns the disambiguation of a piece move: the file if it suffices, else the rank if it suffices, else both.
    fn told_apart(&self, piece: Piece, from: Square, to: Square) -> (Option<File>, Option<Rank>) {
        let others = self.legal_origins(piece, to, !from.bitboard());
        let same_file = others.intersects(from.file().bitboard());
        let same_rank = others.intersects(from.rank().bitboard());
        let file = !others.is_empty() && (!same_file || same_rank);
        (file.then(|| from.file()), same_file.then(|| from.rank()))
    }
}

/// Returns the squares of a file and a rank, as far as they are written.
#[inline(always)]
fn among(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::FULL, File::bitboard) & rank.map_or(Bitboard::FULL, Rank::bitboard)
}

const fn only(origins: Bitboard) -> Result<Square, SanError> {
    match origins.only() {
        Some(from) => Ok(from),
        None if origins.is_empty() => Err(SanError::Illegal),
        None => Err(SanError::Ambiguous),
    }
}
