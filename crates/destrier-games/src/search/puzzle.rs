//! Puzzles: positions in which one line of moves wins, and nothing else does.

use super::answer::is_as_good;
use super::found::FoundPosition;
use super::judge::{Judge, Judgement};
use super::pattern::Finding;
use super::patterns::find;
use super::verdict::Verdict;
use super::worth::balance;
use crate::chess::{Continuation, Move, Position};
use destrier::{Color, Line};
use std::num::NonZero;

/// A puzzle as Lichess has them.
#[derive(Clone, Debug)]
pub(crate) struct Puzzle {
    /// The position before the opponent's last move.
    pub(crate) start: Position,
    /// The opponent's last move, then the solution, which ends with a move of the solver.
    pub(crate) moves: Vec<Move>,
    /// Lichess's names for what the solution has, in alphabetical order.
    pub(crate) themes: Vec<String>,
}

/// How long a position is looked at, and what a move must be then to be the only one that wins.
struct Look {
    nodes: NonZero<u32>,
    /// The least winning chances that the move is ahead of all others.
    min_ahead: f64,
    /// The least evaluation after it, in centipawns.
    min_win: i32,
}

/// The looks at a position, the last for the whole solution. Of 218 positions that passed the first one and were not won
/// before, the second left out 115 of the 191 that the last did not take, and none of the others. With the last, Stockfish
/// called 80 of 84 puzzles good; with 0.4 ahead, 67 of 79.
const LOOKS: [Look; 3] = [
    Look { nodes: NonZero::new(5_000).unwrap(), min_ahead: 0.2, min_win: 50 },
    Look { nodes: NonZero::new(20_000).unwrap(), min_ahead: 0.25, min_win: 100 },
    Look { nodes: NonZero::new(200_000).unwrap(), min_ahead: 0.5, min_win: 200 },
];

/// The least material that the solution gains if it does not mate, in pawns.
const MIN_GAIN: i32 = 2;

/// The greatest evaluation for the solver before the opponent's last move, in centipawns. With more, the game was
/// already won.
const MAX_BEFORE: i32 = 300;

/// From this evaluation on, in centipawns, Lichess calls a win `crushing`.
const CRUSHING: i32 = 600;

/// The most moves of the solver.
const MAX_MOVES: usize = 6;

/// Searches for puzzles. It keeps the memory of some judges, so reuse it.
pub(crate) struct PuzzleSearch {
    /// A judge for each look.
    judges: [Judge; LOOKS.len()],
}

impl Default for PuzzleSearch {
    fn default() -> Self {
        Self { judges: LOOKS.map(|look| Judge::new(look.nodes)) }
    }
}

impl PuzzleSearch {
    /// Returns the puzzle of a position with findings, if one of them is [unique](super::Selection::unique) and there is a
    /// move before.
    pub(crate) fn find(&mut self, found: &FoundPosition<'_>, findings: &[Finding]) -> Option<Puzzle> {
        let (start, Continuation::Move(given)) = found.before(1)? else { return None };
        let (first, moves) = self.solution(found.position, Some((start, given)), findings)?;
        let themes = themes(found.position, &first, &moves);
        Some(Puzzle { start, moves: [&[given], &moves[..]].concat(), themes })
    }

    /// Keeps the findings that are [unique](super::Selection::unique).
    pub(super) fn keep_unique(&mut self, found: &FoundPosition<'_>, findings: &mut Vec<Finding>) {
        let only = self.unique_move(found.position, found.before(1), findings);
        findings.retain(|finding| only.is_some() && finding.by == only);
    }

    /// Returns the [unique](super::Selection::unique) move of the findings, if there is one. `before` is the position
    /// before, with the game's move in it.
    pub(crate) fn unique_move(
        &mut self,
        position: &Position,
        before: Option<(Position, Continuation)>,
        findings: &[Finding],
    ) -> Option<Move> {
        let before = match before {
            Some((start, Continuation::Move(given))) => Some((start, given)),
            _ => None,
        };
        self.solution(position, before, findings).map(|(first, _)| first.best())
    }

    /// Returns the only line that wins, with what the judge says of its first move, if that is the move of a finding:
    /// the move is the best one and neither takes back nor wins what was already won; at each turn of the solver one move
    /// wins and no other does; and the line mates or gains two pawns, against the best defence. `before` is the position
    /// before the opponent's last move, and that move.
    ///
    /// Cost: a search of a few milliseconds. For a likely line, also up to two searches a move, of some tenths of a second.
    fn solution(
        &mut self,
        position: &Position,
        before: Option<(Position, Move)>,
        findings: &[Finding],
    ) -> Option<(Judgement, Vec<Move>)> {
        if findings.iter().all(|finding| finding.by.is_none()) {
            return None;
        }
        let side = position.turn();
        let mut first: Option<Judgement> = None;
        for (judge, look) in self.judges.iter_mut().zip(&LOOKS) {
            let found = only_win(position, judge, look)?;
            let is_possible = match &first {
                Some(first) => first.best() == found.best(),
                None => may_begin(found.best(), side, before, findings),
            };
            if !is_possible {
                return None;
            }
            first = Some(found);
        }
        let (first, [.., judge]) = (first?, &mut self.judges);
        if let Some((start, _)) = before
            && judge.best(&start)?.evaluation.centipawns(side) > MAX_BEFORE
        {
            return None;
        }
        let moves = only_line(position, &first, judge)?;
        Some((first, moves))
    }
}

impl Puzzle {
    /// Returns the position to solve.
    pub(crate) fn position(&self) -> Position {
        self.start.after(self.moves[0])
    }
}

/// Returns whether a move can begin a solution: it is that of a finding, as good as the best one, and does not take back.
fn may_begin(by: Move, side: Color, before: Option<(Position, Move)>, findings: &[Finding]) -> bool {
    let Some(finding) = findings.iter().find(|finding| finding.by == Some(by)) else { return false };
    if let Some(Verdict { of_move, of_best: Some(of_best), .. }) = finding.verdict
        && !is_as_good(of_move, of_best, side)
    {
        return false;
    }
    before.is_none_or(|(start, given)| !takes_back(&start, given, by))
}

/// Returns whether a move captures on the square of the capture before it.
fn takes_back(start: &Position, given: Move, by: Move) -> bool {
    let (Move::Normal { to: taken, .. } | Move::EnPassant { to: taken, .. }) = given else { return false };
    let is_capture = matches!(given, Move::EnPassant { .. }) || start.piece_at(taken).is_some();
    is_capture && matches!(by, Move::Normal { to, .. } if to == taken)
}

/// Returns the best move if it wins and no other move does, not even more slowly.
fn only_win(position: &Position, judge: &mut Judge, look: &Look) -> Option<Judgement> {
    let side = position.turn();
    let (best, second) = match judge.best_two(position) {
        Some([best, second]) => (best, Some(second.evaluation)),
        // There is only one move.
        None => (judge.best(position)?, None),
    };
    let chances = best.evaluation.winning_chances(side);
    let is_only = second.is_none_or(|second| chances - second.winning_chances(side) >= look.min_ahead);
    (is_only && best.evaluation.centipawns(side) >= look.min_win).then_some(best)
}

/// Returns the moves against the best defence, to the mate or to the move that secures the gain. `None` if the solver has
/// a choice before.
fn only_line(position: &Position, first: &Judgement, judge: &mut Judge) -> Option<Vec<Move>> {
    let is_mate = first.evaluation.winning_chances(position.turn()) >= 1.0;
    let least = balance(position) + MIN_GAIN;
    let mut moves = vec![first.best()];
    let mut after = position.after(first.best());
    while !after.is_checkmate() {
        let reply = judge.best(&after)?.best();
        let next = after.after(reply);
        // The best reply does not take the gain back. Taking something at once is no puzzle.
        if !is_mate && moves.len() > 1 && -balance(&after) >= least && balance(&next) >= least {
            break;
        }
        if moves.len() >= 2 * MAX_MOVES - 1 {
            return None;
        }
        let best = only_win(&next, judge, &LOOKS[LOOKS.len() - 1])?.best();
        moves.extend([reply, best]);
        after = next.after(best);
    }
    Some(moves)
}

/// Returns the themes of a solution that starts in a position.
fn themes(position: &Position, first: &Judgement, solution: &[Move]) -> Vec<String> {
    let mut themes = Vec::new();
    let mut at = *position;
    for (ply, &played) in solution.iter().enumerate() {
        let of_solver = ply.is_multiple_of(2);
        let findings = if of_solver { find(&at, Some(Continuation::Move(played))) } else { Vec::new() };
        themes.extend(findings.iter().filter_map(|finding| theme(&at, finding)).map(str::to_owned));
        at = at.after(played);
    }
    let moves = solution.len().div_ceil(2);
    if at.is_checkmate() {
        themes.extend(["mate".to_owned(), format!("mateIn{moves}")]);
    } else {
        let is_crushing = first.evaluation.centipawns(position.turn()) >= CRUSHING;
        themes.push(if is_crushing { "crushing" } else { "advantage" }.to_owned());
    }
    let length = match moves {
        1 => "oneMove",
        2 => "short",
        3 => "long",
        _ => "veryLong",
    };
    themes.push(length.to_owned());
    themes.sort();
    themes.dedup();
    themes
}

/// Returns Lichess's name for a finding whose move was played.
fn theme(position: &Position, finding: &Finding) -> Option<&'static str> {
    if finding.played != Some(true) {
        return None;
    }
    let mates = finding.mates(position);
    match finding.pattern.name {
        "knight-fork" if !mates => Some("fork"),
        "smothered-mate" => Some("smotheredMate"),
        "distant-check" if mates && finding.line == Some(Line::Rank) => {
            let back_rank = if finding.side.is_white() { 7 } else { 0 };
            finding.square.filter(|square| square.rank().index() == back_rank).map(|_| "backRankMate")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Game;
    use crate::games::Colors;
    use crate::input::Reader;
    use crate::search::{Event, GameContext, Pattern, PositionNeeds, Selection};

    /// Returns the puzzles of a game's findings, in UCI notation with their themes.
    fn puzzles(fen: &str, movetext: &str) -> Vec<String> {
        let pgn = format!("[FEN \"{fen}\"]\n\n{movetext} *\n");
        let mut reader = Reader::games(pgn.as_bytes());
        let game = Game::pgn(reader.next_record().unwrap().unwrap());
        let (mut search, mut puzzles) = (PuzzleSearch::default(), Vec::new());
        let context = GameContext { source: "", player: Colors::NONE, positions: PositionNeeds::Found };
        let mut positions = crate::chess::Positions::new();
        game.search(Some(&Selection::default()), context, &mut positions, |event| {
            let Event::Found(found, findings) = event else { return };
            puzzles.extend(search.find(found, findings).map(|puzzle| {
                let moves = puzzle.moves.iter().map(|played| played.uci().to_string());
                format!("{}: {}", moves.collect::<Vec<_>>().join(" "), puzzle.themes.join(" "))
            }));
        })
        .unwrap();
        puzzles
    }

    /// Black's queen goes to the corner, where a knight forks it with the king.
    #[test]
    fn a_puzzle_starts_with_the_mistake_and_ends_with_the_gain() {
        let fork = puzzles("2q1k3/5ppp/7b/1N1p4/3P4/8/5PPP/3Q2K1 b - - 0 30", "30... Qa8");
        let [fork] = &fork[..] else { panic!("{fork:?}") };
        assert!(fork.starts_with("c8a8 b5c7 e8") && fork.ends_with(" c7a8: crushing fork short"), "{fork}");
        // White is a rook ahead already.
        let fork = puzzles("2q1k3/5ppp/7b/1N1p4/3P4/8/5PPP/3Q1RK1 b - - 0 30", "30... Qa8");
        assert_eq!(fork, [""; 0]);
        // There is no move before the position.
        assert_eq!(puzzles("q3k3/5ppp/7b/1N1p4/3P4/8/5PPP/3Q2K1 w - - 0 31", ""), [""; 0]);
    }

    #[test]
    fn one_move_must_win() {
        let mate = puzzles("r5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 30", "30... Ra2");
        assert_eq!(mate, ["a8a2 d1d8: backRankMate mate mateIn1 oneMove"]);
        // Either rook mates.
        assert_eq!(puzzles("r5k1/5ppp/8/8/8/r7/5PPP/2RR2K1 b - - 0 30", "30... R8a5"), [""; 0]);
    }

    #[test]
    fn unique_moves_begin_the_only_line_that_wins() {
        let unique = |fen: &str| {
            let pgn = format!("[FEN \"{fen}\"]\n\n*\n");
            let mut reader = Reader::games(pgn.as_bytes());
            let game = Game::pgn(reader.next_record().unwrap().unwrap());
            let findings = game.findings(&Selection { unique: true, ..Selection::default() });
            findings.iter().filter_map(|(_, finding)| Some(finding.by?.uci().to_string())).collect::<Vec<_>>()
        };
        assert_eq!(unique("q3k3/5ppp/7b/1N1p4/3P4/8/5PPP/3Q2K1 w - - 0 31"), ["b5c7"]);
        // Either rook mates.
        assert_eq!(unique("r5k1/5ppp/8/8/8/r7/5PPP/2RR2K1 w - - 0 31"), [""; 0]);
    }

    /// What became of a chance depends on all its moves.
    #[test]
    fn chances_have_moves_that_are_not_unique() {
        let pgn = "[FEN \"q3k3/5ppp/7b/1N1p4/3P4/8/5PPP/3Q2K1 w - - 0 31\"]\n\n31. h3 Bd2 32. Nc7+ Kd7 33. Nxa8 *\n";
        let mut reader = Reader::games(pgn.as_bytes());
        let game = Game::pgn(reader.next_record().unwrap().unwrap());
        let forks = Selection::of(&[Pattern::by_name("knight-fork").unwrap()]);
        let selection = Selection { unique: true, judging: Some(Default::default()), ..forks };
        assert!(game.findings(&selection).len() < game.findings(&selection.of_chances()).len());
    }

    #[test]
    fn taking_back_is_no_puzzle() {
        let is_taking_back = |fen: &str, [given, by]: [&str; 2]| {
            let played = |position: &Position, uci: &str| {
                position.legal_moves().into_iter().find(|played| played.uci().to_string() == uci).unwrap()
            };
            let start: Position = fen.parse().unwrap();
            let given = played(&start, given);
            takes_back(&start, given, played(&start.after(given), by))
        };
        let start = "4k3/8/8/8/3n4/8/2B5/3K3R b - - 0 1";
        assert!(is_taking_back(start, ["d4c2", "d1c2"]));
        assert!(!is_taking_back(start, ["d4c2", "h1h8"]));
        assert!(!is_taking_back("4k3/8/8/4n3/8/8/4K3/8 b - - 0 1", ["e5f3", "e2f3"]));
        assert!(is_taking_back("4k3/8/8/8/3pP3/8/5P2/4K3 b - e3 0 1", ["d4e3", "f2e3"]));
    }
}
