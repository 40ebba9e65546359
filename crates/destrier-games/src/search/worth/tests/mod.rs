//! Positions to test the search with.

mod both;
mod minimax;
mod verdicts;

use crate::chess::{Position, Positions, Unscreened};
use crate::formats::{Game, Start};
use crate::input::Reader;
use fastrand::Rng;

/// Creates a random position with few pieces. In half of the cases, all pieces are in one corner, where stalemates,
/// mates, captures and pins are frequent. Pawns are often on their seventh rank.
pub(in crate::search) fn random_position(random: &mut Rng, pieces: usize) -> Position {
    loop {
        let (files, ranks) = if random.bool() { (8, 8) } else { (random.usize(2..=4), random.usize(3..=4)) };
        let (right, up) = (random.bool(), random.bool());
        let mut board = [b'1'; 64];
        let letters: &[u8] = match random.u8(..4) {
            0 => b"QRBNPPqrbnpp",
            1 => b"Pppppppp",
            2 => b"RBNPPP",
            _ => b"PPPQRqn",
        };
        for number in 0..pieces {
            let letter = match number {
                0 => b'K',
                1 => b'k',
                _ => *random.choice(letters).unwrap(),
            };
            let (file, mut rank) = (random.usize(..files), random.usize(..ranks));
            if letter == b'P' && random.bool() {
                rank = 6;
            } else if letter == b'p' && random.bool() {
                rank = 1;
            } else if up {
                rank = 7 - rank;
            }
            board[(7 - rank) * 8 + if right { 7 - file } else { file }] = letter;
        }
        let placement =
            board.chunks(8).map(|rank| str::from_utf8(rank).unwrap()).collect::<Vec<_>>().join("/");
        let turn = if random.bool() { 'w' } else { 'b' };
        // Parsing drops castling rights without rooks.
        if let Ok(position) = format!("{placement} {turn} KQkq - 0 1").parse() {
            return position;
        }
    }
}

pub(in crate::search) fn each_game_position(mut visit: impl FnMut(&Position)) {
    let mut reader = Reader::games(&include_bytes!("../../../../../../samples/lichess.pgn")[..]);
    while let Some(record) = reader.next_record().unwrap() {
        let game = Game::pgn(record);
        let Ok(Start::Position(start)) = game.start() else { panic!("the game has no start") };
        game.replay(&start, &mut Positions::new(), &Unscreened, |positions| {
            positions.iter().for_each(|(_, position, _)| visit(&position));
        })
        .unwrap();
    }
}
