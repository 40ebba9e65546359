//! A bare replay of PGN with pgn-reader and shakmaty: what a scan is measured against.
//!
//! `cargo run --release --example bare_replay -- FILE...` plays the main line of every game and prints how many
//! games and positions that were and how long it took. Nothing is looked for and nothing else is done.

use destrier_games::Source;
use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// Plays moves as long as they are legal and counts positions.
#[derive(Default)]
struct Replay {
    positions: u64,
}

impl Visitor for Replay {
    type Tags = Chess;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: pgn_reader::RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) {
                Some(position) => *start = position,
                None => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<(), Chess> {
        self.positions += 1;
        ControlFlow::Continue(start)
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(played) => position.play_unchecked(played),
            Err(_) => return ControlFlow::Break(()),
        }
        self.positions += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _position: Chess) {}
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = Instant::now();
    let mut replay = Replay::default();
    let mut games = 0;
    for path in std::env::args_os().skip(1) {
        let mut reader = Reader::new(Source::new(path).open(&Arc::default())?.input);
        while reader.read_game(&mut replay)?.is_some() {
            games += 1;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{games} games, {} positions in {seconds:.2} s", replay.positions);
    Ok(())
}
