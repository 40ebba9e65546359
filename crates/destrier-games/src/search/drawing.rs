//! The arrows and marked squares that show a finding on a board.

use crate::chess::{Move, Position};
use destrier::{Bitboard, Line, Square, sliders};
use serde::Serialize;

/// The role of an arrow or a marked square. Renderers assign each role a color and a shape, so that the drawing also
/// works without color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The move of a finding and its destination square.
    Move,
    /// The attacked pieces.
    Target,
    /// The squares that a set or a pattern is about.
    Place,
    /// The reason: walls, escapes, the line of a check, or the path of a pawn.
    Reason,
}

impl Role {
    /// All four roles.
    pub const ALL: [Self; 4] = [Self::Move, Self::Target, Self::Place, Self::Reason];

    /// The default label of the role. A [pattern](crate::Pattern::label) may have a better one.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Move => "the move",
            Self::Target => "attacked",
            Self::Place => "the squares",
            Self::Reason => "the reason",
        }
    }
}

/// An arrow between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The start of the arrow.
    pub from: Square,
    /// The end of the arrow, where the head is.
    pub to: Square,
    /// The role of the arrow.
    pub role: Role,
}

/// Marked squares and arrows.
///
/// ```
/// use destrier_games::{Position, Role, find};
///
/// let position: Position = "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1".parse()?;
/// let drawing = find(&position, None)[0].drawing(&position);
/// assert_eq!(drawing.squares_of(Role::Move), "c7".parse()?);
/// assert_eq!(drawing.squares_of(Role::Target), "a8,e8".parse()?);
/// assert_eq!(drawing.arrows.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// The marked squares, one set per role. No set is empty.
    pub squares: Vec<(Bitboard, Role)>,
    /// The arrows, with the move first.
    pub arrows: Vec<Arrow>,
}

impl Drawing {
    /// Returns the squares marked in a role.
    #[must_use]
    pub fn squares_of(&self, role: Role) -> Bitboard {
        self.squares.iter().find(|(_, of)| *of == role).map_or(Bitboard::EMPTY, |(set, _)| *set)
    }

    /// Returns the main squares: the destination of the move, or else the places.
    pub(crate) fn about(&self) -> Bitboard {
        match self.squares_of(Role::Move) {
            Bitboard::EMPTY => self.squares_of(Role::Place),
            squares => squares,
        }
    }

    /// Returns whether the drawing has squares or arrows in a role.
    pub(crate) fn has(&self, role: Role) -> bool {
        !self.squares_of(role).is_empty() || self.arrows.iter().any(|arrow| arrow.role == role)
    }

    /// Marks squares in a role, in addition to those already marked. An empty set changes nothing.
    #[must_use]
    pub fn mark(mut self, set: Bitboard, role: Role) -> Self {
        match self.squares.iter_mut().find(|(_, of)| *of == role) {
            Some((all, _)) => *all |= set,
            None if set.is_empty() => {}
            None => self.squares.push((set, role)),
        }
        self
    }

    /// Adds an arrow.
    pub(crate) fn arrow(mut self, from: Square, to: Square, role: Role) -> Self {
        self.arrows.push(Arrow { from, to, role });
        self
    }

    /// Adds a piece's attacks on the target squares.
    pub(crate) fn attack(mut self, from: Option<Square>, targets: Bitboard) -> Self {
        if let Some(from) = from {
            self.arrows.extend(targets.iter().map(|to| Arrow { from, to, role: Role::Target }));
        }
        self.mark(targets, Role::Target)
    }

    /// Creates a drawing of a move and its destination.
    pub(crate) fn of_move(played: Option<Move>) -> Self {
        let (from, to) = match played {
            None => return Self::default(),
            Some(Move::Normal { from, to, .. } | Move::EnPassant { from, to }) => (from, to),
            Some(Move::Castling { king, rook }) => (king, rook),
        };
        Self::default().arrow(from, to, Role::Move).mark(to.bitboard(), Role::Move)
    }
}

/// Returns the squares strictly between two squares on a line.
pub(crate) const fn between(a: Square, b: Square, line: Line) -> Bitboard {
    sliders::line_attacks(a, b.bitboard(), line).intersection(sliders::line_attacks(b, a.bitboard(), line))
}

/// Returns the king of the side that is not to move, as a set.
pub(crate) fn other_king(position: &Position) -> Bitboard {
    let board = position.board();
    board.of(!board.turn(), destrier::Piece::King)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_needs_both_squares_on_the_line() {
        let names = |a, b, line| between(a, b, line).names().to_string();
        assert_eq!(names(Square::A8, Square::E8, Line::Rank), "b8,c8,d8");
        assert_eq!(names(Square::H1, Square::E4, Line::AntiDiagonal), "g2,f3");
        assert_eq!(names(Square::A8, Square::B8, Line::Rank), "empty");
        assert_eq!(names(Square::A8, Square::B7, Line::Rank), "empty");
    }

    #[test]
    fn sets_in_the_same_role_are_merged() {
        let drawing = Drawing::default()
            .mark(Square::A1.bitboard(), Role::Place)
            .mark(Square::B1.bitboard(), Role::Move)
            .mark(Square::C1.bitboard(), Role::Place)
            .mark(Bitboard::EMPTY, Role::Place);
        assert_eq!(drawing.squares.len(), 2);
        assert_eq!(drawing.squares_of(Role::Place).names().to_string(), "a1,c1");
        assert_eq!(drawing.about(), Square::B1.bitboard());
        assert!(drawing.has(Role::Place) && !drawing.has(Role::Reason));
    }

    #[test]
    fn empty_sets_are_not_marked() {
        let drawing = Drawing::default().attack(Some(Square::A1), Bitboard::EMPTY);
        assert_eq!(drawing, Drawing::default());
        assert_eq!(drawing.squares_of(Role::Target), Bitboard::EMPTY);
    }
}
