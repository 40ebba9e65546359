//! Agreement on hand-made and random positions.

use crate::both::{Agreed, agree, plain_uci};
use destrier::{Bitboard, Board, Color, Square};
use destrier_games::{Continuation, Move, Position, San};
use fastrand::Rng;

/// Checks that both implementations agree on a file with this name and text.
fn agree_on(name: &str, text: &str) -> Agreed {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    agree(&path)
}

/// Games with moves in UCI notation, in the format of puzzles.
struct RandomGames {
    rows: String,
    games: u64,
    positions: u64,
    /// The number of games with castling.
    castled: u32,
}

impl RandomGames {
    fn new() -> Self {
        Self { rows: "FEN,Moves\n".into(), games: 0, positions: 0, castled: 0 }
    }

    /// Adds a game of random moves, with castling where possible and occasional null moves.
    fn add(&mut self, rng: &mut Rng, fen: &str, mut position: Position, plies: u32) {
        self.games += 1;
        self.positions += 1;
        self.rows += &format!("{fen},");
        let mut castled = false;
        for ply in 0..plies {
            let moves = position.legal_moves();
            let null_move = rng.u8(..) < 8 && position.resolve(San::Null).is_ok();
            let castling = moves.iter().find(|m| matches!(m, Move::Castling { .. })).filter(|_| rng.bool());
            let Some(&next) = castling.or_else(|| rng.choice(&moves)) else { break };
            let (next, uci) = if null_move {
                (Continuation::NullMove, "0000".into())
            } else {
                (Continuation::Move(next), plain_uci(next))
            };
            castled |= matches!(next, Continuation::Move(Move::Castling { .. }));
            self.rows += if ply > 0 { " " } else { "" };
            self.rows += &uci;
            self.positions += 1;
            position.play(next).expect("the continuation is legal");
        }
        self.castled += u32::from(castled);
        self.rows += "\n";
    }

    /// Checks that both implementations agree on the games.
    fn agree(&self) {
        let Agreed { games, positions, .. } = agree_on("games.csv", &self.rows);
        assert_eq!((games, positions), (self.games, self.positions));
    }
}

#[test]
fn agrees_on_the_worked_examples() {
    let examples = [
        (
            "r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1",
            r#""pattern":"knight-fork","side":"white","move":"d5c7","san":"Nc7+","square":"c7","targets":["a8","e8"],"classes":["check"],"safe":false,"mate":false"#,
        ),
        (
            "r3k2r/8/8/1N6/8/8/8/4K3 w kq - 0 1",
            r#""pattern":"knight-fork","side":"white","move":"b5c7","san":"Nc7+","square":"c7","targets":["a8","e8"],"classes":["check"],"safe":true,"mate":false"#,
        ),
        (
            "2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1",
            r#""pattern":"smothered-mate","side":"white","move":"h6f7","san":"Nf7#","square":"f7","mate":true"#,
        ),
        (
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
            r#""pattern":"distant-check","side":"white","move":"a1a8","san":"Ra8#","square":"a8","line":"rank","mate":true"#,
        ),
        (
            "8/8/8/6k1/8/2P4P/PP6/1K6 w - - 0 1",
            r#""pattern":"uncatchable-passer","side":"white","square":"a2""#,
        ),
    ];
    let mut text =
        String::from("# No findings\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\n");
    for (fen, _) in examples {
        text += &format!("{fen}\n");
    }
    let Agreed { games, positions, lines } = agree_on("examples.fen", &text);
    assert_eq!((games, positions, lines.lines().count()), (6, 6, 5));
    for ((line_number, line), (fen, expected)) in (4..).zip(lines.lines()).zip(examples) {
        let place = format!(r#""line_number":{line_number},"ply":0,"fen":"{fen}",{expected}}}"#);
        assert!(line.ends_with(&place), "{line} is not {place}");
    }
}

/// The worked example of an uncatchable passer has its h-pawn on h4, where it checks with White to move. No game can
/// reach that position, so parsing rejects it. The sets still have values.
#[test]
fn the_example_of_an_uncatchable_passer_is_illegal() {
    let refused = "8/8/8/6k1/7P/2P5/PP6/1K6 w - - 0 1".parse::<Position>().unwrap_err().to_string();
    assert!(refused.contains("can capture the king"), "{refused}");
    let board = Board::from_placement("8/8/8/6k1/7P/2P5/PP6/1K6", Color::White).unwrap();
    assert_eq!(board.uncatchable(Color::White), Square::A2.bitboard());
    let passers = [Square::A2, Square::B2, Square::C3, Square::H4];
    assert_eq!(board.passers(Color::White), Bitboard::from_squares(&passers));
}

#[test]
fn agrees_on_positions_of_every_kind() {
    let mut games = RandomGames::new();
    for fen in [
        // More knights than a game starts with, several of which fork on the same square.
        "r3k2r/8/8/1N1N1N2/4N3/2N3N1/8/4K3 w - - 0 1",
        "4k3/8/2n1n3/1n3n2/3Q4/1n3n2/2n1n3/R6K b - - 0 1",
        "nnnnknnn/8/8/8/8/8/8/NNNNKNNN w - - 0 1",
        // Promoted queens, rooks and bishops.
        "QQQ5/6k1/8/8/8/8/6K1/qqq5 w - - 0 1",
        "RRRBk3/8/5B2/2B5/2b5/5b2/8/rrrbK3 b - - 0 1",
        // A knight that forks with a capture, on a square guarded only by a pinned piece, or to escape check.
        "4r1k1/2p2q2/8/3N4/8/8/8/3RK3 w - - 0 1",
        "r3q3/8/R2b3k/1N6/8/8/8/1K6 w - - 0 1",
        // An en passant capture that ends a check, gives check, or captures a passer.
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
        "4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1",
        // A mate that is not along an open line, a check from an adjacent square, a discovered check.
        "7k/5Q2/8/8/8/8/8/K5R1 w - - 0 1",
        "R2B2k1/5ppp/8/8/8/8/8/6K1 w - - 0 1",
        "k7/8/8/8/8/8/7Q/K7 w - - 0 1",
        // Kings in corners and on edges, one of them without escapes and not in check.
        "7k/5K2/8/8/8/8/8/6R1 w - - 0 1",
        "k7/2Q5/8/8/8/8/8/K7 b - - 0 1",
        // Pawns everywhere, past each other.
        "4k3/PpPpPpPp/8/8/8/8/pPpPpPpP/4K3 w - - 0 1",
        "8/P1P1P1P1/8/k7/7K/8/p1p1p1p1/8 b - - 0 1",
    ] {
        let position = fen.parse().unwrap();
        games.add(&mut Rng::with_seed(1), fen, position, 12);
    }
    games.agree();
}

/// Kings anywhere, with up to 24 other pieces of all kinds, most of them knights.
#[test]
fn agrees_on_random_positions() {
    let mut rng = Rng::with_seed(2);
    let mut games = RandomGames::new();
    let mut ranks = [[false; 8]; 2];
    let mut many_knights = 0;
    while games.games < 600 {
        let mut squares: Vec<usize> = (0..64).collect();
        rng.shuffle(&mut squares);
        let men = 2 + rng.usize(..25);
        let mut board = [' '; 64];
        for (i, &square) in squares[..men].iter().enumerate() {
            board[square] = match i {
                0 => 'K',
                1 => 'k',
                _ => loop {
                    let man = char::from(*rng.choice(b"NNNnnnBbRrQqPPPppp").unwrap());
                    if !(man.eq_ignore_ascii_case(&'p') && matches!(square / 8, 0 | 7)) {
                        break man;
                    }
                },
            };
        }
        let turn = if rng.bool() { 'w' } else { 'b' };
        let fen = format!("{} {turn} - - 0 1", placement(&board));
        let Ok(position) = fen.parse() else { continue };
        many_knights += usize::from(board.iter().filter(|&&man| man == 'N').count() > 3);
        ranks[0][squares[0] / 8] = true;
        ranks[1][squares[1] / 8] = true;
        games.add(&mut rng, &fen, position, 2);
    }
    games.agree();
    assert!(ranks == [[true; 8]; 2] && many_knights > 50, "{ranks:?}, {many_knights}");
}

#[test]
fn agrees_on_random_games_of_chess960() {
    let mut rng = Rng::with_seed(3);
    let mut games = RandomGames::new();
    let mut letters = *b"rnbqkbnr";
    while games.games < 24 {
        rng.shuffle(&mut letters);
        let row = str::from_utf8(&letters).unwrap();
        let [bishops, rooks, king] =
            ['b', 'r', 'k'].map(|piece| row.find(piece).zip(row.rfind(piece)).unwrap());
        if (bishops.0 + bishops.1) % 2 == 0 || !(rooks.0..rooks.1).contains(&king.0) {
            continue;
        }
        let fen = format!("{row}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", row.to_uppercase());
        games.add(&mut rng, &fen, fen.parse().unwrap(), 40);
    }
    games.agree();
    assert!(games.castled > 8, "{} games with castling", games.castled);
}

/// Returns the first field of a FEN.
fn placement(board: &[char; 64]) -> String {
    let row = |rank: usize| board[rank * 8..][..8].iter().collect::<String>();
    let mut text = (0..8).rev().map(row).collect::<Vec<_>>().join("/");
    for empty in (1..=8).rev() {
        text = text.replace(&" ".repeat(empty), &empty.to_string());
    }
    text
}
