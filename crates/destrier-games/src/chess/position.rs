//! Positions: eight sets of squares, the side to move, castling rights, en passant square and move counters.

use super::moves::{Continuation, Move};
use destrier::{Bitboard, Board, Color, Direction, Piece, Rank, Sets, Square, pawn};

/// A position with well-defined moves: each side has one king, no pawn stands on the first or last rank, and the side
/// that has just moved is not in check.
///
/// Two positions are equal if their FENs are equal. The square behind a double push counts only if a capture en passant
/// is legal there.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// White, Black, and the kinds of piece from pawn to king.
    pub(super) sets: [Bitboard; 8],
    pub(super) turn: Color,
    pub(super) history: History,
}

/// The state of a position that its pieces do not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct History {
    /// The rooks that may castle, on the back rank of their king, at most one on each side of it.
    pub(super) castling_rooks: Bitboard,
    /// The square that a pawn has just crossed in a double push, whether or not it can be captured there.
    pub(super) en_passant: Bitboard,
    /// The halfmove clock: moves since the last capture or pawn move.
    pub(super) halfmoves: u32,
    /// The number of the next move, from 1.
    pub(super) fullmoves: u32,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.sets == other.sets
            && self.turn == other.turn
            && History { en_passant: other.history.en_passant, ..self.history } == other.history
            && self.legal_en_passant() == other.legal_en_passant()
    }
}

impl Eq for Position {}

/// Returns the initial position.
impl Default for Position {
    fn default() -> Self {
        Self::INITIAL
    }
}

impl History {
    pub(crate) const INITIAL: Self =
        Self { castling_rooks: Bitboard::CORNERS, en_passant: Bitboard::EMPTY, halfmoves: 0, fullmoves: 1 };
}

impl Position {
    /// The initial position of standard chess.
    pub const INITIAL: Self = Self {
        sets: [
            Bitboard::from_bits(0xffff),
            Bitboard::from_bits(0xffff << 48),
            Bitboard::from_bits(0x00ff_0000_0000_ff00),
            Bitboard::from_bits(0x4200_0000_0000_0042),
            Bitboard::from_bits(0x2400_0000_0000_0024),
            Bitboard::from_bits(0x8100_0000_0000_0081),
            Bitboard::from_bits(0x0800_0000_0000_0008),
            Bitboard::from_bits(0x1000_0000_0000_0010),
        ],
        turn: Color::White,
        history: History::INITIAL,
    };

    /// Creates a position from its parts, without checking them.
    #[inline]
    pub(crate) const fn of(sets: Sets, turn: Color, history: History) -> Self {
        Self { sets: sets.to_array(), turn, history }
    }

    #[inline]
    pub(crate) const fn history(&self) -> History {
        self.history
    }

    /// Returns the halfmove clock: the moves since the last capture or pawn move.
    pub(crate) const fn halfmoves(&self) -> u32 {
        self.history.halfmoves
    }

    /// Returns the rooks that may castle, and the square behind a double push if a pawn attacks it. Positions with the
    /// same sets, side to move and state have the same moves, except for pinned pawns.
    #[inline]
    pub(crate) fn state(&self) -> Bitboard {
        let en_passant = self.history.en_passant;
        let pawns = self.us() & self.piece(Piece::Pawn);
        let is_attacked = pawn::attacks(pawns, self.turn).intersects(en_passant);
        self.history.castling_rooks | if is_attacked { en_passant } else { Bitboard::EMPTY }
    }

    /// Returns the eight sets.
    #[inline]
    #[must_use]
    pub const fn sets(&self) -> Sets {
        Sets::from_array(self.sets)
    }

    /// Returns the sets and the side to move as a [`Board`] of the library.
    #[must_use]
    pub const fn board(&self) -> Board {
        Board::assume_consistent(self.sets(), self.turn)
    }

    /// Returns the side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the number of the next move, which goes up after Black's.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.history.fullmoves
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.sets[0] | self.sets[1]
    }

    /// Returns the pieces of a side.
    #[inline]
    pub(super) const fn color(&self, color: Color) -> Bitboard {
        self.sets[color.index() as usize]
    }

    /// Returns the pieces of a kind.
    #[inline]
    pub(super) const fn piece(&self, piece: Piece) -> Bitboard {
        self.sets[2 + piece.index() as usize]
    }

    /// Returns the pieces of the side to move.
    #[inline]
    pub(super) const fn us(&self) -> Bitboard {
        self.color(self.turn)
    }

    /// Returns the pieces of the other side.
    #[inline]
    pub(super) const fn them(&self) -> Bitboard {
        self.color(self.turn.other())
    }

    /// Returns the square of a side's king.
    ///
    /// A king can be missing after an illegal move that has not been detected yet. Any square will do then, since the
    /// result is discarded.
    #[inline]
    pub(super) fn king(&self, color: Color) -> Square {
        let king = self.piece(Piece::King) & self.color(color);
        king.first().unwrap_or(Square::A1)
    }

    /// Returns the kind of piece on a square.
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::ALL.into_iter().find(|&piece| self.piece(piece).contains(square))
    }

    /// Plays a legal or pseudo-legal move, or a null move.
    #[inline(always)]
    pub(crate) fn play_legal(&mut self, next: Continuation) {
        self.history.halfmoves = self.history.halfmoves.saturating_add(1);
        self.history.en_passant = Bitboard::EMPTY;
        match next {
            Continuation::Move(Move::Normal { piece, from, to, promotion }) => {
                self.make_normal(piece, from, to, promotion);
            }
            Continuation::Move(Move::EnPassant { from, to }) => {
                self.history.halfmoves = 0;
                self.lift(from.bitboard() | taken_en_passant(to).bitboard());
                self.put(Piece::Pawn, to);
            }
            Continuation::Move(Move::Castling { king, rook }) => {
                let (king_to, rook_to) = castled(king, rook);
                self.history.castling_rooks -= back_rank(self.turn);
                self.lift(king.bitboard() | rook.bitboard());
                self.put(Piece::King, king_to);
                self.put(Piece::Rook, rook_to);
            }
            Continuation::NullMove => {}
        }
        self.history.fullmoves = self.history.fullmoves.saturating_add(u32::from(!self.turn.is_white()));
        self.turn = !self.turn;
    }

    #[inline(always)]
    fn make_normal(&mut self, piece: Piece, from: Square, to: Square, promotion: Option<Piece>) {
        let (from, to) = (from.bitboard(), to.bitboard());
        let history = &mut self.history;
        // No branches on the kind of piece or on captures: the processor cannot predict them.
        let is_pawn = piece == Piece::Pawn;
        let is_capture = self.sets[usize::from((!self.turn).index())].intersects(to);
        history.halfmoves *= u32::from(!(is_pawn | is_capture));
        // Only a double push has a square that is one step from both of its ends.
        let passed = (from.step(Direction::North) & to.step(Direction::South))
            | (from.step(Direction::South) & to.step(Direction::North));
        history.en_passant = if is_pawn { passed } else { Bitboard::EMPTY };
        if !history.castling_rooks.is_empty() {
            let king_rank = if piece == Piece::King { back_rank(self.turn) } else { Bitboard::EMPTY };
            history.castling_rooks -= from | to | king_rank;
        }
        let put = &SETS_OF[usize::from(self.turn.index())][usize::from(promotion.unwrap_or(piece).index())];
        for (set, put) in self.sets.iter_mut().zip(put) {
            *set = (*set - (from | to)) | (to & *put);
        }
    }

    /// Removes the pieces on a set of squares.
    #[inline]
    fn lift(&mut self, squares: Bitboard) {
        for set in &mut self.sets {
            *set -= squares;
        }
    }

    /// Puts a piece of the side to move on an empty square.
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.sets[usize::from(self.turn.index())] |= square.bitboard();
        self.sets[2 + usize::from(piece.index())] |= square.bitboard();
    }
}

/// Masks for each color and kind of piece: full for the two sets it belongs to, empty for the others. They let a move
/// update all sets without branches.
static SETS_OF: [[[Bitboard; 8]; 6]; 2] = {
    let mut sets = [[[Bitboard::EMPTY; 8]; 6]; 2];
    let (mut color, mut piece) = (0, 0);
    while color < 2 {
        while piece < 6 {
            sets[color][piece][color] = Bitboard::FULL;
            sets[color][piece][2 + piece] = Bitboard::FULL;
            piece += 1;
        }
        piece = 0;
        color += 1;
    }
    sets
};

#[inline]
pub(super) const fn back_rank(color: Color) -> Bitboard {
    match color {
        Color::White => Rank::First.bitboard(),
        Color::Black => Rank::Eighth.bitboard(),
    }
}

/// Returns the square of the pawn that is captured en passant on `to`.
#[inline]
pub(super) const fn taken_en_passant(to: Square) -> Square {
    Square::ALL[(to.index() ^ 8) as usize]
}

/// Returns the squares of king and rook after castling: c and d, or g and f, on the rank of the king.
#[inline]
pub(crate) const fn castled(king: Square, rook: Square) -> (Square, Square) {
    let rank = king.index() & 56;
    let (king_to, rook_to) = if rook.index() < king.index() { (2, 3) } else { (6, 5) };
    (Square::ALL[(rank | king_to) as usize], Square::ALL[(rank | rook_to) as usize])
}
