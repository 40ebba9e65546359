//! Scores in the lines that an engine prints while it searches.

use crate::chess::Evaluation;
use destrier::Color;

/// A line has a score that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IllegalScore;

/// The most centipawns that count: mates are numbers above.
const MOST_CENTIPAWNS: i32 = 9_000;

/// The most moves to a mate.
const LONGEST_MATE: i32 = 999;

/// The score in a line `info … score cp 31 …` of a search for a side; `None` in other lines. Of several variations the
/// first counts. A bound (`lowerbound`, `upperbound`) is a score: it is newer than the exact ones before.
pub(super) fn score(line: &str, side: Color) -> Result<Option<Evaluation>, IllegalScore> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("info") {
        return Ok(None);
    }
    let mut score = None;
    while let Some(word) = words.next() {
        match word {
            // The rest is text, or moves.
            "string" | "pv" => break,
            "multipv" if words.next() != Some("1") => return Ok(None),
            "score" => {
                let kind = words.next();
                let number: i32 = words.next().and_then(|word| word.parse().ok()).ok_or(IllegalScore)?;
                let for_white = if side.is_white() { 1 } else { -1 };
                score = match kind {
                    Some("cp") => Some(Evaluation::Centipawns(
                        for_white * number.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS),
                    )),
                    // There is a legal move, so nobody is mated yet.
                    Some("mate") if number != 0 && (-LONGEST_MATE..=LONGEST_MATE).contains(&number) => {
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
    fn scores_are_read_as_engines_print_them() {
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
    fn other_lines_have_no_score() {
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
    fn illegal_scores_are_errors() {
        for rest in
            ["", "cp", "cp x", "cp 1.5", "cp 99999999999", "mate 0", "mate 1000", "mate -2147483648", "wdl 3"]
        {
            assert_eq!(score(&format!("info score {rest}"), Color::White), Err(IllegalScore), "{rest}");
        }
    }
}
