//! Expressions evaluated by their definition, from coordinates: sets are 64 truths.

use crate::chess::{Continuation, Move, Position};
use destrier::{Color, Piece, Square};

pub(super) type Set = [bool; 64];

/// A value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Set(Set),
    Number(i64),
    Truth(bool),
}

/// An expression.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Word(String),
    Number(i64),
    Prefix(&'static str, Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
    Call(&'static str, Vec<Expression>),
    /// `any`, `every` or `{`.
    Quantifier(&'static str, String, Box<Expression>, Box<Expression>),
    After(Box<Expression>),
}

impl Expression {
    /// Returns the text, with a bracket for everything.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Word(word) => word.clone(),
            Self::Number(number) => number.to_string(),
            Self::Prefix(operator, of) => format!("({operator} {})", of.text()),
            Self::Binary(operator, a, b) => format!("({} {operator} {})", a.text(), b.text()),
            Self::Call(name, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(Self::text).collect();
                format!("{name}({})", arguments.join(", "))
            }
            Self::Quantifier("{", name, of, condition) => {
                format!("{{{name} in {}: {}}}", of.text(), condition.text())
            }
            Self::Quantifier(word, name, of, condition) => {
                format!("({word} {name} in {}: {})", of.text(), condition.text())
            }
            Self::After(of) => format!("after({})", of.text()),
        }
    }
}

/// A board as one side sees it.
#[derive(Clone)]
pub(super) struct World {
    pub(super) position: Position,
    side: Color,
    is_mirrored: bool,
    /// Whether the piece is the side's own, and its kind.
    cells: [Option<(bool, Piece)>; 64],
    last: [Set; 3],
    pub(super) unmoved: Set,
    pub(super) ply: i64,
}

/// Returns the squares of a move and of the captured piece, on the real board.
fn squares_of(position: &Position, played: Move) -> [Set; 3] {
    let mut sets = [[false; 64]; 3];
    let board = position.board();
    let (from, to, captured) = match played {
        Move::Normal { from, to, .. } => (from, to, board.piece_at(to).map(|_| to)),
        Move::EnPassant { from, to } => (from, to, Some(Square::new(to.file(), from.rank()))),
        Move::Castling { king, rook } => {
            let file = if rook > king { destrier::File::G } else { destrier::File::C };
            (king, Square::new(file, king.rank()), None)
        }
    };
    sets[0][usize::from(from.index())] = true;
    sets[1][usize::from(to.index())] = true;
    captured.into_iter().for_each(|square| sets[2][usize::from(square.index())] = true);
    sets
}

impl World {
    /// A position in a game. The squares are real.
    pub(super) fn start(position: Position) -> Self {
        let mut unmoved = [false; 64];
        position.board().occupied().iter().for_each(|square| unmoved[usize::from(square.index())] = true);
        Self {
            position,
            side: Color::White,
            is_mirrored: false,
            cells: [None; 64],
            last: [[false; 64]; 3],
            unmoved,
            ply: 0,
        }
    }

    /// Continues the game.
    pub(super) fn played(&self, next: Continuation) -> Self {
        let mut after = self.clone();
        after.position.play_legal(next);
        after.ply += 1;
        let Continuation::Move(by) = next else {
            after.last = [[false; 64]; 3];
            return after;
        };
        after.last = squares_of(&self.position, by);
        let boards = [self.position.board(), after.position.board()];
        for square in Square::ALL {
            // A piece stays unmoved if the same piece stands there, and no piece moved there.
            let i = usize::from(square.index());
            let [before, now] = boards.map(|board| board.piece_at(square));
            let is_castling = matches!(by, Move::Castling { rook, king } if square == rook || square == king);
            after.unmoved[i] &= before == now && !is_castling && !after.last[1][i];
        }
        after
    }

    /// Turns the board.
    pub(super) fn seen_by(&self, side: Color, is_mirrored: bool) -> Self {
        let mut world = Self { side, is_mirrored, ..self.clone() };
        for square in Square::ALL {
            let piece = self.position.board().piece_at(square);
            world.cells[world.turned(square.index().into())] =
                piece.map(|(color, piece)| (color == side, piece));
        }
        world.last = self.last.map(|set| world.turned_set(set));
        world.unmoved = world.turned_set(self.unmoved);
        world
    }

    pub(super) fn turned(&self, square: usize) -> usize {
        let (file, rank) = (square % 8, square / 8);
        let rank = if self.side.is_white() { rank } else { 7 - rank };
        let file = if self.is_mirrored { 7 - file } else { file };
        8 * rank + file
    }

    pub(super) fn turned_set(&self, set: Set) -> Set {
        std::array::from_fn(|square| set[self.turned(square)])
    }

    fn is(&self, square: usize, own: bool) -> bool {
        self.cells[square].is_some_and(|(of, _)| of == own)
    }

    /// Returns the squares that the piece on a square attacks.
    fn attacks(&self, from: usize) -> Set {
        match self.cells[from] {
            None => [false; 64],
            Some((own, Piece::Pawn)) => pawn_attacks(own, from),
            Some((_, piece)) => attacks_of(piece, from, &|square| self.cells[square].is_some()),
        }
    }

    fn attacked_by(&self, own: bool) -> Set {
        union((0..64).filter(|&square| self.is(square, own)).map(|square| self.attacks(square)))
    }

    fn king(&self, own: bool) -> usize {
        (0..64).find(|&square| self.cells[square] == Some((own, Piece::King))).unwrap()
    }
}

fn union(sets: impl Iterator<Item = Set>) -> Set {
    sets.fold([false; 64], |all, set| std::array::from_fn(|square| all[square] | set[square]))
}

fn at(file: isize, rank: isize) -> Option<usize> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
}

fn moved(from: usize, files: isize, ranks: isize) -> Option<usize> {
    at((from % 8) as isize + files, (from / 8) as isize + ranks)
}

const STRAIGHT: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const SLANTED: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(isize, isize); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn pawn_attacks(own: bool, from: usize) -> Set {
    let ahead = if own { 1 } else { -1 };
    union([-1, 1].into_iter().filter_map(|side| moved(from, side, ahead)).map(only))
}

fn only(square: usize) -> Set {
    std::array::from_fn(|other| other == square)
}

fn attacks_of(piece: Piece, from: usize, is_occupied: &dyn Fn(usize) -> bool) -> Set {
    let (steps, far): (Vec<_>, bool) = match piece {
        Piece::Knight => (LEAPS.to_vec(), false),
        Piece::King => ([STRAIGHT, SLANTED].concat(), false),
        Piece::Bishop => (SLANTED.to_vec(), true),
        Piece::Rook => (STRAIGHT.to_vec(), true),
        _ => ([STRAIGHT, SLANTED].concat(), true),
    };
    let mut set = [false; 64];
    for (files, ranks) in steps {
        let mut square = from;
        while let Some(next) = moved(square, files, ranks) {
            set[next] = true;
            if !far || is_occupied(next) {
                break;
            }
            square = next;
        }
    }
    set
}

/// Returns the step from one square towards another on a line, and the number of steps.
fn line(a: usize, b: usize) -> Option<((isize, isize), isize)> {
    let files = (b % 8) as isize - (a % 8) as isize;
    let ranks = (b / 8) as isize - (a / 8) as isize;
    let steps = files.abs().max(ranks.abs());
    let is_line = steps > 0 && (files == 0 || ranks == 0 || files.abs() == ranks.abs());
    is_line.then(|| ((files / steps, ranks / steps), steps))
}

fn squares(set: Set) -> Vec<usize> {
    (0..64).filter(|&square| set[square]).collect()
}

/// Where expressions are evaluated: a move is real, the boards before and after it are turned.
pub(super) struct Scene<'a> {
    pub(super) before: &'a World,
    pub(super) after: Option<&'a World>,
    pub(super) by: Option<Move>,
    pub(super) square: Option<usize>,
    pub(super) names: Vec<(String, Value)>,
}

impl Scene<'_> {
    fn world(&self, is_after: bool) -> &World {
        if is_after { self.after.unwrap() } else { self.before }
    }

    pub(super) fn set(&mut self, expression: &Expression, is_after: bool) -> Set {
        match self.value(expression, is_after) {
            Value::Set(set) => set,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn truth(&mut self, expression: &Expression, is_after: bool) -> bool {
        match self.value(expression, is_after) {
            Value::Truth(truth) => truth,
            Value::Set(set) => set.contains(&true),
            Value::Number(_) => panic!("a number"),
        }
    }

    pub(super) fn value(&mut self, expression: &Expression, is_after: bool) -> Value {
        match expression {
            Expression::Word(word) => self.word(word, is_after),
            Expression::Number(number) => Value::Number(*number),
            Expression::Prefix("~", of) => Value::Set(self.set(of, is_after).map(|is_in| !is_in)),
            Expression::Prefix(_, of) => Value::Truth(!self.truth(of, is_after)),
            Expression::After(of) => self.value(of, true),
            Expression::Quantifier(word, name, of, condition) => {
                let of = self.set(of, is_after);
                let mut found = [false; 64];
                for square in squares(of) {
                    self.names.push((name.clone(), Value::Set(only(square))));
                    found[square] = self.truth(condition, is_after);
                    self.names.pop();
                }
                match *word {
                    "{" => Value::Set(found),
                    "any" => Value::Truth(found.contains(&true)),
                    _ => Value::Truth(found == of),
                }
            }
            Expression::Binary(operator, a, b) => self.binary(operator, a, b, is_after),
            Expression::Call(name, arguments) => self.call(name, arguments, is_after),
        }
    }

    fn binary(&mut self, operator: &str, a: &Expression, b: &Expression, is_after: bool) -> Value {
        if matches!(operator, "and" | "or") {
            let [a, b] = [self.truth(a, is_after), self.truth(b, is_after)];
            return Value::Truth(if operator == "and" { a && b } else { a || b });
        }
        match (self.value(a, is_after), self.value(b, is_after)) {
            (Value::Set(a), Value::Set(b)) => match operator {
                "=" => Value::Truth(a == b),
                "!=" => Value::Truth(a != b),
                "in" => Value::Truth(a.contains(&true) && (0..64).all(|square| !a[square] || b[square])),
                _ => Value::Set(std::array::from_fn(|square| match operator {
                    "&" => a[square] && b[square],
                    "|" => a[square] || b[square],
                    _ => a[square] && !b[square],
                })),
            },
            (Value::Number(a), Value::Number(b)) => match operator {
                "+" => Value::Number((a + b).clamp(-1_000_000_000, 1_000_000_000)),
                "-" => Value::Number((a - b).clamp(-1_000_000_000, 1_000_000_000)),
                "*" => Value::Number((a * b).clamp(-1_000_000_000, 1_000_000_000)),
                "=" => Value::Truth(a == b),
                "!=" => Value::Truth(a != b),
                "<" => Value::Truth(a < b),
                "<=" => Value::Truth(a <= b),
                ">" => Value::Truth(a > b),
                _ => Value::Truth(a >= b),
            },
            other => panic!("{other:?}"),
        }
    }

    fn word(&self, word: &str, is_after: bool) -> Value {
        if let Some((_, value)) = self.names.iter().rev().find(|(name, _)| name == word) {
            return *value;
        }
        let world = self.world(is_after);
        let of = |is_in: &dyn Fn(usize) -> bool| Value::Set(std::array::from_fn(is_in));
        let kind = |piece: Piece| of(&|square| world.cells[square].is_some_and(|(_, kind)| kind == piece));
        let of_move = || {
            let sets = squares_of(&self.before.position, self.by.unwrap());
            sets.map(|set| self.before.turned_set(set))
        };
        let is_check = !world.position.checkers().is_empty();
        let replies = world.position.legal_moves().len() as i64;
        match word {
            "us" => of(&|square| world.is(square, true)),
            "them" => of(&|square| world.is(square, false)),
            "occupied" => of(&|square| world.cells[square].is_some()),
            "empty" => of(&|square| world.cells[square].is_none()),
            "all" => of(&|_| true),
            "none" => of(&|_| false),
            "pawns" => kind(Piece::Pawn),
            "knights" => kind(Piece::Knight),
            "bishops" => kind(Piece::Bishop),
            "rooks" => kind(Piece::Rook),
            "queens" => kind(Piece::Queen),
            "kings" => kind(Piece::King),
            "light" => of(&|square| (square / 8 + square % 8) % 2 == 1),
            "dark" => of(&|square| (square / 8 + square % 8) % 2 == 0),
            "from" => Value::Set(of_move()[0]),
            "to" => Value::Set(of_move()[1]),
            "captured" => Value::Set(of_move()[2]),
            "last_from" => Value::Set(world.last[0]),
            "last_to" => Value::Set(world.last[1]),
            "last_captured" => Value::Set(world.last[2]),
            "unmoved" => Value::Set(world.unmoved),
            "square" => Value::Set(only(self.square.unwrap())),
            "checkers" => {
                let turn = world.position.turn() == world.side;
                let king = world.king(turn);
                of(&|square| world.is(square, !turn) && world.attacks(square)[king])
            }
            "replies" => Value::Number(replies),
            "ply" => Value::Number(world.ply),
            "check" => Value::Truth(is_check),
            "mate" => Value::Truth(is_check && replies == 0),
            "stalemate" => Value::Truth(!is_check && replies == 0),
            "castles" => Value::Truth(matches!(self.by, Some(Move::Castling { .. }))),
            "true" => Value::Truth(true),
            "false" => Value::Truth(false),
            "file(c..f)" => of(&|square| (2..6).contains(&(square % 8))),
            "rank(7)" => of(&|square| square / 8 == 6),
            "e4" => Value::Set(only(28)),
            _ => panic!("{word}"),
        }
    }

    fn call(&mut self, name: &str, arguments: &[Expression], is_after: bool) -> Value {
        let side = match &arguments[0] {
            Expression::Word(word) if word == "us" || word == "them" => word == "us",
            _ => true,
        };
        let takes_side = [
            "defended",
            "undefended",
            "pinned",
            "passers",
            "forking_knights",
            "king_escapes",
            "king_reach",
            "knight_outposts",
            "king_zone",
            "turn",
            "pawn_attacks",
            "front_span",
            "passer_span",
        ];
        let mut sets: Vec<Set> = Vec::new();
        let mut numbers: Vec<i64> = Vec::new();
        for argument in &arguments[usize::from(takes_side.contains(&name))..] {
            match self.value(argument, is_after) {
                Value::Set(set) => sets.push(set),
                Value::Number(number) => numbers.push(number),
                Value::Truth(_) => panic!("a truth"),
            }
        }
        let world = self.world(is_after);
        let of = |is_in: &dyn Fn(usize) -> bool| Value::Set(std::array::from_fn(is_in));
        let pawn = |square: usize, own: bool| world.cells[square] == Some((own, Piece::Pawn));
        let ahead =
            |from: usize, to: usize, own: bool| if own { to / 8 > from / 8 } else { to / 8 < from / 8 };
        let reach = |from: Set, n: i64, piece: Piece| {
            (0..n.clamp(0, 64)).fold(from, |all, _| {
                let next = squares(all).into_iter().map(|square| attacks_of(piece, square, &|_| false));
                union(next.chain([all]))
            })
        };
        let steps = |piece: Piece, a: Set, b: Set| {
            let nearest = (0..9).find(|&n| squares(reach(a, n, piece)).into_iter().any(|square| b[square]));
            nearest.unwrap_or(99)
        };
        match name {
            "attacks" => Value::Set(union(squares(sets[0]).into_iter().map(|from| world.attacks(from)))),
            "attackers" => of(&|from| (0..64).any(|to| sets[0][to] && world.attacks(from)[to])),
            "between" => of(&|square| {
                squares(sets[0]).into_iter().any(|a| {
                    squares(sets[1]).into_iter().any(|b| match (line(a, square), line(square, b)) {
                        (Some((there, _)), Some((on, _))) => there == on,
                        _ => false,
                    })
                })
            }),
            "behind" => {
                let mut set = [false; 64];
                for a in squares(sets[0]) {
                    for b in squares(sets[1]) {
                        let Some(((files, ranks), _)) = line(a, b) else { continue };
                        let mut square = b;
                        while let Some(next) = moved(square, files, ranks) {
                            set[next] = true;
                            if world.cells[next].is_some() {
                                break;
                            }
                            square = next;
                        }
                    }
                }
                Value::Set(set)
            }
            "defended" => of(&|square| world.is(square, side) && world.attacked_by(side)[square]),
            "undefended" => of(&|square| world.is(square, side) && !world.attacked_by(side)[square]),
            "pinned" => {
                let king = world.king(side);
                of(&|square| {
                    let Some(((files, ranks), _)) = line(king, square) else { return false };
                    if !world.is(square, side) {
                        return false;
                    }
                    let mut men = Vec::new();
                    let mut at = king;
                    while let Some(next) = moved(at, files, ranks) {
                        men.extend(world.cells[next].map(|man| (next, man)));
                        at = next;
                    }
                    let slides = |piece| match piece {
                        Piece::Queen => true,
                        Piece::Rook => files == 0 || ranks == 0,
                        Piece::Bishop => files != 0 && ranks != 0,
                        _ => false,
                    };
                    matches!(men[..], [(first, _), (_, (own, piece)), ..]
                        if first == square && own != side && slides(piece))
                })
            }
            "passers" => of(&|from| {
                let stops =
                    |to: usize| pawn(to, !side) && (to % 8).abs_diff(from % 8) <= 1 && ahead(from, to, side);
                pawn(from, side) && !(0..64).any(stops)
            }),
            "forking_knights" => of(&|from| {
                let hits = |to: &usize| world.is(*to, !side) && !pawn(*to, !side) && world.attacks(from)[*to];
                world.cells[from] == Some((side, Piece::Knight)) && (0..64).filter(hits).count() >= 2
            }),
            "king_escapes" | "king_reach" => {
                let king = world.king(side);
                let mut lifted = world.clone();
                lifted.cells[king] = None;
                let attacked = lifted.attacked_by(!side);
                let may = |square: usize| !attacked[square] && !world.is(square, side);
                let escapes = |from: usize| {
                    let near = attacks_of(Piece::King, from, &|_| false);
                    std::array::from_fn(|square| near[square] && may(square))
                };
                if name == "king_escapes" {
                    return Value::Set(escapes(king));
                }
                let walk = |all: Set| union(squares(all).into_iter().map(escapes).chain([all]));
                Value::Set((0..64).fold(only(king), |all, _| walk(all)))
            }
            "knight_outposts" => of(&|square| {
                let rank = if side { square / 8 } else { 7 - square / 8 };
                let own = (0..64).any(|from| pawn(from, side) && pawn_attacks(side, from)[square]);
                let may_attack = |from: usize| {
                    pawn(from, !side) && (from % 8).abs_diff(square % 8) == 1 && ahead(from, square, !side)
                };
                (3..6).contains(&rank) && own && !(0..64).any(may_attack)
            }),
            "king_zone" => {
                let king = world.king(side);
                let ranks = if side { 2 } else { -2 };
                let far = [-1, 0, 1].into_iter().filter_map(|files| moved(king, files, ranks)).map(only);
                Value::Set(union(far.chain([attacks_of(Piece::King, king, &|_| false)])))
            }
            "turn" => Value::Truth((world.position.turn() == world.side) == side),
            "can_capture" => {
                let is_capture = |by: &Move| {
                    squares(squares_of(&world.position, *by)[2])
                        .into_iter()
                        .any(|square| sets[0][world.turned(square)])
                };
                Value::Truth(world.position.legal_moves().iter().any(is_capture))
            }
            "knight_attacks" | "king_attacks" => {
                let piece = if name == "king_attacks" { Piece::King } else { Piece::Knight };
                Value::Set(union(
                    squares(sets[0]).into_iter().map(|from| attacks_of(piece, from, &|_| false)),
                ))
            }
            "pawn_attacks" => {
                Value::Set(union(squares(sets[0]).into_iter().map(|from| pawn_attacks(side, from))))
            }
            "rook_attacks" | "bishop_attacks" | "queen_attacks" => {
                let piece = match name {
                    "rook_attacks" => Piece::Rook,
                    "bishop_attacks" => Piece::Bishop,
                    _ => Piece::Queen,
                };
                let stops = |square: usize| match sets.get(1) {
                    Some(occupied) => occupied[square],
                    None => world.cells[square].is_some(),
                };
                Value::Set(union(squares(sets[0]).into_iter().map(|from| attacks_of(piece, from, &stops))))
            }
            "knight_fill" => Value::Set(reach(sets[0], numbers.first().copied().unwrap_or(1), Piece::Knight)),
            "king_fill" => Value::Set(reach(sets[0], numbers.first().copied().unwrap_or(1), Piece::King)),
            "fork_squares" => {
                let least = numbers.first().copied().unwrap_or(2);
                let hits = |from| {
                    squares(attacks_of(Piece::Knight, from, &|_| false))
                        .into_iter()
                        .filter(|&to| sets[0][to])
                        .count()
                };
                of(&|square| hits(square) as i64 >= least)
            }
            "north" | "south" | "east" | "west" => {
                let (files, ranks) = step(name);
                Value::Set(union(
                    squares(sets[0]).into_iter().filter_map(|from| moved(from, files, ranks)).map(only),
                ))
            }
            "north_fill" | "south_fill" | "east_fill" | "west_fill" => {
                let (files, ranks) = step(name.split_once('_').unwrap().0);
                of(&|square| {
                    (0..8).any(|n| moved(square, -n * files, -n * ranks).is_some_and(|from| sets[0][from]))
                })
            }
            "file_fill" => of(&|square| (0..64).any(|other| sets[0][other] && other % 8 == square % 8)),
            "rank_fill" => of(&|square| (0..64).any(|other| sets[0][other] && other / 8 == square / 8)),
            "front_span" | "passer_span" => {
                let files = usize::from(name == "passer_span");
                of(&|square| {
                    squares(sets[0])
                        .into_iter()
                        .any(|from| ahead(from, square, side) && (from % 8).abs_diff(square % 8) <= files)
                })
            }
            "count" => Value::Number(squares(sets[0]).len() as i64),
            "value" => {
                let worth = |square: usize| match world.cells[square] {
                    None => 0,
                    Some((_, Piece::Pawn)) => 1,
                    Some((_, Piece::Knight | Piece::Bishop)) => 3,
                    Some((_, Piece::Rook)) => 5,
                    Some((_, Piece::Queen)) => 9,
                    Some((_, Piece::King)) => 100,
                };
                Value::Number(squares(sets[0]).into_iter().map(worth).sum())
            }
            "distance" => Value::Number(steps(Piece::King, sets[0], sets[1])),
            "knight_distance" => Value::Number(steps(Piece::Knight, sets[0], sets[1])),
            _ => panic!("{name}"),
        }
    }
}

fn step(name: &str) -> (isize, isize) {
    match name {
        "north" => (0, 1),
        "south" => (0, -1),
        "east" => (1, 0),
        _ => (-1, 0),
    }
}
