//! Comparison of the worth of moves with its definition, for every move of the game, every filter and all kinds of
//! evaluations.

use super::super::plain::Plain;
use super::super::*;
use super::random_position;
use fastrand::Rng;

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

/// A move with its gains, as defined: by plain minimax, with mates as ±100.
struct Defined {
    played: Move,
    /// The gain after three more moves.
    value: i32,
    /// The gain after one more move.
    quick: i32,
}

impl Defined {
    fn new(position: &Position, played: Move) -> Self {
        let value = |depth| match Plain::new(u64::MAX, true).score_after(position, played, depth).unwrap() {
            900.. => 100,
            ..=-900 => -100,
            score => score - balance(position),
        };
        Self { played, value: value(3), quick: value(1) }
    }

    /// Returns the worth of the move, as defined.
    fn worth(&self, position: &Position, next: Option<&Self>, game: GameMove) -> Worth {
        let chance_of = |value| match value {
            100 => 1.0,
            -100 => -1.0,
            value => chance(f64::from(balance(position) + value)),
        };
        let wins = self.value;
        let is_opportunity = chance_of(wins) - chance(f64::from(balance(position))) >= 0.2;
        let Some(next) = next else { return Worth { wins, missed_by: None, missed: None, is_opportunity } };
        let lost = chance_of(wins) - chance_of(next.value);
        let lost_little = game.before.zip(game.after).is_some_and(|(before, after)| {
            let for_side = |evaluation: Evaluation| {
                let for_white = match evaluation {
                    Evaluation::Centipawns(centipawns) => chance(f64::from(centipawns) / 100.0),
                    Evaluation::Mate(moves) => f64::from(moves.signum()),
                };
                if position.turn().is_white() { for_white } else { -for_white }
            };
            for_side(before) - for_side(after) < 0.1
        });
        let grades = [(0.3, Grade::Blunder), (0.2, Grade::Mistake), (0.1, Grade::Inaccuracy)];
        let grade = grades.into_iter().find(|(least, _)| lost >= *least).map(|(_, grade)| grade);
        let is_missed = self.played != next.played && self.quick >= next.quick && !lost_little;
        let missed = grade.filter(|_| is_missed);
        Worth { wins, missed_by: Some(wins - next.value), missed, is_opportunity }
    }
}

/// Returns the winning chances of an evaluation in pawns, from -1 to 1.
fn chance(pawns: f64) -> f64 {
    2.0 / (1.0 + (-0.368208 * pawns.clamp(-10.0, 10.0)).exp()) - 1.0
}

fn random_evaluation(random: &mut Rng) -> Evaluation {
    match random.u8(..4) {
        0 => Evaluation::Mate(*random.choice(&[-3, -1, 1, 4]).unwrap()),
        _ => Evaluation::Centipawns(random.i32(-300..300)),
    }
}

fn passes(worth: &Worth, filter: WorthFilter) -> bool {
    let is_notable = worth.is_opportunity || worth.missed >= Some(Grade::Mistake);
    filter.wins.is_none_or(|least| worth.wins >= least)
        && filter.missed.is_none_or(|least| worth.missed >= Some(least))
        && (is_notable || !filter.notable)
}

/// Compares the worth of up to `count` moves of a position.
fn compare(position: &Position, count: usize, random: &mut Rng, seen: &mut Seen) {
    let mut moves = position.legal_moves();
    random.shuffle(&mut moves);
    let all: Vec<_> = moves.into_iter().take(count).map(|played| Defined::new(position, played)).collect();
    let mut search = WorthSearch::default();
    for next in all.iter().map(Some).chain([None]) {
        for is_evaluated in [false, true] {
            let mut evaluation = || is_evaluated.then(|| random_evaluation(random));
            let (before, after) = (evaluation(), evaluation());
            let game = GameMove { next: next.map(|next| Continuation::Move(next.played)), before, after };
            // Results about the game's move are kept between moves.
            let mut at = search.at(position, game);
            for defined in &all {
                let played = defined.played;
                let place = format!("{} {} {game:?}", position.fen(), played.uci());
                let found = at.worth(played);
                assert_eq!(found, defined.worth(position, next, game), "{place}");
                assert_eq!(at.wins(played), found.wins, "{place}");
                seen.add(&found, defined, next, is_evaluated);
                for wins in [None, Some(-100), Some(0), Some(100)]
                    .into_iter()
                    .chain((-1..=1).map(|more| Some(found.wins + more)))
                {
                    for missed in [None].into_iter().chain(Grade::ALL.map(Some)) {
                        for notable in [false, true] {
                            let filter = WorthFilter { wins, missed, notable, ..WorthFilter::default() };
                            let passes = passes(&found, filter);
                            let admitted = WorthSearch::default().at(position, game).worth_if(played, filter);
                            assert_eq!(admitted, passes.then_some(found), "{place} {filter:?}");
                            assert_eq!(at.worth_if(played, filter), admitted, "{place} {filter:?}");
                            *(if passes { &mut seen.admitted } else { &mut seen.left_out }) += 1;
                        }
                    }
                }
            }
        }
    }
}

impl Seen {
    fn add(&mut self, found: &Worth, values: &Defined, next: Option<&Defined>, is_evaluated: bool) {
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
        compare(&fen.parse().unwrap(), 3, &mut random, &mut seen);
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

#[test]
fn random_positions_have_the_worth_of_plain_minimax() {
    let (mut random, mut seen) = (Rng::with_seed(2), Seen::default());
    let mut compared = 0;
    while compared < 60 {
        let pieces = random.usize(3..=6);
        let position = random_position(&mut random, pieces);
        let moves = position.legal_moves().len();
        if moves >= 2 && leaves(&position, 4) <= 400 * moves {
            compare(&position, 3, &mut random, &mut seen);
            compared += 1;
        }
    }
    let Seen { grades, lost_little, admitted, left_out, .. } = seen;
    assert!(grades.iter().all(|&count| count > 0) && lost_little > 10, "{seen:?}");
    assert!(admitted > 1000 && left_out > 1000, "{seen:?}");
}
