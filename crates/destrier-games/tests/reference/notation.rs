//! Move notation: UCI and SAN.

use super::board::{PieceKind, Position};
use super::moves::{Move, mover};
use super::squares::{file, name, rank};

impl Position {
    /// Returns the move in UCI notation: `e2e4`, `e7e8q`. Castling is the king's move (`e1g1`) if the king is on the
    /// e-file and the rook in the corner. Otherwise the king captures its rook.
    pub(crate) fn uci(&self, m: &Move) -> String {
        let to = match m.rook {
            Some(rook) if file(m.from) != 4 || !matches!(file(rook), 0 | 7) => rook,
            _ => m.to,
        };
        let promotion = m.promotion.map(|kind| kind.letter().to_ascii_lowercase().to_string());
        name(m.from) + &name(to) + &promotion.unwrap_or_default()
    }

    /// Returns the move in SAN, with the file, the rank or both of the origin if another piece of the kind could make
    /// the move.
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

    /// Returns the necessary part of the origin: none, the file, the rank or both, whichever first suffices.
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
