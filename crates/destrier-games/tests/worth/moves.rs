//! Compares legal moves: the search uses pins and checks, the reference makes every move.

use crate::reference::board::Position as Reference;
use crate::reference::squares::name;
use destrier_games::{Move, Position};
use fastrand::Rng;

/// Compares the moves in UCI notation, with castling as the king captures its rook. Returns their number.
fn same_moves(fen: &str, position: &Position) -> usize {
    let uci = |played: Move| match played {
        Move::Castling { king, rook } => format!("{king}{rook}"),
        _ => played.uci().to_string(),
    };
    let mut found: Vec<String> = position.legal_moves().into_iter().map(uci).collect();
    let moves = Reference::from_fen(fen).unwrap().legal_moves().into_iter().map(|m| {
        let promotion = m.promotion.map(|kind| kind.letter().to_ascii_lowercase().to_string());
        name(m.from) + &name(m.rook.unwrap_or(m.to)) + &promotion.unwrap_or_default()
    });
    let mut expected: Vec<String> = moves.collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "{fen}");
    found.len()
}

/// Positions with many queens: kings in check from several sides and pieces pinned on all lines.
#[test]
fn positions_with_many_queens_have_the_same_legal_moves() {
    let mut random = Rng::with_seed(3);
    let (mut none, mut many, mut castling) = (0, 0, 0);
    for number in 0..6000 {
        let letters: &[u8] = [&b"QQqqPp"[..], b"QqRrBbNnPp", b"QRBNPqqqqq"][number % 3];
        let mut squares: Vec<usize> = (0..64).collect();
        random.shuffle(&mut squares);
        let mut board = [b'1'; 64];
        let pieces = random.usize(4..=28);
        for (index, &square) in squares[..pieces].iter().enumerate() {
            board[square] = match index {
                0 => b'K',
                1 => b'k',
                _ => *random.choice(letters).unwrap(),
            };
        }
        // In some positions both sides may castle.
        if random.u8(..4) == 0 {
            board = board.map(|letter| if letter.eq_ignore_ascii_case(&b'k') { b'1' } else { letter });
            board[random.usize(1..7)] = b'k';
            board[random.usize(57..63)] = b'K';
            (board[0], board[63]) = (b'r', b'R');
        }
        let ranks: Vec<_> = board.chunks(8).map(|rank| str::from_utf8(rank).unwrap()).collect();
        let turn = if random.bool() { 'w' } else { 'b' };
        let Ok(position) = format!("{} {turn} KQkq - 0 1", ranks.join("/")).parse::<Position>() else {
            continue;
        };
        let moves = same_moves(&position.fen(), &position);
        none += u32::from(moves == 0);
        many += u32::from(moves > 80);
        let castles = |played: &Move| matches!(played, Move::Castling { .. });
        castling += u32::from(position.legal_moves().iter().any(castles));
    }
    assert!(none > 20 && many > 20 && castling > 20, "{none} {many} {castling}");
}
