//! Moves in writing: UCI and SAN.

use super::board::{PieceKind, Position};
use super::moves::{Move, mover};
use super::squares::{file, name, rank};

impl Position {
    /// The move in UCI: `e2e4`, `e7e8q`; castling as the king moves where it stands on the e-file and its rook in
    /// the corner (`e1g1`), otherwise as the king takes its rook.
    pub(crate) fn uci(&self, m: &Move) -> String {
        let to = match m.rook {
            Some(rook) if file(m.from) != 4 || !matches!(file(rook), 0 | 7) => rook,
            _ => m.to,
        };
        let promotion = m.promotion.map(|kind| kind.letter().to_ascii_lowercase().to_string());
        name(m.from) + &name(to) + &promotion.unwrap_or_default()
    }

    /// The move in SAN: file, rank or both of the from-square where another piece of the kind could go there too.
    pub(crate) fn san(&self, m: &Move) -> String {
        let kind = mover(self, m).1;
        let captures = if self.is_capture(m) { "x" } else { "" };
        let mut text = if m.rook.is_some() {
            String::from(if file(m.to) == 6 { "O-O" } else { "O-O-O" })
        } else if kind == PieceKind::Pawn {
            let from = if self.is_capture(m) { &name(m.from)[..1] } else { "" };
            format!("{from}{captures}{}", name(m.to))
        } else {
            format!("{}{}{captures}{}", kind.letter(), self.told_apart(m), name(m.to))
        };
        if let Some(kind) = m.promotion {
            text += &format!("={}", kind.letter());
        }
        let next = self.after(m);
        if next.is_mate() {
            text += "#";
        } else if next.in_check(next.turn) {
            text += "+";
        }
        text
    }

    /// What must be said of the from-square: nothing, its file, its rank, or all of it, the first that is enough.
    fn told_apart(&self, m: &Move) -> String {
        let rivals: Vec<usize> = self
            .legal_moves()
            .iter()
            .filter(|other| other.to == m.to && other.from != m.from && other.rook.is_none())
            .filter(|other| mover(self, other) == mover(self, m))
            .map(|other| other.from)
            .collect();
        let from = name(m.from);
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|&rival| file(rival) != file(m.from)) {
            from[..1].into()
        } else if rivals.iter().all(|&rival| rank(rival) != rank(m.from)) {
            from[1..].into()
        } else {
            from
        }
    }
}
