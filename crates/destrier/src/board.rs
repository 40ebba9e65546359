//! Positions: eight sets of squares and a side to move.

use crate::batch::Lane;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::file::File;
use crate::piece::Piece;
use crate::rank::Rank;
use crate::sets::Sets;
use crate::square::Square;
use core::fmt;

/// A position: the squares of each side, the squares of each kind of piece, and the side to move.
///
/// Two sets by color and six by kind of piece describe a diagram completely. So eight columns hold any number of
/// positions.
///
/// A `Board` has no rules: no castling rights, no en passant, no legality. Any diagram is a `Board`, even one
/// without kings or with nine queens.
///
/// ```
/// use destrier::{Bitboard, Board, Color, Piece, Square};
///
/// let board = Board::from_placement("r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R", Color::White)?;
/// assert_eq!(board.of(Color::White, Piece::Knight), Square::D5.bitboard());
/// assert_eq!(board.fork_squares(Color::White), Square::C7.bitboard());
/// assert_eq!(board.to_string(), "\
/// r . b q k . . r
/// p p . p . p p p
/// . . . . . . . .
/// . . . N . . . .
/// . . . . . . . .
/// . . . . . . . .
/// P P P . . P P P
/// R . . . K . . R");
/// # Ok::<(), destrier::ParsePlacementError>(())
/// ```
///
/// Source: the wiki's *Bitboard Board-Definition*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    sets: Sets,
    turn: Color,
}

/// Creating a position, and its sets.
impl Board {
    /// Creates a position from eight sets. [`Sets`] converts them from eight or twelve bitboards.
    ///
    /// ```
    /// use destrier::{Board, BoardError, Color, Piece, Sets, Square};
    ///
    /// // White: a king on e1 and a knight on d5. Black: a king on e8 and a rook on a8.
    /// let colors = [0x0000_0008_0000_0010, 0x1100_0000_0000_0000];
    /// let pieces = [0, 0x0000_0008_0000_0000, 0, 0x0100_0000_0000_0000, 0, 0x1000_0000_0000_0010];
    /// let board = Board::from_sets(Sets::from_colors_and_pieces(colors, pieces), Color::White)?;
    /// assert_eq!(board.piece_at(Square::A8), Some((Color::Black, Piece::Rook)));
    /// assert_eq!(board.fork_squares(Color::White), Square::C7.bitboard());
    /// # Ok::<(), BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`BoardError`] if the sets contradict each other. If there are several errors, it is the first
    /// kind in the order of [`BoardError`], on its lowest square.
    #[inline]
    pub const fn from_sets(sets: Sets, turn: Color) -> Result<Self, BoardError> {
        let mut pieces = Bitboard::EMPTY;
        let mut twice = Bitboard::EMPTY;
        let mut i = 0;
        while i < 6 {
            let set = sets.piece(Piece::ALL[i]);
            twice = twice.union(pieces.intersection(set));
            pieces = pieces.union(set);
            i += 1;
        }
        let colors = sets.white.union(sets.black);
        if let Some(square) = sets.white.intersection(sets.black).first() {
            Err(BoardError::TwoColors(square))
        } else if let Some(square) = twice.first() {
            Err(BoardError::TwoPieces(square))
        } else if let Some(square) = colors.difference(pieces).first() {
            Err(BoardError::NoPiece(square))
        } else if let Some(square) = pieces.difference(colors).first() {
            Err(BoardError::NoColor(square))
        } else {
            Ok(Self { sets, turn })
        }
    }

    /// Creates a position from eight sets without checking them.
    ///
    /// Use it if your engine already keeps its sets consistent. [`from_sets`](Self::from_sets) checks them.
    ///
    /// This is safe. If the sets contradict each other, no function panics, but patterns have unspecified results.
    /// [`color`](Self::color) and [`of`](Self::of) return the sets and their intersections as they are.
    /// [`piece_at`](Self::piece_at) prefers White on a square of both colors, and on a square of several kinds the
    /// first of [`Piece::ALL`]. It returns `None` for a square without a color or without a kind.
    ///
    /// ```
    /// use destrier::{Board, Color, Piece, Sets, Square};
    ///
    /// let white = [0, 1 << 35, 0, 0, 0, 1 << 4];
    /// let black = [0, 0, 0, 1 << 56, 0, 1 << 60];
    /// let sets = Sets::from_colored_pieces([white, black]);
    /// let board = Board::assume_consistent(sets, Color::White);
    /// assert_eq!(Board::from_sets(sets, Color::White), Ok(board));
    ///
    /// // e4 is of both colors and of two kinds.
    /// let e4 = Square::E4.bitboard();
    /// let sets = Sets { white: e4, black: e4, queens: e4, kings: e4, ..Sets::default() };
    /// let board = Board::assume_consistent(sets, Color::White);
    /// assert_eq!(board.piece_at(Square::E4), Some((Color::White, Piece::Queen)));
    /// ```
    #[inline]
    #[must_use]
    pub const fn assume_consistent(sets: Sets, turn: Color) -> Self {
        Self { sets, turn }
    }

    /// Parses a piece placement, the first field of a FEN.
    ///
    /// A placement lists the ranks from 8 down, separated by `/`. Letters are pieces (upper case for White), and
    /// digits are runs of empty squares.
    ///
    /// ```
    /// use destrier::{Board, Color, ParsePlacementError};
    ///
    /// const INITIAL: Result<Board, ParsePlacementError> =
    ///     Board::from_placement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Color::White);
    /// assert_eq!(INITIAL?.occupied().len(), 32);
    /// # Ok::<(), ParsePlacementError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the offset of the first wrong byte if the text is not 8 ranks of 8 squares.
    pub const fn from_placement(placement: &str, turn: Color) -> Result<Self, ParsePlacementError> {
        let text = placement.as_bytes();
        let mut colors = [Bitboard::EMPTY; 2];
        let mut pieces = [Bitboard::EMPTY; 6];
        let mut rank = 7;
        let mut file = 0;
        let mut i = 0;
        while i < text.len() {
            let letter = text[i];
            match letter {
                b'/' if file == 8 && rank > 0 => {
                    rank -= 1;
                    file = 0;
                }
                b'1'..=b'8' if file + (letter - b'0') <= 8 => file += letter - b'0',
                _ => match Piece::from_letter(letter as char) {
                    Some(piece) if file < 8 => {
                        let square = Square::ALL[(rank * 8 + file) as usize];
                        let color = letter.is_ascii_lowercase() as usize;
                        colors[color] = colors[color].with(square);
                        pieces[piece as usize] = pieces[piece as usize].with(square);
                        file += 1;
                    }
                    _ => return Err(ParsePlacementError { offset: i }),
                },
            }
            i += 1;
        }
        if rank > 0 || file < 8 {
            return Err(ParsePlacementError { offset: i });
        }
        let [white, black] = colors;
        let [pawns, knights, bishops, rooks, queens, kings] = pieces;
        Ok(Self { sets: Sets { white, black, pawns, knights, bishops, rooks, queens, kings }, turn })
    }

    /// Returns the eight sets.
    #[inline]
    #[must_use]
    pub const fn sets(&self) -> Sets {
        self.sets
    }

    /// Returns the side to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the pieces of a side.
    #[inline]
    #[must_use]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.sets.color(color)
    }

    /// Returns a side's pieces of one kind.
    #[inline]
    #[must_use]
    pub const fn of(&self, color: Color, piece: Piece) -> Bitboard {
        self.color(color).intersection(self.sets.piece(piece))
    }

    /// Returns the occupied squares.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.sets.white.union(self.sets.black)
    }

    /// Returns the piece on a square and its color, or `None` if the square is empty.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<(Color, Piece)> {
        let color = if self.sets.white.contains(square) {
            Color::White
        } else if self.sets.black.contains(square) {
            Color::Black
        } else {
            return None;
        };
        let mut i = 0;
        while i < 6 {
            if self.sets.piece(Piece::ALL[i]).contains(square) {
                return Some((color, Piece::ALL[i]));
            }
            i += 1;
        }
        None
    }

    /// Returns the square of a side's king, or `None` if the side has no king or several.
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Square> {
        self.of(color, Piece::King).only()
    }

    /// Returns the position seen from the other side: the board flipped top to bottom, with colors and turn
    /// exchanged.
    #[must_use]
    pub const fn flip(&self) -> Self {
        let mut sets = self.sets.to_array();
        sets.swap(0, 1);
        let mut i = 0;
        while i < sets.len() {
            sets[i] = sets[i].flip_vertical();
            i += 1;
        }
        Self { sets: Sets::from_array(sets), turn: self.turn.other() }
    }

    /// Returns the position as a lane, which has the formulas of its values.
    #[inline(always)]
    pub(crate) const fn lane(&self) -> Lane {
        Lane::new(self.sets, self.turn)
    }
}

/// Prints the board as eight lines of letters and dots, from rank 8 down, without a final line break.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            f.write_str(if rank == Rank::Eighth { "" } else { "\n" })?;
            for file in File::ALL {
                f.write_str(if file == File::A { "" } else { " " })?;
                let letter = match self.piece_at(Square::new(file, rank)) {
                    Some((Color::White, piece)) => piece.letter(),
                    Some((Color::Black, piece)) => piece.letter().to_ascii_lowercase(),
                    None => '.',
                };
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

/// The error returned when eight sets do not form a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// The square is in both White's and Black's set.
    TwoColors(Square),
    /// The square is in the sets of two kinds of piece.
    TwoPieces(Square),
    /// The square belongs to a side, but no kind of piece is on it.
    NoPiece(Square),
    /// The square has a piece that belongs to neither side.
    NoColor(Square),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoColors(square) => write!(f, "{square} is in both White's and Black's set"),
            Self::TwoPieces(square) => write!(f, "{square} is in the sets of two kinds of piece"),
            Self::NoPiece(square) => write!(f, "{square} belongs to a side but has no kind of piece"),
            Self::NoColor(square) => write!(f, "{square} has a piece but belongs to neither side"),
        }
    }
}

impl core::error::Error for BoardError {}

/// The error returned when a text is not a piece placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePlacementError {
    offset: usize,
}

impl ParsePlacementError {
    /// Returns the offset of the first wrong byte, or the length of the text if it ends too early.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for ParsePlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "invalid piece placement at byte {}: expected 8 ranks of 8 squares separated by `/`",
            self.offset
        )
    }
}

impl core::error::Error for ParsePlacementError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive;
    use std::format;
    use std::string::ToString;

    #[test]
    fn parses_placements() {
        let board = Board::from_placement("r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R", Color::Black).unwrap();
        assert_eq!(board.turn(), Color::Black);
        assert_eq!(board.piece_at(Square::D5), Some((Color::White, Piece::Knight)));
        assert_eq!(board.piece_at(Square::D8), Some((Color::Black, Piece::Queen)));
        assert_eq!(board.piece_at(Square::E4), None);
        assert_eq!(board.king(Color::White), Some(Square::E1));
        assert_eq!(Board::from_sets(board.sets(), Color::Black), Ok(board));
        assert_eq!(board.flip().flip(), board);
        assert!(board.flip().to_string().starts_with("r . . . k . . r\np p p . . p p p"));
    }

    #[test]
    fn bitboards_of_an_engine_make_the_same_board() {
        for board in crate::values::tests::any_boards() {
            let turn = board.turn();
            let colors = Color::ALL.map(|color| board.color(color).bits());
            let pieces = Piece::ALL.map(|piece| board.sets().piece(piece).bits());
            assert_eq!(Board::from_sets(Sets::from_colors_and_pieces(colors, pieces), turn), Ok(board));
            let twelve = Color::ALL.map(|color| Piece::ALL.map(|piece| board.of(color, piece).bits()));
            assert_eq!(Board::from_sets(Sets::from_colored_pieces(twelve), turn), Ok(board));
            assert_eq!(Board::assume_consistent(board.sets(), turn), board);
        }
        // Every pair of the twelve sets that shares a square is a contradiction.
        for i in 0..12 {
            for j in 0..12 {
                let mut twelve = [[0; 6]; 2];
                twelve[i / 6][i % 6] |= 1 << 28;
                twelve[j / 6][j % 6] |= 1 << 28;
                let expected = if i == j {
                    None
                } else if i / 6 == j / 6 {
                    Some(BoardError::TwoPieces(Square::E4))
                } else {
                    Some(BoardError::TwoColors(Square::E4))
                };
                let sets = Sets::from_colored_pieces(twelve);
                assert_eq!(Board::from_sets(sets, Color::White).err(), expected);
            }
        }
    }

    #[test]
    fn unchecked_sets_are_used_as_they_are() {
        for [white, black, pawns, knights, bishops, rooks, queens, kings] in naive::sets::<8>() {
            let sets = Sets { white, black, pawns, knights, bishops, rooks, queens, kings };
            for turn in Color::ALL {
                let board = Board::assume_consistent(sets, turn);
                assert_eq!((board.sets(), board.turn()), (sets, turn));
                // All functions are total, whatever the sets.
                let _ = (board.to_string(), board.flip(), Color::ALL.map(|side| board.values(side)));
                let maps = board.attack_maps();
                for side in Color::ALL {
                    let _ = (maps.distant_checks(side), maps.safe_checks(side), maps.attack_units(side));
                    let _ = (maps.fork_squares(side), board.fork_targets(side));
                    let _ = board.fork_squares_of(side, white);
                }
                for square in Square::ALL {
                    let color = Color::ALL.into_iter().find(|&color| board.color(color).contains(square));
                    let piece = Piece::ALL.into_iter().find(|&piece| sets.piece(piece).contains(square));
                    assert_eq!(board.piece_at(square), color.zip(piece));
                }
            }
        }
    }

    #[test]
    fn rejects_wrong_placements_with_the_offset() {
        for (text, offset) in [
            ("", 0),
            ("8/8/8/8/8/8/8", 13),
            ("8/8/8/8/8/8/8/7", 15),
            ("8/8/8/8/8/8/8/8/", 15),
            ("8/8/8/8/8/8/8/8/8", 15),
            ("8/8/8/8/8/8/8/9", 14),
            ("8/8/8/8/8/8/8/81", 15),
            ("18/8/8/8/8/8/8/8", 1),
            ("8/8/8/8/8/8/8/8p", 15),
            ("8/8/7/8/8/8/8/8", 5),
            ("8/8/8/8/8/8/8/7x", 15),
            ("8/8/8/8/8/8/8/é", 14),
        ] {
            let error = Board::from_placement(text, Color::White).unwrap_err();
            assert_eq!(error.offset(), offset, "{text:?}");
            let words = "expected 8 ranks of 8 squares separated by `/`";
            assert_eq!(error.to_string(), format!("invalid piece placement at byte {offset}: {words}"));
        }
    }

    #[test]
    fn rejects_contradictory_sets_with_the_square() {
        let [a1, e4] = [Square::A1.bitboard(), Square::E4.bitboard()];
        let fits = Sets { white: a1, black: e4, pawns: a1, kings: e4, ..Sets::default() };
        assert!(Board::from_sets(fits, Color::White).is_ok());
        let error = |sets| Board::from_sets(sets, Color::White).unwrap_err();
        assert_eq!(error(Sets { white: a1 | e4, ..fits }), BoardError::TwoColors(Square::E4));
        assert_eq!(error(Sets { queens: e4, ..fits }), BoardError::TwoPieces(Square::E4));
        assert_eq!(error(Sets { pawns: Bitboard::EMPTY, ..fits }), BoardError::NoPiece(Square::A1));
        assert_eq!(error(Sets { black: Bitboard::EMPTY, ..fits }), BoardError::NoColor(Square::E4));
        // With two errors, the kind decides first, then the lowest square.
        assert_eq!(error(Sets { white: a1 | e4, queens: a1, ..fits }), BoardError::TwoColors(Square::E4));
        assert_eq!(error(Sets { queens: a1 | e4, ..fits }), BoardError::TwoPieces(Square::A1));
        for (error, words) in [
            (BoardError::TwoColors(Square::E4), "e4 is in both White's and Black's set"),
            (BoardError::TwoPieces(Square::E4), "e4 is in the sets of two kinds of piece"),
            (BoardError::NoPiece(Square::E4), "e4 belongs to a side but has no kind of piece"),
            (BoardError::NoColor(Square::E4), "e4 has a piece but belongs to neither side"),
        ] {
            assert_eq!(error.to_string(), words);
        }
        for piece_sets in naive::sets::<8>() {
            let [white, black, pawns, knights, bishops, rooks, queens, kings] = piece_sets;
            let sets = Sets { white, black, pawns, knights, bishops, rooks, queens, kings };
            let fits = Square::ALL.into_iter().all(|square| {
                let colors = [white, black].into_iter().filter(|set| set.contains(square)).count();
                let pieces =
                    Piece::ALL.into_iter().filter(|&piece| sets.piece(piece).contains(square)).count();
                colors == pieces && pieces <= 1
            });
            assert_eq!(Board::from_sets(sets, Color::White).is_ok(), fits);
        }
    }
}
