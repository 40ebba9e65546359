//! FEN held against shakmaty's reading and writing.

use super::*;
use destrier::Board;
use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, PositionError, PositionErrorKinds, Setup};

/// Positions of puzzles, of games, of Chess960 and such as try the fields.
const FENS: &str = "\
6rk/1pp1R1p1/6Bp/2b4P/8/pP3PK1/P1P5/8 w - - 5 32
8/8/R4Bp1/1pk1Pb2/5P2/KP6/P4r2/8 w - - 4 40
2r2B1k/1Q4Rp/5p2/5q2/P7/6P1/2r2PP1/5bK1 b - - 2 30
6rk/5p1n/2qp1b2/5N2/2P1p1P1/1p5R/1P1Q1P1P/6K1 b - - 1 31
rnr3k1/p4ppp/bp6/1N1pN3/1b2n3/3BP2P/P4PP1/1RB2RK1 b - - 3 18
r2q1rk1/pp1bbpp1/3p1n1p/2p5/2B1P2B/2NQ4/PPP2PPP/R4RK1 w - - 2 12
1r6/5k1P/4p3/2p3B1/3n1P2/3n4/PP6/1K5R w - - 0 33
5k1r/R5p1/b4n1p/5P1q/5B2/P2p4/6PP/4Q1K1 b - - 0 26
8/7p/2k5/2p2pp1/P1K5/1P5P/6P1/8 w - - 0 50
2q4k/2b3p1/R6p/p2Q4/Pp3pP1/1B5P/1P6/6K1 b - - 0 35
8/pp5R/3k4/3Nn3/4P3/1KP5/8/4r3 w - - 12 46
r2r2k1/ppp2pR1/5b2/4p3/4P3/2Pq1NQP/PP3P1K/R7 b - - 0 21
5k2/5r1p/pp2pQ2/8/8/1P6/P1q2PPP/4R1K1 w - - 1 32
rn1q4/5Nkp/5Np1/2p2n2/1p6/8/1PQ2PPP/6K1 w - - 1 28
8/3q1ppk/Q4b1p/1p6/1Pnp4/P4P1P/3B2P1/2R4K w - - 1 33
5rk1/1p3pp1/2bQ3p/3pPp2/1p3P2/1P4R1/P5PP/4q1NK b - - 7 31
r2q1rk1/4N1bp/p2p2p1/2p3N1/Pp4P1/1Q5P/1P1n1P2/5RK1 b - - 0 21
4rb1r/ppk3pp/2p2p2/3p4/3Pq3/2RNP2Q/PP3PPP/4K2R b K - 5 19
4r1k1/p5p1/3Q1p1p/1q2p3/8/P5RP/5PP1/6K1 b - - 3 31
r2qkb1r/1pp1p1pp/p3P3/n1n5/P1pQ2b1/2N2N2/1P3PPP/R1B1KB1R b KQkq - 2 11
2r3k1/4nppp/8/p2p4/Pp1NPn2/1R1P2N1/4BP1P/2qQ1K1R w - - 0 34
rn1qk2r/ppp2ppp/3p2b1/2bP4/2P1n1P1/P1N1pP1P/1P2P1B1/R1BQK1NR w KQkq - 1 10
2kr3r/pp4pp/1bq5/5p2/3P4/1Q2B1P1/PP4NP/R5K1 b - - 2 20
6k1/1R6/3p1r1p/5p2/7q/8/P5P1/2R3K1 b - - 3 36
1r4k1/p1n1pp1p/3p2pQ/q1pP2P1/1rP1P2P/8/1P1RN3/2KN3R w - - 1 23
r2r1k2/4b3/3pqpQp/2p1pR2/p1P1P3/1P5P/P5P1/5RK1 b - - 3 32
8/2p4R/2k1K3/3pPP2/3P4/1pr5/8/8 w - - 0 59
1r4k1/2Q3b1/3B2pp/p7/8/4P3/KP1R1P2/5q2 b - - 2 34
2r3k1/2B2n1p/p5p1/1pNP1pP1/8/1P6/1P4P1/4R1K1 b - - 0 31
2k4r/1p4b1/1Bp1p2p/4q1p1/2Q2p2/8/PPP2PPP/4RK2 b - - 3 24
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3
rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3
8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 2
8/8/8/3k4/2pP4/8/B7/4K3 b - d3 0 1
bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9
2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9
1r3k1r/8/8/8/8/8/8/RR3KRR w HBhb - 7 9
4k3/8/8/8/8/8/8/4K3 b - - 99 4294967295
nnnnknnn/pppppppp/8/8/8/8/8/QQQQKQQQ b - - 0 1
1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kq - 0 1
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Qk - 0 1
4k3/8/8/8/8/4K3/8/R7 w Q - 0 1";

fn fens() -> impl Iterator<Item = &'static str> {
    FENS.lines()
}

/// What the oracle makes of a FEN.
#[derive(Debug)]
enum Expected {
    Position(Box<Chess>),
    Variant(&'static str),
    NoFen(ParseFenError),
    Unplayable(PositionErrorKinds),
}

fn expected(fen: &[u8]) -> Expected {
    let spaced: Vec<u8> = fen.iter().map(|&byte| if byte == b'\t' { b' ' } else { byte }).collect();
    let mut setup = match Fen::from_ascii(&spaced) {
        Ok(fen) => fen.into_setup(),
        Err(error) => return Expected::NoFen(error),
    };
    if setup.pockets.is_some() {
        return Expected::Variant("Crazyhouse");
    }
    if setup.remaining_checks.is_some() {
        return Expected::Variant("Three-check");
    }
    if is_start(&setup) && !setup.castling_rights.is_subset(setup.board.rooks()) {
        setup.castling_rights = setup.board.rooks();
    }
    let mode = CastlingMode::detect(&setup);
    let position = setup
        .position(mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check);
    match position {
        Ok(chess) => Expected::Position(Box::new(chess)),
        Err(error) => Expected::Unplayable(error.kinds()),
    }
}

/// Whether all men stand on the ranks where a game starts.
fn is_start(setup: &Setup) -> bool {
    let placement = setup.board.to_string();
    let ranks: Vec<&str> = placement.split('/').collect();
    let whole = |rank: &str| rank.len() == 8;
    whole(ranks[0])
        && ranks[0].bytes().all(|letter| letter.is_ascii_lowercase() && letter != b'p')
        && ranks[1..7] == ["pppppppp", "8", "8", "8", "8", "PPPPPPPP"]
        && whole(ranks[7])
        && ranks[7].bytes().all(|letter| letter.is_ascii_uppercase() && letter != b'P')
}

fn set(set: shakmaty::Bitboard) -> Bitboard {
    Bitboard::from_bits(set.0)
}

/// Whether we read a text as the oracle does, and write it so; what came of it.
fn check(fen: &[u8]) -> Result<Position, FenError> {
    let text = String::from_utf8_lossy(fen);
    let found = Position::from_fen(fen);
    match (found, expected(fen)) {
        (Ok(position), Expected::Position(chess)) => {
            let board = chess.board();
            let sets = Sets {
                white: set(board.white()),
                black: set(board.black()),
                pawns: set(board.pawns()),
                knights: set(board.knights()),
                bishops: set(board.bishops()),
                rooks: set(board.rooks()),
                queens: set(board.queens()),
                kings: set(board.kings()),
            };
            assert_eq!(position.sets(), sets, "{text}");
            assert_eq!(position.turn.is_white(), chess.turn().is_white(), "{text}");
            assert_eq!(position.history.castling_rooks, set(chess.castles().castling_rights()), "{text}");
            let en_passant = chess.ep_square(EnPassantMode::Always).map(|square| square.to_string());
            assert_eq!(
                position.history.en_passant.only().map(|square| square.to_string()),
                en_passant,
                "{text}"
            );
            assert_eq!(position.history.halfmoves, chess.halfmoves(), "{text}");
            assert_eq!(position.history.fullmoves, chess.fullmoves().get(), "{text}");
            let written = position.fen();
            assert_eq!(written, Fen::from_position(&*chess, EnPassantMode::Legal).to_string(), "{text}");
            assert_eq!(position.to_string(), written);
            let again: Position = written.parse().unwrap();
            assert!(again.history.en_passant.is_subset(position.history.en_passant), "{text}");
            let history = History { en_passant: again.history.en_passant, ..position.history };
            assert_eq!(again, Position { history, ..position }, "{text}");
            assert_eq!(again.fen(), written);
        }
        (Err(FenError::Variant(name)), Expected::Variant(variant)) => assert_eq!(name, variant, "{text}"),
        (Err(FenError::Field { field, offset }), Expected::NoFen(error)) => {
            assert!(offset <= fen.len(), "{text}");
            let same = match error {
                ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
                    matches!(field, FenField::Placement | FenField::Hands)
                }
                ParseFenError::InvalidTurn => field == FenField::Turn,
                ParseFenError::InvalidCastling => field == FenField::Castling,
                ParseFenError::InvalidEpSquare => field == FenField::EnPassant,
                ParseFenError::InvalidHalfmoveClock => field == FenField::Halfmoves,
                ParseFenError::InvalidFullmoves => field == FenField::Fullmoves,
                // Of an empty text as well.
                ParseFenError::InvalidFen => matches!(field, FenField::Placement | FenField::End),
                ParseFenError::InvalidRemainingChecks => false,
            };
            assert!(same, "{text}: {field:?} for {error}");
        }
        (Err(FenError::Setup(error)), Expected::Unplayable(kinds)) => {
            let kind = match error {
                SetupError::EmptyBoard => PositionErrorKinds::EMPTY_BOARD,
                SetupError::NoKing(_) => PositionErrorKinds::MISSING_KING,
                SetupError::SeveralKings(_) => PositionErrorKinds::TOO_MANY_KINGS,
                SetupError::PawnOnBackRank(_) => PositionErrorKinds::PAWNS_ON_BACKRANK,
                SetupError::KingCanBeTaken => PositionErrorKinds::OPPOSITE_CHECK,
            };
            assert!(kinds.contains(kind), "{text}: {error} for {kinds:?}");
        }
        (found, expected) => panic!("{text}: {found:?} for {expected:?}"),
    }
    found
}

#[test]
fn positions_are_read_and_written_as_the_oracle_does() {
    let mut with_en_passant = 0;
    for fen in fens() {
        let position = check(fen.as_bytes()).unwrap();
        with_en_passant += u32::from(!position.history.en_passant.is_empty() && position.fen() == fen);
    }
    assert_eq!(with_en_passant, 2, "of the four squares, a capture is legal on two");
}

#[test]
fn damaged_text_is_refused_or_read_as_the_oracle_does() {
    const BYTES: &[u8] = b"pnbrqkPNBRQK/12345678 wb-_\tKQkqAHahefg36+09~[]x\xe9";
    let mut random = fastrand::Rng::with_seed(0x5eed);
    let mut read = 0;
    let fens: Vec<&str> = fens().collect();
    let mutations = 120_000;
    for _ in 0..mutations {
        let mut fen = random.choice(&fens).unwrap().as_bytes().to_vec();
        for _ in 0..random.usize(1..3) {
            // Most that happens to a placement makes it none.
            let placement = fen.iter().position(|&byte| byte == b' ').unwrap_or(fen.len());
            let first = if random.u8(..4) > 0 { placement } else { 0 };
            let at = random.usize(first..=fen.len());
            let byte = *random.choice(BYTES).unwrap();
            match random.u8(..6) {
                0 => fen.insert(at, byte),
                1 if at < fen.len() => fen[at] = byte,
                2 if at < fen.len() => drop(fen.remove(at)),
                3 if at < fen.len() => {
                    let other = random.usize(..fen.len());
                    fen.swap(at, other);
                }
                4 => fen.truncate(at),
                5 => {
                    let mut fields: Vec<&[u8]> = fen.split(|&byte| byte == b' ').collect();
                    let (i, other) = (random.usize(..fields.len()), random.choice(&fens).unwrap());
                    match random.u8(..3) {
                        0 => fields[i] = other.split(' ').nth(random.usize(..6)).unwrap().as_bytes(),
                        1 => fields.swap(i, 0),
                        _ => fields.insert(i, fields[i]),
                    }
                    fen = fields.join(&b' ');
                }
                _ => {}
            }
        }
        read += u32::from(check(&fen).is_ok());
    }
    assert!((mutations / 10..mutations / 2).contains(&read), "{read} of {mutations} are read");
}

#[test]
fn every_combination_of_castling_letters_is_read_as_the_oracle_does() {
    let letters = "KQABCDEFGHkqabcdefgh-x";
    let singles: Vec<String> = letters.chars().map(String::from).collect();
    let pairs: Vec<String> =
        singles.iter().flat_map(|a| singles.iter().map(move |b| format!("{a}{b}"))).collect();
    let triples = pairs.iter().flat_map(|a| singles.iter().map(move |b| format!("{a}{b}")));
    let quads =
        ["KQkq", "HAha", "KQha", "GBgb", "HGhg", "KkQqKk", "KQHAkqha", "ABkq", "KQABkq"].map(String::from);
    let all: Vec<String> =
        singles.iter().cloned().chain(pairs.iter().cloned()).chain(triples).chain(quads).collect();
    for placement in [
        "r3k2r/8/8/8/8/8/8/R3K2R",
        "rr1qk1rr/8/8/8/8/8/8/RR1QK1RR",
        "krr5/8/8/8/8/8/8/RRK4R",
        "1r1k1r1n/8/8/8/8/8/8/N1RK1RRB",
        "r6r/4k3/8/8/8/8/4K3/R6R",
        "R3k2R/4p3/8/8/8/8/8/r3K2r",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rbkqrbnn/pppppppp/8/8/8/8/PPPPPPPP/RBKQRBNN",
        "nrbkqrbn/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ",
    ] {
        for castling in &all {
            for turn in ["w", "b"] {
                let _ = check(format!("{placement} {turn} {castling} - 3 7").as_bytes());
            }
        }
    }
}

#[test]
fn every_start_of_chess960_is_read_with_its_castling_rights() {
    let mut starts = 0;
    let mut random = fastrand::Rng::with_seed(960);
    let mut letters = *b"rnbqkbnr";
    while starts < 2000 {
        random.shuffle(&mut letters);
        let black = str::from_utf8(&letters).unwrap().to_owned();
        let white = black.to_uppercase();
        let king = black.find('k').unwrap();
        let (first, last) = (black.find('r').unwrap(), black.rfind('r').unwrap());
        let files: String = [last, first].map(|file| char::from(b'A' + file as u8)).into_iter().collect();
        let shredder = format!("{files}{}", files.to_lowercase());
        for castling in ["KQkq", &shredder, "-", "AHah", "KQ"] {
            let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w {castling} - 0 1");
            let found = check(fen.as_bytes());
            if first < king && king < last && [&shredder, "KQkq"].contains(&castling) {
                assert_eq!(found.unwrap().fen().split(' ').nth(2), Some("KQkq"), "{fen}");
                starts += 1;
            }
        }
    }
}

#[test]
fn en_passant_squares_are_kept_where_a_pawn_has_just_passed() {
    let mut kept = 0;
    for placement in [
        "4k3/pppppppp/8/PPPPPPPP/pppppppp/8/PPPPPPPP/4K3",
        "4k3/p1p1p1p1/8/pPpPpPpP/PpPpPpPp/8/P1P1P1P1/4K3",
        "4k3/8/8/pPpPpPpP/PpPpPpPp/8/8/4K3",
        "8/8/1n6/pPpPpPpP/PpPpPpPp/6N1/8/K6k",
        "8/8/8/KPpPpPpr/RpPpPpPk/8/8/8",
        "8/8/8/1PpKpPpr/RpPkPpP1/8/8/8",
        "1b6/8/3p4/1PpPpPp1/RpPkPpPK/8/8/8",
    ] {
        for turn in ["w", "b"] {
            for square in Square::ALL {
                let fen = format!("{placement} {turn} - {square} 0 9");
                kept += usize::from(
                    check(fen.as_bytes()).is_ok_and(|found| !found.history.en_passant.is_empty()),
                );
            }
        }
    }
    assert_eq!(kept, 20);
}

#[test]
fn a_wrong_field_is_told_with_its_byte() {
    use FenField::{Castling, EnPassant, End, Fullmoves, Halfmoves, Hands, Placement, Turn};
    for (fen, field, offset) in [
        ("", Placement, 0),
        (" _\t", Placement, 3),
        (" 8/8/8/8/8/8/8 w", Placement, 14),
        ("8/8/8/8/8/8/8/8x", Placement, 15),
        ("8~/8/8/8/8/8/8/8", Placement, 1),
        ("Q~~7/8/8/8/8/8/8/8", Placement, 2),
        ("Q~7/9/8/8/8/8/8/8", Placement, 4),
        ("8/8/8/8/8/8/8/7Q~~", Placement, 17),
        ("8/8/8/8/8/8/8/7Q~[Qx]", Hands, 19),
        ("8/8/8/8/8/8/8/8[Q w", Hands, 17),
        ("8/8/8/8/8/8/8/8/Q4", Hands, 17),
        ("8/8/8/8/8/8/8/8 white", Turn, 16),
        ("8/8/8/8/8/8/8/8 w KQx", Castling, 20),
        ("8/8/8/8/8/8/8/8 w ABkqC", Castling, 22),
        ("8/8/8/8/8/8/8/8 w - e", EnPassant, 20),
        ("8/8/8/8/8/8/8/8 w - E3", EnPassant, 20),
        ("8/8/8/8/8/8/8/8 w - - -", Halfmoves, 22),
        ("8/8/8/8/8/8/8/8 w - - 1x", Halfmoves, 23),
        ("8/8/8/8/8/8/8/8 w - - 1 -1", Fullmoves, 24),
        ("8/8/8/8/8/8/8/8 w - - 1 1  1", End, 27),
        ("8/8/8/8/8/8/8/8 w - - 3+3 1 1 3+3", End, 30),
    ] {
        assert_eq!(check(fen.as_bytes()), Err(FenError::Field { field, offset }), "{fen:?}");
    }
    let error = "8/8/8/8/8/8/8/8 white".parse::<Position>().unwrap_err();
    assert_eq!(error.to_string(), "byte 16 of the FEN: the side to move is `w` or `b`");
}

/// The library has another reader of placements, which knows no `~`.
#[test]
fn a_wrong_placement_is_told_with_the_byte_of_the_library() {
    let mut random = fastrand::Rng::with_seed(64);
    let fens: Vec<&str> = fens().collect();
    let mut wrong = 0;
    for _ in 0..20_000 {
        let fen = random.choice(&fens).unwrap();
        let mut placement = fen.split(' ').next().unwrap().as_bytes().to_vec();
        let at = random.usize(..placement.len());
        placement[at] = *random.choice(b"/12345678pKx").unwrap();
        let text = str::from_utf8(&placement).unwrap();
        match Board::from_placement(text, Color::White) {
            Ok(board) => assert_eq!(Fields { fen: &placement, at: 0 }.placement(), Ok(board.sets())),
            Err(error) => {
                let found = check(&placement);
                // A ninth rank holds pieces in hand.
                if !matches!(
                    found,
                    Err(FenError::Field { field: FenField::Hands, .. } | FenError::Variant(_))
                ) {
                    assert_eq!(found, FenField::Placement.at(error.offset()), "{text}");
                }
                wrong += 1;
            }
        }
    }
    assert!(wrong > 10_000);
    // A slash in each slot of one, and in all others; a mark of no piece.
    for placement in [&[b'/'; SLOTS as usize][..], b"~/8/8/8/8/8/8/8"] {
        assert_eq!(check(placement), FenField::Placement.at(0));
    }
}

#[test]
fn a_position_that_cannot_be_played_is_told_why() {
    for (fen, reason) in [
        ("8/8/8/8/8/8/8/8", "the board is empty"),
        ("k7/8/8/8/8/8/8/8", "White has no king"),
        ("K7/8/8/8/8/8/8/8", "Black has no king"),
        ("k7/8/8/8/8/8/8/KK6", "White has more than one king"),
        ("k7/8/8/8/8/8/8/KP6", "a pawn stands on b1"),
        ("k6P/8/8/8/8/8/8/K7", "a pawn stands on h8"),
        ("k6R/8/8/8/8/8/8/K7", "the side to move could take the king"),
    ] {
        assert_eq!(check(fen.as_bytes()).unwrap_err().to_string(), reason, "{fen}");
    }
    for fen in ["k6R/8/8/8/8/8/8/K7 b", "kQ6/8/8/8/8/8/8/K7 b", "k7/2N5/8/8/8/8/8/K7 b"] {
        assert!(check(fen.as_bytes()).is_ok(), "{fen}");
    }
}

/// Every piece on every square, with another piece between it and a king or not.
#[test]
fn who_can_take_a_king_is_seen_as_the_oracle_does() {
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..60_000 {
        let mut squares = [b'1'; 64];
        for letter in b"Kk".iter().chain(random.choose_multiple(b"pnbrqPNBRQ".iter(), 3)) {
            squares[random.usize(..64)] = *letter;
        }
        let ranks: Vec<&[u8]> = squares.chunks(8).collect();
        let turn = if random.bool() { " w" } else { " b" };
        let _ = check(&[&ranks.join(&b'/'), turn.as_bytes()].concat());
    }
}

#[test]
fn variants_and_numbers_are_read_as_the_oracle_does() {
    let mut counts = [0; 3];
    for hands in ["", "[]", "[Qp]", "/", "/Qp", "[Q", "[x]", "Q]", "/Q]", &format!("[{}]", "p".repeat(65))] {
        for (before, after) in [
            (" 3+3", ""),
            ("", " 3+3"),
            (" +0+0", ""),
            ("", " +0+0"),
            ("", ""),
            (" 3+3", " 3+3"),
            (" 4+3", ""),
            (" 03+0", ""),
            (" +4+0", ""),
            (" +1++1", ""),
            (" +1+-0", ""),
            (" +1+-1", ""),
            (" +1+-", ""),
            (" ++1", ""),
            (" +1", ""),
            (" 1+1+1", ""),
            (" 1+", ""),
            (" +1+", ""),
        ] {
            for numbers in [
                "",
                " 0",
                " 0 1",
                " 5 0",
                " 4294967295 4294967296",
                " 99999999999x 1",
                " 4294967299 1",
                " x",
                " 1 x",
                " +1 1",
                " -1",
                " - -",
            ] {
                let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R{hands} w KQkq -{before}{numbers}{after}");
                match check(fen.as_bytes()) {
                    Ok(_) => counts[0] += 1,
                    Err(FenError::Variant(_)) => counts[1] += 1,
                    Err(_) => counts[2] += 1,
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

/// What cannot be played has a board nevertheless, of whatever game it is.
#[test]
fn every_well_formed_fen_has_a_board() {
    let plain = Position::board_of_fen(b"4k3/8/8/8/8/8/8/4K2Q b").unwrap();
    for (fen, error) in [
        ("4k3/8/8/8/8/8/8/4K2Q[Qn] b - - 0 1", "a FEN of Crazyhouse, which has other rules"),
        ("4k3/8/8/8/8/8/8/4K2Q~[] b", "a FEN of Crazyhouse, which has other rules"),
        ("4k3/8/8/8/8/8/8/4K2Q/Qn b", "a FEN of Crazyhouse, which has other rules"),
        (" 4k3/8/8/8/8/8/8/4K2Q_b_-_-_3+3_0_1", "a FEN of Three-check, which has other rules"),
        ("4k3/8/8/8/8/8/8/4K2Q b - - 0 1 +0+2", "a FEN of Three-check, which has other rules"),
    ] {
        assert_eq!(Position::from_fen(fen.as_bytes()).unwrap_err().to_string(), error, "{fen}");
        assert_eq!(Position::board_of_fen(fen.as_bytes()), Ok(plain), "{fen}");
    }
    let two_kings = Position::board_of_fen(b"kk6/8/8/8/8/8/8/8 w").unwrap();
    assert_eq!(two_kings.sets().kings.len(), 2);
    for fen in ["4k3/8/8/8/8/8/8/4K3[Q b", "4k3/8/8/8/8/8/8/4K3[] x", "8/8"] {
        let error = Position::from_fen(fen.as_bytes()).unwrap_err();
        assert!(matches!(error, FenError::Field { .. }), "{fen}");
        assert_eq!(Position::board_of_fen(fen.as_bytes()), Err(error), "{fen}");
    }
}
