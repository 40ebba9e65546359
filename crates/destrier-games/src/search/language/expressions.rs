//! Reads expressions and their types.
//!
//! The parser is written by hand. It is small, and the language says exactly where each error is.

use super::error::PatternError;
use super::lexer::{Lexer, Token, Word};
use super::nodes::{At, Builder, Comparison, Id, Kind, MAX_VARIABLES, Node};
use super::words::{self, Function, Make, Operand, Parameter};
use crate::names::nearest;
use destrier::{Bitboard, Color, File, Rank, Square};

/// The maximum length of a file of patterns, in bytes.
const MAX_LENGTH: usize = 64 << 10;

/// The maximum depth of brackets and prefixes, which bounds the stack of the parser.
const MAX_DEPTH: usize = 100;

/// An expression that was read.
#[derive(Clone, Copy)]
pub(super) struct Expression {
    pub(super) kind: Kind,
    pub(super) id: Id,
    /// Its first character.
    start: usize,
    end: usize,
}

pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    /// The next word.
    pub(super) word: Word<'a>,
    /// The end of the last word before it.
    pub(super) end: usize,
    pub(super) statements: usize,
    depth: usize,
    pub(super) pattern: Context<'a>,
}

/// What the words before an expression mean for it.
#[derive(Default)]
pub(super) struct Context<'a> {
    pub(super) builder: Builder,
    pub(super) names: Vec<(&'a str, Kind, Id)>,
    variables: Vec<(&'a str, Id)>,
    pub(super) is_standing: bool,
    /// The place of the word after `move`, which may be a misspelled kind of piece.
    pub(super) may_be_piece: Option<usize>,
    is_after: bool,
    pub(super) needs_history: bool,
}

pub(super) type Result<T, E = PatternError> = std::result::Result<T, E>;

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self> {
        let lexer = Lexer { text };
        if text.len() > MAX_LENGTH {
            return Err(PatternError::new(text, 0, 0, format!("at most {MAX_LENGTH} bytes")));
        }
        let word = lexer.word_from(0)?;
        let end = if word.token == Token::End { 0 } else { word.start };
        let word = if word.token == Token::End { Word { start: 0, end: 0, ..word } } else { word };
        Ok(Self { lexer, word, end, statements: 0, depth: 0, pattern: Context::default() })
    }

    pub(super) fn error<T>(&self, start: usize, end: usize, message: impl Into<String>) -> Result<T> {
        Err(PatternError::new(self.lexer.text, start, end, message.into()))
    }

    pub(super) fn error_at_word<T>(&self, message: impl Into<String>) -> Result<T> {
        self.error(self.word.start, self.word.end, message)
    }

    /// Creates the error for a word that cannot stand here.
    pub(super) fn unexpected(&self, expected: &str) -> PatternError {
        self.unexpected_near(expected, None)
    }

    /// Does the same, with the known word that was perhaps meant.
    pub(super) fn unexpected_near(&self, expected: &str, near: Option<&str>) -> PatternError {
        let Word { token, start, end } = self.word;
        let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        let message = match token {
            Token::End => format!("the text ends too early: expected {expected}{hint}"),
            _ => format!("expected {expected}, found `{}`{hint}", &self.lexer.text[start..end]),
        };
        PatternError::new(self.lexer.text, start, end, message)
    }

    pub(super) fn advance(&mut self) -> Result<Word<'a>> {
        let word = self.word;
        self.word = self.lexer.word_from(word.end)?;
        self.end = word.end;
        Ok(word)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.word.token == Token::Word(word)
    }

    /// Skips a word of the language if it is next.
    pub(super) fn accept_word(&mut self, word: &str) -> Result<bool> {
        let is_next = self.is_word(word);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    pub(super) fn is_symbol(&self, symbol: &str) -> bool {
        self.word.token == Token::Symbol(symbol)
    }

    pub(super) fn accept_symbol(&mut self, symbol: &str) -> Result<bool> {
        let is_next = self.is_symbol(symbol);
        if is_next {
            self.advance()?;
        }
        Ok(is_next)
    }

    fn expect_symbol(&mut self, symbol: &str) -> Result<()> {
        if self.accept_symbol(symbol)? { Ok(()) } else { Err(self.unexpected(&format!("`{symbol}`"))) }
    }

    pub(super) fn text(&mut self, expected: &str) -> Result<&'a str> {
        let Token::Text(text) = self.word.token else { return Err(self.unexpected(expected)) };
        self.advance()?;
        Ok(text)
    }

    /// Adds a node to the program.
    pub(super) fn node(&mut self, node: Node, place: Word<'_>) -> Result<Id> {
        match self.pattern.builder.add(node) {
            Some(id) => Ok(id),
            None => self.error(place.start, place.end, "the expression is too long"),
        }
    }

    /// Adds a node for an expression that began at some place.
    fn expression_of(&mut self, kind: Kind, node: Node, start: usize, place: Word<'_>) -> Result<Expression> {
        Ok(Expression { kind, id: self.node(node, place)?, start, end: self.end })
    }

    pub(super) fn expect_kind(&self, expression: Expression, kind: Kind) -> Result<Id> {
        if expression.kind == kind {
            return Ok(expression.id);
        }
        let message = format!("expected {}, found {}", name_of(kind), name_of(expression.kind));
        self.error(expression.start, expression.end, message)
    }

    /// Returns the truth of an expression. A set is true if it has a square.
    pub(super) fn truth(&mut self, expression: Expression) -> Result<Id> {
        if expression.kind == Kind::Set {
            let Expression { start, end, .. } = expression;
            return self.node(Node::AtLeast(expression.id, 1), Word { token: Token::End, start, end });
        }
        self.expect_kind(expression, Kind::Truth)
    }

    /// Counts a level of brackets or prefixes. The caller subtracts it at the end.
    fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self
                .error_at_word(format!("at most {MAX_DEPTH} brackets and prefixes inside each other"));
        }
        Ok(())
    }

    /// Reads an expression of any type.
    pub(super) fn expression(&mut self) -> Result<Expression> {
        let mut left = self.conjunction()?;
        while self.is_word("or") {
            let word = self.advance()?;
            let right = self.conjunction()?;
            let node = Node::Or(self.truth(left)?, self.truth(right)?);
            left = self.expression_of(Kind::Truth, node, left.start, word)?;
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Expression> {
        let mut left = self.negation()?;
        while self.is_word("and") {
            let word = self.advance()?;
            let right = self.negation()?;
            let node = Node::And(self.truth(left)?, self.truth(right)?);
            left = self.expression_of(Kind::Truth, node, left.start, word)?;
        }
        Ok(left)
    }

    /// Reads `not`, `no`, `any`, `every`, or a comparison.
    fn negation(&mut self) -> Result<Expression> {
        let start = self.word.start;
        match self.word.token {
            Token::Word("not" | "no") => {
                self.enter()?;
                let word = self.advance()?;
                let operand = self.negation()?;
                self.depth -= 1;
                let node = Node::Not(self.truth(operand)?);
                self.expression_of(Kind::Truth, node, start, word)
            }
            Token::Word(word @ ("any" | "every")) => {
                let place = self.word;
                let (of, condition, number) = self.quantifier()?;
                let node = if word == "any" {
                    Node::Any(of, condition, number)
                } else {
                    Node::Every(of, condition, number)
                };
                self.expression_of(Kind::Truth, node, start, place)
            }
            _ => self.comparison(),
        }
    }

    /// Reads `any x in S: CONDITION` or the same after `{`. Returns the set, the condition and the number of the variable.
    fn quantifier(&mut self) -> Result<(Id, Id, u8)> {
        let number = self.pattern.variables.len() as u8;
        if number == MAX_VARIABLES {
            return self.error_at_word(format!("at most {MAX_VARIABLES} quantifiers inside each other"));
        }
        self.enter()?;
        self.advance()?;
        let Token::Word(name) = self.word.token else { return Err(self.unexpected("a name")) };
        let is_square = name == "square" && self.pattern.is_standing;
        if self.name(name).is_some() {
            return self.error_at_word(format!("`{name}` is already defined"));
        }
        if words::is_taken(name) && !is_square {
            return self.error_at_word(format!("`{name}` is a word of the language"));
        }
        let word = self.advance()?;
        if !self.accept_word("in")? {
            return Err(self.unexpected("`in`"));
        }
        let of = self.sum()?;
        let of = self.expect_kind(of, Kind::Set)?;
        self.expect_symbol(":")?;
        let variable = self.node(Node::Variable(number), word)?;
        self.pattern.variables.push((name, variable));
        let condition = self.expression()?;
        let condition = self.truth(condition)?;
        self.pattern.variables.pop();
        self.depth -= 1;
        Ok((of, condition, number))
    }

    fn comparison(&mut self) -> Result<Expression> {
        let left = self.sum()?;
        let operator = match self.word.token {
            Token::Symbol(symbol @ ("=" | "!=" | "<" | "<=" | ">" | ">=")) => symbol,
            Token::Word("in") => "in",
            _ => return Ok(left),
        };
        let word = self.advance()?;
        let right = self.sum()?;
        let kind = match operator {
            "=" | "!=" if left.kind == Kind::Set => Kind::Set,
            "in" => Kind::Set,
            _ => Kind::Number,
        };
        let is_equality = matches!(operator, "=" | "!=");
        if is_equality && left.kind == Kind::Truth {
            return self.error(left.start, left.end, "expected a set or a number, found a truth");
        }
        let [a, b] = [self.expect_kind(left, kind)?, self.expect_kind(right, kind)?];
        let (node, is_negated) = match operator {
            "in" => (Node::In(a, b), false),
            "=" | "!=" if kind == Kind::Set => (Node::SameSet(a, b), operator == "!="),
            "=" | "!=" => (Node::Compare(Comparison::Equal, a, b), operator == "!="),
            ">=" => (Node::Compare(Comparison::AtMost, b, a), false),
            ">" => (Node::Compare(Comparison::Less, b, a), false),
            "<" => (Node::Compare(Comparison::AtMost, b, a), true),
            _ => (Node::Compare(Comparison::Less, b, a), true),
        };
        let comparison = self.expression_of(Kind::Truth, node, left.start, word)?;
        if is_negated {
            return self.expression_of(Kind::Truth, Node::Not(comparison.id), left.start, word);
        }
        Ok(comparison)
    }

    /// Reads operators that add and subtract.
    fn sum(&mut self) -> Result<Expression> {
        let mut left = self.product()?;
        while let Token::Symbol(symbol @ ("|" | "+" | "-")) = self.word.token {
            let word = self.advance()?;
            let right = self.product()?;
            let kind = match symbol {
                "|" => Kind::Set,
                "-" if left.kind == Kind::Set => Kind::Set,
                "-" if left.kind == Kind::Truth => {
                    return self.error(left.start, left.end, "expected a set or a number, found a truth");
                }
                _ => Kind::Number,
            };
            let [a, b] = [self.expect_kind(left, kind)?, self.expect_kind(right, kind)?];
            let node = match symbol {
                "|" => Node::Union(a, b),
                "+" => Node::Sum(a, b),
                _ if kind == Kind::Set => Node::Difference(a, b),
                _ => Node::Minus(a, b),
            };
            left = self.expression_of(kind, node, left.start, word)?;
        }
        Ok(left)
    }

    /// Reads operators that intersect and multiply.
    fn product(&mut self) -> Result<Expression> {
        let mut left = self.complement()?;
        while let Token::Symbol(symbol @ ("&" | "*")) = self.word.token {
            let word = self.advance()?;
            let right = self.complement()?;
            let kind = if symbol == "&" { Kind::Set } else { Kind::Number };
            let [a, b] = [self.expect_kind(left, kind)?, self.expect_kind(right, kind)?];
            let node = if symbol == "&" { Node::Intersection(a, b) } else { Node::Product(a, b) };
            left = self.expression_of(kind, node, left.start, word)?;
        }
        Ok(left)
    }

    fn complement(&mut self) -> Result<Expression> {
        if !self.is_symbol("~") {
            return self.primary();
        }
        self.enter()?;
        let word = self.advance()?;
        let operand = self.complement()?;
        self.depth -= 1;
        let node = Node::Complement(self.expect_kind(operand, Kind::Set)?);
        self.expression_of(Kind::Set, node, word.start, word)
    }

    fn primary(&mut self) -> Result<Expression> {
        let word = self.word;
        match word.token {
            Token::Number(number) => {
                self.advance()?;
                self.expression_of(Kind::Number, Node::Number(number), word.start, word)
            }
            Token::Symbol("(") => {
                self.enter()?;
                self.advance()?;
                let inner = self.expression()?;
                self.expect_symbol(")")?;
                self.depth -= 1;
                Ok(Expression { start: word.start, end: self.end, ..inner })
            }
            Token::Symbol("{") => {
                let (of, condition, number) = self.quantifier()?;
                self.expect_symbol("}")?;
                self.expression_of(Kind::Set, Node::Filter(of, condition, number), word.start, word)
            }
            Token::Word(name) => self.named(name),
            _ => Err(self.unexpected("a set, a number or a condition")),
        }
    }

    /// Returns the type and node of a name that was defined.
    pub(super) fn name(&self, name: &str) -> Option<(Kind, Id)> {
        let variable = self.pattern.variables.iter().find(|(of, _)| *of == name);
        let named = self.pattern.names.iter().find(|(of, ..)| *of == name);
        variable.map(|&(_, id)| (Kind::Set, id)).or(named.map(|&(_, kind, id)| (kind, id)))
    }

    /// Reads a name, a word of the language or a square, with its arguments.
    fn named(&mut self, name: &str) -> Result<Expression> {
        let word = self.word;
        if let Some((kind, id)) = self.name(name) {
            self.advance()?;
            return Ok(Expression { kind, id, start: word.start, end: word.end });
        }
        if let Ok(square) = name.parse::<Square>() {
            self.advance()?;
            return self.expression_of(Kind::Set, Node::Constant(square.bitboard()), word.start, word);
        }
        let at = if self.pattern.is_after { At::After } else { At::Before };
        match words::operand(name) {
            Some(Operand::Plain(_, _, true)) if self.pattern.is_standing => {
                if name == "square" {
                    return self.error_at_word("`square` is not defined yet");
                }
                self.error_at_word(format!("`{name}` speaks of a move, and this pattern has none"))
            }
            Some(Operand::Plain(kind, node, _)) => {
                let node = node(at);
                self.pattern.needs_history |= matches!(
                    node,
                    Node::LastFrom | Node::LastTo | Node::LastCaptured | Node::Unmoved(_) | Node::Ply(_)
                );
                self.advance()?;
                self.expression_of(kind, node, word.start, word)
            }
            Some(Operand::After) => self.after(),
            Some(Operand::File) => {
                let [first, last] = self.range("a file, like `c`", |token| match token {
                    Token::Word(word) => FILES.iter().position(|file| *file == word).map(|index| index as u8),
                    _ => None,
                })?;
                let files = File::ALL.into_iter().filter(|file| (first..=last).contains(&file.index()));
                let set = files.fold(Bitboard::EMPTY, |set, file| set | file.bitboard());
                self.expression_of(Kind::Set, Node::Constant(set), word.start, word)
            }
            Some(Operand::Rank) => {
                let [first, last] = self.range("a rank from 1 to 8", |token| match token {
                    Token::Number(number @ 1..=8) => Some(number as u8 - 1),
                    _ => None,
                })?;
                let ranks = Rank::ALL.into_iter().filter(|rank| (first..=last).contains(&rank.index()));
                let set = ranks.fold(Bitboard::EMPTY, |set, rank| set | rank.bitboard());
                self.expression_of(Kind::Set, Node::Constant(set), word.start, word)
            }
            Some(Operand::Function(function)) => self.call(function, at),
            None => {
                let names = self.pattern.names.iter().map(|(name, ..)| *name);
                let known =
                    names.chain(self.pattern.variables.iter().map(|(name, _)| *name)).chain(words::all());
                let hint = nearest(name, known).map(|near| format!("; did you mean `{near}`?"));
                let is_keyword = words::is_taken(name);
                if is_keyword {
                    return Err(self.unexpected("a set, a number or a condition"));
                }
                self.error_at_word(format!("unknown name `{name}`{}", hint.unwrap_or_default()))
            }
        }
    }

    fn after(&mut self) -> Result<Expression> {
        if self.pattern.is_standing {
            return self.error_at_word("`after` needs a move, and this pattern has none");
        }
        if self.pattern.is_after {
            return self.error_at_word("`after` cannot stand inside `after`");
        }
        self.enter()?;
        let word = self.advance()?;
        self.expect_symbol("(")?;
        self.pattern.is_after = true;
        let inner = self.expression()?;
        self.pattern.is_after = false;
        self.end_of_arguments()?;
        self.depth -= 1;
        Ok(Expression { start: word.start, end: self.end, ..inner })
    }

    /// Reads the end of a function that can have no more arguments.
    fn end_of_arguments(&mut self) -> Result<()> {
        if self.is_symbol(",") {
            return self.error_at_word("too many arguments");
        }
        self.expect_symbol(")")
    }

    /// Reads the argument of `file` or `rank`: one, or a range of them. Returns the first and the last.
    fn range(&mut self, expected: &str, read: impl Fn(Token<'a>) -> Option<u8>) -> Result<[u8; 2]> {
        self.advance()?;
        self.expect_symbol("(")?;
        let Some(first) = read(self.word.token) else { return Err(self.unexpected(expected)) };
        self.advance()?;
        let mut last = first;
        if self.accept_symbol("..")? {
            last = read(self.word.token).ok_or_else(|| self.unexpected(expected))?;
            if last < first {
                return self.error_at_word("the range goes down");
            }
            self.advance()?;
        }
        self.end_of_arguments()?;
        Ok([first, last])
    }

    fn call(&mut self, function: Function, at: At) -> Result<Expression> {
        self.enter()?;
        let word = self.advance()?;
        self.expect_symbol("(")?;
        let mut side = Color::White;
        let mut operands = Vec::new();
        for (i, parameter) in function.parameters.iter().enumerate() {
            if let Some(default) =
                function.default.filter(|_| i == function.parameters.len() - 1 && self.is_symbol(")"))
            {
                operands.push(self.node(default(at), word)?);
                break;
            }
            if self.is_symbol(")") {
                return self.error_at_word("too few arguments");
            }
            if i > 0 {
                self.expect_symbol(",")?;
            }
            match parameter {
                Parameter::Side => {
                    side = match self.word.token {
                        Token::Word("us") => Color::White,
                        Token::Word("them") => Color::Black,
                        _ => return Err(self.unexpected("`us` or `them`")),
                    };
                    self.advance()?;
                }
                Parameter::Set | Parameter::Number => {
                    let kind = if *parameter == Parameter::Set { Kind::Set } else { Kind::Number };
                    let argument = self.expression()?;
                    operands.push(self.expect_kind(argument, kind)?);
                }
            }
        }
        self.end_of_arguments()?;
        self.depth -= 1;
        let [first, second] = [0, 1].map(|i| operands.get(i).copied().unwrap_or_default());
        let node = match function.make {
            Make::Sets(make) => make(at, first, second),
            Make::Side(make) => make(at, side, first),
            Make::Value(index) if function.result == Kind::Set => Node::ValueSet(at, index, side),
            Make::Value(index) => Node::ValueNumber(at, index, side),
        };
        self.expression_of(function.result, node, word.start, word)
    }
}

/// The names of the files.
const FILES: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

const fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Set => "a set",
        Kind::Number => "a number",
        Kind::Truth => "a truth",
    }
}
