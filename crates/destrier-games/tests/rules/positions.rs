//! Moves in single positions: the legal ones and all others that can be written.

use crate::oracle::{Written, same_fen, same_play, same_rules, their_moves};
use crate::pseudo_legal::POSITIONS;
use destrier::{File, Piece, Rank, Square};
use destrier_games::{CastlingSide, Continuation, Move, Position, San, Uci};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Role};
use std::iter::once;

/// Plays random games from all positions with both implementations and visits each position.
fn random_games(games: u64, visit: impl Fn(&Position, &Chess)) {
    for (number, fen) in (0..games).flat_map(|number| POSITIONS.map(|fen| (number, fen))) {
        let mut random = fastrand::Rng::with_seed(number);
        let (mut ours, mut theirs) = same_fen(fen.as_bytes()).unwrap();
        for _ in 0..100 {
            visit(&ours, &theirs);
            let Some(played) = random.choice(their_moves(&theirs)) else { break };
            let written = Written::Uci(played.to_uci(CastlingMode::Chess960));
            assert!(same_play(&mut ours, &mut theirs, written));
        }
    }
}

/// As [`same_play`], on copies.
fn same_move(&(mut ours): &Position, theirs: &Chess, written: Written) -> bool {
    same_play(&mut ours, &mut theirs.clone(), written)
}

#[test]
fn legal_moves_are_the_same() {
    random_games(5, same_rules);
}

#[test]
fn every_san_stands_for_the_same_move() {
    let files = || once(None).chain(File::ALL.map(Some));
    let ranks = || once(None).chain(Rank::ALL.map(Some));
    let promotions = [None, Some(Piece::Queen), Some(Piece::Knight), Some(Piece::King), Some(Piece::Pawn)];
    for fen in POSITIONS {
        let (ours, theirs) = same_fen(fen.as_bytes()).unwrap();
        let mut legal = 0;
        let mut check = |san| legal += u32::from(same_move(&ours, &theirs, Written::San(san)));
        for (piece, to) in Piece::ALL.into_iter().flat_map(|piece| Square::ALL.map(|to| (piece, to))) {
            for (capture, promotion) in [false, true].into_iter().flat_map(|x| promotions.map(|p| (x, p))) {
                for (file, rank) in files().flat_map(|file| ranks().map(move |rank| (file, rank))) {
                    check(San::Normal { piece, file, rank, capture, to, promotion });
                }
            }
        }
        CastlingSide::ALL.map(San::Castling).into_iter().for_each(&mut check);
        check(San::Null);
        assert!(legal > 0);
    }
}

#[test]
fn every_uci_move_stands_for_the_same_move() {
    const PROMOTIONS: [Option<Role>; 6] =
        [None, Some(Role::Rook), Some(Role::Queen), Some(Role::Knight), Some(Role::King), Some(Role::Pawn)];
    random_games(1, |ours, theirs| {
        for (from, to) in
            shakmaty::Square::ALL.into_iter().flat_map(|from| shakmaty::Square::ALL.map(|to| (from, to)))
        {
            // Pawns promote from two ranks and capture en passant from a third.
            let promotions = match from.rank() {
                shakmaty::Rank::Second | shakmaty::Rank::Fifth | shakmaty::Rank::Seventh => &PROMOTIONS[..],
                _ => &PROMOTIONS[..2],
            };
            for &promotion in promotions {
                same_move(ours, theirs, Written::Uci(UciMove::Normal { from, to, promotion }));
            }
        }
    });
}

#[test]
fn only_legal_moves_are_played() {
    for fen in POSITIONS {
        let position: Position = fen.parse().unwrap();
        let legal = position.legal_moves();
        let check = |played: Move| {
            let mut after = position;
            let is_played = after.play(Continuation::Move(played)).is_ok();
            assert_eq!(is_played, legal.contains(&played), "{fen}: {played:?}");
            assert_eq!(after == position, !is_played, "{fen}: {played:?}");
        };
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            check(Move::EnPassant { from, to });
            check(Move::Castling { king: from, rook: to });
            for piece in Piece::ALL {
                check(Move::Normal { piece, from, to, promotion: None });
                check(Move::Normal { piece: Piece::Pawn, from, to, promotion: Some(piece) });
            }
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
fn positions_with_the_same_fen_are_equal() {
    let mut played = Position::INITIAL;
    played.play(played.resolve_uci(Uci::from_ascii(b"e2e4").unwrap()).unwrap()).unwrap();
    assert_eq!(played, played.fen().parse().unwrap());
    // Each FEN differs from the first in one respect: en passant, pieces, castling rights, a counter, or the side to
    // move.
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

/// Returns the number of games of a length.
fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |played| {
        let mut after = *position;
        after.play(Continuation::Move(played)).unwrap();
        perft(&after, depth - 1)
    };
    moves.into_iter().map(after).sum()
}

/// The first positions are those of the wiki's *Perft Results*, in the same order.
#[test]
fn perft_counts_match_known_numbers() {
    let counts = [4_865_609, 193_690_690, 674_624, 15_833_292, 89_941_194, 164_075_551];
    for (fen, count) in POSITIONS.into_iter().zip(counts) {
        assert_eq!(perft(&fen.parse().unwrap(), 5), count, "{fen}");
    }
}

/// Kings in check from several sides and pieces pinned on all lines.
#[test]
fn positions_with_many_queens_have_the_rules_of_shakmaty() {
    let mut random = fastrand::Rng::with_seed(3);
    let (mut none, mut many, mut castling) = (0, 0, 0);
    for number in 0..6000 {
        let letters: &[u8] = [&b"QQqqPp"[..], b"QqRrBbNnPp", b"QRBNPqqqqq"][number % 3];
        let mut squares: Vec<usize> = (0..64).collect();
        random.shuffle(&mut squares);
        let mut board = [b'1'; 64];
        let pieces = random.usize(4..=28);
        for (index, &square) in squares[..pieces].iter().enumerate() {
            board[square] = *b"Kk".get(index).unwrap_or_else(|| random.choice(letters).unwrap());
        }
        // In some positions both sides may castle.
        if random.u8(..4) == 0 {
            board = board.map(|letter| if letter.eq_ignore_ascii_case(&b'k') { b'1' } else { letter });
            board[random.usize(1..7)] = b'k';
            board[random.usize(57..63)] = b'K';
            (board[0], board[63]) = (b'r', b'R');
        }
        let ranks: Vec<_> = board.chunks(8).map(|rank| str::from_utf8(rank).unwrap()).collect();
        let turn = if random.bool() { 'w' } else { 'b' };
        let fen = format!("{} {turn} KQkq - 0 1", ranks.join("/"));
        let Ok((ours, theirs)) = same_fen(fen.as_bytes()) else { continue };
        same_rules(&ours, &theirs);
        let moves = ours.legal_moves();
        none += u32::from(moves.is_empty());
        many += u32::from(moves.len() > 80);
        castling += u32::from(moves.iter().any(|played| matches!(played, Move::Castling { .. })));
    }
    assert!(none > 20 && many > 20 && castling > 20, "{none} {many} {castling}");
}
