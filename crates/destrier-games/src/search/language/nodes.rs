//! Expressions as a flat list of nodes.

use destrier::{Bitboard, Color, Direction, Piece};
use std::collections::HashMap;

/// The index of a node.
pub(super) type Id = u16;

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Set,
    Number,
    Truth,
}

/// Which position a node speaks of: the one before the move, or the one after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum At {
    Before,
    After,
}

/// The pieces of a board by color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Men {
    Us,
    Them,
    Occupied,
    /// The empty squares.
    Neither,
}

/// Kinds of slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Slider {
    Bishop,
    Rook,
    Queen,
}

/// Comparisons of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Comparison {
    Equal,
    Less,
    AtMost,
}

/// An expression whose operands are other nodes. The board is turned so that `us` is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    // Sets.
    Constant(Bitboard),
    Men(At, Men),
    Pieces(At, Piece),
    From,
    To,
    Captured,
    LastFrom,
    LastTo,
    LastCaptured,
    Unmoved(At),
    /// The square for which a standing pattern is tried.
    Square,
    /// The variable of a quantifier, by the number of quantifiers around it.
    Variable(u8),
    Complement(Id),
    Intersection(Id, Id),
    Union(Id, Id),
    Difference(Id, Id),
    Attacks(At, Id),
    Attackers(At, Id),
    Between(Id, Id),
    Behind(At, Id, Id),
    Defended(At, Color),
    Undefended(At, Color),
    Pinned(At, Color),
    Checkers(At),
    /// A set of the registry of values, by its index there.
    ValueSet(At, u8, Color),
    KingZone(At, Color),
    KnightAttacks(Id),
    KingAttacks(Id),
    PawnAttacks(Color, Id),
    SliderAttacks(Slider, Id, Id),
    KnightFill(Id, Id),
    KingFill(Id, Id),
    ForkSquares(Id, Id),
    Step(Direction, Id),
    /// All squares in a direction.
    Fill(Direction, Id),
    FileFill(Id),
    RankFill(Id),
    FrontSpan(Color, Id),
    PasserSpan(Color, Id),
    /// The squares of a set for which a condition is true. The number is that of the variable.
    Filter(Id, Id, u8),
    // Numbers.
    Number(i64),
    Count(Id),
    Worth(At, Id),
    Distance(Id, Id),
    KnightDistance(Id, Id),
    /// A number of the registry of values, by its index there.
    ValueNumber(At, u8, Color),
    Replies(At),
    Ply(At),
    Sum(Id, Id),
    Minus(Id, Id),
    Product(Id, Id),
    // Truths.
    Truth(bool),
    Check(At),
    Mate(At),
    Stalemate(At),
    Turn(At, Color),
    CanCapture(At, Id),
    Castles,
    /// Whether a set has at least as many squares.
    AtLeast(Id, u8),
    Compare(Comparison, Id, Id),
    SameSet(Id, Id),
    In(Id, Id),
    Not(Id),
    And(Id, Id),
    Or(Id, Id),
    Any(Id, Id, u8),
    Every(Id, Id, u8),
}

/// How often the value of a node changes, from never to with every square of the innermost quantifier.
pub(super) mod level {
    pub(in crate::search::language) const CONSTANT: u8 = 0;
    pub(in crate::search::language) const POSITION: u8 = 1;
    /// The square from which a piece moves.
    pub(in crate::search::language) const ORIGIN: u8 = 2;
    /// The move, or the square of a standing pattern.
    pub(in crate::search::language) const MOVE: u8 = 3;
    /// The first variable.
    pub(in crate::search::language) const VARIABLE: u8 = 4;
    pub(in crate::search::language) const COUNT: usize = 7;
}

/// The maximum number of quantifiers inside each other.
pub(super) const MAX_VARIABLES: u8 = 3;

/// The maximum depth of nodes, which bounds the stack of the evaluation.
pub(super) const MAX_DEPTH: u16 = 250;

/// A node with what the evaluation must know of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) node: Node,
    /// The levels whose changes may change the value, as bits.
    depends: u8,
    /// Whether the value is kept until it changes.
    pub(super) is_kept: bool,
    /// An estimate of the cost, in the cost of one operation.
    pub(super) cost: u32,
    depth: u16,
}

/// What a pattern finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// Moves of some kinds of pieces, by the index of the piece.
    Moves([bool; 6]),
    /// Positions, or squares of a set in them.
    Standing(Option<Id>),
}

/// Collects nodes. Equal nodes are one.
#[derive(Default)]
pub(super) struct Builder {
    entries: Vec<Entry>,
    ids: HashMap<Node, Id>,
}

impl Builder {
    /// Adds a node, simplified. Returns `None` if expressions are nested too deeply.
    pub(super) fn add(&mut self, node: Node) -> Option<Id> {
        if let Node::Filter(of, condition, variable) = node
            && let Some((targets, least)) = self.knight_fork(condition, variable)
        {
            let least = self.add(Node::Number(least.into()))?;
            let squares = self.add(Node::ForkSquares(targets, least))?;
            return self.add(Node::Intersection(of, squares));
        }
        if let Node::Intersection(a, b) = node
            && let Some(id) = self.their_king(a, b).or_else(|| self.their_king(b, a))
        {
            return Some(id);
        }
        let node = self.simplify(node);
        if let Some(&id) = self.ids.get(&node) {
            return Some(id);
        }
        let (own_level, own_cost) = level_and_cost(node);
        let mut entry = Entry { node, depends: 1 << own_level, is_kept: false, cost: own_cost, depth: 0 };
        let bound = bound_level(node);
        for (i, operand) in operands(node).into_iter().flatten().enumerate() {
            let of = self.entries[usize::from(operand)];
            let is_repeated = i == 1 && bound.is_some();
            let cost = if is_repeated { of.cost.saturating_mul(REPEATS) } else { of.cost };
            let unbound = bound.filter(|_| is_repeated).map_or(0, |level| 1 << level);
            entry.depth = entry.depth.max(of.depth + 1);
            entry.cost = entry.cost.saturating_add(cost);
            entry.depends |= of.depends & !unbound;
        }
        let id = Id::try_from(self.entries.len()).ok().filter(|_| entry.depth <= MAX_DEPTH)?;
        self.entries.push(entry);
        self.ids.insert(node, id);
        Some(id)
    }

    /// Returns the targets and their least number if a condition says that a knight on the square of a variable attacks so
    /// many of them.
    fn knight_fork(&self, condition: Id, variable: u8) -> Option<(Id, u8)> {
        let of = |id: Id| self.entries[usize::from(id)];
        let Node::AtLeast(set, least) = of(condition).node else { return None };
        let Node::Intersection(a, b) = of(set).node else { return None };
        let is_attack = |id: Id| match of(id).node {
            Node::KnightAttacks(from) => of(from).node == Node::Variable(variable),
            _ => false,
        };
        let is_free = |id: Id| of(id).depends >> (level::VARIABLE + variable) & 1 == 0;
        [(a, b), (b, a)]
            .into_iter()
            .find(|&(attacks, targets)| is_attack(attacks) && is_free(targets))
            .map(|(_, targets)| (targets, least))
    }

    /// Returns an equal node that is cheaper, if there is an obvious one.
    fn simplify(&self, node: Node) -> Node {
        let of = |id: Id| self.entries[usize::from(id)];
        match node {
            Node::Complement(a) => match of(a).node {
                Node::Constant(set) => Node::Constant(!set),
                _ => node,
            },
            Node::Intersection(a, b) => match (of(a).node, of(b).node) {
                (Node::Constant(a), Node::Constant(b)) => Node::Constant(a & b),
                _ if of(b).cost < of(a).cost => Node::Intersection(b, a),
                _ => node,
            },
            Node::Union(a, b) => match (of(a).node, of(b).node) {
                (Node::Constant(a), Node::Constant(b)) => Node::Constant(a | b),
                _ if of(b).cost < of(a).cost => Node::Union(b, a),
                _ => node,
            },
            Node::And(a, b) if of(b).cost < of(a).cost => Node::And(b, a),
            Node::Or(a, b) if of(b).cost < of(a).cost => Node::Or(b, a),
            Node::Compare(Comparison::AtMost, least, count) => match (of(least).node, of(count).node) {
                (Node::Number(least @ 0..=64), Node::Count(set)) => Node::AtLeast(set, least as u8),
                _ => node,
            },
            Node::Compare(Comparison::Less, less, count) => match (of(less).node, of(count).node) {
                (Node::Number(less @ 0..=63), Node::Count(set)) => Node::AtLeast(set, less as u8 + 1),
                _ => node,
            },
            _ => node,
        }
    }

    /// Returns how often the value of a node changes.
    pub(super) fn level(&self, id: Id) -> u8 {
        self.entries[usize::from(id)].level()
    }

    /// Returns a node.
    pub(super) fn node(&self, id: Id) -> Node {
        self.entries[usize::from(id)].node
    }

    /// Returns the estimated cost of a node.
    pub(super) fn cost(&self, id: Id) -> u32 {
        self.entries[usize::from(id)].cost
    }

    /// Returns the nodes. Values are kept that are expensive and needed more than once.
    pub(super) fn finish(mut self) -> Vec<Entry> {
        let mut uses = vec![0u8; self.entries.len()];
        let mut is_repeated = vec![false; self.entries.len()];
        for entry in &self.entries {
            for (i, operand) in operands(entry.node).into_iter().flatten().enumerate() {
                let operand = usize::from(operand);
                let user = bound_level(entry.node).filter(|_| i == 1).unwrap_or(entry.level());
                uses[operand] = uses[operand].saturating_add(1);
                is_repeated[operand] |= user > self.entries[operand].level();
            }
        }
        for (i, entry) in self.entries.iter_mut().enumerate() {
            entry.is_kept = entry.cost >= MIN_KEPT && (uses[i] > 1 || is_repeated[i]);
        }
        self.entries
    }
}

/// The cost from which keeping a value pays.
const MIN_KEPT: u32 = 4;

/// The number of squares of a quantifier, for estimates.
const REPEATS: u32 = 8;

impl Entry {
    /// Returns how often the value changes.
    pub(super) const fn level(&self) -> u8 {
        7 - self.depends.leading_zeros() as u8
    }
}

/// Returns the level of the variable of a quantifier.
const fn bound_level(node: Node) -> Option<u8> {
    match node {
        Node::Filter(_, _, number) | Node::Any(_, _, number) | Node::Every(_, _, number) => {
            Some(level::VARIABLE + number)
        }
        _ => None,
    }
}

/// Returns the operands of a node. The condition of a quantifier is the second.
pub(super) const fn operands(node: Node) -> [Option<Id>; 2] {
    match node {
        Node::Complement(a)
        | Node::Attacks(_, a)
        | Node::Attackers(_, a)
        | Node::KnightAttacks(a)
        | Node::KingAttacks(a)
        | Node::PawnAttacks(_, a)
        | Node::Step(_, a)
        | Node::Fill(_, a)
        | Node::FileFill(a)
        | Node::RankFill(a)
        | Node::FrontSpan(_, a)
        | Node::PasserSpan(_, a)
        | Node::Count(a)
        | Node::Worth(_, a)
        | Node::CanCapture(_, a)
        | Node::AtLeast(a, _)
        | Node::Not(a) => [Some(a), None],
        Node::Intersection(a, b)
        | Node::Union(a, b)
        | Node::Difference(a, b)
        | Node::Between(a, b)
        | Node::Behind(_, a, b)
        | Node::SliderAttacks(_, a, b)
        | Node::KnightFill(a, b)
        | Node::KingFill(a, b)
        | Node::ForkSquares(a, b)
        | Node::Filter(a, b, _)
        | Node::Distance(a, b)
        | Node::KnightDistance(a, b)
        | Node::Sum(a, b)
        | Node::Minus(a, b)
        | Node::Product(a, b)
        | Node::Compare(_, a, b)
        | Node::SameSet(a, b)
        | Node::In(a, b)
        | Node::And(a, b)
        | Node::Or(a, b)
        | Node::Any(a, b, _)
        | Node::Every(a, b, _) => [Some(a), Some(b)],
        _ => [None, None],
    }
}

/// Returns the level and cost of a node without its operands.
const fn level_and_cost(node: Node) -> (u8, u32) {
    let at = match node {
        Node::Men(at, _)
        | Node::Pieces(at, _)
        | Node::Unmoved(at)
        | Node::Attacks(at, _)
        | Node::Attackers(at, _)
        | Node::Behind(at, ..)
        | Node::Defended(at, _)
        | Node::Undefended(at, _)
        | Node::Pinned(at, _)
        | Node::Checkers(at)
        | Node::ValueSet(at, ..)
        | Node::KingZone(at, _)
        | Node::Worth(at, _)
        | Node::ValueNumber(at, ..)
        | Node::Replies(at)
        | Node::Ply(at)
        | Node::Check(at)
        | Node::Mate(at)
        | Node::Stalemate(at)
        | Node::Turn(at, _)
        | Node::CanCapture(at, _) => Some(at),
        _ => None,
    };
    let level = match (at, node) {
        (Some(At::Before), _) | (None, Node::LastFrom | Node::LastTo | Node::LastCaptured) => level::POSITION,
        (None, Node::From) => level::ORIGIN,
        (Some(At::After), _) | (None, Node::To | Node::Captured | Node::Square | Node::Castles) => {
            level::MOVE
        }
        (None, Node::Variable(number)) => level::VARIABLE + number,
        _ => level::CONSTANT,
    };
    let cost = match node {
        Node::Attackers(..) | Node::Behind(..) | Node::Pinned(..) | Node::Worth(..) => 40,
        Node::Defended(..) | Node::Undefended(..) | Node::KingFill(..) | Node::KnightFill(..) => 40,
        Node::Attacks(..) | Node::SliderAttacks(..) | Node::Between(..) | Node::ForkSquares(..) => 20,
        Node::ValueSet(..) | Node::ValueNumber(..) => 60,
        Node::Check(_) | Node::Checkers(_) => 30,
        Node::CanCapture(..) => 80,
        Node::Mate(_) | Node::Stalemate(_) => 100,
        Node::Replies(_) => 300,
        Node::PasserSpan(..)
        | Node::FrontSpan(..)
        | Node::Fill(..)
        | Node::FileFill(_)
        | Node::RankFill(_)
        | Node::KnightAttacks(_)
        | Node::KingAttacks(_) => 4,
        Node::Distance(..) | Node::KnightDistance(..) => 10,
        _ => 1,
    };
    // The board after the move must be made first.
    let made = if matches!(at, Some(At::After)) { 2 } else { 0 };
    (level, cost + made)
}
