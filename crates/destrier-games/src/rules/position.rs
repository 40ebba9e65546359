//! A position of a game: eight sets of squares, whose turn it is, and what the moves so far leave open.

use super::{Continuation, Move};
use destrier::{Bitboard, Board, Color, Piece, Rank, Sets, Square};

/// A position in which the moves are well defined: each side has one king, no pawn stands on a back rank, and the side that
/// has moved is not in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) colors: [Bitboard; 2],
    pub(super) pieces: [Bitboard; 6],
    pub(super) turn: Color,
    /// The rooks that may castle, each on its king's back rank, at most one on either side of the king.
    pub(super) castling_rooks: Bitboard,
    /// The square that a pawn has just passed in a double push, whether it can be taken there or not.
    pub(super) en_passant: Option<Square>,
    /// Moves since the last capture or pawn move.
    pub(super) halfmoves: u32,
    /// The number of the move to be made, from 1 on.
    pub(super) fullmoves: u32,
}

/// The initial position.
impl Default for Position {
    fn default() -> Self {
        Self::INITIAL
    }
}

impl Position {
    /// The initial position of a usual game.
    pub const INITIAL: Self = Self {
        colors: [Bitboard::from_bits(0xffff), Bitboard::from_bits(0xffff << 48)],
        pieces: [
            Bitboard::from_bits(0x00ff_0000_0000_ff00),
            Bitboard::from_bits(0x4200_0000_0000_0042),
            Bitboard::from_bits(0x2400_0000_0000_0024),
            Bitboard::from_bits(0x8100_0000_0000_0081),
            Bitboard::from_bits(0x0800_0000_0000_0008),
            Bitboard::from_bits(0x1000_0000_0000_0010),
        ],
        turn: Color::White,
        castling_rooks: Bitboard::CORNERS,
        en_passant: None,
        halfmoves: 0,
        fullmoves: 1,
    };

    /// The eight sets.
    #[must_use]
    pub const fn sets(&self) -> Sets {
        let [white, black] = self.colors;
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces;
        Sets { white, black, pawns, knights, bishops, rooks, queens, kings }
    }

    /// The sets with the side to move, as the library computes with.
    #[must_use]
    pub fn board(&self) -> Board {
        Board::from_sets(self.sets(), self.turn).expect("the sets of a position fit together")
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The number of the move to be made, which goes up after Black's.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.fullmoves
    }

    /// The squares that hold a piece.
    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of a side.
    #[inline]
    pub(super) const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index() as usize]
    }

    /// The squares that hold a kind of piece.
    #[inline]
    pub(super) const fn piece(&self, piece: Piece) -> Bitboard {
        self.pieces[piece.index() as usize]
    }

    /// The squares of the side to move.
    #[inline]
    pub(super) const fn us(&self) -> Bitboard {
        self.color(self.turn)
    }

    /// The squares of the other side.
    #[inline]
    pub(super) const fn them(&self) -> Bitboard {
        self.color(self.turn.other())
    }

    /// Where a side's king stands.
    #[inline]
    pub(super) fn king(&self, color: Color) -> Square {
        let king = self.piece(Piece::King) & self.color(color);
        Square::ALL[king.bits().trailing_zeros() as usize & 63]
    }

    /// What stands on a square.
    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::ALL.into_iter().find(|&piece| self.piece(piece).contains(square))
    }

    /// Plays on with what is legal here.
    #[inline]
    pub(crate) fn play_legal(&mut self, next: Continuation) {
        let passed = match next {
            Continuation::Move(played) => self.make(played),
            Continuation::NullMove => {
                self.halfmoves = self.halfmoves.saturating_add(1);
                None
            }
        };
        self.en_passant = passed;
        self.fullmoves = self.fullmoves.saturating_add(u32::from(!self.turn.is_white()));
        self.turn = !self.turn;
    }

    /// Moves the pieces; the square that a pawn passed in a double push.
    #[inline]
    fn make(&mut self, played: Move) -> Option<Square> {
        self.halfmoves = self.halfmoves.saturating_add(1);
        match played {
            Move::Normal { piece, from, to, promotion } => {
                let ends = from.bitboard() | to.bitboard();
                if piece == Piece::Pawn || self.them().contains(to) {
                    self.halfmoves = 0;
                }
                self.castling_rooks = self.castling_rooks - ends;
                if piece == Piece::King {
                    self.castling_rooks = self.castling_rooks - back_rank(self.turn);
                }
                self.lift(ends);
                self.put(promotion.unwrap_or(piece), to);
                let is_double_push = piece == Piece::Pawn && from.index().abs_diff(to.index()) == 16;
                is_double_push.then(|| Square::ALL[usize::from(from.index().midpoint(to.index()))])
            }
            Move::EnPassant { from, to } => {
                self.halfmoves = 0;
                self.lift(from.bitboard() | taken_en_passant(to).bitboard());
                self.put(Piece::Pawn, to);
                None
            }
            Move::Castling { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                self.castling_rooks = self.castling_rooks - back_rank(self.turn);
                self.lift(king.bitboard() | rook.bitboard());
                self.put(Piece::King, king_to);
                self.put(Piece::Rook, rook_to);
                None
            }
        }
    }

    /// Takes what stands on squares off the board.
    #[inline]
    fn lift(&mut self, squares: Bitboard) {
        for set in self.colors.iter_mut().chain(&mut self.pieces) {
            *set = *set - squares;
        }
    }

    /// Puts a piece of the side to move on an empty square.
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.colors[usize::from(self.turn.index())] |= square.bitboard();
        self.pieces[usize::from(piece.index())] |= square.bitboard();
    }
}

/// The rank where a side's king begins.
#[inline]
pub(super) const fn back_rank(color: Color) -> Bitboard {
    match color {
        Color::White => Rank::First.bitboard(),
        Color::Black => Rank::Eighth.bitboard(),
    }
}

/// Where the pawn stands that is taken en passant on a square.
#[inline]
pub(super) const fn taken_en_passant(to: Square) -> Square {
    Square::ALL[(to.index() ^ 8) as usize]
}

/// Where king and rook stand after castling, both on the rank where they began: on c and d, or on g and f.
#[inline]
pub(super) const fn castled(king: Square, rook: Square) -> (Square, Square) {
    let rank = king.index() & 56;
    let (king_to, rook_to) = if rook.index() < king.index() { (2, 3) } else { (6, 5) };
    (Square::ALL[(rank | king_to) as usize], Square::ALL[(rank | rook_to) as usize])
}
