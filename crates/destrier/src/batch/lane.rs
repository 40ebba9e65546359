//! One position within a column, and its patterns without a branch.

use super::columns::ABSENT;
use crate::bitboard::Bitboard;
use crate::board::Sets;
use crate::color::Color;
use crate::direction::Direction;
use crate::king::LineSet;
use crate::piece::Piece;
use crate::rank::Rank;
use crate::{king, knight, pawn, sliders};
use core::ops::Not;

/// A side, as a function over columns knows it: it may be another for every position, so that what depends on it is
/// picked by masks instead of branches. [`WHITE`](Self::WHITE) and [`BLACK`](Self::BLACK) cost nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side(u64);

impl Side {
    /// White in every position.
    pub const WHITE: Self = Self(0);
    /// Black in every position.
    pub const BLACK: Self = Self(!0);

    /// One of two sets, by whose side it is. 1 operation where the processor has it, 3 where not.
    #[inline(always)]
    #[must_use]
    pub const fn pick(self, white: Bitboard, black: Bitboard) -> Bitboard {
        Bitboard((white.0 & !self.0) | (black.0 & self.0))
    }

    /// The other side; the operator `!` in `const` code.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Self {
        Self(!self.0)
    }

    #[inline(always)]
    const fn of(color: Color) -> Self {
        Self((color as u64).wrapping_neg())
    }
}

impl From<Color> for Side {
    #[inline(always)]
    fn from(color: Color) -> Self {
        Self::of(color)
    }
}

impl Not for Side {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.other()
    }
}

/// All ones where it is so.
#[inline(always)]
const fn mask(truth: bool) -> u64 {
    (truth as u64).wrapping_neg()
}

/// A position of [`Boards`](super::Boards): what [`Board`](crate::Board) says of it, without a branch and without a
/// table, so that a loop over positions becomes one over vectors of them.
///
/// Each method gives what the method of `Board` with its name gives, for any position.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    sets: Sets,
    turn: Side,
}

impl Lane {
    #[inline(always)]
    pub(super) const fn new(sets: Sets, turn: Color) -> Self {
        Self { sets, turn: Side::of(turn) }
    }

    /// The eight sets.
    #[inline(always)]
    #[must_use]
    pub const fn sets(&self) -> Sets {
        self.sets
    }

    /// The side to move.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> Side {
        self.turn
    }

    /// The squares that a side holds. 1 operation.
    #[inline(always)]
    #[must_use]
    pub const fn color(&self, side: Side) -> Bitboard {
        side.pick(self.sets.white, self.sets.black)
    }

    /// The squares that a side holds with a kind of piece. 2 operations.
    #[inline(always)]
    #[must_use]
    pub const fn of(&self, side: Side, piece: Piece) -> Bitboard {
        self.color(side).intersection(self.sets.piece(piece))
    }

    /// The squares that hold a piece. 1 operation.
    #[inline(always)]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.sets.white.union(self.sets.black)
    }

    /// The side's king; no square where it has none or several. 7 operations.
    #[inline(always)]
    #[must_use]
    pub const fn king(&self, side: Side) -> Bitboard {
        let kings = self.of(side, Piece::King).0;
        Bitboard(kings & mask(kings & kings.wrapping_sub(1) == 0))
    }

    /// The squares that the side's pawns attack. 7 operations, 13 for the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn pawn_attacks(&self, side: Side) -> Bitboard {
        let pawns = self.of(side, Piece::Pawn);
        side.pick(pawn::attacks(pawns, Color::White), pawn::attacks(pawns, Color::Black))
    }

    /// The squares that the side's knights attack. 19 operations.
    #[inline(always)]
    #[must_use]
    pub const fn knight_attacks(&self, side: Side) -> Bitboard {
        knight::attacks(self.of(side, Piece::Knight))
    }

    /// The squares that the side's king attacks, or its kings. 12 operations.
    #[inline(always)]
    #[must_use]
    pub const fn king_attacks(&self, side: Side) -> Bitboard {
        king::attacks(self.of(side, Piece::King))
    }

    /// The squares that the side's bishops, rooks and queens attack. 139 operations.
    #[inline(always)]
    #[must_use]
    pub const fn slider_attacks(&self, side: Side) -> Bitboard {
        self.slider_attacks_through(side, Bitboard::EMPTY)
    }

    #[inline(always)]
    pub(super) const fn slider_attacks_through(&self, side: Side, lifted: Bitboard) -> Bitboard {
        let occupied = self.occupied().difference(lifted);
        let queens = self.of(side, Piece::Queen);
        sliders::bishop_attacks(self.of(side, Piece::Bishop).union(queens), occupied)
            .union(sliders::rook_attacks(self.of(side, Piece::Rook).union(queens), occupied))
    }

    /// The squares that the side attacks. About 180 operations.
    #[inline(always)]
    #[must_use]
    pub const fn attacks(&self, side: Side) -> Bitboard {
        self.attacks_through(side, Bitboard::EMPTY)
    }

    /// [`attacks`](Self::attacks) with the pieces of `lifted` taken off the way of sliders.
    #[inline(always)]
    #[must_use]
    pub const fn attacks_through(&self, side: Side, lifted: Bitboard) -> Bitboard {
        self.pawn_attacks(side)
            .union(self.knight_attacks(side))
            .union(self.king_attacks(side))
            .union(self.slider_attacks_through(side, lifted))
    }

    /// What a knight of the side would fork. About 190 operations.
    #[inline(always)]
    #[must_use]
    pub const fn fork_targets(&self, side: Side) -> Bitboard {
        self.targets_unless(side.other(), self.attacks(side.other()))
    }

    /// The side's men that a knight forks: king, queens and rooks in any case, others unless they are `defended`.
    #[inline(always)]
    const fn targets_unless(&self, side: Side, defended: Bitboard) -> Bitboard {
        let always = self.sets.kings.union(self.sets.queens).union(self.sets.rooks);
        self.color(side).intersection(always.union(defended.complement()))
    }

    /// The squares where the side's knights can go to fork two or more targets. About 270 operations.
    #[inline(always)]
    #[must_use]
    pub const fn fork_squares(&self, side: Side) -> Bitboard {
        let opponent = side.other();
        let leapers = self.pawn_attacks(opponent).union(self.knight_attacks(opponent));
        self.fork_squares_of(side, self.attacks(opponent), leapers)
    }

    /// [`fork_squares`](Self::fork_squares) by what the other side attacks, with any piece and with pawns and knights.
    #[inline(always)]
    pub(super) const fn fork_squares_of(
        &self,
        side: Side,
        defended: Bitboard,
        leapers: Bitboard,
    ) -> Bitboard {
        let targets = self.targets_unless(side.other(), defended);
        knight::fork_moves(targets, self.of(side, Piece::Knight), self.color(side).union(leapers))
    }

    /// The side's knights that attack two or more of the other side's men, pawns left out. About 35 operations.
    #[inline(always)]
    #[must_use]
    pub const fn forking_knights(&self, side: Side) -> Bitboard {
        // From where a knight attacks two men it forks them, if one is there.
        let men = self.color(side.other()).difference(self.sets.pawns);
        knight::fork_squares(men).intersection(self.of(side, Piece::Knight))
    }

    /// The squares that the side's king must not enter.
    #[inline(always)]
    const fn king_taboo(&self, side: Side) -> Bitboard {
        self.color(side).union(self.attacks_through(side.other(), self.king(side)))
    }

    /// The squares next to the side's king where it is safe. About 200 operations.
    #[inline(always)]
    #[must_use]
    pub const fn king_escapes(&self, side: Side) -> Bitboard {
        king::attacks(self.king(side)).difference(self.king_taboo(side))
    }

    /// The lines along which a check from afar attacks all escapes of the side's king. About 240 operations.
    #[inline(always)]
    #[must_use]
    pub const fn king_lines(&self, side: Side) -> LineSet {
        open_lines(self.king(side), self.king_escapes(side))
    }

    /// The squares from which a slider of the side would check the other side's king from afar. About 380 operations.
    #[inline(always)]
    #[must_use]
    pub const fn distant_checks(&self, side: Side) -> Bitboard {
        let king = self.king(side.other());
        let escapes = self.king_escapes(side.other());
        let [rank, file, diagonal, anti_diagonal] = LINES;
        let sight = self
            .sight_along(king, escapes, rank)
            .union(self.sight_along(king, escapes, file))
            .union(self.sight_along(king, escapes, diagonal))
            .union(self.sight_along(king, escapes, anti_diagonal));
        sight.difference(king::attacks(king)).difference(self.color(side))
    }

    /// What a slider on the king's square attacks along a line, if the line holds all escapes. About 40 operations.
    #[inline(always)]
    const fn sight_along(
        &self,
        king: Bitboard,
        escapes: Bitboard,
        [there, back]: [Direction; 2],
    ) -> Bitboard {
        let occupied = self.occupied();
        let sight =
            sliders::attacks_along(king, occupied, there).union(sliders::attacks_along(king, occupied, back));
        Bitboard(sight.0 & holds(king, escapes, [there, back]))
    }

    /// The wing of the side's king, as [`Wing`](king::Wing) numbers them: 0 the king's, 1 the queen's; [`ABSENT`]
    /// elsewhere. About 20 operations.
    #[inline(always)]
    #[must_use]
    pub const fn shield_wing(&self, side: Side) -> u8 {
        self.shield(side)[0]
    }

    /// The index of the pawn shield of the side's king, 0 to 63; [`ABSENT`] where it stands on no wing. About 30
    /// operations.
    #[inline(always)]
    #[must_use]
    pub const fn shield_index(&self, side: Side) -> u8 {
        self.shield(side)[1]
    }

    /// Wing and index.
    #[inline(always)]
    pub(super) const fn shield(&self, side: Side) -> [u8; 2] {
        let [on_kings, on_queens] = self.wings(side);
        let absent = ABSENT as u64 & !(on_kings | on_queens);
        let pawns = self.of(side, Piece::Pawn);
        let pawns = side.pick(pawns, pawns.flip_vertical()).0;
        // The second rank at the bits 0 to 2, the third at 8 to 10 and from there at 3 to 5.
        let ranks = ((pawns >> 13) & 0x0707 & on_kings) | ((pawns >> 8) & 0x0707 & on_queens);
        let index = (ranks | (ranks >> 5)) & 63;
        [((1 & on_queens) | absent) as u8, (index | absent) as u8]
    }

    /// Whether the side's king is on the king's wing, and whether on the queen's, as masks.
    #[inline(always)]
    const fn wings(&self, side: Side) -> [u64; 2] {
        let white = Rank::First.bitboard().union(Rank::Second.bitboard());
        let home = self.king(side).intersection(side.pick(white, white.flip_vertical())).0;
        [mask(home & 0xe0e0_e0e0_e0e0_e0e0 != 0), mask(home & 0x0707_0707_0707_0707 != 0)]
    }

    /// The side's passers. 17 operations, twice for the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn passers(&self, side: Side) -> Bitboard {
        let (own, opponent) = (self.of(side, Piece::Pawn), self.of(side.other(), Piece::Pawn));
        side.pick(pawn::passers(own, opponent, Color::White), pawn::passers(own, opponent, Color::Black))
    }

    /// The side's passers that run to promotion, where the other side has nothing but king and pawns. About 120
    /// operations, twice for the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn uncatchable(&self, side: Side) -> Bitboard {
        let king = self.king(side.other());
        let king_moves = self.turn.0 ^ side.0;
        let blocked_or_caught = side.pick(
            pawn::front_span(self.occupied(), Color::Black).union(caught_area(
                king,
                Color::Black,
                king_moves,
            )),
            pawn::front_span(self.occupied(), Color::White).union(caught_area(
                king,
                Color::White,
                king_moves,
            )),
        );
        let men = self.color(side.other()).difference(self.sets.kings.union(self.sets.pawns));
        let applies = mask(men.is_empty() & !king.is_empty());
        let passers = self.passers(side).intersection(Bitboard::PAWN_RANKS);
        Bitboard(passers.difference(blocked_or_caught).0 & applies)
    }

    /// The squares that the side's king can walk to, its own among them. About 530 operations.
    #[inline(always)]
    #[must_use]
    pub const fn king_reach(&self, side: Side) -> Bitboard {
        // On a shortest walk, squares that are not next to each other on it do not touch. So of the four squares of a
        // block of two by two, which all touch, it passes at most two. There are 16 such blocks: the walk has at most
        // 31 steps, and 32 are made.
        self.king_walk(side).end()
    }

    /// The walk of the side's king over the squares where it is safe. About 200 operations.
    #[inline(always)]
    pub(crate) const fn king_walk(&self, side: Side) -> Walk {
        let king = self.king(side);
        Walk { reach: king, path: self.king_taboo(side).complement().union(king) }
    }
}

/// The walk of a king: the squares that it has come to, and those that it may enter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    pub(super) reach: Bitboard,
    pub(super) path: Bitboard,
}

impl Walk {
    /// The squares after one more step. 12 operations.
    #[inline(always)]
    pub(super) const fn step(self) -> Self {
        Self { reach: king::fill(self.reach).intersection(self.path), path: self.path }
    }

    /// The squares after four steps.
    #[inline(always)]
    const fn steps_4(self) -> Self {
        self.step().step().step().step()
    }

    /// The squares after 32 steps. Written as calls, not as a loop, which would stand in the way of the vectors.
    #[inline(always)]
    pub(super) const fn end(self) -> Bitboard {
        let half = self.steps_4().steps_4().steps_4().steps_4();
        half.steps_4().steps_4().steps_4().steps_4().reach
    }
}

/// The directions of each line, in the order of [`Line::ALL`](crate::Line::ALL).
const LINES: [[Direction; 2]; 4] = [
    [Direction::East, Direction::West],
    [Direction::North, Direction::South],
    [Direction::NorthEast, Direction::SouthWest],
    [Direction::NorthWest, Direction::SouthEast],
];

/// [`king::open_lines`] of escapes that are next to the king, without a table: of each line only the two squares that
/// touch the king count. No line where there is no king. About 45 operations.
#[inline(always)]
pub(super) const fn open_lines(king: Bitboard, escapes: Bitboard) -> LineSet {
    let [rank, file, diagonal, anti_diagonal] = LINES;
    let lines = (1 & holds(king, escapes, rank))
        | (2 & holds(king, escapes, file))
        | (4 & holds(king, escapes, diagonal))
        | (8 & holds(king, escapes, anti_diagonal));
    LineSet::from_low_bits((lines & mask(!king.is_empty())) as u8)
}

/// Whether a line of the king holds all its escapes, as a mask. 9 operations, 7 for a file.
#[inline(always)]
const fn holds(king: Bitboard, escapes: Bitboard, [there, back]: [Direction; 2]) -> u64 {
    mask(escapes.difference(king.step(there).union(king.step(back))).is_empty())
}

/// [`king::caught_area`] for a king as a set, without a branch. About 70 operations.
///
/// A pawn `n` pushes away from promotion is caught where its promotion square is within `n` moves of the king, or `n + 1`
/// of a king to move. So each rank of the area is the promotion rank within some number of king moves.
#[inline(always)]
const fn caught_area(king: Bitboard, king_color: Color, king_moves: u64) -> Bitboard {
    let (promotion, ahead) = match king_color {
        Color::Black => (Rank::Eighth.bitboard(), Direction::North),
        Color::White => (Rank::First.bitboard(), Direction::South),
    };
    let moved = towards(king, ahead);
    let within_0 = Bitboard((king.0 & !king_moves) | (moved.0 & king_moves));
    let within_1 = towards(within_0, ahead);
    let within_2 = towards(within_1, ahead);
    let within_3 = towards(within_2, ahead);
    let within_4 = towards(within_3, ahead);
    let within_5 = towards(within_4, ahead).intersection(promotion);
    let area = back(within_1.intersection(promotion), 1, king_color)
        | back(within_2.intersection(promotion), 2, king_color)
        | back(within_3.intersection(promotion), 3, king_color)
        | back(within_4.intersection(promotion), 4, king_color)
        // The first push from the second rank counts for two.
        | back(within_5, 5, king_color)
        | back(within_5, 6, king_color);
    let taken = king::attacks(king).0 & king_moves;
    Bitboard(area | taken).intersection(Bitboard::PAWN_RANKS)
}

/// So many ranks away from the promotion rank of the pawns that a king of the color is after.
#[inline(always)]
const fn back(files: Bitboard, ranks: u32, king_color: Color) -> u64 {
    match king_color {
        Color::Black => files.0 >> (8 * ranks),
        Color::White => files.0 << (8 * ranks),
    }
}

/// The set, beside it, and the same a rank further.
#[inline(always)]
const fn towards(set: Bitboard, ahead: Direction) -> Bitboard {
    let row = set.union(set.step(Direction::East)).union(set.step(Direction::West));
    row.union(row.step(ahead))
}
