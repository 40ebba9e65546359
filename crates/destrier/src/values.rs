//! What Destrier says of a position: for each side ten values, most of them sets of squares.
//!
//! They are the columns of a table of positions. [`Values`] says what each is, and [`VALUES`] is the registry of names
//! and definitions; the methods of [`Board`] compute one, [`Board::values`] all of a side.
//!
//! ```
//! use destrier::{bitboard, Board, Color};
//!
//! // A king behind three pawns, and a rook that could come to the last rank.
//! let board = Board::from_placement("6k1/5ppp/8/8/8/8/5PPP/R5K1", Color::White)?;
//! let black = board.values(Color::Black);
//! assert_eq!(black.king_escapes, bitboard! {
//!     . . . . . X . X
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//!     . . . . . . . .
//! });
//! assert_eq!(black.king_lines.to_string(), "rank");
//! assert_eq!(black.shield.map(|shield| shield.index), Some(0b111));
//! # Ok::<(), destrier::ParsePlacementError>(())
//! ```
//!
//! In the definitions S is the side whose value it is and O the other. A piece attacks as if it could move at once:
//! pinned or not, and squares of its own side too, which it so defends. A side without a king, or with several, has no
//! escapes, no lines, no shield, no reach, and nothing that its king could fail to catch.

use crate::king::{LineSet, Wing};
use crate::{Bitboard, Board, Color, Line, Piece, Square, king, knight, pawn, sliders};

/// Makes [`Values`] and [`VALUES`] of the same definitions.
macro_rules! values {
    ($($field:ident: $type:ty = [$($name:literal, $definition:literal, $get:expr;)+])*) => {
        /// The values of a side in a position. S is that side and O the other.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Values {
            $(
                $(
                    #[doc = concat!("`", $name, "`: ", $definition, ".")]
                    #[doc = ""]
                )+
                pub $field: $type,
            )*
        }

        /// The values in the order of the columns.
        pub const VALUES: &[Definition] =
            &[$($(Definition { name: $name, definition: $definition, get: $get },)+)*];
    };
}

values! {
    knight_attacks: Bitboard = [
        "knight_attacks",
        "the squares that S's knights attack",
        |values| Value::Set(values.knight_attacks);
    ]
    fork_squares: Bitboard = [
        "fork_squares",
        "the squares attacked by S's knights, neither S's own nor attacked by O's pawns or knights, from which a knight \
         attacks two or more of O's king, queens, rooks, undefended bishops and knights, and undefended pawns",
        |values| Value::Set(values.fork_squares);
    ]
    forking_knights: Bitboard = [
        "forking_knights",
        "S's knights that attack two or more of O's men other than pawns, defended or not",
        |values| Value::Set(values.forking_knights);
    ]
    king_escapes: Bitboard = [
        "king_escapes",
        "the squares next to S's king that hold no piece of S and that O does not attack once the king is lifted off \
         the board",
        |values| Value::Set(values.king_escapes);
    ]
    king_lines: LineSet = [
        "king_lines",
        "the lines through S's king that hold all its escapes, so that a check along one from afar leaves none: 0 no \
         line, 1 rank, 2 file, 4 diagonal, 8 anti-diagonal, 15 there is no escape",
        |values| Value::Lines(values.king_lines);
    ]
    shield: Option<Shield> = [
        "shield_wing",
        "where S's king on its own first two ranks is sheltered: king (files f to h) or queen (files a to c); absent \
         elsewhere",
        |values| Value::Wing(values.shield.map(|shield| shield.wing));

        "shield_index",
        "which of the six squares before that king, on S's second and third rank, hold a pawn of S: bits 0 to 2 the \
         second rank, bits 3 to 5 the third, each from the a-file's side; absent with the wing",
        |values| Value::Index(values.shield.map(|shield| shield.index));
    ]
    passers: Bitboard = [
        "passers",
        "S's pawns with no pawn of O ahead of them on the same or an adjacent file",
        |values| Value::Set(values.passers);
    ]
    uncatchable: Bitboard = [
        "uncatchable",
        "where O has nothing but king and pawns: S's passers with no piece on their way to promotion, and outside the \
         rule of the square for O's king and the side to move",
        |values| Value::Set(values.uncatchable);
    ]
    king_reach: Bitboard = [
        "king_reach",
        "the square of S's king and all it can walk to over squares that hold no piece of S and that O does not attack \
         once the king is lifted off the board",
        |values| Value::Set(values.king_reach);
    ]
}

/// A king's pawn shield: its wing and which of the six shield squares hold an own pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shield {
    /// The wing where the king stands.
    pub wing: Wing,
    /// 0 to 63; [`king::shield_index`] says how it is made.
    pub index: u8,
}

/// One value, of whatever type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A set of squares.
    Set(Bitboard),
    /// Lines that a king is open to.
    Lines(LineSet),
    /// A wing, where there is one.
    Wing(Option<Wing>),
    /// The index of a shield, where there is one.
    Index(Option<u8>),
}

/// A value that every position has for each side: the registry's entry.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Its name in every table and query.
    pub name: &'static str,
    /// What it is.
    pub definition: &'static str,
    /// Picks it out.
    pub get: fn(&Values) -> Value,
}

impl Board {
    /// All values of a side. About 620 operations, 10 a knight, and 12 a step of the king's walk, for at most 64 steps.
    #[must_use]
    pub const fn values(&self, side: Color) -> Values {
        let (king_escapes, king_lines, king_reach) = match self.king(side) {
            Some(king) => {
                // What all three ask for costs most of each.
                let taboo = self.king_taboo(side, king);
                let escapes = king::attacks_from(king).difference(taboo);
                (escapes, king::open_lines(king, escapes), walk(king, taboo))
            }
            None => (Bitboard::EMPTY, LineSet::NONE, Bitboard::EMPTY),
        };
        Values {
            knight_attacks: self.knight_attacks(side),
            fork_squares: self.fork_squares(side),
            forking_knights: self.forking_knights(side),
            king_escapes,
            king_lines,
            shield: self.shield(side),
            passers: self.passers(side),
            uncatchable: self.uncatchable(side),
            king_reach,
        }
    }

    /// The squares that the side's knights attack. 18 operations.
    #[inline]
    #[must_use]
    pub const fn knight_attacks(&self, side: Color) -> Bitboard {
        knight::attacks(self.of(side, Piece::Knight))
    }

    /// What a knight of the side would fork: the other side's king, queens and rooks, and its bishops, knights and
    /// pawns that it does not defend. About 190 operations.
    #[inline]
    #[must_use]
    pub const fn fork_targets(&self, side: Color) -> Bitboard {
        let opponent = side.other();
        self.targets_unless(opponent, self.attacks(opponent))
    }

    /// The side's men that a knight forks: king, queens and rooks in any case, others unless they are `defended`.
    #[inline]
    const fn targets_unless(&self, side: Color, defended: Bitboard) -> Bitboard {
        let sets = self.sets();
        let always = sets.kings.union(sets.queens).union(sets.rooks);
        self.color(side).intersection(always.union(defended.complement()))
    }

    /// The squares where the side's knights can go to fork two or more of [`fork_targets`](Self::fork_targets), guarded
    /// by no pawn or knight. About 90 operations where its knights fork nothing at all, 320 elsewhere.
    #[inline]
    #[must_use]
    pub const fn fork_squares(&self, side: Color) -> Bitboard {
        let opponent = side.other();
        let knights = self.of(side, Piece::Knight);
        if knights.is_empty() {
            return Bitboard::EMPTY;
        }
        let by_pawns = pawn::attacks(self.of(opponent, Piece::Pawn), opponent);
        let by_knights = knight::attacks(self.of(opponent, Piece::Knight));
        let taboo = self.color(side).union(by_pawns).union(by_knights);
        // What pawns and knights defend is no target, or one that is always: most positions need not ask the other
        // defenders.
        let at_most = self.targets_unless(opponent, by_pawns.union(by_knights));
        if knight::fork_moves(at_most, knights, taboo).is_empty() {
            return Bitboard::EMPTY;
        }
        knight::fork_moves(self.fork_targets(side), knights, taboo)
    }

    /// The side's knights that attack two or more of the other side's men, pawns left out. 3 operations, and 1 load and
    /// at most 10 operations a knight.
    #[inline]
    #[must_use]
    pub const fn forking_knights(&self, side: Color) -> Bitboard {
        let men = self.color(side.other()).difference(self.sets().pawns);
        let mut knights = self.of(side, Piece::Knight);
        let mut forking = Bitboard::EMPTY;
        while let Some(knight) = knights.pop_first() {
            let targets = knight::attacks_from(knight).intersection(men);
            if targets.only().is_none() && !targets.is_empty() {
                forking = forking.with(knight);
            }
        }
        forking
    }

    /// The squares that a king of the side must not enter: its own pieces, and what the other side attacks with that
    /// king lifted off the board, so that a square behind it on the line of a check is not taken for safe.
    #[inline]
    const fn king_taboo(&self, side: Color, king: Square) -> Bitboard {
        self.color(side).union(self.attacks_through(side.other(), king.bitboard()))
    }

    /// The squares next to the side's king where it is safe. About 190 operations and 1 load.
    #[inline]
    #[must_use]
    pub const fn king_escapes(&self, side: Color) -> Bitboard {
        match self.king(side) {
            Some(king) => king::attacks_from(king).difference(self.king_taboo(side, king)),
            None => Bitboard::EMPTY,
        }
    }

    /// The lines along which a check from afar leaves the side's king no escape. About 200 operations and 5 loads.
    #[inline]
    #[must_use]
    pub const fn king_lines(&self, side: Color) -> LineSet {
        match self.king(side) {
            Some(king) => king::open_lines(king, self.king_escapes(side)),
            None => LineSet::NONE,
        }
    }

    /// The squares from which a bishop, rook or queen of the side would check the other side's king from afar (a
    /// distance of two or more), along one of that king's lines in `king_lines`. About 210 operations and 6 loads, and
    /// at most 26 operations a line.
    ///
    /// ```
    /// use destrier::{bitboard, Board, Color};
    ///
    /// let board = Board::from_placement("6k1/5ppp/8/8/8/8/5PPP/R5K1", Color::White)?;
    /// assert_eq!(board.distant_checks(Color::White), bitboard! {
    ///     X X X X X . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    ///     . . . . . . . .
    /// });
    /// # Ok::<(), destrier::ParsePlacementError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn distant_checks(&self, side: Color) -> Bitboard {
        let Some(king) = self.king(side.other()) else { return Bitboard::EMPTY };
        let open = self.king_lines(side.other());
        let mut sight = Bitboard::EMPTY;
        let mut i = 0;
        while i < 4 {
            if open.contains(Line::ALL[i]) {
                sight = sight.union(sliders::line_attacks(king, self.occupied(), Line::ALL[i]));
            }
            i += 1;
        }
        sight.difference(king::attacks_from(king)).difference(self.color(side))
    }

    /// The pawn shield of the side's king, where it stands on a wing. About 20 operations.
    #[inline]
    #[must_use]
    pub const fn shield(&self, side: Color) -> Option<Shield> {
        let Some(king) = self.king(side) else { return None };
        let Some(wing) = Wing::of(king, side) else { return None };
        let index = king::shield_index(self.of(side, Piece::Pawn), wing.window(), side);
        Some(Shield { wing, index })
    }

    /// The side's passers. 17 operations.
    #[inline]
    #[must_use]
    pub const fn passers(&self, side: Color) -> Bitboard {
        pawn::passers(self.of(side, Piece::Pawn), self.of(side.other(), Piece::Pawn), side)
    }

    /// The side's passers that run to promotion, where the other side has nothing but king and pawns. About 40
    /// operations and 1 load; 5 operations where it has more.
    #[inline]
    #[must_use]
    pub const fn uncatchable(&self, side: Color) -> Bitboard {
        let opponent = side.other();
        let sets = self.sets();
        if !self.color(opponent).is_subset(sets.kings.union(sets.pawns)) {
            return Bitboard::EMPTY;
        }
        let Some(king) = self.king(opponent) else { return Bitboard::EMPTY };
        // Seen from the other side, the squares ahead of a piece are those that it is in the way of.
        let blocked = pawn::front_span(self.occupied(), opponent);
        king::uncatchable(self.passers(side).difference(blocked), king, opponent, self.turn())
    }

    /// The squares that the side's king can walk to, its own among them. About 190 operations, and 12 a step for at
    /// most 64 steps.
    #[inline]
    #[must_use]
    pub const fn king_reach(&self, side: Color) -> Bitboard {
        match self.king(side) {
            Some(king) => walk(king, self.king_taboo(side, king)),
            None => Bitboard::EMPTY,
        }
    }
}

/// All that a king walks to without entering a taboo square. It may stand on one.
#[inline]
const fn walk(king: Square, taboo: Bitboard) -> Bitboard {
    let king = king.bitboard();
    king::region(king, taboo.complement().union(king))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{self, sets};
    use crate::{Sets, Square};
    use std::collections::BTreeSet;

    fn board(placement: &str, turn: Color) -> Board {
        Board::from_placement(placement, turn).unwrap()
    }

    fn set(names: &str) -> Bitboard {
        names.parse().unwrap()
    }

    /// Boards with pieces anywhere, kings missing or many, pawns on every rank.
    fn any_boards() -> impl Iterator<Item = Board> {
        sets::<4>().map(|[occupied, white, a, b]| {
            let pieces = [a & b, a - b, b - a];
            let [pawns, knights, others] = pieces.map(|set| set & occupied);
            let rest = occupied - pawns - knights - others;
            let queens = others & Bitboard::LIGHT_SQUARES & white;
            let kings = others & Bitboard::DARK_SQUARES & Bitboard::CORNERS.flip_diagonal();
            let rooks = others - queens - kings;
            let sets = Sets {
                white: white & occupied,
                black: occupied - white,
                pawns,
                knights,
                rooks,
                queens,
                kings,
                bishops: rest,
            };
            let turn = if white.contains(Square::E4) { Color::White } else { Color::Black };
            Board::from_sets(sets, turn).unwrap()
        })
    }

    fn flip(values: Values) -> Values {
        Values {
            knight_attacks: values.knight_attacks.flip_vertical(),
            fork_squares: values.fork_squares.flip_vertical(),
            forking_knights: values.forking_knights.flip_vertical(),
            king_escapes: values.king_escapes.flip_vertical(),
            passers: values.passers.flip_vertical(),
            uncatchable: values.uncatchable.flip_vertical(),
            king_reach: values.king_reach.flip_vertical(),
            // The flip makes a diagonal an anti-diagonal.
            king_lines: values
                .king_lines
                .iter()
                .map(|line| match line {
                    Line::Diagonal => Line::AntiDiagonal,
                    Line::AntiDiagonal => Line::Diagonal,
                    straight => straight,
                })
                .collect(),
            shield: values.shield,
        }
    }

    #[test]
    fn both_sides_are_treated_alike() {
        for board in any_boards() {
            for side in Color::ALL {
                assert_eq!(board.flip().values(!side), flip(board.values(side)), "{board}");
                assert_eq!(board.flip().distant_checks(!side), board.distant_checks(side).flip_vertical());
            }
        }
    }

    #[test]
    fn a_side_without_its_one_king_has_no_value_of_a_king() {
        for board in any_boards() {
            for side in Color::ALL {
                let values = board.values(side);
                if board.of(side, Piece::King).len() != 1 {
                    assert_eq!((values.king_escapes, values.king_reach), (Bitboard::EMPTY, Bitboard::EMPTY));
                    assert_eq!((values.king_lines, values.shield), (LineSet::NONE, None));
                    assert_eq!(board.uncatchable(!side), Bitboard::EMPTY);
                }
                assert!(values.uncatchable.is_subset(values.passers & Bitboard::PAWN_RANKS));
                assert!(values.king_escapes.is_subset(values.king_reach));
            }
        }
    }

    #[test]
    fn what_is_quick_is_what_is_set_wise() {
        for board in any_boards() {
            for side in Color::ALL {
                let (own, opponent) = (board.color(side), board.color(!side));
                let knights = board.of(side, Piece::Knight);
                let men = opponent - board.sets().pawns;
                assert_eq!(board.forking_knights(side), knight::fork_squares(men) & knights);
                let guarded = pawn::attacks(board.of(!side, Piece::Pawn), !side)
                    | knight::attacks(board.of(!side, Piece::Knight));
                let forks = knight::fork_moves(board.fork_targets(side), knights, own | guarded);
                assert_eq!(board.fork_squares(side), forks);
            }
        }
    }

    #[test]
    fn attacks_are_those_of_each_piece() {
        for board in any_boards() {
            for side in Color::ALL {
                let attacked =
                    board.color(side).iter().map(|square| match board.piece_at(square).unwrap().1 {
                        Piece::Pawn => naive::pawn_attacks_from(square, side),
                        Piece::Knight => naive::knight_attacks_from(square),
                        Piece::King => naive::king_attacks_from(square),
                        Piece::Bishop => sliders::bishop_attacks(square.bitboard(), board.occupied()),
                        Piece::Rook => sliders::rook_attacks(square.bitboard(), board.occupied()),
                        Piece::Queen => sliders::queen_attacks(square.bitboard(), board.occupied()),
                    });
                assert_eq!(board.attacks(side), attacked.collect());
            }
        }
    }

    #[test]
    fn the_initial_position_has_next_to_nothing() {
        let board = board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Color::White);
        assert_eq!(
            board.values(Color::White),
            Values {
                knight_attacks: set("d2,e2,a3,c3,f3,h3"),
                fork_squares: Bitboard::EMPTY,
                forking_knights: Bitboard::EMPTY,
                king_escapes: Bitboard::EMPTY,
                king_lines: LineSet::ALL,
                shield: None,
                passers: Bitboard::EMPTY,
                uncatchable: Bitboard::EMPTY,
                king_reach: set("e1"),
            }
        );
        assert_eq!(board.values(Color::Black), flip(board.values(Color::White)));
    }

    #[test]
    fn the_worked_examples() {
        // The fork pipeline: c7 and f7 fork, and the knight attacks c7.
        let fork = board("r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R", Color::White);
        assert_eq!(fork.fork_squares(Color::White), set("c7"));
        let runners = "8/8/8/6k1/7P/2P5/PP6/1K6";
        assert_eq!(board(runners, Color::White).uncatchable(Color::White), set("a2"));
        assert_eq!(board(runners, Color::White).passers(Color::White), set("a2,b2,c3,h4"));
        assert_eq!(board(runners, Color::Black).uncatchable(Color::White), Bitboard::EMPTY);
        // A piece in the way, or one beside the king, and nothing runs away.
        assert_eq!(board("8/8/8/6k1/8/n7/P7/1K6", Color::White).uncatchable(Color::White), Bitboard::EMPTY);
        assert_eq!(board("8/8/8/6k1/8/K7/P7/8", Color::White).uncatchable(Color::White), Bitboard::EMPTY);
        // In check along the rank, the square behind the king is no escape.
        let check = board("4k3/8/8/8/8/8/8/r3K3", Color::White);
        assert_eq!(check.king_escapes(Color::White), set("d2,e2,f2"));
        assert_eq!(check.king_reach(Color::White) & set("b1,c1,d1,e1,f1,g1,h1"), set("e1"));
    }

    #[test]
    fn every_value_is_listed_under_its_name() {
        let names: BTreeSet<&str> = VALUES.iter().map(|value| value.name).collect();
        assert_eq!(names.len(), VALUES.len());
        let values = board("r4rk1/5ppp/8/8/8/8/P4PPP/R5K1", Color::White).values(Color::Black);
        let get = |name| (VALUES.iter().find(|value| value.name == name).unwrap().get)(&values);
        assert_eq!(get("knight_attacks"), Value::Set(values.knight_attacks));
        assert_eq!(get("fork_squares"), Value::Set(values.fork_squares));
        assert_eq!(get("forking_knights"), Value::Set(values.forking_knights));
        assert_eq!(get("king_escapes"), Value::Set(set("h8")));
        assert_eq!(get("king_lines"), Value::Lines(values.king_lines));
        assert_eq!(get("shield_wing"), Value::Wing(Some(Wing::King)));
        assert_eq!(get("shield_index"), Value::Index(Some(7)));
        assert_eq!(get("passers"), Value::Set(values.passers));
        assert_eq!(get("uncatchable"), Value::Set(values.uncatchable));
        assert_eq!(get("king_reach"), Value::Set(set("g8,h8")));
    }
}
