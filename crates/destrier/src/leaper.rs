//! The fills that knights and kings share. Both are leapers, so one fill step is one move.
//!
//! [`knight`](crate::knight) and [`king`](crate::king) wrap these functions and document them.

use crate::bitboard::Bitboard;
use crate::layers::Layers;
use crate::{king, knight};

/// A piece that moves without needing empty squares in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaper {
    Knight,
    King,
}

impl Leaper {
    /// Returns the squares that any of the pieces attacks.
    #[inline]
    pub(crate) const fn attacks(self, pieces: Bitboard) -> Bitboard {
        match self {
            Self::Knight => knight::attacks(pieces),
            Self::King => king::attacks(pieces),
        }
    }

    /// Returns the pieces' own squares and the squares that they attack.
    #[inline]
    pub(crate) const fn fill(self, pieces: Bitboard) -> Bitboard {
        match self {
            Self::Knight => knight::fill(pieces),
            Self::King => king::fill(pieces),
        }
    }

    /// Returns the squares where exactly `n` moves can end, if every move must end in the area.
    #[inline]
    pub(crate) const fn reach(self, pieces: Bitboard, n: u32, area: Bitboard) -> Bitboard {
        // Let e0, e1, e2 and so on be the sets after 0, 1, 2 moves. From e2 on, each square was entered from a
        // square of the area. The piece can step back to it and return, so the square is also in the set two
        // moves later: e2, e4, e6 only grow, and so do e3, e5, e7. A set can grow at most 64 times, so e(i) =
        // e(i+2) for some i up to 128. From there on the sets alternate, and the result for larger `n` equals that
        // of 128 or 129.
        let mut moves = if n < 128 { n } else { 128 + n % 2 };
        let mut set = pieces;
        while moves > 0 {
            set = self.attacks(set).intersection(area);
            moves -= 1;
        }
        set
    }

    /// Returns the squares where at most `n` moves can end, if every move must end in the area.
    #[inline]
    pub(crate) const fn reach_within(self, pieces: Bitboard, n: u32, area: Bitboard) -> Bitboard {
        let mut moves = n;
        let mut set = pieces;
        // Each iteration adds at least one square, so the loop ends after at most 64.
        while moves > 0 {
            let grown = set.union(self.attacks(set).intersection(area));
            if grown.0 == set.0 {
                break;
            }
            set = grown;
            moves -= 1;
        }
        set
    }

    /// Returns the fewest moves from any square of `a` to any square of `b` on an empty board, or `None` if a set
    /// is empty.
    #[inline]
    pub(crate) const fn set_distance(self, a: Bitboard, b: Bitboard) -> Option<u8> {
        if a.is_empty() || b.is_empty() {
            return None;
        }
        let mut set = a;
        let mut moves = 0;
        // On an empty board, every square is at most 7 moves away.
        while set.is_disjoint(b) {
            set = self.attacks(set);
            moves += 1;
        }
        Some(moves)
    }

    /// Returns `true` if a path within `path` connects the sets. Fills from both ends in turn until the fills meet
    /// or one stops growing.
    #[inline]
    pub(crate) const fn connected(self, a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
        let mut from = a.intersection(path);
        let mut to = b.intersection(path);
        // Each iteration adds at least one square to a set.
        while from.is_disjoint(to) {
            let grown = self.fill(from).intersection(path);
            if grown.0 == from.0 {
                return false;
            }
            from = to;
            to = grown;
        }
        true
    }

    /// Computes [`connected`](Self::connected) with a fill from the first set only.
    #[inline]
    pub(crate) const fn connected_from_one_end(self, a: Bitboard, b: Bitboard, path: Bitboard) -> bool {
        let mut set = a.intersection(path);
        // Without this test, the fill would only find out at its end.
        if b.is_disjoint(path) {
            return false;
        }
        while set.is_disjoint(b) {
            let grown = self.fill(set).intersection(path);
            if grown.0 == set.0 {
                return false;
            }
            set = grown;
        }
        true
    }

    /// Returns all squares reachable within `path` from the squares of `from` that are on it.
    #[inline]
    pub(crate) const fn region(self, from: Bitboard, path: Bitboard) -> Bitboard {
        let mut set = from.intersection(path);
        // Each iteration adds at least one square.
        loop {
            let grown = self.fill(set).intersection(path);
            if grown.0 == set.0 {
                return set;
            }
            set = grown;
        }
    }

    /// Returns all shortest paths within `path` from one set to the other, layer by layer.
    #[inline]
    pub(crate) const fn shortest_paths(self, from: Bitboard, to: Bitboard, path: Bitboard) -> Option<Layers> {
        let mut layers = Layers::EMPTY;
        let mut new = from.intersection(path);
        let mut free = path;
        let goal = to.intersection(path);
        // Forward: each layer is the squares reached for the first time. Layers are disjoint and not empty, so
        // there are at most 64.
        while new.is_disjoint(goal) {
            if new.is_empty() {
                return None;
            }
            layers.push(new);
            free = free.difference(new);
            new = self.attacks(new).intersection(free);
        }
        // Backward: keep the squares of each layer that lead to the next layer.
        new = new.intersection(goal);
        layers.push(new);
        let mut i = layers.moves();
        while i > 0 {
            i -= 1;
            new = layers.intersect(i, self.attacks(new));
        }
        Some(layers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard;
    use crate::naive::{distances_from, few_squares, king_attacks_from, knight_attacks_from, sets};
    use crate::square::Square;

    const LEAPERS: [Leaper; 2] = [Leaper::Knight, Leaper::King];

    fn naive_attacks_from(leaper: Leaper) -> fn(Square) -> Bitboard {
        match leaper {
            Leaper::Knight => knight_attacks_from,
            Leaper::King => king_attacks_from,
        }
    }

    /// Returns the fewest moves within `path` from `from` to each square.
    fn moves_from(leaper: Leaper, from: Bitboard, path: Bitboard) -> impl Fn(Square) -> Option<u8> {
        let moves = distances_from(from, path, naive_attacks_from(leaper));
        move |square| moves[usize::from(square.index())]
    }

    fn squares(condition: impl Fn(&Square) -> bool) -> Bitboard {
        Square::ALL.into_iter().filter(condition).collect()
    }

    /// A long path for a king: a snake of 35 squares from a1 to a7.
    const SNAKE: Bitboard = bitboard! {
        . . . . . . . .
        X X X X X X X X
        . . . . . . . X
        X X X X X X X X
        X . . . . . . .
        X X X X X X X X
        . . . . . . . X
        X X X X X X X X
    };

    /// A path on which a king from a1 needs 62 moves until its reach alternates. It must walk to the far end, where
    /// it can lose a move, and all the way back.
    const LATE: Bitboard = bitboard! {
        . X X X X X X .
        X . . . . . . X
        X . . X X . . X
        X . X . . X . X
        X . X . . X . X
        X . X . X X . X
        X . X . . . . X
        X . . X X X X .
    };

    #[test]
    fn reach_can_take_62_moves_to_alternate() {
        let after = |n| Leaper::King.reach(Square::A1.bitboard(), n, LATE);
        assert_ne!(after(61), after(63));
        assert_eq!(after(62), after(64));
        assert_eq!((after(200), after(201)), (after(62), after(63)));
    }

    /// Few pieces at both ends, and a path of at least 24 squares that includes them.
    fn long_walks() -> impl Iterator<Item = [Bitboard; 3]> {
        let paths = sets().filter(|[path]| path.len() >= 24);
        few_squares().zip(paths).map(|([from, to], [path])| [from, to, path | from | to])
    }

    fn snake_cases() -> [[Bitboard; 3]; 3] {
        let (tail, head) = (Square::A1.bitboard(), Square::A7.bitboard());
        [[tail, head, SNAKE], [head, tail, SNAKE], [tail, SNAKE.without(Square::A1), SNAKE]]
    }

    #[test]
    fn reach_of_many_moves_matches_a_loop() {
        for leaper in LEAPERS {
            let snake = [Square::A1.bitboard(), SNAKE];
            let late = [Square::A1.bitboard(), LATE];
            for [pieces, area] in sets().step_by(7).chain([snake, late]) {
                let (mut exact, mut within) = (pieces, pieces);
                for n in 0..=400 {
                    // Testing every `n` of the tail is slow: test all `n` near the cap and every 7th of the rest.
                    if n <= 70 || (120..140).contains(&n) || n % 7 == 0 {
                        assert_eq!(leaper.reach(pieces, n, area), exact, "{leaper:?} {n}");
                        assert_eq!(leaper.reach_within(pieces, n, area), within, "{leaper:?} {n}");
                    }
                    exact = leaper.attacks(exact) & area;
                    within |= leaper.attacks(within) & area;
                }
                for n in [u32::MAX, u32::MAX - 1] {
                    assert_eq!(leaper.reach(pieces, n, area), leaper.reach(pieces, 400 + n % 2, area));
                    assert_eq!(leaper.reach_within(pieces, n, area), within);
                }
            }
        }
    }

    #[test]
    fn set_distance_is_the_distance_of_the_nearest_squares() {
        for leaper in LEAPERS {
            let mut far = 0;
            for [a, b] in sets().chain(few_squares()) {
                let moves = moves_from(leaper, a, Bitboard::FULL);
                let fewest = b.iter().filter_map(moves).min();
                assert_eq!(leaper.set_distance(a, b), fewest, "{leaper:?}");
                assert_eq!(leaper.set_distance(b, a), fewest, "{leaper:?}");
                far += u32::from(fewest >= Some(3));
            }
            assert!(far >= 100, "{far} are three moves apart or more");
        }
    }

    #[test]
    fn paths_match_breadth_first_search() {
        for leaper in LEAPERS {
            let (mut none, mut far) = (0, 0);
            for [from, to, path] in sets().chain(long_walks()).chain(snake_cases()) {
                let moves = moves_from(leaper, from, path);
                let back = moves_from(leaper, to, path);
                let fewest = to.iter().filter_map(&moves).min();
                none += u32::from(fewest.is_none());
                far += u32::from(fewest >= Some(3));

                assert_eq!(leaper.region(from, path), squares(|&s| moves(s).is_some()));
                assert_eq!(leaper.connected(from, to, path), fewest.is_some());
                assert_eq!(leaper.connected_from_one_end(from, to, path), fewest.is_some());

                let layers = leaper.shortest_paths(from, to, path);
                assert_eq!(layers.as_ref().map(Layers::moves), fewest);
                let Some(layers) = layers else { continue };
                assert_eq!(layers.as_slice().len(), usize::from(layers.moves()) + 1);
                for (i, &layer) in (0..).zip(layers.as_slice()) {
                    let on_a_shortest_walk = |s: &Square| {
                        moves(*s) == Some(i) && back(*s).is_some_and(|back| Some(i + back) == fewest)
                    };
                    assert_eq!(layer, squares(on_a_shortest_walk), "{leaper:?} layer {i}");
                }
            }
            assert!(none >= 300 && far >= 300, "{none} have no path, {far} one of three moves or more");
        }
    }
}
