//! The words of the language.

use super::nodes::{At, Id, Kind, Men, Node, Slider};
use Kind::{Number, Set, Truth};
use destrier::registry::{VALUES, ValueKind};
use destrier::{Bitboard, Color, Direction, Piece, Square};

/// A word of the language, where an expression may have it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Operand {
    /// A set, number or truth of its own. The second is whether it speaks of a move.
    Plain(Kind, fn(At) -> Node, bool),
    /// `after`.
    After,
    /// `file` or `rank`.
    File,
    Rank,
    Function(Function),
}

/// A function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function {
    pub(super) parameters: &'static [Parameter],
    /// What the last argument is if it is left out.
    pub(super) default: Default,
    pub(super) result: Kind,
    pub(super) make: Make,
}

/// The type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parameter {
    Set,
    Number,
    Side,
}

/// Makes a function's node from its arguments.
#[derive(Clone, Copy, Debug)]
pub(super) enum Make {
    /// From sets and numbers.
    Sets(fn(At, Id, Id) -> Node),
    /// From a side, and perhaps a set.
    Side(fn(At, Color, Id) -> Node),
    /// From the index of a value in the registry, and a side.
    Value(u8),
}

/// Words that begin a statement, join expressions or name kinds of pieces.
const KEYWORDS: [&str; 19] = [
    "pattern", "move", "standing", "where", "mirror", "then", "example", "except", "in", "not", "no", "any",
    "every", "and", "or", "after", "file", "rank", "castles",
];

/// Sets, numbers and truths that stand alone.
const PLAIN: [(&str, Kind, fn(At) -> Node, bool); 31] = [
    ("us", Set, |at| Node::Men(at, Men::Us), false),
    ("them", Set, |at| Node::Men(at, Men::Them), false),
    ("occupied", Set, |at| Node::Men(at, Men::Occupied), false),
    ("all", Set, |_| Node::Constant(Bitboard::FULL), false),
    ("none", Set, |_| Node::Constant(Bitboard::EMPTY), false),
    ("pawns", Set, |at| Node::Pieces(at, Piece::Pawn), false),
    ("knights", Set, |at| Node::Pieces(at, Piece::Knight), false),
    ("bishops", Set, |at| Node::Pieces(at, Piece::Bishop), false),
    ("rooks", Set, |at| Node::Pieces(at, Piece::Rook), false),
    ("queens", Set, |at| Node::Pieces(at, Piece::Queen), false),
    ("kings", Set, |at| Node::Pieces(at, Piece::King), false),
    ("light", Set, |_| Node::Constant(Bitboard::LIGHT_SQUARES), false),
    ("dark", Set, |_| Node::Constant(Bitboard::DARK_SQUARES), false),
    ("from", Set, |_| Node::From, true),
    ("to", Set, |_| Node::To, true),
    ("captured", Set, |_| Node::Captured, true),
    ("last_from", Set, |at| of_last(at, Node::LastFrom, Node::From), false),
    ("last_to", Set, |at| of_last(at, Node::LastTo, Node::To), false),
    ("last_captured", Set, |at| of_last(at, Node::LastCaptured, Node::Captured), false),
    ("unmoved", Set, Node::Unmoved, false),
    ("checkers", Set, Node::Checkers, false),
    ("replies", Number, Node::Replies, false),
    ("ply", Number, Node::Ply, false),
    ("check", Truth, Node::Check, false),
    ("mate", Truth, Node::Mate, false),
    ("stalemate", Truth, Node::Stalemate, false),
    ("castles", Truth, |_| Node::Castles, true),
    ("true", Truth, |_| Node::Truth(true), false),
    ("false", Truth, |_| Node::Truth(false), false),
    ("empty", Set, |at| Node::Men(at, Men::Neither), false),
    // In a pattern of moves. A standing pattern defines it.
    ("square", Set, |_| Node::To, true),
];

const fn of_last(at: At, before: Node, after: Node) -> Node {
    match at {
        At::Before => before,
        At::After => after,
    }
}

const SET: &[Parameter] = &[Parameter::Set];
const SETS: &[Parameter] = &[Parameter::Set, Parameter::Set];
const SET_AND_NUMBER: &[Parameter] = &[Parameter::Set, Parameter::Number];
const SIDE: &[Parameter] = &[Parameter::Side];
/// What an argument is if it is left out.
type Default = Option<fn(At) -> Node>;

const OCCUPIED: Default = Some(|at| Node::Men(at, Men::Occupied));
const ONE: Default = Some(|_| Node::Number(1));
const TWO: Default = Some(|_| Node::Number(2));
const SIDE_AND_SET: &[Parameter] = &[Parameter::Side, Parameter::Set];

/// The name, parameters, default of the last one, type and node of each function, except those of the registry.
const FUNCTIONS: [(&str, &[Parameter], Default, Kind, Make); 35] = [
    ("attacks", SET, None, Set, Make::Sets(|at, a, _| Node::Attacks(at, a))),
    ("attackers", SET, None, Set, Make::Sets(|at, a, _| Node::Attackers(at, a))),
    ("between", SETS, None, Set, Make::Sets(|_, a, b| Node::Between(a, b))),
    ("behind", SETS, None, Set, Make::Sets(Node::Behind)),
    ("defended", SIDE, None, Set, Make::Side(|at, side, _| Node::Defended(at, side))),
    ("undefended", SIDE, None, Set, Make::Side(|at, side, _| Node::Undefended(at, side))),
    ("pinned", SIDE, None, Set, Make::Side(|at, side, _| Node::Pinned(at, side))),
    ("king_zone", SIDE, None, Set, Make::Side(|at, side, _| Node::KingZone(at, side))),
    ("knight_attacks", SET, None, Set, Make::Sets(|_, a, _| Node::KnightAttacks(a))),
    ("king_attacks", SET, None, Set, Make::Sets(|_, a, _| Node::KingAttacks(a))),
    ("pawn_attacks", SIDE_AND_SET, None, Set, Make::Side(|_, side, a| Node::PawnAttacks(side, a))),
    ("rook_attacks", SETS, OCCUPIED, Set, Make::Sets(|_, a, b| Node::SliderAttacks(Slider::Rook, a, b))),
    ("bishop_attacks", SETS, OCCUPIED, Set, Make::Sets(|_, a, b| Node::SliderAttacks(Slider::Bishop, a, b))),
    ("queen_attacks", SETS, OCCUPIED, Set, Make::Sets(|_, a, b| Node::SliderAttacks(Slider::Queen, a, b))),
    ("knight_fill", SET_AND_NUMBER, ONE, Set, Make::Sets(|_, a, b| Node::KnightFill(a, b))),
    ("king_fill", SET_AND_NUMBER, ONE, Set, Make::Sets(|_, a, b| Node::KingFill(a, b))),
    ("fork_squares", SET_AND_NUMBER, TWO, Set, Make::Sets(|_, a, b| Node::ForkSquares(a, b))),
    ("north", SET, None, Set, Make::Sets(|_, a, _| Node::Step(Direction::North, a))),
    ("south", SET, None, Set, Make::Sets(|_, a, _| Node::Step(Direction::South, a))),
    ("east", SET, None, Set, Make::Sets(|_, a, _| Node::Step(Direction::East, a))),
    ("west", SET, None, Set, Make::Sets(|_, a, _| Node::Step(Direction::West, a))),
    ("north_fill", SET, None, Set, Make::Sets(|_, a, _| Node::Fill(Direction::North, a))),
    ("south_fill", SET, None, Set, Make::Sets(|_, a, _| Node::Fill(Direction::South, a))),
    ("east_fill", SET, None, Set, Make::Sets(|_, a, _| Node::Fill(Direction::East, a))),
    ("west_fill", SET, None, Set, Make::Sets(|_, a, _| Node::Fill(Direction::West, a))),
    ("file_fill", SET, None, Set, Make::Sets(|_, a, _| Node::FileFill(a))),
    ("rank_fill", SET, None, Set, Make::Sets(|_, a, _| Node::RankFill(a))),
    ("front_span", SIDE_AND_SET, None, Set, Make::Side(|_, side, a| Node::FrontSpan(side, a))),
    ("passer_span", SIDE_AND_SET, None, Set, Make::Side(|_, side, a| Node::PasserSpan(side, a))),
    ("count", SET, None, Number, Make::Sets(|_, a, _| Node::Count(a))),
    ("value", SET, None, Number, Make::Sets(|at, a, _| Node::Worth(at, a))),
    ("distance", SETS, None, Number, Make::Sets(|_, a, b| Node::Distance(a, b))),
    ("knight_distance", SETS, None, Number, Make::Sets(|_, a, b| Node::KnightDistance(a, b))),
    ("turn", SIDE, None, Truth, Make::Side(|at, side, _| Node::Turn(at, side))),
    ("can_capture", SET, None, Truth, Make::Sets(|at, a, _| Node::CanCapture(at, a))),
];

/// Returns what a word means in an expression.
pub(super) fn operand(word: &str) -> Option<Operand> {
    match word {
        "after" => return Some(Operand::After),
        "file" => return Some(Operand::File),
        "rank" => return Some(Operand::Rank),
        _ => {}
    }
    let plain = PLAIN.iter().find(|(name, ..)| *name == word);
    if let Some(&(_, kind, node, is_of_move)) = plain {
        return Some(Operand::Plain(kind, node, is_of_move));
    }
    let function = FUNCTIONS.iter().find(|(name, ..)| *name == word);
    if let Some(&(_, parameters, default, result, make)) = function {
        return Some(Operand::Function(Function { parameters, default, result, make }));
    }
    let index = VALUES.iter().position(|value| value.name == word)?;
    let result = if VALUES[index].kind == ValueKind::Set { Set } else { Number };
    let make = Make::Value(u8::try_from(index).ok()?);
    Some(Operand::Function(Function { parameters: SIDE, default: None, result, make }))
}

/// Returns the kind of piece of a pattern of moves.
pub(super) fn piece(word: &str) -> Option<Piece> {
    Piece::ALL.into_iter().find(|piece| piece.to_string() == word)
}

/// Returns the names of the kinds of pieces.
pub(super) fn pieces() -> impl Iterator<Item = &'static str> {
    ["pawn", "knight", "bishop", "rook", "queen", "king"].into_iter()
}

/// Returns whether a word has a meaning, so that no name can be this word. Names such as `king` are free: kinds of pieces
/// only follow `move`.
pub(super) fn is_taken(word: &str) -> bool {
    KEYWORDS.contains(&word) || operand(word).is_some() || word.parse::<Square>().is_ok()
}

/// Returns all words that may stand in expressions, except squares.
pub(super) fn all<'a>() -> impl Iterator<Item = &'a str> {
    let plain = PLAIN.iter().map(|(name, ..)| *name);
    let functions = FUNCTIONS.iter().map(|(name, ..)| *name);
    plain.chain(functions).chain(VALUES.iter().map(|value| value.name)).chain(KEYWORDS)
}
