//! The findings of a position, in the order in which they are reported.

use super::values::{LINES, forked_from, king, line, targets, values};
use super::{after, legal_moves, uci};
use shakmaty::attacks::{king_attacks, knight_attacks};
use shakmaty::san::SanPlus;
use shakmaty::{Bitboard, Chess, Color, Move, Position, Role};
use std::fmt::Display;

/// The fields of a finding in order, with their values in JSON.
type Fields = Vec<(&'static str, String)>;

/// Returns all findings of the position: the part of a JSON line that starts with the pattern, without the braces.
/// `played` is the game's move in UCI notation.
pub(crate) fn findings(position: &Chess, played: Option<&str>) -> Vec<String> {
    let patterns: [(&str, fn(&Chess, Color, Option<&str>) -> Vec<Fields>); 5] = [
        ("knight-fork", knight_forks),
        ("forking-knight", forking_knights),
        ("smothered-mate", smothered_mates),
        ("distant-check", distant_checks),
        ("uncatchable-passer", uncatchable_passers),
    ];
    let mut all = Vec::new();
    for (pattern, find) in patterns {
        for side in Color::ALL {
            for fields in find(position, side, played) {
                let fields: String =
                    fields.iter().map(|(key, value)| format!(r#","{key}":{value}"#)).collect();
                all.push(format!(r#""pattern":"{pattern}","side":"{side}"{fields}"#));
            }
        }
    }
    all
}

fn knight_forks(position: &Chess, side: Color, played: Option<&str>) -> Vec<Fields> {
    let fork_squares = values(position, side).fork_squares;
    let worth = targets(position, side);
    let mut found = Vec::new();
    for m in moves_of(position, side, &[Role::Knight]) {
        if !fork_squares.contains(m.to()) {
            continue;
        }
        let forked = worth & knight_attacks(m.to());
        let next = after(position, m);
        let safe = !legal_moves(&next).iter().any(|reply| reply.to() == m.to() && reply.is_capture());
        let mut fields = move_fields(position, m);
        fields.push(("targets", list(forked)));
        fields.push(("classes", classes(position, forked)));
        fields.push(("safe", safe.to_string()));
        fields.push(("mate", next.is_checkmate().to_string()));
        fields.push(("played", was_played(m, played)));
        found.push(fields);
    }
    found
}

fn forking_knights(position: &Chess, side: Color, _: Option<&str>) -> Vec<Fields> {
    let mut found = Vec::new();
    for knight in values(position, side).forking_knights {
        let forked = forked_from(position, side, knight);
        found.push(vec![
            ("square", quoted(knight)),
            ("targets", list(forked)),
            ("classes", classes(position, forked)),
        ]);
    }
    found
}

fn smothered_mates(position: &Chess, side: Color, played: Option<&str>) -> Vec<Fields> {
    let mut found = Vec::new();
    for m in moves_of(position, side, &[Role::Knight]) {
        let next = after(position, m);
        let mut around = king_attacks(king(&next, !side)).into_iter();
        if next.is_checkmate() && around.all(|square| next.board().color_at(square) == Some(!side)) {
            let mut fields = move_fields(position, m);
            fields.push(("mate", true.to_string()));
            fields.push(("played", was_played(m, played)));
            found.push(fields);
        }
    }
    found
}

fn distant_checks(position: &Chess, side: Color, played: Option<&str>) -> Vec<Fields> {
    let king = king(position, !side);
    let lines = values(position, !side).king_lines;
    let mut found = Vec::new();
    for m in moves_of(position, side, &[Role::Bishop, Role::Rook, Role::Queen]) {
        let next = after(position, m);
        if !next.board().attacks_from(m.to()).contains(king) || m.to().distance(king) < 2 {
            continue;
        }
        let (bit, line) = LINES[line(m.to(), king).expect("sliders attack along lines")];
        if lines & bit != 0 {
            let mut fields = move_fields(position, m);
            fields.push(("line", quoted(line)));
            fields.push(("mate", next.is_checkmate().to_string()));
            fields.push(("played", was_played(m, played)));
            found.push(fields);
        }
    }
    found
}

fn uncatchable_passers(position: &Chess, side: Color, _: Option<&str>) -> Vec<Fields> {
    values(position, side).uncatchable.into_iter().map(|pawn| vec![("square", quoted(pawn))]).collect()
}

/// Returns the legal moves of these kinds of pieces if the side is to move, otherwise none.
fn moves_of(position: &Chess, side: Color, kinds: &[Role]) -> Vec<Move> {
    if position.turn() != side {
        return Vec::new();
    }
    let mut moves = legal_moves(position);
    moves.retain(|m| kinds.contains(&m.role()));
    moves
}

fn move_fields(position: &Chess, m: Move) -> Fields {
    let san = SanPlus::from_move(position.clone(), m);
    vec![("move", quoted(uci(m))), ("san", quoted(san)), ("square", quoted(m.to()))]
}

fn was_played(m: Move, played: Option<&str>) -> String {
    played.map_or("null".into(), |played| (played == uci(m)).to_string())
}

/// Returns the classes of a fork. Each class requires one piece more than the one before it.
fn classes(position: &Chess, forked: Bitboard) -> String {
    let among = |role| forked.into_iter().any(|square| position.board().role_at(square) == Some(role));
    let ladder = [("check", Role::King), ("royal", Role::Queen), ("family", Role::Rook)];
    list(ladder.into_iter().take_while(|&(_, role)| among(role)).map(|(class, _)| class))
}

fn quoted(text: impl Display) -> String {
    format!("\"{text}\"")
}

fn list(items: impl IntoIterator<Item: Display>) -> String {
    format!("[{}]", items.into_iter().map(quoted).collect::<Vec<_>>().join(","))
}
