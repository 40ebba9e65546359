//! PGN as an input format.

use crate::formats::damage::Damage;
use crate::formats::format::{Addressing, Decoder, InputFormat, TextFormat};
use crate::formats::game::Game;
use crate::formats::record::{Record, RecordEnd};
use std::sync::Arc;

/// A sequence of games.
pub(in crate::formats) static PGN: InputFormat = InputFormat {
    name: "pgn",
    endings: &["pgn"],
    text: Some(TextFormat {
        // PGN is the fallback and needs no detection.
        is_shown_by: |_| false,
        open: |_| Ok((Arc::new(PgnDecoder), Some(0))),
    }),
};

#[derive(Debug)]
struct PgnDecoder;

impl Decoder for PgnDecoder {
    fn format(&self) -> &'static InputFormat {
        &PGN
    }

    fn record_end(&self) -> RecordEnd {
        RecordEnd::Game
    }

    fn addressing(&self) -> Addressing {
        Addressing::Game
    }

    fn read<'a>(&'a self, record: Record<'a>) -> Option<Result<Game<'a>, Box<Damage>>> {
        Some(Ok(Game::pgn(record)))
    }
}
