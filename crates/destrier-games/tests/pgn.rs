//! Compares our PGN reader with pgn-reader: the same games and moves in intact files, and only intended differences
//! in damaged ones.

#[path = "support/data.rs"]
mod data;

use destrier_games::{Game, Positions, Reader, Source, Start, Unscreened};
use pgn_reader::{SanPlus, Visitor};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

/// A game as one of the readers understands it.
#[derive(Debug, Default, PartialEq)]
struct Played {
    /// The starting position as FEN.
    start: String,
    /// White, Black and the site.
    names: [String; 3],
    /// The moves in UCI notation.
    moves: Vec<String>,
    /// The damage, if the reader reports any.
    damage: Option<String>,
}

const NAMES: [&str; 3] = ["White", "Black", "Site"];

fn uci(played: Move) -> String {
    played.to_uci(CastlingMode::Standard).to_string()
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Returns the first games of a stream as our reader reads them.
fn ours(input: impl Read, limit: usize) -> Vec<Played> {
    let mut reader = Reader::games(input);
    let mut games = Vec::new();
    let mut positions = Positions::new();
    while games.len() < limit
        && let Some(record) = reader.next_record().unwrap()
    {
        let game = Game::pgn(record);
        let Ok(Start::Position(start)) = game.start() else { panic!("game {} has no start", record.number) };
        let mut moves = Vec::new();
        let start_fen = start.fen();
        let result = game.replay(&start, &mut positions, &Unscreened, |positions| {
            moves.extend(positions.iter().filter_map(|(.., next)| Some(next?.uci().to_string())));
        });
        let names = NAMES.map(|name| game.tags.get(name).map(|tag| tag.value().into()).unwrap_or_default());
        let damage = result.err().map(|damage| damage.to_string());
        games.push(Played { start: start_fen, names, moves, damage });
    }
    games
}

/// Returns the first games of a stream as pgn-reader reads them, with the moves played by the oracle.
fn theirs(input: impl Read, limit: usize) -> Vec<Played> {
    struct Play;

    impl Visitor for Play {
        type Tags = (Chess, [String; 3]);
        type Movetext = (Chess, Played);
        type Output = Played;

        fn begin_tags(&mut self) -> ControlFlow<Played, Self::Tags> {
            ControlFlow::Continue(Default::default())
        }

        fn tag(
            &mut self,
            (start, names): &mut Self::Tags,
            name: &[u8],
            value: pgn_reader::RawTag<'_>,
        ) -> ControlFlow<Played> {
            if name == b"FEN" {
                let fen = Fen::from_ascii(value.as_bytes()).unwrap();
                *start = fen.into_position(CastlingMode::Chess960).unwrap();
            }
            if let Some(index) = NAMES.iter().position(|known| known.as_bytes() == name) {
                names[index] = value.decode_utf8_lossy().into();
            }
            ControlFlow::Continue(())
        }

        fn begin_movetext(&mut self, (start, names): Self::Tags) -> ControlFlow<Played, Self::Movetext> {
            let start_fen = fen(&start);
            ControlFlow::Continue((start, Played { start: start_fen, names, ..Played::default() }))
        }

        fn san(&mut self, (position, played): &mut Self::Movetext, san: SanPlus) -> ControlFlow<Played> {
            match san.san.to_move(position) {
                Ok(next) => {
                    played.moves.push(uci(next));
                    position.play_unchecked(next);
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    played.damage = Some(error.to_string());
                    ControlFlow::Break(std::mem::take(played))
                }
            }
        }

        fn end_game(&mut self, (_, played): Self::Movetext) -> Played {
            played
        }
    }

    let mut reader = pgn_reader::Reader::new(input);
    reader.read_games(&mut Play).take(limit).map(Result::unwrap).collect()
}

/// Checks that both readers agree and that nothing is damaged. Returns the number of games and moves.
fn agree(path: &Path, limit: usize) -> (usize, usize) {
    let open = || Source::new(path).open(&Arc::default()).unwrap().input;
    let [ours, theirs] = [ours(open(), limit), theirs(open(), limit)];
    for (number, (ours, theirs)) in (1..).zip(ours.iter().zip(&theirs)) {
        assert_eq!(ours, theirs, "game {number} of {}", path.display());
        assert_eq!(ours.damage, None, "game {number} of {}", path.display());
    }
    assert_eq!(ours.len(), theirs.len());
    (ours.len(), ours.iter().map(|game| game.moves.len()).sum())
}

#[test]
fn reads_games_as_pgn_reader_does() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/lichess.pgn");
    assert_eq!(agree(Path::new(path), usize::MAX), (60, 4_876));
    for (name, limit, counts) in [
        ("lichess-2013-01.pgn", usize::MAX, (58, 3_705)),
        ("lichess-2021-10.pgn", usize::MAX, (300, 19_709)),
        ("gnuchess-book.pgn.zst", 2000, (2000, 148_115)),
    ] {
        if let Some(path) = data::file(name) {
            assert_eq!(agree(&path, limit), counts, "{name}");
        }
    }
}

/// Both readers accept all lenient forms of intact games.
#[test]
fn reads_lenient_forms_as_pgn_reader_does() {
    for text in [
        "\u{feff}1. e4 e5 2. Nf3 *\n\n\n1. d4 *",
        "[Event \"x\"]\r\n\r\n1.e4 e5 2.Nf3! $14 {c} (2. f4 (2. d4 {)})) 2... Nc6?! *\r\n\r\n1. d4 *",
        "% a line\n[Event \"x\"]\n% [Event \"y\"]\n\n1. e4 ; c5 (\n%c5\nc6 1/2-1/2",
        "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 O-O *",
        "[Site \"1\"]\n[Event \"2\"]\n1. e4\n[Event \"3\"]\n\n*",
        "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 1-0 {White wins}",
    ] {
        assert_eq!(ours(text.as_bytes(), usize::MAX), theirs(text.as_bytes(), usize::MAX), "{text:?}");
    }
}
