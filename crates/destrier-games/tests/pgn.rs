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
fn reads_the_sample_as_pgn_reader_does() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../samples/lichess.pgn");
    assert_eq!(agree(Path::new(path), usize::MAX), (60, 4_876));
}

#[test]
fn reads_old_games_as_pgn_reader_does() {
    let Some(path) = data::file("lichess-2013-01.pgn") else { return };
    assert_eq!(agree(&path, usize::MAX), (58, 3_705));
}

#[test]
fn reads_new_games_as_pgn_reader_does() {
    let Some(path) = data::file("lichess-2021-10.pgn") else { return };
    assert_eq!(agree(&path, usize::MAX), (300, 19_709));
}

#[test]
fn reads_book_games_as_pgn_reader_does() {
    let Some(path) = data::file("gnuchess-book.pgn.zst") else { return };
    assert_eq!(agree(&path, 2000), (2000, 148_115));
}

/// Returns the moves and the damage of the games in a text, as our reader and as pgn-reader reads them.
fn both(text: &str) -> [Vec<(String, Option<String>)>; 2] {
    let moves =
        |games: Vec<Played>| games.into_iter().map(|game| (game.moves.join(" "), game.damage)).collect();
    [moves(ours(text.as_bytes(), usize::MAX)), moves(theirs(text.as_bytes(), usize::MAX))]
}

fn game(moves: &str) -> (String, Option<String>) {
    (moves.into(), None)
}

fn damaged(moves: &str, damage: &str) -> (String, Option<String>) {
    (moves.into(), Some(damage.into()))
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
        let [ours, theirs] = both(text);
        assert_eq!(ours, theirs, "{text:?}");
    }
}

/// pgn-reader skips unreadable tokens, so a damaged game looks like a shorter or a different legal game. Our reader
/// reports the token and its location, and ends the game there.
#[test]
fn an_unreadable_move_is_not_skipped() {
    let [ours, theirs] = both("1. e4 e5 2. Nf3 Nc6 3. Bb&");
    assert_eq!(theirs, [game("e2e4 e7e5 g1f3 b8c6")]);
    assert_eq!(ours, [damaged("e2e4 e7e5 g1f3 b8c6", "byte 23: \"Bb&\": not a move")]);

    let [ours, theirs] = both("1. d4 d5 2. c4 e6 *\n\n1. e4 e5 2. Nf& Ncx 3. Bc4 Bc5 *");
    assert_eq!(theirs, [game("d2d4 d7d5 c2c4 e7e6"), game("e2e4 e7e5 f1c4 f8c5")]);
    assert_eq!(ours, [game("d2d4 d7d5 c2c4 e7e6"), damaged("e2e4 e7e5", "byte 33: \"Nf&\": not a move")]);
}

/// In pgn-reader, an unclosed comment continues into the next games, up to the closing brace of another comment. The
/// text after that is played in the damaged game. In our reader, the comment ends where the tags of the next game
/// start.
#[test]
fn an_open_comment_does_not_swallow_the_next_games() {
    let [ours, theirs] = both(
        "[Event \"1\"]\n\n1. e4 {open\n\n[Event \"2\"]\n\n1. d4 d5 *\n\n[Event \"3\"]\n\n1. c4 {closed} e5 *\n\n\
         [Event \"4\"]\n\n1. f4 *",
    );
    assert_eq!(theirs, [game("e2e4 e7e5"), game("f2f4")]);
    assert_eq!(
        ours,
        [
            damaged("e2e4", "byte 19: \"{\": an unclosed comment"),
            game("d2d4 d7d5"),
            game("c2c4 e7e5"),
            game("f2f4"),
        ]
    );
}

/// In both readers, an unclosed variation ends with the game. pgn-reader does not report it.
#[test]
fn an_open_variation_is_reported() {
    let [ours, theirs] = both("1. e4 (1. d4 d5 1... e5 2. Nf3 *\n\n1. f4 *");
    assert_eq!(theirs, [game("e2e4"), game("f2f4")]);
    assert_eq!(ours, [damaged("e2e4", "byte 6: \"(\": an unclosed variation"), game("f2f4")]);
}

/// Old files write promotions without `=`. pgn-reader skips such moves, like all unreadable tokens.
#[test]
fn a_promotion_may_lack_its_sign() {
    let [ours, theirs] = both("[FEN \"8/4P3/8/8/8/8/k6K/8 w - - 0 1\"]\n\n1. e8Q Kb2 2. Kh1 *");
    assert_eq!(theirs, [damaged("", "illegal san")]);
    assert_eq!(ours, [game("e7e8q a2b2 h2h1")]);
}
