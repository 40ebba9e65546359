//! The findings of a position, in the order in which they are reported.

use super::attacks::{self, leaps, neighbors};
use super::board::{PieceKind, Position, Side};
use super::moves::{Move, mover};
use super::squares::{king_distance, name};
use super::values::{LINES, forked_from, line, targets, values};

/// One occurrence of a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    /// The name of the pattern.
    pub(crate) pattern: &'static str,
    /// The side that has the pattern.
    pub(crate) side: Side,
    /// The pattern's fields in order, with their values in JSON.
    pub(crate) fields: Vec<(&'static str, String)>,
}

impl Finding {
    /// Returns the part of the JSON line that starts with the pattern, without the braces.
    pub(crate) fn json(&self) -> String {
        let mut text = format!(r#""pattern":"{}","side":"{}""#, self.pattern, self.side.name());
        for (key, value) in &self.fields {
            text += &format!(r#","{key}":{value}"#);
        }
        text
    }
}

/// Returns all findings of the position. `played` is the game's move in UCI notation.
pub(crate) fn findings(position: &Position, played: Option<&str>) -> Vec<Finding> {
    let mut all = Vec::new();
    for pattern in [knight_forks, forking_knights, smothered_mates, distant_checks, uncatchable_passers] {
        for side in Side::BOTH {
            all.extend(pattern(position, side, played));
        }
    }
    all
}

fn knight_forks(position: &Position, side: Side, played: Option<&str>) -> Vec<Finding> {
    let fork_squares = values(position, side).fork_squares;
    let worth = targets(position, side);
    let mut found = Vec::new();
    for m in moves_of(position, side, &[PieceKind::Knight]) {
        if !fork_squares.has(m.to) {
            continue;
        }
        let forked: Vec<usize> = (0..64).filter(|&at| worth.has(at) && leaps(m.to).contains(&at)).collect();
        let next = position.after(&m);
        let safe = !next.legal_moves().iter().any(|reply| reply.to == m.to && next.is_capture(reply));
        let mut fields = move_fields(position, &m);
        fields.push(("targets", list(forked.iter().map(|&at| name(at)))));
        fields.push(("classes", classes(position, &forked)));
        fields.push(("safe", safe.to_string()));
        fields.push(("played", was_played(position, &m, played)));
        found.push(Finding { pattern: "knight-fork", side, fields });
    }
    found
}

fn forking_knights(position: &Position, side: Side, _: Option<&str>) -> Vec<Finding> {
    let mut found = Vec::new();
    for knight in values(position, side).forking_knights.squares() {
        let forked = forked_from(position, side, knight);
        let fields = vec![
            ("square", quoted(&name(knight))),
            ("targets", list(forked.iter().map(|&at| name(at)))),
            ("classes", classes(position, &forked)),
        ];
        found.push(Finding { pattern: "forking-knight", side, fields });
    }
    found
}

fn smothered_mates(position: &Position, side: Side, played: Option<&str>) -> Vec<Finding> {
    let mut found = Vec::new();
    for m in moves_of(position, side, &[PieceKind::Knight]) {
        let next = position.after(&m);
        let mated = side.other();
        let smothered = neighbors(next.king(mated)).into_iter().all(|square| next.owns(square, mated));
        if smothered && next.is_mate() {
            let mut fields = move_fields(position, &m);
            fields.push(("played", was_played(position, &m, played)));
            found.push(Finding { pattern: "smothered-mate", side, fields });
        }
    }
    found
}

fn distant_checks(position: &Position, side: Side, played: Option<&str>) -> Vec<Finding> {
    let king = position.king(side.other());
    let lines = values(position, side.other()).king_lines;
    let mut found = Vec::new();
    for m in moves_of(position, side, &[PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]) {
        let next = position.after(&m);
        if !attacks::from(&next.board, m.to).contains(&king) || king_distance(m.to, king) < 2 {
            continue;
        }
        let (bit, line) = LINES[line(m.to, king).expect("sliders attack along lines")];
        if lines & bit != 0 {
            let mut fields = move_fields(position, &m);
            fields.push(("line", quoted(line)));
            fields.push(("mate", next.is_mate().to_string()));
            fields.push(("played", was_played(position, &m, played)));
            found.push(Finding { pattern: "distant-check", side, fields });
        }
    }
    found
}

fn uncatchable_passers(position: &Position, side: Side, _: Option<&str>) -> Vec<Finding> {
    let pawns = values(position, side).uncatchable.squares().into_iter();
    let finding =
        |pawn| Finding { pattern: "uncatchable-passer", side, fields: vec![("square", quoted(&name(pawn)))] };
    pawns.map(finding).collect()
}

/// Returns the legal moves of these kinds of pieces if the side is to move, otherwise none.
fn moves_of(position: &Position, side: Side, kinds: &[PieceKind]) -> Vec<Move> {
    if position.turn != side {
        return Vec::new();
    }
    let mut moves = position.legal_moves();
    moves.retain(|m| kinds.contains(&mover(position, m).1));
    moves
}

fn move_fields(position: &Position, m: &Move) -> Vec<(&'static str, String)> {
    vec![
        ("move", quoted(&position.uci(m))),
        ("san", quoted(&position.san(m))),
        ("square", quoted(&name(m.to))),
    ]
}

fn was_played(position: &Position, m: &Move, played: Option<&str>) -> String {
    played.map_or("null".into(), |played| (played == position.uci(m)).to_string())
}

/// Returns the classes of a fork. Each class requires one piece more than the one before it.
fn classes(position: &Position, forked: &[usize]) -> String {
    let among =
        |wanted| forked.iter().any(|&square| position.board[square].is_some_and(|(_, kind)| kind == wanted));
    let ladder = [("check", PieceKind::King), ("royal", PieceKind::Queen), ("family", PieceKind::Rook)];
    list(ladder.iter().take_while(|&&(_, kind)| among(kind)).map(|&(class, _)| class.to_string()))
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.map(|item| quoted(&item)).collect::<Vec<_>>().join(","))
}
