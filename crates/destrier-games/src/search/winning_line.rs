//! The line that a move wins by.

use super::judge::Judge;
use super::worth::balance;
use crate::chess::{Evaluation, Move, Position};

/// The longest line, in plies.
const MAX_PLIES: usize = 12;

/// Returns a legal move and the best play after it, to the mate or to the end of the gain: the first move of the same side
/// that gains material for good and is not followed by another such move. At most twelve plies.
///
/// Cost: the search of the judge, tens of milliseconds.
///
/// ```
/// use destrier_games::{Continuation, Judge, Position, San, winning_line};
///
/// let position: Position = "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1".parse()?;
/// let Continuation::Move(fork) = position.resolve(San::from_ascii(b"Nc7")?)? else { unreachable!() };
/// let line = winning_line(&position, fork, &mut Judge::default());
/// let line: Vec<_> = line.iter().map(|played| played.uci().to_string()).collect();
/// assert_eq!((&line[0][..], &line[2][..]), ("b5c7", "c7a8"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn winning_line(position: &Position, by: Move, judge: &mut Judge) -> Vec<Move> {
    let mut line = vec![by];
    let mut end = position.after(by);
    while line.len() < MAX_PLIES
        && let Some(best) = judge.best(&end)
    {
        for played in best.line.into_iter().take(MAX_PLIES - line.len()) {
            end = end.after(played);
            line.push(played);
        }
        // The line of a mate may be incomplete.
        if !matches!(best.evaluation, Evaluation::Mate(_)) {
            break;
        }
    }
    let mates = end.is_checkmate() && end.turn() != position.turn();
    if !mates {
        line.truncate(end_of_gain(position, &line));
    }
    line
}

/// Returns the number of moves up to the end of the gain.
fn end_of_gain(position: &Position, line: &[Move]) -> usize {
    let mut after = *position;
    let material = line.iter().map(|&played| {
        after = after.after(played);
        if after.turn() == position.turn() { balance(&after) } else { -balance(&after) }
    });
    let material: Vec<i32> = material.collect();
    let start = balance(position);
    for length in (1..=line.len()).step_by(2) {
        let (gained, reply, next) = (material[length - 1], material.get(length), material.get(length + 1));
        if gained > start
            && reply.is_none_or(|&reply| reply > start)
            && next.is_none_or(|&next| next <= gained)
        {
            return length;
        }
    }
    // A move that only avoids a loss gains nothing: it ends where the side has what it keeps.
    let end = material.last();
    for length in (1..line.len()).step_by(2) {
        if material.get(length - 1) >= end && material.get(length) >= end {
            return length;
        }
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_with_the_mate_or_the_gain() {
        for (fen, starts, length) in [
            ("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7", 3),
            ("2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1", "h6f7", 1),
            // Two rooks mate in two.
            ("6k1/8/R7/1R6/8/8/8/6K1 w - - 0 1", "b5b7", 3),
            // The queen takes the knight: there is no gain.
            ("3qk3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", 1),
        ] {
            let position: Position = fen.parse().unwrap();
            let by = position.legal_moves().into_iter().find(|by| by.uci().to_string() == starts).unwrap();
            let line = winning_line(&position, by, &mut Judge::default());
            assert_eq!((line[0], line.len()), (by, length), "{fen}");
            line.iter().fold(position, |position, played| {
                assert!(position.legal_moves().contains(played));
                position.after(*played)
            });
        }
    }
}
