//! Columns of positions.

use super::columns::sealed::Sealed;
use super::columns::{Input, LengthError, SetCell};
use super::flush::BLOCK;
use super::lane::Lane;
use crate::board::Board;
use crate::color::Color;
use crate::sets::Sets;

/// Positions as columns: one column for each of the eight sets, and the side to move.
///
/// All columns must have the same length. Sets that contradict each other, such as a square of both colors, give
/// unspecified but consistent results: every kernel returns the same.
///
/// The sets can be slices of `u64` or `Bitboard`. [`BoardColumns`] turns an array of boards into columns.
#[derive(Clone, Copy, Debug)]
pub struct Boards<'a> {
    sets: Sets<&'a [u64]>,
    /// The column of sides to move, or a block of equal ones.
    turns: &'a [Color],
    /// All ones if `turns` is a column, 0 if it is a block.
    mask: usize,
}

impl<'a> Boards<'a> {
    /// Creates positions from columns.
    ///
    /// # Errors
    ///
    /// Returns an error that names the first column whose length is not that of `turns`.
    pub const fn new<T: SetCell>(sets: Sets<&'a [T]>, turns: &'a [Color]) -> Result<Self, LengthError> {
        match Self::bits_of(sets, turns.len()) {
            Ok(sets) => Ok(Self { sets, turns, mask: !0 }),
            Err(error) => Err(error),
        }
    }

    /// Creates positions with the same side to move.
    ///
    /// ```
    /// use destrier::batch::{self, Boards};
    /// use destrier::{Color, Sets, Square};
    ///
    /// // A white knight on d5 can fork a black king on e8 and a black rook on a8.
    /// let (none, knight) = ([0], [Square::D5.bitboard().bits()]);
    /// let (king, rook) = ([Square::E8.bitboard().bits()], [Square::A8.bitboard().bits()]);
    /// let sets = Sets {
    ///     white: &knight[..],
    ///     black: &[king[0] | rook[0]],
    ///     pawns: &none,
    ///     knights: &knight,
    ///     bishops: &none,
    ///     rooks: &rook,
    ///     queens: &none,
    ///     kings: &king,
    /// };
    /// let boards = Boards::with_turn(sets, Color::White)?;
    /// let mut forks = [0_u64];
    /// batch::map!(boards, &mut forks[..], |board| board.fork_squares(board.turn()))?;
    /// assert_eq!(forks, [Square::C7.bitboard().bits()]);
    /// # Ok::<(), batch::LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error that names the first column whose length is not that of `white`.
    pub const fn with_turn<T: SetCell>(sets: Sets<&'a [T]>, turn: Color) -> Result<Self, LengthError> {
        let turns = match turn {
            Color::White => &[Color::White; BLOCK],
            Color::Black => &[Color::Black; BLOCK],
        };
        match Self::bits_of(sets, sets.white.len()) {
            Ok(sets) => Ok(Self { sets, turns, mask: 0 }),
            Err(error) => Err(error),
        }
    }

    /// Returns the sets as numbers, or an error that names the first column of another length.
    const fn bits_of<T: SetCell>(sets: Sets<&'a [T]>, length: usize) -> Result<Sets<&'a [u64]>, LengthError> {
        const NAMES: [&str; 8] =
            ["white", "black", "pawns", "knights", "bishops", "rooks", "queens", "kings"];
        let columns = sets.to_array();
        let mut numbers: [&[u64]; 8] = [&[]; 8];
        let mut i = 0;
        while i < 8 {
            if let Err(error) = LengthError::unless_equal(length, columns[i].len()) {
                return Err(error.named(NAMES[i]));
            }
            numbers[i] = bits(columns[i]);
            i += 1;
        }
        Ok(Sets::from_array(numbers))
    }

    /// Returns the number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.sets.white.len()
    }

    /// Returns `true` if there are no positions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Returns a column of sets as numbers.
const fn bits<T: SetCell>(column: &[T]) -> &[u64] {
    // SAFETY: `T` is `u64` or `Bitboard`, which is a transparent wrapper of it.
    unsafe { core::slice::from_raw_parts(column.as_ptr().cast(), column.len()) }
}

impl Sealed for Boards<'_> {}
impl Input for Boards<'_> {
    type Item = Lane;

    #[inline(always)]
    fn length(&self) -> Result<usize, LengthError> {
        Ok(self.len())
    }

    #[inline(always)]
    unsafe fn get(&self, start: usize, i: usize) -> Lane {
        // SAFETY: `start + i` is less than the length, which all columns share. If the mask is 0, `i` is less than
        // `BLOCK`, which is the number of sides to move.
        unsafe {
            let sets = self.sets.map(
                #[inline(always)]
                |column| Input::get(&column, start, i),
            );
            Lane::new(sets, Input::get(&self.turns, start & self.mask, i))
        }
    }
}

/// The columns of an array of boards.
///
/// ```
/// use destrier::batch::{self, BoardColumns};
/// use destrier::{Board, Color};
///
/// let boards = [
///     Board::from_placement("r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R", Color::White)?,
///     Board::from_placement("r3k2r/2N5/8/8/8/8/8/4K3", Color::Black)?,
/// ];
/// let columns = BoardColumns::new(&boards);
/// let mut forks = [0_u64; 2];
/// batch::map!(columns.boards(), &mut forks[..], |board| board.fork_squares(board.turn()))?;
/// assert_eq!(forks, boards.map(|board| board.fork_squares(board.turn()).bits()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// For a slice of boards, split it with [`as_chunks`](slice::as_chunks).
#[derive(Clone, Debug)]
pub struct BoardColumns<const N: usize> {
    sets: Sets<[u64; N]>,
    turns: [Color; N],
}

impl<const N: usize> BoardColumns<N> {
    /// Copies the boards into columns.
    #[must_use]
    pub const fn new(boards: &[Board; N]) -> Self {
        let mut sets = [[0; N]; 8];
        let mut turns = [Color::White; N];
        let mut i = 0;
        while i < N {
            let of_board = boards[i].sets().to_array();
            let mut set = 0;
            while set < 8 {
                sets[set][i] = of_board[set].bits();
                set += 1;
            }
            turns[i] = boards[i].turn();
            i += 1;
        }
        Self { sets: Sets::from_array(sets), turns }
    }

    /// Returns the columns as input of a kernel.
    #[must_use]
    pub const fn boards(&self) -> Boards<'_> {
        let Sets { white, black, pawns, knights, bishops, rooks, queens, kings } = &self.sets;
        let sets = Sets { white: white.as_slice(), black, pawns, knights, bishops, rooks, queens, kings };
        Boards { sets, turns: &self.turns, mask: !0 }
    }
}
