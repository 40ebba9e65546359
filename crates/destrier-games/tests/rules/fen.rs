//! FENs: valid ones, damaged ones, and ones with one unusual field.

use crate::oracle::same_fen;
use crate::pseudo_legal::POSITIONS;
use destrier::{Board, Color, Square};
use destrier_games::{FenError, FenField, Position};

/// Positions that test the fields.
const FENS: [&str; 7] = [
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3",
    "4k3/8/8/8/8/8/8/4K3 b - - 99 4294967295",
    "nnnnknnn/pppppppp/8/8/8/8/8/QQQQKQQQ b - - 0 1",
    "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Qk - 0 1",
    "4k3/8/8/8/8/4K3/8/R7 w Q - 0 1",
];

/// Returns positions of puzzles, games and Chess960, and those that test the fields.
fn fens() -> Vec<&'static str> {
    let puzzles = include_str!("../../../../samples/puzzles.csv").lines().skip(1);
    puzzles.map(|row| row.split(',').nth(1).unwrap()).chain(POSITIONS).chain(FENS).collect()
}

/// Parses a FEN and compares the result with shakmaty's.
fn check(fen: impl AsRef<[u8]>) -> Result<Position, FenError> {
    same_fen(fen.as_ref()).map(|(position, _)| position)
}

#[test]
fn positions_are_read_and_written_as_by_shakmaty() {
    let read = fens().into_iter().map(|fen| check(fen).unwrap());
    let with_en_passant = read.filter(|position| position.legal_en_passant().is_some()).count();
    assert_eq!(with_en_passant, 4, "a capture is legal on four of the six squares");
}

#[test]
fn damaged_fens_are_read_or_refused_as_by_shakmaty() {
    const BYTES: &[u8] = b"pnbrqkPNBRQK/12345678 wb-_\tKQkqAHahefg36+09~[]x\xe9";
    let mut random = fastrand::Rng::with_seed(0x5eed);
    let mut read = 0;
    let fens = fens();
    let mutations = 120_000;
    for _ in 0..mutations {
        let mut fen = random.choice(&fens).unwrap().as_bytes().to_vec();
        for _ in 0..random.usize(1..3) {
            // Most mutations of a placement make it invalid.
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
fn every_combination_of_castling_letters_is_read_as_by_shakmaty() {
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
                let _ = check(format!("{placement} {turn} {castling} - 3 7"));
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
            let found = check(&fen);
            if first < king && king < last && [&shredder, "KQkq"].contains(&castling) {
                assert_eq!(found.unwrap().fen().split(' ').nth(2), Some("KQkq"), "{fen}");
                starts += 1;
            }
        }
    }
}

#[test]
fn en_passant_is_legal_only_where_a_pawn_has_just_passed() {
    let mut legal = 0;
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
                legal += usize::from(check(fen).is_ok_and(|found| found.legal_en_passant().is_some()));
            }
        }
    }
    assert_eq!(legal, 15);
}

#[test]
fn errors_name_the_field_and_the_byte() {
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
        assert_eq!(check(fen), Err(FenError::Field { field, offset }), "{fen:?}");
    }
    let error = "8/8/8/8/8/8/8/8 white".parse::<Position>().unwrap_err();
    assert_eq!(error.to_string(), "byte 16 of the FEN: the side to move must be `w` or `b`");
}

/// [`Board::from_placement`] is a second parser of placements, without support for `~`.
#[test]
fn both_readers_of_placements_agree() {
    let mut random = fastrand::Rng::with_seed(64);
    let fens = fens();
    let wrong_placement = |offset| Err(FenError::Field { field: FenField::Placement, offset });
    let mut wrong = 0;
    for _ in 0..20_000 {
        let fen = random.choice(&fens).unwrap();
        let mut placement = fen.split(' ').next().unwrap().as_bytes().to_vec();
        let at = random.usize(..placement.len());
        placement[at] = *random.choice(b"/12345678pKx").unwrap();
        let text = str::from_utf8(&placement).unwrap();
        match Board::from_placement(text, Color::White) {
            Ok(board) => assert_eq!(Position::board_of_fen(&placement), Ok(board)),
            Err(error) => {
                let found = check(&placement);
                // A ninth rank holds pieces in hand.
                if !matches!(
                    found,
                    Err(FenError::Field { field: FenField::Hands, .. } | FenError::Variant(_))
                ) {
                    assert_eq!(found, wrong_placement(error.offset()), "{text}");
                }
                wrong += 1;
            }
        }
    }
    assert!(wrong > 10_000);
    // The maximum number of slashes, and a promotion mark without a piece.
    for placement in [&[b'/'; 8 * 9 - 1][..], b"~/8/8/8/8/8/8/8"] {
        assert_eq!(check(placement), wrong_placement(0));
    }
}

#[test]
fn errors_say_why_a_position_cannot_be_played() {
    for (fen, reason) in [
        ("8/8/8/8/8/8/8/8", "the board is empty"),
        ("k7/8/8/8/8/8/8/8", "White has no king"),
        ("K7/8/8/8/8/8/8/8", "Black has no king"),
        ("k7/8/8/8/8/8/8/KK6", "White has more than one king"),
        ("k7/8/8/8/8/8/8/KP6", "a pawn stands on b1"),
        ("k6P/8/8/8/8/8/8/K7", "a pawn stands on h8"),
        ("k6R/8/8/8/8/8/8/K7", "the side to move can capture the king"),
    ] {
        assert_eq!(check(fen).unwrap_err().to_string(), reason, "{fen}");
    }
    for fen in ["k6R/8/8/8/8/8/8/K7 b", "kQ6/8/8/8/8/8/8/K7 b", "k7/2N5/8/8/8/8/8/K7 b"] {
        assert!(check(fen).is_ok(), "{fen}");
    }
}

#[test]
fn variants_and_numbers_are_read_as_by_shakmaty() {
    let mut counts = [0; 3];
    for hands in ["", "[]", "[Qp]", "/", "/Qp", "[Q", "[x]", "Q]", "/Q]", &format!("[{}]", "p".repeat(65))] {
        let before =
            " 3+3~ +0+0~~ 4+3~ 03+0~ +4+0~ +1++1~ +1+-0~ +1+-1~ +1+-~ ++1~ +1~ 1+1+1~ 1+~ +1+".split('~');
        let after = [("", " 3+3"), ("", " +0+0"), (" 3+3", " 3+3")];
        for (before, after) in before.map(|before| (before, "")).chain(after) {
            let numbers =
                "~ 0~ 0 1~ 5 0~ 4294967295 4294967296~ 99999999999x 1~ 4294967299 1~ x~ 1 x~ +1 1~ -1~ - -";
            for numbers in numbers.split('~') {
                let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R{hands} w KQkq -{before}{numbers}{after}");
                match check(fen) {
                    Ok(_) => counts[0] += 1,
                    Err(FenError::Variant(_)) => counts[1] += 1,
                    Err(_) => counts[2] += 1,
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

/// Unplayable positions and those of variants also have a board.
#[test]
fn every_well_formed_fen_has_a_board() {
    let plain = Position::board_of_fen(b"4k3/8/8/8/8/8/8/4K2Q b").unwrap();
    for (fen, error) in [
        ("4k3/8/8/8/8/8/8/4K2Q[Qn] b - - 0 1", "the variant Crazyhouse is not supported"),
        ("4k3/8/8/8/8/8/8/4K2Q~[] b", "the variant Crazyhouse is not supported"),
        ("4k3/8/8/8/8/8/8/4K2Q/Qn b", "the variant Crazyhouse is not supported"),
        (" 4k3/8/8/8/8/8/8/4K2Q_b_-_-_3+3_0_1", "the variant Three-check is not supported"),
        ("4k3/8/8/8/8/8/8/4K2Q b - - 0 1 +0+2", "the variant Three-check is not supported"),
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
