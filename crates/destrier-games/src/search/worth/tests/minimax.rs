//! Comparison of the search with plain minimax, for many windows, so that a wrong bound shows up in one of them.

use super::super::minimax::{INFINITE, Search};
use super::super::plain::Plain;
use super::{each_game_position, random_position};
use crate::chess::{Position, Uci};
use fastrand::Rng;

/// A comparison of the search with plain minimax.
struct Compared {
    search: Search,
    plain: Plain,
    random: Rng,
    scores: u32,
    left_out: u32,
    /// The number of scores below, in and above the windows.
    windows: [u32; 3],
}

impl Compared {
    fn new(seed: u64, plain: Plain) -> Self {
        Self {
            search: Search::default(),
            plain,
            random: Rng::with_seed(seed),
            scores: 0,
            left_out: 0,
            windows: [0; 3],
        }
    }

    /// Compares the scores after `moves` random moves in a position.
    fn compare(&mut self, position: &Position, depth: u32, moves: usize) {
        let mut legal = position.legal_moves();
        self.random.shuffle(&mut legal);
        for played in legal.into_iter().take(moves) {
            let Some(score) = self.plain.score_after(position, played, depth) else {
                self.left_out += 1;
                continue;
            };
            self.scores += 1;
            let mut windows = vec![(-INFINITE, INFINITE), (score - 1, score), (score, score + 1)];
            windows.push((score - 1, score + 1));
            for _ in 0..4 {
                let alpha = self.random.i32(-12..=12);
                windows.push((alpha, alpha + 1));
                windows.push((alpha, alpha + self.random.i32(1..=9)));
            }
            for (alpha, beta) in windows {
                let found = self.search.score_after(position, played, depth, (alpha, beta));
                let (index, agrees) = match score {
                    _ if score <= alpha => (0, (score..=alpha).contains(&found)),
                    _ if score >= beta => (2, (beta..=score).contains(&found)),
                    _ => (1, found == score),
                };
                self.windows[index] += 1;
                assert!(
                    agrees,
                    "{} {}, depth {depth}: {found} between {alpha} and {beta}, but it is {score}",
                    position.fen(),
                    played.uci()
                );
            }
        }
    }

    #[track_caller]
    fn assert_most_are_compared(&self, least: u32) {
        let Self { scores, left_out, windows, .. } = self;
        println!("{scores} scores, {left_out} left out, windows {windows:?}, {:?}", self.plain);
        assert!(*scores >= least && *left_out < *scores && windows.iter().all(|&count| count > least));
    }
}

/// Returns puzzle positions, which have forcing moves.
fn puzzles() -> Vec<Position> {
    let text = include_str!("../../../../../../samples/puzzles.csv");
    let mut positions = Vec::new();
    for row in text.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let mut position: Position = fields[1].parse().unwrap();
        for uci in fields[2].split(' ') {
            positions.push(position);
            let next = position.resolve_uci(Uci::from_ascii(uci.as_bytes()).unwrap()).unwrap();
            position.play(next).unwrap();
        }
    }
    positions
}

/// Positions whose score depends on a move that a search might wrongly skip.
#[test]
fn minimax_is_exact_for_handmade_positions() {
    let mut compared = Compared::new(10, Plain::new(50_000, true));
    for fen in [
        // The king captures the last piece that can move, which stalemates a side that is ahead.
        "7k/4Kp1p/2p4P/8/2p5/2p5/2P5/8 b - - 0 1",
        "8/2p5/2P5/2P5/8/2P4p/4kP1P/7K w - - 0 1",
        // A quiet move of the side that is behind stalemates.
        "6k1/4K2p/7P/8/2p5/2p5/2P5/8 b - - 0 1",
        "8/2p5/2P5/2P5/8/7p/4k2P/6K1 w - - 0 1",
        // Rg8 pins the last of three knights, so none of them can move.
        "kn6/nn5p/8/1p5p/1p1p3p/1p1p1B1p/1P1P3P/R1K3R1 b - - 0 1",
        // A rook promotion wins where a queen would stalemate.
        "1K6/8/k7/8/8/8/1p6/8 w - - 0 1",
        // Only castling mates; no other rook move does.
        "8/7p/8/8/2p1p3/2pkp3/8/R3K1N1 b Q - 0 1",
        "r3k1n1/8/2PKP3/2P1P3/8/8/7P/8 w q - 0 1",
        // An en passant capture opens a line with check, and is the side's last move.
        "4k3/3p4/8/4P3/8/8/8/4RK2 b - - 0 1",
        "k7/p7/P7/8/8/5p1p/4pP1P/4K3 b - - 0 1",
        "8/8/8/8/1p6/k7/P1P5/K7 w - - 0 1",
    ] {
        let Ok(position) = fen.parse() else { panic!("{fen}") };
        (0..=2).for_each(|depth| compared.compare(&position, depth, 20));
    }
    compared.assert_most_are_compared(20);
}

#[test]
fn minimax_is_exact_for_few_pieces_at_every_depth() {
    for (depth, positions, moves) in [(0, 3000, 6), (1, 1500, 4), (2, 150, 2), (3, 80, 1)] {
        let mut compared = Compared::new(depth.into(), Plain::new(20_000, false));
        for number in 0..positions {
            let position = random_position(&mut compared.random, 3 + number % 5);
            compared.compare(&position, depth, moves);
        }
        compared.assert_most_are_compared(20);
        assert!(compared.plain.mates > 100 && compared.plain.stalemates > 100);
    }
}

#[test]
fn minimax_is_exact_for_positions_of_games() {
    let (mut quiet, mut quick) =
        (Compared::new(5, Plain::new(5000, true)), Compared::new(6, Plain::new(20_000, true)));
    let mut number = 0;
    each_game_position(|position| {
        number += 1;
        match number % 5 {
            0 => quiet.compare(position, 0, 1),
            1 if number % 25 == 1 => quick.compare(position, 1, 1),
            _ => {}
        }
    });
    quiet.assert_most_are_compared(500);
    quick.assert_most_are_compared(100);
}

#[test]
fn minimax_is_exact_for_positions_of_puzzles() {
    let mut quick = Compared::new(7, Plain::new(20_000, true));
    puzzles().iter().for_each(|position| quick.compare(position, 1, 1));
    quick.assert_most_are_compared(200);
    let mut full = Compared::new(8, Plain::new(500_000, true));
    puzzles().iter().skip(3).step_by(50).for_each(|position| full.compare(position, 3, 1));
    full.assert_most_are_compared(1);
}
