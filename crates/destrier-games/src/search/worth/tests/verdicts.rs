//! Verdicts on moves, compared with their definitions in terms of exact scores.

use super::super::grade::winning_chances;
use super::super::minimax::{INFINITE, Score, Search};
use super::super::*;
use super::{each_game_position, random_position};
use fastrand::Rng;

/// The exact score of a move.
fn score(position: &Position, played: Move, depth: u32) -> Score {
    Search::default().score_after(position, played, depth, (-INFINITE, INFINITE))
}

/// The gain of a move in pawns, 100 for a forced mate and -100 for being mated.
fn gain(position: &Position, played: Move, depth: u32) -> i32 {
    match score(position, played, depth) {
        900.. => 100,
        ..=-900 => -100,
        score => score - balance(position),
    }
}

/// Returns whether the quick value of a move is at least that of the game's move, or of no move.
fn is_candidate(position: &Position, played: Move, next: Option<Move>) -> bool {
    let least = next.map_or(0, |next| gain(position, next, QUICK_DEPTH));
    gain(position, played, QUICK_DEPTH) >= least
}

/// Calls a function for pairs of moves in positions with few pieces: a move to judge, and the game's move or none.
fn each_pair(count: usize, mut visit: impl FnMut(&Position, Move, Option<Move>)) {
    let mut random = Rng::with_seed(21);
    for number in 0..count {
        let position = random_position(&mut random, 3 + number % 5);
        let moves = position.legal_moves();
        let Some(&played) = random.choice(&moves) else { continue };
        visit(&position, played, None);
        visit(&position, played, random.choice(&moves).copied());
    }
}

#[test]
fn the_engine_judges_the_candidates_that_may_pass_the_filter() {
    let mut verdicts = [0; 4];
    each_pair(800, |position, played, next| {
        let game = GameMove::from(next.map(Continuation::Move));
        let worth = Worth { missed: None, ..WorthSearch::default().at(position, game).worth(played) };
        let is_candidate = is_candidate(position, played, next);
        for wins in [None, Some(worth.wins), Some(worth.wins + 1)] {
            for missed in [None, Some(Grade::Mistake)] {
                let filter = WorthFilter { wins, missed, ..WorthFilter::default() };
                let may_be_missed = is_candidate && next.is_some_and(|next| next != played);
                let passes =
                    wins.is_none_or(|least| worth.wins >= least) && (missed.is_none() || may_be_missed);
                let found = WorthSearch::default().at(position, game).candidate(played, filter);
                let place = || format!("{} {} {next:?} {filter:?}", position.fen(), played.uci());
                assert_eq!(found, passes.then_some((worth, is_candidate)), "{}", place());
                verdicts[usize::from(passes) + 2 * usize::from(is_candidate)] += 1;
            }
        }
    });
    assert!(verdicts.iter().all(|&count| count > 100), "{verdicts:?}");
}

#[test]
fn lost_winning_chances_count_the_material_on_the_board() {
    for (wins, missed_by, balance, lost) in [
        (3, Some(3), 0, winning_chances(3) - winning_chances(0)),
        (3, Some(4), -2, winning_chances(1) - winning_chances(-3)),
        (-1, Some(5), 4, winning_chances(3) - winning_chances(-2)),
        (100, Some(97), 1, 1.0 - winning_chances(4)),
        (2, Some(102), 5, winning_chances(7) + 1.0),
        (100, Some(200), 3, 2.0),
        (5, Some(0), 1, 0.0),
    ] {
        let worth = Worth { wins, missed_by, missed: None, is_opportunity: false };
        assert_eq!(worth.winning_chances_lost(balance), Some(lost), "{worth:?}");
        assert_eq!(Worth { missed_by: None, ..worth }.winning_chances_lost(balance), None);
    }
}

/// The number of visited positions grows if the search loses a shortcut or orders its moves worse. After a change that
/// makes it smaller, update it.
#[test]
fn the_search_visits_few_positions() {
    let missed = WorthFilter { missed: Some(Grade::Mistake), ..WorthFilter::default() };
    let notable = WorthFilter { notable: true, ..WorthFilter::default() };
    let mut searches = [(); 3].map(|()| WorthSearch::default());
    let mut number = 0;
    each_game_position(|position| {
        number += 1;
        if number % 20 == 0 {
            let moves = position.legal_moves();
            let game = GameMove::from(moves.last().copied().map(Continuation::Move));
            let [mut exact, mut only_missed, mut only_notable] =
                searches.each_mut().map(|search| search.at(position, game));
            for played in moves.into_iter().step_by(15) {
                exact.wins(played);
                only_missed.worth_if(played, missed);
                only_notable.worth_if(played, notable);
            }
        }
    });
    assert_eq!(searches.map(|search| search.nodes()), [626_580, 467_185, 535_224]);
}
