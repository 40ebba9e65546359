//! The judge gives the same answers on all machines: those of `judge/answers.txt`.

use destrier_games::{Judge, Judgement, Position};
use std::fmt::Write;
use std::num::NonZero;

/// Returns one line per position: the position, then the evaluation, the depth and the line of the best move, the second
/// best move and, compared with each other, the best and the last move.
fn answers() -> String {
    let mut judge = Judge::new(NonZero::new(4000).unwrap());
    let mut lines = String::new();
    for puzzle in include_str!("../../../samples/puzzles.csv").lines().skip(1) {
        let fen = puzzle.split(',').nth(1).unwrap();
        let position: Position = fen.parse().unwrap();
        let Some(best) = judge.best_two(&position) else { continue };
        let last = *position.legal_moves().last().unwrap();
        let compared = judge.compare(&position, [best[0].best(), last]);
        lines += fen;
        for Judgement { evaluation, line, depth } in best.iter().chain(&compared) {
            let line: Vec<_> = line.iter().map(|played| played.uci().to_string()).collect();
            write!(lines, "; {evaluation:?} {depth} {}", line.join(" ")).unwrap();
        }
        lines.push('\n');
    }
    lines
}

/// `.ci/other-targets` also runs this on AArch64 and in WebAssembly.
#[test]
fn answers_are_the_same_on_all_machines() {
    let answers = answers();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judge/answers.txt"), &answers).unwrap();
        return;
    }
    let expected = include_str!("judge/answers.txt");
    for (answer, expected) in answers.lines().zip(expected.lines()) {
        assert_eq!(answer, expected);
    }
    assert_eq!(answers.len(), expected.len());
}
