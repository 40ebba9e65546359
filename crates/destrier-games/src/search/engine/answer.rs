//! Scores in the `info` lines that an engine prints while it searches.

use crate::chess::Evaluation;
use destrier::Color;

/// The error for a line whose score is malformed or out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IllegalScore;

/// The largest centipawn score; larger scores are clamped, because greater numbers encode mates.
const MAX_CENTIPAWNS: i32 = 9_000;

/// The largest number of moves to mate.
const MAX_MATE: i32 = 999;

/// Reads the score from a line `info … score cp 31 …`. Returns `None` for other lines.
///
/// `side` is the side to move. If the engine prints several variations, only the first counts. A bound (`lowerbound`,
/// `upperbound`) counts as a score, because it is newer than the exact scores before it.
pub(super) fn score(line: &str, side: Color) -> Result<Option<Evaluation>, IllegalScore> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("info") {
        return Ok(None);
    }
    let mut score = None;
    while let Some(word) = words.next() {
        match word {
            // The rest of the line is text or moves.
            "string" | "pv" => break,
            "multipv" if words.next() != Some("1") => return Ok(None),
            "score" => {
                let kind = words.next();
                let number: i32 = words.next().and_then(|word| word.parse().ok()).ok_or(IllegalScore)?;
                let for_white = if side.is_white() { 1 } else { -1 };
                score = match kind {
                    Some("cp") => Some(Evaluation::Centipawns(
                        for_white * number.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
                    )),
                    // `mate 0` is invalid: the position has a legal move, so it is not mate.
                    Some("mate") if number != 0 && (-MAX_MATE..=MAX_MATE).contains(&number) => {
                        Some(Evaluation::Mate(for_white * number))
                    }
                    _ => return Err(IllegalScore),
                };
            }
            _ => {}
        }
    }
    Ok(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_scores_are_read() {
        let white = |line| score(line, Color::White);
        let black = |line| score(line, Color::Black);
        let line = "info depth 9 seldepth 12 multipv 1 score cp -31 nodes 9000 nps 1 time 10 pv e2e4 e7e5";
        assert_eq!(white(line), Ok(Some(Evaluation::Centipawns(-31))));
        assert_eq!(black(line), Ok(Some(Evaluation::Centipawns(31))));
        assert_eq!(white("info score mate 3 pv"), Ok(Some(Evaluation::Mate(3))));
        assert_eq!(black("info score mate 3 pv"), Ok(Some(Evaluation::Mate(-3))));
        assert_eq!(white("info score cp 5 upperbound nodes 3"), Ok(Some(Evaluation::Centipawns(5))));
        assert_eq!(white("info score cp 15265"), Ok(Some(Evaluation::Centipawns(9000))));
        assert_eq!(white("info score cp -31999"), Ok(Some(Evaluation::Centipawns(-9000))));
    }

    #[test]
    fn other_lines_give_no_score() {
        for line in [
            "",
            "bestmove e2e4 score cp 1",
            "info",
            "info depth 1 currmove e2e4 currmovenumber 1",
            "info string score cp x",
            "info depth 1 multipv 2 score cp 3",
        ] {
            assert_eq!(score(line, Color::White), Ok(None), "{line}");
        }
    }

    #[test]
    fn invalid_scores_are_errors() {
        for rest in
            ["", "cp", "cp x", "cp 1.5", "cp 99999999999", "mate 0", "mate 1000", "mate -2147483648", "wdl 3"]
        {
            assert_eq!(score(&format!("info score {rest}"), Color::White), Err(IllegalScore), "{rest}");
        }
    }
}
