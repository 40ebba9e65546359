//! Conditions that follow from others and are known earlier.
//!
//! `behind(us & rooks, from) & them & ~to` depends on the move. That it has a square implies that
//! `behind(us & rooks, from) & them` has one, which is known before the destination is.

use super::nodes::{At, Builder, Id, Men, Node};
use destrier::Piece;

impl Builder {
    /// Returns a condition that is true whenever another is, and whose level is at most some level.
    pub(super) fn weaken(&mut self, condition: Id, level: u8) -> Option<Id> {
        if self.level(condition) <= level {
            return Some(condition);
        }
        match self.node(condition) {
            Node::And(a, b) => match (self.weaken(a, level), self.weaken(b, level)) {
                (Some(a), Some(b)) => self.add(Node::And(a, b)),
                (a, b) => a.or(b),
            },
            Node::Or(a, b) => {
                let (a, b) = (self.weaken(a, level)?, self.weaken(b, level)?);
                self.add(Node::Or(a, b))
            }
            Node::AtLeast(set, least) => {
                let set = self.superset(set, level)?;
                self.add(Node::AtLeast(set, least))
            }
            Node::In(a, b) if self.level(a) <= level => match self.superset(b, level) {
                Some(b) => self.add(Node::In(a, b)),
                None => self.add(Node::AtLeast(a, 1)),
            },
            Node::Any(set, ..) | Node::In(set, _) => {
                let set = self.superset(set, level)?;
                self.add(Node::AtLeast(set, 1))
            }
            _ => None,
        }
    }

    /// Returns a set that contains another, and whose level is at most some level.
    fn superset(&mut self, set: Id, level: u8) -> Option<Id> {
        if self.level(set) <= level {
            return Some(set);
        }
        if self.is_theirs(set)
            && let Some(before) = self.before(set)
        {
            return Some(before);
        }
        match self.node(set) {
            Node::Intersection(a, b) => match (self.superset(a, level), self.superset(b, level)) {
                (Some(a), Some(b)) => self.add(Node::Intersection(a, b)),
                (a, b) => a.or(b),
            },
            Node::Union(a, b) => {
                let (a, b) = (self.superset(a, level)?, self.superset(b, level)?);
                self.add(Node::Union(a, b))
            }
            Node::Difference(a, b) => {
                let a = self.superset(a, level)?;
                if self.level(b) <= level { self.add(Node::Difference(a, b)) } else { Some(a) }
            }
            Node::Filter(of, ..) => self.superset(of, level),
            _ => None,
        }
    }

    /// Returns whether a set has only pieces of the opponent after the move.
    fn is_theirs(&self, set: Id) -> bool {
        match self.node(set) {
            Node::Men(At::After, Men::Them) => true,
            Node::Intersection(a, b) => self.is_theirs(a) || self.is_theirs(b),
            Node::Difference(a, _) => self.is_theirs(a),
            _ => false,
        }
    }

    /// Returns the set of the position before the move that has the same pieces of the opponent as a set of the position
    /// after it, except that they may be captured.
    pub(super) fn before(&mut self, set: Id) -> Option<Id> {
        let node = match self.node(set) {
            Node::Men(_, men) => Node::Men(At::Before, men),
            Node::Pieces(_, piece) => Node::Pieces(At::Before, piece),
            Node::Constant(_) => return Some(set),
            Node::Complement(a) => Node::Complement(self.before(a)?),
            Node::Intersection(a, b) => Node::Intersection(self.before(a)?, self.before(b)?),
            Node::Union(a, b) => Node::Union(self.before(a)?, self.before(b)?),
            Node::Difference(a, b) => Node::Difference(self.before(a)?, self.before(b)?),
            _ => return None,
        };
        self.add(node)
    }

    /// Returns an intersection in which the opponent's king is that before the move, if it has the king after the move.
    /// The king does not move.
    pub(super) fn their_king(&mut self, a: Id, b: Id) -> Option<Id> {
        const THEM: Node = Node::Men(At::After, Men::Them);
        const KINGS: Node = Node::Pieces(At::After, Piece::King);
        let rest = match (self.node(a), self.node(b)) {
            (THEM, KINGS) | (KINGS, THEM) => None,
            (Node::Intersection(c, d), last @ (THEM | KINGS)) => {
                let other = if last == THEM { KINGS } else { THEM };
                let [first, second] = [c, d].map(|id| self.node(id));
                if first == other {
                    Some(d)
                } else if second == other {
                    Some(c)
                } else {
                    return None;
                }
            }
            _ => return None,
        };
        let them = self.add(Node::Men(At::Before, Men::Them))?;
        let kings = self.add(Node::Pieces(At::Before, Piece::King))?;
        let king = self.add(Node::Intersection(them, kings))?;
        rest.map_or(Some(king), |rest| self.add(Node::Intersection(rest, king)))
    }
}
