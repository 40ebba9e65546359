//! We and shakmaty accept the same moves, legal or not, and reach the same positions. The last position has the same
//! legal moves, checks and mates.
//!
//! The first byte selects the start position. If there is no such position, a FEN follows, up to a line break. Then
//! each move takes one or more bytes.
#![no_main]

#[path = "../../crates/destrier-games/tests/rules/oracle.rs"]
mod oracle;
#[path = "../../crates/destrier-games/tests/rules/pseudo_legal.rs"]
mod pseudo_legal;

use destrier::{File, Piece, Rank, Square};
use destrier_games::{CastlingSide, San};
use libfuzzer_sys::fuzz_target;
use oracle::{Written, same_fen, same_play, same_rules, their_moves};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Role};

/// Bytes below this value select a legal move; the others encode any move.
const FIRST_OTHER: u8 = 0xf0;

fuzz_target!(|bytes: &[u8]| {
    let Some((&first, mut rest)) = bytes.split_first() else { return };
    let begins = match pseudo_legal::POSITIONS.get(usize::from(first)) {
        Some(fen) => same_fen(fen.as_bytes()),
        None => {
            let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            let (fen, moves) = rest.split_at(end);
            rest = moves;
            same_fen(fen)
        }
    };
    let Ok((mut ours, mut theirs)) = begins else { return };
    for _ in 0..400 {
        let Some(written) = next(&mut rest, &theirs) else { break };
        same_play(&mut ours, &mut theirs, written);
    }
    // Only for the last position: earlier positions are the last ones of shorter inputs.
    same_rules(&ours, &theirs);
});

/// Decodes the next move.
fn next(bytes: &mut &[u8], theirs: &Chess) -> Option<Written> {
    let mut byte = || {
        let (&first, rest) = bytes.split_first()?;
        *bytes = rest;
        Some(first)
    };
    match byte()? {
        number @ ..FIRST_OTHER => {
            let legal = their_moves(theirs);
            let played = legal.get(usize::from(number) % legal.len().max(1))?;
            Some(Written::Uci(played.to_uci(shakmaty::CastlingMode::Chess960)))
        }
        0xf0 => Some(Written::San(San::Null)),
        0xf1 => Some(Written::San(San::Castling(CastlingSide::King))),
        0xf2 => Some(Written::San(San::Castling(CastlingSide::Queen))),
        0xf3..0xfa => {
            let [from, to, promotion] = [byte()?, byte()?, byte()?];
            let square = |byte: u8| shakmaty::Square::ALL[usize::from(byte % 64)];
            let promotion = Role::ALL.get(usize::from(promotion)).copied();
            Some(Written::Uci(UciMove::Normal { from: square(from), to: square(to), promotion }))
        }
        0xfa.. => {
            let [signs, to, promotion] = [byte()?, byte()?, byte()?];
            Some(Written::San(San::Normal {
                piece: Piece::ALL[usize::from(signs % 6)],
                file: (signs & 64 != 0).then(|| File::ALL[usize::from(byte().unwrap_or(0) % 8)]),
                rank: (signs & 128 != 0).then(|| Rank::ALL[usize::from(byte().unwrap_or(0) % 8)]),
                capture: to & 64 != 0,
                to: Square::ALL[usize::from(to % 64)],
                promotion: Piece::ALL.get(usize::from(promotion)).copied(),
            }))
        }
    }
}
