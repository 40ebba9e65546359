//! Conditions on the position alone, evaluated for many positions at once.
//!
//! Each node is computed for a block of positions before the next node, so that its loop vectorizes. Nodes that need a
//! branch for each square are left out: what they say is found out later, position by position.

use super::checks::{bits_of, check_columns};
use super::narrow::Checks;
use super::nodes::{At, Comparison, Entry, Id, Men, Node, Subject, operands};
use destrier::batch::Boards;
use destrier::registry::{Column, VALUES};
use destrier::{Bitboard, Color, Direction, Sets, king, knight, pawn, sliders};

/// The number of positions that are evaluated at once.
const WIDTH: usize = 32;

type Block = [u64; WIDTH];

/// What is computed for columns of positions.
#[derive(Clone, Debug, Default)]
pub(super) struct ColumnProgram {
    /// The nodes in order, with the places of their operands.
    steps: Vec<(Node, [usize; 2])>,
    /// The places of sets that must have a square and of conditions that must be true.
    conditions: Vec<usize>,
    is_move: bool,
    mirror: bool,
    /// The bits of [`check_columns`] of which one must be set, or 0.
    checks: u8,
}

impl ColumnProgram {
    /// Takes from some conditions those that can be evaluated for columns.
    pub(super) fn of(
        entries: &[Entry],
        conditions: &[Id],
        subject: Subject,
        mirror: bool,
        checks: Checks,
    ) -> Self {
        let mut is_possible = Vec::with_capacity(entries.len());
        for entry in entries {
            let operands = operands(entry.node);
            let is = has_column(entry.node)
                && operands.into_iter().flatten().all(|id| is_possible[usize::from(id)]);
            is_possible.push(is);
        }
        let mut roots = Vec::new();
        let mut open = conditions.to_vec();
        if let Subject::Standing(Some(square)) = subject {
            open.push(square);
        }
        while let Some(id) = open.pop() {
            match entries[usize::from(id)].node {
                _ if is_possible[usize::from(id)] => roots.push(id),
                // What one of two conditions says is worth knowing.
                Node::And(a, b) => open.extend([a, b]),
                // So is that there is a square to choose from.
                Node::AtLeast(of, 1..) | Node::Any(of, ..) | Node::Filter(of, ..) => open.push(of),
                Node::Intersection(a, b) => open.extend([a, b]),
                _ => {}
            }
        }
        let checks = match subject {
            Subject::Moves(pieces) if checks.is_given => bits_of(pieces, checks),
            _ => 0,
        };
        let is_move = matches!(subject, Subject::Moves(_));
        let mut program = Self { is_move, mirror, checks, ..Self::default() };
        let mut is_needed = vec![false; entries.len()];
        roots.iter().for_each(|&root| is_needed[usize::from(root)] = true);
        for i in (0..entries.len()).rev().filter(|_| !roots.is_empty()) {
            if is_needed[i] {
                operands(entries[i].node)
                    .into_iter()
                    .flatten()
                    .for_each(|id| is_needed[usize::from(id)] = true);
            }
        }
        let mut places = vec![0; entries.len()];
        for (i, entry) in entries.iter().enumerate().filter(|(i, _)| is_needed[*i]) {
            places[i] = program.steps.len();
            let operands = operands(entry.node).map(|id| id.map_or(0, |id| places[usize::from(id)]));
            program.steps.push((entry.node, operands));
        }
        program.conditions = roots.into_iter().map(|root| places[usize::from(root)]).collect();
        program
    }

    /// Adds a bit to the marks of the positions that may have the pattern.
    pub(super) fn mark(&self, sets: Sets<&[u64]>, turns: &[Color], bit: u64, marks: &mut [u64]) {
        if self.conditions.is_empty() && self.checks == 0 {
            marks.iter_mut().for_each(|mark| *mark |= bit);
            return;
        }
        let sets = sets.to_array();
        let mut values = vec![[0; WIDTH]; self.steps.len()];
        for (start, marks) in (0..).step_by(WIDTH).zip(marks.chunks_mut(WIDTH)) {
            let range = start..start + marks.len();
            let sets = sets.map(|set| &set[range.clone()]);
            let turns = &turns[range];
            let sides: &[Option<Color>] =
                if self.is_move { &[None] } else { &[Some(Color::White), Some(Color::Black)] };
            for side in sides {
                for is_mirrored in [false, true].into_iter().take(1 + usize::from(self.mirror)) {
                    if !self.conditions.is_empty() {
                        self.compute(&Inputs::of(sets, turns, *side, is_mirrored), &mut values);
                    }
                    let mut all = self.conditions.iter().fold([!0; WIDTH], |all, &place| {
                        let truths = &values[place];
                        std::array::from_fn(|i| all[i] & truth(truths[i] != 0))
                    });
                    if self.checks != 0 && all != [0; WIDTH] {
                        let checks = check_columns::<WIDTH>(Sets::from_array(sets), turns);
                        all.iter_mut()
                            .zip(checks)
                            .for_each(|(all, checks)| *all &= truth(checks & self.checks != 0));
                    }
                    marks.iter_mut().zip(all).for_each(|(mark, all)| *mark |= bit & all);
                }
            }
        }
    }

    fn compute(&self, inputs: &Inputs, values: &mut [Block]) {
        for (place, &(node, [a, b])) in self.steps.iter().enumerate() {
            let (before, rest) = values.split_at_mut(place);
            // A node without operands has no values before it.
            let empty = [0; WIDTH];
            let [a, b] = [a, b].map(|operand| before.get(operand).unwrap_or(&empty));
            inputs.compute(node, a, b, &mut rest[0]);
        }
    }
}

/// A block of turned positions.
struct Inputs {
    /// Those of `us` and `them`, and the kinds of pieces.
    sets: [Block; 8],
    /// 1 where `us` is to move.
    turn: Block,
    turns: [Color; WIDTH],
}

impl Inputs {
    /// Turns positions so that a side, or else the side to move, is White.
    fn of(sets: [&[u64]; 8], turns: &[Color], side: Option<Color>, is_mirrored: bool) -> Self {
        let mut inputs = Self { sets: [[0; WIDTH]; 8], turn: [0; WIDTH], turns: [Color::White; WIDTH] };
        for (i, &turn) in turns.iter().enumerate() {
            let side = side.unwrap_or(turn);
            inputs.turn[i] = u64::from(turn == side);
            inputs.turns[i] = if turn == side { Color::White } else { Color::Black };
            for (j, set) in sets.iter().enumerate() {
                let j = if j < 2 && !side.is_white() { 1 - j } else { j };
                let set = if side.is_white() { set[i] } else { set[i].swap_bytes() };
                inputs.sets[j][i] = set;
            }
        }
        if is_mirrored {
            for set in inputs.sets.iter_mut().flatten() {
                *set = Bitboard::from_bits(*set).mirror_horizontal().bits();
            }
        }
        inputs
    }

    const fn occupied(&self, i: usize) -> Bitboard {
        Bitboard::from_bits(self.sets[0][i] | self.sets[1][i])
    }

    /// Computes a node for all positions of the block.
    fn compute(&self, node: Node, a: &Block, b: &Block, out: &mut Block) {
        let set = Bitboard::from_bits;
        match node {
            Node::Constant(set) => *out = [set.bits(); WIDTH],
            Node::Men(_, Men::Us) => *out = self.sets[0],
            Node::Men(_, Men::Them) => *out = self.sets[1],
            Node::Men(_, Men::Occupied) => each(out, |i| self.occupied(i).bits()),
            Node::Men(_, Men::Neither) => each(out, |i| (!self.occupied(i)).bits()),
            Node::Pieces(_, piece) => *out = self.sets[2 + usize::from(piece.index())],
            Node::Complement(_) => each(out, |i| !a[i]),
            Node::Intersection(..) => each(out, |i| a[i] & b[i]),
            Node::Union(..) => each(out, |i| a[i] | b[i]),
            Node::Difference(..) => each(out, |i| a[i] & !b[i]),
            Node::Attacks(..) => each(out, |i| self.attacks(i, set(a[i])).bits()),
            Node::Defended(_, side) => {
                let men = &self.sets[usize::from(side.index())];
                each(out, |i| men[i] & self.attacks(i, set(men[i])).bits());
            }
            Node::Undefended(_, side) => {
                let men = &self.sets[usize::from(side.index())];
                each(out, |i| men[i] & !self.attacks(i, set(men[i])).bits());
            }
            Node::ValueSet(_, index, side) => {
                let sets = Sets::from_array(self.sets.each_ref().map(|set| &set[..]));
                if let (Ok(boards), Column::Sets(fill)) =
                    (Boards::new(sets, &self.turns), VALUES[usize::from(index)].column)
                {
                    fill(boards, side.into(), out).expect("all columns have the same length");
                }
            }
            Node::KnightAttacks(_) => each(out, |i| knight::attacks(set(a[i])).bits()),
            Node::KingAttacks(_) => each(out, |i| king::attacks(set(a[i])).bits()),
            Node::ForkSquares(..) if b[0] == 2 => each(out, |i| knight::forks(set(a[i])).bits()),
            Node::ForkSquares(..) => {
                each(out, |i| knight::forks_at_least(set(a[i]), b[i].min(9) as u8).bits());
            }
            Node::PawnAttacks(side, _) => each(out, |i| pawn::attacks(set(a[i]), side).bits()),
            Node::Step(direction, _) => each(out, |i| set(a[i]).step(direction).bits()),
            Node::Fill(Direction::North, _) => each(out, |i| pawn::north_fill(set(a[i])).bits()),
            Node::Fill(Direction::South, _) => each(out, |i| pawn::south_fill(set(a[i])).bits()),
            Node::FileFill(_) => each(out, |i| pawn::file_fill(set(a[i])).bits()),
            Node::FrontSpan(side, _) => each(out, |i| pawn::front_span(set(a[i]), side).bits()),
            Node::PasserSpan(side, _) => each(out, |i| pawn::passer_span(set(a[i]), side).bits()),
            Node::Number(number) => *out = [number.cast_unsigned(); WIDTH],
            Node::Count(_) => each(out, |i| a[i].count_ones().into()),
            Node::Truth(truth) => *out = [truth.into(); WIDTH],
            Node::Turn(_, side) => each(out, |i| self.turn[i] ^ u64::from(!side.is_white())),
            Node::AtLeast(_, least) => each(out, |i| u64::from(a[i].count_ones() >= u32::from(least))),
            Node::Compare(Comparison::Equal, ..) | Node::SameSet(..) => {
                each(out, |i| u64::from(a[i] == b[i]));
            }
            Node::Compare(Comparison::Less, ..) => each(out, |i| u64::from(a[i] < b[i])),
            Node::Compare(Comparison::AtMost, ..) => each(out, |i| u64::from(a[i] <= b[i])),
            Node::In(..) => each(out, |i| u64::from(a[i] != 0 && a[i] & !b[i] == 0)),
            Node::Not(_) => each(out, |i| u64::from(a[i] == 0)),
            Node::And(..) => each(out, |i| u64::from(a[i] != 0 && b[i] != 0)),
            Node::Or(..) => each(out, |i| a[i] | b[i]),
            _ => {}
        }
    }

    /// Returns the squares that the men on a set attack.
    #[inline(always)]
    fn attacks(&self, i: usize, from: Bitboard) -> Bitboard {
        let [us, them, pawns, knights, bishops, rooks, queens, kings] =
            self.sets.each_ref().map(|set| Bitboard::from_bits(set[i]));
        let occupied = us | them;
        pawn::attacks(from & us & pawns, Color::White)
            | pawn::attacks(from & them & pawns, Color::Black)
            | knight::attacks(from & knights)
            | king::attacks(from & kings)
            | sliders::bishop_attacks(from & (bishops | queens), occupied)
            | sliders::rook_attacks(from & (rooks | queens), occupied)
    }
}

/// Returns all bits or none.
const fn truth(truth: bool) -> u64 {
    if truth { !0 } else { 0 }
}

/// Fills a block.
#[inline(always)]
fn each(out: &mut Block, compute: impl Fn(usize) -> u64) {
    for (i, out) in out.iter_mut().enumerate() {
        *out = compute(i);
    }
}

/// Returns whether a node can be computed for columns. Its numbers are not negative.
const fn has_column(node: Node) -> bool {
    match node {
        Node::Men(at, _)
        | Node::Pieces(at, _)
        | Node::Attacks(at, _)
        | Node::Defended(at, _)
        | Node::Undefended(at, _)
        | Node::ValueSet(at, ..)
        | Node::Turn(at, _) => matches!(at, At::Before),
        Node::Fill(direction, _) => matches!(direction, Direction::North | Direction::South),
        Node::Constant(_)
        | Node::Complement(_)
        | Node::Intersection(..)
        | Node::Union(..)
        | Node::Difference(..)
        | Node::KnightAttacks(_)
        | Node::KingAttacks(_)
        | Node::ForkSquares(..)
        | Node::PawnAttacks(..)
        | Node::Step(..)
        | Node::FileFill(_)
        | Node::FrontSpan(..)
        | Node::PasserSpan(..)
        | Node::Number(_)
        | Node::Count(_)
        | Node::Truth(_)
        | Node::AtLeast(..)
        | Node::Compare(..)
        | Node::SameSet(..)
        | Node::In(..)
        | Node::Not(_)
        | Node::And(..)
        | Node::Or(..) => true,
        _ => false,
    }
}
