mod naive;
mod symmetry;
mod texts;

use super::*;
use crate::chess::{Continuation, Move, Position, Positions, Unscreened};
use crate::formats::{Game, Start};
use crate::input::Reader;
use crate::search::{GameMove, Pattern, Selection};
use destrier::{Bitboard, Color, Square};
use fastrand::Rng;
use find::Occurrence;
use naive::{Expression, Scene, Set, World};

const SAMPLE: &[u8] = include_bytes!("../../../../../samples/lichess.pgn");

/// Castling and captures en passant are generated apart from other moves.
#[test]
fn conditions_on_the_origin_hold_for_special_moves() {
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (text, fen, expected) in [
        ("move pawn where from in a2", en_passant, 0),
        ("move pawn where from in e5", en_passant, 2),
        ("move king where from in rooks", castling, 0),
        ("move king where from in e4", castling, 0),
        ("move king where from in e1\nwhere to in g1", castling, 1),
    ] {
        let pattern = Pattern::parse_custom(text).unwrap();
        let found = Selection::of(&[pattern]).find(&fen.parse().unwrap(), GameMove::default()).len();
        assert_eq!(found, expected, "{text} in {fen}");
    }
}

#[test]
fn examples_of_the_guide_are_right() {
    parse(include_str!("tests/guide.pattern")).unwrap_or_else(|error| panic!("{error}"));
}

/// Calls a function with the positions of games and their continuations.
fn each_game(mut visit: impl FnMut(&[(Position, Option<Continuation>)])) {
    let mut reader = Reader::games(SAMPLE);
    while let Some(record) = reader.next_record().unwrap() {
        let game = Game::pgn(record);
        let Ok(Start::Position(start)) = game.start() else { panic!("the game has no start") };
        let mut all = Vec::new();
        game.replay(&start, &mut Positions::new(), &Unscreened, |positions| {
            all.extend(positions.iter().map(|(_, position, next)| (position, next)));
        })
        .unwrap();
        visit(&all);
    }
}

/// Makes random expressions.
struct Maker<'a> {
    random: &'a mut Rng,
    is_standing: bool,
    is_after: bool,
    has_square: bool,
    names: Vec<String>,
    variables: Vec<String>,
}

const SET_WORDS: [&str; 23] = [
    "us",
    "them",
    "occupied",
    "empty",
    "all",
    "none",
    "pawns",
    "knights",
    "bishops",
    "rooks",
    "queens",
    "kings",
    "light",
    "dark",
    "last_from",
    "last_to",
    "last_captured",
    "unmoved",
    "checkers",
    "file(c..f)",
    "rank(7)",
    "e4",
    "us",
];
const OF_SET: [&str; 15] = [
    "attacks",
    "attackers",
    "knight_attacks",
    "king_attacks",
    "north",
    "south",
    "east",
    "west",
    "north_fill",
    "south_fill",
    "east_fill",
    "west_fill",
    "file_fill",
    "rank_fill",
    "rook_attacks",
];
const OF_SETS: [&str; 6] =
    ["between", "behind", "rook_attacks", "bishop_attacks", "queen_attacks", "between"];
const OF_SIDE: [&str; 9] = [
    "defended",
    "undefended",
    "pinned",
    "passers",
    "forking_knights",
    "king_escapes",
    "king_reach",
    "knight_outposts",
    "king_zone",
];

impl Maker<'_> {
    fn word(&mut self, words: &[&str]) -> Expression {
        Expression::Word((*self.random.choice(words).unwrap()).to_owned())
    }

    fn side(&mut self) -> Expression {
        self.word(&["us", "them"])
    }

    fn after(&mut self, depth: u32, make: fn(&mut Self, u32) -> Expression) -> Expression {
        if self.is_standing || self.is_after {
            return make(self, depth);
        }
        self.is_after = true;
        let of = make(self, depth);
        self.is_after = false;
        Expression::After(Box::new(of))
    }

    fn quantifier(&mut self, word: &'static str, depth: u32) -> Expression {
        let of = self.set(depth);
        let name = format!("x{}", self.variables.len());
        self.variables.push(name.clone());
        let condition = self.truth(depth);
        self.variables.pop();
        Expression::Quantifier(word, name, Box::new(of), Box::new(condition))
    }

    fn set(&mut self, depth: u32) -> Expression {
        let names = [&self.names[..], &self.variables].concat();
        if depth == 0 {
            return match self.random.u8(..8) {
                0 | 1 if !self.is_standing => self.word(&["from", "to", "captured", "to"]),
                2 if self.has_square => self.word(&["square"]),
                3..6 if !names.is_empty() => Expression::Word(self.random.choice(names).unwrap()),
                _ => self.word(&SET_WORDS),
            };
        }
        let depth = depth - 1;
        match self.random.u8(..20) {
            0..7 => {
                let operator = *self.random.choice(&["&", "&", "|", "-"]).unwrap();
                let (a, b) = (self.set(depth), self.set(depth));
                Expression::Binary(operator, Box::new(a), Box::new(b))
            }
            7 => Expression::Prefix("~", Box::new(self.set(depth))),
            8..11 => {
                let name = *self.random.choice(&OF_SET).unwrap();
                Expression::Call(name, vec![self.set(depth)])
            }
            11 | 12 => {
                let name = *self.random.choice(&OF_SETS).unwrap();
                Expression::Call(name, vec![self.set(depth), self.set(depth)])
            }
            13 | 14 => {
                let name = *self.random.choice(&OF_SIDE).unwrap();
                Expression::Call(name, vec![self.side()])
            }
            15 => {
                let name = *self.random.choice(&["pawn_attacks", "front_span", "passer_span"]).unwrap();
                Expression::Call(name, vec![self.side(), self.set(depth)])
            }
            16 => {
                let name = *self.random.choice(&["knight_fill", "king_fill", "fork_squares"]).unwrap();
                Expression::Call(name, vec![self.set(depth), Expression::Number(self.random.i64(0..4))])
            }
            17 if self.variables.len() < 2 => self.quantifier("{", depth),
            _ => self.after(depth, Self::set),
        }
    }

    fn number(&mut self, depth: u32) -> Expression {
        if depth == 0 {
            return match self.random.u8(..3) {
                0 => self.word(&["replies", "ply"]),
                _ => Expression::Number(*self.random.choice(&[0, 1, 2, 3, 5, 9, 999_999_999]).unwrap()),
            };
        }
        let depth = depth - 1;
        match self.random.u8(..8) {
            0..4 => {
                let name = *self.random.choice(&["count", "count", "value"]).unwrap();
                Expression::Call(name, vec![self.set(depth)])
            }
            4 => {
                let name = *self.random.choice(&["distance", "knight_distance"]).unwrap();
                Expression::Call(name, vec![self.set(depth), self.set(depth)])
            }
            5 => self.after(depth, Self::number),
            _ => {
                let operator = *self.random.choice(&["+", "-", "*"]).unwrap();
                let (a, b) = (self.number(depth), self.number(depth));
                Expression::Binary(operator, Box::new(a), Box::new(b))
            }
        }
    }

    fn truth(&mut self, depth: u32) -> Expression {
        if depth == 0 {
            return match self.random.u8(..5) {
                0 if !self.is_standing => self.word(&["castles"]),
                1 => Expression::Call("turn", vec![self.side()]),
                2 => self.word(&["check", "mate", "stalemate", "true", "false"]),
                _ => self.set(1),
            };
        }
        let depth = depth - 1;
        match self.random.u8(..14) {
            0..3 => self.set(depth),
            3 => {
                let word = *self.random.choice(&["not", "no"]).unwrap();
                Expression::Prefix(word, Box::new(self.truth(depth)))
            }
            4 | 5 => {
                let operator = *self.random.choice(&["and", "or"]).unwrap();
                let (a, b) = (self.truth(depth), self.truth(depth));
                Expression::Binary(operator, Box::new(a), Box::new(b))
            }
            6..9 => {
                let operator = *self.random.choice(&["=", "!=", "<", "<=", ">", ">="]).unwrap();
                let (a, b) = (self.number(depth), self.number(depth));
                Expression::Binary(operator, Box::new(a), Box::new(b))
            }
            9 | 10 => {
                let operator = *self.random.choice(&["=", "!=", "in", "in"]).unwrap();
                let (a, b) = (self.set(depth), self.set(depth));
                Expression::Binary(operator, Box::new(a), Box::new(b))
            }
            11 => Expression::Call("can_capture", vec![self.set(depth)]),
            12 if self.variables.len() < 2 => {
                let word = *self.random.choice(&["any", "every"]).unwrap();
                self.quantifier(word, depth)
            }
            _ => self.after(depth, Self::truth),
        }
    }
}

/// A random pattern: its text and its parts.
struct Made {
    text: String,
    is_standing: bool,
    pieces: Vec<&'static str>,
    name: Expression,
    square: Option<Expression>,
    targets: Option<Expression>,
    conditions: Vec<Expression>,
    mirror: bool,
}

fn random_pattern(random: &mut Rng) -> Made {
    let is_standing = random.bool();
    let mut maker = Maker {
        random,
        is_standing,
        is_after: false,
        has_square: false,
        names: Vec::new(),
        variables: Vec::new(),
    };
    let pieces: Vec<_> = match is_standing {
        true => Vec::new(),
        false => {
            let all = ["pawn", "knight", "bishop", "rook", "queen", "king"];
            all.into_iter().filter(|_| maker.random.u8(..3) == 0).collect()
        }
    };
    let mut text = format!("pattern random \"Random.\"\n{}\n", if is_standing { "standing" } else { "move" });
    text.pop();
    text += &format!(" {}\n", pieces.join(", "));
    let name = if maker.random.u8(..4) == 0 { maker.quantifier("{", 1) } else { maker.set(2) };
    text += &format!("name = {}\n", name.text());
    maker.names.push("name".to_owned());
    let square = (is_standing && maker.random.bool()).then(|| maker.set(2));
    if let Some(square) = &square {
        text += &format!("square = {}\n", square.text());
        maker.has_square = true;
    }
    let depth = maker.random.u32(1..4);
    let conditions: Vec<_> = (0..maker.random.u8(..3)).map(|_| maker.truth(depth)).collect();
    for condition in &conditions {
        text += &format!("where {}\n", condition.text());
    }
    let targets = maker.random.bool().then(|| maker.set(2));
    if let Some(targets) = &targets {
        text += &format!("targets = {}\n", targets.text());
    }
    let mirror = maker.random.u8(..4) == 0;
    if mirror {
        text += "mirror\n";
    }
    Made { text, is_standing, pieces, name, square, targets, conditions, mirror }
}

fn bitboard(set: Set) -> Bitboard {
    Square::ALL.into_iter().filter(|square| set[usize::from(square.index())]).collect()
}

impl Made {
    /// Finds the pattern by its definition.
    fn find(&self, world: &World) -> Vec<Occurrence> {
        let mut found: Vec<Occurrence> = Vec::new();
        let position = &world.position;
        let sides = if self.is_standing { Color::ALL.to_vec() } else { vec![position.turn()] };
        for side in sides {
            let mut of_side: Vec<Occurrence> = Vec::new();
            for is_mirrored in [false, true].into_iter().take(1 + usize::from(self.mirror)) {
                let before = world.seen_by(side, is_mirrored);
                let moves = if self.is_standing {
                    vec![None]
                } else {
                    position.legal_moves().into_iter().map(Some).collect()
                };
                for by in moves {
                    let piece = match by {
                        None => String::new(),
                        Some(Move::Normal { piece, .. }) => piece.to_string(),
                        Some(Move::EnPassant { .. }) => "pawn".to_owned(),
                        Some(Move::Castling { .. }) => "king".to_owned(),
                    };
                    if !self.pieces.is_empty() && !self.pieces.contains(&&*piece) {
                        continue;
                    }
                    let after = by.map(|by| world.played(Continuation::Move(by)).seen_by(side, is_mirrored));
                    let mut scene =
                        Scene { before: &before, after: after.as_ref(), by, square: None, names: Vec::new() };
                    let name = scene.value(&self.name, false);
                    scene.names.push(("name".to_owned(), name));
                    let squares = match &self.square {
                        None => vec![None],
                        Some(square) => {
                            let set = scene.set(square, false);
                            (0..64).filter(|&square| set[square]).map(Some).collect()
                        }
                    };
                    for square in squares {
                        scene.square = square;
                        let holds = self.conditions.iter().all(|condition| scene.truth(condition, false));
                        let real = square.map(|square| Square::ALL[before.turned(square)]);
                        let square = match by {
                            None => real,
                            Some(Move::Normal { to, .. } | Move::EnPassant { to, .. }) => Some(to),
                            Some(Move::Castling { king, rook }) => {
                                let file = if rook > king { destrier::File::G } else { destrier::File::C };
                                Some(Square::new(file, king.rank()))
                            }
                        };
                        if !holds || of_side.iter().any(|found| found.by == by && found.square == square) {
                            continue;
                        }
                        let targets = self.targets.as_ref().map(|targets| scene.set(targets, false));
                        let targets = targets.map(|set| bitboard(before.turned_set(set)));
                        of_side.push(Occurrence { side, by, square, targets });
                    }
                }
            }
            of_side.sort_by_key(|found| {
                let by = found.by.map(|by| match by {
                    Move::Normal { from, promotion, .. } => (from, promotion.map(std::cmp::Reverse)),
                    Move::EnPassant { from, .. } => (from, None),
                    Move::Castling { king, .. } => (king, None),
                });
                (by.map(|by| by.0), found.square, by.map(|by| by.1))
            });
            found.extend(of_side);
        }
        found
    }
}

fn find(
    program: &ParsedPattern,
    memory: &mut Memory,
    position: &Position,
    moment: Moment,
) -> Vec<Occurrence> {
    let occasion = Occasion::alone(position, moment);
    let mut found = Vec::new();
    program.program.find(false, memory, &occasion, &mut |occurrence| found.push(occurrence));
    found
}

/// Random patterns in positions of games find what a naive evaluation finds.
#[test]
fn random_patterns_match_their_definition() {
    let mut random = Rng::with_seed(44);
    let (mut count, mut none, mut compared, mut unmarked) = (0, 0, 0, 0);
    let mut block = Positions::new();
    each_game(|game| {
        let mut world = World::start(game[0].0);
        let mut moment = Moment::start(&game[0].0);
        for (position, next) in game {
            if random.u8(..3) == 0 {
                let made = random_pattern(&mut random);
                let parsed = parse(&made.text).unwrap_or_else(|error| panic!("{error}\n{}", made.text));
                let found = find(&parsed[0], &mut Memory::default(), position, moment);
                assert_eq!(found, made.find(&world), "{}\n{}", made.text, position.fen());
                block.begin(0);
                block.push(position, *next);
                let mut marks = [0];
                parsed[0].program.mark(block.sets(), block.turns(), 2, &mut marks);
                assert!(found.is_empty() || marks == [2], "{}\n{}", made.text, position.fen());
                unmarked += usize::from(marks == [0]);
                count += found.len();
                none += usize::from(found.is_empty());
                compared += 1;
            }
            let Some(next) = *next else { break };
            moment = moment.after(position, next);
            world = world.played(next);
        }
    });
    assert!(
        compared > 300 && count > 500 && none > 50 && unmarked > 20,
        "{compared} {count} {none} {unmarked}"
    );
}

/// The five built-in patterns, written in the language, find the same.
#[test]
fn built_in_patterns_can_be_written() {
    let texts = parse(include_str!("tests/built-in.pattern")).unwrap_or_else(|error| panic!("{error}"));
    let mut memories = vec![Memory::default(); texts.len()];
    let mut counts = [0; 5];
    each_game(|game| {
        for (position, _) in game {
            let built_in = crate::search::find(position, None);
            for (i, text) in texts.iter().enumerate() {
                let found = find(text, &mut memories[i], position, Moment::start(position));
                let mut expected = built_in
                    .iter()
                    .filter(|finding| text.name.starts_with(finding.pattern.name))
                    .collect::<Vec<_>>();
                expected.sort_by_key(|finding| finding.side);
                let has_targets = text.program.has_targets();
                let expected: Vec<_> = expected
                    .into_iter()
                    .map(|finding| {
                        (finding.side, finding.by, finding.square, has_targets.then_some(finding.targets))
                    })
                    .collect();
                let found: Vec<_> = found
                    .into_iter()
                    .map(|found| (found.side, found.by, found.square, found.targets))
                    .collect();
                assert_eq!(found, expected, "{} {}", text.name, position.fen());
                counts[i] += found.len();
            }
        }
    });
    assert!(counts[0] > 20 && counts[1] > 20 && counts[3] > 20, "{counts:?}");
}

/// A name keeps its meaning where a quantifier has the variable that its own quantifier has.
#[test]
fn names_with_quantifiers_are_used_in_quantifiers() {
    let text = "\
        pattern p \"P.\" standing\n\
        attacked = {x in us: attacks(x) & them}\n\
        where any y in them & kings: attacked and every z in all: value(attackers(z)) >= 0 and y in kings\n\
        example \"4k3/4p3/8/8/8/8/8/4R1K1 w - - 0 1\"";
    parse(text).unwrap_or_else(|error| panic!("{error}"));
}

/// Returns a move in SAN as it is on a turned board.
fn turned_san(san: &str, is_turned: bool, is_mirrored: bool) -> String {
    match san {
        "O-O" if is_mirrored => return "O-O-O".to_owned(),
        "O-O-O" if is_mirrored => return "O-O".to_owned(),
        "O-O" | "O-O-O" => return san.to_owned(),
        _ => {}
    }
    let turn = |letter: char| match letter {
        '1'..='8' if is_turned => char::from(b'1' + b'8' - letter as u8),
        'a'..='h' if is_mirrored => char::from(b'a' + b'h' - letter as u8),
        _ => letter,
    };
    san.chars().map(turn).collect()
}

#[test]
fn games_go_on_as_patterns_say() {
    let mut count = 0;
    each_game(|game| {
        for (i, window) in game.windows(3).enumerate().step_by(3) {
            let [(position, Some(next)), (answered, Some(reply)), _] = window else { continue };
            let san = reply.san(answered).san.to_string();
            let is_turned = !position.turn().is_white();
            let found = |then: &str| {
                let parsed = parse(&format!("pattern p \"P.\" move\n{then}")).unwrap();
                let game =
                    |ply: usize| game.get(i + ply).and_then(|(position, next)| Some((*position, (*next)?)));
                let moment = Moment::start(position);
                let occasion = Occasion { position, next: Some(*next), moment, game: &game };
                let mut found = Vec::new();
                let program = &parsed[0].program;
                program.find(true, &mut Memory::default(), &occasion, &mut |occurrence| {
                    found.push(occurrence.by);
                });
                found
            };
            let Continuation::Move(by) = *next else { continue };
            let seen = turned_san(&san, is_turned, false);
            let mirrored = turned_san(&san, is_turned, true);
            let piece = match &san[..1] {
                "O" => "K",
                letter @ ("K" | "Q" | "R" | "B" | "N") => letter,
                _ => "P",
            };
            assert_eq!(found(&format!("then \"{seen}+!?\"")), [Some(by)], "{san}");
            assert_eq!(found("then \"*\"\nmirror"), [Some(by)]);
            assert_eq!(found(&format!("then \"{piece}*\"")), [Some(by)]);
            assert_eq!(found(&format!("mirror\nthen \"{mirrored}\"")), [Some(by)], "{san}");
            let other = if piece == "K" { "Q*" } else { "K*" };
            assert_eq!(found(&format!("then \"{other}\"")), []);
            assert_eq!(found(&format!("then \"{seen}\", \"{seen}\", \"*\", \"{seen}\"")), []);
            if mirrored != seen {
                assert_eq!(found(&format!("then \"{mirrored}\"")), []);
            }
            count += 1;
        }
    });
    assert!(count > 500, "{count}");
}
