//! Lanes: single positions of a column, with branch-free patterns.

use super::columns::ABSENT;
use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::direction::Direction;
use crate::king::LineSet;
use crate::piece::Piece;
use crate::rank::Rank;
use crate::sets::Sets;
use crate::{king, knight, pawn, sliders};
use core::ops::Not;

/// A side in a batch function. It can differ between positions, so masks select by side instead of branches. The
/// constants [`WHITE`](Self::WHITE) and [`BLACK`](Self::BLACK) cost nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneColor(u64);

impl LaneColor {
    /// White in every position.
    pub const WHITE: Self = Self(0);
    /// Black in every position.
    pub const BLACK: Self = Self(!0);

    /// Returns `white` if the side is White, otherwise `black`.
    #[inline(always)]
    #[must_use]
    pub const fn pick(self, white: Bitboard, black: Bitboard) -> Bitboard {
        Bitboard((white.0 & !self.0) | (black.0 & self.0))
    }

    /// Returns the other side. In `const` code, use this instead of `!`.
    #[inline(always)]
    #[must_use]
    pub const fn other(self) -> Self {
        Self(!self.0)
    }

    #[inline(always)]
    pub(crate) const fn of(color: Color) -> Self {
        Self((color as u64).wrapping_neg())
    }
}

impl From<Color> for LaneColor {
    #[inline(always)]
    fn from(color: Color) -> Self {
        Self::of(color)
    }
}

impl Not for LaneColor {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.other()
    }
}

/// Returns all ones if `truth` is true, otherwise 0.
#[inline(always)]
const fn mask(truth: bool) -> u64 {
    (truth as u64).wrapping_neg()
}

/// One position of [`Boards`](super::Boards).
///
/// Each method returns the same as the method of [`Board`](crate::Board) or [`AttackMaps`](crate::AttackMaps) with its
/// name. Lanes use no branches and no tables, so loops over positions vectorize. Most methods of `Board` call those of a
/// lane.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    sets: Sets,
    turn: LaneColor,
}

impl Lane {
    #[inline(always)]
    pub(crate) const fn new(sets: Sets, turn: Color) -> Self {
        Self { sets, turn: LaneColor::of(turn) }
    }

    /// Returns the eight sets.
    #[inline(always)]
    #[must_use]
    pub const fn sets(&self) -> Sets {
        self.sets
    }

    /// Returns the side to move.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> LaneColor {
        self.turn
    }

    /// Returns the pieces of a side.
    #[inline(always)]
    #[must_use]
    pub const fn color(&self, side: LaneColor) -> Bitboard {
        side.pick(self.sets.white, self.sets.black)
    }

    /// Returns a side's pieces of one kind.
    #[inline(always)]
    #[must_use]
    pub const fn of(&self, side: LaneColor, piece: Piece) -> Bitboard {
        self.color(side).intersection(self.sets.piece(piece))
    }

    /// Returns the occupied squares.
    #[inline(always)]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.sets.white.union(self.sets.black)
    }

    /// Returns the side's king as a set, which is empty if the side has no king or several.
    #[inline(always)]
    #[must_use]
    pub const fn king(&self, side: LaneColor) -> Bitboard {
        let kings = self.of(side, Piece::King).0;
        Bitboard(kings & mask(kings & kings.wrapping_sub(1) == 0))
    }

    /// Returns the squares that the side's pawns attack.
    #[inline(always)]
    #[must_use]
    pub const fn pawn_attacks(&self, side: LaneColor) -> Bitboard {
        let pawns = self.of(side, Piece::Pawn);
        side.pick(pawn::attacks(pawns, Color::White), pawn::attacks(pawns, Color::Black))
    }

    /// Returns the squares that the side's knights attack.
    #[inline(always)]
    #[must_use]
    pub const fn knight_attacks(&self, side: LaneColor) -> Bitboard {
        knight::attacks(self.of(side, Piece::Knight))
    }

    /// Returns the squares that the side's king attacks, or kings if it has several.
    #[inline(always)]
    #[must_use]
    pub const fn king_attacks(&self, side: LaneColor) -> Bitboard {
        king::attacks(self.of(side, Piece::King))
    }

    /// Returns the squares that the side's bishops, rooks and queens attack if they see through the pieces of `lifted`.
    #[inline(always)]
    pub(super) const fn slider_attacks_through(&self, side: LaneColor, lifted: Bitboard) -> Bitboard {
        let occupied = self.occupied().difference(lifted);
        let queens = self.of(side, Piece::Queen);
        sliders::bishop_attacks(self.of(side, Piece::Bishop).union(queens), occupied)
            .union(sliders::rook_attacks(self.of(side, Piece::Rook).union(queens), occupied))
    }

    /// Returns the squares that the side attacks.
    #[inline(always)]
    #[must_use]
    pub const fn attacks(&self, side: LaneColor) -> Bitboard {
        self.attacks_through(side, Bitboard::EMPTY)
    }

    /// Returns the squares that the side attacks if sliders see through the pieces of `lifted`.
    #[inline(always)]
    #[must_use]
    pub const fn attacks_through(&self, side: LaneColor, lifted: Bitboard) -> Bitboard {
        self.pawn_attacks(side)
            .union(self.knight_attacks(side))
            .union(self.king_attacks(side))
            .union(self.slider_attacks_through(side, lifted))
    }

    /// Returns the pieces that the side's knights could fork.
    #[inline(always)]
    #[must_use]
    pub const fn fork_targets(&self, side: LaneColor) -> Bitboard {
        self.targets_unless(side.other(), self.attacks(side.other()))
    }

    /// Returns the side's fork targets: king, queens and rooks always, other pieces unless they are in `defended`.
    #[inline(always)]
    pub(crate) const fn targets_unless(&self, side: LaneColor, defended: Bitboard) -> Bitboard {
        let always = self.sets.kings.union(self.sets.queens).union(self.sets.rooks);
        self.color(side).intersection(always.union(defended.complement()))
    }

    /// Returns the squares where a knight of the side can move, fork two or more targets and not be attacked by a
    /// pawn or knight.
    ///
    #[inline(always)]
    #[must_use]
    pub const fn fork_squares(&self, side: LaneColor) -> Bitboard {
        self.fork_squares_of(side, self.fork_targets(side))
    }

    /// Returns the squares where a knight of the side can move, fork two or more of `targets` and not be attacked by a
    /// pawn or knight.
    #[inline(always)]
    #[must_use]
    pub const fn fork_squares_of(&self, side: LaneColor, targets: Bitboard) -> Bitboard {
        let unsafe_squares = self.color(side).union(self.pawn_and_knight_attacks(side.other()));
        knight::fork_moves(self.of(side, Piece::Knight), targets, unsafe_squares.complement())
    }

    /// Returns the squares that the side's pawns and knights attack.
    #[inline(always)]
    pub(crate) const fn pawn_and_knight_attacks(&self, side: LaneColor) -> Bitboard {
        self.pawn_attacks(side).union(self.knight_attacks(side))
    }

    /// Returns the side's knights that attack two or more of the opponent's pieces other than pawns.
    #[inline(always)]
    #[must_use]
    pub const fn forking_knights(&self, side: LaneColor) -> Bitboard {
        // The forking knights are those that stand on a fork square.
        let pieces = self.color(side.other()).difference(self.sets.pawns);
        knight::forks(pieces).intersection(self.of(side, Piece::Knight))
    }

    /// Returns the squares where no piece of the side is and that no opposing pawn attacks.
    #[inline(always)]
    #[must_use]
    pub const fn mobility_area(&self, side: LaneColor) -> Bitboard {
        self.color(side).union(self.pawn_attacks(side.other())).complement()
    }

    /// Returns the squares of the [`mobility_area`](Self::mobility_area) that the side's knights attack.
    #[inline(always)]
    #[must_use]
    pub const fn knight_mobility(&self, side: LaneColor) -> Bitboard {
        knight::mobility(self.of(side, Piece::Knight), self.mobility_area(side))
    }

    /// Returns the side's knights that attack no square of the [`mobility_area`](Self::mobility_area).
    #[inline(always)]
    #[must_use]
    pub const fn trapped_knights(&self, side: LaneColor) -> Bitboard {
        knight::trapped(self.of(side, Piece::Knight), self.mobility_area(side))
    }

    /// Returns the squares where a knight of the attacker can move, check the opposing king and not be attacked.
    #[inline(always)]
    #[must_use]
    pub const fn safe_knight_checks(&self, attacker: LaneColor) -> Bitboard {
        let opponent = attacker.other();
        let area = self.color(attacker).union(self.attacks(opponent)).complement();
        knight::checks(self.of(attacker, Piece::Knight), self.king(opponent), area)
    }

    /// Returns the squares of the side's fourth to sixth rank that its pawns defend and that no opposing pawn can
    /// attack now or after pushes.
    #[inline(always)]
    #[must_use]
    pub const fn knight_outposts(&self, side: LaneColor) -> Bitboard {
        let (own, opponent) = (self.of(side, Piece::Pawn), self.of(side.other(), Piece::Pawn));
        side.pick(
            knight::outposts(own, opponent, Color::White),
            knight::outposts(own, opponent, Color::Black),
        )
    }

    /// Returns the safe squares next to the side's king.
    #[inline(always)]
    #[must_use]
    pub const fn king_escapes(&self, side: LaneColor) -> Bitboard {
        self.king_walk(side).escapes()
    }

    /// Returns the lines along which a distant check attacks all escapes of the side's king.
    #[inline(always)]
    #[must_use]
    pub const fn king_lines(&self, side: LaneColor) -> LineSet {
        self.king_walk(side).lines()
    }

    /// Returns the squares from which a bishop, rook or queen would check the opposing king from a distance, whether or
    /// not the attacker has such a piece.
    #[inline(always)]
    #[must_use]
    pub const fn distant_check_squares(&self, attacker: LaneColor) -> Bitboard {
        let king = self.king(attacker.other());
        let escapes = self.king_escapes(attacker.other());
        let [rank, file, diagonal, anti_diagonal] = LINES;
        let sight = self
            .sight_along(king, escapes, rank)
            .union(self.sight_along(king, escapes, file))
            .union(self.sight_along(king, escapes, diagonal))
            .union(self.sight_along(king, escapes, anti_diagonal));
        sight.difference(king::attacks(king)).difference(self.color(attacker))
    }

    /// Returns the attacks of a slider on the king's square along a line, or nothing if some escape is off the
    /// line.
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

    /// Returns the wing of the side's king as [`Wing`](king::Wing) numbers it: 0 for the kingside, 1 for the
    /// queenside, and [`ABSENT`] if the king is on neither.
    #[inline(always)]
    #[must_use]
    pub const fn shield_wing(&self, side: LaneColor) -> u8 {
        self.shield(side)[0]
    }

    /// Returns the pawn shield index of the side's king, 0 to 63, or [`ABSENT`] if the king is on no wing.
    #[inline(always)]
    #[must_use]
    pub const fn shield_index(&self, side: LaneColor) -> u8 {
        self.shield(side)[1]
    }

    /// Returns the wing and the index.
    #[inline(always)]
    pub(crate) const fn shield(&self, side: LaneColor) -> [u8; 2] {
        let [on_kings, on_queens] = self.wings(side);
        let absent = ABSENT as u64 & !(on_kings | on_queens);
        let pawns = self.of(side, Piece::Pawn);
        let pawns = side.pick(pawns, pawns.flip_vertical()).0;
        // Move the second rank to bits 0 to 2, and the third rank to bits 8 to 10 and from there to bits 3 to 5.
        let ranks = ((pawns >> 13) & 0x0707 & on_kings) | ((pawns >> 8) & 0x0707 & on_queens);
        let index = (ranks | (ranks >> 5)) & 63;
        [((1 & on_queens) | absent) as u8, (index | absent) as u8]
    }

    /// Returns two masks: whether the side's king is on the kingside, and whether it is on the queenside.
    #[inline(always)]
    const fn wings(&self, side: LaneColor) -> [u64; 2] {
        let white = Rank::First.bitboard().union(Rank::Second.bitboard());
        let home = self.king(side).intersection(side.pick(white, white.flip_vertical())).0;
        [mask(home & 0xe0e0_e0e0_e0e0_e0e0 != 0), mask(home & 0x0707_0707_0707_0707 != 0)]
    }

    /// Returns the side's passers.
    #[inline(always)]
    #[must_use]
    pub const fn passers(&self, side: LaneColor) -> Bitboard {
        let (own, opponent) = (self.of(side, Piece::Pawn), self.of(side.other(), Piece::Pawn));
        side.pick(pawn::passers(own, opponent, Color::White), pawn::passers(own, opponent, Color::Black))
    }

    /// Returns the side's passers that the opposing king cannot catch, if the opponent has only king and pawns.
    #[inline(always)]
    #[must_use]
    pub const fn uncatchable(&self, side: LaneColor) -> Bitboard {
        let king = self.king(side.other());
        // A check by a pawn costs the side its move.
        let is_check = self.pawn_attacks(side.other()).intersects(self.of(side, Piece::King));
        let king_moves = (self.turn.0 ^ side.0) | mask(is_check);
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
        let pieces = self.color(side.other()).difference(self.sets.kings.union(self.sets.pawns));
        let applies = mask(pieces.is_empty() & !king.is_empty());
        let passers = self.passers(side).intersection(Bitboard::PAWN_RANKS);
        Bitboard(passers.difference(blocked_or_caught).0 & applies)
    }

    /// Returns the squares that the side's king can walk to, including its own.
    #[inline(always)]
    #[must_use]
    pub const fn king_reach(&self, side: LaneColor) -> Bitboard {
        // 32 steps suffice. On a shortest path, two squares are adjacent only if they follow each other. All four
        // squares of a two-by-two block are adjacent, so the path uses at most two of them. There are 16 such
        // blocks, so a path has at most 32 squares and 31 steps.
        self.king_walk(side).end()
    }

    /// Returns the start of the king's walk over safe squares.
    #[inline(always)]
    pub(crate) const fn king_walk(&self, side: LaneColor) -> Walk {
        let king = self.king(side);
        // Without the king on the board, the squares behind it on a line of check are attacked.
        let forbidden = self.color(side).union(self.attacks_through(side.other(), king));
        Walk { reach: king, path: forbidden.complement().union(king) }
    }
}

/// A king's walk: the squares reached so far, and the squares that the king may enter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    pub(crate) reach: Bitboard,
    pub(crate) path: Bitboard,
}

impl Walk {
    /// Returns the squares that the king can enter at the start of its walk.
    #[inline(always)]
    pub(crate) const fn escapes(self) -> Bitboard {
        king::attacks(self.reach).intersection(self.path)
    }

    /// Returns the lines through the king, at the start of its walk, that contain all its escapes.
    #[inline(always)]
    pub(crate) const fn lines(self) -> LineSet {
        open_lines(self.reach, self.escapes())
    }

    /// Returns the walk after one more step.
    #[inline(always)]
    pub(super) const fn step(self) -> Self {
        Self { reach: king::fill(self.reach).intersection(self.path), path: self.path }
    }

    /// Returns the walk after four more steps.
    #[inline(always)]
    const fn steps_4(self) -> Self {
        self.step().step().step().step()
    }

    /// Returns the squares after 32 steps. A loop instead of calls would prevent vectorization.
    #[inline(always)]
    pub(super) const fn end(self) -> Bitboard {
        let half = self.steps_4().steps_4().steps_4().steps_4();
        half.steps_4().steps_4().steps_4().steps_4().reach
    }
}

/// The two directions of each line, in the order of [`Line::ALL`](crate::Line::ALL).
const LINES: [[Direction; 2]; 4] = [
    [Direction::East, Direction::West],
    [Direction::North, Direction::South],
    [Direction::NorthEast, Direction::SouthWest],
    [Direction::NorthWest, Direction::SouthEast],
];

/// Computes [`king::open_lines`] without a table, for escapes adjacent to the king. Only the two squares of each
/// line next to the king matter. If there is no king, the result is empty.
#[inline(always)]
pub(super) const fn open_lines(king: Bitboard, escapes: Bitboard) -> LineSet {
    let [rank, file, diagonal, anti_diagonal] = LINES;
    let lines = (1 & holds(king, escapes, rank))
        | (2 & holds(king, escapes, file))
        | (4 & holds(king, escapes, diagonal))
        | (8 & holds(king, escapes, anti_diagonal));
    LineSet::from_low_bits((lines & mask(!king.is_empty())) as u8)
}

/// Returns a mask: whether a line of the king contains all its escapes.
#[inline(always)]
const fn holds(king: Bitboard, escapes: Bitboard, [there, back]: [Direction; 2]) -> u64 {
    mask(escapes.difference(king.step(there).union(king.step(back))).is_empty())
}

/// Computes [`king::caught_area`] without a branch, for a king given as a set.
///
/// The king catches a pawn `n` pushes from promotion if the promotion square is at most `n` king moves away, one more
/// if the king is to move. So each rank of the area corresponds to the part of the promotion rank within some number
/// of king moves.
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
        // The first push from the second rank can be double, so this rank equals the next.
        | back(within_5, 5, king_color)
        | back(within_5, 6, king_color);
    let taken = king::attacks(king).0 & king_moves;
    Bitboard(area | taken).intersection(Bitboard::PAWN_RANKS)
}

/// Moves squares of the promotion rank back by `ranks` ranks, away from promotion.
#[inline(always)]
const fn back(files: Bitboard, ranks: u32, king_color: Color) -> u64 {
    match king_color {
        Color::Black => files.0 >> (8 * ranks),
        Color::White => files.0 << (8 * ranks),
    }
}

/// Returns the set, extended one file to both sides and then one rank ahead.
#[inline(always)]
const fn towards(set: Bitboard, ahead: Direction) -> Bitboard {
    let row = set.union(set.step(Direction::East)).union(set.step(Direction::West));
    row.union(row.step(ahead))
}
