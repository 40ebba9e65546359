//! Games in UCI notation, long algebraic notation and with figurines have the same findings as in SAN.

#[path = "support/scan.rs"]
mod scan;

use destrier::{File, Piece};
use destrier_games::pgn::{Moves, Token};
use destrier_games::{
    Continuation, Game, Move, Position, Positions, Reader, Scan, Source, Start, Unscreened,
};
use scan::{assert_same_lines, findings};

const SAMPLE: &[u8] = include_bytes!("../../../samples/lichess.pgn");

/// Rewrites the moves of all games, and keeps everything else: tags, comments and numbers.
fn rewritten(write: impl Fn(&Position, Continuation, &str) -> String) -> Vec<u8> {
    let mut reader = Reader::games(SAMPLE);
    let mut positions = Positions::new();
    let (mut text, mut at) = (Vec::new(), 0);
    while let Some(record) = reader.next_record().unwrap() {
        let game = Game::pgn(record);
        let Start::Position(start) = game.start().unwrap() else { panic!("a variant") };
        let mut played = Vec::new();
        let replayed = game.replay(&start, &mut positions, &Unscreened, |positions| {
            played.extend(positions.iter().filter_map(|(_, position, next)| Some((position, next?))));
        });
        replayed.unwrap();
        let tokens = Moves::new(record.bytes, &game.tags);
        for (token, (position, next)) in tokens.zip(played) {
            let Token::Move { text: san, offset, .. } = token else { panic!("{token:?}") };
            let start = record.offset as usize + offset;
            text.extend_from_slice(&SAMPLE[at..start]);
            text.extend(write(&position, next, str::from_utf8(san).unwrap()).bytes());
            at = start + san.len();
        }
    }
    text.extend_from_slice(&SAMPLE[at..]);
    text
}

fn found(text: &[u8]) -> String {
    let scanned = findings(&Scan::new([Source::of_memory("games.pgn", text)]));
    assert_eq!(scanned.problems(), [""; 0]);
    scanned.text()
}

/// Writes a move with both squares, as python-chess and ChessBase do: `Ng1-f3`, `e4xd5`, `e7-e8=Q`.
fn long(position: &Position, next: Continuation, san: &str) -> String {
    match next {
        Continuation::Move(Move::Normal { piece, from, to, promotion }) => {
            let letter =
                |piece: Piece| if piece == Piece::Pawn { String::new() } else { piece.letter().into() };
            let sets = position.sets();
            let sign = if (sets.white | sets.black).contains(to) { 'x' } else { '-' };
            let promotion = promotion.map(|piece| format!("={}", piece.letter())).unwrap_or_default();
            let check = &san[san.trim_end_matches(['+', '#']).len()..];
            format!("{}{from}{sign}{to}{promotion}{check}", letter(piece))
        }
        Continuation::Move(Move::EnPassant { from, to }) => format!("{from}x{to}"),
        Continuation::Move(Move::Castling { .. }) | Continuation::NullMove => san.to_owned(),
    }
}

fn with_figurines(san: &str, pieces: [char; 5]) -> String {
    "KQRBN".chars().zip(pieces).fold(san.to_owned(), |san, (letter, piece)| {
        // Castling has no piece letter.
        san.replace(letter, &piece.to_string())
    })
}

#[test]
fn other_notations_have_the_findings_of_san() {
    let expected = found(SAMPLE);
    assert!(expected.lines().count() > 500);
    let uci = |_: &Position, next: Continuation, _: &str| next.uci().to_string();
    let castling_as_capture = |_: &Position, next: Continuation, _: &str| match next {
        Continuation::Move(Move::Castling { king, rook }) => format!("{king}{rook}"),
        next => next.uci().to_string(),
    };
    let upper = |position: &Position, next: Continuation, san: &str| {
        let text = uci(position, next, san);
        if text.len() == 5 { format!("{}={}", &text[..4], text[4..].to_ascii_uppercase()) } else { text }
    };
    // As pgn-extract -Welalg.
    let without_signs = |position: &Position, next: Continuation, san: &str| match next {
        Continuation::Move(Move::Castling { .. }) => san.to_owned(),
        next => long(position, next, san).replace(['-', 'x'], ""),
    };
    let castling_with_king = |position: &Position, next: Continuation, san: &str| match next {
        Continuation::Move(Move::Castling { king, rook }) => {
            let file = if rook < king { File::C } else { File::G };
            format!("K{king}-{}", destrier::Square::new(file, king.rank()))
        }
        next => long(position, next, san),
    };
    let white = |_: &Position, _: Continuation, san: &str| with_figurines(san, ['♔', '♕', '♖', '♗', '♘']);
    let black = |_: &Position, _: Continuation, san: &str| with_figurines(san, ['♚', '♛', '♜', '♝', '♞']);
    let long_black = |position: &Position, next: Continuation, san: &str| {
        with_figurines(&long(position, next, san), ['♚', '♛', '♜', '♝', '♞'])
    };
    let castles = |text: &[u8], castling: &str| str::from_utf8(text).unwrap().contains(castling);
    assert!(castles(&rewritten(uci), " e1g1 ") && castles(&rewritten(castling_with_king), " Ke8-c8 "));
    for (name, text) in [
        ("UCI", rewritten(uci)),
        ("UCI of Chess960", rewritten(castling_as_capture)),
        ("UCI with =Q", rewritten(upper)),
        ("long algebraic", rewritten(long)),
        ("long algebraic without signs", rewritten(without_signs)),
        ("long algebraic, the king castles", rewritten(castling_with_king)),
        ("white figurines", rewritten(white)),
        ("black figurines", rewritten(black)),
        ("long algebraic with figurines", rewritten(long_black)),
    ] {
        assert!(text != SAMPLE, "{name}");
        assert_same_lines(&found(&text), &expected);
    }
}

#[test]
fn squares_decide_and_wrong_pieces_are_damage() {
    let scanned = |moves: &str| {
        let text = format!("[FEN \"r3k2r/1P6/8/3pP3/5n2/8/6P1/R3K2R w KQkq d6 0 1\"]\n\n1. {moves} *");
        let scanned = findings(&Scan::new([Source::of_memory("games.pgn", text.as_bytes())]));
        (scanned.ended.totals.positions, scanned.problems().concat())
    };
    for moves in
        ["e5d6", "e5-d6", "b7a8q", "b7-a8=N", "e1c1 e8g8", "Ke1-g1 Nf4e2", "g2g4 f4e2", "Ra1a8 Ke8d7"]
    {
        let moves_read = moves.split(' ').count() as u64;
        assert_eq!(scanned(moves), (1 + moves_read, String::new()), "{moves}");
    }
    for (moves, token) in
        [("Ng2g4", "Ng2g4"), ("e5d7", "e5d7"), ("b7a8", "b7a8"), ("a1", "a1"), ("e1d1 Ka8c8", "Ka8c8")]
    {
        let (_, problem) = scanned(moves);
        assert!(problem.ends_with(&format!("\"{token}\": not a legal move here")), "{problem}");
    }
}
