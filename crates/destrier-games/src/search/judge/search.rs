//! The search: iterative deepening alpha-beta with the usual reductions, to a number of nodes.

use super::evaluation::{MAX_EVALUATION, Score, evaluate};
use super::exchange::{gain, gains_at_least};
use super::network::Network;
use super::order::{CHECK, GOOD, MAX_PLY, Order, Ranked, is_forcing, pick, rank_forcing};
use super::table::{Bound, Table, key};
use crate::chess::{Continuation, KingSafety, Move, Position};
use destrier::{Bitboard, Piece};

/// The score of mate on the board. Each ply before it subtracts 1.
pub(super) const MATE: Score = 32_000;

/// Greater than every score.
pub(super) const INFINITE: Score = MATE + 1;

/// The least score of a forced mate.
pub(super) const MIN_MATE: Score = MATE - MAX_PLY as Score;

/// The search with its memory.
#[derive(Clone, Debug)]
pub(super) struct Search {
    table: Table,
    order: Order,
    /// Keys of positions with their static evaluations.
    evaluations: Vec<(u64, Score)>,
    network: Network,
    /// The moves of all positions on the current line, in one stack.
    moves: Vec<Ranked>,
    /// The keys of the positions on the current line.
    path: Vec<u64>,
    /// The best line from each ply on.
    lines: Vec<Vec<Move>>,
    /// A move at the root that is left out.
    pub(super) excluded: Option<Move>,
    pub(super) nodes: u32,
    pub(super) limit: u32,
    /// Whether the limit of nodes cut the search off, so that its result is void.
    pub(super) is_stopped: bool,
    /// One in so many evaluated positions is kept in `visited`.
    pub(super) every: u32,
    pub(super) visited: Vec<Position>,
    /// Whether to search all moves to the full depth, for tests.
    pub(super) is_plain: bool,
    /// On how many plies searches of captures also try checks.
    pub(super) check_plies: i32,
}

impl Search {
    /// The number of static evaluations that are kept, 256 KiB.
    const EVALUATIONS: usize = 1 << 14;

    pub(super) fn new() -> Self {
        Self {
            table: Table::default(),
            order: Order::default(),
            evaluations: Vec::new(),
            network: Network::default(),
            moves: Vec::new(),
            path: Vec::new(),
            lines: Vec::new(),
            excluded: None,
            nodes: 0,
            limit: 0,
            is_stopped: false,
            every: u32::MAX,
            visited: Vec::new(),
            is_plain: false,
            check_plies: 4,
        }
    }

    /// Forgets earlier questions. The first start takes the memory, so a judge that is never asked costs nothing.
    pub(super) fn start(&mut self, limit: u32) {
        self.evaluations.resize(Self::EVALUATIONS, (0, 0));
        self.lines.resize(MAX_PLY + 2, Vec::new());
        self.table.start();
        self.order.start();
        (self.nodes, self.limit, self.is_stopped, self.excluded) = (0, limit, false, None);
    }

    /// Returns the score of a position for the side to move. `before` is the position before it, if the question is about
    /// that one. `guess` is the score at a lower depth.
    pub(super) fn score(
        &mut self,
        position: &Position,
        before: Option<&Position>,
        depth: i32,
        guess: Score,
    ) -> Score {
        self.path.clear();
        self.path.extend(before.map(key));
        let root = self.path.len();
        let safety = position.king_safety();
        // Most scores are near the last one, and a narrow window cuts more (the wiki's *Aspiration Windows*).
        let mut margin = 30;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 4 && guess.abs() < MIN_MATE {
            (alpha, beta) = (guess - margin, guess + margin);
        }
        loop {
            self.moves.clear();
            let score = self.node(position, &safety, (alpha, beta), depth, root, false);
            if self.is_stopped || (score > alpha && score < beta) {
                return score;
            }
            margin *= 4;
            if score <= alpha {
                alpha = if margin > 1000 { -INFINITE } else { score - margin };
            } else {
                beta = if margin > 1000 { INFINITE } else { score + margin };
            }
        }
    }

    /// Returns the best line that the last search from a ply found.
    pub(super) fn line(&self, root: usize) -> &[Move] {
        &self.lines[root]
    }

    /// Returns the static evaluation. A search comes back to the same positions with other depths and windows.
    fn standing(&mut self, position: &Position, key: u64) -> Score {
        if self.nodes.is_multiple_of(self.every) {
            self.visited.push(*position);
        }
        let known = &mut self.evaluations[key as usize % Self::EVALUATIONS];
        if known.0 != key {
            *known = (key, evaluate(position, &mut self.network));
        }
        known.1
    }

    /// Counts a node. Returns `false` if the limit is reached.
    fn enter(&mut self, ply: usize) -> bool {
        self.lines[ply].clear();
        self.is_stopped |= self.nodes >= self.limit;
        self.nodes += 1;
        !self.is_stopped
    }

    /// Returns the score of a position for the side to move, exactly if it is within the window.
    fn node(
        &mut self,
        position: &Position,
        safety: &KingSafety,
        (mut alpha, mut beta): (Score, Score),
        mut depth: i32,
        ply: usize,
        may_pass: bool,
    ) -> Score {
        let is_check = safety.is_check();
        // A check leaves few moves, and what it forces must not end in the middle (*Check Extensions*).
        if is_check {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiet(position, safety, (alpha, beta), 0, ply);
        }
        if !self.enter(ply) {
            return 0;
        }
        if ply >= MAX_PLY {
            return evaluate(position, &mut self.network);
        }
        let key = key(position);
        if ply > 0 {
            if self.is_drawn(position, safety, key, ply) {
                return 0;
            }
            // No line is better than the mate that is known (*Mate Distance Pruning*).
            alpha = alpha.max(-(MATE - ply as Score));
            beta = beta.min(MATE - ply as Score - 1);
            if alpha >= beta {
                return alpha;
            }
        }
        let is_pv = beta - alpha > 1;
        let entry = self.table.get(key);
        if let Some(entry) = entry
            && !is_pv
            && (if self.is_plain { i32::from(entry.depth) == depth } else { i32::from(entry.depth) >= depth })
        {
            let score = seen_from(entry.score(), -(ply as Score));
            if decides(entry.bound, score, alpha, beta) {
                return score;
            }
        }
        let best_known = entry.and_then(|entry| entry.best);
        let sets = position.sets();
        let (us, them) = (sets.color(position.turn()), sets.color(!position.turn()));
        let may_prune = !self.is_plain && !is_pv && !is_check && beta.abs() < MIN_MATE;
        let mut standing = -INFINITE;
        if may_prune {
            standing = self.standing(position, key);
            // The side is so far ahead that a shallow search will not fall below the window (*Reverse Futility Pruning*).
            if depth <= 6 && standing - 80 * depth >= beta {
                return standing;
            }
            // So far behind that only captures can help (*Razoring*).
            if depth <= 3 && standing + 250 * depth < alpha {
                let score = self.quiet(position, safety, (alpha, alpha + 1), 0, ply);
                if score <= alpha || self.is_stopped {
                    return score;
                }
            }
            // If passing is good enough, a move is too (*Null Move Pruning*). Not with pawns alone, where passing may
            // be the best move (*Zugzwang*).
            if may_pass && depth >= 2 && standing >= beta && us.intersects(!(sets.pawns | sets.kings)) {
                let mut after = *position;
                after.play_legal(Continuation::NullMove);
                let reduction = 3 + depth / 4 + ((standing - beta) / 200).min(3);
                self.path.push(key);
                let safety = after.king_safety();
                let score = -self.node(&after, &safety, (-beta, 1 - beta), depth - reduction, ply + 1, false);
                self.path.pop();
                if self.is_stopped {
                    return 0;
                }
                if score >= beta {
                    return if score >= MIN_MATE { beta } else { score };
                }
            }
        }
        let start = self.moves.len();
        let (moves, order) = (&mut self.moves, &self.order);
        position.each_legal_move(safety, |played| {
            moves.push(Ranked { played, rank: order.rank(position, played, best_known, ply) });
        });
        if self.moves.len() == start {
            return if is_check { -(MATE - ply as Score) } else { 0 };
        }
        self.path.push(key);
        let first_alpha = alpha;
        let (mut best, mut best_move, mut number, mut quiets) = (-INFINITE, None, 0, 0);
        let mut next = start;
        while let Some(Ranked { played, rank }) = pick(&mut self.moves[next..]) {
            next += 1;
            if ply == 0 && self.excluded == Some(played) {
                continue;
            }
            let is_quiet = !is_forcing(played, them);
            let after = position.after(played);
            let after_safety = after.king_safety();
            let gives_check = after_safety.is_check();
            if may_prune && best > -MIN_MATE && !gives_check {
                // Late in a good order, quiet moves hardly ever help near the end (*Late Move Pruning*).
                if is_quiet && depth <= 4 && quiets >= 4 + 2 * depth * depth {
                    continue;
                }
                // A quiet move does not make up for much (*Futility Pruning*).
                if is_quiet && depth <= 4 && standing + 100 + 100 * depth <= alpha {
                    quiets += 1;
                    continue;
                }
                // Nor does a move that loses material at once.
                if depth <= 4 && rank < GOOD && !gains_at_least(position, played, -60 * depth) {
                    continue;
                }
            }
            number += 1;
            quiets += i32::from(is_quiet);
            // Late moves seldom are the best: a shallower search tells (*Late Move Reductions*).
            let reduction = if self.is_plain || is_check || gives_check || depth < 3 || rank >= GOOD {
                0
            } else {
                reduction(depth, number, is_pv, rank)
            };
            let mut search = |window, depth| -self.node(&after, &after_safety, window, depth, ply + 1, true);
            let (full, narrow) = ((-beta, -alpha), (-alpha - 1, -alpha));
            let mut score;
            if number == 1 {
                score = search(full, depth - 1);
            } else {
                // Moves after the first need only be shown not to be better (*Principal Variation Search*).
                score = search(narrow, depth - 1 - reduction);
                if reduction > 0 && score > alpha {
                    score = search(narrow, depth - 1);
                }
                if is_pv && score > alpha {
                    score = search(full, depth - 1);
                }
            }
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move) = (score, Some(played));
                    self.extend_line(ply, played);
                    if score >= beta {
                        if is_quiet {
                            let tried = self.moves[start..next - 1].iter().map(|tried| tried.played);
                            let failed = tried.filter(|&tried| !is_forcing(tried, them));
                            self.order.remember(position, played, failed, ply, depth);
                        }
                        break;
                    }
                }
            }
        }
        self.path.pop();
        self.moves.truncate(start);
        if self.is_stopped {
            return 0;
        }
        // All moves were pruned.
        if best == -INFINITE {
            best = alpha;
        }
        if !(ply == 0 && self.excluded.is_some()) {
            self.table.insert(
                key,
                best_move,
                seen_from(best, ply as Score),
                depth,
                bound(best, first_alpha, beta),
            );
        }
        best
    }

    /// Searches captures and promotions until the position is quiet (*Quiescence Search*), and all moves in check. `depth`
    /// is 0 at first, and less on later plies. On the first plies it searches checks, too: they decide attacks on kings.
    fn quiet(
        &mut self,
        position: &Position,
        safety: &KingSafety,
        (mut alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
    ) -> Score {
        if !self.enter(ply) {
            return 0;
        }
        if ply >= MAX_PLY {
            return evaluate(position, &mut self.network);
        }
        let is_check = safety.is_check();
        let key = key(position);
        if let Some(entry) = self.table.get(key)
            && beta - alpha == 1
            && !self.is_plain
            && i32::from(entry.depth) >= depth
        {
            let score = seen_from(entry.score(), -(ply as Score));
            if decides(entry.bound, score, alpha, beta) {
                return score;
            }
        }
        let first_alpha = alpha;
        let start = self.moves.len();
        let (mut best, mut standing) = (-(MATE - ply as Score), 0);
        if is_check {
            let (moves, order) = (&mut self.moves, &self.order);
            position.each_legal_move(safety, |played| {
                moves.push(Ranked { played, rank: order.rank(position, played, None, ply) });
            });
        } else {
            if !position.has_legal_move(safety) {
                return 0;
            }
            standing = self.standing(position, key);
            best = standing;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            let sets = position.sets();
            let them = sets.color(!position.turn());
            let mut push = |played| {
                if matches!(
                    played,
                    Move::Normal { promotion: Some(Piece::Knight | Piece::Bishop | Piece::Rook), .. }
                ) {
                    return;
                }
                let rank = rank_forcing(position, played);
                if rank >= GOOD {
                    self.moves.push(Ranked { played, rank });
                }
            };
            position.each_legal_move_to(
                safety,
                |piece, _| if piece == Piece::Pawn { them | !Bitboard::PAWN_RANKS } else { them },
                &mut push,
            );
            position.each_en_passant(&mut push);
            if depth > -self.check_plies {
                let checks = position.check_squares();
                let mut push = |played| {
                    let is_check = !is_forcing(played, them) && checks.gives_check(position, played);
                    if is_check && gains_at_least(position, played, 0) {
                        self.moves.push(Ranked { played, rank: CHECK });
                    }
                };
                position.each_legal_move_to(safety, |piece, from| checks.of(piece, from) - them, &mut push);
            }
        }
        let mut next = start;
        while let Some(Ranked { played, rank }) = pick(&mut self.moves[next..]) {
            next += 1;
            let is_capture = !is_check && rank != CHECK;
            // Too little to reach the window (*Delta Pruning*).
            if is_capture && !self.is_plain && standing + gain(position, played) + 200 <= alpha {
                continue;
            }
            let after = position.after(played);
            let depth = (depth - 1).max(-self.check_plies);
            let score = -self.quiet(&after, &after.king_safety(), (-beta, -alpha), depth, ply + 1);
            if self.is_stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, played);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        if !self.is_stopped && self.table.get(key).is_none_or(|entry| entry.depth <= 0) {
            let bound = bound(best, first_alpha, beta);
            self.table.insert(key, None, seen_from(best, ply as Score), depth, bound);
        }
        best
    }

    /// Returns whether a position is drawn: repeated on the line, without progress for fifty moves, or without enough
    /// pieces to mate.
    fn is_drawn(&self, position: &Position, safety: &KingSafety, key: u64, ply: usize) -> bool {
        let halfmoves = position.halfmoves();
        if halfmoves >= 100 && (!safety.is_check() || position.has_legal_move(safety)) {
            return true;
        }
        debug_assert_eq!(self.path.len(), ply);
        // One repetition is enough: what was tried once can be tried again.
        let back = (halfmoves as usize).min(self.path.len());
        let is_repeated =
            self.path[self.path.len() - back..].iter().rev().skip(1).step_by(2).any(|&old| old == key);
        is_repeated || is_dead(position)
    }

    /// Puts a move before the best line of the next ply.
    fn extend_line(&mut self, ply: usize, played: Move) {
        let (lines, later) = self.lines.split_at_mut(ply + 1);
        let (line, later) = (&mut lines[ply], &later[0]);
        line.clear();
        line.push(played);
        line.extend_from_slice(later);
    }
}

/// Returns by how many plies to reduce a late move.
fn reduction(depth: i32, number: i32, is_pv: bool, history: i32) -> i32 {
    if number < 3 {
        return 0;
    }
    let usual = 1 + (depth.ilog2() * number.ilog2()) as i32 / 4;
    (usual - i32::from(is_pv) - history / 6000).clamp(0, depth - 2)
}

/// Returns whether neither side can mate: two kings and at most one knight or bishop.
fn is_dead(position: &Position) -> bool {
    let sets = position.sets();
    (sets.pawns | sets.rooks | sets.queens).is_empty() && (sets.knights | sets.bishops).len() <= 1
}

/// Returns what the best score of a search with a window says.
const fn bound(best: Score, alpha: Score, beta: Score) -> Bound {
    if best >= beta {
        Bound::Lower
    } else if best > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// Returns whether a known score decides a search with a window.
const fn decides(bound: Bound, score: Score, alpha: Score, beta: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    }
}

/// Converts a score to the point of view of a position so many plies later: mates count from there.
const fn seen_from(score: Score, plies: Score) -> Score {
    match score {
        MIN_MATE.. => score + plies,
        ..=MAX_MATED => score - plies,
        _ => score,
    }
}

/// The greatest score of being mated.
pub(super) const MAX_MATED: Score = -MIN_MATE;

const _: () = assert!(MAX_EVALUATION < MIN_MATE);
