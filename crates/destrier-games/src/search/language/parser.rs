//! Reads patterns: their statements.

use super::columns::ColumnProgram;
use super::error::PatternError;
use super::example::Example;
use super::expressions::{Context, Expression, Parser, Result};
use super::game_moves::{GameMove, GameMoves};
use super::lexer::{Token, Word};
use super::narrow::Narrowing;
use super::nodes::{Kind, Node, Subject, level};
use super::program::Program;
use super::words;
use crate::names::nearest;

/// The maximum number of statements in a file.
const MAX_STATEMENTS: usize = 200;

/// A pattern as its text says.
#[derive(Clone, Debug)]
pub(crate) struct ParsedPattern {
    pub(crate) name: String,
    /// What the pattern is, for players.
    pub(crate) text: String,
    /// The text of the pattern, with its examples.
    pub(crate) source: String,
    /// The part of the source between the text and the first example.
    statements: (usize, usize),
    pub(crate) program: Program,
    pub(crate) examples: Vec<Example>,
}

impl ParsedPattern {
    /// Returns the statements without the first one and the examples.
    pub(crate) fn statements(&self) -> String {
        self.source[self.statements.0..self.statements.1].trim().to_owned()
    }
}

/// Reads the patterns of a file, without checking their examples.
pub(super) fn parse(text: &str) -> Result<Vec<ParsedPattern>, PatternError> {
    let mut parser = Parser::new(text)?;
    let mut patterns: Vec<ParsedPattern> = Vec::new();
    while parser.word.token != Token::End || patterns.is_empty() {
        let start = parser.word.start;
        if !parser.is_word("pattern") {
            return Err(parser.unexpected("`pattern`"));
        }
        let name = parser.pattern_name(&patterns)?;
        let text = parser.text("what the pattern is, in quotes")?;
        patterns.push(parser.body(start, name, text)?);
    }
    Ok(patterns)
}

/// Reads a single pattern without name and text.
pub(super) fn parse_body(text: &str, name: &str) -> Result<ParsedPattern, PatternError> {
    let mut parser = Parser::new(text)?;
    let pattern = parser.body(0, name, text.trim())?;
    if parser.word.token == Token::End { Ok(pattern) } else { Err(parser.unexpected("a statement")) }
}

impl<'a> Parser<'a> {
    /// Reads `pattern` and the name after it.
    fn pattern_name(&mut self, others: &[ParsedPattern]) -> Result<&'a str> {
        self.begin_statement()?;
        let Some(name) = self.lexer.pattern_name_from(self.word.end) else {
            self.advance()?;
            return Err(self.unexpected("a name, like `knight-fork`"));
        };
        self.word = name;
        let Token::Word(text) = name.token else { return Err(self.unexpected("a name")) };
        if others.iter().any(|other| other.name == text) {
            return self.error_at_word(format!("`{text}` is already defined"));
        }
        self.advance()?;
        Ok(text)
    }

    fn begin_statement(&mut self) -> Result<()> {
        self.statements += 1;
        if self.statements > MAX_STATEMENTS {
            return self.error_at_word(format!("at most {MAX_STATEMENTS} statements"));
        }
        Ok(())
    }

    /// Reads the statements of a pattern after its text.
    fn body(&mut self, start: usize, name: &str, text: &str) -> Result<ParsedPattern> {
        self.pattern = Context::default();
        let first = self.word.start;
        let mut first_example = None;
        let mut subject = self.subject()?;
        let mut conditions = Vec::new();
        let mut targets = None;
        let mut mirror = false;
        let mut then: Option<GameMoves> = None;
        let mut examples = Vec::new();
        loop {
            let word = match self.word.token {
                Token::End | Token::Word("pattern") => break,
                Token::Word(word) => word,
                _ => return Err(self.unexpected("a statement")),
            };
            self.begin_statement()?;
            match word {
                "where" => {
                    self.advance()?;
                    let condition = self.expression()?;
                    conditions.push(self.truth(condition)?);
                }
                "mirror" => {
                    self.advance()?;
                    mirror = true;
                }
                "then" if then.is_some() => {
                    return self.error_at_word("`then` comes once");
                }
                "then" => then = Some(self.then()?),
                "example" | "except" => {
                    first_example = first_example.or(Some(self.word.start));
                    examples.push(self.example()?);
                }
                "move" | "standing" => {
                    return self.error_at_word(format!(
                        "`{word}` comes once, directly after the text of the pattern"
                    ));
                }
                _ => {
                    let (name, expression) = self.definition()?;
                    match name {
                        "targets" => targets = Some(expression.id),
                        "square" => subject = Subject::Standing(Some(expression.id)),
                        _ => {}
                    }
                }
            }
        }
        let context = std::mem::take(&mut self.pattern);
        let mut builder = context.builder;
        let narrowing = Narrowing::of(&mut builder, &conditions);
        // Each condition is tested as soon as it is known, and what follows from it even earlier.
        let [on_position, on_origin, on_move] = [level::POSITION, level::ORIGIN, u8::MAX].map(|level| {
            // Few moves are captures, so it does not pay to find out from where they may be.
            let is_weakened = level == level::POSITION || !narrowing.is_capture();
            let mut all: Vec<_> = match is_weakened {
                true => conditions.iter().filter_map(|&id| builder.weaken(id, level)).collect(),
                false => conditions.iter().copied().filter(|&id| builder.level(id) <= level).collect(),
            };
            // Those on the position are tested before the others.
            all.retain(|&id| builder.level(id) > level::POSITION || level == level::POSITION);
            conditions.retain(|&id| builder.level(id) > level);
            all.sort_by_key(|&id| (builder.cost(id), id));
            all.dedup();
            all
        });
        let screened: Vec<_> =
            on_position.iter().copied().chain(narrowing.reach(&mut builder, subject)).collect();
        let entries = builder.finish();
        let program = Program {
            columns: ColumnProgram::of(&entries, &screened, subject, mirror, narrowing.checks()),
            narrowing,
            subject,
            on_position,
            on_origin,
            on_move,
            targets,
            mirror,
            then,
            needs_history: context.needs_history,
            entries,
        };
        let source = self.lexer.text[start..self.end].to_owned();
        let statements = (first - start, first_example.unwrap_or(self.end) - start);
        Ok(ParsedPattern {
            name: name.to_owned(),
            text: text.to_owned(),
            source,
            statements,
            program,
            examples,
        })
    }

    /// Reads `standing`, or `move` with kinds of pieces.
    fn subject(&mut self) -> Result<Subject> {
        self.begin_statement()?;
        if self.accept_word("standing")? {
            self.pattern.is_standing = true;
            return Ok(Subject::Standing(None));
        }
        if !self.accept_word("move")? {
            return Err(self.unexpected("`move` or `standing`"));
        }
        let mut pieces = [false; 6];
        self.pattern.may_be_piece = Some(self.word.start);
        // A name like `king` that is defined is no kind of piece.
        let next = self.lexer.word_from(self.word.end);
        let is_defined = matches!(next, Ok(Word { token: Token::Symbol("="), .. }));
        let is_piece = matches!(self.word.token, Token::Word(word) if words::piece(word).is_some());
        if !is_piece || is_defined {
            return Ok(Subject::Moves([true; 6]));
        }
        loop {
            let piece = match self.word.token {
                Token::Word(word) => words::piece(word),
                _ => None,
            };
            let Some(piece) = piece else {
                let near = match self.word.token {
                    Token::Word(word) => nearest(word, words::pieces()),
                    _ => None,
                };
                return Err(self.unexpected_near("a kind of piece", near));
            };
            pieces[usize::from(piece.index())] = true;
            self.advance()?;
            if !self.accept_symbol(",")? {
                return Ok(Subject::Moves(pieces));
            }
        }
    }

    /// Reads the definition of a name.
    fn definition(&mut self) -> Result<(&'a str, Expression)> {
        let Token::Word(name) = self.word.token else { return Err(self.unexpected("a name")) };
        let is_square = name == "square";
        if self.name(name).is_some() {
            return self.error_at_word(format!("`{name}` is already defined"));
        }
        if is_square && !self.pattern.is_standing {
            return self.error_at_word("in a pattern of moves, `square` is `to` and cannot be defined");
        }
        if words::is_taken(name) && !is_square {
            return self.error_at_word(format!("`{name}` is a word of the language"));
        }
        let start = self.word;
        self.advance()?;
        if !self.is_symbol("=") {
            let mut known = vec!["where", "mirror", "then", "example", "except", "pattern"];
            if self.pattern.may_be_piece == Some(start.start) {
                known.extend(words::pieces());
            }
            let near = nearest(name, known);
            return Err(self.unexpected_near(&format!("`=` after the name `{name}`"), near));
        }
        self.advance()?;
        let expression = self.expression()?;
        if matches!(name, "targets" | "square") {
            self.expect_kind(expression, Kind::Set)?;
        }
        let id = if is_square { self.node(Node::Square, start)? } else { expression.id };
        self.pattern.names.push((name, expression.kind, id));
        Ok((name, expression))
    }

    fn then(&mut self) -> Result<GameMoves> {
        self.advance()?;
        let mut moves = Vec::new();
        loop {
            let Word { start, end, .. } = self.word;
            let text = self.text("a move in quotes, like `\"Nf3\"`")?;
            match GameMove::parse(text) {
                Some(game_move) => moves.push(game_move),
                None => {
                    return self.error(
                        start,
                        end,
                        format!("`{text}` is not a move, like `Nf3`, `O-O`, `Q*` or `*`"),
                    );
                }
            }
            if !self.accept_symbol(",")? {
                return Ok(GameMoves(moves));
            }
        }
    }

    fn example(&mut self) -> Result<Example> {
        let word = self.advance()?;
        let fen_start = self.word.start;
        let fen = self.text("a position as FEN, in quotes")?.to_owned();
        let moves_start = self.word.start;
        let moves = match self.word.token {
            Token::Text(moves) => {
                self.advance()?;
                Some(moves.to_owned())
            }
            _ => None,
        };
        let is_found = word.token == Token::Word("example");
        Ok(Example { is_found, place: (word.start, word.end), fen, fen_start, moves, moves_start })
    }
}
