//! Follows a game with both implementations, position by position.

use crate::reference::board::Position as Reference;
use crate::reference::board::Side;
use crate::reference::findings::findings;
use crate::reference::moves::Move;
use crate::reference::squares::{Set, name};
use crate::reference::values::values;
use crate::scan::{assert_same_lines, collect, findings as scan_for_findings, scan_of, without_nulls};
use destrier::batch::ValueColumns;
use destrier::king::Wing;
use destrier::registry::{VALUES, Value};
use destrier::{Bitboard, Color};
use destrier_games::{
    Collecting, Collector, Continuation, CurrentGame, GameNumber, Move as PlayedMove, Position, Positions,
};
use std::path::Path;

/// The totals of a file on which both implementations agree.
pub(crate) struct Agreed {
    /// The number of games.
    pub(crate) games: u64,
    /// The number of positions.
    pub(crate) positions: u64,
    /// The findings as JSON lines.
    pub(crate) lines: String,
}

/// Follows all games, puzzles or positions of a file with the reference, and compares its findings with the output of
/// a scan.
pub(crate) fn agree(path: &Path) -> Agreed {
    let paths = [path.to_owned()];
    let expected = collect(&scan_of(&paths, 2), &ByReference);
    let found = scan_for_findings(&scan_of(&paths, 1));
    assert_eq!(found.problems(), [""; 0]);
    let lines = found.text();
    assert_same_lines(&lines, &without_nulls(&expected.text()));
    assert_eq!(found.ended, expected.ended);
    let totals = found.ended.totals;
    assert_eq!((totals.filtered, totals.skipped), (0, 0));
    assert_eq!(totals.rows, lines.lines().count() as u64);
    Agreed { games: totals.games, positions: totals.positions, lines }
}

/// A collector that writes the reference's findings as JSON lines. The reference plays the moves by its own rules.
/// Both implementations are compared in every position.
struct ByReference;

/// The reference's results for some games.
#[derive(Default)]
struct Followed {
    lines: Vec<u8>,
    /// The reference's position in the current game.
    reference: Option<Reference>,
}

impl Collector for ByReference {
    type Accumulator = Followed;
    type Output = Vec<u8>;

    fn accumulator(&self) -> Followed {
        Followed::default()
    }

    fn begin(&self, followed: &mut Followed, _: &CurrentGame<'_>) {
        followed.reference = None;
    }

    fn positions(
        &self,
        game: &CurrentGame<'_>,
        positions: &Positions,
        Collecting { accumulator: followed, tally, .. }: &mut Collecting<'_, Followed>,
    ) {
        let source = game.source;
        let number = match game.entry.number {
            // Puzzles follow a header of one line.
            GameNumber::Game(number) if source.ends_with(".csv") => {
                format!("\"game\":{number},\"line_number\":{}", number + 1)
            }
            GameNumber::Game(number) => format!("\"game\":{number}"),
            GameNumber::Line(number) => format!("\"line_number\":{number}"),
        };
        let site = game.game.tags.get("Site").map(|tag| tag.value());
        for (ply, position, next) in positions.iter() {
            let fen = position.fen();
            let place = format!("{source}, {}, ply {ply}: {fen}", game.entry.number);
            let (findings, after) = visit(followed.reference.take(), &position, next, &place);
            for finding in findings {
                assert!(tally.row());
                let line = format!(
                    "{{\"source\":{},{number},\"site\":{},\"ply\":{ply},\"fen\":\"{fen}\",{finding}}}\n",
                    serde_json::json!(source),
                    serde_json::json!(site),
                );
                followed.lines.extend_from_slice(line.as_bytes());
            }
            followed.reference = after;
        }
    }

    fn finish(&self, followed: Followed) -> Vec<u8> {
        followed.lines
    }
}

/// Compares both implementations in the next position of a game, or its first. Returns the reference's findings as
/// JSON, and its position after the next move.
fn visit(
    reference: Option<Reference>,
    position: &Position,
    next: Option<Continuation>,
    place: &str,
) -> (Vec<String>, Option<Reference>) {
    let read = Reference::from_fen(&position.fen()).unwrap();
    let reference = reference.unwrap_or_else(|| read.clone());
    let moves = reference.legal_moves();
    same_position(&reference, &read, place);
    same_moves(position, &moves, place);
    same_values(position, &reference, place);

    let (played, after) = match next {
        None => (None, None),
        Some(Continuation::NullMove) => (Some("0000".into()), Some(passed(&reference))),
        Some(Continuation::Move(next)) => {
            let uci = plain_uci(next);
            let played = moves.iter().find(|m| king_takes_rook(m) == uci).expect("a legal move");
            (Some(reference.uci(played)), Some(reference.after(played)))
        }
    };
    let findings = findings(&reference, played.as_deref());
    (findings.iter().map(|finding| finding.json()).collect(), after)
}

/// Checks that the reference's position matches the FEN of the library.
fn same_position(reference: &Reference, read: &Reference, place: &str) {
    assert_eq!(reference.board, read.board, "{place}");
    assert_eq!(reference.turn, read.turn, "{place}");
    assert_eq!(reference.castling, read.castling, "{place}");
}

fn same_moves(position: &Position, moves: &[Move], place: &str) {
    let mut expected: Vec<String> = moves.iter().map(king_takes_rook).collect();
    let mut legal: Vec<String> = position.legal_moves().into_iter().map(plain_uci).collect();
    expected.sort_unstable();
    legal.sort_unstable();
    assert_eq!(legal, expected, "{place}");
}

fn same_values(position: &Position, reference: &Reference, place: &str) {
    for (color, side) in Color::ALL.into_iter().zip(Side::BOTH) {
        let values = values(reference, side);
        let set = |set: Set| Value::Set(Bitboard::from_bits(set.bits()));
        let wing = values.shield_wing.map(|wing| match wing {
            "king" => Wing::King as u8,
            "queen" => Wing::Queen as u8,
            _ => unreachable!(),
        });
        let expected = [
            ("knight_attacks", set(values.knight_attacks)),
            ("fork_squares", set(values.fork_squares)),
            ("forking_knights", set(values.forking_knights)),
            ("king_escapes", set(values.king_escapes)),
            ("king_lines", Value::Number(Some(values.king_lines))),
            ("shield_wing", Value::Number(wing)),
            ("shield_index", Value::Number(values.shield_index)),
            ("passers", set(values.passers)),
            ("uncatchable", set(values.uncatchable)),
            ("king_reach", set(values.king_reach)),
        ];
        let of_struct = &VALUES[..ValueColumns::LEN];
        let board = position.board();
        let real: Vec<_> = of_struct.iter().map(|value| (value.name, (value.get)(&board, color))).collect();
        assert_eq!(real, expected, "{side:?}, {place}");
    }
}

/// Returns the move in UCI notation, with castling as the king captures its rook, which is unambiguous in all games.
pub(crate) fn plain_uci(played: PlayedMove) -> String {
    match played {
        PlayedMove::Castling { king, rook } => format!("{king}{rook}"),
        _ => played.uci().to_string(),
    }
}

/// The same for a move of the reference.
fn king_takes_rook(m: &Move) -> String {
    let promotion = m.promotion.map(|kind| kind.letter().to_ascii_lowercase().to_string());
    name(m.from) + &name(m.rook.unwrap_or(m.to)) + &promotion.unwrap_or_default()
}

/// Returns the position after the side to move passes.
fn passed(position: &Reference) -> Reference {
    Reference { turn: position.turn.other(), en_passant: None, ..position.clone() }
}
