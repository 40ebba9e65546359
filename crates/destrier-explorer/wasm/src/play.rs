//! Legal moves, what a move wins and why, and pictures.

use crate::problem::Problem;
use crate::view::pattern_index;
use destrier_games::picture::{Picture, Shown};
use destrier_games::{Continuation, GameMove, Judge, Move, Position, Uci, WorthSearch, find, winning_line};
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

/// What a move wins, and the line that shows it.
#[derive(Debug, Serialize)]
pub(crate) struct Judgement {
    /// The gain in pawns, or 100 for a forced mate.
    wins: i32,
    /// `wins a rook`, `mates`.
    words: String,
    /// The move and the best play after it.
    line: Vec<MoveView>,
}

/// Judges a legal move in UCI notation.
pub(crate) fn judge(fen: &str, uci: &str) -> Result<Judgement, Problem> {
    let position = read(fen)?;
    let played = Uci::from_ascii(uci.as_bytes()).ok().and_then(|uci| position.resolve_uci(uci));
    let Some(Continuation::Move(played)) = played else {
        return Err(Problem::of_all(uci, format!("`{uci}` is not a legal move here")));
    };
    let worth = WorthSearch::default().at(&position, GameMove::default()).worth(played);
    let mut judge = Judge::default();
    let mut line = winning_line(&position, played, &mut judge);
    // What refutes a losing move.
    let mut after = position;
    if worth.wins < 0 && line.len() == 1 && after.play(Continuation::Move(played)).is_ok() {
        line.extend(judge.best(&after).map(|reply| reply.best()));
    }
    let mut position = position;
    let line: Vec<MoveView> = line.into_iter().map(|played| MoveView::play(&mut position, played)).collect();
    let is_mate = line.first().is_some_and(|first| first.san.ends_with('#'));
    let words = if is_mate { "mates".to_owned() } else { worth.words() };
    Ok(Judgement { wins: worth.wins, words, line })
}

/// Draws a position as SVG, with the findings of a pattern that have this move or, without a move, this square.
pub(crate) fn picture(fen: &str, flip: bool, pattern: Option<usize>, at: &str) -> Result<String, Problem> {
    let position = Position::from_fen(fen.as_bytes());
    let board = match &position {
        Ok(position) => position.board(),
        Err(_) => Position::board_of_fen(fen.as_bytes()).map_err(|error| Problem::of_fen(fen, error))?,
    };
    let mut picture = Picture { flip, size: 720, ..Picture::new(board, fen) };
    if let Ok(position) = &position {
        for finding in find(position, None) {
            let place = finding
                .by
                .map(|by| by.uci().to_string())
                .or(finding.square.map(|square| square.name().to_owned()));
            if Some(pattern_index(&finding)) == pattern && place.as_deref() == Some(at) {
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
        let fork = judge(FORK, "b5c7").unwrap();
        assert_eq!((fork.wins > 0, fork.words.starts_with("wins ")), (true, true), "{fork:?}");
        assert_eq!(fork.line[0].san, "Nc7+");
        assert_eq!(judge("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8").unwrap().words, "mates");
        let other = judge(FORK, "b5a3").unwrap();
        assert!(other.wins < fork.wins, "{other:?}");
        assert!(judge(FORK, "b5b6").is_err() && judge(FORK, "?").is_err());
    }

    #[test]
    fn a_picture_shows_the_chosen_finding() {
        let svg = picture(FORK, false, Some(0), "b5c7").unwrap();
        assert!(svg.contains("Nc7+ forks king e8 and queen a8"), "{svg}");
        assert!(!picture(FORK, false, Some(0), "b5a3").unwrap().contains("forks"));
        assert!(
            picture("8/8/8/3N4/8/8/8/8 w - - 0 1", true, None, "").is_ok()
                && picture("8", true, None, "").is_err()
        );
    }
}
