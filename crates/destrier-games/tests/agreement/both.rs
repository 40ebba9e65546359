//! A game followed by both implementations, position for position.

use crate::reference::board::Position as Reference;
use crate::reference::board::Side;
use crate::reference::findings::findings;
use crate::reference::moves::Move;
use crate::reference::squares::{Set, name};
use crate::reference::values::values;
use destrier::king::{LineSet, Wing};
use destrier::values::{VALUES, Value};
use destrier::{Bitboard, Color};
use destrier_games::output::{JsonLines, Output};
use destrier_games::{Continuation, Found, Game, Position, ScannedGame, find};
use shakmaty::{CastlingMode, Position as _};

/// Both implementations on their way through a game. The reference plays the moves by its own rules.
pub(crate) struct Both<'a> {
    source: &'a str,
    game: u64,
    site: Option<&'a str>,
    reference: Option<Reference>,
    /// The findings of the reference, as lines of JSON.
    expected: String,
    found: Vec<Found>,
    positions: u64,
}

impl<'a> Both<'a> {
    /// At the start of a game.
    pub(crate) const fn new(source: &'a str, game: u64, site: Option<&'a str>) -> Self {
        Self { source, game, site, reference: None, expected: String::new(), found: Vec::new(), positions: 0 }
    }

    /// Holds both against each other in the next position of the game, and lets the reference play on.
    pub(crate) fn visit(&mut self, position: &Position, ply: u32, next: Option<Continuation>) {
        let fen = position.fen();
        let place = format!("{}, game {}, ply {ply}: {fen}", self.source, self.game);
        let read = Reference::from_fen(&fen).unwrap();
        let reference = self.reference.take().unwrap_or_else(|| read.clone());
        let moves = reference.legal_moves();
        same_position(&reference, &read, &place);
        same_moves(position, &moves, &place);
        same_values(position, &reference, &place);

        let (played, after) = match next {
            None => (None, None),
            Some(Continuation::NullMove) => (Some("0000".into()), Some(passed(&reference))),
            Some(Continuation::Move(next)) => {
                let uci = next.to_uci(CastlingMode::Chess960).to_string();
                let played = moves.iter().find(|m| king_takes_rook(m) == uci).expect("a legal move");
                (Some(reference.uci(played)), Some(reference.after(played)))
            }
        };
        for finding in findings(&reference, played.as_deref()) {
            self.expected += &format!(
                "{{\"source\":{},\"game\":{},\"site\":{},\"ply\":{ply},\"fen\":\"{fen}\",{}}}\n",
                serde_json::json!(self.source),
                self.game,
                serde_json::json!(self.site),
                finding.json()
            );
        }
        let findings = find(position, next);
        if !findings.is_empty() {
            self.found.push(Found { ply, position: position.clone(), findings });
        }
        self.positions += 1;
        self.reference = after;
    }

    /// The number of positions and the lines that the findings of both are written in.
    pub(crate) fn finish(self, game: Game<'_>) -> (u64, String) {
        let mut written = Vec::new();
        let scanned = ScannedGame { source: self.source, game, positions: self.positions, found: self.found };
        JsonLines::new(&mut written).game(&scanned).unwrap();
        let written = String::from_utf8(written).unwrap();
        for (written, expected) in written.lines().zip(self.expected.lines()) {
            assert_eq!(written, expected);
        }
        assert_eq!(written, self.expected);
        (self.positions, written)
    }
}

/// The reference stands where the FEN of the other one says, by its own way of playing the moves.
fn same_position(reference: &Reference, read: &Reference, place: &str) {
    assert_eq!(reference.board, read.board, "{place}");
    assert_eq!(reference.turn, read.turn, "{place}");
    assert_eq!(reference.castling, read.castling, "{place}");
}

fn same_moves(position: &Position, moves: &[Move], place: &str) {
    let mut expected: Vec<String> = moves.iter().map(king_takes_rook).collect();
    let legal = position.chess().legal_moves();
    let mut legal: Vec<String> = legal.iter().map(|m| m.to_uci(CastlingMode::Chess960).to_string()).collect();
    expected.sort_unstable();
    legal.sort_unstable();
    assert_eq!(legal, expected, "{place}");
}

fn same_values(position: &Position, reference: &Reference, place: &str) {
    for (color, side) in Color::ALL.into_iter().zip(Side::BOTH) {
        let values = values(reference, side);
        let set = |set: Set| Value::Set(Bitboard::from_bits(set.bits()));
        let wing = values.shield_wing.map(|wing| match wing {
            "king" => Wing::King,
            "queen" => Wing::Queen,
            _ => unreachable!(),
        });
        let expected = [
            ("knight_attacks", set(values.knight_attacks)),
            ("fork_squares", set(values.fork_squares)),
            ("forking_knights", set(values.forking_knights)),
            ("king_escapes", set(values.king_escapes)),
            ("king_lines", Value::Lines(LineSet::from_bits(values.king_lines).unwrap())),
            ("shield_wing", Value::Wing(wing)),
            ("shield_index", Value::Index(values.shield_index)),
            ("passers", set(values.passers)),
            ("uncatchable", set(values.uncatchable)),
            ("king_reach", set(values.king_reach)),
        ];
        let values = position.board().values(color);
        let real: Vec<_> = VALUES.iter().map(|value| (value.name, (value.get)(&values))).collect();
        assert_eq!(real, expected, "{side:?}, {place}");
    }
}

/// The move in UCI, castling as the king takes its rook, which is plain in every game.
fn king_takes_rook(m: &Move) -> String {
    let promotion = m.promotion.map(|kind| kind.letter().to_ascii_lowercase().to_string());
    name(m.from) + &name(m.rook.unwrap_or(m.to)) + &promotion.unwrap_or_default()
}

/// The position when the side to move passes.
fn passed(position: &Reference) -> Reference {
    Reference { turn: position.turn.other(), en_passant: None, ..position.clone() }
}
