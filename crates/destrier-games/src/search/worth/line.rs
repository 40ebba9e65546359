//! The principal variation after a move.

use super::minimax::{QUIET_PLIES, Score, Search, balance, gain, is_gaining};
use super::{DEPTH, Judged, PositionWorth};
use crate::chess::{Move, Position};

/// The part of the search that is left from a position on.
#[derive(Clone, Copy, Debug)]
enum Left {
    /// All moves for some plies, then captures.
    Every(u32),
    /// Captures, for some plies.
    Captures(u32),
}

impl Left {
    /// Returns the part that is left after a move.
    const fn after_move(self) -> Self {
        match self {
            Self::Every(1) => Self::Captures(QUIET_PLIES),
            Self::Every(plies) => Self::Every(plies - 1),
            Self::Captures(plies) => Self::Captures(plies - 1),
        }
    }
}

impl PositionWorth<'_> {
    /// Returns a legal move and the moves that follow with best play by both sides, according to the search behind
    /// [`wins`](Self::wins).
    ///
    /// The line ends with a mate, or with the last capture or promotion. The material at its end is what `wins`
    /// returns. Among equally good moves, the line takes the first in the order of [`Position::legal_moves`]. For our
    /// side, captures come before other moves.
    ///
    /// ```
    /// use destrier_games::{Continuation, GameMove, Position, San, WorthSearch};
    ///
    /// let position: Position = "q3k3/8/8/1N6/8/8/8/4K3 w - - 0 1".parse()?;
    /// let Continuation::Move(fork) = position.resolve(San::from_ascii(b"Nc7")?)? else { unreachable!() };
    /// let mut search = WorthSearch::default();
    /// let line = search.at(&position, GameMove::default()).line(fork);
    /// let line: Vec<_> = line.iter().map(|played| played.uci().to_string()).collect();
    /// assert_eq!(line, ["b5c7", "e8d7", "c7a8"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(&mut self, played: Move) -> Vec<Move> {
        let mut score = -self.exact(&mut Judged::new(played));
        let mut line = vec![played];
        let mut position = self.position.after(played);
        let mut left = Left::Every(DEPTH);
        let mut length = 1;
        while let Some(next) = self.search.best(&position, left, line.len() as u32, score) {
            if gain(&position.sets(), next) > 0 {
                length = line.len() + 1;
            }
            line.push(next);
            position = position.after(next);
            (left, score) = (left.after_move(), -score);
        }
        if !position.legal_moves().is_empty() {
            line.truncate(length);
        }
        line
    }
}

impl Search {
    /// Returns the move that leads to the score of the position, or `None` where the game or the search ends.
    fn best(&mut self, position: &Position, left: Left, ply: u32, score: Score) -> Option<Move> {
        let bal = balance(position);
        let is_quiet = matches!(left, Left::Captures(_)) && !position.is_check();
        if matches!(left, Left::Captures(0)) || is_quiet && bal == score {
            return None;
        }
        let sets = position.sets();
        let mut moves = position.legal_moves();
        if is_quiet {
            let gives_checks = matches!(left, Left::Captures(QUIET_PLIES));
            let them = sets.color(!position.turn());
            moves.retain(|&played| {
                is_gaining(played, them) || gives_checks && position.after(played).is_check()
            });
        }
        if ply.is_multiple_of(2) {
            moves.sort_by_key(|&played| gain(&sets, played) == 0);
        }
        moves.into_iter().find(|&played| {
            let (after, bal) = (position.after(played), -(bal + gain(&sets, played)));
            // A null window is enough: no move scores higher.
            let (alpha, beta) = (-score, 1 - score);
            let found = match left.after_move() {
                Left::Every(plies) => self.full(&after, bal, plies, ply + 1, alpha, beta),
                Left::Captures(plies) => self.quiet(&after, bal, plies, ply + 1, alpha, beta),
            };
            -found >= score
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{each_game_position, random_position};
    use super::super::{GameMove, MATE_VALUE, WorthSearch};
    use super::*;

    /// Checks the lines of some moves in a position and returns their number.
    fn check(position: &Position, search: &mut WorthSearch, step: usize, lengths: &mut [u32; 17]) {
        for played in position.legal_moves().into_iter().step_by(step) {
            let mut worth = search.at(position, GameMove::default());
            let (wins, line) = (worth.wins(played), worth.line(played));
            assert_eq!(line[0], played);
            lengths[line.len()] += 1;
            let material = |later: &Position| {
                if later.turn() == position.turn() { balance(later) } else { -balance(later) }
            };
            let mut end = *position;
            // The material before each capture that is not forced.
            let mut on_the_way = Vec::new();
            for (ply, &next) in line.iter().enumerate() {
                assert!(end.legal_moves().contains(&next));
                if ply > DEPTH as usize && !end.is_check() {
                    on_the_way.push(material(&end));
                }
                end = end.after(next);
            }
            let is_over = end.legal_moves().is_empty();
            let at_end = material(&end);
            let (fen, uci) = (position.fen(), played.uci());
            assert!(is_over || !on_the_way.contains(&at_end), "{fen} {uci}: the line goes on with a trade");
            match wins.abs() {
                MATE_VALUE => {
                    assert!(is_over && end.is_check(), "{fen} {uci}");
                    assert_eq!(wins > 0, end.turn() != position.turn(), "{fen} {uci}");
                }
                _ if is_over => assert_eq!(wins, -balance(position), "{fen} {uci}"),
                _ => assert_eq!(wins, at_end - balance(position), "{fen} {uci}"),
            }
        }
    }

    #[test]
    fn the_material_after_a_line_matches_wins() {
        let (mut search, mut lengths) = (WorthSearch::default(), [0; 17]);
        let mut number = 0;
        each_game_position(|position| {
            number += 1;
            if number % 4 == 0 {
                check(position, &mut search, 29, &mut lengths);
            }
        });
        let mut random = fastrand::Rng::with_seed(13);
        for number in 0..600 {
            let position = random_position(&mut random, 3 + number % 5);
            check(&position, &mut search, 5, &mut lengths);
        }
        println!("lengths of lines: {lengths:?}");
        assert!(lengths.iter().sum::<u32>() > 2000, "{lengths:?}");
    }

    #[test]
    fn a_line_ends_with_the_gain() {
        for (fen, line) in [
            ("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7 e8d7 c7a8"),
            ("2r3rk/6pp/7N/8/8/8/6PP/6K1 w - - 0 1", "h6f7"),
            // The pawn cannot be saved, so the rook need not take it at once.
            ("6k1/p7/8/8/8/8/8/R5K1 w - - 0 1", "g1h1 a7a5 a1a5"),
            // The queen takes the knight.
            ("r1bqk2r/pp1p1ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1", "d5c7 d8c7"),
        ] {
            let position: Position = fen.parse().unwrap();
            let by = position.legal_moves().into_iter().find(|by| line.starts_with(&by.uci().to_string()));
            let found = WorthSearch::default().at(&position, GameMove::default()).line(by.unwrap());
            let found: Vec<_> = found.iter().map(|played| played.uci().to_string()).collect();
            assert_eq!(found.join(" "), line);
        }
    }
}
