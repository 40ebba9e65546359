//! Findings and values as JSON.

use crate::patterns::index_of;
use destrier::king::LineSet;
use destrier::registry::{Definition, Value, ValueKind};
use destrier::{Bitboard, Board, Color, Square};
use destrier_games::{Classes, Drawing, Finding, Grade, Position, Role, value_words};
use serde::Serialize;

/// Formats a set as 16 hexadecimal digits.
pub(crate) fn hex(set: Bitboard) -> String {
    format!("{set:016x}")
}

/// Parses a set of 16 hexadecimal digits.
pub(crate) fn parse_hex(text: &str) -> Option<Bitboard> {
    let is_hex = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    u64::from_str_radix(text, 16).ok().filter(|_| is_hex).map(Bitboard::from_bits)
}

/// Marks and arrows on a board.
#[derive(Debug, Serialize)]
pub(crate) struct DrawingView {
    squares: Vec<Marks>,
    arrows: Vec<ArrowView>,
}

#[derive(Debug, Serialize)]
struct Marks {
    set: String,
    role: Role,
}

#[derive(Debug, Serialize)]
struct ArrowView {
    from: &'static str,
    to: &'static str,
    role: Role,
}

impl DrawingView {
    fn new(drawing: &Drawing) -> Self {
        let squares = drawing.squares.iter().map(|&(set, role)| Marks { set: hex(set), role });
        let arrows = drawing.arrows.iter().map(|arrow| ArrowView {
            from: arrow.from.name(),
            to: arrow.to.name(),
            role: arrow.role,
        });
        Self { squares: squares.collect(), arrows: arrows.collect() }
    }
}

/// A finding with its explanation and its drawing.
#[derive(Debug, Serialize)]
pub(crate) struct FindingView {
    pattern: usize,
    side: &'static str,
    san: Option<String>,
    #[serde(rename = "move")]
    uci: Option<String>,
    square: Option<&'static str>,
    classes: &'static [&'static str],
    played: Option<bool>,
    /// What the move gains in pawns, if computed.
    wins: Option<i32>,
    missed: Option<Grade>,
    /// The winning chances that missing it cost, in thousandths.
    lost: Option<u32>,
    /// Whether the missed move may be shown as the move to find.
    answer: Option<bool>,
    words: String,
    drawing: DrawingView,
}

impl FindingView {
    pub(crate) fn new(finding: &Finding, position: &Position) -> Self {
        Self {
            pattern: index_of(finding.pattern),
            side: finding.side.name(),
            san: finding.by.map(|by| position.san(by).to_string()),
            uci: finding.by.map(|by| by.uci().to_string()),
            square: finding.square.map(Square::name),
            classes: finding.class.map_or(&[], Classes::names),
            played: finding.played,
            wins: finding.worth.map(|worth| worth.wins),
            missed: finding.missed(),
            lost: finding.miss.map(|miss| (1_000.0 * miss.lost).round() as u32),
            answer: None,
            words: finding.explain(position),
            drawing: DrawingView::new(&finding.drawing(position)),
        }
    }
}

impl FindingView {
    /// Says whether the missed move is an answer.
    pub(crate) fn judge_answer(&mut self, is_answer: bool) {
        self.answer = Some(is_answer);
        if !is_answer {
            self.words.push_str(" Another move was even better.");
        }
    }
}

/// A value for one side.
#[derive(Debug, Serialize)]
pub(crate) struct ValueView {
    set: Option<String>,
    text: String,
}

impl ValueView {
    pub(crate) fn new(value: &Definition, board: &Board, side: Color) -> Self {
        // The page explains lines and indices itself, next to a drawing.
        let (set, text) = match (value.get)(board, side) {
            Value::Set(set) => (Some(hex(set)), None),
            Value::Number(number) => {
                let text = match value.kind {
                    ValueKind::Lines => number.and_then(LineSet::from_bits).map(|lines| lines.to_string()),
                    ValueKind::Index => number.map(|index| index.to_string()),
                    _ => None,
                };
                (None, text)
            }
        };
        Self { set, text: text.unwrap_or_else(|| value_words(value, board, side)) }
    }
}
