//! Compares the worth of moves by both implementations, for every move of the game, every filter and all kinds of
//! evaluations.

use crate::reference::worth::{self, Evaluation as Told, Played, Values, values};
use crate::reference::{self, legal_moves, uci};
use destrier_games::{
    Continuation, Evaluation, GameMove, Grade, Move as OurMove, Position, Uci, Worth, WorthFilter,
    WorthSearch,
};
use fastrand::Rng;
use shakmaty::Move;

/// Counts of compared cases, to ensure variety.
#[derive(Debug, Default)]
struct Seen {
    grades: [u32; 3],
    mates: u32,
    mated: u32,
    opportunities: u32,
    /// Moves that are better than the game's move but not candidates.
    not_candidates: u32,
    /// Moves that were not missed according to the game's own evaluations.
    lost_little: u32,
    admitted: u32,
    left_out: u32,
}

/// Returns the same move in the library's type.
fn ours(position: &Position, m: Move) -> OurMove {
    let uci = uci(m);
    match position.resolve_uci(Uci::from_ascii(uci.as_bytes()).unwrap()) {
        Some(Continuation::Move(played)) => played,
        other => panic!("{uci}: {other:?}"),
    }
}

fn evaluation(told: Told) -> Evaluation {
    match told {
        Told::Pawns(pawns) => Evaluation::Centipawns((pawns * 100.0).round() as i32),
        Told::Mate(moves) => Evaluation::Mate(moves),
    }
}

fn random_evaluations(random: &mut Rng) -> (Told, Told) {
    let mut one = || match random.u8(..4) {
        0 => Told::Mate(*random.choice(&[-3, -1, 1, 4]).unwrap()),
        _ => Told::Pawns(f64::from(random.i32(-300..300)) / 100.0),
    };
    (one(), one())
}

fn passes(worth: &Worth, filter: WorthFilter) -> bool {
    let is_notable = worth.is_opportunity || worth.missed >= Some(Grade::Mistake);
    filter.wins.is_none_or(|least| worth.wins >= least)
        && filter.missed.is_none_or(|least| worth.missed >= Some(least))
        && (is_notable || !filter.notable)
}

/// Compares the worth of up to `count` moves of a position.
fn compare(fen: &str, count: usize, random: &mut Rng, seen: &mut Seen) {
    let (position, reference): (Position, _) = (fen.parse().unwrap(), reference::position(fen));
    let mut moves = legal_moves(&reference);
    random.shuffle(&mut moves);
    let judged: Vec<Values> = moves.into_iter().take(count).map(|m| values(&reference, m)).collect();
    let mut search = WorthSearch::default();
    for next in judged.iter().map(Some).chain([None]) {
        for evaluations in [None, Some(random_evaluations(random))] {
            let game = GameMove {
                next: next.map(|next| Continuation::Move(ours(&position, next.m))),
                before: evaluations.map(|(before, _)| evaluation(before)),
                after: evaluations.map(|(_, after)| evaluation(after)),
            };
            // Results about the game's move are kept between moves.
            let mut at = search.at(&position, game);
            for values in &judged {
                let played = ours(&position, values.m);
                let expected = worth::worth(&reference, values, Played { next, evaluations });
                let place = || format!("{fen} {} {game:?}", played.uci());
                let found = at.worth(played);
                let of_found = worth::Worth {
                    wins: found.wins,
                    missed_by: found.missed_by,
                    missed: found.missed.map(Grade::name),
                    is_opportunity: found.is_opportunity,
                };
                assert_eq!(of_found, expected, "{}", place());
                assert_eq!(at.wins(played), found.wins, "{}", place());
                seen.add(&found, values, next, evaluations.is_some());
                for wins in [None, Some(-100), Some(0), Some(100)]
                    .into_iter()
                    .chain((-1..=1).map(|more| Some(found.wins + more)))
                {
                    for missed in [None].into_iter().chain(Grade::ALL.map(Some)) {
                        for notable in [false, true] {
                            let filter = WorthFilter { wins, missed, notable };
                            let passes = passes(&found, filter);
                            let admitted =
                                WorthSearch::default().at(&position, game).worth_if(played, filter);
                            assert_eq!(admitted, passes.then_some(found), "{} {filter:?}", place());
                            assert_eq!(at.worth_if(played, filter), admitted, "{} {filter:?}", place());
                            *(if passes { &mut seen.admitted } else { &mut seen.left_out }) += 1;
                        }
                    }
                }
            }
        }
    }
}

impl Seen {
    fn add(&mut self, found: &Worth, values: &Values, next: Option<&Values>, is_evaluated: bool) {
        if let Some(grade) = found.missed {
            self.grades[grade as usize] += 1;
        }
        self.mates += u32::from(found.wins == 100);
        self.mated += u32::from(found.wins == -100);
        self.opportunities += u32::from(found.is_opportunity);
        let better = next.filter(|next| found.missed.is_none() && values.value >= next.value + 3);
        self.not_candidates += u32::from(better.is_some_and(|next| values.quick < next.quick));
        self.lost_little += u32::from(is_evaluated && better.is_some_and(|next| values.quick >= next.quick));
    }
}

/// Positions whose score depends on a move that a search might wrongly skip.
const MADE_BY_HAND: [&str; 26] = [
    // A queen promotion stalemates, a rook promotion mates or wins. The pawn promotes at once, or as the reply.
    "8/k1P5/2K5/8/8/8/8/8 w - - 0 1",
    "8/2P5/k1K5/8/8/8/8/8 b - - 0 1",
    "1K6/8/k7/8/8/8/1p6/8 w - - 0 1",
    "5K1k/6pp/7P/8/8/8/8/8 w - - 0 1",
    // A knight promotes with check or mate; a capture promotes.
    "8/5P1k/5K2/8/8/8/8/8 w - - 0 1",
    "6nk/5P1p/7K/8/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/1k6/p1p5/1NK5 b - - 0 1",
    // Quiet moves and captures that stalemate, to the side's advantage or disadvantage.
    "k7/P7/K7/8/8/8/8/8 w - - 0 1",
    "8/8/8/8/8/p7/k7/2K5 w - - 0 1",
    "7k/5K1p/7P/6p1/8/8/8/8 w - - 0 1",
    "k1K5/p7/P7/8/8/8/p7/N7 w - - 0 1",
    "8/8/8/8/8/2k5/1pp5/K7 w - - 0 1",
    "5k2/5P2/4K3/8/8/8/8/8 b - - 0 1",
    "7K/5k1P/8/8/8/6p1/6P1/8 b - - 0 1",
    // En passant captures that win a pawn, open a line to the king, or are the only move.
    "7k/p6p/7P/1P6/8/8/7p/7K b - - 0 1",
    "8/8/8/8/k1pP3R/8/8/K7 b - d3 0 1",
    "8/8/8/1k6/1pP5/p7/P7/K7 b - c3 0 1",
    // Castling as a reply: in Chess960, with check, without moving the king.
    "7k/7p/7P/8/8/8/P1P5/1RK5 b B - 0 1",
    "8/8/8/8/5k2/1p4p1/1P4PP/4K2R b K - 0 1",
    "8/8/8/8/1p6/1P3k1p/P4p1P/RK6 b A - 0 1",
    // Discovered and double checks.
    "k7/p7/P7/8/N7/8/P7/R6K w - - 0 1",
    "K7/2k5/P7/8/1n6/8/p7/b7 b - - 0 1",
    // Mates by both sides.
    "7k/6pp/8/8/8/8/P5PP/K6R w - - 0 1",
    "6k1/4Rppp/8/8/8/8/6PP/6K1 w - - 0 1",
    "k7/8/1K6/8/8/p7/P7/8 w - - 0 1",
    "8/8/8/8/8/1p6/1k1p4/3K4 w - - 0 1",
];

#[test]
fn handmade_positions_have_the_worth_of_plain_minimax() {
    let (mut random, mut seen) = (Rng::with_seed(1), Seen::default());
    for fen in MADE_BY_HAND {
        compare(fen, 3, &mut random, &mut seen);
    }
    let Seen { mates, mated, opportunities, not_candidates, .. } = seen;
    assert!(mates > 10 && mated > 5 && opportunities > 10 && not_candidates > 0, "{seen:?}");
}

/// Returns the number of positions after a number of moves.
fn leaves(position: &Position, moves: u32) -> usize {
    let legal = position.legal_moves();
    if moves == 1 {
        return legal.len();
    }
    let after = |played| {
        let mut after = *position;
        after.play(Continuation::Move(played)).unwrap();
        leaves(&after, moves - 1)
    };
    legal.into_iter().map(after).sum()
}

/// Returns a random FEN with three to six pieces, all in one corner, so that both sides have few moves.
fn random_fen(random: &mut Rng) -> String {
    loop {
        let pieces = random.usize(3..=6);
        let (width, height) = (random.usize(3..=5), random.usize(3..=5));
        let (right, up) = (random.bool(), random.bool());
        let mut board = [b'1'; 64];
        for number in 0..pieces {
            let (file, rank) = (random.usize(..width), random.usize(..height));
            let (file, rank) = (if right { 7 - file } else { file }, if up { 7 - rank } else { rank });
            board[(7 - rank) * 8 + file] = match number {
                0 => b'K',
                1 => b'k',
                _ => *random.choice(b"PPPpppNnBbRrQq").unwrap(),
            };
        }
        let ranks: Vec<_> = board.chunks(8).map(|rank| str::from_utf8(rank).unwrap()).collect();
        let turn = if random.bool() { 'w' } else { 'b' };
        let fen = format!("{} {turn} - - 0 1", ranks.join("/"));
        let Ok(position) = fen.parse::<Position>() else { continue };
        let moves = position.legal_moves().len();
        if moves >= 2 && leaves(&position, 4) <= 400 * moves {
            return fen;
        }
    }
}

#[test]
fn random_positions_have_the_worth_of_plain_minimax() {
    let (mut random, mut seen) = (Rng::with_seed(2), Seen::default());
    for _ in 0..60 {
        compare(&random_fen(&mut random), 3, &mut random, &mut seen);
    }
    let Seen { grades, lost_little, admitted, left_out, .. } = seen;
    assert!(grades.iter().all(|&count| count > 0) && lost_little > 10, "{seen:?}");
    assert!(admitted > 1000 && left_out > 1000, "{seen:?}");
}
