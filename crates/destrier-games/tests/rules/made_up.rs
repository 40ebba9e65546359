//! Made-up games. The reader detects a move that leaves its king in check later than the move, and must report it as
//! if at once.

use crate::oracle::{Agreed, pgn, same_fen, same_game};
use crate::pseudo_legal::{POSITIONS, legal_moves, pseudo_legal_moves, shuffle};
use destrier_games::{Game, Positions, Record};
use fastrand::Rng;
use shakmaty::{Chess, san::SanPlus};

fn chess(fen: &str) -> Chess {
    same_fen(fen.as_bytes()).unwrap().1
}

fn same(fen: &str, movetext: &str, positions: &mut Positions, plies: u32) -> Agreed {
    let game = format!("[FEN \"{fen}\"]\n\n{movetext}*\n");
    let record = Record { number: 1, offset: 0, bytes: game.as_bytes(), truncated: false };
    same_game(record, &*pgn(), positions, plies)
}

/// `?` is not a FEN: the game starts from the initial position.
#[test]
fn an_unknown_fen_starts_from_the_initial_position() {
    let agreed = same("?", "1. e4 e5 ", &mut Positions::default(), u32::MAX);
    assert_eq!((agreed.damaged, agreed.positions), (0, 3));
}

#[test]
fn a_king_left_in_check_is_damage() {
    let mut positions = Positions::new();
    let mut agreed = Agreed::default();
    let mut random = Rng::with_seed(1);
    for fen in POSITIONS {
        let start = chess(fen);
        for number in 0..400 {
            let mut text = String::new();
            let mut choose = |among| random.usize(..among);
            let before = legal_moves(&start, number % 20, &mut choose, &mut text);
            let moves = 1 + choose(6);
            pseudo_legal_moves(&before, moves, &mut choose, &mut text);
            agreed.add(same(fen, &text, &mut positions, 1));
        }
    }
    println!("{agreed:?}");
    assert!(agreed.games == 400 * POSITIONS.len() as u64 && agreed.damaged > 6000, "{agreed:?}");
}

/// Positions come in batches. The illegal move is the last of one batch or the first of the next.
#[test]
fn a_king_left_in_check_at_the_end_of_a_batch_is_damage() {
    const MAX: usize = Positions::MAX;
    let mut positions = Positions::new();
    let mut agreed = Agreed::default();
    let mut random = Rng::with_seed(2);
    for fen in POSITIONS {
        let start = chess(fen);
        for number in 0..48 {
            let mut text = String::new();
            let mut choose = |among| random.usize(..among);
            let times = MAX * (1 + number % 2) / 4 - 2;
            let Some(shuffled) = shuffle(&start, times, &mut text) else { continue };
            let before = legal_moves(&shuffled, number / 2 % 14, &mut choose, &mut text);
            pseudo_legal_moves(&before, 1 + number / 28 * 3, &mut choose, &mut text);
            agreed.add(same(fen, &text, &mut positions, 64));
        }
    }
    println!("{agreed:?}");
    assert!(agreed.games > 1000 && agreed.damaged > agreed.games / 2, "{agreed:?}");
}

#[test]
fn a_king_left_in_check_at_the_move_limit_is_damage() {
    let fen = "4k3/4r3/8/8/1b6/2N5/3N4/N3K2R w K - 0 1";
    let start = chess(fen);
    let most = Game::MAX_MOVES as usize;
    let mut positions = Positions::new();
    let mut agreed = Agreed::default();
    let mut random = Rng::with_seed(3);
    for legal in 0..16 {
        let mut text = String::new();
        let mut choose = |among| random.usize(..among);
        let shuffled = shuffle(&start, most / 4 - 2, &mut text).unwrap();
        let before = legal_moves(&shuffled, legal, &mut choose, &mut text);
        pseudo_legal_moves(&before, 4, &mut choose, &mut text);
        let game = same(fen, &text, &mut positions, 4096);
        assert!(game.positions <= most as u64 + 1);
        agreed.add(game);
    }
    assert!(agreed.damaged > 10, "{agreed:?}");
}

/// Games of legal moves in which one move is removed, or replaced by one that is legal elsewhere.
#[test]
fn a_replaced_or_removed_move_is_damage_as_in_shakmaty() {
    let mut positions = Positions::new();
    let (mut sound, mut agreed) = (0, Agreed::default());
    let mut random = Rng::with_seed(4);
    let mut known: Vec<String> =
        ["--", "O-O", "O-O-O", "Kxe8", "exd6", "e8=Q", "axb1=N"].map(String::from).into();
    for fen in POSITIONS {
        let start = chess(fen);
        for number in 0..400 {
            let mut text = String::new();
            let mut choose = |among| random.usize(..among);
            let moves = 1 + choose(80);
            legal_moves(&start, moves, &mut choose, &mut text);
            let mut moves: Vec<&str> = text.split_whitespace().collect();
            if moves.is_empty() {
                continue;
            }
            sound += same(fen, &text, &mut positions, 1).damaged;
            let (index, other) = (choose(moves.len()), choose(known.len()));
            let replacing = known[other].clone();
            match number % 4 {
                0 => drop(moves.remove(index)),
                1 => moves.insert(index, &replacing),
                _ => moves[index] = &replacing,
            }
            agreed.add(same(fen, &(moves.join(" ") + " "), &mut positions, 1));
            known.extend(moves.get(index).map(|&san| san.to_owned()));
        }
    }
    println!("{agreed:?}");
    assert_eq!(sound, 0);
    assert!(agreed.damaged > agreed.games / 3 && agreed.damaged < agreed.games, "{agreed:?}");
}

/// Chess960 games from random starts that castle as early as possible.
#[test]
fn chess960_games_replay_as_in_shakmaty() {
    let mut positions = Positions::new();
    let mut agreed = Agreed::default();
    let mut random = Rng::with_seed(960);
    let mut letters = *b"rnbqkbnr";
    let mut castled = 0;
    while agreed.games < 1000 {
        random.shuffle(&mut letters);
        let black = str::from_utf8(&letters).unwrap().to_owned();
        let king = black.find('k').unwrap();
        if !(black.find('r').unwrap() < king && king < black.rfind('r').unwrap()) {
            continue;
        }
        let white = black.to_uppercase();
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
        let mut text = String::new();
        let mut at = chess(&fen);
        for _ in 0..60 {
            let legal = crate::oracle::their_moves(&at);
            let castling = legal.iter().copied().find(|played| played.is_castle());
            let Some(played) = castling.or_else(|| random.choice(legal)) else { break };
            castled += u32::from(castling.is_some());
            text += &format!("{} ", SanPlus::from_move_and_play_unchecked(&mut at, played));
        }
        if random.bool() {
            pseudo_legal_moves(&at, 4, &mut |among| random.usize(..among), &mut text);
        }
        agreed.add(same(&fen, &text, &mut positions, 1));
    }
    println!("{agreed:?}, castled {castled} times");
    assert!(castled > 1000 && agreed.damaged > 300, "{agreed:?}");
}
