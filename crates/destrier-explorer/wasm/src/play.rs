//! Legal moves, what a move wins and why, and pictures.

use crate::patterns::of_key;
use crate::problem::Problem;
use destrier::Color;
use destrier_games::picture::{Picture, Shown};
use destrier_games::{
    Continuation, GameMove, Judge, Move, Position, Selection, Uci, Worth, WorthSearch, winning_line,
};
use serde::Serialize;

/// A legal move.
#[derive(Debug, Serialize)]
pub(crate) struct MoveView {
    uci: String,
    san: String,
    /// The position after the move.
    fen: String,
}

impl MoveView {
    /// Plays a legal move.
    fn play(position: &mut Position, played: Move) -> Self {
        let san = position.san(played).to_string();
        // The move is legal.
        let _ = position.play(Continuation::Move(played));
        Self { uci: played.uci().to_string(), san, fen: position.fen() }
    }
}

/// Returns the legal moves of a position.
pub(crate) fn moves(fen: &str) -> Result<Vec<MoveView>, Problem> {
    let position = read(fen)?;
    Ok(position
        .legal_moves()
        .into_iter()
        .map(|played| MoveView::play(&mut position.clone(), played))
        .collect())
}

/// What a legal move is worth, and the best move.
#[derive(Debug, Serialize)]
pub(crate) struct Judgement {
    /// The gain in pawns, or 100 for a forced mate.
    wins: i32,
    /// `wins a rook`, `mates`.
    words: String,
    /// The move and the best play after it.
    line: Vec<MoveView>,
    /// The winning chances of the side that moves, from -1000 to 1000.
    chances: i32,
    /// Whether the move is at most 0.1 winning chances behind the best one. If that mates, the move must, too.
    good: bool,
    /// The best move, if it is another.
    best: Option<BestMove>,
}

/// The best move of a position.
#[derive(Debug, Serialize)]
struct BestMove {
    chances: i32,
    words: String,
    line: Vec<MoveView>,
}

/// The most winning chances that a good move may be behind the best one.
const MAX_BEHIND: f64 = 0.1;

/// Judges a legal move in UCI notation.
pub(crate) fn judge(fen: &str, uci: &str) -> Result<Judgement, Problem> {
    let position = read(fen)?;
    let played = Uci::from_ascii(uci.as_bytes()).ok().and_then(|uci| position.resolve_uci(uci));
    let Some(Continuation::Move(played)) = played else {
        return Err(Problem::of_all(uci, format!("`{uci}` is not a legal move here")));
    };
    let mut judge = Judge::default();
    let best = judge.best(&position).map_or(played, |found| found.best());
    let [of_best, chances] = judge
        .compare(&position, [best, played])
        .map(|found| found.evaluation.winning_chances(position.turn()));
    let mut search = WorthSearch::default();
    let mut worth = search.at(&position, GameMove::default());
    let good = of_best - chances <= MAX_BEHIND && (of_best < 1.0 || chances >= 1.0);
    let wins = worth.worth(played).wins;
    let mut line = winning_line(&position, played, &mut judge);
    // What refutes a bad move.
    if (wins < 0 || !good) && line.len() == 1 {
        let mut after = position;
        let is_played = after.play(Continuation::Move(played)).is_ok();
        line.extend(judge.best(&after).filter(|_| is_played).map(|reply| reply.best()));
    }
    let line = views(position, line);
    let words = words(&line, worth.worth(played));
    let best = (best != played).then(|| {
        let line = views(position, winning_line(&position, best, &mut judge));
        BestMove { chances: thousandths(of_best), words: self::words(&line, worth.worth(best)), line }
    });
    Ok(Judgement { wins, words, line, chances: thousandths(chances), good, best })
}

/// Returns the winning chances of White, from -1000 to 1000, as the judge sees them.
pub(crate) fn evaluate(fen: &str) -> Result<i32, Problem> {
    let position = read(fen)?;
    let chances = match Judge::default().best(&position) {
        Some(best) => best.evaluation.winning_chances(Color::White),
        None if !position.is_checkmate() => 0.0,
        None if position.turn().is_white() => -1.0,
        None => 1.0,
    };
    Ok(thousandths(chances))
}

/// Rounds winning chances.
pub(crate) fn thousandths(chances: f64) -> i32 {
    (1_000.0 * chances).round() as i32
}

/// Returns the moves of a line.
fn views(mut position: Position, line: Vec<Move>) -> Vec<MoveView> {
    line.into_iter().map(|played| MoveView::play(&mut position, played)).collect()
}

/// Says what the first move of a line wins.
fn words(line: &[MoveView], worth: Worth) -> String {
    let is_mate = line.first().is_some_and(|first| first.san.ends_with('#'));
    if is_mate { "mates".to_owned() } else { worth.words() }
}

/// Draws a position as SVG, with the findings of a pattern, given by its key, that have this move or, without a move, this
/// square.
pub(crate) fn picture(fen: &str, flip: bool, pattern: Option<&str>, at: &str) -> Result<String, Problem> {
    let position = Position::from_fen(fen.as_bytes());
    let board = match &position {
        Ok(position) => position.board(),
        Err(_) => Position::board_of_fen(fen.as_bytes()).map_err(|error| Problem::of_fen(fen, error))?,
    };
    let mut picture = Picture { flip, size: 720, ..Picture::new(board, fen) };
    if let (Ok(position), Some(key)) = (&position, pattern) {
        for finding in Selection::of(&of_key(key)?).find(position, None.into()) {
            let place = finding
                .by
                .map(|by| by.uci().to_string())
                .or(finding.square.map(|square| square.name().to_owned()));
            if place.unwrap_or_default() == at {
                picture = picture.show(Shown::finding(&finding, position));
            }
        }
    }
    Ok(picture.svg())
}

fn read(fen: &str) -> Result<Position, Problem> {
    Position::from_fen(fen.as_bytes()).map_err(|error| Problem::of_fen(fen, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORK: &str = "q3k3/8/8/1N6/8/8/6p1/4K3 w - - 0 1";

    #[test]
    fn moves_are_legal_and_lead_to_positions() {
        let all = moves("4k3/6P1/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let of = |uci: &str| all.iter().find(|played| played.uci == uci);
        assert_eq!(of("e1g1").unwrap().san, "O-O");
        assert_eq!(of("g7g8n").unwrap().san, "g8=N");
        assert_eq!(of("g7g8q").unwrap().fen, "4k1Q1/8/8/8/8/8/8/4K2R b K - 0 1");
        assert!(of("e1e3").is_none() && moves("8/8 w").is_err());
    }

    #[test]
    fn a_judgement_says_what_a_move_wins_and_shows_it() {
        // The fork wins; after any other move, White is lost.
        const WINNING_FORK: &str = "4k3/5ppp/q7/1N6/8/8/5PPP/4K3 w - - 0 1";
        let fork = judge(WINNING_FORK, "b5c7").unwrap();
        assert_eq!((fork.wins > 0, fork.words.starts_with("wins ")), (true, true), "{fork:?}");
        assert_eq!(fork.line[0].san, "Nc7+");
        assert_eq!(judge("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8").unwrap().words, "mates");
        let other = judge(WINNING_FORK, "b5a3").unwrap();
        assert!(other.wins < fork.wins && other.chances < fork.chances, "{other:?}");
        assert_eq!(other.best.unwrap().line[0].uci, "b5c7");
        assert!(fork.best.is_none() && fork.good && !other.good);
        // Where a move mates, one that only wins is not as good.
        let slow = judge("q5k1/2N2ppp/8/8/8/8/8/R3K3 w - - 0 1", "c7a8").unwrap();
        assert!(!slow.good && slow.chances > 500, "{slow:?}");
        assert!(judge(WINNING_FORK, "b5b6").is_err() && judge(WINNING_FORK, "?").is_err());
    }

    #[test]
    fn an_evaluation_is_from_the_point_of_view_of_white() {
        assert_eq!(evaluate("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), Ok(1_000));
        assert_eq!(evaluate("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), Ok(1_000));
        assert_eq!(evaluate("8/8/8/8/8/5k2/5q2/7K w - - 0 1"), Ok(0));
        assert!(evaluate("q3k3/8/8/8/8/8/8/4K3 b - - 0 1").unwrap() < -600 && evaluate("8").is_err());
    }

    #[test]
    fn a_picture_shows_the_chosen_finding() {
        let svg = picture(FORK, false, Some("knight-fork"), "b5c7").unwrap();
        assert!(svg.contains("Nc7+ forks king e8 and queen a8"), "{svg}");
        assert!(!picture(FORK, false, Some("knight-fork"), "b5a3").unwrap().contains("forks"));
        assert!(
            picture("8/8/8/3N4/8/8/8/8 w - - 0 1", true, None, "").is_ok()
                && picture("8", true, None, "").is_err()
        );
    }
}
