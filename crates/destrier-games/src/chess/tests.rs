//! The rules held against shakmaty's, position by position and move by move.

use super::position::History;
use super::*;
use destrier::{Bitboard, Color, File, Piece, Rank, Sets, Square};
use shakmaty::{CastlingMode, Chess, Position as _, Role, fen::Fen};

/// Positions with pins, checks, double checks, en passant, promotions, castling and many pieces of a kind.
const POSITIONS: [&str; 22] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "4k3/8/8/8/1b5r/8/3N1B2/4K3 w - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 2",
    "1n2k3/P7/8/8/8/8/p7/1N2K3 b - - 0 1",
    "N7/6k1/1N6/3QK2Q/8/2N5/8/4Q3 w - - 0 1",
    "4k3/4r3/8/8/1b6/2N5/3N4/N3K2R w K - 0 1",
    "3rk3/8/8/8/8/5n2/3P4/3K3R w - - 0 1",
    "8/8/8/3k4/2pP4/8/B7/4K3 b - d3 0 1",
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 7",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1",
    "rk5r/8/8/8/8/8/8/RK5R w AHah - 0 1",
    "5rkr/8/8/8/8/8/8/5RKR b FHfh - 0 1",
    "7k/8/8/8/8/8/8/qR1K2R1 w BG - 0 1",
    "k7/8/8/8/8/8/8/r1R1K3 w C - 0 1",
    "bqnrkrnb/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/BQNRKRNB w DFdf - 0 2",
];

fn squares(set: shakmaty::Bitboard) -> Bitboard {
    Bitboard::from_bits(set.0)
}

fn square(square: shakmaty::Square) -> Square {
    Square::ALL[usize::from(square)]
}

fn color(color: shakmaty::Color) -> Color {
    if color.is_white() { Color::White } else { Color::Black }
}

fn piece(role: Role) -> Piece {
    Piece::ALL[usize::from(role) - 1]
}

/// A position of shakmaty's as ours.
pub(crate) fn position(chess: &Chess) -> Position {
    let board = chess.board();
    let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| squares(board.by_role(role)));
    let [white, black] = [board.white(), board.black()].map(squares);
    let sets = Sets { white, black, pawns, knights, bishops, rooks, queens, kings };
    let history = History {
        castling_rooks: squares(chess.castles().castling_rights()),
        en_passant: chess.maybe_ep_square().map(square).map_or(Bitboard::EMPTY, Square::bitboard),
        halfmoves: chess.halfmoves(),
        fullmoves: chess.fullmoves().get(),
    };
    Position::of(sets, color(chess.turn()), history)
}

/// A move of shakmaty's as ours.
fn own_move(played: shakmaty::Move) -> Move {
    match played {
        shakmaty::Move::Normal { role, from, to, promotion, .. } => Move::Normal {
            piece: piece(role),
            from: square(from),
            to: square(to),
            promotion: promotion.map(piece),
        },
        shakmaty::Move::EnPassant { from, to } => Move::EnPassant { from: square(from), to: square(to) },
        shakmaty::Move::Castle { king, rook } => Move::Castling { king: square(king), rook: square(rook) },
        shakmaty::Move::Put { .. } => unreachable!("nothing is in hand"),
    }
}

fn chess(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().unwrap().into_setup();
    let mode = CastlingMode::detect(&setup);
    setup.position(mode).unwrap()
}

/// Plays random games from all positions with both, and shows each pair of positions.
fn random_games(games: u64, mut visit: impl FnMut(&Chess, &Position)) {
    for (number, fen) in (0..games).flat_map(|number| POSITIONS.map(|fen| (number, fen))) {
        let mut random = fastrand::Rng::with_seed(number);
        let mut theirs = chess(fen);
        let mut ours = position(&theirs);
        for _ in 0..100 {
            visit(&theirs, &ours);
            let moves = theirs.legal_moves();
            let Some(&played) = random.choice(&moves) else { break };
            theirs.play_unchecked(played);
            ours.play_legal(Continuation::Move(own_move(played)));
        }
    }
}

#[test]
fn null_moves_are_legal_unless_in_check() {
    for (fen, legal) in
        [("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", true), ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", false)]
    {
        let position: Position = fen.parse().unwrap();
        let null = legal.then_some(Continuation::NullMove);
        assert_eq!(position.resolve(San::Null).ok(), null);
        assert_eq!(position.resolve_uci(Uci::Null), null);
        let mut played = position;
        assert_eq!(played.play(Continuation::NullMove).is_ok(), legal);
        assert_eq!(played == position, !legal);
    }
}

#[test]
fn what_is_no_legal_move_is_not_played() {
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap();
        let legal = position.legal_moves();
        let check = |played: Move| {
            let mut after = position;
            let is_played = after.play(Continuation::Move(played)).is_ok();
            assert_eq!(is_played, legal.contains(&played), "{fen}: {played:?}");
            assert_eq!(after == position, !is_played, "{fen}: {played:?}");
        };
        for from in Square::ALL {
            for to in Square::ALL {
                check(Move::EnPassant { from, to });
                check(Move::Castling { king: from, rook: to });
                for piece in Piece::ALL {
                    check(Move::Normal { piece, from, to, promotion: None });
                    check(Move::Normal { piece: Piece::Pawn, from, to, promotion: Some(piece) });
                }
            }
        }
    }
}

#[test]
fn positions_are_equal_whose_fens_are() {
    let mut played = Position::INITIAL;
    played.play(played.resolve_uci(Uci::from_ascii(b"e2e4").unwrap()).unwrap()).unwrap();
    assert_eq!(played, played.fen().parse().unwrap());
    // The square behind the pawn, what stands there, the rights, both numbers, and whose turn it is.
    let fens = [
        "4k3/8/8/8/4pP2/8/8/4K2R b K f3 0 1",
        "4k3/8/8/8/4pP2/8/8/4K2R b K - 0 1",
        "4k3/8/8/8/3p1P2/8/8/4K2R b K - 0 1",
        "4k3/8/8/8/4pP2/8/8/4K2R b - - 0 1",
        "4k3/8/8/8/4pP2/8/8/4K2R b K - 1 1",
        "4k3/8/8/8/4pP2/8/8/4K2R b K - 0 2",
        "4k3/8/8/8/4pP2/8/8/4K2R w K - 0 1",
    ];
    let positions = fens.map(|fen| fen.parse::<Position>().unwrap());
    for (i, one) in positions.iter().enumerate() {
        for (j, other) in positions.iter().enumerate() {
            assert_eq!(one == other, i == j, "{} and {}", fens[i], fens[j]);
        }
    }
}

#[test]
fn positions_of_random_games_are_the_same() {
    random_games(20, |theirs, ours| assert_eq!(*ours, position(theirs)));
}

#[test]
fn legal_moves_are_the_same() {
    random_games(5, |theirs, ours| {
        let mut expected: Vec<Move> = theirs.legal_moves().into_iter().map(own_move).collect();
        let mut moves = ours.legal_moves();
        let key = |played: &Move| played.uci().to_string();
        expected.sort_unstable_by_key(key);
        moves.sort_unstable_by_key(key);
        assert_eq!(moves, expected, "{theirs:?}");
        assert_eq!(ours.is_checkmate(), theirs.is_checkmate());
        assert_eq!(ours.checkers(), squares(theirs.checkers()));
        assert_eq!(ours.legal_en_passant(), theirs.legal_ep_square().map(square));
    });
}

#[test]
fn moves_are_written_in_the_same_way() {
    random_games(3, |theirs, ours| {
        for played in theirs.legal_moves() {
            let san = shakmaty::san::SanPlus::from_move(theirs.clone(), played).to_string();
            let written = ours.san(own_move(played));
            assert_eq!(written.to_string(), san);
            assert_eq!(ours.resolve(written.san), Ok(Continuation::Move(own_move(played))));
            let uci = own_move(played).uci();
            assert_eq!(ours.resolve_uci(uci), Some(Continuation::Move(own_move(played))), "{uci}");
        }
    });
}

/// Every SAN there is without `@`, right or wrong for the position.
fn all_san() -> impl Iterator<Item = shakmaty::san::San> {
    use shakmaty::{File, Rank, san::San};
    let promotions = [None, Some(Role::Queen), Some(Role::Knight), Some(Role::King), Some(Role::Pawn)];
    let files = || std::iter::once(None).chain(File::ALL.map(Some));
    let ranks = || std::iter::once(None).chain(Rank::ALL.map(Some));
    let castling =
        [San::Castle(shakmaty::CastlingSide::KingSide), San::Castle(shakmaty::CastlingSide::QueenSide)];
    let normal = Role::ALL.into_iter().flat_map(move |role| {
        shakmaty::Square::ALL.into_iter().flat_map(move |to| {
            [true, false].into_iter().flat_map(move |capture| {
                promotions.into_iter().flat_map(move |promotion| {
                    files().flat_map(move |file| {
                        ranks().map(move |rank| San::Normal { role, file, rank, capture, to, promotion })
                    })
                })
            })
        })
    });
    normal.chain(castling)
}

/// A SAN of shakmaty's as ours.
pub(crate) fn own_san(san: shakmaty::san::San) -> San {
    use shakmaty::san::San as Theirs;
    match san {
        Theirs::Normal { role, file, rank, capture, to, promotion } => San::Normal {
            piece: piece(role),
            file: file.map(|file| File::ALL[usize::from(file)]),
            rank: rank.map(|rank| Rank::ALL[usize::from(rank)]),
            capture,
            to: square(to),
            promotion: promotion.map(piece),
        },
        Theirs::Castle(shakmaty::CastlingSide::KingSide) => San::Castling(CastlingSide::King),
        Theirs::Castle(shakmaty::CastlingSide::QueenSide) => San::Castling(CastlingSide::Queen),
        Theirs::Null => San::Null,
        Theirs::Put { .. } => unreachable!("nothing is in hand"),
    }
}

#[test]
fn every_san_stands_for_the_same_move() {
    for fen in POSITIONS {
        let theirs = chess(fen);
        let ours = position(&theirs);
        let mut legal = 0;
        for san in all_san() {
            let expected = san.to_move(&theirs).map(|played| Continuation::Move(own_move(played)));
            let expected = expected.map_err(|error| match error {
                shakmaty::san::SanError::IllegalSan => SanError::Illegal,
                shakmaty::san::SanError::AmbiguousSan => SanError::Ambiguous,
            });
            legal += u32::from(expected.is_ok());
            assert_eq!(ours.resolve(own_san(san)), expected, "{san} in {fen}");
        }
        assert!(legal > 0);
    }
}

#[test]
fn every_uci_stands_for_the_same_move() {
    random_games(1, |theirs, ours| {
        for (from, to) in
            shakmaty::Square::ALL.into_iter().flat_map(|a| shakmaty::Square::ALL.map(|b| (a, b)))
        {
            let promotions: &[_] = match (from.rank(), to.rank()) {
                (shakmaty::Rank::Second | shakmaty::Rank::Fifth | shakmaty::Rank::Seventh, _) => {
                    &[None, Some(Role::Queen), Some(Role::Knight), Some(Role::King), Some(Role::Pawn)]
                }
                _ => &[None, Some(Role::Rook)],
            };
            for &promotion in promotions {
                let uci = shakmaty::uci::UciMove::Normal { from, to, promotion };
                let expected = uci.to_move(theirs).ok().map(|played| Continuation::Move(own_move(played)));
                let uci = Uci::Normal { from: square(from), to: square(to), promotion: promotion.map(piece) };
                assert_eq!(ours.resolve_uci(uci), expected, "{uci} in {theirs:?}");
            }
        }
    });
}

/// How many positions there are after so many moves.
fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |played| {
        let mut after = *position;
        after.play_legal(Continuation::Move(played));
        perft(&after, depth - 1)
    };
    moves.into_iter().map(after).sum()
}

/// The positions and numbers of the wiki's *Perft Results*.
#[test]
fn perft_counts_are_the_known_ones() {
    let counts = [4_865_609, 193_690_690, 674_624, 15_833_292, 89_941_194, 164_075_551];
    for (fen, count) in POSITIONS.into_iter().zip(counts) {
        assert_eq!(perft(&position(&chess(fen)), 5), count, "{fen}");
    }
}
