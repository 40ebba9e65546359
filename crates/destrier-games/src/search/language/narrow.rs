//! What conditions say of a move before it is made.
//!
//! A condition such as `to in king_zone(them)` or `after(mate)` rules out most moves by their destination. Moves to other
//! squares are not generated.

use super::evaluate::Evaluation;
use super::nodes::{At, Builder, Id, Men, Node, Subject, level};
use super::view::View;
use crate::chess::{Move, Position, pawn_attacks, piece_attacks};
use destrier::{Bitboard, Piece, knight};

/// Which checks all moves of a pattern give.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Checks {
    /// Whether they give check at all.
    pub(super) is_given: bool,
    /// Whether the moved piece gives check.
    pub(super) is_direct: bool,
    /// Whether another piece gives check.
    pub(super) is_discovered: bool,
}

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
    check: Checks,
    /// A set of the position of which the moved piece attacks so many squares.
    attacked: Option<(Id, u8)>,
}

impl Narrowing {
    /// Collects what some conditions say.
    pub(super) fn of(builder: &mut Builder, conditions: &[Id]) -> Self {
        let mut narrowing = Self::default();
        conditions.iter().for_each(|&id| narrowing.add(builder, id));
        narrowing
    }

    fn add(&mut self, builder: &mut Builder, condition: Id) {
        match builder.node(condition) {
            Node::And(a, b) => {
                self.add(builder, a);
                self.add(builder, b);
            }
            Node::Check(At::After) | Node::Mate(At::After) => self.check.is_given = true,
            Node::AtLeast(set, least) => self.add_set(builder, set, least),
            Node::Any(set, ..) => self.add_set(builder, set, 1),
            Node::In(a, b) => {
                self.add_set(builder, a, 1);
                if matches!(builder.node(a), Node::To | Node::Captured) && is_of_position(builder, b) {
                    self.to.push(b);
                }
            }
            Node::Not(of) => {
                let Node::AtLeast(set, 1) = builder.node(of) else { return };
                let Node::Intersection(a, b) = builder.node(set) else { return };
                for (one, other) in [(a, b), (b, a)] {
                    if builder.node(one) == Node::To && is_of_position(builder, other) {
                        self.not_to.push(other);
                    }
                }
            }
            _ => {}
        }
    }

    /// Collects what it says of a move that a set has so many squares.
    fn add_set(&mut self, builder: &mut Builder, set: Id, least: u8) {
        if least == 0 {
            return;
        }
        let mut parts = vec![set];
        let mut factors = Vec::new();
        let mut without = Vec::new();
        while let Some(id) = parts.pop() {
            match builder.node(id) {
                Node::Intersection(a, b) => parts.extend([a, b]),
                Node::Filter(of, ..) => parts.push(of),
                Node::Difference(of, other) => {
                    parts.push(of);
                    without.push(other);
                }
                Node::Complement(other) => without.push(other),
                // Nothing attacks or is attacked by an empty set.
                node @ (Node::Attacks(_, of) | Node::Attackers(_, of)) => {
                    self.add_set(builder, of, 1);
                    factors.push((id, node));
                }
                node => factors.push((id, node)),
            }
        }
        let has = |expected: Node| factors.iter().any(|(_, node)| *node == expected);
        let is_without = |expected: Node| without.iter().any(|&id| builder.node(id) == expected);
        let is_attack = factors.iter().any(|(_, node)| match *node {
            Node::Attacks(At::After, of) => builder.node(of) == Node::To,
            _ => false,
        });
        let of_position: Vec<Id> =
            factors.iter().filter(|(id, _)| is_of_position(builder, *id)).map(|(id, _)| *id).collect();
        if has(Node::To) || has(Node::Captured) {
            self.to.extend(&of_position);
            self.not_to.extend(without.iter().filter(|id| is_of_position(builder, **id)));
        }
        for (_, node) in &factors {
            if let Node::KnightAttacks(of) = *node
                && builder.node(of) == Node::To
            {
                self.knight_attacks.extend(of_position.iter().map(|&id| (id, least)));
            }
        }
        self.is_capture |= has(Node::Captured);
        if has(Node::Checkers(At::After)) {
            self.check.is_given = true;
            self.check.is_direct |= has(Node::To);
            self.check.is_discovered |= least >= 2 || is_without(Node::To);
        }
        let is_theirs = [At::Before, At::After].into_iter().any(|at| has(Node::Men(at, Men::Them)));
        if is_attack && is_theirs {
            if has(Node::Pieces(At::Before, Piece::King)) && has(Node::Men(At::Before, Men::Them)) {
                self.check.is_given = true;
                self.check.is_direct = true;
            }
            let set = attacked(builder, &factors, &without);
            if let Some(set) = set
                && self.attacked.is_none_or(|(_, other)| least > other)
            {
                self.attacked = Some((set, least));
            }
        }
    }

    /// Returns which checks the moves give.
    pub(super) const fn checks(&self) -> Checks {
        self.check
    }

    /// Returns whether the moves capture.
    pub(super) const fn is_capture(&self) -> bool {
        self.is_capture
    }

    /// Returns the real squares of which the moved piece attacks some, and how many.
    pub(super) fn attacked(&self, evaluation: &mut Evaluation<'_>, view: View) -> Option<(Bitboard, u8)> {
        self.attacked.map(|(id, least)| (view.set(evaluation.set(id, Bitboard::FULL)), least))
    }

    /// Returns the condition on the position that a knight attacks a possible destination, if only knights move.
    pub(super) fn reach(&self, builder: &mut Builder, subject: Subject) -> Option<Id> {
        let is_of_knights = subject == Subject::Moves([false, true, false, false, false, false]);
        if !is_of_knights || self.to.is_empty() && self.knight_attacks.is_empty() {
            return None;
        }
        let us = builder.add(Node::Men(At::Before, Men::Us))?;
        let knights = builder.add(Node::Pieces(At::Before, Piece::Knight))?;
        let knights = builder.add(Node::Intersection(us, knights))?;
        let mut set = builder.add(Node::KnightAttacks(knights))?;
        for &to in &self.to {
            set = builder.add(Node::Intersection(set, to))?;
        }
        for &(targets, least) in &self.knight_attacks {
            let least = builder.add(Node::Number(least.into()))?;
            let squares = builder.add(Node::ForkSquares(targets, least))?;
            set = builder.add(Node::Intersection(set, squares))?;
        }
        for &other in &self.not_to {
            set = builder.add(Node::Difference(set, other))?;
        }
        builder.add(Node::AtLeast(set, 1))
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
}

/// Returns a set that contains the opponent's pieces that some factors name, except those that are captured.
fn attacked(builder: &mut Builder, factors: &[(Id, Node)], without: &[Id]) -> Option<Id> {
    let mut set = builder.add(Node::Men(At::Before, Men::Them))?;
    for (factor, _) in factors {
        if let Some(factor) = builder.before(*factor) {
            set = builder.add(Node::Intersection(set, factor))?;
        }
    }
    for other in without {
        if let Some(other) = builder.before(*other) {
            set = builder.add(Node::Difference(set, other))?;
        }
    }
    Some(set)
}

/// Returns whether a piece attacks at least so many squares of a set after a move.
pub(super) fn attacks_enough(position: &Position, by: Move, set: Bitboard, least: u8) -> bool {
    let Move::Normal { piece, from, to, promotion } = by else { return true };
    let board = position.board();
    let attacks = match promotion.unwrap_or(piece) {
        Piece::Pawn => pawn_attacks(to, board.turn()),
        piece => piece_attacks(piece, to, board.occupied().without(from)),
    };
    (attacks & set).len() >= least.into()
}

/// Returns whether a node depends on nothing but the position.
fn is_of_position(builder: &Builder, id: Id) -> bool {
    builder.level(id) <= level::POSITION
}
