//! What conditions say of a move before it is made.
//!
//! A condition such as `to in king_zone(them)` or `after(mate)` rules out most moves by their destination. Moves to other
//! squares are not generated.

use super::evaluate::Evaluation;
use super::nodes::{At, Entry, Id, Men, Node, level};
use super::view::View;
use crate::chess::{Move, Position, pawn_attacks, piece_attacks};
use destrier::{Bitboard, Piece, knight};

/// What all moves that meet the conditions of a pattern have in common. Castling and captures en passant may differ.
#[derive(Clone, Debug, Default)]
pub(super) struct Narrowing {
    /// Sets of the position that hold the destination, and sets that do not.
    to: Vec<Id>,
    not_to: Vec<Id>,
    /// Sets of the position of which a knight on the destination would attack so many squares.
    knight_attacks: Vec<(Id, u8)>,
    /// Whether the moves capture.
    is_capture: bool,
    /// Whether the moves give check.
    is_check: bool,
    /// How many of the opponent's pieces the moved piece attacks.
    attacked: u8,
    /// Whether pawns do not count among them.
    without_pawns: bool,
}

impl Narrowing {
    /// Collects what some conditions say.
    pub(super) fn of(entries: &[Entry], conditions: &[Id]) -> Self {
        let mut narrowing = Self::default();
        conditions.iter().for_each(|&id| narrowing.add(entries, id));
        narrowing
    }

    fn add(&mut self, entries: &[Entry], condition: Id) {
        let node = |id: Id| entries[usize::from(id)].node;
        match node(condition) {
            Node::And(a, b) => {
                self.add(entries, a);
                self.add(entries, b);
            }
            Node::Check(At::After) | Node::Mate(At::After) => self.is_check = true,
            Node::AtLeast(set, least) => self.add_set(entries, set, least),
            Node::Any(set, ..) => self.add_set(entries, set, 1),
            Node::In(a, b) => {
                self.add_set(entries, a, 1);
                if matches!(node(a), Node::To | Node::Captured) && is_of_position(entries, b) {
                    self.to.push(b);
                }
            }
            Node::Not(of) => {
                let Node::AtLeast(set, 1) = node(of) else { return };
                let Node::Intersection(a, b) = node(set) else { return };
                for (one, other) in [(a, b), (b, a)] {
                    if node(one) == Node::To && is_of_position(entries, other) {
                        self.not_to.push(other);
                    }
                }
            }
            _ => {}
        }
    }

    /// Collects what it says of a move that a set has so many squares.
    fn add_set(&mut self, entries: &[Entry], set: Id, least: u8) {
        if least == 0 {
            return;
        }
        let mut parts = vec![set];
        let mut factors = Vec::new();
        while let Some(id) = parts.pop() {
            match entries[usize::from(id)].node {
                Node::Intersection(a, b) => parts.extend([a, b]),
                Node::Filter(of, ..) | Node::Difference(of, _) => parts.push(of),
                node => factors.push((id, node)),
            }
        }
        let has = |expected: Node| factors.iter().any(|(_, node)| *node == expected);
        let is_attack = |node: Node| match node {
            Node::Attacks(At::After, of) => entries[usize::from(of)].node == Node::To,
            _ => false,
        };
        let of_position = factors.iter().filter(|(id, _)| is_of_position(entries, *id)).map(|(id, _)| *id);
        if has(Node::To) || has(Node::Captured) {
            self.to.extend(of_position.clone());
        }
        for (_, node) in &factors {
            if let Node::KnightAttacks(of) = *node
                && entries[usize::from(of)].node == Node::To
            {
                self.knight_attacks.extend(of_position.clone().map(|id| (id, least)));
            }
        }
        if has(Node::Men(At::After, Men::Them)) && factors.iter().any(|(_, node)| is_attack(*node)) {
            let is_not_pawns = |node: Node| match node {
                Node::Complement(of) => entries[usize::from(of)].node == Node::Pieces(At::After, Piece::Pawn),
                _ => false,
            };
            if least > self.attacked {
                self.attacked = least;
                self.without_pawns = factors.iter().any(|(_, node)| is_not_pawns(*node));
            }
        }
        self.is_capture |= has(Node::Captured);
        self.is_check |= has(Node::Checkers(At::After));
    }

    /// Returns whether the moves give check.
    pub(super) const fn is_check(&self) -> bool {
        self.is_check
    }

    /// Returns the real squares that hold the destinations.
    pub(super) fn destinations(&self, evaluation: &mut Evaluation<'_>, view: View) -> Bitboard {
        let mut squares = if self.is_capture { evaluation.opponents() } else { Bitboard::FULL };
        for &id in &self.to {
            squares = evaluation.set(id, squares);
        }
        for &(id, least) in &self.knight_attacks {
            if !squares.is_empty() {
                let targets = evaluation.set(id, Bitboard::FULL);
                squares &= match least {
                    1 => knight::attacks(targets),
                    2 => knight::forks(targets),
                    _ => knight::forks_at_least(targets, least),
                };
            }
        }
        for &id in &self.not_to {
            squares -= evaluation.set(id, squares);
        }
        view.set(squares)
    }

    /// Returns whether a move may meet the conditions, judged by the pieces that it attacks.
    pub(super) fn admits(&self, position: &Position, by: Move) -> bool {
        let Move::Normal { piece, from, to, promotion } = by else { return true };
        if self.attacked == 0 {
            return true;
        }
        let board = position.board();
        let attacks = match promotion.unwrap_or(piece) {
            Piece::Pawn => pawn_attacks(to, board.turn()),
            piece => piece_attacks(piece, to, board.occupied().without(from)),
        };
        let pawns = if self.without_pawns { board.sets().pawns } else { Bitboard::EMPTY };
        (attacks & (board.color(!board.turn()) - pawns)).len() >= self.attacked.into()
    }
}

/// Returns whether a node depends on nothing but the position.
fn is_of_position(entries: &[Entry], id: Id) -> bool {
    entries[usize::from(id)].level() <= level::POSITION
}
