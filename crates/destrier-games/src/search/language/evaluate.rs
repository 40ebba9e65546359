//! Evaluates the nodes of a program in a position.

use super::attacks::{attacked, attackers, attacks, behind, checkers, fill, pinned, slide};
use super::moment::Occasion;
use super::nodes::{At, Comparison, Entry, Id, Men, Node, Slider, level};
use super::view::{MoveSquares, View};
use crate::chess::{Move, Position, between, bishop_attacks, rook_attacks};
use destrier::registry::{VALUES, Value};
use destrier::{Bitboard, Board, Color, Direction, Piece, Sets, Square, king, knight, pawn, sliders};

/// The values that a program keeps. They can be reused for any number of positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    values: Vec<u64>,
    /// When each value was computed.
    times: Vec<u64>,
    now: u64,
}

impl Memory {
    /// Forgets the values of another program.
    fn prepare(&mut self, entries: &[Entry]) {
        let length = entries.len();
        if self.values.len() != length {
            self.values = vec![0; length];
            self.times = vec![0; length];
        }
    }
}

/// Numbers stay within a billion.
const LIMIT: i64 = 1_000_000_000;

/// The distance to an empty set.
const FAR: i64 = 99;

/// The most king moves, or knight moves, from anywhere to anywhere.
const MAX_MOVES: i64 = 7;

/// A program in a position, seen by one side.
pub(super) struct Evaluation<'a> {
    entries: &'a [Entry],
    memory: &'a mut Memory,
    occasion: &'a Occasion<'a>,
    view: View,
    before: Board,
    /// The move, its squares on the turned board, and the board after it once it was asked for.
    played: Option<Move>,
    squares: MoveSquares,
    after: Option<Board>,
    after_position: Option<Position>,
    /// The square for which a standing pattern is tried.
    square: Bitboard,
    variables: [Bitboard; 3],
    /// The time of the last change, by level.
    changed: [u64; level::COUNT],
}

impl<'a> Evaluation<'a> {
    pub(super) fn new(
        entries: &'a [Entry],
        memory: &'a mut Memory,
        occasion: &'a Occasion<'a>,
        view: View,
    ) -> Self {
        memory.prepare(entries);
        memory.now += 1;
        // Constants also change, in case that the memory was another program's.
        let changed = [memory.now; level::COUNT];
        Self {
            entries,
            memory,
            occasion,
            view,
            before: view.board(occasion.position),
            played: None,
            squares: MoveSquares::default(),
            after: None,
            after_position: None,
            square: Bitboard::EMPTY,
            variables: [Bitboard::EMPTY; 3],
            changed,
        }
    }

    /// Returns the opponent's men before the move.
    pub(super) const fn opponents(&self) -> Bitboard {
        self.before.color(Color::Black)
    }

    /// Continues with a move.
    pub(super) fn set_move(&mut self, played: Move) {
        self.played = Some(played);
        let squares = match played {
            Move::Normal { from, to, .. } => {
                let (from, to) = (self.view.set(from.bitboard()), self.view.set(to.bitboard()));
                MoveSquares {
                    from,
                    to,
                    captured: to & self.before.color(Color::Black),
                    ..MoveSquares::default()
                }
            }
            _ => MoveSquares::of(self.occasion.position, played).turned(self.view),
        };
        if squares.from != self.squares.from {
            self.change(level::ORIGIN);
        }
        self.squares = squares;
        self.after = None;
        self.after_position = None;
        self.change(level::MOVE);
    }

    /// Continues with moves from a square.
    pub(super) const fn set_origin(&mut self, from: Bitboard) {
        self.squares.from = self.view.set(from);
        self.change(level::ORIGIN);
    }

    /// Continues with a square.
    pub(super) const fn set_square(&mut self, square: Square) {
        self.square = square.bitboard();
        self.change(level::MOVE);
    }

    const fn change(&mut self, level: u8) {
        self.memory.now += 1;
        self.changed[level as usize] = self.memory.now;
    }

    /// Returns the value of a node that is kept, and computes it if it has changed.
    #[inline]
    fn kept(&mut self, id: Id, compute: impl FnOnce(&mut Self, Node) -> u64) -> u64 {
        let (i, entry) = (usize::from(id), self.entries[usize::from(id)]);
        if self.memory.times[i] < self.changed[usize::from(entry.level())] {
            let value = compute(self, entry.node);
            self.memory.values[i] = value;
            self.memory.times[i] = self.memory.now;
        }
        self.memory.values[i]
    }

    /// Returns the squares of a set that are in a mask.
    pub(super) fn set(&mut self, id: Id, mask: Bitboard) -> Bitboard {
        let entry = &self.entries[usize::from(id)];
        let set = match entry.node {
            Node::Constant(set) => set,
            Node::From => self.squares.from,
            Node::To => self.squares.to,
            Node::Captured => self.squares.captured,
            Node::Square => self.square,
            Node::Variable(number) => self.variables[usize::from(number)],
            Node::Men(at, men) => {
                let board = self.board(at);
                match men {
                    Men::Us => board.color(Color::White),
                    Men::Them => board.color(Color::Black),
                    Men::Occupied => board.occupied(),
                    Men::Neither => !board.occupied(),
                }
            }
            Node::Pieces(at, piece) => self.board(at).sets().piece(piece),
            _ if entry.is_kept => {
                Bitboard::from_bits(self.kept(id, |all, node| all.set_of(node, Bitboard::FULL).bits()))
            }
            node => self.set_of(node, mask),
        };
        set & mask
    }

    fn all(&mut self, id: Id) -> Bitboard {
        self.set(id, Bitboard::FULL)
    }

    /// Returns a set that other sets make up. Squares outside of the mask do not matter.
    fn set_of(&mut self, node: Node, mask: Bitboard) -> Bitboard {
        match node {
            Node::LastFrom => self.view.set(self.occasion.moment.last.from),
            Node::LastTo => self.view.set(self.occasion.moment.last.to),
            Node::LastCaptured => self.view.set(self.occasion.moment.last.captured),
            Node::Unmoved(at) => {
                let unmoved = self.occasion.moment.unmoved;
                let moved = match (at, self.played) {
                    (At::After, Some(played)) => MoveSquares::of(self.occasion.position, played).all(),
                    _ => Bitboard::EMPTY,
                };
                self.view.set(unmoved - moved)
            }
            Node::Complement(a) => mask - self.set(a, mask),
            Node::Intersection(a, b) => match self.set(a, mask) {
                Bitboard::EMPTY => Bitboard::EMPTY,
                a => self.set(b, a),
            },
            Node::Union(a, b) => match self.set(a, mask) {
                a if a == mask => a,
                a => a | self.set(b, mask - a),
            },
            Node::Difference(a, b) => match self.set(a, mask) {
                Bitboard::EMPTY => Bitboard::EMPTY,
                a => a - self.set(b, a),
            },
            Node::Attacks(at, from) => {
                let from = self.all(from);
                attacks(self.board(at), from)
            }
            Node::Attackers(at, of) => {
                let of = self.all(of);
                attackers(self.board(at), of, mask)
            }
            Node::Between(a, b) => {
                let [a, b] = [self.all(a), self.all(b)];
                a.iter().fold(Bitboard::EMPTY, |all, a| b.iter().fold(all, |all, b| all | between(a, b)))
            }
            Node::Behind(at, a, b) => {
                let [a, b] = [self.all(a), self.all(b)];
                let occupied = self.board(at).occupied();
                a.iter()
                    .fold(Bitboard::EMPTY, |all, a| b.iter().fold(all, |all, b| all | behind(a, b, occupied)))
            }
            Node::Defended(at, side) => {
                let board = self.board(at);
                board.color(side) & attacked(board, side, board.color(side) & mask)
            }
            Node::Undefended(at, side) => {
                let board = self.board(at);
                let men = board.color(side) & mask;
                men - attacked(board, side, men)
            }
            Node::Pinned(at, side) => pinned(self.board(at), side),
            Node::Checkers(at) => checkers(self.board(at), mask),
            Node::ValueSet(at, index, side) => match (VALUES[usize::from(index)].get)(self.board(at), side) {
                Value::Set(set) => set,
                Value::Number(_) => Bitboard::EMPTY,
            },
            Node::KingZone(at, side) => self.board(at).king_zone(side),
            Node::KnightAttacks(from) => knight::attacks(self.all(from)),
            Node::KingAttacks(from) => king::attacks(self.all(from)),
            Node::PawnAttacks(side, from) => pawn::attacks(self.all(from), side),
            Node::SliderAttacks(slider, from, occupied) => {
                let [from, occupied] = [self.all(from), self.all(occupied)];
                match slider {
                    Slider::Bishop => slide(from, occupied, bishop_attacks, sliders::bishop_attacks),
                    Slider::Rook => slide(from, occupied, rook_attacks, sliders::rook_attacks),
                    Slider::Queen => {
                        slide(from, occupied, bishop_attacks, sliders::bishop_attacks)
                            | slide(from, occupied, rook_attacks, sliders::rook_attacks)
                    }
                }
            }
            Node::KnightFill(from, moves) => {
                let moves = self.number(moves).clamp(0, MAX_MOVES);
                (0..moves).fold(self.all(from), |all, _| knight::fill(all))
            }
            Node::KingFill(from, moves) => {
                let moves = self.number(moves).clamp(0, MAX_MOVES);
                (0..moves).fold(self.all(from), |all, _| king::fill(all))
            }
            Node::ForkSquares(targets, least) => {
                let targets = self.all(targets);
                knight::forks_at_least(targets, self.number(least).clamp(0, 9) as u8)
            }
            Node::Step(direction, from) => self.all(from).step(direction),
            Node::Fill(direction, from) => fill(self.all(from), direction),
            Node::FileFill(from) => pawn::file_fill(self.all(from)),
            Node::RankFill(from) => {
                let from = self.all(from);
                fill(from, Direction::East) | fill(from, Direction::West)
            }
            Node::FrontSpan(side, from) => pawn::front_span(self.all(from), side),
            Node::PasserSpan(side, from) => pawn::passer_span(self.all(from), side),
            Node::Filter(of, condition, variable) => {
                let of = self.set(of, mask);
                let outer = self.variable(variable);
                let mut kept = Bitboard::EMPTY;
                for square in of {
                    self.set_variable(variable, square.bitboard());
                    if self.truth(condition) {
                        kept |= square.bitboard();
                    }
                }
                self.set_variable(variable, outer);
                kept
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// Returns the square of a variable. A name that is used inside of a quantifier may have a quantifier with the same
    /// variable, which is then restored.
    const fn variable(&self, variable: u8) -> Bitboard {
        self.variables[variable as usize]
    }

    const fn set_variable(&mut self, variable: u8, square: Bitboard) {
        self.variables[variable as usize] = square;
        self.change(level::VARIABLE + variable);
    }

    /// Returns whether a set has at least as many squares in a mask.
    fn at_least(&mut self, id: Id, least: u8, mask: Bitboard) -> bool {
        if least == 0 {
            return true;
        }
        let entry = &self.entries[usize::from(id)];
        match entry.node {
            _ if entry.is_kept => self.set(id, mask).len() >= least.into(),
            Node::Intersection(a, b) => {
                let a = self.set(a, mask);
                a.len() >= least.into() && self.at_least(b, least, a)
            }
            Node::Union(a, b) if least == 1 => self.at_least(a, 1, mask) || self.at_least(b, 1, mask),
            Node::Union(a, b) => {
                let a = self.set(a, mask);
                let missing = u32::from(least).saturating_sub(a.len()) as u8;
                self.at_least(b, missing, mask - a)
            }
            Node::Filter(of, condition, variable) => {
                let of = self.set(of, mask);
                let outer = self.variable(variable);
                let mut missing = least;
                let mut left = of.len();
                for square in of {
                    if missing == 0 || left < missing.into() {
                        break;
                    }
                    left -= 1;
                    self.set_variable(variable, square.bitboard());
                    missing -= u8::from(self.truth(condition));
                }
                self.set_variable(variable, outer);
                missing == 0
            }
            _ => self.set(id, mask).len() >= least.into(),
        }
    }

    /// Returns a truth.
    pub(super) fn truth(&mut self, id: Id) -> bool {
        let entry = &self.entries[usize::from(id)];
        if entry.is_kept {
            self.kept(id, |all, node| all.truth_of(node).into()) != 0
        } else {
            self.truth_of(entry.node)
        }
    }

    fn truth_of(&mut self, node: Node) -> bool {
        match node {
            Node::Truth(truth) => truth,
            Node::Check(at) => self.is_check(at),
            Node::Mate(at) => self.is_check(at) && self.position(at).is_checkmate(),
            Node::Stalemate(at) => {
                let position = self.position(at);
                let safety = position.king_safety();
                !safety.is_check() && !position.has_legal_move(&safety)
            }
            Node::Turn(at, side) => self.board(at).turn() == side,
            Node::CanCapture(at, men) => {
                let men = self.all(men);
                let men = self.view.set(men);
                self.position(at).can_capture_any(men)
            }
            Node::Castles => matches!(self.played, Some(Move::Castling { .. })),
            Node::AtLeast(set, least) => self.at_least(set, least, Bitboard::FULL),
            Node::Compare(comparison, a, b) => {
                let [a, b] = [self.number(a), self.number(b)];
                match comparison {
                    Comparison::Equal => a == b,
                    Comparison::Less => a < b,
                    Comparison::AtMost => a <= b,
                }
            }
            Node::SameSet(a, b) => self.all(a) == self.all(b),
            Node::In(a, b) => {
                let a = self.all(a);
                !a.is_empty() && self.set(b, a) == a
            }
            Node::Not(a) => !self.truth(a),
            Node::And(a, b) => self.truth(a) && self.truth(b),
            Node::Or(a, b) => self.truth(a) || self.truth(b),
            Node::Any(of, condition, variable) => self.any(of, condition, variable, true),
            Node::Every(of, condition, variable) => !self.any(of, condition, variable, false),
            _ => false,
        }
    }

    /// Returns whether a condition has some truth for any square of a set.
    fn any(&mut self, of: Id, condition: Id, variable: u8, expected: bool) -> bool {
        let of = self.all(of);
        let outer = self.variable(variable);
        let mut is_any = false;
        for square in of {
            self.set_variable(variable, square.bitboard());
            is_any = self.truth(condition) == expected;
            if is_any {
                break;
            }
        }
        self.set_variable(variable, outer);
        is_any
    }

    fn is_check(&mut self, at: At) -> bool {
        !checkers(self.board(at), Bitboard::FULL).is_empty()
    }

    /// Returns a number.
    fn number(&mut self, id: Id) -> i64 {
        let entry = &self.entries[usize::from(id)];
        if entry.is_kept {
            self.kept(id, |all, node| all.number_of(node).cast_unsigned()).cast_signed()
        } else {
            self.number_of(entry.node)
        }
    }

    fn number_of(&mut self, node: Node) -> i64 {
        let number = match node {
            Node::Number(number) => number,
            Node::Count(set) => self.all(set).len().into(),
            Node::Worth(at, set) => {
                let set = self.all(set);
                let sets = self.board(at).sets();
                let worth = |piece: Piece| {
                    WORTH[usize::from(piece.index())] * i64::from((sets.piece(piece) & set).len())
                };
                Piece::ALL.into_iter().map(worth).sum()
            }
            Node::Distance(a, b) => king::set_distance(self.all(a), self.all(b)).map_or(FAR, i64::from),
            Node::KnightDistance(a, b) => {
                knight::set_distance(self.all(a), self.all(b)).map_or(FAR, i64::from)
            }
            Node::ValueNumber(at, index, side) => {
                match (VALUES[usize::from(index)].get)(self.board(at), side) {
                    Value::Number(Some(number)) => number.into(),
                    Value::Number(None) | Value::Set(_) => -1,
                }
            }
            Node::Replies(at) => {
                let position = self.position(at);
                let mut count = 0;
                position.each_legal_move(&position.king_safety(), |_| count += 1);
                count
            }
            Node::Ply(at) => i64::from(self.occasion.moment.ply) + i64::from(at == At::After),
            Node::Sum(a, b) => self.number(a) + self.number(b),
            Node::Minus(a, b) => self.number(a) - self.number(b),
            Node::Product(a, b) => self.number(a) * self.number(b),
            _ => 0,
        };
        number.clamp(-LIMIT, LIMIT)
    }

    /// Returns the turned board.
    fn board(&mut self, at: At) -> &Board {
        match at {
            At::Before => &self.before,
            At::After => {
                if self.after.is_none() {
                    self.after = Some(self.board_after());
                }
                self.after.as_ref().unwrap_or(&self.before)
            }
        }
    }

    /// Makes the move on the turned board.
    fn board_after(&mut self) -> Board {
        let piece = match self.played {
            Some(Move::Normal { piece, promotion, .. }) => promotion.unwrap_or(piece),
            Some(Move::EnPassant { .. }) => Piece::Pawn,
            _ => {
                let position = *self.position(At::After);
                return self.view.board(&position);
            }
        };
        let MoveSquares { from, to, captured, .. } = self.squares;
        let mut sets = self.before.sets().to_array();
        for set in &mut sets {
            *set -= from | captured;
        }
        sets[0] |= to;
        sets[2 + usize::from(piece.index())] |= to;
        Board::assume_consistent(Sets::from_array(sets), !self.before.turn())
    }

    /// Returns the real position.
    fn position(&mut self, at: At) -> &Position {
        match (at, self.played) {
            (At::After, Some(played)) => {
                let before = self.occasion.position;
                self.after_position.get_or_insert_with(|| before.after(played))
            }
            _ => self.occasion.position,
        }
    }
}

/// The worth of pieces, from pawn to king.
const WORTH: [i64; 6] = [1, 3, 3, 5, 9, 100];
